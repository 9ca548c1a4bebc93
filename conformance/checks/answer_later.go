package checks

import (
	"fmt"
	"maps"
)

// Turns of a session that has come some way: what a message sets in an early turn it sets in a later one.

// wayOn is how many turns a session has had where it is late.
const wayOn = 4

// begunLongAgo is a session that has come some way, and was told nothing on it.
func (c *C) begunLongAgo() string {
	id := c.begunSession()
	for range wayOn {
		c.prepared(c.answer(id, greeting), "a turn to be answered")
	}
	return id
}

// late is a session that has come some way, which checks tell answers to several questions.
func (c *C) late() string { return shared(c, "session some way on", (*C).begunLongAgo) }

// wantNoLater warns where a no that an early turn sets as false is set as true by a later one, of each of up to two questions that are decided
// in an intake, be it as yes: its turns come late.
func (c *C) wantNoLater() {
	const few = 2
	asks := c.answeredWith(func(v any) bool { _, is := v.(bool); return is })
	var turn *exchange
	var key string
	for i, q := range asks[:min(len(asks), few)] {
		message := q.label + ": No"
		id := c.late()
		if i > 0 {
			id = c.begunLongAgo()
		}
		late := c.answer(id, clip(message))
		set, _ := c.prepared(late, "an answer to be taken")["set_fields"].(obj)
		if set[q.key] != true || c.setIn(q, message) != false {
			return
		}
		turn, key = late, q.key
	}
	c.needs(turn != nil, "a question that a no answers with false", "none")
	c.about(turn)
	c.recommend(false, "the same to be set in a later turn as in an early one", "%s is true where a no was told, and false in an early turn", key)
}

// wantBareLater warns where an answer without a label goes to another question than the one that is asked first in a later turn, and to that one
// where it is asked as early as can be; of two sessions each.
func (c *C) wantBareLater() {
	const some, few = 2, 2
	var turn *exchange
	var own string
	for range some {
		o, a := c.opens(), newAnswerer(false)
		told := o.asks[:min(len(o.asks), few)]
		early := c.turnOn(opened{id: c.fullSession()}, a.batch(told))
		c.needs(len(early.asks) > 0, "a further question", "nothing is asked")
		own = early.asks[0].key
		bare := a.value(early.asks[0], 0)
		set, _ := c.turnOn(early, bare).turn.object()["set_fields"].(obj)
		c.needs(says(set[own]), "an answer without a label to be taken", "%s", what(set, own))

		late := o
		for range wayOn - len(told) {
			late = c.turnOn(late, greeting)
		}
		for i := range told {
			late = c.turnOn(late, a.batch(told[i:i+1]))
		}
		c.needs(len(late.asks) > 0 && late.asks[0].is(early.asks[0]), "the same question first", "another one")
		turn = c.turnOn(late, bare).turn
		set, _ = turn.object()["set_fields"].(obj)
		if says(set[own]) || !says(set) {
			return
		}
	}
	c.about(turn)
	c.recommend(false, "an answer without a label to be one to what is asked first, in a later turn as in an early one",
		"%s, where %s was asked first", what(turn.object(), "set_fields"), own)
}

// wantAsToldLater warns where a text, or a number, that an early turn keeps as it was told is kept otherwise by a later one.
func (c *C) wantAsToldLater() {
	told := map[string]string{}
	asks := c.freeTexts()
	for _, q := range asks {
		told[q.key] = c.someText()
	}
	if counts := c.counts(); len(counts) > 0 {
		asks, told[counts[0].key] = append(asks, counts[0]), "19"
	}
	id := c.late()
	turns, sets, retold := map[string]*exchange{}, map[string]string{}, map[string]bool{}
	for _, q := range asks {
		turns[q.key] = c.answer(id, clip(q.label+": "+told[q.key]))
		set, _ := c.prepared(turns[q.key], "an answer to be taken")["set_fields"].(obj)
		for key := range set { // an answer may be taken for one to another question
			_, before := sets[key]
			retold[key] = before
		}
		sets[q.key] = plainText(set[q.key])
	}
	stored := c.valuesOf(id)
	maps.DeleteFunc(stored, func(key string, _ any) bool { return retold[key] })
	for _, q := range asks {
		for i, kept := range []string{sets[q.key], plainText(stored[q.key])} {
			if kept == "" || kept == told[q.key] {
				continue
			}
			turn, early := c.toldAnew(clip(q.label + ": " + told[q.key]))
			was := plainText(early[q.key])
			if i > 0 {
				was = plainText(c.valuesOf(sessionIn(turn.req))[q.key])
			}
			c.about(turns[q.key])
			c.recommend(was != told[q.key], "the same to be kept of an answer in a later turn as in an early one",
				"%q for %s where %q was told, which an early turn keeps as it was told", kept, q.key, told[q.key])
		}
	}
}

// wantRefusedLater fails the check where a message beyond the bound is taken that comes some turns later, or when the intake is over.
func (c *C) wantRefusedLater() {
	for range wayOn {
		c.prepared(c.sayText("We have 12 employees."), "a turn to be answered")
	}
	c.wantInvalid(c.sayText(prose(10001, "a")), fmt.Sprintf("a message of 10001 characters after %d turns", wayOn))
	c.maybe(func() {
		x := c.answer(c.over().id, prose(10001, "a"))
		c.want(!x.ok(), "a message of 10001 characters to be refused, also when the intake is over", "%s", x)
	})
}
