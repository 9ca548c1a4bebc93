package oauthflow

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	"unicode"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/oauthflow/oauthflowtest"
)

func TestSecretsPrintAsRedacted(t *testing.T) {
	const secret = secretText("s3cr3t-token-0123456789")
	rec := &record{Tokens: tokens{Access: secret, Refresh: secret}}
	store := &MemoryStore{}
	require.NoError(t, store.Save(t.Context(), "k", []byte(secret)))
	s, err := Config{Issuer: "https://a.test", Store: store}.settle(true)
	require.NoError(t, err)
	source := newSource(s, rec)
	defer func() { _ = source.Close() }()
	var log bytes.Buffer
	logger := slog.New(slog.NewJSONHandler(&log, nil))
	for _, v := range []any{secret, &rec.Tokens, rec.Tokens, *rec, source, callbackResult{Code: secret},
		authorization{secret, secret}, &deviceRequest{Code: secret}, answer{Secrets: []secretText{secret}}} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
			require.NotContains(t, fmt.Sprintf(verb, v), "s3cr3t", "%T %s", v, verb)
			require.NotContains(t, fmt.Sprintf(verb, v), fmt.Sprintf("%x", "s3cr3t"), "%T %s", v, verb)
		}
		logger.Info("value", "v", v)
		encoded, err := json.Marshal(v)
		if err == nil {
			require.NotContains(t, string(encoded), "s3cr3t")
		}
	}
	require.NotContains(t, log.String(), "s3cr3t")
	require.NotContains(t, fmt.Sprintf("%+v %#v", store, store), "s3cr3t")
}

// echo answers everything it is asked with what it was sent, in every place that an error could repeat.
type echo struct {
	mu    sync.Mutex
	dice  int
	inner http.RoundTripper
	armed bool
}

func (e *echo) RoundTrip(r *http.Request) (*http.Response, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.armed || r.Method != http.MethodPost || strings.HasSuffix(r.URL.Path, "/register") || strings.HasSuffix(r.URL.Path, "/device") {
		return e.inner.RoundTrip(r)
	}
	body, _ := io.ReadAll(r.Body)
	form, _ := url.ParseQuery(string(body))
	all := string(body)
	for _, values := range form {
		all += " " + values[0]
	}
	text, _ := json.Marshal(all)
	code, _ := json.Marshal(form.Get("refresh_token") + form.Get("device_code") + form.Get("code_verifier") + form.Get("token"))
	e.dice++
	switch e.dice % 7 {
	case 0:
		return reply(400, `{"error":"made_up","error_description":`+string(text)+`}`), nil
	case 1:
		return reply(500, `{"detail":`+string(text)+`}`), nil
	case 2:
		return reply(502, all), nil
	case 3:
		return nil, fmt.Errorf("malformed HTTP response %q", all)
	case 4:
		return reply(400, `{"error":`+string(code)+`}`), nil
	case 5:
		return reply(200, `{"access_token":5,"token_type":`+string(text)+`}`), nil
	default:
		return reply(200, `{"token_type":`+string(text)+`,"access_token":"x"}`), nil
	}
}

// Not one run of eight bytes of any secret is to be found in errors, logs or output, with a server that echoes everything
// and with debug logging on.
func TestNoSecretInAnyOutput(t *testing.T) {
	for i := range 40 {
		synctest.Test(t, func(t *testing.T) {
			var out, log bytes.Buffer
			server := oauthflowtest.NewInMemory(oauthflowtest.Options{TokenLife: time.Minute})
			parrot := &echo{inner: server.Client().Transport, dice: i}
			cfg := testConfig(server, &MemoryStore{})
			cfg.HTTPClient = &http.Client{Transport: parrot}
			cfg.Out = &out
			cfg.Logger = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
			source, err := DeviceLogin(t.Context(), cfg)
			require.NoError(t, err)
			defer func() { _ = source.Close() }()
			token, err := source.AccessToken(t.Context())
			require.NoError(t, err)
			parrot.armed = true
			pass(2 * time.Minute)
			note := func(err error) {
				for ; err != nil; err = errors.Unwrap(err) {
					fmt.Fprintf(&log, "%v|%+v|%#v|%q\n", err, err, err, err)
				}
			}
			for range 3 {
				_, err = source.AccessToken(t.Context())
				note(err)
				pass(10 * time.Minute)
			}
			_, err = DeviceLogin(t.Context(), cfg)
			note(err)
			note(SignOut(t.Context(), cfg))
			require.NotEmpty(t, log.String())
			secrets := []string{token}
			for _, r := range server.Requests("") {
				for _, name := range []string{"device_code", "refresh_token", "code", "code_verifier", "token"} {
					if text := r.Form.Get(name); text != "" {
						secrets = append(secrets, text)
					}
				}
			}
			require.Greater(t, len(secrets), 1)
			for _, secret := range secrets {
				for at := range len(secret) - secretRun {
					run := secret[at : at+secretRun]
					if strings.HasPrefix("refresh-access-device-code-token", run) {
						continue
					}
					require.False(t, strings.Contains(out.String()+log.String(), run), "%q of a secret is in the output", run)
				}
			}
		})
	}
}

func FuzzCleanText(f *testing.F) {
	f.Add("the token abcdefghijkl is bad", "abcdefghijkl")
	f.Add("\x1b[2J\u202egnp.exe", "short")
	f.Add("aaaaaaaaaaaaaaaa", "aaaaaaaaa")
	f.Fuzz(func(t *testing.T, text, secret string) {
		clean := cleanText(text, secretText(secret))
		require.LessOrEqual(t, len([]rune(clean)), longestServerText+1)
		require.False(t, strings.ContainsFunc(clean, func(r rune) bool { return unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r) }))
		plain := strings.ReplaceAll(hideSecrets(text, secretText(secret)), redacted, "\x00")
		for at := 0; at+secretRun <= len(secret); at++ {
			require.NotContains(t, plain, secret[at:at+secretRun])
		}
	})
}

// The verifier and the code of the browser flow never leave by a log either.
func TestBrowserFlowLogsNoSecret(t *testing.T) {
	server := oauthflowtest.New(oauthflowtest.Options{})
	defer server.Close()
	var log bytes.Buffer
	cfg := testConfig(server, &MemoryStore{})
	cfg.Logger = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	source, err := BrowserLogin(context.Background(), cfg)
	require.NoError(t, err)
	require.NoError(t, source.Close())
	form := server.Requests(oauthflowtest.EndpointToken)[0].Form
	require.Contains(t, log.String(), "status=200")
	for _, name := range []string{"code", "code_verifier"} {
		require.NotContains(t, log.String(), form.Get(name)[:secretRun])
	}
}
