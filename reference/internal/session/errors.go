package session

import "errors"

// Errors that a caller tells apart.
var (
	// ErrNotFound says that the workspace has no such session. Another workspace's session is as unknown as none.
	ErrNotFound = errors.New("session: no such session in this workspace")
	// ErrNoForm says that fill has not produced this form.
	ErrNoForm = errors.New("session: the form has not been filled")
	// ErrCapReached says that the plan has no session left in this month (spec section 8).
	ErrCapReached = errors.New("session: the plan's sessions of this month are used up")
)

// NotYet says that the session cannot do this in its present state: not yet, or no longer.
type NotYet struct{ Reason string }

func (e *NotYet) Error() string { return "session: " + e.Reason }

// Invalid says that what was sent cannot be taken, with every fault.
type Invalid struct{ Faults []Fault }

// Fault is one thing wrong with what was sent. Path leads to it within the body.
type Fault struct {
	Path []any
	Type string
	Msg  string
}

func (e *Invalid) Error() string { return "session: invalid input: " + e.Faults[0].Msg }

// PlatformError says that the market platform failed. What was begun can be repeated.
type PlatformError struct{ Err error }

func (e *PlatformError) Error() string {
	return "session: the market platform failed: " + e.Err.Error()
}

// Unwrap is what the platform did.
func (e *PlatformError) Unwrap() error { return e.Err }
