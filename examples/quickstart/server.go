package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/workspaceintake/intake-go/reference"
	"github.com/workspaceintake/intake-go/webhook"
)

// local is the reference server in this process, with a workspace and an endpoint for its events.
type local struct {
	url, apiKey string
	events      *receiver
	stop        func() error
}

// startServer runs the reference server on a free port of this machine.
func startServer(ctx context.Context, data string) (*local, error) {
	if data == "" {
		folder, err := os.MkdirTemp("", "intake-quickstart-*")
		if err != nil {
			return nil, err
		}
		data = folder
	}
	data, err := filepath.Abs(data)
	if err != nil {
		return nil, err
	}
	server, err := reference.New(ctx, reference.Config{Addr: "127.0.0.1:0", Data: data, PrivateWebhooks: true})
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- server.Run(ctx) }()
	here := &local{url: server.URL(), stop: func() error {
		cancel()
		return errors.Join(<-ended, server.Close())
	}}
	say("The reference server runs at %s on SQLite in %s", here.url, data)
	workspace, err := server.CreateWorkspace(ctx, reference.NewWorkspace{Name: "Longfellow Insurance Partners", Plan: "paid", KeyLabel: "quickstart", ConnectMarket: true})
	if err != nil {
		return nil, errors.Join(err, here.stop())
	}
	here.apiKey = workspace.APIKey
	if here.events, err = receive(ctx, server, workspace.OrgID); err != nil {
		return nil, errors.Join(err, here.stop())
	}
	return here, nil
}

// receiver takes the two events that the job causes.
type receiver struct {
	completed, sent chan string
}

// receive starts a webhook receiver and registers it as an endpoint of the workspace.
func receive(ctx context.Context, server *reference.Server, orgID string) (*receiver, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	target := fmt.Sprintf("http://%s/hooks/intake", listener.Addr())
	endpoint, err := server.CreateEndpoint(ctx, orgID, target, "fill_session.completed", "submission.sent")
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	hook, err := webhook.NewReceiver(endpoint.Secret)
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	r := &receiver{completed: make(chan string, 1), sent: make(chan string, 1)}
	hook.OnFillSessionCompleted(func(_ context.Context, e webhook.Event, data webhook.FillSessionCompleted) error {
		say("Event %s: verified, session %s is %s", e.Name, data.SessionID, data.Status)
		r.completed <- e.ID
		return nil
	})
	hook.OnSubmissionSent(func(_ context.Context, e webhook.Event, data webhook.SubmissionSent) error {
		say("Event %s: verified, sent to %v by %s", e.Name, data.To, data.Provider)
		r.sent <- e.ID
		return nil
	})
	mux := http.NewServeMux()
	mux.Handle("POST /hooks/intake", hook)
	host := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = host.Serve(listener) }()
	context.AfterFunc(ctx, func() { _ = host.Close() })
	return r, nil
}

// await waits for both events; a nil receiver waits for none.
func (r *receiver) await(ctx context.Context) error {
	if r == nil {
		say("Events go to the endpoints that are registered in the server's own interface")
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for _, event := range []chan string{r.completed, r.sent} {
		select {
		case <-event:
		case <-ctx.Done():
			return errors.New("an event of the session did not arrive within a minute")
		}
	}
	return nil
}
