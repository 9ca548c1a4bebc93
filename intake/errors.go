package intake

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// What the answers of spec section 7 mean. Test for them with errors.Is.
var (
	ErrBadRequest   = errors.New("the request is malformed or the session cannot do this yet") // 400
	ErrUnauthorized = errors.New("the API key or token is missing, expired or invalid")        // 401
	ErrPlanCap      = errors.New("the workspace reached the cap of its plan")                  // 402
	ErrNotFound     = errors.New("no such session, or a form that was not filled yet")         // 404
	ErrInvalid      = errors.New("validation failed")                                          // 422
	ErrRateLimited  = errors.New("rate limited")                                               // 429
	ErrServer       = errors.New("the service failed")                                         // 5xx
)

// What can go wrong beside the answers of the service. Test for them with errors.Is.
var (
	ErrOutcomeUnknown   = errors.New("the outcome is unknown")                                 // the answer was lost after the request was sent
	ErrBadAnswer        = errors.New("the answer is not what the specification says")          // a success that cannot be read
	ErrAnswerTooLarge   = errors.New("the answer is larger than a client should read")         // see WithMaxResponseBytes
	ErrNotReplayable    = errors.New("the upload comes from a reader that can be read once")   // see FileFromReader
	ErrTooManyTurns     = errors.New("the interview did not come to an end")                   // see WithMaxTurns
	ErrBadParameter     = errors.New("bad parameter")                                          // found before anything was sent
	ErrConfiguration    = errors.New("the client cannot be made like this")                    // from NewClient
	ErrDownloadModified = errors.New("the form changed while its download was being repeated") // from DownloadForm
)

// Error is an answer of the service that is no success (spec section 7).
type Error struct {
	Operation string       // as hooks name it: sessions.create
	Status    int          // of HTTP
	Detail    string       // the service's own words; on a 422 the faults in one line
	Fields    []FieldFault // on a 422, every fault
	Meta      Meta
}

// FieldFault is one fault of a 422.
type FieldFault struct {
	Loc  []any  `json:"loc"` // where: names as string, positions in a list as int
	Msg  string `json:"msg"`
	Type string `json:"type"`
}

// Path is Loc as one text: body.lobs[1].
func (f FieldFault) Path() string {
	var b strings.Builder
	for _, part := range f.Loc {
		switch p := part.(type) {
		case int:
			b.WriteString("[" + strconv.Itoa(p) + "]")
		default:
			if b.Len() > 0 {
				b.WriteByte('.')
			}
			fmt.Fprint(&b, p)
		}
	}
	return b.String()
}

// Error says what was called, what came back and why. It holds no URL and no credential.
func (e *Error) Error() string {
	text := "intake: " + e.Operation + ": " + strconv.Itoa(e.Status) + " " + http.StatusText(e.Status)
	if e.Detail != "" {
		text += ": " + e.Detail
	}
	if e.Meta.Attempts > 1 {
		text += " (after " + strconv.Itoa(e.Meta.Attempts) + " attempts)"
	}
	return text
}

// Is compares the meaning of the status with the sentinels.
func (e *Error) Is(target error) bool {
	switch e.Status {
	case http.StatusBadRequest:
		return target == ErrBadRequest
	case http.StatusUnauthorized:
		return target == ErrUnauthorized
	case http.StatusPaymentRequired:
		return target == ErrPlanCap
	case http.StatusNotFound:
		return target == ErrNotFound
	case http.StatusUnprocessableEntity:
		return target == ErrInvalid
	case http.StatusTooManyRequests:
		return target == ErrRateLimited
	}
	return e.Status >= 500 && target == ErrServer
}

// RateLimitError is a 429 that the client did not wait out: the wait is longer than WithMaxWait or than the context's
// deadline, the attempts are used up, or the upload cannot be sent again. No request is sent before RetryAt.
type RateLimitError struct {
	Err        *Error        // the service's answer; its Meta.Attempts is 0 when an earlier call had been told to wait
	RetryAfter time.Duration // from now; 0 when the service named no time
	RetryAt    time.Time
	Reason     string // why it was not waited out
}

// Error adds the wait to what the service said.
func (e *RateLimitError) Error() string {
	text := e.Err.Error()
	if e.RetryAfter > 0 {
		text += "; retry in " + e.RetryAfter.Round(time.Millisecond).String()
	}
	return text + "; not waited out: " + e.Reason
}

// Unwrap is the answer as an *Error.
func (e *RateLimitError) Unwrap() error { return e.Err }

// ConnectionError is a call that ended without an answer, and without doubt whether it had an effect: nothing was sent, or
// it only read.
type ConnectionError struct {
	Operation string
	Err       error // the cause: a net.Error, context.DeadlineExceeded, ...
	Meta      Meta
	Refusal   *Error // the last refusal that was being retried when the call ended, if any
}

// Error names the cause.
func (e *ConnectionError) Error() string {
	text := "intake: " + e.Operation + ": " + e.Err.Error()
	if e.Refusal != nil {
		text += "; before that: " + strconv.Itoa(e.Refusal.Status) + " " + e.Refusal.Detail
	}
	return text
}

// Unwrap is the cause.
func (e *ConnectionError) Unwrap() error { return e.Err }

// AnswerError is a success that cannot be read: not JSON, another type than the specification's, or too large. What was
// asked for was done.
type AnswerError struct {
	Operation string
	Err       error
	Meta      Meta
}

// Error names the cause.
func (e *AnswerError) Error() string {
	return "intake: " + e.Operation + ": " + strconv.Itoa(e.Meta.Status) + ", but " + e.Err.Error()
}

// Unwrap is the cause.
func (e *AnswerError) Unwrap() error { return e.Err }

// Is says that it is ErrBadAnswer.
func (e *AnswerError) Is(target error) bool { return target == ErrBadAnswer }
