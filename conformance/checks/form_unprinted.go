package checks

import (
	"bytes"
	"maps"
	"slices"
	"strings"
)

// What one form lacks that another form of the same session has, as its own words or the count of its fields tell.

// wantPrintedWhereWritten warns of a form that is the same file, but for digits, after an answer for which one more field of it was written,
// where another form shows the answer.
func (c *C) wantPrintedWhereWritten() {
	for _, q := range c.freeTexts() {
		id, told := c.fullSession(), c.someText()
		before := c.render(id)
		c.needs(len(before.bodies) > 1, "two forms of a session", "%d", len(before.bodies))
		c.prepared(c.answer(id, clip(q.label+": "+told)), "an answer to be taken")
		after := c.render(id)
		few, more := writtenOf(before.fill.object()), writtenOf(after.fill.object())
		shown, same, both := "", "", 0
		for _, key := range slices.Sorted(maps.Keys(after.bodies)) {
			was, is := before.bodies[key], after.bodies[key]
			switch {
			case was == nil || !was.ok() || !is.ok():
			case is.legible().Shows(told):
				shown, both = key, both+1
			case more[key] > few[key] && bytes.Equal(ofTime.ReplaceAll(was.body, nil), ofTime.ReplaceAll(is.body, nil)):
				same = key
				c.about(after.fill)
				c.about(is)
			}
		}
		c.recommend(shown == "" || same == "", "an answer in each form in which a field was written for it",
			"%s shows %s, and %s is the same file as before, with %d fields written and then %d",
			shown, q.key, same, few[same], more[same])
		if both > 1 {
			c.wantReplacedInEach(id, q, told)
		}
	}
}

// wantReplacedInEach corrects an answer that several forms show, and warns of one that still shows it where another one shows the correction.
func (c *C) wantReplacedInEach(id string, q ask, told string) {
	corrected := c.someText()
	c.prepared(c.answer(id, clip(q.label+": "+corrected)), "a correction to be answered")
	r, shown, stale := c.render(id), false, ""
	for _, key := range slices.Sorted(maps.Keys(r.bodies)) {
		switch x := r.bodies[key]; {
		case !x.ok():
		case x.legible().Shows(corrected):
			shown = true
		case x.legible().Shows(told):
			stale = key
			c.about(x)
		}
	}
	c.recommend(!shown || stale == "", "each form to show what the session has now",
		"%s still shows %q, which was corrected to %q, and another form shows that", stale, told, corrected)
}

// wantNoLabelAlone warns of a form that has a label of another form of its session and nothing behind it, where that one shows a value of the session
// behind it which this one has nowhere.
func (c *C) wantNoLabelAlone() {
	j := c.filled()
	told := namedValues(j.after.object())
	behind := map[string]string{} // by label
	for _, key := range j.keys() {
		for _, s := range stringsIn(j.downloads[key]) {
			label, value, labelled := strings.Cut(s, ": ")
			if value = strings.TrimSpace(value); labelled && len(lettersOf(value)) >= leastPrinted && isOneOf(told, value) {
				behind[label] = value
			}
		}
	}
	for _, key := range j.keys() {
		for _, s := range stringsIn(j.downloads[key]) {
			label, ends := strings.CutSuffix(strings.TrimSpace(s), ":")
			value := behind[label]
			alone := ends && value != "" && !spelled(map[string]*exchange{key: j.downloads[key]}, value)
			c.about(j.downloads[key])
			c.recommend(!alone, "a value behind the label of a form, as it is behind that of another one",
				"nothing behind %q in %s, and %q in another form", label, key, value)
		}
	}
}

// stringsIn are the texts of a form that can be read.
func stringsIn(form *exchange) (all []string) {
	if form == nil || !form.ok() || form.legible().Hides() || form.legible().Has(otherTexts...) {
		return nil
	}
	for _, s := range form.legible().Strings() {
		all = append(all, s.Text)
	}
	return all
}

// isOneOf says whether a text is a value of a session, but for its signs.
func isOneOf(values obj, text string) bool {
	for _, v := range values {
		if lettersOf(plainText(v)) == lettersOf(text) {
			return true
		}
	}
	return false
}
