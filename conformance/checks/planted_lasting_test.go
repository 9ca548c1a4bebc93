package checks_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"unicode/utf8"
)

// plantedLasting are faults of what a session, a form or a name has to stay.
func plantedLasting() []plant {
	return []plant{
		{"API-ANSWER-18", "a correction of what is in a filled form breaks the server", brokenCorrection(99)},
		{"API-RISK-01", "the flags of a session that a file was read into break the server", brokenAfter("extract", "risk")},
		{"API-FILL-01", "a second fill breaks the server", brokenAfter("fill", "fill")},
		{"API-FILL-05", "a later fill forgets a form that did not change", forgettingFill(false)},
		{"API-LIST-10", "a submitted session is complete in the list", each("list", "sessions", func(o obj) {
			if o["status"] == "submitted" {
				o["status"] = "complete"
			}
		})},
		{"API-CREATE-09", "joiners are cut out of names", renamed(strings.NewReplacer("\u200c", "", "\u200d", "").Replace)},
		{"API-CREATE-09", "each part of a body is decoded by itself", decodedApart()},
		{"API-ME-02", "the name of a workspace is ASCII", reply("me", func(o obj) bool {
			was := text(o, "org_name")
			o["org_name"] = strings.Map(func(r rune) rune {
				if r >= utf8.RuneSelf {
					return -1
				}
				return r
			}, was)
			return o["org_name"] != was
		})},
		{"API-DOCS-03", "documents of text are decoded", layer{request: func(c *call) bool {
			did := c.op == "documents" && bytes.Contains(c.in, []byte("text/csv")) && !utf8.Valid(c.in)
			if did {
				c.in = bytes.ToValidUTF8(c.in, []byte("\ufffd"))
			}
			return did
		}}},
		{"API-EXTRACT-06", "what stands in UTF-16 is read byte by byte", bytewise()},
		{"API-RISK-01", "flags are remembered by the name of the insured", flagsByName()},
		{"AUTH-15", "answers are remembered by the name of the insured", answersByName()},
		{"API-SUBMIT-02", "all submissions go to the account that sent the first", oneAccount()},
	}
}

// nearLasting are choices near them.
func nearLasting() []plant {
	return []plant{
		{"API-ANSWER-18", "a correction of what is in a filled form breaks the server once", brokenCorrection(1)},
		{"API-FILL-05", "a form goes away that no longer belongs to the session", forgettingFill(true)},
		{"API-RISK-01", "words of a name bring flags", change("risk", func(o obj) {
			o["flags"] = []any{obj{"title": "A word of the name", "detail": "It is of a business with risks.", "severity": "low", "category": "name"}}
		})},
		{"AUTH-15", "what is known of all who have a word in their names is there at once", reply("get", func(o obj) bool {
			values, _ := o["field_values"].(obj)
			did := values["business_description"] == nil && strings.Contains(text(o, "insured_name"), "Roofing")
			if did {
				values["business_description"] = "Residential roofing contractor"
			}
			return did
		})},
		{"API-EXTRACT-06", "a file with fields in UTF-16 is refused", layer{request: func(c *call) bool {
			did := c.op == "extract" && isWide(c.in)
			if did {
				c.refuse(422)
			}
			return did
		}}},
	}
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

// brokenAfter breaks at a call on a session after another one was taken.
func brokenAfter(first, then string) layer { return refusedAfter(first, then, 500) }

// refusedAfter answers one call with a status where another succeeded on the same session.
func refusedAfter(first, then string, status int) layer {
	taken := newMemory()
	return layer{request: func(c *call) bool {
		did := c.op == then && taken.snapshot()[sessionIn(c)] != nil
		if did {
			c.refuse(status)
		}
		return did
	}, response: func(c *call) bool {
		if c.op == first && c.ok() {
			taken.put(sessionIn(c), true)
		}
		return false
	}}
}

// forgettingFill leaves a form out after a fill that follows an answer to a session that was filled before, until the next
// fill or for good.
func forgettingFill(good bool) layer {
	told, filled, without := newMemory(), newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		switch {
		case !c.ok():
		case c.op == "answer":
			told.put(id, true)
		case c.op == "fill":
			again := filled.snapshot()[id] == true && told.snapshot()[id] == true
			without.put(id, again || good && without.snapshot()[id] == true)
			filled.put(id, true)
			told.put(id, false)
		case c.op == "get" && without.snapshot()[id] == true:
			return c.edit(func(o obj) bool {
				list, _ := o["filled_forms"].([]any)
				if len(list) < 2 {
					return false
				}
				o["filled_forms"] = list[1:]
				return true
			})
		}
		return false
	}}
}

// decodedApart reads each part of a JSON body as a text of its own, as it comes.
func decodedApart() layer {
	touched := new(atomic.Int64)
	return layer{touched: touched, early: func(_ http.ResponseWriter, r *http.Request) bool {
		if r.Method != http.MethodPost || r.URL.Path != "/org/sessions" {
			return false
		}
		var all []byte
		part := make([]byte, 64<<10)
		for {
			n, err := r.Body.Read(part)
			if !utf8.Valid(part[:n]) {
				touched.Add(1)
			}
			all = append(all, bytes.ToValidUTF8(part[:n], []byte("\ufffd"))...)
			if err != nil {
				break
			}
		}
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(all)), int64(len(all))
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

// nameOf keeps the names of sessions, and gives that of the one a call is about.
func nameOf(c *call, names *memory) string {
	var o obj
	if c.op == "create" && c.ok() && json.Unmarshal(c.out, &o) == nil {
		names.put(text(o, "session_id"), text(o, "insured_name"))
	}
	name, _ := names.snapshot()[sessionIn(c)].(string)
	return name
}

// flagsByName gives the flags that a session of the name had first.
func flagsByName() layer {
	names, flags := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		name := nameOf(c, names)
		if c.op != "risk" || !c.ok() || strings.Contains(name, "API-RISK") {
			return false
		}
		first, known := flags.keep(name, func() any { return c.out })
		did := known && !bytes.Equal(c.out, first.([]byte))
		c.out = first.([]byte)
		return did
	}}
}

// answersByName shows a session without values with those that one of its name was given.
func answersByName() layer {
	names, answers := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		name := nameOf(c, names)
		if !c.ok() || name == "" || strings.HasPrefix(name, "Conformance") {
			return false
		}
		return c.edit(func(o obj) bool {
			for key, v := range asObject(o["set_fields"]) {
				answers.put(name+"\n"+key, v)
			}
			values, did := asObject(o["field_values"]), false
			for known, v := range answers.snapshot() {
				of, key, _ := strings.Cut(known, "\n")
				if values != nil && of == name && values[key] == nil {
					values[key], did = v, true
				}
			}
			return did
		})
	}}
}

// oneAccount has what all workspaces submit at the platform's account of the first.
func oneAccount() layer {
	first := newMemory()
	return layer{verb: func(verb string, in, out obj) bool {
		list, _ := out["submissions"].([]any)
		if verb != "list-submissions" || len(list) == 0 {
			return false
		}
		org, _ := first.keep("", func() any { return in["org_id"] })
		did := org != in["org_id"]
		if did {
			out["submissions"] = []any{}
		}
		return did
	}}
}
