package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"

	"github.com/workspaceintake/intake-go/conformance"
	"github.com/workspaceintake/intake-go/conformance/catalogue"
	"github.com/workspaceintake/intake-go/conformance/hooks"
	"github.com/workspaceintake/intake-go/conformance/peer"
	"github.com/workspaceintake/intake-go/conformance/report"
	"github.com/workspaceintake/intake-go/conformance/sender"
	"github.com/workspaceintake/intake-go/reference"
	"github.com/workspaceintake/intake-go/webhook"
)

// own judges the reference server and the SDK, client and receiver, in one report.
func (p program) own(ctx context.Context, args []string) int {
	var c common
	fs := p.flags("", &c)
	if code := p.parse(fs, args, &c); code >= 0 {
		return code
	}
	all := report.New("reference server and SDK", "", nil)
	all.Seed, all.StartedAt = c.seed, time.Now().UTC()
	var ended error
	for _, part := range []func(context.Context, *common) (*report.Report, error){p.ownServer, p.ownClient, p.ownReceiver} {
		r, err := part(ctx, &c)
		if errors.Is(err, peer.ErrNoCase) {
			continue // the chosen ids are of the other roles
		}
		if r != nil {
			all.Add(r.Results)
		}
		if ended = err; err != nil { // what was judged until then is told all the same
			break
		}
	}
	all.TookMS = time.Since(all.StartedAt).Milliseconds()
	if ended != nil && all.Planned == 0 {
		fmt.Fprintf(p.stderr, "intake-conformance: %v\n", ended)
		return exitUnreachable
	}
	return p.finish(all, &c, ended)
}

// startReference runs the reference server with its hooks until stop is called.
func startReference(ctx context.Context) (target conformance.Target, stop func() error, err error) {
	s, err := reference.New(ctx, reference.Config{Addr: "127.0.0.1:0", ControlAddr: "127.0.0.1:0", PrivateWebhooks: true, ShareReaders: true})
	if err != nil {
		return target, nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx) }()
	return conformance.Target{BaseURL: s.URL(), Hooks: hooks.HTTP(s.ControlURL())}, func() error {
		cancel()
		if err := <-ended; err != nil {
			return err
		}
		return s.Close()
	}, nil
}

func (p program) ownServer(ctx context.Context, c *common) (*report.Report, error) {
	target, stop, err := startReference(ctx)
	if err != nil {
		return nil, err
	}
	r, err := conformance.Server(ctx, target, c.options(p, len(catalogue.Of(catalogue.Server))))
	if e := stop(); err == nil {
		err = e
	}
	return r, err
}

// ownClient judges the SDK through its driver, which is built from this module.
func (p program) ownClient(ctx context.Context, c *common) (*report.Report, error) {
	folder, err := os.MkdirTemp("", "intake-conformance-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	driver := filepath.Join(folder, "sdk-driver")
	build := exec.CommandContext(ctx, "go", "build", "-o", driver, "github.com/workspaceintake/intake-go/examples/sdk-driver")
	build.Stderr = p.stderr
	if err := build.Run(); err != nil {
		return nil, fmt.Errorf("building the SDK's driver (run this within the module): %w", err)
	}
	return conformance.Client(ctx, "the Go SDK", peer.Options{Start: peer.Program(driver), Parallel: c.parallel, RealTime: c.realTime},
		c.options(p, len(catalogue.Of(catalogue.Client))))
}

// ownReceiver judges the SDK's receiver.
func (p program) ownReceiver(ctx context.Context, c *common) (*report.Report, error) {
	secret := "whsec_" + "conformance-receiver-of-the-sdk"
	receiver, err := webhook.NewReceiver(secret, webhook.WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		return nil, err
	}
	var mu sync.Mutex
	handled := map[string]int{}
	count := func(_ context.Context, e webhook.Event) error {
		mu.Lock()
		defer mu.Unlock()
		handled[e.ID]++
		return nil
	}
	webhook.On(receiver, webhook.EventFillSessionCompleted, func(ctx context.Context, e webhook.Event, _ json.RawMessage) error { return count(ctx, e) })
	webhook.On(receiver, webhook.EventSubmissionSent, func(ctx context.Context, e webhook.Event, _ json.RawMessage) error { return count(ctx, e) })
	webhook.On(receiver, webhook.EventEsignCompleted, func(ctx context.Context, e webhook.Event, _ json.RawMessage) error { return count(ctx, e) })
	webhook.On(receiver, webhook.EventTest, func(ctx context.Context, e webhook.Event, _ json.RawMessage) error { return count(ctx, e) })
	receiver.OnUnknown(count)
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	server := &http.Server{Handler: receiver, ReadHeaderTimeout: 10 * time.Second}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(ln) }()
	effects := func(_ context.Context, id string) (int, error) {
		mu.Lock()
		defer mu.Unlock()
		return handled[id], nil
	}
	r, err := conformance.Receiver(ctx, sender.Options{Target: "http://" + ln.Addr().String() + "/hooks", Secret: secret, Effects: effects},
		c.options(p, len(catalogue.Of(catalogue.Receiver))))
	if e := server.Close(); err == nil {
		err = e
	}
	<-ended
	return r, err
}
