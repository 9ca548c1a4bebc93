package webhook_test

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
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

	"github.com/workspaceintake/intake-go/webhook"
	"github.com/workspaceintake/intake-go/webhook/webhooktest"
)

// running runs a station in the background and returns how to end it.
func running(t *testing.T, s *station) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- s.Run(ctx) }()
	return func() { cancel(); require.NoError(t, <-done) }
}

func TestTheAnswerComesBeforeTheWork(t *testing.T) {
	s := newStation(t, webhook.WithQueue(newSQLiteInbox(t, nil), 2))
	begun, release := make(chan string, 10), make(chan struct{})
	s.OnUnknown(func(_ context.Context, e webhook.Event) error { begun <- e.ID; <-release; return nil })
	stop := running(t, s)
	d := webhooktest.New(key, "x", nil)
	for range 3 {
		require.Equal(t, 204, d.Serve(s))
	}
	require.Equal(t, d.ID, <-begun)
	close(release)
	stop()
	require.EqualValues(t, 1, s.Counts().Handled)
	require.Empty(t, begun)
}

func TestShutdownWaitsForTheWorkAndStoresNoMore(t *testing.T) {
	q := webhook.NewMemoryInbox(0, nil)
	s := newStation(t, webhook.WithQueue(q, 1))
	begun, release, finished := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	s.OnUnknown(func(ctx context.Context, _ webhook.Event) error {
		close(begun)
		<-release
		finished <- ctx.Err()
		return nil
	})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- s.Run(ctx) }()
	require.Equal(t, 204, webhooktest.New(key, "x", nil).Serve(s))
	<-begun
	cancel()
	require.Empty(t, done)
	close(release)
	require.NoError(t, <-done)
	require.NoError(t, <-finished, "the work under way is not cut short")
	require.Equal(t, 503, webhooktest.New(key, "x", nil).Serve(s), "nobody would work on it")
	require.ErrorContains(t, s.Run(t.Context()), "before")
}

func TestAFailedTaskIsTriedAgainAndThenBuried(t *testing.T) {
	s := newStation(t, webhook.WithQueue(newSQLiteInbox(t, nil), 1), webhook.WithRetries(3, func(int) time.Duration { return 0 }))
	runs := make(chan struct{}, 10)
	s.OnUnknown(func(context.Context, webhook.Event) error { runs <- struct{}{}; return errors.New("no") })
	stop := running(t, s)
	require.Equal(t, 204, webhooktest.New(key, "x", nil).Serve(s))
	for range 3 {
		<-runs
	}
	require.Eventually(t, func() bool { return strings.Contains(s.log.String(), "last=true") }, time.Minute, time.Millisecond)
	stop()
	require.Empty(t, runs)
}

func TestRunIsForQueues(t *testing.T) {
	require.ErrorContains(t, newStation(t).Run(t.Context()), "WithQueue")
}

// The child stores and handles events from a database that it shares with its successors. It is killed while it works.
const childVariable = "WEBHOOK_TEST_CHILD"

func child() bool {
	path := os.Getenv(childVariable)
	if path == "" {
		return false
	}
	if err := runChild(path); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return true
}

func runChild(folder string) error {
	db, err := sql.Open("sqlite", sqliteDSN(filepath.Join(folder, "inbox.db")))
	if err != nil {
		return err
	}
	q, err := webhook.NewSQLInbox(context.Background(), db, webhook.SQLite, "", nil)
	if err != nil {
		return err
	}
	r, err := webhook.NewReceiver(key, webhook.WithQueue(q, 4), webhook.WithLease(2*time.Second), webhook.WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		return err
	}
	effects, err := os.OpenFile(filepath.Join(folder, "effects"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	r.OnUnknown(func(_ context.Context, e webhook.Event) error {
		_, err := fmt.Fprintln(effects, e.ID)
		return err
	})
	server := httptest.NewServer(r)
	fmt.Println(server.URL)
	return r.Run(context.Background())
}

// Short in normal runs; WEBHOOK_KILLS=100 go test -run Killed ./webhook is the campaign.
func TestNothingAnsweredIsLostWhenTheProcessIsKilled(t *testing.T) {
	kills := 5
	if text := os.Getenv("WEBHOOK_KILLS"); text != "" {
		_, err := fmt.Sscan(text, &kills)
		require.NoError(t, err)
	}
	folder := t.TempDir()
	answered := map[string]bool{}
	for round := range kills {
		url, kill := startChild(t, folder)
		var ended *time.Timer
		for {
			d := webhooktest.New(key, "x", nil)
			status, err := d.Post(t.Context(), http.DefaultClient, url)
			if err != nil {
				break // killed
			}
			require.Equal(t, 204, status)
			answered[d.ID] = true
			if ended == nil { // not before something was answered, however slow the machine is
				ended = time.AfterFunc(time.Duration(7*round%40)*time.Millisecond, kill)
			}
		}
		if ended != nil {
			ended.Stop()
		}
		kill()
	}
	_, kill := startChild(t, folder)
	defer kill()
	var effects map[string]int
	require.Eventually(t, func() bool {
		effects = readEffects(t, filepath.Join(folder, "effects"))
		for id := range answered {
			if effects[id] == 0 {
				return false
			}
		}
		return true
	}, time.Minute, 20*time.Millisecond)
	twice := 0
	for _, n := range effects {
		if n > 1 {
			twice++
		}
	}
	t.Logf("%d kills, %d answered, %d handled, %d of them again after a kill between effect and completion", kills, len(answered), len(effects), twice)
	require.NotEmpty(t, answered)
	require.LessOrEqual(t, twice, 4*kills, "at most what the workers had under way")
}

func startChild(t *testing.T, folder string) (url string, kill func()) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childVariable+"="+folder)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	line := bufio.NewScanner(out)
	require.True(t, line.Scan(), "the child started")
	return line.Text(), sync.OnceFunc(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // says that it was killed
	})
}

func readEffects(t *testing.T, path string) map[string]int {
	t.Helper()
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	require.NoError(t, err)
	all := map[string]int{}
	for _, id := range strings.Fields(string(text)) {
		all[id]++
	}
	return all
}
