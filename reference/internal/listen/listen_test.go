package listen_test

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/workspaceintake/intake-go/reference/internal/listen"
	"github.com/workspaceintake/intake-go/webhook"
)

const key = "whsec_of_this_endpoint"

// control is a server's control hooks, as far as listen needs them.
type control struct {
	*httptest.Server
	created chan map[string]any
	deleted chan map[string]any
	looked  chan int // what the next looks after the endpoint are answered with; 200 when nothing waits
}

func newControl(t *testing.T) *control {
	c := &control{created: make(chan map[string]any, 1), deleted: make(chan map[string]any, 1), looked: make(chan int, 10)}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var in map[string]any
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
			t.Error(err)
		}
		switch r.URL.Path {
		case "/v1/create-endpoint":
			if in["org_id"] == "org_none" {
				w.WriteHeader(http.StatusNotFound)
				_, _ = io.WriteString(w, `{"detail":"no such workspace"}`)
				return
			}
			_, _ = io.WriteString(w, `{"endpoint_id":"ep_1","secret":"`+key+`"}`)
			c.created <- in
		case "/v1/list-deliveries":
			select {
			case status := <-c.looked:
				w.WriteHeader(status)
			default:
			}
			_, _ = io.WriteString(w, `{}`)
		case "/v1/delete-endpoint":
			_, _ = io.WriteString(w, `{}`)
			c.deleted <- in
		}
	}))
	t.Cleanup(c.Close)
	return c
}

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("net/http.(*persistConn).readLoop"), goleak.IgnoreAnyFunction("net/http.(*persistConn).writeLoop"))
}

// lines reads a log as it is written, so that its writer never waits for the test.
func lines(t *testing.T, from io.ReadCloser) <-chan string {
	all := make(chan string, 100)
	t.Cleanup(func() { _ = from.Close() })
	go func() {
		for scanner := bufio.NewScanner(from); scanner.Scan(); {
			all <- scanner.Text()
		}
	}()
	return all
}

func TestDeliveriesArriveAsTheyWereSent(t *testing.T) {
	type arrived struct {
		uri    string
		header http.Header
		body   string
	}
	got := make(chan arrived, 1)
	local := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got <- arrived{r.URL.RequestURI(), r.Header, string(body)}
		w.Header().Set("Content-Type", "text/plain")
		w.WriteHeader(http.StatusTeapot)
		_, _ = io.WriteString(w, "short and stout")
	}))
	defer local.Close()
	c := newControl(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out, in := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- listen.Command(nil, parse)(ctx, []string{"--forward", local.URL + "/hook/a%2Fb?x=1&y=%20", "-control", c.URL, "-org", "org_1", "-events", "webhook.test"}, in, in)
	}()
	log := lines(t, out)
	require.Contains(t, <-log+<-log+<-log, "Signing secret: "+key)
	endpoint := <-c.created
	require.Equal(t, []any{"webhook.test"}, endpoint["events"])

	body := "{\"id\": \"dlv_1\",\n\"event\":\"webhook.test\"}"
	signature, err := webhook.Sign(key, []byte(body))
	require.NoError(t, err)
	req, err := http.NewRequest(http.MethodPost, endpoint["url"].(string), strings.NewReader(body))
	require.NoError(t, err)
	req.Header = http.Header{"X-Service-Event": {"webhook.test"}, "X-Service-Delivery": {"dlv_1"}, "X-Service-Signature": {signature},
		"Content-Type": {"application/json"}, "Cookie": {"not=forwarded"}}
	resp, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	answer, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	require.NoError(t, resp.Body.Close())
	require.Equal(t, http.StatusTeapot, resp.StatusCode)
	require.Equal(t, "short and stout", string(answer))

	delivery := <-got
	require.Equal(t, "/hook/a%2Fb?x=1&y=%20", delivery.uri)
	require.Equal(t, body, delivery.body)
	require.NoError(t, webhook.Verify([]byte(delivery.body), delivery.header.Get("X-Service-Signature"), key))
	require.Empty(t, delivery.header.Get("Cookie"))
	line := <-log
	for _, part := range []string{"webhook.test", "dlv_1", "418"} {
		require.Contains(t, line, part)
	}
	cancel()
	require.NoError(t, <-done)
	require.Equal(t, "ep_1", (<-c.deleted)["endpoint_id"])
}

func TestWhatCannotWorkIsSaidAtOnce(t *testing.T) {
	c := newControl(t)
	for want, o := range map[string]listen.Options{
		"not a URL":         {Forward: "localhost:3000", Control: c.URL, Org: "org_1"},
		"are needed":        {Forward: "http://localhost:3000"},
		"no such workspace": {Forward: "http://localhost:3000", Control: c.URL, Org: "org_none"},
	} {
		o.Out = io.Discard
		require.ErrorContains(t, listen.Run(t.Context(), o), want)
	}
}

func TestAProgramThatIsDownIsABadGateway(t *testing.T) {
	c := newControl(t)
	gone := httptest.NewServer(nil)
	gone.Close()
	ctx, cancel := context.WithCancel(t.Context())
	out, in := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- listen.Run(ctx, listen.Options{Forward: gone.URL, Control: c.URL, Org: "org_1", Out: in})
	}()
	log := lines(t, out)
	for range 3 {
		<-log
	}
	answered := make(chan int, 1)
	go func() {
		resp, err := http.Post((<-c.created)["url"].(string), "application/json", strings.NewReader("{}"))
		if err != nil {
			answered <- 0
			return
		}
		_ = resp.Body.Close()
		answered <- resp.StatusCode
	}()
	require.Contains(t, <-log, "no answer")
	require.Equal(t, http.StatusBadGateway, <-answered)
	cancel()
	require.NoError(t, <-done)
}

// A server that is started anew is found again; one that has lost the endpoint gets it again.
func TestARestartOfTheServerIsFollowed(t *testing.T) {
	c := newControl(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out, in := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- listen.Run(ctx, listen.Options{Forward: "http://127.0.0.1:1", Control: c.URL, Org: "org_1", Out: in, LookEvery: time.Millisecond})
	}()
	log := lines(t, out)
	for range 3 {
		<-log
	}
	first := <-c.created
	c.looked <- http.StatusServiceUnavailable
	require.Contains(t, <-log, "does not take the endpoint: 503")
	require.Equal(t, "The server is back.", <-log)
	c.looked <- http.StatusNotFound
	require.Contains(t, <-log, "registered anew")
	require.Equal(t, "Signing secret: "+key, <-log)
	require.Equal(t, first, <-c.created, "the same endpoint")
	cancel()
	require.NoError(t, <-done)
	require.Equal(t, "ep_1", (<-c.deleted)["endpoint_id"])
}

func TestWithoutAWorkspaceItIsTheDemo(t *testing.T) {
	c := newControl(t)
	var folder string
	demo := func(data string) (string, error) { folder = data; return "org_none", nil }
	err := listen.Command(demo, parse)(t.Context(), []string{"-forward", "http://localhost:3000/hook", "-control", c.URL, "-data", "here"}, io.Discard, io.Discard)
	require.ErrorContains(t, err, "no such workspace", "the demo's id was asked for")
	require.Equal(t, "here", folder)
	c.Close()
	err = listen.Command(demo, parse)(t.Context(), []string{"-forward", "http://localhost:3000/hook", "-control", c.URL}, io.Discard, io.Discard)
	require.ErrorContains(t, err, "start the server with -dev -control 127.0.0.1:")
	missing := func(string) (string, error) { return "", io.ErrUnexpectedEOF }
	require.ErrorContains(t, listen.Command(missing, parse)(t.Context(), []string{"-forward", "http://localhost:3000"}, io.Discard, io.Discard), "-org")
}

func parse(flags *flag.FlagSet, args []string, _ io.Writer) error { return flags.Parse(args) }
