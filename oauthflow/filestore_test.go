package oauthflow

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const testKey = "https://intake.test/tenant"

// Every Store keeps the same contract.
func TestStores(t *testing.T) {
	file, err := NewFileStore(filepath.Join(t.TempDir(), "a", "b [1]"))
	require.NoError(t, err)
	for name, store := range map[string]Store{"memory": &MemoryStore{}, "file": file} {
		t.Run(name, func(t *testing.T) {
			ctx := t.Context()
			_, err := store.Load(ctx, testKey)
			require.ErrorIs(t, err, ErrNotStored)
			require.NoError(t, store.Delete(ctx, testKey))
			for _, text := range []string{"first", "second, longer", ""} {
				require.NoError(t, store.Save(ctx, testKey, []byte(text)))
				got, err := store.Load(ctx, testKey)
				require.NoError(t, err)
				require.Equal(t, text, string(got))
			}
			require.NoError(t, store.Save(ctx, testKey+"2", []byte("other")))
			require.NoError(t, store.Delete(ctx, testKey))
			_, err = store.Load(ctx, testKey)
			require.ErrorIs(t, err, ErrNotStored)
			got, err := store.Load(ctx, testKey+"2")
			require.NoError(t, err)
			require.Equal(t, "other", string(got))
		})
		t.Run(name+" locks", func(t *testing.T) {
			var wg sync.WaitGroup
			var inside atomic.Int32 // an flock orders processes; the race detector knows nothing of it
			for range 20 {
				wg.Go(func() {
					unlock, err := store.Lock(t.Context(), testKey)
					if err != nil {
						t.Error(err)
						return
					}
					if inside.Add(1) != 1 {
						t.Error("two inside")
					}
					inside.Add(-1)
					unlock()
				})
			}
			wg.Wait()
			unlock, err := store.Lock(t.Context(), testKey)
			require.NoError(t, err)
			other, err := store.Lock(t.Context(), "another key")
			require.NoError(t, err)
			other()
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
			defer cancel()
			start := time.Now()
			_, err = store.Lock(ctx, testKey)
			require.ErrorIs(t, err, context.DeadlineExceeded)
			require.Less(t, time.Since(start), testPatience)
			unlock()
		})
	}
}

func TestFileIsTheOwnersOnly(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("permission bits mean nothing on Windows")
	}
	dir := filepath.Join(t.TempDir(), "tokens")
	store, err := NewFileStore(dir)
	require.NoError(t, err)
	unlock, err := store.Lock(t.Context(), testKey)
	require.NoError(t, err)
	require.NoError(t, store.Save(t.Context(), testKey, []byte("x")))
	unlock()
	info, err := os.Stat(dir)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o700), info.Mode().Perm())
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 2, "the file and its lock")
	for _, e := range entries {
		info, err := e.Info()
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o600), info.Mode().Perm(), e.Name())
		require.True(t, strings.HasPrefix(e.Name(), "intake.test-"), e.Name())
	}
	for _, mode := range []os.FileMode{0o640, 0o604, 0o620, 0o666} {
		require.NoError(t, os.Chmod(store.path(testKey), mode))
		_, err := store.Load(t.Context(), testKey)
		require.ErrorIs(t, err, ErrInsecureStore, mode)
	}
	require.NoError(t, os.Chmod(dir, 0o770))
	_, err = NewFileStore(dir)
	require.ErrorIs(t, err, ErrInsecureStore)
}

func TestFileThatIsALinkIsRefused(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege on Windows")
	}
	store, err := NewFileStore(t.TempDir())
	require.NoError(t, err)
	target := filepath.Join(t.TempDir(), "target")
	require.NoError(t, os.WriteFile(target, []byte("x"), 0o600))
	require.NoError(t, os.Symlink(target, store.path(testKey)))
	_, err = store.Load(t.Context(), testKey)
	require.ErrorContains(t, err, "not a regular file")
	require.NoError(t, store.Save(t.Context(), testKey, []byte("y")))
	left, err := os.ReadFile(target)
	require.NoError(t, err)
	require.Equal(t, "x", string(left), "the link was replaced, not followed")
}

func TestLeftoversOfCrashesAreSwept(t *testing.T) {
	store, err := NewFileStore(t.TempDir())
	require.NoError(t, err)
	old, fresh := store.path(testKey)+".new-1", store.path(testKey)+".new-2"
	for _, name := range []string{old, fresh} {
		require.NoError(t, os.WriteFile(name, []byte("half a tok"), 0o600))
	}
	past := time.Now().Add(-2 * staleAfter)
	require.NoError(t, os.Chtimes(old, past, past))
	require.NoError(t, store.Save(t.Context(), testKey, []byte("x")))
	require.NoFileExists(t, old)
	require.FileExists(t, fresh, "it may be another process's, just being written")
	require.NoError(t, store.Delete(t.Context(), testKey))
	require.NoFileExists(t, fresh, "sign-out leaves nothing")
}

func TestDamagedRecordIsAnErrorNotASignIn(t *testing.T) {
	for name, text := range map[string]string{"empty": "", "half": `{"version":1,"issuer":"https://x.test","access_token":"SECRET`,
		"another issuer's": `{"version":1,"issuer":"https://y.test"}`, "newer": `{"version":99,"issuer":"https://x.test"}`} {
		t.Run(name, func(t *testing.T) {
			store := &MemoryStore{}
			require.NoError(t, store.Save(t.Context(), "https://x.test", []byte(text)))
			_, err := NewSource(t.Context(), Config{Issuer: "https://x.test", ClientName: "c", Store: store})
			var failed *StoreError
			require.ErrorAs(t, err, &failed)
			require.NotContains(t, err.Error(), "SECRET")
		})
	}
}

func FuzzDecodeRecord(f *testing.F) {
	whole, err := (&record{Client: &Client{ID: "c"}, Metadata: &Metadata{Issuer: testKey, TokenEndpoint: testKey},
		Tokens:      tokens{Access: "a", Refresh: "r", Obtained: time.Unix(1, 0).UTC(), Expiry: time.Unix(2, 0).UTC()},
		TokenClient: "c", Intent: &intent{At: time.Unix(3, 0).UTC()}}).encode(testKey)
	require.NoError(f, err)
	f.Add(whole)
	f.Add([]byte(`{"version":1,"issuer":"` + testKey + `"}`))
	f.Add([]byte(`null`))
	f.Fuzz(func(t *testing.T, data []byte) {
		rec, err := decodeRecord(data, testKey)
		if err != nil {
			return
		}
		again, err := rec.encode(testKey)
		require.NoError(t, err)
		second, err := decodeRecord(again, testKey)
		require.NoError(t, err)
		want, err := json.Marshal(rec)
		require.NoError(t, err)
		got, err := json.Marshal(second)
		require.NoError(t, err)
		require.Equal(t, string(want), string(got))
	})
}
