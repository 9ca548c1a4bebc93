package authserver_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/authserver"
)

func TestAnAuthorizationAnswersWithCodeStateAndIssuer(t *testing.T) {
	b := newBench(t)
	client := b.register()
	q := answer(t, b.get(authorization(client)))
	require.NotEmpty(t, q.Get("code"))
	require.Equal(t, "s t/ä", q.Get("state"))
	require.Equal(t, base, q.Get("iss"))

	r := b.get(authorization(client, "redirect_uri", "https://app.example/cb?x=1", "state", ""))
	require.Contains(t, r.Header.Get("Location"), "https://app.example/cb?x=1&")
	require.False(t, answer(t, r).Has("state"))

	r = b.get(authorization(client, "scope", "openid profile", "prompt", "none", "resource", "https://api.example/", "nonce", "n"))
	require.True(t, answer(t, r).Has("code"), "what other servers know is ignored")
}

func TestFaultsOfAnAuthorizationGoBackToTheApplication(t *testing.T) {
	b := newBench(t)
	client := b.register()
	for name, c := range map[string]struct {
		pairs []string
		code  string
	}{
		"no response_type":    {[]string{"response_type", ""}, "invalid_request"},
		"implicit":            {[]string{"response_type", "token"}, "unsupported_response_type"},
		"no challenge":        {[]string{"code_challenge", ""}, "invalid_request"},
		"no method":           {[]string{"code_challenge_method", ""}, "invalid_request"},
		"plain":               {[]string{"code_challenge_method", "plain"}, "invalid_request"},
		"short challenge":     {[]string{"code_challenge", "abc"}, "invalid_request"},
		"padded challenge":    {[]string{"code_challenge", challenge() + "="}, "invalid_request"},
		"fragment":            {[]string{"response_mode", "fragment"}, "invalid_request"},
		"request object":      {[]string{"request", "e30."}, "request_not_supported"},
		"request by address":  {[]string{"request_uri", "https://x.example/"}, "request_uri_not_supported"},
		"a scope of quotes":   {[]string{"scope", `"`}, "invalid_scope"},
		"a scope of controls": {[]string{"scope", "a\tb"}, "invalid_scope"},
	} {
		t.Run(name, func(t *testing.T) {
			q := answer(t, b.get(authorization(client, c.pairs...)))
			require.Equal(t, c.code, q.Get("error"))
			require.NotEmpty(t, q.Get("error_description"))
			require.Equal(t, "s t/ä", q.Get("state"))
			require.Equal(t, base, q.Get("iss"))
			require.False(t, q.Has("code"))
		})
	}
	q := answer(t, b.get(authorization(client)+"&nonce=a&nonce=b"))
	require.Equal(t, "invalid_request", q.Get("error"))
}

func TestWhatIsNotTheApplicationsGoesNowhere(t *testing.T) {
	b := newBench(t)
	client := b.register()
	for name, target := range map[string]string{
		"unknown client":   authorization("client_unknown"),
		"no client":        authorization(""),
		"foreign host":     authorization(client, "redirect_uri", "https://evil.example/cb?x=1"),
		"foreign path":     authorization(client, "redirect_uri", "http://127.0.0.1:4567/other"),
		"longer path":      authorization(client, "redirect_uri", "http://127.0.0.1:4567/callback/"),
		"query added":      authorization(client, "redirect_uri", "http://127.0.0.1:4567/callback?x=1"),
		"query dropped":    authorization(client, "redirect_uri", "https://app.example/cb"),
		"localhost for IP": authorization(client, "redirect_uri", "http://localhost:4567/callback"),
		"v6 for v4":        authorization(client, "redirect_uri", "http://[::1]:4567/callback"),
		"https for http":   authorization(client, "redirect_uri", "https://127.0.0.1:4567/callback"),
		"port elsewhere":   authorization(client, "redirect_uri", "https://app.example:8443/cb?x=1"),
		"user in the host": authorization(client, "redirect_uri", "http://127.0.0.1:80@evil.example/callback"),
		"host continued":   authorization(client, "redirect_uri", "http://127.0.0.1.evil.example/callback"),
		"backslash":        authorization(client, "redirect_uri", `http://127.0.0.1:4567\@evil.example/callback`),
		"fragment":         authorization(client, "redirect_uri", "http://127.0.0.1:4567/callback#x"),
		"no redirect":      authorization(client, "redirect_uri", ""),
		"two redirects":    authorization(client) + "&redirect_uri=https%3A%2F%2Fevil.example",
		"two clients":      authorization(client) + "&client_id=" + client,
		"bad escape":       authorization(client) + "&x=%zz",
		"too long":         authorization(client) + "&x=" + strings.Repeat("y", 40_000),
	} {
		t.Run(name, func(t *testing.T) {
			r := b.get(target)
			require.Equal(t, 400, r.StatusCode)
			require.Empty(t, r.Header.Get("Location"))
		})
	}
	r := b.do(httptest.NewRequest(http.MethodDelete, authorization(client), nil))
	require.Equal(t, 405, r.StatusCode)
	require.Equal(t, "GET, POST", r.Header.Get("Allow"))
}

func TestLoopbackRedirectsTakeAnyPort(t *testing.T) {
	b := newBench(t)
	for registered, asked := range map[string][]string{
		"http://127.0.0.1/cb":      {"http://127.0.0.1:1/cb", "http://127.0.0.1:65535/cb", "http://127.0.0.1/cb"},
		"http://127.0.0.1:9999/cb": {"http://127.0.0.1:1/cb", "http://127.0.0.1/cb"},
		"http://[::1]:80/cb?a=b":   {"http://[::1]:4711/cb?a=b"},
		"http://localhost:3000":    {"http://localhost:3000", "http://localhost:4000"},
		"com.example.app:/cb":      {"com.example.app:/cb"},
		"https://app.example":      {"https://app.example"},
	} {
		r := b.postJSON("/oauth/register", `{"client_name":"x","redirect_uris":["`+registered+`"]}`)
		require.Equal(t, 201, r.StatusCode, r.text)
		client := r.body["client_id"].(string)
		for _, uri := range asked {
			got := b.get(authorization(client, "redirect_uri", uri))
			require.NotEmpty(t, answer(t, got).Get("code"), uri)
			require.True(t, strings.HasPrefix(got.Header.Get("Location"), uri), got.Header.Get("Location"))
		}
		got := b.get(authorization(client, "redirect_uri", ""))
		require.NotEmpty(t, answer(t, got).Get("code"), "the only registered one is meant")
	}
}

func TestTheControlHookSignsInAndConsents(t *testing.T) {
	b := newBench(t)
	client := b.register()
	to, err := b.Authorize(t.Context(), authorization(client), workspace, person)
	require.NoError(t, err)
	u, err := url.Parse(to)
	require.NoError(t, err)
	r := b.exchange(client, u.Query().Get("code"), verifier)
	require.Equal(t, 200, r.StatusCode, r.text)
	b.requireLive(r.body["access_token"].(string), true)
	to, err = b.Authorize(t.Context(), authorization(client, "code_challenge", ""), workspace, person)
	require.NoError(t, err)
	require.Contains(t, to, "error=invalid_request")
	_, err = b.Authorize(t.Context(), authorization("nobody"), workspace, person)
	require.Error(t, err)

	tokens, err := b.IssueToken(t.Context(), workspace, person)
	require.NoError(t, err)
	b.requireLive(tokens.AccessToken.Reveal(), true)
	require.NoError(t, b.ExpireToken(t.Context(), tokens.AccessToken.Reveal()))
	b.requireLive(tokens.AccessToken.Reveal(), false)
	require.Equal(t, 200, b.refresh(tokens.ClientID, tokens.RefreshToken.Reveal()).StatusCode)
	require.ErrorIs(t, b.ExpireToken(t.Context(), "bat_unknown"), authserver.ErrInvalidToken)
}
