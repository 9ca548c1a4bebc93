package sender_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/report"
	"github.com/workspaceintake/intake-go/conformance/sender"
)

// variant is a receiver that does what the specification permits in another way than the model does. Its server and its
// judge may be set up otherwise, too.
type variant struct {
	name  string
	make  func(r *receiver)
	serve func(s *httptest.Server)
	judge func(o *sender.Options)
}

// answering accepts with a status.
func answering(code int) func(r *receiver) {
	return func(r *receiver) { r.accept = func(map[string]any, []byte) int { return code } }
}

// refusing answers a refusal with headers and a body.
func refusing(body string, headers ...string) func(r *receiver) {
	return func(r *receiver) {
		r.refuse = func(w http.ResponseWriter) {
			for i := 0; i < len(headers); i += 2 {
				w.Header().Set(headers[i], headers[i+1])
			}
			w.WriteHeader(http.StatusUnauthorized)
			_, _ = io.WriteString(w, body)
		}
	}
}

// wrapped puts a handler around the receiver's own.
func wrapped(around func(next http.Handler) http.Handler) func(s *httptest.Server) {
	return func(s *httptest.Server) { s.Config.Handler = around(s.Config.Handler) }
}

func before(do func(w http.ResponseWriter, r *http.Request)) func(s *httptest.Server) {
	return wrapped(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { do(w, r); next.ServeHTTP(w, r) })
	})
}

// choosing answers some deliveries otherwise.
func choosing(code int, which func(event map[string]any) bool) func(r *receiver) {
	return func(r *receiver) {
		r.accept = func(e map[string]any, _ []byte) int {
			if which(e) {
				return code
			}
			return http.StatusNoContent
		}
	}
}

func unknown(e map[string]any) bool { return e["event"] == "session.archived" }

var variants = []variant{
	{name: "200", make: answering(200)},
	{name: "201", make: answering(201)},
	{name: "202", make: answering(202)},
	{name: "203", make: answering(203)},
	{name: "226", make: answering(226)},
	{name: "299", make: answering(299)},
	{name: "a refusal that names a scheme", make: refusing("", "WWW-Authenticate", "Signature")},
	{name: "a refusal in JSON", make: refusing(`{"error":"invalid signature"}`, "Content-Type", "application/json")},
	{name: "a refusal as a page", make: refusing("<h1>Unauthorized</h1>", "Content-Type", "text/html")},
	{name: "a refusal that closes the connection", make: refusing("", "Connection", "close")},
	{name: "a long refusal", make: refusing(strings.Repeat("no ", 100_000))},
	{name: "no keep-alive", serve: func(s *httptest.Server) { s.Config.SetKeepAlivesEnabled(false) }},
	{name: "says more", serve: before(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Server", "nginx")
		w.Header().Set("Set-Cookie", "a=b")
	})},
	{name: "early hints", serve: before(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Link", "</style.css>; rel=preload")
		w.WriteHeader(http.StatusEarlyHints)
	})},
	{name: "reads the body first", serve: before(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(strings.NewReader(string(body)))
	})},
	{name: "answers late", serve: before(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.ReadAll(io.LimitReader(r.Body, 0))
		<-time.After(20 * time.Millisecond)
	})},
	{name: "a body with the answer", serve: wrapped(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			answer := httptest.NewRecorder()
			next.ServeHTTP(answer, r)
			if answer.Code == http.StatusNoContent {
				w.WriteHeader(http.StatusOK)
				_, _ = io.WriteString(w, `{"received":true}`)
				return
			}
			w.WriteHeader(answer.Code)
		})
	})},
	{name: "one delivery at a time", serve: func(s *httptest.Server) {
		var turn sync.Mutex
		wrapped(func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { turn.Lock(); defer turn.Unlock(); next.ServeHTTP(w, r) })
		})(s)
	}},
	{name: "a bound for bodies", serve: before(func(w http.ResponseWriter, r *http.Request) { r.Body = http.MaxBytesReader(w, r.Body, 64<<10) })},
	{name: "a bound for headers", serve: func(s *httptest.Server) { s.Config.MaxHeaderBytes = 16 << 10 }},
	{name: "unknown events are turned away", make: choosing(http.StatusNotFound, unknown)},
	{name: "unknown events are unprocessable", make: choosing(http.StatusUnprocessableEntity, unknown)},
	{name: "old deliveries are refused", make: choosing(http.StatusUnauthorized, func(e map[string]any) bool {
		created, _ := e["created_at"].(string)
		return strings.HasPrefix(created, "2020")
	})},
	{name: "headers have to be those of the body", serve: wrapped(bound)},
	{name: "upper-case digits are taken", make: func(r *receiver) {
		r.compare = func(want, got string) bool { return strings.HasPrefix(got, "sha256=") && strings.EqualFold(want, got) }
	}},
	{name: "equal data are handled once", make: func(r *receiver) { r.once = func(e map[string]any) string { return fmt.Sprint(e["data"]) } }},
	{name: "works after it has answered", make: func(r *receiver) { r.later = make(chan func(), 1000) }},
	{name: "no effects hook", judge: func(o *sender.Options) { o.Effects = nil }},
	{name: "copies are answered otherwise", make: func(r *receiver) {
		r.accept = func(e map[string]any, _ []byte) int {
			id, _ := e["id"].(string)
			r.mu.Lock()
			defer r.mu.Unlock()
			if r.seen[id] {
				return http.StatusAccepted
			}
			return http.StatusCreated
		}
	}},
	{name: "copies at the same moment are turned away", make: func(r *receiver) { r.busy = http.StatusConflict }},
	{name: "copies at the same moment are put off", make: func(r *receiver) { r.busy = http.StatusServiceUnavailable }},
	{name: "headers of a deployment's own", make: func(r *receiver) {
		r.signature = func(h http.Header) (string, bool) {
			all := h.Values("X-Acme-Signature")
			return strings.Join(all, ","), len(all) == 1
		}
	}, judge: func(o *sender.Options) { o.HeaderPrefix = "X-Acme-" }},
	{name: "a query in the URL", judge: func(o *sender.Options) { o.Target += "/hooks/in?tenant=7&x=%2F" }},
	{name: "a path of its own", judge: func(o *sender.Options) { o.Target += "/a/very/long/path/" }},
	{name: "by TLS", serve: func(s *httptest.Server) { s.StartTLS() }},
	{name: "by HTTP/2", serve: func(s *httptest.Server) { s.EnableHTTP2 = true; s.StartTLS() }},
}

// bound refuses a delivery whose unsigned headers are not those of its body.
func bound(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		for _, name := range []string{"Event", "Delivery"} {
			if value := r.Header.Get("X-Service-" + name); value == "" || !strings.Contains(string(body), value) {
				w.WriteHeader(http.StatusUnauthorized)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

func TestNoPermittedReceiverIsAccused(t *testing.T) {
	for _, v := range variants {
		t.Run(v.name, func(t *testing.T) {
			t.Parallel()
			r := good()
			if v.make != nil {
				v.make(r)
			}
			defer r.work()()
			server := httptest.NewUnstartedServer(r)
			if v.serve != nil {
				v.serve(server)
			}
			if server.URL == "" {
				server.Start()
			}
			defer server.Close()
			o := sender.Options{Target: server.URL, Secret: secret, Effects: r.count, QuickBound: time.Minute}
			if server.TLS != nil {
				o.Client = server.Client()
			}
			if v.judge != nil {
				v.judge(&o)
			}
			found, err := sender.Run(t.Context(), o)
			require.NoError(t, err)
			permitted := []report.Verdict{report.Pass, report.Observed, report.NotApplicable}
			if o.Effects == nil {
				permitted = append(permitted, report.Blocked)
			}
			for _, f := range found {
				require.True(t, slices.Contains(permitted, f.Verdict), "%s %s: want %s, got %s", f.Verdict, f.ID, f.Expected, f.Got)
			}
		})
	}
}
