package checks

import "slices"

// wantSkippedOnce warns of a question that is skipped a second time and makes fewer pending again, with the same questions asked. One that comes
// again at the end counts until it is skipped there.
func (c *C) wantSkippedOnce() {
	o := c.opens()
	request := c.skipOf(o.asks[0])
	pending := func(x *exchange) int64 {
		n, counted := integer(c.prepared(x, "a request to skip")["pending_count"])
		c.needs(counted, "a pending_count", "%s", what(x.object(), "pending_count"))
		return n
	}
	before := pending(o.turn)
	first := c.answer(o.id, request)
	one := pending(first)
	c.needs(!c.asks(first, o.asks[0]) && one > 1, "a question that is skipped, with others open", "it is asked on, or nothing else is")
	again := c.answer(o.id, request)
	two := pending(again)
	same := len(asksOf(again)) == len(asksOf(first))
	for _, q := range asksOf(first) {
		same = same && c.asks(again, q)
	}
	c.about(again)
	c.recommend(!same || two >= one || one >= before, "as many questions pending once the same one is skipped again",
		"%d, %d and %d, with the same questions asked", before, one, two)
}

// wantSkippedNotAmong warns of a question that is skipped, is pending no more and not among those that the session asks next, and is among the
// asks of that reply and of the next one though others are open that are not; of two sessions each.
func (c *C) wantSkippedNotAmong() {
	const some = 2
	var turn *exchange
	var key string
	for at := range some {
		s := c.skipsOne(at)
		key = s.asks[at].key
		id := sessionIn(s.turn.req)
		detail := c.prepared(c.detail(id), "the session's detail")
		next := objects(detail["next_questions"])
		listed := slices.ContainsFunc(next, func(q obj) bool { return q["key"] == key })
		turn = c.answer(id, greeting)
		c.prepared(turn, "a turn to be answered")
		among := func(asks []ask) bool { return slices.ContainsFunc(asks, s.asks[at].is) } // keys may be places
		if s.left != 1 || !among(s.after.asks) || len(next) == 0 || listed || !among(asksOf(turn)) || progressOf(turn).pending < int64(len(asksOf(turn))) {
			return
		}
	}
	c.about(turn)
	c.recommend(false, "the next open questions in asks once one was skipped", "%s among them, which is pending no more and not in next_questions of the session", key)
}
