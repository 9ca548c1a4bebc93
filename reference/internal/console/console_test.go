package console_test

import (
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/account"
	"github.com/workspaceintake/intake-go/reference/internal/secret"
	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/reference/internal/store/storetest"
	"github.com/workspaceintake/intake-go/reference/internal/user"
)

func TestPagesNeedSomebodySignedIn(t *testing.T) {
	b := newSite(t).browser()
	for _, path := range []string{"/app", "/app/keys", "/app/account", "/app/people", "/app/market", "/app/profile", "/app/applications", "/device?user_code=X"} {
		res, text := b.visit(path)
		require.Equal(t, "/app/signin", res.Request.URL.Path, path)
		require.Equal(t, path, res.Request.URL.Query().Get("next"))
		require.Contains(t, text, "<h1>Sign in</h1>")
	}
	res, _ := b.submit("/app/keys", "label", "x")
	require.Equal(t, "/app/signin", res.Request.URL.Path)
}

func TestWhatIsNotThereHasAPageToo(t *testing.T) {
	s := newSite(t)
	for _, b := range []*browser{s.browser(), s.signedIn()} {
		res, text := b.visit("/app/nothing/here")
		require.Equal(t, 404, res.StatusCode)
		require.Contains(t, text, "<h1>Not found</h1>")
	}
	res, _ := s.browser().visit("/app/assets/old/style.css")
	require.Equal(t, 404, res.StatusCode)
}

func TestSignInAndOut(t *testing.T) {
	s := newSite(t)
	b := s.browser()
	res, text := b.submit("/app/signin", "email", email, "password", "wrong", "next", "/app/keys")
	require.Equal(t, 422, res.StatusCode)
	require.Contains(t, text, "do not belong together")
	require.Contains(t, text, `value="/app/keys"`)
	for _, nobody := range []string{"nobody@harbor.example", "no email", "", "a\x00@b.example", "\xff@b.example"} {
		res, _ = b.submit("/app/signin", "email", nobody, "password", password)
		require.Equal(t, 422, res.StatusCode, "%q", nobody)
	}
	res, _ = b.submit("/app/signin", "email", " ADA@harbor.example ", "password", password, "next", "/app/keys?x=1")
	require.Equal(t, "/app/keys?x=1", res.Request.URL.RequestURI())
	res, _ = b.visit("/app/signin")
	require.Equal(t, "/app", res.Request.URL.Path, "somebody signed in needs no form")
	b.submit("/app/signout")
	res, _ = b.visit("/app")
	require.Equal(t, "/app/signin", res.Request.URL.Path)
}

func TestTheCookieIsHeldToThisHostAndToHTTPS(t *testing.T) {
	for name, c := range map[string]struct {
		s      *site
		cookie string
		secure bool
	}{"http": {newSite(t), "intake", false}, "https": {newSecureSite(t), "__Host-intake", true}} {
		t.Run(name, func(t *testing.T) {
			b := c.s.browser()
			b.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
			res, text := b.submit("/app/signin", "email", email, "password", password)
			require.Len(t, res.Cookies(), 1, text)
			cookie := res.Cookies()[0]
			require.Equal(t, c.cookie, cookie.Name)
			require.Equal(t, c.secure, cookie.Secure)
			require.True(t, cookie.HttpOnly)
			require.Equal(t, http.SameSiteLaxMode, cookie.SameSite)
			require.Equal(t, "/", cookie.Path)
			require.Empty(t, cookie.Domain)
			res, _ = b.visit("/app/keys")
			require.Equal(t, 200, res.StatusCode)
			other := c.s.browser()
			other.submit("/app/signin", "email", email, "password", password)
			require.NotEqual(t, cookie.Value, other.cookie(), "a fresh one for each sign-in")
		})
	}
}

func TestSigningInLeadsNowhereElse(t *testing.T) {
	s := newSite(t)
	for _, next := range []string{"https://evil.example/", "//evil.example/app", `/\evil.example`, "javascript:alert(1)", "/app\r\nX: y", "/org/me", "app", ""} {
		res, _ := s.browser().submit("/app/signin", "email", email, "password", password, "next", next)
		require.Equal(t, "/app", res.Request.URL.RequestURI(), next)
	}
}

func TestGuessingAPasswordIsHeldOffByAddressAndEmail(t *testing.T) {
	s := newSite(t)
	b := s.browser()
	for range 10 {
		res, _ := b.submit("/app/signin", "email", email, "password", "wrong")
		require.Equal(t, 422, res.StatusCode)
	}
	res, _ := b.submit("/app/signin", "email", email, "password", password)
	require.Equal(t, http.StatusTooManyRequests, res.StatusCode)
	_, err := s.users.Check(t.Context(), email, password, "192.0.2.1")
	require.NoError(t, err, "the rightful person comes from elsewhere")
	s.clock.Advance(2 * time.Minute)
	res, _ = b.submit("/app/signin", "email", email, "password", password)
	require.Equal(t, "/app", res.Request.URL.Path)
}

func TestSessionsEnd(t *testing.T) {
	s := newSite(t)
	b := s.signedIn()
	s.clock.Advance(11 * time.Hour)
	res, _ := b.visit("/app")
	require.Equal(t, "/app", res.Request.URL.Path)
	s.clock.Advance(12 * time.Hour)
	res, _ = b.visit("/app")
	require.Equal(t, "/app/signin", res.Request.URL.Path, "idle")
	b = s.signedIn()
	for range 7 * 3 {
		s.clock.Advance(8 * time.Hour)
		b.visit("/app")
	}
	res, _ = b.visit("/app")
	require.Equal(t, "/app/signin", res.Request.URL.Path, "a week in all")
}

// Whoever answers a page too late comes back to it, and hears that nothing was done.
func TestAFormAfterTheSignInIsOverLeadsBackToItsPage(t *testing.T) {
	s := newSite(t)
	b := s.signedIn()
	s.clock.Advance(13 * time.Hour)
	consent := authorization(s.register("Terminal", "http://127.0.0.1/cb"), "http://127.0.0.1:4567/cb")
	for _, page := range []string{"/app/keys", consent} {
		for from, back := range map[string]string{s.server.URL + page: page, "https://elsewhere.example/app/people": "/app", "": "/app", "%": "/app"} {
			r, err := http.NewRequest(http.MethodPost, s.server.URL+page, strings.NewReader(url.Values{"label": {"late"}, "decision": {"approve"}}.Encode()))
			require.NoError(t, err)
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			r.Header.Set("Sec-Fetch-Site", "same-origin")
			r.Header.Set("Referer", from)
			res, text := b.do(r, nil)
			require.Equal(t, "/app/signin", res.Request.URL.Path)
			require.Equal(t, back, res.Request.URL.Query().Get("next"))
			require.Contains(t, text, "was not done")
		}
	}
	_, text := b.visit("/app/keys")
	require.NotContains(t, text, "was not done", "nothing was sent")
}

func TestEveryPageIsHardened(t *testing.T) {
	s := newSite(t)
	b := s.signedIn()
	for _, path := range []string{"/app", "/app/signin", "/app/keys", "/device", "/oauth/authorize", "/app/join?link=x"} {
		res, _ := b.visit(path)
		h := res.Header
		csp := h.Get("Content-Security-Policy")
		require.Contains(t, csp, "default-src 'none'", path)
		require.Contains(t, csp, "form-action 'self';", path)
		require.Contains(t, csp, "frame-ancestors 'none'", path)
		require.NotContains(t, csp, "unsafe")
		require.NotContains(t, csp, "nonce")
		require.Equal(t, "DENY", h.Get("X-Frame-Options"))
		require.Equal(t, "no-store", h.Get("Cache-Control"))
		require.Equal(t, "nosniff", h.Get("X-Content-Type-Options"))
		require.Equal(t, "same-origin", h.Get("Referrer-Policy"))
	}
}

func TestFormsFromElsewhereDoNothing(t *testing.T) {
	s := newSite(t)
	b := s.signedIn()
	for name, header := range map[string][2]string{
		"cross-site":       {"Sec-Fetch-Site", "cross-site"},
		"same-site":        {"Sec-Fetch-Site", "same-site"},
		"another origin":   {"Origin", "https://evil.example"},
		"no origin at all": {"Origin", "null"},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := http.NewRequest(http.MethodPost, s.server.URL+"/app/keys", strings.NewReader("label=stolen"))
			require.NoError(t, err)
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			r.Header.Set(header[0], header[1])
			res, _ := b.do(r, nil)
			require.Equal(t, http.StatusForbidden, res.StatusCode)
		})
	}
	keys, err := s.accounts.Keys(t.Context(), s.workspace.ID)
	require.NoError(t, err)
	require.Empty(t, keys)
}

var shownKey = regexp.MustCompile(`bsk_[0-9A-Za-z]{43}`)

func TestAKeyIsShownOnceAndRevoked(t *testing.T) { storetest.OnEach(t, testAKeyIsShownOnceAndRevoked) }

func testAKeyIsShownOnceAndRevoked(t *testing.T, db *store.DB) {
	s := newSiteOn(t, db)
	b := s.signedIn()
	_, text := b.submit("/app/keys", "label", "nightly <import>")
	key := shownKey.FindString(text)
	require.NotEmpty(t, key)
	require.Contains(t, text, "nightly &lt;import&gt;")
	_, text = b.visit("/app/keys")
	require.NotContains(t, text, key)
	found, err := s.accounts.VerifyKey(t.Context(), secret.Text(key))
	require.NoError(t, err)
	require.Equal(t, s.workspace.ID, found.WorkspaceID)
	_, text = b.submit("/app/keys/" + found.ID + "/revoke")
	require.Contains(t, text, "The key was revoked")
	_, err = s.accounts.VerifyKey(t.Context(), secret.Text(key))
	require.ErrorIs(t, err, account.ErrUnknown)
	res, text := b.submit("/app/keys", "label", "a label that is longer than the sixty characters that a label has")
	require.Equal(t, 422, res.StatusCode)
	require.Contains(t, text, `value="a label that is longer than`, "what was typed is still there")
	for _, id := range []string{"key_other", "%00", "%FF", "KEY", "a%20b"} {
		res, _ = b.submit("/app/keys/" + id + "/revoke")
		require.Equal(t, 404, res.StatusCode, id)
	}
}

func TestNothingOfAnotherWorkspaceCanBeReached(t *testing.T) {
	s := newSite(t)
	other, err := s.newWorkspace(t.Context(), "Other", "paid", nil)
	require.NoError(t, err)
	key, _, err := s.accounts.CreateKey(t.Context(), other.ID, "theirs")
	require.NoError(t, err)
	stranger, err := s.users.Create(t.Context(), other.ID, "eve@other.example", password)
	require.NoError(t, err)
	tokens, err := s.auth.IssueToken(t.Context(), other.ID, stranger.ID)
	require.NoError(t, err)
	signIns, err := s.auth.SignIns(t.Context(), other.ID)
	require.NoError(t, err)
	b := s.signedIn()
	for _, path := range []string{"/app/keys/" + key.ID + "/revoke", "/app/applications/" + signIns[0].ID + "/revoke", "/app/people/" + stranger.ID + "/remove"} {
		res, _ := b.submit(path)
		require.Equal(t, 404, res.StatusCode, path)
	}
	res, _ := b.submit("/app/workspace", "workspace", other.ID)
	require.Equal(t, 404, res.StatusCode)
	_, _, _, err = s.auth.VerifyAccessToken(t.Context(), tokens.AccessToken.Reveal())
	require.NoError(t, err)
}

func TestSessionsListAndPassword(t *testing.T) { storetest.OnEach(t, testSessionsListAndPassword) }

func testSessionsListAndPassword(t *testing.T, db *store.DB) {
	s := newSiteOn(t, db)
	b, elsewhere := s.signedIn(), s.signedIn()
	_, text := b.visit("/app/account")
	id := regexp.MustCompile(`/app/account/sessions/(web_\w+)/end`).FindStringSubmatch(text)
	require.Len(t, id, 2)
	b.submit("/app/account/sessions/" + id[1] + "/end")
	res, _ := elsewhere.visit("/app")
	require.Equal(t, "/app/signin", res.Request.URL.Path)

	elsewhere = s.signedIn()
	res, _ = b.submit("/app/account/password", "old", "wrong", "fresh", "an entirely new password")
	require.Equal(t, 422, res.StatusCode)
	_, text = b.submit("/app/account/password", "old", password, "fresh", "an entirely new password")
	require.Contains(t, text, "The password was changed")
	res, _ = elsewhere.visit("/app")
	require.Equal(t, "/app/signin", res.Request.URL.Path)
	_, err := s.users.Check(t.Context(), email, password, "x")
	require.True(t, errors.Is(err, user.ErrWrong))
}

func TestMarketAndProfile(t *testing.T) {
	s := newSite(t)
	b := s.signedIn()
	_, text := b.submit("/app/market/open")
	require.Contains(t, text, "connected")
	_, text = b.submit("/app/market/disconnect")
	require.Contains(t, text, "Not connected")
	_, text = b.submit("/app/market/connect", "token", "tok_123")
	require.Contains(t, text, "The account is connected")
	require.NotContains(t, text, "tok_123")
	_, text = b.submit("/app/profile", "agency_name", "Harbor", "email", "office@harbor.example")
	require.Contains(t, text, "The profile was saved")
	w, err := s.accounts.Workspace(t.Context(), s.workspace.ID)
	require.NoError(t, err)
	require.Equal(t, map[string]string{"agency_name": "Harbor", "email": "office@harbor.example"}, w.Profile)
	res, text := b.submit("/app/profile", "agency_name", strings.Repeat("x", 201), "phone", "1")
	require.Equal(t, 422, res.StatusCode)
	require.Contains(t, text, `value="1"`)
}
