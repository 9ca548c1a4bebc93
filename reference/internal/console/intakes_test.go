package console_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/session"
)

// filledIntake is a session with some answers and its forms filled as far as they go.
func (s *site) filledIntake(insured string) string {
	s.t.Helper()
	state := "GA"
	made, err := s.sessions.Create(context.Background(), s.workspace.ID, session.New{InsuredName: insured, State: &state, Lobs: []string{"general liability"}})
	require.NoError(s.t, err)
	_, err = s.sessions.Answer(context.Background(), s.workspace.ID, made.ID, "Annual revenue is $1,250,000. We have 14 full-time employees. Our FEIN is 58-1234567.")
	require.NoError(s.t, err)
	_, err = s.sessions.Fill(context.Background(), s.workspace.ID, made.ID)
	require.NoError(s.t, err)
	return made.ID
}

func TestAnIntakeIsShownWithItsFormsAndAnswers(t *testing.T) {
	s := newSite(t)
	b := s.signedIn()
	id := s.filledIntake("Harbor & Main <Bakery> LLC")
	_, text := b.visit("/app")
	require.Contains(t, text, "Harbor &amp; Main &lt;Bakery&gt; LLC")
	_, text = b.visit("/app/sessions/" + id)
	require.Contains(t, text, "$1,250,000")
	forms, err := s.sessions.Get(t.Context(), s.workspace.ID, id)
	require.NoError(t, err)
	require.NotEmpty(t, forms.Forms)
	res, pdf := b.visit("/app/sessions/" + id + "/forms/" + forms.Forms[0].FormKey)
	require.Equal(t, "application/pdf", res.Header.Get("Content-Type"))
	require.Contains(t, res.Header.Get("Content-Disposition"), "attachment")
	require.Equal(t, "%PDF-", pdf[:5])

	other, err := s.newWorkspace(t.Context(), "Other", "paid", nil)
	require.NoError(t, err)
	foreign, err := s.sessions.Create(t.Context(), other.ID, session.New{InsuredName: "Theirs"})
	require.NoError(t, err)
	for _, path := range []string{"/app/sessions/" + foreign.ID, "/app/sessions/" + foreign.ID + "/forms/" + forms.Forms[0].FormKey,
		"/app/sessions/" + id + "/forms/made_up", "/app/sessions/ses_unknown"} {
		res, _ := b.visit(path)
		require.Equal(t, 404, res.StatusCode, path)
	}
	res, _ = b.visit("/")
	require.Equal(t, "/app", res.Request.URL.Path)
}
