package checks_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// plantedTold are faults of what was told: to another workspace, as no, or in bytes that are no text.
func plantedTold() []plant {
	return []plant{
		{"AUTH-15", "what was said in another workspace is read with the next message", saidElsewhere()},
		{"AUTH-15", "a session begins with what was answered in all others", begunWithAll()},
		{"API-GET-12", "yes that was corrected to no stays", staysTrue()},
		{"API-DOCS-03", "a document ends at its first zero byte", layer{request: func(c *call) bool {
			start := bytes.Index(c.in, []byte("%PDF-"))
			zero := bytes.IndexByte(c.in, 0)
			if c.op != "documents" || start < 0 || zero < start {
				return false
			}
			end := bytes.LastIndex(c.in, []byte("\r\n--"))
			c.in = append(bytes.Clone(c.in[:zero]), c.in[end:]...)
			return true
		}}},
		{"API-DOCS-03", "of two parts of one name one is kept, and both are listed", namesakeLost(2)},
	}
}

// nearTold are choices near them.
func nearTold() []plant {
	return []plant{
		{"API-DOCS-03", "of two parts of one name one is kept, and listed", namesakeLost(1)},
		{"API-ANSWER-21", "questions are asked within one for their group", change("answer", func(o obj) {
			if asks, _ := o["asks"].([]any); len(asks) > 1 {
				o["asks"] = []any{obj{"key": "several", "label": "Several", "kind": "group", "question": "Please tell us more.", "fields": asks}}
			}
		})},
	}
}

// namesakeLost leaves out the first of two parts of one name, and lists the other a number of times.
func namesakeLost(listed int) layer {
	same := func(c *call) bool { return c.op == "documents" && bytes.Contains(c.in, []byte(`filename="scan.pdf"`)) }
	return layer{request: func(c *call) bool {
		boundary, _, _ := bytes.Cut(c.in, []byte("\r\n"))
		parts := bytes.Split(c.in, boundary)
		if !same(c) || len(parts) != 4 {
			return false
		}
		c.in = slices.Concat(boundary, parts[2], boundary, parts[3])
		return true
	}, response: func(c *call) bool {
		return same(c) && c.ok() && c.edit(func(o obj) bool {
			all, _ := o["documents"].([]any)
			o["documents"] = slices.Repeat(all, listed)
			return len(all) == 1
		})
	}}
}

// begunWithAll has the values of all sessions in each that does not have its own.
func begunWithAll() layer {
	told := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "answer" && c.ok() {
			var o obj
			_ = json.Unmarshal(c.out, &o)
			for key, v := range asObject(o["set_fields"]) {
				told.put(key, v)
			}
		}
		return c.op == "get" && c.ok() && c.edit(func(o obj) bool {
			values, did := asObject(o["field_values"]), false
			for key, v := range told.snapshot() {
				if _, has := values[key]; !has && v != nil {
					values[key], did = v, true
				}
			}
			return did
		})
	}}
}

// saidElsewhere adds to a message what other credentials said before.
func saidElsewhere() layer {
	said := newMemory()
	return layer{request: func(c *call) bool {
		return c.requested("answer", func(o obj) bool {
			message, before := text(o, "message"), said.snapshot()
			if all, known := before[bearer(c)].(string); len(all) < 3000 {
				if known {
					message = all + "\n" + message
				}
				said.put(bearer(c), message)
			}
			var others []string
			for by, words := range before {
				if by != bearer(c) {
					others = append(others, words.(string))
				}
			}
			o["message"] = strings.Join(append(others, text(o, "message")), "\n")
			return len(others) > 0 && len(text(o, "message")) < 9000
		})
	}}
}

// staysTrue shows as true what a later turn reports as set to false.
func staysTrue() layer {
	was, stuck := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		switch {
		case c.op == "answer" && c.ok():
			c.edit(func(o obj) bool {
				sets, _ := o["set_fields"].(obj)
				for key, v := range sets {
					switch known := was.snapshot()[id+key] != nil; {
					case v == true:
						was.put(id+key, true)
						stuck.put(id+key, false)
					case v == false && known:
						stuck.put(id+key, true)
					}
				}
				return false
			})
			return false
		case c.op != "get":
			return false
		}
		return c.ok() && c.edit(func(o obj) bool {
			values, did := asObject(o["field_values"]), false
			for key := range values {
				if stuck.snapshot()[id+key] == true {
					values[key], did = true, true
				}
			}
			return did
		})
	}}
}
