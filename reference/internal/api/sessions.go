package api

import (
	"context"
	"slices"
	"time"

	"github.com/workspaceintake/intake-go/reference/internal/session"
	"github.com/workspaceintake/intake-go/reference/internal/store"
)

// stamp is the form of timestamps in the REST API: RFC 3339 in UTC with milliseconds.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

type createRequest struct {
	InsuredName string   `json:"insured_name" min:"1" max:"256" doc:"name of the insured business"`
	State       *string  `json:"state,omitempty" max:"256" doc:"US state, by code or name"`
	Lobs        []string `json:"lobs,omitempty" max:"20" doc:"lines of business; they choose the forms and the questions"`
	NAICSCode   *string  `json:"naics_code,omitempty" max:"256"`
}

func (in *createRequest) check(a *API) error { return a.sessions.CheckLines(in.Lobs) }

type createdSession struct {
	SessionID    string   `json:"session_id"`
	InsuredName  string   `json:"insured_name"`
	State        *string  `json:"state"`
	Status       string   `json:"status" doc:"in_progress, ready_to_fill, complete or submitted"`
	FormKeys     []string `json:"form_keys"`
	FieldsFilled int      `json:"fields_filled"`
	FieldsTotal  int      `json:"fields_total"`
}

func (a *API) create(ctx context.Context, who Caller, in *createRequest) (createdSession, error) {
	s, err := a.sessions.Create(ctx, who.WorkspaceID, session.New{InsuredName: in.InsuredName, State: in.State, Lobs: in.Lobs, NAICSCode: in.NAICSCode})
	if err != nil {
		return createdSession{}, err
	}
	return createdSession{SessionID: s.ID, InsuredName: s.InsuredName, State: s.State, Status: s.Status,
		FormKeys: list(s.FormKeys), FieldsFilled: s.Filled, FieldsTotal: s.Total}, nil
}

type listRequest struct {
	Limit int `query:"limit" min:"1" max:"200" default:"50" doc:"at most this many sessions"`
}

type sessionList struct {
	Sessions []sessionSummary `json:"sessions"`
}

type sessionSummary struct {
	SessionID    string   `json:"session_id"`
	InsuredName  string   `json:"insured_name"`
	State        *string  `json:"state"`
	Status       string   `json:"status"`
	FormKeys     []string `json:"form_keys"`
	FieldsFilled int      `json:"fields_filled"`
	FieldsTotal  int      `json:"fields_total"`
	CreatedAt    string   `json:"created_at"`
	UpdatedAt    string   `json:"updated_at"`
}

func (a *API) list(ctx context.Context, who Caller, in *listRequest) (sessionList, error) {
	found, err := a.sessions.List(ctx, who.WorkspaceID, in.Limit)
	if a.choices.OldestFirst {
		slices.Reverse(found)
	}
	if err != nil {
		return sessionList{}, err
	}
	out := sessionList{Sessions: make([]sessionSummary, len(found))}
	for i, s := range found {
		out.Sessions[i] = summary(s)
	}
	return out, nil
}

func summary(s store.Session) sessionSummary {
	return sessionSummary{SessionID: s.ID, InsuredName: s.InsuredName, State: s.State, Status: s.Status, FormKeys: list(s.FormKeys),
		FieldsFilled: s.Filled, FieldsTotal: s.Total, CreatedAt: stamp(s.CreatedAt), UpdatedAt: stamp(s.UpdatedAt)}
}

type sessionID struct {
	SessionID string `path:"session_id"`
}

type sessionDetail struct {
	SessionID     string         `json:"session_id"`
	InsuredName   string         `json:"insured_name"`
	State         *string        `json:"state"`
	Status        string         `json:"status"`
	FormKeys      []string       `json:"form_keys"`
	FieldsFilled  int            `json:"fields_filled"`
	FieldsTotal   int            `json:"fields_total"`
	CreatedAt     string         `json:"created_at"`
	UpdatedAt     string         `json:"updated_at"`
	FieldValues   map[string]any `json:"field_values"`
	PendingCount  int            `json:"pending_count"`
	NextQuestions []nextQuestion `json:"next_questions"`
	FilledForms   []filledForm   `json:"filled_forms"`
}

type nextQuestion struct {
	Key      string `json:"key"`
	Question string `json:"question"`
	Group    string `json:"group"`
}

type filledForm struct {
	FormKey         string   `json:"form_key"`
	FieldsWritten   int      `json:"fields_written"`
	SparseSuspected bool     `json:"sparse_suspected"`
	Warnings        []string `json:"warnings"`
	UpdatedAt       string   `json:"updated_at"`
}

func (a *API) get(ctx context.Context, who Caller, in *sessionID) (sessionDetail, error) {
	d, err := a.sessions.Get(ctx, who.WorkspaceID, in.SessionID)
	if err != nil {
		return sessionDetail{}, err
	}
	s := d.Session
	out := sessionDetail{SessionID: s.ID, InsuredName: s.InsuredName, State: s.State, Status: s.Status, FormKeys: list(s.FormKeys),
		FieldsFilled: s.Filled, FieldsTotal: s.Total, CreatedAt: stamp(s.CreatedAt), UpdatedAt: stamp(s.UpdatedAt),
		FieldValues: s.Values, PendingCount: len(d.Plan.Open),
		NextQuestions: make([]nextQuestion, len(d.Plan.Next)), FilledForms: make([]filledForm, len(d.Forms))}
	for i, f := range d.Plan.Next {
		out.NextQuestions[i] = nextQuestion{Key: f.Key, Question: f.Question, Group: f.Group}
	}
	for i, f := range d.Forms {
		out.FilledForms[i] = filledForm{FormKey: f.FormKey, FieldsWritten: f.FieldsWritten, SparseSuspected: f.Sparse,
			Warnings: list(f.Warnings), UpdatedAt: stamp(f.UpdatedAt)}
	}
	return out, nil
}

// list is a list that encodes as [] when it is empty.
func list[T any](all []T) []T {
	if all == nil {
		return []T{}
	}
	return all
}
