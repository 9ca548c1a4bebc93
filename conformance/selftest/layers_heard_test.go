package selftest_test

import (
	"encoding/json"
	"regexp"
	"strings"
)

// What a server makes of the words of an answer that it does not read to their end.

// listed are three things that are told in one answer.
var listed = regexp.MustCompile(`^(\w+), \w+ and \w+$`)

// firstListed keeps a list of three things as a list of the first.
func firstListed() layer {
	return reply("answer get", func(o obj) (did bool) {
		for _, values := range []obj{asObject(o["set_fields"]), asObject(o["field_values"])} {
			for key, v := range values {
				if s, _ := v.(string); listed.MatchString(s) {
					values[key], did = []any{listed.FindStringSubmatch(s)[1]}, true
				}
			}
		}
		return did
	})
}

// asASCII leaves out letters that are beyond ASCII.
func asASCII(said string) string {
	return strings.Map(func(r rune) rune {
		if r > 127 {
			return -1
		}
		return r
	}, said)
}

// plainLetters has others in their place.
func plainLetters(said string) string {
	return strings.NewReplacer("ë", "e", "ö", "oe", "ß", "ss", "ü", "ue").Replace(said)
}

// upToNames hears an answer up to the name of a question within it, of those that were asked.
func upToNames() layer {
	labels := newMemory()
	heard := hears(ofEachValue(func(value string) string {
		for label := range labels.snapshot() {
			if before, _, named := strings.Cut(value, " "+label+" "); named {
				return before
			}
		}
		return value
	}))
	heard.response = func(c *call) bool {
		if c.op == "answer" && c.ok() {
			c.edit(func(o obj) bool {
				for _, label := range labelsOf(o) {
					labels.put(strings.ToLower(label), true)
				}
				return false
			})
		}
		return false
	}
	return heard
}

// noneAsOne hears one for none.
func noneAsOne(value string) string {
	if value == "None" {
		return "1"
	}
	return value
}

// leastOne hears one for none and for a zero.
func leastOne(value string) string {
	if value == "0" {
		return "1"
	}
	return noneAsOne(value)
}

// inMillions is an amount of millions in their number.
func inMillions(n float64) float64 {
	if n >= 1e6 {
		return n / 1e6
	}
	return n
}

// uncorrected hears nothing of a correction that stands behind what it corrects.
func uncorrected(said string) string {
	first, _, _ := strings.Cut(said, "\nCorrection: ")
	return first
}

// skipsByName are requests to skip a question that they name.
var skipsByName = regexp.MustCompile(`^(?:Please s|S)kip .+[^n.]\.?$`)

// skipsFirst hears each request to skip as one to skip what is asked first.
func skipsFirst(said string) string {
	if skipsByName.MatchString(said) {
		return "Please skip this question."
	}
	return said
}

// oneLabelHeard understands one label alone, that of the first line that has any, and one answer of each line.
func oneLabelHeard() layer {
	one := newMemory()
	return hears(func(said string) string {
		return byLabel.ReplaceAllStringFunc(said, func(line string) string {
			label := byLabel.FindStringSubmatch(line)[1]
			if heard, _ := one.keep("label", func() any { return label }); heard == label {
				first, _, _ := strings.Cut(strings.ReplaceAll(line, ". ", "; "), "; ")
				return first
			}
			return otherwiseSaid
		})
	})
}

// withReturns keeps the CR at the end of a line in the text that stands before it.
func withReturns() layer {
	return layer{response: func(c *call) bool {
		var in obj
		return c.op == "answer" && c.ok() && json.Unmarshal(c.in, &in) == nil && c.edit(func(o obj) (did bool) {
			sets := asObject(o["set_fields"])
			for key, v := range sets {
				if s, is := v.(string); is && strings.Contains(message(in), s+"\r\n") {
					sets[key], did = s+"\r", true
				}
			}
			return did
		})
	}}
}
