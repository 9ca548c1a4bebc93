package checks_test

import (
	"encoding/json"
	"strings"
)

// plantedEndings are faults of intakes that come to their end in another way than by an answer and one fill.
func plantedEndings() []plant {
	return []plant{
		{"EVT-01", "a session that was filled early is not told of", afterCall(completedEvent, filledOpen)},
		{"EVT-01", "an intake that ends with a skip is not told of", afterCall(completedEvent, endsWithSkip)},
		{"EVT-01", "an intake that ends with a file is not told of", untold(completedEvent, afterFile())},
		{"EVT-05", "a session that a file completed keeps its status", keepsStatus(afterFile())},
	}
}

const completedEvent = "fill_session.completed"

func filledOpen(c *call) bool { return c.op == "fill" && strings.Contains(string(c.out), "still open") }

func endsWithSkip(c *call) bool {
	var o obj
	return asksForSkip(c) && json.Unmarshal(c.out, &o) == nil && lastTurn(o)
}

// afterFile says whether a call is a fill of a session that was given a file last.
func afterFile() func(c *call) bool {
	last := newMemory()
	return func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		switch {
		case c.op == "answer" || c.op == "extract":
			last.put(parts[2], c.op)
		case c.op == "fill":
			return last.snapshot()[parts[2]] == "extract"
		}
		return false
	}
}

// untold tells nobody of sessions on which such a call was made.
func untold(event string, by func(c *call) bool) layer {
	quiet := newMemory()
	return layer{request: func(c *call) bool {
		if by(c) {
			quiet.put(splitPath(c.r.URL.Path)[2], true)
		}
		return false
	}, delivery: func(s *shipment) bool {
		_, is := quiet.snapshot()[sessionOf(s)]
		s.drop = s.drop || is && s.event() == event
		return s.drop
	}}
}

// sessionOf is the session that a delivery tells of.
func sessionOf(s *shipment) string {
	var o obj
	_ = json.Unmarshal(s.body, &o)
	d, _ := o["data"].(obj)
	return text(d, "session_id")
}

// keepsStatus shows sessions that were filled in a certain way with the status that they had before.
func keepsStatus(filled func(c *call) bool) layer {
	was, kept := newMemory(), newMemory()
	return layer{request: func(c *call) bool {
		if id := splitPath(c.r.URL.Path); filled(c) {
			kept.put(id[2], was.snapshot()[id[2]])
		}
		return false
	}, response: func(c *call) bool {
		return c.op == "get" && c.ok() && c.edit(func(o obj) bool {
			old, is := kept.snapshot()[text(o, "session_id")]
			if !is || old == nil {
				was.put(text(o, "session_id"), o["status"])
				return false
			}
			did := o["status"] != old
			o["status"] = old
			return did
		})
	}}
}
