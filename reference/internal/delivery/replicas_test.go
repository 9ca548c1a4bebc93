package delivery_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/clock"
	"github.com/workspaceintake/intake-go/reference/internal/delivery"
	"github.com/workspaceintake/intake-go/reference/internal/secret"
	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/reference/internal/store/storetest"
)

// Three servers on one database share the work: what all of them record once goes out once, and each attempt is made by
// one of them, at its time.
func TestReplicasMakeEachAttemptOnce(t *testing.T) {
	dsn := storetest.Postgres(t)
	key, err := secret.LoadKey(t.TempDir())
	require.NoError(t, err)
	var mu sync.Mutex
	seen := map[string][]time.Time{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		id := r.Header.Get("X-Service-Delivery")
		if seen[id] = append(seen[id], time.Now()); len(seen[id]) < 2 {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	defer server.Close()

	const replicas, events = 3, 40
	ctx, cancel := context.WithCancel(t.Context())
	var group sync.WaitGroup
	defer group.Wait()
	defer cancel()
	var senders [replicas]*delivery.Sender
	var dbs [replicas]*store.DB
	for i := range replicas {
		dbs[i] = storetest.Open(t, store.Options{Postgres: dsn})
		senders[i] = delivery.New(delivery.Options{DB: dbs[i], Secret: key, Clock: clock.System(), AllowPrivate: true})
		group.Go(func() {
			if err := senders[i].Run(ctx); err != nil {
				t.Error(err)
			}
		})
	}
	e, _, err := senders[0].CreateEndpoint(t.Context(), org, delivery.EndpointInput{URL: server.URL, Events: delivery.Events})
	require.NoError(t, err)
	var recording sync.WaitGroup
	for i, s := range senders {
		recording.Go(func() {
			for n := range events {
				err := dbs[i].Write(t.Context(), func(tx *store.Tx) error {
					return s.Record(t.Context(), tx, org, delivery.Event{Name: delivery.ESignCompleted, NaturalKey: "env_" + string(rune('A'+n)), Data: map[string]int{"n": n}})
				})
				if err != nil {
					t.Error(err)
				}
				s.Wake()
			}
		})
	}
	recording.Wait()
	require.Eventually(t, func() bool {
		log, err := senders[1].Deliveries(t.Context(), org, e.ID, 200)
		require.NoError(t, err)
		for _, d := range log {
			if d.State != store.DeliveryDelivered {
				return false
			}
		}
		return len(log) == events
	}, time.Minute, 20*time.Millisecond)
	mu.Lock()
	defer mu.Unlock()
	require.Len(t, seen, events)
	for id, times := range seen {
		require.Len(t, times, 2, id)
		require.GreaterOrEqual(t, times[1].Sub(times[0]), 2*time.Second, "never early")
	}
}

// A replica that dies in the middle of an attempt is followed by another when its lease has passed, not before.
func TestAnotherReplicaTakesOverWhenTheLeaseHasPassed(t *testing.T) {
	db := storetest.Open(t, store.Options{Postgres: storetest.Postgres(t)})
	b, s := newBench(t, db), newSink(t, 200)
	b.stop()
	e, _ := b.endpoint(s.URL, delivery.FillSessionCompleted)
	b.record(completed())
	require.NoError(t, db.Write(t.Context(), func(tx *store.Tx) error {
		due, err := tx.DueDeliveries(t.Context(), noon, 10, 10)
		if err != nil {
			return err
		}
		_, err = tx.BeginAttempt(t.Context(), due[0], noon, noon.Add(15*time.Second))
		return err
	}))
	b.start()
	require.NoError(t, b.clock.AwaitTimers(t.Context(), 1))
	b.clock.Advance(15*time.Second - time.Millisecond)
	require.NoError(t, b.clock.AwaitTimers(t.Context(), 1))
	require.Len(t, b.log(e.ID)[0].Attempts, 1)
	b.clock.Advance(time.Second)
	d := b.settled(e.ID, 2)
	require.Equal(t, store.DeliveryDelivered, d.State)
	require.Len(t, s.got, 1)
}

// Fifty callers on three replicas record one and the same event: each endpoint gets one delivery of it.
func TestFiftyRacersOnThreeReplicasMakeOneDelivery(t *testing.T) {
	dsn := storetest.Postgres(t)
	key, err := secret.LoadKey(t.TempDir())
	require.NoError(t, err)
	s := newSink(t, 200)
	ctx, cancel := context.WithCancel(t.Context())
	var group sync.WaitGroup
	defer group.Wait()
	defer cancel()
	var replicas [3]*bench
	for i := range replicas {
		db := storetest.Open(t, store.Options{Postgres: dsn})
		replicas[i] = &bench{Sender: delivery.New(delivery.Options{DB: db, Secret: key, Clock: clock.System(), AllowPrivate: true}), t: t, db: db}
		group.Go(func() {
			if err := replicas[i].Run(ctx); err != nil {
				t.Error(err)
			}
		})
	}
	one, _ := replicas[0].endpoint(s.URL, delivery.FillSessionCompleted)
	two, _ := replicas[1].endpoint(s.URL, delivery.Events...)
	var racing sync.WaitGroup
	for racer := range 50 {
		b := replicas[racer%len(replicas)]
		racing.Go(func() {
			if err := b.db.Write(t.Context(), func(tx *store.Tx) error { return b.Record(t.Context(), tx, org, completed()) }); err != nil {
				t.Error(err)
			}
			b.Wake()
		})
	}
	racing.Wait()
	for _, endpoint := range []string{one.ID, two.ID} {
		require.Equal(t, store.DeliveryDelivered, replicas[2].settled(endpoint, 1).State)
		require.Len(t, replicas[2].log(endpoint), 1)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	require.Len(t, s.got, 2)
}

// The number of an attempt is compared and set: of any number of replicas that find a delivery due one begins the
// attempt, and an outcome that comes after the attempt was given up changes nothing.
func TestAnAttemptBelongsToOneReplica(t *testing.T) {
	dsn := storetest.Postgres(t)
	var dbs [3]*store.DB
	for i := range dbs {
		dbs[i] = storetest.Open(t, store.Options{Postgres: dsn})
	}
	b := newBench(t, dbs[0])
	b.stop()
	b.endpoint("http://127.0.0.1:1/", delivery.FillSessionCompleted)
	b.record(completed())
	var due []store.Delivery
	require.NoError(t, dbs[0].Read(t.Context(), func(tx *store.Tx) (err error) {
		due, err = tx.DueDeliveries(t.Context(), noon, 10, 10)
		return err
	}))
	d := due[0]
	for number := 1; number <= 3; number++ {
		var begun atomic.Int64
		var group sync.WaitGroup
		for racer := range 12 {
			group.Go(func() {
				ok := false
				err := dbs[racer%len(dbs)].Adjust(t.Context(), func(tx *store.Tx) (err error) {
					ok, err = tx.BeginAttempt(t.Context(), d, noon, noon)
					return err
				})
				if err != nil {
					t.Error(err)
				}
				if ok {
					begun.Add(1)
				}
			})
		}
		group.Wait()
		require.Equal(t, int64(1), begun.Load(), "attempt %d", number)
		d.Attempts, d.State = number, store.DeliveryPending
		for replica, want := range []bool{true, false} { // the one that took over, and the one that was thought dead
			ended := false
			require.NoError(t, dbs[replica].Adjust(t.Context(), func(tx *store.Tx) (err error) {
				ended, err = tx.EndAttempt(t.Context(), d, store.Attempt{EndedAt: noon})
				return err
			}))
			require.Equal(t, want, ended)
		}
	}
}
