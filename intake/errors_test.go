package intake_test

import (
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/intake"
)

func refusal(t *testing.T, resp func() *http.Response) *intake.Error {
	t.Helper()
	_, err := newClient(t, &scripted{answer: func(int, *http.Request) (*http.Response, error) { return resp(), nil }},
		intake.WithMaxAttempts(1)).Sessions.Create(t.Context(), intake.CreateSession{InsuredName: "Harbor"})
	var refused *intake.Error
	require.ErrorAs(t, err, &refused)
	return refused
}

func TestEveryFaultOfA422(t *testing.T) {
	e := refusal(t, func() *http.Response {
		return respond(422, `{"detail":[{"loc":["body","lobs",1],"msg":"Input should be a valid string","type":"string_type","input":7},
			{"loc":["body","insured_name"],"msg":"Field required","type":"missing"},{"loc":["body",-3,null,1.5],"msg":"m","type":"t"}]}`)
	})
	require.ErrorIs(t, e, intake.ErrInvalid)
	require.Equal(t, []intake.FieldFault{
		{Loc: []any{"body", "lobs", 1}, Msg: "Input should be a valid string", Type: "string_type"},
		{Loc: []any{"body", "insured_name"}, Msg: "Field required", Type: "missing"},
		{Loc: []any{"body", -3, "", "1.5"}, Msg: "m", Type: "t"},
	}, e.Fields)
	require.Equal(t, "body.lobs[1]", e.Fields[0].Path())
	require.Contains(t, e.Error(), "body.lobs[1]: Input should be a valid string; body.insured_name: Field required")
}

func TestErrorBodies(t *testing.T) {
	for body, want := range map[string]string{
		`{"detail":"the reason"}`:             "the reason",
		`{"detail":{"code":7}}`:               `{"code":7}`,
		`{"detail":null}`:                     "",
		`{"error":"other"}`:                   `{"error":"other"}`,
		`plain   words`:                       "plain words",
		``:                                    "",
		`<!DOCTYPE html><p>Bad Gateway`:       "(an HTML page instead of JSON)",
		`{"detail":"cut`:                      `{"detail":"cut`,
		`{"detail":["just a text"]}`:          "just a text",
		`{"detail":[{"loc":"body","msg":1}]}`: "body: 1",
	} {
		require.Equal(t, want, refusal(t, func() *http.Response { return respond(400, body) }).Detail, body)
	}
}

// What a server writes is not copied into errors and logs without end.
func TestWhatIsKeptOfAnErrorIsBounded(t *testing.T) {
	long := strings.Repeat("é", 30_000)
	for _, body := range []string{`{"detail":"` + long + `"}`, `{"detail":[{"loc":["body"],"msg":"` + long + `"}]}`, long} {
		e := refusal(t, func() *http.Response { return respond(400, body, "X-Request-Id", long) })
		require.LessOrEqual(t, len(e.Detail), 4200)
		require.NotEmpty(t, e.Detail)
		require.True(t, utf8.ValidString(e.Detail))
		require.LessOrEqual(t, len(e.Meta.RequestID), 300)
		require.NotEmpty(t, e.Meta.RequestID)
	}
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	for _, status := range []int{301, 302, 303, 307, 308} {
		transport := &scripted{answer: func(int, *http.Request) (*http.Response, error) {
			return respond(status, "", "Location", "https://elsewhere.example.com/org/me?key=1"), nil
		}}
		_, err := newClient(t, transport).Workspace.Me(t.Context())
		var refused *intake.Error
		require.ErrorAs(t, err, &refused)
		require.Equal(t, status, refused.Status)
		require.NotContains(t, err.Error(), "elsewhere")
		require.Len(t, transport.requests(), 1)
	}
}

// endless is a body without end that counts what was read of it.
type endless struct{ read int }

func (e *endless) Read(p []byte) (int, error) { e.read += len(p); return len(p), nil }
func (e *endless) Close() error               { return nil }

func TestErrorBodiesAreBounded(t *testing.T) {
	body := &endless{}
	e := refusal(t, func() *http.Response {
		r := respond(500, "")
		r.Body, r.ContentLength = body, -1
		return r
	})
	require.Equal(t, 500, e.Status)
	require.LessOrEqual(t, len(e.Detail), 600)
	require.LessOrEqual(t, body.read, 512<<10)
}

func TestSuccessIsBounded(t *testing.T) {
	body := &endless{}
	_, err := newClient(t, &scripted{answer: func(int, *http.Request) (*http.Response, error) {
		r := respond(200, "")
		r.Body, r.ContentLength = body, -1
		return r, nil
	}}, intake.WithMaxResponseBytes(1<<20)).Sessions.Submit(t.Context(), "ses_1")
	require.ErrorIs(t, err, intake.ErrAnswerTooLarge)
	require.ErrorIs(t, err, intake.ErrBadAnswer)
	require.LessOrEqual(t, body.read, 4<<20)
}

func TestOtherSuccesses(t *testing.T) {
	for _, status := range []int{200, 201, 202, 203} {
		for _, kind := range []string{"application/json", "application/json; charset=utf-8", "Application/JSON;charset=UTF-8", "text/plain", ""} {
			_, err := newClient(t, &scripted{answer: func(int, *http.Request) (*http.Response, error) {
				return respond(status, sessionJSON, "Content-Type", kind), nil
			}}).Sessions.Create(t.Context(), intake.CreateSession{InsuredName: "Harbor"})
			require.NoError(t, err)
		}
	}
	empty := newClient(t, &scripted{answer: func(int, *http.Request) (*http.Response, error) { return respond(204, ""), nil }})
	submission, err := empty.Sessions.Submit(t.Context(), "ses_1")
	require.NoError(t, err, "it was submitted, whatever the answer holds")
	require.Empty(t, submission.ID)
	_, err = empty.Sessions.Get(t.Context(), "ses_1")
	require.ErrorIs(t, err, intake.ErrBadAnswer)
}

func TestMetaOnResultsAndErrors(t *testing.T) {
	client := newClient(t, &scripted{answer: func(n int, _ *http.Request) (*http.Response, error) {
		if n == 1 {
			return respond(200, sessionJSON, "X-Request-Id", "req_1", "Date", "Sun, 01 Mar 2026 10:00:00 GMT"), nil
		}
		return respond(404, `{"detail":"no such session"}`, "Request-Id", "req_2"), nil
	}})
	session, err := client.Sessions.Get(t.Context(), "ses_1")
	require.NoError(t, err)
	require.Equal(t, 200, session.Meta.Status)
	require.Equal(t, "req_1", session.Meta.RequestID)
	require.Equal(t, 2026, session.Meta.ServerTime.Year())
	_, err = client.Sessions.Get(t.Context(), "ses_1")
	var refused *intake.Error
	require.ErrorAs(t, err, &refused)
	require.Equal(t, intake.Meta{Status: 404, RequestID: "req_2", Attempts: 1}, refused.Meta)
}

func TestMessagesOfErrors(t *testing.T) {
	e := &intake.Error{Operation: "sessions.get", Status: 503, Detail: "down", Meta: intake.Meta{Attempts: 5}}
	require.EqualError(t, e, "intake: sessions.get: 503 Service Unavailable: down (after 5 attempts)")
	limited := &intake.RateLimitError{Err: &intake.Error{Operation: "sessions.fill", Status: 429, Detail: "slow"}, RetryAfter: 90e9, Reason: "why"}
	require.EqualError(t, limited, "intake: sessions.fill: 429 Too Many Requests: slow; retry in 1m30s; not waited out: why")
	require.EqualError(t, &intake.ConnectionError{Operation: "workspace.me", Err: errors.New("boom"), Refusal: e}, "intake: workspace.me: boom; before that: 503 down")
	require.EqualError(t, &intake.AnswerError{Operation: "workspace.me", Err: errors.New("boom"), Meta: intake.Meta{Status: 200}}, "intake: workspace.me: 200, but boom")
	for _, err := range []error{e, limited} {
		require.NotContains(t, fmt.Sprintf("%+v %#v", err, err), testKey)
	}
}

// A hostile error body costs little memory.
func TestHostileErrorBodyAllocatesLittle(t *testing.T) {
	huge := strings.Repeat("x", 64<<20)
	client := newClient(t, &scripted{answer: func(int, *http.Request) (*http.Response, error) { return respond(400, huge), nil }})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := client.Workspace.Me(t.Context())
	runtime.ReadMemStats(&after)
	require.ErrorIs(t, err, intake.ErrBadRequest)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20))
}
