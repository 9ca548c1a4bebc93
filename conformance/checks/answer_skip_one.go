package checks

import (
	"maps"
	"slices"
)

// skippedOne is a question of a new session that was skipped by its label, with the turns before and after.
type skippedOne struct {
	asks  []ask // of the turn before
	turn  *exchange
	after opened
	left  int64 // how many fewer are pending
}

// skipsOne skips the question at a place of the first turn's.
func (c *C) skipsOne(at int) skippedOne {
	o := c.opens()
	c.needs(len(o.asks) > at, "some questions at one time", "%d", len(o.asks))
	turn := c.answer(o.id, c.skipOf(o.asks[at]))
	c.prepared(turn, "a request to skip")
	was, _ := integer(o.turn.object()["pending_count"])
	is, counted := integer(turn.object()["pending_count"])
	c.needs(counted, "a pending_count", "%s", turn)
	return skippedOne{asks: o.asks, turn: turn, after: opened{asks: asksOf(turn)}, left: was - is}
}

// wantNoOtherSkipped warns where with each of three questions that are skipped two fewer are pending, and one fewer with each that is answered.
// They may be skipped in pairs that belong together.
func (c *C) wantNoOtherSkipped() {
	const some = 3
	var s skippedOne
	var others [some]int // the place of the one that is gone with each
	for at := range some {
		s = c.skipsOne(at)
		answered := c.opens()
		c.needs(len(answered.asks) > at, "some questions at one time", "%d", len(answered.asks))
		next := c.turnOn(answered, newAnswerer(false).batch(answered.asks[at:at+1]))
		set, _ := next.turn.object()["set_fields"].(obj)
		if s.left != 2 || s.after.asksFor(s.asks[at].key) || !says(set) || progressOf(next.turn).pending != progressOf(answered.turn).pending-1 {
			return
		}
		others[at] = slices.IndexFunc(s.asks, func(q ask) bool { return q.key != s.asks[at].key && !s.after.asksFor(q.key) })
	}
	inPairs := true
	for at, other := range others {
		inPairs = inPairs && (other < 0 || other >= some || others[other] == at)
	}
	c.about(s.turn)
	c.recommend(inPairs, "one question to be skipped", "two fewer are pending with each of %d questions, and one fewer once it is answered", some)
}

// wantSkipKeeps warns of a skip after which an answer of the turn before is stored no more, of each of two sessions.
func (c *C) wantSkipKeeps() {
	var turn *exchange
	var key string
	for range 2 {
		told := c.settable(1)
		c.needs(len(told) == 1, "a question that is answered", "none")
		answered, sets := c.toldAnew(newAnswerer(false).batch(told))
		key = told[0].key
		id := sessionIn(answered.req)
		stored := func() obj {
			values, _ := c.prepared(c.detail(id), "the session's detail")["field_values"].(obj)
			return values
		}
		c.needs(says(sets[key]) && says(stored()[key]), "an answer that is stored", "%s", answered)
		turn = c.answer(id, "Please skip this question.")
		if c.prepared(turn, "a request to skip"); says(stored()[key]) {
			return
		}
	}
	c.about(turn)
	c.recommend(false, "what was answered to stay when the next question is skipped", "%s is stored no more", key)
}

// wantSkippedNotNext warns where a question that was skipped is pending no more, and is asked first again in the same reply though others are
// open, of each of two sessions.
func (c *C) wantSkippedNotNext() {
	const some = 2
	var s skippedOne
	for range some {
		s = c.skipsOne(0)
		left, _ := integer(s.turn.object()["pending_count"])
		again := len(s.after.asks) > 0 && s.after.asks[0].is(s.asks[0]) && s.after.asks[0].question == s.asks[0].question // a key may be that of a topic
		if s.left != 1 || !again || left < some {
			return
		}
	}
	c.about(s.turn)
	c.recommend(false, "the next open questions in asks once one was skipped", "%s comes first again, which is pending no more", s.asks[0].key)
}

// wantAskedAsMuch warns where sessions that know no more than another one of the same create did in the run have fewer questions: what is
// skipped in one session is none of another's business.
func (c *C) wantAskedAsMuch() {
	var first, last *exchange
	for range 2 {
		create := c.fullCreate(c.someName())
		id, _ := c.prepared(create, "a session")["session_id"].(string)
		last = c.answer(id, greeting)
		first = c.greetingAfter(create)
		c.needs(first != nil, "the first turn of a session of the same create", "none")
		before, counted := integer(first.object()["pending_count"])
		left, is := integer(c.prepared(last, "a turn to be answered")["pending_count"])
		values, _ := c.prepared(c.detail(id), "the session's detail")["field_values"].(obj)
		if !is || !counted || left+int64(len(values))+1 >= before {
			return
		}
	}
	c.about(first)
	c.about(last)
	c.recommend(false, "as many questions in each new session", "%s at first, and %s in sessions at the end of the run that know no more",
		what(first.object(), "pending_count"), what(last.object(), "pending_count"))
}

// greetingAfter is the first turn in the run that said nothing to a session of a create that told as much as another one.
func (c *C) greetingAfter(create *exchange) *exchange {
	told := func(x *exchange) obj {
		o := maps.Clone(sentIn(x))
		delete(o, "insured_name")
		return o
	}
	alike, begun := map[string]bool{}, map[string]bool{}
	for _, x := range c.run.traffic() {
		id := sessionIn(x.req)
		switch {
		case x.call == createCall && x.ok() && equal(told(x), told(create)):
			id, _ = x.object()["session_id"].(string)
			alike[id] = true
		case x.call == answerCall && x.ok() && messageOf(x) == greeting && alike[id] && !begun[id]:
			return x
		case x.call == answerCall, x.call == readCall:
			begun[id] = true
		}
	}
	return nil
}
