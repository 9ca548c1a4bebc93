package extract

import (
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

// What says by itself which values it holds, whatever stands before it.
var (
	staffBefore = pattern.MustCompile(`(?i)\b(\d{1,5})\s*(?:full(?:[ -]?time)?|f/?t)\b.{0,24}?\b(\d{1,5})\s*(?:part(?:[ -]?time)?|p/?t)\b`)
	staffBehind = pattern.MustCompile(`(?i)\b(?:full[ -]?time|f/?t)\b:? *(\d{1,5})\b.{0,12}?\b(?:part[ -]?time|p/?t)\b:? *(\d{1,5})\b`)
	staffLabel  = pattern.MustCompile(`
		^(?:number of |no of |how many )?(?:employees|staff|workers)?(?: count)? ?(?:
			full time and part time|full ?time part ?time|full part ?time|ft pt|ft and pt|full ?timers part ?timers
		)(?: employees| staff| workers)?$`)
	twoCounts  = pattern.MustCompile(`^(\d{1,5}) ?[/,|&+] ?(\d{1,5})$`)
	threeStaff = pattern.MustCompile(`
		^(?:number of |no of )?(?:employees )?full ?time part ?time (?:and )?(?:seasonal|temporary|leased|volunteers?)
		(?: employees| staff)?$`)
	threeCounts = pattern.MustCompile(`^(\d{1,5}) ?[/,|] ?(\d{1,5}) ?[/,|] ?\d{1,5}$`)
	manyCounts  = pattern.MustCompile(`^\d{1,5}(?: ?[/,|&+] ?\d{1,5})+$`)
	lossesLabel = pattern.MustCompile(`
		^(?:any |prior |past )*(?:claims|losses)(?: or (?:claims|losses))?(?: (?:in|within|past|last|the|over))*
		(?: (?:5|five|3|three) (?:years?|yrs?))?$`)
	lossesFigure = pattern.MustCompile(`
		(?i)^(\d{1,2})(?: (?:claims?|loss(?:es)?))?(?:
			,? total(?:l?ing|ed)?(?: of)?|,? for(?: a total of)?|,? paid|;|,
		) (\$[\d,]+(?:\.\d\d)?)$`)
	bothLimits = pattern.MustCompile(`
		(?i)(\$[\d,]{7,}) ?(?:each|per|any one)[ -]?occ(?:urrence)?\.? ?[/,;&]? ?(?:and |with )?(?:an? )?(\$[\d,]{7,}) ?
		(?:general |annual |policy )?agg(?:regate)?\b`)
	limitsLabel = pattern.MustCompile(`
		^(?:liability |gl |requested )?limits?(?: of (?:liability|insurance)| requested| desired)?$|
		^(?:limits?(?: requested| desired| wanted| of (?:liability|insurance))? )?(?:general liability |gl |cgl |liability )?
		(?:limits? )?(?:each |per )?occ(?:urrence)?(?: and)? (?:general )?agg(?:regate)?(?: limits?)?$`)
	twoLimits = pattern.MustCompile(`
		(?i)^(\$?[\d,]{7,}|\$?\d{1,2} ?m(?:m|il)?) ?/ ?(\$?[\d,]{7,}|\$?\d{1,2} ?m(?:m|il)?)
		(?: ?/ ?(?:\$?[\d,]{7,}|\$?\d{1,2} ?m(?:m|il)?))?$`)
	otherLimits = pattern.MustCompile(`(?i)\b(?:umbrella|excess|professional|cyber|liquor|employee|employment|d&o|e&o|pollution|at least|minimum)\b`)
	claimsLabel = pattern.MustCompile(`
		\bhow many\b.*\b(?:total|amount|paid|much)\b|^(?:number|no) (?:of (?:claims|losses) )?and (?:total )?amounts?(?: paid)?$`)
	claimsFigure = pattern.MustCompile(`^(\d{1,3}) ?[/,;-] ?(\$[\d,]+(?:\.\d\d)?)$`)
)

const (
	sureOfCombined = 0.9
	longestCell    = 90 // characters of a cell that is a value, not a sentence
)

// combined reads the values that stand together in one cell: "16 / 22" full and part time, "$1,000,000 per occurrence /
// $2,000,000 aggregate".
func (r *reader) combined(p *page) {
	for _, c := range p.cells {
		if c.mark != noMark || c.prose || len(c.text) > longestCell {
			continue
		}
		text := c.text
		for _, d := range p.row(c) {
			if d.x0 > c.x1 && d.mark == noMark && !d.label && d.x0-c.x1 < 4*c.size {
				text += " " + d.text // two cells of one value: "FULL TIME 4   PART TIME 10"
			}
		}
		if below := p.linesBelow(c, 1); strings.HasSuffix(text, "/") && len(below) > 0 {
			text += " " + below[0].text
		}
		for _, is := range []*pattern.Pattern{staffBefore, staffBehind} {
			if m := is.FindStringSubmatch(text); m != nil {
				r.keepFigures(p, c, m, "full_time_employees", "part_time_employees")
				break
			}
		}
		if m := bothLimits.FindStringSubmatch(text); m != nil && !otherLimits.MatchString(p.rowText(c)) && !r.umbrella {
			r.keepFigures(p, c, m, "each_occurrence_limit", "general_aggregate_limit")
		}
		r.combinedLabel(p, c)
		r.remark(p, c)
	}
}

var (
	tenureRemark = pattern.MustCompile(`(?i)(?:^|[,;] ?|\bwe )(leased?|rent(?:ed|ing)?|owned|own)(?: it| (?:the|our) (?:space|building|premises))?\.?$`)
	openedRemark = pattern.MustCompile(`
		(?i)^(?:we|the business|the company) (?:opened|started|began|have been in business|has been in business)
		(?: \pL+){0,3}? (?:in|since) ((?:19|20)\d\d)\b`)
)

var (
	establishedAlone = pattern.MustCompile(`(?i)^est(?:ablished|d|\.)? ?(?:in )?((?:19|20)\d\d)$`)
	spaceLabel       = pattern.MustCompile(`(?i)^(?:building|premises|space|office|shop|store|property|location):?$`)
	tenureAlone      = pattern.MustCompile(`(?i)^(?:leased?|rent(?:ed|s)?|owned?|own|tenant|owner(?:[ -]occupied)?)$`)
)

// remark reads what people add in passing: "2,150 sq ft, rented", "We opened in 2015".
func (r *reader) remark(p *page, c *cell) {
	if tenureAlone.MatchString(c.text) && r.tenureBefore(p, c) {
		return
	}
	if m := tenureRemark.FindStringSubmatch(c.text); m != nil && squareFeet.MatchString(p.rowText(c)) {
		r.keepText(p, c, "tenure", m[1])
	}
	if m := establishedAlone.FindStringSubmatch(c.text); m != nil {
		r.keepText(p, c, "year_established", m[1])
	}
	if right := p.after(c); spaceLabel.MatchString(c.text) && len(right) > 0 && tenureAlone.MatchString(right[0].text) {
		r.keepText(p, c, "tenure", right[0].text)
	}
	if m := openedRemark.FindStringSubmatch(c.text); m != nil {
		r.keepText(p, c, "year_established", m[1])
	}
}

// tenureBefore reads "Own ___ Rent _X_", where each word stands before its box.
func (r *reader) tenureBefore(p *page, c *cell) bool {
	lead := p.lead(c)
	if lead == nil {
		lead = c
	}
	for _, d := range p.row(c) {
		if d.x0 < c.x1-1 {
			continue
		}
		if d.mark == on && tenureAlone.MatchString(lead.text) {
			r.keepText(p, c, "tenure", c.text)
		}
		return d.mark != noMark
	}
	return false
}

var squareFeet = pattern.MustCompile(`(?i)\bsq(?:uare|\.)? ?(?:f(?:ee|oo)?t|ft)\b`)

// combinedLabel reads one label for two values.
func (r *reader) combinedLabel(p *page, c *cell) {
	label := normal(strings.TrimRight(labelText(p, c), ":? "))
	for _, two := range []struct {
		label, value *pattern.Pattern
		first, other string
	}{
		{staffLabel, twoCounts, "full_time_employees", "part_time_employees"},
		{threeStaff, threeCounts, "full_time_employees", "part_time_employees"},
		{lossesLabel, lossesFigure, "loss_count", "loss_total"},
		{limitsLabel, twoLimits, "each_occurrence_limit", "general_aggregate_limit"},
		{claimsLabel, claimsFigure, "loss_count", "loss_total"},
	} {
		if !two.label.MatchString(label) {
			continue
		}
		right := p.after(c)
		if d := p.setIn(c); d != nil {
			right = append(right, d)
		}
		for _, d := range right {
			if p.boxBefore(d) == off {
				continue
			}
			if m := two.value.FindStringSubmatch(d.text); m != nil {
				r.keepFigures(p, c, m, two.first, two.other)
				return
			}
		}
	}
	r.twoLabels(p, c)
}

// twoLabels reads a label of two parts whose value has two parts: "Entity / FEIN", "Phone & email".
func (r *reader) twoLabels(p *page, c *cell) bool {
	label := strings.TrimRight(labelText(p, c), ":? ")
	parts, right := splitLabel.Split(label, 2), p.after(c)
	for len(right) > 0 && right[0].label && strings.Contains(label, strings.TrimRight(right[0].text, ":? ")) {
		right = right[1:] // a part of the label itself
	}
	if len(parts) != 2 || strings.Contains(parts[0], "(") || len(right) == 0 || right[0].mark != noMark ||
		r.known(label) && !strings.Contains(right[0].text, " / ") {
		return false
	}
	values := splitValue.Split(right[0].text, 2)
	if m := priceBehind.FindStringSubmatch(right[0].text); m != nil && len(values) == 1 && m[3] == "" && m[4] == "" {
		values = m[1:3]
	}
	first, second := r.match(strings.TrimSpace(parts[0])), r.match(strings.TrimSpace(parts[1]))
	if len(values) != 2 || len(first) == 0 || len(second) == 0 || first[0].score < weakLabel || second[0].score < weakLabel || first[0].key == second[0].key {
		return false
	}
	kept := false
	for i, key := range []string{keyIn(c.context, first[0].key, c.text), keyIn(c.context, second[0].key, c.text)} {
		if f, ok := r.catalog.Field(key); ok && !p.ofOthers(c) {
			if v, ok := parse(f, values[i], r.now); ok {
				r.keep(key, v, sureOfCombined, p, c)
				kept = true
			}
		}
	}
	return kept
}

var (
	splitLabel = pattern.MustCompile(` ?[/&] ?| and `)
	splitValue = pattern.MustCompile(` ?[/|;] | - `)
)

// labelText is a label with its further lines and the labels that touch it: "Occurrence" and "/ aggregate limit".
func labelText(p *page, c *cell) string {
	text, end := c.text, c.x1
	for _, d := range c.lower {
		text += " " + d.text
	}
	for _, d := range p.row(c) {
		if (d.label || strings.HasPrefix(d.text, "(")) && d.x0 > c.x0 && d.x0-end < columnGap*c.size {
			text, end = text+" "+d.text, d.x1
		}
	}
	return text
}

func (p *page) rowText(c *cell) string {
	text := c.text
	for _, d := range p.row(c) {
		text += " " + d.text
	}
	return text
}

// keepFigures keeps the two figures of a match for two fields.
func (r *reader) keepFigures(p *page, c *cell, m []string, keys ...string) {
	for i, key := range keys {
		if f, ok := r.catalog.Field(key); ok {
			if v, ok := parse(f, m[i+1], r.now); ok {
				r.keep(key, v, sureOfCombined, p, c)
			}
		}
	}
}
