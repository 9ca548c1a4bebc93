package checks

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// listener takes webhook deliveries for all endpoints of a run, each at a path of its own.
type listener struct {
	server *http.Server
	base   string
	clock  *clock
	mu     sync.Mutex
	boxes  map[string]*mailbox
	done   chan struct{}
}

// arrival is one attempt of a delivery.
type arrival struct {
	method string
	query  url.Values
	header http.Header
	body   []byte
	json   any
	came   time.Time // by this machine
	start  time.Time // on the clock of the run, not before it came; and end not after it was answered
	end    time.Time
	status int           // that it was answered with; 0 where it was not
	closed bool          // the server gave up before an answer
	open   time.Duration // by this machine, how long an attempt was held that got no answer
}

func (a *arrival) object() obj {
	o, _ := a.json.(obj)
	return o
}

func (a *arrival) data() obj {
	o, _ := a.object()["data"].(obj)
	return o
}

// mailbox is one endpoint.
type mailbox struct {
	ID       ident  `json:"endpoint_id"`
	Secret   string `json:"secret"`
	ws       *Workspace
	events   []string              // that it asked for; nil is all of them
	aim      string                // where its redirects point to, if not to redirected
	answer   func(n int) int       // status of the n-th attempt, from 1; 0 gives no answer, hangUp and reset break the connection, trickle does not end its header
	pause    string                // Retry-After of its answers of 5xx
	label    string                // Content-Type of its answers
	words    []byte                // of its answers 2xx
	reply    func(a *arrival) int  // in its place, for who must see the attempt
	refusing *refusing             // whose reply it is
	keep     func(a *arrival) bool // what belongs to the check; the rest is taken and forgotten
	told     func(a *arrival)      // what is done with each attempt before it is answered

	here     bool // at a listener of the run
	tests    int  // test deliveries that were requested
	mu       sync.Mutex
	arrivals []*arrival
	changed  chan struct{}
}

func newListener(k *clock, host string) (*listener, error) {
	ln, err := net.Listen("tcp", net.JoinHostPort(host, "0"))
	if err != nil {
		return nil, err
	}
	return serveListener(k, ln), nil
}

func serveListener(k *clock, ln net.Listener) *listener {
	l := &listener{clock: k, base: "http://" + ln.Addr().String(), boxes: map[string]*mailbox{}, done: make(chan struct{})}
	l.server = &http.Server{Handler: l, ReadHeaderTimeout: 10 * time.Second}
	go func() {
		defer close(l.done)
		_ = l.server.Serve(ln) // ends when close is called
	}()
	return l
}

func (l *listener) close() {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond) // for answers that are on their way
	defer cancel()
	if errors.Is(l.server.Shutdown(ctx), context.DeadlineExceeded) {
		_ = l.server.Close()
	}
	<-l.done
}

func (l *listener) box(path string, answer func(int) int) *mailbox {
	if answer == nil {
		answer = func(int) int { return http.StatusOK }
	}
	b := &mailbox{answer: answer, here: true, changed: make(chan struct{})}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.boxes[path] = b
	return b
}

// Where an answer 3xx points to: a path for whoever looks at it, and one that is answered 404.
const (
	redirected = "redirected"
	nowhere    = "nowhere"
)

// hangUp and reset are no statuses: the connection ends without an answer, as a receiver that stops closes it, and as one
// that is killed leaves it.
const (
	hangUp = -1
	reset  = -2
)

// trickle begins an answer and does not end its header, of which a line comes now and then.
const trickle = -3

// deliveryBytes bounds the body of a delivery.
const deliveryBytes = 4 << 20

func (l *listener) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a := &arrival{method: r.Method, query: r.URL.Query(), header: r.Header.Clone(), came: time.Now(), start: l.clock.now()}
	l.clock.touch()
	body, err := io.ReadAll(io.LimitReader(r.Body, deliveryBytes))
	l.mu.Lock()
	b := l.boxes[strings.Trim(r.URL.Path, "/")]
	l.mu.Unlock()
	if b == nil || err != nil {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	a.body = body
	a.json, _ = decode(body)
	if probe(r, body) || !b.belongs(a) {
		w.WriteHeader(http.StatusOK)
		return
	}
	n := b.add(a)
	if told := b.heard(); told != nil {
		told(a)
	}
	switch status := b.statusOf(n, a); status {
	case 0:
		l.hold(w, r, b, a)
	case trickle:
		l.goOn(w, b, a)
	case hangUp, reset:
		b.mark(func() { a.end = l.clock.passed() })
		breakOff(w, status == reset)
	default:
		l.answer(w, b, a, status)
	}
}

// breakOff ends the connection of a request without an answer, where reset says so with what was not read or sent lost.
func breakOff(w http.ResponseWriter, reset bool) {
	if !reset {
		panic(http.ErrAbortHandler)
	}
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	if tcp, is := conn.(*net.TCPConn); is {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

func (l *listener) answer(w http.ResponseWriter, b *mailbox, a *arrival, status int) {
	if status/100 == 3 {
		w.Header().Set("Location", l.base+"/"+cmp.Or(b.aim, redirected))
	}
	b.mu.Lock()
	if b.label != "" {
		w.Header().Set("Content-Type", b.label)
	}
	if b.pause != "" && status >= 500 {
		w.Header().Set("Retry-After", b.pause)
	}
	words := b.words
	b.mu.Unlock()
	w.WriteHeader(status)
	_, _ = w.Write(words) // to whom it is too much stops reading, and 204 has none
	if status >= 300 {
		_, _ = io.WriteString(w, wellMeant) // whoever reads it may be gone, and 304 has none
	}
	b.mark(func() { a.end, a.status = l.clock.passed(), status })
}

// wellMeant is the body of an answer that takes nothing: the status alone says so.
const wellMeant = `{"ok": true, "status": "ok"}`

// probe says whether a request is a look at whether anybody is there, which a server may take before it delivers anything.
func probe(r *http.Request, body []byte) bool {
	looks := r.Method == http.MethodHead || r.Method == http.MethodOptions || r.Method == http.MethodGet
	return looks && len(body) == 0 && !named(r.Header, "Signature")
}

// named says whether a header has a name that ends in a word, whatever prefix it stands under.
func named(h http.Header, word string) bool {
	for name := range h {
		if strings.HasSuffix(name, "-"+word) {
			return true
		}
	}
	return false
}

// holdTime is how long an attempt is held without an answer; the text gives it 10 s.
const holdTime = 14 * time.Second

func (l *listener) hold(w http.ResponseWriter, r *http.Request, b *mailbox, a *arrival) {
	wait := l.clock.after(holdTime)
	defer l.clock.end(wait)
	gone := false
	select {
	case <-r.Context().Done():
		gone = true
	case <-wait.over:
	}
	end := l.clock.passed()
	if gone && end.Sub(a.start) < unmoved && l.halfClosed(w, wait) {
		gone, end = false, l.clock.passed()
	}
	l.clock.touch()
	b.mark(func() { a.end, a.closed, a.open = end, gone, time.Since(a.came) })
	if gone { // a sender may still read what comes behind its own end, which would be an answer
		panic(http.ErrAbortHandler)
	}
}

// halfClosed says whether who sent a request has closed its own direction alone (RFC 9293 section 3.6), and still takes what comes:
// to a connection that is gone nothing can be written for long. Then it holds on until the wait is over.
func (l *listener) halfClosed(w http.ResponseWriter, wait *wait) bool {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return false
	}
	defer conn.Close()
	for _, pause := range []time.Duration{0, 20 * time.Millisecond, 200 * time.Millisecond} {
		time.Sleep(pause) // for the refusal of what was written before
		if _, err := io.WriteString(conn, "HTTP/1.1 100 Continue\r\n\r\n"); err != nil {
			return false
		}
	}
	select {
	case <-wait.over:
	case <-l.done:
	}
	return true
}

// pieceTime is between two pieces of an answer that does not end: a wait for the next one alone never takes the 10 s of the text.
// EndlessTime is how long it goes on.
const (
	pieceTime   = 4 * time.Second
	endlessTime = 2 * holdTime
)

// goOn begins an answer, and goes on with it until the server gives up, long after it had to, or until the listener ends, which does
// not know of the connection any more.
func (l *listener) goOn(w http.ResponseWriter, b *mailbox, a *arrival) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	defer conn.Close()
	gone := make(chan struct{})
	go func() { // it ends with the connection
		defer close(gone)
		_, _ = io.Copy(io.Discard, conn)
	}()
	_, err = io.WriteString(conn, "HTTP/1.1 500 Internal Server Error\r\n")
	for n := time.Duration(0); err == nil && n < endlessTime; n += pieceTime {
		over := l.clock.after(pieceTime)
		select {
		case <-gone:
			err = net.ErrClosed
		case <-l.done:
			err = http.ErrServerClosed
		case <-over.over:
			_, err = io.WriteString(conn, "X-Line: more\r\n")
		}
		l.clock.end(over)
	}
	l.clock.touch()
	b.mark(func() { a.end, a.closed = l.clock.passed(), err != nil })
}

func (b *mailbox) belongs(a *arrival) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.keep == nil || b.keep(a)
}

func (b *mailbox) heard() func(a *arrival) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.told
}

func (b *mailbox) statusOf(n int, a *arrival) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.reply != nil {
		return b.reply(a)
	}
	return b.answer(n)
}

func (b *mailbox) add(a *arrival) int {
	b.mark(func() { b.arrivals = append(b.arrivals, a) })
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.arrivals)
}

func (b *mailbox) mark(change func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	change()
	close(b.changed)
	b.changed = make(chan struct{})
}

// all copies what arrived so far.
func (b *mailbox) all() []arrival {
	b.mu.Lock()
	defer b.mu.Unlock()
	list := make([]arrival, len(b.arrivals))
	for i, a := range b.arrivals {
		list[i] = *a
	}
	return list
}

// until waits for a condition on what arrived, and says whether it came before a wait was over.
func until[T any](ctx context.Context, b *mailbox, over <-chan T, holds func([]arrival) bool) ([]arrival, bool) {
	for {
		b.mu.Lock()
		changed := b.changed
		b.mu.Unlock()
		list := b.all()
		if holds(list) {
			return list, true
		}
		select {
		case <-changed:
		case <-over:
			return list, false
		case <-ctx.Done():
			return list, false
		}
	}
}

// ended says whether n attempts have come and been answered.
func endedAttempts(n int) func([]arrival) bool {
	return func(list []arrival) bool {
		return len(list) >= n && !list[n-1].end.IsZero()
	}
}
