package selftest_test

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"sync/atomic"
)

// skippedPending counts in the detail what a session skipped as pending.
func skippedPending() layer {
	skips := newMemory()
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		n, _ := skips.snapshot()[id].(float64)
		if asksForSkip(c) && c.ok() {
			skips.put(id, n+1)
		}
		return c.op == "get" && n > 0 && c.edit(func(o obj) bool {
			pending, _ := o["pending_count"].(float64)
			o["pending_count"] = pending + n
			return true
		})
	}}
}

// skippedNext has the detail go on with the question that came first before a skip, or come to it after some others.
func skippedNext(at int) layer {
	first, skipped := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		if asksForSkip(c) && c.ok() {
			skipped.put(id, first.snapshot()[id])
		}
		return c.op == "get" && c.ok() && c.edit(func(o obj) bool {
			next, _ := o["next_questions"].([]any)
			if q := skipped.snapshot()[id]; q != nil {
				o["next_questions"] = slices.Insert(slices.Clone(next), min(at*len(next), len(next)), q)
				return true
			}
			if len(next) > 0 {
				first.put(id, next[0])
			}
			return false
		})
	}}
}

// firstExtracted brings the first value of a file alone, and counts all.
func firstExtracted() layer {
	return bringsOf(func(keys []string) ([]string, int) { return keys[:min(1, len(keys))], len(keys) })
}

// lastLost knows a few lines of a file alone. It brings all of these but the last, and counts that, too.
func lastLost() layer {
	knows := regexp.MustCompile("entity|employ|revenue|effective_date")
	return bringsOf(func(keys []string) ([]string, int) {
		keys = slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return !knows.MatchString(key) })
		return keys[:max(len(keys)-1, min(1, len(keys)))], len(keys)
	})
}

// bringsOf brings some of the values of a file, and counts so many.
func bringsOf(some func(keys []string) (kept []string, count int)) layer {
	lost := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "extract" && c.ok() {
			return c.edit(func(o obj) bool {
				found := asObject(o["extracted_fields"])
				keys := slices.Sorted(maps.Keys(found))
				kept, count := some(keys)
				o["extracted_count"] = count
				gone := slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return slices.Contains(kept, key) })
				for _, key := range gone {
					delete(found, key)
				}
				lost.keep(sessionIn(c), func() any { return gone })
				return len(gone) > 0
			})
		}
		keys, _ := lost.snapshot()[sessionIn(c)].([]string)
		return c.op == "get" && len(keys) > 0 && c.edit(func(o obj) bool {
			for _, key := range keys {
				delete(asObject(o["field_values"]), key)
			}
			return true
		})
	}}
}

// unknownPending says of device codes that nobody was given that they are pending.
func unknownPending() layer {
	made := newMemory()
	return layer{response: func(c *call) bool {
		var o obj
		if c.op == "device" && c.ok() && json.Unmarshal(c.out, &o) == nil {
			made.put(text(o, "device_code"), true)
		}
		_, known := made.snapshot()[form(c).Get("device_code")]
		if c.op != "token" || c.ok() || known || !grantIs("device_code")(form(c)) || form(c).Get("device_code") == "" {
			return false
		}
		c.answer(400, obj{"error": "authorization_pending"})
		return true
	}}
}

// skipsAnother asks one more question no more with each that is skipped.
func skipsAnother() layer {
	return skipsAlso(1)
}

// skippedFirst asks first again what was skipped.
func skippedFirst() layer {
	asked := newMemory()
	return layer{response: func(c *call) bool {
		var in obj
		if c.op != "answer" || !c.ok() || json.Unmarshal(c.in, &in) != nil {
			return false
		}
		before, _ := asked.snapshot()[sessionIn(c)].([]any)
		return c.edit(func(o obj) bool {
			asks, _ := o["asks"].([]any)
			asked.put(sessionIn(c), asks)
			named := skipOf.FindStringSubmatch(message(in))
			at := slices.IndexFunc(before, func(one any) bool { return named != nil && text(one.(obj), "label") == named[1] })
			if at < 0 {
				return false
			}
			o["asks"] = slices.Insert(slices.Clone(asks), 0, before[at])
			return true
		})
	}}
}

// skipsOfNext asks the session that is made next for nothing that was skipped in the one before it.
func skipsOfNext() layer {
	asked, gone, last := newMemory(), newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		var o obj
		if !c.ok() || json.Unmarshal(c.out, &o) != nil {
			return false
		}
		if c.op == "create" {
			before, _ := last.snapshot()[bearer(c)].(string)
			gone.put(text(o, "session_id"), gone.snapshot()[before+" skipped"])
			last.put(bearer(c), text(o, "session_id"))
			return false
		}
		if c.op != "answer" {
			return false
		}
		id, keys := sessionIn(c), keysOf(o)
		if was, known := asked.snapshot()[id].([]string); known && asksForSkip(c) {
			gone.put(id+" skipped", slices.DeleteFunc(slices.Clone(was), func(key string) bool { return slices.Contains(keys, key) }))
		}
		asked.put(id, keys)
		missing, _ := gone.snapshot()[id].([]string)
		return c.edit(func(o obj) bool {
			list, _ := o["asks"].([]any)
			n, _ := o["pending_count"].(float64)
			left := slices.DeleteFunc(slices.Clone(list), func(item any) bool { return slices.Contains(missing, text(item.(obj), "key")) })
			o["asks"], o["pending_count"] = left, n-float64(len(list)-len(left))
			return len(left) < len(list)
		})
	}}
}

// skipsInOneList asks nobody any more for as many questions as were skipped anywhere.
func skipsInOneList() layer {
	var skips atomic.Int64
	return layer{response: func(c *call) bool {
		if c.op != "answer" || !c.ok() {
			return false
		}
		if asksForSkip(c) {
			skips.Add(1)
		}
		n := int(skips.Load())
		return n > 0 && c.edit(func(o obj) bool {
			asks, _ := o["asks"].([]any)
			pending, _ := o["pending_count"].(float64)
			o["asks"], o["pending_count"] = asks[min(n, len(asks)):], max(pending-float64(n), 0)
			return pending > 0
		})
	}}
}

// lastStays takes some messages for a greeting where one question is left.
func lastStays(some func(*call) bool) layer {
	return staysWhere(func(left float64) bool { return left == 1 }, some)
}

// staysWhere takes some messages for a greeting where so many questions are left.
func staysWhere(holds func(left float64) bool, some func(*call) bool) layer {
	left := newMemory()
	return layer{request: func(c *call) bool {
		n, known := left.snapshot()[sessionIn(c)].(float64)
		return known && holds(n) && some(c) && c.requested("answer", func(o obj) bool { o["message"] = "Hello"; return true })
	}, response: func(c *call) bool {
		if c.op == "answer" && c.ok() {
			c.edit(func(o obj) bool { left.put(sessionIn(c), o["pending_count"]); return false })
		}
		return false
	}}
}

// markedOnceSkipped has a word on the session for the question that was asked first when one was skipped.
func markedOnceSkipped(word string) layer {
	asked, skipped := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		if c.op == "answer" && c.ok() {
			if keys, _ := asked.snapshot()[id].([]string); asksForSkip(c) && len(keys) > 0 {
				skipped.put(id, keys[0])
			}
			c.edit(func(o obj) bool { asked.put(id, keysOf(o)); return false })
		}
		key, did := skipped.snapshot()[id].(string)
		return did && c.op == "get" && c.ok() && c.edit(func(o obj) bool {
			values := asObject(o["field_values"])
			did = values[key] == nil
			if did {
				values[key] = word
			}
			return did
		})
	}}
}

// anySkip is a wish to skip a question, whichever.
var anySkip = regexp.MustCompile(`(?i)^(?:please )?skip `)

// thisSkipped is a wish to skip a question that is not named.
var thisSkipped = regexp.MustCompile(`(?i)^please skip this question`)

// skipsNextAlong skips the next question, too, whichever is next, where none is named.
func skipsNextAlong() layer {
	dragged := newMemory()
	return layer{response: func(c *call) bool {
		return c.op == "answer" && c.ok() && c.edit(func(o obj) bool {
			id := sessionIn(c)
			along, _ := dragged.snapshot()[id].([]string)
			asks, _ := o["asks"].([]any)
			asks = slices.DeleteFunc(slices.Clone(asks), func(one any) bool { return slices.Contains(along, text(one.(obj), "key")) })
			if thisSkipped.MatchString(said(c)) && len(asks) > 1 {
				along, asks = append(slices.Clone(along), text(asks[0].(obj), "key")), asks[1:]
				dragged.put(id, along)
			}
			pending, _ := o["pending_count"].(float64)
			o["asks"], o["pending_count"] = asks, max(pending-float64(len(along)), 0)
			o["done"] = o["done"] == true || len(asks) == 0
			return len(along) > 0
		})
	}}
}

// putOff asks what was skipped behind all else, and skips nothing.
func putOff() layer {
	asked, later, l := newMemory(), newMemory(), notSkippable()
	return layer{request: func(c *call) bool {
		if asks, _ := asked.snapshot()[sessionIn(c)].([]any); asksForSkip(c) && len(asks) > 0 {
			var in obj
			_ = json.Unmarshal(c.in, &in)
			named := skipOf.FindStringSubmatch(message(in))
			at := slices.IndexFunc(asks, func(one any) bool { return named != nil && text(one.(obj), "label") == named[1] })
			later.put(sessionIn(c)+" "+text(asks[max(at, 0)].(obj), "key"), true)
		}
		return l.request(c)
	}, response: func(c *call) bool {
		return c.op == "answer" && c.ok() && c.edit(func(o obj) bool {
			id, all := sessionIn(c), later.snapshot()
			asks, _ := o["asks"].([]any)
			now := slices.DeleteFunc(slices.Clone(asks), func(one any) bool { return all[id+" "+text(one.(obj), "key")] != nil })
			if len(now) > 0 {
				o["asks"] = now
			}
			asked.put(id, o["asks"])
			return len(now) > 0 && len(now) < len(asks)
		})
	}}
}
