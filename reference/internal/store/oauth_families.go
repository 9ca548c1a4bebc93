package store

import (
	"context"
	"time"
)

// OAuthFamily is one sign-in of a client: all tokens that descend from it.
type OAuthFamily struct {
	ID          string
	WorkspaceID string
	UserID      string
	ClientID    string
	Scope       string
	Method      string
	Generation  int64
	RotatedAt   time.Time
	ExpiresAt   time.Time
	CreatedAt   time.Time
	RevokedAt   time.Time // zero: it is good
	RevokedFor  string
}

// AccessToken is what the hash of an access token leads to.
type AccessToken struct {
	Family    OAuthFamily
	ExpiresAt time.Time
}

const familyColumns = `f.id, f.workspace_id, f.user_id, f.client_id, f.scope, f.method, f.generation, f.rotated_ms, f.expires_ms,
	f.created_ms, f.revoked_ms, f.revoked_for`

// InsertOAuthFamily stores a new family.
func (tx *Tx) InsertOAuthFamily(ctx context.Context, f OAuthFamily) error {
	_, err := tx.Exec(ctx, `INSERT INTO oauth_families (id, workspace_id, user_id, client_id, scope, method, generation, rotated_ms,
		expires_ms, created_ms, revoked_ms, revoked_for) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
		f.ID, f.WorkspaceID, f.UserID, f.ClientID, f.Scope, f.Method, f.Generation, Millis(f.RotatedAt),
		Millis(f.ExpiresAt), Millis(f.CreatedAt), millisOrNil(f.RevokedAt), f.RevokedFor)
	return err
}

// OAuthFamily is the family of that id, or ErrNotFound. The caller has derived the id from a token it verified, so this
// query finds the workspace instead of being given it.
func (tx *Tx) OAuthFamily(ctx context.Context, id string) (f OAuthFamily, err error) {
	var times familyTimes
	err = tx.QueryRow(ctx, `SELECT `+familyColumns+` FROM oauth_families f WHERE f.id = $1`, []any{id}, times.dest(&f)...)
	times.apply(&f)
	return f, err
}

// OAuthFamilies lists the families of a workspace, the latest first. Families that are over stay listed until they are
// cleaned up, so that people see why an application was signed out.
func (tx *Tx) OAuthFamilies(ctx context.Context, workspaceID string) ([]OAuthFamily, error) {
	rows, err := tx.Query(ctx, `SELECT `+familyColumns+` FROM oauth_families f WHERE f.workspace_id = $1
		ORDER BY f.created_ms DESC, f.id LIMIT 500`, workspaceID)
	return Collect(rows, err, func(row Row) (f OAuthFamily, err error) {
		var times familyTimes
		err = row.Scan(times.dest(&f)...)
		times.apply(&f)
		return f, err
	})
}

// RotateOAuthFamily moves a family from one generation to the next. ErrNotFound says that another call was first.
func (tx *Tx) RotateOAuthFamily(ctx context.Context, id string, from int64, now, expires time.Time) error {
	return one(tx.Exec(ctx, `UPDATE oauth_families SET generation = generation + 1, rotated_ms = $3, expires_ms = $4
		WHERE id = $1 AND generation = $2 AND revoked_ms IS NULL`, id, from, Millis(now), Millis(expires)))
}

// RevokeOAuthFamily ends a family and all its tokens. The first reason stays.
func (tx *Tx) RevokeOAuthFamily(ctx context.Context, workspaceID, id, reason string, now time.Time) error {
	return one(tx.Exec(ctx, `UPDATE oauth_families SET revoked_for = CASE WHEN revoked_ms IS NULL THEN $3 ELSE revoked_for END,
		revoked_ms = COALESCE(revoked_ms, $4) WHERE workspace_id = $1 AND id = $2`, workspaceID, id, reason, Millis(now)))
}

// FamilyRemoved is why the families of a person end who was taken out of the workspace.
const FamilyRemoved = "removed"

// RevokeOAuthFamiliesOf ends the families that a person began in a workspace.
func (tx *Tx) RevokeOAuthFamiliesOf(ctx context.Context, workspaceID, userID string, now time.Time) error {
	_, err := tx.Exec(ctx, `UPDATE oauth_families SET revoked_ms = $3, revoked_for = $4
		WHERE workspace_id = $1 AND user_id = $2 AND revoked_ms IS NULL`, workspaceID, userID, Millis(now), FamilyRemoved)
	return err
}

// InsertAccessToken stores the hash of a new access token.
func (tx *Tx) InsertAccessToken(ctx context.Context, hash string, f OAuthFamily, expires time.Time) error {
	_, err := tx.Exec(ctx, `INSERT INTO oauth_access_tokens (hash, workspace_id, family_id, expires_ms) VALUES ($1, $2, $3, $4)`,
		hash, f.WorkspaceID, f.ID, Millis(expires))
	return err
}

// AccessTokenByHash is the token with that hash and its family, or ErrNotFound. The hash is the credential.
func (tx *Tx) AccessTokenByHash(ctx context.Context, hash string) (t AccessToken, err error) {
	var times familyTimes
	var expires int64
	err = tx.QueryRow(ctx, `SELECT `+familyColumns+`, a.expires_ms FROM oauth_access_tokens a
		JOIN oauth_families f ON f.id = a.family_id WHERE a.hash = $1`, []any{hash}, append(times.dest(&t.Family), &expires)...)
	times.apply(&t.Family)
	t.ExpiresAt = Time(expires)
	return t, err
}

// ExpireAccessToken ends one access token, or returns ErrNotFound.
func (tx *Tx) ExpireAccessToken(ctx context.Context, workspaceID, hash string, now time.Time) error {
	return one(tx.Exec(ctx, `UPDATE oauth_access_tokens SET expires_ms = CASE WHEN expires_ms < $3 THEN expires_ms ELSE $3 END
		WHERE workspace_id = $1 AND hash = $2`, workspaceID, hash, Millis(now)))
}

// DeleteOAuthFamilies drops up to limit families that were over before t, with their access tokens.
func (tx *Tx) DeleteOAuthFamilies(ctx context.Context, t time.Time, limit int) (int64, error) {
	const over = `SELECT id FROM oauth_families WHERE expires_ms < $1 OR revoked_ms < $1 ORDER BY id LIMIT $2`
	if _, err := tx.Exec(ctx, `DELETE FROM oauth_access_tokens WHERE family_id IN (`+over+`)`, Millis(t), limit); err != nil {
		return 0, err
	}
	return tx.Exec(ctx, `DELETE FROM oauth_families WHERE id IN (`+over+`)`, Millis(t), limit)
}

// DeleteAccessTokens drops up to limit access tokens that had expired before t.
func (tx *Tx) DeleteAccessTokens(ctx context.Context, t time.Time, limit int) (int64, error) {
	return tx.Exec(ctx, `DELETE FROM oauth_access_tokens WHERE hash IN (
		SELECT hash FROM oauth_access_tokens WHERE expires_ms < $1 LIMIT $2)`, Millis(t), limit)
}

// familyTimes holds a family's times between the row and the struct.
type familyTimes struct {
	rotated, expires, created int64
	revoked                   *int64
}

func (t *familyTimes) dest(f *OAuthFamily) []any {
	return []any{&f.ID, &f.WorkspaceID, &f.UserID, &f.ClientID, &f.Scope, &f.Method, &f.Generation, &t.rotated, &t.expires,
		&t.created, &t.revoked, &f.RevokedFor}
}

func (t *familyTimes) apply(f *OAuthFamily) {
	f.RotatedAt, f.ExpiresAt, f.CreatedAt, f.RevokedAt = Time(t.rotated), Time(t.expires), Time(t.created), timeOrZero(t.revoked)
}
