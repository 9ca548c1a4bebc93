package webhook

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"
)

// Dialect is the SQL that a database speaks.
type Dialect string

// The databases that SQLInbox knows.
const (
	SQLite     Dialect = "sqlite"
	PostgreSQL Dialect = "postgres"
)

// SQLInbox is a Queue in a table of a database that the caller opened with a driver of its choice. Several processes
// may share the table.
type SQLInbox struct {
	db      *sql.DB
	dialect Dialect
	table   string
	now     func() time.Time
}

var tableName = regexp.MustCompile(`^[a-z_][a-z0-9_]{0,40}$`)

// NewSQLInbox uses a table of db and makes it when it is missing. A table named "" is webhook_inbox; a nil now is
// time.Now. For SQLite, open the database with a busy timeout and, if it must survive the loss of power,
// synchronous=FULL.
func NewSQLInbox(ctx context.Context, db *sql.DB, dialect Dialect, table string, now func() time.Time) (*SQLInbox, error) {
	if table == "" {
		table = "webhook_inbox"
	}
	if now == nil {
		now = time.Now
	}
	if dialect != SQLite && dialect != PostgreSQL {
		return nil, fmt.Errorf("webhook: the dialect %q is neither sqlite nor postgres", dialect)
	}
	if !tableName.MatchString(table) {
		return nil, fmt.Errorf("webhook: the table name %q has characters other than a-z, 0-9 and _", table)
	}
	s := &SQLInbox{db: db, dialect: dialect, table: table, now: now}
	return s, s.migrate(ctx)
}

// migrate may run in several processes at once, so a table that another has just made is no error.
func (s *SQLInbox) migrate(ctx context.Context) error {
	body := "BLOB"
	if s.dialect == PostgreSQL {
		body = "BYTEA"
	}
	for _, text := range []string{
		`CREATE TABLE IF NOT EXISTS {table} (id TEXT PRIMARY KEY, state TEXT NOT NULL, token TEXT NOT NULL, until_ms BIGINT NOT NULL,
			ended_ms BIGINT, attempt BIGINT NOT NULL, put_ms BIGINT NOT NULL, body ` + body + `, reason TEXT)`,
		`CREATE INDEX IF NOT EXISTS {table}_due ON {table} (until_ms) WHERE state IN ('waiting', 'taken')`,
		`CREATE INDEX IF NOT EXISTS {table}_ended ON {table} (ended_ms) WHERE ended_ms IS NOT NULL`,
	} {
		_, err := s.exec(ctx, text)
		if _, again := s.exec(ctx, text); err != nil && again != nil {
			return fmt.Errorf("webhook: making the table of the inbox: %w", err)
		}
	}
	return nil
}

// Claim implements Inbox. One statement decides, so callers at once cannot both win.
func (s *SQLInbox) Claim(ctx context.Context, key string, lease time.Duration) (Claim, error) {
	token, now := rand.Text(), s.now()
	won, err := s.changed(ctx, `INSERT INTO {table} (id, state, token, until_ms, attempt, put_ms) VALUES ($1, 'claimed', $2, $3, 1, $4)
		ON CONFLICT (id) DO UPDATE SET token = $2, until_ms = $3, attempt = {table}.attempt + 1
		WHERE {table}.state = 'claimed' AND {table}.until_ms <= $4`, key, token, now.Add(lease).UnixMilli(), now.UnixMilli())
	if err != nil {
		return Claim{}, err
	}
	if won {
		return Claim{Key: key, Token: token, Status: Fresh}, nil
	}
	var state string
	err = s.db.QueryRowContext(ctx, s.text(`SELECT state FROM {table} WHERE id = $1`), key).Scan(&state)
	switch {
	case errors.Is(err, sql.ErrNoRows), state == stateClaimed: // released meanwhile, or being handled: ask again later
		return Claim{Key: key, Status: Busy}, nil
	case err != nil:
		return Claim{}, fmt.Errorf("webhook: asking the inbox: %w", err)
	}
	return Claim{Key: key, Status: Done}, nil
}

// Complete implements Inbox.
func (s *SQLInbox) Complete(ctx context.Context, c Claim) error {
	return s.end(ctx, `UPDATE {table} SET state = 'done', ended_ms = $3, body = NULL WHERE id = $1 AND token = $2 AND state IN ('claimed', 'taken')`,
		c.Key, c.Token, s.now().UnixMilli())
}

// Release implements Inbox. A stored delivery is due again at once.
func (s *SQLInbox) Release(ctx context.Context, c Claim) error {
	err := s.end(ctx, `DELETE FROM {table} WHERE id = $1 AND token = $2 AND state = 'claimed'`, c.Key, c.Token)
	if errors.Is(err, ErrLostClaim) {
		return s.Postpone(ctx, c, 0)
	}
	return err
}

// Postpone implements Queue.
func (s *SQLInbox) Postpone(ctx context.Context, c Claim, wait time.Duration) error {
	return s.end(ctx, `UPDATE {table} SET state = 'waiting', until_ms = $3 WHERE id = $1 AND token = $2 AND state = 'taken'`,
		c.Key, c.Token, s.now().Add(wait).UnixMilli())
}

// Bury implements Queue.
func (s *SQLInbox) Bury(ctx context.Context, c Claim, reason string) error {
	return s.end(ctx, `UPDATE {table} SET state = 'buried', ended_ms = $3, reason = $4 WHERE id = $1 AND token = $2 AND state = 'taken'`,
		c.Key, c.Token, s.now().UnixMilli(), reason)
}

// Put implements Queue.
func (s *SQLInbox) Put(ctx context.Context, key string, body []byte) (bool, error) {
	now := s.now().UnixMilli()
	return s.changed(ctx, `INSERT INTO {table} (id, state, token, until_ms, attempt, put_ms, body) VALUES ($1, 'waiting', '', $2, 0, $2, $3)
		ON CONFLICT (id) DO NOTHING`, key, now, body)
}

// Take implements Queue. On PostgreSQL, takers at once pass over what another is taking.
func (s *SQLInbox) Take(ctx context.Context, lease time.Duration) (Task, bool, error) {
	lock := ""
	if s.dialect == PostgreSQL {
		lock = "FOR UPDATE SKIP LOCKED"
	}
	now := s.now()
	t := Task{Claim: Claim{Token: rand.Text(), Status: Fresh}}
	err := s.db.QueryRowContext(ctx, s.text(`UPDATE {table} SET state = 'taken', token = $1, until_ms = $2, attempt = attempt + 1
		WHERE id = (SELECT id FROM {table} WHERE state IN ('waiting', 'taken') AND until_ms <= $3 ORDER BY until_ms, put_ms LIMIT 1 `+lock+`)
		RETURNING id, body, attempt`), t.Token, now.Add(lease).UnixMilli(), now.UnixMilli()).Scan(&t.Key, &t.Body, &t.Attempt)
	if errors.Is(err, sql.ErrNoRows) {
		return Task{}, false, nil
	}
	if err != nil {
		return Task{}, false, fmt.Errorf("webhook: taking from the inbox: %w", err)
	}
	return t, true, nil
}

// Expire implements Inbox. Buried deliveries go too.
func (s *SQLInbox) Expire(ctx context.Context, before time.Time) (int, error) {
	result, err := s.exec(ctx, `DELETE FROM {table} WHERE ended_ms < $1`, before.UnixMilli())
	if err != nil {
		return 0, err
	}
	n, err := result.RowsAffected()
	return int(n), err
}

// end changes the row of a claim that still holds.
func (s *SQLInbox) end(ctx context.Context, text string, args ...any) error {
	held, err := s.changed(ctx, text, args...)
	if err == nil && !held {
		return ErrLostClaim
	}
	return err
}

func (s *SQLInbox) changed(ctx context.Context, text string, args ...any) (bool, error) {
	result, err := s.exec(ctx, text, args...)
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n > 0, err
}

func (s *SQLInbox) exec(ctx context.Context, text string, args ...any) (sql.Result, error) {
	result, err := s.db.ExecContext(ctx, s.text(text), args...)
	if err != nil {
		return nil, fmt.Errorf("webhook: changing the inbox: %w", err)
	}
	return result, nil
}

var placeholder = regexp.MustCompile(`\$(\d)`)

// text puts in the table's name, and the placeholders that SQLite binds by number.
func (s *SQLInbox) text(text string) string {
	text = strings.ReplaceAll(text, "{table}", s.table)
	if s.dialect == SQLite {
		text = placeholder.ReplaceAllString(text, "?$1")
	}
	return text
}
