package checks

import (
	"bytes"
	"maps"
	"slices"
	"strings"
)

// titleWords is how many words a title has at most, and opening among how many texts of a form, from its beginning, it stands for sure.
const (
	titleWords = 10
	opening    = 3
)

// wantTitlesOfKeys fails the check where each of two forms opens with the words of the other's key, and has nowhere those of its own, and warns
// where they stand further down. Forms that are titled otherwise are not judged by them.
func (c *C) wantTitlesOfKeys(forms map[string]*exchange) {
	keys := slices.Sorted(maps.Keys(forms))
	for i, one := range keys {
		for _, two := range keys[i+1:] {
			a, b := forms[one], forms[two]
			if a == nil || b == nil || !a.ok() || !b.ok() {
				continue
			}
			c.about(a)
			c.about(b)
			c.recommend(!bytes.Equal(a.body, b.body), "another PDF for another form", "the same bytes for %s and %s", one, two)
			if hasKey(a, one) || hasKey(b, two) {
				continue
			}
			most := max(titledAt(a, two), titledAt(b, one))
			c.want(most >= opening, "each form under its own key", "%s opens with the words of %s, and the other way round", one, two)
			c.recommend(most == noTitle, "each form under its own key", "%s has the words of %s, and the other way round", one, two)
		}
	}
}

// noTitle is where no title stands.
const noTitle = 1 << 30

// titledAt is after how many texts a form has one with the words of a key.
func titledAt(form *exchange, key string) (at int) {
	of := wordsOf(key)
	for _, s := range form.legible().Strings() {
		if s.Value || len(lettersOf(s.Text)) == 0 {
			continue
		}
		if words := wordsOf(s.Text); len(words) <= titleWords && hasAll(words, of) {
			return at
		}
		at++
	}
	return noTitle
}

// hasKey says whether a form has the words of a key somewhere, or is too short a key to tell.
func hasKey(form *exchange, key string) bool {
	letters, of := lettersOf(key), wordsOf(key)
	return len(letters) < leastExchanged || anyShows(form.legible().Strings(), func(text string) bool {
		return strings.Contains(lettersOf(text), letters) || hasAll(wordsOf(text), of)
	})
}

func hasAll(words, some []string) bool {
	return !slices.ContainsFunc(some, func(word string) bool { return !slices.Contains(words, word) })
}

// wantTitlesOfLines looks at the forms of a session of several lines of business, each of which may bring a form of its own.
func (c *C) wantTitlesOfLines() {
	r := c.filledLines()
	c.needs(r.fill.ok() && r.again.ok(), "a session of several lines of business whose forms could be filled", "%s", r.again)
	_, forms := c.listedForms(sessionIn(r.fill.req), as(c.run.home.Key))
	c.wantTitlesOfKeys(forms)
}
