package api

import "context"

type filling struct {
	Forms []filledNow `json:"forms"`
	Note  string      `json:"note"`
}

type filledNow struct {
	FormKey         string   `json:"form_key"`
	FieldsWritten   int      `json:"fields_written"`
	SparseSuspected bool     `json:"sparse_suspected"`
	Warnings        []string `json:"warnings"`
}

func (a *API) fill(ctx context.Context, who Caller, in *sessionID) (filling, error) {
	f, err := a.sessions.Fill(ctx, who.WorkspaceID, in.SessionID)
	if err != nil {
		return filling{}, err
	}
	out := filling{Forms: make([]filledNow, len(f.Forms)), Note: f.Note}
	for i, form := range f.Forms {
		out.Forms[i] = filledNow{FormKey: form.FormKey, FieldsWritten: form.FieldsWritten, SparseSuspected: form.Sparse, Warnings: list(form.Warnings)}
	}
	return out, nil
}

type formRequest struct {
	SessionID string `path:"session_id"`
	FormKey   string `path:"form_key"`
}

func (a *API) form(ctx context.Context, who Caller, in *formRequest) (pdf, error) {
	data, err := a.sessions.Form(ctx, who.WorkspaceID, in.SessionID, in.FormKey)
	return pdf{name: in.FormKey + ".pdf", data: data}, err
}

type riskSummary struct {
	Flags []riskFlag `json:"flags" doc:"empty for a clean risk"`
}

type riskFlag struct {
	Title    string `json:"title"`
	Detail   string `json:"detail"`
	Severity string `json:"severity" doc:"low, medium or high"`
	Category string `json:"category"`
}

func (a *API) risk(ctx context.Context, who Caller, in *sessionID) (riskSummary, error) {
	flags, err := a.sessions.Risk(ctx, who.WorkspaceID, in.SessionID)
	out := riskSummary{Flags: make([]riskFlag, len(flags))}
	for i, f := range flags {
		out.Flags[i] = riskFlag{Title: f.Title, Detail: f.Detail, Severity: f.Severity, Category: f.Category}
	}
	return out, err
}

type submission struct {
	SubmissionID string `json:"submission_id" doc:"the market platform's id"`
}

func (a *API) submit(ctx context.Context, who Caller, in *sessionID) (submission, error) {
	id, err := a.sessions.Submit(ctx, who.WorkspaceID, in.SessionID)
	return submission{id}, err
}
