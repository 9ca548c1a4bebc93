package selftest_test

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
)

// What is told is heard as something else, and what is read after it stands on its own.

// hears has the server read another message than was sent.
func hears(as func(said string) string) layer {
	return layer{request: func(c *call) bool {
		return c.requested("answer", func(o obj) bool {
			said := text(o, "message")
			o["message"] = as(said)
			return o["message"] != said
		})
	}}
}

// byLabel are the lines of a message that answer a question by its label.
var byLabel = regexp.MustCompile(`(?m)^([^:\n]{3,120}: )(.+)$`)

// ofEachValue changes what is said for each label, or all of a message without one.
func ofEachValue(as func(value string) string) func(said string) string {
	return func(said string) string {
		if byLabel.MatchString(said) {
			return byLabel.ReplaceAllStringFunc(said, func(line string) string {
				parts := byLabel.FindStringSubmatch(line)
				return parts[1] + as(parts[2])
			})
		}
		return as(said)
	}
}

// dayBeforeMonth is a day of ISO 8601 that is read as one whose day comes before its month, where it can be.
func dayBeforeMonth(value string) string {
	if day, err := time.Parse(time.DateOnly, value); err == nil && day.Day() <= int(time.December) {
		return time.Date(day.Year(), time.Month(day.Day()), int(day.Month()), 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
	}
	return value
}

func yesForNo(value string) string {
	switch value {
	case "Yes":
		return "No"
	case "No":
		return "Yes"
	}
	return value
}

// swappedLines gives the first two lines each other's values.
func swappedLines(said string) string {
	lines := byLabel.FindAllStringSubmatchIndex(said, 2)
	if len(lines) < 2 {
		return said
	}
	one, two := lines[0], lines[1]
	return said[:one[4]] + said[two[4]:two[5]] + said[one[5]:two[4]] + said[one[4]:one[5]] + said[two[5]:]
}

// firstLine is a message up to the end of its first line.
func firstLine(said string) string {
	first, _, _ := strings.Cut(said, "\n")
	return first
}

// toTheComma is a text up to its first comma, where that is no amount.
func toTheComma(value string) string {
	if strings.Trim(value, "$0123456789,.") == "" {
		return value
	}
	first, _, _ := strings.Cut(value, ",")
	return first
}

// apartAtComma keeps what stands behind the first comma of a text under a key of its own.
func apartAtComma() layer {
	return reply("get", func(o obj) (did bool) {
		values := asObject(o["field_values"])
		for key, v := range maps.Clone(values) {
			s, is := v.(string)
			if first, rest, cut := strings.Cut(s, ","); is && cut {
				values[key], values[key+"_more"], did = first, strings.TrimSpace(rest), true
			}
		}
		return did
	})
}

// daysLater moves a day that is told in a form.
func daysLater(form string, days int) func(value string) string {
	return func(value string) string {
		day, err := time.Parse(form, value)
		if err != nil {
			return value
		}
		return day.AddDate(0, 0, days).Format(form)
	}
}

// corrected shows of a value that came in the place of another what both make, on the session, and where said in the reply as well.
func corrected(said bool, both func(was, is any) any) layer {
	first := newMemory()
	return layer{response: func(c *call) bool {
		member := map[string]string{"get": "field_values", "answer": "set_fields"}[c.op]
		return (c.op == "get" || said && c.op == "answer") && c.ok() && c.edit(func(o obj) (did bool) {
			values := asObject(o[member])
			for key, v := range values {
				if both(v, v) == nil {
					continue // it is of another kind
				}
				was, _ := first.keep(sessionIn(c)+" "+key, func() any { return v })
				if now := both(was, v); was != v && now != nil {
					values[key], did = now, true
				}
			}
			return did
		})
	}}
}

// joined puts one text behind another, and is nil of what is none.
func joined(was, is any) any {
	before, text1 := was.(string)
	after, text2 := is.(string)
	if !text1 || !text2 || after == "" {
		return nil
	}
	return before + "; " + after
}

// added is the sum of two numbers, and nil of what is none.
func added(was, is any) any {
	x, number1 := was.(float64)
	y, number2 := is.(float64)
	if !number1 || !number2 {
		return nil
	}
	return x + y
}

// addedAmounts is added of amounts, and leaves other numbers as they are.
func addedAmounts(was, is any) any {
	if n, number := is.(float64); number && n < large {
		return is
	}
	return added(was, is)
}

// millionsAs tells an amount of a million and more as another one.
func millionsAs(as func(n float64) float64) layer {
	return amountsAs(1e6, func(_ string, n float64) any { return as(n) })
}

// optionBefore sets of the options of a question the one before that which was chosen.
func optionBefore() layer {
	options := newMemory()
	return reply("answer", func(o obj) (did bool) {
		sets := asObject(o["set_fields"])
		for key, v := range sets {
			all, _ := options.snapshot()[key].([]any)
			at := slices.IndexFunc(all, func(one any) bool { return asObject(one)["value"] == v })
			if at > 0 {
				sets[key], did = asObject(all[at-1])["value"], true
			}
		}
		asks, _ := o["asks"].([]any)
		for _, one := range asks {
			if ask := asObject(one); ask["options"] != nil {
				options.put(text(ask, "key"), ask["options"])
			}
		}
		return did
	})
}

// unstoredOnce leaves out of each session what turns set after an operation.
func unstoredOnce(op string) layer {
	begun, lost := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		if !c.ok() || id == "" {
			return false
		}
		if c.op == op {
			begun.put(id, true)
		}
		if c.op == "answer" && begun.snapshot()[id] != nil {
			c.edit(func(o obj) bool {
				for key := range asObject(o["set_fields"]) {
					lost.put(id+" "+key, true)
				}
				return false
			})
		}
		return c.op == "get" && c.edit(func(o obj) (did bool) {
			values := asObject(o["field_values"])
			for key := range values {
				if lost.snapshot()[id+" "+key] != nil {
					delete(values, key)
					did = true
				}
			}
			return did
		})
	}}
}

// numberedByQuestion sets a zero for a question of an intake that a question of the caller names.
func numberedByQuestion() layer {
	keys := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "answer" || !c.ok() {
			return false
		}
		said := strings.ToLower(said(c))
		return c.edit(func(o obj) bool {
			asks, _ := o["asks"].([]any)
			for _, one := range asks {
				q := asObject(one)
				keys.put(strings.ToLower(text(q, "label")), text(q, "key"))
			}
			for label, key := range keys.snapshot() {
				if strings.HasSuffix(said, label+"?") {
					o["set_fields"] = obj{key.(string): 0}
					return true
				}
			}
			return false
		})
	}}
}

// inBrackets is what stands in angle brackets.
var inBrackets = regexp.MustCompile(`<[^>\n]*>`)

// hearsNoBrackets hears nothing of what stands in angle brackets.
func hearsNoBrackets(said string) string { return inBrackets.ReplaceAllString(said, "") }

// centsOf are the cents of an amount.
var centsOf = regexp.MustCompile(`(\$[\d,]+)\.\d\d\b`)

func withoutCents(value string) string { return centsOf.ReplaceAllString(value, "$1") }

// noneOf says of a thing that there is none.
var noneOf = regexp.MustCompile(`^(?:We have|There are) no ([a-z' -]+)\.$`)

// noneAsYes hears that there is none of a thing as a yes to the question of that name.
func noneAsYes(said string) string { return noneOf.ReplaceAllString(said, "$1: Yes") }

// silentOf leaves what a turn sets out of set_fields, of values of a kind.
func silentOf(such func(v any) bool) layer {
	return reply("answer", func(o obj) bool {
		sets := asObject(o["set_fields"])
		was := len(sets)
		maps.DeleteFunc(sets, func(_ string, v any) bool { return such(v) })
		return len(sets) < was
	})
}
