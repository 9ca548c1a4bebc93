package checks_test

import (
	"encoding/json"
	"time"
)

// shifted moves created_at by a time, and leaves its form.
func shifted(event string, by time.Duration) layer {
	return signedAnew(event, func(o obj) {
		at, _ := time.Parse(time.RFC3339, text(o, "created_at"))
		o["created_at"] = at.Add(by).Format("2006-01-02T15:04:05.000Z")
	})
}

// trimmed is a clock of ten milliseconds whose zeros at the end are left out.
func trimmed(event string) layer {
	return signedAnew(event, func(o obj) {
		at, _ := time.Parse(time.RFC3339, text(o, "created_at"))
		o["created_at"] = at.Truncate(10 * time.Millisecond).Format("2006-01-02T15:04:05.999Z")
	})
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

// completedBy tells every endpoint of a completion when a call was taken.
func completedBy(op string) layer {
	return posting(func(known []obj) func(*call) bool {
		return func(c *call) bool {
			if c.op != op || !c.ok() {
				return false
			}
			session := splitPath(c.r.URL.Path)[2]
			for _, one := range known {
				completionTo(one, "dlv_"+op+session, session)
			}
			return len(known) > 0
		}
	})
}

// startedAt says that a session was completed when it was created.
func startedAt() layer {
	created := newMemory()
	l := data("fill_session.completed", func(d obj) {
		if at, known := created.snapshot()[text(d, "session_id")]; known {
			d["completed_at"] = at
		}
	})
	l.response = func(c *call) bool {
		if c.op == "get" && c.ok() {
			c.edit(func(o obj) bool { created.put(text(o, "session_id"), o["created_at"]); return false })
		}
		return false
	}
	return l
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

// plantedMoments are faults of the time of events, of what comes after a delivery that failed, and of single events that
// are lost.
func plantedMoments() []plant {
	all := []plant{
		{"HOOK-03", "created_at is local time with a Z", shifted("", -5*time.Hour)},
		{"HOOK-03", "created_at of a completion is half an hour off", shifted("fill_session.completed", 30*time.Minute)},
		{"HOOK-03", "created_at of a submission is local time with a Z", shifted("submission.sent", 2*time.Hour)},
		{"HOOK-03", "created_at of a test is the beginning of time", signedAnew("webhook.test", put("created_at", "1970-01-01T00:00:00.000Z"))},
		{"HOOK-03", "zeros at the end of the milliseconds are left out", trimmed("esign.completed")},
		{"HOOK-12", "an endpoint gets nothing after a delivery that failed", offended("", 3)},
		{"HOOK-12", "a fourth attempt where the third got no answer", fourthUnanswered()},
		{"HOOK-16", "a second attempt is given up after 3 s", impatientAt(2)},
		{"HOOK-18", "206 does not count as delivered", countsAs(500, 206)},
		{"HOOK-18", "226 does not count as delivered", countsAs(500, 226)},
		{"HOOK-15", "the third attempt comes 4 s after the second", sooner(3, 4*time.Second)},
		{"HOOK-20", "a delivery that is to be made again is in the log as failed", logged(func(d obj) {
			if tries, _ := d["attempts"].([]any); d["status"] == "pending" && len(tries) > 0 {
				d["status"] = "failed"
			}
		})},
		{"HOOK-21", "a failed delivery is made again when something else happens", resumed()},
		{"HOOK-21", "a fourth attempt of a completion after a minute", fourthOf("fill_session.completed", time.Minute)},
		{"HOOK-23", "an envelope that completes for the fourth time is told again", absentMinded(false)},
		{"HOOK-23", "an envelope that completes again is told again until it is taken", absentMinded(true)},
		{"EVT-02", "a completion comes with an upload", completedBy("extract")},
		{"EVT-05", "completed_at is when the session was created", startedAt()},
		{"EVT-07", "sent_at is null", data("submission.sent", put("sent_at", nil))},
		{"EVT-09", "completed_at is null", data("esign.completed", put("completed_at", nil))},
		{"EVT-10", "one test of many is lost", lostAt("webhook.test", 2)},
		{"EVT-08", "one signature of many is lost", lostAt("esign.completed", 2)},
	}
	for _, event := range []string{"fill_session.completed", "submission.sent", "esign.completed"} {
		all = append(all, plant{"HOOK-12", "a fourth attempt of " + event, fourthOf(event, 5*time.Second)},
			plant{"HOOK-12", "what gets no answer counts as delivered: " + event, unanswered(event)})
	}
	return all
}
