//go:build unix

package oauthflow

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/oauthflow/oauthflowtest"
)

// The tests of this file run this very program again as other processes, told what to do by the environment.
const (
	childRole   = "OAUTHFLOW_TEST_CHILD" // "token", "trace", "crash" or "share"
	childIssuer = "OAUTHFLOW_TEST_ISSUER"
	childDir    = "OAUTHFLOW_TEST_DIR"
	childCrash  = "OAUTHFLOW_TEST_CRASH" // the failpoint at which to die, counted from 0
)

func child(role string) int {
	store, err := NewFileStore(os.Getenv(childDir))
	if err != nil {
		fmt.Println("error", err)
		return 1
	}
	source, err := NewSource(context.Background(), Config{Issuer: os.Getenv(childIssuer), ClientName: "child", Store: store})
	if err == nil {
		switch role {
		case "share":
			return share(source)
		case "trace":
			failpoint = func(name string) { fmt.Println("at", name) }
		case "crash":
			dieAt(os.Getenv(childCrash))
		}
		var token string
		if token, err = source.AccessToken(context.Background()); err == nil {
			fmt.Println("token", token)
			return 0
		}
	}
	if errors.Is(err, ErrSignInAgain) {
		fmt.Println("again")
		return 0
	}
	fmt.Println("error", err)
	return 1
}

// dieAt ends the process like a power cut would: no deferred call, no buffer, no lock released by hand.
func dieAt(text string) {
	left, _ := strconv.Atoi(text)
	failpoint = func(string) {
		if left == 0 {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
		left--
	}
}

func command(t *testing.T, server *oauthflowtest.Server, dir, role string, more ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), childRole+"="+role, childIssuer+"="+server.URL, childDir+"="+dir)
	cmd.Env = append(cmd.Env, more...)
	cmd.Stderr = os.Stderr
	return cmd
}

// newFiled gives a store in a fresh folder that holds a lapsed sign-in.
func newFiled(t *testing.T, server *oauthflowtest.Server) (dir string) {
	t.Helper()
	dir = t.TempDir()
	store, err := NewFileStore(dir)
	require.NoError(t, err)
	signIn(t, server, store)
	aged(t, testConfig(server, store))
	return dir
}

// Whatever moment a process dies at, the next one has a token after at most one request, or knows that it needs none.
func TestKillAtEveryFailpoint(t *testing.T) {
	server := oauthflowtest.New(oauthflowtest.Options{Grace: time.Minute})
	defer server.Close()
	out, err := command(t, server, newFiled(t, server), "trace").Output()
	require.NoError(t, err, string(out))
	var points []string
	for line := range strings.Lines(string(out)) {
		if name, ok := strings.CutPrefix(line, "at "); ok {
			points = append(points, strings.TrimSpace(name))
		}
	}
	require.Subset(t, points, []string{"locked", "intent saved", "before sending", "answered", "answer read", "saved", "unlocked",
		"file created", "file half written", "file synced", "file renamed"})
	for _, grace := range []time.Duration{time.Minute, 0} {
		for i, name := range points {
			t.Run(fmt.Sprintf("grace %v, %02d %s", grace, i, name), func(t *testing.T) { dieAndGoOn(t, grace, i, points) })
		}
	}
}

func dieAndGoOn(t *testing.T, grace time.Duration, at int, points []string) {
	t.Parallel()
	server := oauthflowtest.New(oauthflowtest.Options{Grace: grace})
	defer server.Close()
	dir := newFiled(t, server)
	crash := command(t, server, dir, "crash", childCrash+"="+strconv.Itoa(at))
	out, err := crash.Output()
	var died *exec.ExitError
	require.ErrorAs(t, err, &died, string(out))
	require.Equal(t, syscall.SIGKILL, died.Sys().(syscall.WaitStatus).Signal())
	require.Empty(t, string(out), "nothing was handed out")

	sent := server.Refreshes()
	out, err = command(t, server, dir, "token").Output()
	require.NoError(t, err, string(out))
	require.LessOrEqual(t, server.Refreshes()-sent, 1)
	verdict, token, _ := strings.Cut(strings.TrimSpace(string(out)), " ")
	saved := at > lastIndex(points, "file synced") // the rename was made
	switch {
	case sent == 0, saved, grace > 0:
		require.Equal(t, "token", verdict)
		require.True(t, server.Living(token))
	default: // the answer died with the process, and the server does not repeat it
		require.Equal(t, "again", verdict)
	}
	if saved {
		require.Equal(t, sent, server.Refreshes(), "what was saved needs no request")
	}
}

// A sign-in outlives any number of crashes in a row, each at a moment of its own.
func TestCrashesInARow(t *testing.T) {
	server := oauthflowtest.New(oauthflowtest.Options{Grace: time.Minute})
	defer server.Close()
	dir := newFiled(t, server)
	store, err := NewFileStore(dir)
	require.NoError(t, err)
	dice := rand.New(rand.NewPCG(1, 9))
	died := 0
	for range 60 {
		if dice.IntN(3) == 0 {
			aged(t, testConfig(server, store))
		}
		out, err := command(t, server, dir, "crash", childCrash+"="+strconv.Itoa(dice.IntN(18))).Output()
		if err != nil {
			died++
		} else { // there was less to do than it takes to get there
			require.Contains(t, string(out), "token ")
		}
	}
	require.Greater(t, died, 10)
	out, err := command(t, server, dir, "token").Output()
	require.NoError(t, err, string(out))
	token, ok := strings.CutPrefix(strings.TrimSpace(string(out)), "token ")
	require.True(t, ok, string(out))
	require.True(t, server.Living(token))
}

func lastIndex(list []string, item string) int {
	last := -1
	for i, s := range list {
		if s == item {
			last = i
		}
	}
	return last
}

// share calls Token from 64 goroutines at each line of input and prints the tokens that came.
func share(source *Source) int {
	lines := bufio.NewScanner(os.Stdin)
	fmt.Println("ready") // with the tokens of now, so that they are the same in all processes
	for lines.Scan() {
		source.mu.Lock()
		rec := *source.rec
		rec.Tokens = lapsed(rec.Tokens)
		source.rec = &rec
		source.mu.Unlock()
		var mu sync.Mutex
		seen := map[string]bool{}
		var wg sync.WaitGroup
		for range 64 {
			wg.Go(func() {
				token, err := source.AccessToken(context.Background())
				if err != nil {
					token = "error: " + err.Error()
				}
				mu.Lock()
				defer mu.Unlock()
				seen[token] = true
			})
		}
		wg.Wait()
		for token := range seen {
			fmt.Println(token)
		}
		fmt.Println("done")
	}
	return 0
}

func TestOneRefreshForAllProcesses(t *testing.T) {
	const processes, expiries = 8, 20
	server := oauthflowtest.New(oauthflowtest.Options{}) // no grace: a second use of a refresh token ends everything
	defer server.Close()
	dir := newFiled(t, server)
	store, err := NewFileStore(dir)
	require.NoError(t, err)
	var stdin []io.WriteCloser
	var stdout []*bufio.Scanner
	for range processes {
		cmd := command(t, server, dir, "share")
		in, err := cmd.StdinPipe()
		require.NoError(t, err)
		out, err := cmd.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		defer func() { _ = in.Close(); _ = cmd.Wait() }()
		stdin, stdout = append(stdin, in), append(stdout, bufio.NewScanner(out))
	}
	for _, out := range stdout {
		require.True(t, out.Scan())
		require.Equal(t, "ready", out.Text())
	}
	for round := range expiries {
		aged(t, testConfig(server, store))
		for _, in := range stdin {
			_, err := io.WriteString(in, "go\n")
			require.NoError(t, err)
		}
		seen := map[string]bool{}
		for _, out := range stdout {
			for out.Scan() && out.Text() != "done" {
				seen[out.Text()] = true
			}
		}
		require.Len(t, seen, 1)
		for token := range seen {
			require.True(t, server.Living(token), token)
		}
		require.Equal(t, round+1, server.Refreshes())
	}
}
