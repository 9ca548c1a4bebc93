package store

import (
	"context"
	"time"
)

// EsignInlet is where the e-signature provider of a workspace reports to.
type EsignInlet struct {
	ID           string
	WorkspaceID  string
	SealedSecret string
	CreatedAt    time.Time
}

// PutEsignInlet stores the inlet of a workspace, in place of the one before.
func (tx *Tx) PutEsignInlet(ctx context.Context, in EsignInlet) error {
	_, err := tx.Exec(ctx, `INSERT INTO esign_inlets (workspace_id, id, sealed_secret, created_ms) VALUES ($1, $2, $3, $4)
		ON CONFLICT (workspace_id) DO UPDATE SET id = $2, sealed_secret = $3, created_ms = $4`, in.WorkspaceID, in.ID, in.SealedSecret, Millis(in.CreatedAt))
	return err
}

// EsignInlet is the inlet of that id, or ErrNotFound. A callback comes without another credential, so this query finds
// the workspace instead of being given it; the callback's signature must then hold.
func (tx *Tx) EsignInlet(ctx context.Context, id string) (EsignInlet, error) {
	in := EsignInlet{ID: id}
	var created int64
	err := tx.QueryRow(ctx, `SELECT workspace_id, sealed_secret, created_ms FROM esign_inlets WHERE id = $1`, []any{id}, &in.WorkspaceID, &in.SealedSecret, &created)
	in.CreatedAt = Time(created)
	return in, err
}

// CompleteEnvelope notes that an envelope of a session was signed by everyone, and says whether that is news.
func (tx *Tx) CompleteEnvelope(ctx context.Context, workspaceID, envelopeID, sessionID string, completed time.Time) (bool, error) {
	rows, err := tx.Exec(ctx, `INSERT INTO esign_envelopes (workspace_id, envelope_id, session_id, completed_ms) VALUES ($1, $2, $3, $4)
		ON CONFLICT (workspace_id, envelope_id) DO NOTHING`, workspaceID, envelopeID, sessionID, Millis(completed))
	return rows > 0, err
}
