package checks

import (
	"regexp"
	"slices"
	"strings"
)

// collected is a value that answered a question, and whether forms show it.
type collected struct {
	key   string
	shown bool
}

// collectedShown are the values of a filled intake that can be looked for in forms of which a fill warns of nothing, in the order in which they were
// asked for. A choice and a yes may be marks, and a value that is short is in a form by chance.
func (c *C) collectedShown(j *journey) (all []collected) {
	values := namedValues(j.after.object())
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
		all = append(all, collected{q.key, formsShowValue(j.downloads, v)})
	}
	c.about(j.fill)
	c.aboutForms(j)
	return all
}

// wantLastAskedShown warns where forms show values that answered the first questions of an intake, and none of those that answered the last ones,
// and say nothing of it: a fill takes everything collected so far (spec section 4, endpoint 8). A form that lacks some values has a place for others
// wherever they are asked.
func (c *C) wantLastAskedShown() {
	first, last := 0, []string(nil)
	for _, one := range c.collectedShown(c.filled()) {
		switch {
		case !one.shown:
			last = append(last, one.key)
		case len(last) > 0:
			return
		default:
			first++
		}
	}
	c.recommend(first < enoughPrinted || len(last) < enoughPrinted, "everything collected so far in the forms",
		"the values of the first %d questions, and none of the last, %s",
		first, strings.Join(last, ", "))
}

// wantEachCollectedShown warns where forms show many values, and one that was collected nowhere.
func (c *C) wantEachCollectedShown() {
	const many, seconds = 6, 100_000_000 // such numbers may be days, in seconds since 1970
	j := c.filled()
	values := namedValues(j.after.object())
	shown, lost := 0, []string(nil)
	for _, one := range c.collectedShown(j) {
		n, is := number(values[one.key])
		if one.shown || is && n >= seconds || mayShowDay(j.downloads, plainText(values[one.key])) {
			shown++
		} else {
			lost = append(lost, one.key)
		}
	}
	c.recommend(shown < many || len(lost) != 1, "everything collected so far in the forms", "the values of %d questions, and none of %s", shown, strings.Join(lost, ", "))
}

// inDigits are the numbers of a text, a year by its last two digits.
var inDigits = regexp.MustCompile(`[1-9]\d?\b`)

// mayShowDay says whether a text of a form has all numbers that a day is told with, in whatever order and among words: it may be that day.
func mayShowDay(forms map[string]*exchange, told string) bool {
	numbers := inDigits.FindAllString(told, -1)
	if len(numbers) < 2 {
		return false
	}
	for _, x := range forms {
		if x != nil && x.ok() && anyShows(x.legible().Strings(), func(text string) bool {
			there := inDigits.FindAllString(text, -1)
			return !slices.ContainsFunc(numbers, func(one string) bool { return !slices.Contains(there, one) })
		}) {
			return true
		}
	}
	return false
}

// wantBareTold warns of a form of a finished intake in which a fill wrote next to nothing, which is not suspected to be sparse and of which it warns of
// nothing, where another one has many fields.
func (c *C) wantBareTold() {
	const many, little = 6, 1
	fill := c.filled().fill
	most, bare := 0.0, ""
	for _, form := range objects(c.prepared(fill, "fill")["forms"]) {
		written, counted := number(form["fields_written"])
		if counted && written <= little && form["sparse_suspected"] == false && len(strs(form["warnings"])) == 0 {
			bare = text(form["form_key"])
		}
		most = max(most, written)
	}
	c.about(fill)
	c.recommend(most < many || bare == "", "everything collected so far in each form, or a word of what is missing",
		"at most %d field written in %s, and %v in another one", little, bare, most)
}

// formsShowValue says whether forms show a value in whatever form.
func formsShowValue(forms map[string]*exchange, v any) bool {
	told := plainText(v)
	if formsShow(forms, told) || formsSpell(forms, told) {
		return true
	}
	if day, is := dayOf(v); is {
		return formsShowDay(forms, day, slices.Concat(unmistakable, monthFirst, dayFirst)) ||
			slices.ContainsFunc(dayDigits, func(way string) bool { return spelled(forms, day.Format(way)) })
	}
	if n, is := integer(v); is {
		return spelled(forms, digitsOf(told)) || spelled(forms, text(n/100)) // which may be cents
	}
	money := aSum.FindStringSubmatch(told)
	return spelled(forms, told) || money != nil && spelled(forms, digitsOf(money[1]))
}

// aSum is an amount of money as a text, and what of it stands before its cents where there are none.
var aSum = regexp.MustCompile(`^(?:[$€£]|[A-Z]{3})? ?(\d[\d.,' ]*?)(?:[.,]00?)? ?(?:[$€£]|[A-Z]{3})?$`)

// spelled says whether forms show the letters and digits of a text one after the other, whatever they are divided into: each may have a field or a
// line of its own.
func spelled(forms map[string]*exchange, told string) bool {
	letters := lettersOf(withoutCountry(told))
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
