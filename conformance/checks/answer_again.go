package checks

import "fmt"

// wantKeptOnceRepeated warns where a value is gone once it was told again as it is stored.
func (c *C) wantKeptOnceRepeated() {
	for _, q := range c.repeatable() {
		id, told := c.begunSession(), clip(q.label+": "+newAnswerer(false).value(q, 0))
		c.prepared(c.answer(id, told), "an answer to be taken")
		value := c.valuesOf(id)[q.key]
		if !says(value) {
			continue
		}
		c.prepared(c.answer(id, told), "the same answer to be taken")
		c.recommend(says(c.valuesOf(id)[q.key]), "a value to be there once it was told again as it is", "%s is gone, and was %s", q.key, text(value))
	}
}

// repeatable are two questions of an intake: one that a number answers, and one that any words do.
func (c *C) repeatable() (all []ask) {
	for _, some := range [][]ask{c.counts(), c.freeTexts()} {
		if len(some) > 0 {
			all = append(all, some[0])
		}
	}
	return all
}

// wantNotTheDenied warns where what a correction says a value is not becomes the value, and none of a plain correction is lost.
func (c *C) wantNotTheDenied() {
	counts := c.counts()
	c.needs(len(counts) > 0, "a question that a number answers", "none")
	q := counts[0]
	id := c.begunSession()
	after := func(message string) float64 {
		turn := c.answer(id, clip(message))
		c.prepared(turn, "an answer to be taken")
		c.about(turn)
		n, _ := number(c.valuesOf(id)[q.key])
		return n
	}
	c.needs(after(q.label+": 12") == 12 && after("Correction: "+q.label+" is 15") == 15, "a correction to be taken", "another value")
	for _, one := range []struct {
		words  string
		denied float64
	}{{"Correction: %s is 17, not 21", 21}, {"Correction: %s is 18 and not 22", 22}} {
		message := fmt.Sprintf(one.words, q.label)
		now := after(message)
		c.recommend(now != one.denied, "what a correction says a value is", "%v, which it is not by %q", now, message)
	}
}

// wantNoCorrected warns where a yes is corrected to a no, twice, and stays, where a no is corrected to a yes, and is taken where it comes first.
func (c *C) wantNoCorrected() {
	var turn *exchange
	told := func(q ask, messages ...string) any {
		id := c.begunSession()
		for _, words := range messages {
			turn = c.answer(id, clip(fmt.Sprintf(words, q.label)))
			c.prepared(turn, "an answer to be taken")
		}
		return c.valuesOf(id)[q.key]
	}
	const yes, no = "%s: Yes", "%s: No"
	const butYes, butNo = "Correction: " + yes, "Correction: " + no
	all := c.answeredWith(func(v any) bool { _, is := v.(bool); return is })
	c.needs(len(all) > 0, "a question that is answered with a yes or a no", "none")
	q := all[0]
	if told(q, yes, butNo, butNo) != true || told(q, no) != false || told(q, no, butYes) != true {
		return
	}
	c.about(turn)
	c.recommend(false, "a no to be taken for a correction of a yes, as a yes is for one of a no", "%s is true after it was corrected to no, twice", q.key)
}
