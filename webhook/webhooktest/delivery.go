package webhooktest

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/webhook"
)

// Delivery is one delivery, ready to be sent as often as a test needs. Its fields may be changed before it is sent: a
// changed Body under the old Signature is a forgery.
type Delivery struct {
	ID        string
	Event     string
	Body      []byte
	Signature string
	Prefix    string // of the headers; X-Service- unless it is changed
}

// New makes a delivery of an event now, signed with secret. data is written as JSON; nil is an empty object. It panics
// when the secret is empty or the data cannot be written: both are mistakes of the test.
func New(secret, event string, data any) Delivery { return NewAt(secret, event, data, time.Now()) }

// NewAt makes a delivery that says it was made at an instant.
func NewAt(secret, event string, data any, created time.Time) Delivery {
	if data == nil {
		data = struct{}{}
	}
	d := Delivery{ID: "dlv_" + strings.ToLower(rand.Text()), Event: event, Prefix: webhook.DefaultPrefix}
	text, err := json.Marshal(data)
	if err != nil {
		panic(fmt.Sprintf("webhooktest: the data of %s cannot be written: %v", event, err))
	}
	d.Body = fmt.Appendf(nil, `{"id":%q,"event":%q,"created_at":%q,"data":%s}`, d.ID, event, created.UTC().Format(webhook.TimeFormat), text)
	return d.Sign(secret)
}

// Sign returns the delivery with its body signed anew.
func (d Delivery) Sign(secret string) Delivery {
	signature, err := webhook.Sign(secret, d.Body)
	if err != nil {
		panic(err)
	}
	d.Signature = signature
	return d
}

// Header is what the service sends beside the body.
func (d Delivery) Header() http.Header {
	h := http.Header{"Content-Type": {"application/json"}}
	h.Set(d.Prefix+"Event", d.Event)
	h.Set(d.Prefix+"Delivery", d.ID)
	h.Set(d.Prefix+"Signature", d.Signature)
	return h
}

// Request is the delivery as a request to a handler.
func (d Delivery) Request() *http.Request {
	r := httptest.NewRequest(http.MethodPost, "/", bytes.NewReader(d.Body))
	r.Header = d.Header()
	return r
}

// Serve gives the delivery to a handler and returns the status that it answers.
func (d Delivery) Serve(handler http.Handler) int {
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, d.Request())
	return w.Code
}

// Post sends the delivery to a URL, as the service does, and returns the status of the answer.
func (d Delivery) Post(ctx context.Context, client *http.Client, url string) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(d.Body))
	if err != nil {
		return 0, err
	}
	req.Header = d.Header()
	resp, err := client.Do(req)
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, resp.Body.Close()
}
