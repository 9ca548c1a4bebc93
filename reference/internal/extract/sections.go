package extract

import "github.com/workspaceintake/intake-go/reference/internal/pattern"

// A limit belongs to the coverage under whose name it stands: "Each occurrence" beside "Umbrella liability" in a certificate,
// or below that heading in a policy, is the umbrella's.
var coverages = []struct {
	is   *pattern.Pattern
	keys map[string]string // what a label stands for there; "" is nothing that the catalogue asks
}{
	{pattern.MustCompile(`
		(?i)^(?:[A-F] +)?(?:commercial )?(?:umbrella|excess)(?: (?:liab(?:ility)?|policy|coverage|section))*
		(?: (?:declarations|limits|part))?:?$`), map[string]string{
		"each_occurrence_limit": "umbrella_limit", "general_aggregate_limit": "", "deductible": ""}},
	{pattern.MustCompile(`(?i)^(?:[A-F] +)?(?:commercial |business )?(?:auto|automobile)(?: liab(?:ility)?)?(?: (?:policy|coverages?|section))*:?$`), map[string]string{
		"each_occurrence_limit": "", "general_aggregate_limit": "", "deductible": ""}},
	{pattern.MustCompile(`
		(?i)^(?:[A-F] +)?work(?:ers|men'?s|ers'|er'?s|ers’)? comp(?:ensation)?(?: (?:and|&) employers'?’? ?liability)?
		(?: (?:policy|coverages?|section|insurance))*:?$`), map[string]string{
		"each_occurrence_limit": "", "general_aggregate_limit": "", "deductible": ""}},
	{pattern.MustCompile(`
		(?i)^(?:[A-F] +)?(?:
			professional liab(?:ility)?|errors (?:and|&) omissions|e ?& ?o|cyber(?: liab(?:ility)?)?|
			employment practices(?: liability)?|liquor liability|pollution(?: liability)?|inland marine|crime
		)(?: (?:policy|coverages?|section|insurance))*:?$`), map[string]string{
		"each_occurrence_limit": "", "general_aggregate_limit": "", "deductible": ""}},
	{pattern.MustCompile(`
		(?i)^(?:[A-F] +)?(?:commercial )?(?:general )?liability(?: (?:policy|coverages?|section|insurance|limits))*:?$|
		^(?:commercial )?property(?: (?:policy|coverages?|section|insurance))*:?$|
		^(?:building|premises|locations?|businessowners)\b.*$`), nil},
}

var (
	cyberPolicy        = pattern.MustCompile(`(?i)\bcyber (?:liability |risk |and privacy |insurance )*(?:policy|declarations|coverage part)`)
	professionalPolicy = pattern.MustCompile(`
		(?i)\b(?:professional liability|errors (?:and|&) omissions|malpractice) (?:insurance )?
		(?:policy|declarations|coverage part)`)
)

// lineAlone tells a policy of one line whose limits are not those of general liability.
func lineAlone(pages []*page) string {
	switch {
	case titled(pages, packageTitle):
		return ""
	case titled(pages, cyberPolicy):
		return "cyber_limit"
	case titled(pages, professionalPolicy):
		return "professional_limit"
	}
	return ""
}

// underLine is the field that a label stands for in such a policy: a claim has one limit, and the retention is no umbrella's.
func underLine(limit, key string) string {
	switch key {
	case "each_occurrence_limit":
		return limit
	case "general_aggregate_limit":
		if limit == "cyber_limit" {
			return limit
		}
		return ""
	case "umbrella_retention", "deductible":
		return ""
	}
	return key
}

var combinedSingle = pattern.MustCompile(`(?i)\b(?:c\.?s\.?l\.?|combined single)(?:\W|$)`)

// combinedSingle tells a limit that is one of autos: "Liability limit: $1,000,000 CSL".
func (p *page) combinedSingle(label *cell) bool {
	right := p.after(label)
	return len(right) > 0 && combinedSingle.MatchString(right[0].text)
}

// depthOfCoverage is how far below the name of a coverage its limits may stand.
const depthOfCoverage = 130

// ofCoverage is the field that a label stands for under the coverage that it belongs to.
func (p *page) ofCoverage(label *cell, key string) string {
	if key != "each_occurrence_limit" && key != "general_aggregate_limit" && key != "deductible" {
		return key
	}
	above := p.between(label.y-depthOfCoverage, label.y+0.6*label.size)
	for i := len(above) - 1; i >= 0; i-- {
		c := above[i]
		if c == label || c.mark != noMark || c.prose || c.x0 > label.x0+2 || c.colon && p.valued(c) {
			continue
		}
		for _, cov := range coverages {
			if !cov.is.MatchString(c.text) || near(c.y, label.y, c.size) && p.header(label) ||
				near(c.y, label.y, c.size) && len(c.hits) > 0 && c.hits[0].key == key {
				continue
			}
			if to, known := cov.keys[key]; known {
				return to
			}
			return key
		}
	}
	return key
}
