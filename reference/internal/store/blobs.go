package store

import (
	"context"
	"database/sql"
	"fmt"
	"io"
)

// blobPart is how many bytes one row of a blob holds: what reading or writing one needs in memory.
const blobPart = 1 << 20

// WriteBlob stores size bytes under a new id. It reads from a ReaderAt, since a write may be repeated.
func (tx *Tx) WriteBlob(ctx context.Context, workspaceID, id string, from io.ReaderAt, size int64) error {
	buffer := make([]byte, min(size, blobPart))
	for part := int64(0); part*blobPart < size; part++ {
		data := buffer[:min(size-part*blobPart, blobPart)]
		if n, err := from.ReadAt(data, part*blobPart); n < len(data) {
			return fmt.Errorf("store: reading what to store: %w", err)
		}
		_, err := tx.Exec(ctx, `INSERT INTO blobs (workspace_id, id, part, bytes) VALUES ($1, $2, $3, $4)`, workspaceID, id, part, data)
		if err != nil {
			return err
		}
	}
	return nil
}

// DeleteBlob removes a blob.
func (tx *Tx) DeleteBlob(ctx context.Context, workspaceID, id string) error {
	_, err := tx.Exec(ctx, `DELETE FROM blobs WHERE workspace_id = $1 AND id = $2`, workspaceID, id)
	return err
}

// ReadBlob is a whole blob of the given size.
func (tx *Tx) ReadBlob(ctx context.Context, workspaceID, id string, size int64) ([]byte, error) {
	rows, err := tx.Query(ctx, `SELECT bytes FROM blobs WHERE workspace_id = $1 AND id = $2 ORDER BY part`, workspaceID, id)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := make([]byte, 0, size)
	for rows.Next() {
		var part sql.RawBytes
		if err := rows.Scan(&part); err != nil {
			return nil, err
		}
		all = append(all, part...)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	if int64(len(all)) != size {
		return nil, fmt.Errorf("store: blob %s has %d bytes of %d", id, len(all), size)
	}
	return all, nil
}
