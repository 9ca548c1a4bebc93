package checks

// growth is a count that grows with values, turn by turn, and then no more.
type growth struct {
	last   int64 // what it was at last
	grown  int   // turns by each of whose values it grew
	still  int   // turns after those, by whose it did not
	since  int   // values that came with these
	judged bool  // it is none that grows otherwise
}

// growing follows a count over the turns of an intake.
func (c *C) growing(count func(step watchedTurn) any) growth {
	g, set := growth{judged: true}, obj{}
	for i, step := range c.watched().turns {
		now, counted := integer(count(step))
		c.needs(counted, "a count to judge by", "none")
		more := 0
		sets, _ := step.turn.object()["set_fields"].(obj)
		for key, v := range sets {
			if says(v) && set[key] == nil {
				more, set[key] = more+1, v
			}
		}
		switch {
		case more == 0 || i == 0:
		case now == g.last+int64(more) && g.still == 0:
			g.grown++
		case now == g.last:
			g.still, g.since = g.still+1, g.since+more
		case g.grown > 0 && g.still == 0 && now < g.last+int64(more): // where it stops
		default:
			g.judged = false
		}
		g.last = now
	}
	return g
}

// stops says whether it stood while many values came.
func (g growth) stops() bool {
	const some = 2
	return g.judged && g.grown > 0 && g.still >= some && g.since >= manySet
}

// wantFilledGrowsOn warns of a session whose fields_filled grows by each value that its first turns set, and stays as it is while later ones set
// as many and more.
func (c *C) wantFilledGrowsOn() {
	w := c.watched()
	g := c.growing(func(step watchedTurn) any { return c.prepared(step.detail, "the session's detail")["fields_filled"] })
	c.about(w.turns[0].detail)
	c.about(w.turns[len(w.turns)-1].detail)
	c.recommend(!g.stops(), "a fields_filled that grows by later values as by those before", "%d after %d values more", g.last, g.since)
}

// wantAnsweredGrowsOn is the same of the answered_count of turns.
func (c *C) wantAnsweredGrowsOn() {
	w := c.watched()
	g := c.growing(func(step watchedTurn) any { return step.turn.object()["answered_count"] })
	c.about(w.turns[0].turn)
	c.about(w.turns[len(w.turns)-1].turn)
	c.recommend(!g.stops(), "an answered_count that grows by later values as by those before", "%d after %d values more", g.last, g.since)
}
