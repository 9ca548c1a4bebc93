// Command sdk-receiver lets intake-conformance judge the Go SDK's receiver, package webhook:
//
//	sdk-receiver WHSEC_SECRET
//
// It prints its URLs as one line of JSON and serves until its input ends. The effects URL tells how often a delivery was
// handled.
package main

import (
	"context"
	"encoding/json"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/workspaceintake/intake-go/webhook"
)

// handled counts by delivery id.
type handled struct {
	mu     sync.Mutex
	counts map[string]int
}

func (h *handled) add(id string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.counts[id]++
	return nil
}

func (h *handled) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	defer h.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]int{"count": h.counts[r.URL.Query().Get("delivery")]})
}

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: sdk-receiver WHSEC_SECRET")
	}
	receiver, err := webhook.NewReceiver(os.Args[1], webhook.WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		log.Fatal(err)
	}
	work := &handled{counts: map[string]int{}}
	receiver.OnFillSessionCompleted(func(_ context.Context, e webhook.Event, _ webhook.FillSessionCompleted) error { return work.add(e.ID) })
	receiver.OnSubmissionSent(func(_ context.Context, e webhook.Event, _ webhook.SubmissionSent) error { return work.add(e.ID) })
	receiver.OnEsignCompleted(func(_ context.Context, e webhook.Event, _ webhook.EsignCompleted) error { return work.add(e.ID) })
	receiver.OnTest(func(_ context.Context, e webhook.Event, _ webhook.Test) error { return work.add(e.ID) })
	receiver.OnUnknown(func(_ context.Context, e webhook.Event) error { return work.add(e.ID) })

	mux := http.NewServeMux()
	mux.Handle("/hook", receiver)
	mux.Handle("GET /effects", work)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	base := "http://" + listener.Addr().String()
	_ = json.NewEncoder(os.Stdout).Encode(map[string]string{"target": base + "/hook", "effects": base + "/effects"})
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	go func() { _, _ = io.Copy(io.Discard, os.Stdin); _ = server.Close() }()
	if err := server.Serve(listener); err != http.ErrServerClosed {
		log.Fatal(err)
	}
}
