package checks

import (
	"net/url"
	"slices"
)

// wantExactChallenge wants a verifier not to match where its challenge has letters in the other case, as base64url has both (RFC 7636 section
// 4.6), or where one half of it alone is that of the request.
func (c *C) wantExactChallenge() {
	other := challengeOf(c.random(shortestVerifier))
	half := len(other) / 2
	for _, one := range []struct {
		named  string
		change func(challenge string) string
	}{
		{"has its letters in the other case", swapCase},
		{"begins alike and ends otherwise", func(challenge string) string { return challenge[:half] + other[half:] }},
		{"begins otherwise and ends alike", func(challenge string) string { return other[:half] + challenge[half:] }},
	} {
		c.maybe(func() {
			s := c.authorization(c.client(), redirectURI, func(v url.Values) { v.Set("code_challenge", one.change(v.Get("code_challenge"))) })
			c.authorized(s, c.orgID())
			c.needs(s.code != "", "an authorization code", "the browser was sent to %s", s.redirectTo)
			c.wantNoToken(c.exchangeCode(s, s.verifier), "a code_verifier whose challenge "+one.named)
		})
	}
}

// wantListedMethod warns of a challenge that is the verifier itself, and is taken though the server does not list that method (RFC 7636 section
// 4.4.1): a server that does not know it refuses it.
func (c *C) wantListedMethod() {
	methods := strs(c.metadata()["code_challenge_methods_supported"])
	if len(methods) == 0 || slices.Contains(methods, "plain") {
		return
	}
	verifier := c.random(shortestVerifier)
	c.run.secret(verifier, "INTAKE_PLAIN_VERIFIER")
	s := c.authorization(c.client(), redirectURI, func(v url.Values) {
		v.Set("code_challenge", verifier)
		v.Set("code_challenge_method", "plain")
	})
	if c.consent(s, c.orgID()) != nil || s.code == "" {
		return
	}
	x := c.exchangeCode(s, verifier)
	c.recommend(!hasToken(x), "no token for a code_challenge of the method plain, as the metadata lists "+text(methods)+" alone", "%s", x)
}
