package selftest_test

import (
	"encoding/json"
	"math"
	"regexp"
	"strings"
)

// What is lost of an answer, or goes where it does not belong.

// upToMark hears a text up to one of some marks.
func upToMark(marks string) layer {
	return hears(ofEachValue(func(value string) string {
		if at := strings.IndexAny(value, marks); at > 0 {
			return value[:at]
		}
		return value
	}))
}

// behindColon hears what stands behind the last colon of a text.
func behindColon(value string) string {
	return strings.TrimSpace(value[strings.LastIndex(value, ": ")+1:])
}

var remark = regexp.MustCompile(` ?\([^)]*\)`)

func withoutRemarks(value string) string { return remark.ReplaceAllString(value, "") }

// asDecomposed has letters without their marks, and none that is not one with a mark.
func asDecomposed(said string) string {
	return asASCII(strings.NewReplacer("ë", "e", "ö", "o", "ü", "u").Replace(said))
}

var excluded = regexp.MustCompile(`: ([^:,\n]+?)(?:,| and) not ([^:,\n]+)$`)

// hearsTheExcluded takes the option that an answer says it is not for the answer.
func hearsTheExcluded(said string) string { return excluded.ReplaceAllString(said, ": $2") }

// excludedUnheard takes no answer that says what it is not.
func excludedUnheard(said string) string {
	if excluded.MatchString(said) {
		return otherwiseSaid
	}
	return said
}

var inOneLine = regexp.MustCompile(`(?m)^([^:\n]+: \d+)(?:, |\. | and )[^:\n]+: .*$`)

func firstOfLine(said string) string { return inOneLine.ReplaceAllString(said, "$1") }

// wholeThousands cuts amounts of a million and more.
func wholeThousands(n float64) float64 {
	if n < 1e6 {
		return n
	}
	return math.Floor(n/1e3) * 1e3
}

// firstCorrection hears the first line of a correction.
func firstCorrection(said string) string {
	if strings.HasPrefix(said, "Correction: ") {
		return firstLine(said)
	}
	return said
}

// optionsUnheard takes no answer that is one of some options of a question, from the second on.
func optionsUnheard(n int) layer {
	these := newMemory()
	return layer{request: func(c *call) bool {
		return c.requested("answer", func(o obj) bool {
			_, told, _ := strings.Cut(message(o), ": ")
			unheard := these.snapshot()[strings.ToLower(told)] == true
			if unheard {
				o["message"] = otherwiseSaid
			}
			return unheard
		})
	}, response: func(c *call) bool {
		var o obj
		if c.op != "answer" || !c.ok() || json.Unmarshal(c.out, &o) != nil {
			return false
		}
		asks, _ := o["asks"].([]any)
		for _, q := range asks {
			options, _ := asObject(q)["options"].([]any)
			for _, one := range options[min(len(options), 1):min(len(options), 1+n)] {
				for _, name := range asObject(one) {
					if name, is := name.(string); is {
						these.put(strings.ToLower(name), true)
					}
				}
			}
		}
		return false
	}}
}

// namesAnswered takes what follows the name of another question in an answer for the answer to that one, too.
func namesAnswered() layer {
	keys := newMemory()
	return reply2("answer", func(c *call, o obj) (did bool) {
		var in obj
		_ = json.Unmarshal(c.in, &in)
		_, told, _ := strings.Cut(message(in), ": ")
		sets := asObject(o["set_fields"])
		for label, key := range keys.snapshot() {
			_, rest, named := strings.Cut(told, " "+label+" ")
			if named && sets[key.(string)] == nil && len(sets) > 0 {
				sets[key.(string)], did = rest, true
			}
		}
		asks, _ := o["asks"].([]any)
		for _, q := range asks {
			keys.put(strings.ToLower(text(asObject(q), "label")), text(asObject(q), "key"))
		}
		return did
	})
}

// setAsTold reports the whole message as each value that it set.
func setAsTold() layer {
	return reply2("answer", func(c *call, o obj) (did bool) {
		var in obj
		_ = json.Unmarshal(c.in, &in)
		sets := asObject(o["set_fields"])
		for key := range sets {
			sets[key], did = message(in), true
		}
		return did
	})
}

// deafTo hears nothing in a message that has so many answers by their labels.
func deafTo(many int) func(said string) string {
	return func(said string) string {
		if len(byLabel.FindAllString(said, -1)) >= many {
			return otherwiseSaid
		}
		return said
	}
}

var withComma = regexp.MustCompile(`^(\d),\d{3}$`)

func upToComma(value string) string { return withComma.ReplaceAllString(value, "$1") }

var correctedToNo = regexp.MustCompile(`^Correction: .*: No$`)

func noNotCorrected(said string) string {
	if correctedToNo.MatchString(said) {
		return otherwiseSaid
	}
	return said
}
