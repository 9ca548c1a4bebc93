package value

import (
	"slices"
	"strconv"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

// What a telephone or a dictation program makes of an address has its figures in words: "twelve hundred main street suite
// four, dayton ohio four five four oh two".
const (
	placeDigit = `(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand)`
	placeRun   = placeDigit + `(?:[ -](?:and )?` + placeDigit + `){0,7}`
	surelyRoad = `street|avenue|boulevard|blvd|ave|parkway|highway|drive|road|lane|court|place|terrace|circle|trail|way|turnpike|pike`
)

var (
	roadSaid = pattern.MustCompile(`\b(` + placeRun + `) ((?:[a-z0-9][a-z0-9'.-]* ){1,4}?(?:` + surelyRoad + `))\b`)
	unitSaid = pattern.MustCompile(`
		\b(?:` + surelyRoad + `),? (?:` + compass + ` )?(?:
			suite|ste|unit|apartment|apt|building|room|floor|space|number
		) (` + placeRun + `)\b`)
	boxSaid   = pattern.MustCompile(`\b(?:p\.? ?o\.?|post office) box (?:number )?(` + placeRun + `)\b`)
	saidDigit = pattern.MustCompile(`^[ -]` + placeDigit + `\b`)
	zipSaid   = pattern.MustCompile(`\b(?:` + stateWords + `|zip(?: code)?(?: is)?),? (` + placeRun + `)\b`)
)

// SpokenPlaces finds the house numbers, units, boxes and ZIP codes that are said in words, with their figures.
func SpokenPlaces(lower string) []Span {
	var all []Span
	add := func(start, end int, figures string) {
		if figures != "" && !overlaps(all, start, end) {
			all = append(all, Span{start, end, figures, false})
		}
	}
	for at := 0; ; {
		m := roadSaid.FindStringSubmatchIndex(lower[at:])
		if m == nil {
			break
		}
		said, name := lower[at+m[2]:at+m[3]], lower[at+m[4]:at+m[5]]
		if n := placeFigures(said); len(n) > 1 && !slices.ContainsFunc(strings.Fields(name), notOfRoad) {
			add(at+m[2], at+m[3], n)
		}
		at += m[3]
	}
	for _, p := range []*pattern.Pattern{unitSaid, boxSaid} {
		for _, m := range p.FindAllStringSubmatchIndex(lower, -1) {
			add(m[2], m[3], placeFigures(lower[m[2]:m[3]]))
		}
	}
	for _, m := range zipSaid.FindAllStringSubmatchIndex(lower, -1) {
		if n := placeFigures(lower[m[2]:m[3]]); len(n) == 5 && !saidDigit.MatchString(lower[m[3]:]) {
			add(m[2], m[3], n)
		}
	}
	return all
}

// notOfRoad says that a word does not stand in the name of a road: those of sentences and of numbers.
func notOfRoad(word string) bool {
	_, isScale := scales[word]
	return notInAddress[word] || numberWord(word) || isScale
}

// placeFigures writes a number as it stands in addresses: hundreds and thousands are worth what they say, and what is said
// in pairs is put side by side, "forty five twenty one" as 4521.
func placeFigures(said string) string {
	words := strings.FieldsFunc(said, func(c rune) bool { return c == ' ' || c == '-' })
	if slices.Contains(words, "thousand") || slices.Contains(words, "hundred") {
		if n, used, _ := wordValue(words); used == len(words) && n < 100000 {
			return strconv.Itoa(int(n))
		}
		return ""
	}
	figures, ok := Dictated(said)
	if n := units[said]; !ok && (n > 0 || tens[said] > 0) {
		return strconv.Itoa(int(n + tens[said]))
	}
	if !ok && len(words) == 2 {
		if n, used, _ := wordValue(words); used == 2 {
			return strconv.Itoa(int(n))
		}
	}
	if len(figures) > 6 {
		return ""
	}
	return figures
}
