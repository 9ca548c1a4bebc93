package checks

import "fmt"

// unnamed are corrections that name no question.
var unnamed = []string{"Actually, make that %d.", "Sorry, I meant %d.", "Correction: %d.", "No, it is %d."}

// wantLastOfOwnCorrected warns where a correction that names no question is lost once another session was told something, and is taken as one of what
// its own was told last where none was; of two sessions each.
func (c *C) wantLastOfOwnCorrected() {
	const some, first, second, elsewhere = 2, 12, 14, 31
	counts := c.counts()
	c.needs(len(counts) > 1, "two questions that numbers answer", "%d", len(counts))
	corrects := func(words string, between func()) (turn *exchange, did bool) {
		id := c.begunSession()
		c.prepared(c.answer(id, clip(fmt.Sprintf("%s: %d", counts[0].label, first))), "an answer to be taken")
		between()
		turn = c.answer(id, fmt.Sprintf(words, second))
		c.prepared(turn, "a correction to be answered")
		n, _ := number(c.valuesOf(id)[counts[0].key])
		return turn, n == second
	}
	meanwhile := func() {
		c.prepared(c.answer(c.begunSession(), clip(fmt.Sprintf("%s: %d", counts[1].label, elsewhere))), "an answer to be taken")
	}
	words := ""
	for _, one := range unnamed {
		if _, did := corrects(one, func() {}); did {
			words = one
			break
		}
	}
	c.needs(words != "", "a correction that names no question to be taken", "none is")
	var lost *exchange
	for range some {
		turn, beside := corrects(words, meanwhile)
		_, alone := corrects(words, func() {})
		if beside || !alone {
			return
		}
		lost = turn
	}
	c.about(lost)
	c.recommend(false, "a correction to be one of what its own session was told last", "%s stays as it was once another session was told %s", counts[0].key, counts[1].key)
}
