package checks

import (
	"slices"
	"strings"
)

// escapedMarks are what becomes of an ampersand in pages of the web.
var escapedMarks = []string{"&amp;", "&#38;", "&#038;", "&#x26;", "&#X26;"}

// The texts of wantMarksShown: a backslash is a sign of the strings of a PDF as well, and has to be escaped there (ISO 32000-1 section 7.3.4.2).
// A server may keep a text without one, and then is told less.
var signedTexts = []string{markedText + " " + backslashed, markedText}

// apostrophes are signs that may stand for one.
const apostrophes = "'’‘`´ʼ′"

const backslashed = `raw\hot`

// wantMarksShown warns of a form that shows a text with its ampersand as pages of the web have it, or without its backslash, and nowhere
// as it was told and is stored.
func (c *C) wantMarksShown() {
	for _, q := range c.freeTexts() {
		for _, told := range signedTexts {
			id := c.fullSession()
			c.prepared(c.answer(id, clip(q.label+": "+told)), "an answer to be taken")
			if plainText(c.valuesOf(id)[q.key]) == told {
				c.wantMarksIn(id, told)
				return
			}
		}
	}
}

// wantMarksIn fills a session that was told a text, and looks at its signs in the forms.
func (c *C) wantMarksIn(id, told string) {
	before, after, _ := strings.Cut(markedText, "&")
	rest := before[strings.IndexByte(before, ' '):] // an apostrophe may be escaped as well
	c.prepared(c.call("POST", sessionPath(id, "fill")), "fill")
	_, forms := c.listedForms(id, as(c.run.home.Key))
	for _, x := range forms {
		if !x.ok() {
			continue
		}
		all := x.legible().Strings()
		shows := func(mark string) bool {
			return anyShows(all, func(text string) bool { return strings.Contains(text, rest+mark+after) })
		}
		c.about(x)
		c.recommend(shows("&") || !slices.ContainsFunc(escapedMarks, shows), "the signs of a text in a form as they were told", "%q as pages of the web are written, and nowhere as it is", markedText)
		bare := anyShows(all, func(text string) bool {
			return strings.Contains(lettersOf(text), lettersOf(markedText)) && !strings.ContainsAny(text, apostrophes) && !strings.Contains(text, "apos") && !strings.Contains(text, "39")
		})
		c.recommend(!bare, "the signs of a text in a form as they were told", "%q without its apostrophe", markedText)
		head, tail, _ := strings.Cut(markedText, "'")
		ends := anyShows(all, func(text string) bool { return strings.HasSuffix(strings.TrimSpace(text), head) })
		goesOn := anyShows(all, func(text string) bool {
			return strings.Contains(strings.ToLower(text), tail[strings.IndexByte(tail, ' ')+1:])
		})
		c.recommend(!ends || goesOn, "a text in a form as it was told", "%q up to its apostrophe", markedText)
		words := strings.Split(backslashed, `\`)
		lost := anyShows(all, func(text string) bool {
			return !slices.ContainsFunc(words, func(one string) bool { return !strings.Contains(strings.ToLower(text), one) })
		})
		kept := anyShows(all, func(text string) bool { return strings.Contains(text, `\`) })
		c.recommend(told == markedText || !lost || kept, "the signs of a text in a form as they were told", "%q with other signs or none in the place of the backslash, and nowhere as it is", told)
	}
}

// wantAtShown warns of a form that shows the letters of an e-mail address without its sign, and of which no text has that sign.
func (c *C) wantAtShown() {
	j := c.filled()
	told := namedValues(j.after.object())
	for _, key := range j.keys() {
		x := j.downloads[key]
		if x == nil || !x.ok() || x.legible().Hides() || x.legible().Has(otherTexts...) {
			continue
		}
		all := x.legible().Strings()
		if anyShows(all, func(text string) bool { return strings.Contains(text, "@") || strings.Contains(text, "(at)") }) {
			continue
		}
		for _, q := range names(told) {
			address, _ := told[q].(string)
			name, host, is := strings.Cut(address, "@")
			bare := is && len(host) >= leastPrinted && anyShows(all, func(text string) bool {
				return strings.Contains(text, name) && strings.Contains(text, host)
			})
			c.about(x)
			c.recommend(!bare, "an e-mail address in a form as it was told", "%q without its sign in %s", address, key)
		}
	}
}
