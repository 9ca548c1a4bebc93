package checks

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
