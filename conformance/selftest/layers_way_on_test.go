package selftest_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// What a server does that is right at first, and otherwise some way on: with the third turn, the second session of a name, the second fill.

// ofNamesakes gives a session what others of its name are told: from its create on, or what they were told up to then.
func ofNamesakes(live bool) layer {
	named, told, begun := newMemory(), newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		var in, o obj
		if !c.ok() || json.Unmarshal(c.out, &o) != nil {
			return false
		}
		_ = json.Unmarshal(c.in, &in)
		id := sessionIn(c)
		name, _ := named.snapshot()[id].(string)
		switch c.op {
		case "create":
			named.put(text(o, "session_id"), text(in, "insured_name"))
			begun.put(text(o, "session_id"), told.snapshot()[text(in, "insured_name")])
		case "answer":
			all := maps.Clone(asObject(told.snapshot()[name]))
			if all == nil {
				all = obj{}
			}
			maps.Copy(all, asObject(o["set_fields"]))
			told.put(name, all)
		case "get":
			more := asObject(begun.snapshot()[id])
			if live {
				more = asObject(told.snapshot()[name])
			}
			return c.edit(func(o obj) bool { return adds(asObject(o["field_values"]), more) })
		}
		return false
	}}
}

// adds gives values those of others that they do not have.
func adds(values, more obj) (did bool) {
	for key, v := range more {
		if _, has := values[key]; !has && values != nil {
			values[key], did = v, true
		}
	}
	return did
}

// begunWithBefore gives every n-th session what was told to the one that was made before it.
func begunWithBefore(n int) layer {
	made, told, begun := newMemory(), newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		if !c.ok() {
			return false
		}
		id := sessionIn(c)
		switch c.op {
		case "create":
			return c.edit(func(o obj) bool {
				before := made.list()
				made.add(text(o, "session_id"))
				if len(before)%n != n-1 {
					return false
				}
				more := asObject(told.snapshot()[before[len(before)-1].(string)])
				begun.put(text(o, "session_id"), more)
				filled, _ := o["fields_filled"].(float64)
				o["fields_filled"] = filled + float64(len(more))
				return len(more) > 0
			})
		case "answer":
			c.edit(func(o obj) bool {
				all := maps.Clone(asObject(told.snapshot()[id]))
				if all == nil {
					all = obj{}
				}
				maps.Copy(all, asObject(o["set_fields"]))
				told.put(id, all)
				return false
			})
		case "get":
			return c.edit(func(o obj) bool { return adds(asObject(o["field_values"]), asObject(begun.snapshot()[id])) })
		}
		return false
	}}
}

// longTakenAfter takes messages that are too long once a session had some turns.
func longTakenAfter(turns int) layer {
	had := newMemory()
	long := lenient("answer", shorten("message", 10001))
	return layer{request: func(c *call) bool {
		n, _ := had.snapshot()[sessionIn(c)].(int)
		return n >= turns && long.request(c)
	}, response: func(c *call) bool {
		if c.op == "answer" && c.ok() {
			n, _ := had.snapshot()[sessionIn(c)].(int)
			had.put(sessionIn(c), n+1)
		}
		return false
	}}
}

// heardFromTurn hears what is said for each label otherwise from the n-th turn of a session on.
func heardFromTurn(n int, as func(value string) string) layer {
	return rehears(func(_, said string, before []string) string {
		if len(before)+1 < n {
			return said
		}
		return ofEachValue(as)(said)
	})
}

// saidTwice tells a text of words twice.
func saidTwice(value string) string {
	if strings.Contains(value, " ") {
		return value + " " + value
	}
	return value
}

// skipsForgotten asks what was skipped again, first of all, once an answer was corrected.
func skipsForgotten() layer {
	told := newMemory()
	return skipsUntil(func(c *call) bool {
		if c.op != "answer" || !c.ok() {
			return false
		}
		before, _ := told.snapshot()[sessionIn(c)].([]string)
		told.put(sessionIn(c), append(slices.Clone(before), said(c)))
		return skipOf.FindStringSubmatch(said(c)) == nil && retold(said(c), before)
	})
}

// completeOnce shows another status than complete of a session that was filled a second time.
func completeOnce(other string) layer {
	fills := newMemory()
	return layer{response: func(c *call) bool {
		n, _ := fills.snapshot()[sessionIn(c)].(int)
		if c.op == "fill" && c.ok() {
			fills.put(sessionIn(c), n+1)
		}
		return c.op == "get" && c.ok() && n > 1 && c.edit(func(o obj) bool { return statusOf(o, other) })
	}}
}

// completeUntilRead shows another status than complete of a session that was read since its last fill.
func completeUntilRead(other string) layer {
	read := newMemory()
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		if c.op == "fill" && c.ok() {
			read.put(id, false)
		}
		return c.op == "get" && c.ok() && c.edit(func(o obj) bool {
			if read.snapshot()[id] == true {
				return statusOf(o, other)
			}
			read.put(id, o["status"] == "complete")
			return false
		})
	}}
}

// statusOf gives a session that is complete another status.
func statusOf(o obj, other string) bool {
	did := o["status"] == "complete"
	if did {
		o["status"] = other
	}
	return did
}
