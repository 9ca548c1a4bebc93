package store

import (
	"context"
	"time"
)

// FilledForm is a form that fill has produced.
type FilledForm struct {
	WorkspaceID   string
	SessionID     string
	FormKey       string
	Position      int // its place among the session's forms
	FieldsWritten int
	Sparse        bool
	Warnings      []string
	ValuesRev     int64 // of the session when it was filled
	BlobID        string
	Size          int64
	UpdatedAt     time.Time
}

// PutForm stores a form in the place of an earlier filling.
func (tx *Tx) PutForm(ctx context.Context, f FilledForm) error {
	_, err := tx.Exec(ctx, `INSERT INTO filled_forms (workspace_id, session_id, form_key, position, fields_written, sparse,
			warnings, values_rev, blob_id, size, updated_ms)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
		ON CONFLICT (workspace_id, session_id, form_key) DO UPDATE SET position = excluded.position,
			fields_written = excluded.fields_written, sparse = excluded.sparse, warnings = excluded.warnings,
			values_rev = excluded.values_rev, blob_id = excluded.blob_id, size = excluded.size, updated_ms = excluded.updated_ms`,
		f.WorkspaceID, f.SessionID, f.FormKey, f.Position, f.FieldsWritten, flag(f.Sparse), encode(f.Warnings),
		f.ValuesRev, f.BlobID, f.Size, Millis(f.UpdatedAt))
	return err
}

// Forms lists a session's filled forms in the order of its form keys.
func (tx *Tx) Forms(ctx context.Context, workspaceID, sessionID string) ([]FilledForm, error) {
	rows, err := tx.Query(ctx, `SELECT form_key, position, fields_written, sparse, warnings, values_rev, blob_id, size, updated_ms
		FROM filled_forms WHERE workspace_id = $1 AND session_id = $2 ORDER BY position`, workspaceID, sessionID)
	return Collect(rows, err, func(row Row) (FilledForm, error) {
		f := FilledForm{WorkspaceID: workspaceID, SessionID: sessionID}
		var sparse, updated int64
		var warnings string
		err := row.Scan(&f.FormKey, &f.Position, &f.FieldsWritten, &sparse, &warnings, &f.ValuesRev, &f.BlobID, &f.Size, &updated)
		if err != nil {
			return f, err
		}
		f.Sparse, f.UpdatedAt = sparse != 0, Time(updated)
		return f, decode(warnings, &f.Warnings)
	})
}

func flag(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
