package store

import (
	"context"
	"time"
)

// Submission is a session's way to the market platform: begun before anything is sent, sent when the platform has it.
type Submission struct {
	WorkspaceID string
	SessionID   string
	ID          string // the platform's; empty until it has finalised
	Sealed      bool   // the platform may have finalised: nothing can be added
	BegunAt     time.Time
	SentAt      time.Time
}

// BeginSubmission notes that a submission is about to be sent. One that was begun before stays as it is.
func (tx *Tx) BeginSubmission(ctx context.Context, workspaceID, sessionID string, now time.Time) error {
	_, err := tx.Exec(ctx, `INSERT INTO submissions (workspace_id, session_id, begun_ms) VALUES ($1, $2, $3)
		ON CONFLICT (workspace_id, session_id) DO NOTHING`, workspaceID, sessionID, Millis(now))
	return err
}

// Submission is the session's submission, or ErrNotFound.
func (tx *Tx) Submission(ctx context.Context, workspaceID, sessionID string) (Submission, error) {
	s := Submission{WorkspaceID: workspaceID, SessionID: sessionID}
	var begun int64
	var id *string
	var sealed, sent *int64
	err := tx.QueryRow(ctx, `SELECT submission_id, begun_ms, sealed_ms, sent_ms FROM submissions WHERE workspace_id = $1 AND session_id = $2`,
		[]any{workspaceID, sessionID}, &id, &begun, &sealed, &sent)
	if id != nil {
		s.ID = *id
	}
	s.Sealed, s.BegunAt, s.SentAt = sealed != nil, Time(begun), timeOrZero(sent)
	return s, err
}

// SealSubmission notes that the platform may finalise the submission from now on. The first such time stays.
func (tx *Tx) SealSubmission(ctx context.Context, workspaceID, sessionID string, now time.Time) error {
	_, err := tx.Exec(ctx, `UPDATE submissions SET sealed_ms = COALESCE(sealed_ms, $3) WHERE workspace_id = $1 AND session_id = $2`,
		workspaceID, sessionID, Millis(now))
	return err
}

// FinishSubmission stores the platform's id. It says false when another caller was first.
func (tx *Tx) FinishSubmission(ctx context.Context, workspaceID, sessionID, id string, now time.Time) (bool, error) {
	rows, err := tx.Exec(ctx, `UPDATE submissions SET submission_id = $3, sent_ms = $4
		WHERE workspace_id = $1 AND session_id = $2 AND submission_id IS NULL`, workspaceID, sessionID, id, Millis(now))
	return rows == 1, err
}
