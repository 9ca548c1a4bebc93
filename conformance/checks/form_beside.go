package checks

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// leastBeside is how many values a session has beside its name where none of them in any form is no chance.
const leastBeside = 6

// ofNames are keys of values that are names of somebody, as a form shows that of the insured.
var ofNames = regexp.MustCompile(`(?i)insured|name|dba`)

// mostAlone is of how many values that no form shows sessions are made that have one of them alone.
const mostAlone = 3

// wantShownBeside warns of a value that no form shows of a session with many others, and some form of one that was told it alone: a fill
// takes everything collected so far (spec section 4, endpoint 8). Which values a form has a place for is left open.
func (c *C) wantShownBeside() {
	j := c.filled()
	values := namedValues(j.after.object())
	missing, labels, shown, besideName := j.unshown()
	named := slices.ContainsFunc(strings.Fields(plainText(j.after.object()["insured_name"])), func(word string) bool {
		return len(word) >= leastPrinted && formsShow(j.downloads, word)
	})
	c.recommend(besideName > 0 || len(missing) < leastBeside || !named, "values of a finished session in its forms", "its name, if that, and none of %d others", len(missing))
	c.needs(shown > 0, "forms whose texts can be read", "no value of the session in any")
	for _, key := range missing[:min(len(missing), mostAlone)] {
		id, told := c.fullSession(), plainText(values[key])
		c.prepared(c.answer(id, clip(labels[key]+": "+told)), "an answer to be taken")
		fill := c.call("POST", sessionPath(id, "fill"))
		c.prepared(fill, "fill")
		detail, forms := c.listedForms(id, as(c.run.home.Key))
		stored, _ := detail.object()["field_values"].(obj)
		alone := plainText(ungrouped(stored)[key]) == told && formsShow(forms, told)
		c.about(fill)
		c.recommend(!alone, "a value in the forms that they show where a session has it alone", "%s, %q, of a session with %d values is in none", key, told, len(values))
	}
}

// unshown are the keys of the values of a session that none of its forms shows, with the labels under which they were asked, and how many
// values the forms show, and show beside names.
func (j *journey) unshown() (missing []string, labels map[string]string, shown, besideName int) {
	values, labels := namedValues(j.after.object()), map[string]string{}
	for _, q := range j.asked() {
		labels[q.key] = q.label
	}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		switch told := plainText(values[key]); {
		case len(told) < leastPrinted, strings.ContainsAny(told, "*•"): // it may be masked in the detail alone
		case formsShow(j.downloads, told), formsSpell(j.downloads, told):
			if shown++; !ofNames.MatchString(key) {
				besideName++
			}
		case labels[key] != "":
			missing = append(missing, key)
		}
	}
	return missing, labels, shown, besideName
}

// wantOwnInForms warns of forms that show what other sessions have, and of some that no longer show a value of their session once another
// one is made.
func (c *C) wantOwnInForms() {
	c.maybe(c.wantNoneOfOthersInForms)
	j := c.filled()
	for _, q := range j.asked() {
		told := plainText(namedValues(j.after.object())[q.key])
		if len(told) < leastPrinted || !formsShow(j.downloads, told) || strings.Contains(plainText(j.after.object()["insured_name"]), told) {
			continue
		}
		id := c.fullSession()
		c.prepared(c.answer(id, clip(q.label+": "+told)), "an answer to be taken")
		shown := func() bool {
			c.prepared(c.call("POST", sessionPath(id, "fill")), "fill")
			_, forms := c.listedForms(id, as(c.run.home.Key))
			return formsShow(forms, told)
		}
		c.needs(shown(), "a value in the forms of the session that was made last", "%s is not there", q.key)
		c.fullSession()
		kept := shown()
		if !kept { // which is asked twice, as somebody else may have made one just then
			kept = shown()
		}
		c.recommend(kept, "a value of the session in its forms, whichever session was made last", "%s is there no more once another one is made", q.key)
		return
	}
}

// wantNoneOfOthersInForms warns of forms of a session that was told nothing which show what was told in another one.
func (c *C) wantNoneOfOthersInForms() {
	const unmistakable = 10
	j := c.filled()
	id := c.newSession()
	fill := c.call("POST", sessionPath(id, "fill"))
	c.prepared(fill, "fill on an open session")
	detail, forms := c.listedForms(id, as(c.run.home.Key))
	for _, q := range j.asked() {
		value := plainText(namedValues(j.after.object())[q.key])
		told := slices.ContainsFunc(j.turns, func(turn *exchange) bool { return strings.Contains(messageOf(turn), value) })
		if len(q.options) > 0 || len(value) < unmistakable || !told || strings.Contains(text(detail.object()), value) {
			continue
		}
		c.about(fill)
		c.recommend(!formsShow(forms, value), "values of the session alone in its forms", "%q, which was told in another session", value)
	}
}

// standing says whether a text stands in a form already where its session knows next to nothing: it is one of the form's own, such as an option.
func (c *C) standing(form, text string) (does bool) {
	c.maybe(func() {
		x := c.sparse().downloads[form]
		does = x != nil && x.ok() && x.legible().Shows(text)
	})
	return does
}

// formsShow says whether a form shows a text.
func formsShow(forms map[string]*exchange, told string) bool {
	for _, x := range forms {
		if x != nil && x.ok() && x.legible().Shows(told) {
			return true
		}
	}
	return false
}

// withoutCountry is a text without the country that a telephone number begins with, which a form may leave out.
func withoutCountry(told string) string { return strings.TrimPrefix(told, "+1") }

// formsSpell says whether a form shows the letters and digits of a text, whatever signs it has between them: a form may write a number as
// people do.
func formsSpell(forms map[string]*exchange, told string) bool {
	letters := lettersOf(withoutCountry(told))
	for _, x := range forms {
		if x != nil && x.ok() && len(letters) >= leastPrinted &&
			anyShows(x.legible().Strings(), func(text string) bool { return strings.Contains(lettersOf(text), letters) }) {
			return true
		}
	}
	return false
}
