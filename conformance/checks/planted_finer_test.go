package checks_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"html"
	"net/http"
	"regexp"
	"slices"
	"strings"
)

// plantedFiner are faults that only an unusual value, a second saying or a client of another habit shows.
func plantedFiner() []plant {
	return slices.Concat([]plant{
		{"API-ME-02", "org_name is written for a page", change("me", func(o obj) { o["org_name"] = html.EscapeString(text(o, "org_name")) })},
		{"API-CREATE-09", "a name of digits comes back as a number", change("create", func(o obj) {
			if name := text(o, "insured_name"); name != "" && strings.Trim(name, "0123456789") == "" {
				o["insured_name"] = 12345
			}
		})},
		{"API-CREATE-13", "the name 0 is none", refusesName("0")},
		{"API-CREATE-13", "a name of one letter of several bytes is none", refusesName("株")},
		{"API-CREATE-13", "the name null is none", refusesName("null")},
		{"API-CREATE-13", "the name undefined is none", refusesName("undefined")},
		{"API-CREATE-16", "names of more than 512 bytes are refused", strict("create", 422, func(_ *call, o obj) bool { return len(text(o, "insured_name")) > 512 })},
		{"API-LIST-09", "sessions made with a token are missing in a key's list", hidesTokens()},
		{"API-LIST-10", "the list does not count what a file brought", countedBeforeFile()},
		{"API-GET-09", "the beginning of an id finds the session", beginnings()},
		{"API-GET-12", "zeros are not stored", change("get", func(o obj) {
			values, _ := o["field_values"].(obj)
			for key, v := range values {
				if v == 0.0 {
					delete(values, key)
				}
			}
		})},
		{"API-GET-12", "what was said before is answered as then", saidBefore(func(c *call, reply string) {
			c.status, c.header, c.out = 200, http.Header{"Content-Type": {"application/json"}}, []byte(reply)
		})},
		{"API-ANSWER-15", "bodies of more than 32 KB are refused", strict("answer", 422, func(c *call, _ obj) bool { return len(c.in) > 32<<10 })},
		{"API-ANSWER-15", "messages of more than 20000 bytes are refused", strict("answer", 422, func(_ *call, o obj) bool { return len(message(o)) > 20000 })},
		{"API-ANSWER-17", "two values for one question break the server", strict("answer", 500, func(_ *call, o obj) bool { return twoOfOne(message(o)) })},
	}, finerForms())
}

// finerForms are those of uploads, forms, risk and submission.
func finerForms() []plant {
	connected := newMemory()
	return []plant{
		{"API-EXTRACT-01", "names without quotes are not read", layer{request: func(c *call) bool {
			did := c.op == "extract" && bytes.Contains(c.in, []byte("name=file"))
			if did {
				c.refuse(422)
			}
			return did
		}}},
		{"API-EXTRACT-03", "a part whose name begins with file is taken", layer{request: func(c *call) bool {
			did := c.op == "extract" && bytes.Contains(c.in, []byte(`name="file2"`))
			c.in = bytes.Replace(c.in, []byte(`name="file2"`), []byte(`name="file"`), 1)
			return did
		}}},
		{"API-EXTRACT-07", "what was about to be asked is asked after a file, too", asksAsBefore()},
		{"API-FILL-04", "a second fill has a preview of each form", where(later_("fill"), each("fill", "forms", func(o obj) {
			o["preview"] = base64.StdEncoding.EncodeToString([]byte("%PDF-1.7 " + strings.Repeat("0", 80)))
		}))},
		{"API-PDF-01", "a form is JSON for a client that would take JSON", layer{response: func(c *call) bool {
			did := c.op == "pdf" && c.ok() && strings.Contains(c.r.Header.Get("Accept"), "json")
			if did {
				c.answer(200, obj{"content": c.out})
			}
			return did
		}}},
		{"API-PDF-01", "parentheses are written as they are", inLetters(func(text string) string { return "(" + text + ")" })},
		{"API-PDF-01", "a string has one end more", inLetters(func(text string) string { return "(" + escapedPDF.Replace(text) + "))" })},
		{"API-PDF-03", "the beginning of a key finds its form", formsByBeginning()},
		{"API-RISK-02", "a flag that few sessions have has no severity", each("risk", "flags", func(o obj) {
			if o["title"] == "Payroll above revenue" {
				delete(o, "severity")
			}
		})},
		{"API-SUBMIT-04", "the account of one workspace is one of all", layer{verb: func(verb string, _, _ obj) bool {
			connected.put(verb, true)
			return false
		}, response: func(c *call) bool {
			did := c.op == "submit" && c.status == 400 && connected.snapshot()["connect-market"] != nil
			if did {
				c.answer(200, obj{"submission_id": "sub_of_another"})
			}
			return did
		}}},
		{"ERR-06", "a word that every object has breaks a turn", strict("answer", 500, func(_ *call, o obj) bool { return strings.HasPrefix(message(o), "constructor:") })},
		{"ERR-06", "the name of a prototype breaks a turn", strict("answer", 500, func(_ *call, o obj) bool { return strings.HasPrefix(message(o), "__proto__:") })},
		{"ERR-06", "members that every object has break a create", strict("create", 500, func(_ *call, o obj) bool { return o["__proto__"] != nil })},
	}
}

func refusesName(name string) layer {
	return strict("create", 422, func(_ *call, o obj) bool { return o["insured_name"] == name })
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

// hidesTokens leaves sessions that were made with a token out of the lists of keys.
func hidesTokens() layer {
	made := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "create" && c.ok() && oauth(c) {
			c.edit(func(o obj) bool { made.put(text(o, "session_id"), true); return false })
		}
		return c.op == "list" && c.ok() && !oauth(c) && c.edit(func(o obj) bool {
			list, _ := o["sessions"].([]any)
			n := len(list)
			o["sessions"] = slices.DeleteFunc(list, func(one any) bool { return made.snapshot()[text(one.(obj), "session_id")] != nil })
			return len(o["sessions"].([]any)) < n
		})
	}}
}

// countedBeforeFile lists sessions that were given a file last as if it had brought nothing.
func countedBeforeFile() layer {
	read := newMemory()
	return layer{response: func(c *call) bool {
		if parts := splitPath(c.r.URL.Path); c.op == "extract" || c.op == "answer" {
			read.put(parts[2], c.op == "extract")
		}
		return c.op == "list" && c.ok() && c.edit(func(o obj) (did bool) {
			for _, one := range o["sessions"].([]any) {
				if summary := one.(obj); read.snapshot()[text(summary, "session_id")] == true {
					summary["fields_filled"], did = 0, true
				}
			}
			return did
		})
	}}
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

// saidBefore does something with a message that was said before to the session, given the reply of then.
func saidBefore(again func(c *call, reply string)) layer {
	replies := newMemory()
	id := func(c *call) string { return splitPath(c.r.URL.Path)[2] + string(c.in) }
	return layer{request: func(c *call) bool {
		if c.op != "answer" {
			return false
		}
		reply, known := replies.snapshot()[id(c)].(string)
		if known {
			again(c, reply)
		}
		return known
	}, response: func(c *call) bool {
		if c.op == "answer" && c.ok() {
			replies.keep(id(c), func() any { return string(c.out) })
		}
		return false
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

// formsByBeginning finds a form by the beginning of its key.
func formsByBeginning() layer {
	forms := newMemory()
	key := regexp.MustCompile(`[^/]+/forms/[^/]+`)
	return layer{response: func(c *call) bool {
		path := key.FindString(c.r.URL.Path)
		if c.op != "pdf" || path == "" {
			return false
		}
		if c.ok() {
			forms.put(path, string(c.out))
			return false
		}
		for known, pdf := range forms.snapshot() {
			if strings.HasPrefix(known, path) && c.status == 404 {
				c.status, c.header, c.out = 200, http.Header{"Content-Type": {"application/pdf"}}, []byte(pdf.(string))
				return true
			}
		}
		return false
	}}
}

var (
	wideString = regexp.MustCompile(`<FEFF(00[0-9A-F]{2})*>`)
	escapedPDF = strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`)
)

// inLetters writes the strings of forms that are of letters of one byte each as such, in some way.
func inLetters(write func(text string) string) layer {
	return respelled(func(object []byte) []byte {
		return wideString.ReplaceAllFunc(object, func(wide []byte) []byte {
			digits := string(wide[len("<FEFF") : len(wide)-1])
			raw, _ := hex.DecodeString(digits)
			return []byte(write(strings.ReplaceAll(string(raw), "\x00", "")))
		})
	})
}

// respelled writes the objects of forms anew, but for their streams, and cross references to match.
func respelled(write func(object []byte) []byte) layer {
	return download(func(pdf []byte) []byte {
		f := takenApart(pdf)
		for i, one := range f.objects {
			head, content, streams := bytes.Cut(one, []byte("stream"))
			if f.objects[i] = write(head); streams {
				f.objects[i] = slices.Concat(f.objects[i], []byte("stream"), content)
			}
		}
		f.place(len(f.head))
		return f.written(f.table(0))
	})
}

// restated writes a message anew.
func restated(words string) []byte {
	body, _ := json.Marshal(obj{"message": words})
	return body
}
