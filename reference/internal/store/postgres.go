package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	_ "github.com/jackc/pgx/v5/stdlib" // the database/sql driver named pgx
)

// Bounds of the PostgreSQL engine.
const (
	postgresConns    = 16 // open connections of one replica
	conflictAttempts = 60 // runs of one write that keeps meeting other writers
)

// pg writes in serializable transactions, so that a check and the change that follows from it hold together just as
// they do with SQLite's single writer.
type pg struct{ db *sql.DB }

func openPostgres(ctx context.Context, dsn string) (*DB, error) {
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		return nil, fmt.Errorf("store: reading the PostgreSQL connection string: %w", err)
	}
	db.SetMaxOpenConns(postgresConns)
	db.SetMaxIdleConns(postgresConns)
	if err := db.PingContext(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("store: connecting to PostgreSQL: %w", err), db.Close())
	}
	if err := migrate(ctx, db, true); err != nil {
		return nil, errors.Join(fmt.Errorf("store: opening the PostgreSQL database: %w", err), db.Close())
	}
	return &DB{engine: &pg{db: db}}, nil
}

func (p *pg) postgres() bool { return true }

func (p *pg) ping(ctx context.Context) error { return p.db.PingContext(ctx) }

func (p *pg) close() error { return p.db.Close() }

func (p *pg) read(ctx context.Context, fn func(*Tx) error) error {
	tx, err := p.db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil {
		return fmt.Errorf("store: beginning to read: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	return fn(&Tx{on: tx, pg: true})
}

func (p *pg) look(_ context.Context, fn func(*Tx) error) error { return fn(&Tx{on: p.db, pg: true}) }

func (p *pg) write(ctx context.Context, fn func(*Tx) error) error {
	return p.repeat(ctx, sql.LevelSerializable, fn)
}

// adjust sees what others have committed at each statement, so it meets no conflict but a deadlock.
func (p *pg) adjust(ctx context.Context, fn func(*Tx) error) error {
	return p.repeat(ctx, sql.LevelReadCommitted, fn)
}

func (p *pg) repeat(ctx context.Context, isolation sql.IsolationLevel, fn func(*Tx) error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), writeTime)
	defer cancel()
	for attempt := 1; ; attempt++ {
		err := p.try(ctx, isolation, fn)
		if !isConflict(err) || attempt == conflictAttempts {
			return err
		}
		if err := pause(ctx, attempt); err != nil {
			return err
		}
	}
}

func (p *pg) try(ctx context.Context, isolation sql.IsolationLevel, fn func(*Tx) error) error {
	tx, err := p.db.BeginTx(ctx, &sql.TxOptions{Isolation: isolation})
	if err != nil {
		return fmt.Errorf("store: beginning to write: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	if err := fn(&Tx{on: tx, pg: true}); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("store: committing: %w", err)
	}
	return nil
}

// pause waits longer from attempt to attempt, and never in step with another writer.
func pause(ctx context.Context, attempt int) error {
	bound := time.Duration(min(attempt, 20)) * 2 * time.Millisecond
	timer := time.NewTimer(rand.N(bound))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// isConflict is serialization_failure or deadlock_detected: the database asks to run the transaction again.
func isConflict(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && (e.Code == "40001" || e.Code == "40P01")
}

func isPostgresUnique(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && e.Code == "23505"
}
