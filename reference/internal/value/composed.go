package value

import (
	"strconv"
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

var (
	shareOf   = pattern.MustCompile(`\b(?:(\d{1,3})[ -])?([123])/([234])(?: of)?(?: an?)? ?(million|mill|mil|billion|thousand|m)\b`)
	extent    = pattern.MustCompile(`\b(\d{2,4})\s?(?:'|ft\.?|feet|foot)?\s?(?:x|by|\*)\s?(\d{2,4})\b(?:\s?')?`)
	hastyYear = pattern.MustCompile(`
		(?:^|[ (])('\d{2})\b|
		\b(?:
			since|established(?: in)?|est\.?(?: in)?|founded(?: in)?|built(?: back)? in|built|put up(?: in)?|
			started(?: up)?(?: back)? in|opened(?: up)?(?: back)? in
		) (\d{2})\b`)
	yearStops = pattern.MustCompile(`^\s*(?:$|[,.;!)\n]| (?:and|with|by|as|so|but|we|got|its|it's|doing|here|in)\b)`)
)

// Composed finds numbers that are written with marks other grammars would take apart: "1/2 mil", "40x60" and, read
// against now, the years of two digits in "since '98" and "built in 78".
func Composed(lower string, now time.Time) []Number {
	var all []Number
	for _, m := range shareOf.FindAllStringSubmatchIndex(lower, -1) {
		g := groups(lower, m)
		whole, _ := strconv.ParseFloat("0"+g[1], 64)
		top, _ := strconv.ParseFloat(g[2], 64)
		bottom, _ := strconv.ParseFloat(g[3], 64)
		if top < bottom {
			all = append(all, Number{Start: m[0], End: m[1], Value: (whole + top/bottom) * scales[g[4]], Scaled: true})
		}
	}
	for _, m := range extent.FindAllStringSubmatchIndex(lower, -1) {
		if !loose(lower, m[0], m[1]) {
			continue
		}
		g := groups(lower, m)
		long, _ := strconv.ParseFloat(g[1], 64)
		wide, _ := strconv.ParseFloat(g[2], 64)
		all = append(all, Number{Start: m[0], End: m[1], Value: long * wide, Area: true})
	}
	return append(all, shortYears(lower, now)...)
}

var ohYear = pattern.MustCompile(`\b(?:in|since|of) '?(?:oh|aught|ought|o)[ -](one|two|three|four|five|six|seven|eight|nine)\b`)

func shortYears(lower string, now time.Time) []Number {
	var all []Number
	for _, m := range ohYear.FindAllStringSubmatchIndex(lower, -1) {
		y := 2000 + numberOf(lower[m[2]:m[3]])
		all = append(all, Number{Start: m[0] + 3, End: m[3], Value: y, YearLike: true, Digits: strconv.Itoa(int(y))})
	}
	for _, m := range hastyYear.FindAllStringSubmatchIndex(lower, -1) {
		start, end := m[2], m[3]
		if start < 0 {
			start, end = m[4], m[5]
		}
		if !yearStops.MatchString(lower[end:]) || start > 1 && isDigit(lower[start-2]) {
			continue
		}
		y, _ := strconv.Atoi(strings.TrimPrefix(lower[start:end], "'"))
		if y += 2000; y > now.Year() {
			y -= 100
		}
		all = append(all, Number{Start: start, End: end, Value: float64(y), YearLike: true, Digits: strconv.Itoa(y)})
	}
	return all
}
