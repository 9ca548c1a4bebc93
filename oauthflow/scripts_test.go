package oauthflow

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

var (
	scriptCount = flag.Int("scripts", 10_000, "how many random servers the device flow meets")
	scriptSeed  = flag.Uint64("seed", 1, "the first of the random servers")
)

// script is a server that does one odd thing after another, on a virtual clock. It keeps the few facts from which the
// outcome of a sign-in follows, without knowing how the client works.
type script struct {
	dice     *rand.Rand
	interval any     // as sent; nil: not at all
	pace     float64 // what it obliges the client to, in seconds
	life     float64
	code     string

	born       time.Time
	answeredAt time.Time
	slowdowns  int
	waitUntil  time.Time // by Retry-After
	polls      int
	approved   bool // the tokens were made, and perhaps lost
	want       error
	wantCode   string
	final      bool // a decision was delivered
	violation  string
}

func newScript(seed uint64) *script {
	s := &script{dice: rand.New(rand.NewPCG(seed, 8628)), code: fmt.Sprintf("device-code-%d-0123456789", seed)}
	s.life = []float64{3, 7, 30, 120, 900, 1800}[s.dice.IntN(6)]
	switch s.dice.IntN(9) {
	case 0:
		s.interval, s.pace = nil, 5
	case 1:
		s.interval, s.pace = 0, 5
	case 2:
		s.interval, s.pace = -s.dice.IntN(100)-1, 5
	case 3:
		s.pace = 1 + float64(s.dice.IntN(90))/10
		s.interval = s.pace
	case 4:
		s.pace = float64(1 + s.dice.IntN(20))
		s.interval = fmt.Sprint(s.pace)
	case 5:
		s.interval, s.pace = []any{"soon", true, map[string]any{}, []int{5}, ""}[s.dice.IntN(5)], 5
	case 6:
		s.interval, s.pace = json.Number("1e300"), 1e300 // nobody can wait so long: the life of the code is the bound
	default:
		s.pace = float64(1 + s.dice.IntN(30))
		s.interval = s.pace
	}
	s.pace = min(s.pace, max(s.life, 5))
	return s
}

func (s *script) obliged() time.Duration {
	return time.Duration(s.pace*float64(time.Second)) + time.Duration(s.slowdowns)*5*time.Second
}

func (s *script) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	switch r.URL.Path {
	case wellKnown:
		return reply(200, `{"issuer":"https://odd.test","token_endpoint":"https://odd.test/t","device_authorization_endpoint":"https://odd.test/d"}`), nil
	case "/d":
		body := map[string]any{"device_code": s.code, "user_code": "ABCD", "verification_uri": "https://odd.test/v", "expires_in": s.life}
		if s.interval != nil {
			body["interval"] = s.interval
		}
		text, _ := json.Marshal(body)
		s.born, s.answeredAt = time.Now(), time.Now()
		return reply(200, string(text)), nil
	}
	s.judge()
	res, err := s.act(r)
	s.answeredAt = time.Now()
	return res, err
}

// judge checks the client's manners at each poll.
func (s *script) judge() {
	now, gap := time.Now(), time.Since(s.answeredAt)
	s.polls++
	switch {
	case s.final:
		s.violation = "asked again after a decision"
	case gap < s.obliged():
		s.violation = fmt.Sprintf("poll %d came %v after the last answer, the interval is %v", s.polls, gap, s.obliged())
	case now.Before(s.waitUntil):
		s.violation = fmt.Sprintf("poll %d came before Retry-After", s.polls)
	case gap > max(time.Minute, s.obliged()) && s.waitUntil.IsZero():
		s.violation = fmt.Sprintf("poll %d came only after %v", s.polls, gap)
	}
	s.waitUntil = time.Time{}
}

// act answers one poll, perhaps slowly.
func (s *script) act(r *http.Request) (*http.Response, error) {
	if s.dice.IntN(6) == 0 {
		if err := (systemClock{}).Sleep(r.Context(), time.Duration(s.dice.IntN(40))*time.Second); err != nil {
			return nil, r.Context().Err()
		}
	}
	odd := s.dice.IntN(40)
	if s.approved && odd < 20 { // the tokens were made before
		return s.decide(ErrLost, codeInvalidGrant)
	}
	switch odd {
	case 0, 1, 2, 3, 4, 5, 6, 7:
		return s.problem(codePending), nil
	case 8, 9:
		s.slowdowns++
		return s.problem(codeSlowDown), nil
	case 10:
		return nil, io.ErrUnexpectedEOF
	case 11:
		return nil, &net.OpError{Op: "dial", Err: errors.New("connection refused")}
	case 12, 13:
		return s.troubled([]int{500, 502, 503, 504, 429, 408}[s.dice.IntN(6)]), nil
	case 14:
		return reply(200, "<html>Welcome to the hotel</html>"), nil
	case 15:
		return reply(404, "<html>not here</html>"), nil
	case 16:
		return reply(302, ""), nil
	case 17:
		return reply(200, `{"access_token":"cut of`), nil
	case 18:
		return reply(400, `{"error":"temporarily_unavailable"}`), nil
	case 19:
		return reply(200, `{"error":"authorization_pending"}`), nil
	case 20:
		return reply(400, `{"detail":"authorization_pending"}`), nil
	case 21:
		if s.dice.IntN(3) > 0 {
			return s.decide(ErrDenied, codeDenied)
		}
	case 22:
		if s.dice.IntN(3) > 0 {
			return s.decide(ErrExpired, codeExpired)
		}
	case 23:
		return s.decide(nil, []string{"invalid_request", "invalid_scope", "unsupported_grant_type", "made_up"}[s.dice.IntN(4)])
	case 24, 25:
		if !s.approved {
			s.final = true
			return reply(200, `{"access_token":"a","token_type":"bearer","refresh_token":"r","expires_in":"3600.5"}`), nil
		}
	case 26:
		s.approved = true
		if s.dice.IntN(2) == 0 {
			return nil, io.ErrUnexpectedEOF
		}
		return reply(502, "<h1>Bad gateway</h1>"), nil
	}
	return s.problem(codePending), nil
}

func (s *script) problem(code string) *http.Response { return reply(400, `{"error":"`+code+`"}`) }

func (s *script) decide(want error, code string) (*http.Response, error) {
	s.final, s.want, s.wantCode = true, want, code
	return s.problem(code), nil
}

func (s *script) troubled(status int) *http.Response {
	res := reply(status, "<h1>trouble with "+s.code+"</h1>")
	if s.dice.IntN(3) == 0 {
		wait := s.dice.IntN(100)
		res.Header.Set("Retry-After", fmt.Sprint(wait))
		s.waitUntil = time.Now().Add(time.Duration(wait) * time.Second)
	}
	return res
}

func reply(status int, body string) *http.Response {
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body))}
}

func TestDeviceFlowMeetsRandomServers(t *testing.T) {
	counts := map[string]int{}
	count := *scriptCount
	if testing.Short() {
		count /= 20
	}
	for i := range count {
		seed := *scriptSeed + uint64(i)
		synctest.Test(t, func(t *testing.T) { counts[meet(t, seed)]++ })
	}
	t.Logf("outcomes: %v", counts)
	if count >= 10_000 {
		for _, outcome := range []string{"signed in", "denied", "expired", "lost", "refused", "cancelled"} {
			require.Greater(t, counts[outcome], count/1000, outcome)
		}
	}
}

// meet signs in to one random server and holds the outcome against the server's own account.
func meet(t *testing.T, seed uint64) string {
	s := newScript(seed)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var cancelledAt time.Time
	if s.dice.IntN(10) == 0 {
		time.AfterFunc(time.Duration(1+s.dice.IntN(200))*time.Second, func() { cancelledAt = time.Now(); cancel() })
	}
	source, err := DeviceLogin(ctx, Config{Issuer: "https://odd.test", ClientID: "c", Store: &MemoryStore{},
		HTTPClient: &http.Client{Transport: s}, Prompt: func(context.Context, DevicePrompt) error { return nil }})
	took := time.Since(s.born)
	note := fmt.Sprintf("seed %d: %v after %v, %d polls", seed, err, took, s.polls)
	require.Empty(t, s.violation, note)
	bound := time.Duration(s.life*float64(time.Second)) + s.obliged()
	require.LessOrEqual(t, took, bound, note)
	if err != nil {
		require.NotContains(t, err.Error(), s.code[len(s.code)-8:], note)
	}
	switch {
	case err == nil:
		require.NoError(t, source.Close())
		require.True(t, s.final && s.want == nil && s.wantCode == "", note)
		return "signed in"
	case errors.Is(err, ErrCancelled):
		require.False(t, cancelledAt.IsZero(), note)
		require.Equal(t, cancelledAt, time.Now(), note)
		require.ErrorIs(t, err, context.Canceled, note)
		return "cancelled"
	case !s.final: // nobody decided: only time can have ended it
		require.ErrorIs(t, err, ErrExpired, note)
		require.GreaterOrEqual(t, took, time.Duration(s.life*float64(time.Second)), note)
		return "expired"
	case s.want != nil:
		require.ErrorIs(t, err, s.want, note)
		return strings.Fields(map[error]string{ErrDenied: "denied", ErrExpired: "expired", ErrLost: "lost"}[s.want])[0]
	}
	var failure *ServerError
	require.ErrorAs(t, err, &failure, note)
	require.Equal(t, s.wantCode, failure.Code, note)
	return "refused"
}
