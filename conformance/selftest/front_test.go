package selftest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
)

// shipment is one attempt of a webhook delivery on its way to the suite.
type shipment struct {
	url       string
	n         int // attempt of its delivery
	method    string
	header    http.Header
	body      []byte
	drop      bool          // never sent; the server is told 200
	again     int           // how often it is sent beside once
	secret    string        // of the endpoint
	answer    int           // what the server is told instead of the receiver's status
	translate map[int]int   // what the server is told for a status of the receiver
	follow    bool          // redirects are followed
	chunked   bool          // sent without a length
	half      bool          // by a sender that closes its direction of the connection when all is sent
	gate      chan struct{} // taken while it is on its way
	course    *course
	within    func(context.Context) (context.Context, context.CancelFunc) // the time that it has; nil: the server's own
	status    int                                                         // of the receiver
	lost      bool                                                        // nobody answered
	stubborn  bool                                                        // sent once more by the client when the connection breaks
	closed    bool                                                        // nobody answered, and the connection was not reset
	ifClosed  int                                                         // what the server is told then
	ifLost    int                                                         // what the server is told then
	whole     bool                                                        // the answer is read to its end
	said      []byte                                                      // the body of the answer, if that is read
	label     string                                                      // the Content-Type of the answer
	pause     string                                                      // and its Retry-After
}

// front stands before a webhook endpoint of the suite.
type front struct {
	b       *bed
	url     string // of the endpoint
	address string // of the front
	secret  atomic.Value
	mu      sync.Mutex
	made    map[string]int // attempts by delivery
}

func (f *front) count(id string) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.made[id]++
	return f.made[id]
}

// fronts are those of one bed, each at a path of one server.
type fronts struct {
	mu     sync.Mutex
	server *httptest.Server
	all    []*front
}

func (b *bed) intercept(url string) *front {
	f := &front{b: b, url: url, made: map[string]int{}}
	b.fronts.mu.Lock()
	defer b.fronts.mu.Unlock()
	if b.fronts.server == nil {
		b.fronts.server = httptest.NewServer(&b.fronts)
	}
	f.address = fmt.Sprintf("%s/%d", b.fronts.server.URL, len(b.fronts.all))
	b.fronts.all = append(b.fronts.all, f)
	return f
}

func (f *fronts) close() {
	if f.server != nil {
		f.server.CloseClientConnections()
		f.server.Close()
	}
}

func (f *fronts) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n, _ := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/"))
	f.mu.Lock()
	one := f.all[n]
	f.mu.Unlock()
	one.ServeHTTP(w, r)
}

func (f *front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s := &shipment{url: f.url, method: r.Method, header: r.Header.Clone()}
	s.secret, _ = f.secret.Load().(string)
	s.body, _ = io.ReadAll(r.Body)
	var o obj
	_ = json.Unmarshal(s.body, &o)
	s.n = f.count(text(o, "id"))
	f.b.touch(f.b.layer.delivery(s))
	if s.gate != nil {
		select {
		case s.gate <- struct{}{}:
			defer func() { <-s.gate }()
		case <-r.Context().Done():
			return
		}
	}
	s.status = http.StatusOK
	for range 1 + s.again {
		if s.drop {
			break
		}
		ctx, cancel := r.Context(), context.CancelFunc(func() {})
		if s.within != nil {
			ctx, cancel = s.within(ctx)
		}
		if s.status = s.send(ctx); s.status == 0 && s.stubborn && ctx.Err() == nil {
			s.status = s.send(ctx)
		}
		cancel()
		s.lost = s.status == 0
	}
	status := s.status
	if b := f.b; b.layer.shipped != nil && (!s.lost || b.layer.told) {
		all := map[string]string{}
		for url, secret := range b.endpoints.snapshot() {
			all[url] = secret.(string)
		}
		b.touch(b.layer.shipped(s, all))
	}
	if s.closed && s.lost && s.ifClosed != 0 {
		status = s.ifClosed
	} else if s.lost && s.ifLost != 0 {
		status = s.ifLost
	} else if s.lost && s.answer == 0 {
		panic(http.ErrAbortHandler) // the server sees a broken connection, as it would without the layer
	}
	if told, other := s.translate[status]; other {
		status = told
	}
	if s.answer != 0 {
		status = s.answer
	}
	w.WriteHeader(status)
}

// send sends it once, and gives the status of the answer or zero where none came.
func (s *shipment) send(ctx context.Context) int {
	url := s.url
	for {
		body := io.Reader(bytes.NewReader(s.body))
		if s.chunked {
			body = io.MultiReader(body) // of a length that nobody knows
		}
		req, err := http.NewRequestWithContext(ctx, s.method, url, body)
		if err != nil {
			return 0
		}
		req.Header = s.header
		by := http.DefaultTransport
		if s.half {
			by = halfClosing
		}
		resp, err := by.RoundTrip(req)
		if err != nil {
			s.closed = !errors.Is(err, syscall.ECONNRESET) && !errors.Is(err, syscall.ECONNREFUSED) && ctx.Err() == nil
			return 0
		}
		s.label, s.pause = resp.Header.Get("Content-Type"), resp.Header.Get("Retry-After")
		if s.whole {
			s.said, _ = io.ReadAll(resp.Body)
		}
		_ = resp.Body.Close()
		next, err := resp.Location()
		if !s.follow || resp.StatusCode/100 != 3 || err != nil {
			return resp.StatusCode
		}
		url = next.String()
	}
}
