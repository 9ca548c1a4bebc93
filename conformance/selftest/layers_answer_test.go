package selftest_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"unicode/utf8"
)

// oneAsked asks one thing at a time.
func oneAsked() layer {
	return reply("answer", func(o obj) bool {
		asks, _ := o["asks"].([]any)
		o["asks"] = asks[:min(len(asks), 1)]
		return len(asks) > 1
	})
}

func longer(member string, most int, counted func(string) int) func(c *call, o obj) bool {
	return func(_ *call, o obj) bool { return counted(text(o, member)) > most }
}

func bytesIn(s string) int { return len(s) }

func shorten(member string, from int) func(o obj) bool {
	return func(o obj) bool {
		if utf8.RuneCountInString(text(o, member)) != from {
			return false
		}
		o[member] = "shortened"
		return true
	}
}

// inEveryOther leaves the first question out of the replies of every other session; it stays pending.
func inEveryOther() layer {
	seen := newMemory()
	var count atomic.Int64
	return reply2("answer", func(c *call, o obj) bool {
		n, _ := seen.keep(splitPath(c.r.URL.Path)[2], func() any { return count.Add(1) })
		list, _ := o["asks"].([]any)
		if n.(int64)%2 == 0 || len(list) < 2 {
			return false
		}
		o["asks"] = list[1:]
		return true
	})
}

// wholeMessage takes a message with several answers as the answer to the first question of all.
func wholeMessage() layer {
	return layer{request: func(c *call) bool {
		return c.requested("answer", func(o obj) bool {
			label, value, is := strings.Cut(message(o), ": ")
			o["message"] = "DBA: " + strings.NewReplacer("\n", " ", ";", " ", ":", " ").Replace(value)
			return is && label != ""
		})
	}}
}

// labelObjects has a label in each language.
func labelObjects() layer {
	return layer{response: func(c *call) bool {
		return c.op == "answer" && c.ok() && c.edit(func(o obj) bool {
			asks, _ := o["asks"].([]any)
			for _, one := range asks {
				q := one.(obj)
				q["label"] = obj{"en": q["label"]}
			}
			return len(asks) > 0
		})
	}}
}

// overAtOnce ends every intake with its first turn.
func overAtOnce() layer { return set("answer", "done", true) }

// brokenOnce breaks at the second of two turns at one time, once.
func brokenOnce() layer {
	l, once := oneAtATime("answer", 500), new(atomic.Bool)
	broken := l.request
	l.request = func(c *call) bool {
		did := broken(c)
		if did && once.Swap(true) {
			c.status, did = 0, false
		}
		return did
	}
	return l
}

// skipsOfAll asks in no session what was skipped in one.
func skipsOfAll() layer {
	gone := newMemory()
	return skipsOf(func(key string, _ []string) { gone.put(key, true) }, func(_, key string) bool { return gone.snapshot()[key] != nil })
}

// skipsWhereAsked asks for what was skipped in a session in none that was asking then.
func skipsWhereAsked() layer {
	gone := newMemory()
	return skipsOf(func(key string, sessions []string) {
		for _, id := range sessions {
			gone.put(id+" "+key, true)
		}
	}, func(id, key string) bool { return gone.snapshot()[id+" "+key] != nil })
}

// skipsOf notes what is skipped, and the sessions that were asking then, and leaves out what is gone in a session.
func skipsOf(note func(key string, sessions []string), gone func(id, key string) bool) layer {
	asked := newMemory()
	return layer{response: func(c *call) bool {
		var o obj
		if c.op != "answer" || !c.ok() || json.Unmarshal(c.out, &o) != nil {
			return false
		}
		id, keys := splitPath(c.r.URL.Path)[2], keysOf(o)
		if was, known := asked.snapshot()[id].([]string); known && asksForSkip(c) {
			for _, key := range was {
				if !slices.Contains(keys, key) {
					note(key, slices.Collect(maps.Keys(asked.snapshot())))
				}
			}
		}
		asked.put(id, keys)
		return c.edit(func(o obj) bool {
			list, _ := o["asks"].([]any)
			was := len(list)
			list = slices.DeleteFunc(list, func(item any) bool { return gone(id, text(item.(obj), "key")) })
			n, _ := o["pending_count"].(float64)
			o["asks"], o["pending_count"] = list, n-float64(was-len(list))
			return len(list) < was
		})
	}}
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

// twoOfOne says whether a message has two lines for one question.
func twoOfOne(words string) bool {
	seen := map[string]bool{}
	for line := range strings.Lines(words) {
		label, _, is := strings.Cut(line, ": ")
		if is && seen[label] {
			return true
		}
		seen[label] = true
	}
	return false
}

// thirdQuestion has no words for the third question of a session.
func thirdQuestion() layer {
	asked := newMemory()
	return layer{response: func(c *call) bool {
		var in obj
		if c.op != "answer" || !c.ok() || json.Unmarshal(c.in, &in) != nil || !strings.HasSuffix(message(in), "?") {
			return false
		}
		id := splitPath(c.r.URL.Path)[2]
		n, _ := asked.snapshot()[id].(int)
		asked.put(id, n+1)
		return n == 2 && c.edit(func(o obj) bool { o["message"] = nil; return true })
	}}
}

// atTheEnd changes the reply of the turn that ends an intake.
func atTheEnd(do func(o obj)) layer {
	return reply("answer", func(o obj) bool {
		if !lastTurn(o) {
			return false
		}
		do(o)
		return true
	})
}

// brokenCorrection breaks at corrections of a session whose forms were filled, as often as told.
func brokenCorrection(most int64) layer {
	filled, set := newMemory(), newMemory()
	var broken atomic.Int64
	return layer{response: func(c *call) bool {
		if c.op == "fill" && c.ok() {
			filled.put(sessionIn(c), true)
		}
		if c.op != "answer" || !c.ok() {
			return false
		}
		var o obj
		_ = json.Unmarshal(c.out, &o)
		again := false
		for key := range asObject(o["set_fields"]) {
			_, known := set.keep(sessionIn(c)+key, func() any { return true })
			again = again || known
		}
		did := again && filled.snapshot()[sessionIn(c)] != nil && broken.Add(1) <= most
		if did {
			c.refuse(500)
		}
		return did
	}}
}

// nextFact is where the second of several answers in a message begins.
var nextFact = regexp.MustCompile(`\n|; |\. |, and `)

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

// listedWhereAsked puts the reply to each part of a message of two kinds into a list.
func listedWhereAsked() layer {
	return reply2("answer", func(c *call, o obj) bool {
		var in obj
		_ = json.Unmarshal(c.in, &in)
		did := strings.Contains(message(in), "?") && len(asObject(o["set_fields"])) > 0
		if did {
			o["message"] = []any{"Thank you.", o["message"]}
		}
		return did
	})
}

// longInLines takes a message that is too long, and none of its lines is.
func longInLines(o obj) bool {
	const most = 10000
	is := utf8.RuneCountInString(message(o)) > most && !slices.ContainsFunc(strings.Split(message(o), "\n"), func(line string) bool {
		return utf8.RuneCountInString(line) > most
	})
	if is {
		o["message"] = "We have 12 employees."
	}
	return is
}

// statelessEndless keeps one question of a session that was created without a state pending, and does not ask it.
func statelessEndless() layer {
	stateless := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "create" && c.ok() && without("state")(c) {
			return c.edit(func(o obj) bool { stateless.put(text(o, "session_id"), true); return false })
		}
		return c.op == "answer" && c.ok() && stateless.snapshot()[sessionIn(c)] != nil && c.edit(func(o obj) bool {
			last := lastTurn(o)
			if last {
				o["done"], o["pending_count"], o["asks"] = false, 1, []any{}
			}
			return last
		})
	}}
}

// skipsAll ends an intake when a question was skipped.
func skipsAll() layer {
	return layer{response: func(c *call) bool {
		return asksForSkip(c) && c.ok() && c.edit(func(o obj) bool {
			was := o["done"]
			o["done"], o["pending_count"], o["asks"] = true, 0, []any{}
			return was != true
		})
	}}
}

// firstAtOnce breaks at turns that come at one time, where none was answered before.
func firstAtOnce() layer {
	answered := newMemory()
	l := oneAtATime("answer", 500)
	broken, ended := l.request, l.response
	l.request = func(c *call) bool {
		_, known := answered.snapshot()[c.r.URL.Path]
		did := broken(c)
		if did && known {
			c.status = 0
			return false
		}
		return did
	}
	l.response = func(c *call) bool {
		if c.op == "answer" && c.ok() {
			answered.put(c.r.URL.Path, true)
		}
		return ended(c)
	}
	return l
}

// notUnderstood takes the first few messages that have some words for a greeting.
func notUnderstood(n int64, words string) layer {
	some := upTo(n, func(c *call) bool { return c.op == "answer" && strings.Contains(string(c.in), words) })
	return layer{request: func(c *call) bool {
		return some(c) && c.requested("answer", func(o obj) bool { o["message"] = "Hello"; return true })
	}}
}

func hangsUp(*call) { panic(http.ErrAbortHandler) }

// staleAsks has in a reply the asks of the reply before.
func staleAsks() layer {
	last := newMemory()
	return layer{response: func(c *call) (did bool) {
		return c.op == "answer" && c.ok() && c.edit(func(o obj) bool {
			was, known := last.snapshot()[sessionIn(c)]
			last.put(sessionIn(c), o["asks"])
			if known {
				o["asks"] = was
			}
			return known
		})
	}}
}

// skipAtEnd refuses a request to skip in an intake that is over.
func skipAtEnd(status int) layer {
	over := newMemory()
	return layer{request: func(c *call) bool {
		did := c.op == "answer" && over.snapshot()[sessionIn(c)] == true && bytes.Contains(c.in, []byte("Please skip this question."))
		if did {
			c.refuse(status)
		}
		return did
	}, response: func(c *call) bool {
		return c.op == "answer" && c.ok() && c.edit(func(o obj) bool { over.put(sessionIn(c), o["done"]); return false })
	}}
}

// questionAsAnswer takes a question of the caller for the answer to what was asked first.
func questionAsAnswer() layer {
	asked := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "answer" || !c.ok() {
			return false
		}
		id := sessionIn(c)
		was, _ := asked.snapshot()[id].([]string)
		said := ""
		c.requested("answer", func(o obj) bool { said = text(o, "message"); return false })
		return c.edit(func(o obj) bool {
			asked.put(id, keysOf(o))
			did := len(was) > 0 && strings.HasSuffix(said, "?") && !strings.Contains(said, ".")
			if did {
				o["set_fields"] = obj{was[0]: said}
			}
			return did
		})
	}}
}

// skippedAs takes a request to skip for an answer of that one word.
func skippedAs(word string) layer {
	l := skipAsAnswer()
	inner := l.response
	l.response = func(c *call) bool {
		return inner(c) && c.edit(func(o obj) bool {
			for key := range asObject(o["set_fields"]) {
				asObject(o["set_fields"])[key] = word
			}
			return true
		})
	}
	return l
}

// noDropped keeps no value that is a no.
func noDropped() layer {
	without := func(c *call, member string) bool {
		return c.edit(func(o obj) bool {
			values := asObject(o[member])
			before := len(values)
			maps.DeleteFunc(values, func(_ string, v any) bool { return v == false })
			return len(values) < before
		})
	}
	return layer{response: func(c *call) bool {
		return c.ok() && (c.op == "answer" && without(c, "set_fields") || c.op == "get" && without(c, "field_values"))
	}}
}
