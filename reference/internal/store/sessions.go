package store

import (
	"context"
	"errors"
	"time"
)

// ErrStale says that the row was changed since it was read: read again and decide again.
var ErrStale = errors.New("store: the row was changed meanwhile")

// Session is one intake (spec section 2).
type Session struct {
	ID          string
	WorkspaceID string
	InsuredName string
	State       *string
	Lines       []string
	NAICSCode   *string
	FormKeys    []string
	Status      string
	Values      map[string]any
	Skipped     []string
	Asked       []string
	Recent      []Change // what the last message changed
	Filled      int      // fields that have a value
	Total       int      // fields that are asked in this session
	Revision    int64
	ValuesRev   int64
	CreatedAt   time.Time
	Position    int64 // among the workspace's sessions of a month, in the order of their creation
	UpdatedAt   time.Time
	CompletedAt time.Time // zero: never complete
}

// Change is a value that a message changed, with what stood there before; nil is no answer.
type Change struct {
	Key   string `json:"key"`
	Was   any    `json:"was"`
	Doubt bool   `json:"doubt,omitempty"` // the person said since that it is not right
	Ago   int    `json:"ago,omitempty"`   // how many messages that changed something lie between; -1 for what was just taken back
}

const sessionColumns = `id, insured_name, state, lines, naics_code, form_keys, status, field_values, skipped, asked, recent,
	fields_filled, fields_total, revision, values_rev, created_ms, position, updated_ms, completed_ms`

// InsertSession stores a new session.
func (tx *Tx) InsertSession(ctx context.Context, s Session) error {
	_, err := tx.Exec(ctx, `INSERT INTO sessions (workspace_id, `+sessionColumns+`)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)`,
		s.WorkspaceID, s.ID, s.InsuredName, s.State, encode(s.Lines), s.NAICSCode, encode(s.FormKeys), s.Status,
		encode(s.Values), encode(s.Skipped), encode(s.Asked), encode(s.Recent), s.Filled, s.Total, s.Revision, s.ValuesRev,
		Millis(s.CreatedAt), s.Position, Millis(s.UpdatedAt), millisOrNil(s.CompletedAt))
	return err
}

// Session is the workspace's session of that id, or ErrNotFound: another workspace's session is as unknown as none.
func (tx *Tx) Session(ctx context.Context, workspaceID, id string) (Session, error) {
	rows, err := tx.Query(ctx, `SELECT `+sessionColumns+` FROM sessions WHERE workspace_id = $1 AND id = $2`, workspaceID, id)
	found, err := Collect(rows, err, scanSession(workspaceID))
	if err == nil && len(found) == 0 {
		err = ErrNotFound
	}
	if err != nil {
		return Session{}, err
	}
	return found[0], nil
}

// HasSession is ErrNotFound where the workspace has no session of that id.
func (tx *Tx) HasSession(ctx context.Context, workspaceID, id string) error {
	return tx.QueryRow(ctx, `SELECT 1 FROM sessions WHERE workspace_id = $1 AND id = $2`, []any{workspaceID, id}, new(int))
}

// listedColumns leaves out what a list does not show and what is large.
const listedColumns = `id, insured_name, state, lines, naics_code, form_keys, status, 'null', 'null', 'null', 'null',
	fields_filled, fields_total, revision, values_rev, created_ms, position, updated_ms, completed_ms`

// Sessions lists a workspace's sessions, newest first, without their values, skips, asks and changes.
func (tx *Tx) Sessions(ctx context.Context, workspaceID string, limit int) ([]Session, error) {
	rows, err := tx.Query(ctx, `SELECT `+listedColumns+` FROM sessions WHERE workspace_id = $1 ORDER BY created_ms DESC, position DESC, id DESC LIMIT $2`,
		workspaceID, limit)
	return Collect(rows, err, scanSession(workspaceID))
}

// UpdateSession stores a changed session under the next revision, provided that it still is at s.Revision. Otherwise it
// returns ErrStale and changes nothing.
func (tx *Tx) UpdateSession(ctx context.Context, s Session) error {
	rows, err := tx.Exec(ctx, `UPDATE sessions SET status = $4, field_values = $5, skipped = $6, asked = $7, fields_filled = $8,
			fields_total = $9, values_rev = $10, updated_ms = $11, completed_ms = $12, recent = $13, revision = revision + 1
		WHERE workspace_id = $1 AND id = $2 AND revision = $3`,
		s.WorkspaceID, s.ID, s.Revision, s.Status, encode(s.Values), encode(s.Skipped), encode(s.Asked), s.Filled,
		s.Total, s.ValuesRev, Millis(s.UpdatedAt), millisOrNil(s.CompletedAt), encode(s.Recent))
	if err == nil && rows == 0 {
		return ErrStale
	}
	return err
}

// CountSession takes one of the workspace's sessions of a month and returns its position, or 0 when none was left; max 0
// is no cap. Check and change are one statement, so that no race admits one too many.
func (tx *Tx) CountSession(ctx context.Context, workspaceID, month string, max int) (position int64, err error) {
	err = tx.QueryRow(ctx, `INSERT INTO session_counts (workspace_id, month, n) VALUES ($1, $2, 1)
		ON CONFLICT (workspace_id, month) DO UPDATE SET n = session_counts.n + 1
		WHERE CAST($3 AS BIGINT) = 0 OR session_counts.n < CAST($3 AS BIGINT) RETURNING n`,
		[]any{workspaceID, month, max}, &position)
	if errors.Is(err, ErrNotFound) {
		return 0, nil
	}
	return position, err
}

func scanSession(workspaceID string) func(Row) (Session, error) {
	return func(row Row) (Session, error) {
		s := Session{WorkspaceID: workspaceID}
		var lines, forms, values, skipped, asked, recent string
		var created, updated int64
		var completed *int64
		err := row.Scan(&s.ID, &s.InsuredName, &s.State, &lines, &s.NAICSCode, &forms, &s.Status, &values, &skipped, &asked, &recent,
			&s.Filled, &s.Total, &s.Revision, &s.ValuesRev, &created, &s.Position, &updated, &completed)
		if err != nil {
			return s, err
		}
		s.CreatedAt, s.UpdatedAt, s.CompletedAt = Time(created), Time(updated), timeOrZero(completed)
		return s, decode(lines, &s.Lines, forms, &s.FormKeys, values, &s.Values, skipped, &s.Skipped, asked, &s.Asked, recent, &s.Recent)
	}
}
