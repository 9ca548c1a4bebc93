package checks

// wantAskedAsBefore warns of an open session of which fewer questions are pending each time that its flags were read, and none fewer when it
// was read otherwise.
func (c *C) wantAskedAsBefore() {
	id := c.begunSession()
	pending := func() int64 {
		n, counted := integer(c.prepared(c.detail(id), "the session's detail")["pending_count"])
		c.needs(counted, "a pending_count of the session", "none")
		return n
	}
	const times = 2
	last := pending()
	for range times {
		c.prepared(c.get("/org/me"), "the workspace")
		c.needs(pending() == last, "as many questions when nothing is told", "%d, and %d before", pending(), last)
		c.needs(c.get(sessionPath(id, "risk-summary")).ok(), "flags of an open session", "none")
		now := pending()
		if now >= last {
			return
		}
		last = now
	}
	c.recommend(false, "as many questions pending after flags were read as before", "fewer each time, %d at last", last)
}
