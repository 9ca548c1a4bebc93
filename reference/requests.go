package reference

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"path"
	"runtime/debug"
	"strings"
	"time"
)

// requestKey is the context key of the request id.
type requestKey struct{}

// requestLog adds the request id to every line that is logged for a request.
type requestLog struct{ slog.Handler }

func (h requestLog) Handle(ctx context.Context, r slog.Record) error {
	if id, ok := ctx.Value(requestKey{}).(string); ok {
		r.AddAttrs(slog.String("request", id))
	}
	return h.Handler.Handle(ctx, r)
}

func (h requestLog) WithAttrs(attrs []slog.Attr) slog.Handler {
	return requestLog{h.Handler.WithAttrs(attrs)}
}

func (h requestLog) WithGroup(name string) slog.Handler { return requestLog{h.Handler.WithGroup(name)} }

// observed gives each request an id, which its answer carries, writes one line about it, and turns a panic into a 500.
// The path is logged without its query: some OAuth parameters are secrets.
func observed(log *slog.Logger, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start, id := time.Now(), "req_"+strings.ToLower(rand.Text()[:16])
		ctx := context.WithValue(r.Context(), requestKey{}, id)
		seen := &recorder{ResponseWriter: w}
		h := w.Header()
		h.Set("X-Request-Id", id)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cache-Control", "no-store")
		defer func() {
			if p := recover(); p != nil {
				if p == http.ErrAbortHandler {
					panic(p)
				}
				log.ErrorContext(ctx, "a request panicked", "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
				if seen.status == 0 {
					detail(seen, http.StatusInternalServerError, "The server failed to do this. The log has the cause under the request id of this answer.")
				}
			}
			log.LogAttrs(ctx, slog.LevelInfo, "request", slog.String("method", r.Method), slog.String("path", r.URL.Path),
				slog.Int("status", seen.status), slog.Duration("took", time.Since(start)))
		}()
		next.ServeHTTP(seen, r.WithContext(ctx))
	})
}

// recorder notes the status of an answer.
type recorder struct {
	http.ResponseWriter
	status int
}

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(p []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	return r.ResponseWriter.Write(p)
}

// Unwrap lets http.ResponseController reach the connection.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// routed serves a mux, and words the answers for unknown paths and wrong methods as the API words all its errors (spec
// section 7). Paths are taken as they are: no redirect to a cleaned form.
func routed(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if p := r.URL.EscapedPath(); p != "/" && path.Clean(p)+trailing(p) != p {
			detail(w, http.StatusNotFound, "There is nothing under this path.")
			return
		}
		handler, pattern := mux.Handler(r)
		if pattern != "" {
			mux.ServeHTTP(w, r)
			return
		}
		probe := &probe{header: http.Header{}}
		handler.ServeHTTP(probe, r)
		if probe.status == http.StatusMethodNotAllowed {
			w.Header()["Allow"] = probe.header["Allow"]
			detail(w, http.StatusMethodNotAllowed, "This path does not take the method "+r.Method+".")
			return
		}
		detail(w, http.StatusNotFound, "There is nothing under this path.")
	})
}

func trailing(p string) string {
	if strings.HasSuffix(p, "/") {
		return "/"
	}
	return ""
}

// probe learns what a handler would answer.
type probe struct {
	header http.Header
	status int
}

func (p *probe) Header() http.Header         { return p.header }
func (p *probe) WriteHeader(status int)      { p.status = status }
func (p *probe) Write(b []byte) (int, error) { return len(b), nil }

func detail(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"detail": text}) // a client that hung up misses its answer, no more
}
