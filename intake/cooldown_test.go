package intake_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/intake"
)

// limited is a service that refuses what comes within a window.
type limited struct {
	mu     sync.Mutex
	window time.Time
	inside []time.Time
	served []time.Time
}

func (l *limited) answer(_ int, r *http.Request) (*http.Response, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	switch {
	case l.window.IsZero():
		l.window = now.Add(10 * time.Second)
		return respond(429, `{"detail":"slow down"}`, "Retry-After", "10"), nil
	case now.Before(l.window):
		l.inside = append(l.inside, now)
		return respond(429, `{"detail":"slow down"}`, "Retry-After", "10"), nil
	}
	l.served = append(l.served, now)
	if strings.HasSuffix(r.URL.Path, "/answers") {
		return respond(200, operations[4].ok), nil
	}
	return respond(200, `{"forms":[],"note":""}`), nil
}

// One 429 holds back every goroutine of the client: nothing is sent into the window, and they do not all come back at once.
func TestOneRefusalCoolsAllGoroutines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		service := &limited{}
		client := newClient(t, &scripted{answer: service.answer})
		var all sync.WaitGroup
		call := func() {
			_, err := client.Sessions.Answer(t.Context(), "ses_1", "12 employees")
			require.NoError(t, err)
		}
		all.Go(call)
		synctest.Wait() // the first call was refused and waits
		for range 64 {
			all.Go(call)
		}
		all.Wait()
		require.Empty(t, service.inside)
		require.Len(t, service.served, 65)
		for _, at := range service.served {
			require.False(t, at.Before(service.window))
			require.Less(t, at.Sub(service.window), 5*time.Second)
		}
		slices.SortFunc(service.served, time.Time.Compare)
		moments := len(slices.CompactFunc(slices.Clone(service.served), time.Time.Equal))
		require.Greater(t, moments, 32, "they wake at different moments")
	})
}

// A call that reads waits for no limit of the heavy operations (spec section 8).
func TestLightOperationsAreNotHeldBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client := newClient(t, &scripted{answer: func(_ int, r *http.Request) (*http.Response, error) {
			if r.Method == "POST" {
				return respond(429, "", "Retry-After", "3600"), nil
			}
			time.Sleep(time.Second)
			return respond(200, sessionJSON), nil
		}})
		_, err := client.Sessions.Fill(t.Context(), "ses_1")
		require.ErrorIs(t, err, intake.ErrRateLimited)
		start := time.Now()
		var gets sync.WaitGroup
		for range 4 {
			gets.Go(func() {
				_, err := client.Sessions.Get(t.Context(), "ses_1")
				require.NoError(t, err)
			})
		}
		gets.Wait()
		require.Equal(t, time.Second, time.Since(start), "all at once, none waits for another")
	})
}

// A later refusal that names a shorter wait does not shorten the window.
func TestAWindowIsNotShortened(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		transport := &scripted{answer: func(n int, _ *http.Request) (*http.Response, error) {
			time.Sleep(time.Duration(n) * time.Second) // both are under way before the first is refused
			return respond(429, "", "Retry-After", []string{"50", "1"}[n-1]), nil
		}}
		client := newClient(t, transport, intake.WithMaxAttempts(1))
		var both sync.WaitGroup
		for range 2 {
			both.Go(func() { _, _ = client.Sessions.Fill(t.Context(), "ses_1") })
		}
		both.Wait()
		_, err := client.Sessions.Fill(t.Context(), "ses_1", intake.WithMaxWait(10*time.Second))
		var limited *intake.RateLimitError
		require.ErrorAs(t, err, &limited)
		require.Equal(t, 49*time.Second, limited.RetryAfter)
		require.Len(t, transport.requests(), 2)
	})
}

func TestAWindowOnAClockThatLags(t *testing.T) {
	clock := &laggingClock{}
	transport := &scripted{answer: func(n int, _ *http.Request) (*http.Response, error) {
		if n == 1 {
			return respond(429, "", "Retry-After", "5"), nil
		}
		return respond(200, `{"forms":[],"note":""}`), nil
	}}
	client := newClient(t, transport, intake.WithClock(clock))
	_, err := client.Sessions.Fill(t.Context(), "ses_1", intake.WithMaxAttempts(1))
	require.ErrorIs(t, err, intake.ErrRateLimited)
	_, err = client.Sessions.Fill(t.Context(), "ses_1")
	require.NoError(t, err)
	require.Equal(t, 1, clock.slept)
}

// Whether the heavy operations share a limit is learned from one answer.
func TestWhetherLimitsAreSeparateIsLearned(t *testing.T) {
	for _, separate := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			open := time.Now().Add(10 * time.Second)
			transport := &scripted{answer: func(_ int, r *http.Request) (*http.Response, error) {
				fill := strings.HasSuffix(r.URL.Path, "/fill")
				if time.Now().Before(open) && (fill || !separate) {
					return respond(429, "", "Retry-After", "10"), nil
				}
				if fill {
					return respond(200, `{"forms":[],"note":""}`), nil
				}
				if r.Method == "GET" {
					return respond(200, `[]`), nil
				}
				return respond(200, operations[4].ok), nil
			}}
			client := newClient(t, transport)
			var filling sync.WaitGroup
			filling.Go(func() {
				_, err := client.Sessions.Fill(t.Context(), "ses_1")
				require.NoError(t, err)
			})
			synctest.Wait()
			start := time.Now()
			for range 3 {
				_, err := client.Sessions.Answer(t.Context(), "ses_1", "hello")
				require.NoError(t, err)
			}
			_, err := client.Sessions.RiskSummary(t.Context(), "ses_1")
			require.NoError(t, err)
			if separate {
				require.Zero(t, time.Since(start), "answers and risk have limits of their own")
			} else {
				require.GreaterOrEqual(t, time.Since(start), 10*time.Second)
			}
			filling.Wait()
			inside := 0
			for _, r := range transport.requests() {
				if r.At.Before(open) && !strings.HasSuffix(r.Path, "/fill") {
					inside++
				}
			}
			if !separate {
				require.Equal(t, 1, inside, "one request found it out")
			}
		})
	}
}

// A probe that came to nothing is not the last one.
func TestAProbeThatFailsIsRepeated(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limiter := &countingLimiter{}
		answers := []func() (*http.Response, error){
			func() (*http.Response, error) { return nil, errDial },
			func() (*http.Response, error) { return respond(503, ""), nil },
			func() (*http.Response, error) { return respond(200, `[]`), nil },
		}
		transport := &scripted{}
		transport.answer = func(_ int, r *http.Request) (*http.Response, error) {
			if r.Method == "POST" {
				return respond(429, "", "Retry-After", "3600"), nil
			}
			next := answers[0]
			answers = answers[min(1, len(answers)-1):]
			return next()
		}
		client := newClient(t, transport, intake.WithLimiter(limiter))
		_, err := client.Sessions.Fill(t.Context(), "ses_1")
		require.ErrorIs(t, err, intake.ErrRateLimited)
		limiter.err = context.Canceled
		_, err = client.Sessions.RiskSummary(t.Context(), "ses_1")
		require.ErrorIs(t, err, context.Canceled, "the limiter held the probe back")
		limiter.err = nil
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		_, err = client.Sessions.RiskSummary(gone, "ses_1")
		require.ErrorIs(t, err, context.Canceled)
		start := time.Now()
		_, err = client.Sessions.RiskSummary(t.Context(), "ses_1")
		require.NoError(t, err, "the third try of the probe gets through, and it is known that the limits are separate")
		require.Less(t, time.Since(start), time.Minute)
		_, err = client.Sessions.RiskSummary(t.Context(), "ses_1")
		require.NoError(t, err)
	})
}

func TestHeldBackCallsRespectTheirContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client := newClient(t, &scripted{answer: func(int, *http.Request) (*http.Response, error) {
			return respond(429, `{"detail":"slow down"}`, "Retry-After", "30"), nil
		}}, intake.WithMaxAttempts(1))
		_, err := client.Sessions.Fill(t.Context(), "ses_1")
		require.ErrorIs(t, err, intake.ErrRateLimited)

		short, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		start := time.Now()
		_, err = client.Sessions.Fill(short, "ses_1")
		var limited *intake.RateLimitError
		require.ErrorAs(t, err, &limited)
		require.Zero(t, time.Since(start))
		require.Equal(t, 30*time.Second, limited.RetryAfter)
		require.Equal(t, "sessions.fill", limited.Err.Operation)
	})
}

type countingLimiter struct {
	calls int
	err   error
}

func (l *countingLimiter) Wait(context.Context) error { l.calls++; return l.err }

func TestALimiterIsAskedBeforeEachRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limiter := &countingLimiter{}
		transport := &scripted{answer: func(n int, _ *http.Request) (*http.Response, error) {
			return respond(map[bool]int{true: 503, false: 200}[n < 3], sessionJSON), nil
		}}
		client := newClient(t, transport, intake.WithLimiter(limiter))
		_, err := client.Sessions.Get(t.Context(), "ses_1")
		require.NoError(t, err)
		require.Equal(t, 3, limiter.calls)
		limiter.err = context.DeadlineExceeded
		_, err = client.Sessions.Get(t.Context(), "ses_1")
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.Len(t, transport.requests(), 3)
	})
}
