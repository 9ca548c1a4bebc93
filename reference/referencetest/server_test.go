package referencetest_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/workspaceintake/intake-go/intake"
	"github.com/workspaceintake/intake-go/reference"
	"github.com/workspaceintake/intake-go/reference/referencetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// client makes one connection a request, so that no test depends on what an earlier one did to a shared one.
var client = &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}

func call(ctx context.Context, s *referencetest.Server, method, path, body string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, s.URL+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("X-API-Key", s.APIKey)
	resp, err := client.Do(req)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(resp.Body)
	_ = resp.Body.Close()
	resp.Body = io.NopCloser(strings.NewReader(string(data)))
	return resp, err
}

func get(t *testing.T, s *referencetest.Server, path string) *http.Response {
	t.Helper()
	resp, err := call(t.Context(), s, "GET", path, "")
	require.NoError(t, err)
	return resp
}

func TestItIsTheWholeServer(t *testing.T) {
	s := referencetest.NewServer(t)
	resp, err := call(t.Context(), s, "POST", "/org/sessions", `{"insured_name":"A"}`)
	require.NoError(t, err)
	require.Equal(t, 200, resp.StatusCode)
	var made struct {
		SessionID string `json:"session_id"`
	}
	require.NoError(t, json.NewDecoder(resp.Body).Decode(&made))
	require.Equal(t, 200, get(t, s, "/org/sessions/"+made.SessionID).StatusCode)
	require.Equal(t, 200, get(t, s, "/.well-known/oauth-authorization-server").StatusCode)
	calls := s.RequireCalls(referencetest.CreateSession, 1)
	require.JSONEq(t, `{"insured_name":"A"}`, string(calls[0].Body))
	require.Equal(t, s.APIKey, calls[0].Header.Get("X-API-Key"))
	require.Equal(t, 200, calls[0].Status)
	s.RequireCalls(referencetest.GetSession, 1)
	require.Len(t, s.AllCalls(), 3)
}

func TestAScriptFailsCallAfterCallAndThenPasses(t *testing.T) {
	s := referencetest.NewServer(t)
	s.Script(referencetest.Me, referencetest.TooMany(1500*time.Millisecond), referencetest.TooMany(0), referencetest.Reset(),
		referencetest.Status(503, "down"), referencetest.Body(502, "text/html", "<h1>Bad gateway</h1>"), referencetest.Truncate(10))
	first := get(t, s, "/org/me")
	require.Equal(t, 429, first.StatusCode)
	require.Equal(t, "2", first.Header.Get("Retry-After"))
	require.Equal(t, 429, get(t, s, "/org/me").StatusCode)
	_, err := call(t.Context(), s, "GET", "/org/me", "")
	require.ErrorIs(t, err, syscall.ECONNRESET)
	require.Equal(t, 200, get(t, s, "/org/sessions").StatusCode, "another operation is not in the script")
	require.Equal(t, 503, get(t, s, "/org/me").StatusCode)
	require.Equal(t, "text/html", get(t, s, "/org/me").Header.Get("Content-Type"))
	_, err = call(t.Context(), s, "GET", "/org/me", "")
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	s.RequireScriptsDone()
	require.Equal(t, 200, get(t, s, "/org/me").StatusCode)
	calls := s.RequireCalls(referencetest.Me, 7)
	require.Equal(t, []int{429, 429, 0, 503, 502, 200, 200}, []int{calls[0].Status, calls[1].Status, calls[2].Status, calls[3].Status, calls[4].Status, calls[5].Status, calls[6].Status})
}

func TestALostAnswerWasDone(t *testing.T) {
	s := referencetest.NewServer(t)
	s.Script(referencetest.CreateSession, referencetest.Lose(), referencetest.Reset())
	for range 2 {
		_, err := call(t.Context(), s, "POST", "/org/sessions", `{"insured_name":"A"}`)
		require.Error(t, err)
	}
	var list struct{ Sessions []any }
	require.NoError(t, json.NewDecoder(get(t, s, "/org/sessions").Body).Decode(&list))
	require.Len(t, list.Sessions, 1, "the first was done, the second was not")
}

func TestADelayEndsWithTheClockOrWithTheCaller(t *testing.T) {
	s := referencetest.NewServer(t)
	release := make(chan struct{})
	s.Script(referencetest.Me, referencetest.Delay(time.Hour), referencetest.Delay(time.Hour, referencetest.Status(503, "late")), referencetest.Hold(release))
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err := call(ctx, s, "GET", "/org/me", "")
	require.True(t, errors.Is(err, context.DeadlineExceeded), "%v", err)
	done := make(chan int)
	go func() {
		for range 2 {
			resp, err := call(context.Background(), s, "GET", "/org/me", "")
			if err != nil {
				t.Error(err)
				done <- 0
				continue
			}
			done <- resp.StatusCode
		}
	}()
	require.Eventually(t, func() bool { return len(s.Calls(referencetest.Me)) == 2 }, time.Minute, time.Millisecond)
	for status := 0; status == 0; { // the call may not wait on the clock yet when it is first moved
		s.Advance(time.Hour)
		select {
		case status = <-done:
			require.Equal(t, 503, status)
		case <-time.After(time.Millisecond):
		}
	}
	close(release)
	require.Equal(t, 200, <-done)
}

// The program of the package comment.
func TestAClientOnTheServersClockWaitsInNoTime(t *testing.T) {
	s := referencetest.NewServer(t)
	client, err := intake.NewClient(intake.WithBaseURL(s.URL), intake.WithAPIKey(s.APIKey), intake.WithClock(s))
	require.NoError(t, err)
	session, err := client.Sessions.Create(t.Context(), intake.CreateSession{InsuredName: "Blue Harbor"})
	require.NoError(t, err)
	before := s.Now()
	s.Script(referencetest.GetSession, referencetest.TooMany(time.Minute), referencetest.Reset(), referencetest.Pass())
	again, err := client.Sessions.Get(t.Context(), session.SessionID)
	require.NoError(t, err)
	require.GreaterOrEqual(t, again.Meta.Attempts, 2, "net/http may repeat by itself what was reset")
	require.GreaterOrEqual(t, again.Meta.Waited, time.Minute)
	require.GreaterOrEqual(t, s.Now().Sub(before), time.Minute, "for the server, too")
	s.RequireCalls(referencetest.GetSession, 3)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, s.Sleep(ctx, time.Hour), context.Canceled)
}

func TestTheClockReachesThePlan(t *testing.T) {
	s := referencetest.NewServer(t, referencetest.WithPlan("free"), referencetest.WithConfig(func(c *reference.Config) { c.MonthlyCap = 1 }))
	create := func() int {
		resp, err := call(t.Context(), s, "POST", "/org/sessions", `{"insured_name":"A"}`)
		require.NoError(t, err)
		return resp.StatusCode
	}
	require.Equal(t, 200, create())
	require.Equal(t, 402, create())
	s.Advance(31 * 24 * time.Hour)
	require.Equal(t, 200, create())
}

// The bound is for a machine with nothing else to do: INTAKE_TEST_READY=1 go test -run ReadyAtOnce -v ./reference/referencetest.
// A plain run has a bound that only waiting for something would break.
func TestItIsReadyAtOnce(t *testing.T) {
	bound := 10 * time.Second
	if os.Getenv("INTAKE_TEST_READY") != "" {
		bound = 50 * time.Millisecond
	}
	referencetest.NewServer(t) // the first loads what all share
	best := time.Hour
	for range 10 {
		start := time.Now()
		s := referencetest.NewServer(t)
		require.Equal(t, 200, get(t, s, "/org/me").StatusCode)
		best = min(best, time.Since(start))
	}
	t.Logf("ready and answering after %v", best)
	require.Less(t, best, bound)
}
