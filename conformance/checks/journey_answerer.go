package checks

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
	"sync"
)

// answerer answers the questions of a server that nobody here wrote. It reads what an ask says of itself, gives a
// plausible value, and when that was not understood tries other forms, other values and at last a skip.
type answerer struct {
	risky bool           // yes to everything
	large bool           // amounts of more digits
	tries map[string]int // topic of an ask -> how often it was answered
}

func newAnswerer(risky bool) *answerer { return &answerer{risky: risky, tries: map[string]int{}} }

// ask is what a server said of one open question.
type ask struct {
	key, label, question, kind string
	options                    []string
	named                      [][]string // all names of each option
}

var whetherRight = regexp.MustCompile(`(?i)\b(?:right|correct)\s*\?|\b(?:true|correct|accurate) and (?:complete|true|correct)\b`)

// confirms says whether a question asks whether something was understood, or that all is true.
func (q ask) confirms() bool { return whetherRight.MatchString(q.question) }

// topic is what a question is about: its key, or of one that confirms its words, as each value may be confirmed under one key.
func (q ask) topic() string {
	if q.confirms() {
		return q.question
	}
	return q.key
}

// worded gives what stands for words in a member of any type: a text, the digits of a number, one of the texts of an object, which may
// be those of languages.
func worded(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case obj:
		for _, name := range append([]string{"en"}, names(v)...) {
			if s, _ := v[name].(string); s != "" {
				return s
			}
		}
	default:
		if _, is := number(v); is {
			return fmt.Sprint(v)
		}
	}
	return ""
}

// is says whether an ask is the same question as another one: a key may be its place among those that are open.
func (q ask) is(other ask) bool { return q.key == other.key && q.label == other.label }

func readAsk(o obj) ask {
	first := func(names ...string) string {
		for _, name := range names {
			if s := worded(o[name]); s != "" {
				return s
			}
		}
		return ""
	}
	a := ask{key: first("key", "id", "name"), label: first("label", "title"), question: first("question", "prompt", "text", "help"),
		kind: strings.ToLower(first("kind", "type"))}
	if _, listed := o["key"].([]any); listed && a.key == "" {
		a.key = text(o["key"])
	}
	if _, counted := number(o["key"]); a.label == "" && counted {
		a.label = a.question
	}
	a.label = cmp.Or(a.label, a.key)
	items, _ := o["options"].([]any)
	if byCode, _ := o["options"].(obj); len(byCode) > 0 {
		for _, code := range names(byCode) {
			items = append(items, obj{"label": byCode[code], "value": code})
		}
	}
	for _, item := range items {
		switch v := item.(type) {
		case string:
			a.options, a.named = append(a.options, v), append(a.named, []string{v})
		case obj:
			var all []string
			for _, name := range []string{"label", "title", "text", "name", "value", "key"} {
				if s, ok := v[name].(string); ok {
					all = append(all, s)
				}
			}
			if len(all) > 0 {
				a.options, a.named = append(a.options, all[0]), append(a.named, all)
			}
		default:
			a.options, a.named = append(a.options, fmt.Sprint(v)), append(a.named, []string{fmt.Sprint(v)})
		}
	}
	return a
}

// guess is a value for asks whose text matches.
type guess struct {
	match func() *regexp.Regexp // compiled at its first use, which in most processes never comes
	value string
}

func guesses(rows ...string) []guess {
	var all []guess
	for i := 0; i < len(rows); i += 2 {
		all = append(all, guess{sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)` + rows[i]) }), rows[i+1]})
	}
	return all
}

// What a count, a year and an amount of money are answered with. Words that say of what have others, so that one is told from another where
// it is stored or printed.
const (
	someNumber = "12"
	someDay    = "03/10/2026"
	somePhone  = "(478) 555-0142"
	someYear   = "2009"
	someAmount = "$250,000"
)

// byKind answers by the kind an ask declares; byText by its key, label and question, the most telling words first.
var (
	byKind = guesses(
		`e-?mail`, "pat@blueheron.example", `phone|tel`, somePhone, `fein|ein|tax`, "58-2941763", `url|website`, "www.blueheron.example",
		`zip|postal`, "31201", `^state`, "GA", `street|address`, "418 Larkspur Avenue", `naics`, "238160", `class_?code`, "5551",
		`yes|bool|radio|^y/?n$`, "No", `date|^day$`, someDay, `year`, someYear, `percent|ratio`, "25", `money|currency|amount|dollar|usd`, someAmount,
		`count|int|number|numeric|quantity|^#$`, someNumber)
	byText = guesses(
		`e-?mail`, "pat@blueheron.example", `phone|telephone|mobile|fax`, somePhone, `fein|\bein\b|tax.?id|employer id`, "58-2941763",
		`website|web site|\burl\b`, "www.blueheron.example", `naics`, "238160", `sic\b`, "1761", `zip|postal`, "31201",
		`city|town`, "Macon", `street|address.*line|mailing address|address`, "418 Larkspur Avenue", `\bstate\b`, "GA", `county`, "Bibb",
		`legal (entity|form|structure)|entity type|business structure`, "LLC",
		`years in business|how long|years of`, "12", `year (built|establish|start|founded)|\byear\b`, someYear,
		`date|when|(what|which) day|effective|expir`, someDay, `percent|%|share of`, "25",
		`payroll|wages|salar`, "$180,000", `deductible|retention`, "$2,500", `limit`, "$900,000", `premium`, "$8,400", `revenue|receipts|sales|turnover`, "$250,000",
		`employees|staff|headcount`, "14", `vehicles|drivers|trucks`, "4", `losses|claims`, "3", `how many|number of|count`, someNumber,
		`value|amount|cost|how much|\$`, someAmount,
		`square f|area`, "2400", `^(do|does|did|are|is|was|were|has|have|any|will|can)\b|\b(do you|are you|have you|is there|are there)\b|yes.?no`, "No",
		`carrier|insurer`, "Larkfield Mutual", `policy number`, "GL-2048817",
		`additional (insured|interest)|certificate|mortgag|loss payee|lienholder`, "Macon County Bank",
		`contact|your name|owner|person|producer|officer`, "Pat Larkin", `insured|business name|company|applicant|\bname\b|dba`, "Blue Heron Roofing LLC",
		`coverage|lines? of business`, "General Liability", `descri|operations|explain|nature|what (do|does)`, "Residential roofing contractor")
	otherValues = []string{"No", "12", "Yes", someDay, inOtherForm(someDay), "$250,000", "GA", "Roofing", "1"}
)

// value is what to answer at the n-th try.
func (a *answerer) value(q ask, n int) string {
	if n == 0 && q.confirms() && len(q.options) == 0 {
		return "Yes"
	}
	if len(q.options) > 0 {
		return choose(q.options, n, a.risky || q.confirms())
	}
	first := cmp.Or(firstGuess(q), "Residential roofing contractor")
	if first == "No" && a.risky {
		first = "Yes"
	}
	if a.large && strings.HasPrefix(first, "$") {
		first = largeAmount
	}
	if n == 0 {
		return first
	}
	return otherValues[(n-1)%len(otherValues)]
}

// firstGuess is what the kind of a question, its name or all of its words suggest, in this order; or "". What a number is of, its name says
// better than its kind.
func firstGuess(q ask) string {
	of := func(rows []guess, text string) string {
		for _, row := range rows {
			if text != "" && row.match().MatchString(text) {
				return row.value
			}
		}
		return ""
	}
	named := strings.ReplaceAll(q.label+" "+q.key, "_", " ")
	switch kind := of(byKind, q.kind); kind {
	case "":
		return cmp.Or(of(byText, named), of(byText, named+" "+q.question))
	case someNumber:
		if name := of(byText, named); numeric.MatchString(name) {
			return strings.NewReplacer("$", "", ",", "").Replace(name)
		}
		return kind
	case someAmount:
		if name := of(byText, named); strings.HasPrefix(name, "$") {
			return name
		}
		return kind
	default:
		return kind
	}
}

// numeric is a value that is a number or an amount of money.
var numeric = regexp.MustCompile(`^\$?[\d,]+$`)

func choose(options []string, n int, yes bool) string {
	preferred := "no"
	if yes {
		preferred = "yes"
	}
	if n == 0 {
		for _, o := range options {
			if strings.EqualFold(o, preferred) {
				return o
			}
		}
	}
	return options[n%len(options)]
}

// otherThan is a value of the kind of one that was set. What an object holds is read from the question.
func (a *answerer) otherThan(q ask, was any) string {
	if len(q.options) > 0 {
		return a.value(q, 1)
	}
	n, is := number(was)
	if _, inside := was.(obj); inside {
		was = a.value(q, 0)
		n, is = numberOf(was)
	}
	if day, is := dayOf(was); is {
		return day.AddDate(0, 1, 1).Format("01/02/2006")
	}
	const large = 10_000
	switch {
	case is && n >= large:
		return "$410,000"
	case is && n > 1900 && n < 2100: // a year
		return "2011"
	case is:
		return "37"
	case was == false:
		return "Yes"
	case was == true:
		return "No"
	}
	return a.value(q, 1)
}

// batch answers all asks at once, a line each.
func (a *answerer) batch(asks []ask) string {
	var lines []string
	for _, q := range asks {
		lines = append(lines, q.label+": "+a.value(q, 0))
		a.tries[q.topic()]++
	}
	return clip(strings.Join(lines, "\n"))
}

// single answers one ask in the form of its n-th try.
func (a *answerer) single(q ask) (message string, more bool) {
	n := a.tries[q.topic()]
	a.tries[q.topic()]++
	value := a.value(q, 0)
	switch n {
	case 0, 1:
		return clip(value), true
	case 2:
		return clip(q.key + ": " + value), true
	case 3:
		return clip(q.label + ": " + inOtherForm(value)), true
	case 4:
		return clip(a.value(q, 1)), true
	case 5:
		return "skip", true
	case 6:
		return clip("Please skip the question: " + q.label), true
	case 7, 8, 9:
		return clip(a.value(q, n-5)), true
	}
	return "", false
}

// inOtherForm is a value as a server may want it that takes one form alone: a day as in ISO 8601, an amount in digits, a telephone number with its
// country. Of others there is one form.
func inOtherForm(value string) string {
	switch {
	case value == someDay:
		return "2026-03-10"
	case value == somePhone:
		return "+1 478 555 0142"
	case strings.HasPrefix(value, "$"):
		return digitsOf(value)
	}
	return value
}

// longestMessage is how many bytes of a message are sent at most, within the bounds of the text.
const longestMessage = 4000

// clip keeps a message within it.
func clip(text string) string {
	if len(text) > longestMessage {
		text = strings.ToValidUTF8(text[:longestMessage], "")
	}
	if strings.TrimSpace(text) == "" {
		return "skip"
	}
	return text
}
