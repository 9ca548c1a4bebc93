package selftest_test

import (
	"context"
	"encoding/json"
	"net/http/httptrace"
	"strings"
	"time"
)

// impatient gives a first attempt up after 3 s by the server's clock.
func impatient() layer { return impatientAt(1) }

// impatientAt does so with the nth attempt.
func impatientAt(n int) layer {
	k := newTicking()
	return layer{clocked: true, verb: k.verb, delivery: func(s *shipment) bool {
		if s.n != n {
			return false
		}
		due := k.now().Add(3 * time.Second)
		s.within = func(ctx context.Context) (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancel(ctx)
			go func() {
				defer cancel()
				k.until(ctx, due)
			}()
			return ctx, cancel
		}
		return true
	}}
}

// resigned takes a first attempt that is not answered for a delivered one.
func resigned() layer {
	return deliver(func(s *shipment) bool {
		if s.n == 1 {
			go post(*s)
			s.drop, s.answer = true, 200
		}
		return s.n == 1
	})
}

// redriven sends a failed delivery again when the clock moves.
func redriven() layer {
	failed := newMemory()
	return layer{delivery: func(s *shipment) bool {
		failed.add(*s)
		return false
	}, verb: func(verb string, in, _ obj) bool {
		seconds, _ := in["seconds"].(float64)
		if verb != "advance-clock" || seconds < 3600 {
			return false
		}
		for _, s := range failed.list() {
			post(s.(shipment))
		}
		return true
	}}
}

// swallowed tells the server that a delivery to a closed port arrived.
func swallowed() layer {
	return layer{delivery: func(s *shipment) bool {
		s.drop, s.answer = true, 200
		return true
	}}
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

// heedful makes a second attempt some time after a first one whose answer asked for a pause.
func heedful(after time.Duration) layer {
	k, paused := newTicking(), newMemory()
	return layer{clocked: true, verb: k.verb, shipped: func(s *shipment, _ map[string]string) bool {
		if s.n == 1 && s.pause != "" {
			paused.put(s.url, k.now().Add(after))
		}
		return false
	}, delivery: func(s *shipment) bool {
		due, is := paused.snapshot()[s.url].(time.Time)
		if is = is && s.n == 2; is {
			k.until(servers.ctx, due)
		}
		return is
	}}
}

// retimed delays attempts after the first by a time, or sends them early.
func retimed(n int, by time.Duration) layer {
	return deliver(func(s *shipment) bool {
		if s.n == n {
			pause(by)
		}
		return s.n == n
	})
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

// laterOnceFailed sends third attempts 5 s late, by the server's clock, to an endpoint that another delivery came to before.
func laterOnceFailed() layer {
	k, first := newTicking(), newMemory()
	return layer{clocked: true, verb: k.verb, delivery: func(s *shipment) bool {
		id := s.header.Get("X-Service-Delivery")
		known, _ := first.keep(s.url, func() any { return id })
		if s.drop = s.n == 3 && known != id; !s.drop {
			return false
		}
		s.answer = 500
		due := k.now().Add(5 * time.Second)
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

// lastingHeader makes no further attempt while the header of a first answer lasts, and so it is when it never ends.
func lastingHeader() layer {
	under := newMemory()
	return layer{told: true, delivery: func(s *shipment) bool {
		if s.n == 1 {
			s.within = func(ctx context.Context) (context.Context, context.CancelFunc) {
				return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotFirstResponseByte: func() { under.put(s.url, true) }}), func() {}
			}
			return false
		}
		if s.drop = under.snapshot()[s.url] == true; s.drop {
			s.answer = 200
		}
		return s.drop
	}, shipped: func(s *shipment, _ map[string]string) bool {
		if s.n == 1 && !s.lost {
			under.put(s.url, false)
		}
		return false
	}}
}

// fourthAfterTimeout sends the third attempt of a delivery once more, whose first got no answer.
func fourthAfterTimeout() layer {
	lost := newMemory()
	return layer{told: true, delivery: func(s *shipment) bool {
		did := s.n == 3 && lost.snapshot()[idOf(s)] != nil
		if did {
			s.again = 1
		}
		return did
	}, shipped: func(s *shipment, _ map[string]string) bool {
		if s.n == 1 && s.lost {
			lost.put(idOf(s), true)
		}
		return false
	}}
}

// twoAttempts takes a second attempt for a delivered one where the first was not answered.
func twoAttempts() layer {
	unanswered := newMemory()
	return layer{told: true, delivery: func(s *shipment) bool {
		_, was := unanswered.snapshot()[s.url]
		if was && s.n == 2 {
			go post(*s)
			s.drop, s.answer = true, 200
		}
		return was && s.n == 2
	}, shipped: func(s *shipment, _ map[string]string) bool {
		if s.n == 1 && s.lost {
			unanswered.put(s.url, true)
		}
		return false
	}}
}

// offended sends nothing more to an endpoint once an attempt there had a number.
func offended(event string, n int) layer {
	shut := newMemory()
	return deliver(func(s *shipment) bool {
		if _, known := shut.snapshot()[s.url]; known && s.n == 1 {
			s.drop = true
			return true
		}
		if s.n == n && (event == "" || s.event() == event) {
			shut.put(s.url, true)
		}
		return false
	})
}

// fourthOf sends a fourth attempt of one event, after a third that was not taken.
func fourthOf(event string, after time.Duration) layer {
	l := fourth(after)
	return layer{clocked: true, verb: l.verb, delivery: ofEvent(event, l).delivery}
}

// fourthUnanswered sends a fourth attempt where the third got no answer.
func fourthUnanswered() layer {
	k := newTicking()
	return layer{clocked: true, told: true, verb: k.verb, delivery: func(*shipment) bool { return false }, shipped: func(s *shipment, _ map[string]string) bool {
		if s.n != 3 || !s.lost {
			return false
		}
		due := k.now().Add(5 * time.Second)
		go func(s shipment) { k.until(servers.ctx, due); post(s) }(*s)
		return true
	}}
}

// resumed makes failed deliveries of an endpoint again when it is told of something else.
func resumed() layer {
	failed := newMemory()
	return layer{told: true, delivery: func(s *shipment) bool {
		old, known := failed.snapshot()[s.url].(shipment)
		if !known || s.n != 1 {
			return false
		}
		failed.put(s.url, nil)
		go post(old)
		return true
	}, shipped: func(s *shipment, _ map[string]string) bool {
		if s.n == 3 {
			failed.put(s.url, *s)
		}
		return false
	}}
}

// unanswered lets attempts of one event that get no answer count as delivered.
func unanswered(event string) layer {
	return deliver(func(s *shipment) bool {
		s.answer = 0
		if s.event() == event {
			s.ifLost = 200
		}
		return s.ifLost != 0
	})
}

// closedCounts lets attempts count as delivered whose connection was closed, rather than reset, before an answer.
func closedCounts() layer {
	return deliver(func(s *shipment) bool {
		s.ifClosed = 200
		return true
	})
}

// countedOfEndpoint makes no further attempt where three failed at an endpoint, of whatever delivery.
func countedOfEndpoint() layer {
	failed := newMemory()
	return layer{told: true, delivery: func(*shipment) bool { return false }, shipped: func(s *shipment, _ map[string]string) bool {
		if s.status/100 == 2 {
			return false
		}
		failed.mu.Lock()
		defer failed.mu.Unlock()
		n, _ := failed.byKey[s.url].(int)
		failed.byKey[s.url] = n + 1
		if n >= 3 {
			s.answer = 200
		}
		return n >= 3
	}}
}

// ofEvent restricts a change to deliveries of an event.
func ofEvent(event string, l layer) layer {
	inner := l.delivery
	l.delivery = func(s *shipment) bool { return s.event() == event && inner(s) }
	return l
}

// withSiblings sends what other endpoints were told of the same once more.
func withSiblings() layer {
	first := newMemory()
	return deliver(func(s *shipment) bool {
		var o obj
		if json.Unmarshal(s.body, &o) != nil {
			return false
		}
		told, _ := o["data"].(obj)
		of := s.event() + " " + text(told, "session_id") + " " + text(told, "envelope_id") + " "
		first.keep(of+s.url, func() any { return *s })
		did := false
		for key, one := range first.snapshot() {
			sibling := one.(shipment)
			if s.n == 2 && key == of+sibling.url && sibling.url != s.url {
				did = true
				post(sibling)
			}
		}
		return did
	})
}

// attemptsInTurn makes attempts one after the other, whichever endpoints they are of.
func attemptsInTurn() layer {
	k, turn := newTicking(), make(chan struct{}, 1)
	return layer{clocked: true, told: true, verb: k.verb, delivery: func(s *shipment) bool {
		turn <- struct{}{}
		k.fullTime(s)
		return true
	}, shipped: func(*shipment, map[string]string) bool {
		<-turn
		return false
	}}
}
