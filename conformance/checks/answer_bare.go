package checks

// wantBareApart warns where an answer without a label goes to the question that another session was asked since, and to its own where none was.
func (c *C) wantBareApart() {
	a := newAnswerer(false)
	further := func() opened { // at its second question
		o := c.opens()
		turn := c.answer(o.id, a.batch(o.asks[:1]))
		c.prepared(turn, "an answer to be taken")
		asks := asksOf(turn)
		c.needs(len(asks) > 0 && asks[0].key != o.asks[0].key, "a further question", "%s", turn)
		return opened{o.id, turn, asks}
	}
	var turn *exchange
	var own, other string
	for range 2 {
		alone := further()
		own = alone.asks[0].key
		bare := a.value(alone.asks[0], 0)
		set, _ := c.prepared(c.answer(alone.id, bare), "an answer to be taken")["set_fields"].(obj)
		c.needs(says(set[own]), "an answer without a label to be taken", "%s", what(set, own))
		mine := further()
		theirs := c.opens()
		other = theirs.asks[0].key
		turn = c.answer(mine.id, bare)
		set, _ = c.prepared(turn, "an answer to be taken")["set_fields"].(obj)
		if mine.asks[0].key != own || own == other || says(set[own]) || !says(set[other]) {
			return
		}
	}
	c.about(turn)
	c.recommend(false, "an answer without a label to be one to the session's own question, "+own, "%s, as another session was asked since", what(turn.object(), "set_fields"))
}
