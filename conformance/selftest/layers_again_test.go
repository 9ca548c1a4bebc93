package selftest_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// clearedByRepeating takes a value away that is told again as it is.
func clearedByRepeating() layer {
	had, gone := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		if c.op == "answer" && c.ok() {
			var in, o obj
			_, _ = json.Unmarshal(c.in, &in), json.Unmarshal(c.out, &o)
			again := had.snapshot()[id+message(in)] == true
			had.put(id+message(in), true)
			for key, v := range asObject(o["set_fields"]) {
				gone.put(id+" "+key, again && v != nil)
			}
			for key := range asObject(o["set_fields"]) {
				if again {
					return c.edit(func(o obj) bool { delete(asObject(o["set_fields"]), key); return true })
				}
			}
		}
		return c.op == "get" && c.ok() && c.edit(func(o obj) bool {
			values := asObject(o["field_values"])
			before := len(values)
			maps.DeleteFunc(values, func(key string, _ any) bool { return gone.snapshot()[id+" "+key] == true })
			return len(values) < before
		})
	}}
}

var notIt = regexp.MustCompile(`( is )\S+?(?:,| and) not (\S+)`)

// hearsTheDenied takes what a value is not, by a correction, for the value.
func hearsTheDenied(said string) string { return notIt.ReplaceAllString(said, "$1$2") }

// manyOf asks a question with options of which several may be chosen, in the place of one that any words answer. Kept is what becomes of
// those that a message names, after those that were chosen before.
func manyOf(key string, kept func(before, chosen []any) []any) layer {
	options := []any{"Joinery", "Glazing", "Plastering", "Roofing"}
	return keptAsList(key, options, kept, func(told string) (chosen []any) {
		told, _, _ = strings.Cut(strings.ToLower(told), ", not ")
		for _, one := range options {
			if strings.Contains(told, strings.ToLower(one.(string))) {
				chosen = append(chosen, one)
			}
		}
		at := func(v any) int { return strings.Index(told, strings.ToLower(v.(string))) }
		slices.SortFunc(chosen, func(a, b any) int { return at(a) - at(b) })
		return chosen
	})
}

var betweenThings = regexp.MustCompile(`,? and |, `)

// listOf asks a question which any list of things answers, in the place of one that any words do.
func listOf(key string, kept func(before, chosen []any) []any) layer {
	return keptAsList(key, nil, kept, func(told string) (chosen []any) {
		told, _, _ = strings.Cut(told, ", not ")
		for _, one := range betweenThings.Split(told, -1) {
			chosen = append(chosen, strings.TrimSuffix(one, "."))
		}
		return chosen
	})
}

// keptAsList keeps the value of a question as a list: what a message names is found by things.
func keptAsList(key string, options []any, kept func(before, chosen []any) []any, things func(told string) []any) layer {
	had := newMemory()
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		if c.op != "answer" && c.op != "get" || !c.ok() {
			return false
		}
		return c.edit(func(o obj) bool {
			asks, _ := o["asks"].([]any)
			for _, one := range asks {
				if q := asObject(one); text(q, "key") == key {
					q["kind"] = "list"
					if options != nil {
						q["kind"], q["options"] = "multi_choice", options
					}
				}
			}
			if told, is := asObject(o["set_fields"])[key].(string); is {
				before, _ := had.snapshot()[id].([]any)
				had.put(id, kept(before, things(told)))
			}
			chosen, is := had.snapshot()[id].([]any)
			for _, member := range []string{"set_fields", "field_values"} {
				if values := asObject(o[member]); is && values[key] != nil {
					values[key] = chosen
				}
			}
			return is || len(asks) > 0
		})
	}}
}

func asChosen(_, chosen []any) []any { return chosen }

func firstTwo(_, chosen []any) []any { return chosen[:min(len(chosen), 2)] }

// firstInAlphabet keeps the one that comes first in the alphabet.
func firstInAlphabet(_, chosen []any) []any {
	slices.SortFunc(chosen, func(a, b any) int { return strings.Compare(a.(string), b.(string)) })
	return chosen[:min(len(chosen), 1)]
}

func chosenToo(before, chosen []any) []any {
	return slices.Concat(before, slices.DeleteFunc(chosen, func(v any) bool { return slices.Contains(before, v) }))
}

// begunWithFirst gives each new session the first text that any session was told.
func begunWithFirst() layer {
	first, told := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		if c.op == "answer" && c.ok() {
			told.put(id, true)
			c.edit(func(o obj) bool {
				for key, v := range asObject(o["set_fields"]) {
					if s, is := v.(string); is && strings.Contains(s, " ") {
						first.keep("first", func() any { return obj{key: v} })
					}
				}
				return false
			})
		}
		value, is := first.snapshot()["first"].(obj)
		return is && c.op == "get" && c.ok() && told.snapshot()[id] == nil && c.edit(func(o obj) bool {
			maps.Copy(asObject(o["field_values"]), value)
			return true
		})
	}}
}

// pendingMoreFrom counts one more as pending than is, from the n-th turn of a session on, while anything is.
func pendingMoreFrom(n float64) layer {
	turns := newMemory()
	return reply2("answer", func(c *call, o obj) bool {
		id := sessionIn(c)
		had, _ := turns.snapshot()[id].(float64)
		turns.put(id, had+1)
		open, _ := o["pending_count"].(float64)
		if had+1 < n || open == 0 {
			return false
		}
		o["pending_count"] = open + 1
		return true
	})
}

// answeredNextFrom lists a question that was answered among the next ones, from the n-th turn of a session on.
func answeredNextFrom(n float64) layer {
	turns, set := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		had, _ := turns.snapshot()[id].(float64)
		if c.op == "answer" && c.ok() {
			turns.put(id, had+1)
			c.edit(func(o obj) bool {
				for key := range asObject(o["set_fields"]) {
					set.keep(id, func() any { return key })
				}
				return false
			})
		}
		key, is := set.snapshot()[id].(string)
		return c.op == "get" && is && had >= n && c.edit(func(o obj) bool {
			next, _ := o["next_questions"].([]any)
			o["next_questions"] = append(next, obj{"key": key, "question": "What is it?", "group": "More"})
			return true
		})
	}}
}

// emptiedBy takes the values of a session away with such a call.
func emptiedBy(such func(c *call) bool) layer {
	wiped := newMemory()
	return layer{response: func(c *call) bool {
		if such(c) {
			wiped.put(sessionIn(c), true)
		}
		return c.op == "get" && c.ok() && wiped.snapshot()[sessionIn(c)] == true && c.edit(func(o obj) bool {
			o["field_values"] = obj{}
			return true
		})
	}}
}

func tooLargeRefused(c *call) bool {
	return c.op == "extract" && !c.ok() && c.r.ContentLength > 20<<20
}

func smallRefused(c *call) bool { return c.op == "extract" && !c.ok() && c.r.ContentLength < 1<<20 }

// fileSets sets something of the detail of a session to the name of a file with each such upload.
func fileSets(op string, set func(o obj, name string)) layer {
	named := newMemory()
	names := regexp.MustCompile(`filename="([^"]+)"`)
	return layer{response: func(c *call) bool {
		if found := names.FindSubmatch(c.in); c.op == op && c.ok() && found != nil {
			named.put(sessionIn(c), string(found[1]))
		}
		name, is := named.snapshot()[sessionIn(c)].(string)
		return c.op == "get" && c.ok() && is && c.edit(func(o obj) bool { set(o, name); return true })
	}}
}

// countedWithBefore counts in the result of a file what those before brought to the session, too.
func countedWithBefore() layer {
	had := newMemory()
	return reply2("extract", func(c *call, o obj) bool {
		before, _ := had.snapshot()[sessionIn(c)].(float64)
		now, _ := o["extracted_count"].(float64)
		had.put(sessionIn(c), before+now)
		o["extracted_count"] = before + now
		return before > 0
	})
}

// neverComplete gives a session that such a call was made on the status of one that is not filled.
func neverComplete(met func(c *call) bool) layer {
	is := newMemory()
	return layer{response: func(c *call) bool {
		if met(c) {
			is.put(sessionIn(c), true)
		}
		return c.op == "get" && c.ok() && is.snapshot()[sessionIn(c)] == true && c.edit(func(o obj) bool {
			did := o["status"] == "complete"
			if did {
				o["status"] = "ready_to_fill"
			}
			return did
		})
	}}
}

// completeOnceRefused gives a session the status of one that is complete once its submission was refused.
func completeOnceRefused() layer {
	refused := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "submit" && c.status/100 == 4 {
			refused.put(sessionIn(c), true)
		}
		return c.op == "get" && c.ok() && refused.snapshot()[sessionIn(c)] == true && c.edit(func(o obj) bool { o["status"] = "complete"; return true })
	}}
}

// countedUpTo stops a count.
func countedUpTo(op, member string, most float64) layer {
	return reply(op, func(o obj) bool {
		n, _ := o[member].(float64)
		o[member] = min(n, most)
		return n > most
	})
}

// outlined draws a form with strokes for each letter, below a heading of a page's operators.
func outlined(heading string) layer {
	return layer{response: func(c *call) bool {
		did := c.op == "pdf" && c.ok()
		if did {
			var strokes strings.Builder
			strokes.WriteString(heading)
			for i, b := range []byte(digestOf(c.out)) { // which stands for all that it says
				for n := range int(b) % 7 {
					fmt.Fprintf(&strokes, "%d %d m %d %d l S\n", 40+8*i, 700+n, 46+8*i, 709-n)
				}
			}
			c.out = fmt.Appendf(nil, "%%PDF-1.4\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj\n"+
				"3 0 obj << /Type /Page /Parent 2 0 R /Contents 4 0 R >> endobj\n4 0 obj << /Length %d >> stream\n%s\nendstream endobj\n5 0 obj << /Title (A form) >> endobj\ntrailer << /Root 1 0 R /Info 5 0 R >>\n%%%%EOF\n", strokes.Len(), strokes.String())
		}
		return did
	}}
}

// begunWithQuestion stores the first message of an intake as what the business does, where it is a question.
func begunWithQuestion() layer {
	first := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "answer" && c.ok() {
			c.requested("answer", func(o obj) bool {
				first.keep(sessionIn(c), func() any { return text(o, "message") })
				return false
			})
		}
		said, _ := first.snapshot()[sessionIn(c)].(string)
		return c.op == "get" && c.ok() && strings.HasSuffix(said, "?") && c.edit(func(o obj) bool {
			asObject(o["field_values"])["business_description"] = said
			return true
		})
	}}
}
