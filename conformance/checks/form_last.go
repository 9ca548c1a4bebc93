package checks

import (
	"slices"
	"strings"
)

// wantLastAskedShown warns where forms show values that answered the first questions of an intake, and none of those that answered the last ones,
// and say nothing of it: a fill takes everything collected so far (spec section 4, endpoint 8). A form that lacks some values has a place for others
// wherever they are asked. A choice and a yes may be marks, and a value that is short is in a form by chance.
func (c *C) wantLastAskedShown() {
	j := c.filled()
	values, first, last := namedValues(j.after.object()), 0, []string(nil)
	for _, form := range objects(j.fill.object()["forms"]) {
		c.needs(len(strs(form["warnings"])) == 0, "forms of which a fill warns of nothing", "%s", text(form["warnings"]))
	}
	for _, key := range j.keys() {
		x := j.downloads[key]
		c.needs(x != nil && x.ok() && !x.legible().Hides() && !x.legible().Has(otherTexts...), "a form that can be read", "%s", key)
	}
	for _, q := range j.asked() {
		v := values[q.key]
		told := plainText(v)
		if _, decided := v.(bool); decided || len(q.options) > 0 || len(lettersOf(told)) < leastPrinted || strings.ContainsAny(told, "*•") {
			continue
		}
		switch {
		case !formsShowValue(j.downloads, v):
			last = append(last, q.key)
		case len(last) > 0:
			return
		default:
			first++
		}
	}
	c.about(j.fill)
	c.aboutForms(j)
	c.recommend(first < enoughPrinted || len(last) < enoughPrinted, "everything collected so far in the forms", "the values of the first %d questions, and none of the last, %s",
		first, strings.Join(last, ", "))
}

// formsShowValue says whether forms show a value in whatever form.
func formsShowValue(forms map[string]*exchange, v any) bool {
	told := plainText(v)
	if formsShow(forms, told) || formsSpell(forms, told) {
		return true
	}
	if day, is := dayOf(v); is {
		return formsShowDay(forms, day, slices.Concat(unmistakable, monthFirst, dayFirst)) || spelled(forms, day.Format("01022006")) || spelled(forms, day.Format("02012006"))
	}
	if n, is := integer(v); is {
		return spelled(forms, digitsOf(told)) || spelled(forms, text(n/100)) // which may be cents
	}
	return spelled(forms, told)
}

// spelled says whether forms show the letters and digits of a text one after the other, whatever they are divided into: each may have a field or a
// line of its own.
func spelled(forms map[string]*exchange, told string) bool {
	letters := lettersOf(told)
	for _, x := range forms {
		if x == nil || !x.ok() {
			continue
		}
		if strings.Contains(lettersIn(x), letters) {
			return true
		}
	}
	return false
}

// lettersIn are the letters and digits of a form one after the other: in the open, and then in its fields.
func lettersIn(form *exchange) string {
	var open, entered strings.Builder
	for _, s := range form.legible().Strings() {
		into := &open
		if s.Value {
			into = &entered
		}
		into.WriteString(lettersOf(s.Text))
	}
	return open.String() + "\n" + entered.String()
}
