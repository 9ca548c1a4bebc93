package extract

import (
	"context"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/dialogue"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

const (
	sureOfTelling = 0.66 // less than a sentence that this package knows the form of
	sureOfRemark  = 0.62 // a line with a label that no list of labels has
	longestTold   = 600  // characters of a sentence
	mostSpoken    = 300  // texts of a document that are understood as speech
	mostTold      = 150  // sentences of a document
)

var (
	narrative = pattern.MustCompile(`
		(?i)\b(?:
			narrative|memo(?:randum)?|submission|account (?:summary|overview|profile|notes)|risk (?:summary|profile|overview)|
			underwriting (?:summary|notes)|fact sheet|interview|notes|overview|background|operations|survey|referral|
			risk description|write-?up|inspection|evaluation|review
		)\b`)
	conditions = pattern.MustCompile(`(?i)\b(?:shall|hereby|herein|hereunder|pursuant|hereafter|lessee|lessor agrees|we will pay|you must)\b`)
	supposed   = pattern.MustCompile(`
		(?i)\b(?:
			if|unless|should|would (?:not|have|cost|be|need|require|apply)|could|might|regret|unable|whether|
			most (?:landlords|insurers|people|businesses|policies|we)|typical(?:ly)?|usually|generally|average|landlord|lessor|
			shall|up to|resubmit|for example|e\.g\.|previous(?:ly)?|former(?:ly)?|last term|at least|minimum|must|compet\w+|
			another (?:insurer|carrier|company|client)|other (?:insurer|carrier|compan|client|market)\w*|increased? from|
			reduced from|sublimit|clients|additional (?:insured|premium)|mortgagee|loss payee|certificate holder|return premium|
			each vehicle|per vehicle|past due|overdue|instal\w+|deposit|down payment|audits?|terrorism|amount due|pay(?:ment|able)|
			invoice|used to|the (?:first|second|third|latter|former)|all of them|(?:over|above|below|more than|less than|under) \d|
			declined|suggest\w*|recommend\w*|consider\w*|referred|questions|prior to|sold|closed the|plans? to|planning|expects? to|
			hopes? to
		)\b|
		\?`)
	ourSubject = pattern.MustCompile(`
		(?i)^(?:the |this |your |our |their |its )?(?:
			insured|applicant|company|business|firm|owners?|account|client|policyholder|operation|contractor|restaurant|shop|store|
			building|premises|property|payroll|revenues?|sales|gross|annual|total|coverage|current|expiring|existing|present|
			limits?|deductible|contents|business personal property|employees|staff|location|fleet|all
		)\b|
		^(?:it|they|we|our|their|there|no|in the (?:past|last)|approximately|roughly|about)\b`)
	yours = pattern.MustCompile(`(?i)\byour\b`)
	you   = pattern.MustCompile(`(?i)\byou\b`)
)

// tell reads the sentences of letters and narratives with the grammars that understand a person in the intake: they say the
// same things in the same words. Names, addresses and whom to call are left to the rules that know whose they are.
func (r *reader) tell(pages []*page) {
	_, ours := r.found["legal_name"]
	told := 0
	heard := hearsay{}
	defer func() { heard.keep(r) }()
	for _, p := range pages {
		letter := p.isLetter()
		if !letter && (!ours || p.legal()) {
			continue
		}
		story := letter || p.narrative()
		for _, block := range p.paragraphs() {
			story = story || r.aboutInsured(block)
			if !r.budget.look(len(block.text)) ||
				foreign(block.first.context) && !p.greeted(block.first) &&
					(block.first.context != "agency" || len(block.text) < longParagraph) {
				continue
			}
			for _, s := range block.sentences() {
				if told++; told > mostTold {
					return
				}
				if imperative.MatchString(s) {
					continue
				}
				if story || ourSubject.MatchString(s) {
					r.toldIn(s, block.page, block.first, heard)
				}
			}
		}
	}
}

// strange tells that a context is about somebody else, or about what is over.
func strange(context string) bool {
	return context == "third" || context == "agency" || context == "prior" || context == "claims" || context == "people"
}

// longParagraph is text of its own, whatever line stands above it.
const longParagraph = 120

// imperative is what somebody is to do, not what is.
var imperative = pattern.MustCompile(`
	(?i)^(?:\d+\. )?(?:please |kindly )?(?:
		install|provide|service|replace|repair|add|maintain|contact|call|return|send|complete|sign|review|let
	)\b`)

// aboutInsured tells a paragraph that begins with the name of the insured; what follows goes on about it.
func (r *reader) aboutInsured(b paragraph) bool {
	name, ok := r.found["legal_name"].value.(string)
	return ok && len(b.text) > longParagraph && strings.HasPrefix(strings.ToLower(b.text), strings.ToLower(name))
}

// foreign tells that a context is about somebody else.
func foreign(context string) bool {
	return context == "third" || context == "agency" || context == "people"
}

// greeted tells the text of a letter, below its salutation; what stands in its head is about whom it goes to.
func (p *page) greeted(c *cell) bool {
	for _, d := range p.between(0, c.y) {
		if d.mark == noMark && salutation.MatchString(d.text) {
			return true
		}
	}
	return false
}

// legal tells the conditions of a contract, which speak of nobody in particular.
func (p *page) legal() bool {
	n := 0
	for _, c := range p.cells {
		n += len(conditions.FindAllStringIndex(c.text, 2))
	}
	return n >= 3
}

// narrative tells a page whose title announces a story.
func (p *page) narrative() bool {
	for _, c := range p.cells {
		if c.mark == noMark && !c.prose && c.y < topOfPage*p.height && narrative.MatchString(c.text) {
			return true
		}
	}
	return false
}

// notTold are the words that make a sentence speak of something else than the field that it seems to.
var notTold = map[string]*pattern.Pattern{
	"current_premium": notPremium,
	"prior_cancellation": pattern.MustCompile(`
		(?i)\b(?:this|your) policy\b.*\bcancel|\bcancel\w* (?:effective|for|on|date)\b|\bcancellation (?:effective|date|notice)|
		\bnotice of\b`),
	"effective_date":      another,
	"expiration_date":     another,
	"loss_total":          pattern.MustCompile(`(?i)\b(?:per|each|any one) claim\b|\blimits?\b`),
	"contents_limit":      pattern.MustCompile(`(?i)\bothers\b|off[- ]premises`),
	"number_of_locations": pattern.MustCompile(`(?i)\byears?\b`),
	"annual_revenue":      pattern.MustCompile(`(?i)\bper \$?1,?000\b|\bpremium basis\b`),
	"annual_payroll":      pattern.MustCompile(`(?i)\bper \$?1,?000\b|\bpremium basis\b|\b(?:officers?|owners?|subcontract\w+)\b`),
	"deductible":          pattern.MustCompile(`(?i)\b(?:wind|hail|flood|earthquake|auto|collision|comprehensive|glass|cyber)\b`),
}

// hearsay is what the sentences say, field by field.
type hearsay map[string]*rumour

type rumour struct {
	value   any
	page    *page
	at      *cell
	doubted bool // another sentence says something else
}

func (h hearsay) add(key string, v any, p *page, at *cell) {
	if old, known := h[key]; known {
		old.doubted = old.doubted || old.value != v
		return
	}
	h[key] = &rumour{value: v, page: p, at: at}
}

func (h hearsay) keep(r *reader) {
	for key, said := range h {
		if _, known := r.found[key]; !said.doubted && !known {
			r.keep(key, said.value, sureOfTelling, said.page, said.at)
		}
	}
}

// listed is a row of a form in what looked like running text.
var listed = pattern.MustCompile(`\b\d{1,2}\. \p{Lu}|:.*:|:.*\b\d{1,2}\.$`)

// anyone is a subject that is nobody in particular.
var anyone = pattern.MustCompile(`
	(?i)^an? (?:\pL+ )?(?:
		restaurant|contractor|business|company|firm|store|shop|insured|client|policyholder|employer|owner|tenant|landlord
	)\b`)

func (r *reader) toldIn(s string, p *page, at *cell, heard hearsay) {
	if len(s) > longestTold || listed.MatchString(s) || anyone.MatchString(s) || supposed.MatchString(lastYear.ReplaceAllString(s, "")) {
		return
	}
	if m := bothSaid.FindStringSubmatch(s); m != nil && !r.umbrella {
		r.keepFigures(p, at, m, "each_occurrence_limit", "general_aggregate_limit")
	}
	said := r.understand(s)
	r.placeIn(s, said, p, at)
	for key, v := range said {
		if veto := notTold[key]; veto != nil && veto.MatchString(s) {
			continue
		}
		if name, is := v.(string); is && key == "current_carrier" && (lowercase(name) || strings.HasPrefix(name, "The ")) {
			continue
		}
		if f, ok := r.catalog.Field(key); ok && tellable(f) {
			heard.add(r.ofPolicy(key), v, p, at)
		}
	}
}

// bothSaid are the two limits of the liability in a sentence.
var bothSaid = pattern.MustCompile(`(?i)\b(?:gl|cgl|liability)(?: coverage)?(?: limits?)?(?: of| at)? (\$[\d,]{7,}) ?/ ?(\$[\d,]{7,})`)

var premisesSaid = pattern.MustCompile(`(?i)\b(?:located|premises|situated|location|operates? (?:from|out of)|shop|store|building|facility|studio|office)\b`)

// addressIs begins a sentence with the address of the business, which is no particular place of it.
var addressIs = pattern.MustCompile(`(?i)^(?:the |our |my )?(?:mailing |business )?address is\b`)

// placeIn keeps an address that a sentence calls the insured's place.
func (r *reader) placeIn(s string, said map[string]any, p *page, at *cell) {
	if addressIs.MatchString(s) && said["mailing_zip"] != nil {
		for _, part := range []string{"address", "city", "state", "zip"} {
			if v := said["mailing_"+part]; v != nil {
				r.keep("mailing_"+part, v, sureOfTelling, p, at)
			}
		}
		return
	}
	if insurerName(s) || writtenBy.MatchString(s) || !premisesSaid.MatchString(s) || said["location_zip"] == nil || said["location_city"] == nil {
		return
	}
	for _, part := range []string{"address", "city", "state", "zip"} {
		if v := said["location_"+part]; v != nil {
			r.keep("location_"+part, v, sureOfTelling, p, at)
		}
	}
}

// understand is what the intake would have taken from a message.
func (r *reader) understand(text string) map[string]any {
	if r.spoken++; r.spoken > mostSpoken {
		return nil
	}
	text = byInsured.ReplaceAllString(text, "")
	text = withEffect.ReplaceAllString(text, "effective ")
	text = you.ReplaceAllString(yours.ReplaceAllString(text, "our"), "we")
	reading, err := r.speech.Read(context.Background(), dialogue.Turn{Message: text, Lines: r.lines, Now: r.now})
	if err != nil {
		return nil
	}
	if premium, is := reading.Set["current_premium"].(float64); is && premium < leastPremium {
		delete(reading.Set, "current_premium") // "Prem 2" is a premises
	}
	if partOfStaff.MatchString(text) {
		delete(reading.Set, "total_employees")
	}
	if reading.Set["losses_5yr"] == false || reading.Set["subcontractors_used"] == false {
		delete(reading.Set, "subcontractor_cost") // nobody wrote that it is nothing
	}
	return reading.Set
}

const leastPremium = 100

// byInsured is said of what the insured does itself: "owned by the insured".
var byInsured = pattern.MustCompile(`(?i) by the (?:insured|applicant|company|business|owners?)\b`)

var withEffect = pattern.MustCompile(`(?i)\bwith effect from `)

// tellable are the fields that a sentence may give: figures, dates and choices.
func tellable(f catalog.Field) bool {
	switch f.Kind {
	case catalog.Name:
		return f.Key == "current_carrier"
	case catalog.Phone, catalog.Email, catalog.URL, catalog.LongText, catalog.Street, catalog.Text, catalog.State, catalog.ZIP,
		catalog.NAICS, catalog.ClassCode:
		return false
	}
	return true
}

// remarks reads the labelled lines that no list of labels has: "Instructors: 3 full-time, 9 part-time".
func (r *reader) remarks(pages []*page) {
	told := 0
	for _, p := range pages {
		for _, c := range p.cells {
			if c.mark != noMark || !c.colon || c.answered || strange(c.context) || c.context == "vehicles" || len(c.text) > longestCell ||
				!strings.HasSuffix(c.text, ":") {
				continue
			}
			right := p.after(c)
			if len(right) == 0 || right[0].mark != noMark || right[0].label && right[0].colon {
				continue
			}
			text := leadingNumber.ReplaceAllString(c.text, "") + " " + right[0].text
			if told++; told > mostTold || !r.budget.look(len(text)) {
				return
			}
			if supposed.MatchString(text) || priorTerm.MatchString(c.text) {
				continue
			}
			for key, v := range r.understand(text) {
				if veto := notTold[key]; veto != nil && veto.MatchString(text) {
					continue
				}
				if f, ok := r.catalog.Field(key); ok && tellable(f) && f.Kind != catalog.Date && f.Kind != catalog.Name {
					r.keep(r.ofPolicy(key), v, sureOfRemark, p, c)
				}
			}
		}
	}
}

var priorTerm = pattern.MustCompile(`(?i)\b(?:prior|previous|expired)\b`)
