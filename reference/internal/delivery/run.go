package delivery

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/workspaceintake/intake-go/reference/internal/store"
)

// Bounds of the schedule.
const (
	maxAttempts   = 3               // spec section 6
	atOnce        = 256             // attempts under way in this process
	perEndpoint   = 8               // of them to one endpoint
	leaseMargin   = 5 * time.Second // from an attempt's last moment until another replica takes the delivery for abandoned
	replicaPause  = time.Second     // how often a replica looks for what another one recorded or left
	failurePause  = time.Second     // after the database did not answer
	overdueAtOnce = 500
	grace         = 5 * time.Second // for attempts under way when Run ends
)

// waits are the pauses before the second and the third attempt, from the end of the one before (spec section 6).
var waits = [maxAttempts]time.Duration{0, 2 * time.Second, 5 * time.Second}

// Run makes the attempts as they come due, until ctx ends; then it waits for those under way. What an earlier process
// left is taken up at once on SQLite, and when its lease has passed on PostgreSQL: an attempt that was cut off counts, and
// the next one begins without a further wait.
func (s *Sender) Run(ctx context.Context) error {
	r := &round{Sender: s, busy: map[string]int{}, ended: make(chan string, atOnce)}
	attempts, cutOff := context.WithCancelCause(context.WithoutCancel(ctx))
	defer cutOff(nil)
	defer r.drain(cutOff)
	alone := !s.o.DB.Postgres()
	for ctx.Err() == nil {
		next, err := r.step(ctx, attempts, alone)
		if err != nil && ctx.Err() == nil {
			s.o.Log.ErrorContext(ctx, "deliveries wait: the database did not answer", "error", err)
			next = s.o.Clock.Now().Add(failurePause)
		}
		alone = alone && err != nil // only at the start, and only when it went through
		r.forget(ctx)
		r.await(ctx, next)
	}
	return nil
}

// round is one Run.
type round struct {
	*Sender
	group sync.WaitGroup
	busy  map[string]int // endpoint -> attempts under way here
	ended chan string    // endpoints whose attempt has ended
	tidy  time.Time      // when old deliveries were last forgotten
}

// full lists the endpoints that have as many attempts under way as they may.
func (r *round) full() (all []string) {
	for endpoint, count := range r.busy {
		if count >= perEndpoint {
			all = append(all, endpoint)
		}
	}
	return all
}

// drain waits for the attempts under way, and cuts off those that take longer than the grace. They count.
func (r *round) drain(cutOff context.CancelCauseFunc) {
	timer := time.AfterFunc(grace, func() { cutOff(errCutOff) })
	defer timer.Stop()
	r.group.Wait()
	r.client.CloseIdleConnections()
}

func (r *round) total() (n int) {
	for _, count := range r.busy {
		n += count
	}
	return n
}

// step takes what is due and starts it, and says when to look again.
func (r *round) step(ctx, attempts context.Context, alone bool) (time.Time, error) {
	now := r.o.Clock.Now()
	if alone || r.o.DB.Postgres() {
		if err := r.takeOver(ctx, now, alone); err != nil {
			return now, err
		}
	}
	claimed, err := r.claim(ctx, now)
	if err != nil {
		return now, err
	}
	for _, c := range claimed {
		r.busy[c.delivery.EndpointID]++
		r.group.Go(func() {
			r.attempt(attempts, c)
			r.ended <- c.delivery.EndpointID
		})
	}
	return r.next(ctx, now)
}

// next is when something comes due. What is due already and was not started has no place: the end of an attempt wakes.
func (r *round) next(ctx context.Context, now time.Time) (at time.Time, err error) {
	pending := false
	err = r.o.DB.Look(ctx, func(tx *store.Tx) error {
		at, pending, err = tx.NextDelivery(ctx, now)
		return err
	})
	latest := now.Add(24 * time.Hour)
	if r.o.DB.Postgres() {
		latest = now.Add(replicaPause)
	}
	if err != nil {
		return now, err
	}
	if !pending || at.After(latest) {
		return latest, nil
	}
	return at, nil
}

// await waits for the next due time, a wake-up, or the end of an attempt.
func (r *round) await(ctx context.Context, next time.Time) {
	timer := r.o.Clock.NewTimer(next.Sub(r.o.Clock.Now()))
	defer timer.Stop()
	select {
	case <-timer.C():
	case <-r.woken:
	case endpoint := <-r.ended:
		r.release(endpoint)
	case <-ctx.Done():
		return
	}
	for { // whatever else has ended meanwhile makes room too
		select {
		case endpoint := <-r.ended:
			r.release(endpoint)
		default:
			return
		}
	}
}

func (r *round) release(endpoint string) {
	if r.busy[endpoint]--; r.busy[endpoint] <= 0 {
		delete(r.busy, endpoint)
	}
}

// claimed is a delivery whose attempt was begun, with what is needed to make it.
type claimed struct {
	delivery store.Delivery // Attempts is the number of this attempt
	endpoint store.Endpoint
	started  time.Time
}

// claim begins the attempts that are due and have a place.
func (r *round) claim(ctx context.Context, now time.Time) (all []claimed, err error) {
	room := atOnce - r.total()
	if room <= 0 {
		return nil, nil
	}
	var due []store.Delivery
	err = r.o.DB.Read(ctx, func(tx *store.Tx) (err error) { // most looks find nothing: they cost no write
		due, err = tx.DueDeliveries(ctx, now, room, perEndpoint, r.full()...)
		return err
	})
	if err != nil || len(due) == 0 {
		return nil, err
	}
	err = r.o.DB.Adjust(ctx, func(tx *store.Tx) error { // BeginAttempt compares and sets
		all = nil // the function may run again
		taken := map[string]int{}
		for _, d := range due {
			if r.busy[d.EndpointID]+taken[d.EndpointID] >= perEndpoint {
				continue
			}
			endpoint, err := tx.Endpoint(ctx, d.WorkspaceID, d.EndpointID)
			if errors.Is(err, store.ErrNotFound) { // deleted while an attempt was under way
				if err := tx.DropDelivery(ctx, d); err != nil {
					return err
				}
				continue
			}
			if err != nil {
				return fmt.Errorf("endpoint %s: %w", d.EndpointID, err)
			}
			begun, err := tx.BeginAttempt(ctx, d, now, now.Add(attemptTime+leaseMargin))
			if err != nil {
				return err
			}
			if begun {
				d.Attempts++
				taken[d.EndpointID]++
				all = append(all, claimed{d, endpoint, now})
			}
		}
		return nil
	})
	return all, err
}

// errCutOff is how an attempt ends whose process ended first.
var errCutOff = errors.New("the server stopped before the answer was known")

// takeOver ends the attempts of processes that are gone. Nobody knows whether they reached the receiver, so each counts:
// a fourth request must never be sent.
func (r *round) takeOver(ctx context.Context, now time.Time, alone bool) error {
	var overdue []store.Delivery
	err := r.o.DB.Look(ctx, func(tx *store.Tx) (err error) {
		overdue, err = tx.OverdueDeliveries(ctx, now, alone, overdueAtOnce)
		return err
	})
	if err != nil || len(overdue) == 0 {
		return err
	}
	return r.o.DB.Adjust(ctx, func(tx *store.Tx) error { // EndAttempt compares and sets
		for _, d := range overdue {
			outcome := store.Attempt{EndedAt: now, Error: errCutOff.Error()}
			next := after(d, now, false)
			if next.State == store.DeliveryPending {
				next.NextAt = now // it has waited since the process died, and nobody knows when that was
			}
			if _, err := tx.EndAttempt(ctx, next, outcome); err != nil {
				return err
			}
		}
		return nil
	})
}

// after is where a delivery stands when its attempt has ended.
func after(d store.Delivery, ended time.Time, delivered bool) store.Delivery {
	switch {
	case delivered:
		d.State, d.NextAt = store.DeliveryDelivered, ended
	case d.Attempts >= maxAttempts:
		d.State, d.NextAt = store.DeliveryFailed, ended
	default: // rounded up to what is stored: never early
		d.State, d.NextAt = store.DeliveryPending, ended.Add(waits[d.Attempts]+time.Millisecond-time.Nanosecond).Truncate(time.Millisecond)
	}
	return d
}
