package store

import (
	"context"
	"database/sql"
)

// Tx is a running transaction. Rows must be closed before the next statement.
type Tx struct {
	on runner
	pg bool
}

// runner runs statements on the connection of a transaction.
type runner interface {
	ExecContext(ctx context.Context, text string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error)
}

// Postgres says whether the engine is PostgreSQL.
func (tx *Tx) Postgres() bool { return tx.pg }

// Exec runs a statement and returns how many rows it changed.
func (tx *Tx) Exec(ctx context.Context, text string, args ...any) (int64, error) {
	result, err := tx.on.ExecContext(ctx, text, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// Query runs a query. The caller closes the rows, or hands them to Collect.
func (tx *Tx) Query(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	return tx.on.QueryContext(ctx, text, args...)
}

// QueryRow runs a query for one row and scans it into dest. No row is ErrNotFound.
func (tx *Tx) QueryRow(ctx context.Context, text string, args []any, dest ...any) error {
	rows, err := tx.Query(ctx, text, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	if !rows.Next() {
		if err := rows.Err(); err != nil {
			return err
		}
		return ErrNotFound
	}
	if err := rows.Scan(dest...); err != nil {
		return err
	}
	return rows.Close()
}

// Row is what a scan function reads from: one row of a result.
type Row interface{ Scan(dest ...any) error }

// Collect scans all rows of a Query and closes them. It takes the error of the Query too, so that both go in one call.
func Collect[T any](rows *sql.Rows, err error, scan func(Row) (T, error)) ([]T, error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []T
	for rows.Next() {
		one, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}
