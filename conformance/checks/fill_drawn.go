package checks

import "bytes"

// wantCountedDrawn fails the check where a value that no form shows is told to a session alone, fields_written of a form is more from then on,
// and the form is the same file: what is counted is not drawn, as on a page that stays blank. It warns where the files differ in digits.
func (c *C) wantCountedDrawn() {
	j := c.filled()
	values := namedValues(j.after.object())
	missing, labels, _, _ := j.unshown()
	for _, key := range missing[:min(len(missing), mostAlone)] {
		id, by := c.fullSession(), as(c.run.home.Key)
		before := c.prepared(c.call("POST", sessionPath(id, "fill")), "fill on an open session")
		_, was := c.listedForms(id, by)
		told := plainText(values[key])
		c.prepared(c.answer(id, clip(labels[key]+": "+told)), "an answer to be taken")
		fill := c.call("POST", sessionPath(id, "fill"))
		after := c.prepared(fill, "a second fill")
		detail, is := c.listedForms(id, by)
		if plainText(namedValues(detail.object())[key]) != told {
			continue
		}
		c.wantOtherBytes(before, after, func(form string) (first, second *exchange) { return was[form], is[form] })
		if digitsOf(told) == "" {
			c.about(fill)
			c.wantOtherTexts(before, after, was, is, key)
		}
	}
}

// wantOtherTexts warns of a form that is the same file, but for digits, of which more fields were written once a value without digits came.
func (c *C) wantOtherTexts(before, after obj, was, is map[string]*exchange, key string) {
	earlier := writtenOf(before)
	for form, n := range writtenOf(after) {
		a, b := was[form], is[form]
		if m, known := earlier[form]; !known || n <= m || a == nil || b == nil || !a.ok() || !b.ok() {
			continue
		}
		c.about(b)
		same := bytes.Equal(ofTime.ReplaceAll(a.body, nil), ofTime.ReplaceAll(b.body, nil))
		c.recommend(!same, "another form where more fields are written",
			"%s with %d fields once %s was told, and the same file, but for digits, as with %d", form, n, key, earlier[form])
	}
}
