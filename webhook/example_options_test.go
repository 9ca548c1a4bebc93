package webhook_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/webhook"
	"github.com/workspaceintake/intake-go/webhook/webhooktest"
)

// While a secret is being replaced, both hold. A delivery that is signed with the secret of another endpoint is refused, and
// the log says so.
func ExampleWithSecrets() {
	receiver, err := webhook.NewReceiver("whsec_new", webhook.WithSecrets("whsec_old"), webhook.WithKnownSecrets("whsec_of_the_other_endpoint"),
		webhook.WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, secret := range []string{"whsec_new", "whsec_old", "whsec_of_the_other_endpoint"} {
		fmt.Println(webhooktest.New(secret, webhook.EventTest, nil).Serve(receiver))
	}
	// Output:
	// 204
	// 204
	// 401
}

// An event that says it was made long ago is refused, unless that is switched off.
func ExampleWithFreshness() {
	now := func() time.Time { return time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC) }
	quiet := webhook.WithLogger(slog.New(slog.DiscardHandler))
	delivery := webhooktest.NewAt(exampleSecret, webhook.EventTest, nil, now().Add(-3*time.Hour))
	for _, age := range []webhook.Option{webhook.WithFreshness(time.Hour, time.Minute), webhook.WithoutFreshness()} {
		receiver, err := webhook.NewReceiver(exampleSecret, age, webhook.WithClock(now), quiet)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(delivery.Serve(receiver))
	}
	// Output:
	// 401
	// 204
}

func ExampleWithMaxBody() {
	receiver, err := webhook.NewReceiver(exampleSecret, webhook.WithMaxBody(64<<10), webhook.WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(webhooktest.New(exampleSecret, webhook.EventTest, strings.Repeat("x", 70_000)).Serve(receiver))
	// Output: 413
}

// The functions of the four events, and of those that this version does not know. When a function fails, the service delivers
// the event again.
func ExampleReceiver() {
	receiver, err := webhook.NewReceiver(exampleSecret, webhook.WithInbox(webhook.NewMemoryInbox(10_000, nil)),
		webhook.WithBudget(5*time.Second), webhook.WithLease(time.Minute), webhook.WithRetention(24*time.Hour),
		webhook.WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		fmt.Println(err)
		return
	}
	receiver.OnSubmissionSent(func(_ context.Context, _ webhook.Event, data webhook.SubmissionSent) error {
		fmt.Println("sent to", data.To)
		return nil
	})
	tries := 0
	receiver.OnEsignCompleted(func(_ context.Context, _ webhook.Event, data webhook.EsignCompleted) error {
		if tries++; tries == 1 {
			return errors.New("the archive is down")
		}
		fmt.Println("signed", data.EnvelopeID)
		return nil
	})
	receiver.OnUnknown(func(_ context.Context, e webhook.Event) error {
		fmt.Println("unknown", e.Name, string(e.Data))
		return nil
	})
	fmt.Println(webhooktest.New(exampleSecret, webhook.EventSubmissionSent, webhook.SubmissionSent{To: webhook.Addresses{"desk@market.example"}}).Serve(receiver))
	signed := webhooktest.New(exampleSecret, webhook.EventEsignCompleted, webhook.EsignCompleted{EnvelopeID: "env_1"})
	fmt.Println(signed.Serve(receiver))
	fmt.Println(signed.Serve(receiver))
	fmt.Println(webhooktest.New(exampleSecret, "policy.bound", map[string]int{"limit": 5}).Serve(receiver))
	fmt.Println(receiver.Counts().Handled, receiver.Counts().Failed)
	// Output:
	// sent to [desk@market.example]
	// 204
	// 500
	// signed env_1
	// 204
	// unknown policy.bound {"limit":5}
	// 204
	// 3 1
}

// A program that wants the verified bytes and nothing else.
func ExampleReceiver_Verified() {
	receiver, err := webhook.NewReceiver(exampleSecret)
	if err != nil {
		fmt.Println(err)
		return
	}
	delivery := webhooktest.New(exampleSecret, webhook.EventTest, nil)
	body, err := receiver.Verified(delivery.Request())
	fmt.Println(len(body) == len(delivery.Body), err)
	delivery.Body = []byte("{}")
	_, err = receiver.Verified(delivery.Request())
	fmt.Println(errors.Is(err, webhook.ErrSignature))
	// Output:
	// true <nil>
	// true
}

// A stored event is tried so often, with such a wait, before it is buried.
func ExampleWithRetries() {
	receiver, err := webhook.NewReceiver(exampleSecret, webhook.WithQueue(webhook.NewMemoryInbox(0, nil), 1),
		webhook.WithRetries(3, func(int) time.Duration { return time.Millisecond }),
		webhook.WithLogger(slog.New(slog.NewTextHandler(io.Discard, nil))))
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	tries := 0
	receiver.OnTest(func(context.Context, webhook.Event, webhook.Test) error {
		if tries++; tries == 3 {
			cancel()
		}
		return errors.New("not today")
	})
	fmt.Println(webhooktest.New(exampleSecret, webhook.EventTest, nil).Serve(receiver))
	fmt.Println(receiver.Run(ctx), tries)
	// Output:
	// 204
	// <nil> 3
}

// What an inbox of your own, on a database of your own, has to do. webhooktest.ExerciseInbox tests all of it.
func ExampleMemoryInbox() {
	ctx, now := context.Background(), time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	inbox := webhook.NewMemoryInbox(0, func() time.Time { return now })
	first, err := inbox.Claim(ctx, "dlv_1", time.Minute)
	fmt.Println(first.Status, err)
	second, _ := inbox.Claim(ctx, "dlv_1", time.Minute)
	fmt.Println(second.Status)
	fmt.Println(inbox.Release(ctx, first)) // its function failed
	again, _ := inbox.Claim(ctx, "dlv_1", time.Minute)
	fmt.Println(again.Status, inbox.Complete(ctx, again))
	last, _ := inbox.Claim(ctx, "dlv_1", time.Minute)
	fmt.Println(last.Status)

	stored, err := inbox.Put(ctx, "dlv_2", []byte(`{"id":"dlv_2"}`))
	fmt.Println(stored, err)
	task, found, err := inbox.Take(ctx, time.Minute)
	fmt.Println(task.Key, task.Attempt, found, err)
	fmt.Println(inbox.Postpone(ctx, task.Claim, time.Second))
	now = now.Add(2 * time.Second)
	task, _, _ = inbox.Take(ctx, time.Minute)
	fmt.Println(task.Attempt, inbox.Bury(ctx, task.Claim, "it will never work"))

	now = now.Add(25 * time.Hour)
	forgotten, err := inbox.Expire(ctx, now.Add(-24*time.Hour))
	fmt.Println(forgotten, err)
	// Output:
	// fresh <nil>
	// busy
	// <nil>
	// fresh <nil>
	// done
	// true <nil>
	// dlv_2 1 true <nil>
	// <nil>
	// 2 <nil>
	// 2 <nil>
}
