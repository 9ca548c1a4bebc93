package store

import (
	"context"
	"time"
)

// MarketConnection is a workspace's account on the external market platform.
type MarketConnection struct {
	WorkspaceID string
	Provider    string
	BaseURL     string
	SealedToken string
	ConnectedAt time.Time
}

// PutMarketConnection stores the connection in the place of an earlier one.
func (tx *Tx) PutMarketConnection(ctx context.Context, c MarketConnection) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO market_connections (workspace_id, provider, base_url, sealed_token, connected_ms)
		VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (workspace_id) DO UPDATE SET provider = excluded.provider, base_url = excluded.base_url,
			sealed_token = excluded.sealed_token, connected_ms = excluded.connected_ms`,
		c.WorkspaceID, c.Provider, c.BaseURL, c.SealedToken, Millis(c.ConnectedAt))
	return err
}

// MarketConnection is the workspace's connection, or ErrNotFound.
func (tx *Tx) MarketConnection(ctx context.Context, workspaceID string) (MarketConnection, error) {
	c := MarketConnection{WorkspaceID: workspaceID}
	var connected int64
	err := tx.QueryRow(ctx, `SELECT provider, base_url, sealed_token, connected_ms FROM market_connections WHERE workspace_id = $1`,
		[]any{workspaceID}, &c.Provider, &c.BaseURL, &c.SealedToken, &connected)
	c.ConnectedAt = Time(connected)
	return c, err
}

// DeleteMarketConnection removes the connection, if there is one.
func (tx *Tx) DeleteMarketConnection(ctx context.Context, workspaceID string) error {
	_, err := tx.Exec(ctx, `DELETE FROM market_connections WHERE workspace_id = $1`, workspaceID)
	return err
}
