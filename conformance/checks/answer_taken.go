package checks

import (
	"fmt"
	"slices"
)

// What a message is taken for: a question is no answer, and two answers are two, however they are written.

// wantNoQuestionStored warns of a server that stores each question of the caller as the answer to its own.
func (c *C) wantNoQuestionStored() {
	var turn *exchange
	var key string
	for _, question := range []string{"Why do you need to know that?", "Who will see my answers?"} {
		o := c.opens()
		turn, key = c.answer(o.id, question), ""
		set, _ := c.prepared(turn, "a question to be answered")["set_fields"].(obj)
		for _, q := range o.asks {
			if sameAs(set[q.key], question) {
				key = q.key
			}
		}
		if key == "" {
			return
		}
	}
	c.about(turn)
	c.recommend(false, "a question of the caller to be no answer", "%s", what(turn.object()["set_fields"].(obj), key))
}

// wantLinesTaken warns of a server that takes both of two answers on one line, and one alone where they stand on two.
func (c *C) wantLinesTaken() {
	both := c.twoAsks()
	a := newAnswerer(false)
	said := func(between string) (turn *exchange, keys []string) {
		turn = c.answer(c.fullSession(), clip(both[0].label+": "+a.value(both[0], 0)+between+both[1].label+": "+a.value(both[1], 0)))
		set, _ := c.prepared(turn, "two answers in one message to be taken")["set_fields"].(obj)
		for _, q := range both {
			if says(set[q.key]) {
				keys = append(keys, q.key)
			}
		}
		return turn, keys
	}
	lines, on := said("\n")
	if len(on) == len(both) {
		return
	}
	for _, between := range []string{"; ", ". "} {
		if _, keys := said(between); len(keys) == len(both) {
			c.about(lines)
			c.recommend(false, "two answers on two lines to be taken as on one", "%v of two are set", on)
			return
		}
	}
}

// twoAsks are two questions of an intake whose answers, on lines of their own, are easily told apart.
func (c *C) twoAsks() []ask {
	var all []ask
	for _, turn := range c.journey().turns {
		for _, q := range asksOf(turn) {
			if !slices.ContainsFunc(all, func(other ask) bool { return other.key == q.key || other.label == q.label }) {
				all = append(all, q)
			}
		}
	}
	c.needs(len(all) >= 2, "two questions of an intake", "%d", len(all))
	return all[:2]
}

// wantQuestionOpen warns of a server that counts an open question as settled when the caller asks one back, in each of two sessions.
func (c *C) wantQuestionOpen() {
	var turn *exchange
	var open, left int64
	for range 2 {
		o := c.opens()
		turn = c.answer(o.id, "Why do you need to know that?")
		set, _ := c.prepared(turn, "a question to be answered")["set_fields"].(obj)
		var counted, still bool
		open, counted = integer(o.turn.object()["pending_count"])
		if left, still = integer(turn.object()["pending_count"]); !counted || !still || left >= open || len(set) > 0 {
			return
		}
	}
	c.about(turn)
	c.recommend(false, "a question of the caller to leave open what is asked", "%d questions were pending, and %d when nothing but a question was said", open, left)
}

// counts are the questions of an intake that a number answers, each once, and that have no options.
func (c *C) counts() (all []ask) {
	const many = 1800
	asked := map[string]ask{}
	for _, turn := range c.journey().turns {
		set, _ := turn.object()["set_fields"].(obj)
		for _, key := range names(set) {
			n, is := number(set[key])
			if q, known := asked[key]; known && is && n < many && len(q.options) == 0 && !slices.ContainsFunc(all, func(other ask) bool { return other.key == key }) {
				all = append(all, q)
			}
		}
		for _, q := range asksOf(turn) {
			asked[q.key] = q
		}
	}
	return all
}

// wantZeroSettled fails the check when a question is asked again and again that was answered with a zero, which the replies report as
// set, and once where it was answered with another number.
func (c *C) wantZeroSettled() {
	counts := c.counts()
	c.needs(len(counts) > 0, "a question that a number answers", "none")
	q := counts[0]
	openAfter := func(value string, times int) (asked bool, last *exchange) {
		id := c.fullSession()
		c.answer(id, greeting)
		for range times {
			last = c.answer(id, clip(q.label+": "+value))
			set, _ := c.prepared(last, "an answer to be taken")["set_fields"].(obj)
			n, is := number(set[q.key])
			c.needs(is && fmt.Sprint(n) == value, "the number that was told to be set", "%s", what(set, q.key))
			if asked = (opened{asks: asksOf(last)}).asksFor(q.key); !asked {
				break
			}
		}
		return asked, last
	}
	asked, last := openAfter("0", 3) // whether that is right may be asked once
	if !asked {
		return
	}
	other, _ := openAfter("7", 3)
	c.needs(!other, "a question that another number settles", "it is asked on")
	c.about(last)
	c.fail("a question that a zero answers not to be asked again", "%s is asked on and on", q.key)
}

// wantSameValueTaken fails the check when one of two answers of one message is lost that have the same value, and both are set where
// they have not.
func (c *C) wantSameValueTaken() {
	counts := c.counts()
	c.needs(len(counts) > 1, "two questions that numbers answer", "%d", len(counts))
	one, two := counts[0], counts[1]
	said := func(first, second string) (turn *exchange, taken int) {
		id := c.fullSession()
		c.answer(id, greeting)
		turn = c.answer(id, clip(one.label+": "+first+"\n"+two.label+": "+second))
		set, _ := c.prepared(turn, "two answers in one message to be taken")["set_fields"].(obj)
		for _, q := range []ask{one, two} {
			if says(set[q.key]) {
				taken++
			}
		}
		return turn, taken
	}
	turn, taken := said("12", "12")
	if taken != 1 {
		return
	}
	if _, apart := said("12", "14"); apart < 2 {
		return
	}
	if _, turned := said("14", "12"); turned < 2 {
		return
	}
	c.about(turn)
	c.fail("both of two answers of one message to be taken that have the same value", "%s", what(turn.object(), "set_fields"))
}

// wantSetTold warns of replies that never tell of a value as set, though the session has gained several.
func (c *C) wantSetTold() {
	j := c.journey()
	for _, turn := range j.turns {
		if set, _ := turn.object()["set_fields"].(obj); len(set) > 0 {
			return
		}
	}
	was, _ := j.open.object()["field_values"].(obj)
	is, _ := j.before.object()["field_values"].(obj)
	gained := newKeys(ungrouped(was), ungrouped(is))
	c.about(j.turns[len(j.turns)-1])
	c.about(j.before)
	c.recommend(len(gained) < manySet, "set_fields to tell what a turn set", "it was empty in each of %d turns, and field_values gained %d", len(j.turns), len(gained))
}
