package checks

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
	"github.com/workspaceintake/intake-go/conformance/internal/pdftext"
)

// obj is a JSON object.
type obj = map[string]any

// request is what a check sends.
type request struct {
	method string
	path   string // below the base URL, or a whole URL
	header http.Header
	body   []byte
	filler int    // how many bytes of filling follow the body
	rest   []byte // and what follows those
	anon   bool   // no credential
	raw429 bool   // a 429 is an answer, not a reason to wait
	raw503 bool   // so is a 503 that says when to come again
	quiet  bool   // not part of what the passive checks judge
	file   *attached
	spends bool // a success uses up what it was sent, so that it cannot be repeated
	large  bool // sent on a connection of its own, so that an early refusal is seen
	chunks bool // sent in chunks, without its length
	bare   bool // without a body, sent on a connection of its own without the header that says so
	cut    int  // at which the body is cut in two, sent one after the other; zero leaves it whole
}

// length is that of the whole body.
func (r *request) length() int { return len(r.body) + r.filler + len(r.rest) }

// content reads the whole body.
func (r *request) content() io.Reader {
	if r.cut > 0 {
		return &halved{left: [][]byte{r.body[:r.cut], r.body[r.cut:]}}
	}
	if r.filler == 0 {
		return bytes.NewReader(r.body)
	}
	return io.MultiReader(bytes.NewReader(r.body), io.LimitReader(new(filling), int64(r.filler)), bytes.NewReader(r.rest))
}

// filling is as much as one likes of lines of zeros: the ends of lines are what every file has of the bytes by which readers
// of multipart bodies look for boundaries.
type filling struct{ at int }

func (f *filling) Read(into []byte) (int, error) {
	n := copy(into, pdfsample.Filler[f.at:])
	f.at = (f.at + n) % len(pdfsample.Filler)
	return n, nil
}

// exchange is a request and what came of it.
type exchange struct {
	req    *request
	by     *C // who sent it
	url    string
	call   string // the method and the path, with no session's id
	status int
	header http.Header
	body   []byte
	json   any
	err    error
	start  time.Time
	took   time.Duration
	at     time.Time // by the clock of the run, when it had ended

	read     sync.Once
	readable pdftext.Document
	listing  sync.Once
	listed   []ask
}

// legible is what a form shows, which is read once.
func (x *exchange) legible() pdftext.Document {
	x.read.Do(func() { x.readable = pdftext.Read(x.body) })
	return x.readable
}

// option changes a request.
type option func(*request)

func as(credential string) option {
	return func(r *request) { r.header.Set("Authorization", "Bearer "+credential) }
}

// inHeader sends a key in the other of the two allowed ways.
func inHeader(key string) option {
	return func(r *request) {
		r.anon = true
		r.header.Del("Authorization")
		r.header.Set("X-API-Key", key)
	}
}

func anonymous(r *request) { r.anon = true; r.header.Del("Authorization") }

func impatient(r *request) { r.raw429 = true }

func hasty(r *request) { r.raw429, r.raw503 = true, true }

// aside keeps a request out of the passive checks: the text does not specify its situation.
func aside(r *request) { r.quiet = true }

func header(name, value string) option { return func(r *request) { r.header.Set(name, value) } }

func bodyOf(contentType string, body []byte) option {
	return func(r *request) {
		r.body = body
		r.header.Set("Content-Type", contentType)
	}
}

func jsonBody(v any) option {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // only values made by checks come here
	}
	return bodyOf("application/json", text)
}

func (c *C) get(path string, options ...option) *exchange {
	return c.call(http.MethodGet, path, options...)
}

func (c *C) post(path string, body any, options ...option) *exchange {
	return c.call(http.MethodPost, path, append([]option{jsonBody(body)}, options...)...)
}

// withCharset adds to the content type what many clients add, and what means nothing.
func withCharset(r *request) { r.header.Set("Content-Type", "application/json; charset=utf-8") }

// call sends a request with the home workspace's key unless the options say otherwise. A request that gets no answer
// ends the check as inconclusive, unless that is what it judges.
func (c *C) call(method, path string, options ...option) *exchange {
	x := c.try(method, path, options...)
	if x.err != nil && !c.defers(x) {
		c.noAnswer(x)
	}
	return x
}

// insisted makes a call that needs no body, and makes it again while the server says that it failed: once may be bad luck.
func (c *C) insisted(path string, options ...option) *exchange {
	x := c.call(http.MethodPost, path, options...)
	for n := 0; n < 2 && x.status >= 500; n++ {
		x = c.call(http.MethodPost, path, options...)
	}
	return x
}

// try is call for checks that live without an answer.
func (c *C) try(method, path string, options ...option) *exchange {
	c.settle()
	r := &request{method: method, path: path, header: http.Header{}}
	if key := c.run.home.Key; key != "" {
		r.header.Set("Authorization", "Bearer "+key)
	}
	for _, set := range options {
		set(r)
	}
	waited := time.Duration(0)
	for n := 0; ; n++ {
		if left := c.run.rates.left(c.rateOf(r), c.run.clock.passed()); left > 0 && !r.raw429 {
			if left > maxWaited {
				c.unclear("room within the rate limit", "status 429, for another %v by its Retry-After", left.Round(time.Second))
			}
			waited += left
			c.wait(left)
		}
		x := c.send(r)
		if x.status == http.StatusPaymentRequired && r.method == http.MethodPost && r.path == "/org/sessions" && !r.quiet && c.isHome(r) &&
			!c.post("/org/sessions", c.createBody("Conformance room"), aside).ok() { // else the plan is not what stands in its way
			c.unclear("room for another session in the plan of the key's workspace", "%s", x)
		}
		if x.status != http.StatusTooManyRequests || r.raw429 {
			c.run.rates.markServed(c.rateOf(r), x)
			return x
		}
		if c.makeRoom(x) {
			continue
		}
		told := max(retryAfter(x), 50*time.Millisecond)
		pause := min(told, maxPause)
		if waited += pause; waited > maxWaited || c.run.rates.isSpent(c.rateOf(r)) {
			c.run.rates.markSpent(c.rateOf(r))
			c.unclear("room within the rate limit", "status 429 for %v", waited)
		}
		if told > maxWaited && c.run.rates.inSeconds(n > 0) { // it was not told in another unit, and nobody else need wait for it
			c.run.rates.holdBack(c.rateOf(r), c.run.clock.passed().Add(told))
			continue
		}
		if n > 0 {
			c.run.rates.holdBack(c.rateOf(r), c.run.clock.passed().Add(pause))
		}
		c.wait(pause)
	}
}

// isHome says whether a request carries the key of the home workspace, or a token of it.
func (c *C) isHome(r *request) bool {
	bearer, is := strings.CutPrefix(r.header.Get("Authorization"), "Bearer ")
	c.run.mu.Lock()
	defer c.run.mu.Unlock()
	return is && c.run.homeCredentials[bearer] || c.run.homeCredentials[r.header.Get("X-API-Key")]
}

// Bounds of waiting for a rate limit.
const (
	maxPause  = 65 * time.Second
	maxWaited = 150 * time.Second
)

func retryAfter(x *exchange) time.Duration {
	text := x.header.Get("Retry-After")
	var seconds float64
	if _, err := fmt.Sscanf(text, "%g", &seconds); err == nil && seconds >= 0 {
		return time.Duration(seconds * float64(time.Second))
	}
	if at, err := http.ParseTime(text); err == nil {
		return time.Until(at)
	}
	return time.Second
}

// send sends a request. A connection that broke is tried again, as servers may close idle ones at any time, and none is kept any
// more; so is what a proxy, or a server that is busy, could not serve just then (spec section 7: a failure on the service side).
func (c *C) send(r *request) *exchange {
	var x *exchange
	for n := range tries {
		done := c.run.amongOthers(n >= crowded && passing(x))
		ctx, stop := c.bounded(r)
		x = c.run.roundTrip(ctx, r)
		stop()
		done()
		lost := x.err != nil && broken(x.err)
		if c.ctx.Err() != nil || n == tries-1 || !lost && !passing(x) {
			break
		}
		if lost && !r.large {
			c.run.keptBroke.Store(true)
			c.sentTwice = c.sentTwice || r.method != http.MethodGet
		}
		if pause := min(retryAfter(x), maxBusy); x.header.Get("Retry-After") != "" && pause > 0 {
			if often := c.run.busyWith(x); r.raw503 || r.raw429 && often {
				break
			}
			c.wait(pause)
		}
	}
	x.by = c
	c.traffic, c.steps = append(c.traffic, x), append(c.steps, &act{call: x})
	c.about(x)
	c.run.hear(x)
	c.run.record(x)
	return x
}

// Bounds of trying a request again.
const (
	tries   = 4
	crowded = 2 // are made beside others; where every so many calls fail, all of them would else do so in some run
	maxBusy = 3 * time.Second
)

// amongOthers is held while a request is under way, others or none of the run beside it: a server, or a proxy before it, may put off what
// comes while it has enough to do, and the requests of a run at one time may be that.
func (r *run) amongOthers(alone bool) (done func()) {
	if alone {
		r.crowd.Lock()
		return r.crowd.Unlock
	}
	r.crowd.RLock()
	return r.crowd.RUnlock
}

// passing says whether an answer is one that a server, or a proxy before it, may give for a moment to whatever it is asked.
func passing(x *exchange) bool {
	return x.err == nil && x.status >= http.StatusBadGateway && x.status <= http.StatusGatewayTimeout
}

func broken(err error) bool {
	text := err.Error()
	return slices.ContainsFunc([]string{"EOF", "connection reset", "broken pipe", "server closed idle", "closed network", "GOAWAY", "stream error"}, func(s string) bool {
		return strings.Contains(text, s)
	})
}

func (x *exchange) ok() bool { return x.err == nil && x.status/100 == 2 }

// taken says whether a request succeeded with a reply that says something: an object with more than a detail.
func (x *exchange) taken() bool {
	o := x.object()
	_, plain := o["detail"]
	return x.ok() && len(o) > 0 && !(plain && len(o) == 1)
}

// object is the body as a JSON object, or nil.
func (x *exchange) object() obj {
	o, _ := x.json.(obj)
	return o
}

func (x *exchange) String() string {
	if x.err != nil {
		return "no answer: " + x.err.Error()
	}
	return fmt.Sprintf("status %d, body %s%s", x.status, excerpt(x.body), x.flaw())
}

// flaw says why a body that is said to be JSON is none: in an excerpt it may look well.
func (x *exchange) flaw() string {
	media, _, _ := mime.ParseMediaType(x.header.Get("Content-Type"))
	if _, err := decode(x.body); err != nil && len(x.body) > 0 && media == "application/json" {
		return ", which is no JSON: " + err.Error()
	}
	return ""
}

func excerpt(body []byte) string {
	const most = 300
	text := strings.ToValidUTF8(string(body[:min(len(body), most)]), "?")
	switch {
	case text == "":
		return "empty"
	case len(body) > most:
		return text + fmt.Sprintf("... (%d bytes)", len(body))
	default:
		return text
	}
}

// decode reads one JSON value, in UTF-8 as all JSON is (RFC 8259 section 8.1), and keeps numbers as they were written.
func decode(text []byte) (any, error) {
	if !utf8.Valid(text) {
		return nil, fmt.Errorf("byte %d is not UTF-8", 1+len(validPart(text)))
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); err != io.EOF { // what follows makes it no JSON
		return nil, errors.New("more follows the value")
	}
	return v, nil
}

// validPart is the text up to the first byte that is not UTF-8.
func validPart(text []byte) []byte {
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && size == 1 {
			return text[:at]
		}
		at += size
	}
	return text
}
