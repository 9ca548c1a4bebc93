package selftest_test

import (
	"encoding/json"
	"strings"
	"sync"
	"time"
)

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

// notSkippable takes no request to skip, and says so.
func notSkippable() layer {
	asked := newMemory()
	return layer{request: func(c *call) bool {
		did := asksForSkip(c) && c.requested("answer", func(o obj) bool { o["message"] = "Hello"; return true })
		asked.put(sessionIn(c), did)
		return did
	}, response: func(c *call) bool {
		told := c.op == "answer" && asked.snapshot()[sessionIn(c)] == true
		return told && c.edit(func(o obj) bool { o["message"] = "We need to know that: it cannot be skipped."; return true })
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

// whenData does something to deliveries of an event with such data only.
func whenData(event string, holds func(data obj) bool, do func(s *shipment)) layer {
	return deliver(func(s *shipment) bool {
		var o obj
		_ = json.Unmarshal(s.body, &o)
		d, _ := o["data"].(obj)
		did := s.event() == event && holds(d)
		if did {
			do(s)
		}
		return did
	})
}

// afterCall drops the events of sessions on which such a call was made.
func afterCall(event string, is func(c *call) bool) layer {
	met := newMemory()
	l := deliver(func(s *shipment) bool {
		var o obj
		_ = json.Unmarshal(s.body, &o)
		d, _ := o["data"].(obj)
		_, s.drop = met.snapshot()[text(d, "session_id")]
		s.drop = s.drop && s.event() == event
		return s.drop
	})
	l.response = func(c *call) bool {
		if is(c) && c.ok() {
			met.put(splitPath(c.r.URL.Path)[2], true)
		}
		return false
	}
	return l
}

// statusLate shows the status of a session as it was before its fill until a time after it. It plays a slow server, whose time is this
// machine's.
func statusLate(by time.Duration) layer {
	type past struct {
		status any
		until  time.Time
	}
	were := newMemory()
	return layer{request: func(c *call) bool {
		if c.op == "fill" {
			body, _ := c.beside("GET", "")
			var o obj
			_ = json.Unmarshal(body, &o)
			were.put(sessionIn(c), past{o["status"], time.Now().Add(by)})
		}
		return c.op == "fill"
	}, response: func(c *call) bool {
		was, is := were.snapshot()[sessionIn(c)].(past)
		return c.op == "get" && c.ok() && is && time.Now().Before(was.until) && c.edit(func(o obj) bool { o["status"] = was.status; return true })
	}}
}

// completedBySkip tells of a completion when a request to skip ends an intake.
func completedBySkip() layer {
	return posting(func(known []obj) func(*call) bool {
		return func(c *call) bool {
			var o obj
			if c.op != "answer" || !asksForSkip(c) || json.Unmarshal(c.out, &o) != nil || o["done"] != true {
				return false
			}
			for _, one := range known {
				go completionTo(one, "dlv_skip"+sessionIn(c), sessionIn(c))
			}
			return len(known) > 0
		}
	})
}

// completedByFill reports a completion at every fill, whatever is still to be asked.
func completedByFill() layer {
	open := newMemory()
	return posting(func(known []obj) func(*call) bool {
		return func(c *call) bool {
			if c.op != "fill" && c.op != "answer" || !c.ok() {
				return false
			}
			session := splitPath(c.r.URL.Path)[2]
			if c.op == "answer" {
				c.edit(func(o obj) bool { open.put(session, o["done"] == false); return false })
				return false
			}
			if open.snapshot()[session] != true {
				return false
			}
			for _, one := range known {
				completionTo(one, "dlv_fill"+session, session)
			}
			return len(known) > 0
		}
	})
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

func headedAs(event, name string) layer { return body(event, put("event", name)) }

// deaf fails at an operation in workspaces that have endpoints.
func deaf(op string) layer {
	listening := newMemory()
	return layer{verb: func(verb string, in, _ obj) bool {
		if verb == "create-endpoint" {
			if key, known := keys.snapshot()[text(in, "org_id")].(string); known {
				listening.keep(key, func() any { return true })
			}
		}
		return false
	}, request: func(c *call) bool {
		did := c.op == op && listening.snapshot()[bearer(c)] != nil
		if did {
			c.refuse(500)
		}
		return did
	}}
}

// untilRead holds completions back until a session is read.
func untilRead() layer {
	held := newMemory()
	l := ofEvent("fill_session.completed", deliver(func(s *shipment) bool {
		var o obj
		_ = json.Unmarshal(s.body, &o)
		data, _ := o["data"].(obj)
		held.put(text(data, "session_id"), *s)
		s.drop = true
		return true
	}))
	l.response = func(c *call) bool {
		if s, is := held.snapshot()[splitPath(c.r.URL.Path)[len(splitPath(c.r.URL.Path))-1]].(shipment); is && c.op == "get" {
			post(s)
		}
		return false
	}
	return l
}

// firstCompletion tells an endpoint of the completion of one session.
func firstCompletion() layer {
	first := newMemory()
	return deliver(func(s *shipment) bool {
		var o obj
		_ = json.Unmarshal(s.body, &o)
		data, _ := o["data"].(obj)
		if s.event() != "fill_session.completed" {
			return false
		}
		was, _ := first.keep(s.url, func() any { return text(data, "session_id") })
		s.drop = was != text(data, "session_id")
		return s.drop
	})
}

// inData gives a member of the data of an event the value of the session that was made last.
func inData(event, member string) layer {
	last := newMemory()
	l := data(event, func(d obj) { d[member] = last.snapshot()["session"].(obj)[member] })
	l.response = func(c *call) bool {
		var o obj
		if c.op == "create" && c.ok() && json.Unmarshal(c.out, &o) == nil {
			last.put("session", o)
		}
		return false
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

// storedLate shows some members of a session as they were last read until a time after it was filled. It plays a slow server, whose time is
// this machine's: the judge looks twice within a moment, and nothing says when.
func storedLate(by time.Duration, members ...string) layer {
	shown, busy := newMemory(), newMemory()
	return layer{request: func(c *call) bool {
		if c.op == "fill" {
			busy.put(sessionIn(c), true)
		}
		return false
	}, response: func(c *call) bool {
		id := sessionIn(c)
		switch {
		case c.op == "fill":
			time.Sleep(by)
			busy.put(id, false)
			return true
		case c.op != "get" || !c.ok():
			return false
		}
		was, known := shown.snapshot()[id].(obj)
		late := known && busy.snapshot()[id] == true
		return c.edit(func(o obj) bool {
			if late {
				for _, member := range members {
					o[member] = was[member]
				}
			} else {
				shown.put(id, o)
			}
			return late
		})
	}}
}

// readLate has who reads a session that is being filled wait until that was answered, which takes a time: longer than the judge
// reads, by this machine's clock.
func readLate(by time.Duration) layer {
	var busy sync.Map // sessions, with what is closed when they are filled
	return layer{request: func(c *call) bool {
		if c.op == "fill" {
			busy.LoadOrStore(sessionIn(c), make(chan struct{}))
		}
		wait, is := busy.Load(sessionIn(c))
		if c.op == "get" && is {
			<-wait.(chan struct{})
		}
		return c.op == "get" && is
	}, response: func(c *call) bool {
		if c.op != "fill" {
			return false
		}
		time.Sleep(by)
		if wait, is := busy.LoadAndDelete(sessionIn(c)); is {
			close(wait.(chan struct{}))
		}
		return true
	}}
}

// completedEach gives each delivery of a completion a time of its own, so much after that of another.
func completedEach(later time.Duration) layer {
	times := newMemory()
	return body("fill_session.completed", func(o obj) {
		at, _ := times.keep(text(o, "id"), func() any {
			return time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(len(times.byKey)) * later).Format(time.RFC3339Nano)
		})
		if d, ok := o["data"].(obj); ok {
			d["completed_at"] = at
		}
	})
}

// untoldOfFree tells nobody of what was filled in a workspace that was made on the free plan.
func untoldOfFree(event string) layer {
	keys := newMemory()
	l := untold(event, func(c *call) bool { return c.op == "fill" && keys.snapshot()[bearer(c)] != nil })
	l.verb = func(verb string, in, out obj) bool {
		if free(verb, in) {
			keys.put(text(out, "api_key"), true)
		}
		return false
	}
	return l
}
