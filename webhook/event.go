package webhook

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// The kinds of event (spec section 6). Others may come later; a Receiver hands them to OnUnknown.
const (
	EventFillSessionCompleted = "fill_session.completed"
	EventSubmissionSent       = "submission.sent"
	EventEsignCompleted       = "esign.completed"
	EventTest                 = "webhook.test"
)

// TimeFormat is how the events write times: ISO 8601 in UTC with milliseconds.
const TimeFormat = "2006-01-02T15:04:05.000Z"

// Event is one delivery, as it was signed.
type Event struct {
	ID        string          // the delivery id; it never repeats, so it is the key to handle an event once
	Name      string          // such as fill_session.completed
	CreatedAt time.Time       // when the service made the delivery
	Data      json.RawMessage // the data object as it arrived; members this package does not know are still in it
	Body      []byte          // the whole body, byte by byte as it was signed
	Endpoint  string          // the name that a SecretFunc gave the endpoint; empty with one endpoint
}

// FillSessionCompleted is the data of fill_session.completed: intake finished and forms rendered.
type FillSessionCompleted struct {
	SessionID   string   `json:"session_id"`
	OrgID       string   `json:"org_id"`
	InsuredName string   `json:"insured_name"`
	State       *string  `json:"state"`
	Status      string   `json:"status"`
	FormKeys    []string `json:"form_keys"`
	CompletedAt string   `json:"completed_at"`
}

// SubmissionSent is the data of submission.sent: a submission left the workspace.
type SubmissionSent struct {
	SessionID string    `json:"session_id"`
	To        Addresses `json:"to"`
	CC        Addresses `json:"cc"`
	Subject   string    `json:"subject"`
	FormKeys  []string  `json:"form_keys"`
	Provider  string    `json:"provider"`
	SentAt    string    `json:"sent_at"`
}

// EsignCompleted is the data of esign.completed: a signature envelope completed.
type EsignCompleted struct {
	SessionID   string `json:"session_id"`
	EnvelopeID  string `json:"envelope_id"`
	CompletedAt string `json:"completed_at"`
}

// Test is the data of webhook.test. The specification shows no members, so none is required.
type Test struct {
	Message string `json:"message,omitempty"`
}

// Addresses reads a list of addresses, a single one, or null: the specification names the members to and cc but not
// their types. It writes a list.
type Addresses []string

// UnmarshalJSON takes an array of strings, a string or null.
func (a *Addresses) UnmarshalJSON(text []byte) error {
	var one *string
	if err := json.Unmarshal(text, &one); err == nil {
		*a = nil
		if one != nil {
			*a = Addresses{*one}
		}
		return nil
	}
	return json.Unmarshal(text, (*[]string)(a))
}

// MarshalJSON writes an array, also when it is empty.
func (a Addresses) MarshalJSON() ([]byte, error) {
	if a == nil {
		return []byte("[]"), nil
	}
	return json.Marshal([]string(a))
}

// ParseEvent reads the envelope of a body whose signature holds. Names of members count letter by letter; members it
// does not know are ignored, and so is a byte order mark before them.
func ParseEvent(body []byte) (Event, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(bytes.TrimPrefix(body, []byte(bom)), &members); err != nil {
		return Event{}, &Error{Kind: ErrPayload, Reason: "it is not a JSON object"}
	}
	e := Event{Body: body, Data: members["data"]}
	var created string
	for name, to := range map[string]*string{"id": &e.ID, "event": &e.Name, "created_at": &created} {
		if err := json.Unmarshal(members[name], to); err != nil || *to == "" {
			return Event{}, &Error{Kind: ErrPayload, Reason: "its member " + name + " is not a text"}
		}
	}
	if !bytes.HasPrefix(e.Data, []byte("{")) {
		return Event{}, &Error{Kind: ErrPayload, Reason: "its member data is not an object"}
	}
	at, err := time.Parse(time.RFC3339, created)
	if err != nil {
		return Event{}, &Error{Kind: ErrPayload, Reason: "its member created_at is not an ISO 8601 time with a zone"}
	}
	e.CreatedAt = at
	return e, nil
}

// Decode reads the data of an event as T. A Receiver does it for the functions given to On.
func Decode[T any](e Event) (data T, err error) {
	if err := json.Unmarshal(e.Data, &data); err != nil {
		var mistyped *json.UnmarshalTypeError
		reason := "its data is not that of " + e.Name
		if errors.As(err, &mistyped) {
			reason = fmt.Sprintf("%s: member %s is a %s", reason, mistyped.Field, mistyped.Value)
		}
		return data, &Error{Kind: ErrPayload, Reason: reason}
	}
	return data, nil
}
