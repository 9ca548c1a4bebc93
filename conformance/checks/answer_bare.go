package checks

import "slices"

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

// wantBareCountApart is the same of two questions that numbers answer, so that what is told to the one fits the other, too. It is judged while no
// other check asks anything.
func (c *C) wantBareCountApart() {
	counts := c.counts()
	c.needs(len(counts) > 1, "two questions that numbers answer", "%d", len(counts))
	own, other := counts[0], counts[1]
	setsOf := func(id string) (turn *exchange, sets obj) {
		turn = c.answer(id, someNumber)
		sets, _ = c.prepared(turn, "an answer to be taken")["set_fields"].(obj)
		return turn, sets
	}
	var turn *exchange
	for range 2 {
		_, sets := setsOf(c.sessionAskingFirst(own))
		c.needs(says(sets[own.key]) && !says(sets[other.key]), "an answer without a label to be taken", "%s", what(sets, own.key))
		mine := c.sessionAskingFirst(own)
		c.sessionAskingFirst(other)
		if turn, sets = setsOf(mine); says(sets[own.key]) || !says(sets[other.key]) {
			return
		}
	}
	c.about(turn)
	c.recommend(false, "an answer without a label to be one to the session's own question, "+own.key, "%s, as another session was asked since",
		what(turn.object(), "set_fields"))
}

// sessionAskingFirst leads a new session to where a question is the first that is asked.
func (c *C) sessionAskingFirst(q ask) (id string) {
	const most = 16
	o, a := c.opens(), newAnswerer(false)
	for range most {
		at := slices.IndexFunc(o.asks, q.is)
		if at == 0 {
			return o.id
		}
		if at < 0 {
			at = len(o.asks)
		}
		o = c.turnOn(o, a.batch(o.asks[:at]))
		c.needs(len(o.asks) > 0, "the question to be asked", "nothing is asked")
	}
	c.unclear("the question to be asked first", "it is not, after %d turns", most)
	return ""
}
