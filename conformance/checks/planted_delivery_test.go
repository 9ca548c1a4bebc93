package checks_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// signedAnew changes the JSON of deliveries of an event and signs them; an empty event is every one.
func signedAnew(event string, do func(o obj)) layer { return body(event, do) }

// headed changes headers of deliveries of an event.
func headed(event string, do func(h http.Header, o obj)) layer {
	return deliver(func(s *shipment) bool {
		if event != "" && s.event() != event {
			return false
		}
		var o obj
		_ = json.Unmarshal(s.body, &o)
		do(s.header, o)
		return true
	})
}

// onRetry changes attempts after the first.
func onRetry(do func(s *shipment)) layer {
	return deliver(func(s *shipment) bool {
		if s.n > 1 {
			do(s)
		}
		return s.n > 1
	})
}

func stamp(form string, zone *time.Location) func(o obj) {
	return func(o obj) {
		at, _ := time.Parse(time.RFC3339, text(o, "created_at"))
		o["created_at"] = at.In(zone).Format(form)
	}
}

var east = time.FixedZone("", 2*3600)

// retimed delays attempts after the first by a time, or sends them early.
func retimed(n int, by time.Duration) layer {
	return deliver(func(s *shipment) bool {
		if s.n == n {
			pause(by)
		}
		return s.n == n
	})
}

// plantedDeliveries are faults of the attempts: their form, their signature, their number and their times.
func plantedDeliveries() []plant {
	return []plant{
		{"HOOK-01", "deliveries are PUT", deliver(func(s *shipment) bool { s.method = "PUT"; return true })},
		{"HOOK-01", "the body is a list", deliver(func(s *shipment) bool {
			s.body = append(append([]byte("["), s.body...), ']')
			s.sign(s.secret, s.body)
			return true
		})},
		{"HOOK-01", "the body is a form", deliver(func(s *shipment) bool {
			s.body = append([]byte("payload="), s.body...)
			s.sign(s.secret, s.body)
			return true
		})},
		{"HOOK-01", "the query of the URL is lost", deliver(func(s *shipment) bool {
			bare, _, had := strings.Cut(s.url, "?")
			s.url = bare
			return had
		})},
		{"HOOK-02", "id is a number", signedAnew("", func(o obj) { o["id"] = 7 })},
		{"HOOK-02", "event is named type", signedAnew("", func(o obj) { o["type"] = o["event"]; delete(o, "event") })},
		{"HOOK-02", "created_at is missing", signedAnew("", cut("created_at"))},
		{"HOOK-02", "data is JSON in a text", signedAnew("", func(o obj) { b, _ := json.Marshal(o["data"]); o["data"] = string(b) })},
		{"HOOK-02", "the data members are at the top level", signedAnew("", func(o obj) {
			for k, v := range o["data"].(obj) {
				if k != "id" {
					o[k] = v
				}
			}
			delete(o, "data")
		})},
		{"HOOK-02", "a completion has no created_at", signedAnew("fill_session.completed", cut("created_at"))},
		{"HOOK-03", "created_at is a number", signedAnew("", put("created_at", 1763700000123))},
		{"HOOK-03", "created_at has no milliseconds", signedAnew("", stamp("2006-01-02T15:04:05Z", time.UTC))},
		{"HOOK-03", "created_at has microseconds", signedAnew("", stamp("2006-01-02T15:04:05.000000Z", time.UTC))},
		{"HOOK-03", "created_at has no zone", signedAnew("", stamp("2006-01-02T15:04:05.000", time.UTC))},
		{"HOOK-03", "created_at is local time", signedAnew("", stamp("2006-01-02T15:04:05.000-07:00", east))},
		{"HOOK-03", "created_at has a blank for T", signedAnew("", stamp("2006-01-02 15:04:05.000Z", time.UTC))},
		{"HOOK-03", "created_at of a completion has no milliseconds", signedAnew("fill_session.completed", stamp("2006-01-02T15:04:05Z", time.UTC))},
		{"HOOK-03", "created_at of a signature is local time", signedAnew("esign.completed", stamp("2006-01-02T15:04:05.000-07:00", east))},
		{"HOOK-03", "created_at of a submission has no milliseconds", signedAnew("submission.sent", stamp("2006-01-02T15:04:05Z", time.UTC))},
		{"HOOK-03", "created_at is that of the first event", oneTime()},
		{"HOOK-04", "the header Event has underscores", headed("", func(h http.Header, o obj) { h.Set("X-Service-Event", strings.ReplaceAll(text(o, "event"), ".", "_")) })},
		{"HOOK-04", "the header Event is always webhook.test", headed("", func(h http.Header, o obj) { h.Set("X-Service-Event", "webhook.test") })},
		{"HOOK-04", "a completion has no header Event", headed("fill_session.completed", func(h http.Header, _ obj) { h.Del("X-Service-Event") })},
		{"HOOK-05", "the header Delivery is a number of its own", headed("", func(h http.Header, _ obj) { h.Set("X-Service-Delivery", "1") })},
		{"HOOK-05", "a completion has another header Delivery", headed("fill_session.completed", func(h http.Header, _ obj) { h.Set("X-Service-Delivery", "evt_1") })},
		{"HOOK-25", "a retry has another header Delivery", onRetry(func(s *shipment) { s.header.Set("X-Service-Delivery", "retry") })},
		{"HOOK-06", "the signature has no prefix", headed("", func(h http.Header, _ obj) {
			h.Set("X-Service-Signature", strings.TrimPrefix(h.Get("X-Service-Signature"), "sha256="))
		})},
		{"HOOK-06", "the signature is in capitals", headed("", func(h http.Header, _ obj) {
			h.Set("X-Service-Signature", "sha256="+strings.ToUpper(strings.TrimPrefix(h.Get("X-Service-Signature"), "sha256=")))
		})},
		{"HOOK-06", "the signature has a time before it", headed("", func(h http.Header, _ obj) {
			h.Set("X-Service-Signature", "t=1,v1="+strings.TrimPrefix(h.Get("X-Service-Signature"), "sha256="))
		})},
		{"HOOK-06", "a signature event is not signed", headed("esign.completed", func(h http.Header, _ obj) { h.Del("X-Service-Signature") })},
		{"HOOK-07", "the key is the secret without its prefix", deliver(func(s *shipment) bool { s.sign(strings.TrimPrefix(s.secret, "whsec_"), s.body); return true })},
		{"HOOK-07", "the data alone is signed", deliver(func(s *shipment) bool {
			var o struct{ Data json.RawMessage }
			_ = json.Unmarshal(s.body, &o)
			s.sign(s.secret, o.Data)
			return true
		})},
		{"HOOK-07", "the body is written anew after it was signed", deliver(func(s *shipment) bool {
			var out bytes.Buffer
			_ = json.Indent(&out, s.body, "", " ")
			s.body = out.Bytes()
			return true
		})},
		{"HOOK-07", "the body has a line end that was not signed", deliver(func(s *shipment) bool { s.body = append(s.body, '\n'); return true })},
		{"HOOK-07", "a completion is signed under another secret", deliver(func(s *shipment) bool {
			did := s.event() == "fill_session.completed"
			if did {
				s.sign("whsec_other", s.body)
			}
			return did
		})},
		{"HOOK-07", "a submission is signed under the secret without prefix", deliver(func(s *shipment) bool {
			did := s.event() == "submission.sent"
			if did {
				s.sign(strings.TrimPrefix(s.secret, "whsec_"), s.body)
			}
			return did
		})},
		{"HOOK-08", "what is signed has other letters for those beyond ASCII", deliver(func(s *shipment) bool {
			plain := []byte(strings.Map(func(r rune) rune {
				if r > 127 {
					return '?'
				}
				return r
			}, string(s.body)))
			s.sign(s.secret, plain)
			return !bytes.Equal(plain, s.body)
		})},
		{"HOOK-08", "what is signed is escaped and what is sent is not", deliver(func(s *shipment) bool {
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
		})},
		{"HOOK-09", "secrets begin with sec_", layer{verb: func(verb string, _, out obj) bool {
			did := verb == "create-endpoint"
			if did {
				out["secret"] = "sec_" + strings.TrimPrefix(text(out, "secret"), "whsec_")
			}
			return did
		}}},
		{"HOOK-10", "one secret for all endpoints", oneSecret()},
		{"HOOK-11", "deliveries are text/plain", headed("", func(h http.Header, _ obj) { h.Set("Content-Type", "text/plain") })},
		{"HOOK-11", "deliveries have no media type", headed("", func(h http.Header, _ obj) { h.Del("Content-Type") })},
		{"HOOK-11", "completions are a form", headed("fill_session.completed", func(h http.Header, _ obj) { h.Set("Content-Type", "application/x-www-form-urlencoded") })},
		{"HOOK-12", "two attempts only", told(2, 200)},
		{"HOOK-12", "one attempt only", told(1, 200)},
		{"HOOK-12", "a fourth attempt", fourth(6 * time.Second)},
		{"HOOK-12", "a fourth attempt soon after the third", fourth(500 * time.Millisecond)},
		{"HOOK-13", "the first attempt comes after 5 s", retimed(1, 5*time.Second)},
		{"HOOK-14", "the second attempt comes after 6 s", retimed(2, 4*time.Second)},
		{"HOOK-14", "the second attempt comes at once", sooner(2, 300*time.Millisecond)},
		{"HOOK-15", "the third attempt comes after 10 s", retimed(3, 5*time.Second)},
		{"HOOK-15", "the third attempt comes 2 s after the second", sooner(3, 2*time.Second)},
		{"HOOK-16", "an attempt is given up after 3 s", impatient()},
		{"HOOK-17", "a timed-out attempt counts as delivered", resigned()},
		{"HOOK-18", "202 does not count as delivered", countsAs(500, 202)},
		{"HOOK-18", "204 does not count as delivered", countsAs(500, 204)},
		{"HOOK-18", "299 does not count as delivered", countsAs(500, 299)},
		{"HOOK-19", "500 counts as delivered", told(1, 200)},
		{"HOOK-19", "a success after a failure is sent again", told(2, 500)},
		{"HOOK-20", "the log says delivered", logged(func(d obj) { d["status"] = "delivered" })},
		{"HOOK-20", "the log has no response status", logged(func(d obj) { eachAttempt(d, cut("response_status")) })},
		{"HOOK-20", "the log has no error", logged(func(d obj) { eachAttempt(d, put("error", "")) })},
		{"HOOK-20", "the log has no attempts", logged(func(d obj) { d["attempts"] = []any{} })},
		{"HOOK-20", "the log stays pending", logged(func(d obj) { d["status"] = "pending" })},
		{"HOOK-20", "an answer 3xx counts as delivered", countsAs(200, 301, 302, 303, 304, 307, 308)},
		{"HOOK-20", "an answer 304 counts as delivered", countsAs(200, 304)},
		{"HOOK-21", "a failed delivery is sent again a day later", redriven()},
		{"HOOK-22", "a second fill tells the completion again", doubled("fill_session.completed")},
		{"HOOK-23", "an envelope is told twice", doubled("esign.completed")},
		{"HOOK-24", "ids repeat", signedAnew("", func(o obj) { o["id"] = "dlv_1" })},
		{"HOOK-24", "ids have few values", few()},
		{"HOOK-25", "a retry is not signed", onRetry(func(s *shipment) { s.header.Del("X-Service-Signature") })},
		{"HOOK-25", "a retry has the signature of the first body", onRetry(func(s *shipment) {
			s.body = bytes.Replace(s.body, []byte(`"created_at"`), []byte(`"attempt":2,"created_at"`), 1)
		})},
		{"HOOK-25", "the third attempt is signed under nothing", deliver(func(s *shipment) bool {
			if s.n == 3 {
				s.sign("", s.body)
			}
			return s.n == 3
		})},
		{"HOOK-26", "a closed port ends the delivery", swallowed()},
	}
}

// fourth sends another attempt after the third, by the server's clock.
func fourth(after time.Duration) layer {
	k := newTicking()
	return layer{clocked: true, verb: k.verb, delivery: func(s *shipment) bool {
		if s.n != 3 {
			return false
		}
		due := k.now().Add(after)
		go func(s shipment) { k.until(servers.ctx, due); post(s) }(*s)
		return true
	}}
}

// sooner sends an attempt soon after the one before, by the server's clock, and swallows the right one.
func sooner(n int, after time.Duration) layer {
	k := newTicking()
	return layer{clocked: true, verb: k.verb, delivery: func(s *shipment) bool {
		if s.n == n-1 {
			due := k.now().Add(after)
			go func(s shipment) { k.until(servers.ctx, due); post(s) }(*s)
		}
		if s.drop = s.n == n; s.drop {
			s.answer = 500
		}
		return s.drop
	}}
}

// countsAs has the server take some statuses for another.
func countsAs(as int, statuses ...int) layer {
	taken := map[int]int{}
	for _, status := range statuses {
		taken[status] = as
	}
	return deliver(func(s *shipment) bool {
		s.translate = taken
		return true
	})
}

// oneTime gives every event the time of the first.
func oneTime() layer {
	first := newMemory()
	return body("", func(o obj) {
		o["created_at"], _ = first.keep("created_at", func() any { return o["created_at"] })
	})
}

func logged(do func(d obj)) layer {
	return layer{verb: func(verb string, _, out obj) bool {
		list, _ := out["deliveries"].([]any)
		for _, d := range list {
			do(d.(obj))
		}
		return verb == "list-deliveries" && len(list) > 0
	}}
}

func eachAttempt(d obj, do func(o obj)) {
	list, _ := d["attempts"].([]any)
	for _, a := range list {
		do(a.(obj))
	}
}

// few gives ids of a counter that begins again.
func few() layer {
	count := newMemory()
	return body("", func(o obj) {
		count.add(true)
		o["id"] = fmt.Sprint("dlv_", len(count.list())%7)
	})
}
