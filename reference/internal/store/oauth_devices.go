package store

import (
	"context"
	"time"
)

// Decisions on a device request. It begins with none.
const (
	DeviceApproved = "approved"
	DeviceDenied   = "denied"
)

// OAuthDevice is a device that waits for a person to let it in (RFC 8628).
type OAuthDevice struct {
	Hash        string // of the device code
	UserHash    string // of the user code
	ClientID    string
	Scope       string
	Address     string
	UserAgent   string
	Interval    time.Duration
	PolledAt    time.Time // zero: not yet
	CreatedAt   time.Time
	ExpiresAt   time.Time
	Decision    string
	WorkspaceID string // of the person who approved
	UserID      string
	FamilyID    string // empty until the code is exchanged
}

const deviceColumns = `hash, user_hash, client_id, scope, address, user_agent, interval_ms, polled_ms, created_ms, expires_ms,
	decision, workspace_id, user_id, family_id`

// InsertOAuthDevice stores a new request. A user code that is in use gives an error for which IsUnique is true.
func (tx *Tx) InsertOAuthDevice(ctx context.Context, d OAuthDevice) error {
	_, err := tx.Exec(ctx, `INSERT INTO oauth_devices (`+deviceColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
		d.Hash, d.UserHash, d.ClientID, d.Scope, d.Address, d.UserAgent, d.Interval.Milliseconds(), millisOrNil(d.PolledAt),
		Millis(d.CreatedAt), Millis(d.ExpiresAt), d.Decision, d.WorkspaceID, d.UserID, d.FamilyID)
	return err
}

// OAuthDeviceByHash is the request with that device code, or ErrNotFound.
func (tx *Tx) OAuthDeviceByHash(ctx context.Context, hash string) (OAuthDevice, error) {
	return tx.oauthDevice(ctx, `SELECT `+deviceColumns+` FROM oauth_devices WHERE hash = $1`, hash)
}

// OAuthDeviceByUserHash is the request with that user code, or ErrNotFound.
func (tx *Tx) OAuthDeviceByUserHash(ctx context.Context, hash string) (OAuthDevice, error) {
	return tx.oauthDevice(ctx, `SELECT `+deviceColumns+` FROM oauth_devices WHERE user_hash = $1`, hash)
}

func (tx *Tx) oauthDevice(ctx context.Context, query, hash string) (d OAuthDevice, err error) {
	var interval, created, expires int64
	var polled *int64
	err = tx.QueryRow(ctx, query, []any{hash}, &d.Hash, &d.UserHash, &d.ClientID, &d.Scope, &d.Address, &d.UserAgent, &interval,
		&polled, &created, &expires, &d.Decision, &d.WorkspaceID, &d.UserID, &d.FamilyID)
	d.Interval, d.PolledAt = time.Duration(interval)*time.Millisecond, timeOrZero(polled)
	d.CreatedAt, d.ExpiresAt = Time(created), Time(expires)
	return d, err
}

// NotePoll records a poll and the pace that holds from now on.
func (tx *Tx) NotePoll(ctx context.Context, hash string, at time.Time, interval time.Duration) error {
	return one(tx.Exec(ctx, `UPDATE oauth_devices SET polled_ms = $2, interval_ms = $3 WHERE hash = $1`,
		hash, Millis(at), interval.Milliseconds()))
}

// DecideOAuthDevice records what the person said. A request that was decided before is ErrNotFound.
func (tx *Tx) DecideOAuthDevice(ctx context.Context, userHash, decision, workspaceID, userID string) error {
	return one(tx.Exec(ctx, `UPDATE oauth_devices SET decision = $2, workspace_id = $3, user_id = $4
		WHERE user_hash = $1 AND decision = ''`, userHash, decision, workspaceID, userID))
}

// SpendOAuthDevice ties a request to the family that came of it. One that is spent already is ErrNotFound.
func (tx *Tx) SpendOAuthDevice(ctx context.Context, hash, familyID string) error {
	return one(tx.Exec(ctx, `UPDATE oauth_devices SET family_id = $2 WHERE hash = $1 AND family_id = ''`, hash, familyID))
}

// DeleteOAuthDevices drops up to limit requests that had expired before t.
func (tx *Tx) DeleteOAuthDevices(ctx context.Context, t time.Time, limit int) (int64, error) {
	return tx.Exec(ctx, `DELETE FROM oauth_devices WHERE hash IN (SELECT hash FROM oauth_devices WHERE expires_ms < $1 LIMIT $2)`,
		Millis(t), limit)
}

// Guesses are the wrong user codes of a time, by whom they came from.
type Guesses struct{ ByUser, ByAddress, All int64 }

// CountGuesses counts the wrong user codes since then.
func (tx *Tx) CountGuesses(ctx context.Context, userID, address string, since time.Time) (g Guesses, err error) {
	err = tx.QueryRow(ctx, `SELECT COUNT(*), COALESCE(SUM(CASE WHEN user_id = $1 THEN 1 ELSE 0 END), 0),
		COALESCE(SUM(CASE WHEN address = $2 THEN 1 ELSE 0 END), 0) FROM oauth_guesses WHERE at_ms > $3`,
		[]any{userID, address, Millis(since)}, &g.All, &g.ByUser, &g.ByAddress)
	return g, err
}

// InsertGuess records a wrong user code.
func (tx *Tx) InsertGuess(ctx context.Context, userID, address string, at time.Time) error {
	_, err := tx.Exec(ctx, `INSERT INTO oauth_guesses (id, user_id, address, at_ms) VALUES ($1, $2, $3, $4)`,
		NewID("gss"), userID, address, Millis(at))
	return err
}

// DeleteGuesses drops up to limit wrong user codes from before t.
func (tx *Tx) DeleteGuesses(ctx context.Context, t time.Time, limit int) (int64, error) {
	return tx.Exec(ctx, `DELETE FROM oauth_guesses WHERE id IN (SELECT id FROM oauth_guesses WHERE at_ms < $1 LIMIT $2)`,
		Millis(t), limit)
}
