package webhooktest_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/workspaceintake/intake-go/webhook"
	"github.com/workspaceintake/intake-go/webhook/webhooktest"
)

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

// A receiver is tested with deliveries as the service sends them, and with forgeries.
func Example() {
	receiver, err := webhook.NewReceiver(secret, webhook.WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		fmt.Println(err)
		return
	}
	server := httptest.NewServer(receiver)
	defer server.Close()
	delivery := webhooktest.New(secret, webhook.EventFillSessionCompleted, webhook.FillSessionCompleted{SessionID: "ses_1"})
	fmt.Println(delivery.Post(context.Background(), server.Client(), server.URL))

	forged := delivery
	forged.Body = append([]byte(" "), delivery.Body...)
	fmt.Println(forged.Post(context.Background(), server.Client(), server.URL))
	fmt.Println(forged.Sign(secret).Serve(receiver), "the same event again, signed over other bytes")
	fmt.Println(delivery.Header().Get("X-Service-Event"), delivery.Request().Method)
	// Output:
	// 204 <nil>
	// 401 <nil>
	// 204 the same event again, signed over other bytes
	// fill_session.completed POST
}

// The test of an inbox on a database of your own. In your package it is a function whose name begins with Test.
func testMyInbox(t *testing.T) {
	webhooktest.ExerciseInbox(t, func(_ *testing.T, now func() time.Time) webhook.Queue {
		return webhook.NewMemoryInbox(0, now) // an empty inbox of yours, which takes the time from now
	})
}

func ExampleExerciseInbox() {
	_ = testMyInbox // go test calls it
}

// A delivery that was made long ago is refused as a replay.
func ExampleNewAt() {
	receiver, err := webhook.NewReceiver(secret, webhook.WithFreshness(time.Hour, time.Minute), webhook.WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(webhooktest.NewAt(secret, webhook.EventTest, nil, time.Now().Add(-3*time.Hour)).Serve(receiver))
	fmt.Println(webhooktest.NewAt(secret, webhook.EventTest, nil, time.Now()).Serve(receiver))
	// Output:
	// 401
	// 204
}
