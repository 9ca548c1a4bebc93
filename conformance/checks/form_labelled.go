package checks

import "strings"

// What a form shows beside the label of a question.

// lettersIn are the letters and digits of all that a form shows, one text after the other, in small letters.
func lettersIn(form *exchange) string {
	var all strings.Builder
	for _, s := range form.legible().Strings() {
		all.WriteString(lettersOf(s.Text))
	}
	return all.String()
}

// wantOwnLabels fails the check when forms show each of two answers beside the label of the other question, and neither beside its own.
func (c *C) wantOwnLabels() {
	j := c.filled()
	answers := map[string]string{} // by the letters of their labels
	for _, turn := range j.turns {
		for _, q := range asksOf(turn) {
			if v := lettersOf(plainText(namedValues(j.after.object())[q.key])); len(v) >= leastPrinted {
				answers[lettersOf(q.label)] = v
			}
		}
	}
	for _, key := range j.keys() {
		x := j.downloads[key]
		if x == nil || !x.ok() || x.legible().Hides() {
			continue
		}
		shown := lettersIn(x)
		for one, mine := range answers {
			for other, theirs := range answers {
				beside := func(label, value string) bool { return strings.Contains(shown, label+value) }
				crossed := mine != theirs && beside(one, theirs) && beside(other, mine) && !beside(one, mine) && !beside(other, theirs)
				c.about(j.after)
				c.about(x)
				c.recommend(!crossed, "each answer beside the label of its question", "%s beside %s in %s, and %s beside %s", theirs, one, key, mine, other)
			}
		}
	}
}

// wantNoBesideLabel warns of forms that show a yes beside the label of a question, and no no, in a session that was told no, as in one that was
// told yes, for each question that is decided.
func (c *C) wantNoBesideLabel() {
	const most = 2
	decided := c.answeredWith(func(v any) bool { _, is := v.(bool); return is })
	c.needs(len(decided) > 0, "a question that a yes or a no answers", "none")
	var blank *exchange
	for _, q := range decided[:min(most, len(decided))] {
		denied := c.besideLabel(q, "No")
		said := c.besideLabel(q, "Yes")
		if !denied.yes || denied.no || !said.yes || said.no {
			return
		}
		blank = denied.form
	}
	c.about(blank)
	c.recommend(false, "a no in a form beside the label of a question that was told no", "a yes, as where a yes was told, for each of %d questions", min(most, len(decided)))
}

// besideLabel is what stands beside the label of a question in the forms of a session.
type besideLabel struct {
	yes, no bool
	form    *exchange
}

// besideLabel tells a new session a yes or a no, and reads its forms.
func (c *C) besideLabel(q ask, told string) (found besideLabel) {
	id := c.fullSession()
	c.prepared(c.answer(id, clip(q.label+": "+told)), "an answer to be taken")
	c.needs(c.valuesOf(id)[q.key] == (told == "Yes"), "a question that holds what was told", "it does not")
	c.prepared(c.call("POST", sessionPath(id, "fill")), "fill")
	_, forms := c.listedForms(id, as(c.run.home.Key))
	for _, x := range forms {
		c.needs(x.ok() && !x.legible().Hides(), "a form that can be read", "it cannot")
		shown := lettersIn(x)
		if yes := strings.Contains(shown, lettersOf(q.label)+"yes"); yes {
			found.yes, found.form = true, x
		}
		found.no = found.no || strings.Contains(shown, lettersOf(q.label)+"no")
	}
	return found
}

// wantMarksShown warns of forms that show the mark-up of a page for the mark of a text, as &amp; for &.
func (c *C) wantMarksShown() {
	for _, q := range c.listable() {
		id := c.fullSession()
		c.prepared(c.answer(id, q.label+": "+markedText), "an answer to be taken")
		if plainText(c.valuesOf(id)[q.key]) != markedText {
			continue
		}
		c.prepared(c.call("POST", sessionPath(id, "fill")), "fill")
		_, forms := c.listedForms(id, as(c.run.home.Key))
		for key, x := range forms {
			escaped := x.ok() && anyShows(x.legible().Strings(), func(text string) bool {
				return strings.Contains(text, "bread &amp; rolls") || strings.Contains(text, "Baker&#") || strings.Contains(text, "Baker&apos;")
			})
			c.about(x)
			c.recommend(!escaped, "the marks of a text as they were told", "those of a page in %s, for %q", key, markedText)
		}
	}
}
