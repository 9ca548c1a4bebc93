package selftest_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/catalogue"
	"github.com/workspaceintake/intake-go/conformance/checks"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// granted are the requirements that a server without any sense may meet.
var granted = []string{"API-ME-01", "AUTH-05", "AUTH-06", "AUTH-08", "OAUTH-META-01"}

func always(status int, contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// drip gives a reply byte by byte, slower than anyone waits.
func drip(w http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	w.WriteHeader(http.StatusOK)
	for {
		_, _ = io.WriteString(w, " ")
		_ = http.NewResponseController(w).Flush()
		select {
		case <-r.Context().Done():
			return
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// A server without any sense passes nothing.
func TestNullServersPassNothing(t *testing.T) {
	t.Parallel()
	servers := map[string]http.HandlerFunc{
		"404":          always(404, "application/json", `{"detail":"Not found"}`),
		"200 {}":       always(200, "application/json", `{}`),
		"200 detail":   always(200, "application/json", `{"detail":"x"}`),
		"401":          always(401, "application/json", `{"detail":"Unauthorized"}`),
		"422":          always(422, "application/json", `{"detail":[{"loc":["body"],"msg":"x","type":"y"}]}`),
		"500":          always(500, "application/json", `{"detail":"Internal error"}`),
		"HTML":         always(200, "text/html", `<html><body>Welcome</body></html>`),
		"slow drip":    drip,
		"hangs up":     func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"bare strings": always(200, "application/json", `"ok"`),
	}
	for name, handler := range servers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(handler)
			defer server.Close()
			empty(t, server.URL)
		})
	}
	t.Run("closed port", func(t *testing.T) {
		server := httptest.NewServer(nil)
		server.Close()
		empty(t, server.URL)
	})
}

func empty(t *testing.T, url string) {
	results, _ := checks.Run(t.Context(), checks.Target{BaseURL: url, APIKey: "bsk_nobody", APIKey2: "bsk_nobody_else"},
		checks.Options{Parallel: 64, Timeout: 100 * time.Millisecond}, checks.Server())
	require.Len(t, results, len(checks.Server()))
	var passed []string
	for _, r := range results {
		if r.Level == catalogue.Must && r.Verdict == report.Pass {
			passed = append(passed, r.ID)
		}
	}
	require.Subset(t, granted, passed)
}
