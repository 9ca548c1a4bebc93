package checks

import "regexp"

// saysClean is a title that tells of no risk.
var saysClean = regexp.MustCompile(`(?i)^\s*(no|none|zero)\b.*\b(risks?|flags?|issues?|concerns?|problems?|findings?)( (were )?(found|identified|detected|present))?[.!]?\s*$`)

// wantCleanEmpty warns of a list with one flag that says that there is none: an empty list is what means a clean risk.
func wantCleanEmpty(c *C, x *exchange) {
	list, _, _ := flags(x)
	if len(list) != 1 {
		return
	}
	flag, _ := list[0].(obj)
	title := plainText(flag["title"])
	c.recommend(!saysClean.MatchString(title), "an empty list for a clean risk", "one flag, %q", title)
}
