package webhook

import "errors"

// The kinds of refusal, for errors.Is.
var (
	ErrSecret    = errors.New("webhook: a signing secret is empty or missing")
	ErrSignature = errors.New("webhook: the signature does not hold")
	ErrHeader    = errors.New("webhook: a header contradicts the signed body")
	ErrStale     = errors.New("webhook: the event is outside the time in which it is taken")
	ErrTooLarge  = errors.New("webhook: the body is too large")
	ErrPayload   = errors.New("webhook: the signed body is not an event")
	ErrBusy      = errors.New("webhook: the delivery is being handled already")
	ErrLostClaim = errors.New("webhook: the claim ran out and was given to another")
	ErrClosed    = errors.New("webhook: the receiver is shutting down")
)

// Error is a refusal with what can be said about it. It is for logs: a Receiver never answers with it.
type Error struct {
	Kind   error     // one of the Err values
	Reason string    // what is wrong, or what would have matched
	Would  Diagnosis // for a signature that does not match: the mistake that explains it, if one does
}

// Error tells the kind and the reason.
func (e *Error) Error() string {
	if e.Reason == "" {
		return e.Kind.Error()
	}
	return e.Kind.Error() + ": " + e.Reason
}

// Unwrap is the kind.
func (e *Error) Unwrap() error { return e.Kind }

func mismatch(would Diagnosis) error {
	reason := "it is not that of this body under any of the secrets"
	if would != Unexplained {
		reason += "; it would match " + string(would)
	}
	return &Error{Kind: ErrSignature, Reason: reason, Would: would}
}
