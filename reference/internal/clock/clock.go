// Package clock is the time that the reference server lives in. Everything that waits or expires takes a Clock, so
// that tests stand still until they say otherwise and the control hook can move a running server into next month.
package clock

import (
	"context"
	"time"
)

// Clock tells the time and waits.
type Clock interface {
	// Now is the current instant of this clock.
	Now() time.Time
	// NewTimer fires once, d from now on this clock. A d that is not positive fires at once.
	NewTimer(d time.Duration) Timer
	// Sleep returns nil after d on this clock, or the cause of ctx when it ends first.
	Sleep(ctx context.Context, d time.Duration) error
}

// Timer is one wait. Its channel holds the instant at which it fired.
type Timer interface {
	C() <-chan time.Time
	// Stop ends the wait and says whether it had not fired yet.
	Stop() bool
}

// System is the machine's own clock.
func System() Clock { return system{} }

type system struct{}

func (system) Now() time.Time { return time.Now() }

func (system) NewTimer(d time.Duration) Timer { return systemTimer{time.NewTimer(d)} }

func (s system) Sleep(ctx context.Context, d time.Duration) error { return sleep(ctx, s, d) }

type systemTimer struct{ *time.Timer }

func (t systemTimer) C() <-chan time.Time { return t.Timer.C }

func sleep(ctx context.Context, c Clock, d time.Duration) error {
	if d <= 0 {
		return context.Cause(ctx)
	}
	timer := c.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C():
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
