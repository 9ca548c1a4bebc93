package oauthflow

import (
	"context"
	"errors"
	"net/http"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/oauthflow/oauthflowtest"
)

// logins are the two ways to sign in.
var logins = map[string]func(context.Context, Config) (*Source, error){"device": DeviceLogin, "browser": BrowserLogin}

// promptly bounds how long anything may take to notice that its context ended. It is shorter than the second that every
// wait of a sign-in takes at least.
const promptly = 500 * time.Millisecond

// requirePrompt measures up to ten times: what counts is what the program needs, not what a busy machine adds.
func requirePrompt(t *testing.T, measure func() time.Duration) {
	t.Helper()
	var took []time.Duration
	for range 10 {
		if took = append(took, measure()); took[len(took)-1] < promptly {
			return
		}
	}
	t.Errorf("took %v, more than %v each time", took, promptly)
}

// Every step of a sign-in is cut off while it waits: for the store, for each endpoint, for the person.
func TestCancellationAtEveryStep(t *testing.T) {
	steps := map[string][]string{
		"device":  {"store", oauthflowtest.EndpointMetadata, oauthflowtest.EndpointRegister, oauthflowtest.EndpointDevice, "person", oauthflowtest.EndpointToken, "saving"},
		"browser": {"store", oauthflowtest.EndpointMetadata, oauthflowtest.EndpointRegister, "person", oauthflowtest.EndpointToken, "saving"},
	}
	for name, login := range logins {
		for _, step := range steps[name] {
			t.Run(name+" "+step, func(t *testing.T) {
				requirePrompt(t, func() time.Duration { return cancelAt(t, login, step) })
			})
		}
	}
}

// On a clock that only moves when everybody waits, a cancelled sign-in, refresh or sign-out ends in no time at all: none of
// its own waits stands between.
func TestCancellationWaitsForNothing(t *testing.T) {
	refresh := func(ctx context.Context, cfg Config) (*Source, error) {
		source, err := NewSource(context.WithoutCancel(ctx), cfg)
		if err != nil {
			return nil, err
		}
		_, err = source.AccessToken(ctx)
		return source, err
	}
	signOut := func(ctx context.Context, cfg Config) (*Source, error) { return nil, SignOut(ctx, cfg) }
	for name, test := range map[string]struct {
		act  func(context.Context, Config) (*Source, error)
		step string
	}{
		"metadata": {DeviceLogin, oauthflowtest.EndpointMetadata}, "registration": {DeviceLogin, oauthflowtest.EndpointRegister},
		"device authorization": {DeviceLogin, oauthflowtest.EndpointDevice}, "between polls": {DeviceLogin, "person"},
		"poll": {DeviceLogin, oauthflowtest.EndpointToken}, "refresh": {refresh, oauthflowtest.EndpointToken},
		"revocation": {signOut, oauthflowtest.EndpointRevoke},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var armed atomic.Bool
				reached, release := make(chan struct{}, 1), make(chan struct{})
				server := oauthflowtest.NewInMemory(oauthflowtest.Options{Before: func(endpoint string, _ http.ResponseWriter, _ *http.Request) bool {
					if armed.Load() && endpoint == test.step {
						reached <- struct{}{}
						<-release
					}
					return false
				}})
				cfg := testConfig(server, &MemoryStore{})
				if name == "refresh" || name == "revocation" {
					source, err := DeviceLogin(t.Context(), cfg)
					require.NoError(t, err)
					require.NoError(t, source.Close())
					aged(t, cfg)
				}
				if test.step == "person" {
					cfg.Prompt = func(context.Context, DevicePrompt) error { reached <- struct{}{}; return nil }
				}
				armed.Store(true)
				ctx, cancel := context.WithCancel(t.Context())
				failed := make(chan error, 1)
				var source *Source
				go func() {
					var err error
					source, err = test.act(ctx, cfg)
					failed <- err
				}()
				<-reached
				start := time.Now()
				cancel()
				require.ErrorIs(t, <-failed, ErrCancelled)
				require.Zero(t, time.Since(start))
				close(release)
				if source != nil {
					require.NoError(t, source.Close())
				}
			})
		})
	}
}

// cancelAt cancels a sign-in while it waits at a step, and tells how long it took to end.
func cancelAt(t *testing.T, login func(context.Context, Config) (*Source, error), step string) time.Duration {
	t.Helper()
	ctx, cancel := context.WithCancelCause(t.Context())
	reached := make(chan struct{}, 10)
	server := oauthflowtest.New(oauthflowtest.Options{
		EditDevice: func(m map[string]any) { m["interval"] = 1 },
		Before: func(endpoint string, w http.ResponseWriter, r *http.Request) bool {
			switch {
			case endpoint == step:
				reached <- struct{}{}
				<-r.Context().Done()
				return true
			case endpoint == oauthflowtest.EndpointToken && step == "saving":
				reached <- struct{}{}
			}
			return false
		}})
	defer server.Close()
	file, err := NewFileStore(t.TempDir())
	require.NoError(t, err)
	cfg := testConfig(server, file)
	switch step {
	case "store":
		unlock, err := file.Lock(t.Context(), cfg.Issuer)
		require.NoError(t, err)
		defer unlock()
		register := cfg.HTTPClient.Transport
		cfg.HTTPClient = &http.Client{Transport: noted{register, reached}}
	case "saving":
		hold := func() { // from now on another process has the lock
			unlock, err := file.Lock(t.Context(), cfg.Issuer)
			if err != nil {
				t.Error(err)
				return
			}
			t.Cleanup(unlock)
		}
		prompt, browser := cfg.Prompt, cfg.OpenBrowser
		cfg.Prompt = func(ctx context.Context, p DevicePrompt) error { hold(); return prompt(ctx, p) }
		cfg.OpenBrowser = func(ctx context.Context, a string) error { hold(); return browser(ctx, a) }
	case "person":
		cfg.Prompt = func(context.Context, DevicePrompt) error { reached <- struct{}{}; return nil }
		cfg.OpenBrowser = func(context.Context, string) error { reached <- struct{}{}; return nil }
	}
	why := errors.New("the person pressed a key")
	failed := make(chan error, 1)
	go func() { _, err := login(ctx, cfg); failed <- err }()
	<-reached
	start := time.Now()
	cancel(why)
	err = <-failed
	took := time.Since(start)
	require.ErrorIs(t, err, ErrCancelled)
	require.ErrorIs(t, err, why)
	return took
}

// noted tells when the metadata has been fetched: the next thing is the store's lock.
type noted struct {
	http.RoundTripper
	reached chan struct{}
}

func (n noted) RoundTrip(r *http.Request) (*http.Response, error) {
	defer func() { n.reached <- struct{}{} }()
	return n.RoundTripper.RoundTrip(r)
}

func TestCancelledBeforeItBegins(t *testing.T) {
	server := oauthflowtest.New(oauthflowtest.Options{})
	defer server.Close()
	store := &MemoryStore{}
	signIn(t, server, store)
	before := len(server.Requests(""))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	cfg := testConfig(server, store)
	for _, login := range logins {
		_, err := login(ctx, cfg)
		require.ErrorIs(t, err, ErrCancelled)
	}
	source, err := NewSource(t.Context(), cfg)
	require.NoError(t, err)
	defer func() { _ = source.Close() }()
	_, err = source.AccessToken(ctx)
	require.ErrorIs(t, err, ErrCancelled)
	require.Len(t, server.Requests(""), before)
}

func TestCancellationWhileRefreshing(t *testing.T) {
	for _, step := range []string{"lock", "server"} {
		t.Run(step, func(t *testing.T) {
			requirePrompt(t, func() time.Duration { return cancelRefreshAt(t, step) })
		})
	}
}

func cancelRefreshAt(t *testing.T, step string) time.Duration {
	t.Helper()
	reached, release := make(chan struct{}, 1), make(chan struct{})
	server := oauthflowtest.New(oauthflowtest.Options{Before: onRefresh(func(int, http.ResponseWriter, *http.Request) bool {
		reached <- struct{}{}
		<-release
		return false
	})})
	defer server.Close()
	store, err := NewFileStore(t.TempDir())
	require.NoError(t, err)
	signIn(t, server, store)
	cfg := testConfig(server, store)
	aged(t, cfg)
	source, err := NewSource(t.Context(), cfg)
	require.NoError(t, err)
	if step == "lock" {
		unlock, err := store.Lock(t.Context(), cfg.Issuer)
		require.NoError(t, err)
		defer unlock()
		reached <- struct{}{}
	}
	ctx, cancel := context.WithCancel(t.Context())
	failed := make(chan error, 1)
	go func() { _, err := source.AccessToken(ctx); failed <- err }()
	<-reached
	start := time.Now()
	cancel()
	err = <-failed
	took := time.Since(start)
	require.ErrorIs(t, err, ErrCancelled)
	close(release)
	require.NoError(t, source.Close())
	return took
}
