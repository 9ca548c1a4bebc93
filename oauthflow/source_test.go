package oauthflow

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/oauth2"

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
						token, err := s.AccessToken(t.Context())
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
		source, server, _ := signedIn(t, oauthflowtest.Options{TokenLife: 1000 * time.Second, Before: onRefresh(
			func(int, http.ResponseWriter, *http.Request) bool { pass(3 * time.Second); return false })})
		old, err := source.AccessToken(t.Context())
		require.NoError(t, err)
		pass(799 * time.Second)
		_, err = source.AccessToken(t.Context())
		require.NoError(t, err)
		synctest.Wait()
		require.Zero(t, server.Refreshes(), "not before four fifths of its life")
		pass(102 * time.Second)
		start := time.Now()
		again, err := source.AccessToken(t.Context())
		require.NoError(t, err)
		require.Equal(t, old, again)
		require.Zero(t, time.Since(start), "the old token lives: nobody waits")
		pass(4 * time.Second)
		start = time.Now()
		fresh, err := source.AccessToken(t.Context())
		require.NoError(t, err)
		require.NotEqual(t, old, fresh)
		require.Zero(t, time.Since(start))
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
		_, err := source.AccessToken(ctx)
		require.ErrorIs(t, err, ErrCancelled)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.Equal(t, 100*time.Millisecond, time.Since(start))
		// The request that was on its way is not thrown away with its answer.
		token, err := source.AccessToken(t.Context())
		require.NoError(t, err)
		require.True(t, server.Living(token))
		require.Equal(t, 1, server.Refreshes())
	})
}

// queueStore counts who waits for its lock.
type queueStore struct {
	MemoryStore
	waiting atomic.Int32
}

func (q *queueStore) Lock(ctx context.Context, key string) (func(), error) {
	q.waiting.Add(1)
	defer q.waiting.Add(-1)
	return q.MemoryStore.Lock(ctx, key)
}

func TestALeavingCallerDoesNotEndTheNextOnesRefresh(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := oauthflowtest.NewInMemory(oauthflowtest.Options{TokenLife: time.Minute})
		store := &queueStore{}
		cfg := testConfig(server, store)
		source, err := DeviceLogin(t.Context(), cfg)
		require.NoError(t, err)
		defer func() { _ = source.Close() }()
		pass(2 * time.Minute)
		unlock, err := store.Lock(t.Context(), cfg.Issuer) // another process is at it
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(t.Context())
		left := make(chan error)
		go func() { _, err := source.AccessToken(ctx); left <- err }()
		synctest.Wait()
		require.EqualValues(t, 1, store.waiting.Load())
		cancel()
		require.ErrorIs(t, <-left, ErrCancelled)
		synctest.Wait()
		require.Zero(t, store.waiting.Load(), "what nobody wants is given up")
		go func() { pass(time.Second); unlock() }()
		token, err := source.AccessToken(t.Context())
		require.NoError(t, err)
		require.True(t, server.Living(token))
		require.Equal(t, 1, server.Refreshes())
	})
}

func TestRejectedTokenIsReplacedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source, server, cfg := signedIn(t, oauthflowtest.Options{})
		other, err := NewSource(t.Context(), cfg)
		require.NoError(t, err)
		defer func() { _ = other.Close() }()
		dead, err := source.AccessToken(t.Context())
		require.NoError(t, err)
		server.ExpireAccess()
		var wg sync.WaitGroup
		for range 100 {
			wg.Go(func() {
				if err := source.Rejected(t.Context(), dead); err != nil {
					t.Error(err)
				}
				token, err := source.AccessToken(t.Context())
				if err != nil || !server.Living(token) {
					t.Error("no living token", err)
				}
			})
		}
		wg.Wait()
		require.Equal(t, 1, server.Refreshes())
		require.NoError(t, other.Rejected(t.Context(), dead), "the other process's refresh is found in the store")
		require.Equal(t, 1, server.Refreshes())

		fresh, err := source.AccessToken(t.Context())
		require.NoError(t, err)
		require.ErrorIs(t, source.Rejected(t.Context(), fresh), ErrRefused, "refreshing has just been tried")
		require.Equal(t, 1, server.Refreshes())
		pass(time.Minute)
		require.NoError(t, source.Rejected(t.Context(), fresh))
		require.Equal(t, 2, server.Refreshes())
	})
}

// The client of golang.org/x/oauth2 on a Source: many goroutines, many expiries, one refresh for each, and an end of the
// sign-in that the caller can tell.
func TestASourceDrivesTheClientOfXOAuth2(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source, server, _ := signedIn(t, oauthflowtest.Options{TokenLife: 10 * time.Minute})
		client := oauth2.NewClient(context.WithValue(t.Context(), oauth2.HTTPClient, server.Client()), source)
		const expiries, goroutines = 5, 16
		for range expiries {
			pass(11 * time.Minute)
			var wg sync.WaitGroup
			for range goroutines {
				wg.Go(func() {
					res, err := client.Get(server.APIURL())
					if assert.NoError(t, err) {
						assert.Equal(t, http.StatusOK, res.StatusCode)
						assert.NoError(t, res.Body.Close())
					}
				})
			}
			wg.Wait()
		}
		require.Equal(t, expiries, server.Refreshes())

		server.EndSignIns()
		pass(11 * time.Minute)
		_, err := client.Get(server.APIURL())
		require.ErrorIs(t, err, ErrSignInAgain)
		require.NoError(t, source.Close())
		_, err = client.Get(server.APIURL())
		require.Error(t, err)
	})
}

func TestOAuth2TokensCarryNoRefreshToken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source, server, _ := signedIn(t, oauthflowtest.Options{})
		token, err := source.Token()
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
		old, err := source.AccessToken(t.Context())
		require.NoError(t, err)
		pass(91 * time.Second)
		_, err = source.AccessToken(t.Context())
		require.NoError(t, err)
		synctest.Wait()
		start := time.Now()
		require.NoError(t, source.Close())
		require.LessOrEqual(t, time.Since(start), time.Second)
		next, err := NewSource(t.Context(), cfg)
		require.NoError(t, err)
		defer func() { _ = next.Close() }()
		fresh, err := next.AccessToken(t.Context())
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
		go func() { _, err := source.AccessToken(t.Context()); failed <- err }()
		synctest.Wait()
		start := time.Now()
		require.NoError(t, source.Close())
		require.Equal(t, closePatience, time.Since(start))
		require.ErrorIs(t, <-failed, ErrClosed)
		next, err := NewSource(t.Context(), cfg)
		require.NoError(t, err)
		defer func() { _ = next.Close() }()
		token, err := next.AccessToken(t.Context())
		require.NoError(t, err)
		require.True(t, server.Living(token))
	})
}
