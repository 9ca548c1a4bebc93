package selftest_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// skipsUntil asks again for what was skipped, from the turn on that follows something.
func skipsUntil(something func(c *call) bool) layer {
	asked, skipped, over := newMemory(), newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		if id != "" && something(c) {
			over.put(id, true)
		}
		var in obj
		if c.op != "answer" || !c.ok() || json.Unmarshal(c.in, &in) != nil {
			return false
		}
		return c.edit(func(o obj) bool {
			asks, _ := o["asks"].([]any)
			before, _ := asked.snapshot()[id].([]any)
			asked.put(id, asks)
			named := skipOf.FindStringSubmatch(message(in))
			at := slices.IndexFunc(before, func(one any) bool { return named != nil && text(one.(obj), "label") == named[1] })
			if at >= 0 && over.snapshot()[id] == nil {
				skipped.put(id, before[at])
			}
			back := skipped.snapshot()[id]
			if back == nil || over.snapshot()[id] == nil || o["done"] == true {
				return false
			}
			pending, _ := o["pending_count"].(float64)
			o["asks"], o["pending_count"] = append(slices.Clone(asks), back), pending+1
			return true
		})
	}}
}

func refused(c *call) bool { return c.op == "answer" && c.status == http.StatusUnprocessableEntity }

func done(op string) func(c *call) bool {
	return func(c *call) bool { return c.op == op && c.ok() }
}

// labelsOfNext gives each question the label of the one behind it, from the second turn of a session on.
func labelsOfNext() layer {
	turns := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "answer" || !c.ok() {
			return false
		}
		count, _ := turns.keep(sessionIn(c), func() any { return new(atomic.Int64) })
		return count.(*atomic.Int64).Add(1) > 1 && c.edit(func(o obj) bool {
			asks, _ := o["asks"].([]any)
			for i := range asks {
				if i+1 < len(asks) {
					asks[i].(obj)["label"] = asks[i+1].(obj)["label"]
				}
			}
			return len(asks) > 1
		})
	}}
}

// completedTwice has the values of the time at which a session was first complete, once it was filled more than twice.
func completedTwice(past *formPast, lines []formLine) []formLine {
	const fills = 2
	if past.fills > fills {
		return asCompleted(past, lines)
	}
	return lines
}

// nameAlone has forms of lines, and one of them with the name of the insured alone once the session is complete.
func nameAlone(key string, as func(past *formPast, lines []formLine) []formLine) layer {
	l := labelledForms(as)
	shown := l.response
	l.response = func(c *call) bool {
		did := shown(c)
		var detail obj
		if c.op == "pdf" && c.ok() && formKeyIn(c) == key {
			body, _ := c.beside(http.MethodGet, "")
			_ = json.Unmarshal(body, &detail)
			if detail["status"] != "complete" {
				return did
			}
			c.out = formOf([]formLine{{"insured_name", "Named insured", text(detail, "insured_name")}})
		}
		return did
	}
	return l
}

// formKeyIn is the form whose PDF a call asks for.
func formKeyIn(c *call) string {
	const place = 4 // of /org/sessions/{id}/forms/{form}/pdf
	return splitPath(c.r.URL.Path)[place]
}

// skipLost asks again for what was skipped while another question of the session was.
func skipLost() layer {
	var mu sync.Mutex
	skipping, lost := map[string]int{}, map[string]bool{}
	skips := func(c *call) bool { return c.op == "answer" && strings.Contains(strings.ToLower(string(c.in)), "skip") }
	again := skipsUntil(func(c *call) bool {
		mu.Lock()
		defer mu.Unlock()
		return lost[sessionIn(c)] && !skips(c)
	})
	note := again.response
	return layer{request: func(c *call) bool {
		if skips(c) {
			mu.Lock()
			skipping[sessionIn(c)]++
			lost[sessionIn(c)] = lost[sessionIn(c)] || skipping[sessionIn(c)] > 1
			mu.Unlock()
			pause(50 * time.Millisecond)
		}
		return false
	}, response: func(c *call) bool {
		if skips(c) {
			mu.Lock()
			skipping[sessionIn(c)]--
			mu.Unlock()
		}
		return note(c)
	}}
}

// goneAfter knows sessions no more after a time.
func goneAfter(life time.Duration) layer {
	k, made := newTicking(), newMemory()
	return layer{clocked: true, verb: k.verb, response: func(c *call) bool {
		if c.op == "create" && c.ok() {
			c.edit(func(o obj) bool { made.put(text(o, "session_id"), k.now()); return false })
		}
		at, known := made.snapshot()[sessionIn(c)].(time.Time)
		gone := known && k.now().Sub(at) > life
		if gone {
			c.refuse(404)
		}
		return gone
	}}
}

// secondSkip says whether a call is the second request to skip on its session.
func secondSkip() func(c *call) bool {
	skips := newMemory()
	return func(c *call) bool {
		if !asksForSkip(c) || !c.ok() {
			return false
		}
		_, had := skips.keep(sessionIn(c), func() any { return true })
		return had
	}
}
