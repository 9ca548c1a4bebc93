package oauthflow

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/oauthflow/oauthflowtest"
)

func TestDeviceLoginSignsInAndStores(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := oauthflowtest.NewInMemory(oauthflowtest.Options{})
		store := &MemoryStore{}
		cfg := testConfig(server, store)
		cfg.Prompt = func(_ context.Context, p DevicePrompt) error {
			time.AfterFunc(12*time.Second, func() { server.ApproveDevice(p.UserCode) })
			return nil
		}
		start := time.Now()
		source, err := DeviceLogin(t.Context(), cfg)
		require.NoError(t, err)
		defer func() { _ = source.Close() }()
		require.Equal(t, 15*time.Second, time.Since(start), "polls after 5, 10 and 15 seconds")
		token, err := source.AccessToken(t.Context())
		require.NoError(t, err)
		require.True(t, server.Living(token))

		later, err := NewSource(t.Context(), cfg)
		require.NoError(t, err)
		defer func() { _ = later.Close() }()
		again, err := later.AccessToken(t.Context())
		require.NoError(t, err)
		require.Equal(t, token, again)
		require.Len(t, server.Requests(oauthflowtest.EndpointToken), 3)
	})
}

func TestDeviceLoginOutcomes(t *testing.T) {
	for name, test := range map[string]struct {
		options oauthflowtest.Options
		decide  func(*oauthflowtest.Server, string)
		want    error
		takes   time.Duration
	}{
		"denied": {
			decide: func(s *oauthflowtest.Server, code string) { s.DenyDevice(code) },
			want:   ErrDenied, takes: 5 * time.Second,
		},
		"expired at the server": {
			options: oauthflowtest.Options{DeviceLife: 12 * time.Second,
				EditDevice: func(m map[string]any) { m["expires_in"] = 60 }},
			want: ErrExpired, takes: 15 * time.Second,
		},
		"expired here": {
			options: oauthflowtest.Options{DeviceLife: time.Hour, EditDevice: func(m map[string]any) { m["expires_in"] = 13 }},
			want:    ErrExpired, takes: 15 * time.Second,
		},
		"expired while nothing answers": {
			options: oauthflowtest.Options{Before: func(endpoint string, w http.ResponseWriter, _ *http.Request) bool {
				if endpoint == oauthflowtest.EndpointToken {
					w.WriteHeader(http.StatusBadGateway)
				}
				return endpoint == oauthflowtest.EndpointToken
			}, EditDevice: func(m map[string]any) { m["expires_in"] = 100 }},
			want: ErrExpired, takes: 100 * time.Second,
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				server := oauthflowtest.NewInMemory(test.options)
				cfg := testConfig(server, &MemoryStore{})
				cfg.Prompt = func(_ context.Context, p DevicePrompt) error {
					if test.decide != nil {
						test.decide(server, p.UserCode)
					}
					return nil
				}
				start := time.Now()
				_, err := DeviceLogin(t.Context(), cfg)
				require.ErrorIs(t, err, test.want)
				require.NotErrorIs(t, err, context.DeadlineExceeded, "not to be mistaken for the caller's deadline")
				require.Equal(t, test.takes, time.Since(start))
			})
		})
	}
}

// Both members of the store contract: nothing of a sign-in that failed stays, except the registered client.
func TestFailedLoginLeavesNoTokens(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := oauthflowtest.NewInMemory(oauthflowtest.Options{})
		cfg := testConfig(server, &MemoryStore{})
		cfg.Prompt = func(_ context.Context, p DevicePrompt) error { server.DenyDevice(p.UserCode); return nil }
		_, err := DeviceLogin(t.Context(), cfg)
		require.ErrorIs(t, err, ErrDenied)
		_, err = NewSource(t.Context(), cfg)
		require.ErrorIs(t, err, ErrNotSignedIn)
	})
}

func TestPollingPace(t *testing.T) {
	slow := func(w http.ResponseWriter) { refuse(w, 400, codeSlowDown) }
	pending := func(w http.ResponseWriter) { refuse(w, 400, codePending) }
	for name, test := range map[string]struct {
		interval any
		answers  []func(http.ResponseWriter)
		want     []float64 // seconds between the polls
	}{
		"no interval":        {nil, []func(http.ResponseWriter){pending, pending}, []float64{5, 5, 5}},
		"zero":               {0, []func(http.ResponseWriter){pending}, []float64{5, 5}},
		"negative":           {-1, []func(http.ResponseWriter){pending}, []float64{5, 5}},
		"fraction":           {2.5, []func(http.ResponseWriter){pending}, []float64{2.5, 2.5}},
		"tiny fraction":      {0.001, []func(http.ResponseWriter){pending}, []float64{1, 1}},
		"text":               {"7", []func(http.ResponseWriter){pending}, []float64{7, 7}},
		"no number":          {"soon", []func(http.ResponseWriter){pending}, []float64{5, 5}},
		"object":             {map[string]any{}, []func(http.ResponseWriter){pending}, []float64{5, 5}},
		"slow_down":          {5, []func(http.ResponseWriter){slow, pending, slow, pending}, []float64{5, 10, 10, 15, 15}},
		"failures double":    {5, []func(http.ResponseWriter){status(502), status(503), status(500), pending}, []float64{5, 10, 20, 40, 5}},
		"backoff is capped":  {20, []func(http.ResponseWriter){status(502), status(502), status(502), status(502)}, []float64{20, 40, 60, 60, 60}},
		"Retry-After":        {5, []func(http.ResponseWriter){after(429, "33"), pending}, []float64{5, 33, 5}},
		"limited, in JSON":   {5, []func(http.ResponseWriter){limited, pending}, []float64{5, 12, 5}},
		"Retry-After, short": {5, []func(http.ResponseWriter){after(503, "1"), pending}, []float64{5, 10, 5}},
		"html":               {5, []func(http.ResponseWriter){page200, pending}, []float64{5, 10, 5}},
		"redirect":           {5, []func(http.ResponseWriter){after(302, ""), pending}, []float64{5, 10, 5}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var gaps []float64
				var last time.Time
				n := 0
				server := oauthflowtest.NewInMemory(oauthflowtest.Options{
					EditDevice: func(m map[string]any) {
						delete(m, "interval")
						if test.interval != nil {
							m["interval"] = test.interval
						}
						last = time.Now()
					},
					Before: func(endpoint string, w http.ResponseWriter, _ *http.Request) bool {
						if endpoint != oauthflowtest.EndpointToken {
							return false
						}
						gaps = append(gaps, time.Since(last).Seconds())
						last = time.Now()
						if n < len(test.answers) {
							test.answers[n](w)
						} else {
							_, _ = w.Write([]byte(`{"access_token":"a","token_type":"bearer"}`))
						}
						n++
						return true
					},
				})
				source, err := DeviceLogin(t.Context(), testConfig(server, &MemoryStore{}))
				require.NoError(t, err)
				require.NoError(t, source.Close())
				require.Equal(t, test.want, gaps)
			})
		})
	}
}

// An answer that is not safe to show, or that cannot lead anywhere, ends the sign-in before the person sees any of it.
func TestUnsafeDeviceAnswersAreRefused(t *testing.T) {
	for name, change := range map[string]func(map[string]any){
		"escape in the code":            func(m map[string]any) { m["user_code"] = "AB\x1b[2J" },
		"newline in the code":           func(m map[string]any) { m["user_code"] = "AB\nopen http://evil.test" },
		"direction override":            func(m map[string]any) { m["user_code"] = "AB\u202eCD" },
		"zero width":                    func(m map[string]any) { m["user_code"] = "AB\u200bCD" },
		"no code":                       func(m map[string]any) { delete(m, "user_code") },
		"blank code":                    func(m map[string]any) { m["user_code"] = "   " },
		"endless code":                  func(m map[string]any) { m["user_code"] = strings.Repeat("A", longestUserCode+1) },
		"no device code":                func(m map[string]any) { delete(m, "device_code") },
		"no address":                    func(m map[string]any) { delete(m, "verification_uri") },
		"script as address":             func(m map[string]any) { m["verification_uri"] = "javascript:alert(1)" },
		"file as address":               func(m map[string]any) { m["verification_uri"] = "file:///etc/passwd" },
		"option as address":             func(m map[string]any) { m["verification_uri"] = "--help" },
		"escape in the address":         func(m map[string]any) { m["verification_uri"] = "https://auth.test/\x1b[2J" },
		"user name in the address":      func(m map[string]any) { m["verification_uri"] = "https://auth.test@evil.test/" },
		"script as complete address":    func(m map[string]any) { m["verification_uri_complete"] = "javascript:alert(1)" },
		"escape in the complete one":    func(m map[string]any) { m["verification_uri_complete"] = "https://auth.test/\u009b2J" },
		"complete address with a space": func(m map[string]any) { m["verification_uri_complete"] = "https://auth.test/ x" },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				server := oauthflowtest.NewInMemory(oauthflowtest.Options{EditDevice: change})
				cfg := testConfig(server, &MemoryStore{})
				cfg.Prompt = func(context.Context, DevicePrompt) error { t.Error("shown"); return nil }
				_, err := DeviceLogin(t.Context(), cfg)
				var refused *ResponseError
				require.ErrorAs(t, err, &refused)
				require.False(t, strings.ContainsFunc(err.Error(), unprintable))
				require.Empty(t, server.Requests(oauthflowtest.EndpointToken))
			})
		})
	}
}

func refuse(w http.ResponseWriter, status int, code string) {
	w.WriteHeader(status)
	_, _ = w.Write([]byte(`{"error":"` + code + `"}`))
}

func status(code int) func(http.ResponseWriter) { return after(code, "") }

func after(code int, wait string) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		if wait != "" {
			w.Header().Set("Retry-After", wait)
		}
		w.WriteHeader(code)
		_, _ = w.Write([]byte("<h1>not now</h1>"))
	}
}

// limited is how the API itself says that it was asked too often (spec section 7).
func limited(w http.ResponseWriter) {
	w.Header().Set("Retry-After", "12")
	w.WriteHeader(http.StatusTooManyRequests)
	_, _ = w.Write([]byte(`{"detail":"Too many requests."}`))
}

func page200(w http.ResponseWriter) {
	_, _ = w.Write([]byte("<h1>Welcome to the hotel's network</h1>"))
}

// The wait is counted from the answer: a server that takes longer than the interval is not asked again at once.
func TestSlowAnswersAreNotPiledUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked, answered []time.Time
		server := oauthflowtest.NewInMemory(oauthflowtest.Options{Before: func(endpoint string, w http.ResponseWriter, r *http.Request) bool {
			if endpoint != oauthflowtest.EndpointToken {
				return false
			}
			asked = append(asked, time.Now())
			pass(8 * time.Second) // the server is slow
			answered = append(answered, time.Now())
			if len(asked) == 3 {
				_, _ = w.Write([]byte(`{"access_token":"a"}`))
			} else {
				refuse(w, 400, codePending)
			}
			return true
		}})
		source, err := DeviceLogin(t.Context(), testConfig(server, &MemoryStore{}))
		require.NoError(t, err)
		require.NoError(t, source.Close())
		for i := 1; i < len(asked); i++ {
			require.Equal(t, 5*time.Second, asked[i].Sub(answered[i-1]))
		}
	})
}

// An answer with the tokens that is lost on the way is asked for again, and then called what it is.
func TestLostApprovalIsReported(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lost := 0
		server := oauthflowtest.NewInMemory(oauthflowtest.Options{Lose: func(endpoint string) bool {
			if endpoint == oauthflowtest.EndpointToken {
				lost++
			}
			return lost == 1 && endpoint == oauthflowtest.EndpointToken
		}})
		_, err := DeviceLogin(t.Context(), testConfig(server, &MemoryStore{}))
		require.ErrorIs(t, err, ErrLost)
		require.Len(t, server.Requests(oauthflowtest.EndpointToken), 2)
	})
}
