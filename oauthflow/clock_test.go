package oauthflow

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/oauthflow/oauthflowtest"
)

// skipping is a Clock on which every wait is over at once.
type skipping struct {
	mu    sync.Mutex
	at    time.Time
	waits []time.Duration
	hook  func(waits int)
}

func (c *skipping) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *skipping) Sleep(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	c.at = c.at.Add(d)
	c.waits = append(c.waits, d)
	n := len(c.waits)
	c.mu.Unlock()
	if c.hook != nil {
		c.hook(n)
	}
	return ctx.Err()
}

func TestAClockOfTheCallersRunsASignInInNoTime(t *testing.T) {
	clock := &skipping{at: time.Date(2031, 5, 1, 9, 0, 0, 0, time.UTC)}
	server := oauthflowtest.New(oauthflowtest.Options{Now: clock.Now})
	defer server.Close()
	cfg := testConfig(server, &MemoryStore{})
	cfg.Clock = clock
	cfg.Prompt = func(_ context.Context, p DevicePrompt) error {
		require.Equal(t, clock.at.Add(15*time.Minute), p.ExpiresAt, "by the Config's clock")
		clock.hook = func(waits int) {
			if waits == 100 {
				server.ApproveDevice(p.UserCode)
			}
		}
		return nil
	}
	source, err := DeviceLogin(t.Context(), cfg)
	require.NoError(t, err)
	defer func() { _ = source.Close() }()
	require.Len(t, clock.waits, 100)
	for _, wait := range clock.waits {
		require.Equal(t, 5*time.Second, wait)
	}

	require.NoError(t, clock.Sleep(t.Context(), 2*time.Hour))
	_, err = source.AccessToken(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1, server.Refreshes(), "the token grew old on the same clock")
}

// frozen is a Clock that skips its waits and does not move on either.
type frozen struct{ at time.Time }

func (c frozen) Now() time.Time                                   { return c.at }
func (c frozen) Sleep(ctx context.Context, _ time.Duration) error { return ctx.Err() }

func TestAClockThatStandsStillEndsTheSignInAllTheSame(t *testing.T) {
	server := oauthflowtest.New(oauthflowtest.Options{Interval: time.Nanosecond})
	defer server.Close()
	cfg := testConfig(server, &MemoryStore{})
	cfg.Clock = frozen{time.Now()}
	cfg.Prompt = func(context.Context, DevicePrompt) error { return nil }
	_, err := DeviceLogin(t.Context(), cfg)
	require.ErrorIs(t, err, ErrExpired)
	require.LessOrEqual(t, len(server.Requests(oauthflowtest.EndpointToken)), 15*60, "a poll a second of the life of a code, which is what the server asked for")
}

// failing is a Clock that cannot wait.
type failing struct{ frozen }

var errClock = errors.New("the clock is broken")

func (failing) Sleep(context.Context, time.Duration) error { return errClock }

func TestAClockThatFailsIsNotTakenForACancellation(t *testing.T) {
	server := oauthflowtest.New(oauthflowtest.Options{})
	defer server.Close()
	cfg := testConfig(server, &MemoryStore{})
	cfg.Clock = failing{frozen{time.Now()}}
	_, err := DeviceLogin(t.Context(), cfg)
	require.ErrorIs(t, err, errClock)
	require.NotErrorIs(t, err, ErrCancelled)
}
