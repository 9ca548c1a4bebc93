package checks

import (
	"fmt"
	"math"
	"strings"
)

// Amounts of money, and numbers that are told in words.

// An amount that needs more bits than 32, and one that every server takes which takes amounts.
const (
	hugeAmount       = "$3,200,000,000"
	hugeNumber       = 3_200_000_000
	someAmountNumber = 250_000 // of someAmount
)

// amounts are the questions of an intake that an amount answers.
func (c *C) amounts() []ask {
	const large = 10_000
	all := c.answeredWith(func(v any) bool { n, is := number(v); return is && n >= large })
	c.needs(len(all) > 0, "a question that an amount answers", "none")
	return all
}

// wantHugeKept warns where a large amount of money becomes a negative one, in set_fields or among the values, or another one where a smaller
// one is kept as it was told. It may be kept in thousands.
func (c *C) wantHugeKept() {
	const thousand = 1000
	q := c.amounts()[0]
	turn, sets := c.toldAnew(q.label + ": " + hugeAmount)
	for _, kept := range []any{sets[q.key], c.valuesOf(sessionIn(turn.req))[q.key]} {
		n, is := number(kept)
		c.about(turn)
		c.recommend(!is || n >= 0, "an amount that is told to be none of less than nothing", "%s for %s", text(kept), hugeAmount)
		if is && n != hugeNumber && n*thousand != hugeNumber {
			c.recommend(c.numberSet(q, someAmount) != someAmountNumber, "a large amount to be kept as it was told, as a smaller one is", "%s for %s", text(kept), hugeAmount)
		}
	}
}

// numberSet is the number that an answer sets for a question in a new session, or less than nothing where it sets none.
func (c *C) numberSet(q ask, told string) float64 {
	n, is := number(c.setIn(q, q.label+": "+told))
	if !is {
		return -1
	}
	return n
}

// wantNoneAsNothing warns where none is set as a number of some, for each of up to three questions that a zero answers with a zero.
func (c *C) wantNoneAsNothing() {
	const few = 3
	var turn *exchange
	var some []string
	for _, q := range c.counts() {
		if len(some) == few {
			break
		}
		x, sets := c.toldAnew(clip(q.label + ": None"))
		n, is := number(sets[q.key])
		if !is || n == 0 {
			return
		}
		if c.numberSet(q, "0") != 0 {
			continue // it may be a number of one and more
		}
		turn, some = x, append(some, fmt.Sprintf("%s is %s", q.key, text(sets[q.key])))
	}
	c.needs(turn != nil, "a question that a zero answers", "none")
	c.about(turn)
	c.recommend(false, "none to be no number of some", "%s, and 0 where 0 was told", strings.Join(some, ", "))
}

// An amount whose last digits say something, and what is left of it without those, cut or rounded.
const (
	exactAmount = "$1,234,567"
	withZeros   = 1_234_000
	rounded     = 1_235_000
)

// wantAmountsUncut warns where an amount is kept with zeros for its last digits, and another one is kept as it was told.
func (c *C) wantAmountsUncut() {
	q := c.amounts()[0]
	turn, sets := c.toldAnew(q.label + ": " + exactAmount)
	n, is := number(sets[q.key])
	cut := is && (n == withZeros || n == rounded) && c.numberSet(q, someAmount) == someAmountNumber
	c.about(turn)
	c.recommend(!cut, "an amount to be kept as it was told", "%s for %s", text(sets[q.key]), exactAmount)
}

// inUnits are amounts that are told as a number and a unit, with the same in digits, and what is left of them without what follows their point.
var inUnits = []struct {
	told, digits string
	whole, cut   float64
}{
	{"$1.2 million", "$1,200,000", 1_200_000, 1_000_000},
	{"$3 million", "$3,000,000", 3_000_000, 0},
	{"$850 thousand", "$850,000", 850_000, 0},
	{"$640k", "$640,000", 640_000, 0},
}

// wantUnitsHeard warns where an amount is kept without its unit, with a smaller one, or without what follows its point, and is kept whole where it is
// told in digits, as another one is with its unit. To understand none is left to the server.
func (c *C) wantUnitsHeard() {
	q, heard := c.amounts()[0], false
	type unheard struct {
		turn         *exchange
		told, digits string
		kept, whole  float64
	}
	var all []unheard
	for _, one := range inUnits {
		turn, sets := c.toldAnew(q.label + ": " + one.told)
		for _, kept := range []any{sets[q.key], c.valuesOf(sessionIn(turn.req))[q.key]} {
			n, is := number(kept)
			if is && n > 0 && n < one.whole && (n == one.cut || sameFigures(n, one.whole)) {
				all = append(all, unheard{turn, one.told, one.digits, n, one.whole})
			}
			heard = heard || is && n == one.whole
		}
	}
	for _, one := range all {
		c.about(one.turn)
		c.recommend(!heard || c.numberSet(q, one.digits) != one.whole, "an amount to be kept with its unit, as others are",
			"%.6g for %s, and all of it for %s", one.kept, one.told, one.digits)
	}
}

// sameFigures says whether a number is another one in thousands, in millions or in more, be it cut at its point.
func sameFigures(n, whole float64) bool {
	const unit = 1000
	for whole > unit {
		whole /= unit
		if n == whole || n == math.Trunc(whole) {
			return true
		}
	}
	return false
}

// wantCentsHeard warns where an amount that is told with no cents is kept as a hundred times what it is without them.
func (c *C) wantCentsHeard() {
	const dollars, cents = 2_500, 250_000
	q := c.amounts()[0]
	turn, sets := c.toldAnew(q.label + ": $2,500.00")
	n, _ := number(sets[q.key])
	c.about(turn)
	c.recommend(n != cents || c.numberSet(q, "$2,500") != dollars, "an amount with its cents to be kept as one without", "%s for $2,500.00", text(sets[q.key]))
}

// wantCentsKept warns where what follows the point of an amount is cut away, or counts as the last digits of dollars. It may be kept, also in cents, or the amount
// may be rounded.
func (c *C) wantCentsKept() {
	const told, dollars, digits = "$2,500.75", 2_500, 250_075
	q := c.amounts()[0]
	turn, sets := c.toldAnew(q.label + ": " + told)
	n, _ := number(sets[q.key])
	c.about(turn)
	c.recommend(n != dollars && n != digits || c.numberSet(q, "$2,500") != dollars, "an amount with its cents, or one that is rounded", "%s for %s", text(sets[q.key]), told)
}
