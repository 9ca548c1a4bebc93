package conformance_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/conformance"
	"github.com/workspaceintake/intake-go/conformance/driver"
	"github.com/workspaceintake/intake-go/conformance/hooks"
	"github.com/workspaceintake/intake-go/conformance/peer"
	"github.com/workspaceintake/intake-go/conformance/report"
	"github.com/workspaceintake/intake-go/conformance/sender"
	"github.com/workspaceintake/intake-go/webhook"
)

// one is a server that knows a single call, and answers it not quite as the specification says.
func one(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	if r.URL.Path != "/org/me" {
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprint(w, `{"detail":"There is nothing here."}`)
		return
	}
	fmt.Fprint(w, `{"org_id":"org_1","org_name":"Harbor Agency","plan":"paid","auth_kind":"key","key_label":"ci"}`)
}

func ExampleServer() {
	server := httptest.NewServer(http.HandlerFunc(one))
	defer server.Close()
	r, err := conformance.Server(context.Background(), conformance.Target{BaseURL: server.URL, APIKey: "bsk_1"}, conformance.Options{Pattern: "API-ME-0[1-3]"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, one := range r.Results {
		fmt.Println(strings.TrimSpace(fmt.Sprint(one.ID, " ", one.Verdict, " ", one.Got)))
	}
	fmt.Println(r.Failed())
	// Output:
	// API-ME-01 pass
	// API-ME-02 pass
	// API-ME-03 fail auth_kind is string "key"
	// true
}

// A failure that is known for now is a warning until its day; what no longer fails has to leave the list.
func ExampleServer_knownFailures() {
	server := httptest.NewServer(http.HandlerFunc(one))
	defer server.Close()
	r, err := conformance.Server(context.Background(), conformance.Target{BaseURL: server.URL, APIKey: "bsk_1"}, conformance.Options{Pattern: "API-ME-0[1-3]"})
	if err != nil {
		fmt.Println(err)
		return
	}
	known := []report.KnownFailure{{ID: "API-ME-03", Reason: "renamed in the next version", Expires: "2026-12-31"}, {ID: "API-ME-01", Reason: "long repaired"}}
	for _, problem := range r.Excuse(known, time.Date(2026, 3, 10, 0, 0, 0, 0, time.UTC)) {
		fmt.Println(problem)
	}
	folder, err := os.MkdirTemp("", "report")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	fmt.Println(r.Failed(), r.Save(folder))
	again, err := report.Read(filepath.Join(folder, "report.json"))
	if err != nil {
		fmt.Println(err)
		return
	}
	_ = again.Write(os.Stdout, "badge")
	// Output:
	// the entry for API-ME-01 is stale: the requirement is met
	// false <nil>
	// {
	//   "color": "yellow",
	//   "label": "intake spec 2026.1",
	//   "message": "2/3 MUST",
	//   "schemaVersion": 1
	// }
}

func ExampleReceiver() {
	const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	receiver, err := webhook.NewReceiver(secret, webhook.WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		fmt.Println(err)
		return
	}
	server := httptest.NewServer(receiver)
	defer server.Close()
	r, err := conformance.Receiver(context.Background(), sender.Options{Target: server.URL, Secret: secret}, conformance.Options{Pattern: "RCV-0[1-3]"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, one := range r.Results {
		fmt.Println(one.ID, one.Verdict)
	}
	// Output:
	// RCV-01 pass
	// RCV-02 pass
	// RCV-03 pass
}

// A client in this process, behind a driver of a few lines. Clients in other languages are started as programs: peer.Program.
func ExampleClient() {
	mine := func(ctx context.Context, _ *driver.Judge, c driver.Command) (any, error) {
		if c.Name == "hello" {
			return map[string]string{"driver": "mine"}, nil
		}
		if c.Name != "me" {
			return nil, driver.ErrUnsupported
		}
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.BaseURL+"/org/me", nil)
		if err != nil {
			return nil, err
		}
		req.Header.Set("X-API-Key", c.APIKey)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return nil, err
		}
		defer resp.Body.Close()
		return map[string]any{}, nil // whatever came
	}
	commands, toDriver := io.Pipe()
	fromDriver, answers := io.Pipe()
	go func() { _ = answers.CloseWithError(driver.Serve(commands, answers, mine)) }()
	r, err := conformance.Client(context.Background(), "mine", peer.Options{Start: peer.Streams(fromDriver, toDriver), Parallel: 1}, conformance.Options{Pattern: "CLI-ERR-08,CLI-HOOK-01"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, one := range r.Results {
		fmt.Println(strings.TrimSpace(fmt.Sprint(one.ID, " ", one.Verdict, " ", one.Cause)))
	}
	// Output:
	// CLI-ERR-08 fail the status of an answer is not looked at, or not given to the caller, or 401 is among those that are repeated
	// CLI-HOOK-01 not_applicable
}

// Hooks as a Go value: what a test can do to its server that the API cannot.
func ExampleServer_hooks() {
	made := hooks.Map{"create-workspace": func(context.Context, json.RawMessage) (any, error) {
		return map[string]any{"org_id": "org_1", "org_name": "Harbor Agency", "plan": "paid", "api_key": "bsk_1", "key_label": "ci"}, nil
	}}
	server := httptest.NewServer(http.HandlerFunc(one))
	defer server.Close()
	r, err := conformance.Server(context.Background(), conformance.Target{BaseURL: server.URL, Hooks: made}, conformance.Options{Pattern: "API-ME-02"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Results[0].Verdict)
	// Output: pass
}
