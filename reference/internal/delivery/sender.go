package delivery

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"time"

	"github.com/workspaceintake/intake-go/reference/internal/clock"
	"github.com/workspaceintake/intake-go/reference/internal/secret"
	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/webhook"
)

// The events of spec section 6.
const (
	FillSessionCompleted = webhook.EventFillSessionCompleted
	SubmissionSent       = webhook.EventSubmissionSent
	ESignCompleted       = webhook.EventEsignCompleted
	WebhookTest          = webhook.EventTest
)

// Events lists every event that an endpoint may want, in the order in which people see them.
var Events = []string{FillSessionCompleted, SubmissionSent, ESignCompleted, WebhookTest}

// Options of a Sender.
type Options struct {
	DB     *store.DB
	Secret *secret.Hasher
	Clock  clock.Clock
	Log    *slog.Logger
	// HeaderPrefix begins the names of the three headers. Empty means "X-Service-".
	HeaderPrefix string
	// AllowPrivate lets endpoints be on loopback and private networks, on any port and over plain http: for development.
	// The addresses at which clouds serve a machine its secrets stay forbidden, link-local ones among them.
	AllowPrivate bool
	// Allow lets endpoints be on further networks, on any port and over plain http, with the same exception.
	Allow []netip.Prefix
	// Resolver finds the addresses of endpoints. Nil means the system's.
	Resolver *net.Resolver
}

// Sender records events and delivers them.
type Sender struct {
	o      Options
	client *http.Client
	guard  guard
	woken  chan struct{} // holds one wake-up at most
}

// Event is one occurrence.
type Event struct {
	Name       string
	NaturalKey string // what makes it one and the same occurrence: an endpoint gets at most one delivery of it
	Data       any    // encodes to a JSON object
}

// New makes a Sender. Nothing is sent until Run.
func New(o Options) *Sender {
	if o.HeaderPrefix == "" {
		o.HeaderPrefix = "X-Service-"
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	g := newGuard(o)
	return &Sender{o: o, client: newClient(g), guard: g, woken: make(chan struct{}, 1)}
}

// Record stores the event, and a delivery that is due at once for each endpoint of the workspace that wants it, within the
// transaction of the change that caused it. Call Wake when the transaction is durable.
func (s *Sender) Record(ctx context.Context, tx *store.Tx, workspaceID string, e Event) error {
	endpoints, err := tx.Endpoints(ctx, workspaceID)
	if err != nil {
		return err
	}
	wanted := slices.DeleteFunc(endpoints, func(p store.Endpoint) bool { return p.Disabled || !slices.Contains(p.Events, e.Name) })
	_, err = s.record(ctx, tx, workspaceID, e, wanted)
	return err
}

// record returns the ids of the deliveries that it made.
func (s *Sender) record(ctx context.Context, tx *store.Tx, workspaceID string, e Event, to []store.Endpoint) ([]string, error) {
	data, err := encode(e.Data)
	if err != nil {
		return nil, fmt.Errorf("delivery: encoding the data of %s: %w", e.Name, err)
	}
	row := store.Event{ID: store.NewID("evt"), WorkspaceID: workspaceID, Name: e.Name, NaturalKey: e.NaturalKey, Data: string(data), CreatedAt: s.o.Clock.Now()}
	if err := tx.InsertEvent(ctx, row); err != nil {
		return nil, err
	}
	var made []string
	for _, endpoint := range to {
		d := store.Delivery{ID: store.NewID("dlv"), WorkspaceID: workspaceID, EndpointID: endpoint.ID, EventID: row.ID, Event: e.Name,
			NaturalKey: e.NaturalKey, CreatedAt: row.CreatedAt}
		if d.Body, err = body(d, data); err != nil {
			return nil, err
		}
		first, err := tx.InsertDelivery(ctx, d)
		if err != nil {
			return nil, err
		}
		if first {
			made = append(made, d.ID)
		}
	}
	return made, nil
}

// body is the envelope of spec section 6, in the order in which the specification names its members.
func body(d store.Delivery, data json.RawMessage) (string, error) {
	text, err := encode(struct {
		ID        string          `json:"id"`
		Event     string          `json:"event"`
		CreatedAt string          `json:"created_at"`
		Data      json.RawMessage `json:"data"`
	}{d.ID, d.Event, Timestamp(d.CreatedAt), data})
	return string(text), err
}

// encode writes JSON without escaping <, > and &, which carry no danger in a JSON body and only make it harder to read.
func encode(v any) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}

// Timestamp is an instant as events carry it: ISO 8601, UTC, milliseconds.
func Timestamp(t time.Time) string { return t.UTC().Format(webhook.TimeFormat) }

// Wake tells Run that something has become due.
func (s *Sender) Wake() {
	select {
	case s.woken <- struct{}{}:
	default: // a wake-up waits already, and it will look at everything
	}
}

// SendTest records a webhook.test for one endpoint, whatever events it wants, and returns the delivery's id. A disabled
// endpoint is an error: a test that is not sent would tell a lie.
func (s *Sender) SendTest(ctx context.Context, workspaceID, endpointID string) (deliveryID string, err error) {
	err = s.o.DB.Write(ctx, func(tx *store.Tx) error {
		endpoint, err := tx.Endpoint(ctx, workspaceID, endpointID)
		if err != nil {
			return err
		}
		if endpoint.Disabled {
			return ErrDisabled
		}
		e := Event{Name: WebhookTest, NaturalKey: store.NewID("test"), Data: map[string]string{"endpoint_id": endpoint.ID, "message": "This is a test delivery."}}
		made, err := s.record(ctx, tx, workspaceID, e, []store.Endpoint{endpoint})
		if err == nil {
			deliveryID = made[0]
		}
		return err
	})
	if err == nil {
		s.Wake()
	}
	return deliveryID, err
}

// ErrDisabled says that an endpoint is disabled and gets nothing until it is enabled again.
var ErrDisabled = errors.New("delivery: the endpoint is disabled; enable it first")
