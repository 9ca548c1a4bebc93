package checks

// denials begin with the word that answers, so that no server has to understand the rest of them.
var denials = []string{"No, we do not.", "No, we do not have any.", "No, none of that at all."}

// wantDeniedAsTold warns where a sentence that says no is taken for a yes by each of two questions that a plain no answers with false.
func (c *C) wantDeniedAsTold() {
	asks := c.answeredWith(func(v any) bool { return v == false })
	c.needs(len(asks) > 0, "a question that a no answers with false", "none")
	asks = asks[:min(len(asks), 2)]
	for _, denial := range denials {
		var turn *exchange
		taken := 0
		for _, q := range asks {
			x, sets := c.toldAnew(q.label + ": " + denial)
			if sets[q.key] == true {
				turn, taken = x, taken+1
			}
		}
		if taken == len(asks) {
			c.about(turn)
			c.recommend(false, "a sentence that says no to be no yes", "%q is set as true, of %d questions that No answers with false", denial, taken)
		}
	}
}
