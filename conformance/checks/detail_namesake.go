package checks

import "strings"

// wantNamesakesToldApart warns of a session that has what another one was told whose insured has the same name, once both were made: a new one
// may begin with what is known of the insured.
func (c *C) wantNamesakesToldApart() {
	texts := c.freeTexts()
	c.needs(len(texts) > 0, "a question that words answer", "none")
	q, name := texts[0], c.someName()
	ids := []string{c.sessionNamed(name), c.sessionNamed(name)}
	c.needs(ids[0] != ids[1], "two sessions of one name", "one, which is open")
	for i, id := range ids {
		told := c.someText()
		turn := c.answer(id, clip(q.label+": "+told))
		c.prepared(turn, "an answer to be taken")
		others := c.valuesOf(ids[1-i])
		c.about(turn)
		c.recommend(!contains(others, func(s string) bool { return strings.Contains(s, told) }),
			"the values of a session to be its own, also where another one of the same name is open",
			"%q, which was told to the other one", told)
	}
}
