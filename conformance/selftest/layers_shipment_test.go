package selftest_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
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

// deliver changes deliveries.
func deliver(change func(s *shipment) bool) layer { return layer{delivery: change} }

// body changes the JSON of deliveries and signs them anew.
func body(event string, do func(o obj)) layer {
	return deliver(func(s *shipment) bool {
		var o obj
		if json.Unmarshal(s.body, &o) != nil || event != "" && o["event"] != event {
			return false
		}
		do(o)
		s.body, _ = json.Marshal(o)
		s.sign(s.secret, s.body)
		return true
	})
}

// data changes the data of deliveries of one event.
func data(event string, do func(data obj)) layer {
	return body(event, func(o obj) {
		if d, ok := o["data"].(obj); ok {
			do(d)
		}
	})
}

// pause is the delay of a server that is slow; it is what the fault is about.
func pause(d time.Duration) { <-time.After(d) }

// post sends a delivery that the server did not mean to make.
func post(s shipment) {
	req, err := http.NewRequest(s.method, s.url, bytes.NewReader(s.body))
	if err != nil {
		return
	}
	req.Header = s.header
	if resp, err := http.DefaultTransport.RoundTrip(req); err == nil {
		_ = resp.Body.Close()
	}
}

// posting is a layer that learns of the endpoints as they are made.
func posting(do func(known []obj) func(*call) bool) layer {
	known := newMemory()
	return layer{verb: func(verb string, in, out obj) bool {
		if verb == "create-endpoint" {
			known.add(obj{"url": in["url"], "secret": out["secret"], "org_id": in["org_id"]})
		}
		return false
	}, response: func(c *call) bool {
		var all []obj
		for _, one := range known.list() {
			all = append(all, one.(obj))
		}
		return do(all)(c)
	}}
}

func completionTo(endpoint obj, id, session string) {
	tell(endpoint, id, completedEvent, obj{"session_id": session, "org_id": endpoint["org_id"], "completed_at": "2026-11-21T10:00:00.000Z", "status": "complete"})
}

// tell makes a delivery of an event to an endpoint.
func tell(endpoint obj, id, event string, data obj) {
	b, _ := json.Marshal(obj{"id": id, "event": event, "created_at": "2026-11-21T10:00:00.000Z", "data": data})
	s := shipment{url: text(endpoint, "url"), method: "POST", header: http.Header{"Content-Type": {"application/json"}}, body: b}
	s.header.Set("X-Service-Event", event)
	s.header.Set("X-Service-Delivery", id)
	s.sign(text(endpoint, "secret"), b)
	post(s)
}

// shipped is an attempt, and when it was.
type shipped struct {
	shipment
	at time.Time
}

func envelopeOf(s *shipment) string {
	var o obj
	_ = json.Unmarshal(s.body, &o)
	d, _ := o["data"].(obj)
	return text(d, "envelope_id")
}

// signedAnew changes the JSON of deliveries of an event and signs them; an empty event is every one.
func signedAnew(event string, do func(o obj)) layer { return body(event, do) }

// idsOfAMoment gives a test delivery the id of the one before it, where that went to another endpoint a moment ago.
func idsOfAMoment() layer {
	const moment = 100 * time.Millisecond
	var mu sync.Mutex
	var at time.Time
	var endpoint, id string
	return signedAnew("webhook.test", func(o obj) {
		mu.Lock()
		defer mu.Unlock()
		to := text(asObject(o["data"]), "endpoint_id")
		if to != endpoint && time.Since(at) < moment {
			o["id"] = id
		}
		at, endpoint, id = time.Now(), to, text(o, "id")
	})
}

// shifted moves created_at by a time, and leaves its form.
func shifted(event string, by time.Duration) layer {
	return signedAnew(event, func(o obj) {
		at, _ := time.Parse(time.RFC3339, text(o, "created_at"))
		o["created_at"] = at.Add(by).Format("2006-01-02T15:04:05.000Z")
	})
}

// dataOf is what a delivery tells.
func dataOf(s *shipment) obj {
	var o obj
	_ = json.Unmarshal(s.body, &o)
	d, _ := o["data"].(obj)
	return d
}

// signedInASCII signs deliveries as if all beyond ASCII in them were escaped.
func signedInASCII() layer {
	return deliver(func(s *shipment) bool {
		var escaped strings.Builder
		for _, r := range string(s.body) {
			if r > 0xffff {
				r -= 0x10000
				fmt.Fprintf(&escaped, `\u%04x\u%04x`, 0xd800+(r>>10), 0xdc00+(r&0x3ff))
			} else if r > 127 {
				fmt.Fprintf(&escaped, `\u%04x`, r)
			} else {
				escaped.WriteRune(r)
			}
		}
		s.sign(s.secret, []byte(escaped.String()))
		return escaped.String() != string(s.body)
	})
}

// createdTimes tells the first completed_at of each session for all of its envelopes.
func createdTimes() layer {
	first := newMemory()
	return signedAnew("esign.completed", func(o obj) {
		data := asObject(o["data"])
		data["completed_at"], _ = first.keep(text(data, "session_id"), func() any { return data["completed_at"] })
	})
}
