package intake_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/intake"
	"github.com/workspaceintake/intake-go/reference/referencetest"
)

// The whole job, from a new session to a submission, against the reference server.
func TestTheWholeJob(t *testing.T) {
	server := referencetest.NewServer(t)
	client, err := intake.NewClient(intake.WithBaseURL(server.URL), intake.WithAPIKey(server.APIKey))
	require.NoError(t, err)
	ctx := context.Background()

	me, err := client.Workspace.Me(ctx)
	require.NoError(t, err)
	require.Equal(t, server.OrgID, me.OrgID)
	require.Equal(t, intake.AuthKindAPIKey, me.AuthKind)
	require.Equal(t, "test", me.KeyLabel.Or(""))

	session, err := client.Sessions.Create(ctx, intake.CreateSession{InsuredName: "Harbor & Main Bakery LLC", State: "ME", LOBs: []string{"general_liability"}})
	require.NoError(t, err)
	require.Equal(t, 1, session.Meta.Attempts)
	require.Equal(t, "ME", session.State.Or(""))
	id := session.SessionID

	policy, err := os.ReadFile(filepath.Join("..", "examples", "quickstart", "prior-policy.pdf"))
	require.NoError(t, err)
	extraction, err := client.Sessions.Extract(ctx, id, intake.FileFromBytes("prior-policy.pdf", policy))
	require.NoError(t, err)
	require.Len(t, extraction.Fields(), extraction.ExtractedCount)
	require.Positive(t, extraction.ExtractedCount)

	attached, err := client.Sessions.AttachDocuments(ctx, id, []intake.File{
		intake.FileFromBytes("loss \"run\" 2026.pdf", policy), intake.FileFromBytes("prüfung.txt", []byte("hello"))})
	require.NoError(t, err)
	require.Len(t, attached.Documents, 2)
	require.Equal(t, `loss "run" 2026.pdf`, attached.Documents[0].Filename)
	require.Equal(t, "prüfung.txt", attached.Documents[1].Filename)
	require.Equal(t, 5, attached.Documents[1].Size)

	turns := 0
	skip := func(_ context.Context, turn *intake.Turn) (string, error) {
		require.NotEmpty(t, turn.Asks)
		return "skip this question", nil
	}
	var last *intake.Turn
	for turn, err := range client.Sessions.Interview(ctx, id, skip) {
		require.NoError(t, err)
		turns++
		last = turn
	}
	require.Positive(t, turns)
	require.True(t, last.Finished())
	for range client.Sessions.Interview(ctx, id, skip) {
		require.Fail(t, "a finished interview has no turns")
	}

	filling, err := client.Sessions.Fill(ctx, id)
	require.NoError(t, err)
	require.NotEmpty(t, filling.Forms)
	detail, err := client.Sessions.Get(ctx, id)
	require.NoError(t, err)
	require.Equal(t, intake.StatusComplete, detail.Status)
	for _, form := range detail.FilledForms {
		var pdf bytes.Buffer
		download, err := client.Sessions.DownloadForm(ctx, id, form.FormKey, &pdf)
		require.NoError(t, err)
		require.EqualValues(t, pdf.Len(), download.Size)
		require.True(t, bytes.HasPrefix(pdf.Bytes(), []byte("%PDF-")))
		path := filepath.Join(t.TempDir(), form.FormKey+".pdf")
		again, err := client.Sessions.DownloadFormFile(ctx, id, form.FormKey, path)
		require.NoError(t, err)
		require.Equal(t, download.SHA256, again.SHA256)
	}

	_, err = client.Sessions.RiskSummary(ctx, id)
	require.NoError(t, err)
	submission, err := client.Sessions.Submit(ctx, id)
	require.NoError(t, err)
	require.NotEmpty(t, submission.ID)
	list, err := client.Sessions.List(ctx, intake.ListSessions{Limit: 1})
	require.NoError(t, err)
	require.Len(t, list.Sessions, 1)
	_, err = client.Appointments.Request(ctx, intake.AppointmentRequest{AgencyName: intake.Some("Main Street Agency"), Email: intake.Some("a@example.com")})
	require.NoError(t, err)

	_, err = client.Sessions.Get(ctx, "ses_unknown")
	require.ErrorIs(t, err, intake.ErrNotFound)
	_, err = client.Sessions.Create(ctx, intake.CreateSession{LOBs: []string{"moonlight"}})
	require.ErrorIs(t, err, intake.ErrInvalid)
	var refused *intake.Error
	require.ErrorAs(t, err, &refused)
	require.NotEmpty(t, refused.Fields)
}
