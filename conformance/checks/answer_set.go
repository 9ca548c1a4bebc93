package checks

import "slices"

// wantSetOfAnswer warns of turns that report as the value of each thing that they set the whole message which told it, where the session has other
// values than that.
func (c *C) wantSetOfAnswer() {
	const few = 3
	raw := 0
	for _, step := range c.watched().turns {
		sets, _ := step.turn.object()["set_fields"].(obj)
		values, _ := step.detail.object()["field_values"].(obj)
		message := lettersOf(messageOf(step.turn))
		for key, set := range sets {
			if lettersOf(plainText(set)) != message {
				return
			}
			if stored := plainText(ungrouped(values)[key]); stored != "" && lettersOf(stored) != message {
				raw++
				c.about(step.turn)
				c.about(step.detail)
			}
		}
	}
	c.recommend(raw < few, "what a turn set in set_fields", "the whole message as each of %d values, and others on the session", raw)
}

// wantNoTold warns where a no or a zero is stored and set_fields is silent of it, and tells of the other answer to the same question.
func (c *C) wantNoTold() {
	yesOrNo := c.yesOrNo()
	counted := slices.DeleteFunc(c.counts(), func(q ask) bool { return slices.ContainsFunc(yesOrNo, q.is) })
	c.sideBySide(
		func(c *C) { c.wantToldAs(yesOrNo, "No", "Yes", func(v any) bool { return v == false }) },
		func(c *C) {
			c.wantToldAs(counted, "0", "7", func(v any) bool { n, is := number(v); return is && n == 0 })
		},
	)
}

// wantToldAs is wantNoTold of up to two of some questions.
func (c *C) wantToldAs(asks []ask, told, other string, stores func(v any) bool) {
	const few = 2
	for _, q := range asks[:min(len(asks), few)] {
		turn, sets := c.toldAnew(clip(q.label + ": " + told))
		if sets[q.key] == nil && stores(c.valuesOf(sessionIn(turn.req))[q.key]) && c.setIn(q, q.label+": "+other) != nil {
			c.about(turn)
			c.recommend(false, "what a turn set in set_fields, be it a no or a zero",
				"%s is on the session after %q, and not in set_fields, which has it after %q", q.key, told, other)
		}
	}
}

// yesOrNo are the questions of an intake that left a yes or a no on its session, be they in set_fields or not.
func (c *C) yesOrNo() (all []ask) {
	j := c.journey()
	stored := ungrouped(valuesShown(j.before))
	for _, turn := range j.turns {
		for _, q := range asksOf(turn) {
			if _, is := stored[q.key].(bool); is && !slices.ContainsFunc(all, q.is) {
				all = append(all, q)
			}
		}
	}
	return all
}
