package checks

import (
	"slices"
	"strings"
)

// wantNamesKept warns where a text that answers a question is kept up to the name of another question within it, for each of two such names,
// and is kept as it was told with another word in its place. What follows the name is lost only where it is given to no other question.
func (c *C) wantNamesKept() {
	for _, q := range c.listable() {
		var turn *exchange
		var cut, name string
		few := 0
		for _, other := range c.journey().asked() {
			if other.key == q.key || few == 2 {
				continue
			}
			if name = strings.ToLower(other.label); strings.HasSuffix(name, ":") { // what follows it answers that question
				continue
			}
			x, kept := c.keptText(q, name)
			if !kept.cut {
				few = 0
				break
			}
			turn, cut, few = x, kept.text, few+1
		}
		if few < 2 {
			continue
		}
		if _, without := c.keptText(q, "office"); without.cut || without.text == "" {
			continue
		}
		c.about(turn)
		c.recommend(false, "a text to be kept that names another question", "%q of %q for %s, and all of it with another word", cut, naming(name), q.key)
	}
}

// naming is a text that names something.
func naming(name string) string { return "Wholesale of paper and " + name + " forms" }

// textKept is what was kept of a text, and whether it is cut where it names something.
type textKept struct {
	text string
	cut  bool
}

// keptText answers a question of a new session with a text that names something. Where that sets anything else, nothing is lost.
func (c *C) keptText(q ask, name string) (turn *exchange, kept textKept) {
	told := naming(name)
	turn, sets := c.toldAnew(clip(q.label + ": " + told))
	kept.text, _ = sets[q.key].(string)
	rest, begins := strings.CutPrefix(strings.ToLower(told), strings.ToLower(strings.TrimSpace(kept.text)))
	rest = strings.TrimPrefix(strings.TrimSpace(rest), "and ")
	kept.cut = kept.text != "" && begins && len(sets) == 1 && strings.HasPrefix(rest, name)
	return turn, kept
}

// wantOthersUnset warns where a text that names another question is kept as it was told, and what follows that name in it is set for that question
// as well; and another word in its place sets nothing else.
func (c *C) wantOthersUnset() {
	texts := c.freeTexts()
	for i, q := range texts {
		for _, other := range slices.Concat(texts[:i], texts[i+1:]) {
			name := strings.ToLower(other.label)
			if strings.HasSuffix(name, ":") {
				continue
			}
			turn, kept, taken := c.takenBeside(q, other, name)
			_, rest, _ := strings.Cut(naming(name), name)
			if !strings.EqualFold(kept, naming(name)) || lettersOf(taken) != lettersOf(rest) {
				continue
			}
			if _, _, taken := c.takenBeside(q, other, "office"); taken != "" {
				continue
			}
			c.about(turn)
			c.recommend(false, "an answer that names another question to be none to that one", "%s is %q, of %q that was told for %s and is kept",
				other.key, taken, naming(name), q.key)
		}
	}
}

// takenBeside answers a question of a new session with a text that names something, and gives what is kept of it, and what another one has then.
func (c *C) takenBeside(q, other ask, name string) (turn *exchange, kept, taken string) {
	turn, sets := c.toldAnew(clip(q.label + ": " + naming(name)))
	kept, taken = plainText(sets[q.key]), plainText(sets[other.key])
	if taken == "" {
		taken = plainText(c.valuesOf(sessionIn(turn.req))[other.key])
	}
	return turn, kept, taken
}
