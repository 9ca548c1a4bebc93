package oauthflow

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// What a sign-in or a refresh can come to. Compare with errors.Is.
var (
	// ErrDenied: the person refused.
	ErrDenied = errors.New("oauthflow: the request was denied")
	// ErrExpired: nobody answered in time.
	ErrExpired = errors.New("oauthflow: the sign-in expired before it was approved")
	// ErrCancelled: the caller's context ended. The error also matches the context's own cause.
	ErrCancelled = errors.New("oauthflow: cancelled")
	// ErrLost: the request was approved, but the answer that carried the tokens never arrived. Start again.
	ErrLost = errors.New("oauthflow: approved, but the answer was lost: sign in again")
	// ErrSignInAgain: the server no longer accepts the stored tokens; only a new sign-in helps. A network error never
	// comes to this.
	ErrSignInAgain = errors.New("oauthflow: sign in again")
	// ErrNotSignedIn: the store holds no tokens for this issuer.
	ErrNotSignedIn = errors.New("oauthflow: not signed in")
	// ErrRefused: the API refuses a token that has only just been refreshed, so refreshing is no cure.
	ErrRefused = errors.New("oauthflow: a fresh access token was refused")
	// ErrIssuerMismatch: an answer comes from another issuer than the one asked (RFC 8414 section 3.3, RFC 9207).
	ErrIssuerMismatch = errors.New("oauthflow: the answer comes from another issuer")
	// ErrRateLimited: the server answered 429, and named no wait or one that is too long to sit out here. RetryAfter of
	// the *ServerError is what it named.
	ErrRateLimited = errors.New("oauthflow: rate limited")
	// ErrClosed: the Source was closed.
	ErrClosed = errors.New("oauthflow: source is closed")
)

// ConfigError is a Config that cannot work.
type ConfigError struct {
	Field  string // the field of Config
	Reason string
}

// Error names the field and the reason.
func (e *ConfigError) Error() string { return "oauthflow: Config." + e.Field + " " + e.Reason }

// MetadataError is a metadata document that is refused, with the member at fault (RFC 8414 section 2).
type MetadataError struct {
	Issuer string
	Member string // empty when the document as a whole is at fault
	Reason string
	Err    error // ErrIssuerMismatch, or nil
}

// Error names the issuer, the member at fault and the reason.
func (e *MetadataError) Error() string {
	if e.Member == "" {
		return fmt.Sprintf("oauthflow: metadata of %s: %s", e.Issuer, e.Reason)
	}
	return fmt.Sprintf("oauthflow: metadata of %s: %s: %s", e.Issuer, e.Member, e.Reason)
}

// Unwrap is ErrIssuerMismatch where that is the fault.
func (e *MetadataError) Unwrap() error { return e.Err }

// ServerError is an error answer of the server (RFC 6749 section 5.2, RFC 7591 section 3.2.2).
type ServerError struct {
	Op          string        // "register", "device authorization", "token", "refresh", "revoke", "authorize"
	Status      int           // 0 when the error came through the browser
	Code        string        // the member "error"; empty when the body had none
	Description string        // cleaned and cut
	RetryAfter  time.Duration // the wait that the answer asked for; 0 when it named none
	Attempts    int           // requests that were sent to get it
}

// Is matches ErrRateLimited.
func (e *ServerError) Is(target error) bool {
	return target == ErrRateLimited && e.Status == http.StatusTooManyRequests
}

// Error says what was asked for and the server's own code and description.
func (e *ServerError) Error() string {
	text := "oauthflow: " + e.Op + ": the server answered"
	if e.Status != 0 {
		text += fmt.Sprintf(" %d", e.Status)
	}
	if e.Code != "" {
		text += " " + e.Code
	}
	if e.Description != "" {
		text += ": " + e.Description
	}
	if e.RetryAfter > 0 {
		text += fmt.Sprintf(" (to be asked again in %v)", e.RetryAfter.Round(time.Second))
	}
	return text
}

// NetworkError is a request that got no answer. Trying later may help.
type NetworkError struct {
	Op        string
	Sent      bool // the server may have seen the request
	Attempts  int  // requests that were tried
	text      string
	err       error
	permanent bool // and will not get better by itself
}

// Error says what was asked for and what happened.
func (e *NetworkError) Error() string { return "oauthflow: " + e.Op + ": " + e.text }

// Unwrap gives the cause, unless its text carries a secret.
func (e *NetworkError) Unwrap() error { return e.err }

// ResponseError is an answer that the protocol does not allow, or that is not safe to show.
type ResponseError struct {
	Op     string
	Status int
	Reason string
	Err    error // ErrIssuerMismatch, or nil
}

// Error says what was asked for, the status and the reason.
func (e *ResponseError) Error() string {
	if e.Status == 0 {
		return "oauthflow: " + e.Op + ": " + e.Reason
	}
	return fmt.Sprintf("oauthflow: %s: %s (status %d)", e.Op, e.Reason, e.Status)
}

// Unwrap is ErrIssuerMismatch where that is the fault.
func (e *ResponseError) Unwrap() error { return e.Err }

// StoreError is a store that could not load, save, delete or lock.
type StoreError struct {
	Op  string // "load", "save", "delete", "lock"
	Err error
}

// Error says what the store could not do, and why.
func (e *StoreError) Error() string { return "oauthflow: store: " + e.Op + ": " + e.Err.Error() }

// Unwrap is what the store said.
func (e *StoreError) Unwrap() error { return e.Err }

// cancelled reports that ctx ended, and why.
type cancelled struct{ cause error }

func (e *cancelled) Error() string   { return ErrCancelled.Error() + ": " + e.cause.Error() }
func (e *cancelled) Unwrap() []error { return []error{ErrCancelled, e.cause} }

func ctxError(ctx context.Context) error { return &cancelled{context.Cause(ctx)} }

// orCancelled is err, or the end of ctx when that is why err happened.
func orCancelled(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctxError(ctx)
	}
	return err
}

// outcome is one of the sentinels together with what led to it.
type outcome struct {
	meaning error
	reason  string
	cause   error
}

func (e *outcome) Error() string {
	text := e.meaning.Error()
	if e.reason != "" {
		text += ": " + e.reason
	}
	return text
}

func (e *outcome) Unwrap() []error {
	if e.cause == nil {
		return []error{e.meaning}
	}
	return []error{e.meaning, e.cause}
}
