package selftest_test

import (
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/checks"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// A hook that fails accuses nobody where the authorization endpoint does not say of itself that the request is wrong: it
// may want a person to sign in first, or something that the text leaves open.
func TestAHookThatFailsAccusesNobody(t *testing.T) {
	everybody := func(url.Values) bool { return true }
	homeward := func(q url.Values) bool { return q.Get("redirect_uri") == "http://127.0.0.1:48127/callback" } // an error goes nowhere else
	saying := func(status int, body any) func(c *call, q url.Values) {
		return func(c *call, _ url.Values) { c.answer(status, body) }
	}
	to := func(address string) func(c *call, q url.Values) {
		return func(c *call, _ url.Values) {
			c.answer(302, obj{})
			c.header.Set("Location", address)
		}
	}
	elsewhere := refusesSignIn(everybody, withStatus(400))
	elsewhere.response = func(c *call) bool {
		return c.op == "metadata" && c.edit(func(o obj) bool { delete(o, "authorization_endpoint"); return true })
	}
	pushed := refusesSignIn(fromClient, withStatus(400))
	pushed.response = func(c *call) bool {
		return c.op == "metadata" && c.edit(func(o obj) bool { o["require_pushed_authorization_requests"] = true; return true })
	}
	broken := layer{fails: func(verb string, _ obj) bool { return verb == "authorize" }}
	for name, l := range map[string]layer{
		"a consent page, and a hook that fails":         broken,
		"a page to sign in first":                       refusesSignIn(fromClient, to("/login?next=%2Foauth%2Fauthorize")),
		"a page to sign in elsewhere":                   refusesSignIn(fromClient, to("https://login.example/?error=invalid_request")),
		"401 to nobody":                                 refusesSignIn(fromClient, withStatus(401)),
		"403 to nobody, whatever is asked":              refusesSignIn(everybody, withStatus(403)),
		"404 to nobody, whatever is asked":              refusesSignIn(everybody, withStatus(404)),
		"400 to nobody":                                 refusesSignIn(fromClient, saying(400, obj{"error": "login_required"})),
		"400 without a scope":                           refusesSignIn(fromClient, saying(400, obj{"detail": "The parameter scope is missing."})),
		"back with login_required":                      refusesSignIn(homeward, withError("login_required")),
		"back with access_denied":                       refusesSignIn(homeward, withError("access_denied")),
		"back with invalid_scope":                       refusesSignIn(homeward, withError("invalid_scope")),
		"429":                                           refusesSignIn(fromClient, withStatus(429)),
		"503":                                           refusesSignIn(fromClient, withStatus(503)),
		"an endpoint that the metadata does not name":   elsewhere,
		"requests that are pushed before they are made": pushed,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBed(t, l)
			list := checks.Selected(checks.Server(), checks.Options{Pattern: "OAUTH-CODE,OAUTH-REG-03"})
			results, err := checks.Run(t.Context(), b.target(), checks.Options{Seed: 1, Parallel: 4, RFC: true}, list)
			require.NoError(t, err)
			require.Positive(t, b.layer.touched.Load(), "the choice was not met")
			for _, r := range results {
				require.Equal(t, report.Blocked, r.Verdict, "%s: expected %s, got %s", r.ID, r.Expected, r.Got)
			}
		})
	}
}

// What comes after a request that the server itself refuses is not judged: the refusal is for one check to tell.
func TestARefusalLeavesWhatFollowsUnclear(t *testing.T) {
	b := newBed(t, refusesSignIn(sentTo("127.0.0.1"), withStatus(400)))
	list := checks.Selected(checks.Server(), checks.Options{Pattern: "OAUTH-CODE-01,OAUTH-CODE-02,OAUTH-CODE-07"})
	results, err := checks.Run(t.Context(), b.target(), checks.Options{Seed: 1, RFC: true}, list)
	require.NoError(t, err)
	for i, want := range []report.Verdict{report.Fail, report.Inconclusive, report.Inconclusive} {
		require.Equal(t, want, results[i].Verdict, "%s: %s", results[i].ID, results[i].Got)
	}
	require.Contains(t, results[0].Reproduce, "/oauth/authorize?client_id=")
}
