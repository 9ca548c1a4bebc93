package checks_test

import (
	"encoding/json"
	"strings"
)

// nearEndings are choices that come near the faults of how an intake comes to its end.
func nearEndings() []plant {
	all := []plant{
		{"EVT-01", "a session has a form for each line of business", formless(func(in obj) bool { return in["lobs"] != nil })},
		{"EVT-01", "a session of no state has no form", formless(func(in obj) bool { return in["state"] != nil })},
		{"EVT-01", "no session has a form", formless(func(obj) bool { return false })},
	}
	for _, id := range strings.Fields("EVT-01 EVT-05") {
		all = append(all,
			plant{id, "forms that were rendered before are complete with the last turn", completeWithTurn()},
			plant{id, "open sessions are not filled", named("400 for fill on an open session").layer()},
			plant{id, "a request to skip changes nothing", unskipped()},
			plant{id, "nothing is found in files", layer{request: func(c *call) bool {
				did := c.op == "extract"
				if did {
					c.answer(200, obj{"extracted_count": 0, "confidence": nil, "notes": []any{}})
				}
				return did
			}}},
			plant{id, "a session that was filled is filled no more", filledOnce()})
	}
	return all
}

// formless renders no form of a session that was not created in some way, and tells nobody of it.
func formless(has func(in obj) bool) layer {
	without := newMemory()
	return layer{response: func(c *call) bool {
		var in, o obj
		did := c.op == "create" && c.ok() && json.Unmarshal(c.in, &in) == nil && json.Unmarshal(c.out, &o) == nil && !has(in)
		if did {
			without.put(text(o, "session_id"), true)
		}
		return did
	}, request: func(c *call) bool {
		did := c.op == "fill" && without.snapshot()[splitPath(c.r.URL.Path)[2]] != nil
		if did {
			c.answer(200, obj{"forms": []any{}, "note": "No form applies."})
		}
		return did
	}}
}

// unskipped takes a request to skip for a greeting.
func unskipped() layer {
	return layer{request: func(c *call) bool {
		return asksForSkip(c) && c.requested("answer", func(o obj) bool { o["message"] = "Hello"; return true })
	}}
}

// filledOnce refuses to fill a session that was filled.
func filledOnce() layer {
	filled := newMemory()
	return layer{request: func(c *call) bool {
		if c.op != "fill" {
			return false
		}
		_, did := filled.snapshot()[splitPath(c.r.URL.Path)[2]]
		if did {
			c.refuse(400)
		}
		return did
	}, response: func(c *call) bool {
		if c.op == "fill" && c.ok() {
			filled.put(splitPath(c.r.URL.Path)[2], true)
		}
		return false
	}}
}

// completeWithTurn tells of a session whose forms were filled before with the turn that finishes its intake, and not at the fill
// after that.
func completeWithTurn() layer {
	filled, told := newMemory(), newMemory()
	l := posting(func(known []obj) func(*call) bool {
		return func(c *call) bool {
			if filledOpen(c) {
				filled.put(splitPath(c.r.URL.Path)[2], true)
			}
			ends := false
			if c.op == "answer" && c.ok() {
				c.edit(func(o obj) bool { ends = lastTurn(o); return false })
			}
			if !ends || filled.snapshot()[splitPath(c.r.URL.Path)[2]] == nil {
				return false
			}
			session := splitPath(c.r.URL.Path)[2]
			told.put(session, true)
			for _, one := range known {
				if keys.snapshot()[text(one, "org_id")] == bearer(c) {
					completionTo(one, "dlv_turn"+session+text(one, "url"), session)
				}
			}
			return true
		}
	})
	l.delivery = func(s *shipment) bool {
		_, is := told.snapshot()[sessionOf(s)]
		s.drop = s.drop || is && s.event() == completedEvent && !strings.Contains(string(s.body), "dlv_turn")
		return s.drop
	}
	return l
}
