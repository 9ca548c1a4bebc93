package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"regexp"
	"strings"

	"modernc.org/sqlite"
	sqlitelib "modernc.org/sqlite/lib"
)

// readers is how many SQLite connections serve reads beside the one that writes.
const readers = 4

// sqliteEngine has one writing connection, as SQLite has one writer at a time, and a few that may only read.
type sqliteEngine struct {
	*group
	db     *sql.DB // the pool of the readers
	opened int     // how many connections of it are in idle or in use
	idle   chan *connection
}

func openSQLite(ctx context.Context, path, synchronous string) (*DB, error) {
	if err := makePrivate(path); err != nil {
		return nil, err
	}
	writer, err := sql.Open("sqlite", sqliteDSN(path, synchronous, false))
	if err != nil {
		return nil, fmt.Errorf("store: opening %s: %w", path, err)
	}
	writer.SetMaxOpenConns(1)
	if err := migrate(ctx, writer, false); err != nil {
		return nil, errors.Join(fmt.Errorf("store: opening %s: %w", path, err), writer.Close())
	}
	group, err := newGroup(ctx, writer)
	if err != nil {
		return nil, errors.Join(err, writer.Close())
	}
	e := &sqliteEngine{group: group, idle: make(chan *connection, readers)}
	if e.db, err = sql.Open("sqlite", sqliteDSN(path, synchronous, true)); err != nil {
		return nil, errors.Join(err, group.close())
	}
	for range readers {
		conn, err := e.db.Conn(ctx)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("store: opening a reading connection: %w", err), e.close())
		}
		e.opened++
		e.idle <- newConnection(conn)
	}
	return &DB{engine: e}, nil
}

// makePrivate makes a missing file for its owner alone. SQLite gives the files beside it the same permissions. A file
// that is there is left alone: closing it would end the locks that this process may have on it.
func makePrivate(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("store: opening the database: %w", err)
	}
	return f.Close()
}

func (e *sqliteEngine) postgres() bool { return false }

// adjust needs nothing special where there is one writer.
func (e *sqliteEngine) adjust(ctx context.Context, fn func(*Tx) error) error { return e.write(ctx, fn) }

func (e *sqliteEngine) ping(ctx context.Context) error {
	return e.look(ctx, func(tx *Tx) error { return tx.QueryRow(ctx, `SELECT 1`, nil, new(int)) })
}

func (e *sqliteEngine) read(ctx context.Context, fn func(*Tx) error) error {
	return e.look(ctx, func(tx *Tx) error {
		c := tx.on.(*connection)
		if err := c.run("BEGIN"); err != nil {
			return fmt.Errorf("store: beginning to read: %w", err)
		}
		defer func() { _ = c.run("ROLLBACK") }()
		return fn(tx)
	})
}

func (e *sqliteEngine) look(ctx context.Context, fn func(*Tx) error) error {
	var c *connection
	select {
	case c = <-e.idle:
		defer func() { e.idle <- c }()
	case <-e.done:
		return ErrClosed
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	return fn(&Tx{on: c})
}

func (e *sqliteEngine) close() error {
	err := e.group.close()
	for range e.opened {
		err = errors.Join(err, (<-e.idle).close())
	}
	return errors.Join(err, e.db.Close())
}

func sqliteDSN(path, synchronous string, readOnly bool) string {
	q := url.Values{}
	// What a savepoint may have to undo is kept in memory, not in a file: nobody looks for it after a crash.
	for _, pragma := range []string{"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(" + synchronous + ")", "foreign_keys(1)", "temp_store(MEMORY)"} {
		q.Add("_pragma", pragma)
	}
	if readOnly {
		q.Add("_pragma", "query_only(1)")
	}
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + q.Encode()
}

var (
	placeholder = regexp.MustCompile(`\$(\d+)`)
	limit       = regexp.MustCompile(`\bLIMIT (\?\d+)`)
)

// sqlitePlaceholders turns $1 into ?1, the only numbered form that every SQLite driver binds by its number. SQLite plans a
// statement anew for each value of a plain parameter behind LIMIT, so none stands there plainly.
func sqlitePlaceholders(text string) string {
	return limit.ReplaceAllString(placeholder.ReplaceAllString(text, "?$1"), "LIMIT $1 + 0")
}

// IsUnique says whether an error is the violation of a unique index or primary key, on either engine.
func IsUnique(err error) bool {
	var lite *sqlite.Error
	if errors.As(err, &lite) {
		return lite.Code() == sqlitelib.SQLITE_CONSTRAINT_UNIQUE || lite.Code() == sqlitelib.SQLITE_CONSTRAINT_PRIMARYKEY
	}
	return isPostgresUnique(err)
}

// connection is one SQLite connection with the statements that were prepared on it. The texts are constants of this
// program, so the cache is as small as the program. One goroutine uses it at a time.
type connection struct {
	conn  *sql.Conn
	stmts map[string]*sql.Stmt
}

func newConnection(conn *sql.Conn) *connection {
	return &connection{conn: conn, stmts: map[string]*sql.Stmt{}}
}

func (c *connection) ExecContext(ctx context.Context, text string, args ...any) (sql.Result, error) {
	ctx, stmt, err := c.ready(ctx, text)
	if err != nil {
		return nil, err
	}
	return stmt.ExecContext(ctx, args...)
}

func (c *connection) QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	ctx, stmt, err := c.ready(ctx, text)
	if err != nil {
		return nil, err
	}
	return stmt.QueryContext(ctx, args...)
}

// ready prepares a statement, unless the caller has given up. One that has begun runs to its end: on a file of this machine
// that is a moment, and to be able to interrupt it would cost two goroutines each time.
func (c *connection) ready(ctx context.Context, text string) (context.Context, *sql.Stmt, error) {
	if ctx.Err() != nil {
		return nil, nil, context.Cause(ctx)
	}
	ctx = context.WithoutCancel(ctx)
	stmt, err := c.stmt(ctx, text)
	return ctx, stmt, err
}

func (c *connection) stmt(ctx context.Context, text string) (*sql.Stmt, error) {
	if stmt, ok := c.stmts[text]; ok {
		return stmt, nil
	}
	stmt, err := c.conn.PrepareContext(ctx, sqlitePlaceholders(text))
	if err != nil {
		first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
		return nil, fmt.Errorf("store: preparing %q: %w", first, err)
	}
	c.stmts[text] = stmt
	return stmt, nil
}

// run is for BEGIN, COMMIT and their like, which must go through even when a caller has hung up.
func (c *connection) run(text string) error {
	_, err := c.ExecContext(context.Background(), text)
	return err
}

func (c *connection) close() error {
	var err error
	for _, stmt := range c.stmts {
		err = errors.Join(err, stmt.Close())
	}
	return errors.Join(err, c.conn.Close())
}
