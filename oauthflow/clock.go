package oauthflow

import (
	"context"
	"sync"
	"time"
)

// Clock is what this package reads the time from and waits on: between the polls of a device sign-in, before it repeats a
// request, and for the age of tokens. It has the methods of intake.Clock, so that one value can serve both.
type Clock interface {
	Now() time.Time
	// Sleep returns nil when d is over on this clock, or an error once ctx ends.
	Sleep(ctx context.Context, d time.Duration) error
}

type systemClock struct{}

func (systemClock) Now() time.Time { return time.Now() }

func (systemClock) Sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// clock is a Clock that never lags behind its own Sleep: the loops of this package end by time, and must end for a Clock
// that skips its waits without moving on, too.
type clock struct {
	source  Clock
	mu      sync.Mutex
	reached time.Time
}

func (c *clock) now() time.Time {
	now := c.source.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	if now.Before(c.reached) {
		return c.reached
	}
	return now
}

// sleep waits, or ends with the context.
func (c *clock) sleep(ctx context.Context, d time.Duration) error {
	if ctx.Err() != nil {
		return ctxError(ctx)
	}
	if d <= 0 {
		return nil
	}
	until := c.now().Add(d)
	if err := c.source.Sleep(ctx, d); err != nil {
		return orCancelled(ctx, err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.reached.Before(until) {
		c.reached = until
	}
	return nil
}
