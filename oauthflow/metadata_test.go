package oauthflow

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/oauthflow/oauthflowtest"
)

func TestDiscoverReadsTheDocument(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := oauthflowtest.NewInMemory(oauthflowtest.Options{EditMetadata: func(m map[string]any) {
			m["unknown"] = map[string]any{"a": 1}
			m["scopes_supported"] = "of the wrong type"
		}})
		meta, err := Discover(t.Context(), testConfig(server, nil))
		require.NoError(t, err)
		base := strings.TrimSuffix(server.APIURL(), oauthflowtest.EndpointAPI)
		want := &Metadata{
			Issuer: server.URL, AuthorizationEndpoint: base + "authorize", TokenEndpoint: base + "token",
			DeviceAuthorizationEndpoint: base + "device", RegistrationEndpoint: base + "register", RevocationEndpoint: base + "revoke",
			GrantTypesSupported:           []string{grantCode, grantRefresh, grantDevice},
			CodeChallengeMethodsSupported: []string{"S256"}, IssParameter: true,
		}
		require.Empty(t, cmp.Diff(want, meta))
	})
}

func TestDiscoverRefusesByName(t *testing.T) {
	for name, test := range map[string]struct {
		edit   func(map[string]any)
		member string
	}{
		"another issuer":           {func(m map[string]any) { m["issuer"] = "https://evil.test" }, "issuer"},
		"no issuer":                {func(m map[string]any) { delete(m, "issuer") }, "issuer"},
		"issuer with a path":       {func(m map[string]any) { m["issuer"] = "https://auth.test/x" }, "issuer"},
		"no token endpoint":        {func(m map[string]any) { delete(m, "token_endpoint") }, "token_endpoint"},
		"endpoint of a wrong type": {func(m map[string]any) { m["token_endpoint"] = 5 }, "token_endpoint"},
		"http":                     {func(m map[string]any) { m["token_endpoint"] = "http://auth.test/t" }, "token_endpoint"},
		"another origin":           {func(m map[string]any) { m["token_endpoint"] = "https://evil.test/t" }, "token_endpoint"},
		"another port":             {func(m map[string]any) { m["revocation_endpoint"] = "https://auth.test:444/t" }, "revocation_endpoint"},
		"user in the address":      {func(m map[string]any) { m["token_endpoint"] = "https://auth.test@evil.test/t" }, "token_endpoint"},
		"script":                   {func(m map[string]any) { m["authorization_endpoint"] = "javascript:alert(1)" }, "authorization_endpoint"},
		"file":                     {func(m map[string]any) { m["authorization_endpoint"] = "file:///etc/passwd" }, "authorization_endpoint"},
		"relative":                 {func(m map[string]any) { m["device_authorization_endpoint"] = "/d" }, "device_authorization_endpoint"},
		"fragment":                 {func(m map[string]any) { m["registration_endpoint"] = "https://auth.test/r#x" }, "registration_endpoint"},
		"terminal escape":          {func(m map[string]any) { m["authorization_endpoint"] = "https://auth.test/\x1b[2J" }, "authorization_endpoint"},
		"shell characters":         {func(m map[string]any) { m["authorization_endpoint"] = "https://auth.test/`id`" }, "authorization_endpoint"},
		"no S256":                  {func(m map[string]any) { m["code_challenge_methods_supported"] = []string{"plain"} }, "code_challenge_methods_supported"},
		"no challenge methods":     {func(m map[string]any) { delete(m, "code_challenge_methods_supported") }, "code_challenge_methods_supported"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				server := oauthflowtest.NewInMemory(oauthflowtest.Options{EditMetadata: test.edit})
				_, err := Discover(t.Context(), testConfig(server, nil))
				var refused *MetadataError
				require.ErrorAs(t, err, &refused)
				require.Equal(t, test.member, refused.Member)
				require.Equal(t, test.member == "issuer", refused.Err == ErrIssuerMismatch)
				require.NotContains(t, err.Error(), "\x1b")
			})
		})
	}
}

func TestTrustedOriginsWidenTheCheck(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := oauthflowtest.NewInMemory(oauthflowtest.Options{EditMetadata: func(m map[string]any) {
			m["token_endpoint"] = "https://login.test/t"
		}})
		cfg := testConfig(server, nil)
		cfg.TrustedOrigins = []string{"https://login.test:443"}
		meta, err := Discover(t.Context(), cfg)
		require.NoError(t, err)
		require.Equal(t, "https://login.test/t", meta.TokenEndpoint)
	})
}

// transport is an http.RoundTripper made of a function.
type transport func(*http.Request) *http.Response

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r), nil }

func TestWhereTheDocumentIsLookedFor(t *testing.T) {
	for name, test := range map[string]struct {
		issuer, published, at string
		asked                 []string
	}{
		"bare host":           {"https://a.test", "https://a.test", "/.well-known/oauth-authorization-server", []string{"/.well-known/oauth-authorization-server"}},
		"slash given":         {"https://a.test/", "https://a.test", "/.well-known/oauth-authorization-server", []string{"/.well-known/oauth-authorization-server"}},
		"slash published":     {"https://a.test", "https://a.test/", "/.well-known/oauth-authorization-server", []string{"/.well-known/oauth-authorization-server"}},
		"path, between":       {"https://a.test/t/1", "https://a.test/t/1", "/.well-known/oauth-authorization-server/t/1", []string{"/.well-known/oauth-authorization-server/t/1"}},
		"path, behind":        {"https://a.test/t", "https://a.test/t", "/t/.well-known/oauth-authorization-server", []string{"/.well-known/oauth-authorization-server/t", "/t/.well-known/oauth-authorization-server"}},
		"OpenID's place":      {"https://a.test", "https://a.test", "/.well-known/openid-configuration", []string{"/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"}},
		"OpenID's, path":      {"https://a.test/t", "https://a.test/t", "/t/.well-known/openid-configuration", []string{"/.well-known/oauth-authorization-server/t", "/t/.well-known/oauth-authorization-server", "/t/.well-known/openid-configuration"}},
		"loopback over plain": {"http://127.0.0.1:9", "http://127.0.0.1:9", "/.well-known/oauth-authorization-server", []string{"/.well-known/oauth-authorization-server"}},
	} {
		t.Run(name, func(t *testing.T) {
			var asked []string
			meta, err := Discover(t.Context(), Config{Issuer: test.issuer, HTTPClient: &http.Client{Transport: transport(func(r *http.Request) *http.Response {
				asked = append(asked, r.URL.Path)
				if r.URL.Path != test.at {
					return reply(404, `{"detail":"Not Found"}`)
				}
				text, _ := json.Marshal(Metadata{Issuer: test.published, TokenEndpoint: strings.TrimSuffix(test.published, "/") + "/x"})
				return reply(200, string(text))
			})}})
			require.NoError(t, err)
			require.Equal(t, test.published, meta.Issuer)
			require.Equal(t, test.asked, asked)
		})
	}
}

func TestDiscoverTroubles(t *testing.T) {
	for name, test := range map[string]struct {
		answer *http.Response
		want   any
	}{
		"not found": {reply(404, "nothing"), new(*ServerError)},
		"redirect":  {reply(302, ""), new(*MetadataError)},
		"html":      {reply(200, "<html>"), new(*MetadataError)},
		"array":     {reply(200, "[]"), new(*MetadataError)},
		"null":      {reply(200, "null"), new(*MetadataError)},
		"too large": {reply(200, `{"issuer":"`+strings.Repeat("x", largestAnswer)+`"}`), new(*ResponseError)},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Discover(t.Context(), Config{Issuer: "https://a.test",
				HTTPClient: &http.Client{Transport: transport(func(*http.Request) *http.Response { return test.answer })}})
			require.ErrorAs(t, err, test.want)
		})
	}
}

func TestConfigIsChecked(t *testing.T) {
	for name, test := range map[string]struct {
		cfg   Config
		field string
	}{
		"no issuer":     {Config{Store: &MemoryStore{}}, "Issuer"},
		"http issuer":   {Config{Issuer: "http://intake.example", Store: &MemoryStore{}}, "Issuer"},
		"issuer query":  {Config{Issuer: "https://intake.example?x=1", Store: &MemoryStore{}}, "Issuer"},
		"no store":      {Config{Issuer: "https://intake.example"}, "Store"},
		"two in one":    {Config{Issuer: "https://intake.example", Store: &MemoryStore{}, Scopes: []string{"a b"}}, "Scopes"},
		"negative time": {Config{Issuer: "https://intake.example", Store: &MemoryStore{}, RequestTimeout: -1}, "RequestTimeout"},
		"negative wait": {Config{Issuer: "https://intake.example", Store: &MemoryStore{}, LoginTimeout: -1}, "LoginTimeout"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := DeviceLogin(context.Background(), test.cfg)
			var wrong *ConfigError
			require.ErrorAs(t, err, &wrong)
			require.Equal(t, test.field, wrong.Field)
		})
	}
	_, err := Config{Issuer: "http://intake.internal", AllowHTTP: true, Store: &MemoryStore{}}.settle(true)
	require.NoError(t, err)
}

func FuzzMetadata(f *testing.F) {
	f.Add(`{"issuer":"https://a.test","token_endpoint":"https://a.test/t"}`)
	f.Add(`{"issuer":"https://a.test","token_endpoint":"https://a.test/t","authorization_endpoint":"https://a.test/a","code_challenge_methods_supported":["S256",1]}`)
	f.Fuzz(func(t *testing.T, document string) {
		cfg := Config{Issuer: "https://a.test", HTTPClient: &http.Client{Transport: transport(func(*http.Request) *http.Response { return reply(200, document) })}}
		meta, err := Discover(t.Context(), cfg)
		if err != nil {
			return
		}
		for _, address := range []string{meta.TokenEndpoint, meta.AuthorizationEndpoint, meta.DeviceAuthorizationEndpoint, meta.RegistrationEndpoint, meta.RevocationEndpoint} {
			if address != "" && !strings.HasPrefix(strings.ToLower(address), "https://a.test") {
				t.Errorf("%q was let through", address)
			}
		}
	})
}
