package webhook

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"
)

// dispatch handles an event that was accepted, once.
func (r *Receiver) dispatch(ctx context.Context, e Event) error {
	if r.queue != nil {
		return r.store(ctx, e)
	}
	warn := time.AfterFunc(r.budget, func() {
		r.log.LogAttrs(context.WithoutCancel(ctx), slog.LevelWarn, "webhook is slow: the sender gives up after 10 s; see WithQueue",
			slog.String("delivery", e.ID), slog.String("event", e.Name), slog.Duration("running", r.budget))
	})
	defer warn.Stop()
	claim, err := r.claim(ctx, inboxKey(e))
	if err != nil || claim.Status == Done {
		return err
	}
	return r.handle(ctx, e, claim)
}

// inboxKey keeps endpoints apart: whoever holds the secret of one must not use up the ids of another.
func inboxKey(e Event) string {
	if e.Endpoint == "" {
		return e.ID
	}
	return e.Endpoint + "\n" + e.ID
}

// Bounds of the wait for another copy of the same delivery.
const (
	firstAsk = 5 * time.Millisecond
	slowAsk  = 250 * time.Millisecond
)

// claim gets the right to handle, or waits to see how the one who has it ends: answering at once would either lose the
// event, if the other fails, or use up an attempt of the sender for nothing.
func (r *Receiver) claim(ctx context.Context, key string) (Claim, error) {
	ctx, cancel := context.WithTimeout(ctx, r.budget)
	defer cancel()
	for wait := firstAsk; ; wait = min(2*wait, slowAsk) {
		c, err := r.inbox.Claim(ctx, key, r.lease)
		if err != nil || c.Status != Busy {
			return c, err
		}
		r.counts.waited.Add(1)
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return c, ErrBusy
		}
	}
}

// handle runs the function and settles the claim. A sender that hangs up does not end it: it would only come again.
func (r *Receiver) handle(ctx context.Context, e Event, claim Claim) error {
	running, cancel := context.WithTimeout(context.WithoutCancel(ctx), r.lease)
	defer cancel()
	if err := r.call(running, e); err != nil {
		return errors.Join(err, r.settle(ctx, claim, r.inbox.Release))
	}
	r.counts.handled.Add(1)
	err := r.settle(ctx, claim, r.inbox.Complete)
	r.forget(ctx)
	return err
}

// settleTime bounds the last word to the Inbox, which must be said even when the lease is nearly over.
const settleTime = 5 * time.Second

func (r *Receiver) settle(ctx context.Context, claim Claim, how func(context.Context, Claim) error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleTime)
	defer cancel()
	return how(ctx, claim)
}

// call runs the function for an event, if there is one. A panic is a failure of the event, not of the process.
func (r *Receiver) call(ctx context.Context, e Event) (err error) {
	fn := r.routes.find(e.Name)
	if fn == nil {
		return nil
	}
	defer func() {
		if p := recover(); p != nil {
			r.counts.panicked.Add(1)
			r.log.LogAttrs(ctx, slog.LevelError, "webhook function panicked", slog.String("delivery", e.ID), slog.String("event", e.Name),
				slog.Any("panic", p), slog.String("stack", string(debug.Stack())))
			err = fmt.Errorf("webhook: the function for %s panicked", e.Name)
		}
	}()
	return fn(ctx, e)
}

// expireEvery is how often the inbox is told to forget.
const expireEvery = time.Hour

func (r *Receiver) forget(ctx context.Context) {
	now, last := r.now(), r.expired.Load()
	if now.Unix()-last < int64(expireEvery/time.Second) || !r.expired.CompareAndSwap(last, now.Unix()) {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleTime)
	defer cancel()
	if _, err := r.inbox.Expire(ctx, now.Add(-r.retention)); err != nil {
		r.log.LogAttrs(ctx, slog.LevelWarn, "webhook inbox could not forget", slog.String("reason", err.Error()))
	}
}
