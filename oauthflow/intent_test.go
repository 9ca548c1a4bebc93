package oauthflow

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/oauthflow/oauthflowtest"
)

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
		_, err = source.AccessToken(t.Context())
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
		_, err = source.AccessToken(t.Context())
		var failed *StoreError
		require.ErrorAs(t, err, &failed)
		pass(2 * time.Second)
		_, err = source.AccessToken(t.Context())
		require.ErrorAs(t, err, &failed)
		store.full.Store(false)
		pass(5 * time.Second)
		token, err := source.AccessToken(t.Context())
		require.NoError(t, err)
		require.True(t, server.Living(token))
		require.Equal(t, 1, server.Refreshes(), "the answer was kept, not asked for again")
		other, err := NewSource(t.Context(), cfg)
		require.NoError(t, err)
		defer func() { _ = other.Close() }()
		same, err := other.AccessToken(t.Context())
		require.NoError(t, err)
		require.Equal(t, token, same)
	})
}

// interruptedSource is what the next run of a program finds after a crash in the middle of an early refresh: the old access
// token still lives, and the server may have rotated.
func interruptedSource(t *testing.T, options oauthflowtest.Options) (*Source, *oauthflowtest.Server, string) {
	t.Helper()
	crashed, server, cfg := signedIn(t, options)
	old, err := crashed.AccessToken(t.Context())
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
		token, err := source.AccessToken(t.Context())
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
		token, err := source.AccessToken(t.Context())
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
		_, err = source.AccessToken(t.Context())
		require.NoError(t, err)
		require.Len(t, seen, 1)
		require.NotNil(t, seen[0])

		offline := cfg
		offline.HTTPClient = &http.Client{Transport: unreachable{}}
		pass(2 * time.Minute)
		cut, err := NewSource(t.Context(), offline)
		require.NoError(t, err)
		defer func() { _ = cut.Close() }()
		_, err = cut.AccessToken(t.Context())
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

func TestIntentStaysWhileTheOutcomeIsUnclear(t *testing.T) {
	for name, answer := range map[string]func(http.ResponseWriter){
		"connection lost": func(http.ResponseWriter) { panic(http.ErrAbortHandler) },
		"bad gateway":     status(http.StatusBadGateway),
		"captive portal":  page200,
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				source, _, _ := signedIn(t, oauthflowtest.Options{TokenLife: time.Minute, Before: onRefresh(
					func(_ int, w http.ResponseWriter, _ *http.Request) bool { answer(w); return true })})
				pass(2 * time.Minute)
				_, err := source.AccessToken(t.Context())
				require.Error(t, err)
				rec, err := source.settings.load(t.Context())
				require.NoError(t, err)
				require.NotNil(t, rec.Intent, "the server may have rotated unseen")
			})
		})
	}
}
