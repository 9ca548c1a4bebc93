package store

import (
	"context"
	"time"
)

// User is a person who can sign in.
type User struct {
	ID           string
	Email        string // lower case
	PasswordHash string
	CreatedAt    time.Time
}

// Membership says that a person belongs to a workspace.
type Membership struct {
	WorkspaceID   string
	WorkspaceName string
	UserID        string
	Email         string
	Role          string
	CreatedAt     time.Time
}

// Invitation is a one-time link into a workspace.
type Invitation struct {
	ID          string
	WorkspaceID string
	Hash        string
	Role        string
	CreatedAt   time.Time
	ExpiresAt   time.Time
	UsedAt      time.Time // zero: still good
}

// InsertUser stores a new person. An email that is taken gives an error for which IsUnique is true.
func (tx *Tx) InsertUser(ctx context.Context, u User) error {
	_, err := tx.Exec(ctx, `INSERT INTO users (id, email, password_hash, created_ms) VALUES ($1, $2, $3, $4)`,
		u.ID, u.Email, u.PasswordHash, Millis(u.CreatedAt))
	return err
}

// User is the person of that id, or ErrNotFound.
func (tx *Tx) User(ctx context.Context, id string) (User, error) {
	return tx.user(ctx, `SELECT id, email, password_hash, created_ms FROM users WHERE id = $1`, id)
}

// UserByEmail is the person with that email in lower case, or ErrNotFound.
func (tx *Tx) UserByEmail(ctx context.Context, email string) (User, error) {
	return tx.user(ctx, `SELECT id, email, password_hash, created_ms FROM users WHERE email = $1`, email)
}

func (tx *Tx) user(ctx context.Context, query, key string) (u User, err error) {
	var created int64
	err = tx.QueryRow(ctx, query, []any{key}, &u.ID, &u.Email, &u.PasswordHash, &created)
	u.CreatedAt = Time(created)
	return u, err
}

// SetPassword replaces a person's password hash, or returns ErrNotFound.
func (tx *Tx) SetPassword(ctx context.Context, userID, hash string) error {
	return one(tx.Exec(ctx, `UPDATE users SET password_hash = $2 WHERE id = $1`, userID, hash))
}

// AnyUser says whether anybody can sign in yet.
func (tx *Tx) AnyUser(ctx context.Context) (bool, error) {
	var count int64
	err := tx.QueryRow(ctx, `SELECT COUNT(*) FROM (SELECT id FROM users LIMIT 1) AS first`, nil, &count)
	return count > 0, err
}

// AddMember puts a person into a workspace. Somebody who is in it already keeps their role.
func (tx *Tx) AddMember(ctx context.Context, m Membership) error {
	_, err := tx.Exec(ctx, `INSERT INTO memberships (workspace_id, user_id, role, created_ms) VALUES ($1, $2, $3, $4)
		ON CONFLICT (workspace_id, user_id) DO NOTHING`, m.WorkspaceID, m.UserID, m.Role, Millis(m.CreatedAt))
	return err
}

// RemoveMember takes a person out of a workspace, or returns ErrNotFound.
func (tx *Tx) RemoveMember(ctx context.Context, workspaceID, userID string) error {
	return one(tx.Exec(ctx, `DELETE FROM memberships WHERE workspace_id = $1 AND user_id = $2`, workspaceID, userID))
}

const membershipQuery = `SELECT m.workspace_id, w.name, m.user_id, u.email, m.role, m.created_ms FROM memberships m
	JOIN workspaces w ON w.id = m.workspace_id JOIN users u ON u.id = m.user_id `

// Memberships lists the workspaces of a person by name.
func (tx *Tx) Memberships(ctx context.Context, userID string) ([]Membership, error) {
	rows, err := tx.Query(ctx, membershipQuery+`WHERE m.user_id = $1 ORDER BY w.name, w.id`, userID)
	return Collect(rows, err, scanMembership)
}

// Members lists the people of a workspace, the longest-standing first.
func (tx *Tx) Members(ctx context.Context, workspaceID string) ([]Membership, error) {
	rows, err := tx.Query(ctx, membershipQuery+`WHERE m.workspace_id = $1 ORDER BY m.created_ms, u.email`, workspaceID)
	return Collect(rows, err, scanMembership)
}

func scanMembership(row Row) (m Membership, err error) {
	var created int64
	err = row.Scan(&m.WorkspaceID, &m.WorkspaceName, &m.UserID, &m.Email, &m.Role, &created)
	m.CreatedAt = Time(created)
	return m, err
}

// InsertInvitation stores a new link.
func (tx *Tx) InsertInvitation(ctx context.Context, i Invitation) error {
	_, err := tx.Exec(ctx, `INSERT INTO invitations (id, workspace_id, hash, role, created_ms, expires_ms, used_ms)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		i.ID, i.WorkspaceID, i.Hash, i.Role, Millis(i.CreatedAt), Millis(i.ExpiresAt), millisOrNil(i.UsedAt))
	return err
}

// InvitationByHash is the link with that hash, used or not, or ErrNotFound.
func (tx *Tx) InvitationByHash(ctx context.Context, hash string) (Invitation, error) {
	i := Invitation{Hash: hash}
	var created, expires int64
	var used *int64
	err := tx.QueryRow(ctx, `SELECT id, workspace_id, role, created_ms, expires_ms, used_ms FROM invitations WHERE hash = $1`,
		[]any{hash}, &i.ID, &i.WorkspaceID, &i.Role, &created, &expires, &used)
	i.CreatedAt, i.ExpiresAt, i.UsedAt = Time(created), Time(expires), timeOrZero(used)
	return i, err
}

// PendingInvitations lists at most so many of a workspace's links that are still good, the newest first.
func (tx *Tx) PendingInvitations(ctx context.Context, workspaceID string, now time.Time, most int) ([]Invitation, error) {
	rows, err := tx.Query(ctx, `SELECT id, workspace_id, role, created_ms, expires_ms FROM invitations
		WHERE workspace_id = $1 AND used_ms IS NULL AND expires_ms > $2 ORDER BY created_ms DESC, id LIMIT $3`, workspaceID, Millis(now), most)
	return Collect(rows, err, func(row Row) (i Invitation, err error) {
		var created, expires int64
		err = row.Scan(&i.ID, &i.WorkspaceID, &i.Role, &created, &expires)
		i.CreatedAt, i.ExpiresAt = Time(created), Time(expires)
		return i, err
	})
}

// DeleteInvitationsBefore drops the links that were over by then.
func (tx *Tx) DeleteInvitationsBefore(ctx context.Context, t time.Time) error {
	_, err := tx.Exec(ctx, `DELETE FROM invitations WHERE expires_ms < $1`, Millis(t))
	return err
}

// DeleteInvitation withdraws a link that was not used yet, or returns ErrNotFound.
func (tx *Tx) DeleteInvitation(ctx context.Context, workspaceID, id string) error {
	return one(tx.Exec(ctx, `DELETE FROM invitations WHERE workspace_id = $1 AND id = $2 AND used_ms IS NULL`, workspaceID, id))
}

// UseInvitation marks a link as used. One that was used before is ErrNotFound.
func (tx *Tx) UseInvitation(ctx context.Context, workspaceID, id string, now time.Time) error {
	return one(tx.Exec(ctx, `UPDATE invitations SET used_ms = $3 WHERE workspace_id = $1 AND id = $2 AND used_ms IS NULL`,
		workspaceID, id, Millis(now)))
}
