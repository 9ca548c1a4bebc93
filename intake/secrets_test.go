package intake_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/intake"
)

var verbs = []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%t", "%T", "%p", "%U", "%e", "%08v", "%-40s"}

// mentions renders a value in every way that logs and dumps do, and says how one of them shows the text.
func mentions(v any, secret string) string {
	hex := fmt.Sprintf("%x", secret)
	shows := func(text string) bool {
		return strings.Contains(text, secret) || strings.Contains(strings.ToLower(text), hex)
	}
	for _, verb := range verbs {
		if shows(fmt.Sprintf(verb, v)) {
			return "fmt " + verb
		}
	}
	if data, err := json.Marshal(v); err == nil && shows(string(data)) {
		return "encoding/json"
	}
	for name, handler := range map[string]func(*bytes.Buffer) slog.Handler{
		"slog text": func(b *bytes.Buffer) slog.Handler { return slog.NewTextHandler(b, nil) },
		"slog JSON": func(b *bytes.Buffer) slog.Handler { return slog.NewJSONHandler(b, nil) },
	} {
		var b bytes.Buffer
		slog.New(handler(&b)).Info("x", "v", v, slog.Group("g", "v", v))
		if shows(b.String()) {
			return name
		}
	}
	if path := reach(reflect.ValueOf(v), secret, "value", map[uintptr]bool{}, 0); path != "" {
		return "reflection at " + path
	}
	return ""
}

// reach walks over everything that reflection can see, unexported fields included, as a dumper does.
func reach(v reflect.Value, secret, path string, seen map[uintptr]bool, depth int) string {
	if depth > 40 {
		return ""
	}
	switch v.Kind() {
	case reflect.String:
		if strings.Contains(v.String(), secret) {
			return path
		}
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() || v.Kind() == reflect.Pointer && seen[v.Pointer()] {
			return ""
		}
		if v.Kind() == reflect.Pointer {
			seen[v.Pointer()] = true
		}
		return reach(v.Elem(), secret, path, seen, depth+1)
	case reflect.Struct:
		for i := range v.NumField() {
			if at := reach(v.Field(i), secret, path+"."+v.Type().Field(i).Name, seen, depth+1); at != "" {
				return at
			}
		}
	case reflect.Slice, reflect.Array:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			if v.Kind() == reflect.Slice && bytes.Contains(v.Bytes(), []byte(secret)) {
				return path
			}
			return ""
		}
		for i := range v.Len() {
			if at := reach(v.Index(i), secret, path+"[]", seen, depth+1); at != "" {
				return at
			}
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			for _, one := range []reflect.Value{k, v.MapIndex(k)} {
				if at := reach(one, secret, path+"{}", seen, depth+1); at != "" {
					return at
				}
			}
		}
	}
	return ""
}

// roundTrip hides a transport that remembers requests, keys included, from the walk over a client.
type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

type staticSource string

func (s staticSource) AccessToken(context.Context) (string, error) { return string(s), nil }

// Nothing that the package hands out shows a credential, in any way to print it: clients, options, results, errors.
func TestNothingShowsACredential(t *testing.T) {
	require.NotEmpty(t, mentions(struct{ key string }{testKey}, testKey), "the test can find something")
	require.NotEmpty(t, mentions(&http.Request{Header: http.Header{"X": {testKey}}}, testKey))

	for name, credential := range map[string]intake.Option{"bearer": intake.WithAPIKey(testKey), "header": intake.WithAPIKeyHeader(testKey)} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var log bytes.Buffer
				var attempts []any
				hook := func(_ context.Context, a intake.Attempt) (context.Context, func(intake.AttemptResult)) {
					attempts = append(attempts, a)
					return nil, func(r intake.AttemptResult) { attempts = append(attempts, r) }
				}
				values := []any{credential, intake.NewSecret(testKey), struct{ S intake.Secret }{intake.NewSecret(testKey)}, struct{ s intake.Secret }{intake.NewSecret(testKey)}}
				for _, f := range faults {
					transport := &scripted{answer: func(int, *http.Request) (*http.Response, error) {
						resp, err := f.answer(operations[3])
						if resp != nil && resp.StatusCode/100 != 2 { // a server that repeats what it was sent
							resp = respond(resp.StatusCode, `{"detail":"you sent `+testKey+`"}`)
						}
						return resp, err
					}}
					client := newClient(t, roundTrip(transport.RoundTrip), credential, intake.WithHook(hook),
						intake.WithLogger(slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))))
					for _, o := range operations {
						if err := o.call(t.Context(), client); err != nil {
							values = append(values, err)
						}
					}
					fine := newClient(t, roundTrip(func(*http.Request) (*http.Response, error) { return respond(200, sessionJSON), nil }), credential)
					session, err := fine.Sessions.Get(t.Context(), "ses_1")
					require.NoError(t, err)
					values = append(values, client, client.Sessions, client.Workspace, client.Appointments, session)
				}
				for _, v := range append(values, attempts...) {
					require.Empty(t, mentions(v, testKey), "%T", v)
				}
				require.NotEmpty(t, log.String())
				require.NotContains(t, log.String(), testKey)
				require.NotContains(t, log.String(), "ses_1", "parameters are not logged either")
			})
		})
	}
}

func TestBothWaysToSendAKey(t *testing.T) {
	for _, c := range []struct {
		option intake.Option
		header string
		value  string
		other  string
	}{
		{intake.WithAPIKey(testKey), "Authorization", "Bearer " + testKey, "X-Api-Key"},
		{intake.WithAPIKeyHeader(" " + testKey + "\n"), "X-Api-Key", testKey, "Authorization"},
		{intake.WithTokenSource(staticSource("at_1")), "Authorization", "Bearer at_1", "X-Api-Key"},
	} {
		transport := &scripted{answer: func(int, *http.Request) (*http.Response, error) { return respond(200, `{"org_id":"o"}`), nil }}
		_, err := newClient(t, transport, c.option).Workspace.Me(t.Context())
		require.NoError(t, err)
		h := transport.requests()[0].Header
		require.Equal(t, []string{c.value}, h[c.header])
		require.NotContains(t, h, c.other)
	}
}

// source is a token source whose tokens are refused.
type source struct {
	token    string
	next     string
	err      error
	rejected []string
}

func (s *source) AccessToken(context.Context) (string, error) { return s.token, s.err }

func (s *source) Rejected(_ context.Context, token string) error {
	s.rejected = append(s.rejected, token)
	if s.next == "" {
		return errors.New("no other token")
	}
	s.token = s.next
	return nil
}

func TestARefusedTokenIsReplacedOnce(t *testing.T) {
	service := func(good string) *scripted {
		return &scripted{answer: func(_ int, r *http.Request) (*http.Response, error) {
			if r.Header.Get("Authorization") == "Bearer "+good {
				return respond(200, `{"submission_id":"sub_1"}`), nil
			}
			return respond(401, `{"detail":"expired"}`), nil
		}}
	}
	tokens, transport := &source{token: "at_1", next: "at_2"}, service("at_2")
	_, err := newClient(t, transport, intake.WithTokenSource(tokens)).Sessions.Submit(t.Context(), "ses_1")
	require.NoError(t, err)
	require.Equal(t, []string{"at_1"}, tokens.rejected)
	require.Len(t, transport.requests(), 2)

	tokens, transport = &source{token: "at_1", next: "at_1"}, service("at_9")
	_, err = newClient(t, transport, intake.WithTokenSource(tokens)).Sessions.Submit(t.Context(), "ses_1")
	require.ErrorIs(t, err, intake.ErrUnauthorized)
	require.Len(t, transport.requests(), 2, "one more try, no loop")

	tokens, transport = &source{token: "at_1"}, service("at_9")
	_, err = newClient(t, transport, intake.WithTokenSource(tokens)).Sessions.Submit(t.Context(), "ses_1")
	require.ErrorIs(t, err, intake.ErrUnauthorized)
	require.Len(t, transport.requests(), 1)

	tokens, transport = &source{token: "at_1", next: "at_2"}, service("at_2")
	_, err = newClient(t, transport, intake.WithTokenSource(tokens)).Sessions.Submit(t.Context(), "ses_1", intake.WithMaxAttempts(1))
	require.ErrorIs(t, err, intake.ErrUnauthorized)
	require.Len(t, transport.requests(), 1, "one attempt is one attempt")

	broken := errors.New("the store is gone")
	transport = service("at_9")
	_, err = newClient(t, transport, intake.WithTokenSource(&source{err: broken})).Sessions.Submit(t.Context(), "ses_1")
	require.ErrorIs(t, err, broken)
	require.NotErrorIs(t, err, intake.ErrOutcomeUnknown, "nothing was sent")
	require.Empty(t, transport.requests())
}

// A redirect to another host, port or scheme carries no credential there, because it is not followed.
func TestCredentialsStayAtTheirOrigin(t *testing.T) {
	reached := 0
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached++ }))
	defer other.Close()
	for _, status := range []int{301, 302, 303, 307, 308} {
		home := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, other.URL+r.URL.Path, status)
		}))
		follow := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return nil }}
		client, err := intake.NewClient(intake.WithBaseURL(home.URL), intake.WithAPIKeyHeader(testKey), intake.WithHTTPClient(follow))
		require.NoError(t, err)
		_, err = client.Workspace.Me(t.Context())
		require.Error(t, err)
		_, err = client.Sessions.Submit(t.Context(), "ses_1")
		require.Error(t, err)
		home.Close()
	}
	require.Zero(t, reached)
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
}

// The caller's http.Client is as it was.
func TestTheHTTPClientIsNotChanged(t *testing.T) {
	given := &http.Client{Timeout: time.Minute}
	_, err := intake.NewClient(intake.WithBaseURL("https://api.example.com"), intake.WithAPIKey(testKey), intake.WithHTTPClient(given))
	require.NoError(t, err)
	require.Nil(t, given.Transport)
	require.Nil(t, given.CheckRedirect)
	require.Nil(t, given.Jar)
	require.Equal(t, time.Minute, given.Timeout)
}
