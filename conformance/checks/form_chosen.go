package checks

import (
	"maps"
	"slices"
	"strings"
)

// wantChosenShown warns of a form that shows behind the label of a question the first of its options, where another one was chosen, and does not
// where nothing is. A form may list all options, and mark the one that was chosen.
func (c *C) wantChosenShown() {
	const most = 2
	asks := slices.DeleteFunc(c.answeredWith(says), func(q ask) bool { return len(q.options) < 2 || q.confirms() })
	for _, q := range asks[:min(len(asks), most)] {
		first, chosen := lettersOf(q.options[0]), q.options[len(q.options)-1]
		id := c.fullSession()
		c.prepared(c.answer(id, clip(q.label+": "+chosen)), "an answer to be taken")
		if lettersOf(plainText(c.valuesOf(id)[q.key])) != lettersOf(chosen) || strings.HasPrefix(first, lettersOf(chosen)) {
			continue
		}
		r := c.render(id)
		for _, key := range slices.Sorted(maps.Keys(r.bodies)) {
			x, label := r.bodies[key], lettersOf(q.label)
			untold := c.sparse().downloads[key]
			if x == nil || !x.ok() || x.legible().Hides() || untold == nil || !untold.ok() || len(label) < leastPrinted {
				continue
			}
			read := lettersRead(x)
			if !strings.Contains(read, label+first) || strings.Contains(read, label+lettersOf(chosen)) || strings.Contains(lettersRead(untold), label+first) {
				continue
			}
			c.about(x)
			c.recommend(shownBehind(read, label+first) != c.shownOfFirst(q, key), "the option that was chosen behind the label of its question",
				"%s shows %q where %s is %q", key, q.options[0], q.key, chosen)
		}
	}
}

// shownOfFirst is what a form shows behind the label of a question that was answered with its first option. It may stand there in other words than its
// own, with which those of another option begin.
func (c *C) shownOfFirst(q ask, form string) string {
	id := c.fullSession()
	c.prepared(c.answer(id, clip(q.label+": "+q.options[0])), "an answer to be taken")
	x := c.render(id).bodies[form]
	c.needs(x != nil && x.ok(), "the form of a session", "%s", form)
	return shownBehind(lettersRead(x), lettersOf(q.label+q.options[0]))
}

// shownBehind is what is read from a text on, with some letters behind it.
func shownBehind(read, text string) string {
	const further = 6
	at := strings.Index(read, text)
	if at < 0 {
		return ""
	}
	return read[at:min(len(read), at+len(text)+further)]
}
