package extract

import (
	"math"
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

var (
	salutation = pattern.MustCompile(`^(?:Dear|To whom it may concern)\b`)
	otherParty = pattern.MustCompile(`
		(?i)\b(?:insurance|assurance|risk|surety|coverage)\b.*\b(?:
			agency|agents?|services|brokers?|brokerage|group|associates|partners|advis[eo]rs|consultants|company|co\.?|corp\.?|
			inc\.?|llc|mutual
		)(?:\W|$)|
		\b(?:agency|brokerage|brokers|underwriters)\b|\bins\.? (?:co\b|company|group|exchange|agency|services?)`)
	umbrellaTitle = pattern.MustCompile(`(?i)\b(?:umbrella|excess) (?:liability )?(?:policy|declarations|coverage|insurance)`)
	packageTitle  = pattern.MustCompile(`(?i)\b(?:package|businessowners|general liability) (?:policy|declarations|coverage)`)
	contactLine   = pattern.MustCompile(`phone|^tel|fax|mail|^web|^(?:p|f|t|e|m|ph|cell|toll free)$`)
	invoiceTitle  = pattern.MustCompile(`(?i)^(?:premium |installment |billing )*(?:invoice|billing statement|bill|notice of (?:premium|payment) due)$`)
	certificate   = pattern.MustCompile(`(?i)^(?:acord )?(?:certificate|evidence) of (?:commercial )?(?:liability |property )*insurance`)
)

// linesOfLetterhead is how far up a letterhead is followed.
const linesOfLetterhead = 8

// ofOthers tells a cell that stands in the letterhead of an agency or an insurer: in a block of lines, or on a row, that such
// a name begins without a label of its own.
func (p *page) ofOthers(c *cell) bool {
	for _, d := range p.row(c) {
		if d.x1 <= c.x0+1 && d.mark == noMark && !d.label && !d.typed && p.named(d) {
			return true
		}
	}
	at := c
	for range linesOfLetterhead {
		above := p.lineAbove(at)
		switch {
		case above == nil:
			return false
		case !above.label && p.named(above):
			return true
		case above.label && !contactLine.MatchString(normal(above.text)):
			return false
		}
		at = above
	}
	return false
}

// named tells the name of an agency or an insurer that stands by itself, not as the value of a label.
func (p *page) named(c *cell) bool {
	if !otherParty.MatchString(c.text) || len(c.words) > 8 || policyWord.MatchString(c.text) {
		return false
	}
	for _, d := range p.row(c) {
		if d.x1 <= c.x0+1 && d.label {
			return false
		}
	}
	above := p.lineAbove(c)
	return above == nil || !above.label || len(above.hits) == 0
}

// lineAbove is the cell right above one, in the same block: same left edge or same centre, no more than a line away.
func (p *page) lineAbove(c *cell) *cell {
	cells := p.between(c.y-1.9*max(c.size, 8), c.y-0.5*c.size)
	for i := len(cells) - 1; i >= 0; i-- {
		d := cells[i]
		if d.mark == noMark && !d.typed && (math.Abs(d.x0-c.x0) < 3 || math.Abs(d.centre()-c.centre()) < 3) {
			return d
		}
	}
	return nil
}

var (
	applicationTitle = pattern.MustCompile(`(?i)\bapplication\b`)
	headsPrior       = pattern.MustCompile(`(?i)\b(?:prior|previous|current|expiring|existing|insurance history)\b`)
	anyCarrier       = pattern.MustCompile(`^(?:carrier|company|insurer|insurance company|company name|carrier name)$`)
	anyAgency        = pattern.MustCompile(`^(?:agency|producer|agent|broker)\b`)
)

// asksPrior tells a form with a section for the insurance that there has been.
func (r *reader) asksPrior(pages []*page) bool {
	return slices.ContainsFunc(pages, func(p *page) bool {
		return slices.ContainsFunc(p.cells, func(c *cell) bool {
			return c.mark == noMark && !c.prose && !c.colon && headsPrior.MatchString(c.text) && r.context(c.text) == "prior"
		})
	})
}

// appliedTo tells the box at the top of an application, beside that of the agency, with the insurer that it goes to.
func (p *page) appliedTo(label *cell) bool {
	if p.number != 0 || label.y > topOfPage*p.height || label.context == "prior" || !anyCarrier.MatchString(normal(label.text)) {
		return false
	}
	for _, d := range p.between(0, topOfPage*p.height) {
		if d.mark == noMark && anyAgency.MatchString(normal(d.text)) {
			return true
		}
	}
	return false
}

// ofPeople are the fields that a certificate or a letterhead fills with the agent's particulars.
func ofPeople(key string) bool {
	return strings.HasPrefix(key, "contact_") || strings.HasPrefix(key, "mailing_") || key == "website" || key == "fein"
}

// sender tells a cell above the salutation of a letter: what stands there is about who writes.
func (p *page) sender(c *cell) bool {
	for _, d := range p.between(c.y, c.y+linesOfHead*max(c.size, 9)) {
		if d.mark == noMark && salutation.MatchString(d.text) {
			return true
		}
	}
	return false
}

const linesOfHead = 25

// titled looks for a document's title at the top of its pages. Whoever can be called about a certificate of insurance is the
// agent; the limits of an umbrella policy are not those of the liability under it.
func titled(pages []*page, is *pattern.Pattern) bool {
	for _, p := range pages {
		for _, c := range p.cells {
			if c.mark == noMark && !c.prose && !c.colon && c.y < topOfPage*p.height && is.MatchString(c.text) {
				return true
			}
		}
	}
	return false
}

const topOfPage = 0.25

// underUmbrella is the field that a label stands for in an umbrella policy.
func underUmbrella(key string) string {
	switch key {
	case "each_occurrence_limit":
		return "umbrella_limit"
	case "general_aggregate_limit", "auto_liability_limit", "employers_liability_limit":
		return ""
	}
	return key
}

// bareCompany is a label that in a policy means the insurer and in an application the applicant.
var bareCompany = pattern.MustCompile(`(?i)^(?:company|company name|business|firm):?$`)

// companyHits tells by the name behind such a label whose it is.
func (l *labels) companyHits(p *page, c *cell) []hit {
	for _, d := range p.row(c) {
		switch {
		case d.x0 < c.x1-1:
			continue
		case d.mark == noMark && company.MatchString(d.text) && !noCompany.MatchString(d.text):
			return []hit{{"current_carrier", cueLabel}}
		case d.mark == noMark && suffixes.MatchString(d.text) && !insurerName(d.text):
			return []hit{{"legal_name", cueLabel}}
		}
		return c.hits
	}
	return c.hits
}

// insurerName tells the name of an insurer or an agency.
func insurerName(text string) bool {
	return company.MatchString(text) || otherParty.MatchString(text)
}
