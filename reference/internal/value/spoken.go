package value

import (
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

const digitWord = `zero|oh|o|one|two|three|four|five|six|seven|eight|nine|\d`

const spelledDigit = `zero|oh|one|two|three|four|five|six|seven|eight|nine`

var (
	spokenRun = pattern.MustCompile(`
		\b(?:(?:double|triple) )?(?:` + digitWord + `)(?:
			(?:[ -]|, | dash | hyphen )(?:(?:double|triple) )?(?:` + digitWord + `)
		){3,14}\b`)
	spokenBit = pattern.MustCompile(`(?:(double|triple) )?\b(` + digitWord + `)\b`)
	halfRun   = pattern.MustCompile(`\b(?:` + spelledDigit + `)[ -](?:` + spelledDigit + `)[ -](?:` + spelledDigit + `)[ ,.-]+\d{3}[ .-]*\d{4}\b`)
	letterO   = map[string]string{"zero": "0", "oh": "0", "o": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5",
		"six": "6", "seven": "7", "eight": "8", "nine": "9"}
)

// SpokenDigits finds runs of digits that are dictated one by one, in words or figures: a phone number, a FEIN, a code.
// Four are taken only in words and with a zero or a repetition, since four small numbers may be a list.
func SpokenDigits(lower string) []Span {
	var all []Span
	for _, m := range spokenRun.FindAllStringIndex(lower, -1) {
		said := lower[m[0]:m[1]]
		if m[0] > 0 && strings.IndexByte("$.,/-#", lower[m[0]-1]) >= 0 ||
			m[1] < len(lower) && (lower[m[1]] == '.' || lower[m[1]] == ',' || lower[m[1]] == '%' || lower[m[1]] == '/') &&
				m[1]+1 < len(lower) && isDigit(lower[m[1]+1]) {
			continue
		}
		var digits strings.Builder
		for _, bit := range spokenBit.FindAllStringSubmatch(said, -1) {
			d := bit[2]
			if figure, ok := letterO[d]; ok {
				d = figure
			}
			digits.WriteString(strings.Repeat(d, map[string]int{"": 1, "double": 2, "triple": 3}[bit[1]]))
		}
		switch n := digits.Len(); {
		case strings.Contains(said, ",") && n < 9:
		case n == 5, n == 6, n == 9, n == 10, n == 11, n == 4 && strings.Trim(said, "abcdefghijklmnopqrstuvwxyz ") == "" &&
			(strings.Contains(said, " oh") || strings.Contains(said, "double") || strings.Contains(said, "zero")):
			all = append(all, Span{m[0], m[1], digits.String(), false})
		}
	}
	for _, m := range halfRun.FindAllStringIndex(lower, -1) {
		var digits strings.Builder
		for _, bit := range spokenBit.FindAllStringSubmatch(lower[m[0]:m[0]+strings.IndexAny(lower[m[0]:m[1]], "0123456789")], -1) {
			digits.WriteString(letterO[bit[2]])
		}
		for _, c := range lower[m[0]:m[1]] {
			if c >= '0' && c <= '9' {
				digits.WriteRune(c)
			}
		}
		if digits.Len() == 10 && !slices.ContainsFunc(all, func(s Span) bool { return s.Start < m[1] && m[0] < s.End }) {
			all = append(all, Span{m[0], m[1], digits.String(), false})
		}
	}
	slices.SortFunc(all, func(a, b Span) int { return a.Start - b.Start })
	return all
}
