package selftest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

func headerGone(name string) layer {
	return deliver(func(s *shipment) bool { s.header.Del(name); return true })
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

// inYears has the times of events and of sessions be those of a later year.
func inYears(n int) layer {
	l := signedAnew("", func(o obj) { o["created_at"] = yearsOn(o["created_at"], n) })
	l.response = change("get", func(o obj) { o["created_at"] = yearsOn(o["created_at"], n) }).response
	return l
}

func yearsOn(v any, n int) string {
	told, _ := v.(string)
	at, _ := time.Parse(time.RFC3339, told)
	return at.AddDate(n, 0, 0).UTC().Format("2006-01-02T15:04:05.000Z")
}

// failedAtOnce makes one attempt where the answer is 3xx or 4xx, and shows its delivery as failed.
func failedAtOnce() layer {
	ended := newMemory()
	return layer{delivery: func(s *shipment) bool {
		s.translate = map[int]int{302: 200, 304: 200, 404: 200}
		return false
	}, shipped: func(s *shipment, _ map[string]string) bool {
		_, did := s.translate[s.status]
		if did {
			ended.put(s.header.Get("X-Service-Delivery"), s.status)
		}
		return did
	}, verb: func(verb string, _, out obj) bool {
		list, _ := out["deliveries"].([]any)
		for _, one := range list {
			d := one.(obj)
			status, is := ended.snapshot()[text(d, "id")].(int)
			if tries, _ := d["attempts"].([]any); verb == "list-deliveries" && is && len(tries) > 0 {
				d["status"] = "failed"
				tries[0].(obj)["response_status"] = status
			}
		}
		return false
	}}
}

// failuresLogged shows nothing in the log but what failed or is on its way.
func failuresLogged() layer {
	return layer{verb: func(verb string, _, out obj) bool {
		all, listed := out["deliveries"].([]any)
		if verb != "list-deliveries" || !listed {
			return false
		}
		left := slices.DeleteFunc(slices.Clone(all), func(one any) bool { return text(asObject(one), "status") == "delivered" })
		out["deliveries"] = left
		return len(left) < len(all)
	}}
}

// basic writes a time in the basic format of ISO 8601.
func basic(value, zone string) string {
	at, err := time.Parse(time.RFC3339, value)
	if err != nil {
		return value
	}
	return at.UTC().Format("20060102T150405.000") + zone
}

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

// inLog changes deliveries in the log.
func inLog(do func(one obj, attempts []any) bool) layer {
	return layer{verb: func(verb string, _, out obj) bool {
		list, _ := out["deliveries"].([]any)
		did := false
		for _, item := range list {
			one, _ := item.(obj)
			attempts, _ := one["attempts"].([]any)
			did = verb == "list-deliveries" && do(one, attempts) || did
		}
		return did
	}}
}

func noAnswerOf(attempt any) bool {
	o, _ := attempt.(obj)
	status, _ := o["response_status"].(float64)
	return status == 0
}

// stillPending leaves a delivery pending whose last attempt was not answered after others that were.
func stillPending() layer {
	return inLog(func(one obj, attempts []any) bool {
		did := len(attempts) == 3 && !noAnswerOf(attempts[0]) && noAnswerOf(attempts[2])
		if did {
			one["status"] = "pending"
		}
		return did
	})
}

// forgottenAfter tells of an envelope once more that completes when some time has passed.
func forgottenAfter(some time.Duration) layer {
	k, told := newTicking(), newMemory()
	return layer{delivery: func(s *shipment) bool {
		if s.event() == "esign.completed" && s.n == 1 {
			told.put(envelopeOf(s), shipped{*s, k.now()})
		}
		return false
	}, verb: func(verb string, in, out obj) bool {
		k.verb(verb, in, out)
		s, known := told.snapshot()[text(in, "envelope_id")].(shipped)
		did := verb == "complete-envelope" && known && k.now().Sub(s.at) > some
		if did {
			var o obj
			_ = json.Unmarshal(s.body, &o)
			o["id"] = text(o, "id") + "_again"
			s.body, _ = json.Marshal(o)
			s.header.Set("X-Service-Delivery", text(o, "id"))
			s.sign(s.secret, s.body)
			post(s.shipment)
		}
		return did
	}}
}

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

// meeting counts the hook calls for an envelope that are under way.
type meeting struct {
	mu    sync.Mutex
	under map[string]int
}

func (m *meeting) count(envelope string, by int) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.under[envelope] += by
	return m.under[envelope]
}

// toldByEach tells of an envelope by each of two hook calls that meet.
func toldByEach() layer {
	m, met := &meeting{under: map[string]int{}}, newMemory()
	return layer{into: func(verb string, in obj) bool {
		if id := text(in, "envelope_id"); verb == "complete-envelope" {
			m.count(id, 1)
			pause(20 * time.Millisecond)
			if m.count(id, 0) > 1 {
				met.put(id, true)
			}
		}
		return false
	}, verb: func(verb string, in, _ obj) bool {
		if verb == "complete-envelope" {
			m.count(text(in, "envelope_id"), -1)
		}
		return false
	}, delivery: func(s *shipment) bool {
		id := text(dataOf(s), "envelope_id")
		did := s.n == 1 && s.event() == "esign.completed" && met.snapshot()[id] == true
		if did {
			met.put(id, false)
			go post(s.another())
		}
		return did
	}}
}

// oneCompletionAtATime refuses a hook call for an envelope while another one is under way.
func oneCompletionAtATime() layer {
	m := &meeting{under: map[string]int{}}
	return layer{fails: func(verb string, in obj) bool {
		id := text(in, "envelope_id")
		if verb != "complete-envelope" {
			return false
		}
		if m.count(id, 1) > 1 {
			m.count(id, -1)
			return true
		}
		pause(20 * time.Millisecond)
		return false
	}, verb: func(verb string, in, _ obj) bool {
		if verb == "complete-envelope" {
			m.count(text(in, "envelope_id"), -1)
		}
		return false
	}}
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

// secondSecret gives the secrets of all endpoints of a workspace but the first another prefix.
func secondSecret(prefix string) layer {
	first := newMemory()
	return layer{verb: func(verb string, in, out obj) bool {
		if verb != "create-endpoint" {
			return false
		}
		if _, had := first.keep(text(in, "org_id"), func() any { return true }); !had {
			return false
		}
		out["secret"] = prefix + strings.TrimPrefix(text(out, "secret"), "whsec_")
		return true
	}}
}

// trimmed is a clock of ten milliseconds whose zeros at the end are left out.
func trimmed(event string) layer {
	return signedAnew(event, func(o obj) {
		at, _ := time.Parse(time.RFC3339, text(o, "created_at"))
		o["created_at"] = at.Truncate(10 * time.Millisecond).Format("2006-01-02T15:04:05.999Z")
	})
}

// absentMinded takes an envelope for a new one when it completes for the fourth time, or again while its delivery is not
// taken.
func absentMinded(open bool) layer {
	last, times := newMemory(), newMemory()
	l := layer{delivery: func(s *shipment) bool {
		if s.event() != "esign.completed" {
			return false
		}
		var o obj
		_ = json.Unmarshal(s.body, &o)
		d, _ := o["data"].(obj)
		last.put(text(d, "envelope_id"), *s)
		return false
	}, told: true, shipped: func(s *shipment, _ map[string]string) bool {
		if open && s.status/100 == 2 {
			var o obj
			_ = json.Unmarshal(s.body, &o)
			d, _ := o["data"].(obj)
			last.put(text(d, "envelope_id"), nil)
		}
		return false
	}}
	l.verb = func(verb string, in, _ obj) bool {
		old, known := last.snapshot()[text(in, "envelope_id")].(shipment)
		if verb != "complete-envelope" {
			return false
		}
		n, _ := times.snapshot()[text(in, "envelope_id")].(int)
		times.put(text(in, "envelope_id"), n+1)
		if !known || !open && n < 3 {
			return false
		}
		go post(old.another())
		return true
	}
	return l
}

// sharedAttempts shows the attempts of all deliveries of an endpoint with each.
func sharedAttempts() layer {
	return layer{verb: func(verb string, _, out obj) bool {
		list, _ := out["deliveries"].([]any)
		if verb != "list-deliveries" || len(list) < 2 {
			return false
		}
		var all []any
		for _, d := range list {
			mine, _ := d.(obj)["attempts"].([]any)
			all = append(all, mine...)
		}
		for _, d := range list {
			d.(obj)["attempts"] = all
		}
		return true
	}}
}

// shortLog shows the newest delivery of an endpoint.
func shortLog() layer {
	return layer{verb: func(verb string, _, out obj) bool {
		list, _ := out["deliveries"].([]any)
		if verb != "list-deliveries" || len(list) < 2 {
			return false
		}
		out["deliveries"] = list[:1]
		return true
	}}
}

// oneSecretOfAnURL tells the secret of the first endpoint of a URL for each.
func oneSecretOfAnURL() layer {
	secrets := newMemory()
	return layer{verb: func(verb string, in, out obj) bool {
		if verb != "create-endpoint" {
			return false
		}
		first, was := secrets.keep(text(in, "url"), func() any { return text(out, "secret") })
		out["secret"] = first
		return was
	}}
}

// lastRemembered tells of an envelope again that completes again after another.
func lastRemembered() layer {
	told := newMemory()
	var mu sync.Mutex
	last := ""
	return layer{delivery: func(s *shipment) bool {
		var o obj
		if s.event() == "esign.completed" && s.n == 1 && json.Unmarshal(s.body, &o) == nil {
			d, _ := o["data"].(obj)
			told.put(text(d, "envelope_id"), *s)
		}
		return false
	}, verb: func(verb string, in, _ obj) bool {
		if verb != "complete-envelope" {
			return false
		}
		mu.Lock()
		defer mu.Unlock()
		before, now := last, text(in, "envelope_id")
		last = now
		old, known := told.snapshot()[now].(shipment)
		if !known || before == now {
			return false
		}
		go post(old.another())
		return true
	}}
}

// retried changes the headers of attempts after the first.
func retried(do func(h http.Header)) layer { return onRetry(func(s *shipment) { do(s.header) }) }
