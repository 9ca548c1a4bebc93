package api

import "reflect"

// event is a webhook event (spec section 6). Package delivery sends them; the types here say what goes over the wire.
type event struct {
	name, summary string
	data          any
}

func eventKinds() []event {
	return []event{
		{"fill_session.completed", "Nothing was left to ask and the forms were filled", completedData{}},
		{"submission.sent", "A submission went out", sentData{}},
		{"esign.completed", "An envelope of signatures is complete", signedData{}},
		{"webhook.test", "A person asked for a test delivery", map[string]any{}},
	}
}

type completedData struct {
	SessionID   string   `json:"session_id"`
	OrgID       string   `json:"org_id"`
	InsuredName string   `json:"insured_name"`
	State       *string  `json:"state"`
	Status      string   `json:"status" doc:"complete"`
	FormKeys    []string `json:"form_keys"`
	CompletedAt string   `json:"completed_at"`
}

type sentData struct {
	SessionID string   `json:"session_id"`
	To        []string `json:"to"`
	CC        []string `json:"cc"`
	Subject   string   `json:"subject"`
	FormKeys  []string `json:"form_keys"`
	Provider  string   `json:"provider"`
	SentAt    string   `json:"sent_at"`
}

type signedData struct {
	SessionID   string `json:"session_id"`
	EnvelopeID  string `json:"envelope_id"`
	CompletedAt string `json:"completed_at"`
}

// webhook describes one event as a request that the server makes. The prefix of the header names is the deployment's.
func (p *printer) webhook(e event) node {
	header := func(name, doc string) node {
		return node{"name": name, "in": "header", "required": true, "description": doc, "schema": node{"type": "string"}}
	}
	body := node{"type": "object", "required": []string{"id", "event", "created_at", "data"}, "properties": node{
		"id":         node{"type": "string", "description": "of the delivery; it never repeats"},
		"event":      node{"const": e.name},
		"created_at": node{"type": "string", "format": "date-time", "description": "UTC with milliseconds"},
		"data":       p.ref(schemaOf(reflect.TypeOf(e.data))),
	}}
	return node{"post": node{"operationId": "on_" + e.name, "summary": e.summary, "security": []node{},
		"parameters": []node{
			header("X-Service-Event", "the event, as in the body"),
			header("X-Service-Delivery", "the delivery's id, as in the body"),
			header("X-Service-Signature", "sha256= and the lowercase hex HMAC-SHA256 of the body's bytes, keyed with the endpoint's secret"),
		},
		"requestBody": node{"required": true, "content": node{"application/json": node{"schema": body}}},
		"responses": node{
			"2XX":     node{"description": "Delivered"},
			"default": node{"description": "Not delivered: tried again, three times in all"},
		}}}
}
