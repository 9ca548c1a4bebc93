package checks

import "regexp"

// saysClean is a title that tells of no risk.
var saysClean = regexp.MustCompile(`(?i)^\s*((no|none|zero)\b.*\b(risks?|flags?|issues?|concerns?|problems?|findings?)( (were )?(found|identified|detected|present))?|none|n/?a|clean( risk)?|nil|nothing)[.!]?\s*$`)

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

// wantRiskOnlyRead warns where a session has filled forms once its risk was read, in each of two that nobody filled.
func (c *C) wantRiskOnlyRead() {
	var x *exchange
	for range 2 {
		id := c.begunSession()
		none := len(objects(c.prepared(c.detail(id), "the session's detail")["filled_forms"])) == 0
		c.prepared(c.get(sessionPath(id, "risk-summary")), "the risk of an open session")
		x = c.detail(id)
		if !none || len(objects(c.prepared(x, "the session's detail")["filled_forms"])) == 0 {
			return
		}
	}
	c.about(x)
	c.recommend(false, "no forms of a session that nobody filled", "%s once its risk was read, and none before", what(x.object(), "filled_forms"))
}
