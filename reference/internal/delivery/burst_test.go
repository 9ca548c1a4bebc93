package delivery_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/clock"
	"github.com/workspaceintake/intake-go/reference/internal/delivery"
	"github.com/workspaceintake/intake-go/reference/internal/secret"
	"github.com/workspaceintake/intake-go/reference/internal/store"
)

// flood is a receiver that takes everything, and notes when each delivery came.
type flood struct {
	mu    sync.Mutex
	want  int
	again int // how many came more than once
	came  map[string]time.Time
	all   chan struct{} // closed when as many came as were wanted
}

func newFlood(t *testing.T, want int) (*flood, *httptest.Server) {
	t.Helper()
	f := &flood{want: want, came: map[string]time.Time{}, all: make(chan struct{})}
	server := httptest.NewServer(f)
	t.Cleanup(server.Close)
	return f, server
}

func (f *flood) ServeHTTP(_ http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	f.mu.Lock()
	defer f.mu.Unlock()
	id := r.Header.Get("X-Service-Delivery")
	if _, again := f.came[id]; again {
		f.again++
		return
	}
	if f.came[id] = time.Now(); len(f.came) == f.want {
		close(f.all)
	}
}

// burst is a sender with endpoints in workspaces of fifty, each event wanted by one of them.
type burst struct {
	*delivery.Sender
	db        *store.DB
	endpoints int
}

func newBurst(t *testing.T, db *store.DB, url string, endpoints int) burst {
	t.Helper()
	key, err := secret.LoadKey(t.TempDir())
	require.NoError(t, err)
	b := burst{delivery.New(delivery.Options{DB: db, Secret: key, Clock: clock.System(), AllowPrivate: true}), db, endpoints}
	for i := range endpoints {
		_, _, err := b.CreateEndpoint(t.Context(), fmt.Sprintf("org_%d", i), delivery.EndpointInput{URL: url, Events: delivery.Events})
		require.NoError(t, err)
	}
	return b
}

// record makes events for the endpoints in turn, many callers at a time, each in a transaction of its own.
func (b burst) record(t *testing.T, events int) {
	t.Helper()
	var group sync.WaitGroup
	const callers = 50
	for caller := range callers {
		group.Go(func() {
			for n := caller; n < events; n += callers {
				e := delivery.Event{Name: delivery.ESignCompleted, NaturalKey: fmt.Sprint("env_", n), Data: map[string]int{"n": n}}
				err := b.db.Write(t.Context(), func(tx *store.Tx) error { return b.Record(t.Context(), tx, fmt.Sprintf("org_%d", n%b.endpoints), e) })
				if err != nil {
					t.Error(err)
				}
				b.Wake()
			}
		})
	}
	group.Wait()
}

func (b burst) run(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- b.Run(ctx) }()
	t.Cleanup(func() { cancel(); require.NoError(t, <-done) })
}

// peak samples the heap until it is asked.
func peak() func() uint64 {
	end, answer := make(chan struct{}), make(chan uint64)
	go func() {
		var most uint64
		for {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapAlloc)
			select {
			case <-end:
				answer <- most
				return
			case <-time.After(20 * time.Millisecond):
			}
		}
	}()
	return func() uint64 { close(end); return <-answer }
}

// Short in normal runs; DELIVERY_BURST=1000 go test -run Burst -v ./reference/internal/delivery measures.
func TestABurstGoesOutOnce(t *testing.T) {
	events := 30
	if text := os.Getenv("DELIVERY_BURST"); text != "" {
		_, err := fmt.Sscan(text, &events)
		require.NoError(t, err)
	}
	for name, endpoints := range map[string]int{"one endpoint": 1, "an endpoint each": events} {
		t.Run(name, func(t *testing.T) {
			onEachAsInProduction(t, func(t *testing.T, db *store.DB) { testBurst(t, db, events, endpoints) })
		})
	}
}

func testBurst(t *testing.T, db *store.DB, events, endpoints int) {
	f, server := newFlood(t, events)
	b := newBurst(t, db, server.URL, endpoints)
	b.run(t)
	heap := peak()
	start := time.Now()
	b.record(t, events)
	recorded := time.Since(start)
	<-f.all
	took := time.Since(start)
	var late []time.Duration
	for i := range endpoints {
		ended := b.ended(t, i, events/endpoints)
		f.mu.Lock()
		for _, d := range ended {
			require.Equal(t, store.DeliveryDelivered, d.State)
			late = append(late, f.came[d.ID].Sub(d.CreatedAt))
		}
		f.mu.Unlock()
	}
	require.Len(t, late, events)
	slices.Sort(late)
	p := func(q int) time.Duration { return late[(len(late)-1)*q/100].Round(time.Millisecond) }
	t.Logf("%d events to %d endpoints: recorded in %v, all there after %v (%.0f/s), late by p50 %v, p99 %v, at most %v; heap at most %d MB", events, endpoints,
		recorded.Round(time.Millisecond), took.Round(time.Millisecond), float64(events)/took.Seconds(), p(50), p(99), p(100), heap()>>20)
	require.GreaterOrEqual(t, late[0], time.Duration(0), "never early")
	f.mu.Lock()
	defer f.mu.Unlock()
	if events >= 1000 { // less is for machines so slow that an attempt may take 10 s
		require.Zero(t, f.again)
	}
}

// ended waits until every delivery of an endpoint is decided, and returns them.
func (b burst) ended(t *testing.T, endpoint, count int) (found []store.Delivery) {
	t.Helper()
	org := fmt.Sprintf("org_%d", endpoint)
	require.Eventually(t, func() bool {
		require.NoError(t, b.db.Read(t.Context(), func(tx *store.Tx) error {
			all, err := tx.Endpoints(t.Context(), org)
			if err != nil {
				return err
			}
			found, err = tx.Deliveries(t.Context(), org, all[0].ID, 1_000_000)
			return err
		}))
		open := slices.ContainsFunc(found, func(d store.Delivery) bool {
			return d.State == store.DeliveryPending || d.State == store.DeliverySending
		})
		return !open && len(found) == count
	}, time.Minute, 5*time.Millisecond)
	return found
}

// Short in normal runs; DELIVERY_PENDING=10000 go test -run Restart -v ./reference/internal/delivery measures.
func TestARestartWithAQueueBeginsAtOnce(t *testing.T) {
	events, many := 60, 10
	if text := os.Getenv("DELIVERY_PENDING"); text != "" {
		_, err := fmt.Sscan(text, &events)
		require.NoError(t, err)
		many = 100
	}
	for name, endpoints := range map[string]int{"one endpoint": 1, "many endpoints": many} {
		t.Run(name, func(t *testing.T) {
			onEachAsInProduction(t, func(t *testing.T, db *store.DB) {
				f, server := newFlood(t, events)
				b := newBurst(t, db, server.URL, endpoints)
				b.record(t, events)
				heap := peak()
				start := time.Now()
				b.run(t)
				<-f.all
				took := time.Since(start)
				first := took
				f.mu.Lock()
				for _, at := range f.came {
					first = min(first, at.Sub(start))
				}
				f.mu.Unlock()
				t.Logf("%d pending for %d endpoints: the first after %v, all after %v (%.0f/s); heap at most %d MB", events, endpoints,
					first.Round(time.Millisecond), took.Round(time.Millisecond), float64(events)/took.Seconds(), heap()>>20)
				for i := range endpoints {
					b.ended(t, i, events/endpoints)
				}
				if events >= 10_000 && !db.Postgres() {
					require.Less(t, first, time.Second)
				}
			})
		})
	}
}
