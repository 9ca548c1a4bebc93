package webhook

import (
	"context"
	"sync"
)

// routes finds the function for an event.
type routes struct {
	mu      sync.RWMutex
	named   map[string]func(context.Context, Event) error
	unknown func(context.Context, Event) error
}

func (t *routes) set(event string, fn func(context.Context, Event) error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.named == nil {
		t.named = map[string]func(context.Context, Event) error{}
	}
	t.named[event] = fn
}

// find returns nil when nobody wants the event: that is no failure, as a sender may know more events than we do.
func (t *routes) find(event string) func(context.Context, Event) error {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if fn, ok := t.named[event]; ok {
		return fn
	}
	return t.unknown
}

// On calls fn for events of that name with their data as T. An error makes the sender deliver again; data that is not
// a T is refused with 400. A second On for a name replaces the first.
func On[T any](r *Receiver, event string, fn func(ctx context.Context, e Event, data T) error) {
	r.routes.set(event, func(ctx context.Context, e Event) error {
		data, err := Decode[T](e)
		if err != nil {
			return err
		}
		return failed(fn(ctx, e, data))
	})
}

// failure is what a function returned. It does not unwrap: whatever the function's own calls meant, to the sender it
// is a failure on our side.
type failure struct{ error }

func failed(err error) error {
	if err == nil {
		return nil
	}
	return failure{err}
}

// OnFillSessionCompleted calls fn when an application reached complete.
func (r *Receiver) OnFillSessionCompleted(fn func(ctx context.Context, e Event, data FillSessionCompleted) error) {
	On(r, EventFillSessionCompleted, fn)
}

// OnSubmissionSent calls fn when a submission left the workspace.
func (r *Receiver) OnSubmissionSent(fn func(ctx context.Context, e Event, data SubmissionSent) error) {
	On(r, EventSubmissionSent, fn)
}

// OnEsignCompleted calls fn when a signature envelope completed.
func (r *Receiver) OnEsignCompleted(fn func(ctx context.Context, e Event, data EsignCompleted) error) {
	On(r, EventEsignCompleted, fn)
}

// OnTest calls fn for test deliveries. Without it they are answered 2xx like every event that nobody wants.
func (r *Receiver) OnTest(fn func(ctx context.Context, e Event, data Test) error) {
	On(r, EventTest, fn)
}

// OnUnknown calls fn for events that no other function was given for.
func (r *Receiver) OnUnknown(fn func(ctx context.Context, e Event) error) {
	r.routes.mu.Lock()
	defer r.routes.mu.Unlock()
	r.routes.unknown = func(ctx context.Context, e Event) error { return failed(fn(ctx, e)) }
}
