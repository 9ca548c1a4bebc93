package store

import (
	"context"
	"errors"
	"time"
)

// RelaxRates takes the rate limits out of PostgreSQL's log: after a crash everybody may start afresh. It needs to be
// called once at a start and does nothing on SQLite, or when it was done before.
func (tx *Tx) RelaxRates(ctx context.Context) error {
	if !tx.pg {
		return nil
	}
	var persistence string
	err := tx.QueryRow(ctx, `SELECT CAST(relpersistence AS TEXT) FROM pg_class WHERE oid = 'rate_limits'::regclass`, nil, &persistence)
	if err != nil || persistence == "u" {
		return err
	}
	_, err = tx.Exec(ctx, `ALTER TABLE rate_limits SET UNLOGGED`)
	return err
}

// DatabaseTime is the time on PostgreSQL's clock; SQLite has none but the machine's.
func (tx *Tx) DatabaseTime(ctx context.Context) (time.Time, error) {
	if !tx.pg {
		return time.Now(), nil
	}
	var micros int64
	err := tx.QueryRow(ctx, `SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)`, nil, &micros)
	return time.UnixMicro(micros), err
}

// RateTime is the theoretical arrival time of a bucket, or ErrNotFound.
func (tx *Tx) RateTime(ctx context.Context, bucket string) (time.Time, error) {
	var micros int64
	err := tx.QueryRow(ctx, `SELECT tat FROM rate_limits WHERE bucket = $1`, []any{bucket}, &micros)
	return time.UnixMicro(micros), err
}

// TakeRate moves a bucket's time on by one interval and says true, or leaves it when it is further ahead of now than
// the whole allowance permits. It is one statement, so that concurrent callers get the allowance and no more.
func (tx *Tx) TakeRate(ctx context.Context, bucket string, now time.Time, interval, allowance time.Duration) (bool, error) {
	var tat int64
	err := tx.QueryRow(ctx, `INSERT INTO rate_limits (bucket, tat) VALUES ($1, CAST($2 AS BIGINT) + CAST($3 AS BIGINT))
		ON CONFLICT (bucket) DO UPDATE SET tat = CASE WHEN rate_limits.tat > CAST($2 AS BIGINT) THEN rate_limits.tat
			ELSE CAST($2 AS BIGINT) END + CAST($3 AS BIGINT)
		WHERE rate_limits.tat <= CAST($2 AS BIGINT) + CAST($4 AS BIGINT) - CAST($3 AS BIGINT) RETURNING tat`,
		[]any{bucket, now.UnixMicro(), interval.Microseconds(), allowance.Microseconds()}, &tat)
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// ForgetRate empties a bucket.
func (tx *Tx) ForgetRate(ctx context.Context, bucket string) error {
	_, err := tx.Exec(ctx, `DELETE FROM rate_limits WHERE bucket = $1`, bucket)
	return err
}
