package clock

import (
	"context"
	"sync"
	"time"
)

// Shifted runs with the machine's clock, but ahead of it by what Advance has added. A control hook uses it to bring a
// live server to the next month or past the life of a token.
type Shifted struct {
	mu      sync.Mutex
	ahead   time.Duration
	waits   waits
	machine *time.Timer // fires for the earliest wait; nil while nothing waits
}

// NewShifted makes a clock that agrees with the machine's until it is moved.
func NewShifted() *Shifted { return &Shifted{} }

// Now is the machine's time plus the shift.
func (s *Shifted) Now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.nowLocked()
}

// NewTimer fires when machine time and shifts together have passed d.
func (s *Shifted) NewTimer(d time.Duration) Timer {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.nowLocked()
	w := &wait{at: now.Add(d), c: make(chan time.Time, 1), owner: s}
	if d <= 0 {
		w.fire(now)
		return w
	}
	s.waits.add(w)
	s.armLocked()
	return w
}

// Sleep waits for d of machine time and shifts together.
func (s *Shifted) Sleep(ctx context.Context, d time.Duration) error { return sleep(ctx, s, d) }

// Advance moves the clock forward and fires what has come due.
func (s *Shifted) Advance(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ahead += d
	s.fireLocked()
}

// nowLocked has no monotonic reading: differences must include the shift.
func (s *Shifted) nowLocked() time.Time { return time.Now().Round(0).Add(s.ahead) }

func (s *Shifted) fire() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fireLocked()
}

func (s *Shifted) fireLocked() {
	s.waits.fireUntil(s.nowLocked())
	s.armLocked()
}

func (s *Shifted) armLocked() {
	if s.machine != nil {
		s.machine.Stop()
		s.machine = nil
	}
	if at, ok := s.waits.next(); ok {
		s.machine = time.AfterFunc(at.Sub(s.nowLocked()), s.fire)
	}
}

func (s *Shifted) stop(w *wait) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	removed := s.waits.remove(w)
	s.armLocked()
	return removed
}
