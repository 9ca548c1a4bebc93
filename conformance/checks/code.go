package checks

import (
	"net/url"
	"strings"
	"time"
)

var codeChecks = []Check{
	{ID: "OAUTH-CODE-01", Run: func(c *C) {
		c.advise(c.wantPortsServed)
		c.advise(c.wantNobodySentAway)
		c.maybe(c.wantSentBack)
		c.wantCode(c.client())
		c.maybe(c.wantRequestKept)
		c.maybe(c.wantRefusalKept)
		c.maybe(c.wantSignedInToAgree)
		c.maybe(c.wantQueryKept)
		c.advise(c.wantStateBack)
		c.advise(c.wantOddStateBack)
		c.advise(c.wantAnyPort)
		c.advise(c.wantKeptFromOthers)
	}},
	{ID: "OAUTH-CODE-02", Run: func(c *C) {
		s := c.codeFlow(c.orgID())
		x := c.exchangeCode(s, s.verifier)
		o := c.wantOK(x, "for the exchange of a code")
		c.wantText(o, "access_token")
		c.maybe(c.wantEachExchanged)
		c.advise(c.wantCodeOnce)
		c.advise(c.wantCodeOfClient)
		for _, redirect := range []string{bareURI, escapedURI, askingURI} {
			c.maybe(func() { c.wantExchangedAt(redirect) })
		}
		c.maybe(c.wantLongExchanged)
		c.about(x)
		c.recommend(o["refresh_token"] != nil, "a refresh_token beside the access_token, as it yields the next pair (section 5)", "none")
	}},
	{ID: "OAUTH-CODE-03", Run: func(c *C) {
		c.maybe(c.wantNoneForNonsense)
		s := c.codeFlow(c.orgID())
		c.needs(hasToken(c.exchangeCode(s, s.verifier)), "tokens for the right verifier", "none")
		wrong := c.random(64)
		c.run.madeUp(wrong)
		for _, verifier := range []string{wrong, ""} {
			s = c.codeFlow(c.orgID())
			c.wantNoToken(c.exchangeCode(s, verifier), "a wrong or missing code_verifier")
			c.wantNoToken(c.exchangeCode(s, wrong), "a wrong code_verifier after another one")
		}
		s = c.codeFlow(c.orgID())
		c.wantNoToken(c.exchangeCode(s, s.verifier+"x"), "a code_verifier with more at its end")
		c.advise(c.wantProofAsked)
		c.advise(c.wantListedMethod)
		c.wantExactChallenge()
		s = c.codeFlow(c.orgID())
		challenge := challengeOf(s.verifier) // what whoever saw the browser's address knows
		c.run.secret(challenge, "INTAKE_CODE_CHALLENGE")
		c.wantNoToken(c.exchangeCode(s, challenge), "the challenge in place of the code_verifier")
		for _, verifier := range []string{"", "short"} {
			c.wantNoToken(c.exchangeWith(c.codeFlow(c.orgID()), verifier), "an empty or short code_verifier")
		}
		proven := c.client()
		for _, verifier := range []string{"", wrong} { // after one that was right
			s = c.codeFlowOf(proven, c.orgID())
			c.needs(hasToken(c.exchangeCode(s, s.verifier)), "tokens for the right verifier", "none")
			c.wantNoToken(c.exchangeCode(c.codeFlowOf(proven, c.orgID()), verifier), "a wrong or missing code_verifier of a client that had a right one before")
		}
	}},
	{ID: "OAUTH-CODE-04", Run: func(c *C) {
		c.maybe(c.wantNobodyLetIn)
		c.maybe(c.wantPasswordKnown)
		c.wantCodeOf(c.orgID())
		ws := c.second()
		c.wantCodeOf(ws.OrgID)
		client := c.client() // one client serves people of many workspaces
		for _, org := range []ident{c.orgID(), ws.OrgID} {
			s := c.authorization(client, redirectURI, nil)
			c.authorized(s, org)
			x := c.exchangeCode(s, s.verifier)
			c.prepared(x, "the exchange of a code")
			got := c.orgOf(tokensOf(x, client))
			c.want(got == org.text, "a token of the workspace signed in, by a client of several", "%s instead of %s", got, org)
			if org == ws.OrgID {
				c.wantActs(tokensOf(x, client), ws, "the token")
			}
		}
		c.maybe(c.wantSignInsApart)
		c.maybe(func() { c.wantAgreerOnPage(ws) })
	}},
	{ID: "OAUTH-CODE-05", Run: func(c *C) {
		c.maybe(c.wantPortsServed)
		c.wantAnyPort()
		c.maybe(func() { // a redirect without a port may be refused at registration
			s := c.authorization(c.client("http://127.0.0.1/callback"), "http://127.0.0.1:51733/callback", nil)
			err := c.consent(s, c.orgID())
			c.refusedBy(s, err)
			c.want(err == nil && s.code != "", "a code on any port of a loopback address that was registered without one", "%v %s", err, s.redirectTo)
		})
	}},
	{ID: "OAUTH-CODE-06", Run: func(c *C) {
		c.maybe(c.wantErrorsSentBack)
		c.maybe(c.wantOddStateServed)
		c.wantStateBack()
		c.maybe(c.wantOddStateBack)
		c.maybe(c.wantStateAsSent)
		c.maybe(c.wantStateOfRefusal)
		c.maybe(c.wantStateApart)
		c.maybe(c.wantRefusalNamed)
		c.maybe(c.wantIssuerBack)
	}},
	{ID: "OAUTH-CODE-07", Phase: Clock, Run: func(c *C) {
		c.wantCodeOnce()
		s := c.codeFlow(c.orgID())
		c.wantOnce(func(one *C) *exchange { return one.exchangeCode(s, s.verifier) }, "a code")
		c.maybe(c.wantCodeOfClient)
		c.maybe(c.wantCodeForAMoment)
		c.maybe(c.wantSpentCodeRevokes)
		c.maybe(c.wantExchangeOfItsRedirect)
	}},
	{ID: "OAUTH-CODE-08", Run: func(c *C) {
		c.maybe(c.wantNoCodeUnproven)
		c.codeFlow(c.orgID())
		c.wantProofAsked()
		c.maybe(c.wantCodeForCodesAlone)
		c.maybe(c.wantListedMethod)
	}},
	{ID: "OAUTH-CODE-09", Run: func(c *C) {
		c.maybe(c.wantNobodySentAway)
		c.codeFlow(c.orgID())
		c.wantKeptFromOthers()
		c.maybe(c.wantNoFragment)
		c.maybe(func() {
			c.wantUnsent(c.client("https://app.example/callback"), "https://app.example/callback.evil", "https://app.example:8443/callback",
				"https://app.example/callback/more", "https://app.example/elsewhere")
		})
	}},
	{ID: "OAUTH-REG-01", Run: func(c *C) {
		x := c.register(obj{"client_name": "Conformance " + c.check.ID, "redirect_uris": []string{redirectURI}})
		c.recommend(x.status != 401 && x.status != 403, "a registration that is open to all, or to the key, as no other credential is named for it (section 5)", "%s", x)
		c.want(x.ok(), "success for a registration", "%s", x)
		c.wantLabelled(x, "for a registration")
		c.wantText(x.object(), "client_id")
		nobody := c.post(c.registerEndpoint(), obj{"client_name": "Conformance " + c.check.ID, "redirect_uris": []string{redirectURI}}, anonymous)
		c.recommend(nobody.status != 401 && nobody.status != 403,
			"a registration by a program that nobody knows yet, as no credential is named for it (section 5)", "%s", nobody)
		if told, says := x.object()["redirect_uris"].([]any); says {
			c.recommend(len(told) > 0, "the redirect_uris that were registered, where the reply has them (RFC 7591 section 3.2.1)", "none")
		}
		two := c.register(obj{"client_name": "Conformance two redirects " + c.random(8), "redirect_uris": []string{redirectURI, "http://127.0.0.1:48127/second"}})
		c.want(two.ok(), "success for a registration with two redirect_uris", "%s", two)
		named := c.register(obj{"client_name": "Büro 漢字 " + c.check.ID, "redirect_uris": []string{redirectURI}})
		c.want(named.status < 500, "no failure at a client_name beyond ASCII (RFC 7591 section 2.2)", "%s", named)
		if named = c.register(obj{"client_name": "漢字", "redirect_uris": []string{redirectURI}}); named.ok() {
			c.wantText(named.object(), "client_id")
		}
		other := c.register(obj{"client_name": "Conformance other " + c.random(8), "redirect_uris": []string{otherURI}})
		c.recommend(!other.ok() || !equal(other.object()["client_id"], x.object()["client_id"]),
			"a client_id that is no other client's for one of another name and address (RFC 7591 section 3.2.1)", "that of another client: %s", other)
		told := strs(two.object()["redirect_uris"])
		c.about(two)
		c.recommend(len(told) != 1, "each of two redirect_uris that were registered, where the reply has them (RFC 7591 section 3.2.1)", "%v", told)
		since, _ := number(x.object()["client_id_issued_at"])
		c.about(x)
		c.recommend(since < 1e11, "client_id_issued_at in seconds (RFC 7591 section 3.2.1)", "%.0f", since)
		more := c.register(obj{"client_name": "Conformance " + c.check.ID, "redirect_uris": []string{redirectURI}, "software_colour": "green"})
		c.recommend(more.ok(), "a registration whose unknown members are ignored (RFC 7591 section 2)", "%s", more)
	}},
	{ID: "OAUTH-REG-02", Run: func(c *C) {
		x := c.deviceReply(url.Values{"client_id": {c.client()}})
		c.want(x.ok() && x.object() != nil, "the client_id to be usable in the device flow", "%s", x)
		first, _ := c.client(), c.client() // of one name: people run an application on many machines
		x = c.deviceReply(url.Values{"client_id": {first}})
		c.want(x.ok(), "a client_id to stay usable when another client registers under its name", "%s", x)
	}},
	{ID: "OAUTH-REG-03", Run: func(c *C) {
		c.maybe(c.wantSecondServed)
		c.wantCode(c.client())
		c.maybe(c.wantCodeAtEach)
		c.maybe(c.wantCodeAtLast)
		c.maybe(c.wantNamesakesKept)
	}},
	{ID: "OAUTH-REG-04", Run: func(c *C) {
		c.client()
		for _, wrong := range []any{"http://127.0.0.1/callback", []any{1}, []any{0}, []any{false}, []any{redirectURI, 1}, []any{[]any{redirectURI}},
			obj{"uri": "http://127.0.0.1/callback"}} {
			x := c.register(obj{"client_name": "Conformance " + c.check.ID, "redirect_uris": wrong})
			c.wantRefused(x, "redirect_uris that are not an array of strings")
		}
		for _, wrong := range []any{42, obj{"name": "Conformance"}} {
			x := c.register(obj{"client_name": wrong, "redirect_uris": []string{redirectURI}})
			c.recommend(!x.ok(), "a refusal of a client_name that is no text", "%s", x)
		}
		c.maybe(c.wantEachRedirectChecked)
	}},
}

// wantCodeOf fails the check when a person of a workspace gets a token of another.
func (c *C) wantCodeOf(org ident) {
	s := c.codeFlow(org)
	x := c.exchangeCode(s, s.verifier)
	c.prepared(x, "the exchange of a code")
	got := c.orgOf(tokensOf(x, s.clientID))
	c.want(got == org.text, "a token of the workspace signed in", "%s instead of %s", got, org)
}

// wantCodeOnce wants a code to be of no use when it was used.
func (c *C) wantCodeOnce() {
	s := c.codeFlow(c.orgID())
	c.needs(hasToken(c.exchangeCode(s, s.verifier)), "tokens for the code", "none")
	c.wantNoToken(c.exchangeCode(s, s.verifier), "a code that was used")
}

// wantStateBack fails the check when the state of a request does not come with its code.
func (c *C) wantStateBack() {
	s := c.codeFlow(c.orgID())
	u, _ := url.Parse(s.redirectTo)
	c.want(u.Query().Get("state") == s.state, "the state that was sent", "%q", u.Query().Get("state"))
}

// wantOddStateBack fails the check when a state of signs that an address has a meaning for comes back as another one.
func (c *C) wantOddStateBack() {
	s := c.authorization(c.client(), redirectURI, func(v url.Values) { v.Set("state", oddState) })
	c.needs(c.consent(s, c.orgID()) == nil && s.code != "", "a code for a request with such a state", "%s", s.redirectTo)
	u, _ := url.Parse(s.redirectTo)
	c.want(u.Query().Get("state") == oddState, "the state that was sent, "+oddState, "%q", u.Query().Get("state"))
}

// wantProofAsked fails the check when a person who agrees brings a code to a request without code_challenge, or with an empty one.
func (c *C) wantProofAsked() {
	for _, without := range []func(url.Values){
		func(v url.Values) { v.Del("code_challenge"); v.Del("code_challenge_method") },
		func(v url.Values) { v.Set("code_challenge", "") },
	} {
		s := c.authorization(c.client(), redirectURI, without)
		err := c.consent(s, c.orgID())
		c.want(err != nil || s.code == "", "no code without code_challenge, or with an empty one", "one at %s", s.redirectTo)
	}
}

// wantAnyPort fails the check when a client gets no code and no token at another port of the loopback address than it registered (RFC 8252
// section 7.3).
func (c *C) wantAnyPort() {
	client := c.client("http://127.0.0.1:48127/callback")
	s := c.authorization(client, "http://127.0.0.1:51733/callback", nil)
	control := c.authorization(client, "http://127.0.0.1:48127/callback", nil)
	c.authorized(control, c.orgID())
	err := c.consent(s, c.orgID())
	c.refusedBy(s, err)
	c.want(err == nil && s.code != "", "a code on another port of the loopback address", "%v %s", err, s.redirectTo)
	c.want(strings.HasPrefix(s.redirectTo, s.redirect), "the code at the port of the request, where its listener is", "%s", s.redirectTo)
	x := c.exchangeCode(s, s.verifier)
	c.want(x.ok() && hasToken(x), "a token for a code and the redirect_uri of its request, on another port than was registered", "%s", x)
}

// wantKeptFromOthers fails the check when a person's browser is sent to an address that the client did not register.
func (c *C) wantKeptFromOthers() {
	other := c.otherClient()
	client := c.client("http://127.0.0.1:48127/callback")
	c.wantUnsent(client, "http://evil.example/callback", "http://127.0.0.1:48127/elsewhere", "http://127.0.0.1:48127/callbacks",
		"http://127.0.0.1:48127/CALLBACK", "http://127.0.0.1:48127@evil.example/callback")
	if client != other {
		c.wantUnsent(client, otherURI)
	}
}

func (c *C) wantUnsent(client string, targets ...string) {
	for _, target := range targets {
		s := c.authorization(client, target, nil)
		err := c.consent(s, c.orgID())
		c.want(err != nil || !strings.HasPrefix(s.redirectTo, target), "no redirect to a target that is not registered", "%s", s.redirectTo)
	}
}

// wantCodeOfClient wants a code to be of use to the client alone that it was given to (RFC 6749 section 4.1.3).
func (c *C) wantCodeOfClient() {
	s := c.codeFlow(c.orgID())
	other := c.clientNamed("Conformance other "+c.random(8), []string{s.redirect})
	c.needs(other != s.clientID, "two clients", "the two have one client_id")
	c.wantNoToken(c.exchanged(s, url.Values{"client_id": {other}, "code_verifier": {s.verifier}}), "a code that was given to another client")
}

// wantCodeForAMoment wants a code to be of no use a day later: ten minutes are recommended (RFC 6749 section 4.1.2).
func (c *C) wantCodeForAMoment() {
	s := c.codeFlow(c.orgID())
	c.advance(24 * time.Hour)
	c.wantNoToken(c.exchangeCode(s, s.verifier), "a code of the day before")
}

// wantNamesakesKept fails the check when a client no longer gets a code because another registered under its name with another
// address: people run an application on many machines, and in more than one version.
func (c *C) wantNamesakesKept() {
	first := c.client(redirectURI)
	c.wantCode(first)
	c.client("http://127.0.0.1:48127/namesake")
	s := c.authorization(first, redirectURI, nil)
	err := c.consent(s, c.orgID())
	c.refusedBy(s, err)
	c.want(err == nil && s.code != "", "a code at the redirect_uri of a client when another registered under its name", "%v %s", err, s.redirectTo)
}

// wantLongExchanged fails the check when a code_verifier of 128 characters, with all four marks that it may have (RFC 7636 section
// 4.1), gives no token.
func (c *C) wantLongExchanged() {
	verifier := "-._~" + c.random(longestVerifier-4)
	c.run.secret(verifier, "INTAKE_LONG_VERIFIER")
	s := c.authorization(c.client(), redirectURI, func(v url.Values) { v.Set("code_challenge", challengeOf(verifier)) })
	c.needs(c.consent(s, c.orgID()) == nil && s.code != "", "a code for a long code_verifier", "%s", s.redirectTo)
	x := c.exchangeCode(s, verifier)
	c.want(x.ok() && hasToken(x), "a token for a code_verifier of 128 characters, among them - . _ and ~", "%s", x)
}

// wantCode fails the check unless a person who agrees is sent to the loopback address with a code.
func (c *C) wantCode(client string) {
	s := c.authorization(client, redirectURI, nil)
	c.takes(s, c.orgID())
	c.want(strings.HasPrefix(s.redirectTo, redirectURI), "a redirect to "+redirectURI, "%s", s.redirectTo)
	c.want(s.code != "", "a code at the redirect", "%s", s.redirectTo)
}
