package oauthflow

import (
	"context"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// A Retry-After is never undercut, in whatever form it comes; what is too long to sit out comes back at once.
func TestRetryAfterOfTheOAuthEndpoints(t *testing.T) {
	in := func(layout string, d time.Duration) func() string {
		return func() string { return time.Now().UTC().Add(d).Format(layout) }
	}
	text := func(s string) func() string { return func() string { return s } }
	for name, test := range map[string]struct {
		header      func() string
		least, most time.Duration // between two requests; most 0: there is no second request
		asked       time.Duration
	}{
		"seconds":             {text("7"), 7 * time.Second, 8 * time.Second, 0},
		"a fraction":          {text("2.5"), 2500 * time.Millisecond, 3 * time.Second, 0},
		"zero":                {text("0"), 0, 5 * time.Second, 0},
		"negative":            {text("-5"), 0, 5 * time.Second, 0},
		"words":               {text("soon"), 0, 5 * time.Second, 0},
		"an exponent":         {text("1e3"), 0, 5 * time.Second, 0},
		"an IMF date":         {in(http.TimeFormat, 9*time.Second), 9 * time.Second, 11 * time.Second, 0},
		"an RFC 850 date":     {in("Monday, 02-Jan-06 15:04:05 GMT", 9*time.Second), 9 * time.Second, 11 * time.Second, 0},
		"an asctime date":     {in(time.ANSIC, 9*time.Second), 9 * time.Second, 11 * time.Second, 0},
		"a date that is over": {in(http.TimeFormat, -time.Hour), 0, 5 * time.Second, 0},
		"the longest":         {text("60"), time.Minute, 67 * time.Second, 0},
		"too long":            {text("61"), 0, 0, 61 * time.Second},
		"an hour by date":     {in(http.TimeFormat, time.Hour), 0, 0, time.Hour},
		"beyond an int64":     {text("99999999999999999999"), 0, 0, longestWait},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := meddle(operations[1], func(n int, r *http.Request) (*http.Response, error, bool) {
					res, err := limitedBy("Retry-After", test.header())(r)
					return res, err, n == 1 || test.most == 0
				})
				start := time.Now()
				_, err := Register(t.Context(), m.config)
				if test.most == 0 {
					var failure *ServerError
					require.ErrorAs(t, err, &failure)
					require.Equal(t, test.asked, failure.RetryAfter)
					require.Len(t, m.seen, 1)
					require.Zero(t, time.Since(start))
					return
				}
				require.NoError(t, err)
				require.Len(t, m.seen, 2)
				require.GreaterOrEqual(t, m.seen[1].Sub(m.seen[0]), test.least)
				require.LessOrEqual(t, m.seen[1].Sub(m.seen[0]), test.most)
			})
		})
	}
}

// The server's clock is ahead by a day: its dates are measured by its own Date.
func TestDatesAreMeasuredByTheServersClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ahead := time.Now().UTC().Add(24 * time.Hour)
		m := meddle(operations[1], func(n int, r *http.Request) (*http.Response, error, bool) {
			res, err := limitedBy("Retry-After", ahead.Add(20*time.Second).Format(http.TimeFormat), "Date", ahead.Format(http.TimeFormat))(r)
			return res, err, n == 1
		})
		_, err := Register(t.Context(), m.config)
		require.NoError(t, err)
		require.GreaterOrEqual(t, m.seen[1].Sub(m.seen[0]), 20*time.Second)
		require.LessOrEqual(t, m.seen[1].Sub(m.seen[0]), 23*time.Second)
	})
}

// A wait ends with its context; one that the context would cut off does not begin.
func TestRetryWaitsObeyTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, op := range operations[1:3] {
			m := meddle(op, func(_ int, r *http.Request) (*http.Response, error, bool) {
				res, err := limitedBy("Retry-After", "30")(r)
				return res, err, true
			})
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(10*time.Second, cancel)
			start := time.Now()
			var err error
			if op.name == "register" {
				_, err = Register(ctx, m.config)
			} else {
				_, err = DeviceLogin(ctx, m.config)
			}
			require.ErrorIs(t, err, ErrCancelled)
			require.Equal(t, 10*time.Second, time.Since(start))

			m.seen = nil
			ctx, cancel = context.WithTimeout(t.Context(), 29*time.Second)
			defer cancel()
			start = time.Now()
			if op.name == "register" {
				_, err = Register(ctx, m.config)
			} else {
				_, err = DeviceLogin(ctx, m.config)
			}
			require.ErrorIs(t, err, ErrRateLimited)
			require.NotErrorIs(t, err, context.DeadlineExceeded)
			require.Zero(t, time.Since(start))
			require.Len(t, m.seen, 1)
		}
	})
}

// A server that hangs costs one request's time, not five.
func TestAServerThatHangsIsNotAskedFiveTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := meddle(operations[0], func(_ int, r *http.Request) (*http.Response, error, bool) {
			<-r.Context().Done()
			return nil, r.Context().Err(), true
		})
		start := time.Now()
		_, err := Discover(t.Context(), m.config)
		var failure *NetworkError
		require.ErrorAs(t, err, &failure)
		require.NotErrorIs(t, err, ErrCancelled)
		require.Equal(t, defaultRequestTimeout, time.Since(start))
		require.Len(t, m.seen, 1)
	})
}
