package peer

import (
	"net/url"
	"slices"
	"strings"
	"time"
)

// deviceCases judge sign-in by device code (spec section 5, RFC 8628).
var deviceCases = []Case{
	{"CLI-OAUTH-01", func(c *C) {
		a := newAuthServer()
		base := c.Serve(a.plan)
		c.WantOK("sign-in with the endpoints of the metadata", c.signIn(base))
		for _, fixed := range []string{"/oauth/token", "/oauth/device_authorization"} {
			c.Want(len(c.To("POST", fixed)) == 0, "no request to a path that the metadata does not name", "POST %s", fixed)
		}
	}},
	{"CLI-OAUTH-02", func(c *C) {
		a := newAuthServer()
		out := c.signIn(c.Serve(a.plan))
		r := c.first(a.paths["device"], out)
		c.Want(r.MediaType() == "application/x-www-form-urlencoded", "a form-urlencoded body", "Content-Type %q", r.Header.Get("Content-Type"))
		c.Want(r.Form().Get("client_id") != "", "client_id in the form", "%q", r.Body)
	}},
	{"CLI-OAUTH-03", func(c *C) {
		a := newAuthServer()
		out := c.signIn(c.Serve(a.plan))
		device, r := c.first(a.paths["device"], out), c.first(a.paths["token"], out)
		c.Want(r.MediaType() == "application/x-www-form-urlencoded", "a form-urlencoded body", "Content-Type %q", r.Header.Get("Content-Type"))
		form := r.Form()
		c.Want(form.Get("grant_type") == deviceGrant, "grant_type="+deviceGrant, "%q", form.Get("grant_type"))
		c.Want(strings.HasPrefix(form.Get("device_code"), "dc_"), "the device_code of the answer", "%q", form.Get("device_code"))
		c.Want(form.Get("client_id") == device.Form().Get("client_id"), "the same client_id in both requests", "%q", form.Get("client_id"))
	}},
	{"CLI-OAUTH-04", func(c *C) {
		a := newAuthServer()
		a.pendings, a.interval = 2, 2
		out := c.signIn(c.Serve(a.plan))
		c.wantPace(out, a, 3, 0, 2*time.Second)
	}},
	{"CLI-OAUTH-05", func(c *C) {
		a := newAuthServer()
		a.pendings = 3
		c.WantOK("the tokens after three answers of authorization_pending", c.signIn(c.Serve(a.plan)))
		c.Want(a.polls == 4, "4 polls", "%s", plural(a.polls, "poll"))
	}},
	{"CLI-OAUTH-06", func(c *C) {
		a := newAuthServer()
		a.pendings, a.slowDown = 2, 1
		out := c.signIn(c.Serve(a.plan))
		c.wantPace(out, a, 3, 0, 6*time.Second)
	}},
	{"CLI-OAUTH-07", func(c *C) {
		for _, refusal := range []string{"access_denied", "expired_token"} {
			a := newAuthServer()
			a.pendings, a.refusal = 1, refusal
			out := c.signIn(c.Serve(a.plan))
			c.Want(!out.OK() && out.Broken == nil, "an error at "+refusal, "%s", out)
			c.Want(a.polls == 2, "no poll after "+refusal, "%s in all, where 2 were due", plural(a.polls, "poll"))
		}
	}},
	{"CLI-OAUTH-08", func(c *C) {
		a := newAuthServer()
		a.pendings, a.expires = 60, 3 // a client that does not end by itself has shown so by then
		a.refusal = "expired_token"
		out := c.signIn(c.Serve(a.plan))
		c.Want(out.Broken == nil, "polling that ends when expires_in has passed", "after %s: %s", plural(a.polls, "poll"), out)
		c.Want(!out.OK(), "an error", "%s", out)
		device, polls := c.first(a.paths["device"], out), c.To("POST", a.paths["token"])
		if len(polls) > 0 {
			late := polls[len(polls)-1].At - device.At
			c.Want(late <= 6*time.Second, "no poll after the 3 s of expires_in and an interval or two", "one came after %v", late.Round(time.Millisecond))
		}
	}},
	{"CLI-OAUTH-09", func(c *C) {
		var shown map[string]any
		c.On("prompt", func(data map[string]any) { shown = data })
		out := c.signIn(c.Serve(newAuthServer().plan))
		c.Want(shown != nil, "the event prompt, with what the person is to be shown", "none: %s", out)
		c.Want(shown["user_code"] == "BCDF-GHJK", "user_code BCDF-GHJK", "%s", show(shown))
		uri, _ := shown["verification_uri"].(string)
		c.Want(strings.HasSuffix(uri, "/device"), "the verification_uri", "%s", show(shown))
	}},
}

// tokenCases judge what a client does with tokens that lapse (spec section 5).
var tokenCases = []Case{
	{"CLI-OAUTH-10", func(c *C) {
		a, base := c.signedIn()
		for range 2 {
			c.pass(time.Duration(a.life)*time.Second + 200*time.Millisecond) // a token refused before its time proves nothing
			a.lapse()
			c.asAccount(base, "me")
		}
		if a.renewals == 0 && a.reused == 0 {
			c.Skip("the client signs in again rather than refresh")
		}
		c.Want(a.reused == 0, "each refresh with the newest refresh token", "a spent one was sent %s", plural(a.reused, "time"))
		c.Want(a.renewals >= 2, "two refreshes", "%s", plural(a.renewals, "refresh"))
	}},
	{"CLI-OAUTH-11", func(c *C) {
		a, base := c.signedIn()
		a.lapse()
		a.slowness = 300 * time.Millisecond // so that all ten have been refused before the first refresh is answered
		out := c.Call(Command{Command: "parallel", BaseURL: base, Account: "main",
			Params: map[string]any{"count": 10}})
		c.Want(out.Broken == nil, "ten answers", "%s", out)
		c.Want(a.reused == 0, "one refresh for all, or none with a spent token", "a spent refresh token was sent %s", plural(a.reused, "time"))
	}},
	{"CLI-OAUTH-12", func(c *C) {
		a, base := c.signedIn()
		a.lapse()
		out := c.asAccount(base, "me")
		c.Want(out.OK() || out.Fault != nil && out.Fault.Kind == "sign_in", "the call to succeed after a refresh, or a request to sign in", "%s", out)
	}},
}

// browserCases judge the code flow (spec section 5, RFC 7636, RFC 8252).
var browserCases = []Case{
	{"CLI-OAUTH-13", func(c *C) {
		flow := c.browse(func(f flow, good url.Values) []url.Values {
			if !f.toLoopback() {
				return nil
			}
			return []url.Values{good}
		})
		c.Want(flow.toLoopback(), "a redirect_uri on http://127.0.0.1 with a port", "%q", flow.query.Get("redirect_uri"))
		c.WantOK("the code to be taken there", flow.out)
	}},
	{"CLI-OAUTH-14", func(c *C) {
		var verifiers []string
		for range 2 {
			flow := c.browse(nil)
			form := c.first(flow.auth.paths["token"], flow.out).Form()
			verifier := form.Get("code_verifier")
			c.Want(flow.query.Get("code_challenge_method") == "S256", "code_challenge_method=S256", "%q", flow.query.Get("code_challenge_method"))
			c.Want(len(verifier) >= 43 && len(verifier) <= 128, "a verifier of 43 to 128 characters", "%d characters", len(verifier))
			c.Want(challenge(verifier) == flow.query.Get("code_challenge"), "the S256 challenge of the verifier", "another one")
			verifiers = append(verifiers, verifier)
		}
		c.Want(verifiers[0] != verifiers[1], "a fresh verifier for each flow", "the same one twice")
	}},
	{"CLI-OAUTH-15", func(c *C) {
		flow := c.browse(func(f flow, callback url.Values) []url.Values {
			if callback.Get("state") == "" {
				return nil
			}
			forged := url.Values{"code": {"stolen"}, "state": {"not-" + callback.Get("state")}}
			return []url.Values{forged, callback}
		})
		for _, r := range c.To("POST", flow.auth.paths["token"]) {
			c.Want(r.Form().Get("code") != "stolen", "no token request for a callback with a wrong state", "the code of such a callback was exchanged")
		}
		c.Want(flow.query.Get("state") != "", "a state in the authorization request", "none")
	}},
	{"CLI-OAUTH-16", func(c *C) {
		flow := c.browse(nil)
		all := c.To("POST", flow.auth.paths["register"])
		if len(all) == 0 {
			c.Skip("the client has a client_id of its own and does not register")
		}
		members := all[0].members(c)
		name, _ := members["client_name"].(string)
		uris, isList := members["redirect_uris"].([]any)
		c.Want(all[0].MediaType() == "application/json", "a JSON body", "Content-Type %q", all[0].Header.Get("Content-Type"))
		c.Want(name != "", "client_name", "%s", show(members))
		c.Want(isList && len(uris) > 0 && !slices.ContainsFunc(uris, func(u any) bool { _, ok := u.(string); return !ok }),
			"redirect_uris as an array of strings", "%s", show(members))
		c.Want(strings.HasPrefix(flow.query.Get("client_id"), "cli_"), "the client_id that the registration gave", "%q", flow.query.Get("client_id"))
	}},
}

// toLoopback says whether the code is to come back as RFC 8252 section 7.3 wants it.
func (f flow) toLoopback() bool {
	redirect, err := url.Parse(f.query.Get("redirect_uri"))
	return err == nil && redirect.Scheme == "http" && redirect.Hostname() == "127.0.0.1" && redirect.Port() != ""
}

// signIn runs the device flow.
func (c *C) signIn(base string) Outcome {
	return c.Call(Command{Command: "sign_in_device", BaseURL: base, Account: "main", Params: map[string]any{"client_id": "cli_given"}})
}

// signedIn brings an account to tokens that the client takes for short-lived.
func (c *C) signedIn() (*authServer, string) {
	a := newAuthServer()
	a.life = 1
	base := c.Serve(a.plan)
	if out := c.signIn(base); !out.OK() || a.issued == 0 {
		c.Unclear("a sign-in by device code first", out)
	}
	return a, base
}

func (c *C) asAccount(base, command string) Outcome {
	return c.Call(Command{Command: command, BaseURL: base, Account: "main"})
}

// first is the first request to a path; a client that made none could not be judged further.
func (c *C) first(path string, out Outcome) Request {
	all := c.To("POST", path)
	if len(all) == 0 {
		c.Unclear("a request to "+path, out)
	}
	return all[0]
}

// wantPace wants the gaps between polls, from the one with number first on, to be at least so long.
func (c *C) wantPace(out Outcome, a *authServer, polls, first int, least time.Duration) {
	all := c.To("POST", a.paths["token"])
	if len(all) < polls {
		c.Unclear(plural(polls, "poll"), out)
	}
	for i := first + 1; i < len(all); i++ {
		gap := all[i].At - all[i-1].At
		c.Want(gap >= least-100*time.Millisecond, "at least "+least.String()+" between polls", "%v between poll %d and the next", gap.Round(time.Millisecond), i)
	}
}
