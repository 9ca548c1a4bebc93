package checks

import (
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// plainNumber is how checks tell numbers.
var plainNumber = regexp.MustCompile(`^\$?\d[\d,]*$`)

// bare leaves of a number its digits.
var bare = strings.NewReplacer("$", "", ",", "")

// numberOf reads a number that was told, or that is written in a form.
func numberOf(v any) (float64, bool) {
	if n, is := number(v); is {
		return n, true
	}
	text, _ := v.(string)
	if !plainNumber.MatchString(text) {
		return 0, false
	}
	n, err := strconv.ParseFloat(bare.Replace(text), 64)
	return n, err == nil
}

// wordSizes are the bits of integers of many languages: a larger number starts again from below, or stays at the largest.
var wordSizes = []int{7, 8, 15, 16, 31, 32}

// overflows says whether a number is what is left of a larger one in an integer of some size.
func overflows(told, set float64) bool {
	for _, bits := range wordSizes {
		size := math.Exp2(float64(bits))
		if told < size {
			continue
		}
		rest := math.Mod(told, size)
		if set == rest || set == rest-size || set == size-1 {
			return true
		}
	}
	return false
}

// wantNumbersAsTold fails the check when a number that was told is set as a part of it between its commas, or as what an integer of a
// few bits has left of it; and when several are set one too high, or one too low.
func (c *C) wantNumbersAsTold(turns []toldTurn) {
	const few = 3
	beside := map[float64]map[string]toldTurn{-1: {}, 1: {}}
	exact := false
	for _, t := range turns {
		for _, one := range t.all {
			told, was := numberOf(one.value)
			set, is := number(t.set[one.q.key])
			if !was || !is || len(one.q.options) > 0 {
				continue
			}
			exact = exact || told == set
			inPart := strings.Count(one.value, ",") > 1 && readInPart(t.set[one.q.key], bare.Replace(one.value))
			c.wantOf(t.turn, !inPart && !overflows(told, set), "the number that was told, as a whole", "%s was told for %s, and %s is set", one.value,
				one.q.key, text(t.set[one.q.key]))
			if apart := beside[set-told]; apart != nil {
				apart[one.q.key] = t
			}
		}
	}
	for _, by := range []float64{-1, 1} {
		for _, key := range slices.Sorted(maps.Keys(beside[by])) {
			t := beside[by][key]
			c.wantOf(t.turn, exact || len(beside[by]) < few, "the numbers that were told", "%s is %s, and each of %d numbers is off by %g", key,
				text(t.set[key]), len(beside[by]), by)
		}
	}
}

// wantNumbersApart fails the check when one number is set for all questions of a message that told each another one, in each such message of the
// run.
func (c *C) wantNumbersApart(turns []toldTurn) {
	const several = 3
	var last toldTurn
	for _, t := range turns {
		tells, sets := map[float64]bool{}, map[float64]bool{}
		for _, one := range t.all {
			n, was := numberOf(one.value)
			set, is := number(t.set[one.q.key])
			if was && is && len(one.q.options) == 0 {
				tells[n], sets[set] = true, true
			}
		}
		switch {
		case len(tells) < several:
		case len(sets) > 1:
			return
		default:
			last = t
		}
	}
	if last.turn != nil {
		c.about(last.turn)
		c.fail("the number that was told for each question", "one for all: %s", what(last.turn.object(), "set_fields"))
	}
}
