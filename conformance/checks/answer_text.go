package checks

import "strings"

// longText is told in words that say nothing but of a business, and few of whose beginnings of round lengths end with a word.
const longText = "Commercial roofing contractors installing weatherproof membranes throughout southeastern Georgia including waterfront neighbourhoods everywhere"

// wantLongKept warns where a text that answers a question is kept as its beginning, which ends within a word, and is well below what
// a message may have.
func (c *C) wantLongKept() {
	texts := c.answeredWith(func(v any) bool { s, is := v.(string); return is && s != "" && !strings.ContainsAny(s, "0123456789@") })
	tried := 0
	for _, q := range texts {
		if len(q.options) > 0 || tried == 2 {
			continue
		}
		tried++
		turn, sets := c.toldAnew(q.label + ": " + longText)
		set, _ := sets[q.key].(string)
		c.about(turn)
		c.recommend(!cutWithin(longText, set), "a text to be kept as it was told", "%d characters of %d for %s: %q", len(set), len(longText), q.key, set)
		stored, _ := c.valuesOf(sessionIn(turn.req))[q.key].(string)
		c.recommend(!cutWithin(longText, stored), "a text to be kept as it was told", "%d characters of %d in field_values for %s: %q", len(stored), len(longText), q.key, stored)
	}
}
