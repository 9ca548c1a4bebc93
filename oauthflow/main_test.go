package oauthflow

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/workspaceintake/intake-go/oauthflow/oauthflowtest"
)

func TestMain(m *testing.M) {
	if role := os.Getenv(childRole); role != "" {
		os.Exit(child(role))
	}
	goleak.VerifyTestMain(m)
}

// testConfig signs in to a test server.
func testConfig(server *oauthflowtest.Server, store Store) Config {
	return Config{
		Issuer: server.URL, ClientName: "test program", Store: store, HTTPClient: server.Client(), Out: discard{},
		Prompt:      func(_ context.Context, p DevicePrompt) error { server.ApproveDevice(p.UserCode); return nil },
		OpenBrowser: follow,
	}
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

// signIn leaves tokens in a store.
func signIn(t *testing.T, server *oauthflowtest.Server, store Store) {
	t.Helper()
	source, err := BrowserLogin(t.Context(), testConfig(server, store))
	require.NoError(t, err)
	require.NoError(t, source.Close())
}

// aged makes the stored access token a lapsed one.
func aged(t *testing.T, cfg Config) {
	t.Helper()
	s, err := cfg.settle(true)
	require.NoError(t, err)
	require.NoError(t, s.underLock(t.Context(), func() error {
		rec, err := s.load(t.Context())
		if err != nil {
			return err
		}
		rec.Tokens = lapsed(rec.Tokens)
		return s.save(t.Context(), rec)
	}))
}

func lapsed(t tokens) tokens {
	t.Expiry = time.Now().Add(-time.Minute)
	t.Obtained = t.Expiry.Add(-time.Hour)
	return t
}

// testPatience is how long a test waits for what should come at once.
const testPatience = time.Minute

// pass moves the virtual clock of a synctest bubble; nothing really waits.
func pass(d time.Duration) { time.Sleep(d) }
