package selftest_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// What goes wrong in a session that has come some way, or between two sessions.

// fromTurn lets a layer act from the n-th turn of a session on, and change what is said there by the labels of what is asked.
func fromTurn(n float64, as func(said string, labels []string) string) layer {
	turns, asked := newMemory(), newMemory()
	return layer{request: func(c *call) bool {
		return c.requested("answer", func(o obj) bool {
			id, said := sessionIn(c), message(o)
			had, _ := turns.snapshot()[id].(float64)
			turns.put(id, had+1)
			labels, _ := asked.snapshot()[id].([]string)
			if had+1 >= n {
				o["message"] = as(said, labels)
			}
			return o["message"] != said
		})
	}, response: func(c *call) bool {
		if c.op == "answer" && c.ok() {
			c.edit(func(o obj) bool { asked.put(sessionIn(c), labelsOf(o)); return false })
		}
		return false
	}}
}

// yesLater hears a no as a yes.
func yesLater(said string, _ []string) string {
	return strings.TrimSuffix(strings.ReplaceAll(said+"\n", ": No\n", ": Yes\n"), "\n")
}

// secondLater hears an answer without a label for the second question that is asked.
func secondLater(said string, labels []string) string {
	if len(labels) < 2 || strings.ContainsAny(said, ":?") {
		return said
	}
	return labels[1] + ": " + said
}

// countsElsewhere takes a number without a label for the answer to what anybody was asked last, where a number answers that, too.
func countsElsewhere() layer {
	last, own := newMemory(), newMemory()
	first := func(o obj) obj {
		asks, _ := o["asks"].([]any)
		if len(asks) == 0 {
			return obj{}
		}
		return asks[0].(obj)
	}
	return layer{response: func(c *call) bool {
		var in obj
		if c.op != "answer" || !c.ok() || json.Unmarshal(c.in, &in) != nil {
			return false
		}
		asked, _ := last.snapshot()["ask"].(obj)
		mine, _ := own.snapshot()[sessionIn(c)].(obj)
		return c.edit(func(o obj) bool {
			last.put("ask", first(o))
			own.put(sessionIn(c), first(o))
			sets, key := asObject(o["set_fields"]), text(mine, "key")
			v, set := sets[key]
			did := set && key != text(asked, "key") && strings.Contains("count percent", text(asked, "kind")) && strings.Trim(message(in), "0123456789") == ""
			if did {
				delete(sets, key)
				sets[text(asked, "key")] = v
			}
			return did
		})
	}}
}

// skippedFor asks what was skipped again, first of all, with the n-th turn after it.
func skippedFor(turns int) layer {
	asked, skipped, gone := newMemory(), newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		var in obj
		if c.op != "answer" || !c.ok() || json.Unmarshal(c.in, &in) != nil {
			return false
		}
		id := sessionIn(c)
		before, _ := asked.snapshot()[id].([]any)
		back, was := skipped.snapshot()[id].(obj)
		n, _ := gone.snapshot()[id].(int)
		return c.edit(func(o obj) bool {
			asks, _ := o["asks"].([]any)
			asked.put(id, asks)
			named := skipOf.FindStringSubmatch(message(in))
			at := slices.IndexFunc(before, func(one any) bool { return named != nil && text(one.(obj), "label") == named[1] })
			if at >= 0 {
				skipped.put(id, before[at])
				return false
			}
			if was {
				gone.put(id, n+1)
			}
			if !was || n+1 < turns || o["done"] == true {
				return false
			}
			pending, _ := o["pending_count"].(float64)
			o["asks"], o["pending_count"] = slices.Insert(slices.Clone(asks), 0, any(back)), pending+1
			return true
		})
	}}
}

// correctionsPending counts each correction as one more that is pending, or as one fewer.
func correctionsPending(by float64) layer {
	had, more := newMemory(), newMemory()
	return reply2("answer", func(c *call, o obj) bool {
		id := sessionIn(c)
		n, _ := more.snapshot()[id].(float64)
		for key, v := range asObject(o["set_fields"]) {
			if was, known := had.snapshot()[id+key]; known && was != v {
				n += by
			}
			had.put(id+key, v)
		}
		more.put(id, n)
		pending, _ := o["pending_count"].(float64)
		o["pending_count"] = max(0, pending+n)
		return n != 0
	})
}

// laterTurnBroken fails so often in a session at the turn after so many that were answered.
func laterTurnBroken(after, times int) layer {
	answered, broken := newMemory(), newMemory()
	count := func(m *memory, c *call) int { n, _ := m.snapshot()[sessionIn(c)].(int); return n }
	return layer{request: answering("answer", 500, "Internal error.", func(c *call) bool {
		did := count(answered, c) == after && count(broken, c) < times
		if did {
			broken.put(sessionIn(c), count(broken, c)+1)
		}
		return did
	}), response: func(c *call) bool {
		if c.op == "answer" && c.ok() {
			answered.put(sessionIn(c), count(answered, c)+1)
		}
		return false
	}}
}

// underLabels has the values of a session under the labels of their questions: those that it was asked, and those that others were
// asked before it was opened.
func underLabels() layer {
	labels, known := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		switch {
		case c.op == "create" && c.ok():
			c.edit(func(o obj) bool { known.put(text(o, "session_id"), labels.snapshot()); return false })
		case c.op == "answer" && c.ok():
			of := obj{}
			maps.Copy(of, asObject(known.snapshot()[sessionIn(c)]))
			c.edit(func(o obj) bool {
				asks, _ := o["asks"].([]any)
				for _, one := range asks {
					key, label := text(one.(obj), "key"), one.(obj)["label"]
					labels.put(key, label)
					of[key] = label
				}
				return false
			})
			known.put(sessionIn(c), of)
		case c.op == "get" && c.ok():
			return c.edit(func(o obj) (did bool) {
				values := asObject(o["field_values"])
				for key, label := range asObject(known.snapshot()[sessionIn(c)]) {
					if v, has := values[key]; has {
						delete(values, key)
						values[label.(string)], did = v, true
					}
				}
				return did
			})
		}
		return false
	}}
}
