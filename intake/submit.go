package intake

import (
	"context"
	"strings"
)

// Submission is the answer to Submit. The specification does not show the name of the id's member.
type Submission struct {
	ID   string // the platform's submission id; empty when the answer holds nothing like one
	Raw  Value  // the whole answer
	Meta Meta
}

// Submit uploads the filled forms and the supporting documents to the market platform on the workspace's connected
// account and finalises the submission: POST /org/sessions/{session_id}/submit (spec section 4, endpoint 11). Without forms
// or without an account it is ErrBadRequest. It is never sent again once it may have been received: a lost answer is
// ErrOutcomeUnknown.
func (s *SessionsClient) Submit(ctx context.Context, sessionID string, opts ...CallOption) (*Submission, error) {
	out := &Submission{}
	return send(ctx, s.client, request{op: opSubmit, params: []string{sessionID}, lost: submittedAnyway(sessionID)}, out, &out.Meta, opts)
}

func (s *Submission) decode(d *decoder) {
	s.Raw = d.value()
	s.ID = submissionID(s.Raw, 0)
}

// submissionID finds the platform's id: a bare value, the member most likely to be it, or the same one level down.
func submissionID(v Value, depth int) string {
	switch v.kind() {
	case "string", "number":
		return v.String()
	case "object":
	default:
		return ""
	}
	var members Values
	d := decoder{text: string(v), share: true}
	d.values(&members)
	for _, name := range []string{"submission_id", "submissionId", "external_submission_id", "platform_submission_id", "external_id", "id"} {
		if k := members[name].kind(); k == "string" || k == "number" {
			return members[name].String()
		}
	}
	best := ""
	for name, one := range members {
		k := one.kind()
		lower := strings.ToLower(name)
		named := strings.Contains(lower, "submission") || strings.HasSuffix(lower, "_id") || strings.HasSuffix(lower, "reference")
		own := lower == "session_id" || lower == "org_id" || strings.Contains(lower, "status")
		if (k == "string" || k == "number") && named && !own && (best == "" || name < best) {
			best = name
		}
	}
	if best != "" {
		return members[best].String()
	}
	for _, name := range []string{"submission", "data", "result"} {
		if depth == 0 && members[name].kind() != "nothing" {
			if id := submissionID(members[name], 1); id != "" {
				return id
			}
		}
	}
	return ""
}

// UnmarshalJSON keeps the answer as it came.
func (s *Submission) UnmarshalJSON(data []byte) error { return decodeFresh(data, s) }

// MarshalJSON writes the answer as it came.
func (s Submission) MarshalJSON() ([]byte, error) { return s.Raw.MarshalJSON() }
