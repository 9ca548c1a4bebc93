package checks

import "net/url"

// wantParametersOnce warns of a request for tokens that is served though it has a parameter twice (RFC 6749 sections 3.2 and 5.2).
func (c *C) wantParametersOnce() {
	t := c.newToken()
	c.needs(t.Refresh != "", "a refresh token", "none")
	x := c.form(c.tokenEndpoint(), url.Values{"grant_type": {"refresh_token", "refresh_token"}, "refresh_token": {t.Refresh}, "client_id": {t.ClientID}})
	c.about(x)
	c.recommend(!hasToken(x), "a refusal of a request that has grant_type twice (RFC 6749 section 5.2)", "%s", status(x))
}
