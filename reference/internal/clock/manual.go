package clock

import (
	"context"
	"sync"
	"time"
)

// Manual stands still until it is moved. It is for tests.
type Manual struct {
	mu      sync.Mutex
	now     time.Time
	waits   waits
	changed chan struct{} // closed and replaced whenever a timer is added
}

// NewManual makes a clock that stands at start.
func NewManual(start time.Time) *Manual {
	return &Manual{now: start, changed: make(chan struct{})}
}

// Now is the instant at which the clock stands.
func (m *Manual) Now() time.Time {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.now
}

// NewTimer fires when Advance has passed its instant.
func (m *Manual) NewTimer(d time.Duration) Timer {
	m.mu.Lock()
	defer m.mu.Unlock()
	w := &wait{at: m.now.Add(d), c: make(chan time.Time, 1), owner: m}
	if d <= 0 {
		w.fire(m.now)
		return w
	}
	m.waits.add(w)
	close(m.changed)
	m.changed = make(chan struct{})
	return w
}

// Sleep waits until Advance has passed d.
func (m *Manual) Sleep(ctx context.Context, d time.Duration) error { return sleep(ctx, m, d) }

// Advance moves the clock and fires what has come due, in the order of its time.
func (m *Manual) Advance(d time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now = m.now.Add(d)
	m.waits.fireUntil(m.now)
}

// AwaitTimers returns when at least n timers wait on the clock: the signal that a goroutine under test has gone to
// sleep, so that no test needs to guess how long that takes.
func (m *Manual) AwaitTimers(ctx context.Context, n int) error {
	for {
		m.mu.Lock()
		waiting, changed := len(m.waits), m.changed
		m.mu.Unlock()
		if waiting >= n {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// Next is the instant of the earliest waiting timer.
func (m *Manual) Next() (time.Time, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.waits.next()
}

func (m *Manual) stop(w *wait) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.waits.remove(w)
}
