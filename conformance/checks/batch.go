package checks

import "slices"

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

// wantBatched fails the check when two answers are each understood alone, and of a message with both of them, in whatever
// form and order, never more than one is kept.
func (c *C) wantBatched() {
	one, two := c.facts()
	for _, pair := range [][2]fact{{one, two}, {two, one}} {
		for _, joined := range joins {
			c.firstAsks()
			o := c.wantTurn(clip(joined(pair[0].message, pair[1].message)))
			values, _ := c.prepared(c.detail(c.session), "the session's detail")["field_values"].(obj)
			kept := func(f fact) bool {
				return slices.ContainsFunc(f.keys, func(key string) bool { return values[key] != nil || slices.Contains(setBy(o), key) })
			}
			if kept(one) && kept(two) {
				return
			}
		}
	}
	c.fail("both of two answers in one message to be kept", "%q and %q are understood alone, and together never more than one of them", one.message, two.message)
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

// facts are two answers to the questions that a session opens with, each of which sets other keys.
func (c *C) facts() (one, two fact) {
	a := newAnswerer(false)
	for at := range c.firstAsks() {
		asks := c.firstAsks() // of another session, that the answer is alone in
		if at >= len(asks) {
			break
		}
		if asks[at].label == asks[at].key { // not in words: which answer is whose may not be plain where there are two
			continue
		}
		f := fact{message: clip(asks[at].label + ": " + a.value(asks[at], 0))}
		f.keys = setBy(c.prepared(c.sayText(f.message), "an answer to be taken"))
		apart := !slices.ContainsFunc(f.keys, func(key string) bool { return slices.Contains(one.keys, key) })
		switch {
		case len(f.keys) == 0 || !apart:
		case len(one.keys) == 0:
			one = f
		default:
			return one, f
		}
	}
	c.unclear("two answers that are understood alone", "they are not")
	return one, two
}
