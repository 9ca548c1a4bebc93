package intake_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/intake"
	"github.com/workspaceintake/intake-go/reference"
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

// Whatever befalls submissions to a real server, each session is submitted at most once, and what the client reports is
// what the market received. INTAKE_TEST_SCHEDULES=10000 runs the long form.
func TestSubmissionsUnderRandomFaults(t *testing.T) {
	schedules, seed := 40, rand.Uint64()
	if n, err := strconv.Atoi(os.Getenv("INTAKE_TEST_SCHEDULES")); err == nil {
		schedules = n
	}
	t.Logf("%d schedules, seed %d", schedules, seed)
	dice := rand.New(rand.NewPCG(seed, 2))
	server := referencetest.NewServer(t, referencetest.WithConfig(func(c *reference.Config) {
		c.Rates = map[string]reference.Rate{"fill": {Requests: 100_000, Window: time.Second}}
	}))
	client := onNetwork(t, server.URL, intake.WithAPIKey(server.APIKey))
	ctx := t.Context()
	expected := map[string]string{} // session to submission
	for range schedules {
		session, err := client.Sessions.Create(ctx, bakery)
		require.NoError(t, err)
		id := session.SessionID
		_, err = client.Sessions.Fill(ctx, id)
		require.NoError(t, err)
		before := len(server.Calls(referencetest.Submit))
		server.Script(referencetest.Submit, randomFaults(dice)...)
		submission, err := client.Sessions.Submit(ctx, id)
		reached := 0
		for _, c := range server.Calls(referencetest.Submit)[before:] {
			if c.Step == "pass" || c.Step == "lost answer" || strings.HasPrefix(c.Step, "truncated") {
				reached++
			}
		}
		require.LessOrEqual(t, reached, 1, "%v", err)
		server.Script(referencetest.Submit)
		var lost *intake.OutcomeUnknownError
		switch {
		case err == nil:
			expected[id] = submission.ID
		case errors.As(err, &lost):
			found, err := lost.Reconcile(ctx)
			require.NoError(t, err)
			require.Equal(t, reached == 1, found.Outcome == intake.Done)
			if reached == 1 {
				expected[id] = ""
			}
		default:
			require.Zero(t, reached, "%v", err)
		}
	}
	received := submissions(t, server)
	require.Len(t, received, len(expected))
	for id, submission := range expected {
		require.Contains(t, received, id)
		if submission != "" {
			require.Equal(t, submission, received[id])
		}
	}
}

// randomFaults is a script of at most four steps, of which the last may reach the server.
func randomFaults(dice *rand.Rand) []referencetest.Step {
	var steps []referencetest.Step
	for range dice.IntN(4) {
		steps = append(steps, referencetest.TooMany(time.Duration(dice.IntN(3))*time.Second))
	}
	switch dice.IntN(6) {
	case 0:
		return append(steps, referencetest.Reset())
	case 1:
		return append(steps, referencetest.Lose())
	case 2:
		return append(steps, referencetest.Truncate(dice.IntN(20)))
	case 3:
		return append(steps, referencetest.Status(http.StatusServiceUnavailable, "down"))
	}
	return steps
}

// submissions are what the sandbox market received, by session.
func submissions(t *testing.T, server *referencetest.Server) map[string]string {
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodPost, "/v1/list-submissions", strings.NewReader(fmt.Sprintf(`{"org_id":%q}`, server.OrgID)))
	server.Control().ServeHTTP(w, r)
	var out struct {
		Submissions []struct {
			ID        string `json:"submission_id"`
			SessionID string `json:"session_id"`
			Finalised bool   `json:"finalised"`
		} `json:"submissions"`
	}
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &out), w.Body.String())
	found := map[string]string{}
	for _, s := range out.Submissions {
		require.NotContains(t, found, s.SessionID, "submitted twice")
		require.True(t, s.Finalised)
		found[s.SessionID] = s.ID
	}
	return found
}

// The server's own limits: 429s are waited out on its clock, and the interview goes on.
func TestLimitsOfTheServerAreWaitedOut(t *testing.T) {
	server := referencetest.NewServer(t, referencetest.WithConfig(func(c *reference.Config) {
		c.Rates = map[string]reference.Rate{"answers": {Requests: 2, Window: 10 * time.Second}}
	}))
	waits := &serverClock{server: server}
	client, err := intake.NewClient(intake.WithBaseURL(server.URL), intake.WithAPIKey(server.APIKey), intake.WithClock(waits), intake.WithMaxAttempts(20))
	require.NoError(t, err)
	session, err := client.Sessions.Create(t.Context(), bakery)
	require.NoError(t, err)
	for range 6 {
		_, err := client.Sessions.Answer(t.Context(), session.SessionID, "What is this for?")
		require.NoError(t, err)
	}
	require.Positive(t, waits.slept)
}

// serverClock sleeps by moving the server's clock on.
type serverClock struct {
	server *referencetest.Server
	slept  int
}

func (c *serverClock) Now() time.Time { return c.server.Now() }

func (c *serverClock) Sleep(_ context.Context, d time.Duration) error {
	c.slept++
	c.server.Advance(d)
	return nil
}
