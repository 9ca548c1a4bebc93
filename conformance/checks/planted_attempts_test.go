package checks_test

import (
	"encoding/json"
	"strings"
	"time"
)

// plantedAttempts are faults of attempts beside others, and of answers that are no plain ones.
func plantedAttempts() []plant {
	return []plant{
		{"HOOK-12", "a retry is lost when another delivery of the endpoint fails", oneRetry()},
		{"HOOK-12", "an attempt that finds nobody is not counted", uncounted()},
		{"HOOK-13", "a delivery within a second of another waits for 3 s", debounced(3 * time.Second)},
		{"HOOK-19", "an answer that says ok is taken for one", wellRead()},
		{"HOOK-20", "a delivery whose last attempt timed out stays pending", stillPending()},
		{"HOOK-21", "what failed is sent again after a week", redrivenAfter(7 * 24 * time.Hour)},
		{"HOOK-23", "an envelope is forgotten after an hour", forgottenAfter(time.Hour)},
		{"HOOK-26", "the wait after an attempt that finds nobody is 5 s", laterRetry(3 * time.Second)},
		{"EVT-13", "endpoints are told apart by their addresses", oneOfAddress()},
	}
}

func idOf(s *shipment) string {
	var o obj
	_ = json.Unmarshal(s.body, &o)
	return text(o, "id")
}

// oneRetry makes further attempts of the delivery of an endpoint that failed last.
func oneRetry() layer {
	last := newMemory()
	return deliver(func(s *shipment) bool {
		if s.n == 1 {
			last.put(s.url, idOf(s))
		}
		did := s.n > 1 && last.snapshot()[s.url] != idOf(s)
		if did {
			s.drop, s.answer = true, 200
		}
		return did
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

// uncounted has a fourth attempt of what never found anybody.
func uncounted() layer {
	return inLog(func(one obj, attempts []any) bool {
		did := len(attempts) == 3 && noAnswerOf(attempts[0]) && noAnswerOf(attempts[1]) && noAnswerOf(attempts[2])
		if did {
			one["attempts"] = append(attempts, attempts[2])
		}
		return did
	})
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

// debounced waits with a delivery that comes within a second of another at its endpoint.
func debounced(by time.Duration) layer {
	k, last := newTicking(), newMemory()
	return layer{verb: k.verb, delivery: func(s *shipment) bool {
		if s.n != 1 {
			return false
		}
		was, known := last.snapshot()[s.url].(time.Time)
		last.put(s.url, k.now())
		did := known && k.now().Sub(was) < time.Second
		if did {
			k.until(servers.ctx, k.now().Add(by))
		}
		return did
	}}
}

// wellRead takes an answer for a good one whose body says so.
func wellRead() layer {
	return layer{delivery: func(s *shipment) bool { s.whole = true; return false }, shipped: func(s *shipment, _ map[string]string) bool {
		did := s.status >= 300 && strings.Contains(string(s.said), "ok")
		if did {
			s.answer = 200
		}
		return did
	}}
}

// redrivenAfter sends what failed once more when some time has passed.
func redrivenAfter(some time.Duration) layer {
	k, failed := newTicking(), newMemory()
	return layer{delivery: func(s *shipment) bool {
		if s.n == 3 {
			failed.put(s.url+idOf(s), shipped{*s, k.now()})
		}
		return false
	}, verb: func(verb string, in, out obj) bool {
		k.verb(verb, in, out)
		did := false
		for key, one := range failed.snapshot() {
			if s, open := one.(shipped); verb == "advance-clock" && open && k.now().Sub(s.at) > some {
				failed.put(key, nil)
				post(s.shipment)
				did = true
			}
		}
		return did
	}}
}

// shipped is an attempt, and when it was.
type shipped struct {
	shipment
	at time.Time
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

func envelopeOf(s *shipment) string {
	var o obj
	_ = json.Unmarshal(s.body, &o)
	d, _ := o["data"].(obj)
	return text(d, "envelope_id")
}

// laterRetry makes the second attempt later than 2 s after one that found nobody.
func laterRetry(by time.Duration) layer {
	k, lost := newTicking(), newMemory()
	return layer{told: true, verb: k.verb, delivery: func(s *shipment) bool {
		did := s.n == 2 && lost.snapshot()[idOf(s)] != nil
		if did {
			k.until(servers.ctx, k.now().Add(by))
		}
		return did
	}, shipped: func(s *shipment, _ map[string]string) bool {
		if s.lost {
			lost.put(idOf(s), true)
		}
		return false
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
