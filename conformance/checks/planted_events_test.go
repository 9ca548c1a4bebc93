package checks_test

import (
	"encoding/json"
	"net/http"
	"strings"
)

// plantedEvents are faults of events: what is told, to whom, and with which members.
func plantedEvents() []plant {
	all := []plant{
		{"EVT-01", "the completion is never sent", dropped("fill_session.completed")},
		{"EVT-01", "the completion has another name", headedAs("fill_session.completed", "session.completed")},
		{"EVT-01", "forms cannot be filled where an endpoint listens", deaf("fill")},
		{"EVT-02", "a completion comes with the create", eager()},
		{"EVT-04", "status of the completion is completed", data("fill_session.completed", put("status", "completed"))},
		{"EVT-04", "status of the completion is missing", data("fill_session.completed", cut("status"))},
		{"EVT-05", "form_keys of the completion is empty", data("fill_session.completed", put("form_keys", []any{}))},
		{"EVT-05", "org_id of the completion is the name", data("fill_session.completed", put("org_id", "Conformance"))},
		{"EVT-05", "the name in the completion is written in ASCII", data("fill_session.completed", put("insured_name", "Cafe"))},
		{"EVT-05", "the session stays as it was before the forms", reply("get", func(o obj) bool {
			did := o["status"] == "complete"
			if did {
				o["status"] = "ready_to_fill"
			}
			return did
		})},
		{"EVT-06", "the submission is never sent", dropped("submission.sent")},
		{"EVT-06", "nothing can be submitted where an endpoint listens", deaf("submit")},
		{"EVT-06", "a submission is told twice", doubled("submission.sent")},
		{"EVT-06", "a refused submission is told", sentOnRefusal()},
		{"EVT-08", "the signature is never sent", dropped("esign.completed")},
		{"EVT-08", "only the first envelope of a workspace is told", onceEach("esign.completed")},
		{"EVT-09", "envelope_id is the session's", data("esign.completed", func(o obj) { o["envelope_id"] = o["session_id"] })},
		{"EVT-09", "session_id is that of another", data("esign.completed", put("session_id", "ses_other"))},
		{"EVT-10", "a test has another name", signedAnew("webhook.test", put("event", "test"))},
		{"EVT-10", "a test has no data", signedAnew("webhook.test", cut("data"))},
		{"EVT-10", "data of a test is null", signedAnew("webhook.test", put("data", nil))},
		{"EVT-11", "every endpoint gets completions", everythingEverywhere()},
		{"EVT-11", "every endpoint of a workspace gets every event", allEvents(`["fill_session.completed","submission.sent","esign.completed","webhook.test"]`)},
		{"EVT-11", "an endpoint that was deleted gets events on", layer{skip: "delete-endpoint"}},
		{"EVT-12", "endpoints of every workspace get signatures", broadcast("esign.completed")},
		{"EVT-12", "endpoints of every workspace get completions", broadcast("fill_session.completed")},
		{"EVT-12", "endpoints of every workspace get submissions", broadcast("submission.sent")},
		{"EVT-13", "only the first endpoint gets the event", firstEndpoint("fill_session.completed")},
		{"EVT-13", "two endpoints get one id", sameDelivery()},
	}
	for _, member := range strings.Fields("session_id org_id insured_name state form_keys completed_at") {
		all = append(all, plant{"EVT-03", "a completion has no " + member, data("fill_session.completed", cut(member))})
	}
	for _, member := range strings.Fields("session_id form_keys completed_at") {
		all = append(all, plant{"EVT-03", member + " of a completion is null", data("fill_session.completed", put(member, nil))})
	}
	for _, member := range strings.Fields("session_id to cc subject form_keys provider sent_at") {
		all = append(all, plant{"EVT-07", "a submission has no " + member, data("submission.sent", cut(member))})
	}
	all = append(all, plant{"EVT-07", "session_id of a submission is another", data("submission.sent", put("session_id", "ses_other"))},
		plant{"EVT-07", "form_keys of a submission is a text", data("submission.sent", put("form_keys", "application"))})
	for _, member := range strings.Fields("session_id envelope_id completed_at") {
		all = append(all, plant{"EVT-09", "a signature has no " + member, data("esign.completed", cut(member))})
	}
	return all
}

func headedAs(event, name string) layer { return body(event, put("event", name)) }

// sentOnRefusal tells of a submission that was refused.
func sentOnRefusal() layer {
	return posting(func(known []obj) func(*call) bool {
		return func(c *call) bool {
			if c.op != "submit" || c.ok() {
				return false
			}
			did := false
			for _, one := range known {
				b, _ := json.Marshal(obj{"id": "dlv_refused" + splitPath(c.r.URL.Path)[2], "event": "submission.sent", "created_at": "2026-11-21T10:00:00.000Z",
					"data": obj{"session_id": splitPath(c.r.URL.Path)[2], "to": []any{}, "cc": []any{}, "subject": "x", "form_keys": []any{}, "provider": "x", "sent_at": "2026-11-21T10:00:00.000Z"}})
				s := shipment{url: text(one, "url"), method: "POST", header: http.Header{"Content-Type": {"application/json"}}, body: b}
				s.header.Set("X-Service-Event", "submission.sent")
				s.header.Set("X-Service-Delivery", "dlv_refused"+splitPath(c.r.URL.Path)[2])
				s.sign(text(one, "secret"), b)
				post(s)
				did = true
			}
			return did
		}
	})
}

// onceEach delivers an event once to each endpoint and never again.
func onceEach(event string) layer {
	seen := newMemory()
	return deliver(func(s *shipment) bool {
		if s.event() != event {
			return false
		}
		_, known := seen.keep("all", func() any { return true })
		s.drop = known
		return known
	})
}

// allEvents registers every endpoint for all events, whatever was asked.
func allEvents(list string) layer {
	return layer{into: func(verb string, in obj) bool {
		if verb != "create-endpoint" {
			return false
		}
		var all []any
		_ = json.Unmarshal([]byte(list), &all)
		was := len(in["events"].([]any)) < len(all)
		in["events"] = all
		return was
	}}
}

// broadcast sends deliveries of an event to every endpoint that was ever made.
func broadcast(event string) layer {
	return layer{delivery: func(*shipment) bool { return false }, shipped: func(s *shipment, everywhere map[string]string) bool {
		if s.event() != event {
			return false
		}
		did := false
		for url, secret := range everywhere {
			if url != s.url {
				copied := *s
				copied.url, copied.header = url, s.header.Clone()
				copied.sign(secret, s.body)
				post(copied)
				did = true
			}
		}
		return did
	}}
}

// firstEndpoint delivers an event to the first endpoint only.
func firstEndpoint(event string) layer {
	first := newMemory()
	return deliver(func(s *shipment) bool {
		if s.event() != event {
			return false
		}
		var o obj
		_ = json.Unmarshal(s.body, &o)
		d, _ := o["data"].(obj)
		url, _ := first.keep(text(d, "session_id"), func() any { return s.url })
		s.drop = url != s.url
		return s.drop
	})
}

// oneSecret gives every endpoint the secret of the first, and signs with it.
func oneSecret() layer {
	first := newMemory()
	return layer{verb: func(verb string, _, out obj) bool {
		if verb != "create-endpoint" {
			return false
		}
		secret, known := first.keep("secret", func() any { return out["secret"] })
		out["secret"] = secret
		return known
	}, delivery: func(s *shipment) bool {
		secret, _ := first.snapshot()["secret"].(string)
		s.sign(secret, s.body)
		return true
	}}
}

// deaf fails at an operation in workspaces that have endpoints.
func deaf(op string) layer {
	listening := newMemory()
	return layer{verb: func(verb string, in, _ obj) bool {
		if verb == "create-endpoint" {
			if key, known := keys.snapshot()[text(in, "org_id")].(string); known {
				listening.keep(key, func() any { return true })
			}
		}
		return false
	}, request: func(c *call) bool {
		did := c.op == op && listening.snapshot()[bearer(c)] != nil
		if did {
			c.refuse(500)
		}
		return did
	}}
}
