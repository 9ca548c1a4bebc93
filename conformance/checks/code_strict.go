package checks

import "strings"

// What the RFCs of the code flow ask beyond its words in the text. Each of these warns, with the profile of the RFCs alone.

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
	c.recommend(x.status == 401, "no access by the tokens of a code that is sent a second time (RFC 6749 section 4.1.2)", "%s", x)
}

// wantCodeForCodesAlone warns of a code that is sent to whoever asks for a token in its place (RFC 6749 section 4.1.2.1).
func (c *C) wantCodeForCodesAlone() {
	c.codeFlow(c.orgID())
	s := c.authorization(c.client(), redirectURI, asToken)
	err := c.consent(s, c.orgID())
	c.recommend(err != nil || s.code == "", "the error unsupported_response_type for response_type token (RFC 6749 section 4.1.2.1)", "a code at %s", strings.SplitN(s.redirectTo, "?", 2)[0])
}
