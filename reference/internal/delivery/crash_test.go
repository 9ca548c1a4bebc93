package delivery_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/workspaceintake/intake-go/reference/internal/clock"
	"github.com/workspaceintake/intake-go/reference/internal/delivery"
	"github.com/workspaceintake/intake-go/reference/internal/secret"
	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/reference/internal/store/storetest"
)

var silent = log.New(io.Discard, "", 0)

const childVariable = "DELIVERY_TEST_CHILD"

func TestMain(m *testing.M) {
	if folder := os.Getenv(childVariable); folder != "" {
		if err := runChild(place{folder, os.Getenv("DELIVERY_TEST_DSN")}, os.Getenv("DELIVERY_TEST_QUIET") == ""); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("net/http.(*persistConn).readLoop"), goleak.IgnoreAnyFunction("net/http.(*persistConn).writeLoop"),
		goleak.IgnoreAnyFunction("database/sql.(*DB).connectionOpener"))
}

// place is where servers keep their data: a folder with the key, and SQLite within it or a PostgreSQL database.
type place struct{ folder, dsn string }

func (p place) open(ctx context.Context) (*store.DB, *delivery.Sender, error) {
	o := store.Options{Postgres: p.dsn}
	if p.dsn == "" {
		o = store.Options{Path: filepath.Join(p.folder, "intake.db")}
	}
	db, err := store.Open(ctx, o)
	if err != nil {
		return nil, nil, err
	}
	key, err := secret.LoadKey(p.folder)
	if err != nil {
		return nil, nil, err
	}
	return db, delivery.New(delivery.Options{DB: db, Secret: key, Clock: clock.System(), AllowPrivate: true}), nil
}

// runChild is a server that dies: it delivers, and while busy it records events and says which are committed.
func runChild(p place, busy bool) error {
	ctx := context.Background()
	db, s, err := p.open(ctx)
	if err != nil {
		return err
	}
	fmt.Println("ready")
	if busy {
		go recordForever(ctx, s, db)
	}
	return s.Run(ctx)
}

func recordForever(ctx context.Context, s *delivery.Sender, db *store.DB) {
	for range time.Tick(2 * time.Millisecond) { // faster than the deliveries are, but not by much
		natural := store.NewID("ses")
		err := db.Write(ctx, func(tx *store.Tx) error {
			return s.Record(ctx, tx, org, delivery.Event{Name: delivery.FillSessionCompleted, NaturalKey: natural, Data: map[string]string{"session_id": natural}})
		})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Println(natural)
		s.Wake()
	}
}

// arrivals counts what a receiver got of each delivery. It answers one in five with 500, after a short while.
type arrivals struct {
	mu    sync.Mutex
	seen  map[string]int
	first chan struct{} // gets a token at every arrival that finds room
}

func (a *arrivals) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a.mu.Lock()
	id := r.Header.Get("X-Service-Delivery")
	a.seen[id]++
	again := a.seen[id] > 1
	a.mu.Unlock()
	select {
	case a.first <- struct{}{}:
	default:
	}
	if !again && rand.N(5) == 0 {
		w.WriteHeader(http.StatusInternalServerError)
	}
}

// Short in normal runs; DELIVERY_KILLS=200 go test -run Killed -timeout 30m ./reference/internal/delivery is the campaign.
func TestNoCommittedEventIsLostWhenTheServerIsKilled(t *testing.T) {
	t.Parallel()
	testKills(t, place{folder: t.TempDir()}, 1)
}

// Three replicas on one database, of which one after another is killed in the middle of its work.
func TestNoCommittedEventIsLostWhenReplicasAreKilled(t *testing.T) {
	t.Parallel()
	testKills(t, place{folder: t.TempDir(), dsn: storetest.Postgres(t)}, 3)
}

func testKills(t *testing.T, p place, replicas int) {
	kills := 4
	if text := os.Getenv("DELIVERY_KILLS"); text != "" {
		_, err := fmt.Sscan(text, &kills)
		require.NoError(t, err)
	}
	a := &arrivals{seen: map[string]int{}, first: make(chan struct{}, 1)}
	server := httptest.NewServer(a)
	defer server.Close()
	endpoint := prepare(t, p, server.URL)

	var resumed time.Duration // the longest from the start of a server to the first delivery after it
	running := make([]*child, replicas)
	committed := map[string]bool{}
	for i := range running {
		running[i] = startChild(t, p, true)
	}
	for range kills {
		select {
		case <-a.first: // of before
		default:
		}
		asked := time.Now()
		<-a.first
		resumed = max(resumed, time.Since(asked))
		<-time.After(rand.N(120 * time.Millisecond)) // a random point of its work
		i := rand.N(replicas)
		running[i].kill(committed)
		running[i] = startChild(t, p, true)
	}
	for _, c := range running {
		c.kill(committed)
	}
	within := 10 * time.Minute // the short form measures nothing
	if kills >= 100 {
		within = time.Minute
	}
	finished := finish(t, p, endpoint, len(committed), within)
	t.Logf("%d kills of %d servers, %d committed events; at most %v without a delivery; all ended %v after the last one", kills, replicas, len(committed),
		resumed.Round(time.Millisecond), finished.Round(time.Millisecond))
	if kills >= 100 {
		require.Less(t, resumed, time.Second)
	}
	judge(t, p, endpoint, committed, a.seen)
}

// prepare makes the database with one endpoint.
func prepare(t *testing.T, p place, url string) string {
	t.Helper()
	var id string
	inspect(t, p, func(s *delivery.Sender, _ *store.DB) {
		e, _, err := s.CreateEndpoint(t.Context(), org, delivery.EndpointInput{URL: url, Events: delivery.Events})
		require.NoError(t, err)
		id = e.ID
	})
	return id
}

// inspect opens the database beside the servers, or when none runs.
func inspect(t *testing.T, p place, look func(*delivery.Sender, *store.DB)) {
	t.Helper()
	db, s, err := p.open(t.Context())
	require.NoError(t, err)
	defer func() { require.NoError(t, db.Close()) }()
	look(s, db)
}

// child is a running server.
type child struct {
	cmd  *exec.Cmd
	said chan []string // what it printed, when it has ended
}

func startChild(t *testing.T, p place, busy bool) *child {
	t.Helper()
	c := &child{cmd: exec.Command(os.Args[0]), said: make(chan []string, 1)}
	c.cmd.Env = append(os.Environ(), childVariable+"="+p.folder, "DELIVERY_TEST_DSN="+p.dsn)
	if !busy {
		c.cmd.Env = append(c.cmd.Env, "DELIVERY_TEST_QUIET=1")
	}
	c.cmd.Stderr = os.Stderr
	out, err := c.cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, c.cmd.Start())
	lines := bufio.NewScanner(out)
	require.True(t, lines.Scan(), "the server starts")
	go func() { // a pipe that nobody reads would hold the server up
		var all []string
		for lines.Scan() {
			all = append(all, lines.Text())
		}
		c.said <- all
	}()
	t.Cleanup(func() { _ = c.cmd.Process.Kill(); _ = c.cmd.Wait() })
	return c
}

// kill is kill -9. It adds what the server had said to be committed.
func (c *child) kill(committed map[string]bool) {
	_ = c.cmd.Process.Kill()
	for _, natural := range <-c.said {
		committed[natural] = true
	}
	_ = c.cmd.Wait() // says that it was killed
}

// finish runs a server until every delivery has ended, and says how long that took.
func finish(t *testing.T, p place, endpoint string, atLeast int, within time.Duration) (took time.Duration) {
	t.Helper()
	last := startChild(t, p, false)
	defer last.kill(map[string]bool{})
	start := time.Now()
	inspect(t, p, func(_ *delivery.Sender, db *store.DB) {
		require.Eventually(t, func() bool {
			open, ended := 0, 0
			for _, d := range all(t, db, endpoint) {
				if d.State == store.DeliveryDelivered || d.State == store.DeliveryFailed {
					ended++
				} else {
					open++
				}
			}
			return open == 0 && ended >= atLeast
		}, 5*time.Minute, 250*time.Millisecond, "every delivery ends")
		took = time.Since(start)
	})
	return took
}

func all(t *testing.T, db *store.DB, endpoint string) (found []store.Delivery) {
	t.Helper()
	require.NoError(t, db.Read(t.Context(), func(tx *store.Tx) (err error) {
		found, err = tx.Deliveries(t.Context(), org, endpoint, 1_000_000)
		return err
	}))
	return found
}

// judge holds what the receiver saw against what was committed and what the log says.
func judge(t *testing.T, p place, endpoint string, committed map[string]bool, seen map[string]int) {
	t.Helper()
	inspect(t, p, func(_ *delivery.Sender, db *store.DB) {
		deliveries := map[string]store.Delivery{}
		attempts := map[string][]store.Attempt{}
		for _, d := range all(t, db, endpoint) {
			require.NotContains(t, deliveries, d.NaturalKey, "one delivery for each natural key")
			deliveries[d.NaturalKey] = d
		}
		require.NoError(t, db.Read(t.Context(), func(tx *store.Tx) (err error) {
			for _, d := range deliveries {
				if attempts[d.ID], err = tx.Attempts(t.Context(), d.ID); err != nil {
					return err
				}
			}
			return nil
		}))
		cut, failed := 0, 0
		for natural := range committed {
			require.Contains(t, deliveries, natural, "a committed event is lost")
		}
		for _, d := range deliveries {
			require.LessOrEqual(t, len(attempts[d.ID]), 3)
			require.LessOrEqual(t, seen[d.ID], len(attempts[d.ID]), "an attempt was made twice")
			for _, a := range attempts[d.ID] {
				if strings.Contains(a.Error, "stopped") {
					cut++
				}
			}
			if d.State == store.DeliveryFailed {
				failed++
				require.Len(t, attempts[d.ID], 3)
			}
		}
		t.Logf("%d deliveries, %d attempts cut off by a kill, %d failed after three attempts", len(deliveries), cut, failed)
	})
}
