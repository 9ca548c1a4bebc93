package selftest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"unicode"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// oneFile takes one file for each session.
func oneFile() layer {
	taken := newMemory()
	return layer{request: func(c *call) bool {
		more := c.op == "extract" && taken.snapshot()[c.r.URL.Path] != nil
		if more {
			c.refuse(400)
		}
		return more
	}, response: func(c *call) bool {
		if c.op == "extract" && c.ok() {
			taken.put(c.r.URL.Path, true)
		}
		return false
	}}
}

// heldBack leaves a field out of the session that its result tells of, and says more of it there.
func heldBack(key string, say func(result obj)) layer {
	l := read(func(_, values obj, one string) bool {
		_, has := values[one]
		if one == key {
			delete(values, one)
		}
		return has && one == key
	})
	note := l.response
	l.response = func(c *call) bool {
		did := note(c)
		return c.op == "extract" && c.ok() && c.edit(func(o obj) bool { say(o); return true }) || did
	}
	return l
}

// allFields shows every field that any session had so far, as null where this one has none.
func allFields() layer {
	known := newMemory()
	return change("get", func(o obj) {
		values, is := o["field_values"].(obj)
		for key := range values {
			known.add(key)
		}
		for _, key := range known.list() {
			if name, _ := key.(string); is && values[name] == nil {
				values[name] = nil
			}
		}
	})
}

// wiped hides what was answered before an extraction.
func wiped() layer {
	answered := newMemory()
	hide := after("extract", layer{response: func(c *call) bool {
		return c.op == "get" && c.ok() && c.edit(func(o obj) bool {
			values, _ := o["field_values"].(obj)
			hidden := false
			for key := range values {
				if _, known := answered.snapshot()[text(o, "session_id")+" "+key]; known {
					delete(values, key)
					hidden = true
				}
			}
			return hidden
		})
	}})
	return layer{response: func(c *call) bool {
		if c.op == "answer" && c.ok() {
			c.edit(func(o obj) bool {
				set, _ := o["set_fields"].(obj)
				for key := range set {
					answered.keep(splitPath(c.r.URL.Path)[2]+" "+key, func() any { return true })
				}
				return false
			})
		}
		return hide.response(c)
	}}
}

// asksAsBefore asks after a file what was asked at the turn before it.
func asksAsBefore() layer {
	asks, stale := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		if !c.ok() || c.op != "answer" && c.op != "extract" {
			return false
		}
		id := splitPath(c.r.URL.Path)[2]
		if c.op == "extract" {
			stale.put(id, asks.snapshot()[id])
			return false
		}
		return c.edit(func(o obj) bool {
			asks.put(id, o["asks"])
			before, is := stale.snapshot()[id].([]any)
			if is {
				o["asks"] = before
			}
			return is
		})
	}}
}

func fileOver(n int) func(*call) bool {
	return func(c *call) bool { return c.op == "extract" && len(c.in) > n }
}

// unmerged hides what an extraction stored, where no answer was given.
func unmerged() layer {
	return after("extract", reply("get", func(o obj) bool {
		values, _ := o["field_values"].(obj)
		did := len(values) > 0
		o["field_values"] = obj{}
		return did
	}))
}

// askedAgain puts a question about an extracted value among the next.
func askedAgain() layer {
	return after("extract", reply("get", func(o obj) bool {
		values, _ := o["field_values"].(obj)
		list, _ := o["next_questions"].([]any)
		for key := range values {
			list = append(list, obj{"key": key, "question": "What is it?", "group": "general"})
		}
		o["next_questions"] = list
		return len(values) > 0
	}))
}

// askedLater asks for what was extracted from the second turn after it on.
func askedLater() layer {
	extracted, turns := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		if !c.ok() || !slices.Contains([]string{"extract", "get", "answer"}, c.op) {
			return false
		}
		id := sessionIn(c)
		n, read := turns.snapshot()[id].(int)
		switch {
		case c.op == "extract":
			turns.put(id, 0)
		case c.op == "get" && n == 0 && read:
			c.edit(func(o obj) bool { extracted.put(id, o["field_values"]); return false })
		case c.op == "answer" && read:
			turns.put(id, n+1)
			values := asObject(extracted.snapshot()[id])
			return n > 0 && len(values) > 0 && c.edit(func(o obj) bool {
				asks, _ := o["asks"].([]any)
				for key := range values {
					asks = append(asks, obj{"key": key, "label": "The " + key, "kind": "text"})
				}
				o["asks"], o["done"], o["pending_count"] = asks, false, len(asks)
				return true
			})
		}
		return false
	}}
}

// isWide says whether a file has strings in UTF-16.
func isWide(upload []byte) bool { return bytes.Contains(upload, []byte("(\xfe\xff\x00")) }

// bytewise stores the texts of a file in UTF-16 as a letter for each byte.
func bytewise() layer {
	wide := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "extract" && c.ok() && isWide(c.in) {
			wide.put(sessionIn(c), true)
		}
		if c.op != "get" || !c.ok() || wide.snapshot()[sessionIn(c)] == nil {
			return false
		}
		return c.edit(func(o obj) bool {
			values := asObject(o["field_values"])
			did := false
			for key, v := range values {
				if s, is := v.(string); is {
					values[key], did = "þÿ\x00"+strings.Join(strings.Split(s, ""), "\x00"), true
				}
			}
			return did
		})
	}}
}

// secondOf answers the second call of an operation on one path with a status.
func secondOf(op string, status int) layer {
	made := newMemory()
	return layer{request: func(c *call) bool {
		if c.op != op {
			return false
		}
		_, again := made.keep(c.r.URL.Path, func() any { return true })
		if again {
			c.refuse(status)
		}
		return again
	}}
}

// read hides or renames what an extraction brought, key by key.
func read(change func(o, values obj, key string) bool) layer {
	brought := newMemory()
	return layer{response: func(c *call) bool {
		var o obj
		if c.op == "extract" && c.ok() && json.Unmarshal(c.out, &o) == nil {
			fields, _ := o["extracted_fields"].(obj)
			brought.put(splitPath(c.r.URL.Path)[2], slices.Sorted(maps.Keys(fields)))
		}
		return c.op == "get" && c.ok() && c.edit(func(o obj) bool {
			keys, _ := brought.snapshot()[text(o, "session_id")].([]string)
			values, _ := o["field_values"].(obj)
			changed := false
			for _, key := range keys {
				changed = change(o, values, key) || changed
			}
			return changed
		})
	}}
}

// keptAs shows the texts of a file otherwise on the session.
func keptAs(as func(string) string) layer {
	return read(func(_, values obj, key string) bool {
		s, is := values[key].(string)
		if is {
			values[key] = as(s)
		}
		return is
	})
}

// beyondASCIIAs writes one sign for each letter beyond ASCII, and none where it is negative.
func beyondASCIIAs(sign rune) func(string) string {
	return func(s string) string {
		return strings.Map(func(r rune) rune {
			if r > unicode.MaxASCII {
				return sign
			}
			return r
		}, s)
	}
}

// withDecimals keeps the amounts of a file as texts with a decimal that says nothing.
func withDecimals() layer {
	return read(func(_, values obj, key string) bool {
		n, is := values[key].(float64)
		if is {
			values[key] = fmt.Sprintf("%.1f", n)
		}
		return is
	})
}

// crossed shows each of two values that a file brought under the key of the other.
func crossed(one, other string) layer {
	return read(func(_, values obj, key string) bool {
		did := key == one && values[one] != nil && values[other] != nil
		if did {
			values[one], values[other] = values[other], values[one]
		}
		return did
	})
}

// prefixed stores what was extracted under other keys, and may ask for it at once.
func prefixed(asked bool) layer {
	return read(func(o, values obj, key string) bool {
		v, has := values[key]
		if has {
			delete(values, key)
			values["extracted_"+key] = v
		}
		if has && asked {
			list, _ := o["next_questions"].([]any)
			o["next_questions"] = append(list, obj{"key": key, "question": "What is it?", "group": "General"})
		}
		return has
	})
}

// oneMerged shows the first of the values that an extraction brought, and hides the others.
func oneMerged() layer {
	return after("extract", reply("get", func(o obj) bool {
		values, _ := o["field_values"].(obj)
		if len(values) < 2 {
			return false
		}
		for key, v := range values {
			o["field_values"] = obj{key: v}
			break
		}
		return true
	}))
}

// keptOfRefused leaves a value of a PDF that was refused.
func keptOfRefused() layer {
	refused := newMemory()
	return layer{response: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		if c.op == "extract" && c.status/100 == 4 && len(parts) > 2 {
			refused.put(parts[2], true)
		}
		if c.op != "get" || !c.ok() || len(parts) < 3 {
			return false
		}
		_, was := refused.snapshot()[parts[2]]
		return was && c.edit(func(o obj) bool { o["field_values"].(obj)["total_employees"] = 1; return true })
	}}
}

// twice takes each refresh token that was rotated out once more, whenever it comes.
func twice() layer {
	again := seenBefore("refresh_token")
	return layer{response: func(c *call) bool {
		if c.op != "token" || c.ok() || !grantIs("refresh_token")(form(c)) || again(c) {
			return false
		}
		c.answer(200, obj{"access_token": "at_x", "refresh_token": "rt_x", "token_type": "Bearer", "expires_in": 60})
		return true
	}}
}

// firstFile answers a further upload of a session as its first.
func firstFile() layer {
	first := newMemory()
	return layer{request: func(c *call) bool {
		was, known := first.snapshot()[sessionIn(c)].([]byte)
		did := c.op == "extract" && known
		if did {
			c.status, c.header, c.out = 200, http.Header{"Content-Type": {"application/json"}}, bytes.Clone(was)
		}
		return did
	}, response: func(c *call) bool {
		if c.op == "extract" && c.ok() {
			first.keep(sessionIn(c), func() any { return bytes.Clone(c.out) })
		}
		return false
	}}
}

// nothingOnceRead finds nothing in a file of a session that had one before.
func nothingOnceRead() layer {
	had := newMemory()
	return layer{request: func(c *call) bool {
		again := c.op == "extract" && had.snapshot()[sessionIn(c)] != nil
		if again {
			c.answer(200, obj{"extracted_count": 0, "extracted_fields": obj{}, "confidence": 0, "field_confidence": obj{}, "notes": []any{}})
		}
		return again
	}, response: func(c *call) bool {
		if c.op == "extract" && c.ok() {
			had.put(sessionIn(c), true)
		}
		return false
	}}
}

// unlabelledPart says whether the file of an upload has no Content-Type.
func unlabelledPart(c *call) bool {
	head, _, whole := bytes.Cut(c.in, []byte("\r\n\r\n"))
	return whole && bytes.Contains(head, []byte("filename=")) && !bytes.Contains(head, []byte("Content-Type"))
}

// firstPage reads no other page of a file.
func firstPage() layer {
	return layer{request: func(c *call) bool {
		paged := c.op == "extract" && bytes.Contains(c.in, []byte("/Count 2"))
		if paged {
			for _, fields := range []bool{true, false} {
				whole := pdfsample.Pages(fields, pdfsample.Half(0), pdfsample.Half(1))
				c.in = bytes.Replace(c.in, whole, withoutSecond(whole), 1)
			}
		}
		return paged
	}}
}

// firstLines reads the first half of the lines of the file that most checks send.
func firstLines() layer {
	return layer{request: func(c *call) bool {
		whole := pdfsample.Sized(0)
		sent := c.op == "extract" && bytes.Contains(c.in, whole)
		if sent {
			c.in = bytes.Replace(c.in, whole, withoutSecond(whole), 1)
		}
		return sent
	}}
}

// withoutSecond is the fixture, of two pages or of one, without what is on the second or in the second half of it: its text, its fields and their values are blank.
func withoutSecond(whole []byte) []byte {
	blank := bytes.Clone(whole)
	for _, line := range pdfsample.Half(1) {
		for _, one := range line {
			blank = bytes.ReplaceAll(blank, []byte(one), bytes.Repeat([]byte(" "), len(one)))
		}
	}
	return blank
}

// numbersUnread brings no number of a file.
func numbersUnread() layer {
	l := read(func(_, values obj, key string) bool { return withoutNumbers(values, key) })
	shown := l.response
	l.response = func(c *call) bool {
		did := shown(c)
		return c.op == "extract" && c.ok() && c.edit(func(o obj) bool {
			fields := asObject(o["extracted_fields"])
			for key := range fields {
				withoutNumbers(fields, key)
			}
			o["extracted_count"] = len(fields)
			return true
		}) || did
	}
	return l
}

// withoutNumbers leaves a value out that is a number.
func withoutNumbers(values obj, key string) bool {
	_, is := values[key].(float64)
	if is {
		delete(values, key)
	}
	return is
}

// emptiedBySecond takes the values of a session away by a file in which nothing is found, after one that brought some.
func emptiedBySecond() layer {
	read := newMemory()
	return emptiedBy(func(c *call) bool {
		found := c.op == "extract" && c.ok() && !strings.Contains(string(c.out), `"extracted_count":0`)
		had := read.snapshot()[sessionIn(c)] == true
		if found {
			read.put(sessionIn(c), true)
		}
		return c.op == "extract" && c.ok() && !found && had
	})
}

// nothingFound takes every file and reads none.
func nothingFound() layer {
	return layer{request: func(c *call) bool {
		did := c.op == "extract"
		if did {
			c.answer(200, obj{"extracted_count": 0, "confidence": nil, "notes": []any{}})
		}
		return did
	}}
}
