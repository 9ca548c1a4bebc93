package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/intake"
	"github.com/workspaceintake/intake-go/oauthflow"
	"github.com/workspaceintake/intake-go/reference"
	"github.com/workspaceintake/intake-go/reference/referencetest"
)

// terminal is a person at a terminal: it types command lines and approves what the program asks for.
type terminal struct {
	t      *testing.T
	server *referencetest.Server
	env    map[string]string
	typed  string // what is typed into the next command
}

func newTerminal(t *testing.T) *terminal {
	server := referencetest.NewServer(t, referencetest.WithConfig(func(c *reference.Config) { c.Lives.DeviceInterval = time.Second }))
	return &terminal{t: t, server: server, env: map[string]string{intake.EnvBaseURL: server.URL, "INTAKE_TOKENS": t.TempDir()}}
}

func (x *terminal) run(args ...string) (string, error) {
	var out, errs strings.Builder
	p := &program{in: strings.NewReader(x.typed), out: &out, errs: &errs, getenv: func(k string) string { return x.env[k] }, prompt: x.approve}
	err := p.run(x.t.Context(), args)
	return out.String() + errs.String(), err
}

func (x *terminal) must(args ...string) string {
	x.t.Helper()
	out, err := x.run(args...)
	require.NoError(x.t, err, out)
	return out
}

func (x *terminal) approve(_ context.Context, p oauthflow.DevicePrompt) error {
	body, err := json.Marshal(map[string]string{"org_id": x.server.OrgID, "user_code": p.UserCode})
	require.NoError(x.t, err)
	answer := httptest.NewRecorder()
	x.server.Control().ServeHTTP(answer, httptest.NewRequest(http.MethodPost, "/v1/approve-device", bytes.NewReader(body)))
	require.Equal(x.t, http.StatusOK, answer.Code, answer.Body)
	return nil
}

func TestTheWholeJob(t *testing.T) {
	x := newTerminal(t)
	_, err := x.run("whoami")
	require.ErrorIs(t, err, oauthflow.ErrNotSignedIn)
	require.Contains(t, explain(err), "intake-cli login")
	require.Contains(t, x.must("login", "-device"), "Test Agency")

	session := strings.TrimSpace(x.must("new", "-state", "ME", "-lob", "general_liability", "Harbor & Main Bakery LLC"))
	require.Contains(t, x.must("list"), session)

	x.typed = "The bakery was started in 2009 and has 14 employees.\n\n"
	require.Contains(t, x.must("answer", session), "Go on with: intake-cli answer "+session)
	x.typed = strings.Repeat("skip\n", 200)
	require.Contains(t, x.must("answer", session), "Nothing is left to ask.")
	require.Contains(t, x.must("answer", session), "Nothing is left to ask.", "a finished interview asks nothing")

	document := filepath.Join(t.TempDir(), "loss-run.txt")
	require.NoError(t, os.WriteFile(document, []byte("no losses"), 0o600))
	require.Contains(t, x.must("upload", session, document), "Attached 1 documents")

	folder := filepath.Join(t.TempDir(), "forms")
	require.Contains(t, x.must("download", "-out", folder, session), "No form is filled yet")
	require.Regexp(t, `common_application: \d+ values`, x.must("fill", session))
	x.must("download", "-out", folder, session)
	forms, err := filepath.Glob(filepath.Join(folder, "*.pdf"))
	require.NoError(t, err)
	require.NotEmpty(t, forms)
	text, err := os.ReadFile(forms[0])
	require.NoError(t, err)
	require.True(t, bytes.HasPrefix(text, []byte("%PDF-")))

	require.NotEmpty(t, x.must("risk", session))
	require.Contains(t, x.must("submit", session), "Submitted: ")
	require.Contains(t, x.must("logout"), "Signed out.")
	_, err = x.run("list")
	require.ErrorIs(t, err, oauthflow.ErrNotSignedIn)
}

func TestAnAPIKeyNeedsNoSignIn(t *testing.T) {
	x := newTerminal(t)
	x.env[intake.EnvAPIKey] = x.server.APIKey
	require.Contains(t, x.must("whoami"), "by the API key test")
}

func TestWhatOthersTypedDoesNotSteerTheTerminal(t *testing.T) {
	x := newTerminal(t)
	x.env[intake.EnvAPIKey] = x.server.APIKey
	x.must("new", "Harbor\x1b[2J & Main\tBakery")
	require.Contains(t, x.must("list"), "Harbor[2J & MainBakery\n")
}

// once cancels when it sees a text.
type once struct {
	strings.Builder
	text string
	then func()
}

func (o *once) Write(text []byte) (int, error) {
	n, err := o.Builder.Write(text)
	if strings.Contains(o.String(), o.text) {
		o.then()
	}
	return n, err
}

func TestCtrlCAtAQuestionStops(t *testing.T) {
	x := newTerminal(t)
	x.env[intake.EnvAPIKey] = x.server.APIKey
	session := strings.TrimSpace(x.must("new", "Harbor & Main Bakery LLC"))
	keyboard, hand := io.Pipe() // nobody types
	defer hand.Close()
	ctx, interrupt := context.WithCancel(t.Context())
	out := &once{text: "?", then: interrupt}
	p := &program{in: keyboard, out: out, errs: out, getenv: func(k string) string { return x.env[k] }}
	require.NoError(t, p.run(ctx, []string{"answer", session}))
	require.Contains(t, out.String(), "Go on with: intake-cli answer "+session)
}

func TestWrongCommandLines(t *testing.T) {
	x := &terminal{t: t}
	for _, args := range [][]string{nil, {"dance"}, {"new"}, {"new", "a", "b"}, {"upload", "only-a-session"}, {"fill", "-no-such-flag", "x"}} {
		_, err := x.run(args...)
		require.ErrorIs(t, err, errUsage, args)
	}
	out, err := x.run("help")
	require.ErrorIs(t, err, flag.ErrHelp)
	for _, c := range commands {
		require.Contains(t, out, c.says)
	}
}
