package extract

import (
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

// sureOfProse is less than any label gives: a sentence is believed where nothing else speaks.
const (
	sureOfProse = 0.72
	sureOfEnd   = 0.66 // "your policy expires on": a term in full counts more
)

const (
	amountText  = `(\$ ?\d[\d,]*(?:\.\d+)?(?: ?(?:million|thousand|mil|mm|[km])\b)?)`
	dateText    = `((?:\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|[A-Z][a-z]{2,8}\.? \d{1,2},? \d{4}|\d{1,2} [A-Z][a-z]{2,8} \d{4}))`
	atMidnight  = `(?:,? (?:at )?\(?12:01[^,;.$]{0,40}?)?`
	insurerText = `
		(
			(?:[A-Z][\w&'’-]*,? ){1,5}?(?:Insurance|Mutual|Casualty|Indemnity|Assurance|Surety)(?:
				 (?:Company|Co\.?|Corporation|Group|Exchange|Mutual|Insurance|Casualty|Indemnity|Association)
			)*
		)`
	amounted = `(?: last year| in \d{4}| for \d{4})?(?: is| are| of| at| was| were| will be| totals?| totaled| comes to| equals)(?: now| about| approximately| estimated at)? `
	equals   = `(?: limit| amount| figure)?(?: is| are| of| at| will be| totals?| comes to| equals)(?: now| about| approximately| estimated at| set at)? `
)

// said is one way in which a sentence states a value. Before the value nothing of not may stand.
type said struct {
	key string
	is  *pattern.Pattern
	not *pattern.Pattern
}

var (
	notOurs = pattern.MustCompile(`
		(?i)\b(?:
			if|unless|should|regret|unable|accept|most (?:landlords|insurers|people|businesses|policies|we)|typical(?:ly)?|usually|
			generally|average|may lower|choosing|newly|not less than|landlord|lessor|shall|up to|arising|resubmit|
			would (?:not|have|cost|like)|could|for example|e\.g\.|previous(?:ly)?|prior|former(?:ly)?|expiring|last (?:year|term)|
			at least|minimum|must|require[sd]?|compet\w+|another|other (?:insurer|carrier|compan|market)\w*|increased? from|
			reduced from|not|sublimit|the (?:first|second|third|latter)|clients|additional|return|change|declined|each vehicle|
			per vehicle
		)\b`)
	notLimit = pattern.MustCompile(`
		(?i)\b(?:
			umbrella|excess|professional|cyber|liquor|employ\w+|pollution|certificates?|subcontractors?|products|auto\w*|medical|
			rented
		)\b`)
	notPremium = pattern.MustCompile(`(?i)\b(?:earned|deposit|down|audit\w*|terrorism|non-?payment|cancel\w*|past due|overdue|unpaid|owed?|instal\w+)\b`)
	sayings    = []said{
		{"each_occurrence_limit", pattern.MustCompile(`
			(?i)` + amountText + ` (?:limit )?(?:per|each|for each|for any one|any one)(?: [a-z]+)? occurrence`), notLimit},
		{"each_occurrence_limit", pattern.MustCompile(`(?i)\b(?:each|per)[ -]occurrence limit` + equals + amountText), notLimit},
		{"general_aggregate_limit", pattern.MustCompile(`(?i)` + amountText + ` (?:in (?:the|general) )?(?:general |annual |policy )*aggregate`), notLimit},
		{"general_aggregate_limit", pattern.MustCompile(`(?i)\b(?:general|annual|policy) aggregate` + equals + amountText), notLimit},
		{"contents_limit", pattern.MustCompile(`
			(?i)\b(?:business personal property|contents)\b[^.$;]{0,60}?(?: for| to| at|` + equals + `| limit of) ?` + amountText), pattern.MustCompile(`
			(?i)\bothers\b|off[- ]premises`)},
		{"building_limit", pattern.MustCompile(`
			(?i)\bbuilding(?: itself)?(?: is| are)?(?: insured| covered)?(?: for|` + equals + `| limit of) ?` + amountText), pattern.MustCompile(`
			(?i)\b(?:contents|property) (?:of|in) the building\b|\bnot\b`)},
		{"deductible", pattern.MustCompile(`(?i)\bdeductible` + equals + amountText), pattern.MustCompile(`
			(?i)\b(?:wind|hail|flood|earthquake|auto|collision|comprehensive|glass|cyber)\b`)},
		{"deductible", pattern.MustCompile(`(?i)` + amountText + ` (?:per[ -][a-z]+ |property |policy )?deductible\b`), pattern.MustCompile(`
			(?i)\b(?:wind|hail|flood|earthquake|auto|collision|comprehensive|glass|cyber)\b`)},
		{"current_premium", pattern.MustCompile(`(?i)\bpremium(?: for (?:the|this|your)[^.$;]{0,40}?)?` + equals + amountText), notPremium},
		{"current_premium", pattern.MustCompile(`(?i)\bpremium of ` + amountText), notPremium},
		{"current_premium", pattern.MustCompile(`
			(?i)\b(?:it|policy|insurance|coverage|which) costs?(?: us| me)?
			(?: about| around| roughly)? ` + amountText + ` (?:a|per|each) year`), notPremium},
		{"current_premium", pattern.MustCompile(`
			(?i)\bwe (?:now |currently )?pay(?: about| around)? ` + amountText + `(?: (?:a|per|each) year| annually|[.;]?$)`), pattern.MustCompile(`
			(?i)\b(?:rent|lease|wages|payroll|month|deposit|subcontract\w+)\b`)},
		{"contents_limit", pattern.MustCompile(`(?i)\b(?:stock|inventory|equipment|fixtures|furniture|contents)\b[^.$;]{0,30}? (?:is|are) (?:worth|valued at)(?: about| around| roughly)? ` + amountText), nil},
		{"card_payments", pattern.MustCompile(`(?i)\bwe (?:do )?(take|accept) (?:credit|debit|payment) cards`), nil},
		{"annual_payroll", pattern.MustCompile(`(?i)\bpayroll` + amounted + amountText), pattern.MustCompile(`(?i)\b(?:officers?|owners?|subcontract\w+)\b`)},
		{"annual_revenue", pattern.MustCompile(`(?i)\b(?:gross |annual |total )*(?:sales|receipts|revenues?)` + amounted + amountText), pattern.MustCompile(`
			(?i)\b(?:alcohol|liquor|online|food) (?:sales|receipts)\b`)},
		{"square_footage", pattern.MustCompile(`(?i)\b(\d{1,3}(?:,\d{3})+|\d{3,6}) (?:square[ -]f(?:ee|oo)t|sq\.? ?ft)`), pattern.MustCompile(`
			(?i)\b(?:parking|lot|land)\b`)},
		{"year_established", pattern.MustCompile(`(?i)\b(?:in business|operating|in operation) since ((?:19|20)\d\d)\b`), nil},
		{"tenure", pattern.MustCompile(`(?i)\b(?:we|insured|applicant|company|and) (rents?|leases?|owns?)(?: about| approximately)? [\d,]+ sq`), nil},
		{"full_time_employees", pattern.MustCompile(`(?i)\b(\d{1,4}|[a-z]+) full[ -]time (?:employees|workers|staff)`), nil},
		{"part_time_employees", pattern.MustCompile(`(?i)\b(\d{1,4}|[a-z]+) part[ -]time (?:employees|workers|staff)`), nil},
		{"alcohol_percent", pattern.MustCompile(`
			(?i)\balcohol(?:ic)?(?: beverages?)?(?: sales)?(?: accounts?(?:s)? for| makes? up| is| are)
			(?: about| approximately)? (\d{1,3}(?:\.\d+)?) ?(?:%|percent)`), nil},
		{"alcohol_percent", pattern.MustCompile(`(?i)\b(\d{1,3}(?:\.\d+)?) ?(?:%|percent) (?:of [^.;,]{0,30})?(?:is |comes |come )?from alcohol`), nil},
	}
	termSaid = pattern.MustCompile(`
		(?i:
			\b(?:policy|coverage|insurance|renew(?:al|ed|s)?|term|period|effective|cover)\b[^.;$]{0,90}?
		)` + dateText + atMidnight + `(?i:
			,? (?:
				to|through|until|thru|-|–|
				and (?:it )?(?:expires?|ends?|ending|will expire|continues (?:to|until|through)|runs (?:to|through))(?: on)?
			),? )` + dateText)
	fromSaid = pattern.MustCompile(`
		(?i:
			\b(?:policy|coverage|insurance|cover|aggregate)\b[^.;$]{0,70}?\b
			(?:effective|begins?|starts?|commences?|incepts?|takes effect|in force|bound)\b(?: on| from| as of)?
			(?: at)?` + atMidnight + `(?: on)? ?
		)` + dateText)
	endSaid = pattern.MustCompile(`
		(?i:
			\b(?:policy|coverage|insurance|cover)\b[^.;$]{0,60}?\b(?:expires?|ends?|expiring|will expire|expiration)\b
			(?: on| at| date of)*` + atMidnight + `(?: on)? ?
		)` + dateText)
	renewing = pattern.MustCompile(`(?i)\brenew`)
	another  = pattern.MustCompile(`
		(?i)\b(?:
			previous(?:ly)?|prior|former(?:ly)?|last (?:year|term)|if|unless|claims?|loss(?:es)?|cancel\w*|endorsement|change|
			invoice|payment|due|reinstat\w+|regret|unable|should|another|not
		)\b`)
	carrierIs = pattern.MustCompile(`\b(?:(?:present|current|incumbent|existing) (?:carrier|insurer|insurance company) is|issued by) ` + insurerText)
	renewsFor = pattern.MustCompile(insurerText + `
		 (?:has |have )?(?:offered|agreed|offers|agrees|is (?:pleased|willing|offering)|will) (?:to )?(?:renew|continue)`)
	placedAt = pattern.MustCompile(`
		\b(?:account|risk|business|program|they|it)(?: is| are|'s)? (?:currently |now |presently )?
		(?:(?:insured|placed|written|covered|expiring) )?with ` + insurerText + ` (?:at|for|paying)(?: an?)?
		(?: (?:annual|expiring|current|total))*(?: premium(?: of)?)? ?` + amountText)
	withSaid = pattern.MustCompile(`\b(?:policy|coverage|insurance|insured|program)\b[^.;$]{0,45}? (?:with|by|through|from) ` + insurerText + `(?:[ ,.;]|$)`)
)

// prose reads the sentences of letters and mails. Only statements about the policy at hand count: a sentence with a word of
// doubt, of another insurer or of an earlier term before the value says nothing.
func (r *reader) prose(pages []*page) {
	for _, p := range pages {
		letter := p.isLetter()
		_, ours := r.found["legal_name"]
		if !letter && !ours {
			continue
		}
		for _, block := range p.paragraphs() {
			if !r.budget.look(len(block.text)) || block.first.context == "third" && !p.greeted(block.first) {
				continue
			}
			for _, s := range block.sentences() {
				if letter {
					r.sentence(block, s)
				} else if !notOurs.MatchString(s) {
					r.termIn(block, s)
				}
			}
		}
	}
}

// vetoed tells a word of doubt before a value. What was earned last year is what the application asks for.
func (s said) vetoed(before string) bool {
	if s.key == "annual_revenue" || s.key == "annual_payroll" {
		before = lastYear.ReplaceAllString(before, "")
	}
	return notOurs.MatchString(before)
}

var lastYear = pattern.MustCompile(`(?i)\blast year\b`)

var toSomebody = pattern.MustCompile(`^(?:From|Re|RE|FROM|Subject|SUBJECT|Sent)\b ?:`)

// isLetter tells a page that somebody wrote to somebody: it has a greeting or the head of a mail. A newsletter, a lease or the
// conditions of a policy speak of limits and premiums too, and of nobody's in particular.
func (p *page) isLetter() bool {
	for _, c := range p.cells {
		if c.mark == noMark && (salutation.MatchString(c.text) || toSomebody.MatchString(c.text)) {
			return true
		}
	}
	return false
}

func (r *reader) sentence(b paragraph, s string) {
	if anyone.MatchString(s) {
		return
	}
	for _, say := range sayings {
		m := say.is.FindStringSubmatchIndex(s)
		if m == nil || say.vetoed(s[:m[1]]) || say.not != nil && say.not.MatchString(s[:m[1]]) {
			continue
		}
		if f, ok := r.catalog.Field(say.key); ok {
			if v, ok := parse(f, s[m[2]:m[3]], r.now); ok {
				r.keep(r.ofPolicy(say.key), v, sureOfProse, b.page, b.first)
			}
		}
	}
	r.termIn(b, s)
	if m := carrierIs.FindStringSubmatchIndex(s); m != nil && !another.MatchString(s[:m[0]]) {
		r.keep("current_carrier", strings.TrimRight(s[m[2]:m[3]], ", "), sureOfProse, b.page, b.first)
	}
	if m := renewsFor.FindStringSubmatchIndex(s); m != nil && !another.MatchString(s[:m[0]]) {
		r.keep("current_carrier", strings.TrimRight(s[m[2]:m[3]], ", "), sureOfProse, b.page, b.first)
	}
	if m := placedAt.FindStringSubmatchIndex(s); m != nil && !another.MatchString(s[:m[1]]) {
		r.keep("current_carrier", strings.TrimRight(s[m[2]:m[3]], ", "), sureOfProse, b.page, b.first)
		r.keepSaid(b.page, b.first, "current_premium", s[m[4]:m[5]])
	}
	if m := withSaid.FindStringSubmatchIndex(s); m != nil && !another.MatchString(s[:m[1]]) {
		r.keep("current_carrier", strings.TrimRight(s[m[2]:m[3]], ", "), sureOfProse, b.page, b.first)
	}
}

// ofPolicy keeps the limits of an umbrella, or of a policy of another line alone, apart from those of general liability.
func (r *reader) ofPolicy(key string) string {
	switch {
	case r.umbrella:
		return underUmbrella(key)
	case r.line != "":
		return underLine(r.line, key)
	}
	return key
}

// termIn reads when the policy begins and ends.
func (r *reader) termIn(b paragraph, s string) {
	if m := termSaid.FindStringSubmatchIndex(s); m != nil && !another.MatchString(s[:m[1]]) {
		from, to, ok := r.twoDates(s[m[2]:m[3]] + " " + s[m[4]:m[5]])
		if !ok {
			return
		}
		if renewing.MatchString(s[:m[1]]) {
			r.renewal = [2]string{from, to}
		}
		r.keep("effective_date", from, sureOfProse, b.page, b.first)
		r.keep("expiration_date", to, sureOfProse, b.page, b.first)
		return
	}
	if m := fromSaid.FindStringSubmatchIndex(s); m != nil && !another.MatchString(s[:m[1]]) {
		r.keepDate("effective_date", s[m[2]:m[3]], sureOfProse, b)
	}
	if m := endSaid.FindStringSubmatchIndex(s); m != nil && !another.MatchString(s[:m[1]]) {
		r.keepDate("expiration_date", s[m[2]:m[3]], sureOfEnd, b)
	}
}

func (r *reader) keepDate(key, text string, sure float64, b paragraph) {
	if spans := value.Dates(value.Normalize(text).Lower, r.now); len(spans) == 1 {
		r.keep(key, spans[0].Value, sure, b.page, b.first)
	}
}
