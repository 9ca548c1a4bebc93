package selftest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// besideTurns shows each value of a session in an object with the number of its turns.
func besideTurns() layer {
	turns := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "answer" && c.ok() {
			id := splitPath(c.r.URL.Path)[2]
			n, _ := turns.snapshot()[id].(int)
			turns.put(id, n+1)
		}
		return c.op == "get" && c.ok() && c.edit(func(o obj) bool {
			values, _ := o["field_values"].(obj)
			for key, v := range values {
				values[key] = obj{"value": v, "turns": turns.snapshot()[text(o, "session_id")]}
			}
			return len(values) > 0
		})
	}}
}

// inGroup has the values of a session, or those that a turn set, in a group.
func inGroup(members ...string) layer {
	return layer{response: func(c *call) bool {
		return c.ok() && c.edit(func(o obj) (did bool) {
			for _, name := range members {
				if values, _ := o[name].(obj); len(values) > 0 {
					o[name], did = obj{"Operations": values}, true
				}
			}
			return did
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

// firstValues shows for every key the first value that the session had for it.
func firstValues() layer {
	first := newMemory()
	return reply("get", func(o obj) bool {
		values, _ := o["field_values"].(obj)
		changed := false
		for key, v := range values {
			if v != nil {
				was, _ := first.keep(text(o, "session_id")+" "+key, func() any { return v })
				changed = changed || was != v
				values[key] = was
			}
		}
		return changed
	})
}

// stored changes what the session has of each value.
func stored(as func(v any) any) layer {
	return layer{response: func(c *call) bool {
		return c.op == "get" && c.ok() && c.edit(func(o obj) bool {
			values, _ := o["field_values"].(obj)
			did := false
			for key, v := range values {
				values[key] = as(v)
				did = did || fmt.Sprint(v) != fmt.Sprint(values[key])
			}
			return did
		})
	}}
}

func ofText(as func(s string) string) func(v any) any {
	return func(v any) any {
		if s, is := v.(string); is {
			return as(s)
		}
		return v
	}
}

func ofNumber(as func(n float64) float64) func(v any) any {
	return func(v any) any {
		if n, is := v.(float64); is {
			return as(n)
		}
		return v
	}
}

// aPhone is a telephone number of North America.
var aPhone = regexp.MustCompile(`^\(?\d{3}\)?[ .-]?\d{3}[ .-]?\d{4}$`)

func withoutFirstDigit(s string) string {
	if !aPhone.MatchString(s) {
		return s
	}
	return strings.Join(regexp.MustCompile(`\d`).FindAllString(s, -1)[1:], "")
}

func withCountry(s string) string {
	if !aPhone.MatchString(s) {
		return s
	}
	return "+1" + strings.Join(regexp.MustCompile(`\d`).FindAllString(s, -1), "")
}

// onceDone changes the detail of a session once an operation was done on it.
func onceDone(op string, do func(o obj)) layer {
	done := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == op && c.ok() {
			done.put(sessionIn(c), true)
		}
		return c.op == "get" && c.ok() && done.snapshot()[sessionIn(c)] != nil && c.edit(func(o obj) bool { do(o); return true })
	}}
}

// inTwoBytes is what a store keeps that has no room for the rest.
func inTwoBytes(s string) string {
	return strings.Map(func(r rune) rune {
		if r > 0xffff {
			return -1
		}
		return r
	}, s)
}

func cutAt(n int) func(s string) string {
	return func(s string) string {
		if runes := []rune(s); len(runes) > n {
			return string(runes[:n])
		}
		return s
	}
}

// saidBefore does something with a message that was said before to the session, given the reply of then.
func saidBefore(again func(c *call, reply string)) layer {
	replies := newMemory()
	id := func(c *call) string { return splitPath(c.r.URL.Path)[2] + string(c.in) }
	return layer{request: func(c *call) bool {
		if c.op != "answer" {
			return false
		}
		reply, known := replies.snapshot()[id(c)].(string)
		if known {
			again(c, reply)
		}
		return known
	}, response: func(c *call) bool {
		if c.op == "answer" && c.ok() {
			replies.keep(id(c), func() any { return string(c.out) })
		}
		return false
	}}
}

// restated writes a message anew.
func restated(words string) []byte {
	body, _ := json.Marshal(obj{"message": words})
	return body
}

// plainOnly shows values in ASCII only.
func plainOnly() layer {
	return reply("get", func(o obj) (did bool) {
		values, _ := o["field_values"].(obj)
		for key, v := range values {
			if s, is := v.(string); is && strings.ContainsAny(s, "ëöß") {
				values[key], did = nil, true
			}
		}
		return did
	})
}

// forgetful keeps the values of the last turn only.
func forgetful() layer {
	last := newMemory()
	return layer{response: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		if c.op == "answer" && c.ok() {
			return c.edit(func(o obj) bool {
				set, _ := o["set_fields"].(obj)
				last.mu.Lock()
				defer last.mu.Unlock()
				last.byKey[parts[2]] = set
				return false
			})
		}
		return c.op == "get" && c.ok() && c.edit(func(o obj) bool {
			set, known := last.snapshot()[parts[2]]
			if known {
				o["field_values"] = set
			}
			return known
		})
	}}
}

// lastWins loses what a call brings a session while another one is under way: what stands under a member of its reply.
func lastWins(op, other, member string) layer {
	begin, end := overlapping(op, other)
	lost := newMemory()
	return layer{request: begin, response: func(c *call) bool {
		if end(c) {
			return c.edit(func(o obj) bool {
				lost.put(splitPath(c.r.URL.Path)[2], o[member])
				return true
			})
		}
		return c.op == "get" && c.ok() && c.edit(func(o obj) bool {
			gone, _ := lost.snapshot()[text(o, "session_id")].(obj)
			values, _ := o["field_values"].(obj)
			was := len(values)
			maps.DeleteFunc(values, func(key string, _ any) bool { _, is := gone[key]; return is })
			return len(values) < was
		})
	}}
}

// sibling puts what a turn sets into every session that is there.
func sibling() layer {
	made, spread := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		var o obj
		_ = json.Unmarshal(c.out, &o)
		if c.op == "create" && c.ok() {
			made.put(text(o, "session_id"), true)
		}
		if fields, _ := o["set_fields"].(obj); c.op == "answer" && c.ok() && len(fields) > 0 {
			for id := range made.snapshot() {
				spread.put(id, fields)
			}
		}
		fields, known := spread.snapshot()[text(o, "session_id")].(obj)
		return c.op == "get" && c.ok() && known && c.edit(func(o obj) bool {
			values, _ := o["field_values"].(obj)
			maps.Copy(values, fields)
			return values != nil
		})
	}}
}

// wipedAtEnd shows, once an intake is over and a correction came, what that set and a few other values.
func wipedAtEnd(few int) layer {
	over, left := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		switch {
		case c.op == "answer" && c.ok():
			c.edit(func(o obj) bool {
				if over.snapshot()[id] != nil && bytes.Contains(c.in, []byte("Correction")) {
					left.put(id, o["set_fields"])
				}
				if lastTurn(o) {
					over.put(id, true)
				}
				return false
			})
		case c.op == "get" && c.ok() && left.snapshot()[id] != nil:
			return c.edit(func(o obj) bool {
				kept := few
				values := asObject(o["field_values"])
				for key := range values {
					if _, set := asObject(left.snapshot()[id])[key]; set {
						continue
					}
					if kept > 0 {
						kept--
						continue
					}
					delete(values, key)
				}
				return true
			})
		}
		return false
	}}
}

// goneAfterFill shows one value less once forms were filled.
func goneAfterFill() layer {
	return whereDone(func(c *call) bool { return c.op == "fill" }, reply("get", func(o obj) bool {
		values := asObject(o["field_values"])
		for _, key := range slices.Sorted(maps.Keys(values)) {
			delete(values, key)
			return true
		}
		return false
	}), nil)
}

// lastGoneAfter leaves out the last value of a session after a call on it.
func lastGoneAfter(op string) layer {
	over := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == op && c.ok() {
			over.put(sessionIn(c), true)
		}
		return c.op == "get" && c.ok() && over.snapshot()[sessionIn(c)] != nil && c.edit(func(o obj) bool {
			values := asObject(o["field_values"])
			keys := slices.Sorted(maps.Keys(values))
			if len(keys) > 0 {
				delete(values, keys[len(keys)-1])
			}
			return len(keys) > 0
		})
	}}
}

// wipedBySkip shows no value of a session in which a question was skipped.
func wipedBySkip() layer {
	skipped := newMemory()
	return layer{response: func(c *call) bool {
		if asksForSkip(c) && c.ok() {
			skipped.put(sessionIn(c), true)
		}
		return c.op == "get" && c.ok() && skipped.snapshot()[sessionIn(c)] != nil && c.edit(func(o obj) bool {
			had := len(asObject(o["field_values"])) > 0
			o["field_values"] = obj{}
			return had
		})
	}}
}

// wipedBy shows no more what turns set that came before one of a kind.
func wipedBy(kind func(*call) bool) layer {
	told, gone := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		if c.op == "answer" && c.ok() {
			before := asObject(told.snapshot()[id])
			if kind(c) {
				gone.put(id, before)
			}
			c.edit(func(o obj) bool {
				all := maps.Clone(asObject(o["set_fields"]))
				maps.Copy(all, before)
				told.put(id, all)
				return false
			})
		}
		wiped := asObject(gone.snapshot()[id])
		return c.op == "get" && c.ok() && len(wiped) > 0 && c.edit(func(o obj) (did bool) {
			values := asObject(o["field_values"])
			for key, v := range wiped {
				if reflect.DeepEqual(values[key], v) {
					delete(values, key)
					did = true
				}
			}
			return did
		})
	}}
}

// monthAndDayTurned has the day of a date in the place of its month.
func monthAndDayTurned(value string) string {
	if len(value) != len("2026-03-10") || value[4] != '-' || value[7] != '-' {
		return value
	}
	return value[:5] + value[8:] + "-" + value[5:7]
}

// staysTrue shows as true what a later turn reports as set to false.
func staysTrue() layer {
	was, stuck := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		switch {
		case c.op == "answer" && c.ok():
			c.edit(func(o obj) bool {
				sets, _ := o["set_fields"].(obj)
				for key, v := range sets {
					switch known := was.snapshot()[id+key] != nil; {
					case v == true:
						was.put(id+key, true)
						stuck.put(id+key, false)
					case v == false && known:
						stuck.put(id+key, true)
					}
				}
				return false
			})
			return false
		case c.op != "get":
			return false
		}
		return c.ok() && c.edit(func(o obj) bool {
			values, did := asObject(o["field_values"]), false
			for key := range values {
				if stuck.snapshot()[id+key] == true {
					values[key], did = true, true
				}
			}
			return did
		})
	}}
}

func ofYes(as func(yes bool) bool) func(v any) any {
	return func(v any) any {
		if yes, is := v.(bool); is {
			return as(yes)
		}
		return v
	}
}

// setAndStored has the texts of values in another form, in the replies of turns and on the session.
func setAndStored(as func(s string) string) layer {
	return layer{response: func(c *call) bool {
		member := map[string]string{"get": "field_values", "answer": "set_fields"}[c.op]
		return member != "" && c.ok() && c.edit(func(o obj) (did bool) {
			values := asObject(o[member])
			for key, v := range values {
				values[key] = ofText(as)(v)
				did = did || values[key] != v
			}
			return did
		})
	}}
}

// withoutFirstZero is a code as it comes out of a store of numbers.
func withoutFirstZero(s string) string {
	if strings.Trim(s, "0123456789-") != "" {
		return s
	}
	return strings.TrimPrefix(s, "0")
}
