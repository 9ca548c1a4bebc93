package webhook

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"time"
)

// store keeps an event for Run. The sender hears 2xx only after it is durable.
func (r *Receiver) store(ctx context.Context, e Event) error {
	if r.ended.Load() {
		return ErrClosed
	}
	if _, err := r.queue.Put(ctx, inboxKey(e), e.Body); err != nil {
		return err
	}
	r.wake()
	return nil
}

func (r *Receiver) wake() {
	select {
	case r.stored <- struct{}{}:
	default:
	}
}

// lookEvery is how often Run looks for what became due or was stored by another process.
const lookEvery = time.Second

// Run works on stored events until ctx ends; it is needed with WithQueue only. What an earlier process left comes
// first. When ctx ends it takes no more, and waits for the functions under way, each bounded by the lease; what is
// still stored is for the next process. It may be called once.
func (r *Receiver) Run(ctx context.Context) error {
	if r.queue == nil {
		return errors.New("webhook: Run is for a Receiver made with WithQueue")
	}
	if !r.running.TryLock() {
		return errors.New("webhook: Run was called before")
	}
	defer r.ended.Store(true)
	var group sync.WaitGroup
	defer group.Wait()
	slots := make(chan struct{}, r.workers)
	for {
		select {
		case slots <- struct{}{}:
		case <-ctx.Done():
			return nil
		}
		task, ok := r.next(ctx)
		if !ok {
			return nil
		}
		group.Go(func() {
			defer func() { <-slots; r.wake() }()
			r.work(context.WithoutCancel(ctx), task)
		})
	}
}

// next waits for a task; false means that ctx ended.
func (r *Receiver) next(ctx context.Context) (Task, bool) {
	timer := time.NewTimer(lookEvery)
	defer timer.Stop()
	for ctx.Err() == nil {
		task, ok, err := r.queue.Take(ctx, r.lease+settleTime)
		if ok {
			return task, true
		}
		if err != nil && ctx.Err() == nil {
			r.log.LogAttrs(ctx, slog.LevelError, "webhook queue does not answer", slog.String("reason", err.Error()))
		}
		timer.Reset(lookEvery)
		select {
		case <-r.stored:
		case <-timer.C:
		case <-ctx.Done():
		}
	}
	return Task{}, false
}

// work handles one stored event and settles it.
func (r *Receiver) work(ctx context.Context, task Task) {
	e, err := ParseEvent(task.Body)
	if endpoint, _, found := strings.Cut(task.Key, "\n"); found {
		e.Endpoint = endpoint
	}
	if err == nil {
		running, cancel := context.WithTimeout(ctx, r.lease)
		err = r.call(running, e)
		cancel()
	}
	if settled := r.settle(ctx, task.Claim, r.outcome(task, err)); settled != nil {
		err = errors.Join(err, settled)
	}
	if err != nil {
		r.log.LogAttrs(ctx, slog.LevelError, "webhook work failed", slog.String("delivery", e.ID), slog.String("event", e.Name),
			slog.Int("attempt", task.Attempt), slog.Bool("last", task.Attempt >= r.attempts), slog.String("reason", err.Error()))
		return
	}
	r.counts.handled.Add(1)
	r.forget(ctx)
}

// outcome is what becomes of a stored event after an attempt.
func (r *Receiver) outcome(task Task, err error) func(context.Context, Claim) error {
	switch {
	case err == nil:
		return r.queue.Complete
	case task.Attempt >= r.attempts, errors.Is(err, ErrPayload):
		return func(ctx context.Context, c Claim) error { return r.queue.Bury(ctx, c, err.Error()) }
	}
	return func(ctx context.Context, c Claim) error { return r.queue.Postpone(ctx, c, r.wait(task.Attempt)) }
}
