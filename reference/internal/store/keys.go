package store

import (
	"context"
	"time"
)

// APIKey is a workspace's key. The key itself is not stored, only its keyed hash.
type APIKey struct {
	ID          string
	WorkspaceID string
	Label       string
	Hash        string
	Hint        string // its last characters
	CreatedAt   time.Time
	UsedAt      time.Time // zero: never
	RevokedAt   time.Time // zero: it is good
}

const keyColumns = `id, workspace_id, label, hash, hint, created_ms, used_ms, revoked_ms`

// InsertKey stores a new key.
func (tx *Tx) InsertKey(ctx context.Context, k APIKey) error {
	_, err := tx.Exec(ctx, `INSERT INTO api_keys (`+keyColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		k.ID, k.WorkspaceID, k.Label, k.Hash, k.Hint, Millis(k.CreatedAt), millisOrNil(k.UsedAt), millisOrNil(k.RevokedAt))
	return err
}

// KeyByHash is the key with that hash, revoked or not, or ErrNotFound. The hash is the credential, so this is the one
// query that finds a workspace instead of being given it.
func (tx *Tx) KeyByHash(ctx context.Context, hash string) (APIKey, error) {
	rows, err := tx.Query(ctx, `SELECT `+keyColumns+` FROM api_keys WHERE hash = $1`, hash)
	found, err := Collect(rows, err, scanKey)
	if err == nil && len(found) == 0 {
		err = ErrNotFound
	}
	if err != nil {
		return APIKey{}, err
	}
	return found[0], nil
}

// Keys lists at most so many keys of a workspace: the good ones first, and then the revoked ones, newest first each.
func (tx *Tx) Keys(ctx context.Context, workspaceID string, most int) ([]APIKey, error) {
	rows, err := tx.Query(ctx, `SELECT `+keyColumns+` FROM api_keys WHERE workspace_id = $1
		ORDER BY CASE WHEN revoked_ms IS NULL THEN 0 ELSE 1 END, created_ms DESC, id LIMIT $2`, workspaceID, most)
	return Collect(rows, err, scanKey)
}

// GoodKeys counts the keys of a workspace that were not revoked.
func (tx *Tx) GoodKeys(ctx context.Context, workspaceID string) (n int, err error) {
	err = tx.QueryRow(ctx, `SELECT COUNT(*) FROM api_keys WHERE workspace_id = $1 AND revoked_ms IS NULL`, []any{workspaceID}, &n)
	return n, err
}

// RevokeKey ends a key for good. Revoking it again changes nothing; an unknown key is ErrNotFound.
func (tx *Tx) RevokeKey(ctx context.Context, workspaceID, id string, now time.Time) error {
	return one(tx.Exec(ctx, `UPDATE api_keys SET revoked_ms = COALESCE(revoked_ms, $3) WHERE workspace_id = $1 AND id = $2`,
		workspaceID, id, Millis(now)))
}

// TouchKey notes when a key was last used.
func (tx *Tx) TouchKey(ctx context.Context, workspaceID, id string, used time.Time) error {
	_, err := tx.Exec(ctx, `UPDATE api_keys SET used_ms = $3 WHERE workspace_id = $1 AND id = $2 AND COALESCE(used_ms, 0) < $3`,
		workspaceID, id, Millis(used))
	return err
}

func scanKey(row Row) (k APIKey, err error) {
	var created int64
	var used, revoked *int64
	err = row.Scan(&k.ID, &k.WorkspaceID, &k.Label, &k.Hash, &k.Hint, &created, &used, &revoked)
	k.CreatedAt, k.UsedAt, k.RevokedAt = Time(created), timeOrZero(used), timeOrZero(revoked)
	return k, err
}

// KeyMark is the mark of the hash key under which the database is written. The first caller's mark stays.
func (tx *Tx) KeyMark(ctx context.Context, mark string) (kept string, err error) {
	if _, err := tx.Exec(ctx, `INSERT INTO key_mark (id, mark) VALUES (1, $1) ON CONFLICT (id) DO NOTHING`, mark); err != nil {
		return "", err
	}
	return kept, tx.QueryRow(ctx, `SELECT mark FROM key_mark WHERE id = 1`, nil, &kept)
}
