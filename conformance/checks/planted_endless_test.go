package checks_test

import (
	"context"
	"net/http/httptrace"
	"strings"
	"sync"
	"time"
)

// plantedEndless are faults of attempts whose answers last, of answers that say nothing, and of what is done twice.
func plantedEndless() []plant {
	return []plant{
		{"HOOK-16", "the header of an answer is waited for as long as something of it comes", lastingHeader()},
		{"HOOK-18", "what is labelled as JSON and empty does not count as delivered", layer{delivery: func(s *shipment) bool {
			s.whole = true
			return false
		}, shipped: func(s *shipment, _ map[string]string) bool {
			did := s.status/100 == 2 && strings.HasPrefix(s.label, "application/json") && len(s.said) == 0
			if did {
				s.answer = 500
			}
			return did
		}}},
		{"HOOK-23", "an envelope that is completed twice at one time is told twice", toldByEach()},
		{"EVT-06", "a submission is told of before the account is looked for", toldWithoutAccount()},
		{"EVT-06", "a submission that is asked for once more is told of once more", sentAgain(lateRefused, func(*call, int) {})},
		{"EVT-06", "so it is where there is a new document, which stays where it is", sentAgain(lateKept, func(*call, int) {})},
	}
}

// nearEndless are choices near them.
func nearEndless() []plant {
	return []plant{
		{"HOOK-16", "the header of an answer is all that counts", deliver(func(*shipment) bool { return true })},
		{"HOOK-16", "an answer is read to its end, within the time of the attempt", deliver(func(s *shipment) bool { s.whole = true; return true })},
		{"HOOK-23", "one hook call for an envelope at a time", oneCompletionAtATime()},
		{"EVT-06", "a submission is sent once more, with its documents, under its id", sentAgain(lateSent, func(*call, int) {})},
		{"EVT-06", "a submission is sent once more under another id", sentAgain(lateRefused, func(c *call, n int) {
			c.edit(func(o obj) bool { o["submission_id"] = anew(text(o, "submission_id"), n); return true })
		})},
		{"EVT-06", "a session is submitted once", layer{request: refusedLater(400)}},
	}
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
