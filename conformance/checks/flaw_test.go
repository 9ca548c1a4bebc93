package checks_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/workspaceintake/intake-go/conformance/checks"
)

// What is wrong with a body may not show in an excerpt of it: the message says why it is no JSON.
func TestTheMessageSaysWhyABodyIsNoJSON(t *testing.T) {
	t.Parallel()
	for body, why := range map[string]string{
		"{\"org_id\":\"org_\xff\"}": "byte 16 is not UTF-8",
		`{"org_id":"org_1",}`:       "invalid character '}'",
		`{"org_id":"org_1"} {}`:     "more follows the value",
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json; charset=utf-8")
			_, _ = io.WriteString(w, body)
		}))
		results, err := checks.Run(context.Background(), checks.Target{BaseURL: server.URL, APIKey: "bsk_1"}, checks.Options{Pattern: "API-ME-01"}, checks.Server())
		server.Close()
		if err != nil {
			t.Fatal(err)
		}
		if got := results[0].Got; !strings.Contains(got, why) {
			t.Errorf("of %q: %s; want it to say %q", body, got, why)
		}
	}
}
