// Command quickstart does the main job of the Workspace Intake API, from an empty folder to filled PDF forms.
//
// It starts the reference server in its own process, and then works as any user of the SDK does: it opens a session,
// uploads last year's policy, answers the open questions in plain words, attaches a loss run, fills and downloads the
// forms, reads the risk flags and submits, while a receiver of its own verifies the events. With -base-url and -api-key
// it does the same against any server.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"time"

	"github.com/workspaceintake/intake-go/intake"
)

func main() {
	var o options
	flag.StringVar(&o.baseURL, "base-url", "", "base address of a server; empty starts the reference server in this process")
	flag.StringVar(&o.apiKey, "api-key", "", "API key of a workspace on that server")
	flag.StringVar(&o.data, "data", "", "folder of the server in this process; empty means a temporary one")
	flag.StringVar(&o.out, "out", "out", "folder for the filled forms")
	flag.StringVar(&o.part, "documents-part", "", "name under which that server takes documents, where it is neither file nor files")
	flag.Parse()
	if flag.NArg() > 0 || (o.baseURL == "") != (o.apiKey == "") {
		fmt.Fprintln(os.Stderr, "quickstart: it takes no arguments, and -base-url and -api-key together or neither")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	switch err := run(ctx, o); {
	case err != nil && ctx.Err() != nil:
		fmt.Fprintln(os.Stderr, "quickstart: stopped")
		os.Exit(1)
	case err != nil:
		fmt.Fprintln(os.Stderr, "quickstart:", err)
		os.Exit(1)
	}
}

type options struct{ baseURL, apiKey, data, out, part string }

func run(ctx context.Context, o options) (err error) {
	began := time.Now()
	if err := os.MkdirAll(o.out, 0o755); err != nil { // before anything is submitted
		return err
	}
	var events *receiver // nil with somebody else's server: its endpoints are registered by a person
	if o.baseURL == "" {
		here, err := startServer(ctx, o.data)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, here.stop()) }()
		o.baseURL, o.apiKey, events = here.url, here.apiKey, here.events
	}
	client, err := intake.NewClient(intake.WithBaseURL(o.baseURL), intake.WithAPIKey(o.apiKey))
	if err != nil {
		return err
	}
	session, err := interview(ctx, client)
	if err != nil {
		return err
	}
	if err := finish(ctx, client, session, o); err != nil {
		return err
	}
	if err := events.await(ctx); err != nil {
		return err
	}
	folder, err := filepath.Abs(o.out)
	if err != nil {
		return err
	}
	fmt.Printf("\nDone in %.1f s. The filled forms are in %s\n", time.Since(began).Seconds(), folder)
	return nil
}

// interview opens the session, pre-fills it from last year's policy and answers what is still open.
func interview(ctx context.Context, client *intake.Client) (*intake.Session, error) {
	me, err := client.Workspace.Me(ctx)
	if err != nil {
		return nil, err
	}
	say("Signed in to %s (%s plan) with the key %q", me.OrgName, me.Plan, me.KeyLabel.Or(""))
	session, err := client.Sessions.Create(ctx, intake.CreateSession{
		InsuredName: "Harbor & Main Bakery LLC",
		State:       "ME",
		LOBs:        []string{"general_liability", "property", "workers_compensation", "commercial_auto"},
	})
	if err != nil {
		return nil, err
	}
	say("Opened session %s with %s to fill", session.SessionID, count(len(session.FormKeys), "form"))

	policy := intake.FileFromBytes("prior-policy.pdf", priorPolicy)
	read, err := client.Sessions.Extract(ctx, session.SessionID, policy, intake.WithProgress(bar("Uploading prior-policy.pdf")))
	if err != nil {
		return nil, err
	}
	say("Read %s from last year's policy", count(read.ExtractedCount, "value"))
	turns := 0
	owner := &applicant{answered: map[string]int{}}
	for turn, err := range client.Sessions.Interview(ctx, session.SessionID, owner.answer) {
		if err != nil {
			return nil, err
		}
		turns++
		say("  understood %s, %s open", count(len(turn.SetFields), "value"), count(turn.PendingCount, "question"))
	}
	say("The intake is done after %s", count(turns, "turn"))
	return session, nil
}

// finish attaches the loss run, fills and downloads the forms, reads the risk flags and submits.
func finish(ctx context.Context, client *intake.Client, session *intake.Session, o options) error {
	options := []intake.CallOption{intake.WithProgress(bar("Uploading loss-run.pdf"))}
	if o.part != "" {
		options = append(options, intake.WithDocumentsPart(o.part))
	}
	losses := intake.FileFromBytes("loss-run.pdf", lossRun)
	if _, err := client.Sessions.AttachDocuments(ctx, session.SessionID, []intake.File{losses}, options...); err != nil {
		return err
	}
	filling, err := client.Sessions.Fill(ctx, session.SessionID)
	if err != nil {
		return err
	}
	for _, form := range filling.Forms {
		path := filepath.Join(o.out, filepath.Base(form.FormKey)+".pdf") // the server chooses the key, and not the folder
		if _, err := client.Sessions.DownloadFormFile(ctx, session.SessionID, form.FormKey, path); err != nil {
			return err
		}
		say("Filled %s with %s", path, count(form.FieldsWritten.Or(0), "value"))
	}
	summary, err := client.Sessions.RiskSummary(ctx, session.SessionID)
	if err != nil {
		return err
	}
	for _, flag := range summary.Flags {
		say("Risk flag (%s, %s): %s. %s", flag.Severity, flag.Category, flag.Title, flag.Detail)
	}
	if len(summary.Flags) == 0 {
		say("No risk flags: a clean risk")
	}
	submission, err := client.Sessions.Submit(ctx, session.SessionID)
	if err != nil {
		return err
	}
	say("Submitted to the market: submission %s", submission.ID)
	return nil
}
