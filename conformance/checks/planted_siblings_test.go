package checks_test

import (
	"encoding/json"
	"time"
)

// plantedSiblings are faults of what is done with one endpoint, in one month or after one pause, and shows in another.
func plantedSiblings() []plant {
	return []plant{
		{"HOOK-18", "with a second attempt, all endpoints are told of it again", withSiblings()},
		{"LIM-06", "there is no cap after the month in which it was reached", uncappedLater(0)},
		{"LIM-06", "there is no cap in December", uncappedLater(time.December)},
		{"LIM-12", "a pause of more than a minute is told as one of two seconds", limiting(cutShort)},
	}
}

// nearSiblings are choices that come near them.
func nearSiblings() []plant {
	return []plant{
		{"HOOK-18", "a connection that broke is tried once more at once", deliver(func(s *shipment) bool {
			s.stubborn = true
			return true
		})},
		{"LIM-12", "a rate of one call in two hours has another one of each second before it", limiting(eachSecondToo)},
		{"LIM-12", "other refusals come now and then", named("429 now and then").layer()},
	}
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

// uncappedLater takes what is refused for the plan in one month, or in each after the first one.
func uncappedLater(month time.Month) layer {
	k, first := newTicking(), newMemory()
	return layer{clocked: true, verb: k.verb, response: func(c *call) bool {
		if c.op != "create" || c.status != 402 {
			return false
		}
		is := k.now().UTC()
		was, _ := first.keep(bearer(c), func() any { return is })
		taken := is.Month() == month
		if month == 0 {
			taken = is.Sub(was.(time.Time)) > 7*24*time.Hour
		}
		if taken {
			c.answer(200, obj{"session_id": "ses_more", "insured_name": "x"})
		}
		return taken
	}}
}

// cutShort is beginsAnew, and names no more than two seconds of a long window.
func cutShort(s *spree, rate window, now time.Time) time.Duration {
	if s.opens(rate, now) {
		return 0
	}
	rest := max(s.until.Sub(now), 1)
	if rate.length > time.Minute {
		rest = min(rest, 2*time.Second)
	}
	return rest
}

// eachSecondToo names the rest of a second while that is spent, and then that of the window.
func eachSecondToo(s *spree, rate window, now time.Time) time.Duration {
	s.calls = append(s.calls, now)
	if n := len(s.calls); n > 1 && rate.length > time.Minute && now.Sub(s.calls[n-2]) < time.Second {
		return time.Second
	}
	if s.opens(rate, now) {
		return 0
	}
	return max(s.until.Sub(now), 1)
}
