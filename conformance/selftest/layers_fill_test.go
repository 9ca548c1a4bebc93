package selftest_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
)

// frozen answers every fill and every detail of a session as the first.
func frozen() func(c *call) bool {
	first := newMemory()
	return func(c *call) bool {
		if c.op != "fill" && c.op != "get" || !c.ok() {
			return false
		}
		return c.edit(func(o obj) bool {
			old, known := first.keep(c.r.URL.Path, func() any { return o["forms"] })
			if forms, _ := o["filled_forms"].([]any); c.op == "get" {
				if len(forms) == 0 {
					return false
				}
				old, known = first.keep(c.r.URL.Path+" forms", func() any { return o["filled_forms"] })
				o["filled_forms"] = old
				return known
			}
			o["forms"] = old
			return known
		})
	}
}

// oldForms gives each form as it was first.
func oldForms() layer {
	first := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "pdf" || !c.ok() {
			return false
		}
		old, known := first.keep(c.r.URL.Path, func() any { return string(c.out) })
		did := known && old != string(c.out)
		c.out = []byte(old.(string))
		return did
	}}
}

// lengthless refuses a request with a method of bodies that says nothing of the length of its own.
func lengthless(status int) layer {
	return layer{early: func(w http.ResponseWriter, r *http.Request) bool {
		did := r.Method == http.MethodPost && r.Header.Get("Content-Length") == "" && len(r.TransferEncoding) == 0
		if did {
			http.Error(w, "Length Required", status)
		}
		return did
	}}
}

// nothingOfFile leaves all texts of a form out where a file is all that its session was given.
func nothingOfFile() layer {
	note, alone := neverAnswered()
	l := where(func(c *call) bool { return c.op == "pdf" && alone(c) }, inLetters(func(string) string { return "()" }))
	l.request = note
	blank := l.response
	l.response = func(c *call) bool {
		did := blank(c)
		if did { // what is drawn in fonts without letters for their codes is none of the form's texts
			c.out = bytes.ReplaceAll(c.out, []byte("/ToUnicode"), []byte("/NoUnicode"))
		}
		return did
	}
	return l
}

// refusesSkipped refuses a call on a session of which questions were skipped.
func refusesSkipped(op string, status int) layer {
	skips := newMemory()
	return layer{request: func(c *call) bool {
		var o obj
		_ = json.Unmarshal(c.in, &o)
		n, _ := skips.snapshot()[sessionIn(c)].(int)
		if c.op == "answer" && strings.Contains(message(o), "skip this question") {
			skips.put(sessionIn(c), n+1)
		}
		did := c.op == op && n >= enoughSkips
		if did {
			c.refuse(status)
		}
		return did
	}}
}

var fieldValue = regexp.MustCompile(`/V\s*(\((?:[^()\\]|\\.)*\)|<[0-9A-Fa-f]*>)`)

// valuesIn reads what stands in the fields of a form of the reference server.
func valuesIn(pdf []byte) []string {
	var all []string
	for _, found := range fieldValue.FindAllSubmatch(pdf, -1) {
		raw := string(found[1][1 : len(found[1])-1])
		if found[1][0] == '(' {
			all = append(all, strings.NewReplacer(`\(`, "(", `\)`, ")", `\\`, `\`).Replace(raw))
			continue
		}
		bytes, _ := hex.DecodeString(raw)
		var units []uint16
		for i := 2; i+1 < len(bytes); i += 2 {
			units = append(units, uint16(bytes[i])<<8|uint16(bytes[i+1]))
		}
		all = append(all, string(utf16.Decode(units)))
	}
	return all
}

// shownAs gives forms in which each value stands as something makes it.
func shownAs(as func(value string) string) layer {
	return layer{response: func(c *call) bool {
		if c.op != "pdf" || !c.ok() {
			return false
		}
		var values []string
		did := false
		for _, value := range valuesIn(c.out) {
			values = append(values, as(value))
			did = did || as(value) != value
		}
		c.out = fieldsOf(values)
		return did
	}}
}

// bareAmongFew has phone numbers as their digits alone in forms of fewer values than that.
func bareAmongFew(many int) layer {
	return layer{response: func(c *call) bool {
		values := valuesIn(c.out)
		if c.op != "pdf" || !c.ok() || len(values) >= many {
			return false
		}
		for i, value := range values {
			if strings.HasPrefix(value, "(") {
				values[i] = strings.NewReplacer("(", "", ")", "", " ", "", "-", "").Replace(value)
			}
		}
		c.out = fieldsOf(values)
		return true
	}}
}

// frozenForms lets a turn correct the name of the insured, and makes no forms after the second fill of a session.
func frozenForms() layer {
	fills := newMemory()
	return layer{request: func(c *call) bool {
		made, _ := fills.snapshot()[sessionIn(c)].([]obj)
		frozen := c.op == "fill" && len(made) >= 2
		if frozen {
			c.answer(200, made[1])
		}
		return frozen
	}, response: func(c *call) bool {
		switch {
		case c.ok() && c.op == "get":
			c.edit(func(o obj) bool {
				name, told := asObject(o["field_values"])["legal_name"].(string)
				if told {
					o["insured_name"] = name
				}
				return told
			})
		case c.ok() && c.op == "fill":
			c.edit(func(o obj) bool {
				made, _ := fills.snapshot()[sessionIn(c)].([]obj)
				fills.put(sessionIn(c), append(slices.Clone(made), maps.Clone(o)))
				return false
			})
		}
		return false
	}}
}

// nameOfCreate lets a turn correct the name of the insured, and leaves forms with that of the create.
func nameOfCreate() layer {
	made, now := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		first := nameOf(c, made)
		switch {
		case !c.ok():
		case c.op == "get":
			c.edit(func(o obj) bool {
				name, told := asObject(o["field_values"])["legal_name"].(string)
				if told {
					now.put(sessionIn(c), name)
					o["insured_name"] = name
				}
				return told
			})
		case c.op == "pdf":
			name, told := now.snapshot()[sessionIn(c)].(string)
			values := valuesIn(c.out)
			for i, v := range values {
				if told && v == name {
					values[i] = first
				}
			}
			c.out = fieldsOf(values)
			return told
		}
		return false
	}}
}

// gapsFilled shows in a form, where its session has no value, that of the session that was filled before it.
func gapsFilled() layer {
	known, last, before := newMemory(), newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		switch {
		case !c.ok():
		case c.op == "get":
			c.edit(func(o obj) bool { known.put(id, o["field_values"]); return false })
		case c.op == "fill":
			before.put(id, last.snapshot()[bearer(c)])
			last.put(bearer(c), id)
		case c.op == "pdf":
			earlier, _ := before.snapshot()[id].(string)
			theirs, _ := known.snapshot()[earlier].(obj)
			own, _ := known.snapshot()[id].(obj)
			values := valuesIn(c.out)
			for key, v := range theirs {
				if v, is := v.(string); is && own[key] == nil {
					values = append(values, v)
				}
			}
			c.out = fieldsOf(values)
			return len(theirs) > 0
		}
		return false
	}}
}

// lettersApart shows values letter by letter, as a file does that kerns them, or that has a field for each.
func lettersApart(fields bool) layer {
	return layer{response: func(c *call) bool {
		if c.op != "pdf" || !c.ok() {
			return false
		}
		var out strings.Builder
		out.WriteString("%PDF-1.7\n1 0 obj\n<< >>\nstream\nBT\n")
		for _, value := range valuesIn(c.out) {
			for _, letter := range value {
				if fields {
					fmt.Fprintf(&out, "ET << /FT /Tx /T (Box_%d) /V <%02X> >> BT\n", letter%10, byte(letter))
					continue
				}
				fmt.Fprintf(&out, "[<%02X> 10] TJ\n", byte(letter))
			}
		}
		out.WriteString("ET\nendstream\nendobj\n%%EOF\n")
		c.out = []byte(out.String())
		return true
	}}
}

// digitsInBoxes shows large numbers in a field for each digit, and other values whole.
func digitsInBoxes() layer {
	return layer{response: func(c *call) bool {
		if c.op != "pdf" || !c.ok() {
			return false
		}
		var out strings.Builder
		out.WriteString("%PDF-1.7\n")
		did := false
		for n, value := range valuesIn(c.out) {
			bare := strings.NewReplacer("$", "", ",", "").Replace(value)
			if len(bare) < 5 || strings.Trim(bare, "0123456789") != "" {
				fmt.Fprintf(&out, "<< /FT /Tx /T (Text_%d) /V %s >>\n", n, wide(value))
				continue
			}
			did = true
			for at, digit := range bare {
				fmt.Fprintf(&out, "<< /FT /Tx /T (Box_%d_%d) /V (%c) >>\n", n, at, digit)
			}
		}
		out.WriteString("%%EOF\n")
		c.out = []byte(out.String())
		return did
	}}
}

// beforeParenthesis is what a form has left that writes no parenthesis.
func beforeParenthesis(value string) string {
	before, _, _ := strings.Cut(value, "(")
	return before
}

// inASCII has a question mark for each letter beyond it.
func inASCII(value string) string {
	return strings.Map(func(r rune) rune {
		if r > 126 {
			return '?'
		}
		return r
	}, value)
}

// withExponents are large amounts as programs write them that are not told how.
func withExponents(value string) string {
	if strings.ReplaceAll(strings.ReplaceAll(value, ",", ""), "$", "") == "2345678" {
		return "2.34568e+06"
	}
	return value
}

// asCents are amounts of millions as dollars of so many cents.
func asCents(value string) string {
	n, err := strconv.Atoi(strings.NewReplacer(",", "", "$", "").Replace(value))
	if err != nil || n < 1_000_000 {
		return value
	}
	return fmt.Sprintf("$%d.%02d", n/100, n%100)
}

// aDayOff moves the day that the answers name.
func aDayOff(value string) string {
	return strings.NewReplacer("2026-03-10", "2026-03-09", "03/10/2026", "03/09/2026", "March 10, 2026", "March 9, 2026").Replace(value)
}

// unlistedForms lists no form of sessions on which such a call was made.
func unlistedForms(is func(c *call) bool) layer {
	return whereDone(is, set("get", "filled_forms", []any{}), nil)
}

// secondForm breaks downloads of all forms of a session but the first that was asked for.
func secondForm(status int) layer {
	first := newMemory()
	return layer{response: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		if c.op != "pdf" || !c.ok() {
			return false
		}
		if key, _ := first.keep(parts[2], func() any { return parts[4] }); key == parts[4] {
			return false
		}
		if status == 404 {
			c.refuse(404)
		} else {
			c.out = []byte("<html>busy</html>")
		}
		return true
	}}
}

// onceOnly serves each form once.
func onceOnly() layer {
	seen := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "pdf" || !c.ok() {
			return false
		}
		_, known := seen.keep(c.r.URL.Path, func() any { return true })
		if known {
			c.refuse(404)
		}
		return known
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

// valuesOfTheFirst writes forms in the open, whenever they are filled by the values that there were at the first download.
func valuesOfTheFirst() layer {
	first, count := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "pdf" || !c.ok() {
			return false
		}
		detail, ok := c.beside(http.MethodGet, "")
		was, known := first.keep(c.r.URL.Path, func() any { return string(detail) })
		count.add(true)
		c.out = fmt.Appendf(nil, "%%PDF-1.4\n(%s)\n%% rendering %d\n%%%%EOF\n", was, len(count.list()))
		return ok && known && was != string(detail)
	}}
}

// finishedOnce keeps the forms of a finished application as they were made.
func finishedOnce() layer {
	first, finished := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		if !c.ok() || len(parts) < 3 {
			return false
		}
		id := parts[2]
		switch c.op {
		case "answer":
			c.edit(func(o obj) bool {
				if lastTurn(o) {
					finished.put(id, true)
				}
				return false
			})
		case "get":
			if _, done := finished.snapshot()[id]; !done {
				return false
			}
			return c.edit(func(o obj) bool {
				forms, _ := o["filled_forms"].([]any)
				if len(forms) == 0 {
					return false
				}
				old, known := first.keep(id, func() any { return forms })
				o["filled_forms"] = old
				return known
			})
		case "pdf":
			if _, done := finished.snapshot()[id]; !done {
				return false
			}
			old, known := first.keep(c.r.URL.Path, func() any { return bytes.Clone(c.out) })
			c.out = old.([]byte)
			return known
		}
		return false
	}}
}

func gzipped(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write([]byte(text))
	_ = w.Close()
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

// staleLastForm says of the last form of each fill that it has as much on it as after the first.
func staleLastForm() layer {
	first := newMemory()
	return layer{response: func(c *call) bool {
		return c.op == "fill" && c.ok() && c.edit(func(o obj) bool {
			forms, _ := o["forms"].([]any)
			if len(forms) < 2 {
				return false
			}
			last := asObject(forms[len(forms)-1])
			was, known := first.keep(sessionIn(c), func() any { return last["fields_written"] })
			did := known && was != last["fields_written"]
			last["fields_written"] = was
			return did
		})
	}}
}

// inLatin1 is a text in UTF-8 that was read as Latin-1.
func inLatin1(value string) string {
	runes := make([]rune, len(value))
	for i := range len(value) {
		runes[i] = rune(value[i])
	}
	return string(runes)
}
