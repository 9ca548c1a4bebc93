package intake

import (
	"context"
	"iter"
	"strconv"
)

// SessionsClient works with intake sessions.
type SessionsClient struct{ client *Client }

// CreateSession is what a new session starts from (spec section 4, endpoint 2). Empty members are not sent.
type CreateSession struct {
	InsuredName string   `json:"insured_name"` // required, 1 to 256 characters
	State       string   `json:"state,omitempty"`
	LOBs        []string `json:"lobs,omitempty"` // lines of business, at most 20; the server knows which
	NAICSCode   string   `json:"naics_code,omitempty"`
}

// ListSessions chooses what List answers.
type ListSessions struct {
	Limit int // at most this many sessions; 0 leaves it to the server
}

// SessionList is the answer of List.
type SessionList struct {
	Sessions []SessionSummary `json:"sessions"`
	Extra    Values           `json:"-"`
	Meta     Meta             `json:"-"`
}

// Create starts an intake session for an insured: POST /org/sessions (spec section 4, endpoint 2). What the server finds
// wrong with the input is ErrInvalid, with every fault at once. On the free plan the sixth session of a calendar month is
// ErrPlanCap (section 8), which is not repeated. A lost answer is ErrOutcomeUnknown.
func (s *SessionsClient) Create(ctx context.Context, in CreateSession, opts ...CallOption) (*Session, error) {
	out := &Session{}
	return send(ctx, s.client, request{op: opCreate, in: in, lost: createdAnyway(in)}, out, &out.Meta, opts)
}

// List is the workspace's sessions: GET /org/sessions (spec section 4, endpoint 3). The specification names neither their
// order nor a default or bounds for the limit; one that the server does not take is ErrInvalid.
func (s *SessionsClient) List(ctx context.Context, in ListSessions, opts ...CallOption) (*SessionList, error) {
	out := &SessionList{}
	query := ""
	if in.Limit != 0 {
		query = "limit=" + strconv.Itoa(in.Limit)
	}
	return send(ctx, s.client, request{op: opList, query: query}, out, &out.Meta, opts)
}

// All iterates over what List answers and ends with the first error. Should the API learn to answer in pages, a loop over
// All will not change.
func (s *SessionsClient) All(ctx context.Context, in ListSessions, opts ...CallOption) iter.Seq2[*SessionSummary, error] {
	return func(yield func(*SessionSummary, error) bool) {
		list, err := s.List(ctx, in, opts...)
		if err != nil {
			yield(nil, err)
			return
		}
		for i := range list.Sessions {
			if !yield(&list.Sessions[i], nil) {
				return
			}
		}
	}
}

// Get is one session with its values, open questions and filled forms: GET /org/sessions/{session_id} (spec section 4,
// endpoint 4). A session of another workspace is ErrNotFound, as one that does not exist.
func (s *SessionsClient) Get(ctx context.Context, sessionID string, opts ...CallOption) (*SessionDetail, error) {
	out := &SessionDetail{}
	return send(ctx, s.client, request{op: opGet, params: []string{sessionID}}, out, &out.Meta, opts)
}

func (l *SessionList) decode(d *decoder) {
	d.object(func(key string) {
		if key == "sessions" {
			decodeSlice(d, &l.Sessions, func(d *decoder, s *SessionSummary) { s.decode(d) })
			return
		}
		d.extra(&l.Extra, key)
	})
}
