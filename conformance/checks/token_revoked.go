package checks

import "net/url"

// wantRevoked warns where the metadata publishes a place to revoke tokens at, which takes a refresh token, and the token still works
// (RFC 7009 section 2). The text names no such place: it is judged with the profile of the RFCs alone.
func (c *C) wantRevoked() {
	place := c.endpoint("revocation_endpoint", "")
	c.needs(c.run.options.RFC && place != "", "a revocation_endpoint in the metadata, and the profile of the RFCs", "none")
	t := c.newToken()
	_, x := c.refreshed()
	c.prepared(x, "a refresh")
	x = c.form(place, url.Values{"token": {t.Refresh}, "token_type_hint": {"refresh_token"}, "client_id": {t.ClientID}})
	c.needs(x.ok(), "a refresh token that is taken back", "%s", x)
	again := c.refresh(t)
	c.about(x)
	c.about(again)
	c.recommend(!again.ok(), "a refusal of a refresh token that was revoked at the revocation_endpoint (RFC 7009 section 2.1)", "%s", again)
}
