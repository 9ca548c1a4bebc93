package checks_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
	"time"
)

func (s *shipment) sign(key string, body []byte) {
	m := hmac.New(sha256.New, []byte(key))
	m.Write(body)
	s.header.Set("X-Service-Signature", "sha256="+hex.EncodeToString(m.Sum(nil)))
}

func (s *shipment) event() string {
	var o struct{ Event string }
	_ = json.Unmarshal(s.body, &o)
	return o.Event
}

func dropped(event string) layer {
	return deliver(func(s *shipment) bool { s.drop = s.event() == event; return s.drop })
}

func headerGone(name string) layer {
	return deliver(func(s *shipment) bool { s.header.Del(name); return true })
}

// told lets the server believe another answer than the receiver gave.
func told(n, status int) layer {
	return deliver(func(s *shipment) bool {
		if s.n == n || n == 0 {
			s.answer = status
		}
		return s.answer != 0
	})
}

// another is a shipment with the same content under another id.
func (s shipment) another() shipment {
	var o obj
	_ = json.Unmarshal(s.body, &o)
	o["id"] = text(o, "id") + "-again"
	s.body, _ = json.Marshal(o)
	s.header = s.header.Clone()
	s.sign(s.secret, s.body)
	s.header.Set("X-Service-Delivery", text(o, "id"))
	return s
}

// doubled sends deliveries of an event again under another id.
func doubled(event string) layer {
	return deliver(func(s *shipment) bool {
		if s.event() != event {
			return false
		}
		go post(s.another()) // a second delivery that the server made by itself
		return true
	})
}

var sameID = "dlv_same"

var deliveryFaults = []fault{
	{"EVT-01", dropped("fill_session.completed")},
	{"EVT-02", eager()},
	{"EVT-03", data("fill_session.completed", func(o obj) { delete(o, "form_keys") })}, {"EVT-03", data("fill_session.completed", func(o obj) { delete(o, "state") })},
	{"EVT-04", data("fill_session.completed", func(o obj) { o["status"] = "completed" })},
	{"EVT-05", data("fill_session.completed", func(o obj) { o["insured_name"] = "Another" })},
	{"EVT-06", dropped("submission.sent")}, {"EVT-06", doubled("submission.sent")},
	{"EVT-07", data("submission.sent", func(o obj) { delete(o, "provider") })},
	{"EVT-08", dropped("esign.completed")},
	{"EVT-09", data("esign.completed", func(o obj) { delete(o, "envelope_id") })},
	{"EVT-10", dropped("webhook.test")}, {"EVT-10", body("webhook.test", func(o obj) { o["event"] = "test" })},
	{"EVT-11", everythingEverywhere()}, {"EVT-12", everythingEverywhere()},
	{"EVT-13", sameDelivery()},
	{"HOOK-01", deliver(func(s *shipment) bool { s.method = "PUT"; return true })}, {"HOOK-01", deliver(func(s *shipment) bool { s.body = append([]byte("payload="), s.body...); return true })},
	{"HOOK-02", body("", func(o obj) { delete(o, "data") })}, {"HOOK-02", body("", func(o obj) { delete(o, "created_at") })},
	{"HOOK-03", body("", func(o obj) { o["created_at"] = "2026-11-21T10:00:00Z" })}, {"HOOK-03", body("", func(o obj) { o["created_at"] = 1700000000 })},
	{"HOOK-03", body("", func(o obj) { o["created_at"] = "2026-11-21T10:00:00.000+02:00" })},
	{"HOOK-04", headerGone("X-Service-Event")}, {"HOOK-05", deliver(func(s *shipment) bool { s.header.Set("X-Service-Delivery", "other"); return true })},
	{"HOOK-06", deliver(func(s *shipment) bool {
		s.header.Set("X-Service-Signature", strings.ToUpper(s.header.Get("X-Service-Signature")))
		return true
	})},
	{"HOOK-06", headerGone("X-Service-Signature")},
	{"HOOK-07", deliver(func(s *shipment) bool { s.sign(strings.TrimPrefix(s.secret, "whsec_"), s.body); return true })},
	{"HOOK-07", deliver(func(s *shipment) bool { s.body = append(s.body, '\n'); return true })},
	{"HOOK-08", deliver(func(s *shipment) bool {
		plain := strings.ContainsFunc(string(s.body), func(r rune) bool { return r > 127 })
		if plain {
			s.sign(s.secret, bytes.ReplaceAll(s.body, []byte("é"), []byte(`\u00e9`)))
		}
		return plain
	})},
	{"HOOK-09", layer{verb: func(verb string, _, out obj) bool {
		out["secret"] = "secret_0123456789"
		return verb == "create-endpoint"
	}}},
	{"HOOK-10", layer{verb: func(verb string, _, out obj) bool {
		out["secret"] = "whsec_the_same_for_all"
		return verb == "create-endpoint"
	}}},
	{"HOOK-11", deliver(func(s *shipment) bool { s.header.Set("Content-Type", "text/plain"); return true })},
	{"HOOK-12", told(2, 200)}, {"HOOK-12", layer{delivery: func(s *shipment) bool { s.again = map[bool]int{true: 1}[s.n == 3]; return s.n == 3 }}},
	{"HOOK-13", deliver(func(s *shipment) bool { pause(4 * time.Second); return true })},
	{"HOOK-14", deliver(func(s *shipment) bool {
		if s.n == 2 {
			pause(3 * time.Second)
		}
		return s.n == 2
	})},
	{"HOOK-15", deliver(func(s *shipment) bool {
		if s.n == 3 {
			pause(4 * time.Second)
		}
		return s.n == 3
	})},
	{"HOOK-15", told(2, 200)},
	{"HOOK-16", impatient()}, {"HOOK-17", resigned()},
	{"HOOK-18", deliver(func(s *shipment) bool {
		if s.n == 1 {
			s.answer = 500
		}
		return s.n == 1
	})},
	{"HOOK-19", told(1, 200)}, {"HOOK-19", told(2, 500)},
	{"HOOK-20", told(3, 200)}, {"HOOK-20", layer{verb: func(verb string, _, out obj) bool {
		list, _ := out["deliveries"].([]any)
		for _, d := range list {
			attempts, _ := d.(obj)["attempts"].([]any)
			for _, a := range attempts {
				delete(a.(obj), "response_status")
			}
		}
		return verb == "list-deliveries"
	}}},
	{"HOOK-21", redriven()},
	{"HOOK-22", doubled("fill_session.completed")}, {"HOOK-23", doubled("esign.completed")},
	{"HOOK-24", body("webhook.test", func(o obj) { o["id"] = sameID })},
	{"HOOK-25", deliver(func(s *shipment) bool {
		if s.n == 2 {
			s.sign("whsec_other", s.body)
		}
		return s.n == 2
	})},
	{"HOOK-26", swallowed()},
}
