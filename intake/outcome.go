package intake

import (
	"context"
	"time"
)

// OutcomeUnknownError is a call whose answer was lost after the request, or a part of it, was sent: the service may have
// done what was asked, or not. The client never sends such a call again. Reconcile finds out what it can.
type OutcomeUnknownError struct {
	Operation string
	Err       error // what happened to the connection
	Meta      Meta

	started time.Time // on our clock
	client  func() *Client
	probe   prober
}

// Error says that the outcome is unknown, and why.
func (e *OutcomeUnknownError) Error() string {
	return "intake: " + e.Operation + ": " + ErrOutcomeUnknown.Error() + ": " + e.Err.Error()
}

// Unwrap is what happened to the connection.
func (e *OutcomeUnknownError) Unwrap() error { return e.Err }

// Is says that it is ErrOutcomeUnknown.
func (e *OutcomeUnknownError) Is(target error) bool { return target == ErrOutcomeUnknown }

// Outcome is what became of a call whose answer was lost.
type Outcome int

// The outcomes. NotDone holds for what the service had recorded when it was asked: a request that was still on its way
// may be done later.
const (
	StillUnknown Outcome = iota // what can be read does not tell
	Done                        // the service did it
	NotDone                     // the service had not done it
)

// String is the outcome in words.
func (o Outcome) String() string {
	switch o {
	case Done:
		return "done"
	case NotDone:
		return "not done"
	}
	return "still unknown"
}

// Reconciliation is what Reconcile found.
type Reconciliation struct {
	Outcome  Outcome
	Session  *SessionDetail    // as it is now; nil when the call was not about one session, or nothing was found
	Sessions []*SessionSummary // after Create: the sessions of the same insured
}

// Reconcile reads what the service holds now and compares it with what the call would have changed. It only reads. After
//
//   - Create it looks for a session of the insured that was made since,
//   - Answer, Extract and AttachDocuments it looks whether the session was changed since,
//   - Fill it looks whether forms were filled since,
//   - Submit it looks whether the session says that it is submitted; that it is not submitted yet is never taken for NotDone,
//   - an appointment request nothing can be read, and the outcome stays unknown.
//
// Changes that somebody else made meanwhile to the same session cannot be told from one's own.
func (e *OutcomeUnknownError) Reconcile(ctx context.Context) (*Reconciliation, error) {
	if e.probe == nil {
		return &Reconciliation{}, nil
	}
	return e.probe(ctx, e.client(), e.started)
}

func (c *call) outcomeUnknown(err error) *OutcomeUnknownError {
	client := c.client
	return &OutcomeUnknownError{Operation: c.op.name, Err: err, Meta: c.meta(), started: c.started,
		client: func() *Client { return client }, probe: c.lost}
}
