package store

import (
	"context"
	"time"
)

// Workspace is one agency: the owner of everything else.
type Workspace struct {
	ID        string
	Name      string
	Plan      string
	Profile   map[string]string // the agency's own appointment fields
	CreatedAt time.Time
}

// InsertWorkspace stores a new workspace.
func (tx *Tx) InsertWorkspace(ctx context.Context, w Workspace) error {
	if w.Profile == nil {
		w.Profile = map[string]string{}
	}
	_, err := tx.Exec(ctx, `INSERT INTO workspaces (id, name, plan, agency_profile, created_ms) VALUES ($1, $2, $3, $4, $5)`,
		w.ID, w.Name, w.Plan, encode(w.Profile), Millis(w.CreatedAt))
	return err
}

// Workspace is the workspace of that id, or ErrNotFound.
func (tx *Tx) Workspace(ctx context.Context, id string) (Workspace, error) {
	w := Workspace{ID: id}
	var profile string
	var created int64
	err := tx.QueryRow(ctx, `SELECT name, plan, agency_profile, created_ms FROM workspaces WHERE id = $1`,
		[]any{id}, &w.Name, &w.Plan, &profile, &created)
	if err != nil {
		return w, err
	}
	w.CreatedAt = Time(created)
	return w, decode(profile, &w.Profile)
}

// Workspaces lists all workspaces, oldest first.
func (tx *Tx) Workspaces(ctx context.Context) ([]Workspace, error) {
	rows, err := tx.Query(ctx, `SELECT id, name, plan, agency_profile, created_ms FROM workspaces ORDER BY created_ms, id`)
	return Collect(rows, err, func(row Row) (w Workspace, err error) {
		var profile string
		var created int64
		if err := row.Scan(&w.ID, &w.Name, &w.Plan, &profile, &created); err != nil {
			return w, err
		}
		w.CreatedAt = Time(created)
		return w, decode(profile, &w.Profile)
	})
}

// SetPlan changes a workspace's plan, or returns ErrNotFound.
func (tx *Tx) SetPlan(ctx context.Context, id, plan string) error {
	return one(tx.Exec(ctx, `UPDATE workspaces SET plan = $2 WHERE id = $1`, id, plan))
}

// SetProfile replaces a workspace's agency profile, or returns ErrNotFound.
func (tx *Tx) SetProfile(ctx context.Context, id string, profile map[string]string) error {
	return one(tx.Exec(ctx, `UPDATE workspaces SET agency_profile = $2 WHERE id = $1`, id, encode(profile)))
}

// one turns a statement that met no row into ErrNotFound.
func one(rows int64, err error) error {
	if err == nil && rows == 0 {
		return ErrNotFound
	}
	return err
}
