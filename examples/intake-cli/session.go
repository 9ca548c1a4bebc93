package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/workspaceintake/intake-go/intake"
)

func open(ctx context.Context, p *program, client *intake.Client, chosen *choices, args []string) error {
	session, err := client.Sessions.Create(ctx, intake.CreateSession{InsuredName: args[0], State: chosen.state, LOBs: chosen.lines})
	if err != nil {
		return err
	}
	p.say("%s", session.SessionID)
	return nil
}

func show(ctx context.Context, p *program, client *intake.Client, _ *choices, _ []string) error {
	page, err := client.Sessions.List(ctx, intake.ListSessions{})
	if err != nil {
		return err
	}
	for _, s := range page.Sessions {
		p.say("%s  %-14s %3d of %3d  %s", s.SessionID, s.Status, s.FieldsFilled, s.FieldsTotal, s.InsuredName)
	}
	return nil
}

// answer asks in the terminal until nothing is open. The end of the input ends it too, and so does Ctrl-C: what was said
// is kept, and the next answer goes on from there.
func answer(ctx context.Context, p *program, client *intake.Client, _ *choices, args []string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	lines := typed(ctx, p.in)
	ask := func(ctx context.Context, turn *intake.Turn) (string, error) {
		p.say("%s", questions(turn))
		select {
		case next := <-lines:
			return next.text, next.err
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
	for turn, err := range client.Sessions.Interview(ctx, args[0], ask) {
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, context.Canceled):
			p.say("Stopped. Go on with: intake-cli answer %s", args[0])
			return nil
		case err != nil:
			return err
		}
		p.say("\n%s", turn.Message)
	}
	p.say("Nothing is left to ask.")
	return nil
}

// line is a line that was typed, or why no more come.
type line struct {
	text string
	err  error
}

// typed reads lines with something on them beside the caller, who can stop waiting for one.
func typed(ctx context.Context, in io.Reader) <-chan line {
	lines := make(chan line)
	go func() {
		read := bufio.NewScanner(in)
		for read.Scan() {
			text := strings.TrimSpace(read.Text())
			if text == "" {
				continue
			}
			select {
			case lines <- line{text: text}:
			case <-ctx.Done():
				return
			}
		}
		select {
		case lines <- line{err: errors.Join(read.Err(), io.EOF)}:
		case <-ctx.Done():
		}
	}()
	return lines
}

// questions are the open ones with their choices.
func questions(turn *intake.Turn) string {
	var b strings.Builder
	for _, ask := range turn.Asks {
		b.WriteString("\n? " + ask.Question())
		var labels []string
		for _, choice := range ask.Choices() {
			labels = append(labels, choice.Label)
		}
		if len(labels) > 0 {
			b.WriteString(" (" + strings.Join(labels, ", ") + ")")
		}
	}
	return b.String() + "\n>"
}

func upload(ctx context.Context, p *program, client *intake.Client, chosen *choices, args []string) error {
	session, names := args[0], args[1:]
	if chosen.prefill {
		for _, name := range names {
			read, err := client.Sessions.Extract(ctx, session, intake.FileFromPath(name))
			if err != nil {
				return err
			}
			p.say("Read %d values from %s", read.ExtractedCount, name)
		}
		return nil
	}
	var files []intake.File
	for _, name := range names {
		files = append(files, intake.FileFromPath(name))
	}
	if _, err := client.Sessions.AttachDocuments(ctx, session, files); err != nil {
		return err
	}
	p.say("Attached %d documents", len(files))
	return nil
}

func fill(ctx context.Context, p *program, client *intake.Client, _ *choices, args []string) error {
	filling, err := client.Sessions.Fill(ctx, args[0])
	if err != nil {
		return err
	}
	for _, form := range filling.Forms {
		p.say("%s: %d values", form.FormKey, form.FieldsWritten.Or(0))
		for _, warning := range form.Warnings {
			p.say("  %s", warning)
		}
	}
	return nil
}

func download(ctx context.Context, p *program, client *intake.Client, chosen *choices, args []string) error {
	session, err := client.Sessions.Get(ctx, args[0])
	if err != nil {
		return err
	}
	if len(session.FilledForms) == 0 {
		p.say("No form is filled yet: run intake-cli fill %s", args[0])
		return nil
	}
	if err := os.MkdirAll(chosen.out, 0o755); err != nil {
		return err
	}
	for _, form := range session.FilledForms {
		path := filepath.Join(chosen.out, filepath.Base(form.FormKey)+".pdf")
		if _, err := client.Sessions.DownloadFormFile(ctx, args[0], form.FormKey, path); err != nil {
			return err
		}
		p.say("%s", path)
	}
	return nil
}

func risk(ctx context.Context, p *program, client *intake.Client, _ *choices, args []string) error {
	summary, err := client.Sessions.RiskSummary(ctx, args[0])
	if err != nil {
		return err
	}
	for _, flag := range summary.Flags {
		p.say("%s (%s): %s. %s", flag.Severity, flag.Category, flag.Title, flag.Detail)
	}
	if len(summary.Flags) == 0 {
		p.say("No risk flags.")
	}
	return nil
}

func submit(ctx context.Context, p *program, client *intake.Client, _ *choices, args []string) error {
	submission, err := client.Sessions.Submit(ctx, args[0])
	if err != nil {
		return err
	}
	p.say("Submitted: %s", submission.ID)
	return nil
}
