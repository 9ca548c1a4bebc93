package selftest_test

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// Plain values that are heard as something else.

var (
	saidYes   = regexp.MustCompile(`(?m)^([^:\n]+): Yes$`)
	saidZero  = regexp.MustCompile(`^[^:\n]+: 0$`)
	saidCount = regexp.MustCompile(`^[^:\n]+: \d+$`)
	saidDay   = regexp.MustCompile(`\b\d{4}-\d\d-\d\d\b`)
	tag       = regexp.MustCompile(`\+[^@\s]*@`)
)

func hearsNo(said string) string { return saidYes.ReplaceAllString(said, "$1: No") }

func hearsNoZero(said string) string {
	if saidZero.MatchString(said) {
		return otherwiseSaid
	}
	return said
}

// firstWantsSome takes no zero for one question, the first that is answered so.
func firstWantsSome() layer {
	var mu sync.Mutex
	first := ""
	return hears(func(said string) string {
		mu.Lock()
		defer mu.Unlock()
		label, _, _ := strings.Cut(said, ":")
		if saidZero.MatchString(said) && first == "" {
			first = label
		}
		if label == first {
			return hearsNoZero(said)
		}
		return said
	})
}

func hearsNoTag(said string) string { return tag.ReplaceAllString(said, "@") }

// hearsDayBefore hears a day that is written with its year first as the one before it.
func hearsDayBefore(said string) string {
	return saidDay.ReplaceAllStringFunc(said, func(day string) string {
		t, err := time.Parse(time.DateOnly, day)
		if err != nil {
			return day
		}
		return t.AddDate(0, 0, -1).Format(time.DateOnly)
	})
}

// hearsNoSecond hears all lines of a message but the second of three or more that answer questions.
func hearsNoSecond(said string) string {
	if lines := byLabel.FindAllString(said, -1); len(lines) > 2 {
		return strings.Replace(said, lines[1]+"\n", "", 1)
	}
	return said
}

// roundThousands rounds amounts of more than a hundred thousand.
func roundThousands(n float64) float64 {
	if n < 1e5 {
		return n
	}
	return math.Round(n/1e3) * 1e3
}

// unheardOnceSkipped takes numbers for a greeting where a question was skipped.
func unheardOnceSkipped() layer {
	skipped := newMemory()
	return layer{request: func(c *call) bool {
		if asksForSkip(c) {
			skipped.put(sessionIn(c), true)
			return false
		}
		return skipped.snapshot()[sessionIn(c)] != nil && c.requested("answer", func(o obj) bool {
			did := saidCount.MatchString(text(o, "message"))
			if did {
				o["message"] = otherwiseSaid
			}
			return did
		})
	}}
}

// refusedAndRead refuses a message that is too long, and reads how it begins.
func refusedAndRead() layer {
	const most = 10_000
	cut := newMemory()
	name := func(c *call) string { return fmt.Sprintf("%p", c) }
	return layer{request: func(c *call) bool {
		return c.requested("answer", func(o obj) bool {
			said := text(o, "message")
			did := utf8.RuneCountInString(said) > most
			if did {
				o["message"] = string([]rune(said)[:most])
				cut.put(name(c), true)
			}
			return did
		})
	}, response: func(c *call) bool {
		did := cut.snapshot()[name(c)] != nil
		if did {
			c.answer(422, obj{"detail": []any{obj{"loc": []any{"body", "message"}, "msg": "It is too long.", "type": "string_too_long"}}})
		}
		return did
	}}
}
