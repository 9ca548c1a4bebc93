package store

import (
	"context"
	"time"
)

// OAuthClient is an application that registered itself.
type OAuthClient struct {
	ID           string
	Name         string
	RedirectURIs []string
	CreatedAt    time.Time
	UsedAt       time.Time // zero: nobody gave it access yet
}

// InsertOAuthClient stores a new client.
func (tx *Tx) InsertOAuthClient(ctx context.Context, c OAuthClient) error {
	if c.RedirectURIs == nil {
		c.RedirectURIs = []string{}
	}
	_, err := tx.Exec(ctx, `INSERT INTO oauth_clients (id, name, redirect_uris, created_ms, used_ms) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (id) DO NOTHING`, c.ID, c.Name, encode(c.RedirectURIs), Millis(c.CreatedAt), millisOrNil(c.UsedAt))
	return err
}

// OAuthClient is the client of that id, or ErrNotFound.
func (tx *Tx) OAuthClient(ctx context.Context, id string) (OAuthClient, error) {
	c := OAuthClient{ID: id}
	var uris string
	var created int64
	var used *int64
	err := tx.QueryRow(ctx, `SELECT name, redirect_uris, created_ms, used_ms FROM oauth_clients WHERE id = $1`,
		[]any{id}, &c.Name, &uris, &created, &used)
	if err != nil {
		return c, err
	}
	c.CreatedAt, c.UsedAt = Time(created), timeOrZero(used)
	return c, decode(uris, &c.RedirectURIs)
}

// CountOAuthClients is how many clients there are.
func (tx *Tx) CountOAuthClients(ctx context.Context) (count int64, err error) {
	err = tx.QueryRow(ctx, `SELECT COUNT(*) FROM oauth_clients`, nil, &count)
	return count, err
}

// TouchOAuthClient notes that somebody gave the client access.
func (tx *Tx) TouchOAuthClient(ctx context.Context, id string, now time.Time) error {
	_, err := tx.Exec(ctx, `UPDATE oauth_clients SET used_ms = $2 WHERE id = $1 AND COALESCE(used_ms, 0) < $2`, id, Millis(now))
	return err
}

// DeleteOAuthClients drops up to limit clients that nobody uses: those registered before neverUsed and never given
// access, and those last given access before lastUsed, if no sign-in and no open request hangs on them.
func (tx *Tx) DeleteOAuthClients(ctx context.Context, neverUsed, lastUsed time.Time, limit int) (int64, error) {
	return tx.Exec(ctx, `DELETE FROM oauth_clients WHERE id IN (
		SELECT c.id FROM oauth_clients c
		WHERE (c.used_ms IS NULL AND c.created_ms < $1 OR c.used_ms < $2)
			AND NOT EXISTS (SELECT 1 FROM oauth_families f WHERE f.client_id = c.id)
			AND NOT EXISTS (SELECT 1 FROM oauth_codes o WHERE o.client_id = c.id)
			AND NOT EXISTS (SELECT 1 FROM oauth_devices d WHERE d.client_id = c.id)
		LIMIT $3)`, Millis(neverUsed), Millis(lastUsed), limit)
}
