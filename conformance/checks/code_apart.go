package checks

import (
	"net/http"
	"net/url"

	"github.com/workspaceintake/intake-go/conformance/internal/person"
)

// wantStateApart fails the check when somebody who agrees to a request is sent to the application with another state than its own, as another
// request is shown in another browser meanwhile.
func (c *C) wantStateApart() {
	c.signedIn()
	somebody := c.newcomer(c.homeCredentials())
	beside := c.authorization(c.client(), redirectURI, nil)
	var shown *exchange
	somebody.BeforeDeciding = func() {
		shown = c.try(http.MethodGet, beside.url, anonymous, aside, impatient, header("Accept", "text/html,*/*;q=0.8"))
	}
	code, state, asked := c.authorizedBy(somebody)
	c.needs(shown != nil && code != "", "a code for a request beside another one", "none")
	c.about(shown)
	c.want(state == asked, "the state of a request, whatever another browser is shown meanwhile", "another one")
}

// wantSignedInToAgree fails the check when a code that is worth tokens is sent for what the agreeing button of the page sends for another request,
// from a browser in which nobody is signed in.
func (c *C) wantSignedInToAgree() {
	somebody := c.newcomer(c.homeCredentials())
	client := c.client()
	before, s := c.steps, c.authorization(client, redirectURI, nil)
	_, err := somebody.Authorize(c.ctx, s.url)
	sent := somebody.Decided()
	c.needs(err == nil && sent != nil && sent.SignedIn, "somebody who signed in and agreed", "%v", err)
	c.steps = before // what the person did is nothing that the request below needs
	other := c.authorization(client, redirectURI, nil)
	address, values := ofRequest(sent, s.url, other.url)
	options := []option{anonymous, aside, header("Accept", "text/html,*/*;q=0.8"), header("Origin", origin(address)), header("Referer", address)}
	if sent.Method != http.MethodGet {
		options = append(options, bodyOf("application/x-www-form-urlencoded", []byte(values.Encode())))
	}
	pressed := c.try(sent.Method, address, options...)
	c.wantNoCode(other, pressed.header.Get("Location"), func() { c.about(pressed) }, "without a cookie")
	if sent.Method != http.MethodGet {
		last := c.authorization(client, redirectURI, nil)
		address, values = ofRequest(sent, s.url, last.url)
		sentTo, _ := c.newcomer(person.Credentials{}).Repeat(c.ctx, unsigned(sent, address, last.url, values))
		c.wantNoCode(last, sentTo, func() { c.aboutNone("it takes two browsers") }, "from a browser that was shown the page and in which nobody signed in")
	}
}

// wantNoCode fails the check when an address that a browser is sent to has a code that is worth tokens.
func (c *C) wantNoCode(s *signIn, sentTo string, about func(), how string) {
	to, err := url.Parse(sentTo)
	if err != nil || to.Query().Get("code") == "" {
		return
	}
	s.code = to.Query().Get("code")
	c.run.secret(s.code, "INTAKE_CODE")
	x := c.exchangeCode(s, s.verifier)
	about()
	c.want(!hasToken(x), "no code before somebody signed in and agreed", "one that gives tokens, for what the agreeing button sends, %s", how)
}

// ofRequest is a decision as somebody would send it who knows another request alone: with that in the place of its own, and without all that the
// page gave to who was signed in.
func ofRequest(sent *person.Decision, asked, other string) (address string, values url.Values) {
	mine, _ := url.Parse(asked)
	theirs, _ := url.Parse(other)
	replaced := func(all url.Values) url.Values {
		kept := url.Values{}
		for name, list := range all {
			switch {
			case mine.Query().Has(name):
				kept.Set(name, theirs.Query().Get(name))
			case len(list) == 1 && justWord.MatchString(list[0]) && !ofWho.MatchString(name):
				kept.Set(name, list[0])
			}
		}
		return kept
	}
	to, err := url.Parse(sent.Address)
	if err != nil {
		return sent.Address, nil
	}
	to.RawQuery = replaced(to.Query()).Encode()
	return to.String(), replaced(sent.Values)
}
