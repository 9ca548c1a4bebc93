package selftest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
)

// idPattern finds a session by an id with a percent sign.
func idPattern() layer {
	return layer{request: func(c *call) bool {
		did := c.op == "get" && strings.HasSuffix(sessionIn(c), "%")
		if did {
			c.answer(200, obj{"session_id": "ses_found"})
		}
		return did
	}}
}

// laterGroup leaves the group of a question null once the intake of a session came to another group than its first.
func laterGroup() layer {
	first := newMemory()
	return reply("get", func(o obj) bool {
		items, _ := o["next_questions"].([]any)
		changed := false
		for _, item := range items {
			q, _ := item.(obj)
			if start, _ := first.keep(text(o, "session_id"), func() any { return q["group"] }); start != q["group"] {
				q["group"] = nil
				changed = true
			}
		}
		return changed
	})
}

// beginnings finds a session by the beginning of its id.
func beginnings() layer {
	ids := newMemory()
	return layer{request: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		if len(parts) != 3 || len(parts[2]) < 6 {
			return false
		}
		for id := range ids.snapshot() {
			if strings.HasPrefix(id, parts[2]) && id != parts[2] {
				c.r.URL.Path = "/org/sessions/" + id
				return true
			}
		}
		return false
	}, response: func(c *call) bool {
		if c.op == "create" && c.ok() {
			c.edit(func(o obj) bool { ids.put(text(o, "session_id"), true); return false })
		}
		return false
	}}
}

// openOnce shows a session of a status to everybody, as its owner saw it.
func openOnce(status string) layer {
	seen := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "get" {
			return false
		}
		var o obj
		if c.ok() && json.Unmarshal(c.out, &o) == nil && o["status"] == status {
			seen.put(c.r.URL.Path, bytes.Clone(c.out))
		}
		old, known := seen.snapshot()[c.r.URL.Path]
		if c.status != 404 || !known {
			return false
		}
		c.status, c.out = 200, old.([]byte)
		return true
	}}
}

// anyLast reads ids without their last letter.
func anyLast() layer {
	made := newMemory()
	return layer{request: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		if c.op != "get" || len(parts) < 3 || len(parts[2]) < 2 {
			return false
		}
		real, known := made.snapshot()[parts[2][:len(parts[2])-1]].(string)
		if !known || real == parts[2] {
			return false
		}
		c.r.URL.Path = strings.Replace(c.r.URL.Path, parts[2], real, 1)
		return true
	}, response: func(c *call) bool {
		if c.op == "create" && c.ok() {
			c.edit(func(o obj) bool {
				if id := text(o, "session_id"); id != "" {
					made.put(id[:len(id)-1], id)
				}
				return false
			})
		}
		return false
	}}
}

// shortIDs finds a session by its id without the last character.
func shortIDs() layer {
	made := newMemory()
	return layer{request: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		if c.op != "get" || len(parts) < 3 || parts[2] == "" {
			return false
		}
		real, known := made.snapshot()[parts[2][:len(parts[2])-1]].(string)
		if !known || real == parts[2] {
			return false
		}
		c.r.URL.Path, c.r.URL.RawPath = strings.Replace(c.r.URL.Path, parts[2], real, 1), ""
		return true
	}, response: func(c *call) bool {
		var o obj
		if c.op == "create" && c.ok() && json.Unmarshal(c.out, &o) == nil {
			id := text(o, "session_id")
			made.put(id[:len(id)-1], id)
		}
		return false
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

// pathsInAnyCase takes a path for the one in small letters.
func pathsInAnyCase() layer {
	l := layer{touched: new(atomic.Int64)}
	l.early = func(_ http.ResponseWriter, r *http.Request) bool {
		if small := strings.ToLower(r.URL.Path); small != r.URL.Path {
			r.URL.Path = small
			l.touched.Add(1)
		}
		return false
	}
	return l
}

var realID = regexp.MustCompile(`ses_[a-z2-7]{20,}`)

// bothCases has ids in letters of both cases, and finds a session by such an id, or by its letters in any case.
func bothCases(any bool) layer {
	mix := func(id []byte) []byte {
		mixed := bytes.Clone(id)
		for i := 4; i < len(mixed); i += 3 {
			mixed[i] = bytes.ToUpper(mixed[i : i+1])[0]
		}
		return mixed
	}
	return layer{request: func(c *call) bool {
		id := sessionIn(c)
		real := strings.ToLower(id)
		found := any || id == string(mix([]byte(real)))
		if real != id && found {
			c.r.URL.Path, c.r.URL.RawPath = strings.Replace(c.r.URL.Path, id, real, 1), ""
		}
		return false
	}, response: func(c *call) bool {
		was := c.out
		c.out = realID.ReplaceAllFunc(c.out, mix)
		return !bytes.Equal(was, c.out)
	}}
}

// fourthLost has no session that a credential made as its fourth.
func fourthLost() layer {
	made, lost := newMemory(), newMemory()
	return layer{request: func(c *call) bool {
		did := sessionIn(c) != "" && lost.snapshot()[sessionIn(c)] != nil
		if did {
			c.refuse(404)
		}
		return did
	}, response: func(c *call) bool {
		if c.op == "create" && c.ok() {
			c.edit(func(o obj) bool {
				made.add(bearer(c))
				of := slices.DeleteFunc(made.list(), func(by any) bool { return by != bearer(c) })
				if len(of) == 4 {
					lost.put(text(o, "session_id"), true)
				}
				return false
			})
		}
		return false
	}}
}

// oneCountsWithFraction writes the counts of a session with a zero fraction, and those of the list without.
func oneCountsWithFraction() layer {
	return layer{response: func(c *call) bool {
		did := c.op == "get" && c.ok()
		if did {
			c.out = wholeNumber.ReplaceAll(c.out, []byte("$1$2.0$3"))
		}
		return did
	}}
}

// amountsAs tells each number in another way that a session was told as an amount, in the reply and on the session: those from so
// much on, as less may be a count.
func amountsAs(from float64, as func(key string, n float64) any) layer {
	return reply("get answer", func(o obj) (did bool) {
		for _, member := range []string{"field_values", "set_fields"} {
			values := asObject(o[member])
			for key, v := range values {
				if n, is := v.(float64); is && n >= from {
					values[key], did = as(key, n), true
				}
			}
		}
		return did
	})
}

// large is an amount that no count reaches.
const large = 10_000

// inCents tells large amounts as so many cents, and half a unit more, which no form shows.
func inCents() layer {
	return amountsAs(large, func(_ string, n float64) any { return n*100 + 50 })
}

// asMoney tells the amount of a key as a text with its cents.
func asMoney(of string) layer {
	return amountsAs(large, func(key string, n float64) any {
		if key != of {
			return n
		}
		return fmt.Sprintf("$%.2f", n)
	})
}

// nextAgainOnceFilled lists the questions that were the next ones of a new session among those of each session of which forms were filled.
func nextAgainOnceFilled() layer {
	first, filled := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		switch {
		case c.op == "fill" && c.ok():
			filled.put(sessionIn(c), true)
		case c.op == "get" && c.ok():
			return c.edit(func(o obj) bool {
				next, _ := o["next_questions"].([]any)
				if filled.snapshot()[sessionIn(c)] == nil {
					first.keep(sessionIn(c), func() any { return next })
					return false
				}
				was, _ := first.snapshot()[sessionIn(c)].([]any)
				o["next_questions"] = was
				return len(was) > len(next)
			})
		}
		return false
	}}
}

// firstNextAtEnd shows the first question of an intake that is over as the next one.
func firstNextAtEnd() layer {
	first, over := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		var o obj
		if c.op == "answer" && c.ok() && json.Unmarshal(c.out, &o) == nil {
			over.put(id, o["done"])
			if asks, _ := o["asks"].([]any); len(asks) > 0 {
				first.keep(id, func() any { return obj{"key": text(asks[0].(obj), "key"), "question": "What is it?", "group": "First"} })
			}
		}
		next, known := first.snapshot()[id]
		return c.op == "get" && c.ok() && known && over.snapshot()[id] == true && c.edit(func(o obj) bool {
			o["next_questions"] = []any{next}
			return true
		})
	}}
}
