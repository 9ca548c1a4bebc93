package checks

import (
	"regexp"
	"slices"
)

// fact is an answer that is understood when it is the only one of a message, and what it sets then.
type fact struct {
	message string
	keys    []string
}

// setBy lists the keys that a turn gave a value.
func setBy(turn obj) []string {
	set, _ := turn["set_fields"].(obj)
	return slices.DeleteFunc(names(set), func(key string) bool { return set[key] == nil })
}

// joins are ways to write two answers in one message.
var joins = []func(one, two string) string{
	func(one, two string) string { return one + "\n" + two },
	func(one, two string) string { return one + ". " + two + "." },
	func(one, two string) string { return one + "; " + two },
	func(one, two string) string { return one + ", and " + two },
}

// wantBatched fails the check when several answers are each understood alone, and of a message with any two of them, in whatever
// form and order, never more than one is kept. Which two go together in one message may be a matter of their words.
func (c *C) wantBatched() {
	all := c.facts()
	for i, one := range all {
		for _, two := range all[i+1:] {
			if c.bothKept(one, two) || c.bothKept(two, one) {
				return
			}
		}
	}
	c.fail("two of several answers to be kept that are in one message", "%q, %q and others are understood alone, and together never more than one of them", all[0].message, all[1].message)
}

// bothKept says whether two answers are both kept from any message that has them in this order.
func (c *C) bothKept(one, two fact) bool {
	for _, joined := range joins {
		c.firstAsks()
		o := c.wantTurn(clip(joined(one.message, two.message)))
		values, _ := c.prepared(c.detail(c.session), "the session's detail")["field_values"].(obj)
		kept := func(f fact) bool {
			return slices.ContainsFunc(f.keys, func(key string) bool { return values[key] != nil || slices.Contains(setBy(o), key) })
		}
		if kept(one) && kept(two) {
			return true
		}
	}
	return false
}

// wantTwoOfOne fails the check when two values for one question in a message break the server.
func (c *C) wantTwoOfOne(q ask, turn obj) {
	a := newAnswerer(false)
	set, _ := turn["set_fields"].(obj)
	message := clip(q.label + ": " + a.value(q, 0) + "\n" + q.label + ": " + a.otherThan(q, set[q.key]))
	x := c.sayText(message)
	if x.status >= 500 { // once may be bad luck
		x = c.sayText(message)
	}
	c.want(x.status < 500, "an answer to a message that corrects itself", "%s, twice", x)
}

// figures are answers that are hardly taken for a part of another: a number, an amount, a day.
var figures = regexp.MustCompile(`^\$?[0-9][0-9,./-]*%?$`)

// enoughFacts is of how many answers that are understood alone two have to be kept where they come together, and mostTold how
// many are said in search of those.
const (
	enoughFacts = 3
	mostTold    = 10
)

// facts are answers in figures to questions of an intake, each of which sets other keys where it is said alone. Words may
// be all of a message, or what is left of it, and questions without a name in words leave open which answer is whose.
func (c *C) facts() (all []fact) {
	a := newAnswerer(false)
	for n, q := range c.figured(a) {
		if n == mostTold || len(all) == enoughFacts {
			break
		}
		c.firstAsks() // of another session, that the answer is alone in
		f := fact{message: clip(q.label + ": " + a.value(q, 0))}
		f.keys = setBy(c.prepared(c.sayText(f.message), "an answer to be taken"))
		known := func(key string) bool {
			return slices.ContainsFunc(all, func(one fact) bool { return slices.Contains(one.keys, key) })
		}
		if len(f.keys) > 0 && !slices.ContainsFunc(f.keys, known) {
			all = append(all, f)
		}
	}
	c.needs(len(all) == enoughFacts, "three answers that are understood alone", "%d are", len(all))
	return all
}

// figured are the questions with a name in words that figures answer: those that a session opens with, and then the others.
func (c *C) figured(a *answerer) (all []ask) {
	add := func(asks []ask) {
		for _, q := range asks {
			known := slices.ContainsFunc(all, func(one ask) bool { return one.label == q.label })
			if !known && q.label != q.key && figures.MatchString(a.value(q, 0)) {
				all = append(all, q)
			}
		}
	}
	add(c.firstAsks())
	c.maybe(func() {
		for _, turn := range c.journey().turns {
			add(asksOf(turn))
		}
	})
	return all
}
