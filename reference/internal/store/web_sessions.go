package store

import (
	"context"
	"time"
)

// WebSession is a person signed in to the pages with one browser.
type WebSession struct {
	ID          string
	Hash        string
	UserID      string
	WorkspaceID string
	Address     string
	UserAgent   string
	Flash       string
	CreatedAt   time.Time
	SeenAt      time.Time
	ExpiresAt   time.Time
}

const webSessionColumns = `id, hash, user_id, workspace_id, address, user_agent, flash, created_ms, seen_ms, expires_ms`

// InsertWebSession stores a new session.
func (tx *Tx) InsertWebSession(ctx context.Context, s WebSession) error {
	_, err := tx.Exec(ctx, `INSERT INTO web_sessions (`+webSessionColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		s.ID, s.Hash, s.UserID, s.WorkspaceID, s.Address, s.UserAgent, s.Flash, Millis(s.CreatedAt), Millis(s.SeenAt), Millis(s.ExpiresAt))
	return err
}

// WebSessionByHash is the session of a cookie, over or not, or ErrNotFound.
func (tx *Tx) WebSessionByHash(ctx context.Context, hash string) (WebSession, error) {
	rows, err := tx.Query(ctx, `SELECT `+webSessionColumns+` FROM web_sessions WHERE hash = $1`, hash)
	found, err := Collect(rows, err, scanWebSession)
	if err == nil && len(found) == 0 {
		err = ErrNotFound
	}
	if err != nil {
		return WebSession{}, err
	}
	return found[0], nil
}

// KeepWebSessions ends all but the sessions of a person that were used last.
func (tx *Tx) KeepWebSessions(ctx context.Context, userID string, most int) error {
	_, err := tx.Exec(ctx, `DELETE FROM web_sessions WHERE user_id = $1 AND id NOT IN
		(SELECT id FROM web_sessions WHERE user_id = $1 ORDER BY seen_ms DESC, created_ms DESC, id LIMIT $2)`, userID, most)
	return err
}

// WebSessions lists a person's sessions that are not over, the latest used first.
func (tx *Tx) WebSessions(ctx context.Context, userID string, now time.Time) ([]WebSession, error) {
	rows, err := tx.Query(ctx, `SELECT `+webSessionColumns+` FROM web_sessions WHERE user_id = $1 AND expires_ms > $2
		ORDER BY seen_ms DESC, id`, userID, Millis(now))
	return Collect(rows, err, scanWebSession)
}

// ExtendWebSession notes that a session is in use.
func (tx *Tx) ExtendWebSession(ctx context.Context, id string, seen, expires time.Time) error {
	_, err := tx.Exec(ctx, `UPDATE web_sessions SET seen_ms = $2, expires_ms = $3 WHERE id = $1`, id, Millis(seen), Millis(expires))
	return err
}

// SwitchWebSession changes the workspace that a session shows.
func (tx *Tx) SwitchWebSession(ctx context.Context, id, workspaceID string) error {
	return one(tx.Exec(ctx, `UPDATE web_sessions SET workspace_id = $2 WHERE id = $1`, id, workspaceID))
}

// SetFlash leaves what the session's next page shows.
func (tx *Tx) SetFlash(ctx context.Context, id, sealed string) error {
	return one(tx.Exec(ctx, `UPDATE web_sessions SET flash = $2 WHERE id = $1`, id, sealed))
}

// DeleteWebSession ends a session of a person, or returns ErrNotFound.
func (tx *Tx) DeleteWebSession(ctx context.Context, userID, id string) error {
	return one(tx.Exec(ctx, `DELETE FROM web_sessions WHERE user_id = $1 AND id = $2`, userID, id))
}

// DeleteOtherWebSessions ends all sessions of a person but one.
func (tx *Tx) DeleteOtherWebSessions(ctx context.Context, userID, keep string) error {
	_, err := tx.Exec(ctx, `DELETE FROM web_sessions WHERE user_id = $1 AND id <> $2`, userID, keep)
	return err
}

// DeleteWebSessionsBefore drops the sessions that were over by then.
func (tx *Tx) DeleteWebSessionsBefore(ctx context.Context, t time.Time) error {
	_, err := tx.Exec(ctx, `DELETE FROM web_sessions WHERE expires_ms < $1`, Millis(t))
	return err
}

func scanWebSession(row Row) (s WebSession, err error) {
	var created, seen, expires int64
	err = row.Scan(&s.ID, &s.Hash, &s.UserID, &s.WorkspaceID, &s.Address, &s.UserAgent, &s.Flash, &created, &seen, &expires)
	s.CreatedAt, s.SeenAt, s.ExpiresAt = Time(created), Time(seen), Time(expires)
	return s, err
}
