package selftest_test

import (
	"maps"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Answers that lose a sign or a unit, and corrections that are taken of some kinds alone.

func isDecision(v any) bool { _, is := v.(bool); return is }

func isAddress(v any) bool { s, is := v.(string); return is && strings.Contains(s, "@") }

// withoutAccents leaves the letters that are none with a mark.
func withoutAccents(said string) string {
	return strings.NewReplacer("ë", "e", "ö", "o", "ü", "u").Replace(said)
}

// ofThreeBytes leaves out the letters and signs that need more.
func ofThreeBytes(value string) string {
	return strings.Map(func(r rune) rune {
		if r > 0xffff {
			return -1
		}
		return r
	}, value)
}

var (
	hyphened   = regexp.MustCompile(`([a-z])-([a-z])`)
	ofUnit     = regexp.MustCompile(`(\$[\d.]+)(?: million| thousand|k)`)
	ofSmall    = regexp.MustCompile(`(\$[\d.]+)(?: thousand|k)`)
	ofMillions = regexp.MustCompile(`\.\d+ million`)
)

// ofThousands takes millions for thousands.
func ofThousands(said string) string { return strings.ReplaceAll(said, "million", "thousand") }

// asInAddresses reads a text as the web writes addresses.
func asInAddresses(value string) string {
	if plain, err := url.PathUnescape(value); err == nil {
		return plain
	}
	return value
}

func withoutUnits(said string) string { return ofUnit.ReplaceAllString(said, "$1") }

// wholeMillions leaves out what follows the point of a number of millions.
func wholeMillions(said string) string { return ofMillions.ReplaceAllString(said, " million") }

func withoutThousands(said string) string { return ofSmall.ReplaceAllString(said, "$1") }

// correctionsTurned has the session and the reply give what a number of a large amount is corrected to to another question.
func correctionsTurned() layer {
	const other = "other_amount"
	first := newMemory()
	return layer{response: func(c *call) bool {
		member := map[string]string{"get": "field_values", "answer": "set_fields"}[c.op]
		return member != "" && c.ok() && c.edit(func(o obj) (did bool) {
			values := asObject(o[member])
			for key, v := range maps.Clone(values) {
				if n, is := v.(float64); !is || n < 1e5 {
					continue
				}
				was, _ := first.keep(sessionIn(c)+" "+key, func() any { return v })
				if was == v {
					continue
				}
				values[other], did = v, true
				if values[key] = was; c.op == "answer" {
					delete(values, key)
				}
			}
			return did
		})
	}}
}

var shortNumber = regexp.MustCompile(`[a-z] (\d{1,3})\b`)

// numbersTaken sets the number of a text that was told for another question.
func numbersTaken() layer {
	return reply("answer", func(o obj) (did bool) {
		values := asObject(o["set_fields"])
		for _, v := range maps.Clone(values) {
			s, _ := v.(string)
			if found := shortNumber.FindStringSubmatch(s); found != nil {
				values["years_of_trade"], did = found[1], true
			}
		}
		return did
	})
}

// starred has a star behind each text that a file brought.
func starred() layer {
	return after("extract", reply("get", func(o obj) (did bool) {
		values := asObject(o["field_values"])
		for key, v := range values {
			if s, is := v.(string); is && s != "" {
				values[key], did = s+"*", true
			}
		}
		return did
	}))
}

var inDollars = regexp.MustCompile(`^\$(\d+),(\d)(\d\d)$`)

// heardInCents hears an amount as a hundred times of it.
func heardInCents(value string) string { return inDollars.ReplaceAllString(value, "$$$1$2${3}00") }

// ofThisYear takes days of the next year for those of this one.
func ofThisYear(value string) string {
	year := time.Now().Year()
	return strings.ReplaceAll(value, strconv.Itoa(year+1), strconv.Itoa(year))
}
