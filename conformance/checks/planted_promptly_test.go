package checks_test

import (
	"html"
	"maps"
	"sync"
	"time"
	"unicode/utf8"
)

// plantedPromptly are faults that show to who acts on an event at once.
func plantedPromptly() []plant {
	first := newMemory()
	return []plant{
		{"EVT-05", "the event leaves before the session is stored", storedLate(330 * time.Millisecond)},
		{"API-CREATE-14", "a name is quoted for a page before it is counted", strict("create", 422, longer("insured_name", 256, func(s string) int {
			return utf8.RuneCountInString(html.EscapeString(s))
		}))},
		{"LIM-02", "sessions that are finished are not counted", finishedFree()},
		{"HOOK-22", "a session that completes again has the completed_at of the first time", data("fill_session.completed", func(o obj) {
			o["completed_at"], _ = first.keep(text(o, "session_id"), func() any { return o["completed_at"] })
		})},
	}
}

// finishedFree takes another create of a workspace of which a session was filled.
func finishedFree() layer {
	filled := newMemory()
	return layer{response: func(c *call) bool {
		switch {
		case c.op == "fill" && c.ok():
			filled.put(bearer(c), true)
		case c.op == "create" && c.status == 402 && filled.snapshot()[bearer(c)] == true:
			c.answer(200, obj{"session_id": "ses_more", "status": "open", "form_keys": []string{}})
			return true
		}
		return false
	}}
}

// nearPromptly are choices near them.
func nearPromptly() []plant {
	return []plant{
		{"EVT-05", "a replica is behind for a moment", storedLate(20 * time.Millisecond)},
		{"EVT-05", "who reads a session waits while it is filled", readLate(400 * time.Millisecond)},
		{"EVT-05", "completed_at is of each delivery, of which one is written after the other", completedEach(3 * time.Millisecond)},
		{"LIM-02", "a workspace has a session to look at, which is not counted", demonstrated()},
	}
}

// demonstrated lists one more session, the oldest.
func demonstrated() layer {
	return layer{response: func(c *call) bool {
		return c.op == "list" && c.ok() && c.r.URL.RawQuery == "" && c.edit(func(o obj) bool {
			all, _ := o["sessions"].([]any)
			if len(all) == 0 {
				return false
			}
			one := maps.Clone(all[len(all)-1].(obj))
			one["session_id"], one["insured_name"] = "ses_demonstration", "A demonstration"
			o["sessions"] = append(all, one)
			return true
		})
	}}
}

// storedLate shows a session as it was last read until a time after it was filled. It plays a slow server, whose time is this
// machine's: the judge looks twice within a moment, and nothing says when.
func storedLate(by time.Duration) layer {
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
				o["status"], o["filled_forms"] = was["status"], was["filled_forms"]
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

func sessionIn(c *call) string {
	if path := splitPath(c.r.URL.Path); len(path) > 2 {
		return path[2]
	}
	return ""
}
