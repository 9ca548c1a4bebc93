package intake

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// call is one call of an operation on its way through the handlers, each in a file of its own:
//
//	decode -> errors -> retry -> cool-down -> attempt (hooks, body) -> credentials -> http
type call struct {
	client   *Client
	op       *operation
	settings *settings
	path     string
	query    string
	body     payload
	lost     prober
	stream   bool // leave the body of a success to the caller

	attempts   int
	waited     time.Duration
	status     int       // of the last answer
	requestID  string    // of the last answer
	serverTime time.Time // of the last answer
	started    time.Time
	notBefore  time.Time
	renewed    bool   // a refused token was replaced
	token      Secret // of the last attempt
	refusal    *Error // the last answer that was, or might have been, repeated
	why        string // a 429 is not waited out

	trace   sentTrace
	bodyErr atomic.Pointer[error] // reading the upload failed on this side
	buf     *bytes.Buffer         // the last answer's body
	probe   bool                  // the attempt finds out whether rate limits are separate
}

// request is what an operation's method wants to be sent.
type request struct {
	op     *operation
	params []string // of the path, in order
	query  string
	in     any    // the JSON body, if any
	files  []part // the multipart body, if any
	lost   prober // what finds out after a lost answer
}

// send makes a call and reads the answer into out, and the facts of the call into meta.
func send[P wire](ctx context.Context, client *Client, r request, out P, meta *Meta, opts []CallOption) (P, error) {
	var none P
	c, err := client.newCall(r, opts)
	if err != nil {
		return none, err
	}
	defer c.release()
	err = c.decode(ctx, out)
	*meta = c.meta()
	if err != nil {
		return none, err
	}
	return out, nil
}

func (client *Client) newCall(r request, opts []CallOption) (*call, error) {
	set, err := client.settings.with(opts)
	if err != nil {
		return nil, err
	}
	path, err := r.op.path(r.params...)
	if err != nil {
		return nil, err
	}
	c := &call{client: client, op: r.op, settings: set, path: path, query: r.query, lost: r.lost, started: client.clock.Now()}
	switch {
	case r.files != nil:
		c.body, err = newMultipart(c, r.files)
	case r.in != nil:
		var data []byte
		data, err = json.Marshal(r.in)
		c.body = jsonPayload(data)
	}
	if err != nil {
		return nil, fmt.Errorf("intake: %s: %w", r.op.name, err)
	}
	return c, nil
}

// payload is the body of a request.
type payload interface {
	contentType() string
	size() int64 // -1 when it is not known
	open() (io.ReadCloser, error)
	spent() bool // it was read and cannot be read again
}

type jsonPayload []byte

func (p jsonPayload) contentType() string          { return "application/json" }
func (p jsonPayload) size() int64                  { return int64(len(p)) }
func (p jsonPayload) spent() bool                  { return false }
func (p jsonPayload) open() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(p)), nil }

type callKey struct{}

func callOf(ctx context.Context) *call { return ctx.Value(callKey{}).(*call) }

func (c *call) meta() Meta {
	return Meta{Status: c.status, RequestID: c.requestID, Attempts: c.attempts, Waited: c.waited, ServerTime: c.serverTime}
}

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// keepBuffer is the largest buffer that goes back to the pool.
const keepBuffer = 1 << 20

func (c *call) release() {
	if c.buf != nil && c.buf.Cap() <= keepBuffer {
		c.buf.Reset()
		buffers.Put(c.buf)
	}
	c.buf = nil
}

// request builds what all attempts share.
func (c *call) request(ctx context.Context) (*retryablehttp.Request, error) {
	base := c.client.base
	u := &url.URL{Scheme: base.Scheme, Host: base.Host, RawQuery: c.query}
	escaped := base.EscapedPath() + c.path
	path, err := url.PathUnescape(escaped)
	if err != nil {
		return nil, err
	}
	if u.Path = path; path != escaped {
		u.RawPath = escaped
	}
	r := new(http.Request).WithContext(context.WithValue(ctx, callKey{}, c))
	r.Method, r.URL, r.Header = c.op.method, u, http.Header{} // each attempt makes its own headers
	r.Proto, r.ProtoMajor, r.ProtoMinor = "HTTP/1.1", 1, 1
	out := &retryablehttp.Request{Request: r}
	if c.body == nil {
		return out, nil
	}
	err = out.SetBody(retryablehttp.ReaderFunc(func() (io.Reader, error) { return c.body.open() }))
	out.ContentLength = c.body.size() // go-retryablehttp cannot know it from a function
	return out, err
}

// headers are those of one attempt, without the credential. given holds what http.Client put in: cookies of a jar.
func (c *call) headers(given http.Header) http.Header {
	h := make(http.Header, 8)
	maps.Copy(h, given)
	maps.Copy(h, c.settings.header)
	h["User-Agent"] = c.client.userAgent
	h["Accept"] = acceptJSON
	if c.stream {
		h["Accept"] = acceptPDF
	}
	if c.body != nil {
		h["Content-Type"] = []string{c.body.contentType()}
	}
	return h
}

var (
	acceptJSON = []string{"application/json"}
	acceptPDF  = []string{"application/pdf, application/json;q=0.5"}
)
