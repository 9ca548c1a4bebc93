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

// fuzzBench has every sort of credential that an input may hit upon.
func fuzzBench(f *testing.F) (b *bench, client string) {
	b = newBench(f, unlimited, func(o *authserver.Options) { o.Limits.MaxClients = 1 << 30 })
	return b, b.register()
}

// requireShape holds for whatever was sent: no failure of the server, and every refusal in the form of RFC 6749.
func requireShape(t *testing.T, r reply) {
	t.Helper()
	require.Less(t, r.StatusCode, 500, r.text)
	require.Equal(t, "application/json", r.Header.Get("Content-Type"))
	require.Equal(t, "no-store", r.Header.Get("Cache-Control"))
	if r.StatusCode < 400 {
		return
	}
	code, _ := r.body["error"].(string)
	require.Regexp(t, `^[a-z_]+$`, code)
	require.NotEmpty(t, r.body["detail"])
	require.Equal(t, r.body["detail"], r.body["error_description"])
	if r.StatusCode == http.StatusUnauthorized && r.Header.Get("WWW-Authenticate") == "" {
		require.Equal(t, "invalid_client", code)
	}
}

// fuzzForm sends any body with any Authorization header and media type.
func fuzzForm(f *testing.F, path string, seeds ...string) {
	b, client := fuzzBench(f)
	for _, seed := range seeds {
		seed = strings.ReplaceAll(seed, "CLIENT", client)
		f.Add(seed, "", "application/x-www-form-urlencoded")
		f.Add(seed, "Basic "+client, "application/x-www-form-urlencoded; charset=utf-8")
	}
	f.Add("client_id=%00&client_id", "Basic Og==", "text/plain")
	f.Fuzz(func(t *testing.T, body, authorization, kind string) {
		r := httptest.NewRequest(http.MethodPost, base+path, strings.NewReader(body))
		r.Header.Set("Content-Type", kind)
		r.Header.Set("Authorization", authorization)
		b.t = t
		requireShape(t, b.do(r))
	})
}

func FuzzToken(f *testing.F) {
	fuzzForm(f, "/oauth/token",
		"grant_type=refresh_token&client_id=CLIENT&refresh_token=brt_aaaaaaaaaaaaaaaaaaaaaaaaaa_1_x",
		"grant_type=authorization_code&client_id=CLIENT&code=bac_x&code_verifier="+verifier+"&redirect_uri=http%3A%2F%2F127.0.0.1",
		"grant_type=urn:ietf:params:oauth:grant-type:device_code&client_id=CLIENT&device_code=bdc_x",
		"grant_type=password&username=a&password=b", "scope=%22&client_id=CLIENT&grant_type=refresh_token&refresh_token=x")
}

func FuzzDeviceAuthorization(f *testing.F) {
	fuzzForm(f, "/oauth/device_authorization", "client_id=CLIENT", "client_id=CLIENT&scope=a+b", "client_id=CLIENT&client_secret=x", "client_id=CLIENT;x=1")
}

func FuzzRevoke(f *testing.F) {
	fuzzForm(f, "/oauth/revoke", "client_id=CLIENT&token=bat_x", "client_id=CLIENT&token=brt_x_1_y", "client_id=CLIENT&token=brt_x_99999999999999999999_y")
}

func FuzzRegister(f *testing.F) {
	b, _ := fuzzBench(f)
	for _, seed := range []string{`{"client_name":"x","redirect_uris":["http://127.0.0.1/cb"]}`, `{"redirect_uris":["com.example.app:/cb","http://[::1]:1"]}`,
		`{"redirect_uris":null}`, `{"client_name":"\u202e\u0000"}`, `{"grant_types":[]}`, `[]`, `{"redirect_uris":["https://x.example/%zz"]}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		b.t = t
		r := b.postJSON("/oauth/register", body)
		requireShape(t, r)
		if r.StatusCode != http.StatusCreated {
			return
		}
		client := r.body["client_id"].(string)
		for _, uri := range r.body["redirect_uris"].([]any) {
			got := b.get(authorization(client, "redirect_uri", uri.(string)))
			require.NotEmpty(t, answer(t, got).Get("code"), "what was registered works: %q", uri)
		}
	})
}

func FuzzAuthorize(f *testing.F) {
	b, client := fuzzBench(f)
	valid, err := url.Parse(authorization(client))
	require.NoError(f, err)
	f.Add(valid.RawQuery)
	f.Add(strings.ReplaceAll(valid.RawQuery, "127.0.0.1%3A4567", "127.0.0.1%3A4567%40evil.example"))
	f.Add(strings.ReplaceAll(valid.RawQuery, "http%3A%2F%2F127.0.0.1%3A4567%2Fcallback", "https%3A%2F%2Fapp.example%2Fcb%3Fx%3D1"))
	f.Add("client_id=" + client + "&redirect_uri=http://127.0.0.1:1/callback&state=%0d%0aX:y")
	f.Add("client_id=%00")
	f.Fuzz(func(t *testing.T, query string) {
		b.t = t
		r := httptest.NewRequest(http.MethodGet, base+"/oauth/authorize", nil)
		r.URL.RawQuery = query
		got := b.do(r)
		require.Less(t, got.StatusCode, 500, got.text)
		to := got.Header.Get("Location")
		if to == "" {
			return
		}
		u, err := url.Parse(to)
		require.NoError(t, err)
		local := u.Scheme == "http" && u.Hostname() == "127.0.0.1" && u.Path == "/callback" && u.User == nil
		require.True(t, local || strings.HasPrefix(to, "https://app.example/cb?x=1&"), "sent to %q", to)
		require.True(t, u.Query().Has("code") != u.Query().Has("error"))
		require.Equal(t, base, u.Query().Get("iss"))
	})
}

func FuzzUserCode(f *testing.F) {
	for _, seed := range []string{"BCDFG-HJKLM", "bcdfg hjklm", "ВCDFG-HJKLM", "\u212a"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		code, ok := authserver.NormalUserCode(typed)
		if ok {
			require.Regexp(t, `^[BCDFGHJKLMNPQRSTVWXZ]{10}$`, code)
			again, ok := authserver.NormalUserCode(authserver.ShowUserCode(typed))
			require.True(t, ok)
			require.Equal(t, code, again)
		}
	})
}
