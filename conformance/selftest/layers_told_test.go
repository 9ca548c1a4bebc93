package selftest_test

import (
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

// sameForAll has all replies of an operation hold what the first one held in a member.
func sameForAll(op, member string) layer {
	first := newMemory()
	return layer{response: func(c *call) bool {
		return c.op == op && c.ok() && c.edit(func(o obj) bool {
			was, known := first.keep(member, func() any { return o[member] })
			o[member] = was
			return known
		})
	}}
}

// unlistedUntold leaves out of lists the sessions that nobody told anything.
func unlistedUntold() layer {
	toldOf := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "answer" && c.ok() {
			toldOf.put(sessionIn(c), true)
		}
		return c.op == "list" && c.ok() && c.edit(func(o obj) bool {
			all, _ := o["sessions"].([]any)
			left := slices.DeleteFunc(slices.Clone(all), func(one any) bool { return toldOf.snapshot()[text(asObject(one), "session_id")] == nil })
			o["sessions"] = left
			return len(left) < len(all)
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

// sameForEach has all replies about a session hold what the first one held in a member.
func sameForEach(op, member string) layer {
	first := newMemory()
	return reply(op, func(o obj) bool {
		was, known := first.keep(text(o, "session_id"), func() any { return o[member] })
		o[member] = was
		return known
	})
}

// joinedTexts shows behind a text that the session has those that came in its place before.
func joinedTexts() layer {
	first := newMemory()
	return reply("get", func(o obj) (did bool) {
		values := asObject(o["field_values"])
		for key, v := range values {
			s, is := v.(string)
			if !is || s == "" {
				continue
			}
			was, _ := first.keep(text(o, "session_id")+" "+key, func() any { return s })
			if was != s {
				values[key], did = was.(string)+"; "+s, true
			}
		}
		return did
	})
}

func ofYes(as func(yes bool) bool) func(v any) any {
	return func(v any) any {
		if yes, is := v.(bool); is {
			return as(yes)
		}
		return v
	}
}
