package value

import (
	"strconv"
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

// Span is a value found between two offsets.
type Span struct {
	Start, End int
	Value      string
	Weak       bool // could well be something else: take it only for a field that is asked or named
}

const monthNames = `jan(?:uary)?|feb(?:ruary|uary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?`
const dayNames = `mon(?:day)?|tues?(?:day)?|wed(?:nesday)?|thur?s?(?:day)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?`
const countWords = `
	\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|fourteen|fifteen|thirty|forty-five|forty five|sixty|ninety|
	couple of|a couple of|a couple|few`

type dateRule struct {
	pattern *pattern.Pattern
	read    func(m []string, now time.Time) (time.Time, bool)
	weak    bool
}

var dateRules = []dateRule{
	{rule(`(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})`), func(m []string, _ time.Time) (time.Time, bool) { return day(m[1], m[2], m[3]) }, false},
	{rule(`(\d{1,2}) ?[-/.] ?(\d{1,2}) ?[-/.] ?(\d{4}|'?\d{2})`), func(m []string, _ time.Time) (time.Time, bool) { return day(m[3], m[1], m[2]) }, false},
	{rule(`(` + monthNames + `)\.? (?:the )?(\d{1,2}|` + ordinalWords + `)(?:st|nd|rd|th)?,?(?: of)?,? ?(\d{4}|'\d{2}|` + yearInWords + `)`), func(m []string, _ time.Time) (time.Time, bool) { return day(m[3], month(m[1]), m[2]) }, false},
	{rule(`(\d{1,2})(?:st|nd|rd|th)?(?: of)?[ -](` + monthNames + `)\.?,?[ -](\d{4}|'\d{2}|` + yearInWords + `)`), func(m []string, _ time.Time) (time.Time, bool) { return day(m[3], month(m[2]), m[1]) }, false},
	{rule(`(` + monthNames + `)\.? (?:the )?(\d{1,2})(?:st|nd|rd|th)?,? (?:of )?(?:next|the following|the next) year`), func(m []string, now time.Time) (time.Time, bool) {
		return day(strconv.Itoa(now.Year()+1), month(m[1]), m[2])
	}, false},
	{rule(`(` + monthNames + `)\.? (?:the )?(\d{1,2}|` + ordinalWords + `)(?:st|nd|rd|th)?`), func(m []string, now time.Time) (time.Time, bool) { return coming(now, month(m[1]), m[2]) }, false},
	{rule(`(?:the )?(\d{1,2}|` + ordinalWords + `)(?:st|nd|rd|th)?(?: of)? (` + monthNames + `)`), func(m []string, now time.Time) (time.Time, bool) {
		if m[2] == "may" && !strings.Contains(m[0], " of ") && ordinals[m[1]] != "" {
			return now, false // "the second may be late"
		}
		return coming(now, month(m[2]), m[1])
	}, false},
	{rule(`(?:the )?(?:first|1st|beginning|start)(?: day)? of next month`), func(_ []string, now time.Time) (time.Time, bool) { return firstOf(now, 1), true }, false},
	{rule(`(?:the )?(?:first|1st)(?: day)? of the (?:coming )?month`), func(_ []string, now time.Time) (time.Time, bool) { return firstOf(now, 1), true }, false},
	{rule(`(?:the )?(\d{1,2})(?:st|nd|rd|th)? of next month`), func(m []string, now time.Time) (time.Time, bool) { return dayOf(firstOf(now, 1), m[1]) }, false},
	{rule(`(?:the )?(?:end|last day) of next month`), func(_ []string, now time.Time) (time.Time, bool) { return firstOf(now, 2).AddDate(0, 0, -1), true }, false},
	{rule(`(?:the )?(?:end|last day) of (?:the|this) month|month[- ]end`), func(_ []string, now time.Time) (time.Time, bool) { return firstOf(now, 1).AddDate(0, 0, -1), true }, false},
	{rule(`(?:the )?(?:first|1st|start|beginning)(?: day)? of next year`), func(_ []string, now time.Time) (time.Time, bool) {
		return time.Date(now.Year()+1, 1, 1, 0, 0, 0, 0, time.UTC), true
	}, false},
	{rule(`(?:the )?end of (20\d\d)`), func(m []string, _ time.Time) (time.Time, bool) { return day(m[1], "12", "31") }, false},
	{rule(`(?:the )?(?:start|beginning) of (20\d\d)`), func(m []string, _ time.Time) (time.Time, bool) { return day(m[1], "1", "1") }, false},
	{rule(`(?:the )?end of (?:the|this) year|year[- ]end`), func(_ []string, now time.Time) (time.Time, bool) {
		return time.Date(now.Year(), 12, 31, 0, 0, 0, 0, time.UTC), true
	}, false},
	{rule(`(?:the )?(?:first|1st|start|beginning)(?: day)? of (` + monthNames + `)(?:,? (\d{4}))?`), func(m []string, now time.Time) (time.Time, bool) { return monthStart(m, now) }, false},
	{rule(`(?:the )?(?:end|last day) of (` + monthNames + `)(?:,? (\d{4}))?`), func(m []string, now time.Time) (time.Time, bool) {
		t, ok := monthStart(m, now)
		return t.AddDate(0, 1, -1), ok
	}, false},
	{rule(`(?:in|within) (` + countWords + `) (day|week|month)s?(?:'? time)?|(` + countWords + `) (day|week|month)s?(?:'? time)? (?:from (?:now|today)|out|from this date|hence)`), fromNow, false},
	{rule(`next month`), func(_ []string, now time.Time) (time.Time, bool) { return firstOf(now, 1), true }, true},
	{rule(`day after tomorrow`), func(_ []string, now time.Time) (time.Time, bool) { return midnight(now).AddDate(0, 0, 2), true }, true},
	{rule(`tomorrow`), func(_ []string, now time.Time) (time.Time, bool) { return midnight(now).AddDate(0, 0, 1), true }, true},
	{rule(`today|immediately|right away|effective now`), func(_ []string, now time.Time) (time.Time, bool) { return midnight(now), true }, true},
	{rule(`(` + countWords + `) weeks? (?:from|after) (?:this |next |the coming |coming )?(` + dayNames + `)`), weeksFromDay, false},
	{rule(`(` + dayNames + `) after next`), func(m []string, now time.Time) (time.Time, bool) {
		return weeksFromDay([]string{"", "a", m[1]}, now)
	}, false},
	{rule(`a week from (?:now|today)|next week`), func(_ []string, now time.Time) (time.Time, bool) { return midnight(now).AddDate(0, 0, 7), true }, true},
	{rule(`(next |this |this coming |coming )?(` + dayNames + `)`), weekday, true},
	{rule(`on the (\d{1,2}|` + ordinalWords + `)(?:st|nd|rd|th)?(?: of (?:this|the) month)?`), func(m []string, now time.Time) (time.Time, bool) { return comingDay(now, m[1]) }, true},
	{rule(`the (\d{1,2}(?:st|nd|rd|th)|\d{1,2} of (?:this|the) month|` + ordinalWords + `)(?: of (?:this|the) month)?`), func(m []string, now time.Time) (time.Time, bool) {
		if named, _, _ := strings.Cut(m[1], " of"); isDigit(named[0]) {
			return comingDay(now, strings.TrimRight(named, "stndrh"))
		}
		return comingDay(now, m[1])
	}, true},
	{rule(`(?:thru|through|until|till|expires?|exp|eff|effective|starting|renews?|by) (?:on )?(\d{1,2})-(\d{1,2})`), func(m []string, now time.Time) (time.Time, bool) { return coming(now, m[1], m[2]) }, true},
	{rule(`(\d{1,2})/(\d{1,2})`), func(m []string, now time.Time) (time.Time, bool) { return coming(now, m[1], m[2]) }, true},
	{rule(`(` + monthNames + `),?(?: of)? ((?:19|20)\d{2})`), func(m []string, now time.Time) (time.Time, bool) { return monthStart(m, now) }, true},
	{rule(`(?:in|this|early|starting|by) (` + monthNames + `)`), func(m []string, now time.Time) (time.Time, bool) { return monthStart(append(m, ""), now) }, true},
	{rule(`(\d{1,2})/((?:19|20)\d{2})`), func(m []string, _ time.Time) (time.Time, bool) { return day(m[2], m[1], "1") }, true},
	{rule(`(halloween|christmas(?: day)?|(?:4th|fourth) of july|july (?:4th|fourth)|independence day|valentine'?s day)(?:,? (20\d\d))?`), holiday, false},
	{rule(`new year'?s(?: day)?`), func(_ []string, now time.Time) (time.Time, bool) { return coming(now, "1", "1") }, true},
}

var holidays = map[byte][2]string{'h': {"10", "31"}, 'c': {"12", "25"}, '4': {"7", "4"}, 'f': {"7", "4"}, 'j': {"7", "4"}, 'i': {"7", "4"}, 'v': {"2", "14"}}

func holiday(m []string, now time.Time) (time.Time, bool) {
	at := holidays[m[1][0]]
	if m[2] != "" {
		return day(m[2], at[0], at[1])
	}
	return coming(now, at[0], at[1])
}

func rule(expr string) *pattern.Pattern { return pattern.MustCompile(`\b(?:` + expr + `)\b`) }

// Dates finds dates, with the relative ones resolved against now. A year that is not said is the coming one.
func Dates(lower string, now time.Time) []Span {
	var all []Span
	if !strings.ContainsAny(lower, "0123456789") && !dateWord.MatchString(lower) {
		return nil
	}
	for _, r := range dateRules {
		for _, m := range r.pattern.FindAllStringSubmatchIndex(lower, -1) {
			if overlaps(all, m[0], m[1]) || inNumber(lower, m[0], m[1]) {
				continue
			}
			if t, ok := r.read(groups(lower, m), now.UTC()); ok {
				all = append(all, Span{m[0], m[1], t.Format(time.DateOnly), r.weak})
			}
		}
	}
	return sorted(all)
}

var dateWord = pattern.MustCompile(`
	\b(?:
		` + monthNames + `|` + dayNames + `|today|tomorrow|halloween|christmas|fourth of july|independence|valentine'?s|immediately|
		right away|months?|weeks?|days?|year|effective now
	)\b`)

// inNumber refuses a date that is part of a longer figure, such as the first half of 1/2/3/4 or of 12/345.
func inNumber(s string, start, end int) bool {
	if fullRange.MatchString(s[max(0, start-12):min(len(s), end+12)]) && strings.Count(s[start:end], "/") == 2 {
		return false // "6/1/26-6/1/27"
	}
	if strings.Count(s[start:end], "/") == 2 && shortSecond.MatchString(s[end:]) {
		return false // "6/1/26-27"
	}
	before := start > 0 && strings.IndexByte("/-.,$#", s[start-1]) >= 0 && start > 1 && (isDigit(s[start-2]) || s[start-1] == '$' || s[start-1] == '#')
	after := end+1 < len(s) && strings.IndexByte("/-.,%", s[end]) >= 0 && isDigit(s[end+1]) || end < len(s) && s[end] == '%'
	return before || after || start > 0 && s[start-1] == '$'
}

var shortSecond = pattern.MustCompile(`^ ?- ?(?:\d{2}|20\d{2})(?:$|[ ,.;)])`)

var fullRange = pattern.MustCompile(`\d{1,2}/\d{1,2}/(?:\d{4}|\d{2}) ?- ?\d{1,2}/\d{1,2}/(?:\d{4}|\d{2})`)

func groups(s string, m []int) []string {
	all := make([]string, len(m)/2)
	for i := range all {
		if m[2*i] >= 0 {
			all[i] = s[m[2*i]:m[2*i+1]]
		}
	}
	return all
}

func midnight(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
}

func firstOf(t time.Time, months int) time.Time {
	return time.Date(t.Year(), t.Month()+time.Month(months), 1, 0, 0, 0, 0, time.UTC)
}

func month(name string) string {
	for i, short := range []string{"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"} {
		if strings.HasPrefix(name, short) {
			return strconv.Itoa(i + 1)
		}
	}
	return ""
}

const yearInWords = `
	(?:twenty|nineteen)[- ](?:
		(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|ten|
		eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|
		oh[- ](?:one|two|three|four|five|six|seven|eight|nine)
	)|
	two thousand(?:[- ](?:and )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve))?`

const ordinalWords = `first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|twenty[- ](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|thirtieth|thirty[- ]first`

var ordinals = makeOrdinals()

func makeOrdinals() map[string]string {
	all := map[string]string{"twentieth": "20", "thirtieth": "30", "thirty first": "31"}
	for i, w := range strings.Split(ordinalWords, "|")[:19] {
		all[w] = strconv.Itoa(i + 1)
		if i < 9 {
			all["twenty "+w] = strconv.Itoa(21 + i)
		}
	}
	return all
}

// day makes a date of its parts and refuses one that the calendar does not have.
func day(year, month, dayOfMonth string) (time.Time, bool) {
	if named, ok := ordinals[strings.ReplaceAll(dayOfMonth, "-", " ")]; ok {
		dayOfMonth = named
	}
	if said, used, _ := wordValue(strings.FieldsFunc(year, func(r rune) bool { return r == ' ' || r == '-' })); used > 0 {
		year = strconv.Itoa(int(said))
	}
	y, err1 := strconv.Atoi(strings.TrimPrefix(year, "'"))
	m, err2 := strconv.Atoi(month)
	d, err3 := strconv.Atoi(dayOfMonth)
	if err1 != nil || err2 != nil || err3 != nil {
		return time.Time{}, false
	}
	if y < 100 {
		y += 2000
	}
	t := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
	return t, t.Year() == y && int(t.Month()) == m && t.Day() == d && y >= 1900 && y < 2200
}

// coming is the next day with that month and day.
func coming(now time.Time, month, dayOfMonth string) (time.Time, bool) {
	t, ok := day(strconv.Itoa(now.Year()), month, dayOfMonth)
	if !ok {
		return t, false
	}
	if t.Before(midnight(now)) {
		t = t.AddDate(1, 0, 0)
	}
	return t, true
}

func comingDay(now time.Time, dayOfMonth string) (time.Time, bool) {
	t, ok := dayOf(firstOf(now, 0), dayOfMonth)
	if ok && t.Before(midnight(now)) {
		return dayOf(firstOf(now, 1), dayOfMonth)
	}
	return t, ok
}

func dayOf(first time.Time, dayOfMonth string) (time.Time, bool) {
	return day(strconv.Itoa(first.Year()), strconv.Itoa(int(first.Month())), dayOfMonth)
}

func monthStart(m []string, now time.Time) (time.Time, bool) {
	if m[2] != "" {
		return day(m[2], month(m[1]), "1")
	}
	t, ok := day(strconv.Itoa(now.Year()), month(m[1]), "1")
	if ok && t.Before(firstOf(now, 0)) {
		t = t.AddDate(1, 0, 0)
	}
	return t, ok
}

func fromNow(m []string, now time.Time) (time.Time, bool) {
	count, unit := m[1]+m[3], m[2]+m[4]
	n, err := strconv.Atoi(count)
	if err != nil {
		switch count {
		case "a", "an":
			n = 1
		case "couple of", "a couple of", "a couple":
			n = 2
		case "few":
			return now, false
		default:
			v, used, _ := wordValue(strings.FieldsFunc(count, func(r rune) bool { return r == ' ' || r == '-' }))
			if used == 0 {
				return now, false
			}
			n = int(v)
		}
	}
	switch unit {
	case "day":
		return midnight(now).AddDate(0, 0, n), true
	case "week":
		return midnight(now).AddDate(0, 0, 7*n), true
	}
	return midnight(now).AddDate(0, n, 0), true
}

func weekday(m []string, now time.Time) (time.Time, bool) {
	for i, short := range []string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"} {
		if strings.HasPrefix(m[2], short) {
			ahead := (i - int(now.Weekday()) + 7) % 7
			if ahead == 0 {
				ahead = 7
			}
			return midnight(now).AddDate(0, 0, ahead), true
		}
	}
	return now, false
}

// weeksFromDay is "a week from Monday": counted from the coming one.
func weeksFromDay(m []string, now time.Time) (time.Time, bool) {
	from, _ := weekday([]string{"", "", m[2]}, now)
	return fromNow([]string{"", m[1], "week", "", ""}, from)
}

func overlaps(all []Span, start, end int) bool {
	for _, s := range all {
		if start < s.End && s.Start < end {
			return true
		}
	}
	return false
}

func sorted(all []Span) []Span {
	for i := 1; i < len(all); i++ {
		for j := i; j > 0 && all[j].Start < all[j-1].Start; j-- {
			all[j], all[j-1] = all[j-1], all[j]
		}
	}
	return all
}
