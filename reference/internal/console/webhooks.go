package console

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/workspaceintake/intake-go/reference/internal/delivery"
	"github.com/workspaceintake/intake-go/reference/internal/store"
)

// logLength is how many deliveries a look into the log shows.
const logLength = 50

const maxDescription = 200 // characters

// webhookPages is the menu entry Integrations, Webhooks of the specification (section 6).
func (c *Console) webhookPages() map[string]handler {
	return map[string]handler{
		"GET /app/webhooks":               c.showWebhooks,
		"POST /app/webhooks":              c.createWebhook,
		"GET /app/webhooks/{id}":          c.showWebhook,
		"POST /app/webhooks/{id}":         c.updateWebhook,
		"POST /app/webhooks/{id}/test":    c.testWebhook,
		"POST /app/webhooks/{id}/rotate":  c.rotateWebhook,
		"POST /app/webhooks/{id}/disable": c.setWebhook((*delivery.Sender).Disable, "The endpoint is disabled. It gets nothing until it is enabled again."),
		"POST /app/webhooks/{id}/enable":  c.setWebhook((*delivery.Sender).Enable, "The endpoint is enabled. What happened meanwhile is not sent later."),
		"POST /app/webhooks/{id}/delete":  c.deleteWebhook,
	}
}

// endpointForm is the form of an endpoint as it was typed.
type endpointForm struct {
	URL, Description string
	Events           []eventChoice
}

type eventChoice struct {
	Name, Meaning string
	Chosen        bool
}

var eventMeanings = map[string]string{
	delivery.FillSessionCompleted: "an intake is finished and its forms are rendered",
	delivery.SubmissionSent:       "a submission leaves the workspace",
	delivery.ESignCompleted:       "a signature envelope completes",
	delivery.WebhookTest:          "you send a test from here",
}

func newEndpointForm(url, description string, events []string) endpointForm {
	f := endpointForm{URL: url, Description: description}
	for _, name := range delivery.Events {
		f.Events = append(f.Events, eventChoice{Name: name, Meaning: eventMeanings[name], Chosen: slices.Contains(events, name)})
	}
	return f
}

func (p *page) endpointInput() delivery.EndpointInput {
	return delivery.EndpointInput{URL: p.form("url"), Description: p.form("description"), Events: p.r.PostForm["events"]}
}

// unfit says what of an endpoint cannot be stored as text; the rest is the sender's to judge.
func unfit(in delivery.EndpointInput) string {
	switch {
	case !isLine(in.URL) || !isLine(in.Description):
		return "the address and the description are one line of text each"
	case utf8.RuneCountInString(in.Description) > maxDescription:
		return "a description has at most 200 characters"
	}
	return ""
}

func (c *Console) showWebhooks(p *page) error {
	endpoints, err := c.o.Webhooks.Endpoints(p.r.Context(), p.session.WorkspaceID)
	if err != nil {
		return err
	}
	in := p.endpointInput()
	if p.fault == "" {
		in.Events = delivery.Events
	}
	return p.show("webhooks", "Webhooks", map[string]any{"Endpoints": endpoints, "Form": newEndpointForm(in.URL, in.Description, in.Events)})
}

func (c *Console) createWebhook(p *page) error {
	in := p.endpointInput()
	if fault := unfit(in); fault != "" {
		return p.refuse(fault, c.showWebhooks)
	}
	endpoint, key, err := c.o.Webhooks.CreateEndpoint(p.r.Context(), p.session.WorkspaceID, in)
	if err != nil {
		return p.refuseEndpoint(err, c.showWebhooks)
	}
	return p.reveal(endpointPath(endpoint.ID), "The endpoint is registered. This is its signing secret.", key)
}

func endpointPath(id string) string { return "/app/webhooks/" + id }

// refuseEndpoint shows the form again where the fault is the person's to mend.
func (p *page) refuseEndpoint(err error, show handler) error {
	var badURL *delivery.URLError
	switch {
	case errors.Is(err, store.ErrNotFound):
		return p.notFound()
	case errors.As(err, &badURL), errors.Is(err, delivery.ErrUnknownEvent), errors.Is(err, delivery.ErrTooManyEndpoints),
		errors.Is(err, delivery.ErrDisabled):
		return p.refuse(strings.TrimPrefix(err.Error(), "delivery: "), show)
	}
	return err
}

type webhookView struct {
	delivery.Endpoint
	Form     endpointForm
	Log      []delivery.Delivery
	UnderWay int
	Typed    bool // the form has what was typed, and the fault is one of the form
}

func (c *Console) showWebhook(p *page) error {
	ctx, workspace, id := p.r.Context(), p.session.WorkspaceID, p.r.PathValue("id")
	endpoint, err := c.o.Webhooks.Endpoint(ctx, workspace, id)
	if errors.Is(err, store.ErrNotFound) {
		return p.notFound()
	}
	if err != nil {
		return err
	}
	log, err := c.o.Webhooks.Deliveries(ctx, workspace, id, logLength)
	if err != nil {
		return err
	}
	v := webhookView{Endpoint: endpoint, Log: log, Form: newEndpointForm(endpoint.URL, endpoint.Description, endpoint.Events)}
	if p.fault != "" && p.r.PostForm.Has("url") {
		in := p.endpointInput()
		v.Form, v.Typed = newEndpointForm(in.URL, in.Description, in.Events), true
	}
	for _, d := range log {
		if underWay(d.State) {
			v.UnderWay++
		}
	}
	return p.show("webhook", "Webhook", v)
}

func (c *Console) updateWebhook(p *page) error {
	in := p.endpointInput()
	if fault := unfit(in); fault != "" {
		return p.refuse(fault, c.showWebhook)
	}
	if err := c.o.Webhooks.UpdateEndpoint(p.r.Context(), p.session.WorkspaceID, p.r.PathValue("id"), in); err != nil {
		return p.refuseEndpoint(err, c.showWebhook)
	}
	return p.tell(endpointPath(p.r.PathValue("id")), "The endpoint was changed.")
}

func (c *Console) testWebhook(p *page) error {
	if _, err := c.o.Webhooks.SendTest(p.r.Context(), p.session.WorkspaceID, p.r.PathValue("id")); err != nil {
		return p.refuseEndpoint(err, c.showWebhook)
	}
	return p.tell(endpointPath(p.r.PathValue("id")), "A test is on its way. The log below follows it.")
}

func (c *Console) rotateWebhook(p *page) error {
	key, err := c.o.Webhooks.RotateSecret(p.r.Context(), p.session.WorkspaceID, p.r.PathValue("id"))
	if err != nil {
		return p.refuseEndpoint(err, c.showWebhook)
	}
	return p.reveal(endpointPath(p.r.PathValue("id")), "The endpoint has a new signing secret. The old one signs nothing any more.", key)
}

// setWebhook switches an endpoint on or off.
func (c *Console) setWebhook(set func(s *delivery.Sender, ctx context.Context, workspaceID, id string) error, text string) handler {
	return func(p *page) error {
		if err := set(c.o.Webhooks, p.r.Context(), p.session.WorkspaceID, p.r.PathValue("id")); err != nil {
			return p.refuseEndpoint(err, c.showWebhook)
		}
		return p.tell(endpointPath(p.r.PathValue("id")), text)
	}
}

func (c *Console) deleteWebhook(p *page) error {
	if err := c.o.Webhooks.DeleteEndpoint(p.r.Context(), p.session.WorkspaceID, p.r.PathValue("id")); err != nil {
		return p.refuseEndpoint(err, c.showWebhook)
	}
	return p.tell("/app/webhooks", "The endpoint was deleted.")
}

func underWay(state store.DeliveryState) bool {
	return state == store.DeliveryPending || state == store.DeliverySending
}

// pretty lays a JSON body out for reading; what is no JSON stays as it is.
func pretty(body string) string {
	var out bytes.Buffer
	if json.Indent(&out, []byte(body), "", "  ") != nil {
		return body
	}
	return out.String()
}

// took is how long an attempt lasted.
func took(a store.Attempt) string {
	if a.EndedAt.IsZero() {
		return ""
	}
	return fmt.Sprintf("%d ms", a.EndedAt.Sub(a.StartedAt)/time.Millisecond)
}
