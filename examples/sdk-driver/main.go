// Command sdk-driver lets intake-conformance judge the Go SDK: intake, oauthflow and webhook. It speaks the protocol of
// conformance/DRIVERS.md.
package main

import (
	"bufio"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"os"
	"sync"
	"time"

	"github.com/workspaceintake/intake-go/intake"
	"github.com/workspaceintake/intake-go/oauthflow"
	"github.com/workspaceintake/intake-go/webhook"
)

type object = map[string]any

// driver is also the clock of its clients: time passes on the judge's side.
type driver struct {
	in      *bufio.Scanner
	mu      sync.Mutex // one event at a time
	out     *json.Encoder
	id      int // of the command that runs
	sources map[string]*oauthflow.Source
}

type command struct {
	ID         int
	Command    string
	BaseURL    string `json:"base_url"`
	Credential struct {
		APIKey  string `json:"api_key"`
		Account string
	}
	Params json.RawMessage
}

type params struct {
	Message, Path, Command, Account, Secret string
	Count, Limit                            int
	SessionID                               string `json:"session_id"`
	FormKey                                 string `json:"form_key"`
	MaxTurns                                int    `json:"max_turns"`
	ClientID                                string `json:"client_id"`
	ClientName                              string `json:"client_name"`
	Headers                                 map[string]string
	Body                                    []byte `json:"body_base64"`
}

var errUnsupported = errors.New("unsupported")

func main() {
	d := &driver{in: bufio.NewScanner(os.Stdin), out: json.NewEncoder(os.Stdout), sources: map[string]*oauthflow.Source{}}
	d.in.Buffer(nil, 64<<20)
	for d.in.Scan() {
		c := decode[command](d.in.Bytes())
		d.id = c.ID
		answer := object{"id": c.ID}
		if result, err := d.run(context.Background(), c, decode[params](c.Params)); err != nil {
			answer["error"] = describe(err)
		} else {
			answer["result"] = result
		}
		d.mu.Lock() // an event of the command may still wait for its acknowledgement
		_ = d.out.Encode(answer)
		d.mu.Unlock()
	}
}

func decode[T any](text []byte) (v T) {
	_ = json.Unmarshal(text, &v) // the judge writes JSON; members of other commands stay zero
	return v
}

func (d *driver) event(name string, data object) {
	d.mu.Lock()
	defer d.mu.Unlock()
	_ = d.out.Encode(object{"id": d.id, "event": name, "data": data})
	d.in.Scan() // the acknowledgement
}

func (d *driver) Now() time.Time { return time.Now() }

func (d *driver) Sleep(ctx context.Context, wait time.Duration) error {
	d.event("wait", object{"seconds": wait.Seconds()})
	return ctx.Err()
}

func (d *driver) run(ctx context.Context, c command, p params) (any, error) {
	switch c.Command {
	case "hello":
		return object{"driver": "intake-go", "features": []string{}}, nil
	case "sign_in_device":
		return d.signIn(ctx, c.BaseURL, p, oauthflow.DeviceLogin)
	case "sign_in_browser":
		return d.signIn(ctx, c.BaseURL, p, oauthflow.BrowserLogin)
	case "verify_webhook":
		event, err := webhook.ParseEvent(p.Body)
		err = errors.Join(err, webhook.Verify(p.Body, p.Headers["X-Service-Signature"], p.Secret))
		return object{"valid": err == nil, "event": json.RawMessage(event.Body)}, nil
	}
	credential := intake.WithAPIKey(c.Credential.APIKey)
	if source := d.sources[c.Credential.Account]; source != nil {
		credential = intake.WithTokenSource(source)
	}
	client, err := intake.NewClient(intake.WithBaseURL(c.BaseURL), credential, intake.WithClock(d))
	if err != nil || c.Command != "parallel" {
		return call(ctx, client, c.Command, p, c.Params, err)
	}
	var group sync.WaitGroup
	for range p.Count {
		group.Go(func() { _, _ = call(ctx, client, p.Command, p, nil, nil) })
	}
	group.Wait()
	return object{"ok": p.Count}, nil
}

func call(ctx context.Context, client *intake.Client, command string, p params, raw json.RawMessage, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	switch s := client.Sessions; command {
	case "me":
		return client.Workspace.Me(ctx)
	case "create_session":
		return s.Create(ctx, decode[intake.CreateSession](raw))
	case "request_appointment":
		return client.Appointments.Request(ctx, decode[intake.AppointmentRequest](raw))
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
		if summary, err := s.RiskSummary(ctx, p.SessionID); err == nil {
			return object{"flags": append([]intake.RiskFlag{}, summary.Flags...)}, nil
		} else {
			return nil, err
		}
	case "download_form":
		if form, err := s.DownloadForm(ctx, p.SessionID, p.FormKey, io.Discard); err == nil {
			return object{"sha256": hex.EncodeToString(form.SHA256[:])}, nil
		} else {
			return nil, err
		}
	case "interview":
		say := func(context.Context, *intake.Turn) (string, error) { return p.Message, nil }
		for _, err := range s.Interview(ctx, p.SessionID, say, intake.WithMaxTurns(p.MaxTurns)) {
			if err != nil {
				return nil, err
			}
		}
		return object{}, nil
	}
	return nil, errUnsupported
}

func (d *driver) signIn(ctx context.Context, issuer string, p params, login func(context.Context, oauthflow.Config) (*oauthflow.Source, error)) (any, error) {
	source, err := login(ctx, oauthflow.Config{Issuer: issuer, ClientID: p.ClientID, ClientName: p.ClientName, Store: &oauthflow.MemoryStore{}, Out: io.Discard,
		Prompt: func(_ context.Context, prompt oauthflow.DevicePrompt) error {
			d.event("prompt", object{"user_code": prompt.UserCode, "verification_uri": prompt.VerificationURI})
			return nil
		},
		OpenBrowser: func(_ context.Context, url string) error {
			d.event("open", object{"url": url})
			return nil
		}})
	d.sources[p.Account] = source
	return object{"signed_in": true}, err
}

// describe is an error as the SDK gives it to its user.
func describe(err error) object {
	var answer *intake.Error
	switch {
	case errors.Is(err, errUnsupported):
		return object{"kind": "unsupported"}
	case errors.Is(err, oauthflow.ErrSignInAgain), errors.Is(err, oauthflow.ErrDenied), errors.Is(err, oauthflow.ErrExpired):
		return object{"kind": "sign_in", "detail": err.Error()}
	case !errors.As(err, &answer):
		return object{"kind": "network", "detail": err.Error()}
	}
	fields := []object{}
	for _, f := range answer.Fields {
		fields = append(fields, object{"loc": f.Loc, "msg": f.Msg, "type": f.Type})
	}
	return object{"kind": "api", "status": answer.Status, "detail": answer.Detail, "fields": fields}
}
