package store

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// ErrNotFound says that no row has the identity asked for, in the workspace asked for.
var ErrNotFound = errors.New("store: not found")

// ErrClosed says that the database was closed before the call could begin.
var ErrClosed = errors.New("store: the database is closed")

// writeTime bounds a write once it has begun. It no longer ends with its caller's context then: a client that hangs
// up must not undo half of what it asked for.
const writeTime = 30 * time.Second

// Options says where the data lives. Exactly one of Path, Postgres and Temporary is set.
type Options struct {
	Path      string // a SQLite file; made when it is missing
	Postgres  string // a PostgreSQL connection string
	Temporary bool   // a SQLite file in a temporary folder, never synced, removed by Close: for tests
}

// DB is an open database. It is safe for use by many goroutines.
type DB struct {
	engine engine
	remove string // folder to delete on Close
}

// Adjust is Write for what is right statement by statement: a counter that moves, a number that is compared and set. On
// PostgreSQL each statement sees what others have committed by then, where Write would let concurrent callers fail and
// try again.
func (db *DB) Adjust(ctx context.Context, fn func(*Tx) error) error { return db.engine.adjust(ctx, fn) }

// engine is what differs between SQLite and PostgreSQL.
type engine interface {
	write(ctx context.Context, fn func(*Tx) error) error
	adjust(ctx context.Context, fn func(*Tx) error) error
	read(ctx context.Context, fn func(*Tx) error) error
	look(ctx context.Context, fn func(*Tx) error) error
	ping(ctx context.Context) error
	postgres() bool
	close() error
}

// Open connects, migrates the schema to this program's version and returns the database.
func Open(ctx context.Context, o Options) (*DB, error) {
	switch {
	case o.Postgres != "":
		return openPostgres(ctx, o.Postgres)
	case o.Temporary:
		dir, err := os.MkdirTemp("", "intake-store-*")
		if err != nil {
			return nil, fmt.Errorf("store: making a temporary folder: %w", err)
		}
		db, err := openSQLite(ctx, filepath.Join(dir, "intake.db"), "OFF")
		if err != nil {
			return nil, errors.Join(err, os.RemoveAll(dir))
		}
		db.remove = dir
		return db, nil
	case o.Path != "":
		return openSQLite(ctx, o.Path, "FULL")
	}
	return nil, errors.New("store: the options name no database: set Path, Postgres or Temporary")
}

// Postgres says whether the engine is PostgreSQL, where other replicas may write at the same time.
func (db *DB) Postgres() bool { return db.engine.postgres() }

// Ping says whether the database answers.
func (db *DB) Ping(ctx context.Context) error { return db.engine.ping(ctx) }

// Write runs fn in a transaction and returns nil only when its changes are durable. When fn returns an error, or
// panics, nothing of it remains. fn may run more than once (PostgreSQL repeats it after a conflict), so it must have
// no effects of its own; it must not call Write or Read.
func (db *DB) Write(ctx context.Context, fn func(*Tx) error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return db.engine.write(ctx, fn)
}

// Read runs fn on one consistent state. Changes are refused. fn must not call Write or Read.
func (db *DB) Read(ctx context.Context, fn func(*Tx) error) error { return db.engine.read(ctx, fn) }

// Look is Read for one statement, which sees one state by itself and so needs no transaction around it.
func (db *DB) Look(ctx context.Context, fn func(*Tx) error) error { return db.engine.look(ctx, fn) }

// Close waits for the calls under way and closes the database.
func (db *DB) Close() error {
	err := db.engine.close()
	if db.remove != "" {
		err = errors.Join(err, os.RemoveAll(db.remove))
	}
	return err
}

// NewID makes a fresh identity with a prefix that tells its kind, such as "ses".
func NewID(prefix string) string { return prefix + "_" + strings.ToLower(rand.Text()) }

// Millis is a time as it is stored.
func Millis(t time.Time) int64 { return t.UnixMilli() }

// Time is a stored time.
func Time(millis int64) time.Time { return time.UnixMilli(millis).UTC() }

// IsID says whether a text could be an identity that NewID made. What could not be is not worth asking the database,
// which refuses some texts outright.
func IsID(text string) bool {
	if text == "" || len(text) > 64 {
		return false
	}
	for _, c := range []byte(text) {
		if c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return true
}
