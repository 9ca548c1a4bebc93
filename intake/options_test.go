package intake_test

import (
	"context"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/intake"
)

func TestBaseAddresses(t *testing.T) {
	ask := func(base string, opts ...intake.Option) (string, error) {
		var got string
		transport := &scripted{answer: func(_ int, r *http.Request) (*http.Response, error) {
			got = r.URL.String()
			return respond(200, `{"org_id":"o"}`), nil
		}}
		client, err := intake.NewClient(append([]intake.Option{intake.WithBaseURL(base), intake.WithAPIKey(testKey),
			intake.WithHTTPClient(&http.Client{Transport: transport})}, opts...)...)
		if err != nil {
			return "", err
		}
		_, err = client.Workspace.Me(t.Context())
		require.NoError(t, err)
		return got, nil
	}
	for base, want := range map[string]string{
		"https://api.example.com":              "https://api.example.com/org/me",
		"https://api.example.com/":             "https://api.example.com/org/me",
		"https://api.example.com:8443/a/b//":   "https://api.example.com:8443/a/b/org/me",
		"https://api.example.com/a%2Fb/":       "https://api.example.com/a%2Fb/org/me",
		"http://localhost:8080":                "http://localhost:8080/org/me",
		"http://127.0.0.1:1/x":                 "http://127.0.0.1:1/x/org/me",
		"http://127.8.8.8":                     "http://127.8.8.8/org/me",
		"http://[::1]:80/":                     "http://[::1]:80/org/me",
		"http://api.localhost":                 "http://api.localhost/org/me",
		"HTTPS://API.example.com/With%20Space": "https://API.example.com/With%20Space/org/me",
	} {
		got, err := ask(base)
		require.NoError(t, err, base)
		require.Equal(t, want, got)
	}
	for _, base := range []string{"", "api.example.com", "ftp://api.example.com", "https://", "https://user:pw@api.example.com", "https://api.example.com?x=1",
		"https://api.example.com/#f", "http://api.example.com", "http://10.0.0.1", "http://localhost.example.com", "http://127.0.0.1.example.com", "https://a b", "://"} {
		_, err := ask(base)
		require.ErrorIs(t, err, intake.ErrConfiguration, base)
		require.NotContains(t, err.Error(), "pw")
	}
	got, err := ask("http://api.example.com", intake.WithInsecureHTTP())
	require.NoError(t, err)
	require.Equal(t, "http://api.example.com/org/me", got)
}

func TestEnvironment(t *testing.T) {
	t.Setenv(intake.EnvBaseURL, "")
	t.Setenv(intake.EnvAPIKey, "")
	_, err := intake.NewClient()
	require.ErrorIs(t, err, intake.ErrConfiguration)
	require.ErrorContains(t, err, "INTAKE_BASE_URL")
	t.Setenv(intake.EnvBaseURL, "https://env.example.com/x/")
	_, err = intake.NewClient()
	require.ErrorContains(t, err, "INTAKE_API_KEY")
	t.Setenv(intake.EnvAPIKey, testKey)
	client, err := intake.NewClient()
	require.NoError(t, err)
	require.Equal(t, "intake.Client(https://env.example.com/x)", client.String())
	client, err = intake.NewClient(intake.WithBaseURL("https://option.example.com"))
	require.NoError(t, err)
	require.Equal(t, "intake.Client(https://option.example.com)", client.String())
}

func TestBadOptions(t *testing.T) {
	for name, o := range map[string]intake.Option{
		"empty key": intake.WithAPIKey(" "), "key with newline": intake.WithAPIKey("bsk_1\nX: y"), "no source": intake.WithTokenSource(nil),
		"no client": intake.WithHTTPClient(nil), "attempts": intake.WithMaxAttempts(0), "timeout": intake.WithAttemptTimeout(-1),
		"wait": intake.WithMaxWait(-1), "turns": intake.WithMaxTurns(0), "limit": intake.WithMaxResponseBytes(0),
		"user agent": intake.WithUserAgent("a\r\nb"), "header": intake.WithHeader("Authorization", "x"), "idempotency": intake.WithHeader("idempotency-key", "x"),
		"header value":      intake.WithHeader("X-Trace", "a\nb"),
		"part with newline": intake.WithDocumentsPart("a\r\nb"), "part with quote": intake.WithDocumentsPart(`a"b`), "no part": intake.WithDocumentsPart(""),
	} {
		_, err := intake.NewClient(intake.WithBaseURL("https://api.example.com"), intake.WithAPIKey(testKey), o)
		require.ErrorIs(t, err, intake.ErrConfiguration, name)
		if call, ok := o.(intake.CallOption); ok {
			transport := &scripted{}
			_, err := newClient(t, transport).Workspace.Me(t.Context(), call)
			require.ErrorIs(t, err, intake.ErrConfiguration, name)
			require.Empty(t, transport.requests())
		}
	}
}

func TestPathParameters(t *testing.T) {
	for id, want := range map[string]string{
		"ses_1": "ses_1", "a/b": "a%2Fb", "50%": "50%25", "a b": "a%20b", "é": "%C3%A9", "...": "...", "a?b#c": "a%3Fb%23c", "%2e%2e": "%252e%252e",
		"../x": "..%2Fx", ";=&+": "%3B%3D%26%2B", "\x00\n": "%00%0A", "~._-": "~._-",
	} {
		transport := &scripted{answer: func(int, *http.Request) (*http.Response, error) { return respond(200, sessionJSON), nil }}
		client := newClient(t, transport)
		_, err := client.Sessions.Get(t.Context(), id)
		require.NoError(t, err)
		require.Equal(t, "/prefix/org/sessions/"+want, transport.requests()[0].Path)
		_, err = client.Sessions.DownloadForm(t.Context(), "ses_1", id, new(discard))
		require.ErrorIs(t, err, intake.ErrBadAnswer, "JSON is no form")
		require.Equal(t, "/prefix/org/sessions/ses_1/forms/"+want+"/pdf", transport.requests()[1].Path)
	}
	for _, id := range []string{"", ".", ".."} {
		transport := &scripted{}
		client := newClient(t, transport)
		_, err := client.Sessions.Get(t.Context(), id)
		require.ErrorIs(t, err, intake.ErrBadParameter)
		_, err = client.Sessions.DownloadForm(t.Context(), "ses_1", id, new(discard))
		require.ErrorIs(t, err, intake.ErrBadParameter)
		_, err = client.Sessions.Extract(t.Context(), id, intake.FileFromBytes("a.pdf", nil))
		require.ErrorIs(t, err, intake.ErrBadParameter)
		require.Empty(t, transport.requests())
	}
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

func TestHeaders(t *testing.T) {
	transport := &scripted{answer: func(int, *http.Request) (*http.Response, error) { return respond(200, `{"org_id":"o"}`), nil }}
	client := newClient(t, transport, intake.WithUserAgent("agency-desk/3.2"), intake.WithHeader("X-Trace", "all"))
	_, err := client.Workspace.Me(t.Context(), intake.WithHeader("x-trace", "one"), intake.WithHeader("X-More", "1"))
	require.NoError(t, err)
	_, err = client.Workspace.Me(t.Context())
	require.NoError(t, err)
	one, two := transport.requests()[0].Header, transport.requests()[1].Header
	require.Regexp(t, `^agency-desk/3\.2 intake-go/\d+\.\d+\.\d+ \(go`, one.Get("User-Agent"))
	require.Equal(t, []string{"application/json"}, one["Accept"])
	require.Equal(t, "one", one.Get("X-Trace"))
	require.Equal(t, "1", one.Get("X-More"))
	require.Equal(t, "all", two.Get("X-Trace"), "an option of a call is of that call")
	require.Empty(t, two.Get("X-More"))
}

type traceKey struct{}

func TestHooksSeeEachAttempt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var begun []intake.Attempt
		var ended []intake.AttemptResult
		var order []string
		hook := func(name string) intake.Hook {
			return func(ctx context.Context, a intake.Attempt) (context.Context, func(intake.AttemptResult)) {
				order = append(order, name)
				a.Header.Set("Traceparent", name)
				if name == "outer" {
					begun = append(begun, a)
				}
				return context.WithValue(ctx, traceKey{}, name), func(r intake.AttemptResult) {
					order = append(order, "/"+name)
					if name == "outer" {
						ended = append(ended, r)
					}
				}
			}
		}
		transport := &scripted{answer: func(n int, r *http.Request) (*http.Response, error) {
			require.Equal(t, "inner", r.Context().Value(traceKey{}))
			time.Sleep(time.Second)
			switch n {
			case 1:
				return nil, errLost
			case 2:
				return respond(503, "", "X-Request-Id", "req_2"), nil
			}
			return respond(200, sessionJSON), nil
		}}
		_, err := newClient(t, transport, intake.WithHook(hook("outer")), intake.WithHook(hook("inner"))).Sessions.Get(t.Context(), "ses_1")
		require.NoError(t, err)
		require.Len(t, begun, 3)
		for i, a := range begun {
			require.Equal(t, "sessions.get", a.Operation)
			require.Equal(t, "GET", a.Method)
			require.Equal(t, "/org/sessions/{session_id}", a.Route)
			require.Equal(t, i+1, a.Number)
		}
		require.ErrorIs(t, ended[0].Err, errLost)
		require.Equal(t, intake.AttemptResult{Status: 503, RequestID: "req_2", Duration: time.Second}, ended[1])
		require.Equal(t, intake.AttemptResult{Status: 200, Duration: time.Second}, ended[2])
		require.Equal(t, []string{"outer", "inner", "/inner", "/outer"}, order[:4])
		require.Equal(t, "inner", transport.requests()[0].Header.Get("Traceparent"))
	})
}
