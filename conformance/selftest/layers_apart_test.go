package selftest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf16"
)

// Faults that show only beside something else: a list beside a session, one session beside another, a form beside its count.

// fewerForms names the first form of a session alone in the reply to its create.
func fewerForms() layer {
	return reply("create", func(o obj) bool {
		forms, _ := o["form_keys"].([]any)
		o["form_keys"] = forms[:min(len(forms), 1)]
		return len(forms) > 1
	})
}

// formsOfBefore lets each session that is made have the forms of all before it, too.
func formsOfBefore() layer {
	seen := newMemory()
	return reply("create", func(o obj) bool {
		own, _ := o["form_keys"].([]any)
		for _, key := range own {
			if !slices.Contains(seen.list(), key) {
				seen.add(key)
			}
		}
		o["form_keys"] = seen.list()
		return len(own) < len(seen.list())
	})
}

// pendingFrozen lets a session count as pending what it did at its first look, and some more.
func pendingFrozen(more float64) layer {
	first := newMemory()
	return layer{response: func(c *call) bool {
		return c.op == "get" && c.ok() && c.edit(func(o obj) bool {
			n, _ := o["pending_count"].(float64)
			o["pending_count"], _ = first.keep(sessionIn(c), func() any { return n + more })
			return true
		})
	}}
}

// stateOfNext shows of each session in a list the state of the one above it.
func stateOfNext() layer {
	return reply("list", func(o obj) (did bool) {
		list, _ := o["sessions"].([]any)
		for i := len(list) - 1; i > 0; i-- {
			one, above := list[i].(obj), list[i-1].(obj)
			did = did || one["state"] != above["state"]
			one["state"] = above["state"]
		}
		return did
	})
}

// firstAskedOn asks the first question that was answered again with every turn.
func firstAskedOn() layer {
	known, first := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		return c.op == "answer" && c.ok() && c.edit(func(o obj) bool {
			asks, _ := o["asks"].([]any)
			for _, one := range asks {
				known.put(text(one.(obj), "key"), one)
			}
			for _, key := range slices.Sorted(maps.Keys(asObject(o["set_fields"]))) {
				if one := known.snapshot()[key]; one != nil {
					first.keep(sessionIn(c), func() any { return one })
				}
			}
			one := first.snapshot()[sessionIn(c)]
			if one != nil {
				o["asks"] = append([]any{one}, asks...)
			}
			return one != nil
		})
	}}
}

// flagsKept gives for some time the flags that any session was asked for.
func flagsKept(life time.Duration) layer {
	kept := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "risk" || !c.ok() {
			return false
		}
		at, _ := kept.snapshot()["at"].(time.Time)
		if time.Since(at) > life {
			kept.put("at", time.Now())
			kept.put("out", slices.Clone(c.out))
		}
		was := kept.snapshot()["out"].([]byte)
		did := !bytes.Equal(was, c.out)
		c.out = was
		return did
	}}
}

// flagsOnce gives for each session what a look found that was not long before.
func flagsOnce(life time.Duration) layer {
	type look struct {
		at  time.Time
		out []byte
	}
	last := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "risk" || !c.ok() {
			return false
		}
		was, known := last.snapshot()[sessionIn(c)].(look)
		if !known || time.Since(was.at) > life {
			was = look{time.Now(), slices.Clone(c.out)}
			last.put(sessionIn(c), was)
		}
		did := !bytes.Equal(was.out, c.out)
		c.out = was.out
		return did
	}}
}

// fewWritten writes the first values of a form alone, as fields with names, and counts all.
func fewWritten(most int) layer {
	return layer{response: func(c *call) bool {
		if c.op != "pdf" || !c.ok() {
			return false
		}
		values := slices.DeleteFunc(valuesIn(c.out), func(value string) bool { return value == "" })
		c.out = fieldsOf(values[:min(len(values), most)])
		return len(values) > most
	}}
}

// paddedForms writes a word in as many fields as have no value, of some number, on pages without fields.
func paddedForms(all int) layer {
	return layer{response: func(c *call) bool {
		if c.op != "pdf" || !c.ok() {
			return false
		}
		values := slices.DeleteFunc(valuesIn(c.out), func(value string) bool { return value == "" })
		for len(values) < all {
			values = append(values, "Not given")
		}
		c.out = bytes.ReplaceAll(fieldsOf(values), []byte("/FT /Tx /T"), []byte("/Label"))
		return true
	}}
}

// undrawn gives forms without the values that have a sign, on pages without fields.
func undrawn(sign string) layer {
	return layer{response: func(c *call) bool {
		if c.op != "pdf" || !c.ok() {
			return false
		}
		values := valuesIn(c.out)
		drawn := slices.DeleteFunc(slices.Clone(values), func(value string) bool { return value == "" || strings.Contains(value, sign) })
		c.out = bytes.ReplaceAll(fieldsOf(drawn), []byte("/FT /Tx /T"), []byte("/Label"))
		return len(drawn) < len(values)
	}}
}

// fieldsOf is a form whose fields have numbers for names.
func fieldsOf(values []string) []byte {
	var out strings.Builder
	out.WriteString("%PDF-1.7\n")
	for i, value := range values {
		fmt.Fprintf(&out, "%d 0 obj\n<< /FT /Tx /T (field%d) /V %s >>\nendobj\n", i+1, i, wide(value))
	}
	out.WriteString("%%EOF\n")
	return []byte(out.String())
}

// wide is a text as a string of a PDF, two bytes a letter.
func wide(value string) string {
	units := ""
	for _, unit := range utf16.Encode([]rune(value)) {
		units += fmt.Sprintf("%04X", unit)
	}
	return "<FEFF" + units + ">"
}

// answersUnwritten leaves in a form no value that a message told.
func answersUnwritten() layer {
	told := newMemory()
	blank := shownAs(func(value string) string {
		for _, one := range told.list() {
			if len(value) > 2 && strings.Contains(one.(string), value) {
				return ""
			}
		}
		return value
	})
	return layer{request: func(c *call) bool {
		var o obj
		if c.op == "answer" && json.Unmarshal(c.in, &o) == nil {
			told.add(message(o))
		}
		return false
	}, response: blank.response}
}

// takesText takes a text for a file from which nothing can be read.
func takesText() layer {
	return layer{response: func(c *call) bool {
		did := c.op == "extract" && c.status == 422 && bytes.Contains(c.in, []byte(`name="file"`)) && !bytes.Contains(c.in, []byte("%PDF"))
		if did {
			c.answer(200, obj{"extracted_count": 0, "extracted_fields": obj{}, "confidence": 0, "notes": []any{}})
		}
		return did
	}}
}

// blanksCounted counts one value more than a file has.
func blanksCounted() layer {
	return change("extract", func(o obj) {
		n, _ := o["extracted_count"].(float64)
		o["extracted_count"] = n + 1
	})
}

// readToComma keeps of a number that a file brought what stands before its first comma.
func readToComma() layer {
	return read(func(_, values obj, key string) bool {
		n, is := values[key].(float64)
		if is = is && n >= 10_000; !is {
			return false
		}
		for n >= 1000 {
			n = float64(int(n / 1000))
		}
		values[key] = n
		return true
	})
}

// skipsAllAsked asks none of the questions again of which one was skipped, and counts none of them.
func skipsAllAsked() layer { return skipsAlso(math.MaxInt) }

// skipsAlso asks so many others no more, of those that were asked, with each question that is skipped.
func skipsAlso(most int) layer {
	asked := newMemory()
	return layer{response: func(c *call) bool {
		var in obj
		if c.op != "answer" || !c.ok() || json.Unmarshal(c.in, &in) != nil {
			return false
		}
		before, _ := asked.snapshot()[sessionIn(c)].([]string)
		return c.edit(func(o obj) bool {
			asked.put(sessionIn(c), keysOf(o))
			if skipOf.FindStringSubmatch(message(in)) == nil || len(before) < 2 {
				return false
			}
			asks, _ := o["asks"].([]any)
			gone := 0
			o["asks"] = slices.DeleteFunc(slices.Clone(asks), func(one any) bool {
				is := gone < most && slices.Contains(before, text(one.(obj), "key"))
				if is {
					gone++
				}
				return is
			})
			n, _ := o["pending_count"].(float64)
			o["pending_count"] = n - float64(gone)
			return gone > 0
		})
	}}
}

var anyRefresh = regexp.MustCompile(`^[a-z]{40}$`)

// anyRefreshed gives tokens for whatever is sent as a refresh token.
func anyRefreshed() layer {
	return layer{response: func(c *call) bool {
		did := c.op == "token" && c.status == 400 && anyRefresh.MatchString(form(c).Get("refresh_token"))
		if did {
			c.answer(200, obj{"access_token": strings.Repeat("a", 43), "refresh_token": strings.Repeat("r", 43), "token_type": "Bearer", "expires_in": 3600})
		}
		return did
	}}
}

// toldToo lets the session of its workspace that was made last, or first, have what a call says in a member that it sets in another one, too.
func toldToo(first bool, op, member string) layer {
	one, more := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		var o obj
		switch {
		case c.op == "create" && c.ok() && json.Unmarshal(c.out, &o) == nil:
			if id := text(o, "session_id"); first {
				one.keep(bearer(c), func() any { return id })
			} else {
				one.put(bearer(c), id)
			}
		case c.op == op && c.ok() && json.Unmarshal(c.out, &o) == nil:
			if last, _ := one.snapshot()[bearer(c)].(string); last != "" && last != sessionIn(c) {
				all := maps.Clone(asObject(more.snapshot()[last]))
				if all == nil {
					all = obj{}
				}
				maps.Copy(all, asObject(o[member]))
				more.put(last, all)
			}
		case c.op == "get" && c.ok():
			all := asObject(more.snapshot()[sessionIn(c)])
			return len(all) > 0 && c.edit(func(o obj) bool { maps.Copy(asObject(o["field_values"]), all); return true })
		}
		return false
	}}
}

// sparseContrary has every filled form of a session suspected that is not, and the other way round.
func sparseContrary() layer {
	return each("get", "filled_forms", func(form obj) { sparse, _ := form["sparse_suspected"].(bool); form["sparse_suspected"] = !sparse })
}

// statusAs gives another status to sessions that have one.
func statusAs(one, other string) layer {
	return reply("get", func(o obj) bool {
		is := o["status"] == one
		if is {
			o["status"] = other
		}
		return is
	})
}
