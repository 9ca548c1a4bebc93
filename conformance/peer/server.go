package peer

import (
	"encoding/json"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/workspaceintake/intake-go/conformance/report"
)

// requestBytes bounds a request body that a scripted server keeps.
const requestBytes = 64 << 20

// Request is one request as it came over the wire.
type Request struct {
	Method string
	Target string // the request target, not decoded
	Host   string
	Header http.Header
	Body   []byte
	At     time.Duration // since the case began, with the driver's virtual waits
}

// Path is the path of the target, percent-encoded where it has to be: an unreserved character that was encoded for no need
// is the same (RFC 3986 section 6.2.2.2).
func (r Request) Path() string {
	path, _, _ := strings.Cut(r.Target, "?")
	return escape.ReplaceAllStringFunc(path, func(code string) string {
		if text, err := url.PathUnescape(code); err == nil && unreserved.MatchString(text) {
			return text
		}
		return strings.ToUpper(code)
	})
}

var (
	escape     = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)
	unreserved = regexp.MustCompile(`^[0-9A-Za-z._~-]$`)
)

// Query is the decoded query.
func (r Request) Query() url.Values {
	_, query, _ := strings.Cut(r.Target, "?")
	values, _ := url.ParseQuery(query)
	return values
}

// Form is the decoded form-urlencoded body.
func (r Request) Form() url.Values {
	values, _ := url.ParseQuery(string(r.Body))
	return values
}

// MediaType is the content type without its parameters.
func (r Request) MediaType() string {
	media, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	return strings.ToLower(strings.TrimSpace(media))
}

// JSON is the decoded body, with numbers as they were written.
func (r Request) JSON() (any, error) { return decodeJSON(r.Body) }

// Reply is what the server does with a request.
type Reply struct {
	Status int
	Header map[string]string
	Body   []byte
	Cut    bool          // break the connection instead of answering
	After  time.Duration // answer so late; other requests are answered meanwhile
}

// JSON is an answer with a JSON body.
func JSON(status int, body any) Reply {
	text, err := json.Marshal(body)
	if err != nil {
		panic(err) // a case wrote something that is no JSON
	}
	return Reply{Status: status, Header: map[string]string{"Content-Type": "application/json"}, Body: text}
}

// Raw is an answer with any body.
func Raw(status int, contentType, body string) Reply {
	return Reply{Status: status, Header: map[string]string{"Content-Type": contentType}, Body: []byte(body)}
}

// With adds a header to an answer.
func (r Reply) With(name, value string) Reply {
	header := map[string]string{name: value}
	for n, v := range r.Header {
		if n != name {
			header[n] = v
		}
	}
	r.Header = header
	return r
}

// Plan decides about each request. It is called by one request at a time.
type Plan func(Request) Reply

// server runs a plan on a port of its own and keeps what came.
type server struct {
	http     *http.Server
	listener net.Listener
	now      func() time.Duration

	mu       sync.Mutex
	plan     Plan
	requests []Request
	replies  []Reply
}

func startServer(now func() time.Duration, plan Plan) (*server, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &server{listener: listener, now: now, plan: plan}
	s.http = &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 1 << 20}
	go func() { _ = s.http.Serve(listener) }()
	return s, nil
}

func (s *server) url() string { return "http://" + s.listener.Addr().String() }

func (s *server) close() { _ = s.http.Close() }

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, requestBytes))
	if err != nil {
		return // the client gave up half-way; it made no request
	}
	reply := s.take(Request{Method: r.Method, Target: originForm(r.RequestURI), Host: r.Host, Header: r.Header.Clone(), Body: body})
	if reply.Cut {
		panic(http.ErrAbortHandler)
	}
	if reply.After > 0 {
		select {
		case <-time.After(reply.After):
		case <-r.Context().Done():
			return
		}
	}
	for name, value := range reply.Header {
		w.Header().Set(name, value)
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(reply.Body)))
	w.WriteHeader(reply.Status)
	_, _ = w.Write(reply.Body)
}

// originForm is a request target without the address that clients may write before it (RFC 9112 section 3.2.2).
func originForm(target string) string {
	if _, rest, absolute := strings.Cut(target, "://"); absolute && !strings.HasPrefix(target, "/") {
		_, path, _ := strings.Cut(rest, "/")
		return "/" + path
	}
	return target
}

func (s *server) take(r Request) Reply {
	s.mu.Lock()
	defer s.mu.Unlock()
	r.At = s.now()
	s.requests = append(s.requests, r)
	reply := s.plan(r)
	s.replies = append(s.replies, reply)
	return reply
}

func (s *server) seen() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.requests...)
}

// shownBytes bounds what a report shows of a body.
const shownBytes = 4 << 10

// exchanges is what came and what was answered, for a report.
func (s *server) exchanges() []report.Exchange {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([]report.Exchange, len(s.requests))
	for i, r := range s.requests {
		all[i].Request = report.Message{Method: r.Method, URL: s.url() + r.Target, Header: shownHeader(r.Header), Body: shownBody(r.Body), Bytes: len(r.Body)}
		if reply := s.replies[i]; reply.Cut {
			all[i].Error = "the connection was cut by plan"
		} else {
			all[i].Response = &report.Message{Status: reply.Status, Body: shownBody(reply.Body), Bytes: len(reply.Body)}
		}
	}
	return all
}

// secretMembers are form fields and JSON members whose values a report does not show.
var secretMembers = regexp.MustCompile(`((?:access_token|refresh_token|device_code|code_verifier|code)(?:"\s*:\s*"|=))[^"&]+`)

func shownBody(body []byte) string {
	text := strings.ToValidUTF8(string(body[:min(len(body), shownBytes)]), "\ufffd")
	return secretMembers.ReplaceAllString(text, "${1}[redacted]")
}

func shownHeader(header http.Header) (all [][2]string) {
	for _, name := range slices.Sorted(maps.Keys(header)) {
		for _, value := range header[name] {
			if name == "Authorization" || name == "X-Api-Key" {
				scheme, _, two := strings.Cut(value, " ")
				if value = "[redacted]"; two {
					value = scheme + " [redacted]"
				}
			}
			all = append(all, [2]string{name, value})
		}
	}
	return all
}
