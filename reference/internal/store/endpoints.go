package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"time"
)

// Endpoint is where a workspace wants its events.
type Endpoint struct {
	ID           string
	WorkspaceID  string
	URL          string
	Events       []string
	Description  string
	SealedSecret string
	Disabled     bool
	CreatedAt    time.Time
}

const endpointColumns = `id, workspace_id, url, events, description, sealed_secret, disabled_ms, created_ms`

func scanEndpoint(row Row) (e Endpoint, err error) {
	var events string
	var disabled sql.NullInt64
	var created int64
	if err := row.Scan(&e.ID, &e.WorkspaceID, &e.URL, &events, &e.Description, &e.SealedSecret, &disabled, &created); err != nil {
		return e, err
	}
	e.Disabled, e.CreatedAt = disabled.Valid, Time(created)
	return e, json.Unmarshal([]byte(events), &e.Events)
}

// InsertEndpoint stores a new endpoint.
func (tx *Tx) InsertEndpoint(ctx context.Context, e Endpoint) error {
	events, err := json.Marshal(e.Events)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO endpoints (id, workspace_id, url, events, description, sealed_secret, created_ms) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		e.ID, e.WorkspaceID, e.URL, string(events), e.Description, e.SealedSecret, Millis(e.CreatedAt))
	return err
}

// Endpoints lists the workspace's endpoints, oldest first.
func (tx *Tx) Endpoints(ctx context.Context, workspaceID string) ([]Endpoint, error) {
	rows, err := tx.Query(ctx, `SELECT `+endpointColumns+` FROM endpoints WHERE workspace_id = $1 AND deleted_ms IS NULL ORDER BY created_ms, id`, workspaceID)
	return Collect(rows, err, scanEndpoint)
}

// Endpoint is one endpoint of the workspace, or ErrNotFound.
func (tx *Tx) Endpoint(ctx context.Context, workspaceID, id string) (Endpoint, error) {
	rows, err := tx.Query(ctx, `SELECT `+endpointColumns+` FROM endpoints WHERE workspace_id = $1 AND id = $2 AND deleted_ms IS NULL`, workspaceID, id)
	all, err := Collect(rows, err, scanEndpoint)
	if err == nil && len(all) == 0 {
		err = ErrNotFound
	}
	if err != nil {
		return Endpoint{}, err
	}
	return all[0], nil
}

// UpdateEndpoint stores what may change of an endpoint: URL, events, description, secret, and whether it is disabled.
func (tx *Tx) UpdateEndpoint(ctx context.Context, e Endpoint, now time.Time) error {
	events, err := json.Marshal(e.Events)
	if err != nil {
		return err
	}
	var disabled any
	if e.Disabled {
		disabled = Millis(now)
	}
	n, err := tx.Exec(ctx, `UPDATE endpoints SET url = $3, events = $4, description = $5, sealed_secret = $6, disabled_ms = $7
		WHERE workspace_id = $1 AND id = $2 AND deleted_ms IS NULL`, e.WorkspaceID, e.ID, e.URL, string(events), e.Description, e.SealedSecret, disabled)
	return changedOne(n, err)
}

// DeleteEndpoint hides an endpoint and ends its pending deliveries. Its log stays.
func (tx *Tx) DeleteEndpoint(ctx context.Context, workspaceID, id string, now time.Time) error {
	n, err := tx.Exec(ctx, `UPDATE endpoints SET deleted_ms = $3 WHERE workspace_id = $1 AND id = $2 AND deleted_ms IS NULL`, workspaceID, id, Millis(now))
	if err := changedOne(n, err); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE deliveries SET state = 'failed' WHERE workspace_id = $1 AND endpoint_id = $2 AND state = 'pending'`, workspaceID, id)
	return err
}

// changedOne turns a change that met no row into ErrNotFound.
func changedOne(n int64, err error) error {
	if err == nil && n == 0 {
		return ErrNotFound
	}
	return err
}
