package checks

import (
	"regexp"
	"slices"
	"strings"
)

// someStates are told where a list of things is no answer.
var someStates = []string{"GA", "FL", "TN"}

// wantListShown warns of forms that show some of three things which an answer listed, and nowhere the others, though the session has all.
func (c *C) wantListShown() {
	for _, q := range c.listable() {
		for _, told := range [][]string{things, someStates} {
			shown, missing := c.shownOfList(q, told)
			c.recommend(shown == 0 || len(missing) == 0, "all three things that an answer listed in forms that show one", "%v are in none", missing)
		}
	}
}

// shownOfList answers a question of a new session with a list, fills its forms, and says how many of the things they show, and which they do
// not. Where the session has not all of them, or a form may end at the width of its box, nothing is missing.
func (c *C) shownOfList(q ask, told []string) (shown int, missing []string) {
	id := c.fullSession()
	c.prepared(c.answer(id, q.label+": "+listing(told)), "an answer to be taken")
	kept := c.valuesOf(id)[q.key]
	if slices.ContainsFunc(told, func(thing string) bool { return !hasWord(text(kept), thing) }) {
		return 0, nil
	}
	c.prepared(c.call("POST", sessionPath(id, "fill")), "fill")
	_, forms := c.listedForms(id, as(c.run.home.Key))
	missing = slices.Clone(told)
	for _, x := range forms {
		if !x.ok() {
			continue
		}
		all := x.legible().Strings()
		if x.legible().Hides() || anyShows(all, func(text string) bool { return cutBeside(plainText(kept), strings.TrimSpace(text), told) }) {
			return 0, nil
		}
		missing = slices.DeleteFunc(missing, func(thing string) bool {
			return anyShows(all, func(text string) bool { return hasWord(text, thing) })
		})
		c.about(x)
	}
	return len(told) - len(missing), missing
}

// cutBeside says whether a text is the beginning of another one that does not end with any of some things, as one at the width of a box does.
func cutBeside(whole, shown string, things []string) bool {
	return shown != "" && len(shown) < len(whole) && strings.HasPrefix(whole, shown) &&
		!slices.ContainsFunc(things, func(thing string) bool { return strings.HasSuffix(shown, thing) })
}

// hasWord says whether a word stands in a text, in letters of either case.
func hasWord(text, word string) bool {
	return regexp.MustCompile(`(?i)\b` + regexp.QuoteMeta(word) + `\b`).MatchString(text)
}
