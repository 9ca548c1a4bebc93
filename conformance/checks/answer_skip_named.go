package checks

import (
	"fmt"
	"regexp"
	"slices"
)

// wordsAlone is a label that reads as words do in a sentence: signs within it may end one.
var wordsAlone = regexp.MustCompile(`^[A-Za-z ]+$`)

// wantNamedSkipped warns where the first of several questions is skipped by each phrase that names another one of them, which is asked on. A
// server whose answers by label are not for the question that they name may know no names.
func (c *C) wantNamedSkipped() {
	var turn *exchange
	var first, named ask
	for _, phrase := range skipPhrases {
		o := c.opens()
		among := slices.DeleteFunc(slices.Clone(o.asks), func(q ask) bool { return !wordsAlone.MatchString(q.label) })
		c.needs(len(among) > 0, "a question to name", "none")
		first, named = o.asks[0], among[len(among)-1]
		c.needs(!named.is(first), "two questions at one time", "%d", len(o.asks))
		after := c.turnOn(o, clip(fmt.Sprintf(phrase, named.label)))
		set, _ := after.turn.object()["set_fields"].(obj)
		turn = after.turn
		if says(set) || after.asksFor(first.key) || !after.asksFor(named.key) || progressOf(turn).pending != progressOf(o.turn).pending-1 {
			return
		}
	}
	set := c.setIn(named, named.label+": "+newAnswerer(false).value(named, 0))
	c.needs(says(set), "an answer to be taken for the question that it names", "it is not")
	c.about(turn)
	c.recommend(false, "the question to be skipped that is named", "%s is asked on, and %s is asked no more, which comes first", named.key, first.key)
}
