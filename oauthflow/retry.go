package oauthflow

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// class says what a request is repeated on. A connection that was never made carried nothing, so that is repeated for every
// class. Nothing that could do harm is ever sent twice: a code or a refresh token that arrives a second time ends the sign-in
// at a good server, and a second registration is a second client.
type class int

const (
	// once: an authorization code or a refresh token. The polls of the device flow have a loop of their own, in poll.go.
	once class = iota
	// refusable: registration and device authorization. A 429 was not accepted, so it is waited out.
	refusable
	// safe: metadata and revocation. Failures of the server and lost answers are repeated too.
	safe
)

const (
	mostAttempts = 5
	// longestRest is how long a Retry-After is waited out; a longer one comes back to the caller at once.
	longestRest  = time.Minute
	firstBackoff = 200 * time.Millisecond
)

// call sends until there is an answer to give back, or nothing more to try. Failures are repeated for as long as one request
// may take, so that a server that hangs costs no multiple of that.
func (s *settings) call(ctx context.Context, c class, send func() (*answer, error)) (*answer, error) {
	start := s.clock.now()
	for attempt := 1; ; attempt++ {
		a, err := send()
		wait, again := s.again(c, attempt, a, err)
		limited := a != nil && a.status == http.StatusTooManyRequests
		if !limited && s.clock.now().Add(wait).Sub(start) > s.RequestTimeout {
			again = false
		}
		if deadline, ok := ctx.Deadline(); ok && wait >= time.Until(deadline) {
			again = false
		}
		if !again {
			return counted(a, err, attempt)
		}
		s.Logger.DebugContext(ctx, "oauth request is repeated", "attempt", attempt, "wait", wait)
		if err := s.clock.sleep(ctx, wait); err != nil {
			return nil, err
		}
	}
}

// again decides whether a request is repeated, and how long after. Retry-After is a floor, never undercut.
func (s *settings) again(c class, attempt int, a *answer, err error) (time.Duration, bool) {
	step := firstBackoff << (attempt - 1)
	wait, again := step/2+rand.N(step/2+1), false
	var network *NetworkError
	switch {
	case errors.As(err, &network):
		again = !network.permanent && (c == safe || !network.Sent)
	case err != nil:
	case a.status == http.StatusTooManyRequests:
		again = c != once
	default:
		again = c == safe && troubled(a.status)
	}
	if a != nil && a.retryAfter > 0 {
		if a.retryAfter > longestRest {
			return 0, false
		}
		wait = max(wait, a.retryAfter+rand.N(max(a.retryAfter/10, 100*time.Millisecond))) // not all at the same moment
	}
	return wait, again && attempt < mostAttempts
}

func troubled(status int) bool {
	return status == 500 || status == 502 || status == 503 || status == 504
}

// counted notes in what comes back how often it was tried.
func counted(a *answer, err error, attempts int) (*answer, error) {
	var network *NetworkError
	if errors.As(err, &network) {
		network.Attempts = attempts
	}
	if a != nil {
		a.attempts = attempts
	}
	return a, err
}

// longestWait bounds every duration that a server may name, so that no sum of them overflows.
const longestWait = 10 * 365 * 24 * time.Hour

// seconds turns a number from outside into a duration between 0 and longestWait.
func seconds(n float64) time.Duration {
	if math.IsNaN(n) || n <= 0 {
		return 0
	}
	if n > longestWait.Seconds() {
		return longestWait
	}
	return time.Duration(n * float64(time.Second))
}

// retryAfter is the wait that an answer asks for: seconds, a fraction of them, or one of the three forms of a date (RFC 9110
// sections 5.6.7 and 10.2.3); 0 when it names none. A date is measured by the server's own, since the two clocks may differ.
func retryAfter(h http.Header, now time.Time) time.Duration {
	text := strings.TrimSpace(h.Get("Retry-After"))
	if digits := strings.TrimLeft(text, "+-"); digits != "" && strings.Trim(digits, "0123456789.") == "" {
		n, _ := strconv.ParseFloat(text, 64) // beyond the range it is infinite, which is bounded too
		return seconds(n)
	}
	at, err := http.ParseTime(text)
	if err != nil {
		return 0
	}
	if date, err := http.ParseTime(h.Get("Date")); err == nil {
		now = date
	}
	return min(max(0, at.Sub(now)), longestWait)
}
