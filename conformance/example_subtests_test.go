package conformance_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/workspaceintake/intake-go/conformance"
)

// In a package of your own this function is called TestConformance, and its handler is your server. Each requirement is a
// subtest: go test -run 'Conformance/API-ME-01' runs one.
func testConformance(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(one))
	defer server.Close()
	conformance.Test(t, conformance.Target{BaseURL: server.URL, APIKey: "bsk_1"}, conformance.Options{Pattern: "API-ME-0[12]"})
}

// A server is judged by its own tests.
func ExampleTest() {
	_ = testConformance // go test calls it
}
