package value

import (
	"regexp"
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

// Address is a postal address, or the part of one that was given. Parts that were not are empty.
type Address struct {
	Start, End       int
	StreetEnd        int
	Street           string
	City, State, ZIP string
	Box              bool // a PO box or a rural route
	Weak             bool // the words could be a sentence: take it only where an address is asked or named
}

const (
	suffixes = `
		street|str|st|avenue|aven|ave|av|boulevard|blvd|drive|dr|road|rd|lane|ln|court|ct|place|pl|parkway|pkwy|pky|highway|hwy|way|
		circle|cir|terrace|terr|ter|trail|trl|plaza|plz|square|sq|loop|alley|aly|turnpike|tpke|pike|crossing|xing|row|run|pass|path|
		walk|point|pt|cove|cv|bend|ridge|trace|freeway|fwy|expressway|expy|esplanade|causeway|broadway|wharf|mall|common|commons|
		park|extension|ext|bypass|spur|center|centre|ctr`
	compass  = `n|s|e|w|ne|nw|se|sw|n\.?e\.?|n\.?w\.?|s\.?e\.?|s\.?w\.?|north|south|east|west|northeast|northwest|southeast|southwest`
	unitWord = `ste|suite|unit|apt|apartment|bldg|building|floor|fl|rm|room|space|spc|bay|lot|dock|dept|stall|booth|office`
	unitPart = `(?:,?\s*(?:#\s?[a-z0-9-]+|(?:` + unitWord + `)\.?\s*#?\s?(?:[a-z]?\d[a-z0-9-]*|[a-z])\b|\d+(?:st|nd|rd|th) (?:floor|fl)\b))?`
)

var (
	streetLine = pattern.MustCompile(`
		^(
			(?:[nsew]\d{1,3}[ -]?[nsew]\d{3,6}|[nsew]\d{3,6}|\d{1,6}(?:-\d{1,5})?[a-z]?(?: 1/2)?|one|two|three)\s+
			(?:[a-z0-9\x80-\xff][a-z0-9\x80-\xff'.&-]*\s+){1,5}?(?:` + suffixes + `)\b\.?(?:\s+(?:` + suffixes + `)\b\.?)*
			(?:\s+(?:` + compass + `)\b\.?)?
		)` + unitPart)
	routeLine = pattern.MustCompile(`
		^(
			(?:[nsew]\d{3,6}|\d{1,6}[a-z]?)\s+(?:county|co|state|cty|town) (?:road|rd|hwy|highway|trunk) [a-z]{1,2}\b|
			(?:[nsew]\d{3,6}|\d{1,6}[a-z]?)\s+(?:(?:` + compass + `)\.?\s+)?(?:old |us |u\.s\. |state |county |farm to market |fm )?
			(?:hwy|highway|route|rte|rt|road|rd|county road|county rd|cr|co rd|fm|interstate|state road|sr|us|i)[ -]\d+[a-z]?
			(?:\s+(?:` + compass + `)\b\.?)?|
			\d{1,6}\s+(?:(?:` + compass + `)\.?\s+)?(?:
				broadway|the esplanade|bowery|avenue of the americas|
				(?:avenue|avenida|via|calle|camino|paseo|rue|el camino) (?:(?:de la|de las|de los|de|del|la|las|los|el) )?[a-z]+(?:
					 (?:norte|sur|este|oeste|real|viejo|nuevo|vista|verde|grande|alto|[a-z]+)
				)?
			)\b(?:\s+(?:` + compass + `)\b\.?)?
		)` + unitPart)
	boxLine = pattern.MustCompile(`
		\b(?:p\.?\s?o\.?\s?(?:box|bx|b)\.?|post office box|pob|p\.o\.b\.)\s*(?:#|no\.?|number)?\s*[a-z]?\d+[a-z]?\b|
		\b(?:rr|rural route|hc)\s?#?\d+,?\s+box\s+#?\d+[a-z]?\b`)
	freeLine   = pattern.MustCompile(`^(\d{1,5}(?:-\d{1,5})?[a-z]?\s+(?:[a-z\x80-\xff][a-z0-9\x80-\xff'.&-]*\s*){1,4})` + unitPart + `,`)
	stateWords = stateAlternatives()
	cityState  = pattern.MustCompile(`
		^(?:\s*,|\s*\n|\s+-|\s+in\b)?\s*([a-z\x80-\xff][a-z\x80-\xff .'-]{1,40}?)(?:\s*,\s*|\s+)(` + stateWords + `)\b\.?
		(?:,?\s*(?:zip(?: code)?:? ?)?(\d{5})(?:-\d{4})?\b)?`)
	cityZIP  = pattern.MustCompile(`^(?:\s*,|\s*\n|\s+in\b)?\s*([a-z\x80-\xff][a-z\x80-\xff .'-]{1,40}?),?\s+(\d{5})(?:-\d{4})?\b`)
	stateZIP = pattern.MustCompile(`^\s*,?\s*(` + stateWords + `)?\b,?\s*(\d{5})(?:-\d{4})?\b`)
	cityOnly = pattern.MustCompile(`^(?:\s*,|\s+in)\s*([a-z\x80-\xff][a-z\x80-\xff.'-]*(?: [a-z\x80-\xff][a-z\x80-\xff.'-]*){0,2})\s*(?:$|[.,;\n])`)
	zipCode  = pattern.MustCompile(`\b(\d{5})(?:-\d{4})?\b`)
)

// notInAddress are words that show a "street" or a "city" to be part of a sentence.
var notInAddress = wordSet(`is are was we our my i you it they and or but with without for of at in on to from that this these those who can not no yes has have had
	employees employee people guys workers staff trucks truck vans vehicles cars drivers driver years year months days percent claims losses
	locations square total full part time feet per about mailing location address mail zip state city physical same also which there than each
	hours miles dollars thousand million insured coverage policy premium contents building deductible phone email website please thanks
	then his her their your its be been`)

var plainSuffix = wordSet(`
	way park place court drive run pass row walk point loop square circle plaza pike trail path lane bend cove ridge crossing mall
	common commons center centre ext extension spur trace st road street`)

func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

func stateAlternatives() string {
	var all []string
	for name := range stateNames {
		all = append(all, regexp.QuoteMeta(name))
	}
	for code := range stateCodes {
		all = append(all, code, code[:1]+`\. ?`+code[1:]+`\.`)
	}
	slices.SortFunc(all, func(a, b string) int {
		if d := len(b) - len(a); d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	return strings.Join(all, "|")
}

// Addresses finds street addresses and PO boxes, each with the city, state and ZIP that follow it.
func Addresses(t Text) []Address {
	var all []Address
	for _, r := range []*pattern.Pattern{boxLine, routeLine, streetLine, freeLine} {
		for at := 0; at < len(t.Lower); {
			start, end, found := line(r, t.Lower, at)
			if !found {
				break
			}
			if r == freeLine {
				end-- // the comma is only what makes it a line of an address
			}
			at = start + 1
			for at < len(t.Lower) && isWordByte(t.Lower[at]) {
				at++
			}
			if taken(all, start, end) || start > 0 && strings.IndexByte("$,.-/#:", t.Lower[start-1]) >= 0 && r != boxLine &&
				!(t.Lower[start-1] == ',' || t.Lower[start-1] == ':') {
				continue
			}
			if a, ok := address(t, start, end, r == boxLine, r == streetLine || r == freeLine); ok && (r != freeLine || a.ZIP != "" && a.State != "") {
				all, at = append(all, a), a.End
			}
		}
	}
	slices.SortFunc(all, func(a, b Address) int { return a.Start - b.Start })
	return all
}

// longestLine bounds the line of an address in bytes.
const longestLine = 400

// line finds the next line of an address. All but those of boxes begin with a number, and are looked for only at one.
func line(r *pattern.Pattern, lower string, from int) (start, end int, found bool) {
	if r == boxLine {
		m := r.FindStringIndex(lower[from:])
		if m == nil {
			return 0, 0, false
		}
		return from + m[0], from + m[1], true
	}
	for at := numbered(lower, from); at < len(lower); at = numbered(lower, at+1) {
		if m := r.FindStringIndex(lower[at:min(len(lower), at+longestLine)]); m != nil {
			return at, at + m[1], true
		}
	}
	return 0, 0, false
}

// numbered finds the next place where the number of a house may begin, such as 12, n6w230 or one.
func numbered(lower string, at int) int {
	for ; at < len(lower); at++ {
		switch c := lower[at]; {
		case at > 0 && lower[at-1] < 0x80 && isWordByte(lower[at-1]):
		case isDigit(c), strings.IndexByte("nsew", c) >= 0 && at+1 < len(lower) && isDigit(lower[at+1]):
			return at
		case c == 'o' || c == 't':
			if rest := lower[at:]; strings.HasPrefix(rest, "one") || strings.HasPrefix(rest, "two") || strings.HasPrefix(rest, "three") {
				return at
			}
		}
	}
	return at
}

func taken(all []Address, start, end int) bool {
	return slices.ContainsFunc(all, func(a Address) bool { return start < a.End && a.Start < end })
}

var plainWords = strings.NewReplacer(",", " ", ".", "")

func address(t Text, start, end int, box, named bool) (Address, bool) {
	if m := slipInside.FindStringSubmatchIndex(t.Lower[start:end]); m != nil && named {
		start += m[2] // "14 rue... sorry 14 Bourbon St"
	}
	a := Address{Start: start, End: end, StreetEnd: end, Box: box}
	if named {
		parts := strings.Fields(plainWords.Replace(t.Lower[start:end]))
		upper := capital(t.Plain[start:end])
		for _, w := range parts[1:] {
			if notInAddress[w] {
				return a, false
			}
		}
		if (parts[0] == "one" || parts[0] == "two" || parts[0] == "three") && !(isUpper(t.Plain[start]) && upper) {
			return a, false
		}
		a.Weak = !upper && plainSuffix[parts[len(parts)-1]]
		if next := strings.TrimLeft(t.Lower[end:], " "); strings.HasPrefix(next, "feet") || strings.HasPrefix(next, "foot") || strings.HasPrefix(next, "ft") {
			return a, false
		}
	}
	a.Street = t.Written(start, end)
	a.tail(t)
	a.Weak = a.Weak && (a.City == "" || a.State == "")
	a.Street = strings.TrimRight(a.Street, ", ")
	return a, true
}

var slipInside = pattern.MustCompile(`(?:\.\.|\b(?:sorry|wait|no|actually|i mean|rather|oops|correction)\b)[^0-9]*(\d.*)$`)

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }

// capital says that some word after the house number starts with a capital letter.
func capital(s string) bool {
	for i := 1; i < len(s); i++ {
		if isUpper(s[i]) && s[i-1] == ' ' {
			return true
		}
	}
	return false
}

// tail reads what follows the street: city, state and ZIP, as far as they are there.
func (a *Address) tail(t Text) {
	rest := t.Lower[a.End:min(len(t.Lower), a.End+90)]
	if m := cityState.FindStringSubmatchIndex(rest); m != nil && a.state(t, rest, m) {
		return
	}
	if m := cityZIP.FindStringSubmatchIndex(rest); m != nil && cityWords(rest[m[2]:m[3]]) {
		a.City, a.ZIP, a.End = place(t.Original(a.End+m[2], a.End+m[3])), rest[m[4]:m[5]], a.End+m[1]
		return
	}
	if m := stateZIP.FindStringSubmatchIndex(rest); m != nil {
		if m[2] >= 0 {
			a.State, _ = StateCode(rest[m[2]:m[3]])
		}
		a.ZIP, a.End = rest[m[4]:m[5]], a.End+m[1]
		return
	}
	if m := cityOnly.FindStringSubmatchIndex(rest); m != nil && cityWords(rest[m[2]:m[3]]) {
		original := t.Original(a.End+m[2], a.End+m[3])
		if isUpper(original[0]) {
			a.City, a.End = place(strings.TrimRight(original, ".")), a.End+m[3]
		}
	}
}

func (a *Address) state(t Text, rest string, m []int) bool {
	city, code := rest[m[2]:m[3]], t.Plain[a.End+m[4]:a.End+m[5]]
	if !cityWords(city) {
		return false
	}
	if len(code) == 2 && m[6] < 0 && englishCode[rest[m[4]:m[5]]] && !isUpper(code[1]) {
		return false
	}
	a.City = place(strings.TrimRight(t.Original(a.End+m[2], a.End+m[3]), ", "))
	a.State, _ = StateCode(code)
	if m[6] >= 0 {
		a.ZIP = rest[m[6]:m[7]]
	}
	a.End += m[1]
	return true
}

// englishCode are state codes that are common words when written small.
var englishCode = wordSet("in or me hi ok la pa de co oh ma id al as mo ne")

func cityWords(city string) bool {
	fields := strings.Fields(city)
	if len(fields) == 0 || len(fields) > 4 {
		return false
	}
	for i, w := range fields {
		if notInAddress[strings.Trim(w, ".,'-")] && !(i > 0 && w == "city") {
			return false
		}
	}
	return true
}

// place gives a name that was typed in small letters its capitals.
func place(name string) string {
	if name != asciiLower(name) {
		return name
	}
	b := []byte(name)
	for i := range b {
		if (i == 0 || b[i-1] == ' ' || b[i-1] == '-') && b[i] >= 'a' && b[i] <= 'z' {
			b[i] -= 'a' - 'A'
		}
	}
	return string(b)
}

var (
	looseCityState = pattern.MustCompile(`
		^\s*(?:in |the city of |city of )?([a-z\x80-\xff][a-z\x80-\xff .'-]{1,40}?)(?:\s*,\s*|\s+)(` + stateWords + `)\b\.?
		(?:,?\s*(\d{5})(?:-\d{4})?\b)?\s*[.!]?\s*$`)
	bareCityZIP = pattern.MustCompile(`^\s*([a-z\x80-\xff][a-z\x80-\xff .'-]{1,40}?),?\s+(\d{5})(?:-\d{4})?\s*[.!]?\s*$`)
)

// Place reads a whole text as a city with its state or ZIP or both.
func Place(t Text) (Address, bool) {
	a := Address{End: len(t.Lower)}
	if m := looseCityState.FindStringSubmatchIndex(t.Lower); m != nil && cityWords(t.Lower[m[2]:m[3]]) {
		code := t.Lower[m[4]:m[5]]
		if englishCode[code] && m[6] < 0 && !isUpper(t.Plain[m[5]-1]) {
			return a, false
		}
		a.City = place(strings.TrimRight(t.Original(m[2], m[3]), ", "))
		a.State, _ = StateCode(code)
		if m[6] >= 0 {
			a.ZIP = t.Lower[m[6]:m[7]]
		}
		return a, true
	}
	if m := bareCityZIP.FindStringSubmatchIndex(t.Lower); m != nil && cityWords(t.Lower[m[2]:m[3]]) {
		a.City, a.ZIP = place(t.Original(m[2], m[3])), t.Lower[m[4]:m[5]]
		return a, true
	}
	return a, false
}

// ZIPs finds codes of five digits, with or without the four more.
func ZIPs(lower string) []Span {
	var all []Span
	for _, m := range zipCode.FindAllStringSubmatchIndex(lower, -1) {
		if loose(lower, m[0], m[1]) {
			all = append(all, Span{m[0], m[1], lower[m[2]:m[3]], true})
		}
	}
	return all
}
