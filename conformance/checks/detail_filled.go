package checks

// wantFilledGrowsOn warns of a session whose fields_filled grows by each value that its first turns set, and stays as it is while later ones set
// as many and more.
func (c *C) wantFilledGrowsOn() {
	const some = 2
	w := c.watched()
	set := obj{}
	var last int64
	grown, still, since := 0, 0, 0 // turns by whose values it grew, and then by whose it did not, and how many those are
	for i, step := range w.turns {
		filled, counted := integer(c.prepared(step.detail, "the session's detail")["fields_filled"])
		c.needs(counted, "a fields_filled to judge by", "none")
		more := 0
		sets, _ := step.turn.object()["set_fields"].(obj)
		for key, v := range sets {
			if says(v) && set[key] == nil {
				more, set[key] = more+1, v
			}
		}
		switch {
		case more == 0 || i == 0:
		case filled == last+int64(more) && still == 0:
			grown++
		case filled == last:
			still, since = still+1, since+more
		case grown > 0 && still == 0 && filled > last && filled < last+int64(more): // where it stops
		default:
			return
		}
		last = filled
	}
	c.about(w.turns[0].detail)
	c.about(w.turns[len(w.turns)-1].detail)
	c.recommend(grown == 0 || still < some || since < manySet, "a fields_filled that grows by later values as by those before", "%d after %d values more", last, since)
}
