package keyring

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	zalando "github.com/zalando/go-keyring"

	"github.com/workspaceintake/intake-go/oauthflow"
	"github.com/workspaceintake/intake-go/oauthflow/oauthflowtest"
)

// The tests here use the keyring of GNOME, unlocked in a session of its own that ends with them. sessionStep names what this
// test binary is to do inside of it.
const sessionStep = "INTAKE_TEST_KEYRING_STEP"

// session runs gnome-keyring-daemon on a bus of its own, and in it the program that follows.
const session = `printf 'a password for tests' | "$0" --unlock --components=secrets >/dev/null 2>&1 && exec "$@"`

// inSession runs one step of TestKeyringStep beside a real keyring whose files are in home.
func inSession(t *testing.T, home, step string) {
	t.Helper()
	_, err := exec.LookPath("dbus-run-session")
	daemon, missing := exec.LookPath("gnome-keyring-daemon")
	if err = errors.Join(err, missing); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skipf("%v (Debian: dbus, gnome-keyring)", err)
	}
	// The installed program has a capability of its own, with which a container that lacks it does not start it at all. A
	// copy has none; it only cannot keep its memory from being swapped.
	program, err := os.ReadFile(daemon)
	require.NoError(t, err)
	daemon = filepath.Join(t.TempDir(), "gnome-keyring-daemon")
	require.NoError(t, os.WriteFile(daemon, program, 0o700))
	self, err := os.Executable()
	require.NoError(t, err)
	runtime := filepath.Join(home, "run")
	require.NoError(t, os.MkdirAll(runtime, 0o700))
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "dbus-run-session", "--", "sh", "-c", session, daemon, self, "-test.run", "^TestKeyringStep$", "-test.v")
	cmd.Env = append(os.Environ(), sessionStep+"="+step, "HOME="+home, "XDG_RUNTIME_DIR="+runtime, "XDG_DATA_HOME="+filepath.Join(home, "data"),
		"XDG_CONFIG_HOME="+filepath.Join(home, "config"), "XDG_CACHE_HOME="+filepath.Join(home, "cache"))
	// A file, since a daemon that the bus started would keep a pipe open beyond the session, and with it this test.
	said, err := os.Create(filepath.Join(t.TempDir(), "output"))
	require.NoError(t, err)
	defer func() { _ = said.Close() }()
	cmd.Stdout, cmd.Stderr = said, said
	ended := cmd.Run()
	out, err := os.ReadFile(said.Name())
	require.NoError(t, err)
	require.NoError(t, ended, "%s", out)
	awaitEnd(ctx, t, daemon)
	require.Contains(t, string(out), "--- PASS: TestKeyringStep", "%s", out)
}

// awaitEnd waits until the daemon is gone, a moment after its bus: while a program runs, its file cannot be written to.
func awaitEnd(ctx context.Context, t *testing.T, daemon string) {
	t.Helper()
	again := time.NewTicker(5 * time.Millisecond)
	defer again.Stop()
	for {
		file, err := os.OpenFile(daemon, os.O_WRONLY, 0)
		if err == nil {
			require.NoError(t, file.Close())
			return
		}
		require.ErrorIs(t, err, syscall.ETXTBSY)
		select {
		case <-again.C:
		case <-ctx.Done():
			t.Fatal("the keyring did not end with its session")
		}
	}
}

// What one session saves, the next one finds; nothing of it is readable in the keyring's files; what is deleted is gone.
func TestARealKeyringKeepsTokensOverSessions(t *testing.T) {
	if os.Getenv(sessionStep) != "" {
		return
	}
	home := t.TempDir()
	inSession(t, home, "save")
	files := 0
	require.NoError(t, filepath.WalkDir(filepath.Join(home, "data"), func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files++
		text, err := os.ReadFile(path)
		require.NotContains(t, string(text), "token of the first session")
		return err
	}))
	require.Positive(t, files)
	inSession(t, home, "load and delete")
	inSession(t, home, "find nothing")
}

func TestSignInThroughARealKeyring(t *testing.T) {
	if os.Getenv(sessionStep) != "" {
		return
	}
	inSession(t, t.TempDir(), "sign in")
}

// TestKeyringStep is the part that runs inside a session.
func TestKeyringStep(t *testing.T) {
	step := os.Getenv(sessionStep)
	if step == "" {
		return
	}
	locks := filepath.Join(os.Getenv("HOME"), "locks")
	opened, err := Open("intake tests", locks)
	require.NoError(t, err)
	store, ok := opened.(*Store)
	require.True(t, ok, "the keyring answers, so it is used")
	data := append([]byte("token of the first session"), bytes.Repeat([]byte("0123456789"), 2000)...)
	switch step {
	case "save":
		require.NoError(t, store.Save(t.Context(), key, []byte("an older record")))
		require.NoError(t, store.Save(t.Context(), key, data))
		h, err := store.head(key)
		require.NoError(t, err)
		require.Greater(t, h.pieces, 10)
	case "load and delete":
		got, err := store.Load(t.Context(), key)
		require.NoError(t, err)
		require.Equal(t, data, got)
		unlock, err := store.Lock(t.Context(), key)
		require.NoError(t, err)
		defer unlock()
		h, err := store.head(key)
		require.NoError(t, err)
		require.NoError(t, store.Delete(t.Context(), key))
		for i := range h.pieces {
			_, err = zalando.Get(store.service, h.piece(key, i))
			require.ErrorIs(t, err, zalando.ErrNotFound)
		}
	case "find nothing":
		_, err := store.Load(t.Context(), key)
		require.ErrorIs(t, err, oauthflow.ErrNotStored)
		require.NoError(t, store.Delete(t.Context(), key))
	case "sign in":
		signInRefreshAndOut(t, store)
	default:
		t.Fatal("unknown step " + step)
	}
}

func signInRefreshAndOut(t *testing.T, store *Store) {
	server := oauthflowtest.New(oauthflowtest.Options{Interval: time.Second})
	defer server.Close()
	cfg := oauthflow.Config{Issuer: server.URL, ClientName: "test program", Store: store, Out: io.Discard, HTTPClient: server.Client(),
		Prompt: func(_ context.Context, p oauthflow.DevicePrompt) error { server.ApproveDevice(p.UserCode); return nil }}
	source, err := oauthflow.DeviceLogin(t.Context(), cfg)
	require.NoError(t, err)
	first, err := source.AccessToken(t.Context())
	require.NoError(t, err)
	server.ExpireAccess()
	require.NoError(t, source.Rejected(t.Context(), first))
	require.NoError(t, source.Close())
	later, err := oauthflow.NewSource(t.Context(), cfg)
	require.NoError(t, err)
	defer func() { _ = later.Close() }()
	second, err := later.AccessToken(t.Context())
	require.NoError(t, err)
	require.NotEqual(t, first, second)
	require.True(t, server.Living(second))
	require.NoError(t, oauthflow.SignOut(t.Context(), cfg))
	require.False(t, server.Living(second))
	_, err = oauthflow.NewSource(t.Context(), cfg)
	require.ErrorIs(t, err, oauthflow.ErrNotSignedIn)
	require.Len(t, server.Requests(oauthflowtest.EndpointRegister), 1)
}
