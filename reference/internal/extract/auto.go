package extract

import "regexp"

var (
	autoPolicy = regexp.MustCompile(`(?i)\b(?:business|commercial) auto(?:mobile)?(?: (?:coverage|form|part|insurance|policy))* (?:declarations|policy)\b`)
	autoLimit  = regexp.MustCompile(`(?i)^(?:covered autos? |auto(?:mobile)? )?(?:liability|bodily injury (?:and|&) property damage)(?: (?:liability|coverage|insurance|\(?csl\)?))*:?$`)
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
