package checks_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"time"
)

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
	b, _ := json.Marshal(obj{"id": id, "event": "fill_session.completed", "created_at": "2026-11-21T10:00:00.000Z",
		"data": obj{"session_id": session, "org_id": endpoint["org_id"], "completed_at": "2026-11-21T10:00:00.000Z", "status": "complete"}})
	s := shipment{url: text(endpoint, "url"), method: "POST", header: http.Header{"Content-Type": {"application/json"}}, body: b}
	s.header.Set("X-Service-Event", "fill_session.completed")
	s.header.Set("X-Service-Delivery", id)
	s.sign(text(endpoint, "secret"), b)
	post(s)
}

// eager reports completion when a session is created.
func eager() layer {
	return posting(func(known []obj) func(*call) bool {
		return func(c *call) bool {
			var o obj
			if c.op != "create" || json.Unmarshal(c.out, &o) != nil {
				return false
			}
			for _, one := range known {
				completionTo(one, "dlv_eager"+text(o, "session_id"), text(o, "session_id"))
			}
			return len(known) > 0
		}
	})
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

func splitPath(path string) []string {
	var parts []string
	for _, p := range bytes.Split(bytes.Trim([]byte(path), "/"), []byte("/")) {
		parts = append(parts, string(p))
	}
	return parts
}

// sameDelivery gives every delivery of a completion one id.
func sameDelivery() layer {
	return body("fill_session.completed", func(o obj) { o["id"] = sameID })
}

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

// allFaults lists every fault, made anew, as some keep state.
func allFaults() []plant {
	var all []plant
	for _, f := range slices.Concat(apiFaults, signInFaults, errorFaults, deliveryFaults) {
		all = append(all, plant{f.id, "", f.layer})
	}
	return slices.Concat(all,
		plantedSessions(),
		plantedIntake(),
		plantedForms(),
		plantedSubmit(),
		plantedAuth(),
		plantedOAuth(),
		plantedEvents(),
		plantedDeliveries(),
		plantedErrors(),
		plantedLimits(),
		plantedCorners(),
		plantedNarrow(),
		plantedPlaces(),
		plantedHindsight(),
		plantedSequel(),
		plantedSecond(),
		plantedRefusals(),
		plantedArrivals(),
		plantedRepeats(),
		plantedMoments(),
		plantedRates(),
		plantedMixups(),
		plantedLater(),
		plantedDamage(),
		plantedApart(),
		plantedBeside(),
		plantedRetold(),
		plantedTogether(),
		plantedPromptly(),
		plantedBodies(),
		plantedUnread(),
		plantedUnanswered(),
		plantedFailing(),
		plantedRefused(),
		plantedRounds(),
		plantedStays(),
		plantedStrangers(),
		plantedLives(),
		plantedLiterals(),
		plantedLately(),
		plantedTold(),
		plantedByToken(),
		plantedCredentials(),
		plantedEndings(),
		plantedPlaced(),
		plantedHeaders(),
		plantedPauses(),
		plantedHistory(),
		plantedSignIns(),
		plantedEntries(),
		plantedRemains(),
		plantedFiner(),
		plantedHabits(),
		plantedAttempts(),
		plantedDepths(),
		plantedLasting(),
		plantedCodes(),
		plantedEndless(),
		plantedWordings(),
		plantedSeconds(),
		plantedClient(),
		plantedSiblings(),
		plantedNames(),
	)
}
