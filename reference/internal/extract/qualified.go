package extract

import (
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

// What follows a sum says which limit it is: "$1,000,000 each occurrence".
var qualifiers = []struct {
	is  *pattern.Pattern
	key string
}{
	{pattern.MustCompile(`(?i)^(\$ ?[\d,]{7,})(?: limit)? (?:each|per|any one) occ(?:urrence)?\.?$`), "each_occurrence_limit"},
	{pattern.MustCompile(`(?i)^(\$ ?[\d,]{7,}) (?:general |annual |policy )?agg(?:regate)?\.?$`), "general_aggregate_limit"},
	{pattern.MustCompile(`(?i)^(\$ ?[\d,]{6,}) (?:c\.?s\.?l\.?|combined single limit)\b.*$`), "auto_liability_limit"},
	{pattern.MustCompile(`(?i)^(\$ ?[\d,]{6,}) (?:each|per) accident$`), "employers_liability_limit"},
}

var employers = pattern.MustCompile(`(?i)\b(?:employers|work(?:ers|men'?s)|e\.? ?l\.?)\b`)

const sureOfQualifier = 0.82

// qualified reads the sums that carry their own label behind them.
func (r *reader) qualified(p *page) {
	for _, c := range p.cells {
		if c.mark != noMark || c.prose || len(c.text) > longestCell {
			continue
		}
		text := strings.TrimPrefix(c.text, "Liability ")
		if text == "" || text[0] != '$' {
			continue
		}
		for _, q := range qualifiers {
			m := q.is.FindStringSubmatch(text)
			if m == nil || q.key == "employers_liability_limit" && !p.underEmployers(c) {
				continue
			}
			if row := p.rowText(c); q.key == "auto_liability_limit" || q.key == "employers_liability_limit" || !otherLimits.MatchString(row) {
				r.keepQualified(p, c, q.key, m[1])
			}
		}
	}
}

func (r *reader) keepQualified(p *page, c *cell, key, text string) {
	if f, ok := r.catalog.Field(key); ok {
		if v, ok := parse(f, text, r.now); ok {
			r.keep(key, v, sureOfQualifier, p, c)
		}
	}
}

// underEmployers tells a sum on a row or under a heading about the liability of employers.
func (p *page) underEmployers(c *cell) bool {
	if employers.MatchString(p.rowText(c)) {
		return true
	}
	for _, d := range p.between(c.y-3*c.size, c.y) {
		if d != c && d.mark == noMark && employers.MatchString(d.text) {
			return true
		}
	}
	return false
}
