package sender_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/workspaceintake/intake-go/conformance/sender"
)

// A receiver that believes everybody is found out.
func ExampleRun() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }))
	defer server.Close()
	results, err := sender.Run(context.Background(), sender.Options{Target: server.URL, Secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
		Chosen: func(id string) bool { return id == "RCV-02" || id == "RCV-03" }})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range results {
		fmt.Println(r.ID, r.Verdict, "-", r.Expected)
	}
	// Output:
	// RCV-02 fail - 401 for a body with one bit of byte 0 altered after signing
	// RCV-03 fail - 401 for a signature under another secret
}

// The hook of a receiver that counts what it has handled.
func ExampleCounter() {
	handled := map[string]int{"dlv_1": 1}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, `{"count":%d}`, handled[r.URL.Query().Get("delivery")])
	}))
	defer server.Close()
	count := sender.Counter(server.URL)
	for _, id := range []string{"dlv_1", "dlv_2"} {
		fmt.Println(count(context.Background(), id))
	}
	// Output:
	// 1 <nil>
	// 0 <nil>
}
