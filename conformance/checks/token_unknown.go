package checks

import "net/url"

// unknownRefresh presents a refresh token that nobody was given, and wants status 400.
func (c *C) unknownRefresh() *exchange {
	token := c.random(longestVerifier)
	c.run.madeUp(token)
	x := c.form(c.tokenEndpoint(), url.Values{"grant_type": {"refresh_token"}, "refresh_token": {token}, "client_id": {c.client()}})
	c.want(x.status == 400 || x.status == 401 && errorIs(x, "invalid_client"), "status 400 for a refresh token that nobody knows", "%s", x)
	return x
}

// unknownCode presents a code that nobody was given.
func (c *C) unknownCode() *exchange {
	s := &signIn{code: c.random(longestVerifier), redirect: redirectURI, clientID: c.client()}
	c.run.madeUp(s.code)
	return c.exchangeCode(s, c.random(longestVerifier))
}

// wantInvalidGrant warns of another error than RFC 6749 section 5.2 has for what nobody was given.
func (c *C) wantInvalidGrant(x *exchange, what string) {
	c.about(x)
	c.recommend(x.status >= 500 || errorIs(x, "invalid_grant") || errorIs(x, "invalid_client"),
		"error invalid_grant for "+what+" that nobody knows (RFC 6749 section 5.2)", "%s", x)
}

// wantNobodyServed fails the check when a client that registered itself gets a token that opens a workspace, and nobody agreed to that.
func (c *C) wantNobodyServed() {
	made := c.prepared(c.post(c.registerEndpoint(), obj{"client_name": "Conformance " + c.check.ID, "redirect_uris": []string{redirectURI}},
		anonymous), "a registration that is open to all")
	for _, grant := range []string{"client_credentials", "password", "implicit"} {
		form := url.Values{"grant_type": {grant}, "client_id": {plainText(made["client_id"])}, "username": {"nobody"}, "password": {"nothing"}}
		if secret, has := made["client_secret"].(string); has {
			form.Set("client_secret", secret)
		}
		x := c.form(c.tokenEndpoint(), form)
		token, _ := x.object()["access_token"].(string)
		if token == "" {
			continue
		}
		c.run.secret(token, "INTAKE_TOKEN_OF_NOBODY")
		opens := c.get("/org/me", as(token)).ok()
		c.about(x)
		c.want(!opens, "no token for a client that nobody agreed to, with grant_type "+grant, "one that opens GET /org/me")
	}
}
