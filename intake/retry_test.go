package intake_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/intake"
)

// fault is what happens to every request of a call, and what must come of it: how often an operation that reads and one
// that writes are sent, and the meaning of the error.
type fault struct {
	name          string
	answer        func(o operation) (*http.Response, error)
	reads, writes int
	readErr       error
	writeErr      error
}

func status(code, reads, writes int, meaning error) fault {
	return fault{fmt.Sprint(code), func(operation) (*http.Response, error) {
		return respond(code, fmt.Sprintf(`{"detail":"detail of %d"}`, code)), nil
	}, reads, writes, meaning, meaning}
}

var faults = []fault{
	status(429, 5, 5, intake.ErrRateLimited),
	status(400, 1, 1, intake.ErrBadRequest), status(401, 1, 1, intake.ErrUnauthorized), status(402, 1, 1, intake.ErrPlanCap),
	status(403, 1, 1, nil), status(404, 1, 1, intake.ErrNotFound), status(408, 1, 1, nil), status(409, 1, 1, nil), status(413, 1, 1, nil),
	status(422, 1, 1, intake.ErrInvalid), status(425, 1, 1, nil), status(501, 1, 1, intake.ErrServer), status(505, 1, 1, intake.ErrServer),
	status(307, 1, 1, nil), status(302, 1, 1, nil),
	status(500, 5, 1, intake.ErrServer), status(502, 5, 1, intake.ErrServer), status(503, 5, 1, intake.ErrServer), status(504, 5, 1, intake.ErrServer),
	{"no connection", func(operation) (*http.Response, error) { return nil, errDial }, 5, 5, errDial, errDial},
	{"lost after sending", func(operation) (*http.Response, error) { return nil, errLost }, 5, 1, errLost, intake.ErrOutcomeUnknown},
	{"success cut off", func(o operation) (*http.Response, error) { return o.cut(), nil }, 5, 1, nil, intake.ErrOutcomeUnknown},
	{"HTML from a proxy", func(operation) (*http.Response, error) {
		return respond(502, "<html><h1>Bad Gateway</h1></html>", "Content-Type", "text/html"), nil
	}, 5, 1, intake.ErrServer, intake.ErrServer},
	{"HTML as a success", func(operation) (*http.Response, error) {
		return respond(200, "<html>Welcome to the hotel's network</html>", "Content-Type", "text/html"), nil
	}, 1, 1, intake.ErrBadAnswer, intake.ErrBadAnswer},
}

func TestRetryMatrix(t *testing.T) {
	for _, o := range operations {
		for _, f := range faults {
			t.Run(o.name+"/"+f.name, func(t *testing.T) { synctest.Test(t, func(t *testing.T) { checkFault(t, o, f) }) })
		}
	}
}

func checkFault(t *testing.T, o operation, f fault) {
	transport := &scripted{answer: func(int, *http.Request) (*http.Response, error) {
		return f.answer(o)
	}}
	err := o.call(t.Context(), newClient(t, transport))
	want, meaning := f.writes, f.writeErr
	if o.reads {
		want, meaning = f.reads, f.readErr
	}
	require.Error(t, err)
	if meaning != nil {
		require.ErrorIs(t, err, meaning)
	}
	for _, other := range []error{intake.ErrOutcomeUnknown, intake.ErrRateLimited, intake.ErrPlanCap, intake.ErrServer} {
		if other != meaning {
			require.NotErrorIs(t, err, other)
		}
	}
	requests := transport.requests()
	require.Len(t, requests, want)
	for i, r := range requests {
		require.Equal(t, o.method, r.Method)
		require.Equal(t, "/prefix"+o.path, r.Path)
		require.Equal(t, requests[0].Body, r.Body, "every attempt carries the same body")
		require.Equal(t, requests[0].Header, r.Header)
		if i > 0 {
			gap := r.At.Sub(requests[i-1].At)
			require.GreaterOrEqual(t, gap, 100*time.Millisecond)
			require.LessOrEqual(t, gap, 10*time.Second)
		}
	}
}

// Each operation gets through after the faults that it may repeat.
func TestFaultsThatPass(t *testing.T) {
	for _, o := range operations {
		for _, f := range faults {
			if o.reads && f.reads == 1 || !o.reads && f.writes == 1 {
				continue
			}
			t.Run(o.name+"/"+f.name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					transport := &scripted{answer: func(n int, _ *http.Request) (*http.Response, error) {
						if n < 4 {
							return f.answer(o)
						}
						return o.success(), nil
					}}
					require.NoError(t, o.call(t.Context(), newClient(t, transport)))
					require.Len(t, transport.requests(), 4)
				})
			})
		}
	}
}

func TestAttemptsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, n := range []int{1, 2, 7} {
			transport := &scripted{answer: func(int, *http.Request) (*http.Response, error) { return respond(503, `{"detail":"down"}`), nil }}
			_, err := newClient(t, transport).Sessions.Get(t.Context(), "ses_1", intake.WithMaxAttempts(n))
			var refused *intake.Error
			require.ErrorAs(t, err, &refused)
			require.Equal(t, "down", refused.Detail)
			require.Equal(t, n, refused.Meta.Attempts)
			require.Equal(t, 503, refused.Meta.Status)
			require.Len(t, transport.requests(), n)
		}
	})
}

// A POST without any body must stay without one, in all attempts (spec section 4, endpoints 8 and 11).
func TestNoBodyWhereNoneIsAsked(t *testing.T) {
	for _, o := range operations {
		if o.name != "sessions.fill" && o.name != "sessions.submit" && o.method != "GET" {
			continue
		}
		transport := &scripted{answer: func(int, *http.Request) (*http.Response, error) { return o.success(), nil }}
		require.NoError(t, o.call(t.Context(), newClient(t, transport)))
		r := transport.requests()[0]
		require.Empty(t, r.Body)
		require.Zero(t, r.Length)
		require.NotContains(t, r.Header, "Content-Type")
	}
}

func TestAnAttemptHasATimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		transport := &scripted{answer: func(n int, r *http.Request) (*http.Response, error) {
			if n == 1 {
				<-r.Context().Done()
				return nil, r.Context().Err()
			}
			return respond(200, sessionJSON), nil
		}}
		start := time.Now()
		session, err := newClient(t, transport).Sessions.Get(t.Context(), "ses_1", intake.WithAttemptTimeout(3*time.Second))
		require.NoError(t, err)
		require.Equal(t, 2, session.Meta.Attempts)
		require.GreaterOrEqual(t, time.Since(start), 3*time.Second)

		transport = &scripted{answer: func(_ int, r *http.Request) (*http.Response, error) {
			<-r.Context().Done()
			return nil, r.Context().Err()
		}}
		_, err = newClient(t, transport).Sessions.Submit(t.Context(), "ses_1", intake.WithAttemptTimeout(3*time.Second))
		require.ErrorIs(t, err, intake.ErrOutcomeUnknown)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.ErrorContains(t, err, "the attempt took longer than its timeout")
		require.Len(t, transport.requests(), 1)
	})
}
