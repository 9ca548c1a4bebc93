package oauthflow

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/oauth2"

	"github.com/workspaceintake/intake-go/oauthflow/oauthflowtest"
)

// operation is one request of this package. Together with the twelve of package intake they are the sixteen of spec section
// 4, the token endpoint three times over and revocation beside them.
type operation struct {
	name     string
	endpoint string
	grant    string // of the token endpoint
	run      func(t *testing.T, m *meddler) error
}

var operations = []operation{
	{"metadata", oauthflowtest.EndpointMetadata, "", func(t *testing.T, m *meddler) error {
		_, err := Discover(t.Context(), m.config)
		return err
	}},
	{"register", oauthflowtest.EndpointRegister, "", func(t *testing.T, m *meddler) error {
		_, err := Register(t.Context(), m.config)
		return err
	}},
	{"device authorization", oauthflowtest.EndpointDevice, "", func(t *testing.T, m *meddler) error {
		return closing(DeviceLogin(t.Context(), m.config))
	}},
	{"poll", oauthflowtest.EndpointToken, grantDevice, func(t *testing.T, m *meddler) error {
		return closing(DeviceLogin(t.Context(), m.config))
	}},
	{"exchange", oauthflowtest.EndpointToken, grantCode, func(t *testing.T, m *meddler) error {
		return closing(m.exchange(t))
	}},
	{"refresh", oauthflowtest.EndpointToken, grantRefresh, func(t *testing.T, m *meddler) error {
		source, err := DeviceLogin(t.Context(), m.config)
		require.NoError(t, err)
		defer func() { _ = source.Close() }()
		pass(2 * time.Hour)
		_, err = source.AccessToken(t.Context())
		return err
	}},
	{"revoke", oauthflowtest.EndpointRevoke, "", func(t *testing.T, m *meddler) error {
		require.NoError(t, closing(DeviceLogin(t.Context(), m.config)))
		return SignOut(t.Context(), m.config)
	}},
}

func closing(source *Source, err error) error {
	if source != nil {
		return errors.Join(err, source.Close())
	}
	return err
}

// attempts is how often each operation is sent when every answer to it is the same fault. Polls go on until the code expires,
// after 5, 15, 35, 75 and 100 seconds.
type attempts struct{ metadata, register, device, poll, exchange, refresh, revoke int }

func (a attempts) of(name string) int {
	return map[string]int{"metadata": a.metadata, "register": a.register, "device authorization": a.device, "poll": a.poll,
		"exchange": a.exchange, "refresh": a.refresh, "revoke": a.revoke}[name]
}

var (
	final     = attempts{1, 1, 1, 1, 1, 1, 1}
	refused   = attempts{5, 5, 5, 5, 1, 1, 5} // 429: was not accepted
	trouble   = attempts{5, 1, 1, 5, 1, 1, 5} // may have had an effect
	unsent    = attempts{5, 5, 5, 5, 5, 5, 5} // had none
	passing   = attempts{1, 1, 1, 5, 1, 1, 1} // nobody can say what it means
	portal    = attempts{1, 1, 1, 5, 1, 1, 1} // a success that is none; revocation has no body to look at (RFC 7009 section 2.2)
	elsewhere = attempts{2, 1, 1, 5, 1, 1, 1} // 404: the document may be where OpenID Connect puts it
	errBroke  = errors.New("connection reset by peer")
)

type faultCase struct {
	name   string
	answer func(*http.Request) (*http.Response, error)
	want   attempts
	check  func(t *testing.T, op string, err error)
}

func jsonFault(code int, want attempts, header ...string) faultCase {
	return faultCase{fmt.Sprint(code, header), func(*http.Request) (*http.Response, error) {
		return answering(code, "application/json", `{"error":"invalid_request","detail":"said the server"}`, header...), nil
	}, want, wantServerError(code)}
}

func htmlFault(code int, want attempts, check func(*testing.T, string, error)) faultCase {
	return faultCase{fmt.Sprintf("HTML with %d", code), func(*http.Request) (*http.Response, error) {
		return answering(code, "text/html", "<!doctype html><title>Welcome to the hotel's network</title>"), nil
	}, want, check}
}

func faultCases() []faultCase {
	cases := []faultCase{
		{"429 without Retry-After", limitedBy(), refused, wantRateLimited(0)},
		{"429 for 7 s", limitedBy("Retry-After", "7"), refused, wantRateLimited(7 * time.Second)},
		{"no connection", func(*http.Request) (*http.Response, error) {
			return nil, &net.OpError{Op: "dial", Net: "tcp", Err: errors.New("connection refused")}
		}, unsent, wantNetworkError(false)},
		{"lost before it was sent", func(r *http.Request) (*http.Response, error) {
			httptrace.ContextClientTrace(r.Context()).GetConn("auth.test:443") // and never a GotConn: TLS was not agreed on
			return nil, errBroke
		}, unsent, wantNetworkError(false)},
		{"lost after it was sent", func(*http.Request) (*http.Response, error) { return nil, errBroke }, trouble, wantNetworkError(true)},
		{"body cut off", func(*http.Request) (*http.Response, error) {
			res := answering(200, "application/json", "")
			res.Body = io.NopCloser(io.MultiReader(strings.NewReader(`{"client_id":"c","access_to`), broken{}))
			return res, nil
		}, trouble, wantNetworkError(true)},
		htmlFault(200, portal, func(t *testing.T, op string, err error) {
			if op == "revoke" {
				require.NoError(t, err)
				return
			}
			require.Error(t, err)
		}),
		htmlFault(403, passing, wantServerError(403)), htmlFault(404, elsewhere, wantServerError(404)),
		htmlFault(502, trouble, wantServerError(502)), htmlFault(501, passing, wantServerError(501)),
	}
	for _, code := range []int{400, 401, 402, 403, 404, 405, 409, 410, 413, 422} {
		want := final
		if code == http.StatusNotFound {
			want.metadata = elsewhere.metadata
		}
		cases = append(cases, jsonFault(code, want))
	}
	for _, code := range []int{500, 502, 503, 504} {
		cases = append(cases, faultCase{fmt.Sprint(code), func(*http.Request) (*http.Response, error) {
			return answering(code, "application/json", `{"detail":"said the server"}`), nil
		}, trouble, wantServerError(code)})
	}
	return cases
}

func limitedBy(header ...string) func(*http.Request) (*http.Response, error) {
	return func(*http.Request) (*http.Response, error) {
		return answering(429, "application/json", `{"detail":"said the server"}`, header...), nil
	}
}

func answering(code int, kind, body string, header ...string) *http.Response {
	res := &http.Response{StatusCode: code, Header: http.Header{"Content-Type": {kind}}, Body: io.NopCloser(strings.NewReader(body))}
	for i := 0; i+1 < len(header); i += 2 {
		res.Header.Set(header[i], header[i+1])
	}
	return res
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func wantServerError(code int) func(*testing.T, string, error) {
	return func(t *testing.T, op string, err error) {
		var failure *ServerError
		require.ErrorAs(t, err, &failure)
		require.Equal(t, code, failure.Status)
		require.NotErrorIs(t, err, ErrRateLimited)
	}
}

func wantRateLimited(wait time.Duration) func(*testing.T, string, error) {
	return func(t *testing.T, op string, err error) {
		require.ErrorIs(t, err, ErrRateLimited)
		var failure *ServerError
		require.ErrorAs(t, err, &failure)
		require.Equal(t, "said the server", failure.Description)
		require.Equal(t, wait, failure.RetryAfter)
		if op != "poll" { // where each question stands for itself
			require.Equal(t, refused.of(op), failure.Attempts)
		}
	}
}

func wantNetworkError(sent bool) func(*testing.T, string, error) {
	return func(t *testing.T, op string, err error) {
		var failure *NetworkError
		require.ErrorAs(t, err, &failure)
		require.Equal(t, sent, failure.Sent)
		require.Equal(t, sent && op == "exchange", errors.Is(err, ErrLost), "a code that may have been used is used up")
	}
}

// meddler stands between this package and a correct server and spoils one operation.
type meddler struct {
	config Config
	server *oauthflowtest.Server
	next   http.RoundTripper
	op     operation
	spoil  func(n int, r *http.Request) (*http.Response, error, bool)

	mu   sync.Mutex
	seen []time.Time
}

func meddle(op operation, spoil func(n int, r *http.Request) (*http.Response, error, bool)) *meddler {
	m := &meddler{op: op, spoil: spoil}
	m.server = oauthflowtest.NewInMemory(oauthflowtest.Options{
		EditToken:  func(body map[string]any) { removeUnless(op.grant == grantRefresh, body, "refresh_token") },
		EditDevice: func(body map[string]any) { body["expires_in"] = 100 }})
	m.next = m.server.Client().Transport
	m.config = testConfig(m.server, &MemoryStore{})
	m.config.HTTPClient = &http.Client{Transport: m}
	if op.endpoint != oauthflowtest.EndpointRegister {
		m.server.AddClient("known")
		m.config.ClientID = "known"
	}
	return m
}

// exchange is the end of a browser sign-in: a listener would be outside the bubble of virtual time.
func (m *meddler) exchange(t *testing.T) (*Source, error) {
	l, err := startLogin(t.Context(), m.config)
	require.NoError(t, err)
	const redirect = registeredRedirect
	request := authorization{State: "state", Verifier: secretText(oauth2.GenerateVerifier())}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, l.authorizationURL("known", redirect, request), nil)
	require.NoError(t, err)
	res, err := m.next.RoundTrip(r)
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	back, err := res.Location()
	require.NoError(t, err)
	result, err := readCallback(back.RawQuery, request.State)
	require.NoError(t, err)
	return l.redeem(t.Context(), &Client{ID: "known"}, redirect, request, result)
}

// removeUnless leaves one token to revoke, so that the requests are those of one.
func removeUnless(keep bool, body map[string]any, name string) {
	if !keep {
		delete(body, name)
	}
}

func (m *meddler) RoundTrip(r *http.Request) (*http.Response, error) {
	if !m.concerns(r) {
		return m.next.RoundTrip(r)
	}
	m.mu.Lock()
	m.seen = append(m.seen, time.Now())
	n := len(m.seen)
	m.mu.Unlock()
	if res, err, spoilt := m.spoil(n, r); spoilt {
		return res, err
	}
	return m.next.RoundTrip(r)
}

func (m *meddler) concerns(r *http.Request) bool {
	if m.op.endpoint == oauthflowtest.EndpointMetadata {
		return strings.HasPrefix(r.URL.Path, "/.well-known/")
	}
	if !strings.HasSuffix(r.URL.Path, "/"+m.op.endpoint) {
		return false
	}
	if m.op.grant == "" {
		return true
	}
	body, err := r.GetBody()
	if err != nil {
		return false
	}
	text, err := io.ReadAll(body)
	return err == nil && strings.Contains(string(text), strings.ReplaceAll(m.op.grant, ":", "%3A"))
}

// Every operation times every fault: how often it is sent, and what comes back.
func TestRetryMatrix(t *testing.T) {
	for _, op := range operations {
		for _, fault := range faultCases() {
			t.Run(op.name+"/"+fault.name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					m := meddle(op, func(_ int, r *http.Request) (*http.Response, error, bool) {
						res, err := fault.answer(r)
						return res, err, true
					})
					err := op.run(t, m)
					fault.check(t, op.name, err)
					require.NotErrorIs(t, err, ErrSignInAgain)
					require.Len(t, m.seen, fault.want.of(op.name))
				})
			})
		}
	}
}

// Each operation gets through after the faults that it may repeat.
func TestFaultsThatPass(t *testing.T) {
	for _, op := range operations {
		for _, fault := range faultCases() {
			if fault.want.of(op.name) < 4 {
				continue
			}
			t.Run(op.name+"/"+fault.name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					m := meddle(op, func(n int, r *http.Request) (*http.Response, error, bool) {
						res, err := fault.answer(r)
						return res, err, n < 4
					})
					require.NoError(t, op.run(t, m))
					require.Len(t, m.seen, 4)
				})
			})
		}
	}
}

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
