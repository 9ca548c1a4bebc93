package extract

import (
	"math"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

var (
	honorific = pattern.MustCompile(`^(?:Attn:?|Attention:?|c/o)?\s*(?:(?:Mr|Ms|Mrs|Dr|Miss)\.? )?`)
	subject   = pattern.MustCompile(`(?i)^(?:re|subject|regarding)\b|policy|account|:`)
	toWhom    = pattern.MustCompile(`
		(?i)
		^dear (?:
			policy ?holders?|insureds?|customers?|(?:valued )?(?:client|customer|policy ?holder)s?|sirs?|madam|sir or madam
		)\b`)
	theDate = pattern.MustCompile(`^(?:[A-Z][a-z]+ \d{1,2}, \d{4}|\d{1,2}/\d{1,2}/\d{2,4}|\d{1,2} [A-Z][a-z]+ \d{4})$`)
)

const (
	sureOfRecipient = 0.82
	sureOfFirstLine = 0.6
	linesOfBlock    = 6
)

// recipients reads to whom a letter goes: the block of lines before "Dear". A letter to an agency or an insurer says nothing.
func (r *reader) recipients(pages []*page) {
	for _, p := range pages {
		for _, c := range p.cells {
			if c.mark == noMark && strings.HasPrefix(c.text, "Dear ") && c.y < 0.7*p.height {
				r.recipient(p, c)
				break
			}
		}
	}
}

func (r *reader) recipient(p *page, dear *cell) {
	block := p.blockBefore(dear)
	var lines []string
	for _, c := range block {
		text := p.lineOf(c)
		if insurerName(text) {
			return
		}
		lines = append(lines, strings.TrimRight(text, ", "))
	}
	for n := 1; n < len(lines); n++ {
		a, ok := addressOf(lines[n:])
		if !ok || a.City == "" || a.ZIP == "" {
			continue
		}
		r.keep("mailing_address", a.Street, sureOfRecipient, p, block[n])
		r.keepAddress("mailing", a, p, block[n])
		for i, name := range lines[:n] {
			r.addressee(p, block[i], honorific.ReplaceAllString(name, ""), dear.text)
		}
		if n == 1 && toWhom.MatchString(dear.text) {
			r.keep("legal_name", lines[0], sureOfFirstLine, p, block[0])
		}
		return
	}
}

// lineOf is a cell with what stands a space behind it: "Attn:" with the name.
func (p *page) lineOf(c *cell) string {
	text, end := c.text, c.x1
	for _, d := range p.row(c) {
		if d.mark == noMark && d.x0 > c.x0 && d.x0-end < columnGap*c.size {
			text, end = text+" "+d.text, d.x1
		}
	}
	return text
}

// addressee is the company, or the person whom the letter greets.
func (r *reader) addressee(p *page, c *cell, name, greeting string) {
	words := strings.Fields(name)
	switch {
	case suffixes.MatchString(name):
		r.keep("legal_name", name, sureOfRecipient, p, c)
	case len(words) >= 2 && len(words) <= 4 && !strings.Contains(name, " of ") && greets(greeting, words):
		r.keep("contact_name", name, sureOfRecipient, p, c)
	}
}

// greets tells a greeting by the first or the last name.
func greets(greeting string, name []string) bool {
	for _, w := range []string{name[0], name[len(name)-1]} {
		if w = strings.Trim(w, ".,"); len(w) > 2 && strings.Contains(greeting, w) {
			return true
		}
	}
	return false
}

// blockBefore is the nearest block of lines above the greeting that ends with a city, and nothing but the subject between.
func (p *page) blockBefore(dear *cell) []*cell {
	above := p.between(0, dear.y-0.5*dear.size)
	for i := len(above) - 1; i >= 0 && dear.y-above[i].y < linesOfHead*max(dear.size, 9); i-- {
		c := above[i]
		if math.Abs(c.x0-dear.x0) > 3 || c.mark != noMark {
			continue
		}
		if cityLine.MatchString(c.text) {
			return p.blockUpTo(c)
		}
		if len(p.row(c)) == 0 && !subject.MatchString(c.text) && !c.bold && !upper(c.text) {
			return nil
		}
	}
	return nil
}

func (p *page) blockUpTo(last *cell) []*cell {
	block := []*cell{last}
	for range linesOfBlock {
		above := p.lineAbove(block[0])
		if above == nil || theDate.MatchString(above.text) {
			break
		}
		block = append([]*cell{above}, block...)
	}
	return block
}
