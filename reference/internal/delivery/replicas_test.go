package delivery_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync"
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
