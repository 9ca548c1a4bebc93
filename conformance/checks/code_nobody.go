package checks

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// What the authorization endpoint gives a browser in which nobody is signed in, one without a cookie or a key. A page to sign in, the
// way to one wherever it is, and any error page are right there. What is wrong whoever asks is seen without the hook.

const foreignURI = "https://evil.example/callback"

// nobody is an application that nobody is signed in to.
type nobody struct {
	client string
	asked  *signIn
	page   *exchange // for a request in order; it may have got no answer
}

// strangers are that application, and what its users see first.
func (c *C) strangers() nobody {
	return shared(c, "a browser of nobody", func(c *C) nobody {
		s := c.authorization(c.client(), redirectURI, nil)
		return nobody{s.clientID, s, c.openedByNobody(s)}
	})
}

// reached is strangers where the endpoint answers: it may be at a host that people reach and the suite does not.
func (c *C) reached() nobody {
	n := c.strangers()
	c.needs(n.page.err == nil && n.page.status < 500, "an authorization endpoint that answers", "%s", n.page)
	return n
}

// openedByNobody opens an authorization URL. A limit that says how long it lasts is waited out. The pages before it changed nothing,
// and whoever repeats what this one shows need not open them.
func (c *C) openedByNobody(s *signIn) *exchange {
	page, _, _ := strings.Cut(s.url, "?")
	c.steps = slices.DeleteFunc(c.steps, func(one *act) bool {
		return one.call != nil && one.call.req.method == http.MethodGet && strings.HasPrefix(one.call.url, page+"?")
	})
	ask := func(more ...option) *exchange {
		return c.try(http.MethodGet, s.url, append([]option{anonymous, aside, header("Accept", "text/html,*/*;q=0.8")}, more...)...)
	}
	x := ask(impatient)
	if x.status == http.StatusTooManyRequests && x.header.Get("Retry-After") != "" {
		return ask()
	}
	return x
}

// sentTo is where an answer sends the browser, or nil where it sends it nowhere.
func sentTo(x *exchange) *url.URL {
	if x.err != nil || !slices.Contains([]int{301, 302, 303, 307, 308}, x.status) {
		return nil
	}
	from, err := url.Parse(x.url)
	if err != nil {
		return nil
	}
	to, err := from.Parse(x.header.Get("Location"))
	if err != nil {
		return nil
	}
	return to
}

// leadsTo says whether an answer sends the browser to an address, whatever it adds to it.
func leadsTo(x *exchange, address string) bool {
	to := sentTo(x)
	wanted, err := url.Parse(address)
	return to != nil && err == nil && strings.EqualFold(to.Host, wanted.Host) && to.Path == wanted.Path
}

// asToken asks for what the text does not have, so that many servers answer with an error at the redirect_uri.
func asToken(v url.Values) { v.Set("response_type", "token") }

// wantNobodySentAway fails the check when a browser is sent to an address that the client did not register, or that came with a client
// that nobody knows, with an error or without one (RFC 6749 section 4.1.2.1).
func (c *C) wantNobodySentAway() {
	n := c.reached()
	stays := func(client, target, situation string, change func(url.Values)) {
		x := c.openedByNobody(c.authorization(client, target, change))
		c.want(!leadsTo(x, target), "no redirect to a target "+situation, "%s to %s", x, x.header.Get("Location"))
	}
	const unregistered = "that is not registered"
	for _, target := range []string{foreignURI, "http://evil.example/callback"} {
		stays(n.client, target, unregistered, nil)
		stays(n.client, target, unregistered, asToken)
	}
	for _, target := range []string{"http://127.0.0.1:48127/elsewhere", "http://127.0.0.1:48127/callbacks", redirectURI + "/",
		"http://127.0.0.1:48127/CALLBACK", "http://127.0.0.1:48127@evil.example/callback",
		"http://127.0.0.1.evil.example/callback"} {
		stays(n.client, target, unregistered, asToken)
	}
	unknown := c.random(24)
	stays(unknown, foreignURI, "of a client that nobody registered", nil)
	stays(unknown, foreignURI, "of a client that nobody registered", asToken)
}

// wantErrorsSentBack fails the check when an error goes to the redirect_uri without the state that was sent, or as a fragment (RFC 6749
// section 4.1.2.1). That of a request for a token belongs into the fragment (section 4.2.2.1), and is as good in the query.
func (c *C) wantErrorsSentBack() {
	n := c.reached()
	unproven := func(v url.Values) { v.Del("code_challenge"); v.Del("code_challenge_method") }
	c.wantErrorSentBack(n.page, n.asked.state, false)
	for _, one := range []struct {
		state  string
		change func(url.Values)
		either bool
	}{
		{"", unproven, false}, {oddState, unproven, false}, {"", asToken, true},
		{"", func(v url.Values) { v.Del("response_type") }, false},
	} {
		s := c.authorization(n.client, redirectURI, func(v url.Values) {
			if one.change(v); one.state != "" {
				v.Set("state", one.state)
			}
		})
		if one.state == "" {
			one.state = s.state
		}
		c.wantErrorSentBack(c.openedByNobody(s), one.state, one.either)
	}
}

// wantOddStateServed fails the check when a request is refused for its state alone, which may have any sign that can be printed (RFC 6749
// appendix A.5).
func (c *C) wantOddStateServed() {
	n := c.reached()
	c.needs(!refusesNobody(n.page), "a page to sign in", "%s", n.page)
	x := c.openedByNobody(c.authorization(n.client, redirectURI, func(v url.Values) { v.Set("state", oddState) }))
	c.want(!refusesNobody(x), "the page of other requests for one with the state "+oddState, "%s to %s", x, x.header.Get("Location"))
}

// refusesNobody says whether an authorization request is refused before anybody signed in.
func refusesNobody(x *exchange) bool {
	to := sentTo(x)
	return x.status >= 400 && x.status < 500 || to != nil && (to.Query().Has("error") || fragmentOf(to).Has("error"))
}

// wantPortsServed fails the check when a request with another port of the loopback address is refused (RFC 8252 section 7.3), where one
// with the port that was registered is not.
func (c *C) wantPortsServed() {
	n := c.reached()
	c.needs(!refusesNobody(n.page), "a page to sign in", "%s", n.page)
	x := c.openedByNobody(c.authorization(n.client, "http://127.0.0.1:51733/callback", nil))
	c.want(!refusesNobody(x), "the page of other requests for one with another port of the loopback address", "%s to %s", x, x.header.Get("Location"))
}

// wantSecondServed fails the check when a request with the second address of a client that registered two is refused, where one with the
// first is not.
func (c *C) wantSecondServed() {
	n := c.reached()
	c.needs(!refusesNobody(n.page), "a page to sign in", "%s", n.page)
	const second = "http://127.0.0.1:48127/second"
	client := c.client(redirectURI, second)
	first := c.openedByNobody(c.authorization(client, redirectURI, nil))
	c.needs(!refusesNobody(first), "a page to sign in at the first of two addresses", "%s", first)
	x := c.openedByNobody(c.authorization(client, second, nil))
	c.want(!refusesNobody(x), "the page of other requests for one with the second address that a client registered", "%s to %s", x, x.header.Get("Location"))
}

func (c *C) wantErrorSentBack(x *exchange, state string, either bool) {
	if !leadsTo(x, redirectURI) {
		return
	}
	to := sentTo(x)
	told, behind := to.Query(), fragmentOf(to)
	if either && !told.Has("error") {
		told = behind
	}
	c.about(x)
	c.want(told.Has("error") || !behind.Has("error"), "an error of the code flow in the query", "%s to %s", x, to)
	c.want(!told.Has("error") || told.Get("state") == state, "the state that was sent, "+state+", with an error, too", "%s to %s", x, to)
}

// fragmentOf reads the fragment of an address as a query.
func fragmentOf(to *url.URL) url.Values {
	values, err := url.ParseQuery(to.EscapedFragment())
	if err != nil {
		return url.Values{}
	}
	return values
}

// wantNoCodeUnproven fails the check when a request without code_challenge brings a code at once.
func (c *C) wantNoCodeUnproven() {
	s := c.authorization(c.reached().client, redirectURI, func(v url.Values) { v.Del("code_challenge"); v.Del("code_challenge_method") })
	x := c.openedByNobody(s)
	c.want(!leadsTo(x, redirectURI) || sentTo(x).Query().Get("code") == "", "no code without code_challenge", "%s to %s", x, x.header.Get("Location"))
}

// wantNobodyLetIn warns of tokens that come of a request that nobody was signed in for: a server for tests may take everybody for somebody.
func (c *C) wantNobodyLetIn() {
	s := c.authorization(c.reached().client, redirectURI, nil)
	x := c.openedByNobody(s)
	if !leadsTo(x, redirectURI) {
		return
	}
	if s.code = sentTo(x).Query().Get("code"); s.code == "" {
		return
	}
	c.run.secret(s.code, "INTAKE_CODE")
	c.run.secret(s.verifier, "INTAKE_CODE_VERIFIER")
	tokens := c.exchangeCode(s, s.verifier)
	c.about(x)
	c.recommend(!hasToken(tokens), "a page to sign in, as a token is of the workspace signed in", "%s to %s, with a code that gives tokens though nobody signed in",
		x, x.header.Get("Location"))
}

// wantNoneForNonsense fails the check when a code that nobody was given is exchanged. Whether it breaks the server is for ERR-06.
func (c *C) wantNoneForNonsense() {
	s := c.authorization(c.client(), redirectURI, nil)
	s.code = c.random(40)
	for _, text := range []string{s.code, s.verifier} {
		c.run.madeUp(text)
	}
	for _, verifier := range []string{s.verifier, ""} {
		x := c.exchangeCode(s, verifier)
		c.want(!x.ok() && !hasToken(x), "neither success nor a token for a code that nobody was given", "%s", x)
	}
}

// wantAuthorizeUnbroken fails the check when a bad authorization request is a failure of the service, where a good one is none.
func (c *C) wantAuthorizeUnbroken() {
	client := c.reached().client
	unknown := c.random(24)
	for _, change := range []func(url.Values){
		func(v url.Values) { v.Set("client_id", unknown) }, func(v url.Values) { v.Set("client_id", "é\x00") },
		func(v url.Values) { clear(v) }, asToken, func(v url.Values) { v.Del("response_type") },
		func(v url.Values) { v.Del("redirect_uri") }, func(v url.Values) { v.Set("redirect_uri", "http://[::1") }, func(v url.Values) { v.Set("redirect_uri", foreignURI) },
		func(v url.Values) { v.Del("code_challenge") }, func(v url.Values) { v.Set("code_challenge", "é漢 \x00") },
	} {
		x := c.openedByNobody(c.authorization(client, redirectURI, change))
		c.want(x.status < 500 || x.status == 501 || x.status == 505, "no 5xx for a bad authorization request", "%s", x)
	}
}
