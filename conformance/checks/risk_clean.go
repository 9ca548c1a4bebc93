package checks

import (
	"regexp"
	"slices"
)

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

// wantFlagsTakenBack warns of a session that keeps all flags of what alarmed in it once that was corrected, of which none is of a session that was told the
// same from the start, and whose values are the same.
func (c *C) wantFlagsTakenBack() {
	calm, alarming := c.harmless(), c.alarming()
	titles := func(x *exchange) (all []any) {
		for _, flag := range flagsOf(x) {
			all = append(all, flag.(obj)["title"])
		}
		return all
	}
	without := titles(calm)
	raised := slices.DeleteFunc(titles(alarming), func(title any) bool {
		return slices.ContainsFunc(without, func(other any) bool { return equal(title, other) })
	})
	c.needs(calm.ok() && len(raised) > 0, "flags of what alarms alone", "none")
	id := sessionIn(alarming.req)
	c.prepared(c.answer(id, c.journey().answeredBy(newAnswerer(false), calms)), "corrections to be answered")
	values, theirs := c.valuesOf(id), c.valuesOf(sessionIn(calm.req))
	for _, q := range c.journey().asked() {
		c.needs(equal(values[q.key], theirs[q.key]), "all corrections to be taken", "%s", what(values, q.key))
	}
	c.wait(moment) // flags may be behind
	after := c.get(sessionPath(id, "risk-summary"))
	still := titles(after)
	kept := !slices.ContainsFunc(raised, func(title any) bool {
		return !slices.ContainsFunc(still, func(other any) bool { return equal(title, other) })
	})
	c.about(after)
	c.recommend(!kept, "the flags of what the session has", "%s still, once what they are of was corrected", text(raised))
}
