package checks

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// wantAmountsAsTold warns where forms show an amount that is many times the one that was told, as it was set, and show nowhere the one that was told. A session
// may keep amounts in cents, and show them in dollars.
func (c *C) wantAmountsAsTold() {
	const large, times = 10_000, 10
	j := c.filled()
	forms := map[string]*exchange{}
	for _, key := range j.keys() {
		x := j.downloads[key]
		c.needs(x != nil && x.ok() && !x.legible().Hides() && !x.legible().Has(otherTexts...), "a form that can be read", "%s", key)
		forms[key] = x
	}
	shown := func(n float64) bool {
		for _, written := range []string{fmt.Sprintf("%.0f", n), groupedDigits(n)} {
			for _, x := range forms {
				if anyShows(x.legible().Strings(), func(text string) bool { return containsAlone(text, written) }) {
					return true
				}
			}
		}
		return false
	}
	asked := []ask{}
	for _, turn := range j.turns {
		set, _ := turn.object()["set_fields"].(obj)
		for _, one := range toldIn(messageOf(turn), asked) {
			told, was := numberOf(one.value)
			kept, is := number(set[one.q.key])
			if !was || !is || told < large || kept < times*told {
				continue
			}
			c.about(turn)
			c.aboutForms(j)
			c.recommend(!shown(kept) || shown(told), "amounts in the forms as they were told", "%s shows as %.0f, and %s was told", one.q.key, kept, one.value)
		}
		asked = append(asked, asksOf(turn)...)
	}
}

// wantAmountsInDigits warns where a form shows a number of millions as the power of ten that a program makes of it, or as so many cents, and nowhere
// in its digits.
func (c *C) wantAmountsInDigits() {
	const large = 10_000
	amounts := c.answeredWith(func(v any) bool { n, is := number(v); return is && n >= large })
	c.needs(len(amounts) > 0, "a question that an amount answers", "none")
	id := c.fullSession()
	c.prepared(c.answer(id, clip(amounts[0].label+": "+secondNumber)), "an answer to be taken")
	c.prepared(c.call("POST", sessionPath(id, "fill")), "fill on an open session")
	detail, forms := c.listedForms(id, as(c.run.home.Key))
	n, _ := number(namedValues(detail.object())[amounts[0].key])
	c.needs(strconv.FormatFloat(n, 'f', -1, 64) == secondNumber, "the number that was told to be stored", "%v", n)
	for _, key := range slices.Sorted(maps.Keys(forms)) {
		x := forms[key]
		c.needs(x.ok() && !x.legible().Hides(), "a form that can be read", "%s", key)
		shows := func(written string) bool {
			return anyShows(x.legible().Strings(), func(text string) bool { return strings.Contains(strings.ToLower(text), written) })
		}
		power := strings.TrimRight(strconv.FormatFloat(n, 'e', -1, 64), "+06")
		cents := strconv.FormatFloat(n/100, 'f', 2, 64)
		whole := shows(secondNumber) || shows(groupedDigits(n))
		c.about(x)
		c.recommend(!shows(power) || whole, "a number in its digits in the form "+key, "%s for %s", power+"+06", secondNumber)
		inCents := shows(cents) || shows(groupedDigits(math.Trunc(n/100))+cents[len(cents)-len(".00"):])
		c.recommend(!inCents || whole, "a number in its digits in the form "+key, "%s for %s", cents, secondNumber)
	}
}
