package extract

import (
	"math"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

const (
	sureOfParty  = 0.84
	linesOfParty = 7
)

var attention = pattern.MustCompile(`(?i)^(?:attn\.?|attention|contact|c/o)\b:? *(\pL.*)$`)

// party reads the lines under the name of the insured: for whose attention, the address, the telephone, the mailbox. They go
// on under the label's own edge or the name's.
func (r *reader) party(p *page, label, name *cell) {
	var address []string
	for _, text := range p.partyLines(label, name) {
		if m := attention.FindStringSubmatch(text); m != nil {
			r.keepParty(p, name, "contact_name", m[1])
			continue
		}
		if tradeName.MatchString(" " + text) {
			continue
		}
		phone, mail := phoneText.FindString(text), mailbox.FindStringSubmatch(text)
		if phone != "" && !strings.Contains(strings.ToLower(text), "fax") {
			r.keepParty(p, name, "contact_phone", phone)
		}
		if mail != nil {
			r.keepParty(p, name, "contact_email", mail[2])
		}
		if phone == "" && mail == nil {
			address = append(address, strings.TrimRight(text, ", "))
		}
	}
	for from := range address {
		for to := from + 1; to <= min(len(address), from+linesOfAddress); to++ {
			if a, ok := addressOf(address[from:to]); ok && a.City != "" && a.ZIP != "" {
				r.keep("mailing_address", a.Street, sureOfParty, p, name)
				for part, text := range map[string]string{"_city": a.City, "_state": a.State, "_zip": a.ZIP} {
					r.keep("mailing"+part, text, sureOfParty, p, name)
				}
				return
			}
		}
	}
}

// partyOf finds the name that a label has, behind it or under it, and reads what follows.
func (r *reader) partyOf(p *page, label *cell) {
	if right := p.after(label); len(right) > 0 && !right[0].label && right[0].mark == noMark && !p.header(label) {
		r.party(p, label, right[0])
		return
	}
	if d := p.nextLine(label.last(), label.x0); d != nil && !d.label {
		r.party(p, label, d)
	}
}

func (r *reader) keepParty(p *page, c *cell, key, text string) {
	if f, ok := r.catalog.Field(key); ok {
		if v, ok := parse(f, text, r.now); ok {
			r.keep(key, v, sureOfParty, p, c)
		}
	}
}

// partyLines are the lines of such a block, until a gap, a label of something else, or a heading.
func (p *page) partyLines(label, name *cell) (lines []string) {
	at := name
	for range linesOfParty {
		next := p.nextLine(at, label.x0, name.x0)
		if next == nil {
			return lines
		}
		text := p.lineOf(next)
		_, isMail := value.Bool(text)
		if isMail || next.label && len(next.hits) > 0 && !partyLabel.MatchString(text) || next.context == "agency" ||
			next.context == "third" || next.context == "carrier" {
			return lines
		}
		lines, at = append(lines, text), next
	}
	return lines
}

// partyLabel begins a line of such a block that has a label of its own.
var partyLabel = pattern.MustCompile(`(?i)^(?:attn|attention|contact|tel|phone|ph|cell|mobile|e-?mail|c/o|p:|t:|e:|m:|d/?b/?a\b|doing business)`)

// nextLine is the cell right under another, on one of two edges, with no label before it.
func (p *page) nextLine(at *cell, edges ...float64) *cell {
	for _, d := range p.between(at.y+0.5*at.size, at.y+1.75*at.size) {
		if d.mark != noMark || d.typed || math.Abs(d.size-at.size) > 2 {
			continue
		}
		for _, x := range edges {
			if math.Abs(d.x0-x) < 3 {
				if lead := p.lead(d); lead != nil && lead.label && len(lead.hits) > 0 {
					return nil // another row of labels and values
				}
				return d
			}
		}
	}
	return nil
}
