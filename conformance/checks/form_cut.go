package checks

import "strings"

// wantNotCut warns of forms that show the beginning of a long text that was answered, and nowhere the end of it.
func (c *C) wantNotCut() {
	const beginning = 24
	last := "Kw" + c.random(4)
	told := "Bookkeeping and payroll for small shops, restaurants and dental offices in the county of " + last
	for _, q := range c.answeredWith(func(v any) bool { s, is := v.(string); return is && !strings.ContainsAny(s, "0123456789@") }) {
		if len(q.options) > 0 {
			continue
		}
		id := c.fullSession()
		c.prepared(c.answer(id, clip(q.label+": "+told)), "an answer to be taken")
		if plainText(c.valuesOf(id)[q.key]) != told { // it may be kept shorter, or as another form of it
			continue
		}
		c.prepared(c.call("POST", sessionPath(id, "fill")), "fill")
		_, forms := c.listedForms(id, as(c.run.home.Key))
		begins, ends, hides := false, false, false
		for _, x := range forms {
			if !x.ok() {
				continue
			}
			all := x.legible().Strings()
			begins = begins || anyShows(all, func(text string) bool { return strings.Contains(text, told[:beginning]) })
			ends = ends || anyShows(all, func(text string) bool { return strings.Contains(text, last) })
			hides = hides || x.legible().Hides()
			c.about(x)
		}
		c.recommend(!begins || ends || hides, "the whole of a text that was answered in a form that shows its beginning", "%q is shown, and not its end, %q", told[:beginning], last)
		if begins {
			return
		}
	}
}
