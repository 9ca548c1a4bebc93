package oauthflow

import (
	"net/http"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/oauthflow/oauthflowtest"
)

func TestNetworkTroubleNeverMeansSignInAgain(t *testing.T) {
	for name, answer := range map[string]func(http.ResponseWriter){
		"reset":          func(http.ResponseWriter) { panic(http.ErrAbortHandler) },
		"502":            status(502),
		"429":            after(429, "7"),
		"429 in JSON":    limited,
		"captive portal": page200,
		"redirect":       after(307, ""),
		"empty object":   func(w http.ResponseWriter) { _, _ = w.Write([]byte(`{}`)) },
		"html 403":       status(403),
		"not found":      status(404),
		"server_error":   func(w http.ResponseWriter) { refuse(w, 400, codeServerError) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var down atomic.Bool
				down.Store(true)
				source, server, _ := signedIn(t, oauthflowtest.Options{TokenLife: 100 * time.Second, Grace: time.Hour,
					Before: onRefresh(func(_ int, w http.ResponseWriter, _ *http.Request) bool {
						if down.Load() {
							answer(w)
						}
						return down.Load()
					})})
				pass(95 * time.Second)
				_, err := source.AccessToken(t.Context())
				require.Error(t, err, "lapsed, and no other to be had")
				require.NotErrorIs(t, err, ErrSignInAgain)
				before := server.Refreshes()
				for range 100 {
					_, err = source.AccessToken(t.Context())
					require.Error(t, err)
				}
				require.Equal(t, before, server.Refreshes(), "the failure is remembered for a while")
				require.LessOrEqual(t, before, 1)
				down.Store(false)
				pass(5 * time.Minute)
				token, err := source.AccessToken(t.Context())
				require.NoError(t, err)
				require.True(t, server.Living(token))
			})
		})
	}
}

func TestOldTokenServesWhileTheServerIsDown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source, _, _ := signedIn(t, oauthflowtest.Options{TokenLife: 100 * time.Second, Before: onRefresh(
			func(int, http.ResponseWriter, *http.Request) bool { panic(http.ErrAbortHandler) })})
		old, err := source.AccessToken(t.Context())
		require.NoError(t, err)
		pass(85 * time.Second)
		for range 10 {
			token, err := source.AccessToken(t.Context())
			require.NoError(t, err)
			require.Equal(t, old, token)
			pass(400 * time.Millisecond)
		}
	})
}

func TestDeadGrantIsRememberedAndCostsOneRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source, server, cfg := signedIn(t, oauthflowtest.Options{TokenLife: time.Minute})
		server.EndSignIns()
		pass(2 * time.Minute)
		for range 5 {
			_, err := source.AccessToken(t.Context())
			require.ErrorIs(t, err, ErrSignInAgain)
		}
		require.ErrorIs(t, source.Rejected(t.Context(), "whatever"), ErrSignInAgain)
		require.Equal(t, 1, server.Refreshes())
		_, err := NewSource(t.Context(), cfg)
		require.ErrorIs(t, err, ErrSignInAgain, "another process knows it without a request")
		// After a new sign-in, in this process or another, the same Source works again.
		again, err := DeviceLogin(t.Context(), cfg)
		require.NoError(t, err)
		defer func() { _ = again.Close() }()
		token, err := source.AccessToken(t.Context())
		require.NoError(t, err)
		require.True(t, server.Living(token))
	})
}

func TestLostAnswerOfARefresh(t *testing.T) {
	for name, test := range map[string]struct {
		grace time.Duration
		want  error
	}{
		"is recovered where the server repeats it": {30 * time.Second, nil},
		"ends the sign-in where it does not":       {0, ErrSignInAgain},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tokens := 0
				source, server, _ := signedIn(t, oauthflowtest.Options{TokenLife: time.Minute, Grace: test.grace,
					Lose: func(endpoint string) bool {
						if endpoint == oauthflowtest.EndpointToken {
							tokens++
						}
						return endpoint == oauthflowtest.EndpointToken && tokens == 2
					}})
				pass(2 * time.Minute)
				_, err := source.AccessToken(t.Context())
				var lost *NetworkError
				require.ErrorAs(t, err, &lost)
				require.True(t, lost.Sent)
				require.Equal(t, 1, server.Refreshes(), "not sent twice by one call")
				pass(2 * time.Second)
				token, err := source.AccessToken(t.Context())
				if test.want != nil {
					require.ErrorIs(t, err, test.want)
				} else {
					require.NoError(t, err)
					require.True(t, server.Living(token))
				}
				require.Equal(t, 2, server.Refreshes())
			})
		})
	}
}

// A server that has rotated must not lose its pair to an odd word beside it.
func TestPairIsKeptWhateverItsDecoration(t *testing.T) {
	for name, expires := range map[string]any{"fraction": 3599.5, "text": "3600", "negative": -1, "zero": 0, "null": nil,
		"huge": 1e300, "object": map[string]any{}, "word": "tomorrow", "list": []int{1}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				odd := false
				source, server, _ := signedIn(t, oauthflowtest.Options{TokenLife: time.Minute, EditToken: func(m map[string]any) {
					if odd {
						m["expires_in"], m["scope"], m["token_type"] = expires, 17, "N_A"
					}
				}})
				pass(2 * time.Minute)
				odd = true
				for range 3 {
					token, err := source.AccessToken(t.Context())
					require.NoError(t, err)
					require.True(t, server.Living(token))
				}
				require.Equal(t, 1, server.Refreshes())
			})
		})
	}
}

func TestMovedTokenEndpointIsFoundAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		moved := false
		var server *oauthflowtest.Server
		options := oauthflowtest.Options{TokenLife: time.Minute, EditMetadata: func(m map[string]any) {
			if !moved {
				m["token_endpoint"] = server.URL + "/old"
			}
		}}
		server = oauthflowtest.NewInMemory(options)
		cfg := testConfig(server, &MemoryStore{})
		proxied := &oldPath{server: server, next: server.Client().Transport}
		cfg.HTTPClient = &http.Client{Transport: proxied}
		source, err := DeviceLogin(t.Context(), cfg)
		require.NoError(t, err)
		defer func() { _ = source.Close() }()
		moved, proxied.gone = true, true
		pass(2 * time.Minute)
		token, err := source.AccessToken(t.Context())
		require.NoError(t, err)
		require.True(t, server.Living(token))
		require.Equal(t, 1, server.Refreshes())
	})
}

// oldPath serves the token endpoint on a path of its own, until it is gone.
type oldPath struct {
	server *oauthflowtest.Server
	next   http.RoundTripper
	gone   bool
}

func (o *oldPath) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Path == "/old" && !o.gone {
		api := o.server.APIURL()
		u, _ := r.URL.Parse(api[:len(api)-len(oauthflowtest.EndpointAPI)] + oauthflowtest.EndpointToken)
		r = r.Clone(r.Context())
		r.URL = u
	}
	return o.next.RoundTrip(r)
}

// A redirect would carry the refresh token along.
func TestRedirectsAreNotFollowed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var server *oauthflowtest.Server
		source, server, _ := signedIn(t, oauthflowtest.Options{TokenLife: time.Minute, Before: onRefresh(
			func(n int, w http.ResponseWriter, _ *http.Request) bool {
				w.Header().Set("Location", server.APIURL())
				w.WriteHeader([]int{301, 302, 303, 307, 308}[n%5])
				return true
			})})
		pass(2 * time.Minute)
		for range 5 {
			_, err := source.AccessToken(t.Context())
			require.Error(t, err)
			require.NotErrorIs(t, err, ErrSignInAgain)
			pass(5 * time.Minute)
		}
		require.Empty(t, server.Requests(oauthflowtest.EndpointAPI))
	})
}

func TestWithoutRefreshTokenTheEndIsTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source, server, _ := signedIn(t, oauthflowtest.Options{TokenLife: time.Minute,
			EditToken: func(m map[string]any) { delete(m, "refresh_token") }})
		pass(58 * time.Second)
		_, err := source.AccessToken(t.Context())
		require.ErrorIs(t, err, ErrSignInAgain)
		require.Zero(t, server.Refreshes())
	})
}

func TestRefreshTokenIsKeptWhenNoneComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var kept any
		n := 0
		_, server, cfg := signedIn(t, oauthflowtest.Options{TokenLife: time.Minute, EditToken: func(m map[string]any) {
			if n++; n == 1 {
				kept = m["refresh_token"]
			} else {
				delete(m, "refresh_token")
			}
		}})
		source, err := NewSource(t.Context(), cfg)
		require.NoError(t, err)
		defer func() { _ = source.Close() }()
		pass(2 * time.Minute)
		_, err = source.AccessToken(t.Context())
		require.NoError(t, err)
		rec, err := source.settings.load(t.Context())
		require.NoError(t, err)
		require.Equal(t, kept, rec.Tokens.Refresh.reveal())
		require.Equal(t, 1, server.Refreshes())
	})
}
