package intake_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/intake"
)

const testKey = "bsk_0123456789abcdefSECRET"

// seen is a request as it came to a scripted transport.
type seen struct {
	Method, Path string
	Header       http.Header
	Length       int64
	Body         []byte
	At           time.Time
}

// scripted answers requests in memory, so that tests run in a bubble of testing/synctest.
type scripted struct {
	mu     sync.Mutex
	seen   []seen
	answer func(n int, r *http.Request) (*http.Response, error)
}

func (s *scripted) RoundTrip(r *http.Request) (*http.Response, error) {
	one := seen{Method: r.Method, Path: r.URL.RequestURI(), Header: r.Header.Clone(), Length: r.ContentLength, At: time.Now()}
	if r.Body != nil {
		var err error
		one.Body, err = io.ReadAll(r.Body)
		r.Body.Close()
		if err != nil {
			return nil, err
		}
	}
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	s.seen = append(s.seen, one)
	n := len(s.seen)
	s.mu.Unlock()
	return s.answer(n, r)
}

func (s *scripted) requests() []seen {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]seen(nil), s.seen...)
}

// respond makes an answer. headers are name, value, name, value.
func respond(status int, body string, headers ...string) *http.Response {
	h := http.Header{"Content-Type": {"application/json"}}
	for i := 0; i+1 < len(headers); i += 2 {
		h.Set(headers[i], headers[i+1])
	}
	return &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body))}
}

type failing struct{ err error }

func (f *failing) Read([]byte) (int, error) { return 0, f.err }

var (
	errDial = &net.OpError{Op: "dial", Net: "tcp", Err: errors.New("connection refused")}
	errLost = &net.OpError{Op: "read", Net: "tcp", Err: errors.New("connection reset by peer")}
)

func newClient(t testing.TB, transport http.RoundTripper, opts ...intake.Option) *intake.Client {
	t.Helper()
	all := append([]intake.Option{intake.WithBaseURL("https://api.example.com/prefix/"), intake.WithAPIKey(testKey),
		intake.WithHTTPClient(&http.Client{Transport: transport})}, opts...)
	client, err := intake.NewClient(all...)
	require.NoError(t, err)
	return client
}

// operation is one of the twelve, as a test calls it.
type operation struct {
	name   string
	method string
	path   string
	reads  bool // repeated after failures and losses
	ok     string
	call   func(context.Context, *intake.Client) error
}

const sessionJSON = `{"session_id":"ses_1","insured_name":"Harbor","state":null,"status":"in_progress","form_keys":["common"],"fields_filled":1,"fields_total":9,
	"field_values":{},"filled_forms":[],"pending_count":8,"next_questions":[]}`

var operations = []operation{
	{"workspace.me", "GET", "/org/me", true, `{"org_id":"org_1"}`, func(ctx context.Context, c *intake.Client) error {
		_, err := c.Workspace.Me(ctx)
		return err
	}},
	{"sessions.create", "POST", "/org/sessions", false, sessionJSON, func(ctx context.Context, c *intake.Client) error {
		_, err := c.Sessions.Create(ctx, intake.CreateSession{InsuredName: "Harbor"})
		return err
	}},
	{"sessions.list", "GET", "/org/sessions?limit=7", true, `{"sessions":[` + sessionJSON + `]}`, func(ctx context.Context, c *intake.Client) error {
		_, err := c.Sessions.List(ctx, intake.ListSessions{Limit: 7})
		return err
	}},
	{"sessions.get", "GET", "/org/sessions/ses_1", true, sessionJSON, func(ctx context.Context, c *intake.Client) error {
		_, err := c.Sessions.Get(ctx, "ses_1")
		return err
	}},
	{"sessions.answer", "POST", "/org/sessions/ses_1/answers", false, `{"message":"Thanks.","asks":[],"done":true,"set_fields":{},"answered_count":1,"pending_count":0,"total_askable":1}`,
		func(ctx context.Context, c *intake.Client) error {
			_, err := c.Sessions.Answer(ctx, "ses_1", "12 employees")
			return err
		}},
	{"sessions.extract", "POST", "/org/sessions/ses_1/extract", false, `{"extracted_count":0,"confidence":0,"notes":[]}`, func(ctx context.Context, c *intake.Client) error {
		_, err := c.Sessions.Extract(ctx, "ses_1", intake.FileFromBytes("policy.pdf", []byte("%PDF-1.7 ...")))
		return err
	}},
	{"sessions.attach_documents", "POST", "/org/sessions/ses_1/documents", false, `{"documents":[]}`, func(ctx context.Context, c *intake.Client) error {
		_, err := c.Sessions.AttachDocuments(ctx, "ses_1", []intake.File{intake.FileFromBytes("a.pdf", []byte("a")), intake.FileFromBytes("b.pdf", []byte("b"))})
		return err
	}},
	{"sessions.fill", "POST", "/org/sessions/ses_1/fill", false, `{"forms":[],"note":""}`, func(ctx context.Context, c *intake.Client) error {
		_, err := c.Sessions.Fill(ctx, "ses_1")
		return err
	}},
	{"sessions.download_form", "GET", "/org/sessions/ses_1/forms/common/pdf", true, "%PDF-1.7 a form", func(ctx context.Context, c *intake.Client) error {
		var got bytes.Buffer
		_, err := c.Sessions.DownloadForm(ctx, "ses_1", "common", &got)
		if err == nil && got.String() != "%PDF-1.7 a form" {
			return errors.New("downloaded " + got.String())
		}
		return err
	}},
	{"sessions.risk_summary", "GET", "/org/sessions/ses_1/risk-summary", true, `{"flags":[]}`, func(ctx context.Context, c *intake.Client) error {
		_, err := c.Sessions.RiskSummary(ctx, "ses_1")
		return err
	}},
	{"sessions.submit", "POST", "/org/sessions/ses_1/submit", false, `{"submission_id":"sub_1"}`, func(ctx context.Context, c *intake.Client) error {
		_, err := c.Sessions.Submit(ctx, "ses_1")
		return err
	}},
	{"appointments.request", "POST", "/org/appointment-request", false, `{"status":"requested"}`, func(ctx context.Context, c *intake.Client) error {
		_, err := c.Appointments.Request(ctx, intake.AppointmentRequest{Email: intake.Some("a@example.com")})
		return err
	}},
}

// cut is a success whose body breaks off half-way.
func (o operation) cut() *http.Response {
	r := o.success()
	r.Body = io.NopCloser(io.MultiReader(strings.NewReader(o.ok[:len(o.ok)/2]), &failing{io.ErrUnexpectedEOF}))
	return r
}

// success is the operation's answer when all is well.
func (o operation) success() *http.Response {
	if o.name == "sessions.download_form" {
		return respond(http.StatusOK, o.ok, "Content-Type", "application/pdf")
	}
	return respond(http.StatusOK, o.ok)
}
