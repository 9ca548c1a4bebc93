package checks_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/checks"
	"github.com/workspaceintake/intake-go/conformance/hooks"
	"github.com/workspaceintake/intake-go/reference"
)

type obj = map[string]any

// origin is the address that the reference server believes to have; the layer in front of it puts its own in its place.
const origin = "http://reference.example"

// park holds reference servers that run. Each bed has one for itself while it is used, since a run moves its clock.
type park struct {
	ctx  context.Context
	mu   sync.Mutex
	free []*reference.Server
	ends []func() error
}

var servers *park

func TestMain(m *testing.M) {
	os.Exit(func() int {
		ctx, stop := context.WithCancel(context.Background())
		servers = &park{ctx: ctx}
		code := m.Run()
		stop()
		for _, end := range servers.ends {
			if err := end(); err != nil {
				fmt.Fprintln(os.Stderr, err)
				return 1
			}
		}
		return code
	}())
}

// take gives a server that nobody uses, a new one where there is none.
func (p *park) take(t testing.TB) *reference.Server {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.free); n > 0 {
		s := p.free[n-1]
		p.free = p.free[:n-1]
		return s
	}
	s, err := reference.New(p.ctx, reference.Config{BaseURL: origin, Control: true, PrivateWebhooks: true})
	require.NoError(t, err)
	ended := make(chan error, 1)
	go func() { ended <- s.Run(p.ctx) }()
	p.ends = append(p.ends, func() error { return errors.Join(<-ended, s.Close()) })
	return s
}

func (p *park) give(s *reference.Server) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free = append(p.free, s)
}

// call is a request on its way through the layer, and its reply.
type call struct {
	op     string
	r      *http.Request
	in     []byte
	status int
	header http.Header
	out    []byte
}

// layer is a fault or a permitted variant in front of the reference server. Each part may be nil. Touched counts how
// often it changed something.
type layer struct {
	request  func(*call) bool // before the server; a status that it sets is the answer
	response func(*call) bool
	verb     func(verb string, in, out obj) bool
	asked    func(in obj)                                  // before a verb is done
	skip     string                                        // a verb that is acknowledged and not done
	instead  func(verb string, in obj) (out obj, did bool) // answers a verb in the server's place
	into     func(verb string, in obj) bool                // changes what a verb is given
	delivery func(*shipment) bool
	shipped  func(s *shipment, endpoints map[string]string) bool // after a delivery; url -> secret of all endpoints
	touched  *atomic.Int64
}

// shipment is one attempt of a webhook delivery on its way to the suite.
type shipment struct {
	url       string
	n         int // attempt at this endpoint
	method    string
	header    http.Header
	body      []byte
	drop      bool        // never sent; the server is told 200
	again     int         // how often it is sent beside once
	secret    string      // of the endpoint
	answer    int         // what the server is told instead of the receiver's status
	translate map[int]int // what the server is told for a status of the receiver
}

func opOf(method, path string) string {
	parts := strings.Split(strings.Trim(path, "/"), "/")
	switch {
	case path == "/org/me":
		return "me"
	case path == "/org/sessions" && method == "POST":
		return "create"
	case path == "/org/sessions":
		return "list"
	case path == "/org/appointment-request":
		return "appointment"
	case path == "/.well-known/oauth-authorization-server":
		return "metadata"
	case len(parts) == 2 && parts[0] == "oauth":
		return map[string]string{"token": "token", "device_authorization": "device", "register": "register", "authorize": "authorize"}[parts[1]]
	case len(parts) == 3 && parts[1] == "sessions":
		return "get"
	case len(parts) >= 4 && parts[1] == "sessions":
		return map[string]string{"answers": "answer", "extract": "extract", "documents": "documents", "fill": "fill", "forms": "pdf", "risk-summary": "risk", "submit": "submit"}[parts[3]]
	}
	return ""
}

// bed is a layer that listens, with hooks to match.
type bed struct {
	layer     layer
	behind    *reference.Server
	server    *httptest.Server
	endpoints *memory // url -> secret of those that are fronted
}

func newBed(t testing.TB, l layer) *bed {
	b := &bed{layer: l, behind: servers.take(t), endpoints: newMemory()}
	if b.layer.touched == nil {
		b.layer.touched = new(atomic.Int64)
	}
	b.server = httptest.NewServer(b)
	t.Cleanup(func() {
		b.server.Close()
		servers.give(b.behind)
	})
	return b
}

func (b *bed) touch(did bool) {
	if did {
		b.layer.touched.Add(1)
	}
}

func (b *bed) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c := &call{op: opOf(r.Method, r.URL.Path), r: r}
	c.in, _ = io.ReadAll(r.Body)
	c.in = bytes.ReplaceAll(c.in, []byte(b.server.URL), []byte(origin))
	if b.layer.request != nil {
		b.touch(b.layer.request(c))
	}
	if c.status == 0 {
		inner := httptest.NewRequest(c.r.Method, c.r.URL.RequestURI(), bytes.NewReader(c.in)).WithContext(r.Context())
		inner.Header, inner.Host, inner.RemoteAddr = c.r.Header.Clone(), r.Host, r.RemoteAddr
		rec := httptest.NewRecorder()
		b.behind.ServeHTTP(rec, inner)
		c.status, c.header, c.out = rec.Code, rec.Header(), rec.Body.Bytes()
	}
	if !bytes.HasPrefix(c.out, []byte("%PDF")) {
		c.out = bytes.ReplaceAll(c.out, []byte(origin), []byte(b.server.URL))
	}
	if b.layer.response != nil {
		b.touch(b.layer.response(c))
	}
	for name, values := range c.header {
		if name != "Content-Length" {
			w.Header()[name] = values
		}
	}
	w.WriteHeader(c.status)
	_, _ = w.Write(c.out)
}

// Call runs a verb of the reference server.
func (b *bed) Call(ctx context.Context, verb string, in, out any) error {
	text, err := json.Marshal(in)
	if err != nil {
		return err
	}
	text = bytes.ReplaceAll(text, []byte(b.server.URL), []byte(origin))
	var args, answer obj
	_ = json.Unmarshal(text, &args)
	if b.layer.asked != nil {
		b.layer.asked(args)
		text, _ = json.Marshal(args)
	}
	if verb == b.layer.skip {
		b.touch(true)
		return nil
	}
	if b.layer.instead != nil {
		if made, did := b.layer.instead(verb, args); did {
			b.touch(true)
			text, _ = json.Marshal(made)
			return json.Unmarshal(text, out)
		}
	}
	var fronted *httptest.Server
	if b.layer.into != nil && b.layer.into(verb, args) {
		b.touch(true)
		text, _ = json.Marshal(args)
	}
	if verb == "create-endpoint" && b.layer.delivery != nil {
		fronted = b.intercept(args["url"].(string))
		args["url"] = fronted.URL
		text, _ = json.Marshal(args)
	}
	rec := httptest.NewRecorder()
	b.behind.Control().ServeHTTP(rec, httptest.NewRequestWithContext(ctx, "POST", "/v1/"+verb, bytes.NewReader(text)))
	switch {
	case rec.Code == http.StatusNotImplemented:
		return hooks.ErrNotOffered
	case rec.Code/100 != 2:
		return fmt.Errorf("hook %s answered %d: %s", verb, rec.Code, rec.Body)
	}
	if err := json.Unmarshal(rec.Body.Bytes(), &answer); err != nil {
		return err
	}
	if verb == "create-workspace" {
		keys.keep(fmt.Sprint(answer["org_id"]), func() any { return answer["api_key"] })
	}
	if fronted != nil {
		f := fronted.Config.Handler.(*front)
		f.secret.Store(fmt.Sprint(answer["secret"]))
		b.endpoints.keep(f.url, func() any { return fmt.Sprint(answer["secret"]) })
	}
	if b.layer.verb != nil {
		b.touch(b.layer.verb(verb, args, answer))
	}
	if out == nil {
		return nil
	}
	text, err = json.Marshal(answer)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, out)
}

// front stands before a webhook endpoint of the suite.
type front struct {
	b      *bed
	url    string
	n      atomic.Int64
	secret atomic.Value
}

func (b *bed) intercept(url string) *httptest.Server {
	return httptest.NewServer(&front{b: b, url: url})
}

func (f *front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s := &shipment{url: f.url, n: int(f.n.Add(1)), method: r.Method, header: r.Header.Clone()}
	s.secret, _ = f.secret.Load().(string)
	s.body, _ = io.ReadAll(r.Body)
	f.b.touch(f.b.layer.delivery(s))
	status := http.StatusOK
	for range 1 + s.again {
		if s.drop {
			break
		}
		req, err := http.NewRequestWithContext(r.Context(), s.method, s.url, bytes.NewReader(s.body))
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		req.Header = s.header
		resp, err := http.DefaultTransport.RoundTrip(req)
		if err != nil {
			panic(http.ErrAbortHandler) // the server sees a broken connection, as it would without the layer
		}
		status = resp.StatusCode
		_ = resp.Body.Close()
	}
	if b := f.b; b.layer.shipped != nil {
		all := map[string]string{}
		for url, secret := range b.endpoints.snapshot() {
			all[url] = secret.(string)
		}
		b.touch(b.layer.shipped(s, all))
	}
	if told, other := s.translate[status]; other {
		status = told
	}
	if s.answer != 0 {
		status = s.answer
	}
	w.WriteHeader(status)
}

// target is what a run on the layer is given.
func (b *bed) target() checks.Target { return checks.Target{BaseURL: b.server.URL, Hooks: b} }
