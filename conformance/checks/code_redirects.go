package checks

import (
	"net/url"
	"slices"
	"strings"
)

// Addresses that a server may take or not. Where it registered one and sent a code to it, the code is as good there as elsewhere.
const (
	bareURI    = "http://127.0.0.1:48127"                     // as RFC 8252 section 7.3 has it, with an empty path
	escapedURI = "http://127.0.0.1:48127/call%20back%2Fhere"  // which another turn of unescaping changes
	askingURI  = "http://127.0.0.1:48127/callback?app=intake" // whose query stays (RFC 6749 section 3.1.2)
)

// clientAt registers a client with one address that a server may refuse.
func (c *C) clientAt(redirect string) string {
	x := c.register(obj{"client_name": "Conformance " + c.check.ID, "redirect_uris": []string{redirect}})
	client, _ := x.object()["client_id"].(string)
	told := strs(x.object()["redirect_uris"])
	c.needs(x.ok() && client != "" && (len(told) == 0 || slices.Contains(told, redirect)), "a client with the address "+redirect, "%s", x)
	c.learnSecret(x.object())
	return client
}

// wantCodeAtEach fails the check when a client gets no code at one of two addresses that it registered. The path of one has a capital:
// case counts there (RFC 3986 section 6.2.2.1), and the addresses are compared as they are (RFC 6749 section 3.1.2.3).
func (c *C) wantCodeAtEach() {
	redirects := []string{redirectURI, "http://127.0.0.1:48127/Second"}
	client := c.client(redirects...)
	for _, redirect := range redirects {
		s := c.authorization(client, redirect, nil)
		err := c.consent(s, c.orgID())
		c.refusedBy(s, err)
		c.want(err == nil && s.code != "", "a code at each of two registered redirect_uris", "%s: %v %s", redirect, err, s.redirectTo)
		c.want(strings.HasPrefix(s.redirectTo, redirect), "the code at the redirect_uri that was registered and asked for, "+redirect, "%s", s.redirectTo)
	}
}

// wantCodeAtLast fails the check when a client gets a code at the first of three addresses that it registered, and none at the last. A server
// that takes no more than some says so, or names those that it took (RFC 7591 section 3.2.1).
func (c *C) wantCodeAtLast() {
	redirects := []string{redirectURI, "http://127.0.0.1:48127/second", "http://127.0.0.1:48127/third"}
	first, last := redirects[0], redirects[len(redirects)-1]
	x := c.register(obj{"client_name": "Conformance " + c.check.ID, "redirect_uris": redirects})
	client, _ := x.object()["client_id"].(string)
	told := strs(x.object()["redirect_uris"])
	c.needs(x.ok() && client != "" && (len(told) == 0 || slices.Contains(told, last)), "a client with three addresses", "%s", x)
	c.learnSecret(x.object())
	at := func(redirect string) (*signIn, error) {
		s := c.authorization(client, redirect, nil)
		return s, c.consent(s, c.orgID())
	}
	s, err := at(first)
	c.needs(err == nil && s.code != "", "a code at the first of three registered redirect_uris", "%v %s", err, s.redirectTo)
	s, err = at(last)
	c.refusedBy(s, err)
	c.want(err == nil && s.code != "", "a code at each of three registered redirect_uris", "%s: %v %s", last, err, s.redirectTo)
}

// wantExchangedAt fails the check when a code that came to an address is refused with that very address, to which it has to be
// identical (RFC 6749 section 4.1.3).
func (c *C) wantExchangedAt(redirect string) {
	s := c.authorization(c.clientAt(redirect), redirect, nil)
	c.needs(c.consent(s, c.orgID()) == nil && s.code != "", "a code at the address "+redirect, "%s", s.redirectTo)
	x := c.exchangeCode(s, s.verifier)
	c.want(x.ok() && hasToken(x), "a token for a code and the redirect_uri that it was asked for with, "+redirect, "%s", x)
}

// wantQueryKept fails the check when a code is sent to an address with a query, and is no parameter of it, or the only one.
func (c *C) wantQueryKept() {
	s := c.authorization(c.clientAt(askingURI), askingURI, nil)
	err := c.consent(s, c.orgID())
	c.needs(err == nil && strings.HasPrefix(s.redirectTo, "http://127.0.0.1:48127/") && strings.Contains(s.redirectTo, "code="), "a code at an address with a query",
		"%v %s", err, s.redirectTo)
	c.want(s.code != "", "a code as a parameter of an address with a query", "%s", s.redirectTo)
	u, _ := url.Parse(s.redirectTo)
	c.want(u.Query().Get("app") == "intake", "the query of the address beside the code (RFC 6749 section 3.1.2)", "%s", s.redirectTo)
}

// wantStateOfRefusal wants the state with an error that goes to the address of a request, too (RFC 6749 section 4.1.2.1).
func (c *C) wantStateOfRefusal() {
	s := c.authorization(c.client(), redirectURI, func(v url.Values) { v.Del("code_challenge"); v.Del("code_challenge_method") })
	c.needs(c.consent(s, c.orgID()) == nil && strings.HasPrefix(s.redirectTo, redirectURI), "a refusal that goes to the redirect_uri", "%s", s.redirectTo)
	u, err := url.Parse(s.redirectTo)
	c.needs(err == nil && u.Query().Get("error") != "", "an error", "%s", s.redirectTo)
	c.want(u.Query().Get("state") == s.state, "the state that was sent, with an error, too", "%s", s.redirectTo)
}

// wantStateAsSent fails the check when a long state is cut, or one comes back where none was sent. A server may want one, or bound it.
func (c *C) wantStateAsSent() {
	long := c.random(600)
	for _, state := range []string{long, ""} {
		s := c.authorization(c.client(), redirectURI, func(v url.Values) {
			if v.Set("state", state); state == "" {
				v.Del("state")
			}
		})
		if c.consent(s, c.orgID()) == nil && s.code != "" {
			u, _ := url.Parse(s.redirectTo)
			c.want(u.Query().Get("state") == state, "the state that was sent, long or none", "%q", u.Query().Get("state"))
		}
	}
}

// wantEachRedirectChecked warns of a registration that is taken with a second redirect which is refused where it is the only one.
func (c *C) wantEachRedirectChecked() {
	for _, wrong := range []string{"callback", "http://", "https://app.example/callback#part"} {
		alone := c.register(obj{"client_name": "Conformance " + c.check.ID, "redirect_uris": []string{wrong}})
		if alone.status/100 != 4 {
			continue
		}
		x := c.register(obj{"client_name": "Conformance beside " + c.random(8), "redirect_uris": []string{redirectURI, wrong}})
		told := strs(x.object()["redirect_uris"])
		c.about(alone)
		c.about(x)
		c.recommend(!x.ok() || len(told) == 1, "a refusal of a redirect that is refused alone, beside another one, too", "%s, with %q beside %s", x, wrong, redirectURI)
	}
}
