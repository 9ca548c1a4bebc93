package intake_test

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/intake"
)

// Every form of Retry-After is waited for: never shorter than asked, and not much longer.
func TestRetryAfterIsWaitedFor(t *testing.T) {
	const rfc850 = "Monday, 02-Jan-06 15:04:05 GMT"
	in := func(d time.Duration, layout string) func() string {
		return func() string { return time.Now().Add(d).UTC().Format(layout) }
	}
	text := func(s string) func() string { return func() string { return s } }
	for _, c := range []struct {
		name   string
		header func() string
		least  time.Duration
		most   time.Duration
	}{
		{"seconds", text("7"), 7 * time.Second, 9 * time.Second},
		{"spaces around", text("  7 "), 7 * time.Second, 9 * time.Second},
		{"plus sign", text("+7"), 7 * time.Second, 9 * time.Second},
		{"zero", text("0"), 100 * time.Millisecond, time.Second},
		{"negative", text("-30"), 100 * time.Millisecond, time.Second},
		{"fraction", text("1.5"), 1500 * time.Millisecond, 2 * time.Second},
		{"IMF date", in(20*time.Second, http.TimeFormat), 20 * time.Second, 23 * time.Second},
		{"RFC 850 date", in(20*time.Second, rfc850), 20 * time.Second, 23 * time.Second},
		{"asctime date", in(20*time.Second, time.ANSIC), 20 * time.Second, 23 * time.Second},
		{"date in the past", in(-time.Hour, http.TimeFormat), 100 * time.Millisecond, time.Second},
		{"nonsense", text("soon"), 100 * time.Millisecond, time.Second},
		{"exponent is no number", text("1e9"), 100 * time.Millisecond, time.Second},
		{"empty", text(""), 100 * time.Millisecond, time.Second},
		{"as long as the bound", text("60"), time.Minute, 63 * time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				transport := &scripted{answer: func(n int, _ *http.Request) (*http.Response, error) {
					if n == 1 {
						return respond(429, `{"detail":"slow down"}`, "Retry-After", c.header()), nil
					}
					return respond(200, sessionJSON), nil
				}}
				session, err := newClient(t, transport).Sessions.Create(t.Context(), intake.CreateSession{InsuredName: "Harbor"})
				require.NoError(t, err)
				waited := transport.requests()[1].At.Sub(transport.requests()[0].At)
				require.GreaterOrEqual(t, waited, c.least)
				require.LessOrEqual(t, waited, c.most)
				require.Equal(t, waited, session.Meta.Waited)
				require.Equal(t, 2, session.Meta.Attempts)
			})
		})
	}
}

// A date is measured by the server's own clock when its Date header tells it.
func TestRetryAfterDateBySkewedServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		theirs := time.Now().Add(-3 * time.Hour).UTC()
		transport := &scripted{answer: func(n int, _ *http.Request) (*http.Response, error) {
			if n == 1 {
				return respond(429, "", "Retry-After", theirs.Add(10*time.Second).Format(http.TimeFormat), "Date", theirs.Format(http.TimeFormat)), nil
			}
			return respond(200, sessionJSON), nil
		}}
		_, err := newClient(t, transport).Sessions.Get(t.Context(), "ses_1")
		require.NoError(t, err)
		require.GreaterOrEqual(t, transport.requests()[1].At.Sub(transport.requests()[0].At), 10*time.Second)
	})
}

// A wait that cannot be waited for comes back at once, with the wait, the detail and the attempts.
func TestRetryAfterThatCannotBeMet(t *testing.T) {
	day := 24 * time.Hour
	for _, c := range []struct {
		header   string
		deadline time.Duration
		want     time.Duration
	}{
		{"61", 0, 61 * time.Second},
		{"3600", 0, time.Hour},
		{"9300000000", 0, 365 * day},
		{"9223372036854775808", 0, 365 * day},
		{"99999999999999999999999999999999999999999999", 0, 365 * day},
		{"5", time.Second, 5 * time.Second},
		{"5", 5 * time.Second, 5 * time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx := t.Context()
			if c.deadline > 0 {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, c.deadline)
				defer cancel()
			}
			transport := &scripted{answer: func(int, *http.Request) (*http.Response, error) {
				return respond(429, `{"detail":"slow down"}`, "Retry-After", c.header, "X-Request-Id", "req_7"), nil
			}}
			client, start := newClient(t, transport), time.Now()
			_, err := client.Sessions.Fill(ctx, "ses_1")
			require.Zero(t, time.Since(start), "no time passes")
			var limited *intake.RateLimitError
			require.ErrorAs(t, err, &limited)
			require.ErrorIs(t, err, intake.ErrRateLimited)
			require.Equal(t, c.want, limited.RetryAfter)
			require.Equal(t, start.Add(c.want), limited.RetryAt)
			require.Equal(t, "slow down", limited.Err.Detail)
			require.Equal(t, 1, limited.Err.Meta.Attempts)
			require.Equal(t, "req_7", limited.Err.Meta.RequestID)

			_, err = client.Sessions.Fill(ctx, "ses_1")
			require.ErrorAs(t, err, &limited, "the next call is held back too")
			require.Zero(t, time.Since(start))
			require.Zero(t, limited.Err.Meta.Attempts)
			require.Equal(t, "slow down", limited.Err.Detail)
			require.Len(t, transport.requests(), 1, "nothing is sent into the window")
		})
	}
}

func TestCancellingEndsTheWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		transport := &scripted{answer: func(int, *http.Request) (*http.Response, error) {
			return respond(429, `{"detail":"slow down"}`, "Retry-After", "30"), nil
		}}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(4*time.Second, cancel)
		start := time.Now()
		_, err := newClient(t, transport).Sessions.Answer(ctx, "ses_1", "hello")
		require.Equal(t, 4*time.Second, time.Since(start))
		require.ErrorIs(t, err, context.Canceled)
		require.ErrorContains(t, err, "slow down", "what the server said before is not lost")
		require.NotErrorIs(t, err, intake.ErrOutcomeUnknown)
		var broken *intake.ConnectionError
		require.ErrorAs(t, err, &broken)
		require.Equal(t, 429, broken.Refusal.Status)
	})
}

// A wait that fits before the deadline is waited for, however little time is left after it.
func TestAWaitThatJustFits(t *testing.T) {
	for range 50 {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second+10*time.Millisecond)
			defer cancel()
			transport := &scripted{answer: func(n int, _ *http.Request) (*http.Response, error) {
				if n == 1 {
					return respond(429, "", "Retry-After", "5"), nil
				}
				return respond(200, `{"forms":[],"note":""}`), nil
			}}
			client := newClient(t, transport)
			_, err := client.Sessions.Fill(ctx, "ses_1")
			require.NoError(t, err)
		})
	}
}

// What was cancelled before it was sent had no effect, and says so.
func TestACallThatIsCancelledBeforehand(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, o := range operations {
		transport := &scripted{answer: func(int, *http.Request) (*http.Response, error) { return o.success(), nil }}
		err := o.call(ctx, newClient(t, transport))
		require.ErrorIs(t, err, context.Canceled)
		require.NotErrorIs(t, err, intake.ErrOutcomeUnknown)
		require.Empty(t, transport.requests())
	}
}

// laggingClock does not move on while it sleeps.
type laggingClock struct{ slept int }

func (*laggingClock) Now() time.Time { return time.Unix(0, 0) }

func (c *laggingClock) Sleep(context.Context, time.Duration) error { c.slept++; return nil }

func TestAClockThatLagsEndsNoLess(t *testing.T) {
	clock := &laggingClock{}
	transport := &scripted{answer: func(n int, _ *http.Request) (*http.Response, error) {
		if n < 3 {
			return respond(429, "", "Retry-After", "5"), nil
		}
		return respond(200, sessionJSON), nil
	}}
	_, err := newClient(t, transport, intake.WithClock(clock)).Sessions.Get(t.Context(), "ses_1")
	require.NoError(t, err)
	require.Equal(t, 2, clock.slept)
}

// stillClock stands still: a test that is not in a bubble can use it.
type stillClock struct {
	now    time.Time
	slept  []time.Duration
	refuse error
}

func (c *stillClock) Now() time.Time { return c.now }

func (c *stillClock) Sleep(_ context.Context, d time.Duration) error {
	c.slept = append(c.slept, d)
	c.now = c.now.Add(d)
	return c.refuse
}

func TestAClockOfOnesOwn(t *testing.T) {
	clock := &stillClock{now: time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)}
	transport := &scripted{answer: func(n int, _ *http.Request) (*http.Response, error) {
		if n < 3 {
			return respond(429, "", "Retry-After", "45"), nil
		}
		return respond(200, sessionJSON), nil
	}}
	_, err := newClient(t, transport, intake.WithClock(clock)).Sessions.Get(t.Context(), "ses_1")
	require.NoError(t, err)
	require.Len(t, clock.slept, 2)
	for _, d := range clock.slept {
		require.GreaterOrEqual(t, d, 45*time.Second)
	}

	clock.refuse = errors.New("the test ends here")
	transport.seen = nil
	_, err = newClient(t, transport, intake.WithClock(clock)).Sessions.Get(t.Context(), "ses_1")
	require.ErrorIs(t, err, clock.refuse)
	require.Len(t, transport.requests(), 1)
}
