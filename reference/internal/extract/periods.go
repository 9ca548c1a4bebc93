package extract

import (
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

var periodLabel = pattern.MustCompile(`
	^(?:the )?(?:proposed |requested |policy |coverage |insurance |current |renewal |new )*(?:period|term|dates|in force)
	(?: of (?:insurance|coverage))?(?: is)?(?: from)?(?: to)?(?: from to)?(?: requested| proposed)?$|
	^(?:policy|coverage) (?:effective|eff)(?: dates| and expiration(?: dates?)?)?$|
	^effective (?:dates|and expiration(?: dates?)?|expiration(?: dates?)?|to expiration)$|^from to$`)

var leadingNumber = pattern.MustCompile(`(?i)^(?:(?:item|section|part) )?\(?\d{1,2}[.):]?\s+`)

const (
	sureOfPeriod  = 0.95
	sureOfCurrent = 0.85 // where a renewal states its own term beside it, that one counts
)

var currentTerm = pattern.MustCompile(`(?i)\bcurrent\b`)

// periods reads the two dates of "Policy period: 09/01/2025 to 09/01/2026".
func (r *reader) periods(p *page) {
	for _, c := range p.cells {
		if c.mark != noMark || c.context == "claims" || c.context == "prior" || len(c.text) > 110 {
			continue
		}
		head, rest := leadingNumber.ReplaceAllString(c.text, ""), ""
		if i := strings.IndexFunc(head, func(r rune) bool { return r >= '0' && r <= '9' }); i > 0 {
			head, rest = head[:i], head[i:]
		}
		if !periodLabel.MatchString(normal(strings.TrimRight(head, ": "))) {
			continue
		}
		if r.severalPeriods(p, c) {
			continue
		}
		for _, text := range r.periodTexts(p, c, rest) {
			if from, to, ok := r.twoDates(text); ok {
				sure := sureOfPeriod
				if currentTerm.MatchString(head) {
					sure = sureOfCurrent
				}
				r.keep("effective_date", from, sure, p, c)
				r.keep("expiration_date", to, sure, p, c)
				break
			}
		}
	}
}

// namedTerm is a line that names a policy and its term with nothing else to label it: "Policy CA-119 / 03/31/2026 - 03/31/2027".
var namedTerm = pattern.MustCompile(`(?i)^policy (?:no\.?|number|#)?:? ?[\w-]*\d[\w-]* .*?` + `(\d{1,2}/\d{1,2}/\d{4} ?(?:-|–|to) ?\d{1,2}/\d{1,2}/\d{4})$`)

// namedTerms reads such a line where the document has one.
func (r *reader) namedTerms(pages []*page) {
	if _, known := r.found["effective_date"]; known {
		return
	}
	var at *cell
	terms := map[string]bool{}
	for _, p := range pages {
		for _, c := range p.cells {
			if !strings.HasPrefix(strings.ToLower(c.text), "policy") || c.context == "claims" || c.context == "prior" {
				continue
			}
			if m := namedTerm.FindStringSubmatch(p.rowText(c)); m != nil {
				at = c
				terms[m[1]] = true
			}
		}
	}
	if len(terms) != 1 {
		return
	}
	for text := range terms {
		if from, to, ok := r.twoDates(text); ok {
			r.keep("effective_date", from, sureOfSchedule, pages[at.page], at)
			r.keep("expiration_date", to, sureOfSchedule, pages[at.page], at)
		}
	}
}

// severalPeriods tells the head of a column with the terms of several policies, none of which is the one to take.
func (r *reader) severalPeriods(p *page, c *cell) bool {
	n := 0
	for _, d := range p.columnOf(c) {
		if _, _, ok := r.twoDates(d.text); ok {
			n++
		}
	}
	return n > 1
}

// periodTexts are the texts in which the dates of a period may stand: behind the label, on its row, below it.
func (r *reader) periodTexts(p *page, c *cell, rest string) []string {
	row := rest
	var wrapped []string
	for _, d := range p.after(c) {
		row += " " + d.text
		wrapped = append(wrapped, r.paragraph(p, d, 1))
	}
	texts := append([]string{rest, row}, wrapped...)
	if column := p.columnOf(c); len(column) > 0 && p.header(c) {
		texts = append(texts, column[0].text)
	}
	for _, d := range p.between(c.y, c.y+3*max(c.size, 9)) {
		if dy := d.y - c.y; dy > 0.5*c.size && dy < 3*max(c.size, 9) && under(c, d) {
			below := d.text
			for _, e := range p.after(d) {
				below += " " + e.text
			}
			texts = append(texts, d.text, d.text+" "+r.paragraph(p, d, 1), below)
		}
	}
	return texts
}

func (r *reader) twoDates(text string) (from, to string, ok bool) {
	var found []string
	for _, t := range dateAlone.FindAllString(text, -1) {
		spans := value.Dates(value.Normalize(t).Lower, r.now)
		if len(spans) == 1 {
			found = append(found, spans[0].Value)
		}
	}
	if len(found) < 2 || found[0] >= found[1] {
		return "", "", false
	}
	return found[0], found[1], true
}
