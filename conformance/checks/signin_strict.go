package checks

import (
	"net/url"
	"slices"
	"strings"
)

// What the RFCs of the sign-in ask beyond its words in the text. Each of these warns, with the profile of the RFCs alone.

// wantSpentCodeRevokes warns of tokens that still open the API once their code was sent a second time: whoever sends it again may have
// stolen it (RFC 6749 section 4.1.2).
func (c *C) wantSpentCodeRevokes() {
	s := c.codeFlow(c.orgID())
	tokens := c.exchangeCode(s, s.verifier)
	access, _ := c.prepared(tokens, "tokens for the code")["access_token"].(string)
	c.needs(c.get("/org/me", as(access)).ok(), "a token that opens the API", "it does not")
	again := c.exchangeCode(s, s.verifier)
	c.needs(!again.ok(), "a code that is refused the second time", "it is not")
	x := c.get("/org/me", as(access))
	c.about(again)
	c.about(x)
	c.recommend(!x.ok(), "no access by the tokens of a code that is sent a second time (RFC 6749 section 4.1.2)", "%s", x)
}

// wantCodeForCodesAlone warns of a code that is sent to whoever asks for a token in its place (RFC 6749 section 4.1.2.1).
func (c *C) wantCodeForCodesAlone() {
	c.codeFlow(c.orgID())
	s := c.authorization(c.client(), redirectURI, asToken)
	err := c.consent(s, c.orgID())
	c.recommend(err != nil || s.code == "", "the error unsupported_response_type for response_type token (RFC 6749 section 4.1.2.1)", "a code at %s",
		strings.SplitN(s.redirectTo, "?", 2)[0])
}

// wantExchangeOfItsRedirect warns of tokens for a code that is sent with another redirect_uri than its request had (RFC 6749 section
// 4.1.3, which OAuth 2.1 keeps for clients that send one).
func (c *C) wantExchangeOfItsRedirect() {
	const elsewhere = "http://127.0.0.1:48127/elsewhere"
	client := c.client(redirectURI, elsewhere)
	var codes [2]*signIn
	for i := range codes {
		codes[i] = c.authorization(client, redirectURI, nil)
		c.authorized(codes[i], c.orgID())
	}
	c.needs(hasToken(c.exchangeCode(codes[0], codes[0].verifier)), "tokens for a code and the redirect_uri of its request", "none")
	x := c.exchanged(codes[1], url.Values{"code_verifier": {codes[1].verifier}, "redirect_uri": {elsewhere}})
	c.recommend(!hasToken(x), "no tokens for a code with another redirect_uri than that of its request (RFC 6749 section 4.1.3)", "%s", x)
}

// wantIssuerBack warns of a redirect without the issuer where the metadata promises it (RFC 9207 section 2).
func (c *C) wantIssuerBack() {
	promised, _ := c.metadata()["authorization_response_iss_parameter_supported"].(bool)
	c.needs(promised, "metadata that promises iss with each redirect", "it does not")
	s := c.codeFlow(c.orgID())
	u, _ := url.Parse(s.redirectTo)
	c.recommend(u.Query().Get("iss") == c.metadata()["issuer"], "the issuer as iss, as the metadata promises (RFC 9207 section 2)", "%q at %s",
		u.Query().Get("iss"), s.redirectTo)
}

// wantNoFragment warns of a redirect_uri with a fragment that is registered (RFC 6749 section 3.1.2).
func (c *C) wantNoFragment() {
	c.client("https://app.example/callback")
	x := c.register(obj{"client_name": "Conformance " + c.check.ID, "redirect_uris": []string{"https://app.example/callback#part"}})
	told := strs(x.object()["redirect_uris"])
	kept := len(told) == 0 || strings.Contains(told[0], "#")
	c.recommend(!x.ok() || !kept, "a refusal of a redirect_uri with a fragment (RFC 6749 section 3.1.2)", "%s", x)
}

// wantRevoked warns where the metadata publishes a place to revoke tokens at, which takes a refresh token, and the token still works
// (RFC 7009 section 2). The text names no such place.
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
