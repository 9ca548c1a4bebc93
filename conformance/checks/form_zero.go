package checks

import "strings"

// wantZeroShown warns of forms that show the numbers of questions, and nothing in their place where a zero was told and is stored: neither a
// zero nor any other text that the forms of the number lack. Each of the questions that are tried has to be so.
func (c *C) wantZeroShown() {
	const most = 2
	tried, lost, of := 0, 0, ""
	values := namedValues(c.filled().after.object())
	for _, q := range c.counts() {
		told := plainText(values[q.key])
		if tried == most || told == "" || strings.Trim(told, "0") == "" {
			continue
		}
		name := "Conformance zero " + c.random(6)
		number, readable := c.textsWith(name, q, told)
		zero, too := c.textsWith(name, q, "0")
		if !readable || !too || number[told] <= zero[told] {
			continue
		}
		if tried++; !anyBeyond(zero, number) {
			lost, of = lost+1, q.key
		}
	}
	c.needs(tried > 0, "a question whose number forms show", "none")
	c.recommend(lost < tried, "a zero in forms that show other numbers", "nothing for a stored 0 of %s, for each of %d questions", of, tried)
}

// textsWith counts the texts in the forms of a session with some name that was told one number alone.
func (c *C) textsWith(name string, q ask, told string) (all map[string]int64, readable bool) {
	id := c.sessionNamed(name)
	c.prepared(c.answer(id, clip(q.label+": "+told)), "an answer to be taken")
	c.prepared(c.call("POST", sessionPath(id, "fill")), "fill on an open session")
	detail, forms := c.listedForms(id, as(c.run.home.Key))
	all = map[string]int64{}
	for _, x := range forms {
		if !x.ok() || x.legible().Hides() {
			return nil, false
		}
		c.about(x)
		for text, n := range textsShown(x) {
			all[strings.TrimSuffix(strings.NewReplacer("$", "", ",", "").Replace(text), ".00")] += n
		}
	}
	return all, plainText(namedValues(detail.object())[q.key]) == told
}

// anyBeyond says whether some text stands more often in one of two forms than in the other, but for what may tell a time or an id.
func anyBeyond(some, others map[string]int64) bool {
	const ofTimes = 4 // digits
	for text, n := range some {
		if n > others[text] && len(digitsOf(text)) < ofTimes {
			return true
		}
	}
	return false
}
