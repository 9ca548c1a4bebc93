// Package webhook receives the signed events of the Workspace Intake API (spec section 6). It imports the standard
// library alone.
//
// [Sign] and [Verify] are the signature by itself. [Receiver] is an http.Handler that verifies, refuses what is old or
// contradicts itself, handles each delivery once and hands typed data to your functions:
//
//	receiver, err := webhook.NewReceiver(secret)
//	if err != nil {
//		return err
//	}
//	receiver.OnFillSessionCompleted(func(ctx context.Context, e webhook.Event, data webhook.FillSessionCompleted) error {
//		return startReview(ctx, data.SessionID)
//	})
//	http.Handle("POST /hooks/intake", receiver)
//
// An [Inbox] remembers what was handled. [NewMemoryInbox] is for one process, [NewSQLInbox] for SQLite and PostgreSQL;
// with [WithQueue] the receiver stores an event, answers, and works afterwards.
//
// The signature covers the body and nothing else, so the package trusts nothing else: the event and delivery headers
// must repeat the body, and the age of an event is read from its signed created_at.
package webhook

//go:generate go run ./internal/vectors/generate
