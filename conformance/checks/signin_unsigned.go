package checks

import (
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/conformance/internal/person"
)

// A page may ask for a sign-in and the server not look whether there was one when the decision comes: whoever sends what the button sends
// then decides for somebody else.

// newcomer is somebody with a browser of their own, in which nobody is signed in yet.
func (c *C) newcomer(with person.Credentials) *person.Person {
	somebody, err := person.New(c.run.target.BaseURL, with)
	c.needs(err == nil, "a browser", "%v", err)
	return somebody
}

// homeCredentials are what the person of the home workspace signs in with.
func (c *C) homeCredentials() person.Credentials {
	who := c.run.target.Person
	return person.Credentials{Name: who.Name, Password: who.Password, APIKey: c.run.home.Key}
}

// pageOf is where a device sends its person.
func (c *C) pageOf(d *device) string {
	c.run.pages.mu.Lock()
	defer c.run.pages.mu.Unlock()
	return c.run.pages.shown[d.userCode]
}

// wantSignedInToDecide fails the check when a device gets tokens by what the approving button of the page sends for another one, from a browser
// in which nobody is signed in.
func (c *C) wantSignedInToDecide() {
	client, somebody := c.client(), c.newcomer(c.homeCredentials())
	before, d := c.steps, c.startDeviceOf(client)
	sure, err := somebody.Approve(c.ctx, c.pageOf(d), d.userCode)
	c.needs(err == nil && sure, "a page that approves", "%v", err)
	c.run.pages.pressed(d.userCode)
	x, _ := c.polled(d)
	c.needs(hasToken(x), "tokens after the approval on the page", "%s", x)
	sent := somebody.Decided()
	c.needs(sent != nil && sent.SignedIn, "somebody who signed in and pressed a button", "nobody")
	c.steps = before // what the person did is nothing that the request below needs
	other := c.startDeviceOf(client)
	address, values, told := withoutSignIn(sent, c.homeCredentials(), d.userCode, other.userCode)
	c.needs(told, "a decision that has no credential in it", "one that has")
	x, _ = c.polled(other)
	c.needs(errorIs(x, "authorization_pending"), "a request that is pending", "%s", x)
	options := []option{anonymous, aside, header("Accept", "text/html,*/*;q=0.8"), header("Origin", origin(address)), header("Referer", address)}
	if sent.Method != http.MethodGet {
		options = append(options, bodyOf("application/x-www-form-urlencoded", []byte(values.Encode())))
	}
	pressed := c.try(sent.Method, address, options...)
	linked := c.try(http.MethodGet, inQuery(address, values), options[:3]...) // a server may read either
	c.wait(min(other.interval, maxInterval))
	x, _ = c.polled(other)
	c.about(linked)
	c.about(pressed)
	c.want(!hasToken(x), "no token before somebody signed in and approved",
		"tokens for a request of which nothing was sent but what the approving button sends, and the same in an address, without a cookie, at %s", pressed.req.path)
	if _, err := c.newcomer(person.Credentials{}).Repeat(c.ctx, unsigned(sent, address, c.pageOf(other), values)); err != nil || sent.Method == http.MethodGet {
		return
	}
	c.wait(min(other.interval, maxInterval))
	x, _ = c.polled(other)
	c.aboutNone("it takes two browsers")
	c.want(!hasToken(x), "no token before somebody signed in and approved",
		"tokens for what the approving button sends, from a browser that was shown the page and in which nobody signed in")
}

// inQuery is an address with values in its query, beside those that are there.
func inQuery(address string, values url.Values) string {
	to, err := url.Parse(address)
	if err != nil {
		return address
	}
	all := to.Query()
	maps.Copy(all, values)
	to.RawQuery = all.Encode()
	return to.String()
}

// unsigned is a decision in a browser that was shown a page, in which nobody signed in.
func unsigned(sent *person.Decision, address, from string, values url.Values) person.Decision {
	return person.Decision{Method: sent.Method, Address: address, From: from, Values: values, Given: sent.Given}
}

// Parts of a request that say what is done and nothing of who does it: words, and names that stand for no sign-in.
var (
	justWord = regexp.MustCompile(`^[A-Za-z]{1,12}([_-][A-Za-z]{1,12})?$`)
	ofWho    = regexp.MustCompile(`(?i)csrf|xsrf|token|session|sid\b|nonce|state|ticket|user\b|account|org|login|key|secret|sig`)
)

// withoutSignIn is a decision as somebody would send it who knows the user code alone: with another code in the place of its own, and without all
// that the page gave to who was signed in. Told is false where what was entered is in it, or where its address may stand for the sign-in.
func withoutSignIn(sent *person.Decision, with person.Credentials, code, other string) (address string, values url.Values, told bool) {
	to, err := url.Parse(sent.Address)
	if err != nil {
		return "", nil, false
	}
	told = true
	cleaned := func(all url.Values, given func(name string) bool) url.Values {
		kept := url.Values{}
		for name, list := range all {
			for _, value := range list {
				switch {
				case value != "" && (value == with.Password || value == with.APIKey):
					told = false
				case sameCode(value, code):
					kept.Add(name, other)
				case !given(name), justWord.MatchString(value) && !ofWho.MatchString(name) && value != with.Name:
					kept.Add(name, value)
				}
			}
		}
		return kept
	}
	isGiven := func(name string) bool { return slices.Contains(sent.Given, name) }
	if sent.Method == http.MethodGet { // what was entered is in the address
		to.RawQuery = cleaned(to.Query(), isGiven).Encode()
	} else {
		to.RawQuery = cleaned(to.Query(), func(string) bool { return true }).Encode()
		values = cleaned(sent.Values, isGiven)
	}
	segments := strings.Split(to.Path, "/")
	for i, one := range segments {
		switch {
		case sameCode(one, code):
			segments[i] = other
		case len(one) >= 8 && strings.ContainsAny(one, "0123456789"):
			told = false
		}
	}
	to.Path, to.RawPath = strings.Join(segments, "/"), ""
	return to.String(), values, told
}

// sameCode says whether a text is a user code, whatever its letters and dashes look like there.
func sameCode(text, code string) bool {
	return len(code) > 0 && namesCode(text, code) && namesCode(code, text)
}

// wantPasswordKnown warns where somebody gets a token who signed in on the pages with the name of the person of the home workspace and
// another password or, where a key opens the pages, with a key that nobody was given. It is tried once: more often may lock a person out. The
// password is nearly the right one, as one that is compared in part alone lets in the fewest so. A server for tests may let in whoever has the name.
func (c *C) wantPasswordKnown() {
	right := c.newcomer(c.homeCredentials())
	code, _, _ := c.authorizedBy(right)
	c.needs(code != "" && right.Proved(), "a code for somebody who signs in on the pages", "none")
	wrong := person.Credentials{APIKey: "bsk_" + c.random(40)}
	named := "a key that nobody was given"
	if who := c.run.target.Person; who.Name != "" {
		wrong = person.Credentials{Name: who.Name, Password: nearly(who.Password)}
		named = "another password than that of its person"
	}
	c.run.madeUp(wrong.APIKey)
	c.run.secret(wrong.Password, "") // it tells nearly all of the right one
	somebody := c.newcomer(wrong)
	s := c.authorization(c.client(), redirectURI, nil)
	at, err := somebody.Authorize(c.ctx, s.url)
	c.needs(err == nil && somebody.Proved(), "a page that goes on", "%v", err)
	to, err := url.Parse(at)
	c.needs(err == nil && to.Query().Get("code") != "", "a code", "none")
	s.code = to.Query().Get("code")
	c.run.secret(s.code, "INTAKE_CODE")
	c.run.secret(s.verifier, "INTAKE_CODE_VERIFIER")
	x := c.exchangeCode(s, s.verifier)
	c.aboutNone("it takes a person in a browser who enters what is wrong")
	c.recommend(!hasToken(x), "no token for somebody who did not sign in, as it is of the workspace signed in", "one for a browser in which %s was entered", named)
}

// nearly is another password than one, with the same signs before the last one of those that servers compare: some leave out what comes after as
// many as these.
func nearly(password string) string {
	const compared = 64
	signs := []rune(password)
	if len(signs) == 0 {
		return "Wrong"
	}
	last, other := min(len(signs), compared)-1, 'x'
	if strings.ContainsRune("xX", signs[last]) {
		other = 'k'
	}
	signs[last] = other
	return string(signs)
}

// wantRefusalNamed wants the error of a request that its person refused to say so (RFC 6749 section 4.1.2.1). A button that only puts it
// off may mean something else, and without the RFC profile it is warned of.
func (c *C) wantRefusalNamed() {
	s := c.authorization(c.client(), redirectURI, nil)
	at, firm, err := c.signedIn().Refuse(c.ctx, s.url)
	c.needs(err == nil, "a page to refuse on", "%v", err)
	to, err := url.Parse(at)
	c.needs(err == nil && to.Query().Get("state") == s.state && to.Query().Get("error") != "", "an error that is sent back", "%s", at)
	told := to.Query().Get("error")
	c.aboutNone("it shows to a person in a browser")
	const expected = "the error access_denied for a request that its person refused (RFC 6749 section 4.1.2.1)"
	c.want(told == "access_denied" || !firm || !c.run.options.RFC, expected, "%s", told)
	c.recommend(told == "access_denied", expected, "%s", told)
}
