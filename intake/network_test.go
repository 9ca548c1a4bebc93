package intake_test

import (
	"crypto/tls"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/intake"
	"github.com/workspaceintake/intake-go/intake/internal/sample"
)

// onNetwork makes a client of a real server, with a clock on which waits take no time.
func onNetwork(t *testing.T, base string, opts ...intake.Option) *intake.Client {
	t.Helper()
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	client, err := intake.NewClient(append([]intake.Option{intake.WithBaseURL(base), intake.WithAPIKey(testKey),
		intake.WithHTTPClient(&http.Client{Transport: transport}), intake.WithClock(&stillClock{})}, opts...)...)
	require.NoError(t, err)
	return client
}

// What net/http says about a lost connection is told apart: nothing sent, or perhaps received.
func TestLossesOnTheNetwork(t *testing.T) {
	var requests atomic.Int32
	closing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		_, _ = io.Copy(io.Discard, r.Body)
		conn, _, err := http.NewResponseController(w).Hijack()
		if err == nil {
			conn.Close()
		}
	}))
	defer closing.Close()
	client := onNetwork(t, closing.URL)
	_, err := client.Sessions.Submit(t.Context(), "ses_1")
	require.ErrorIs(t, err, intake.ErrOutcomeUnknown)
	require.EqualValues(t, 1, requests.Swap(0))
	_, err = client.Sessions.Extract(t.Context(), "ses_1", intake.FileFromBytes("a.pdf", make([]byte, 1<<20)))
	require.ErrorIs(t, err, intake.ErrOutcomeUnknown)
	require.EqualValues(t, 1, requests.Swap(0))
	_, err = client.Sessions.Get(t.Context(), "ses_1")
	var broken *intake.ConnectionError
	require.ErrorAs(t, err, &broken)
	require.EqualValues(t, 5, requests.Swap(0))
	require.NotContains(t, err.Error(), closing.URL)

	cutting := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		requests.Add(1)
		w.Header().Set("Content-Length", "1000")
		_, _ = io.WriteString(w, `{"submission_id":`)
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	}))
	cutting.Config.ErrorLog = log.New(io.Discard, "", 0)
	defer cutting.Close()
	_, err = onNetwork(t, cutting.URL).Sessions.Submit(t.Context(), "ses_1")
	require.ErrorIs(t, err, intake.ErrOutcomeUnknown)
	var lost *intake.OutcomeUnknownError
	require.ErrorAs(t, err, &lost)
	require.Equal(t, 200, lost.Meta.Status)
	require.EqualValues(t, 1, requests.Load())
}

func TestNoConnectionOnTheNetwork(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	address := listener.Addr().String()
	listener.Close()
	_, err = onNetwork(t, "http://"+address).Sessions.Submit(t.Context(), "ses_1")
	require.NotErrorIs(t, err, intake.ErrOutcomeUnknown)
	var broken *intake.ConnectionError
	require.ErrorAs(t, err, &broken)
	require.Equal(t, 5, broken.Meta.Attempts, "nothing was sent, so it is tried again")

	untrusted := httptest.NewTLSServer(http.NotFoundHandler())
	untrusted.Config.ErrorLog = log.New(io.Discard, "", 0)
	defer untrusted.Close()
	_, err = onNetwork(t, untrusted.URL).Sessions.Submit(t.Context(), "ses_1")
	require.NotErrorIs(t, err, intake.ErrOutcomeUnknown)
	var certificate *tls.CertificateVerificationError
	require.ErrorAs(t, err, &certificate)
	require.ErrorAs(t, err, &broken)
	require.Equal(t, 1, broken.Meta.Attempts, "a certificate does not become better")
}

// Failures do not close the idle connections that the client shares with others, and large refusals do not cost one.
func TestConnectionsAreKept(t *testing.T) {
	var opened atomic.Int32
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.Method {
		case "POST":
			w.WriteHeader(500)
			_, _ = w.Write(make([]byte, 200<<10))
		default:
			_, _ = io.WriteString(w, sessionJSON)
		}
	}))
	server.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			opened.Add(1)
		}
	}
	server.Start()
	defer server.Close()
	client := onNetwork(t, server.URL)
	for range 10 {
		_, err := client.Sessions.Get(t.Context(), "ses_1")
		require.NoError(t, err)
		_, err = client.Sessions.Fill(t.Context(), "ses_1")
		require.ErrorIs(t, err, intake.ErrServer)
	}
	require.EqualValues(t, 1, opened.Load())
}

// What a GET of one session may allocate beyond the transport: fewer objects and bytes than io.ReadAll and
// encoding/json need for the same answer.
func TestAllocationsOfAGet(t *testing.T) {
	transport := roundTrip(func(*http.Request) (*http.Response, error) { return respond(200, sample.Answer), nil })
	client := newClient(t, transport)
	plain := &http.Client{Transport: transport}
	ours, ourBytes := measure(t, func() {
		if _, err := client.Sessions.Get(t.Context(), "ses_1"); err != nil {
			t.Fatal(err)
		}
	})
	theirs, theirBytes := measure(t, func() { rawGet(t, plain) })
	t.Logf("intake %.0f allocations, %.0f bytes; net/http with encoding/json %.0f, %.0f: %.2fx, %.2fx", ours, ourBytes, theirs, theirBytes, ours/theirs, ourBytes/theirBytes)
	if testing.CoverMode() == "" && !raceEnabled {
		require.LessOrEqual(t, ours, theirs)
		require.LessOrEqual(t, ourBytes, 0.75*theirBytes)
	}
}

func measure(t *testing.T, call func()) (objects, bytes float64) {
	t.Helper()
	const runs = 200
	call()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for range runs {
		call()
	}
	runtime.ReadMemStats(&after)
	return float64(after.Mallocs-before.Mallocs) / runs, float64(after.TotalAlloc-before.TotalAlloc) / runs
}
