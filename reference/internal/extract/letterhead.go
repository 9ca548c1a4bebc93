package extract

import (
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

var (
	company = pattern.MustCompile(`
		(?i)\b(?:insurance|assurance|casualty|indemnity|mutual|surety|underwriters|specialty)\b.*\b(?:
			company|co\.?|corp\.?|corporation|inc\.?|exchange|group|association|mutual|society
		)(?:,? (?:inc\.?|of [A-Z]\w+))?$|
		\b(?:mutual|casualty|indemnity|insurance|assurance)$`)
	noCompany = pattern.MustCompile(`
		(?i)evidence|memorandum|agenc|agent|broker|partners|services|certificate|application|policy|declaration|coverage|program|
		summary|history|loss run|questionnaire|request|information|type of|quotation|quote|proposal|schedule|binder|
		commercial insurance(?:$| (?:application|policy|package))|liability|^to\b|^for\b`)
	policyWord = pattern.MustCompile(`
		(?i)declarations?|loss run|policy (?:period|number|no)|claims? (?:history|experience|report|listing|summary)|
		loss (?:history|experience)|renewal (?:certificate|notice|offer)|binder|policy (?:summary|schedule)|quotation|
		information page|your (?:new |renewal )?(?:\pL+ ){0,3}policy`)
	afterDash = pattern.MustCompile(`^(.*?)\s+[–—|·-]\s+.*$`)
)

const sureOfLetterhead = 0.78

// letterhead takes the insurer's name from the top of a policy or a loss run that names it nowhere else.
func (r *reader) letterhead(pages []*page) {
	if _, known := r.found["current_carrier"]; known || len(pages) == 0 {
		return
	}
	for _, p := range pages {
		if r.letterheadOf(p) {
			return
		}
	}
}

// letterheadOf looks at the top of one page.
func (r *reader) letterheadOf(p *page) bool {
	policy := false
	for _, c := range p.cells {
		policy = policy || policyWord.MatchString(c.text)
	}
	if !policy {
		return false
	}
	var best *cell
	name := ""
	for _, c := range p.cells {
		if c.mark != noMark || c.y > 0.22*p.height || c.colon || c.prose || c.context == "agency" || c.context == "prior" || len(p.row(c)) > 3 || p.ofLabel(c) {
			continue
		}
		text := officeBehind.ReplaceAllString(issuedBy.ReplaceAllString(c.text, ""), "")
		if m := afterDash.FindStringSubmatch(text); m != nil {
			text = m[1]
		}
		if company.MatchString(text) && !noCompany.MatchString(text) && len(strings.Fields(text)) <= 9 && (best == nil || c.size > best.size) {
			best, name = c, text
		}
	}
	if best != nil {
		r.keep("current_carrier", name, sureOfLetterhead, p, best)
	}
	return best != nil
}

var (
	issuedBy     = pattern.MustCompile(`(?i)^(?:this policy is |coverage is )?(?:issued|underwritten|provided|insured) by:? `)
	officeBehind = pattern.MustCompile(`,(?: (?:\d|P\.? ?O\.? Box).*| [A-Z][\pL. ]+, (?:[A-Z]{2}|[A-Z][a-z]+(?: [A-Z][a-z]+)?)(?: \d{5})?)$`)
)

// ofLabel tells a name that a label right before or above it calls somebody else's.
func (p *page) ofLabel(c *cell) bool {
	var left *cell
	for _, d := range p.row(c) {
		if d.x1 <= c.x0+1 {
			left = d
		}
	}
	above := p.lineAbove(c)
	return left != nil && left.label || above != nil && above.label
}
