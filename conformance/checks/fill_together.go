package checks

import "net/http"

// wantFilledTogether fails the check when one of two fills of a session that come at one moment breaks the server, in each of several rounds,
// and none that comes alone between them: nothing says that a session is filled by one caller at a time.
func (c *C) wantFilledTogether() {
	const rounds = 3
	id := c.fullSession()
	fill := func(one *C) *exchange { return one.call("POST", sessionPath(id, "fill")) }
	c.prepared(fill(c), "fill on an open session")
	var broken *exchange
	for range rounds {
		both, again := c.atOnce(2, fill), (*exchange)(nil)
		for _, x := range both {
			if x.status == http.StatusInternalServerError {
				again = x
			}
		}
		if again == nil {
			return
		}
		c.prepared(fill(c), "fill on a session that is filled by nobody else")
		broken = again
	}
	c.aboutNone(takesCrowd)
	c.fail("an answer to each of two fills at one time, be it a refusal", "%s to one of two, in each of %d rounds, and status 200 alone", broken, rounds)
}
