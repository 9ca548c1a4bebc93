package selftest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
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
	free map[string][]*reference.Server // by the choice that they have made
	ends []func() error
}

var servers *park

func TestMain(m *testing.M) {
	os.Exit(func() int {
		remove, err := trust()
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer remove()
		ctx, stop := context.WithCancel(context.Background())
		servers = &park{ctx: ctx, free: map[string][]*reference.Server{}}
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

// trust makes the certificate of test servers one that this process trusts.
func trust() (remove func(), err error) {
	s := httptest.NewTLSServer(nil)
	defer s.Close()
	f, err := os.CreateTemp("", "conformance-*.pem")
	if err != nil {
		return nil, err
	}
	err = errors.Join(pem.Encode(f, &pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw}), f.Close(), os.Setenv("SSL_CERT_FILE", f.Name()))
	return func() { _ = os.Remove(f.Name()) }, err
}

// take gives a server that nobody uses, a new one where there is none.
func (p *park) take(t testing.TB, choice string) *reference.Server {
	p.mu.Lock()
	defer p.mu.Unlock()
	if free := p.free[choice]; len(free) > 0 {
		s := free[len(free)-1]
		p.free[choice] = free[:len(free)-1]
		return s
	}
	config := reference.Config{BaseURL: origin, Control: true, PrivateWebhooks: true, ShareReaders: true}
	if choice != "" {
		require.NoError(t, config.Choices.Set(choice))
	}
	s, err := reference.New(p.ctx, config)
	require.NoError(t, err)
	ended := make(chan error, 1)
	go func() { ended <- s.Run(p.ctx) }()
	p.ends = append(p.ends, func() error { return errors.Join(<-ended, s.Close()) })
	return s
}

func (p *park) give(choice string, s *reference.Server) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free[choice] = append(p.free[choice], s)
}

// call is a request on its way through the layer, and its reply.
type call struct {
	op      string
	r       *http.Request
	in      []byte
	status  int
	header  http.Header
	out     []byte
	asked   map[string]string // parameters of the query before a layer changed them
	counted bool              // by a cap of a layer's own
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
	fails    func(verb string, in obj) bool                // answers a verb with an error
	delivery func(*shipment) bool
	shipped  func(s *shipment, endpoints map[string]string) bool // after a delivery; url -> secret of all endpoints
	told     bool                                                // shipped is told of deliveries that nobody answered, too
	touched  *atomic.Int64

	early   func(w http.ResponseWriter, r *http.Request) bool // may answer before the body is read
	write   func(w http.ResponseWriter, c *call) bool         // may write the answer in its own way
	base    string                                            // the path that the API stands below
	secure  bool                                              // over TLS, with HTTP/2
	choice  string                                            // of the reference server itself
	clocked bool                                              // told the server's time before anything else
	rank    int                                               // layers of a higher one are further outside
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
	url       string
	fronts    fronts
	endpoints *memory      // url -> secret of those that are fronted
	accepted  atomic.Int64 // connections
}

func newBed(t testing.TB, l layer) *bed {
	b := &bed{layer: l, behind: servers.take(t, l.choice), endpoints: newMemory()}
	if b.layer.touched == nil {
		b.layer.touched = new(atomic.Int64)
	}
	b.touch(l.choice != "")
	b.server = httptest.NewUnstartedServer(b)
	b.server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			b.accepted.Add(1)
		}
	}
	if b.server.EnableHTTP2 = l.secure; l.secure {
		b.server.StartTLS()
	} else {
		b.server.Start()
	}
	b.url = b.server.URL + l.base
	t.Cleanup(func() {
		b.server.Close()
		b.fronts.close()
		servers.give(l.choice, b.behind)
	})
	if l.clocked {
		require.NoError(t, b.Call(t.Context(), "advance-clock", obj{"seconds": 0}, nil))
	}
	return b
}

func (b *bed) touch(did bool) {
	if did {
		b.layer.touched.Add(1)
	}
}

func (b *bed) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path, below := strings.CutPrefix(r.URL.Path, b.layer.base)
	if !below {
		http.NotFound(w, r)
		return
	}
	b.touch(b.layer.base != "" || b.layer.secure && r.ProtoMajor == 2)
	if b.layer.base != "" {
		u := *r.URL
		u.Path, u.RawPath = path, strings.TrimPrefix(u.RawPath, b.layer.base)
		r = r.Clone(r.Context())
		r.URL = &u
	}
	if b.layer.early != nil && b.layer.early(w, r) {
		b.touch(true)
		return
	}
	c := &call{op: opOf(r.Method, r.URL.Path), r: r}
	through := r.Body // a large upload names no address, and nobody else looks at it
	if 0 <= r.ContentLength && r.ContentLength < 1<<20 || b.layer.request != nil || b.layer.response != nil {
		body := bytes.NewBuffer(make([]byte, 0, max(r.ContentLength, 0)+bytes.MinRead)) // large ones do not grow step by step
		_, _ = body.ReadFrom(r.Body)
		c.in, through = readdressed(body.Bytes(), b.url, origin), nil
	}
	if b.layer.request != nil {
		b.touch(b.layer.request(c))
	}
	if c.status == 0 {
		inner := httptest.NewRequest(c.r.Method, c.r.URL.RequestURI(), bytes.NewReader(c.in)).WithContext(r.Context())
		if through != nil {
			inner.Body, inner.ContentLength = through, r.ContentLength
		}
		inner.Header, inner.Host, inner.RemoteAddr = c.r.Header.Clone(), r.Host, r.RemoteAddr
		rec := httptest.NewRecorder()
		b.behind.ServeHTTP(rec, inner)
		c.status, c.header, c.out = rec.Code, rec.Header(), rec.Body.Bytes()
	}
	if !bytes.HasPrefix(c.out, []byte("%PDF")) {
		c.out = readdressed(c.out, origin, b.url)
	}
	if to := c.header.Get("Location"); to != "" {
		c.header.Set("Location", string(readdressed([]byte(to), url.QueryEscape(origin), url.QueryEscape(b.url))))
	}
	if b.layer.response != nil {
		b.touch(b.layer.response(c))
	}
	for name, values := range c.header {
		if name != "Content-Length" && (name != "Transfer-Encoding" || r.ProtoMajor == 1) {
			w.Header()[name] = values
		}
	}
	if b.layer.write != nil && b.layer.write(w, c) {
		b.touch(true)
		return
	}
	w.WriteHeader(c.status)
	_, _ = w.Write(c.out)
}

func readdressed(text []byte, from, to string) []byte {
	if !bytes.Contains(text, []byte(from)) {
		return text // not copied
	}
	return bytes.ReplaceAll(text, []byte(from), []byte(to))
}

// Call runs a verb of the reference server.
func (b *bed) Call(ctx context.Context, verb string, in, out any) error {
	text, err := json.Marshal(in)
	if err != nil {
		return err
	}
	text = bytes.ReplaceAll(text, []byte(b.url), []byte(origin))
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
	if b.layer.fails != nil && b.layer.fails(verb, args) {
		b.touch(true)
		return fmt.Errorf("hook %s answered 400: the server showed an error page", verb)
	}
	if b.layer.into != nil && b.layer.into(verb, args) {
		b.touch(true)
		text, _ = json.Marshal(args)
	}
	if b.layer.instead != nil {
		if made, did := b.layer.instead(verb, args); did {
			b.touch(true)
			if text, _ = json.Marshal(made); out == nil {
				return nil
			}
			return json.Unmarshal(text, out)
		}
	}
	var fronted *front
	if verb == "create-endpoint" && b.layer.delivery != nil {
		fronted = b.intercept(args["url"].(string))
		args["url"] = fronted.address
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
	shown := readdressed(rec.Body.Bytes(), url.QueryEscape(origin), url.QueryEscape(b.url)) // as the issuer beside a code
	if err := json.Unmarshal(shown, &answer); err != nil {
		return err
	}
	if verb == "create-workspace" {
		keys.keep(fmt.Sprint(answer["org_id"]), func() any { return answer["api_key"] })
	}
	if fronted != nil {
		fronted.secret.Store(fmt.Sprint(answer["secret"]))
		b.endpoints.keep(fronted.url, func() any { return fmt.Sprint(answer["secret"]) })
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

// target is what a run on the layer is given.
func (b *bed) target() checks.Target { return checks.Target{BaseURL: b.url, Hooks: b} }
