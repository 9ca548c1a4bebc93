package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/reference/internal/session"
)

// Fault is one item of a 422's detail (spec section 7).
type Fault struct {
	Loc  []any  `json:"loc"`
	Msg  string `json:"msg"`
	Type string `json:"type"`
}

// invalid is a request with faults, all of them.
type invalid struct{ faults []Fault }

func (e *invalid) Error() string {
	parts := make([]string, len(e.faults))
	for i, f := range e.faults {
		parts[i] = f.Type + ": " + f.Msg
	}
	return "api: invalid request: " + strings.Join(parts, "; ")
}

func fault(kind, msg string, loc ...any) *invalid {
	return &invalid{[]Fault{{Loc: loc, Msg: msg, Type: kind}}}
}

// checked is an input with values that only the domain can judge.
type checked interface{ check(a *API) error }

// andFurther adds what the domain finds wrong with an input to the faults of its form, so that all come at once. What
// has a fault already gets no second one.
func (a *API) andFurther(err error, in reflect.Value) error {
	var bad, further *invalid
	one, ok := in.Addr().Interface().(checked)
	if !ok || !errors.As(err, &bad) || !errors.As(translate(one.check(a)), &further) {
		return err
	}
	all := slices.Clone(bad.faults)
	for _, f := range further.faults {
		if !slices.ContainsFunc(bad.faults, func(known Fault) bool { return slices.Equal(known.Loc, f.Loc) }) {
			all = append(all, f)
		}
	}
	return &invalid{all}
}

// refusal is any other answer that is not a success.
type refusal struct {
	status int
	detail string
	header http.Header
}

func (e *refusal) Error() string { return "api: " + e.detail }

// refuse makes a refusal; headers come in pairs.
func refuse(status int, detail string, headers ...string) *refusal {
	h := http.Header{}
	for i := 0; i < len(headers); i += 2 {
		h.Add(headers[i], headers[i+1])
	}
	return &refusal{status, detail, h}
}

// tooMany is the 429 of a heavy operation. The wait is rounded up, so that waiting it is enough.
func tooMany(wait time.Duration) *refusal {
	seconds := strconv.Itoa(max(1, int(math.Ceil(wait.Seconds()))))
	return refuse(http.StatusTooManyRequests, "This workspace calls this operation too often. Wait "+seconds+" s and repeat the call.", "Retry-After", seconds)
}

// translate turns the errors of the domain into answers, in this one place.
func translate(err error) error {
	var bad *session.Invalid
	var notYet *session.NotYet
	switch {
	case errors.Is(err, session.ErrNotFound):
		return refuse(http.StatusNotFound, "There is no such session in this workspace.")
	case errors.Is(err, session.ErrNoForm):
		return refuse(http.StatusNotFound, "This form has not been filled. Fill the session first, and take the key from its filled_forms.")
	case errors.Is(err, session.ErrCapReached):
		return refuse(http.StatusPaymentRequired,
			"This workspace has made all the sessions of its plan for this calendar month. Upgrade the plan, or wait for the next month (UTC).")
	case errors.As(err, &bad):
		faults := make([]Fault, len(bad.Faults))
		for i, f := range bad.Faults {
			faults[i] = Fault{Loc: append([]any{"body"}, f.Path...), Msg: f.Msg, Type: f.Type}
		}
		return &invalid{faults}
	case errors.As(err, &notYet):
		return refuse(http.StatusBadRequest, notYet.Reason)
	}
	return err
}

// fail answers a request with an error.
func (a *API) fail(w http.ResponseWriter, r *http.Request, err error) {
	err = translate(err)
	var refused *refusal
	var bad *invalid
	var platform *session.PlatformError
	switch {
	case errors.As(err, &bad):
		if status := a.choices.status(bad.faults[0]); status != http.StatusUnprocessableEntity {
			writeDetail(w, status, bad.faults[0].Msg)
			return
		}
		writeJSON(w, http.StatusUnprocessableEntity, map[string]any{"detail": bad.faults})
	case errors.As(err, &refused):
		for name, values := range refused.header {
			w.Header()[name] = values
		}
		writeDetail(w, refused.status, refused.detail)
	case errors.As(err, &platform):
		a.log.WarnContext(r.Context(), "the market platform failed", "error", err)
		writeDetail(w, http.StatusBadGateway, "The market platform could not take this. Nothing was sent twice; repeat the call later.")
	case r.Context().Err() != nil:
		writeDetail(w, http.StatusServiceUnavailable, "The request was given up before it was finished.") // nobody is left to read it
	default:
		a.log.ErrorContext(r.Context(), "a request failed", "error", err)
		writeDetail(w, http.StatusInternalServerError, "The server failed to do this. The log has the cause under the request id of this answer.")
	}
}

func writeDetail(w http.ResponseWriter, status int, detail string) {
	writeJSON(w, status, map[string]string{"detail": detail})
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	var out bytes.Buffer
	text := json.NewEncoder(&out)
	text.SetEscapeHTML(false) // an ampersand is no danger in JSON, and names have them
	if err := text.Encode(v); err != nil {
		panic(fmt.Sprintf("api: an answer did not encode: %v", err)) // every output is of plain types
	}
	data := bytes.TrimSuffix(out.Bytes(), []byte("\n"))
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Content-Length", strconv.Itoa(len(data)))
	w.WriteHeader(status)
	_, _ = w.Write(data) // a client that hung up misses its answer, no more
}
