package store

import (
	"context"
	"time"
)

// OAuthCode is an authorization code that a person's consent gave to a client.
type OAuthCode struct {
	Hash        string
	WorkspaceID string
	UserID      string
	ClientID    string
	RedirectURI string // empty when the request left it out
	Challenge   string // S256
	Scope       string
	ExpiresAt   time.Time
	FamilyID    string // empty until the code is exchanged
}

// InsertOAuthCode stores a new code.
func (tx *Tx) InsertOAuthCode(ctx context.Context, c OAuthCode) error {
	_, err := tx.Exec(ctx, `INSERT INTO oauth_codes (hash, workspace_id, user_id, client_id, redirect_uri, challenge, scope,
		expires_ms, family_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		c.Hash, c.WorkspaceID, c.UserID, c.ClientID, c.RedirectURI, c.Challenge, c.Scope, Millis(c.ExpiresAt), c.FamilyID)
	return err
}

// OAuthCodeByHash is the code with that hash, spent or not, or ErrNotFound.
func (tx *Tx) OAuthCodeByHash(ctx context.Context, hash string) (OAuthCode, error) {
	c := OAuthCode{Hash: hash}
	var expires int64
	err := tx.QueryRow(ctx, `SELECT workspace_id, user_id, client_id, redirect_uri, challenge, scope, expires_ms, family_id
		FROM oauth_codes WHERE hash = $1`, []any{hash},
		&c.WorkspaceID, &c.UserID, &c.ClientID, &c.RedirectURI, &c.Challenge, &c.Scope, &expires, &c.FamilyID)
	c.ExpiresAt = Time(expires)
	return c, err
}

// SpendOAuthCode ties a code to the family that came of it. One that is spent already is ErrNotFound.
func (tx *Tx) SpendOAuthCode(ctx context.Context, hash, familyID string) error {
	return one(tx.Exec(ctx, `UPDATE oauth_codes SET family_id = $2 WHERE hash = $1 AND family_id = ''`, hash, familyID))
}

// DeleteOAuthCodes drops up to limit codes that had expired before t.
func (tx *Tx) DeleteOAuthCodes(ctx context.Context, t time.Time, limit int) (int64, error) {
	return tx.Exec(ctx, `DELETE FROM oauth_codes WHERE hash IN (SELECT hash FROM oauth_codes WHERE expires_ms < $1 LIMIT $2)`,
		Millis(t), limit)
}
