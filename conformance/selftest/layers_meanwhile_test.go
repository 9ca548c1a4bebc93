package selftest_test

import (
	"encoding/json"
	"time"
)

// unstored leaves out of the detail of a session what turns set of which that is said.
func unstored(of func(c *call) bool) layer {
	lost := newMemory()
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		if c.op == "answer" && c.ok() && of(c) {
			var o obj
			_ = json.Unmarshal(c.out, &o)
			before, _ := lost.snapshot()[id].(obj)
			keys := obj{}
			for key := range before {
				keys[key] = true
			}
			for key := range asObject(o["set_fields"]) {
				keys[key] = true
			}
			lost.put(id, keys)
		}
		keys, _ := lost.snapshot()[id].(obj)
		return c.op == "get" && c.ok() && len(keys) > 0 && c.edit(func(o obj) (did bool) {
			values := asObject(o["field_values"])
			for key := range keys {
				did = did || values[key] != nil
				delete(values, key)
			}
			return did
		})
	}}
}

// lostDuring loses what a session is told while an operation on it is under way, which takes a while.
func lostDuring(op string) layer {
	const work = 250 * time.Millisecond
	under := newMemory()
	l := unstored(func(c *call) bool { return under.snapshot()[sessionIn(c)] == true })
	stored := l.response
	l.request = func(c *call) bool {
		if c.op == op {
			under.put(sessionIn(c), true)
			pause(work)
		}
		return false
	}
	l.response = func(c *call) bool {
		if c.op == op {
			under.put(sessionIn(c), false)
		}
		return stored(c)
	}
	return l
}

// lostOnce loses what a session is told once an operation was done on it.
func lostOnce(op string) layer {
	over := newMemory()
	l := unstored(func(c *call) bool { return over.snapshot()[sessionIn(c)] == true })
	stored := l.response
	l.response = func(c *call) bool {
		if c.op == op && c.ok() {
			over.put(sessionIn(c), true)
		}
		return stored(c)
	}
	return l
}
