package checks

// wantTakenInEach warns where a session takes no answer that another session of the workspace was told before in the same words, and takes one in
// words that are new, three times: a turn is against the stored values of its own session (spec section 4, endpoint 5).
func (c *C) wantTakenInEach() {
	const times = 3 // as not all words are understood
	texts := c.freeTexts()
	c.needs(len(texts) > 0, "a question that any words answer", "none")
	q := texts[0]
	var turn *exchange
	taken := func(told string) bool { // by a new session
		id := c.begunSession()
		turn = c.answer(id, clip(q.label+": "+told))
		c.prepared(turn, "an answer to be taken")
		return says(c.valuesOf(id)[q.key])
	}
	for range times {
		told := c.someText()
		c.needs(taken(told), "an answer to be taken that nobody else was told", "it is not")
		if taken(told) {
			return
		}
		ignored := turn
		c.needs(taken(c.someText()), "an answer to be taken that nobody else was told", "it is not")
		turn = ignored
	}
	c.about(turn)
	c.recommend(false, "an answer to be taken, also where another session was told the same before", "%s has no value, three times, and other words are taken", q.key)
}
