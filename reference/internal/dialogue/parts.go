package dialogue

import (
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

// division is a sum that people tell in parts, by what each part is of: what stands behind a part or before it, and the
// talk in which those words mean something else.
type division struct {
	key           string
	behind, ahead *pattern.Pattern
	other         *pattern.Pattern
}

const (
	goodsWord = `
		tools?|equipment|stock|inventory|fixtures?|furniture|machinery|machines|supplies|computers?|merchandise|furnishings|
		electronics|materials|appliances|instruments|kitchen|product`
	staffWord = `
		office(?: staff)?|clerical|field(?: crews?| guys| staff)?|shop(?: guys)?|drivers?|admin(?:istrative)?|outside sales|
		inside sales|salespeople|sales staff|installers?|technicians|techs|crews?|warehouse|kitchen|servers|managers?|management|
		foremen|laborers|mechanics|roofers|painters|carpenters|electricians|plumbers|front desk|front of house|back of house|
		hygienists|assistants|teachers|owners?|officers?`
	policyWord = `
		gl|general liability|liability|property|auto|workers comp|workers compensation|work comp|comp|wc|umbrella|bop|package|cyber|
		e&o|professional|epli|inland marine|bond`
	smallWord = `
		(?: dollars| bucks)?(?: worth)?(?: of| in| for| from| on)?(?: the| our| my| all the| some)?
		(?: office| hand| shop| power| kitchen| restaurant| used| new| misc| general)?`
)

var divisions = []division{
	{"contents_limit", pattern.MustCompile(`^` + smallWord + ` (` + goodsWord + `)\b`), pattern.MustCompile(`
		\b(` + goodsWord + `)(?: is| are| at| about| around| worth| for|:|,| -)* \$?$`),
		pattern.MustCompile(`
			\b(?:
				s[eo]ll?s?|sold|sales|revenue|gross|receipts|buy|bought|spen[dt]|purchases?d?|rent(?:al|ed|s)?|claims?|loss(?:es)?|
				stolen|lost|total|altogether|premium|pay
			)\b`)},
	{"annual_payroll", pattern.MustCompile(`^(?: dollars)?(?: is| was)?(?: for| to| in| on)?(?: the| our| my)? (` + staffWord + `)\b`), pattern.MustCompile(`
		\b(` + staffWord + `)(?: payroll| wages| pay)?(?: is| are| at| about| around| get| gets|:|,| -)* \$?$`),
		pattern.MustCompile(`\b(?:revenue|sales are|receipts|gross|premium|total|altogether|subs?|subcontractors?|each|apiece|contents|limit|insur\w+)\b`)},
	{"current_premium", pattern.MustCompile(`^(?: dollars)?(?: for| on| in)?(?: the| our)? (` + policyWord + `)\b`), pattern.MustCompile(`
		\b(` + policyWord + `)(?: policy| premium| coverage)?(?: is| runs| was| at| about| costs|:| -)* \$?$`),
		pattern.MustCompile(`
			\b(?:
				limits?|deductible|ded|occ\w*|agg\w*|revenue|sales|receipts|payroll|total|altogether|loss(?:es)?|claims?|contents|
				building
			)\b`)},
	{"annual_revenue", pattern.MustCompile(`^(?: dollars)?(?: is| was| came| comes)? (?:from|on|in) (?:the |our )?([a-z]+(?: [a-z]+)?)\b`), nil,
		pattern.MustCompile(`
			\b(?:
				payroll|wages|premium|total|altogether|subs?|subcontractors?|limit|insur\w+|loss(?:es)?|claims?|contents|last year|
				20\d\d
			)\b`)},
}

// readParts adds up a sum that is told in parts: "80k of stock and 35k of fixtures". The parts must stand in one sentence
// and each be of something else, and but for the contents the whole must be named or asked for.
func (r *reader) readParts() {
	for _, d := range divisions {
		if !r.fields[d.key] || r.has(d.key) {
			continue
		}
		for _, s := range r.sentences {
			if !s.question && (d.key == "contents_limit" || r.askedAt(d.key) == 0 || len(r.cuesOfKey(s, d.key)) > 0 ||
				slices.Contains(r.askedOneself(s), d.key)) && !d.other.MatchString(r.text.Lower[s.start:s.end]) {
				r.sumParts(d, s)
			}
		}
	}
}

// askedOneself are the fields that the question right before a sentence names.
func (r *reader) askedOneself(s sentence) (keys []string) {
	if i := r.at(s.start); i > 0 && r.sentences[i-1].question {
		for _, c := range r.cuesIn(r.sentences[i-1].start, r.sentences[i-1].end) {
			keys = append(keys, c.key)
		}
	}
	return keys
}

func (r *reader) sumParts(d division, s sentence) {
	sum, parts, last := 0.0, map[string]bool{}, s.start
	var of []found
	for _, v := range r.valuesIn(s.start, s.end) {
		n := v.number
		if v.kind != catalog.Count || n.Percent || n.YearLike || !(n.Money || n.Scaled || n.Grouped) {
			continue
		}
		part := partNamed(d, r.text.Lower[last:v.start], r.text.Lower[v.end:s.end])
		last = v.end
		if part == "" || parts[part] || v.old || n.Range || !r.speaksAt(v.start) || r.isTaken(v.start, v.end) {
			return // what is not a part makes the rest uncertain
		}
		sum, parts[part], of = sum+n.Value, true, append(of, v)
	}
	f := r.field(d.key)
	if total, ok := value.InRange(f, sum); ok && len(of) > 1 {
		start, end := of[0].start, of[len(of)-1].end
		r.use(start, end)
		r.set(d.key, total, 13, start, end)
		r.note(Assumed, "I added the parts up to "+value.Format(f, total)+" for “"+f.Label+"”.")
	}
}

// partNamed is what a figure is a part of: the word behind it, else the one before it.
func partNamed(d division, before, after string) string {
	if i := strings.IndexAny(after, "0123456789"); i >= 0 {
		after = after[:i]
	}
	if m := d.behind.FindStringSubmatch(after); m != nil {
		return stem(m[1])
	}
	if d.ahead != nil {
		if m := d.ahead.FindStringSubmatch(before); m != nil {
			return stem(m[1])
		}
	}
	return ""
}
