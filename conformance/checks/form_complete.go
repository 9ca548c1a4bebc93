package checks

import (
	"maps"
	"slices"
	"strings"
)

// wantShownOnceComplete warns where the forms of a finished intake that were filled twice lack what was told after that and the session has, and
// have it where it was told in an open intake.
func (c *C) wantShownOnceComplete() {
	const fills = 2
	id := c.over().id
	for range fills {
		c.prepared(c.call("POST", sessionPath(id, "fill")), "fill of a finished intake")
	}
	for _, q := range c.freeTexts() {
		shown, stored := c.showsOnceTold(id, q)
		if !stored {
			continue
		}
		if shown {
			return
		}
		if open, _ := c.showsOnceTold(c.begunSession(), q); open {
			c.recommend(false, "what was told after the fills of a finished intake in the forms of the next one",
				"%s is in none, and is where it was told in an open intake", q.key)
		}
	}
}

// wantNoneBlankBeside warns of a form of a finished intake that shows the name of the insured and no other value, beside one that shows many, where
// several answers are in no form, nor the words of their questions, and the fill warns of nothing: it takes everything collected so far (spec section 4, endpoint 8).
func (c *C) wantNoneBlankBeside() {
	const some = 2
	j := c.filled()
	c.needs(j.finished, "an intake that is finished", "it is not")
	for _, form := range objects(j.fill.object()["forms"]) {
		c.needs(len(strs(form["warnings"])) == 0, "forms of which a fill warns of nothing", "%s", text(form["warnings"]))
	}
	told := namedValues(j.after.object())
	name := lettersOf(plainText(told["insured_name"]))
	delete(told, "state")
	maps.DeleteFunc(told, func(_ string, v any) bool { return strings.Contains(name, lettersOf(plainText(v))) }) // as a name in short is
	var blank *exchange
	most := 0
	for _, key := range j.keys() {
		x := j.downloads[key]
		c.needs(x != nil && x.ok() && !x.legible().Hides() && !x.legible().Has(otherTexts...) && !x.legible().Outlines(), "a form that can be read", "%s", key)
		n := valuesIn(x, told)
		if most = max(most, n); n == 0 && strings.Contains(lettersIn(x), name) {
			blank = x
		}
	}
	lost := j.shownNowhere()
	if blank == nil || most < manySet || len(lost) < some {
		return
	}
	c.about(j.fill)
	c.about(blank)
	c.recommend(false, "everything collected so far in the forms", "one shows the name and no other value, another one shows %d, and %s are in none",
		most, strings.Join(lost, ", "))
}

// shownNowhere are the keys of answers of which no form shows anything, nor the words of their questions. A yes may be a mark.
func (j *journey) shownNowhere() (lost []string) {
	values, _ := j.after.object()["field_values"].(obj)
	for _, q := range j.asked() {
		v := ungrouped(values)[q.key]
		parts, several := v.([]any)
		if !several {
			parts = []any{v}
		}
		if _, decided := v.(bool); decided || !says(v) || len(lettersOf(q.label)) < leastPrinted || spelled(j.downloads, q.label) {
			continue
		}
		seen := slices.ContainsFunc(parts, func(one any) bool {
			return len(lettersOf(plainText(one))) < leastPrinted || formsShowValue(j.downloads, one)
		})
		if !seen {
			lost = append(lost, q.key)
		}
	}
	return lost
}
