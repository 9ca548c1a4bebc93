package checks

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
	c.recommend(!same || two >= one || one >= before, "as many questions pending once the same one is skipped again", "%d, %d and %d, with the same questions asked", before, one, two)
}
