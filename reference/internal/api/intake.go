package api

import (
	"context"
	"net/http"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
)

type answerRequest struct {
	SessionID string `path:"session_id"`
	Message   string `json:"message" min:"1" max:"10000" doc:"answers, corrections, questions, or a request to skip, in free text"`
}

type answerReply struct {
	Message       string         `json:"message" doc:"the assistant's message"`
	Asks          []ask          `json:"asks" doc:"the next open questions"`
	Done          bool           `json:"done"`
	SetFields     map[string]any `json:"set_fields" doc:"the values that this turn set, corrected or, as null, withdrew"`
	AnsweredCount int            `json:"answered_count"`
	PendingCount  int            `json:"pending_count"`
	TotalAskable  int            `json:"total_askable"`
}

type ask struct {
	Key      string   `json:"key"`
	Label    string   `json:"label"`
	Kind     string   `json:"kind"`
	Options  []option `json:"options,omitempty"`
	Question string   `json:"question"`
	Group    string   `json:"group"`
	Help     string   `json:"help,omitempty"`
}

type option struct {
	Value string `json:"value"`
	Label string `json:"label"`
}

func (a *API) answer(ctx context.Context, who Caller, in *answerRequest) (answerReply, error) {
	t, err := a.sessions.Answer(ctx, who.WorkspaceID, in.SessionID, in.Message)
	if err != nil {
		return answerReply{}, err
	}
	out := answerReply{Message: t.Message, Asks: make([]ask, len(t.Plan.Next)), Done: len(t.Plan.Open) == 0, SetFields: t.Set,
		AnsweredCount: t.Plan.Answered, PendingCount: len(t.Plan.Open), TotalAskable: len(t.Plan.Askable)}
	for i, f := range t.Plan.Next {
		out.Asks[i] = askOf(f)
	}
	return out, nil
}

func askOf(f catalog.Field) ask {
	one := ask{Key: f.Key, Label: f.Label, Kind: string(f.Kind), Question: f.Question, Group: f.Group, Help: f.Help}
	for _, o := range f.Options {
		one.Options = append(one.Options, option{Value: o.Value, Label: o.Label})
	}
	return one
}

type extraction struct {
	ExtractedCount  int                `json:"extracted_count" doc:"how many values the document gave the session"`
	ExtractedFields map[string]any     `json:"extracted_fields"`
	Confidence      float64            `json:"confidence" doc:"0 to 1, over all values"`
	FieldConfidence map[string]float64 `json:"field_confidence"`
	Notes           []string           `json:"notes"`
}

func (a *API) extract(w http.ResponseWriter, r *http.Request, who Caller, in *sessionID) (extraction, error) {
	if err := a.sessions.Exists(r.Context(), who.WorkspaceID, in.SessionID); err != nil {
		return extraction{}, err
	}
	uploads, clean, err := files(w, r, 1, "file")
	if err != nil {
		return extraction{}, err
	}
	defer clean()
	e, err := a.sessions.Extract(r.Context(), who.WorkspaceID, in.SessionID, uploads[0])
	if err != nil {
		return extraction{}, err
	}
	return extraction{ExtractedCount: len(e.Set), ExtractedFields: e.Set, Confidence: e.Confidence,
		FieldConfidence: e.FieldConfidence, Notes: list(e.Notes)}, nil
}

type attachedDocuments struct {
	Documents []attachedDocument `json:"documents"`
}

type attachedDocument struct {
	DocumentID  string `json:"document_id"`
	Filename    string `json:"filename"`
	ContentType string `json:"content_type"`
	Size        int64  `json:"size"`
}

func (a *API) attach(w http.ResponseWriter, r *http.Request, who Caller, in *sessionID) (attachedDocuments, error) {
	if err := a.sessions.Exists(r.Context(), who.WorkspaceID, in.SessionID); err != nil {
		return attachedDocuments{}, err
	}
	uploads, clean, err := files(w, r, maxFiles, "files", "file")
	if err != nil {
		return attachedDocuments{}, err
	}
	defer clean()
	documents, err := a.sessions.Attach(r.Context(), who.WorkspaceID, in.SessionID, uploads)
	out := attachedDocuments{Documents: make([]attachedDocument, len(documents))}
	for i, d := range documents {
		out.Documents[i] = attachedDocument{DocumentID: d.ID, Filename: d.Filename, ContentType: d.ContentType, Size: d.Size}
	}
	return out, err
}
