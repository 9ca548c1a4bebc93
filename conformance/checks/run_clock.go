package checks

import (
	"context"
	"slices"
	"sync"
	"time"
)

// clock is the time that a run lives in: the machine's, plus what the run added to the server's by the hook
// advance-clock. All waits of the checks, and the times of what arrives, are on it. A check that waits gives its place
// to another.
type clock struct {
	places chan struct{} // one for each check that is at work

	mu      sync.Mutex
	ahead   time.Duration   // what the server's clock was moved by
	under   time.Duration   // the part of it that a move under way adds
	leaps   []time.Duration // how far ahead it was before each move over months or past a life
	moves   []move          // all of them
	waits   map[*wait]bool
	checks  int       // that wait
	fine    int       // of them, for what is judged by when it comes
	touched time.Time // the last sign of work
	idle    chan struct{}
}

func newClock(places int) *clock {
	return &clock{places: make(chan struct{}, places), waits: map[*wait]bool{}, idle: make(chan struct{}, 1)}
}

// now is the time of the run. While the server's clock is being moved, it is already the time after the move.
func (k *clock) now() time.Time {
	k.mu.Lock()
	defer k.mu.Unlock()
	return time.Now().Add(k.ahead)
}

// passed is the time that has surely passed for the server too: that before a move that is under way.
func (k *clock) passed() time.Time {
	k.mu.Lock()
	defer k.mu.Unlock()
	return time.Now().Add(k.ahead - k.under)
}

// wait is a pause on the clock. Its channel is closed when it is over.
type wait struct {
	at    time.Time
	over  chan struct{}
	timer *time.Timer
}

func (k *clock) after(d time.Duration) *wait {
	k.mu.Lock()
	defer k.mu.Unlock()
	w := &wait{at: time.Now().Add(k.ahead + d), over: make(chan struct{})}
	k.waits[w] = true
	w.timer = time.AfterFunc(d, func() { k.end(w) })
	return w
}

func (k *clock) end(w *wait) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.endLocked(w)
}

func (k *clock) endLocked(w *wait) {
	if k.waits[w] {
		delete(k.waits, w)
		w.timer.Stop()
		close(w.over)
	}
}

// move is one of the server's clock, by when it began on this machine.
type move struct {
	at time.Time
	by time.Duration
}

// movedBefore is how far the clock was moved within a while before a time of this machine.
func (k *clock) movedBefore(end time.Time, while time.Duration) (by time.Duration) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, one := range slices.Backward(k.moves) {
		if one.at.Before(end.Add(-while)) {
			break
		}
		if one.at.Before(end) {
			by += one.by
		}
	}
	return by
}

// begin and moved frame a move of the server's clock.
func (k *clock) begin(d time.Duration) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.moves = append(k.moves, move{time.Now(), d})
	if d > leap {
		k.leaps = append(k.leaps, k.ahead)
	}
	k.ahead, k.under = k.ahead+d, k.under+d
}

// before lists how far ahead the clock was before its leaps: what happened then may arrive after one.
func (k *clock) before() []time.Duration {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Clone(k.leaps)
}

func (k *clock) moved(d time.Duration, did bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.under -= d; !did {
		k.ahead -= d
	}
	k.touched = time.Now()
	for w := range k.waits {
		if left := time.Until(w.at) - (k.ahead - k.under); left <= 0 {
			k.endLocked(w)
		} else {
			w.timer.Reset(left)
		}
	}
}

// enter takes a place to work, and leave gives it back.
func (k *clock) enter() {
	k.places <- struct{}{}
	k.touch()
}

func (k *clock) leave() {
	k.touch()
	<-k.places
	if len(k.places) == 0 {
		select {
		case k.idle <- struct{}{}:
		default:
		}
	}
}

func (k *clock) touch() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.touched = time.Now()
}

// quiet says how long nobody has been at work while checks wait, and how far the clock may move at once: to where the
// next wait ends, or a moment after it, and no further than a step.
func (k *clock) quiet() (d, step time.Duration, waiting bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return time.Since(k.touched), k.stepLocked(), len(k.places) == 0 && k.checks > 0
}

// stepLocked is how far the clock may move at once. What ends a moment after the next wait ends with it, so that the server rests once
// for both.
func (k *clock) stepLocked() time.Duration {
	if k.fine > 0 {
		return fineStep
	}
	next := coarseStep
	for w := range k.waits {
		next = min(next, time.Until(w.at)-k.ahead)
	}
	next = max(next, fineStep)
	last := next
	for w := range k.waits {
		if left := time.Until(w.at) - k.ahead; left <= min(next+fineStep, coarseStep) {
			last = max(last, left)
		}
	}
	return last
}

// aside runs a wait of a check without its place. Fine says that the wait is for what is judged by when it comes.
func (c *C) aside(fine bool, wait func()) {
	k, n := c.run.clock, 0
	if c.waited = true; c.guest {
		wait()
		return
	}
	if fine {
		n = 1
	}
	k.count(1, n)
	k.leave()
	wait()
	k.count(-1, -n)
	k.enter()
}

func (k *clock) count(checks, fine int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.checks, k.fine = k.checks+checks, k.fine+fine
}

// sleep waits on the clock, and says whether the time passed before the context ended.
func (k *clock) sleep(ctx context.Context, d time.Duration) bool {
	w := k.after(d)
	defer k.end(w)
	select {
	case <-w.over:
		return true
	case <-ctx.Done():
		return false
	}
}

// patience is how long a check stays at work, so that no clock moves, for a delivery that is due at once.
const patience = time.Second

// awaits waits for what is due at once: a first attempt.
func (c *C) awaits(b *mailbox, limit time.Duration, holds func([]arrival) bool) ([]arrival, bool) {
	timer := time.NewTimer(min(limit, patience))
	defer timer.Stop()
	if list, ok := until(c.ctx, b, timer.C, holds); ok || limit <= patience {
		return list, ok
	}
	return c.until(b, limit-patience, holds)
}

// still waits in real time, while no clock moves, for what a server may do before it is due. Without it, a clock that
// moves on while an attempt is on its way would make an early one look late.
func (c *C) still(b *mailbox, holds func([]arrival) bool) {
	c.awaits(b, min(max(15*time.Millisecond, 3*c.run.keeper.resting()), patience), holds)
}

// until waits for a condition on what arrived, and says whether it came within the time.
func (c *C) until(b *mailbox, limit time.Duration, holds func([]arrival) bool) (list []arrival, ok bool) {
	return c.arrives(false, b, limit, holds)
}

// timed is until for what is judged by when it comes: the clock moves in fine steps.
func (c *C) timed(b *mailbox, limit time.Duration, holds func([]arrival) bool) (list []arrival, ok bool) {
	return c.arrives(true, b, limit, holds)
}

func (c *C) arrives(fine bool, b *mailbox, limit time.Duration, holds func([]arrival) bool) (list []arrival, ok bool) {
	if list = b.all(); holds(list) {
		return list, true
	}
	c.aside(fine, func() {
		w := c.run.clock.after(limit)
		defer c.run.clock.end(w)
		list, ok = until(c.ctx, b, w.over, holds)
	})
	return list, ok
}

// advance moves the server's clock.
func (c *C) advance(d time.Duration) {
	c.run.clock.begin(d)
	err := c.verb("advance-clock", obj{"seconds": int64(d / time.Second)}, nil)
	c.run.clock.moved(d, err == nil)
	c.aboutHook("advance-clock", obj{"seconds": int64(d / time.Second)})
	c.offered("advance-clock", err)
}

// sleepOrAdvance lets time pass for the server, by the clock hook where there is one.
func (c *C) sleepOrAdvance(d time.Duration) {
	k := c.run.clock
	k.begin(d)
	err := c.verb("advance-clock", obj{"seconds": int64(d / time.Second)}, nil)
	k.moved(d, err == nil)
	if err != nil {
		c.wait(d)
	}
}
