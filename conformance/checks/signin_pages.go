package checks

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/workspaceintake/intake-go/conformance/hooks"
	"github.com/workspaceintake/intake-go/conformance/internal/person"
)

// What hooks do in a person's place is done on the server's own sign-in pages where there are no hooks for it, as far as these have
// forms that the key of a workspace opens, or the name and password of the target. Pages that are not understood block a check, as a
// missing hook does.

// Person is somebody who can sign in to the workspace of the key on the server's pages.
type Person struct{ Name, Password string }

// signInPages are what a run knows of them.
type signInPages struct {
	mu       sync.Mutex
	shown    map[string]string // by user_code, the address that a device shows
	keys     map[string]string // by org_id, of the workspaces that hooks made
	people   map[string]*person.Person
	devices  map[string]*device // by user_code
	approved []string           // user codes of requests that were approved, by a button that says so
	lost     bool               // an authorization request was gone once its person had signed in, and the next one was not
}

func newSignInPages() *signInPages {
	return &signInPages{shown: map[string]string{}, devices: map[string]*device{}, keys: map[string]string{}, people: map[string]*person.Person{}}
}

// show notes where a device sends its person.
func (p *signInPages) show(d *device) {
	o := d.reply.object()
	address := plainText(o["verification_uri_complete"])
	if address == "" {
		address = plainText(o["verification_uri"])
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.shown[d.userCode], p.devices[d.userCode] = address, d
}

// opens notes the key of a workspace.
func (p *signInPages) opens(org ident, key string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.keys[org.text] = key
}

// personOf is the one person of the run in a workspace, who stays signed in.
func (c *C) personOf(org ident) (*person.Person, error) {
	home := c.orgID()
	p := c.run.pages
	p.mu.Lock()
	defer p.mu.Unlock()
	if known := p.people[org.text]; known != nil {
		return known, nil
	}
	with := person.Credentials{APIKey: p.keys[org.text]}
	if org.text == home.text {
		with = c.homeCredentials()
	}
	if with.APIKey == "" {
		return nil, fmt.Errorf("nobody is known who signs in to the workspace %s", org)
	}
	one, err := person.New(c.run.target.BaseURL, with)
	if err == nil {
		p.people[org.text] = one
	}
	return one, err
}

// notByPerson says why a person could not do on the server's own pages what a verb asks for, which then is as if it was not offered.
type notByPerson struct{ reason string }

func (e notByPerson) Error() string { return "on the server's own pages: " + e.reason }

func (notByPerson) Unwrap() error { return hooks.ErrNotOffered }

// onPages does on the sign-in pages what a verb asks for. It gives the answer that the hook would give, and the address that was opened.
// The error is hooks.ErrNotOffered where the verb is for no person, or the pages are not understood.
func (c *C) onPages(verb string, in any) (out any, address string, err error) {
	asked, _ := in.(obj)
	org, named := asked["org_id"].(ident)
	if !named || verb != "approve-device" && verb != "deny-device" && verb != "authorize" {
		return nil, "", hooks.ErrNotOffered
	}
	if reason := shared(c, "sign-in pages for "+verb, func(c *C) string { return c.pagesFail(verb) }); reason != "" {
		return nil, "", notByPerson{reason}
	}
	out, address, _, err = c.visit(verb, org, asked)
	if errors.Is(err, person.ErrNotUnderstood) {
		err = notByPerson{err.Error()}
	}
	return out, address, err
}

// visit has the person of a workspace do what a verb asks for. Sure says that a button was pressed which says what was meant.
func (c *C) visit(verb string, org ident, asked obj) (out any, address string, sure bool, err error) {
	defer func() {
		if errors.Is(err, person.ErrNotUnderstood) && c.run.target.Person.Name == "" {
			err = fmt.Errorf("%w (the API key was entered; a person's name and password can be given, as sign_in of the configuration)", err)
		}
	}()
	who, err := c.personOf(org)
	if err != nil {
		return nil, "", false, fmt.Errorf("%w: %w", person.ErrNotUnderstood, err)
	}
	code := plainText(asked["user_code"])
	c.run.pages.mu.Lock()
	address = c.run.pages.shown[code]
	c.run.pages.mu.Unlock()
	switch verb {
	case "approve-device":
		if sure, err = who.Approve(c.ctx, address, code); sure && err == nil {
			c.run.pages.pressed(code)
		}
	case "deny-device":
		sure, err = who.Deny(c.ctx, address, code)
	case "authorize":
		address = plainText(asked["authorization_url"])
		var to string
		to, err = who.Authorize(c.ctx, address)
		return obj{"redirect_to": to}, address, true, err
	}
	return obj{}, address, sure, err
}

// pagesFail tries out what a verb does on the pages, and says what stands in the way. What is tried is no part of any check.
func (c *C) pagesFail(verb string) (reason string) {
	defer func() { c.steps, c.traffic = nil, nil }()
	if verb == "authorize" {
		return c.authorizePagesFail()
	}
	d := c.startDevice()
	_, _, sure, err := c.visit(verb, c.orgID(), obj{"user_code": d.userCode})
	if err != nil {
		return err.Error()
	}
	x, _ := c.polled(d)
	if errorIs(x, "authorization_pending") {
		c.wait(max(min(d.interval, maxInterval), passingOn))
		x, _ = c.polled(d)
	}
	switch {
	case sure && errorIs(x, "authorization_pending"):
		return noEffect
	case sure && verb == "approve-device" && errorIs(x, "access_denied"): // a refusal that brings a token is for a check
		return otherEffect
	case errorIs(x, "authorization_pending"), errorIs(x, "slow_down"), verb == "approve-device" && (errorIs(x, "access_denied") || !sure && !hasToken(x)):
		return "what was entered and pressed there did not do it"
	}
	return ""
}

// passingOn is how long a request may be pending once it was approved, at least, as the server may have to pass that on.
const passingOn = 3 * time.Second

// What stands in the way where a button was pressed that says what was meant.
const (
	noEffect    = "the button that says so was pressed there, and the request is pending as before"
	otherEffect = "the button that says so was pressed there, and did the opposite"
)

// brokenPage is what a person says of a page that the server failed at, and not for a moment.
var brokenPage = regexp.MustCompile(`status 50[01] at /`)

// wantEffect warns of a page whose button to approve or deny a request leaves it pending, which may only lead away, and of one that is
// answered with a failure of the server.
func (c *C) wantEffect(verb string) {
	before, d := c.steps, c.startDevice()
	err := c.byPerson(verb, obj{"org_id": c.orgID(), "user_code": d.userCode}, nil)
	c.about(d.reply)
	c.recommend(err == nil || !strings.Contains(err.Error(), noEffect) && !strings.Contains(err.Error(), otherEffect),
		"the effect that the button on the page at verification_uri tells of", "%v", err)
	c.recommend(err == nil || !brokenPage.MatchString(err.Error()), "pages to sign in and approve on that do not break", "%v", err)
	c.steps = before // nothing that a script has to do
}

// wantApprovedByPerson warns where a request is pending once a person approved it on the pages, while another one of its client that came
// later is, too.
func (c *C) wantApprovedByPerson() {
	if slices.ContainsFunc(c.steps, func(s *act) bool { return s.page != "" }) { // for want of a hook: this is what was judged
		return
	}
	d := c.startDevice()
	c.startDeviceOf(d.clientID)
	err := c.byPerson("approve-device", obj{"org_id": c.orgID(), "user_code": d.userCode}, nil)
	c.needs(err == nil, "a page to approve on", "%v", err)
	x := c.pollDecided(d)
	c.recommend(!errorIs(x, "authorization_pending"), "tokens for the request that was approved on the page, whichever came later", "%s", x)
}

// wantRefusedByPerson warns of tokens for a request that a person refused on the pages.
func (c *C) wantRefusedByPerson() {
	d := c.startDevice()
	err := c.byPerson("deny-device", obj{"org_id": c.orgID(), "user_code": d.userCode}, nil)
	c.needs(err == nil, "a page to refuse on", "%v", err)
	x := c.poll(d)
	c.recommend(!hasToken(x), "no token for a request that was refused on the page", "%s", x)
}

// wantOnlyLookedAt warns of tokens for a request whose page was opened by a person who is signed in, and who pressed nothing there.
func (c *C) wantOnlyLookedAt() {
	first, d := c.startDevice(), c.startDevice()
	_ = c.byPerson("approve-device", obj{"org_id": c.orgID(), "user_code": first.userCode}, nil) // which signs in, whatever else it does
	who, err := c.personOf(c.orgID())
	c.needs(err == nil, "a person", "%v", err)
	address := c.pageOf(d)
	c.needs(who.Look(c.ctx, address) == nil, "a page that opens", "%s does not", address)
	x := c.poll(d)
	c.recommend(!hasToken(x), "no token for a request whose page was only opened", "%s", x)
}

// wantSentBack warns of a page that keeps a person who agreed to an authorization request, and of one that is answered with a failure of
// the server.
func (c *C) wantSentBack() {
	before, s := c.steps, c.authorization(c.client(), redirectURI, nil)
	err := c.byPerson("authorize", obj{"org_id": c.orgID(), "authorization_url": s.url}, nil)
	c.aboutNone("it shows to a person in a browser")
	c.recommend(err == nil || !strings.Contains(err.Error(), person.ErrNoWayBack.Error()), "the browser to be sent to the redirect_uri once a person agreed", "%v", err)
	c.recommend(err == nil || !brokenPage.MatchString(err.Error()), "pages to sign in and agree on that do not break", "%v", err)
	c.steps = before
}

// wantSignInAsked warns of a device that is approved by somebody who never signed in.
func (c *C) wantSignInAsked() {
	x, address := c.approvedBy(person.Credentials{})
	c.recommend(!hasToken(x), "a sign-in before a device is approved, as the workspace comes from it",
		"tokens for a browser that entered the code and pressed the button at %s, and nothing else", address)
}

// approvedBy has somebody approve a device, and gives what it is answered then, and where it was done.
func (c *C) approvedBy(with person.Credentials) (x *exchange, address string) {
	somebody, d := c.newcomer(with), c.startDevice()
	address = c.pageOf(d)
	_, err := somebody.Approve(c.ctx, address, d.userCode)
	c.needs(err == nil, "a page that approves", "%v", err)
	x, _ = c.polled(d)
	return x, address
}

// authorizePagesFail tries it twice: a server may lose the request when its person signs in.
func (c *C) authorizePagesFail() string {
	reason := c.authorizePageFails()
	if reason == "" || c.authorizePageFails() != "" {
		return reason
	}
	c.run.pages.mu.Lock()
	defer c.run.pages.mu.Unlock()
	c.run.pages.lost = true
	return ""
}

// signedIn is the person of the home workspace, who signed in on the pages before.
func (c *C) signedIn() *person.Person {
	home := c.orgID()
	c.run.pages.mu.Lock()
	defer c.run.pages.mu.Unlock()
	who := c.run.pages.people[home.text]
	c.needs(who != nil, "somebody who signed in on the pages", "nobody did")
	return who
}

// wantRefusalKept warns of a code for a request that its person refused.
func (c *C) wantRefusalKept() {
	to, _, err := c.signedIn().Refuse(c.ctx, c.authorization(c.client(), redirectURI, nil).url)
	c.needs(err == nil, "a page to refuse on", "%v", err)
	u, err := url.Parse(to)
	c.needs(err == nil, "an address", "%v", err)
	code := u.Query().Get("code")
	c.run.secret(code, "INTAKE_CODE")
	c.aboutNone("it shows to a person in a browser")
	c.recommend(code == "", "no code for a request that was refused", "one, for the button that refuses on the page at the authorization endpoint")
}

// wantKeyKnown warns of pages on which any key signs in. Those that take a name and a password may take a key as well.
func (c *C) wantKeyKnown() {
	c.signedIn()
	if c.run.target.Person.Name != "" {
		x, _ := c.approvedBy(person.Credentials{APIKey: c.run.home.Key})
		c.needs(hasToken(x), "pages that a key opens, too", "%s", x)
	}
	key := "bsk_" + c.random(40)
	c.run.madeUp(key)
	x, address := c.approvedBy(person.Credentials{APIKey: key})
	c.recommend(!hasToken(x), "pages that a key signs in on which the server gave", "tokens for a browser that entered a made-up one at %s", address)
}

func (c *C) authorizePageFails() string {
	s := c.authorization(c.client(), redirectURI, nil)
	out, _, _, err := c.visit("authorize", c.orgID(), obj{"authorization_url": s.url})
	switch {
	case errors.Is(err, person.ErrRefused) && !errors.Is(err, person.ErrMissing): // which a check looks at as nobody
		return ""
	case err != nil:
		return err.Error()
	}
	to, err := url.Parse(plainText(out.(obj)["redirect_to"]))
	if err == nil && to.Query().Get("code") != "" { // where to is for a check
		return ""
	}
	if err != nil || to.Host != "127.0.0.1:48127" {
		return "they lead elsewhere than to the application"
	}
	if failed := to.Query().Get("error"); failed != "" && failed != "invalid_scope" {
		return "they end with " + failed
	}
	return ""
}

// wantRequestKept warns of an authorization request that is gone, or another one, once its person has signed in.
func (c *C) wantRequestKept() {
	c.run.pages.mu.Lock()
	lost := c.run.pages.lost
	c.run.pages.mu.Unlock()
	c.aboutNone("it shows to somebody who is not signed in yet")
	const expected, gone = "an authorization request that goes on once its person has signed in",
		"it leads nowhere, and the next request of the same person, who is signed in by then, ends with a code"
	c.recommend(!lost, expected, gone)
	c.signedIn()
	somebody := c.newcomer(c.homeCredentials())
	code, state, asked := c.authorizedBy(somebody)
	if code != "" && state == asked {
		return
	}
	second, state2, asked2 := c.authorizedBy(somebody)
	c.needs(second != "" && state2 == asked2, "a code for somebody who is signed in", "none")
	c.recommend(code != "", expected, gone)
	c.recommend(state == asked, expected, "the state is another one, and that of the next request of the same person is not")
}

// authorizedBy has somebody agree to a new authorization request, and gives what the application is sent, and the state that it asked with.
func (c *C) authorizedBy(somebody *person.Person) (code, state, asked string) {
	s := c.authorization(c.client(), redirectURI, nil)
	at, err := somebody.Authorize(c.ctx, s.url)
	if err != nil {
		return "", "", s.state
	}
	to, err := url.Parse(at)
	if err != nil {
		return "", "", s.state
	}
	code = to.Query().Get("code")
	c.run.secret(code, "INTAKE_CODE")
	return code, to.Query().Get("state"), s.state
}

// inBrowser is a line that tells a person to do what a verb asks for, and waits until it is done.
func (s *act) inBrowser() string {
	if s.verb == "authorize" {
		return "Open " + s.page + " in a browser, sign in and agree, and enter here the address that it is then sent to:"
	}
	var asked struct {
		Code string `json:"user_code"`
	}
	_ = json.Unmarshal(s.in, &asked)
	return "Open " + s.page + " in a browser, sign in, " + strings.TrimSuffix(s.verb, "-device") + " the code " + asked.Code + ", and press Enter here:"
}
