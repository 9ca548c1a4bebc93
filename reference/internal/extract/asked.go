package extract

import (
	"context"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/dialogue"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

const (
	lessThanParsed = 0.9 // an answer in words, compared with a value that its grammar accepts as it stands
	longestAnswer  = 140
)

// answeredTo reads what stands behind a question in words: "Since 2007", "One, a slip and fall, $7,800 paid". It is an answer
// as people give it in the intake, and understood as there.
func (r *reader) answeredTo(p *page, label *cell, f catalog.Field) (any, bool) {
	if !label.colon || !askable(f) {
		return nil, false
	}
	c := p.answerOf(label)
	if c == nil || len(c.text) > longestAnswer || blankAnswer.MatchString(c.text) || manyCounts.MatchString(c.text) ||
		twoLimits.MatchString(c.text) || !r.budget.look(len(c.text)) {
		return nil, false
	}
	text := strings.TrimSpace(r.paragraph(p, c, 1))
	if v, ok := tenureAsked(label, f, text); ok {
		return v, true
	}
	if r.spoken++; r.spoken > mostSpoken {
		return nil, false
	}
	reading, err := r.speech.Read(context.Background(), dialogue.Turn{Message: text, Lines: r.lines, Asked: []catalog.Field{f}, Now: r.now})
	if err != nil || reading.Set[f.Key] == nil {
		return nil, false
	}
	for _, key := range besides[f.Key] {
		if v := reading.Set[key]; v != nil && (key != "loss_total" || v == 0.0 || r.onlySum(text, v)) {
			r.keep(key, v, sureOfRemark, p, label)
		}
	}
	return reading.Set[f.Key], true
}

// onlySum tells that a text names one sum of money, and this one.
func (r *reader) onlySum(text string, v any) bool {
	sums := dollars.FindAllString(text, -1)
	f, ok := r.catalog.Field("loss_total")
	if !ok || len(sums) != 1 {
		return false
	}
	got, ok := parse(f, sums[0], r.now)
	return ok && got == v
}

var dollars = pattern.MustCompile(`\$ ?\d[\d,]*(?:\.\d+)?`)

// besides are the fields that an answer may give beside the one that was asked for.
var besides = map[string][]string{"losses_5yr": {"loss_count", "loss_total"}, "subcontractors_used": {"subcontractor_cost"}}

func askable(f catalog.Field) bool {
	switch f.Kind {
	case catalog.Money, catalog.Count, catalog.Percent, catalog.Year, catalog.Date, catalog.YesNo, catalog.Choice:
		return true
	}
	return false
}

// answerOf is the text behind a question, or on the line under it.
func (p *page) answerOf(label *cell) *cell {
	if right := p.after(label); len(right) > 0 {
		if right[0].mark != noMark || right[0].label && right[0].colon {
			return nil
		}
		return right[0]
	}
	d := p.nextLine(label.last(), label.x0, label.x0+label.size*2, label.x0+label.size*3)
	if d == nil {
		d = p.setIn(label)
	}
	if d == nil || d.colon {
		return nil
	}
	return d
}

// setIn is the answer in a row of its own under a question in bold, set in somewhat, as the mails of web forms have it.
func (p *page) setIn(label *cell) *cell {
	if !label.bold {
		return nil
	}
	from := label.last()
	below := p.between(from.y+0.5*label.size, from.y+2.6*max(label.size, 9))
	if len(below) == 0 {
		return nil
	}
	d := below[0]
	if d.mark != noMark || d.bold || d.label || d.x0 < label.x0-2 || d.x0 > label.x0+3*label.size || p.lead(d) != nil {
		return nil
	}
	return d
}

var (
	asksLease = pattern.MustCompile(`(?i)\b(?:leases?|rents?|leased|rented)\b`)
	asksOwn   = pattern.MustCompile(`(?i)\b(?:owns?|owned|owner)\b`)
)

// tenureWord is the word that counts in "No, we rent".
var tenureWord = pattern.MustCompile(`(?i)\b(?:rent(?:ed|ing)?|leas(?:e|ed|ing)|own(?:ed)?)\b`)

// tenureAsked answers "Does the applicant lease the premises?" by yes or no.
func tenureAsked(label *cell, f catalog.Field, text string) (any, bool) {
	if f.Key != "tenure" {
		return nil, false
	}
	yes, ok := value.Bool(text)
	if m := tenureWord.FindString(text); !ok && m != "" {
		if asksLease.MatchString(m) {
			return "leased", true
		}
		return "owned", true
	}
	lease, own := asksLease.MatchString(label.text), asksOwn.MatchString(label.text)
	if !ok || lease == own {
		return nil, false
	}
	if yes == lease {
		return "leased", true
	}
	return "owned", true
}
