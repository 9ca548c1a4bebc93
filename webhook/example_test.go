package webhook_test

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/workspaceintake/intake-go/webhook"
	"github.com/workspaceintake/intake-go/webhook/webhooktest"
)

// The secret is the whole text that was shown when the endpoint was registered.
const exampleSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

func Example() {
	receiver, err := webhook.NewReceiver(exampleSecret)
	if err != nil {
		fmt.Println(err)
		return
	}
	receiver.OnFillSessionCompleted(func(_ context.Context, e webhook.Event, data webhook.FillSessionCompleted) error {
		fmt.Println(e.Name, data.SessionID, data.FormKeys)
		return nil
	})
	http.Handle("POST /hooks/intake", receiver)

	// In a test, a delivery comes from webhooktest.
	delivery := webhooktest.New(exampleSecret, webhook.EventFillSessionCompleted,
		webhook.FillSessionCompleted{SessionID: "ses_1", FormKeys: []string{"common_application"}})
	fmt.Println(delivery.Serve(receiver))
	fmt.Println(delivery.Serve(receiver)) // again: answered, not handled
	// Output:
	// fill_session.completed ses_1 [common_application]
	// 204
	// 204
}

func ExampleSign() {
	signature, err := webhook.Sign("It's a Secret to Everybody", []byte("Hello, World!"))
	fmt.Println(signature, err)
	// Output: sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17 <nil>
}

func ExampleVerify() {
	body := []byte(`{"id":"dlv_1"}`)
	signature, err := webhook.Sign(exampleSecret, body)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(webhook.Verify(body, signature, exampleSecret))
	fmt.Println(webhook.Verify([]byte(`{"id": "dlv_1"}`), signature, exampleSecret))
	// Output:
	// <nil>
	// webhook: the signature does not hold: it is not that of this body under any of the secrets; it would match the body as another program writes the same JSON: something parsed and wrote it again on its way
}

func ExampleNewReceiverFunc() {
	secrets := map[string]string{"north": "whsec_north", "south": "whsec_south"}
	receiver, err := webhook.NewReceiverFunc(func(r *http.Request) (webhook.Endpoint, error) {
		name := strings.TrimPrefix(r.URL.Path, "/hooks/")
		secret, known := secrets[name]
		if !known {
			return webhook.Endpoint{}, fmt.Errorf("no endpoint %q", name)
		}
		return webhook.Endpoint{Name: name, Secrets: []string{secret}}, nil
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	request := webhooktest.New("whsec_south", "webhook.test", nil).Request()
	request.URL.Path = "/hooks/south"
	event, err := receiver.Accept(request)
	fmt.Println(event.Endpoint, event.Name, err)
	// Output: south webhook.test <nil>
}

func ExampleOn() {
	receiver, err := webhook.NewReceiver(exampleSecret, webhook.WithHeaderPrefix("X-Acme-"))
	if err != nil {
		fmt.Println(err)
		return
	}
	type riskScored struct {
		Score int `json:"score"`
	}
	webhook.On(receiver, "risk.scored", func(_ context.Context, _ webhook.Event, data riskScored) error {
		fmt.Println("score", data.Score)
		return nil
	})
	delivery := webhooktest.New(exampleSecret, "risk.scored", riskScored{7})
	delivery.Prefix = "X-Acme-"
	fmt.Println(delivery.Serve(receiver))
	// Output:
	// score 7
	// 204
}

// Events are stored, answered, and handled afterwards. Here the program works until the one event is handled.
func ExampleWithQueue() {
	folder, err := os.MkdirTemp("", "inbox")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	db, err := sql.Open("sqlite", "file:"+filepath.Join(folder, "inbox.db")+"?_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer db.Close()
	inbox, err := webhook.NewSQLInbox(context.Background(), db, webhook.SQLite, "", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	receiver, err := webhook.NewReceiver(exampleSecret, webhook.WithQueue(inbox, 1))
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	receiver.OnTest(func(context.Context, webhook.Event, webhook.Test) error {
		fmt.Println("handled")
		cancel()
		return nil
	})
	fmt.Println(webhooktest.New(exampleSecret, webhook.EventTest, nil).Serve(receiver))
	fmt.Println(receiver.Run(ctx), receiver.Counts().Handled)
	// Output:
	// 204
	// handled
	// <nil> 1
}

func ExampleParseEvent() {
	delivery := webhooktest.New(exampleSecret, webhook.EventEsignCompleted, webhook.EsignCompleted{EnvelopeID: "env_1"})
	event, err := webhook.ParseEvent(delivery.Body) // of a body that was verified
	if err != nil {
		fmt.Println(err)
		return
	}
	data, err := webhook.Decode[webhook.EsignCompleted](event)
	fmt.Println(event.Name, data.EnvelopeID, err)
	// Output: esign.completed env_1 <nil>
}
