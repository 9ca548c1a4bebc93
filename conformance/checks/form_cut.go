package checks

import (
	"slices"
	"strings"
)

// wantNotCut warns of forms that show the beginning of a long text that was answered, and nowhere the end of it. A box may be narrow: one that
// ends within the first words is, unless a form has a long name of the insured whole.
func (c *C) wantNotCut() {
	const beginning = 24
	first, last, end := "Qz"+c.random(4), "Kw"+c.random(4), "wk"+c.random(5)
	told := first + " does the bookkeeping and payroll for small shops, restaurants and dental offices in the county of " + last
	for _, q := range c.answeredWith(func(v any) bool { s, is := v.(string); return is && !strings.ContainsAny(s, "0123456789@") }) {
		if len(q.options) > 0 {
			continue
		}
		id := c.sessionNamed("Kestrel Haulage and Cold Storage Warehousing Partners of " + end)
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
			begins = begins || x.legible().Shows(told[:beginning])
			hides = hides || x.legible().Hides()
			c.about(x)
		}
		ends = spelled(forms, last)
		narrow := !begins && (!spelled(forms, first) || !spelled(forms, end))
		c.recommend(narrow || ends || hides, "the whole of a text that was answered in a form that shows its beginning",
			"the beginning of %q is shown, and not its end, %q", told[:beginning], last)
		if begins || !narrow {
			return
		}
	}
}

// wantListShown warns of forms that show some of three things which an answer listed, and nowhere the others, though the session has all: be it
// in a text or in a list, which are written into forms in ways of their own.
func (c *C) wantListShown() {
	for _, q := range c.listable() {
		if c.showsList(q, things) {
			break
		}
	}
	const most = 2
	lists := c.answeredWith(func(v any) bool { _, is := v.([]any); return is })
	for _, q := range lists[:min(len(lists), most)] {
		if options := q.options; len(options) >= len(things) {
			c.showsList(q, options[:len(things)])
			continue
		}
		if !c.showsList(q, things) {
			c.showsList(q, states)
		}
	}
}

// states are what a question may want a list of that takes no other things.
var states = []string{"tennessee", "florida", "alabama"}

// showsList says whether forms show something of what an answer listed.
func (c *C) showsList(q ask, all []string) bool {
	id := c.fullSession()
	c.prepared(c.answer(id, q.label+": "+listing(all)), "an answer to be taken")
	all = inSmallLetters(all)
	stored := strings.ToLower(text(c.valuesOf(id)[q.key]))
	if slices.ContainsFunc(all, func(thing string) bool { return !strings.Contains(stored, thing) }) {
		return false
	}
	c.prepared(c.call("POST", sessionPath(id, "fill")), "fill")
	_, forms := c.listedForms(id, as(c.run.home.Key))
	missing, narrow := slices.Clone(all), false
	for _, x := range forms {
		if !x.ok() {
			continue
		}
		narrow = narrow || anyShows(x.legible().Strings(), func(text string) bool { return endsWithin(strings.ToLower(text), all) })
		c.needs(!x.legible().Hides(), "a form that can be read", "%s", x)
		missing = slices.DeleteFunc(missing, func(thing string) bool {
			return anyShows(x.legible().Strings(), func(text string) bool { return strings.Contains(strings.ToLower(text), thing) })
		})
		c.about(x)
	}
	shown := len(all) - len(missing)
	c.recommend(shown == 0 || len(missing) == 0 || narrow, "all three things that an answer listed in forms that show one", "%v are in none, of %s", missing, stored)
	return shown > 0
}

func inSmallLetters(all []string) (small []string) {
	for _, one := range all {
		small = append(small, strings.ToLower(one))
	}
	return small
}

// endsWithin says whether a text with the first of some things ends within another one, as in a box that is narrow.
func endsWithin(text string, all []string) bool {
	last := text[strings.LastIndexAny(text, " ,;")+1:]
	return strings.Contains(text, all[0]) && slices.ContainsFunc(all[1:], func(thing string) bool {
		return last != "" && last != thing && strings.HasPrefix(thing, last)
	})
}

// wantNameNotCut warns of forms that show the beginning of a long name of an insured, and nowhere the end of it. Letters and digits alone are
// compared, one text after the other, as a name may stand in several lines, in capitals or letter by letter.
func (c *C) wantNameNotCut() {
	last := "kw" + strings.ToLower(c.random(5))
	name := "Kestrel Haulage and Cold Storage Warehousing Partners of " + last
	id, _ := c.prepared(c.fullCreate(name), "a session")["session_id"].(string)
	c.prepared(c.call("POST", sessionPath(id, "fill")), "fill on an open session")
	detail, forms := c.listedForms(id, as(c.run.home.Key))
	c.needs(detail.object()["insured_name"] == name, "a name that is kept as it was told", "%s", what(detail.object(), "insured_name"))
	var read strings.Builder
	for _, x := range forms {
		if !x.ok() || x.legible().Hides() {
			return
		}
		for _, s := range x.legible().Strings() {
			read.WriteString(lettersOf(s.Text))
		}
		c.about(x)
	}
	begins, ends := strings.Contains(read.String(), lettersOf(name)[:nameRead]), strings.Contains(read.String(), lettersOf(last))
	c.recommend(!begins || ends, "the whole name of the insured in a form that shows its beginning", "%q is shown, and not the end of %q in any form", name[:nameRead], name)
}
