package selftest_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// found answers 200 in place of the 404 of an operation.
func found(op string) layer {
	return layer{response: func(c *call) bool {
		if c.op != op || c.status != 404 {
			return false
		}
		c.answer(200, obj{})
		return true
	}}
}

// reply makes a fault of a change to the JSON of successful replies of operations.
func reply(ops string, change func(o obj) bool) layer {
	return layer{response: func(c *call) bool { return among(ops, c.op) && c.ok() && c.edit(change) }}
}

// change is reply for a change that always happens.
func change(ops string, do func(o obj)) layer {
	return reply(ops, func(o obj) bool { do(o); return true })
}

// set replaces a member of successful replies; drop leaves it out.
func set(ops, member string, v any) layer { return change(ops, func(o obj) { o[member] = v }) }

func drop(ops, member string) layer { return change(ops, func(o obj) { delete(o, member) }) }

// each changes every object of an array.
func each(ops, array string, do func(o obj)) layer {
	return reply(ops, func(o obj) bool {
		items, _ := o[array].([]any)
		for _, item := range items {
			if one, ok := item.(obj); ok {
				do(one)
			}
		}
		return len(items) > 0
	})
}

// code answers with another status where a reply has one.
func code(ops string, from, to int) layer {
	return layer{response: func(c *call) bool {
		if !among(ops, c.op) || c.status != from {
			return false
		}
		c.status = to
		return true
	}}
}

// lenient takes what should be refused: a request whose body does not hold is answered with success as another would be.
func lenient(ops string, wrong func(o obj) bool) layer {
	return layer{request: func(c *call) bool {
		var o obj
		if !among(ops, c.op) || json.Unmarshal(c.in, &o) != nil || o == nil || !wrong(o) {
			return false
		}
		c.in, _ = json.Marshal(o)
		return true
	}}
}

// strict refuses what should be taken.
func strict(ops string, status int, wrong func(c *call, o obj) bool) layer {
	return layer{request: func(c *call) bool {
		var o obj
		_ = json.Unmarshal(c.in, &o)
		if !among(ops, c.op) || !wrong(c, o) {
			return false
		}
		c.refuse(status)
		return true
	}}
}

// errors_ changes the replies of one status.
func errorsOf(status int, change func(c *call)) layer {
	return layer{response: func(c *call) bool {
		if c.status != status || !strings.HasPrefix(c.r.URL.Path, "/org") {
			return false
		}
		change(c)
		return true
	}}
}

func among(list, one string) bool {
	return one != "" && (list == "*" || slices.Contains(strings.Fields(list), one))
}

// tellingTime shows in the values of a session when they were read.
func tellingTime() layer {
	var n atomic.Int64
	return reply("get", func(o obj) bool {
		values, is := o["field_values"].(obj)
		if is {
			values["as_of"] = n.Add(1)
		}
		return is
	})
}

// reply2 is reply for changes that want to know of what call.
func reply2(op string, change func(c *call, o obj) bool) layer {
	return layer{response: func(c *call) bool {
		return c.op == op && c.ok() && c.edit(func(o obj) bool { return change(c, o) })
	}}
}

// whereDone lets a layer act on those sessions alone that such a call was made on, and changes their submissions.
func whereDone(is func(c *call) bool, l layer, change func(sub obj)) layer {
	met := newMemory()
	known := func(c *call) bool { return met.snapshot()[sessionIn(c)] != nil }
	act := where(known, l)
	return layer{request: func(c *call) bool {
		if is(c) {
			met.put(sessionIn(c), true)
		}
		return act.request != nil && act.request(c)
	}, response: act.response, verb: func(verb string, _, out obj) (did bool) {
		subs, _ := out["submissions"].([]any)
		for _, sub := range subs {
			if o := asObject(sub); change != nil && met.snapshot()[text(o, "session_id")] != nil {
				change(o)
				did = true
			}
		}
		return did
	}}
}

// beyond says whether a member of a request has a letter past a bound.
func beyond(member string, last rune) func(*call, obj) bool {
	return func(_ *call, o obj) bool {
		return strings.IndexFunc(text(o, member), func(r rune) bool { return r > last }) >= 0
	}
}

// answering answers some calls of an operation in the server's place.
func answering(op string, status int, detail string, when func(c *call) bool) func(c *call) bool {
	return func(c *call) bool {
		did := c.op == op && when(c)
		if did {
			c.answer(status, obj{"detail": detail})
		}
		return did
	}
}

// fewTimes lets a fault happen a few times and no more.
func fewTimes(n int64, l layer) layer {
	var count atomic.Int64
	fails := l.request
	l.request = func(c *call) bool {
		did := count.Load() < n && fails(c)
		if did {
			count.Add(1)
		}
		return did
	}
	return l
}

func lastTurn(o obj) bool { done, _ := o["done"].(bool); return done || o["pending_count"] == 0.0 }

func saying(words string) func(*call, obj) bool {
	return func(_ *call, o obj) bool { return strings.Contains(strings.ToLower(message(o)), words) }
}

// later_ says whether an operation succeeded before at the same path.
func later_(op string) func(*call) bool {
	seen := newMemory()
	return func(c *call) bool {
		if c.op != op || c.status == 0 || !c.ok() {
			return false
		}
		_, known := seen.keep(c.r.URL.Path, func() any { return true })
		return known
	}
}

func without(member string) func(*call) bool {
	return func(c *call) bool {
		var o obj
		_ = json.Unmarshal(c.in, &o)
		_, there := o[member]
		return !there
	}
}

// where restricts a layer to some calls.
func where(when func(*call) bool, l layer) layer {
	inner := l
	if inner.request != nil {
		l.request = func(c *call) bool { return when(c) && inner.request(c) }
	}
	if inner.response != nil {
		l.response = func(c *call) bool { return when(c) && inner.response(c) }
	}
	return l
}

// away says whether a call is made with another key than the first that was seen.
func away() func(*call) bool {
	var mu sync.Mutex
	first := ""
	return func(c *call) bool {
		mu.Lock()
		defer mu.Unlock()
		if first == "" && strings.HasPrefix(bearer(c), "bsk_") {
			first = bearer(c)
		}
		return strings.HasPrefix(bearer(c), "bsk_") && bearer(c) != first
	}
}

// after restricts a change to sessions in some state, such as those that were filled.
func after(op string, l layer) layer {
	seen := newMemory()
	note := l.response
	l.response = func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		if len(parts) < 3 {
			return false
		}
		if c.op == op && c.ok() {
			seen.keep(parts[2], func() any { return true })
		}
		_, known := seen.snapshot()[parts[2]]
		return known && note != nil && note(c)
	}
	return l
}

// actsAnyway carries a call out for a stranger and then answers 404.
func actsAnyway(ops string) layer {
	w := owners{newMemory()}
	return layer{request: func(c *call) bool {
		owner, other := w.of(c)
		if other && among(ops, c.op) {
			c.r.Header.Set("Authorization", owner)
			c.r.Header.Set("X-Was-Foreign", "1")
			return true
		}
		return false
	}, response: func(c *call) bool {
		w.note(c)
		if c.r.Header.Get("X-Was-Foreign") == "" {
			return false
		}
		c.refuse(404)
		return true
	}}
}

// wrapped puts a reply under a member.
func wrapped(ops, member string) layer {
	return reply(ops, func(o obj) bool {
		inner := obj{}
		for k, v := range o {
			inner[k] = v
			delete(o, k)
		}
		o[member] = inner
		return true
	})
}

// raw replaces the body of successes.
func raw(ops, contentType, body string) layer {
	return layer{response: func(c *call) bool {
		if !among(ops, c.op) || !c.ok() {
			return false
		}
		c.header = http.Header{"Content-Type": {contentType}}
		c.out = []byte(body)
		return true
	}}
}

// inItem changes the n-th object of an array, where there is one.
func inItem(ops, array string, n int, do func(o obj)) layer {
	return reply(ops, func(o obj) bool {
		items, _ := o[array].([]any)
		if len(items) <= n {
			return false
		}
		one, ok := items[n].(obj)
		if ok {
			do(one)
		}
		return ok
	})
}

func put(member string, v any) func(o obj) { return func(o obj) { o[member] = v } }

func cut(member string) func(o obj) { return func(o obj) { delete(o, member) } }

// again says whether an operation is called on a session once more.
func again(op string) func(c *call) bool {
	seen := newMemory()
	return func(c *call) bool {
		if c.op != op {
			return false
		}
		_, known := seen.keep(c.r.URL.Path, func() any { return true })
		return known
	}
}

// sameForAll has all replies of an operation hold what the first one held in a member.
func sameForAll(op, member string) layer {
	first := newMemory()
	return layer{response: func(c *call) bool {
		return c.op == op && c.ok() && c.edit(func(o obj) bool {
			was, known := first.keep(member, func() any { return o[member] })
			o[member] = was
			return known
		})
	}}
}

// sameForEach has all replies about a session hold what the first one held in a member.
func sameForEach(op, member string) layer {
	first := newMemory()
	return reply(op, func(o obj) bool {
		was, known := first.keep(text(o, "session_id"), func() any { return o[member] })
		o[member] = was
		return known
	})
}
