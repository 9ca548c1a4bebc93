package reference

import (
	"context"

	"github.com/workspaceintake/intake-go/reference/internal/market"
)

func (s *Server) connectMarket(ctx context.Context, in orgInput) (done, error) {
	if _, err := s.accounts.Workspace(ctx, in.OrgID); err != nil {
		return done{}, err
	}
	return done{}, s.market.OpenAccount(ctx, in.OrgID)
}

func (s *Server) disconnectMarket(ctx context.Context, in orgInput) (done, error) {
	return done{}, s.market.Disconnect(ctx, in.OrgID)
}

type submissionsOutput struct {
	Submissions  []receivedSubmission `json:"submissions"`
	Appointments []map[string]string  `json:"appointments"`
}

type receivedSubmission struct {
	SubmissionID string         `json:"submission_id"`
	SessionID    string         `json:"session_id"`
	Finalised    bool           `json:"finalised"`
	Files        []receivedFile `json:"files"`
}

type receivedFile struct {
	Name    string      `json:"name"`
	Kind    market.Kind `json:"kind"`
	FormKey string      `json:"form_key,omitempty"`
	Size    int         `json:"size"`
	SHA256  string      `json:"sha256"`
}

// listSubmissions looks into the sandbox; what another platform received is not ours to know.
func (s *Server) listSubmissions(_ context.Context, in orgInput) (submissionsOutput, error) {
	out := submissionsOutput{Submissions: []receivedSubmission{}, Appointments: []map[string]string{}}
	submissions, err := s.sandbox.Submissions(in.OrgID)
	if err != nil {
		return out, err
	}
	for _, r := range submissions {
		one := receivedSubmission{SubmissionID: r.ID, SessionID: r.Reference, Finalised: r.Final, Files: []receivedFile{}}
		for _, f := range r.Files {
			one.Files = append(one.Files, receivedFile{Name: f.Name, Kind: f.Kind, FormKey: f.FormKey, Size: f.Size, SHA256: f.SHA256})
		}
		out.Submissions = append(out.Submissions, one)
	}
	appointments, err := s.sandbox.Appointments(in.OrgID)
	for _, a := range appointments {
		out.Appointments = append(out.Appointments, a.Fields)
	}
	return out, err
}
