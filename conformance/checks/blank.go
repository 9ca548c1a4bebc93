package checks

import "strings"

// wantNotBlank warns of members that are there and say nothing: a text of no letters, or the time that programs have for none.
func (c *C) wantNotBlank(o obj, members ...string) {
	for _, name := range members {
		s, is := o[name].(string)
		if !is {
			continue
		}
		c.recommend(strings.TrimSpace(s) != "", "a "+name+" that says something", "%s", what(o, name))
		c.recommend(!isNoTime(s), "the time of something as "+name, "%s", what(o, name))
	}
}

// isNoTime says whether a text is the first moment that a program knows, which stands for none.
func isNoTime(s string) bool {
	return strings.HasPrefix(s, "0001-01-01T00:00:00") || strings.HasPrefix(s, "1970-01-01T00:00:00")
}
