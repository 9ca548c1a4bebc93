package checks

import "fmt"

// sentences tell the answers to two questions in one line.
var sentences = []string{"%s: %s, %s: %s", "%s: %s. %s: %s.", "%s: %s and %s: %s"}

// wantBothOfSentence warns where of two answers in one line the first alone is taken, whichever of them it is, however they are told, and each is
// taken where it comes alone.
func (c *C) wantBothOfSentence() {
	counts := c.counts()
	c.needs(len(counts) > 1, "two questions that numbers answer", "%d", len(counts))
	one, two := counts[0], counts[1]
	const first, second = "12", "7"
	var turn *exchange
	for _, both := range [][2]ask{{one, two}, {two, one}} {
		for _, words := range sentences {
			x, sets := c.toldAnew(clip(fmt.Sprintf(words, both[0].label, first, both[1].label, second)))
			n, is := number(sets[both[0].key])
			if turn = x; !is || fmt.Sprint(n) != first || says(sets[both[1].key]) {
				return
			}
		}
	}
	for _, q := range []ask{one, two} {
		n, _ := number(c.setIn(q, q.label+": "+second))
		c.needs(fmt.Sprint(n) == second, "each answer to be taken alone", "%s is not set", q.key)
	}
	c.about(turn)
	c.recommend(false, "batched answers to be taken, as a message may hold them", "the first of two in one line, whichever it is: %s", what(turn.object(), "set_fields"))
}
