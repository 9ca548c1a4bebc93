package value

import (
	"math"

	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

// Parse reads a whole text as one value of the field's kind, in the form in which it is stored. now resolves relative
// dates and spans of years.
func Parse(f catalog.Field, text string, now time.Time) (v any, ok bool) {
	t := Normalize(text)
	lower := strings.TrimSpace(t.Lower)
	if lower == "" || len(text) > 10000 {
		return nil, false
	}
	switch f.Kind {
	case catalog.Money, catalog.Count, catalog.Percent:
		return number(f, lower)
	case catalog.Year:
		return year(f, lower, now)
	case catalog.Date:
		return whole(Dates(lower, now), lower)
	case catalog.Phone:
		return whole(Phones(lower), lower)
	case catalog.FEIN:
		return whole(FEINs(lower), lower)
	case catalog.Email:
		return whole(Emails(lower), lower)
	case catalog.URL:
		return whole(URLs(lower), lower)
	case catalog.State:
		return text2(StateCode(lower))
	case catalog.ZIP:
		return whole(ZIPs(lower), lower)
	case catalog.Street:
		return street(t)
	case catalog.NAICS:
		return naics(lower)
	case catalog.ClassCode:
		return classCode(lower)
	case catalog.YesNo:
		v, ok := Bool(lower)
		return v, ok
	case catalog.Choice:
		return choice(f, lower)
	default:
		return freeText(f, t)
	}
}

func text2(v string, ok bool) (any, bool) {
	if !ok {
		return nil, false
	}
	return v, true
}

var filler = wordSet(`about approx approximately around roughly circa ca nearly almost over under the a an is its it's at on of in per year yearly annually
	annual each total and or so just only we have us usd dollars employees employee people vehicles vehicle trucks drivers locations location
	losses claims sq ft feet foot square sf sqft yr yrs years old est established since built by to my our tel phone cell mobile fax ext
	fein ein no number zip code class mo month months full time part staff ish max min maybe probably like say say, tops units`)

// onlyFiller says that nothing of weight stands outside the value.
func onlyFiller(lower string, start, end int) bool {
	rest := lower[:start] + " " + lower[end:]
	for _, w := range strings.FieldsFunc(rest, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\''
	}) {
		if !filler[w] {
			return false
		}
	}
	return true
}

func whole(found []Span, lower string) (any, bool) {
	if len(found) != 1 || !onlyFiller(lower, found[0].Start, found[0].End) {
		return nil, false
	}
	return found[0].Value, true
}

var nothing = pattern.MustCompile(`^(?:none|nil|zero|no|nothing|not any|-0-|0)[.!]*$`)

func number(f catalog.Field, lower string) (any, bool) {
	if nothing.MatchString(lower) {
		return InRange(f, 0)
	}
	found := Numbers(lower)
	if len(found) != 1 || !onlyFiller(lower, found[0].Start, found[0].End) || strings.HasPrefix(lower, "-") {
		return nil, false
	}
	n := found[0]
	if n.Percent != (f.Kind == catalog.Percent) && n.Percent || f.Kind == catalog.Count && n.Money {
		return nil, false
	}
	return InRange(f, n.Value)
}

// InRange takes a number that the field may hold.
func InRange(f catalog.Field, v float64) (any, bool) {
	if f.Min != nil && v < *f.Min || f.Max != nil && v > *f.Max || v < 0 || v > 1e13 {
		return nil, false
	}
	if f.Kind == catalog.Count && v != math.Trunc(v) {
		return nil, false
	}
	return v, true
}

// YearRange says that a year is one in which a business or a building of today may have begun.
func YearRange(f catalog.Field, y float64, now time.Time) bool {
	low := 1600.0
	if f.Min != nil {
		low = *f.Min
	}
	return y >= low && y <= float64(now.Year())+1 && y == math.Trunc(y)
}

var (
	age       = pattern.MustCompile(`\b(?:years?|yrs?)\b`)
	shortYear = pattern.MustCompile(`^(?:since |in |est\.? ?)?'(\d{2})$`)
)

func year(f catalog.Field, lower string, now time.Time) (any, bool) {
	if m := shortYear.FindStringSubmatch(lower); m != nil {
		y := 1900 + 10*float64(m[1][0]-'0') + float64(m[1][1]-'0')
		if y+100 <= float64(now.Year()) {
			y += 100
		}
		return y, true
	}
	if dates := Dates(lower, now); len(dates) == 1 && onlyFiller(lower, dates[0].Start, dates[0].End) && !dates[0].Weak {
		lower = dates[0].Value[:4]
	}
	found := Numbers(lower)
	if len(found) != 1 || !onlyFiller(lower, found[0].Start, found[0].End) {
		return nil, false
	}
	v := found[0].Value
	if v < 400 && !found[0].Money && !found[0].Percent && (age.MatchString(lower) || v < 200 && v > 0) {
		v = float64(now.Year()) - v
	}
	if found[0].Money || !YearRange(f, v, now) {
		return nil, false
	}
	return v, true
}

func street(t Text) (any, bool) {
	for _, a := range Addresses(t) {
		if strings.TrimSpace(t.Plain[:a.Start]) == "" {
			return a.Street, true
		}
	}
	s := strings.TrimSpace(t.Original(0, len(t.Plain)))
	first, _ := utf8.DecodeRuneInString(s)
	if unicode.IsDigit(first) && strings.ContainsFunc(s, unicode.IsLetter) && len(s) < 120 && !strings.ContainsAny(s, "\n?") {
		return strings.TrimRight(s, " .,;"), true
	}
	return nil, false
}

func naics(lower string) (any, bool) {
	if codes := NAICSCodes(lower); len(codes) == 1 {
		return codes[0].Value, true
	}
	if found := Trades(lower); len(found) > 0 && !strings.ContainsAny(lower, "0123456789") {
		for _, other := range found[1:] {
			if other.Value != found[0].Value {
				return nil, false
			}
		}
		return found[0].Value, true
	}
	return nil, false
}

var fourDigits = pattern.MustCompile(`\b\d{3,4}\b`)

// ClassCodes finds codes of three or four digits; the value has four.
func ClassCodes(lower string) []Span {
	var all []Span
	for _, m := range fourDigits.FindAllStringIndex(lower, -1) {
		if loose(lower, m[0], m[1]) {
			code := lower[m[0]:m[1]]
			if len(code) == 3 {
				code = "0" + code
			}
			all = append(all, Span{m[0], m[1], code, true})
		}
	}
	return all
}

func classCode(lower string) (any, bool) {
	if found := ClassCodes(lower); len(found) > 0 && len(lower) < 80 {
		return found[0].Value, true
	}
	return nil, false
}

func choice(f catalog.Field, lower string) (any, bool) {
	found := Options(f, lower)
	if len(found) == 0 {
		return nil, false
	}
	for _, other := range found[1:] {
		if other.Value != found[0].Value {
			return nil, false
		}
	}
	return found[0].Value, true
}

var blank = pattern.MustCompile(`^(?:none|n/?a|n\.a\.|no|nil|-+|unknown|tbd|not applicable|null|\?+|same)\.?$`)

func freeText(f catalog.Field, t Text) (any, bool) {
	s := strings.Trim(t.Original(0, len(t.Plain)), " ,;:-")
	if f.Kind != catalog.LongText && utf8.RuneCountInString(s) > 200 {
		return nil, false
	}
	if blank.MatchString(strings.TrimSpace(t.Lower)) || !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return nil, false
	}
	return s, true
}
