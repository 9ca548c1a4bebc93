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
)

var silent = log.New(io.Discard, "", 0)

const childVariable = "DELIVERY_TEST_CHILD"

func TestMain(m *testing.M) {
	if folder := os.Getenv(childVariable); folder != "" {
		if err := runChild(folder, os.Getenv("DELIVERY_TEST_QUIET") == ""); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("net/http.(*persistConn).readLoop"), goleak.IgnoreAnyFunction("net/http.(*persistConn).writeLoop"),
		goleak.IgnoreAnyFunction("database/sql.(*DB).connectionOpener"))
}

// runChild is a server that dies: it delivers, and while busy it records events and says which are committed.
func runChild(folder string, busy bool) error {
	ctx := context.Background()
	db, err := store.Open(ctx, store.Options{Path: filepath.Join(folder, "intake.db")})
	if err != nil {
		return err
	}
	key, err := secret.LoadKey(folder)
	if err != nil {
		return err
	}
	s := delivery.New(delivery.Options{DB: db, Secret: key, Clock: clock.System(), AllowPrivate: true})
	fmt.Println("ready")
	if busy {
		go recordForever(ctx, s, db)
	}
	return s.Run(ctx)
}

func recordForever(ctx context.Context, s *delivery.Sender, db *store.DB) {
	for {
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

// Short in normal runs; DELIVERY_KILLS=200 go test -run Killed -timeout 20m ./reference/internal/delivery is the campaign.
func TestNoCommittedEventIsLostWhenTheServerIsKilled(t *testing.T) {
	t.Parallel()
	kills, bound := 4, time.Minute
	if text := os.Getenv("DELIVERY_KILLS"); text != "" {
		_, err := fmt.Sscan(text, &kills)
		require.NoError(t, err)
		bound = time.Second
	}
	a := &arrivals{seen: map[string]int{}, first: make(chan struct{}, 1)}
	server := httptest.NewServer(a)
	defer server.Close()
	folder := t.TempDir()
	endpoint := prepare(t, folder, server.URL)

	committed := map[string]bool{}
	var resumed time.Duration // the longest from a start to the first delivery
	for range kills {
		out, kill := startChild(t, folder, true)
		require.True(t, out.Scan(), "the server starts")
		select {
		case <-a.first: // of the server before
		default:
		}
		ready := time.Now()
		var killed sync.WaitGroup
		killed.Go(func() {
			<-a.first
			resumed = max(resumed, time.Since(ready))
			time.AfterFunc(rand.N(120*time.Millisecond), kill)
		})
		for out.Scan() {
			committed[out.Text()] = true
		}
		killed.Wait()
		kill()
	}
	finished := finish(t, folder, endpoint, len(committed))
	t.Logf("%d kills, %d committed events; first delivery at most %v after a start; all ended %v after the last one", kills, len(committed),
		resumed.Round(time.Millisecond), finished.Round(time.Millisecond))
	require.Less(t, resumed, bound)
	judge(t, folder, endpoint, committed, a.seen)
}

// prepare makes the database with one endpoint.
func prepare(t *testing.T, folder, url string) string {
	t.Helper()
	var id string
	inspect(t, folder, func(s *delivery.Sender, _ *store.DB) {
		e, _, err := s.CreateEndpoint(t.Context(), org, delivery.EndpointInput{URL: url, Events: delivery.Events})
		require.NoError(t, err)
		id = e.ID
	})
	return id
}

// inspect opens the database of a server that does not run.
func inspect(t *testing.T, folder string, look func(*delivery.Sender, *store.DB)) {
	t.Helper()
	db, err := store.Open(t.Context(), store.Options{Path: filepath.Join(folder, "intake.db")})
	require.NoError(t, err)
	defer func() { require.NoError(t, db.Close()) }()
	key, err := secret.LoadKey(folder)
	require.NoError(t, err)
	look(delivery.New(delivery.Options{DB: db, Secret: key, Clock: clock.System(), AllowPrivate: true}), db)
}

func startChild(t *testing.T, folder string, busy bool) (*bufio.Scanner, func()) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childVariable+"="+folder)
	if !busy {
		cmd.Env = append(cmd.Env, "DELIVERY_TEST_QUIET=1")
	}
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	return bufio.NewScanner(out), sync.OnceFunc(func() {
		_ = cmd.Process.Kill()
		_, _ = io.Copy(io.Discard, out)
		_ = cmd.Wait() // says that it was killed
	})
}

// finish runs a server until every delivery has ended, and says how long that took.
func finish(t *testing.T, folder, endpoint string, atLeast int) time.Duration {
	t.Helper()
	out, kill := startChild(t, folder, false)
	defer kill()
	require.True(t, out.Scan())
	start := time.Now()
	db, err := store.Open(t.Context(), store.Options{Path: filepath.Join(folder, "intake.db")})
	require.NoError(t, err)
	defer func() { require.NoError(t, db.Close()) }()
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
	}, 5*time.Minute, 50*time.Millisecond, "every delivery ends")
	return time.Since(start)
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
func judge(t *testing.T, folder, endpoint string, committed map[string]bool, seen map[string]int) {
	t.Helper()
	inspect(t, folder, func(_ *delivery.Sender, db *store.DB) {
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
