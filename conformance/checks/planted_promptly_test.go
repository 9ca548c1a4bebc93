package checks_test

import (
	"sync"
	"time"
)

// plantedPromptly are faults that show to who acts on an event at once.
func plantedPromptly() []plant {
	return []plant{{"EVT-05", "the event leaves before the session is stored", storedLate(330 * time.Millisecond)}}
}

// nearPromptly are choices near them.
func nearPromptly() []plant {
	return []plant{
		{"EVT-05", "a replica is behind for a moment", storedLate(20 * time.Millisecond)},
		{"EVT-05", "who reads a session waits while it is filled", readLate(400 * time.Millisecond)},
	}
}

// storedLate shows a session as it was last read until a time after it was filled.
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

// readLate has who reads a session that is being filled wait until that was answered, which takes a time.
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
