package delivery_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
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

// crowd is a receiver of many endpoints, one path each. It fails some times and then accepts; the first endpoint never
// answers.
type crowd struct {
	fails int
	mu    sync.Mutex
	seen  map[string][]time.Time
	until chan struct{}
}

func (c *crowd) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/0" {
		<-c.until
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	id := r.Header.Get("X-Service-Delivery")
	if c.seen[id] = append(c.seen[id], time.Now()); len(c.seen[id]) <= c.fails {
		w.WriteHeader(http.StatusInternalServerError)
	}
}

// Short in normal runs, with a bound that only waiting for the slow endpoint would break;
// DELIVERY_ENDPOINTS=1000 go test -run Lateness -v ./reference/internal/delivery measures with the bound of 100 ms at the
// 99th percentile.
func TestLateness(t *testing.T) {
	t.Parallel()
	onEachAsInProduction(t, func(t *testing.T, db *store.DB) { testLateness(t, db) })
	t.Run("three replicas", func(t *testing.T) {
		dsn := storetest.Postgres(t)
		var replicas []*store.DB
		for range 3 {
			replicas = append(replicas, storetest.Open(t, store.Options{Postgres: dsn}))
		}
		testLateness(t, replicas...)
	})
}

// onEachAsInProduction runs a test on SQLite with the syncs of production, and on PostgreSQL.
func onEachAsInProduction(t *testing.T, test func(t *testing.T, db *store.DB)) {
	t.Run("sqlite", func(t *testing.T) { test(t, storetest.Open(t, store.Options{Path: t.TempDir() + "/intake.db"})) })
	t.Run("postgres", func(t *testing.T) { test(t, storetest.Open(t, store.Options{Postgres: storetest.Postgres(t)})) })
}

func testLateness(t *testing.T, replicas ...*store.DB) {
	endpoints, fails, spread, bound := 40, 1, 200*time.Millisecond, time.Minute
	if text := os.Getenv("DELIVERY_ENDPOINTS"); text != "" {
		_, err := fmt.Sscan(text, &endpoints)
		require.NoError(t, err)
		fails, spread, bound = 2, 20*time.Second, 100*time.Millisecond
	}
	c := &crowd{fails: fails, seen: map[string][]time.Time{}, until: make(chan struct{})}
	server := httptest.NewServer(c)
	defer server.Close()
	key, err := secret.LoadKey(t.TempDir())
	require.NoError(t, err)
	senders := make([]*delivery.Sender, len(replicas))
	for i, db := range replicas {
		senders[i] = delivery.New(delivery.Options{DB: db, Secret: key, Clock: clock.System(), AllowPrivate: true})
	}
	s := senders[0]
	ids := make([]string, endpoints)
	workspace := func(i int) string { return fmt.Sprintf("org_%d", i/50) }
	for i := range ids {
		e, _, err := s.CreateEndpoint(t.Context(), workspace(i), delivery.EndpointInput{URL: fmt.Sprintf("%s/%d", server.URL, i), Events: delivery.Events})
		require.NoError(t, err)
		ids[i] = e.ID
	}
	ctx, cancel := context.WithCancel(t.Context())
	var group sync.WaitGroup
	for _, one := range senders {
		group.Go(func() {
			if err := one.Run(ctx); err != nil {
				t.Error(err)
			}
		})
	}
	defer func() { close(c.until); cancel(); group.Wait() }()

	tick := time.NewTicker(spread / time.Duration(endpoints))
	defer tick.Stop()
	for i := range ids {
		if i == 0 {
			for range 30 { // the slow one has a queue
				_, err := s.SendTest(t.Context(), workspace(i), ids[i])
				require.NoError(t, err)
			}
			continue
		}
		<-tick.C
		_, err := senders[i%len(senders)].SendTest(t.Context(), workspace(i), ids[i])
		require.NoError(t, err)
	}
	require.Eventually(t, func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		for _, times := range c.seen {
			if len(times) <= c.fails {
				return false
			}
		}
		return len(c.seen) == endpoints-1
	}, time.Minute, 20*time.Millisecond)
	var late []time.Duration
	for i, id := range ids[1:] {
		late = append(late, lateness(t, s, c, workspace(i+1), id)...)
	}
	slices.Sort(late)
	p := func(q int) time.Duration { return late[(len(late)-1)*q/100].Round(10 * time.Microsecond) }
	t.Logf("%d endpoints, one of them slow, %d senders: %d attempts late by p50 %v, p95 %v, p99 %v, at most %v", endpoints, len(senders), len(late), p(50), p(95), p(99), p(100))
	require.Positive(t, late[0], "never early")
	if bound > 0 {
		require.LessOrEqual(t, p(99), bound)
	}
}

// lateness compares when each attempt arrived with when it was due.
func lateness(t *testing.T, s *delivery.Sender, c *crowd, workspaceID, id string) (late []time.Duration) {
	t.Helper()
	var d delivery.Delivery
	require.Eventually(t, func() bool {
		log, err := s.Deliveries(t.Context(), workspaceID, id, 1)
		require.NoError(t, err)
		d = log[0]
		return d.State == store.DeliveryDelivered
	}, time.Minute, 5*time.Millisecond)
	c.mu.Lock()
	defer c.mu.Unlock()
	due := d.CreatedAt
	for i, a := range d.Attempts {
		late = append(late, c.seen[d.ID][i].Sub(due))
		due = a.EndedAt.Add([]time.Duration{2 * time.Second, 5 * time.Second, 0}[i])
	}
	return late
}
