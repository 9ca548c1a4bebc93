package checks

import "strings"

// wantLettersOfAnswers warns where a form shows an answer with one of its letters broken, and nowhere as it was told and is stored.
func (c *C) wantLettersOfAnswers() {
	j, tried := c.filled(), 0
	for _, q := range c.answeredWith(func(v any) bool { s, is := v.(string); return is && !strings.ContainsAny(s, "0123456789@") }) {
		value := plainText(namedValues(j.after.object())[q.key])
		if len(q.options) > 0 || len(value) < leastPrinted || tried == 2 || !formsShow(j.downloads, value) {
			continue
		}
		tried++
		c.wantLettersOf(q)
	}
	c.needs(tried > 0, "a text in a form that was answered", "none is found")
}

// wantLettersOf answers a question with a letter beyond ASCII, and a rest behind it. It is one that the standard fonts of PDF have: the text
// asks for no others.
func (c *C) wantLettersOf(q ask) {
	const letter, rest = "Ü", "nal"
	id, word := c.fullSession(), "Kw"+c.random(4)
	told := word + " " + letter + rest
	c.prepared(c.answer(id, clip(q.label+": "+told)), "an answer to be taken")
	c.prepared(c.call("POST", sessionPath(id, "fill")), "fill")
	detail, forms := c.listedForms(id, as(c.run.home.Key))
	if plainText(namedValues(detail.object())[q.key]) != told {
		return
	}
	for key, x := range forms {
		all := x.legible().Strings()
		lost := x.ok() && anyShows(all, func(text string) bool { return showsBroken(text, word) })
		c.about(x)
		rests := anyShows(all, func(text string) bool { return strings.Contains(text, rest) }) // a form may show it word by word
		ends := x.ok() && !x.legible().Hides() && anyShows(all, func(text string) bool { return strings.HasSuffix(strings.TrimSpace(text), word) })
		c.recommend(!ends || rests, "the rest of an answer behind a letter beyond ASCII in a form", "%q in %s, and it was told %q", word, key, told)
		c.recommend(!lost || anyShows(all, func(text string) bool { return strings.Contains(text, told) }), "letters beyond ASCII in a form as they are",
			"%q in %s with one left out, or other signs in its place", told, key)
	}
}
