package selftest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

func dropped(event string) layer {
	return deliver(func(s *shipment) bool { s.drop = s.event() == event; return s.drop })
}

// everythingEverywhere reports a completion to every endpoint there is.
func everythingEverywhere() layer {
	return posting(func(known []obj) func(*call) bool {
		return func(c *call) bool {
			if c.op != "fill" || !c.ok() {
				return false
			}
			session := splitPath(c.r.URL.Path)[2]
			for _, one := range known {
				completionTo(one, "dlv_all"+session, session)
			}
			return len(known) > 0
		}
	})
}

// sameDelivery gives every delivery of a completion one id.
func sameDelivery() layer {
	return body("fill_session.completed", func(o obj) { o["id"] = sameID })
}

// oneOfURL gives the endpoint that an address has to whoever registers it once more.
func oneOfURL() layer {
	made := newMemory()
	return layer{instead: func(verb string, in obj) (obj, bool) {
		old, known := made.snapshot()[text(in, "url")].(obj)
		return old, verb == "create-endpoint" && known
	}, verb: func(verb string, in, out obj) bool {
		if verb == "create-endpoint" {
			made.put(text(in, "url"), out)
		}
		return false
	}}
}

// queued makes the first attempts of one event a time later, and takes them for delivered.
func queued(event string, by time.Duration) layer {
	k := newTicking()
	return layer{clocked: true, verb: k.verb, delivery: func(s *shipment) bool {
		if s.event() != event {
			return false
		}
		one, due := *s, k.now().Add(by)
		s.drop, s.answer = true, 200
		go func() {
			k.until(servers.ctx, due)
			one.send(servers.ctx)
		}()
		return true
	}}
}

// oneOfAddress tells one of the endpoints of an address of what happened.
func oneOfAddress() layer {
	told := newMemory()
	return deliver(func(s *shipment) bool {
		if envelopeOf(s) == "" {
			return false
		}
		secret, known := told.keep(s.url+envelopeOf(s), func() any { return s.secret })
		did := known && secret != s.secret
		if did {
			s.drop, s.answer = true, 200
		}
		return did
	})
}

// sentOnRefusal tells of a submission that was refused with some words.
func sentOnRefusal(words string) layer {
	return posting(func(known []obj) func(*call) bool {
		return func(c *call) bool {
			if c.op != "submit" || c.ok() || !strings.Contains(string(c.out), words) {
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

// oneWorkspaceOfEnvelope tells the first endpoint alone of an envelope's id.
func oneWorkspaceOfEnvelope() layer {
	first := newMemory()
	return deliver(func(s *shipment) bool {
		id := envelopeOf(s)
		if id == "" {
			return false
		}
		url, _ := first.keep(id, func() any { return s.url })
		if url != s.url {
			s.drop, s.answer = true, 200
		}
		return url != s.url
	})
}

// toldOfAll registers an endpoint for test events alone as one for everything.
func toldOfAll() layer {
	return layer{into: func(verb string, in obj) bool {
		events, _ := in["events"].([]any)
		did := verb == "create-endpoint" && len(events) == 1 && events[0] == "webhook.test"
		if did {
			in["events"] = []any{"fill_session.completed", "submission.sent", "esign.completed", "webhook.test"}
		}
		return did
	}}
}

// sentAtFill submits a session whose forms were filled.
func sentAtFill() layer {
	return layer{response: func(c *call) bool {
		if c.op != "fill" || !c.ok() {
			return false
		}
		_, ok := c.beside(http.MethodPost, "/submit")
		return ok
	}}
}

// lostAt drops all attempts of the nth delivery of an event.
func lostAt(event string, n int) layer {
	seen := newMemory()
	return deliver(func(s *shipment) bool {
		if s.event() != event {
			return false
		}
		id := s.header.Get("X-Service-Delivery")
		at, _ := seen.keep(id, func() any { return len(seen.byKey) + 1 })
		s.drop = at == n
		return s.drop
	})
}

// registeredElsewhere says of an endpoint whether another workspace has its address.
func registeredElsewhere() func(verb string, in obj) bool {
	owners := newMemory()
	return func(verb string, in obj) bool {
		if verb != "create-endpoint" {
			return false
		}
		owner, _ := owners.keep(text(in, "url"), func() any { return in["org_id"] })
		return owner != in["org_id"]
	}
}

// atAddressOfOthers does something about an event whose address was registered by another workspace as well, with the secret of
// that one's endpoint.
func atAddressOfOthers(do func(s *shipment, secret string)) layer {
	orgs, secrets := newMemory(), newMemory() // of each secret, and of each workspace at an address
	l := deliver(func(s *shipment) (did bool) {
		own, _ := orgs.snapshot()[s.secret].(string)
		for at, secret := range secrets.snapshot() {
			if org, is := strings.CutPrefix(at, s.url+" "); is && org != own && s.event() != "webhook.test" {
				do(s, secret.(string))
				did = true
			}
		}
		return did
	})
	l.into = func(verb string, in obj) bool {
		if verb == "create-endpoint" {
			secrets.put(text(in, "url")+" "+text(in, "org_id"), "")
		}
		return false
	}
	l.verb = func(verb string, in, out obj) bool {
		if verb == "create-endpoint" {
			orgs.put(text(out, "secret"), text(in, "org_id"))
			for at := range secrets.snapshot() {
				if strings.HasSuffix(at, " "+text(in, "org_id")) { // its only one, where others have the address
					secrets.put(at, text(out, "secret"))
				}
			}
		}
		return false
	}
	return l
}

// onceForSession tells of one envelope of each session.
func onceForSession() layer {
	first := newMemory()
	return deliver(func(s *shipment) bool {
		var o obj
		if s.event() != "esign.completed" || json.Unmarshal(s.body, &o) != nil {
			return false
		}
		told, _ := o["data"].(obj)
		envelope, known := first.keep(text(told, "session_id")+s.secret, func() any { return told["envelope_id"] })
		s.drop = known && envelope != told["envelope_id"]
		return s.drop
	})
}

// toldWithoutAccount tells of a submission that is refused in a workspace whose account was taken away.
func toldWithoutAccount() layer {
	cut, ends := newMemory(), newMemory()
	return layer{verb: func(verb string, in, out obj) bool {
		wants, _ := in["events"].([]any)
		switch org := text(in, "org_id"); {
		case verb == "create-endpoint" && slices.Contains(wants, any("submission.sent")):
			ends.add(obj{"org_id": org, "url": in["url"], "secret": out["secret"]})
		case verb == "disconnect-market":
			cut.put(fmt.Sprint(keys.snapshot()[org]), org)
		case verb == "connect-market":
			cut.put(fmt.Sprint(keys.snapshot()[org]), nil)
		}
		return false
	}, response: func(c *call) bool {
		org, is := cut.snapshot()[bearer(c)].(string)
		if c.op != "submit" || c.status/100 != 4 || !is {
			return false
		}
		did := false
		for _, one := range ends.list() {
			if end := one.(obj); end["org_id"] == org {
				rashTo(end, sessionIn(c))
				did = true
			}
		}
		return did
	}}
}

// rashTo tells an endpoint of a submission.
func rashTo(end obj, session string) {
	at, id := "2026-11-21T10:00:00.000Z", "dlv_rash"+session
	b, _ := json.Marshal(obj{"id": id, "event": "submission.sent", "created_at": at, "data": obj{"session_id": session, "to": []any{}, "cc": []any{},
		"subject": "x", "form_keys": []any{}, "provider": "x", "sent_at": at}})
	s := shipment{url: text(end, "url"), method: "POST", header: http.Header{"Content-Type": {"application/json"}}, body: b}
	s.header.Set("X-Service-Event", "submission.sent")
	s.header.Set("X-Service-Delivery", id)
	s.sign(text(end, "secret"), b)
	post(s)
}

// What becomes of documents that are attached to a session that was submitted.
const (
	lateRefused = iota
	lateKept    // and not sent
	lateSent    // with the next submission
)

// sentAgain tells once more of a submission that is asked for once more, and answers it in its own way.
func sentAgain(late int, answer func(c *call, n int)) layer {
	told, times, later, further := newMemory(), newMemory(), newMemory(), newMemory()
	return layer{delivery: func(s *shipment) bool {
		if id := text(dataOf(s), "session_id"); s.n == 1 && s.event() == "submission.sent" {
			list, _ := told.snapshot()[id].([]shipment)
			told.put(id, append(slices.Clone(list), *s))
		}
		return false
	}, request: func(c *call) bool {
		id := sessionIn(c)
		if _, submitted := times.snapshot()[id]; c.op != "documents" || !submitted || late == lateRefused {
			return false
		}
		files, _ := later.snapshot()[id].([]any)
		later.put(id, append(slices.Clone(files), documentIn(c.in)))
		c.answer(200, obj{"documents": []any{}})
		return false
	}, response: func(c *call) bool {
		id := sessionIn(c)
		if c.op != "submit" || !c.ok() {
			return false
		}
		n, again := times.snapshot()[id].(int)
		if times.put(id, n+1); !again {
			return false
		}
		was := bytes.Clone(c.out)
		if answer(c, n); !bytes.Equal(was, c.out) {
			further.add(id)
		}
		list, _ := told.snapshot()[id].([]shipment)
		for _, s := range list {
			go post(s.another())
		}
		return len(list) > 0
	}, verb: func(verb string, _, out obj) bool {
		list, _ := out["submissions"].([]any)
		if verb != "list-submissions" {
			return false
		}
		for _, one := range list {
			sub := one.(obj)
			files, _ := later.snapshot()[text(sub, "session_id")].([]any)
			if n, _ := times.snapshot()[text(sub, "session_id")].(int); late == lateSent && n > 1 {
				had, _ := sub["files"].([]any)
				sub["files"] = append(had, files...)
			}
			for n, id := range further.list() {
				if id == sub["session_id"] {
					list = append(list, obj{"submission_id": anew(text(sub, "submission_id"), n+1), "session_id": id, "finalised": true, "files": sub["files"]})
				}
			}
		}
		out["submissions"] = list
		return false
	}}
}

// anew is the id of a submission that was sent once more.
func anew(id string, n int) string { return fmt.Sprint(id, "-", n) }

// documentIn is the one file of an upload, as the platform lists it.
func documentIn(body []byte) obj {
	_, rest, _ := bytes.Cut(body, []byte("\r\n\r\n"))
	file := rest[:max(bytes.LastIndex(rest, []byte("\r\n--")), 0)]
	return obj{"name": "later.pdf", "kind": "document", "size": float64(len(file)), "sha256": digestOf(file)}
}

// refusedLater refuses to submit a session once more.
func refusedLater(status int) func(c *call) bool {
	sent := newMemory()
	return func(c *call) bool {
		if c.op != "submit" {
			return false
		}
		_, did := sent.keep(sessionIn(c), func() any { return true })
		if did {
			c.refuse(status)
		}
		return did
	}
}

// firstSent tells an endpoint of the first submission alone.
func firstSent() layer {
	first := newMemory()
	return layer{delivery: func(s *shipment) bool {
		var o obj
		if s.event() != "submission.sent" || json.Unmarshal(s.body, &o) != nil {
			return false
		}
		d, _ := o["data"].(obj)
		one, _ := first.keep(s.url, func() any { return text(d, "session_id") })
		s.drop = one != text(d, "session_id")
		return s.drop
	}}
}

// earlier moves a time back.
func earlier(member string, by time.Duration) func(o obj) {
	return func(o obj) {
		if at, err := time.Parse(time.RFC3339, text(o, member)); err == nil {
			o[member] = at.Add(-by).Format("2006-01-02T15:04:05.000Z07:00")
		}
	}
}

// unaskedTests sends test events to those endpoints alone that are registered for them.
func unaskedTests() layer {
	others, touched := newMemory(), new(atomic.Int64)
	return layer{touched: touched, verb: func(verb string, in, out obj) bool {
		if events, _ := in["events"].([]any); verb == "create-endpoint" && len(events) > 0 && !slices.Contains(events, any("webhook.test")) {
			others.put(text(out, "endpoint_id"), true)
		}
		return false
	}, instead: func(verb string, in obj) (obj, bool) {
		_, is := others.snapshot()[text(in, "endpoint_id")]
		is = is && verb == "send-test-event"
		if is {
			touched.Add(1)
		}
		return obj{"delivery_id": "dlv_nowhere"}, is
	}}
}

// firstSigned tells of each envelope at an endpoint as of one of the session that was told of there first.
func firstSigned() layer {
	first := newMemory()
	return deliver(func(s *shipment) bool {
		var o obj
		if s.event() != "esign.completed" || json.Unmarshal(s.body, &o) != nil {
			return false
		}
		told := asObject(o["data"])
		kept, _ := first.keep(s.url, func() any { return told["session_id"] })
		did := kept != told["session_id"]
		told["session_id"] = kept
		s.body, _ = json.Marshal(o)
		s.sign(s.secret, s.body)
		return did
	})
}

// toldOfBefore tells a new endpoint of the envelope that its workspace completed last.
func toldOfBefore() layer {
	signed := newMemory()
	return layer{verb: func(verb string, in, out obj) bool {
		envelope, known := signed.snapshot()[text(in, "org_id")].(obj)
		if verb == "complete-envelope" {
			signed.put(text(in, "org_id"), in)
		}
		if verb != "create-endpoint" || !known {
			return false
		}
		tell(obj{"url": in["url"], "secret": out["secret"]}, "dlv_before"+text(out, "endpoint_id"), "esign.completed",
			obj{"session_id": envelope["session_id"], "envelope_id": envelope["envelope_id"], "completed_at": "2026-11-21T10:00:00.000Z"})
		return true
	}}
}
