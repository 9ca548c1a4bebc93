package checks

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/conformance/hooks"
)

const (
	metadataPath = "/.well-known/oauth-authorization-server"
	deviceGrant  = "urn:ietf:params:oauth:grant-type:device_code"
	redirectURI  = "http://127.0.0.1:48127/callback"
)

// tokens are what a sign-in gives.
type tokens struct {
	Access    string  `json:"access_token"`
	Refresh   string  `json:"refresh_token"`
	ClientID  string  `json:"client_id"`
	ExpiresIn float64 `json:"expires_in"`
}

// metadata is the server's own account of its sign-in; where it is missing the documented paths stand in.
func (c *C) metadata() obj {
	return shared(c, "metadata", func(c *C) obj {
		o := c.get(metadataPath, anonymous).object()
		if o == nil {
			o = obj{}
		}
		return o
	})
}

// endpoint is where the metadata has a call, or the usual path where it tells nothing that can be used: what can be judged all the
// same shall be.
func (c *C) endpoint(member, usual string) string {
	text, _ := c.metadata()[member].(string)
	if strings.HasPrefix(text, "/") {
		return text
	}
	if u, err := url.Parse(text); err != nil || u.Host == "" || !c.someoneAt(u) {
		return usual
	}
	return text
}

// someoneAt says whether anybody answers at the host of an address. At that of the server itself somebody does.
func (c *C) someoneAt(u *url.URL) bool {
	root := u.Scheme + "://" + u.Host
	if base := c.run.url("/"); base == root+"/" {
		return true
	}
	return shared(c, "someone at "+root, func(c *C) bool { return c.try("GET", root+"/", anonymous, aside, hasty).err == nil })
}

func (c *C) tokenEndpoint() string { return c.endpoint("token_endpoint", "/oauth/token") }
func (c *C) deviceEndpoint() string {
	return c.endpoint("device_authorization_endpoint", "/oauth/device_authorization")
}
func (c *C) registerEndpoint() string {
	return c.endpoint("registration_endpoint", "/oauth/register")
}

func (c *C) form(path string, values url.Values, options ...option) *exchange {
	return c.authenticated(c.formAs(path, values, options...), path, values, options...)
}

// formWithCharset adds to the content type of a form what many clients add, and what means nothing.
func formWithCharset(r *request) {
	r.header.Set("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
}

func (c *C) formAs(path string, values url.Values, options ...option) *exchange {
	spends := func(r *request) { r.spends = values.Has("grant_type") }
	return c.call("POST", path, append([]option{anonymous, bodyOf("application/x-www-form-urlencoded", []byte(values.Encode())), spends}, options...)...)
}

// register registers a client. A server may want a credential for it (RFC 7591 section 3); it gets the key when it is the
// server's own endpoint that asks.
func (c *C) register(body any) *exchange {
	path := c.registerEndpoint()
	x := c.post(path, body, anonymous)
	if x.status == 401 || x.status == 403 {
		if strings.HasPrefix(path, "/") || strings.HasPrefix(path, strings.TrimRight(c.run.target.BaseURL, "/")+"/") {
			if again := c.post(path, body); again.ok() {
				return again
			}
			c.about(x)
		}
	}
	return x
}

// client registers a client for the check.
func (c *C) client(redirects ...string) string {
	if len(redirects) == 0 {
		redirects = []string{redirectURI}
	}
	return c.clientNamed("Conformance "+c.check.ID, redirects)
}

// otherURI is where no client but another one has its codes sent.
const otherURI = "http://127.0.0.1:48127/another"

// otherClient registers another client, under another name and with another address: equal registrations may get one client_id
// (RFC 7591 section 3.2.1).
func (c *C) otherClient() string {
	return c.clientNamed("Conformance other "+c.random(8), []string{otherURI})
}

func (c *C) clientNamed(name string, redirects []string) string {
	x := c.register(obj{"client_name": name, "redirect_uris": redirects})
	id, _ := x.object()["client_id"].(string)
	c.needs(x.ok() && id != "", "a registered client", "%s", x)
	c.learnSecret(x.object())
	return id
}

// device is a device authorization under way.
type device struct {
	clientID string
	reply    *exchange
	code     string
	userCode string
	interval time.Duration
	expires  float64
	since    time.Time // by the clock of the run
	last     *exchange // the last poll
	told     bool      // that it has tokens
}

func (c *C) deviceReply(values url.Values) *exchange {
	x := c.form(c.deviceEndpoint(), values)
	if code, _ := x.object()["device_code"].(string); code != "" {
		c.run.secret(code, "INTAKE_DEVICE_CODE")
	}
	return x
}

// startDevice starts a device authorization; without one the check is inconclusive.
func (c *C) startDevice() *device { return c.startDeviceOf(c.client()) }

func (c *C) startDeviceOf(clientID string) *device {
	return c.deviceOf(clientID, c.deviceReply(url.Values{"client_id": {clientID}}))
}

// deviceOf reads the reply to a device authorization.
func (c *C) deviceOf(clientID string, reply *exchange) *device {
	d := &device{clientID: clientID, reply: reply, since: c.run.clock.passed()}
	o := c.prepared(d.reply, "a device authorization")
	d.code, _ = o["device_code"].(string)
	d.userCode, _ = o["user_code"].(string)
	seconds, ok := number(o["interval"])
	if !ok || seconds <= 0 {
		seconds = 5
	}
	d.interval = time.Duration(seconds * float64(time.Second))
	d.expires, _ = number(o["expires_in"])
	c.run.pages.show(d)
	c.needs(d.code != "", "a device_code to poll with", "%s", d.reply)
	return d
}

// poll asks for the tokens once. A server that wants slower polling gets it.
func (c *C) poll(d *device) *exchange {
	x, settled := c.polled(d)
	c.needs(settled, "an answer to a poll", "slow_down again and again")
	return x
}

// pollDecided polls a request that its person decided on, and once more a while later where it is pending still: the server may have to pass
// the decision on.
func (c *C) pollDecided(d *device) *exchange {
	x := c.poll(d)
	if errorIs(x, "authorization_pending") {
		c.wait(max(min(d.interval, maxInterval), passingOn))
		x = c.poll(d)
	}
	return x
}

// polled is poll, and says whether the answer was another than slow_down to ever slower polls.
func (c *C) polled(d *device) (x *exchange, settled bool) {
	for range 4 {
		if x = c.asksFor(d); !errorIs(x, "slow_down") {
			return x, true
		}
		d.interval += 5 * time.Second
		c.wait(min(d.interval, maxInterval))
	}
	return x, false
}

// asksFor asks for the tokens of a request once, and takes the answer as it is.
func (c *C) asksFor(d *device) *exchange {
	x := c.form(c.tokenEndpoint(), url.Values{"grant_type": {deviceGrant}, "device_code": {d.code}, "client_id": {d.clientID}})
	c.keep(x)
	c.run.pages.polled(d, x)
	return x
}

const maxInterval = 45 * time.Second

// keep notes tokens as secrets.
func (c *C) keep(x *exchange) {
	for _, name := range []string{"access_token", "refresh_token"} {
		if s, ok := x.object()[name].(string); ok {
			c.run.secret(s, tokenVariable)
		}
	}
	if life, told := number(x.object()["expires_in"]); told {
		c.run.lives(life)
	}
}

// shortLife in seconds is one in which checks that share a token may not come to their end.
const shortLife = 150

// lives notes a life of a token.
func (r *run) lives(seconds float64) {
	if 0 < seconds && seconds <= shortLife {
		r.shortLived.Store(true)
	}
}

// errorIs says whether a JSON body carries a value such as authorization_pending, under whatever name.
func errorIs(x *exchange, value string) bool {
	return !x.ok() && contains(x.json, func(s string) bool { return s == value || strings.Contains(s, value) })
}

func hasToken(x *exchange) bool {
	for _, name := range []string{"access_token", "refresh_token"} {
		if v, there := x.object()[name]; there && v != nil && v != "" {
			return true
		}
	}
	return false
}

func tokensOf(x *exchange, clientID string) *tokens {
	t := &tokens{ClientID: clientID}
	t.Access, _ = x.object()["access_token"].(string)
	t.Refresh, _ = x.object()["refresh_token"].(string)
	t.ExpiresIn, _ = number(x.object()["expires_in"])
	return t
}

// token is a pair of tokens of the home workspace that many checks read with.
func (c *C) token() *tokens {
	return shared(c, sharedToken, func(c *C) (t *tokens) {
		if !c.maybe(func() { t = c.newToken() }) { // one approval may be lost, and many checks want the token
			t = c.newToken()
		}
		return t
	})
}

// newToken gets a pair of tokens of the home workspace, by the first way that the hooks offer.
func (c *C) newToken() *tokens {
	t := c.tokenOf(c.orgID())
	c.run.atHome(t.Access)
	return t
}

func (c *C) tokenOf(org ident) *tokens {
	var t tokens
	if err := c.verb("issue-token", obj{"org_id": org}, &t); err == nil && t.Access != "" {
		c.run.secret(t.Access, tokenVariable)
		c.run.secret(t.Refresh, tokenVariable)
		c.run.lives(t.ExpiresIn)
		return &t
	}
	return c.approved(org)
}

// approved signs in by the device flow with the person's part done by the hook.
func (c *C) approved(org ident) *tokens { return c.approvedFor(c.client(), org) }

func (c *C) approvedFor(client string, org ident) *tokens {
	return tokensOf(c.approvalOf(client, org), client)
}

// approvalOf is the reply to a request that was approved.
func (c *C) approvalOf(client string, org ident) *exchange {
	d := c.startDeviceOf(client)
	c.hook("approve-device", obj{"org_id": org, "user_code": d.userCode}, nil)
	x := c.poll(d)
	c.needs(x.ok() && hasToken(x), "tokens after approval", "%s", x)
	return x
}

func (c *C) refresh(t *tokens, options ...option) *exchange {
	values := url.Values{"grant_type": {"refresh_token"}, "refresh_token": {t.Refresh}}
	if t.ClientID != "" {
		values.Set("client_id", t.ClientID)
	}
	x := c.form(c.tokenEndpoint(), values, options...)
	c.keep(x)
	return x
}

// signIn is a code flow under way.
type signIn struct {
	clientID, redirect, verifier, state string
	url                                 string
	asked                               obj // of the hook
	redirectTo                          string
	code                                string
}

// authorization builds the authorization URL of a code flow.
func (c *C) authorization(clientID, redirect string, change func(url.Values)) *signIn {
	s := &signIn{clientID: clientID, redirect: redirect, verifier: c.random(shortestVerifier), state: c.random(64)}
	challenge := challengeOf(s.verifier)
	c.run.mu.Lock()
	c.run.verifiers[s.verifier] = true
	c.run.mu.Unlock()
	values := url.Values{"response_type": {"code"}, "client_id": {clientID}, "redirect_uri": {redirect}, "state": {s.state},
		"code_challenge": {challenge}, "code_challenge_method": {"S256"}}
	if change != nil {
		change(values)
	}
	endpoint := c.endpoint("authorization_endpoint", "/oauth/authorize")
	sep := "?"
	if strings.Contains(endpoint, "?") {
		sep = "&"
	}
	s.url = c.run.url(endpoint) + sep + values.Encode()
	return s
}

// consent has the person sign in and agree, by the hook or on the pages. The error is the hook's own, or says that the server refuses.
func (c *C) consent(s *signIn, org ident) error {
	err := c.consentOnce(s, org)
	u, _ := url.Parse(s.redirectTo)
	if err != nil || u == nil || u.Query().Get("error") != "invalid_scope" {
		return err
	}
	scopes := strings.Join(strs(c.metadata()["scopes_supported"]), " ")
	if scopes == "" || strings.Contains(s.url, "scope=") {
		return err
	}
	s.url += "&scope=" + url.QueryEscape(scopes) // a server may have no default (RFC 6749 section 3.3)
	return c.consentOnce(s, org)
}

func (c *C) consentOnce(s *signIn, org ident) error {
	var out struct {
		RedirectTo string `json:"redirect_to"`
	}
	s.asked = obj{"org_id": org, "authorization_url": s.url}
	err := c.verb("authorize", s.asked, &out)
	if c.aboutHook("authorize", s.asked); errors.Is(err, hooks.ErrNotOffered) {
		c.offered("authorize", err)
	}
	if err != nil {
		return err
	}
	return c.sentBack(s, out.RedirectTo)
}

// sentBack notes where the browser was sent, and with which code.
func (c *C) sentBack(s *signIn, redirectTo string) error {
	s.redirectTo = redirectTo
	u, err := url.Parse(redirectTo)
	if err != nil {
		return fmt.Errorf("redirect_to is no URL: %w", err)
	}
	s.code = u.Query().Get("code")
	c.run.secret(s.code, "INTAKE_CODE")
	c.run.secret(s.verifier, "INTAKE_CODE_VERIFIER")
	return nil
}

// codeFlow runs a code flow up to the code; what stands in the way blocks the check or makes it inconclusive.
func (c *C) codeFlow(org ident) *signIn { return c.codeFlowOf(c.client(), org) }

func (c *C) codeFlowOf(client string, org ident) *signIn {
	s := c.authorization(client, redirectURI, nil)
	c.authorized(s, org)
	c.needs(s.code != "", "an authorization code", "the browser was sent to %s", s.redirectTo)
	return s
}

// oddState has what a URL must escape, and letters of both cases.
const oddState = "a+B&c=D/e ~100%25"

// shortestVerifier is the least length of a code_verifier (RFC 7636 section 4.1), which SDKs use.
const shortestVerifier = 43

// longestVerifier is the most.
const longestVerifier = 128

// exchangeCode exchanges a code with a verifier, or with none where it is empty.
func (c *C) exchangeCode(s *signIn, verifier string) *exchange {
	if verifier == "" {
		return c.exchanged(s, nil)
	}
	return c.exchangeWith(s, verifier)
}

// exchangeWith is exchangeCode that sends an empty verifier, too.
func (c *C) exchangeWith(s *signIn, verifier string) *exchange {
	return c.exchanged(s, url.Values{"code_verifier": {verifier}})
}

func (c *C) exchanged(s *signIn, values url.Values) *exchange {
	all := url.Values{"grant_type": {"authorization_code"}, "code": {s.code}, "redirect_uri": {s.redirect}, "client_id": {s.clientID}}
	maps.Copy(all, values)
	x := c.form(c.tokenEndpoint(), all)
	c.keep(x)
	return x
}
