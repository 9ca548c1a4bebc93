package value

import (
	"math"

	"strconv"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

// Number is a quantity inside a text.
type Number struct {
	Start, End int
	Value      float64
	Money      bool // a currency sign or word stands with it
	Scaled     bool // a magnitude was said: 210k, 1.2 million
	Percent    bool
	Spelled    bool // in words
	YearLike   bool // four bare digits or a year in words
	Grouped    bool // thousands separators
	Range      bool // "10 to 12": Value is the middle
	Area       bool // the product of two sides: "40x60"
	Digits     string
}

var (
	figure    = pattern.MustCompile(`(?:(us\$|usd|\$)\s?)?(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)`)
	magnitude = pattern.MustCompile(`
		^(?:
			\s?(
				hundred thousand|hundred k|thousand|thousands|thousnd|thousan|thou|grand|million|millions|millon|milion|millin|mill|
				mil|mln|mm|billion|bn|hundred|dozen|k
			)|
			(m|b)|\s(m)
		)\b\.?`)
	andAHalf   = pattern.MustCompile(`^ (?:and a half|and one half|1/2|and a (quarter))(?: (million|thousand|mil|hundred|dozen|grand|k))?\b`)
	commaPoint = pattern.MustCompile(`^,(\d{1,2})(?: ?(?:million|millions|mil|mill|mln|mm|billion|bn)\b| ?m\b)`)
	currency   = pattern.MustCompile(`^\s?(?:us )?(dollars?|bucks?|usd)\b`)
	percent    = pattern.MustCompile(`^\s?(?:%|(?:percent|pct|per cent|perc)\b)`)
	between    = pattern.MustCompile(`^\s?(?:-|to|or|and|thru|through)\s?$`)
)

// spacedGroups are thousands that are parted by spaces: "$ 333 000".
var spacedGroups = pattern.MustCompile(`^((?: \d{3})+)(?:$|[^\d.,-])`)

var ratherThan = pattern.MustCompile(`^,? (?:not|instead of|rather than|and not|vs\.?) \$?$`)

var movedFrom = pattern.MustCompile(`
	\b(?:
		raise|increase|bump|change|lower|reduce|cut|drop|move|go|going|went|goes|switch|update|adjust|decrease|revise|correct|up|
		down|grew|jumped|dropped|moved|changed|raised|increased|lowered
	)\w*\b[^.;\n]{0,60}\bfrom (?:about |around |the |a )*\$?$`)

var changed = pattern.MustCompile(`\b(?:change|update|switch|correct|fix|bump|raise|lower) (?:the |that |my |it )?\$?$`)

var scales = map[string]float64{"hundred": 100, "dozen": 12, "k": 1e3, "thousand": 1e3, "thousands": 1e3, "thousnd": 1e3, "thousan": 1e3, "thou": 1e3,
	"grand": 1e3, "hundred thousand": 1e5, "hundred k": 1e5, "m": 1e6, "mm": 1e6, "mil": 1e6, "mill": 1e6, "mln": 1e6, "million": 1e6,
	"millions": 1e6, "millon": 1e6, "milion": 1e6, "millin": 1e6, "b": 1e9, "bn": 1e9, "billion": 1e9}

// Numbers finds quantities in figures and in words, from left to right.
func Numbers(lower string) []Number {
	var all []Number
	at := 0
	for _, m := range figure.FindAllStringSubmatchIndex(lower, -1) {
		if m[0] < at { // taken up by the number before
			continue
		}
		all = append(all, spelled(lower[at:m[0]], at)...)
		n, ok := inFigures(lower, m)
		if !ok {
			at = max(at, m[1])
			continue
		}
		at = n.End
		all = append(all, n)
	}
	all = append(all, spelled(lower[at:], at)...)
	return ranges(lower, all)
}

func inFigures(s string, m []int) (Number, bool) {
	start, end := m[0], m[1]
	if start > 0 && (isWordByte(s[start-1]) || s[start-1] == '.' && m[2] < 0 && start > 1 && isDigit(s[start-2])) {
		if !glued(s, start) {
			return Number{}, false
		}
	}
	digits := s[m[4]:m[5]]
	if digits[0] == '.' && start > 0 && s[start-1] == '.' {
		digits, start = digits[1:], start+1 // "lease...900 sq ft"
	}
	if m[2] >= 0 && len(digits) <= 3 {
		if g := spacedGroups.FindStringSubmatch(s[end:]); g != nil {
			digits, end = digits+strings.ReplaceAll(g[1], " ", ","), end+len(g[1])
		}
	}
	v, err := strconv.ParseFloat(strings.ReplaceAll(digits, ",", ""), 64)
	if err != nil || math.IsInf(v, 0) {
		return Number{}, false
	}
	if g := commaPoint.FindStringSubmatch(s[end:]); g != nil && !strings.ContainsAny(digits, ".,") { // "2,4 million"
		decimals, _ := strconv.ParseFloat("0."+g[1], 64)
		v, end, digits = v+decimals, end+1+len(g[1]), digits+"."+g[1]
	}
	if end+1 < len(s) && s[end] == ',' && isDigit(s[end+1]) && !isListed(s[end+1:]) {
		return Number{}, false // "4,1oo"
	}
	n := Number{Start: start, Value: v, Money: m[2] >= 0, Digits: digits, Grouped: strings.Contains(digits, ",")}
	n.YearLike = len(digits) == 4 && !n.Grouped && !strings.Contains(digits, ".") && v >= 1600 && v <= 2100 && !n.Money
	rest := s[end:]
	if g := magnitude.FindStringSubmatch(rest); g != nil {
		v, n.Scaled, n.YearLike = v*scales[g[1]+g[2]+g[3]], true, false
		end += len(g[0])
		if strings.HasSuffix(g[0], ".") {
			end--
		}
	} else if g := andAHalf.FindStringSubmatch(rest); g != nil {
		if v += 0.5; g[1] != "" {
			v -= 0.25
		}
		if g[2] != "" {
			v, n.Scaled = v*scales[g[2]], true
		}
		end += len(g[0])
	}
	n.Value = math.Round(v*1e4) / 1e4
	if end < len(s) && isWordByte(s[end]) && s[end] != '_' && !unitGlued(s[end:]) {
		return Number{}, false
	}
	n.End = closing(s, end, &n)
	return n, true
}

// isListed says that digits behind a comma stand alone, so that the comma parts two numbers.
func isListed(s string) bool {
	i := 0
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	return i == len(s) || !isWordByte(s[i]) || unitGlued(s[i:]) || magnitude.MatchString(s[i:])
}

// glued allows a number right after a letter in the few forms people type: "x3", "ein73...", "approx200".
func glued(s string, start int) bool {
	i := start
	for i > 0 && s[i-1] >= 'a' && s[i-1] <= 'z' {
		i--
	}
	if i > 0 && (isWordByte(s[i-1])) {
		return false
	}
	switch s[i:start] {
	case "x", "approx", "about", "bout", "abt", "is", "code", "naics", "class", "zip", "ein", "fein":
		return true
	}
	return false
}

var gluedUnit = pattern.MustCompile(`
	^(?:
		ft|sf|sqft|sq|pt|ish|yrs?|years?|emps?|employees|trucks?|vans?|x|am|pm|th|st|nd|rd|ppl|people|full|part|locations?|drivers?|
		vehicles?|days?|hrs?|mo
	)\b`)

func unitGlued(rest string) bool {
	return gluedUnit.MatchString(rest) && !strings.HasPrefix(rest, "th") && !strings.HasPrefix(rest, "st") &&
		!strings.HasPrefix(rest, "nd") && !strings.HasPrefix(rest, "rd")
}

// closing takes what belongs to the number on its right: a currency word or a percent sign.
func closing(s string, end int, n *Number) int {
	if m := currency.FindString(s[end:]); m != "" {
		n.Money, n.YearLike = true, false
		return end + len(m)
	}
	if m := percent.FindString(s[end:]); m != "" {
		n.Percent, n.YearLike = true, false
		return end + len(m)
	}
	return end
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// ranges joins "10 to 12" and "between 200 and 250k" into one number in the middle.
func ranges(s string, all []Number) []Number {
	var out []Number
	for i := 0; i < len(all); i++ {
		n := all[i]
		if i+1 < len(all) {
			if b := all[i+1]; b.Scaled && !n.Scaled && !b.Spelled && !n.YearLike && n.Value < 1000 && ratherThan.MatchString(s[n.End:b.Start]) {
				n.Value, n.Scaled = n.Value*b.Value/mantissa(b), true // "1.1, not 1.0 million"
			}
			if joined, ok := join(s, n, all[i+1]); ok {
				out, i = append(out, joined), i+1
				continue
			}
		}
		out = append(out, n)
	}
	return out
}

func join(s string, a, b Number) (Number, bool) {
	gap := s[a.End:b.Start]
	if !between.MatchString(gap) || a.YearLike && b.YearLike {
		return a, false
	}
	if word := strings.TrimSpace(gap); word == "and" && !strings.HasSuffix(strings.TrimRight(s[:a.Start], " "), "between") {
		return a, false
	}
	if strings.TrimSpace(gap) == "to" && (movedFrom.MatchString(s[:a.Start]) || changed.MatchString(s[:a.Start])) {
		return a, false // "raise it from 100k to 150k" names the old and the new
	}
	low := a.Value
	if b.Scaled && !a.Scaled {
		low = a.Value * b.Value / mantissa(b)
	}
	if low >= b.Value || b.Value > 4*low || a.Percent != b.Percent && a.Percent {
		return a, false
	}
	b.Start, b.Range, b.Money = a.Start, true, a.Money || b.Money
	if b.Value = (low + b.Value) / 2; b.Value < 1000 && !b.Percent {
		b.Value = math.Ceil(b.Value)
	}
	return b, true
}

func mantissa(n Number) float64 {
	if v, err := strconv.ParseFloat(strings.ReplaceAll(n.Digits, ",", ""), 64); err == nil && v > 0 {
		return v
	}
	for _, scale := range []float64{1e9, 1e6, 1e3, 100} {
		if n.Value >= scale {
			return n.Value / scale
		}
	}
	return n.Value
}
