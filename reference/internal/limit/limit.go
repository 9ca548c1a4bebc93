package limit

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// Operation is a heavy operation, the kinds of call that spec section 8 limits.
type Operation string

// The heavy operations.
const (
	Answers Operation = "answers"
	Extract Operation = "extract"
	Fill    Operation = "fill"
	Risk    Operation = "risk"
)

// Rate admits Requests at once and then as many again in each Window, evenly.
type Rate struct {
	Requests int
	Window   time.Duration
}

// Defaults are generous: they stop a runaway loop, not a busy office or a test suite.
func Defaults() map[Operation]Rate {
	return map[Operation]Rate{
		Answers: {6000, time.Minute},
		Extract: {1200, time.Minute},
		Fill:    {2400, time.Minute},
		Risk:    {6000, time.Minute},
	}
}

// Check refuses a rate that admits nothing, or more than one request in a microsecond.
func (r Rate) Check() error {
	if r.Requests < 1 || r.Window/time.Microsecond < time.Duration(r.Requests) {
		return fmt.Errorf("limit: a rate of %d requests in %v: need at least one request, and a microsecond for each", r.Requests, r.Window)
	}
	return nil
}

// interval is the time that one request uses up.
func (r Rate) interval() time.Duration { return r.Window / time.Duration(r.Requests) }

// Limiter decides whether a call may go on.
type Limiter struct {
	state state

	mu    sync.RWMutex
	rates map[Operation]Rate
	own   map[bucket]Rate // of single workspaces, set through the control hook
}

// bucket is what one rate counts.
type bucket struct {
	workspace string
	operation Operation
}

// state takes one request from a bucket, or says how long to wait for the next one.
type state interface {
	take(ctx context.Context, b bucket, r Rate) (wait time.Duration, err error)
	forget(ctx context.Context, b bucket) error
}

// Allow takes one request. A wait of zero means go on; otherwise nothing was taken.
func (l *Limiter) Allow(ctx context.Context, workspaceID string, op Operation) (wait time.Duration, err error) {
	b := bucket{workspaceID, op}
	return l.state.take(ctx, b, l.rate(b))
}

// Set gives one workspace a rate of its own, with a full allowance.
func (l *Limiter) Set(ctx context.Context, workspaceID string, op Operation, r Rate) error {
	if err := r.Check(); err != nil {
		return err
	}
	b := bucket{workspaceID, op}
	l.mu.Lock()
	if _, known := l.rates[op]; !known {
		l.mu.Unlock()
		return fmt.Errorf("limit: there is no operation %q", op)
	}
	l.own[b] = r
	l.mu.Unlock()
	return l.state.forget(ctx, b)
}

func (l *Limiter) rate(b bucket) Rate {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if r, ok := l.own[b]; ok {
		return r
	}
	return l.rates[b.operation]
}

func newLimiter(s state, rates map[Operation]Rate) (*Limiter, error) {
	all := Defaults()
	for op, r := range rates {
		if _, known := all[op]; !known {
			return nil, fmt.Errorf("limit: there is no operation %q", op)
		}
		all[op] = r
	}
	for op, r := range all {
		if err := r.Check(); err != nil {
			return nil, fmt.Errorf("%w (%s)", err, op)
		}
	}
	return &Limiter{state: s, rates: all, own: map[bucket]Rate{}}, nil
}

// admit is the algorithm: tat is when the bucket would be full again; a request may come as early as the whole
// allowance before that.
func admit(tat, now time.Time, r Rate) (next time.Time, wait time.Duration) {
	if tat.Before(now) {
		tat = now
	}
	next = tat.Add(r.interval())
	return next, max(0, next.Sub(now)-r.interval()*time.Duration(r.Requests))
}
