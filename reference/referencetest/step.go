package referencetest

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"time"
)

// Step is what happens to one call. Steps are made by the functions below.
type Step struct {
	name string
	run  func(s *Server, w http.ResponseWriter, r *http.Request)
}

// String names the step in failures of tests.
func (s Step) String() string { return s.name }

// Pass answers as always.
func Pass() Step {
	return Step{"pass", func(s *Server, w http.ResponseWriter, r *http.Request) { s.reference.ServeHTTP(w, r) }}
}

// Status refuses with a status and a detail, without doing anything.
func Status(status int, detail string) Step {
	return Step{fmt.Sprintf("status %d", status), func(_ *Server, w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(map[string]string{"detail": detail})
	}}
}

// TooMany refuses with 429 and a Retry-After of wait, rounded up to whole seconds (spec section 8).
func TooMany(wait time.Duration) Step {
	refuse := Status(http.StatusTooManyRequests, "Too many calls. This one was refused by the test's script.")
	return Step{"429", func(s *Server, w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
		refuse.run(s, w, r)
	}}
}

// Body answers with any status, content type and body: a proxy's HTML page, a member of another type.
func Body(status int, contentType, body string) Step {
	return Step{fmt.Sprintf("body with status %d", status), func(_ *Server, w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}}
}

// Reset breaks the connection before anything is done.
func Reset() Step {
	return Step{"reset", func(_ *Server, w http.ResponseWriter, _ *http.Request) { reset(w) }}
}

// Lose does what is asked and breaks the connection instead of answering: the caller cannot know that it was done.
func Lose() Step {
	return Step{"lost answer", func(s *Server, w http.ResponseWriter, r *http.Request) {
		s.reference.ServeHTTP(httptest.NewRecorder(), r)
		reset(w)
	}}
}

// Truncate does what is asked, announces the whole answer, and breaks the connection after n bytes of its body.
func Truncate(n int) Step {
	return Step{fmt.Sprintf("truncated after %d bytes", n), func(s *Server, w http.ResponseWriter, r *http.Request) {
		answer := httptest.NewRecorder()
		s.reference.ServeHTTP(answer, r)
		maps.Copy(w.Header(), answer.Header())
		w.Header().Set("Content-Length", strconv.Itoa(answer.Body.Len()))
		w.WriteHeader(answer.Code)
		_, _ = w.Write(answer.Body.Bytes()[:min(n, answer.Body.Len())])
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler) // how net/http breaks off an answer
	}}
}

// Delay waits for d on the server's clock, which Advance can hasten, and then goes on with the next step given, or with
// Pass. A caller that gives up meanwhile ends the wait; nothing is done then.
func Delay(d time.Duration, then ...Step) Step {
	next := Pass()
	if len(then) > 0 {
		next = then[0]
	}
	return Step{fmt.Sprintf("%s after %v", next, d), func(s *Server, w http.ResponseWriter, r *http.Request) {
		if s.clock.Sleep(r.Context(), d) == nil {
			next.run(s, w, r)
		}
	}}
}

// Hold waits until release is closed and then goes on with Pass. A caller that gives up meanwhile ends the wait.
func Hold(release <-chan struct{}) Step {
	return Step{"held", func(s *Server, w http.ResponseWriter, r *http.Request) {
		select {
		case <-release:
			s.reference.ServeHTTP(w, r)
		case <-r.Context().Done():
		}
	}}
}

// reset closes the connection so that the client sees a reset, not an end.
func reset(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}
