package checks

import (
	"net/url"
	"slices"
	"strings"
)

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

// wantScopeKept warns of a refresh that is given a scope that nobody granted (RFC 6749 section 6). A server may leave out what it does not know.
func (c *C) wantScopeKept() {
	t := c.newToken()
	wider := "conformance:" + c.random(8)
	x := c.form(c.tokenEndpoint(), url.Values{"grant_type": {"refresh_token"}, "refresh_token": {t.Refresh}, "client_id": {t.ClientID}, "scope": {wider}})
	c.keep(x)
	scope, _ := x.object()["scope"].(string)
	c.recommend(!x.ok() || !slices.Contains(strings.Fields(scope), wider), "no scope that was not granted (RFC 6749 section 6)", "%s", scope)
}
