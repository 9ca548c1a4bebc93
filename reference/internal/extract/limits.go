package extract

import (
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

var (
	autoPolicy = pattern.MustCompile(`(?i)\b(?:business|commercial) auto(?:mobile)?(?: (?:coverage|form|part|insurance|policy))* (?:declarations|policy)\b`)
	autoLimit  = pattern.MustCompile(`
		(?i)^(?:covered autos? |auto(?:mobile)? )?(?:liability|bodily injury (?:and|&) property damage)
		(?: (?:liability|coverage|insurance|\(?csl\)?))*:?$`)
)

const sureOfTitled = 0.9

// autoLiability reads the limit beside "Liability" in a policy of autos alone, where the word needs no more to be theirs.
func (r *reader) autoLiability(pages []*page) {
	f, ok := r.catalog.Field("auto_liability_limit")
	if !ok || !titled(pages, autoPolicy) || titled(pages, packageTitle) {
		return
	}
	for _, p := range pages {
		for _, c := range p.cells {
			if c.mark != noMark || c.prose || !autoLimit.MatchString(c.text) || p.boxBefore(c) != noMark {
				continue
			}
			if v, ok := r.right(p, c, f); ok {
				r.keep(f.Key, v, sureOfTitled, p, c)
			}
		}
	}
}

var (
	askedLimit = pattern.MustCompile(`
		^(?:requested |desired |aggregate |policy |claim )*limits?(?: of (?:liability|insurance))?
		(?: (?:requested|desired|wanted|per claim|each claim))*$`)
	asksFor     = pattern.MustCompile(`(?i)\b(?:application|supplement|supplemental|questionnaire|proposal form)\b`)
	aboutCyber  = pattern.MustCompile(`(?i)\bcyber\b`)
	aboutErrors = pattern.MustCompile(`(?i)\bprofessional\b|\berrors (?:and|&) omissions\b|\bmalpractice\b`)
	aboutOthers = pattern.MustCompile(`(?i)\b(?:package|liability and|property|general liability)\b`)
)

// limitOfForm is the limit that an application for one line of business asks for when it says no more than "limit", "" where it
// may be for several.
func limitOfForm(pages []*page) string {
	for _, p := range pages {
		for _, c := range p.cells {
			if c.mark != noMark || c.prose || c.colon || c.y > topOfPage*p.height || !asksFor.MatchString(c.text) || aboutOthers.MatchString(c.text) {
				continue
			}
			switch cyber, errors := aboutCyber.MatchString(c.text), aboutErrors.MatchString(c.text); {
			case cyber && !errors:
				return "cyber_limit"
			case errors && !cyber:
				return "professional_limit"
			}
		}
	}
	return ""
}

// askedLimits reads the limit in such an application.
func (r *reader) askedLimits(pages []*page) {
	f, ok := r.catalog.Field(limitOfForm(pages))
	if !ok {
		return
	}
	for _, p := range pages {
		for _, c := range p.cells {
			if c.mark != noMark || !c.label || c.prose || strange(c.context) || !askedLimit.MatchString(normal(strings.TrimRight(c.text, ":? "))) {
				continue
			}
			if !askedFor.MatchString(c.text) && p.lead(c) != nil {
				continue // "Limit" behind the insurer of now is what there is
			}
			if v, sure, ok := r.valueOf(p, c, f); ok {
				r.keep(f.Key, v, sure*sureOfTitled, p, c)
			}
		}
	}
}

var askedFor = pattern.MustCompile(`(?i)\b(?:requested|desired|wanted)\b`)
