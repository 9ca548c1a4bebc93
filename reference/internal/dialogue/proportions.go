package dialogue

import (
	"strconv"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

var multiplyBoth = pattern.MustCompile(doIt + `
	(double|triple|halve|quadruple) (?:both|the two|both of (?:them|those)|the|our|those)(?: of the)?
	(?: (?:gl |liability |general liability )?(limits))?(?: please| too| then)?\W*$`)

// bothMultiplied reads "double both" and "double the limits".
func (r *reader) bothMultiplied() (all []relation) {
	m := multiplyBoth.FindStringSubmatchIndex(r.text.Lower)
	if m == nil || !r.speaksAt(m[2]) || m[4] < 0 && !strings.Contains(r.text.Lower[m[0]:m[1]], "both") {
		return nil
	}
	keys := []string{"each_occurrence_limit", "general_aggregate_limit"}
	if m[4] < 0 {
		keys = nil
		for _, c := range r.latest() {
			keys = append(keys, c.Key)
		}
	}
	for _, key := range keys {
		if numeric(r.field(key).Kind) && r.heldFigure(key) {
			all = append(all, relation{target: key, base: key, times: factors[r.text.Lower[m[2]:m[3]]], start: m[0], end: m[1]})
		}
	}
	if len(all) == 2 {
		r.take(m[0], m[1])
		return all
	}
	return nil
}

var byPercent = pattern.MustCompile(doIt + `
	(raise|increase|bump|up|lower|reduce|drop|cut|decrease) (both|` + pronoun + `|(?:the|our|my) [a-z -]+?)(?: up| down)?
	(?: by)? (\d{1,3}) ?(?:%|percent)`)

// changedByPercent reads "bump both up 10%" of the sums that are named or were told last.
func (r *reader) changedByPercent() (all []relation) {
	m := byPercent.FindStringSubmatchIndex(r.text.Lower)
	if m == nil || !r.speaksAt(m[2]) {
		return nil
	}
	share, _ := strconv.ParseFloat(r.text.Lower[m[6]:m[7]], 64)
	if lessens[r.text.Lower[m[2]:m[3]]] {
		share = -share
	}
	var keys []string
	switch object := r.text.Lower[m[4]:m[5]]; {
	case object == "both" || object == "those" || object == "them":
		for _, c := range r.latest() {
			if r.field(c.Key).Kind == catalog.Money && r.heldFigure(c.Key) {
				keys = append(keys, c.Key)
			}
		}
	case plainPronoun(object):
		keys = []string{r.lastFigure(m[0])}
	default:
		keys = []string{r.counted(m[4], m[5])}
	}
	if r.text.Lower[m[4]:m[5]] == "both" && len(keys) != 2 {
		return nil
	}
	for _, key := range keys {
		if r.field(key).Kind == catalog.Money && r.heldFigure(key) {
			all = append(all, relation{target: key, base: key, times: 1 + share/100, start: m[0], end: m[1]})
		}
	}
	if len(all) > 0 {
		r.use(m[0], m[1])
		r.take(m[0], m[1])
	}
	return all
}

// percentOf reads "payroll is about 30% of sales" as a sum, where both are money.
func (r *reader) percentOf(s sentence, text string) (relation, bool) {
	for _, v := range r.valuesIn(s.start, s.end) {
		m := ofSum.FindStringIndex(r.text.Lower[v.end:s.end])
		if v.kind != catalog.Count || !v.number.Percent || v.old || m == nil {
			continue
		}
		_, g := r.sentenceOf(v.start)
		if g == nil {
			continue
		}
		target, base := r.counted(g.start, v.start), r.counted(v.end, v.end+m[1])
		if thatSum.MatchString(r.text.Lower[v.end : v.end+m[1]]) {
			base = r.lastFigure(v.start)
		}
		if base == "" || r.field(target).Kind != catalog.Money || r.field(base).Kind != catalog.Money || target == base ||
			!partOf.MatchString(r.text.Lower[g.start:v.start]) {
			continue
		}
		return relation{target: target, base: base, times: v.number.Value / 100, start: v.start, end: v.end + m[1]}, true
	}
	return relation{}, false
}

var thatSum = pattern.MustCompile(`\b(?:that|it|this)$`)

var ofSum = pattern.MustCompile(`^ of (?:that|it|this)\b|^ of (?:(?:our|the|my|total|gross|annual) )*(?:revenues?|sales|gross|receipts|payroll)\b`)
