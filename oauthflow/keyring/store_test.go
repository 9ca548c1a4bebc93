package keyring

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/zalando/go-keyring"

	"github.com/workspaceintake/intake-go/oauthflow"
	"github.com/workspaceintake/intake-go/oauthflow/oauthflowtest"
)

const key = "https://intake.test"

func newStore(t *testing.T) *Store {
	t.Helper()
	keyring.MockInit()
	store, err := New("test program", t.TempDir())
	require.NoError(t, err)
	return store
}

func TestStoreKeepsRecordsOfAnySize(t *testing.T) {
	store := newStore(t)
	_, err := store.Load(t.Context(), key)
	require.ErrorIs(t, err, oauthflow.ErrNotStored)
	require.NoError(t, store.Delete(t.Context(), key))
	for _, size := range []int{0, 1, 1000, 3000, 50_000, 10} {
		data := bytes.Repeat([]byte{0xff, 'x', 0}, size)
		require.NoError(t, store.Save(t.Context(), key, data))
		got, err := store.Load(t.Context(), key)
		require.NoError(t, err)
		require.Equal(t, data, append([]byte{}, got...))
	}
	require.ErrorIs(t, store.Save(t.Context(), key, make([]byte, 1<<20)), keyring.ErrSetDataTooBig)
	require.NoError(t, store.Delete(t.Context(), key))
	_, err = store.Load(t.Context(), key)
	require.ErrorIs(t, err, oauthflow.ErrNotStored)
}

// mortal is a keyring in a process that dies after so many changes: none of the later ones happens.
type mortal struct {
	entries map[string]string
	left    int
	largest int
}

var errDied = errors.New("the process is dead")

func (m *mortal) change(f func()) error {
	if m.left == 0 {
		return errDied
	}
	m.left--
	f()
	return nil
}

func (m *mortal) Get(_, name string) (string, error) {
	text, ok := m.entries[name]
	if !ok {
		return "", keyring.ErrNotFound
	}
	return text, nil
}

func (m *mortal) Set(_, name, text string) error {
	return m.change(func() { m.entries[name] = text; m.largest = max(m.largest, len(name)+len(text)) })
}

func (m *mortal) Delete(_, name string) error { return m.change(func() { delete(m.entries, name) }) }

// Cut off after any number of changes, a Save or a Delete leaves the old record, the new one, or none: never a mixture.
func TestCrashBetweenChanges(t *testing.T) {
	oldData, newData := bytes.Repeat([]byte("old"), 2000), bytes.Repeat([]byte("new"), 3000)
	for name, act := range map[string]func(*Store) error{
		"save":   func(s *Store) error { return s.Save(context.Background(), key, newData) },
		"delete": func(s *Store) error { return s.Delete(context.Background(), key) },
	} {
		t.Run(name, func(t *testing.T) {
			for n, finished := 0, false; !finished; n++ {
				store := newStore(t)
				ring := &mortal{entries: map[string]string{}, left: 1000}
				store.ring = ring
				require.NoError(t, store.Save(t.Context(), key, oldData))
				ring.left = n
				require.True(t, act(store) == nil || n < 20)
				finished = ring.left > 0
				ring.left = 1000
				got, err := store.Load(t.Context(), key)
				if err != nil {
					require.ErrorIs(t, err, oauthflow.ErrNotStored)
					require.Equal(t, "delete", name)
				} else {
					require.True(t, bytes.Equal(got, oldData) || bytes.Equal(got, newData), "after %d changes", n)
				}
				require.Less(t, ring.largest, 2560, "the smallest limit of a keyring")
				require.NoError(t, store.Save(t.Context(), key, newData))
				got, err = store.Load(t.Context(), key)
				require.NoError(t, err)
				require.Equal(t, newData, got)
			}
		})
	}
}

func TestDamageIsReported(t *testing.T) {
	store := newStore(t)
	require.NoError(t, store.Save(t.Context(), key, bytes.Repeat([]byte("x"), 4000)))
	h, err := store.head(key)
	require.NoError(t, err)
	require.NoError(t, keyring.Set(store.service, h.piece(key, 1), "other"))
	_, err = store.Load(t.Context(), key)
	require.ErrorIs(t, err, errDamaged)
	require.NoError(t, keyring.Delete(store.service, h.piece(key, 1)))
	_, err = store.Load(t.Context(), key)
	require.ErrorIs(t, err, errDamaged)
	for _, text := range []string{"", "v1", "v2 a 1 b", "v1 a -1 b", "v1 a 9999 b", "v1 a x b"} {
		require.NoError(t, keyring.Set(store.service, key, text))
		_, err = store.Load(t.Context(), key)
		require.ErrorIs(t, err, errDamaged, text)
	}
	require.NoError(t, store.Delete(t.Context(), key), "a damaged record can be removed")
	_, err = store.Load(t.Context(), key)
	require.ErrorIs(t, err, oauthflow.ErrNotStored)
}

func TestOpenFallsBackToAFile(t *testing.T) {
	keyring.MockInitWithError(errors.New("no keyring here"))
	dir := filepath.Join(t.TempDir(), "tokens")
	store, err := Open("test program", dir)
	require.NoError(t, err)
	require.NoError(t, store.Save(t.Context(), key, []byte("x")))
	require.IsType(t, &oauthflow.FileStore{}, store)
	keyring.MockInit()
	store, err = Open("test program", dir)
	require.NoError(t, err)
	require.IsType(t, &Store{}, store)
}

func TestKeyringFailuresComeThrough(t *testing.T) {
	store := newStore(t)
	broken := errors.New("locked")
	keyring.MockInitWithError(broken)
	_, err := store.Load(t.Context(), key)
	require.ErrorIs(t, err, broken)
	require.ErrorIs(t, store.Save(t.Context(), key, []byte("x")), broken)
	require.ErrorIs(t, store.Delete(t.Context(), key), broken)
	_, err = New("", t.TempDir())
	require.Error(t, err)
}

func TestLockIsHeldOnce(t *testing.T) {
	store := newStore(t)
	unlock, err := store.Lock(t.Context(), key)
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err = store.Lock(ctx, key)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	unlock()
	unlock, err = store.Lock(t.Context(), key)
	require.NoError(t, err)
	unlock()
}

func TestSignInThroughTheKeyring(t *testing.T) {
	server := oauthflowtest.New(oauthflowtest.Options{})
	defer server.Close()
	cfg := oauthflow.Config{Issuer: server.URL, ClientName: "test program", Store: newStore(t), Out: io.Discard,
		OpenBrowser: func(ctx context.Context, address string) error {
			req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
			if err != nil {
				return err
			}
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				return err
			}
			return res.Body.Close()
		}}
	_, err := oauthflow.NewSource(t.Context(), cfg)
	require.ErrorIs(t, err, oauthflow.ErrNotSignedIn)
	first, err := oauthflow.BrowserLogin(t.Context(), cfg)
	require.NoError(t, err)
	require.NoError(t, first.Close())
	later, err := oauthflow.NewSource(t.Context(), cfg)
	require.NoError(t, err)
	defer func() { _ = later.Close() }()
	token, err := later.AccessToken(t.Context())
	require.NoError(t, err)
	require.True(t, server.Living(token))
}
