package checks

import (
	"fmt"
	"strings"
)

// Several answers in one line, and several corrections in one message.

// inOneLine are ways to tell answers one after the other.
var inOneLine = []string{", ", ". ", " and "}

// inNumbers are up to three questions that numbers answer, with what is told for each.
func (c *C) inNumbers() (asks []ask, values map[string]string) {
	const least, most = 2, 3
	a := newAnswerer(false)
	values = map[string]string{}
	for _, q := range c.answeredWith(func(v any) bool { _, is := number(v); return is }) {
		told := strings.NewReplacer("$", "", ",", "").Replace(a.value(q, 0)) // commas stand between the answers
		if len(asks) < most && len(q.options) == 0 && strings.Trim(told, "0123456789") == "" {
			asks, values[q.key] = append(asks, q), told
		}
	}
	c.needs(len(asks) >= least, "questions that numbers answer", "%d", len(asks))
	return asks, values
}

// wantAllOfLine warns where of several answers in one line the first ones alone are taken, whichever they are and however they are told, and each is
// taken where it comes alone.
func (c *C) wantAllOfLine() {
	asks, values := c.inNumbers()
	line := func(q ask) string { return q.label + ": " + values[q.key] }
	var turn *exchange
	for range asks {
		asks = append(asks[1:], asks[0])
		for _, between := range inOneLine {
			var lines []string
			for _, q := range asks {
				lines = append(lines, line(q))
			}
			x, sets := c.toldAnew(clip(strings.Join(lines, between)))
			taken := 0
			for taken < len(asks) && says(sets[asks[taken].key]) {
				taken++
			}
			if turn = x; taken == 0 || taken == len(asks) || len(sets) != taken {
				return
			}
		}
	}
	for _, q := range asks {
		c.needs(says(c.setIn(q, line(q))), "each answer to be taken alone", "%s is not set", q.key)
	}
	c.about(turn)
	c.recommend(false, "batched answers to be taken, as a message may hold them", "the first of %d in one line, whichever they are: %s", len(asks),
		what(turn.object(), "set_fields"))
}

// wantBothCorrected warns where of two corrections of one message the first alone is taken, whichever it is, and each is taken where it comes alone.
func (c *C) wantBothCorrected() {
	counts := c.counts()
	c.needs(len(counts) > 1, "two questions that numbers answer", "%d", len(counts))
	corrected := func(asks ...ask) (turn *exchange, set []bool) {
		var lines []string
		for _, q := range asks {
			lines = append(lines, q.label+": 14")
		}
		answered, _ := c.toldAnew(clip(counts[0].label + ": 12\n" + counts[1].label + ": 11"))
		turn = c.answer(sessionIn(answered.req), clip("Correction: "+strings.Join(lines, "\n")))
		sets, _ := c.prepared(turn, "a correction to be taken")["set_fields"].(obj)
		for _, q := range asks {
			n, is := number(sets[q.key])
			set = append(set, is && fmt.Sprint(n) == "14")
		}
		return turn, set
	}
	var turn *exchange
	for _, both := range [][2]ask{{counts[0], counts[1]}, {counts[1], counts[0]}} {
		x, set := corrected(both[0], both[1])
		if turn = x; !set[0] || set[1] {
			return
		}
	}
	for _, q := range counts[:2] {
		_, alone := corrected(q)
		c.needs(alone[0], "each correction to be taken alone", "%s is not set", q.key)
	}
	c.about(turn)
	c.recommend(false, "both corrections of a message to be taken", "the first of two, whichever it is: %s", what(turn.object(), "set_fields"))
}
