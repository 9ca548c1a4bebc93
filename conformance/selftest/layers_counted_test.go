package selftest_test

import (
	"encoding/json"
	"maps"
	"slices"
)

// pendingOneMore counts one more as pending in the detail of a session that was told something, while anything is.
func pendingOneMore() layer {
	told := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "answer" && c.ok() {
			told.put(sessionIn(c), true)
		}
		return c.op == "get" && told.snapshot()[sessionIn(c)] == true && c.edit(func(o obj) bool {
			n, _ := o["pending_count"].(float64)
			if n > 0 {
				o["pending_count"] = n + 1
			}
			return n > 0
		})
	}}
}

// correctionsFilled counts each correction as one more field that is filled.
func correctionsFilled() layer {
	had, more := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		if c.op == "answer" && c.ok() {
			var o obj
			_ = json.Unmarshal(c.out, &o)
			for key, v := range asObject(o["set_fields"]) {
				if was, known := had.snapshot()[id+key]; known && was != v {
					n, _ := more.snapshot()[id].(float64)
					more.put(id, n+1)
				}
				had.put(id+key, v)
			}
		}
		n, _ := more.snapshot()[id].(float64)
		return c.op == "get" && n > 0 && c.edit(func(o obj) bool {
			filled, _ := o["fields_filled"].(float64)
			o["fields_filled"] = filled + n
			return true
		})
	}}
}

// askedAtEnd asks once more, when an intake is done, what was asked last.
func askedAtEnd() layer {
	asked := newMemory()
	return reply2("answer", func(c *call, o obj) bool {
		asks, _ := o["asks"].([]any)
		if len(asks) > 0 {
			asked.put(sessionIn(c), asks[len(asks)-1:])
		}
		last := asked.snapshot()[sessionIn(c)]
		if o["done"] != true || last == nil {
			return false
		}
		o["asks"] = last
		return true
	})
}

// stateOfBefore gives a session without a state that of the one that was made before.
func stateOfBefore() layer {
	last := newMemory()
	return reply2("create", func(_ *call, o obj) bool {
		if o["state"] != nil {
			last.put("state", o["state"])
			return false
		}
		o["state"] = last.snapshot()["state"]
		return o["state"] != nil
	})
}

// flagsOfAll gives each session the flags that any had.
func flagsOfAll() layer {
	seen := newMemory()
	return reply2("risk", func(_ *call, o obj) bool {
		list, _ := o["flags"].([]any)
		for _, flag := range list {
			text, _ := json.Marshal(flag)
			seen.put(string(text), flag)
		}
		all := []any{}
		known := seen.snapshot()
		for _, key := range slices.Sorted(maps.Keys(known)) {
			all = append(all, known[key])
		}
		o["flags"] = all
		return len(all) > len(list)
	})
}

// strangeListed lists a session that nobody finds.
func strangeListed() layer {
	return reply("list", func(o obj) bool {
		list, _ := o["sessions"].([]any)
		if len(list) == 0 {
			return false
		}
		strange := obj{}
		for name, v := range list[0].(obj) {
			strange[name] = v
		}
		strange["session_id"] = "0b2f4c1e-7a35-4c1b-9d7e-5f6a1c2d3e4f"
		o["sessions"] = slices.Insert(slices.Clone(list), 1, any(strange))
		return true
	})
}

// countedByTurn counts as many fields as filled as the last turn set.
func countedByTurn() layer {
	last := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "answer" && c.ok() {
			var o obj
			_ = json.Unmarshal(c.out, &o)
			last.put(sessionIn(c), float64(len(asObject(o["set_fields"]))))
		}
		n, told := last.snapshot()[sessionIn(c)].(float64)
		return c.op == "get" && told && c.edit(func(o obj) bool {
			did := o["fields_filled"] != n
			o["fields_filled"] = n
			return did
		})
	}}
}

// answeredByTurn counts as many questions as answered as the turn set fields, and at least one.
func answeredByTurn() layer {
	return reply("answer", func(o obj) bool {
		n := max(float64(len(asObject(o["set_fields"]))), 1)
		was := o["answered_count"]
		if filled, _ := was.(float64); filled > 0 {
			o["answered_count"] = n
		}
		return o["answered_count"] != was
	})
}

// skipsFilled counts each skip as one more field that is filled.
func skipsFilled() layer {
	skips := newMemory()
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		n, _ := skips.snapshot()[id].(float64)
		if c.op == "answer" && c.ok() && anySkip.MatchString(said(c)) {
			skips.put(id, n+1)
		}
		return c.op == "get" && n > 0 && c.edit(func(o obj) bool {
			filled, _ := o["fields_filled"].(float64)
			o["fields_filled"] = filled + n
			return true
		})
	}}
}

// filledOneMore counts one more field than is filled, once a turn set any.
func filledOneMore() layer {
	told := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "answer" && c.ok() {
			var o obj
			if _ = json.Unmarshal(c.out, &o); len(asObject(o["set_fields"])) > 0 {
				told.put(sessionIn(c), true)
			}
		}
		return c.op == "get" && told.snapshot()[sessionIn(c)] == true && c.edit(func(o obj) bool {
			filled, _ := o["fields_filled"].(float64)
			o["fields_filled"] = filled + 1
			return true
		})
	}}
}

// answeredBefore tells at each turn how many answers there were before it.
func answeredBefore() layer {
	counts := newMemory()
	return reply2("answer", func(c *call, o obj) bool {
		was, _ := counts.snapshot()[sessionIn(c)].(float64)
		now := o["answered_count"]
		counts.put(sessionIn(c), now)
		o["answered_count"] = was
		return now != was
	})
}
