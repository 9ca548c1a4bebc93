package checks

import "net/http"

// wantOpenAsToTokens warns of a call that is refused to a key with 403, before and after it is not to a token of the same workspace. An account
// that stands in the way of one should stand in that of the other.
func (c *C) wantOpenAsToTokens(t tried) {
	for _, op := range operations {
		if t.replies[op.name].status != http.StatusForbidden {
			continue
		}
		x := op.call(c, t.id, as(c.newToken().Access))
		again := op.call(c, t.id)
		c.about(again)
		c.recommend(x.status == 403 || x.status == 401 || again.status != 403, "the key to open "+op.name+", as a token does", "%s, and under a token %s", again, x)
	}
}

// wantOpenAlike fails the check when a call is closed to a further key that is open to the first one, before and after.
func (c *C) wantOpenAlike(t tried, further option) {
	closed := func(x *exchange) bool { return x.status == 401 || x.status == 403 }
	for _, op := range operations {
		if closed(t.replies[op.name]) {
			continue
		}
		if x := op.call(c, t.id, further); closed(x) {
			again := op.call(c, t.id) // which may be once too often for anybody
			c.about(x)
			c.want(closed(again), "every key of the workspace to open "+op.name, "%s, and the first one then had %s", x, again)
		}
	}
}

// wantAnySpelling warns, with the profile of the RFCs, of a key that is refused because its scheme is written in small letters: the case of a scheme
// means nothing (RFC 9110 section 11.1). The text writes Bearer, and servers may take that alone.
func (c *C) wantAnySpelling() {
	if !c.run.options.RFC {
		return
	}
	refused := func(scheme string) (*exchange, bool) {
		x := c.get("/org/me", header("Authorization", scheme+" "+c.run.home.Key), aside)
		return x, x.status == 400 || x.status == 401 || x.status == 403
	}
	x, shut := refused("bearer")
	if !shut {
		return
	}
	_, always := refused("Bearer")
	c.about(x)
	c.recommend(always, "the key to work whatever letters the scheme is written in (RFC 9110 section 11.1)", "%s for the scheme bearer", x)
}
