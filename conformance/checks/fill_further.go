package checks

import (
	"strings"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// What forms show of values that came otherwise than by an answer before the first fill.

// filledShows fills the forms of a session and says whether they show a text.
func (c *C) filledShows(id, told string) (shows bool) {
	c.prepared(c.call("POST", sessionPath(id, "fill")), "fill")
	_, forms := c.listedForms(id, as(c.run.home.Key))
	for _, x := range forms {
		c.needs(x.ok() && !x.legible().Hides(), "a form that can be read", "it cannot")
		shows = shows || anyShows(x.legible().Strings(), func(text string) bool { return strings.Contains(text, told) })
		c.about(x)
	}
	return shows
}

// wantSkippedShown warns of forms without the answer to a question that was skipped first, where they show one that was not.
func (c *C) wantSkippedShown() {
	const told = "Wholesale of paper"
	for _, q := range c.listable() {
		answered := func(id string) bool {
			c.prepared(c.answer(id, q.label+": "+told), "an answer to be taken")
			c.needs(plainText(c.valuesOf(id)[q.key]) == told, "an answer to be kept", "it is not")
			return c.filledShows(id, told)
		}
		c.maybe(func() {
			c.needs(answered(c.begunSession()), "an answer that forms show", "they do not")
			id := c.begunSession()
			c.prepared(c.answer(id, c.skipOf(q)), "a request to skip to be taken")
			c.recommend(answered(id), "an answer in forms, also to a question that was skipped first", "it is in none, and %s has it", q.key)
		})
	}
}

// wantExtractedShown warns of forms without the values of a file that came after a first fill, where they show those of a file that came before.
func (c *C) wantExtractedShown() {
	long := func(id string) (told []string) {
		for _, v := range c.valuesOf(id) {
			if s, is := v.(string); is && len(s) >= leastTold {
				told = append(told, s)
			}
		}
		return told
	}
	shown := func(id string, besides []string) (n, all int) {
		c.prepared(c.extract(id, pdfsample.Sized(0)), "a valid PDF to be taken")
		told := long(id)
		c.prepared(c.call("POST", sessionPath(id, "fill")), "fill")
		_, forms := c.listedForms(id, as(c.run.home.Key))
		for _, one := range told {
			for _, x := range forms {
				c.about(x)
				if x.ok() && x.legible().Shows(one) {
					n++
					break
				}
			}
		}
		return n - len(besides), len(told) - len(besides)
	}
	first := c.extractable()
	before, _ := shown(first, long(first))
	id := c.extractable()
	c.prepared(c.call("POST", sessionPath(id, "fill")), "fill on an open session")
	after, all := shown(id, long(id))
	c.recommend(before < enoughLost || after > 0, "values of a file in forms that are filled once more", "none of %d, and %d of a session that was not filled before", all, before)
}

// wantFilledAtOnce fails the check when fills of one session at one time break the server again and again, and one after the other do not.
func (c *C) wantFilledAtOnce() {
	const rounds = 3
	id := c.fullSession()
	fill := func(one *C) *exchange { return one.call("POST", sessionPath(id, "fill")) }
	broken := 0
	var last *exchange
	for range rounds {
		for _, x := range c.atOnce(3, fill) {
			if x.status == 500 {
				last, broken = x, broken+1
				break
			}
		}
		c.needs(fill(c).ok(), "a fill alone to be taken", "it is not")
	}
	if last != nil {
		c.about(last)
		c.want(broken < rounds, "no failure at fills of one session at one time", "%s, in each of %d rounds", last, rounds)
	}
}
