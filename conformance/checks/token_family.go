package checks

// wantFamilyEnded warns, with the profile of the RFCs, of a refresh token that goes on working when one that was spent before it came again: one
// of the two who have the tokens stole them, and nobody knows which (RFC 9700 section 4.14.2). It needs a clock that moves, as a spent one that
// comes within the grace may be that of a client which got no answer.
func (c *C) wantFamilyEnded() {
	if !c.run.options.RFC {
		return
	}
	old, x := c.refreshed()
	c.prepared(x, "a refresh")
	second := c.refresh(tokensOf(x, old.ClientID))
	c.prepared(second, "a refresh with the successor")
	c.advance(2 * grace)
	again := c.refresh(old)
	c.needs(again.status/100 == 4 && again.status != 429 && !hasToken(again), "a refusal of a refresh token that was rotated out", "%s", again)
	last := c.refresh(tokensOf(second, old.ClientID))
	c.about(last)
	c.recommend(!hasToken(last), "an end of all tokens of a sign-in of which a spent refresh token comes again, long after its successor was used (RFC 9700 section 4.14.2)",
		"%s for the newest of them", status(last))
}
