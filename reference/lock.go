package reference

import (
	"fmt"
	"path/filepath"

	"github.com/gofrs/flock"
)

// lockData keeps a second server off a SQLite file: both would make the same deliveries. A program that only looks in, such
// as the one that makes a key, has no Addr and needs no lock.
func (s *Server) lockData() (err error) {
	if s.config.Addr != "" {
		s.lock, err = takeLock(s.config.Data)
	}
	return err
}

func takeLock(data string) (*flock.Flock, error) {
	lock := flock.New(filepath.Join(data, "server.lock"))
	locked, err := lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("reference: locking the data folder: %w", err)
	}
	if !locked {
		return nil, fmt.Errorf("reference: another server runs on the data folder %s", data)
	}
	return lock, nil
}

// sole says whether this server has its data for itself, all but for programs that look in. It then remembers which keys
// are good.
func (s *Server) sole() bool { return s.lock != nil || s.temporary != "" && !s.db.Postgres() }

// revoke runs the revocation of a key. A server that remembers keys would not notice what a program that looks in revokes,
// so that takes the lock for as long: no such server runs then.
func (s *Server) revoke(revocation func() error) error {
	if s.sole() || s.db.Postgres() {
		return revocation()
	}
	lock, err := takeLock(s.config.Data)
	if err != nil {
		return err
	}
	defer lock.Close()
	return revocation()
}
