package extract

import (
	"regexp"
	"strings"
)

var (
	company    = regexp.MustCompile(`(?i)\b(?:insurance|assurance|casualty|indemnity|mutual|surety|underwriters|specialty)\b.*\b(?:company|co\.?|corp\.?|corporation|inc\.?|exchange|group|association|mutual|society)(?:,? (?:inc\.?|of [A-Z]\w+))?$|\b(?:mutual|casualty|indemnity|insurance|assurance)$`)
	noCompany  = regexp.MustCompile(`(?i)agenc|agent|broker|partners|services|certificate|application|policy|declaration|coverage|program|summary|history|loss run|questionnaire|request|information`)
	policyWord = regexp.MustCompile(`(?i)declarations?|loss run|policy (?:period|number|no)|claims? (?:history|experience|report)|loss (?:history|experience)|renewal (?:certificate|notice)|binder`)
	afterDash  = regexp.MustCompile(`^(.*?)\s+[–—|·-]\s+.*$`)
)

const sureOfLetterhead = 0.78

// letterhead takes the insurer's name from the top of a policy or a loss run that names it nowhere else.
func (r *reader) letterhead(pages []*page) {
	if _, known := r.found["current_carrier"]; known || len(pages) == 0 {
		return
	}
	p := pages[0]
	policy := false
	for _, c := range p.cells {
		policy = policy || policyWord.MatchString(c.text)
	}
	if !policy {
		return
	}
	var best *cell
	name := ""
	for _, c := range p.cells {
		if c.mark != noMark || c.y > 0.22*p.height || c.colon || c.context == "insured" {
			continue
		}
		text := c.text
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
}
