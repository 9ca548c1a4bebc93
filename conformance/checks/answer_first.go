package checks

import "strings"

// wantLongFirst warns where a message with several answers sets none of them as the first one of a session, and does so after another message, and
// where a short one sets its answer as the first.
func (c *C) wantLongFirst() {
	const many, least = 8, 3
	asks, a := c.settable(many), newAnswerer(false)
	c.needs(len(asks) >= least, "three questions that are answered", "%d", len(asks))
	setOf := func(id, message string) (turn *exchange, sets obj) {
		turn = c.answer(id, clip(message))
		sets, _ = c.prepared(turn, "a message to be taken")["set_fields"].(obj)
		return turn, sets
	}
	id := c.fullSession()
	turn, sets := setOf(id, a.batch(asks))
	c.needs(len(sets) == 0 && len(c.valuesOf(id)) == len(c.valuesOf(c.fullSession())), "a first message of which nothing is set", "%s", text(sets))
	for _, q := range asks {
		if _, alone := setOf(c.fullSession(), q.label+": "+a.value(q, 0)); says(alone[q.key]) {
			_, later := c.toldAnew(clip(a.batch(asks)))
			c.about(turn)
			c.recommend(len(later) < 2, "the answers of a first message of a session to be taken, as those of a later one",
				"none of %d lines, though one alone is taken, and %d after another message",
				strings.Count(messageOf(turn), "\n")+1, len(later))
			return
		}
	}
}
