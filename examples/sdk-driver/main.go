// Command sdk-driver lets intake-conformance judge the Go SDK: intake, oauthflow and webhook. The judge is the
// clock of its clients.
package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"log"
	"os"
	"sync"
	"time"

	"github.com/workspaceintake/intake-go/conformance/driver"
	"github.com/workspaceintake/intake-go/intake"
	"github.com/workspaceintake/intake-go/oauthflow"
	"github.com/workspaceintake/intake-go/webhook"
)

type object = map[string]any

// params are those of all commands, three types of the SDK among them.
type params struct {
	intake.CreateSession
	intake.AppointmentRequest
	intake.ListSessions
	Message, Path, Secret string
	Count                 int
	Seconds               float64
	SessionID             string `json:"session_id"`
	FormKey               string `json:"form_key"`
	MaxTurns              int    `json:"max_turns"`
	ClientID              string `json:"client_id"`
	ClientName            string `json:"client_name"`
	Headers               map[string]string
	Body                  []byte `json:"body_base64"`
}

var accounts = map[string]*oauthflow.Source{} // the sign-ins, by the judge's names

func main() {
	if err := driver.Serve(os.Stdin, os.Stdout, run); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, judge *driver.Judge, c driver.Command) (any, error) {
	var p params
	if err := c.Into(&p); err != nil {
		return nil, err
	}
	switch c.Name {
	case "hello":
		return object{"driver": "intake-go"}, nil
	case "wait":
		return object{}, judge.Sleep(ctx, time.Duration(p.Seconds*float64(time.Second)))
	case "verify_webhook":
		if webhook.Verify(p.Body, p.Headers["X-Service-Signature"], p.Secret) != nil {
			return object{"valid": false}, nil
		}
		event, err := webhook.ParseEvent(p.Body)
		return object{"valid": err == nil, "event": json.RawMessage(event.Body)}, err
	case "sign_in_device":
		return signIn(ctx, judge, c, p, oauthflow.DeviceLogin)
	case "sign_in_browser":
		return signIn(ctx, judge, c, p, oauthflow.BrowserLogin)
	}
	credential := intake.WithAPIKey(c.APIKey)
	if source := accounts[c.Account]; source != nil {
		credential = intake.WithTokenSource(source)
	}
	client, err := intake.NewClient(intake.WithBaseURL(c.BaseURL), credential, intake.WithClock(judge))
	if err != nil {
		return nil, err
	}
	result, err := call(ctx, client, c.Name, p)
	return result, reported(err)
}

// reported is an error as the SDK gives it to its user.
func reported(err error) error {
	var answer *intake.Error
	switch {
	case errors.As(err, &answer):
		return &driver.Fault{Kind: "api", Status: answer.Status, Detail: answer.Detail, Fields: answer.Fields}
	case errors.Is(err, oauthflow.ErrSignInAgain), errors.Is(err, oauthflow.ErrDenied), errors.Is(err, oauthflow.ErrExpired):
		return &driver.Fault{Kind: "sign_in", Detail: err.Error()}
	}
	return err
}

func call(ctx context.Context, client *intake.Client, command string, p params) (any, error) {
	switch s := client.Sessions; command {
	case "me":
		return client.Workspace.Me(ctx)
	case "create_session":
		return s.Create(ctx, p.CreateSession)
	case "request_appointment":
		return client.Appointments.Request(ctx, p.AppointmentRequest)
	case "list_sessions":
		return s.List(ctx, p.ListSessions)
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
		return s.RiskSummary(ctx, p.SessionID)
	case "download_form":
		hash := sha256.New()
		_, err := s.DownloadForm(ctx, p.SessionID, p.FormKey, hash)
		return object{"sha256": hex.EncodeToString(hash.Sum(nil))}, err
	case "interview":
		say := func(context.Context, *intake.Turn) (string, error) { return p.Message, nil }
		var err error
		for _, err = range s.Interview(ctx, p.SessionID, say, intake.WithMaxTurns(p.MaxTurns)) {
		}
		return object{}, err
	case "parallel":
		var group sync.WaitGroup
		for range p.Count {
			group.Go(func() { _, _ = client.Workspace.Me(ctx) })
		}
		group.Wait()
		return object{}, nil
	}
	return nil, driver.ErrUnsupported
}

func signIn(ctx context.Context, judge *driver.Judge, c driver.Command, p params,
	login func(context.Context, oauthflow.Config) (*oauthflow.Source, error)) (_ any, err error) {
	accounts[c.Account], err = login(ctx, oauthflow.Config{
		Issuer: c.BaseURL, ClientID: p.ClientID, ClientName: p.ClientName, Store: &oauthflow.MemoryStore{}, Out: io.Discard, Clock: judge,
		OpenBrowser: func(_ context.Context, url string) error { return judge.Event("open", object{"url": url}) },
		Prompt: func(_ context.Context, shown oauthflow.DevicePrompt) error {
			return judge.Event("prompt", object{"user_code": shown.UserCode, "verification_uri": shown.VerificationURI})
		},
	})
	return object{}, reported(err)
}
