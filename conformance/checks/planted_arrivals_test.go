package checks_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"time"
)

// laterOn changes what an endpoint gets after its first delivery.
func laterOn(do func(h http.Header, o obj)) layer {
	first := newMemory()
	return deliver(func(s *shipment) bool {
		var o obj
		if json.Unmarshal(s.body, &o) != nil {
			return false
		}
		id, _ := first.keep(s.url, func() any { return o["id"] })
		if id == o["id"] {
			return false
		}
		do(s.header, o)
		s.body, _ = json.Marshal(o)
		s.sign(s.secret, s.body)
		return true
	})
}

func laterBody(do func(o obj)) layer { return laterOn(func(_ http.Header, o obj) { do(o) }) }

// whenData does something to deliveries of an event with such data only.
func whenData(event string, holds func(data obj) bool, do func(s *shipment)) layer {
	return deliver(func(s *shipment) bool {
		var o obj
		_ = json.Unmarshal(s.body, &o)
		d, _ := o["data"].(obj)
		did := s.event() == event && holds(d)
		if did {
			do(s)
		}
		return did
	})
}

// afterCall drops the events of sessions on which such a call was made.
func afterCall(event string, is func(c *call) bool) layer {
	met := newMemory()
	l := deliver(func(s *shipment) bool {
		var o obj
		_ = json.Unmarshal(s.body, &o)
		d, _ := o["data"].(obj)
		_, s.drop = met.snapshot()[text(d, "session_id")]
		s.drop = s.drop && s.event() == event
		return s.drop
	})
	l.response = func(c *call) bool {
		if is(c) && c.ok() {
			met.put(splitPath(c.r.URL.Path)[2], true)
		}
		return false
	}
	return l
}

// plantedArrivals are faults of deliveries that are not the first, or not of the usual session.
func plantedArrivals() []plant {
	noState := func(d obj) bool { return d["state"] == nil }
	rewrite := func(do func(d obj)) func(s *shipment) {
		return func(s *shipment) {
			var o obj
			_ = json.Unmarshal(s.body, &o)
			do(o["data"].(obj))
			s.body, _ = json.Marshal(o)
			s.sign(s.secret, s.body)
		}
	}
	return []plant{
		{"EVT-01", "no completion of a session with a question that was skipped", afterCall("fill_session.completed", func(c *call) bool {
			return c.op == "answer" && strings.Contains(strings.ToLower(string(c.in)), "skip")
		})},
		{"EVT-03", "a completion without a state leaves the member out", whenData("fill_session.completed", noState, rewrite(cut("state")))},
		{"EVT-04", "status of a completion without a state is filled", whenData("fill_session.completed", noState, rewrite(put("status", "filled")))},
		{"EVT-06", "no submission.sent of a session with a document", afterCall("submission.sent", func(c *call) bool { return c.op == "documents" })},
		{"EVT-09", "a later signature has no completed_at", laterBody(func(o obj) { delete(o["data"].(obj), "completed_at") })},
		{"HOOK-01", "a later delivery is a list", deliver(laterList())},
		{"HOOK-02", "data of a later delivery is a text", laterBody(func(o obj) { o["data"] = "{}" })},
		{"HOOK-03", "created_at of a later delivery has no milliseconds", laterBody(stamp("2006-01-02T15:04:05Z", time.UTC))},
		{"HOOK-04", "a later delivery has another name in its header", laterOn(func(h http.Header, _ obj) { h.Set("X-Service-Event", "event") })},
		{"HOOK-05", "a later delivery has another id in its header", laterOn(func(h http.Header, _ obj) { h.Set("X-Service-Delivery", "dlv_1") })},
		{"HOOK-11", "a later delivery is labelled as text", laterOn(func(h http.Header, _ obj) { h.Set("Content-Type", "text/plain") })},
		{"HOOK-24", "the id is that of the endpoint", laterSame()},
	}
}

// laterList makes a list of what an endpoint gets after its first delivery.
func laterList() func(s *shipment) bool {
	first := newMemory()
	return func(s *shipment) bool {
		id, _ := first.keep(s.url, func() any { return s.header.Get("X-Service-Delivery") })
		if id == s.header.Get("X-Service-Delivery") {
			return false
		}
		s.body = []byte("[" + string(s.body) + "]")
		s.sign(s.secret, s.body)
		return true
	}
}

// laterSame gives every delivery to an endpoint the id of the first.
func laterSame() layer {
	first := newMemory()
	return deliver(func(s *shipment) bool {
		var o obj
		if json.Unmarshal(s.body, &o) != nil {
			return false
		}
		id, known := first.keep(s.url, func() any { return o["id"] })
		o["id"] = id
		s.header.Set("X-Service-Delivery", id.(string))
		s.body, _ = json.Marshal(o)
		s.sign(s.secret, s.body)
		return known
	})
}
