package extract

import (
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

var (
	lossDateHead = pattern.MustCompile(`
		^(?:
			date of (?:loss|occurrence|occ|accident|injury|claim)|(?:loss|occ|occurrence|accident|claim|incident|injury) date|
			d ?o ?l|date
		)$`)
	incurredHead = pattern.MustCompile(`^(?:total |net |gross )*(?:incurred|total incurred)(?: loss(?:es)?| amount)?$`)
	paidHead     = pattern.MustCompile(`^(?:total |net |amount |loss |losses )*(?:paid|total|amount)(?: loss(?:es)?| to date| amount)?$`)
	noLosses     = pattern.MustCompile(`
		(?i)\bno (?:known |prior |reported |open |insured )*(?:losses|claims|loss(?:es)? or claims)\b(?:
			[^.]{0,60}\b(?:reported|years?|period|record|file|history|policy|to report|incurred|found|paid)\b|\.?$
		)|
		\b(?:claims?|loss)[- ]free\b|\bnever had (?:a|any) (?:claims?|loss(?:es)?)\b`)
	checkIfNone = pattern.MustCompile(`(?i)^check (?:here |box )?if (?:none|no (?:losses|claims))`)
	condition   = pattern.MustCompile(`(?i)\b(?:are|is) (?:needed|required)\b|\bmust\b|\bif\b|\bprovided\b|\bsubject to\b|\bunless\b`)
	reported    = pattern.MustCompile(`(?i)^no (?:open )?(?:reserves?|open)`)
)

// losses counts and adds up the claims of a loss run or of the loss history in an application.
func (r *reader) losses(pages []*page) {
	var all lossSum
	for _, p := range pages {
		until := -1.0
		for _, head := range p.cells {
			if head.y <= until || head.mark != noMark || !p.heads(head, lossDateHead) || len(p.row(head)) < 2 {
				continue
			}
			amounts := p.lossColumn(head)
			if amounts == nil || normal(head.text) == "date" && head.context != "claims" {
				continue
			}
			table := r.lossTable(p, head, amounts)
			until = max(head.y, table.until)
			all.add(table)
			all.page, all.head = p, head
		}
	}
	if all.count > 0 {
		r.keep("losses_5yr", true, sureOfTable, all.page, all.head)
		r.keep("loss_count", all.count, sureOfTable, all.page, all.head)
		r.keep("loss_total", all.amount, sureOfTable, all.page, all.head)
	}
}

// lossSum is what the tables of a loss run come to, one for each term or page.
type lossSum struct {
	count, amount float64
	until         float64 // how far down the table goes
	page          *page
	head          *cell
}

func (s *lossSum) add(t lossSum) {
	s.count += t.count
	s.amount += t.amount
}

// heads tells whether a pattern matches the head of a column, which may have two lines.
func (p *page) heads(c *cell, is *pattern.Pattern) bool {
	if is.MatchString(normal(c.text)) {
		return true
	}
	below := p.stackBelow(c)
	return len(below) > 0 && !c.colon && is.MatchString(normal(c.text+" "+below[0].text))
}

// lossColumn is the head of the column with what a claim cost: incurred, or else paid.
func (p *page) lossColumn(head *cell) *cell {
	var paid *cell
	for _, d := range p.row(head) {
		switch {
		case p.heads(d, incurredHead):
			return d
		case p.heads(d, paidHead) || strings.Contains(normal(d.text), "amount"):
			paid = d
		}
	}
	return paid
}

const sureOfTable = 0.94

func (r *reader) lossTable(p *page, dates, amounts *cell) lossSum {
	money, _ := r.catalog.Field("loss_total")
	count, sum, total, until := 0.0, 0.0, -1.0, dates.y
	for _, c := range p.columnOf(dates) {
		until = c.y
		if len(value.Dates(value.Normalize(c.text).Lower, r.now)) != 1 {
			continue
		}
		count++
		for _, d := range p.row(c) {
			if v, ok := parse(money, d.text, r.now); ok && under(amounts, d) {
				sum += v.(float64)
			}
		}
	}
	for _, c := range p.columnOf(amounts) {
		if lead := p.lead(c); lead != nil && totalRow.MatchString(lead.text) {
			if v, ok := parse(money, c.text, r.now); ok {
				total = v.(float64)
			}
		}
	}
	if total >= 0 && total >= sum {
		sum = total
	}
	return lossSum{count: count, amount: sum, until: until}
}

const sureOfSentence = 0.7

// statements reads sentences that say there were no losses.
func (r *reader) statements(pages []*page) {
	for _, p := range pages {
		for _, c := range p.cells {
			if c.context == "claims" && checkIfNone.MatchString(c.text) && p.boxBefore(c) == on {
				r.keep("losses_5yr", false, sureOfTable, p, c)
			}
			if c.mark == noMark && !c.colon && noLosses.MatchString(c.text) && !reported.MatchString(c.text) && !condition.MatchString(c.text) {
				r.keep("losses_5yr", false, sureOfSentence, p, c)
			}
		}
	}
}
