package webhooktest_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http/httptest"

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
