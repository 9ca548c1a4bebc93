package intake

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// cooldown is what all calls of a client, that is of a workspace, know about its rate limits. While a window is open
// nothing is sent into it.
//
// The specification limits four heavy operations (section 8) and does not say whether together or each on its own. The
// first time that it matters, one request of another heavy operation is sent into the open window; whether it is refused
// too tells which. Until then, and from then on if it was refused, one window holds all four back.
type cooldown struct {
	mu      sync.Mutex
	windows map[group]window
	limits  limits
}

type limits int

const (
	limitsUnknown limits = iota
	limitsProbing
	limitsTogether
	limitsSeparate
)

type window struct {
	until   time.Time
	refusal *Error
}

// refuse opens a window in which the group is held back, or lengthens it.
func (c *cooldown) refuse(g group, until time.Time, e *Error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.windows == nil {
		c.windows = map[group]window{}
	}
	if until.After(c.windows[g].until) {
		c.windows[g] = window{until, e}
	}
}

// check is the window that a request of the group has to wait for, if any, and whether the request is the one that
// finds out about the others.
func (c *cooldown) check(g group, now time.Time) (w window, wait, probe bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if w = c.windows[g]; w.until.After(now) {
		return w, true, false
	}
	if g == "" || c.limits == limitsSeparate {
		return w, false, false
	}
	for other, one := range c.windows {
		if other != "" && one.until.After(now) && one.until.After(w.until) {
			w = one
		}
	}
	if !w.until.After(now) {
		return w, false, false
	}
	if c.limits == limitsUnknown {
		c.limits = limitsProbing
		return w, false, true
	}
	return w, true, false
}

// learned ends a probe.
func (c *cooldown) learned(status int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.limits != limitsProbing:
	case status/100 == 2:
		c.limits = limitsSeparate
	case status == http.StatusTooManyRequests:
		c.limits = limitsTogether
	default:
		c.limits = limitsUnknown
	}
}

// learn takes what an answer says about rate limits to all calls of the client.
func (c *call) learn(resp *http.Response) {
	if resp.StatusCode != http.StatusTooManyRequests {
		return
	}
	now := c.client.clock.Now()
	wait, ok := retryAfter(resp.Header, serverNow(resp.Header, now))
	if !ok {
		wait = backoff(c.attempts)
	}
	c.client.cooldown.refuse(c.op.group, now.Add(wait), c.refused(resp))
}

// await holds the next attempt back until its own time has come and no window is open, and asks the limiter.
func (c *call) await(ctx context.Context) error {
	now := c.client.clock.Now()
	if own := c.notBefore; own.After(now) {
		if err := c.sleep(ctx, own.Sub(now)); err != nil {
			return err
		}
		now = own
	}
	if err := c.awaitWindows(ctx, now); err != nil {
		return err
	}
	if c.client.limiter == nil {
		return nil
	}
	if err := c.client.limiter.Wait(ctx); err != nil {
		c.endProbe()
		return &waitError{err}
	}
	return nil
}

// awaitWindows waits until no window holds the call back. reached is a time that has come, whatever the clock says: one
// that lags behind its own Sleep must not keep this loop running.
func (c *call) awaitWindows(ctx context.Context, reached time.Time) error {
	for round := 0; ; round++ {
		now := c.client.clock.Now()
		if reached.After(now) {
			now = reached
		}
		w, wait, probe := c.client.cooldown.check(c.op.group, now)
		if c.probe = probe; !wait {
			return nil
		}
		left := w.until.Sub(now)
		if why := c.cannotWait(ctx, left, round); why != "" {
			return c.heldBack(w, left, why)
		}
		left = spreadWithin(ctx, left)
		if err := c.sleep(ctx, left); err != nil {
			return err
		}
		reached = now.Add(left)
	}
}

// endProbe takes what the attempt found out to the others; a status of 0 is nothing.
func (c *call) endProbe() {
	if c.probe {
		c.probe = false
		c.client.cooldown.learned(c.status)
	}
}

func (c *call) cannotWait(ctx context.Context, left time.Duration, round int) string {
	switch {
	case left > c.settings.maxWait:
		return "it is longer than the client waits"
	case round >= c.settings.maxAttempts:
		return "other calls kept the limit busy"
	case !inTime(ctx, left):
		return "the context ends before"
	}
	return ""
}

// heldBack is the error of a call that was not sent because an earlier one was refused.
func (c *call) heldBack(w window, left time.Duration, why string) error {
	e := *w.refusal
	e.Operation, e.Meta.Attempts, e.Meta.Waited = c.op.name, c.attempts, c.waited
	return &RateLimitError{Err: &e, RetryAfter: left, RetryAt: w.until, Reason: why}
}

func (c *call) sleep(ctx context.Context, d time.Duration) error {
	if logger := c.client.logger; logger != nil {
		logger.InfoContext(ctx, "intake waits", "operation", c.op.name, "attempt", c.attempts+1, "wait", d)
	}
	before := c.client.clock.Now()
	err := c.client.clock.Sleep(ctx, d)
	c.waited += c.client.clock.Now().Sub(before)
	if err != nil {
		return &waitError{err}
	}
	return nil
}

// waitError is a wait between attempts that was ended.
type waitError struct{ err error }

func (e *waitError) Error() string { return e.err.Error() }
func (e *waitError) Unwrap() error { return e.err }
