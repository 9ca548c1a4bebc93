package checks

import (
	"fmt"
	"strings"
)

// excludings say of two options that it is the first and not the second one.
var excludings = []string{"%s, not %s", "%s and not %s"}

// wantExcludedLeftOut warns where an option that an answer says it is not is set, by itself or beside the one that it is, however it is told and
// whichever of two they are, and the one that it is alone where nothing else is named.
func (c *C) wantExcludedLeftOut() {
	for _, q := range c.chosen() {
		var turn *exchange
		var told string
		all := true
		for _, words := range excludings {
			for _, pair := range [][2]int{{0, 1}, {1, 0}} {
				if all {
					told = fmt.Sprintf(words, q.options[pair[0]], q.options[pair[1]])
					turn, all = c.setsExcluded(q, told, pair[0], pair[1])
				}
			}
		}
		if all {
			sets, _ := turn.object()["set_fields"].(obj)
			c.about(turn)
			c.recommend(false, "an option to be left out that an answer says it is not",
				"%s for %q, and so it is in other words and with another pair", what(sets, q.key), told)
		}
	}
}

// chosen are up to two questions of an intake that one of their options answers. What names several options may mean each of them where several may
// be chosen.
func (c *C) chosen() (all []ask) {
	const most, least = 2, 2
	for _, q := range c.answeredWith(func(v any) bool { _, is := v.(string); return is }) {
		if len(q.options) >= least && !q.confirms() && len(all) < most && !decisions.MatchString(q.kind) {
			all = append(all, q)
		}
	}
	return all
}

// setsExcluded says whether an answer sets an option that it says it is not, which the other one alone does not set.
func (c *C) setsExcluded(q ask, told string, is, not int) (turn *exchange, sets bool) {
	turn, all := c.toldAnew(clip(q.label + ": " + told))
	kept := strings.ToLower(text(all[q.key]))
	if !q.keeps(not, all[q.key]) || q.keeps(not, q.options[is]) || strings.Contains(kept, "not "+strings.ToLower(q.options[not])) {
		return turn, false // what is kept as it was told has the denial in it
	}
	alone := c.setIn(q, q.label+": "+q.options[is])
	return turn, q.keeps(is, alone) && !q.keeps(not, alone)
}
