package oauthflow

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

// ErrInsecureStore: the file or its folder is open to other users of the machine. Nothing was read from it.
var ErrInsecureStore = errors.New("other users of this machine can read the token file")

// FileStore keeps one file per issuer in a folder of its own, readable by its owner only. A file is replaced as a whole:
// written beside, synced, renamed, and the folder synced, so that a crash at any moment leaves the old tokens or the new.
// The lock is an flock on a file beside it, which the system frees when its holder dies.
type FileStore struct{ dir string }

// NewFileStore makes the folder when it is missing. It refuses a folder that others can write to: they could replace the
// files. A good place is a folder named after the program in os.UserConfigDir.
func NewFileStore(dir string) (*FileStore, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, &StoreError{"open", err}
	}
	info, err := os.Stat(dir)
	switch {
	case err != nil:
		return nil, &StoreError{"open", err}
	case !info.IsDir():
		return nil, &StoreError{"open", fmt.Errorf("%s is not a folder", dir)}
	case exposed(info, 0o022):
		return nil, &StoreError{"open", fmt.Errorf("%w: %s has mode %v", ErrInsecureStore, dir, info.Mode().Perm())}
	}
	return &FileStore{dir: dir}, nil
}

// exposed looks at the permission bits where they mean something.
func exposed(info fs.FileInfo, bits fs.FileMode) bool {
	return runtime.GOOS != "windows" && info.Mode().Perm()&bits != 0
}

// path is a name that shows the host and differs for every key.
func (f *FileStore) path(key string) string {
	sum := sha256.Sum256([]byte(key))
	name := hex.EncodeToString(sum[:8])
	if u, err := url.Parse(key); err == nil && u.Hostname() != "" {
		host := strings.Map(func(r rune) rune {
			if r < '-' || r > 'z' || strings.ContainsRune(`/\:;<=>?@[]^`, r) {
				return '_'
			}
			return r
		}, u.Hostname())
		name = host[:min(len(host), 100)] + "-" + name
	}
	return filepath.Join(f.dir, name+".json")
}

// largestFile bounds what Load reads.
const largestFile = 1 << 20

// Load implements Store. It refuses a file that is not a regular one or that others may read.
func (f *FileStore) Load(ctx context.Context, key string) ([]byte, error) {
	path := f.path(key)
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, ErrNotStored
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a regular file", path)
	case exposed(info, 0o077):
		return nil, fmt.Errorf("%w: %s has mode %v; sign in again after chmod 600", ErrInsecureStore, path, info.Mode().Perm())
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	data, err := io.ReadAll(io.LimitReader(file, largestFile+1))
	if err == nil && len(data) > largestFile {
		err = fmt.Errorf("%s is too large", path)
	}
	return data, err
}

// Save implements Store.
func (f *FileStore) Save(ctx context.Context, key string, data []byte) error {
	path := f.path(key)
	f.sweep(path, staleAfter)
	var random [8]byte
	_, _ = rand.Read(random[:]) // never fails: crypto/rand ends the program instead
	beside := path + ".new-" + hex.EncodeToString(random[:])
	if err := writeSynced(beside, data); err != nil {
		_ = os.Remove(beside)
		return err
	}
	failpoint("file synced")
	if err := os.Rename(beside, path); err != nil {
		_ = os.Remove(beside)
		return err
	}
	failpoint("file renamed")
	return syncDir(f.dir)
}

func writeSynced(path string, data []byte) (err error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	failpoint("file created")
	half := len(data) / 2
	if _, err = file.Write(data[:half]); err != nil {
		return err
	}
	failpoint("file half written")
	if _, err = file.Write(data[half:]); err != nil {
		return err
	}
	return file.Sync()
}

// syncDir makes a rename durable. Windows cannot sync a folder and does not need to.
func syncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// staleAfter is the age at which a half-written file is certainly left over from a crash.
const staleAfter = time.Minute

// sweep removes what crashes left beside path.
func (f *FileStore) sweep(path string, olderThan time.Duration) {
	entries, _ := os.ReadDir(f.dir) // a folder that cannot be read fails at the next step, with its reason
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), filepath.Base(path)+".new-") {
			continue
		}
		if info, err := entry.Info(); err == nil && time.Since(info.ModTime()) >= olderThan {
			_ = os.Remove(filepath.Join(f.dir, entry.Name()))
		}
	}
}

// Delete implements Store. The lock file stays: removing it while another process waits on it would give the lock to two.
func (f *FileStore) Delete(ctx context.Context, key string) error {
	path := f.path(key)
	f.sweep(path, 0)
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return syncDir(f.dir)
}

// lockRetry is how often a waiting process tries again; flock itself cannot be waited for together with a context.
const lockRetry = 10 * time.Millisecond

// Lock implements Store.
func (f *FileStore) Lock(ctx context.Context, key string) (func(), error) {
	lock := flock.New(strings.TrimSuffix(f.path(key), ".json")+".lock", flock.SetPermissions(0o600))
	if _, err := lock.TryLockContext(ctx, lockRetry); err != nil {
		return nil, err
	}
	return func() { _ = lock.Unlock() }, nil // closing the file unlocks in any case
}
