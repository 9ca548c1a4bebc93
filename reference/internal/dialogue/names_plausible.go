package dialogue

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

// What may be a name, and of whom or what.

func hasWords(text string, list map[string]bool) bool {
	return slices.ContainsFunc(strings.Fields(asciiLower(text)), func(w string) bool { return list[strings.Trim(w, ".,'\"")] })
}

var (
	noNameWords = set(`
		missing misspelled misspelt incomplete off supposed me myself we're i'm it's that's they're you're he's she's there's i've
		we've we our us is are was have has had don't doesn't not no same what why how when none n/a unknown different changed wrong
		correct right it this that they you your because should`)
	noPerson = set(`
		over there here we our us the a an is are was were have has had don't doesn't not no what why how when it this that they you
		your company business insurance policy phone email anytime me him her them office number agent if at for about with
		regarding claims llc inc corp so individual sole proprietor just only alone i guess and but or who probably think dba`)
)

func notDenied(_ *reader, text string) bool {
	lower := asciiLower(text)
	return !hasWords(firstWords(lower, 1), noNameWords) && !hasWords(firstWords(lower, 1), set("a an any one")) && len(lower) < 100 && hasLetter(text)
}

func notOther(_ *reader, text string) bool {
	return !hasWords(firstWords(text, 2), noNameWords) && len(text) < 160 && hasLetter(text)
}

var companyEnding = pattern.MustCompile(`
	(?i)\b(?:
		llc|l\.l\.c\.?|inc\.?|incorporated|corp\.?|corporation|co\.?|ltd\.?|pllc|p\.?c\.?|llp|lp|p\.a\.?|company|limited|group|
		holdings|partners|associates|enterprises|services|brothers|bros\.?|& sons|foundation
	)$`)

// properName wants capital letters, or a company's ending: "we're busy" is no name.
func properName(_ *reader, text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	lower := firstWords(asciiLower(text), 1)
	ending := companyEnding.MatchString(strings.TrimSpace(text))
	if hasWords(lower, noNameWords) || hasWords(lower,
		set("a an in on at of set organized registered structured filed taxed formed run owned based called named known with legally officially formally")) || len(text) > 120 {
		return false
	}
	if bare := asciiLower(strings.Trim(text, ". ")); len(strings.Fields(bare)) == 1 && ending {
		return false
	}
	return ending || unicode.IsUpper(first) && countCapitals(text) >= 2
}

// genericFirm says that a name is only the word for a kind of firm: "moving company", "TOWING CO".
func genericFirm(text string) bool {
	words := strings.Fields(strings.Trim(text, ". "))
	if len(words) < 2 || len(words) > 3 {
		return false
	}
	last := words[len(words)-1]
	common := map[string]bool{"company": true, "co": true, "services": true, "service": true, "group": true, "partners": true}
	lower := strings.Trim(asciiLower(last), ".")
	shouted := strings.ToUpper(text) == text
	return common[lower] && (lower == last || shouted) && (len(words) == 2 || countCapitals(strings.Join(words[1:], " ")) == 0)
}

// ownFirm is a firm's full name that is not of those who sell insurance.
func ownFirm(r *reader, text string) bool {
	return properName(r, text) && !genericFirm(text) && companyEnding.MatchString(strings.TrimSpace(text)) &&
		!hasWords(firstWords(text, 3), set("legal name named insured applicant client entity")) && !agency.MatchString(text) &&
		len(insurers().in(asciiLower(text), tokens(asciiLower(text)))) == 0
}

// tradeName wants a name that can only be that of a business: it has a company's ending or names a trade.
func tradeName(r *reader, text string) bool {
	return properName(r, text) && (companyEnding.MatchString(strings.TrimSpace(text)) || len(value.Trades(asciiLower(text))) > 0)
}

func countCapitals(text string) (n int) {
	for _, w := range strings.Fields(text) {
		if c, _ := utf8.DecodeRuneInString(w); unicode.IsUpper(c) {
			n++
		}
	}
	return n
}

func personName(_ *reader, text string) bool {
	words := strings.Fields(strings.Trim(text, "."))
	if len(words) == 0 || len(words) > 5 || hasWords(text, noPerson) || strings.ContainsAny(text, "0123456789@/") {
		return false
	}
	first, _ := utf8.DecodeRuneInString(text)
	return unicode.IsUpper(first) || len(words) == 2
}

func fullName(r *reader, text string) bool {
	return len(strings.Fields(text)) >= 2 && personName(r, text) && r.turn.Values["contact_name"] == nil
}

func capitalPerson(r *reader, text string) bool {
	return countCapitals(text) == len(strings.Fields(text)) && personName(r, text)
}

// inPlaceOfContact takes the name of who is to be asked instead of the contact on record.
func inPlaceOfContact(r *reader, text string) bool {
	return r.turn.Values["contact_name"] != nil && capitalPerson(r, text)
}

// introduced takes the name of who opens with it, if it is written as a full name and is not that of a firm.
func introduced(r *reader, text string) bool {
	words := len(strings.Fields(text))
	return words >= 2 && words <= 4 && countCapitals(text) == words && fullName(r, text) && !companyEnding.MatchString(text) &&
		len(value.Trades(asciiLower(text))) == 0 && len(value.Options(r.field("entity_type"), asciiLower(text))) == 0
}

func carrierName(r *reader, text string) bool {
	lower := asciiLower(text)
	if knownCarrier(r, text) {
		return true
	}
	first, _ := utf8.DecodeRuneInString(text)
	if hasWords(firstWords(lower, 1), noNameWords) ||
		hasWords(firstWords(lower, 1), set("a an my me her his their several different about another someone somebody")) ||
		len(strings.Fields(text)) > 7 || !hasLetter(text) || strings.ContainsAny(text, "$") {
		return false
	}
	return unicode.IsUpper(first) || len(strings.Fields(text)) <= 4
}

func cityName(_ *reader, text string) bool {
	return len(strings.Fields(text)) <= 4 && hasLetter(text) && !hasWords(text, noNameWords)
}

func hasLetter(s string) bool { return strings.ContainsFunc(s, unicode.IsLetter) }

func firstWords(s string, n int) string {
	f := strings.Fields(s)
	return strings.Join(f[:min(n, len(f))], " ")
}

// plausibleName says that a piece of text could be the whole answer to a question for a name or a city.
func (r *reader) plausibleName(start, end int, f catalog.Field) bool {
	text := strings.TrimSpace(r.text.Plain[start:end])
	words := strings.Fields(text)
	if len(words) == 0 || len(words) > 9 || len(text) > 90 || strings.ContainsAny(text, "?;\n=<>{}|\\") || !hasLetter(text) {
		return false
	}
	if hasWords(text, smallTalk) || hasWords(firstWords(text, 1), noNameWords) || interrogative.MatchString(asciiLower(text)) {
		return false
	}
	for _, v := range r.values {
		if v.start >= start && v.end <= end && (v.kind != catalog.Count && v.kind != catalog.Street || v.number.Money || v.number.Scaled && !v.number.Spelled) {
			return false
		}
	}
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(text, "\"'"))
	if f.Key == "contact_name" && (len(words) > 5 || strings.ContainsAny(text, "0123456789")) {
		return false
	}
	return unicode.IsUpper(first) || unicode.IsDigit(first) || len(words) <= 4 || companyEnding.MatchString(text)
}

var smallTalk = set(`
	hello hi hey morning afternoon evening thanks thank please sorry ok okay yes no yeah yep nope sure lol haha bye goodbye good
	great cool awesome nice question help what why how when where who which i i'm i'll we we're you your my our it's that's ipsum
	lorem dolor test testing asdf drop table select skip pass later wait hmm um uh huh wow maybe perhaps dunno idk done stop quit
	cancel start continue next back never mind weather is are was do does can could would will`)
