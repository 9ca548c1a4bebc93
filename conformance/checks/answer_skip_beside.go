package checks

import "slices"

// wantNoNeighbourSkipped warns where a skip takes a question with it that the session also asks for, whichever it is: another one where that one is
// answered. Questions that belong together may be skipped together, and those that depend on another one, with it.
func (c *C) wantNoNeighbourSkipped() {
	const three = 3
	first := c.opens()
	c.needs(len(first.asks) >= three, "three questions at one time", "%d", len(first.asks))
	turn, along := c.skippedAlong(first.id, first.turn)
	c.needs(along == 1, "a skip that takes one more question with it", "%d", along)
	left := asksOf(turn)
	gone := slices.IndexFunc(first.asks[1:], func(q ask) bool { return !slices.ContainsFunc(left, func(one ask) bool { return one.key == q.key }) })
	c.needs(gone >= 0, "a question that is not asked any more", "each is asked on")
	taken := first.asks[1+gone]

	then := c.opens()
	c.needs(then.asks[0].key == first.asks[0].key, "a session that opens with the same question", "%s", then.asks[0].key)
	turn = c.answer(then.id, clip(taken.label+": "+newAnswerer(false).value(taken, 0)))
	set, _ := c.prepared(turn, "an answer to be taken")["set_fields"].(obj)
	c.needs(len(set) == 1 && says(set[taken.key]) && c.asks(turn, then.asks[0]), "an answer to one question alone", "%s", turn)
	_, along = c.skippedAlong(then.id, turn)
	c.recommend(along != 1, "a skip to be of one question", "one more is skipped with %s, be it %s or, where that is answered, another one", first.asks[0].key, taken.key)
}

// skippedAlong skips a question, and says how many more are not pending any more.
func (c *C) skippedAlong(id string, before *exchange) (turn *exchange, more int64) {
	was, counted := integer(before.object()["pending_count"])
	turn = c.answer(id, skipRequest)
	is, still := integer(c.prepared(turn, "a request to skip to be answered")["pending_count"])
	c.about(turn)
	set, _ := turn.object()["set_fields"].(obj)
	c.needs(counted && still && !says(set), "counts to judge by, and nothing that is set by a skip", "%s", turn)
	return turn, was - is - 1
}
