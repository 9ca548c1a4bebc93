package checks

import (
	"fmt"
	"strings"
)

// excludings say of two options that it is the first and not the second one.
var excludings = []string{"%s, not %s", "%s and not %s"}

// wantExcludedLeftOut warns where an option that an answer says it is not is set, by itself or beside the one that it is, whichever of two they
// are, and the one that it is alone where nothing else is named.
func (c *C) wantExcludedLeftOut() {
	for _, q := range c.chosen() {
		for _, words := range excludings {
			c.wantExcluded(q, words)
		}
	}
}

// chosen are up to two questions of an intake that one of their options answers.
func (c *C) chosen() (all []ask) {
	const most, least = 2, 2
	for _, q := range c.answeredWith(says) {
		if len(q.options) >= least && !q.confirms() && len(all) < most && !decisions.MatchString(q.kind) {
			all = append(all, q)
		}
	}
	return all
}

func (c *C) wantExcluded(q ask, words string) {
	for _, pair := range [][2]int{{0, 1}, {1, 0}} {
		is, not := pair[0], pair[1]
		told := fmt.Sprintf(words, q.options[is], q.options[not])
		turn, sets := c.toldAnew(clip(q.label + ": " + told))
		value := sets[q.key]
		kept := strings.ToLower(text(value))
		if !q.keeps(not, value) || q.keeps(not, q.options[is]) || strings.Contains(kept, "not "+strings.ToLower(q.options[not])) {
			return // what is kept as it was told has the denial in it
		}
		alone := c.setIn(q, q.label+": "+q.options[is])
		if !q.keeps(is, alone) || q.keeps(not, alone) {
			return
		}
		if pair[0] == 0 {
			continue
		}
		c.about(turn)
		c.recommend(false, "an option to be left out that an answer says it is not", "%s for %q, and so it is with another pair", what(sets, q.key), told)
	}
}
