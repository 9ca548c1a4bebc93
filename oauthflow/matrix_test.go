package oauthflow

import (
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
