package checks

import "slices"

// noNumber is no answer to a question that a number answers.
const noNumber = "purple"

// wantReadBesideUnread warns where an answer is lost that stands in a message with what does not answer another question, before it and behind it, and
// is taken where it stands alone. A message may be refused as a whole.
func (c *C) wantReadBesideUnread() {
	counts := c.counts()
	texts := slices.DeleteFunc(c.freeTexts(), func(q ask) bool { return len(counts) > 0 && q.key == counts[0].key })
	c.needs(len(counts) > 0 && len(texts) > 0, "a question that a number answers, and one that a text does", "%d and %d", len(counts), len(texts))
	q, unread := texts[0], counts[0].label+": "+noNumber
	c.needs(!says(c.setIn(counts[0], unread)), "a question that takes numbers alone", "%s takes %q", counts[0].key, noNumber)
	line := q.label + ": " + c.someText()
	var lost *exchange
	for _, message := range []string{line + "\n" + unread, unread + "\n" + line} {
		turn, set := c.toldAnew(clip(message))
		if says(set[q.key]) || !says(c.setIn(q, line)) {
			return
		}
		lost = turn
	}
	c.about(lost)
	c.recommend(false, "an answer to be taken beside what does not answer another question", "%s is set where it is told alone, and not beside %q", q.key, unread)
}
