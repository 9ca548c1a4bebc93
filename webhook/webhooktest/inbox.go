package webhooktest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/workspaceintake/intake-go/webhook"
)

// ExerciseInbox runs what every Queue must hold. open gives each test an empty one that takes its time from now.
func ExerciseInbox(t *testing.T, open func(t *testing.T, now func() time.Time) webhook.Queue) {
	for name, test := range map[string]func(*exercise){
		"one of many callers claims":            (*exercise).oneOfManyClaims,
		"what is complete stays done":           (*exercise).completeStaysDone,
		"what is released is fresh again":       (*exercise).releasedIsFresh,
		"a claim that ran out goes to the next": (*exercise).claimRunsOut,
		"what is old is forgotten":              (*exercise).oldIsForgotten,
		"stored deliveries are taken once":      (*exercise).takenOnce,
		"a stored delivery is known":            (*exercise).storedIsKnown,
		"postponed comes back at its time":      (*exercise).postponedComesBack,
		"a dead taker's delivery comes back":    (*exercise).deadTaker,
		"buried is not taken again":             (*exercise).buriedStays,
	} {
		t.Run(name, func(t *testing.T) {
			x := &exercise{T: t, ctx: context.Background()}
			x.clock.Store(time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC).UnixMilli())
			x.q = open(t, func() time.Time { return time.UnixMilli(x.clock.Load()) })
			test(x)
		})
	}
}

type exercise struct {
	*testing.T
	ctx   context.Context
	q     webhook.Queue
	clock atomic.Int64
}

const lease = time.Minute

func (x *exercise) advance(d time.Duration) { x.clock.Add(d.Milliseconds()) }

func (x *exercise) ok(err error) {
	x.Helper()
	if err != nil {
		x.Fatalf("unexpected error: %v", err)
	}
}

func (x *exercise) want(what string, got, want any) {
	x.Helper()
	if got != want {
		x.Fatalf("%s: got %v, want %v", what, got, want)
	}
}

func (x *exercise) lost(err error) {
	x.Helper()
	if !errors.Is(err, webhook.ErrLostClaim) {
		x.Fatalf("got %v, want ErrLostClaim", err)
	}
}

func (x *exercise) claim(key string, want webhook.ClaimStatus) webhook.Claim {
	x.Helper()
	c, err := x.q.Claim(x.ctx, key, lease)
	x.ok(err)
	x.want("the status of the claim", c.Status, want)
	x.want("the key of the claim", c.Key, key)
	return c
}

func (x *exercise) put(key string, want bool) {
	x.Helper()
	stored, err := x.q.Put(x.ctx, key, []byte("body of "+key))
	x.ok(err)
	x.want("stored", stored, want)
}

func (x *exercise) take(want bool) webhook.Task {
	x.Helper()
	task, found, err := x.q.Take(x.ctx, lease)
	x.ok(err)
	x.want("a task was due", found, want)
	return task
}

func (x *exercise) oneOfManyClaims() {
	var fresh atomic.Int64
	var group sync.WaitGroup
	for range 100 {
		group.Go(func() {
			c, err := x.q.Claim(x.ctx, "a", lease)
			if err != nil {
				x.Errorf("claiming: %v", err)
			}
			if c.Status == webhook.Fresh {
				fresh.Add(1)
			}
		})
	}
	group.Wait()
	x.want("callers that won", fresh.Load(), int64(1))
	x.claim("b", webhook.Fresh)
}

func (x *exercise) completeStaysDone() {
	c := x.claim("a", webhook.Fresh)
	x.claim("a", webhook.Busy)
	x.ok(x.q.Complete(x.ctx, c))
	x.claim("a", webhook.Done)
	x.lost(x.q.Complete(x.ctx, c))
	x.lost(x.q.Release(x.ctx, c))
	x.advance(10 * lease)
	x.claim("a", webhook.Done)
	x.take(false)
}

func (x *exercise) releasedIsFresh() {
	c := x.claim("a", webhook.Fresh)
	x.ok(x.q.Release(x.ctx, c))
	x.lost(x.q.Complete(x.ctx, c))
	x.claim("a", webhook.Fresh)
}

func (x *exercise) claimRunsOut() {
	first := x.claim("a", webhook.Fresh)
	x.advance(lease - time.Millisecond)
	x.claim("a", webhook.Busy)
	x.advance(time.Millisecond)
	second := x.claim("a", webhook.Fresh)
	x.lost(x.q.Complete(x.ctx, first))
	x.lost(x.q.Release(x.ctx, first))
	x.ok(x.q.Complete(x.ctx, second))
}

func (x *exercise) oldIsForgotten() {
	x.ok(x.q.Complete(x.ctx, x.claim("old", webhook.Fresh)))
	x.claim("running", webhook.Fresh)
	x.put("waiting", true)
	x.advance(time.Hour)
	x.ok(x.q.Complete(x.ctx, x.claim("new", webhook.Fresh)))
	n, err := x.q.Expire(x.ctx, time.UnixMilli(x.clock.Load()).Add(-time.Minute))
	x.ok(err)
	x.want("forgotten", n, 1)
	x.claim("old", webhook.Fresh)
	x.claim("new", webhook.Done)
	x.want("what waits", x.take(true).Key, "waiting")
}

func (x *exercise) takenOnce() {
	const tasks = 40
	for i := range tasks {
		x.put(fmt.Sprintf("k%02d", i), true)
		x.advance(time.Millisecond)
	}
	var mu sync.Mutex
	seen := map[string]int{}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for {
				task, found, err := x.q.Take(x.ctx, lease)
				if err != nil {
					x.Errorf("taking: %v", err)
				}
				mu.Lock()
				complete := len(seen) == tasks
				if found {
					seen[task.Key]++
				}
				mu.Unlock()
				if err != nil || !found && complete {
					return
				}
				if found && string(task.Body) != "body of "+task.Key {
					x.Errorf("the body of %s is %q", task.Key, task.Body)
				}
			}
		})
	}
	group.Wait()
	for key, n := range seen {
		x.want("times that "+key+" was taken", n, 1)
	}
}

func (x *exercise) storedIsKnown() {
	x.put("a", true)
	x.put("a", false)
	x.claim("a", webhook.Done)
	x.ok(x.q.Complete(x.ctx, x.take(true).Claim))
	x.put("a", false)
	x.take(false)
	c := x.claim("b", webhook.Fresh)
	x.put("b", false)
	x.ok(x.q.Complete(x.ctx, c))
}

func (x *exercise) postponedComesBack() {
	x.put("a", true)
	task := x.take(true)
	x.want("attempt", task.Attempt, 1)
	x.ok(x.q.Postpone(x.ctx, task.Claim, time.Hour))
	x.lost(x.q.Complete(x.ctx, task.Claim))
	x.advance(time.Hour - time.Millisecond)
	x.take(false)
	x.advance(time.Millisecond)
	again := x.take(true)
	x.want("attempt", again.Attempt, 2)
	x.want("body", string(again.Body), "body of a")
	x.ok(x.q.Release(x.ctx, again.Claim))
	x.want("attempt", x.take(true).Attempt, 3)
}

func (x *exercise) deadTaker() {
	x.put("a", true)
	first := x.take(true)
	x.advance(lease - time.Millisecond)
	x.take(false)
	x.advance(time.Millisecond)
	second := x.take(true)
	x.lost(x.q.Complete(x.ctx, first.Claim))
	x.ok(x.q.Complete(x.ctx, second.Claim))
	x.advance(10 * lease)
	x.take(false)
}

func (x *exercise) buriedStays() {
	x.put("a", true)
	task := x.take(true)
	x.ok(x.q.Bury(x.ctx, task.Claim, "no longer wanted"))
	x.advance(time.Hour)
	x.take(false)
	x.put("a", false)
	x.claim("a", webhook.Done)
}
