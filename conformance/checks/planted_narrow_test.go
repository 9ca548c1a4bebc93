package checks_test

import (
	"encoding/json"
	"strings"
)

// plantedNarrow are faults of limits, events and the log that only one of several cases shows.
func plantedNarrow() []plant {
	return []plant{
		{"API-ME-06", "org_name of a token is the person's", where(oauth, set("me", "org_name", "Pat's workspace"))},
		{"ERR-07", "a broken appointment request is 404", unread("appointment", 404)},
		{"ERR-07", "a broken appointment request is 409", unread("appointment", 409)},
		{"ERR-07", "a broken registration is 404", unread("register", 404)},
		{"ERR-07", "a broken registration breaks the server", unread("register", 500)},
		{"ERR-07", "a broken registration is an empty one", layer{request: func(c *call) bool {
			did := c.op == "register" && !json.Valid(c.in)
			if did {
				c.in = []byte(`{"redirect_uris": ["http://127.0.0.1:48127/callback"]}`)
			}
			return did
		}}},
		{"ERR-07", "a broken body is an empty appointment request", layer{request: func(c *call) bool {
			broken := c.op == "appointment" && !json.Valid(c.in)
			if broken {
				c.in = []byte("{}")
			}
			return broken
		}}},
		{"EVT-03", "org_id of the completion is another", data("fill_session.completed", put("org_id", "org_other"))},
		{"EVT-08", "only the first envelope of a session is told", onceForSession()},
		{"HOOK-08", "only the first 512 bytes are signed", deliver(func(s *shipment) bool {
			if len(s.body) > 512 {
				s.sign(s.secret, s.body[:512])
			}
			return len(s.body) > 512
		})},
		{"HOOK-20", "an answer 404 is recorded as delivered", logged(func(d obj) {
			eachAttempt(d, func(o obj) {
				if o["response_status"] == 404.0 {
					d["status"] = "delivered"
				}
			})
		})},
		{"LIM-02", "the cap does not hold for tokens", layer{response: func(c *call) bool {
			capped := c.op == "create" && c.status == 402 && oauth(c)
			if capped {
				c.answer(200, obj{"session_id": "ses_more", "insured_name": "x"})
			}
			return capped
		}}},
		{"LIM-04", "submit is refused at the cap", refusedAtCap("submit")},
		{"LIM-13", "the second call of any rate counts for all", sharedRate()},
	}
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

// refusedAtCap refuses an operation for the plan once a create of the workspace was.
func refusedAtCap(op string) layer {
	full := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "create" && c.status == 402 {
			full.keep(bearer(c), func() any { return true })
		}
		_, known := full.snapshot()[bearer(c)]
		if c.op == op && known {
			c.refuse(402)
		}
		return c.op == op && known
	}}
}

// sharedRate refuses answers of every workspace that has a rate, once one of them was refused.
func sharedRate() layer {
	rated, spent := newMemory(), newMemory()
	return layer{verb: func(verb string, in, _ obj) bool {
		if verb == "set-rate" && in["operation"] == "answers" {
			if key, known := keys.snapshot()[text(in, "org_id")].(string); known {
				rated.keep(key, func() any { return true })
			}
		}
		return false
	}, response: func(c *call) bool {
		if c.op != "answer" || !strings.HasPrefix(bearer(c), "bsk_") {
			return false
		}
		if c.status == 429 {
			spent.keep("", func() any { return true })
			return false
		}
		_, has := rated.snapshot()[bearer(c)]
		if has && len(spent.snapshot()) > 0 {
			c.refuse(429)
			return true
		}
		return false
	}}
}

// unread answers bodies that are no JSON object with another status.
func unread(op string, status int) layer {
	return layer{response: func(c *call) bool {
		var o obj
		did := c.op == op && c.status/100 == 4 && (json.Unmarshal(c.in, &o) != nil || o == nil)
		if did {
			c.refuse(status)
		}
		return did
	}}
}
