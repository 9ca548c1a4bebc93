package checks

import "slices"

// wantNewestOfMany warns where a session that was just made is in no list of a workspace with many, though one has fewer than its limit asks
// for: of the oldest alone nobody sees what is new, as the text knows no further page.
func (c *C) wantNewestOfMany() {
	const many, limit = 20, "?limit=200"
	before := idsOf(c.list(limit))
	for grows := true; grows && len(before) < many; {
		c.newSession()
		now := idsOf(c.list(limit))
		grows, before = len(now) > len(before), now
	}
	c.needs(len(before) >= many && len(before) < 200, "a list of many sessions that is not full", "%d", len(before))
	id := c.newSession()
	missing := func() bool {
		for _, query := range []string{limit, "", "?limit=20", "?limit=100"} {
			if slices.Contains(idsOf(c.list(query)), id) {
				return false
			}
		}
		return true
	}
	if !missing() {
		return
	}
	c.wait(3 * moment) // a list may be behind for a while
	if !missing() {
		return
	}
	list := c.list(limit)
	c.about(list)
	c.recommend(len(idsOf(list)) != len(before), "a session that was just made in a list that has fewer than its limit asks for",
		"%d sessions without it, as before, and with other limits neither", len(before))
}
