package main

import (
	"context"
	"log/slog"

	"github.com/workspaceintake/intake-go/webhook"
)

// handle is the place for your work. A function runs once for each event that went well; when it returns an error, the
// event is tried again later.
func handle(receiver *webhook.Receiver, log *slog.Logger) {
	receiver.OnFillSessionCompleted(func(ctx context.Context, e webhook.Event, data webhook.FillSessionCompleted) error {
		log.InfoContext(ctx, "an application is complete", "delivery", e.ID, "session", data.SessionID, "insured", data.InsuredName, "forms", data.FormKeys)
		return nil
	})
	receiver.OnSubmissionSent(func(ctx context.Context, e webhook.Event, data webhook.SubmissionSent) error {
		log.InfoContext(ctx, "a submission was sent", "delivery", e.ID, "session", data.SessionID, "provider", data.Provider)
		return nil
	})
	receiver.OnEsignCompleted(func(ctx context.Context, e webhook.Event, data webhook.EsignCompleted) error {
		log.InfoContext(ctx, "an envelope was signed", "delivery", e.ID, "session", data.SessionID, "envelope", data.EnvelopeID)
		return nil
	})
	receiver.OnTest(func(ctx context.Context, e webhook.Event, _ webhook.Test) error {
		log.InfoContext(ctx, "a test arrived", "delivery", e.ID)
		return nil
	})
	receiver.OnUnknown(func(ctx context.Context, e webhook.Event) error {
		log.InfoContext(ctx, "an event of a new kind arrived", "delivery", e.ID, "event", e.Name)
		return nil
	})
}
