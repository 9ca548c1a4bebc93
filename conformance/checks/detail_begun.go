package checks

import (
	"slices"
	"strconv"
	"strings"
)

// wantBegunAlone warns of a new session that has a text which the session before it was told, of another insured, or one that any session was
// told in so many words, though none of its create. It is looked at when nobody else tells anything any more.
func (c *C) wantBegunAlone() {
	var last string
	for _, q := range c.freeTexts() {
		id, told := c.fullSession(), c.someText()
		c.prepared(c.answer(id, clip(q.label+": "+told)), "an answer to be taken")
		if plainText(c.valuesOf(id)[q.key]) == told {
			last = told
			break
		}
	}
	create := c.plainCreate(c.someName())
	id, _ := c.prepared(create, "a session")["session_id"].(string)
	next := c.detail(id)
	values, _ := c.prepared(next, "the session's detail")["field_values"].(obj)
	c.about(next)
	for _, key := range names(ungrouped(values)) {
		value := plainText(ungrouped(values)[key])
		own := strings.Contains(string(create.req.body), value)
		c.recommend(own || value != last && !c.wasTold(value), "values of a new session that are its own", "%s is %q, which another session was told", key, value)
	}
}

// wantTurnsApart fails the check when a session that is asked for its questions has, or is told that it has, what another one was told in the turn
// before, in each of two sessions. It is looked at when nobody else tells anything any more.
func (c *C) wantTurnsApart() {
	const often = 2
	texts, leaked := c.freeTexts(), 0
	c.needs(len(texts) > 0, "a question that any words answer", "none")
	q := texts[0]
	for range often {
		mine, theirs, told := c.fullSession(), c.fullSession(), c.someText()
		c.prepared(c.answer(theirs, clip(q.label+": "+told)), "an answer to be taken")
		turn := c.answer(mine, greeting)
		set, _ := c.prepared(turn, "a turn to be answered")["set_fields"].(obj)
		if plainText(set[q.key]) == told || plainText(c.valuesOf(mine)[q.key]) == told {
			leaked++
			c.about(turn)
		}
	}
	c.want(leaked < often, "what a session was told, and nothing that another one was", "%s of another session, in each of two", q.key)
}

// wantBesideApart fails the check when what is told in a session is told in the one, too, that was made last, or first of its workspace, in two
// of four looks: others may make one meanwhile.
func (c *C) wantBesideApart() {
	counts := c.counts()
	c.needs(len(counts) > 0, "a question that a number answers", "none")
	q, key := counts[0], as(c.own().Key)
	first, shared := c.unheardOf(false, key), [2]int{}
	for n := range 4 {
		told, last := c.unheardOf(true, key), c.unheardOf(false, key)
		beside := [2]string{first, last}
		before := [2]obj{c.valuesOf(first, key), c.valuesOf(last, key)}
		turn := c.answer(told, clip(q.label+": "+strconv.Itoa(37+n)), key)
		set, _ := c.prepared(turn, "an answer to be taken")["set_fields"].(obj)
		for i, id := range beside {
			if says(set[q.key]) && !equal(before[i][q.key], set[q.key]) && equal(c.valuesOf(id, key)[q.key], set[q.key]) {
				shared[i]++
				c.about(turn)
			}
		}
	}
	for i, place := range []string{"first", "last"} {
		c.want(shared[i] < 2, "the values of a session to be its own", "%s is on the session that was made "+place+", too, where another one was answered", q.key)
	}
}

// wasTold says whether a text of some words stands in what a session was told.
func (c *C) wasTold(value string) bool {
	const least = 10
	return len(value) >= least && strings.Contains(value, " ") && slices.ContainsFunc(c.run.everything(), func(x *exchange) bool {
		return x.ok() && strings.Contains(messageOf(x), value)
	})
}
