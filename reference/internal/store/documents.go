package store

import (
	"context"
	"time"
)

// Document is a supporting document of a session.
type Document struct {
	ID          string
	WorkspaceID string
	SessionID   string
	Filename    string
	ContentType string
	Size        int64
	BlobID      string
	CreatedAt   time.Time
}

// InsertDocument stores a new document's row; its bytes are a blob.
func (tx *Tx) InsertDocument(ctx context.Context, d Document) error {
	_, err := tx.Exec(ctx, `INSERT INTO documents (workspace_id, session_id, id, filename, content_type, size, blob_id, created_ms)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		d.WorkspaceID, d.SessionID, d.ID, d.Filename, d.ContentType, d.Size, d.BlobID, Millis(d.CreatedAt))
	return err
}

// Documents lists a session's documents in the order in which they were attached.
func (tx *Tx) Documents(ctx context.Context, workspaceID, sessionID string) ([]Document, error) {
	rows, err := tx.Query(ctx, `SELECT id, filename, content_type, size, blob_id, created_ms FROM documents
		WHERE workspace_id = $1 AND session_id = $2 ORDER BY created_ms, id`, workspaceID, sessionID)
	return Collect(rows, err, func(row Row) (Document, error) {
		d := Document{WorkspaceID: workspaceID, SessionID: sessionID}
		var created int64
		err := row.Scan(&d.ID, &d.Filename, &d.ContentType, &d.Size, &d.BlobID, &created)
		d.CreatedAt = Time(created)
		return d, err
	})
}

// DocumentsHeld is how many documents a session has, and their bytes.
func (tx *Tx) DocumentsHeld(ctx context.Context, workspaceID, sessionID string) (count, size int64, err error) {
	err = tx.QueryRow(ctx, `SELECT COUNT(*), CAST(COALESCE(SUM(size), 0) AS BIGINT) FROM documents WHERE workspace_id = $1 AND session_id = $2`,
		[]any{workspaceID, sessionID}, &count, &size)
	return count, size, err
}
