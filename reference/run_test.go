package reference_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference"
)

// How long a test waits for what must come, and how often it looks.
const (
	waitBound = time.Minute
	tick      = time.Millisecond
)

// running is a server on a port of its own, until stop.
func running(t *testing.T, config reference.Config) (s *reference.Server, stop func() error) {
	t.Helper()
	config.Addr = "127.0.0.1:0"
	s = newServer(t, config)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx) }()
	stopped := false
	stop = func() error {
		if stopped {
			return nil
		}
		stopped = true
		cancel()
		return <-ended
	}
	t.Cleanup(func() { require.NoError(t, stop()) })
	return s, stop
}

func request(t *testing.T, method, url, key string, body io.Reader) *http.Request {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, body)
	require.NoError(t, err)
	req.Header.Set("X-API-Key", key)
	return req
}

func TestShutdownFinishesTheRequestsUnderWay(t *testing.T) {
	s, stop := running(t, reference.Config{})
	_, w := newCaller(t, s, paid)
	body, write := io.Pipe()
	answered := make(chan *http.Response, 1)
	go func() {
		req := request(t, "POST", s.URL()+"/org/sessions", w.APIKey, body)
		req.Header.Set("Expect", "100-continue") // the body is sent when the server begins to read it
		resp, err := (&http.Client{Transport: &http.Transport{ExpectContinueTimeout: time.Minute}}).Do(req)
		if err != nil {
			t.Errorf("the request under way: %v", err)
		}
		answered <- resp
	}()
	_, err := io.WriteString(write, `{"insured_name":`) // taken, so the request is under way
	require.NoError(t, err)
	ended := make(chan error, 1)
	go func() { ended <- stop() }()
	require.Eventually(t, func() bool { // no new connection is taken from the moment on
		resp, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(request(t, "GET", s.URL()+"/healthz", "", http.NoBody))
		if err == nil {
			_ = resp.Body.Close()
		}
		return err != nil
	}, waitBound, tick)
	_, err = io.WriteString(write, `"Last one"}`)
	require.NoError(t, err)
	require.NoError(t, write.Close())
	resp := <-answered
	require.NotNil(t, resp)
	require.NoError(t, resp.Body.Close())
	require.Equal(t, 200, resp.StatusCode)
	require.NoError(t, <-ended)
}

func TestAnUploadOverTheBoundIsAnsweredBeforeItEnds(t *testing.T) {
	s, _ := running(t, reference.Config{})
	c, w := newCaller(t, s, paid)
	path, _ := c.create(obj{"insured_name": "A"})
	body, write := io.Pipe()
	go func() { // never ends by itself
		_, err := io.WriteString(write, "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.pdf\"\r\n\r\n%PDF-1.7\n")
		for block := make([]byte, 1<<20); err == nil; {
			_, err = write.Write(block)
		}
	}()
	req := request(t, "POST", s.URL()+path+"/extract", w.APIKey, body)
	req.Header.Set("Content-Type", "multipart/form-data; boundary=b")
	resp, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer resp.Body.Close()
	require.Equal(t, 422, resp.StatusCode)
}

func TestASecondServerIsKeptOffTheData(t *testing.T) {
	dir := t.TempDir()
	s, stop := running(t, reference.Config{Data: dir})
	_, err := reference.New(t.Context(), reference.Config{Addr: "127.0.0.1:0", Data: dir})
	require.ErrorContains(t, err, "another server")
	newServer(t, reference.Config{Data: dir}) // one that only looks in
	require.NoError(t, stop())
	require.NoError(t, s.Close())
	running(t, reference.Config{Data: dir})
}

// locked is a buffer for a log that several goroutines write.
type locked struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *locked) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func TestTheLogHasRequestIDsAndNoSecrets(t *testing.T) {
	var log locked
	s := newServer(t, reference.Config{Control: true, Log: slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	c, w := newCaller(t, s, paid)
	path, _ := c.create(obj{"insured_name": "A"})
	out := c.get(path + "?api_key=" + w.APIKey)
	require.Equal(t, 200, out.status)
	c.do("GET", "/org/me", "")
	control := caller{t: t, handler: s.Control()}
	made := control.post("/v1/create-key", obj{"org_id": w.OrgID, "label": "x"}).body["api_key"].(string)
	require.Equal(t, 200, control.post("/v1/revoke-key", obj{"api_key": made}).status)
	require.Equal(t, 401, caller{t: t, handler: s, key: made}.get("/org/me").status)
	text := log.b.String()
	require.Contains(t, text, out.header.Get("X-Request-Id"))
	for _, secret := range []string{w.APIKey, made} {
		require.NotContains(t, text, secret)
		require.NotContains(t, text, strings.TrimPrefix(secret, "bsk_"))
	}
}

func TestControlIsOffUnlessAskedFor(t *testing.T) {
	s := newServer(t, reference.Config{})
	_, w := newCaller(t, s, paid)
	control := caller{t: t, handler: s.Control()}
	for _, verb := range []string{"create-workspace", "set-plan", "made-up"} {
		require.Equal(t, 501, control.post("/v1/"+verb, obj{"org_id": w.OrgID, "plan": "free"}).status)
	}
	require.Equal(t, 404, caller{t: t, handler: s}.post("/v1/create-workspace", obj{}).status, "and never on the API's own address")
}

func TestControlSaysWhatWasWrong(t *testing.T) {
	s := newServer(t, reference.Config{Control: true})
	control := caller{t: t, handler: s.Control()}
	for status, out := range map[int]reply{
		501: control.post("/v1/made-up", obj{}),
		404: control.post("/v1/set-plan", obj{"org_id": "org_none", "plan": "free"}),
		400: control.do("POST", "/v1/set-plan", "{"),
		422: control.post("/v1/create-workspace", obj{"plan": "gold"}),
		405: control.get("/v1/set-plan"),
	} {
		require.Equal(t, status, out.status)
		require.NotEmpty(t, out.body["detail"])
	}
}
