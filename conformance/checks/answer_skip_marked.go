package checks

import "strings"

// wantNoMark warns where a question that was skipped has a word on the session that stands for no value, such as skipped or N/A, and set_fields did
// not tell so, as it tells of answers: it would be taken for one. Nothing stands there in a session in which nothing was skipped.
func (c *C) wantNoMark(detail *exchange, q ask, said string) {
	said = strings.TrimSpace(said)
	if !strings.HasPrefix(lettersOf(said), "skip") && !placeholders.MatchString(said) {
		return
	}
	untouched := c.opens()
	c.needs(c.valuesOf(untouched.id)[q.key] == nil, "a question without a value until it is skipped", "%s", q.key)
	c.needs(len(c.settable(1)) > 0, "an answer that set_fields tells of", "none")
	c.about(detail)
	c.recommend(false, "a question that is skipped to have no value, or set_fields to tell of it", "%s is %q on the session", q.key, said)
}
