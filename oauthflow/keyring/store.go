package keyring

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/zalando/go-keyring"

	"github.com/workspaceintake/intake-go/oauthflow"
)

// Store keeps tokens in the keyring under a service name. It implements oauthflow.Store.
//
// A keyring entry holds little (2,560 bytes on Windows, about 3,000 on macOS), so a record is cut into pieces, written under
// names that no earlier record has, and then announced by one small head entry. A crash at any moment leaves the old head
// with the old pieces or the new head with the new ones.
type Store struct {
	service string
	ring    ring
	locks   *oauthflow.FileStore
}

// ring is what is used of a keyring.
type ring interface {
	Get(service, name string) (string, error)
	Set(service, name, text string) error
	Delete(service, name string) error
}

// system is the keyring of the operating system.
type system struct{}

func (system) Get(service, name string) (string, error) { return keyring.Get(service, name) }
func (system) Set(service, name, text string) error     { return keyring.Set(service, name, text) }
func (system) Delete(service, name string) error        { return keyring.Delete(service, name) }

// New uses the keyring under the given service name, usually the program's. Keyrings know no locks that a crash frees, so
// the lock between processes is a file in lockDir, which holds no secret.
func New(service, lockDir string) (*Store, error) {
	if service == "" {
		return nil, &oauthflow.StoreError{Op: "open", Err: errors.New("the service name is empty")}
	}
	locks, err := oauthflow.NewFileStore(lockDir)
	if err != nil {
		return nil, err
	}
	return &Store{service: service, ring: system{}, locks: locks}, nil
}

// Open is New where a keyring answers, and a file store in dir where none does, as on servers and in containers. A program
// that has kept tokens in one of them does not look into the other, so that a keyring that is locked for once reads as
// signed out, not as another person's tokens.
func Open(service, dir string) (oauthflow.Store, error) {
	store, err := New(service, dir)
	if err != nil {
		return nil, err
	}
	if _, err := store.ring.Get(service, probe); err == nil || errors.Is(err, keyring.ErrNotFound) {
		return store, nil
	}
	return store.locks, nil
}

const probe = "probe"

// pieceSize leaves room under the smallest limit for the encoding and the names that some systems count in.
const pieceSize = 1500

// mostPieces bounds a record at 375 KiB of text.
const mostPieces = 256

// head announces the pieces of one record.
type head struct {
	generation string
	pieces     int
	sum        string // of the text
}

func (h head) String() string {
	return strings.Join([]string{"v1", h.generation, strconv.Itoa(h.pieces), h.sum}, " ")
}

func parseHead(text string) (head, error) {
	parts := strings.Split(text, " ")
	if len(parts) != 4 || parts[0] != "v1" {
		return head{}, errDamaged
	}
	n, err := strconv.Atoi(parts[2])
	if err != nil || n < 0 || n > mostPieces {
		return head{}, errDamaged
	}
	return head{generation: parts[1], pieces: n, sum: parts[3]}, nil
}

var errDamaged = errors.New("the keyring entry is damaged")

func (h head) piece(key string, i int) string { return fmt.Sprintf("%s#%s.%d", key, h.generation, i) }

func sum(text string) string {
	s := sha256.Sum256([]byte(text))
	return hex.EncodeToString(s[:])
}

func (s *Store) head(key string) (head, error) {
	text, err := s.ring.Get(s.service, key)
	if errors.Is(err, keyring.ErrNotFound) {
		return head{}, oauthflow.ErrNotStored
	}
	if err != nil {
		return head{}, err
	}
	return parseHead(text)
}

// Load implements oauthflow.Store.
func (s *Store) Load(ctx context.Context, key string) ([]byte, error) {
	h, err := s.head(key)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	for i := range h.pieces {
		piece, err := s.ring.Get(s.service, h.piece(key, i))
		if errors.Is(err, keyring.ErrNotFound) {
			return nil, errDamaged
		}
		if err != nil {
			return nil, err
		}
		b.WriteString(piece)
	}
	if sum(b.String()) != h.sum {
		return nil, errDamaged
	}
	data, err := base64.StdEncoding.DecodeString(b.String())
	if err != nil {
		return nil, errDamaged
	}
	return data, nil
}

// Save implements oauthflow.Store.
func (s *Store) Save(ctx context.Context, key string, data []byte) error {
	text := base64.StdEncoding.EncodeToString(data)
	next := head{generation: rand.Text(), pieces: (len(text) + pieceSize - 1) / pieceSize, sum: sum(text)}
	if next.pieces > mostPieces {
		return keyring.ErrSetDataTooBig
	}
	old, hadOld := s.head(key)
	for i := range next.pieces {
		if err := s.ring.Set(s.service, next.piece(key, i), text[i*pieceSize:min(len(text), (i+1)*pieceSize)]); err != nil {
			s.drop(key, next)
			return err
		}
	}
	if err := s.ring.Set(s.service, key, next.String()); err != nil {
		s.drop(key, next)
		return err
	}
	if hadOld == nil {
		s.drop(key, old)
	}
	return nil
}

// drop removes pieces that no head announces; one that cannot be removed is unreachable, and no reason to fail.
func (s *Store) drop(key string, h head) {
	for i := range h.pieces {
		_ = s.ring.Delete(s.service, h.piece(key, i))
	}
}

// Delete implements oauthflow.Store: the head goes first, so that no half of a record is ever announced.
func (s *Store) Delete(ctx context.Context, key string) error {
	h, damaged := s.head(key)
	if errors.Is(damaged, oauthflow.ErrNotStored) {
		return nil
	}
	if err := s.ring.Delete(s.service, key); err != nil && !errors.Is(err, keyring.ErrNotFound) {
		return err
	}
	if damaged == nil {
		s.drop(key, h)
	}
	return nil
}

// Lock implements oauthflow.Store.
func (s *Store) Lock(ctx context.Context, key string) (func(), error) { return s.locks.Lock(ctx, key) }
