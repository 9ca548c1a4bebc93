package oauthflow

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/oauthflow/oauthflowtest"
)

// signedIn gives a Source on a virtual clock whose tokens come from one device sign-in.
func signedIn(t *testing.T, options oauthflowtest.Options) (*Source, *oauthflowtest.Server, Config) {
	t.Helper()
	server := oauthflowtest.NewInMemory(options)
	cfg := testConfig(server, &MemoryStore{})
	source, err := DeviceLogin(t.Context(), cfg)
	require.NoError(t, err)
	t.Cleanup(func() { _ = source.Close() })
	return source, server, cfg
}

// onToken answers the token endpoint's refreshes by f while it returns true.
func onRefresh(f func(n int, w http.ResponseWriter, r *http.Request) bool) func(string, http.ResponseWriter, *http.Request) bool {
	var n atomic.Int32
	var ready atomic.Bool
	return func(endpoint string, w http.ResponseWriter, r *http.Request) bool {
		if endpoint != oauthflowtest.EndpointToken {
			return false
		}
		if !ready.Swap(true) { // the sign-in itself
			return false
		}
		return f(int(n.Add(1)), w, r)
	}
}

func TestOneRefreshForAllGoroutinesAndSources(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const sources, goroutines, expiries = 8, 64, 20
		first, server, cfg := signedIn(t, oauthflowtest.Options{TokenLife: time.Minute})
		all := []*Source{first}
		for range sources - 1 {
			s, err := NewSource(t.Context(), cfg)
			require.NoError(t, err)
			defer func() { _ = s.Close() }()
			all = append(all, s)
		}
		for range expiries {
			pass(2 * time.Minute)
			var wg sync.WaitGroup
			var mu sync.Mutex
			seen := map[string]bool{}
			for _, s := range all {
				for range goroutines {
					wg.Go(func() {
						token, err := s.Token(t.Context())
						mu.Lock()
						defer mu.Unlock()
						seen[token] = err == nil && server.Living(token)
					})
				}
			}
			wg.Wait()
			require.Len(t, seen, 1)
			require.NotContains(t, seen, "")
		}
		require.Equal(t, expiries, server.Refreshes())
	})
}

func TestTokenIsRefreshedEarlyInTheBackground(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source, server, _ := signedIn(t, oauthflowtest.Options{TokenLife: 100 * time.Second, Before: onRefresh(
			func(int, http.ResponseWriter, *http.Request) bool { pass(3 * time.Second); return false })})
		old, err := source.Token(t.Context())
		require.NoError(t, err)
		pass(79 * time.Second)
		_, err = source.Token(t.Context())
		require.NoError(t, err)
		require.Zero(t, server.Refreshes(), "not before four fifths of its life")
		pass(10900 * time.Millisecond)
		start := time.Now()
		again, err := source.Token(t.Context())
		require.NoError(t, err)
		require.Equal(t, old, again)
		require.Zero(t, time.Since(start), "the old token lives: nobody waits")
		pass(4 * time.Second)
		fresh, err := source.Token(t.Context())
		require.NoError(t, err)
		require.NotEqual(t, old, fresh)
		require.Equal(t, 1, server.Refreshes())
	})
}

func TestWaitersObeyTheirOwnContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source, server, _ := signedIn(t, oauthflowtest.Options{TokenLife: time.Minute, Before: onRefresh(
			func(int, http.ResponseWriter, *http.Request) bool { pass(10 * time.Second); return false })})
		pass(2 * time.Minute)
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		start := time.Now()
		_, err := source.Token(ctx)
		require.ErrorIs(t, err, ErrCancelled)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.Equal(t, 100*time.Millisecond, time.Since(start))
		// The request that was on its way is not thrown away with its answer.
		token, err := source.Token(t.Context())
		require.NoError(t, err)
		require.True(t, server.Living(token))
		require.Equal(t, 1, server.Refreshes())
	})
}

func TestALeavingCallerDoesNotEndTheNextOnesRefresh(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source, server, cfg := signedIn(t, oauthflowtest.Options{TokenLife: time.Minute})
		pass(2 * time.Minute)
		unlock, err := cfg.Store.Lock(t.Context(), cfg.Issuer) // another process is at it
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(t.Context())
		left := make(chan error)
		go func() { _, err := source.Token(ctx); left <- err }()
		synctest.Wait()
		cancel()
		require.ErrorIs(t, <-left, ErrCancelled)
		go func() { pass(time.Second); unlock() }()
		token, err := source.Token(t.Context())
		require.NoError(t, err)
		require.True(t, server.Living(token))
		require.Equal(t, 1, server.Refreshes())
	})
}

func TestNetworkTroubleNeverMeansSignInAgain(t *testing.T) {
	for name, answer := range map[string]func(http.ResponseWriter){
		"reset":          func(http.ResponseWriter) { panic(http.ErrAbortHandler) },
		"502":            status(502),
		"429":            after(429, "7"),
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
				_, err := source.Token(t.Context())
				require.Error(t, err, "lapsed, and no other to be had")
				require.NotErrorIs(t, err, ErrSignInAgain)
				before := server.Refreshes()
				for range 100 {
					_, err = source.Token(t.Context())
					require.Error(t, err)
				}
				require.Equal(t, before, server.Refreshes(), "the failure is remembered for a while")
				require.LessOrEqual(t, before, refreshTries)
				down.Store(false)
				pass(5 * time.Minute)
				token, err := source.Token(t.Context())
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
		old, err := source.Token(t.Context())
		require.NoError(t, err)
		pass(85 * time.Second)
		for range 10 {
			token, err := source.Token(t.Context())
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
			_, err := source.Token(t.Context())
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
		token, err := source.Token(t.Context())
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
				token, err := source.Token(t.Context())
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

func TestRejectedTokenIsReplacedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source, server, cfg := signedIn(t, oauthflowtest.Options{})
		other, err := NewSource(t.Context(), cfg)
		require.NoError(t, err)
		defer func() { _ = other.Close() }()
		dead, err := source.Token(t.Context())
		require.NoError(t, err)
		server.ExpireAccess()
		var wg sync.WaitGroup
		for range 100 {
			wg.Go(func() {
				if err := source.Rejected(t.Context(), dead); err != nil {
					t.Error(err)
				}
				token, err := source.Token(t.Context())
				if err != nil || !server.Living(token) {
					t.Error("no living token", err)
				}
			})
		}
		wg.Wait()
		require.Equal(t, 1, server.Refreshes())
		require.NoError(t, other.Rejected(t.Context(), dead), "the other process's refresh is found in the store")
		require.Equal(t, 1, server.Refreshes())

		fresh, err := source.Token(t.Context())
		require.NoError(t, err)
		require.ErrorIs(t, source.Rejected(t.Context(), fresh), ErrRefused, "refreshing has just been tried")
		require.Equal(t, 1, server.Refreshes())
		pass(time.Minute)
		require.NoError(t, source.Rejected(t.Context(), fresh))
		require.Equal(t, 2, server.Refreshes())
	})
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
					token, err := source.Token(t.Context())
					require.NoError(t, err)
					require.True(t, server.Living(token))
				}
				require.Equal(t, 1, server.Refreshes())
			})
		})
	}
}

// brokenStore fails its saves while told so.
type brokenStore struct {
	MemoryStore
	full  atomic.Bool
	saves atomic.Int32
}

func (b *brokenStore) Save(ctx context.Context, key string, data []byte) error {
	if b.saves.Add(1); b.full.Load() {
		return errors.New("disk full")
	}
	return b.MemoryStore.Save(ctx, key, data)
}

func TestNothingIsSentThatCouldNotBeSaved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &brokenStore{}
		server := oauthflowtest.NewInMemory(oauthflowtest.Options{TokenLife: time.Minute})
		source, err := DeviceLogin(t.Context(), testConfig(server, store))
		require.NoError(t, err)
		defer func() { _ = source.Close() }()
		pass(2 * time.Minute)
		store.full.Store(true)
		_, err = source.Token(t.Context())
		var failed *StoreError
		require.ErrorAs(t, err, &failed)
		require.Equal(t, "save", failed.Op)
		require.Zero(t, server.Refreshes())
	})
}

func TestUnsavedPairIsNotHandedOutAndSavedLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &brokenStore{}
		server := oauthflowtest.NewInMemory(oauthflowtest.Options{TokenLife: time.Minute, Before: onRefresh(
			func(int, http.ResponseWriter, *http.Request) bool { store.full.Store(true); return false })})
		cfg := testConfig(server, store)
		source, err := DeviceLogin(t.Context(), cfg)
		require.NoError(t, err)
		defer func() { _ = source.Close() }()
		pass(2 * time.Minute)
		_, err = source.Token(t.Context())
		var failed *StoreError
		require.ErrorAs(t, err, &failed)
		pass(2 * time.Second)
		_, err = source.Token(t.Context())
		require.ErrorAs(t, err, &failed)
		store.full.Store(false)
		pass(5 * time.Second)
		token, err := source.Token(t.Context())
		require.NoError(t, err)
		require.True(t, server.Living(token))
		require.Equal(t, 1, server.Refreshes(), "the answer was kept, not asked for again")
		other, err := NewSource(t.Context(), cfg)
		require.NoError(t, err)
		defer func() { _ = other.Close() }()
		same, err := other.Token(t.Context())
		require.NoError(t, err)
		require.Equal(t, token, same)
	})
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
		token, err := source.Token(t.Context())
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
			_, err := source.Token(t.Context())
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
		_, err := source.Token(t.Context())
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
		_, err = source.Token(t.Context())
		require.NoError(t, err)
		rec, err := source.settings.load(t.Context())
		require.NoError(t, err)
		require.Equal(t, kept, rec.Tokens.Refresh.reveal())
		require.Equal(t, 1, server.Refreshes())
	})
}

func TestOAuth2TokensCarryNoRefreshToken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source, server, _ := signedIn(t, oauthflowtest.Options{})
		token, err := source.OAuth2(t.Context()).Token()
		require.NoError(t, err)
		require.True(t, token.Valid())
		require.True(t, server.Living(token.AccessToken))
		require.Empty(t, token.RefreshToken)
		require.Equal(t, "Bearer", token.Type())
	})
}

// A program that ends in the middle of a background refresh must not lose the pair that is on its way.
func TestCloseLetsAnAnswerArrive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source, server, cfg := signedIn(t, oauthflowtest.Options{TokenLife: 100 * time.Second, Before: onRefresh(
			func(int, http.ResponseWriter, *http.Request) bool { pass(time.Second); return false })})
		old, err := source.Token(t.Context())
		require.NoError(t, err)
		pass(91 * time.Second)
		_, err = source.Token(t.Context())
		require.NoError(t, err)
		synctest.Wait()
		start := time.Now()
		require.NoError(t, source.Close())
		require.LessOrEqual(t, time.Since(start), time.Second)
		next, err := NewSource(t.Context(), cfg)
		require.NoError(t, err)
		defer func() { _ = next.Close() }()
		fresh, err := next.Token(t.Context())
		require.NoError(t, err)
		require.NotEqual(t, old, fresh)
		require.Equal(t, 1, server.Refreshes())
	})
}

func TestCloseEndsARefreshInFlight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source, server, cfg := signedIn(t, oauthflowtest.Options{TokenLife: time.Minute, Grace: time.Minute, Before: onRefresh(
			func(n int, _ http.ResponseWriter, r *http.Request) bool {
				if n == 1 {
					<-r.Context().Done()
				}
				return n == 1
			})})
		pass(2 * time.Minute)
		failed := make(chan error)
		go func() { _, err := source.Token(t.Context()); failed <- err }()
		synctest.Wait()
		start := time.Now()
		require.NoError(t, source.Close())
		require.Equal(t, closePatience, time.Since(start))
		require.ErrorIs(t, <-failed, ErrClosed)
		next, err := NewSource(t.Context(), cfg)
		require.NoError(t, err)
		defer func() { _ = next.Close() }()
		token, err := next.Token(t.Context())
		require.NoError(t, err)
		require.True(t, server.Living(token))
	})
}

// interruptedSource is what the next run of a program finds after a crash in the middle of an early refresh: the old access
// token still lives, and the server may have rotated.
func interruptedSource(t *testing.T, options oauthflowtest.Options) (*Source, *oauthflowtest.Server, string) {
	t.Helper()
	crashed, server, cfg := signedIn(t, options)
	old, err := crashed.Token(t.Context())
	require.NoError(t, err)
	rec, err := crashed.settings.load(t.Context())
	require.NoError(t, err)
	rec.Intent = &intent{At: time.Now()}
	require.NoError(t, crashed.settings.save(t.Context(), rec))
	source, err := NewSource(t.Context(), cfg)
	require.NoError(t, err)
	t.Cleanup(func() { _ = source.Close() })
	return source, server, old
}

func TestInterruptedRefreshIsNotPutOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source, server, old := interruptedSource(t, oauthflowtest.Options{})
		token, err := source.Token(t.Context())
		require.NoError(t, err)
		require.NotEqual(t, old, token, "the server repeats a lost answer for a short while only")
		require.Equal(t, 1, server.Refreshes())
		rec, err := source.settings.load(t.Context())
		require.NoError(t, err)
		require.Nil(t, rec.Intent)
	})
}

func TestInterruptedRefreshWithoutNetworkUsesTheOldToken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source, _, old := interruptedSource(t, oauthflowtest.Options{Before: onRefresh(
			func(int, http.ResponseWriter, *http.Request) bool { panic(http.ErrAbortHandler) })})
		token, err := source.Token(t.Context())
		require.NoError(t, err)
		require.Equal(t, old, token)
		rec, err := source.settings.load(t.Context())
		require.NoError(t, err)
		require.NotNil(t, rec.Intent, "for the next to see")
	})
}

// The intent stands in the store before the request leaves, and goes when it is certain that nothing was sent.
func TestIntentIsWrittenFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &MemoryStore{}
		var seen []*intent
		var cfg Config
		server := oauthflowtest.NewInMemory(oauthflowtest.Options{TokenLife: time.Minute, Before: onRefresh(
			func(int, http.ResponseWriter, *http.Request) bool {
				s, err := cfg.settle(true)
				if err == nil {
					var rec *record
					if rec, err = s.load(context.Background()); err == nil {
						seen = append(seen, rec.Intent)
					}
				}
				return err != nil
			})})
		cfg = testConfig(server, store)
		source, err := DeviceLogin(t.Context(), cfg)
		require.NoError(t, err)
		defer func() { _ = source.Close() }()
		pass(2 * time.Minute)
		_, err = source.Token(t.Context())
		require.NoError(t, err)
		require.Len(t, seen, 1)
		require.NotNil(t, seen[0])

		offline := cfg
		offline.HTTPClient = &http.Client{Transport: unreachable{}}
		pass(2 * time.Minute)
		cut, err := NewSource(t.Context(), offline)
		require.NoError(t, err)
		defer func() { _ = cut.Close() }()
		_, err = cut.Token(t.Context())
		var network *NetworkError
		require.ErrorAs(t, err, &network)
		require.False(t, network.Sent)
		rec, err := cut.settings.load(t.Context())
		require.NoError(t, err)
		require.Nil(t, rec.Intent)
	})
}

// unreachable is a network without a route.
type unreachable struct{}

func (unreachable) RoundTrip(*http.Request) (*http.Response, error) {
	return nil, &net.OpError{Op: "dial", Net: "tcp", Err: errors.New("no route to host")}
}
