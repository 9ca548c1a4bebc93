package checks_test

import (
	"encoding/hex"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf16"
)

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
		var out strings.Builder
		out.WriteString("%PDF-1.7\n")
		did := false
		for i, value := range valuesIn(c.out) {
			now := as(value)
			did = did || now != value
			units := ""
			for _, unit := range utf16.Encode([]rune(now)) {
				units += fmt.Sprintf("%04X", unit)
			}
			fmt.Fprintf(&out, "%d 0 obj\n<< /FT /Tx /V <FEFF%s> >>\nendobj\n", i+1, units)
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

// aDayOff moves the day that the answers name.
func aDayOff(value string) string {
	return strings.NewReplacer("2026-03-10", "2026-03-09", "03/10/2026", "03/09/2026", "March 10, 2026", "March 9, 2026").Replace(value)
}

// stored changes what the session has of each value.
func stored(as func(v any) any) layer {
	return layer{response: func(c *call) bool {
		return c.op == "get" && c.ok() && c.edit(func(o obj) bool {
			values, _ := o["field_values"].(obj)
			did := false
			for key, v := range values {
				values[key] = as(v)
				did = did || fmt.Sprint(v) != fmt.Sprint(values[key])
			}
			return did
		})
	}}
}

func ofText(as func(s string) string) func(v any) any {
	return func(v any) any {
		if s, is := v.(string); is {
			return as(s)
		}
		return v
	}
}

func ofNumber(as func(n float64) float64) func(v any) any {
	return func(v any) any {
		if n, is := v.(float64); is {
			return as(n)
		}
		return v
	}
}

// inTwoBytes is what a store keeps that has no room for the rest.
func inTwoBytes(s string) string {
	return strings.Map(func(r rune) rune {
		if r > 0xffff {
			return -1
		}
		return r
	}, s)
}

func cutAt(n int) func(s string) string {
	return func(s string) string {
		if runes := []rune(s); len(runes) > n {
			return string(runes[:n])
		}
		return s
	}
}

// plantedDamage are values that are not what they were once they were stored, or stand in a form.
func plantedDamage() []plant {
	all := []plant{
		{"API-FILL-07", "a value in a form ends before its parenthesis", shownAs(beforeParenthesis)},
		{"API-FILL-07", "letters beyond ASCII in a form are question marks", shownAs(inASCII)},
		{"API-FILL-07", "large amounts in a form have an exponent", shownAs(withExponents)},
		{"API-FILL-07", "days in a form are the day before", shownAs(aDayOff)},
		{"API-GET-12", "days are stored as the day before", stored(ofText(aDayOff))},
		{"API-GET-12", "an apostrophe is stored twice", stored(ofText(func(s string) string { return strings.ReplaceAll(s, "'", "''") }))},
		{"API-GET-12", "letters of four bytes are not stored", stored(ofText(inTwoBytes))},
		{"API-GET-12", "255 letters of a value are stored", stored(ofText(cutAt(255)))},
		{"API-GET-12", "large numbers are stored as the largest of four bytes", stored(ofNumber(func(n float64) float64 { return min(n, 1<<31-1) }))},
		{"API-EXTRACT-01", "a PDF with compressed streams is refused", layer{request: func(c *call) bool {
			did := c.op == "extract" && strings.Contains(string(c.in), "/FlateDecode")
			if did {
				c.refuse(422)
			}
			return did
		}}},
		{"ERR-06", "a PDF with a password is an error of the server", layer{request: func(c *call) bool {
			did := c.op == "extract" && strings.Contains(string(c.in), "/Encrypt")
			if did {
				c.refuse(500)
			}
			return did
		}}},
		{"ERR-06", "an empty document is an error of the server", layer{request: func(c *call) bool {
			did := c.op == "documents" && strings.Contains(string(c.in), "empty.pdf")
			if did {
				c.refuse(500)
			}
			return did
		}}},
	}
	for _, member := range []string{"state", "naics_code"} {
		id := map[string]string{"state": "API-CREATE-19", "naics_code": "API-CREATE-25"}[member]
		for _, empty := range []any{[]any{}, obj{}, false} {
			all = append(all, plant{id, fmt.Sprintf("%#v is taken for no %s", empty, member), emptyFor("create", member, empty, nil)})
		}
	}
	return append(all,
		plant{"API-CREATE-17", "an empty list is taken for a name", emptyFor("create", "insured_name", []any{}, "A")},
		plant{"API-CREATE-19", "0 is taken for no state", emptyFor("create", "state", 0.0, nil)},
		plant{"API-CREATE-23", "an empty object is taken for no lobs", emptyFor("create", "lobs", obj{}, []any{})},
		plant{"API-CREATE-23", "an empty text is taken for no lobs", emptyFor("create", "lobs", "", []any{})},
		plant{"API-ANSWER-16", "false is taken for a message", emptyFor("answer", "message", false, "Hello")},
		plant{"API-APPT-06", "false is taken for no website", emptyFor("appointment", "website", false, "")})
}

// emptyFor takes an empty value of another type for none.
func emptyFor(op, member string, empty, none any) layer {
	return lenient(op, func(o obj) bool {
		v, there := o[member]
		is := there && v != nil && fmt.Sprintf("%#v", v) == fmt.Sprintf("%#v", empty)
		if is {
			o[member] = none
		}
		return is
	})
}
