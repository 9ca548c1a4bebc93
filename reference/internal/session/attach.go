package session

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/workspaceintake/intake-go/reference/internal/store"
)

// Attach stores documents that travel with the submission (spec section 4, endpoint 7): all of them or none. What
// could no longer travel is refused: a submission may be under way, but not sealed.
func (s *Service) Attach(ctx context.Context, workspaceID, id string, files []Upload) ([]store.Document, error) {
	if !store.IsID(id) {
		return nil, ErrNotFound
	}
	documents, now := make([]store.Document, len(files)), s.o.Clock.Now()
	for i, f := range files { // a millisecond apart, which keeps their order
		documents[i] = store.Document{ID: store.NewID("doc"), WorkspaceID: workspaceID, SessionID: id, Filename: f.Filename,
			ContentType: f.ContentType, Size: f.Size, BlobID: store.NewID("blob"), CreatedAt: now.Add(time.Duration(i) * time.Millisecond)}
	}
	err := s.o.DB.Write(ctx, func(tx *store.Tx) error {
		if err := tx.HasSession(ctx, workspaceID, id); err != nil {
			return err
		}
		if err := unsent(ctx, tx, workspaceID, id); err != nil {
			return err
		}
		if err := s.room(ctx, tx, workspaceID, id, documents); err != nil {
			return err
		}
		for i, d := range documents {
			if err := tx.WriteBlob(ctx, workspaceID, d.BlobID, files[i].Data, d.Size); err != nil {
				return err
			}
			if err := tx.InsertDocument(ctx, d); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, known(err)
	}
	return documents, nil
}

// unsent refuses what can no longer travel.
func unsent(ctx context.Context, tx *store.Tx, workspaceID, id string) error {
	previous, err := tx.Submission(ctx, workspaceID, id)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	switch {
	case previous.ID != "":
		return &NotYet{"The session has been submitted as " + previous.ID + ". Documents can no longer be attached to it."}
	case previous.Sealed:
		return &NotYet{"The session is being submitted. Documents can no longer be attached to it; submit it again to learn the submission's id."}
	}
	return nil
}

// room checks the bounds of one session's documents.
func (s *Service) room(ctx context.Context, tx *store.Tx, workspaceID, id string, more []store.Document) error {
	count, size, err := tx.DocumentsHeld(ctx, workspaceID, id)
	if err != nil {
		return err
	}
	for _, d := range more {
		count, size = count+1, size+d.Size
	}
	if count > s.o.MaxDocuments || size > s.o.MaxDocumentBytes {
		return &NotYet{fmt.Sprintf("A session carries at most %d documents of together %d MiB.", s.o.MaxDocuments, s.o.MaxDocumentBytes>>20)}
	}
	return nil
}
