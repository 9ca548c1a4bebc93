package checks_test

import (
	"encoding/json"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

// whenDone submits sessions that are complete only, as a server may.
func whenDone() layer {
	done := newMemory()
	return layer{request: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		if c.op != "submit" || len(parts) < 3 {
			return false
		}
		open, filled := done.snapshot()[parts[2]].(bool)
		if filled && open {
			c.refuse(400)
		}
		return filled && open
	}, response: func(c *call) bool {
		if c.op == "fill" && c.ok() {
			done.put(splitPath(c.r.URL.Path)[2], strings.Contains(string(c.out), "open"))
		}
		return false
	}}
}

// firstFill has the forms of a first fill at the platform after a second one.
func firstFill() layer {
	fills := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "fill" && c.ok() && !strings.Contains(string(c.out), "open") {
			id := splitPath(c.r.URL.Path)[2]
			n, _ := fills.snapshot()[id].(int)
			fills.put(id, n+1)
		}
		return false
	}, verb: func(verb string, _, out obj) bool {
		list, _ := out["submissions"].([]any)
		did := false
		for _, one := range list {
			sub, _ := one.(obj)
			files, _ := sub["files"].([]any)
			for _, f := range files {
				if n, _ := fills.snapshot()[text(sub, "session_id")].(int); n > 1 && f.(obj)["kind"] == "form" {
					f.(obj)["sha256"], did = strings.Repeat("a", 64), true
				}
			}
		}
		return verb == "list-submissions" && did
	}}
}

// oneID answers every submission of a workspace with the id of its first.
func oneID() layer {
	first := newMemory()
	return layer{response: func(c *call) bool {
		return c.op == "submit" && c.ok() && c.edit(func(o obj) bool {
			old, known := first.keep(bearer(c), func() any { return o["submission_id"] })
			o["submission_id"] = old
			return known
		})
	}}
}

// stillConnected acknowledges that the account is taken away, and goes on.
func stillConnected() layer {
	return layer{instead: func(verb string, _ obj) (obj, bool) { return obj{}, verb == "disconnect-market" }}
}

// oldForms gives each form as it was first.
func oldForms() layer {
	first := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "pdf" || !c.ok() {
			return false
		}
		old, known := first.keep(c.r.URL.Path, func() any { return string(c.out) })
		did := known && old != string(c.out)
		c.out = []byte(old.(string))
		return did
	}}
}

func asksForSkip(c *call) bool {
	return c.op == "answer" && strings.Contains(strings.ToLower(string(c.in)), "skip")
}

// skipsOfAll asks in no session what was skipped in one.
func skipsOfAll() layer {
	asked, gone := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		var o obj
		if c.op != "answer" || !c.ok() || json.Unmarshal(c.out, &o) != nil {
			return false
		}
		id, keys := splitPath(c.r.URL.Path)[2], keysOf(o)
		if was, known := asked.snapshot()[id].([]string); known && asksForSkip(c) {
			for _, key := range was {
				if !slices.Contains(keys, key) {
					gone.put(key, id)
				}
			}
		}
		asked.put(id, keys)
		return c.edit(func(o obj) bool {
			list, _ := o["asks"].([]any)
			was := len(list)
			list = slices.DeleteFunc(list, func(item any) bool { return gone.snapshot()[text(item.(obj), "key")] != nil })
			n, _ := o["pending_count"].(float64)
			o["asks"], o["pending_count"] = list, n-float64(was-len(list))
			return len(list) < was
		})
	}}
}

func keysOf(o obj) []string {
	var all []string
	list, _ := o["asks"].([]any)
	for _, item := range list {
		all = append(all, text(item.(obj), "key"))
	}
	return all
}

// skipAsAnswer takes the request to skip for the answer to what was asked first.
func skipAsAnswer() layer {
	asked := newMemory()
	return layer{response: func(c *call) bool {
		var in, o obj
		if c.op != "answer" || !c.ok() || json.Unmarshal(c.out, &o) != nil || json.Unmarshal(c.in, &in) != nil {
			return false
		}
		id := splitPath(c.r.URL.Path)[2]
		was, known := asked.snapshot()[id].([]string)
		asked.put(id, keysOf(o))
		return known && len(was) > 0 && asksForSkip(c) && c.edit(func(o obj) bool {
			o["set_fields"] = obj{was[0]: message(in)}
			return true
		})
	}}
}

// countedSkips counts what was skipped as pending, for ever.
func countedSkips() layer {
	skipped := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "answer" || !c.ok() {
			return false
		}
		id := splitPath(c.r.URL.Path)[2]
		if asksForSkip(c) {
			skipped.put(id, true)
		}
		return skipped.snapshot()[id] != nil && c.edit(func(o obj) bool {
			n, _ := o["pending_count"].(float64)
			o["pending_count"], o["done"] = n+1, false
			return true
		})
	}}
}

// lobsOfAll gives a create without lines of business those that any create had.
func lobsOfAll() layer {
	had := newMemory()
	return layer{request: func(c *call) bool {
		return c.requested("create", func(o obj) bool {
			lobs, there := o["lobs"].([]any)
			if there {
				for _, lob := range lobs {
					if s, is := lob.(string); is && len(lobs) < 3 {
						had.put(s, s)
					}
				}
				return false
			}
			var all []any
			for lob := range had.snapshot() {
				all = append(all, lob)
			}
			o["lobs"] = all
			return len(all) > 0
		})
	}}
}

// flagsOfFirst gives the flags of the first session of a workspace that has any for each of its sessions.
func flagsOfFirst() layer {
	first := newMemory()
	return reply2("risk", func(c *call, o obj) bool {
		list, _ := o["flags"].([]any)
		if len(list) > 0 {
			first.keep(bearer(c), func() any { return list })
		}
		old, known := first.snapshot()[bearer(c)]
		if known {
			o["flags"] = old
		}
		return known && len(list) == 0
	})
}

// moreFlags adds the flags of each look to those of all before.
func moreFlags() layer {
	seen := newMemory()
	return reply2("risk", func(_ *call, o obj) bool {
		list, _ := o["flags"].([]any)
		for _, flag := range list {
			seen.add(flag)
		}
		o["flags"] = seen.list()
		return len(seen.list()) > len(list)
	})
}

// reply2 is reply for changes that want to know of what call.
func reply2(op string, change func(c *call, o obj) bool) layer {
	return layer{response: func(c *call) bool {
		return c.op == op && c.ok() && c.edit(func(o obj) bool { return change(c, o) })
	}}
}

// keptOfRefusedRequest fills what a request leaves out from one that was refused.
func keptOfRefusedRequest() layer {
	refused := newMemory()
	return layer{request: func(c *call) bool {
		kept, known := refused.snapshot()[bearer(c)].(obj)
		return known && c.requested("appointment", func(o obj) bool {
			did := false
			for name, v := range kept {
				if _, is := v.(string); is && o[name] == nil {
					o[name], did = v, true
				}
			}
			return did
		})
	}, response: func(c *call) bool {
		var in obj
		if c.op == "appointment" && c.status == 422 && json.Unmarshal(c.in, &in) == nil {
			refused.put(bearer(c), in)
		}
		return false
	}}
}

// askedOn asks the last question of an intake some times more, though it was answered.
func askedOn(times int) layer {
	last, asked := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		var o obj
		if c.op != "answer" || !c.ok() || json.Unmarshal(c.out, &o) != nil {
			return false
		}
		id := splitPath(c.r.URL.Path)[2]
		if list, _ := o["asks"].([]any); len(list) > 0 {
			last.put(id, list)
		}
		list, known := last.snapshot()[id].([]any)
		n, _ := asked.snapshot()[id].(int)
		if !known || !lastTurn(o) || n >= times {
			return false
		}
		asked.put(id, n+1)
		return c.edit(func(o obj) bool {
			o["asks"], o["done"], o["pending_count"] = list[len(list)-1:], false, 1
			return true
		})
	}}
}

// lockedAfter shows the values of a session as they were when an operation was done on it.
func lockedAfter(op string, when func(c *call) bool) layer {
	locked := newMemory()
	return layer{response: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		if len(parts) < 3 || !c.ok() {
			return false
		}
		if c.op == op && when(c) {
			locked.keep(parts[2], func() any { return obj{} })
		}
		_, is := locked.snapshot()[parts[2]]
		return is && c.op == "get" && c.edit(func(o obj) bool {
			now, _ := o["field_values"].(obj)
			if len(now) == 0 {
				return false
			}
			was, known := locked.keep(parts[2]+" values", func() any { return now })
			o["field_values"] = was
			return known && len(now) == len(was.(obj))
		})
	}}
}

// hiddenSkips shows no value of a question that was skipped once.
func hiddenSkips() layer {
	asked, gone := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		var o obj
		parts := splitPath(c.r.URL.Path)
		if len(parts) < 3 || !c.ok() || json.Unmarshal(c.out, &o) != nil {
			return false
		}
		if c.op == "answer" {
			keys := keysOf(o)
			was, _ := asked.snapshot()[parts[2]].([]string)
			for _, key := range was {
				if asksForSkip(c) && !slices.Contains(keys, key) {
					gone.put(parts[2]+key, true)
				}
			}
			asked.put(parts[2], keys)
		}
		return c.op == "get" && c.edit(func(o obj) bool {
			values, _ := o["field_values"].(obj)
			was := len(values)
			for key := range values {
				if gone.snapshot()[parts[2]+key] != nil {
					delete(values, key)
				}
			}
			return len(values) < was
		})
	}}
}

// sharedForms gives the forms of one session for those that were filled at the same time.
func sharedForms() layer {
	var under atomic.Int64
	together := newMemory()
	return layer{request: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		if c.op == "fill" {
			under.Add(1)
			pause(40 * time.Millisecond)
			if under.Load() > 1 {
				together.put(parts[2], true)
				together.keep("first", func() any { return parts[2] })
			}
			return false
		}
		first, _ := together.snapshot()["first"].(string)
		return c.op == "pdf" && together.snapshot()[parts[2]] != nil && c.onto(first)
	}, response: func(c *call) bool {
		if c.op == "fill" {
			under.Add(-1)
		}
		return false
	}}
}

// plantedApart are faults by which one session has something of another, or of what it was before.
func plantedApart() []plant {
	return []plant{
		{"API-SUBMIT-01", "a second submission has the id of the first", oneID()},
		{"API-SUBMIT-01", "so it is of finished intakes", mixed(whenDone(), oneID())},
		{"API-SUBMIT-02", "the forms of the first fill are sent, of finished intakes", mixed(whenDone(), firstFill())},
		{"API-SUBMIT-04", "an account that was taken away is used further, for finished intakes", mixed(whenDone(), stillConnected())},
		{"API-GET-11", "a correction voids the forms, of finished intakes", mixed(whenDone(), voided())},
		{"API-FILL-07", "forms stay what they were, of finished intakes", mixed(named("400 for fill on an open session").layer(), oldForms())},
		{"AUTH-09", "a session is there for the key alone that made it", furtherRefused(404, "get")},
		{"AUTH-15", "what is skipped in a session is asked in none", skipsOfAll()},
		{"AUTH-15", "a create without lobs has those of all", lobsOfAll()},
		{"API-ANSWER-20", "what is skipped in a session is asked in none", skipsOfAll()},
		{"API-ANSWER-20", "a request to skip is stored as the answer", skipAsAnswer()},
		{"API-ANSWER-21", "what was skipped stays pending", countedSkips()},
		{"API-ANSWER-21", "the last question is asked for ever", askedOn(1 << 20)},
		{"API-CREATE-22", "twenty-one lobs are answered as the cap is", where(inBody(`"lobs":[`), recoded(422, 402, func(c *call) bool { return c.op == "create" }))},
		{"API-CREATE-26", "an appointment request is of the workspace that its body names", where(func(c *call) bool { return c.op == "appointment" }, layer{request: chosenByBody})},
		{"API-GET-12", "what a PDF brought is not corrected", lockedAfter("extract", func(*call) bool { return true })},
		{"API-GET-12", "a complete session is not corrected", lockedAfter("fill", func(c *call) bool { return !strings.Contains(string(c.out), "still open") })},
		{"API-GET-12", "what was skipped once is never stored", hiddenSkips()},
		{"API-PDF-01", "forms that are filled at one time are those of one session", sharedForms()},
		{"API-APPT-03", "a request takes what is missing from one that was refused", keptOfRefusedRequest()},
		{"API-RISK-01", "the flags of one session are those of all of its workspace", flagsOfFirst()},
		{"API-RISK-01", "each look adds its flags to those before", moreFlags()},
	}
}
