// Command sdk-driver lets intake-conformance judge the Go SDK: intake, oauthflow and webhook. It speaks the protocol of
// conformance/DRIVERS.md.
package main

import (
	"bufio"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/workspaceintake/intake-go/intake"
	"github.com/workspaceintake/intake-go/oauthflow"
	"github.com/workspaceintake/intake-go/webhook"
)

type driver struct {
	in      *bufio.Scanner
	mu      sync.Mutex // one line at a time
	out     *json.Encoder
	running int // id of the command
	sources map[string]*oauthflow.Source
}

type command struct {
	ID         int    `json:"id"`
	Command    string `json:"command"`
	BaseURL    string `json:"base_url"`
	Credential struct {
		APIKey  string `json:"api_key"`
		Account string `json:"account"`
	} `json:"credential"`
	Params json.RawMessage `json:"params"`
}

type params struct {
	SessionID  string            `json:"session_id"`
	FormKey    string            `json:"form_key"`
	Message    string            `json:"message"`
	MaxTurns   int               `json:"max_turns"`
	Limit      int               `json:"limit"`
	Path       string            `json:"path"`
	Count      int               `json:"count"`
	Command    string            `json:"command"`
	Account    string            `json:"account"`
	ClientID   string            `json:"client_id"`
	ClientName string            `json:"client_name"`
	Secret     string            `json:"secret"`
	Headers    map[string]string `json:"headers"`
	Body       []byte            `json:"body_base64"`
}

func main() {
	d := &driver{in: bufio.NewScanner(os.Stdin), out: json.NewEncoder(os.Stdout), sources: map[string]*oauthflow.Source{}}
	d.in.Buffer(nil, 64<<20)
	for d.in.Scan() {
		var c command
		if err := json.Unmarshal(d.in.Bytes(), &c); err != nil {
			fmt.Fprintln(os.Stderr, "sdk-driver: not a command:", err)
			os.Exit(1)
		}
		d.running = c.ID
		if result, err := d.run(context.Background(), c); err != nil {
			d.send(map[string]any{"id": c.ID, "error": describe(err)})
		} else {
			d.send(map[string]any{"id": c.ID, "result": result})
		}
	}
}

func (d *driver) send(message any) { _ = d.out.Encode(message) } // a judge that is gone reads no more

// event tells the judge of something and returns when it has taken note.
func (d *driver) event(name string, data map[string]any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.send(map[string]any{"id": d.running, "event": name, "data": data})
	d.in.Scan()
}

// Now and Sleep make the driver the clock of its client: time passes on the judge's side.
func (d *driver) Now() time.Time { return time.Now() }

func (d *driver) Sleep(ctx context.Context, wait time.Duration) error {
	d.event("wait", map[string]any{"seconds": wait.Seconds()})
	return ctx.Err()
}

func (d *driver) run(ctx context.Context, c command) (any, error) {
	var p params
	if err := json.Unmarshal(c.Params, &p); err != nil {
		return nil, err
	}
	switch c.Command {
	case "hello":
		return map[string]any{"driver": "intake-go", "features": []string{}}, nil
	case "sign_in_device", "sign_in_browser":
		return d.signIn(ctx, c, p)
	case "verify_webhook":
		if err := webhook.Verify(p.Body, p.Headers["X-Service-Signature"], p.Secret); err != nil {
			return map[string]any{"valid": false}, nil
		}
		event, err := webhook.ParseEvent(p.Body)
		return map[string]any{"valid": err == nil, "event": json.RawMessage(event.Body)}, err
	}
	credential := intake.WithAPIKey(c.Credential.APIKey)
	if source := d.sources[c.Credential.Account]; source != nil {
		credential = intake.WithTokenSource(source)
	}
	client, err := intake.NewClient(intake.WithBaseURL(c.BaseURL), credential, intake.WithClock(d))
	if err != nil {
		return nil, err
	}
	if c.Command == "parallel" {
		var group sync.WaitGroup
		for range p.Count {
			group.Go(func() { _, _ = d.call(ctx, client, p.Command, p, c.Params) })
		}
		group.Wait()
		return map[string]any{"ok": p.Count}, nil
	}
	return d.call(ctx, client, c.Command, p, c.Params)
}

func (d *driver) call(ctx context.Context, client *intake.Client, command string, p params, raw json.RawMessage) (any, error) {
	switch s := client.Sessions; command {
	case "me":
		return client.Workspace.Me(ctx)
	case "create_session":
		var in intake.CreateSession
		if err := json.Unmarshal(raw, &in); err != nil {
			return nil, err
		}
		return s.Create(ctx, in)
	case "request_appointment":
		var in intake.AppointmentRequest
		if err := json.Unmarshal(raw, &in); err != nil {
			return nil, err
		}
		return client.Appointments.Request(ctx, in)
	case "list_sessions":
		return s.List(ctx, intake.ListSessions{Limit: p.Limit})
	case "get_session":
		return s.Get(ctx, p.SessionID)
	case "answer":
		return s.Answer(ctx, p.SessionID, p.Message)
	case "extract":
		return s.Extract(ctx, p.SessionID, intake.FileFromPath(p.Path))
	case "attach_document":
		return s.AttachDocuments(ctx, p.SessionID, []intake.File{intake.FileFromPath(p.Path)})
	case "fill":
		return s.Fill(ctx, p.SessionID)
	case "submit":
		return s.Submit(ctx, p.SessionID)
	case "risk_summary":
		summary, err := s.RiskSummary(ctx, p.SessionID)
		if err != nil {
			return nil, err
		}
		return map[string]any{"flags": append([]intake.RiskFlag{}, summary.Flags...)}, nil
	case "download_form":
		form, err := s.DownloadForm(ctx, p.SessionID, p.FormKey, io.Discard)
		if err != nil {
			return nil, err
		}
		return map[string]any{"sha256": hex.EncodeToString(form.SHA256[:])}, nil
	case "interview":
		turns := 0
		say := func(context.Context, *intake.Turn) (string, error) { return p.Message, nil }
		for _, err := range s.Interview(ctx, p.SessionID, say, intake.WithMaxTurns(p.MaxTurns)) {
			if turns++; err != nil {
				return nil, err
			}
		}
		return map[string]any{"turns": turns}, nil
	}
	return nil, errUnsupported
}

var errUnsupported = errors.New("unsupported")
