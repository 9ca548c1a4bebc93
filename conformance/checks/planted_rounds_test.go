package checks_test

import (
	"bytes"
	"fmt"
	"maps"
	"mime"
	"mime/multipart"
	"slices"
)

// plantedRounds are faults that show in a second round alone: of a file, a fill, a submission, a delivery, of turns once an intake is over.
func plantedRounds() []plant {
	return []plant{
		{"API-DOCS-03", "a document of the size of another one is dropped", droppingSizes()},
		{"API-ANSWER-21", "the last question is asked on and on, though the session has nothing open", askingLast(false)},
		{"API-GET-12", "a correction takes all other values away once the intake is over", wipedAtEnd(0)},
		{"API-GET-06", "what is pending on a session is all that was asked for at first", pendingFirst()},
		{"API-ANSWER-08", "what is pending is counted before a turn is stored", pendingBefore()},
		{"API-GET-12", "a value is gone once forms were filled", goneAfterFill()},
		{"API-FILL-07", "the last form is not written anew at a second fill", staleLastForm()},
		{"API-SUBMIT-01", "an account that is given later is never found", unconnectedForGood()},
		{"HOOK-12", "attempts are counted of an endpoint, not of a delivery", countedOfEndpoint()},
	}
}

// droppingSizes takes a document of a size that the session has, and forgets it.
func droppingSizes() layer {
	known := newMemory()
	at := func(c *call) string { return fmt.Sprint(sessionIn(c), " ", fileSize(c)) }
	return layer{request: func(c *call) bool {
		if c.op != "documents" {
			return false
		}
		was, is := known.snapshot()[at(c)].(*call)
		if is {
			c.status, c.header, c.out = was.status, was.header.Clone(), was.out
		}
		return is
	}, response: func(c *call) bool {
		if c.op == "documents" && c.ok() {
			known.keep(at(c), func() any { return &call{status: c.status, header: c.header.Clone(), out: slices.Clone(c.out)} })
		}
		return false
	}}
}

// fileSize is how many bytes the files of an upload have.
func fileSize(c *call) int64 {
	_, params, _ := mime.ParseMediaType(c.r.Header.Get("Content-Type"))
	form, err := multipart.NewReader(bytes.NewReader(c.in), params["boundary"]).ReadForm(32 << 20)
	if err != nil {
		return 0
	}
	var n int64
	for _, files := range form.File {
		for _, file := range files {
			n += file.Size
		}
	}
	return n
}

// askingLast asks the first question again where an intake is over, as often as it is answered. The session says that it is open,
// or that nothing is.
func askingLast(open bool) layer {
	asks, over := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		switch {
		case c.op == "answer" && c.ok():
			return c.edit(func(o obj) bool {
				list, _ := o["asks"].([]any)
				for _, one := range list {
					if q := asObject(one); text(q, "kind") != "boolean" && q["options"] == nil {
						asks.keep(id, func() any { return q })
					}
				}
				if !lastTurn(o) {
					return false
				}
				over.put(id, true)
				o["done"], o["pending_count"], o["asks"] = false, 1, []any{asks.snapshot()[id]}
				return true
			})
		case c.op == "get" && c.ok() && over.snapshot()[id] != nil && open:
			return c.edit(func(o obj) bool { o["pending_count"] = 1; return true })
		}
		return false
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

// staleLastForm says of the last form of each fill that it has as much on it as after the first.
func staleLastForm() layer {
	first := newMemory()
	return layer{response: func(c *call) bool {
		return c.op == "fill" && c.ok() && c.edit(func(o obj) bool {
			forms, _ := o["forms"].([]any)
			if len(forms) < 2 {
				return false
			}
			last := asObject(forms[len(forms)-1])
			was, known := first.keep(sessionIn(c), func() any { return last["fields_written"] })
			did := known && was != last["fields_written"]
			last["fields_written"] = was
			return did
		})
	}}
}

// unconnectedForGood remembers of each key whether its workspace had an account when it submitted first.
func unconnectedForGood() layer {
	without := newMemory()
	return layer{request: refusingCalls("submit", 400, func(c *call) bool { return without.snapshot()[bearer(c)] == true }), response: func(c *call) bool {
		if c.op == "submit" {
			without.keep(bearer(c), func() any { return !c.ok() })
		}
		return false
	}}
}

// countedOfEndpoint makes no further attempt where three failed at an endpoint, of whatever delivery.
func countedOfEndpoint() layer {
	failed := newMemory()
	return layer{told: true, delivery: func(*shipment) bool { return false }, shipped: func(s *shipment, _ map[string]string) bool {
		if s.status/100 == 2 {
			return false
		}
		failed.mu.Lock()
		defer failed.mu.Unlock()
		n, _ := failed.byKey[s.url].(int)
		failed.byKey[s.url] = n + 1
		if n >= 3 {
			s.answer = 200
		}
		return n >= 3
	}}
}

// pendingFirst shows on a session what was pending when it was read first.
func pendingFirst() layer {
	first := newMemory()
	return layer{response: func(c *call) bool {
		return c.op == "get" && c.ok() && c.edit(func(o obj) bool {
			was, known := first.keep(sessionIn(c), func() any { return o["pending_count"] })
			did := known && was != o["pending_count"]
			o["pending_count"] = was
			return did
		})
	}}
}

// pendingBefore says at each turn what was pending before it.
func pendingBefore() layer {
	last := newMemory()
	return layer{response: func(c *call) bool {
		return c.op == "answer" && c.ok() && c.edit(func(o obj) bool {
			now := o["pending_count"]
			was, known := last.snapshot()[sessionIn(c)]
			last.put(sessionIn(c), now)
			if known {
				o["pending_count"] = was
			}
			return known && was != now
		})
	}}
}
