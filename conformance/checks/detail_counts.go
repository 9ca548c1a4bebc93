package checks

import "slices"

// growth is a count that grows with values, turn by turn, and then no more.
type growth struct {
	last   int64 // what it was at last
	grown  int   // turns by each of whose values it grew
	still  int   // turns after those, by whose it did not
	since  int   // values that came with these
	fell   int   // turns that set further values, and left it lower
	judged bool  // it is none that grows otherwise
}

// growing follows a count over the turns of an intake, from what it was before, where that is known.
func (c *C) growing(before any, count func(step watchedTurn) any) growth {
	g, set := growth{judged: true}, obj{}
	began, known := integer(before)
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
		if more > 0 && now < g.last {
			g.fell++
		}
		switch {
		case i == 0 && known && more > 0 && now == began+int64(more):
			g.grown++
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

// oftenLess is how often a count has to fall: one answer may make others void.
const oftenLess = 2

// stops says whether it stood while many values came.
func (g growth) stops() bool {
	const some = 2
	return g.judged && g.grown > 0 && g.still >= some && g.since >= manySet
}

// wantFilledGrowsOn warns of a session whose fields_filled grows by each value that its first turns set, and stays as it is while later ones set
// as many and more, or falls.
func (c *C) wantFilledGrowsOn() {
	w := c.watched()
	g := c.growing(w.begun.object()["fields_filled"], func(step watchedTurn) any { return c.prepared(step.detail, "the session's detail")["fields_filled"] })
	c.about(w.turns[0].detail)
	c.about(w.turns[len(w.turns)-1].detail)
	c.recommend(!g.stops(), "a fields_filled that grows by later values as by those before", "%d after %d values more", g.last, g.since)
	c.recommend(g.fell < oftenLess, "a fields_filled that grows by further values", "less than before after each of %d turns that set some", g.fell)
}

// wantAnsweredGrowsOn is the same of the answered_count of turns.
func (c *C) wantAnsweredGrowsOn() {
	w := c.watched()
	g := c.growing(nil, func(step watchedTurn) any { return step.turn.object()["answered_count"] })
	c.about(w.turns[0].turn)
	c.about(w.turns[len(w.turns)-1].turn)
	c.recommend(!g.stops(), "an answered_count that grows by later values as by those before", "%d after %d values more", g.last, g.since)
	c.recommend(g.fell < oftenLess, "an answered_count that grows by further values", "less than before after each of %d turns that set some", g.fell)
}

// wantCountOfTurn warns of an answered_count that is behind by a turn: with what was pending after the turn before it makes the same sum at each turn
// of an intake, and with what is pending after its own it does not.
func (c *C) wantCountOfTurn() {
	const some = 4
	var answered, pending []int64
	turns := c.journey().turns
	for _, turn := range turns {
		a, counted := integer(turn.object()["answered_count"])
		p, too := integer(turn.object()["pending_count"])
		c.needs(counted && too, "counts", "none")
		answered, pending = append(answered, a), append(pending, p)
	}
	c.needs(len(turns) >= some, "some turns", "%d", len(turns))
	behind, apart := true, 0 // once may be the end, where what need not be answered is answered too
	for i := range answered[1:] {
		behind = behind && answered[i+1]+pending[i] == answered[1]+pending[0]
		if answered[i+1]+pending[i+1] != answered[0]+pending[0] {
			apart++
		}
	}
	c.about(turns[1])
	c.recommend(!behind || apart < 2, "an answered_count that has what the turn answered",
		"%d, as many as before it: with what was pending then it makes %d, as at each turn", answered[1], answered[1]+pending[0])
}

// wantFilledAsBegun warns of a session whose fields_filled is the number of its values, or another one beyond that, before the first turn, and one and
// the same further number beyond it once turns bring values, whichever of its values count.
func (c *C) wantFilledAsBegun() {
	const often = 3
	asked := c.askedKeys()
	var departed *departure
	for _, count := range []func(values obj) int{
		func(values obj) int { return len(values) },
		func(values obj) int { return len(ungrouped(values)) },
		func(values obj) int { // what is made of others may be no field
			return len(slices.DeleteFunc(names(ungrouped(values)), func(key string) bool { return !asked[key] }))
		},
	} {
		if d := c.departure(count); departed == nil || d.steps < departed.steps {
			departed = &d
		}
	}
	c.about(c.watched().begun)
	c.recommend(departed.steps < often, "a fields_filled that counts each value once",
		"%d beyond the number of values at first, and %d after each of %d turns", departed.began, departed.later, departed.steps)
}

// departure is how a fields_filled leaves the number of values.
type departure struct {
	began, later int64 // how many more, before the first turn and since
	steps        int   // turns after which it was so many more
}

func (c *C) departure(count func(values obj) int) (d departure) {
	w := c.watched()
	beyond := func(detail *exchange) (more int64, values int) {
		filled, counted := integer(c.prepared(detail, "the session's detail")["fields_filled"])
		c.needs(counted, "a count of what is filled", "none")
		values = count(valuesShown(detail))
		return filled - int64(values), values
	}
	began, had := beyond(w.begun)
	d = departure{began: began, later: began}
	for _, step := range w.turns {
		more, values := beyond(step.detail)
		if values == had {
			continue
		}
		if more == began || d.steps > 0 && more != d.later { // some values may be no fields
			break
		}
		d.later, d.steps, had = more, d.steps+1, values
	}
	return d
}

// wantPendingUncapped warns of a detail whose pending_count is that of the turn before while that is small, and one and the same number while that is
// larger.
func (c *C) wantPendingUncapped() {
	const often = 2
	most, above, within := int64(-1), 0, 0
	for _, step := range c.watched().turns {
		left, counted := integer(step.turn.object()["pending_count"])
		shown, told := integer(step.detail.object()["pending_count"])
		c.needs(counted && told, "counts of what is pending", "none")
		switch {
		case shown == left && left > 0:
			c.needs(most < 0 || left <= most, "one count", "%d, and %d before", shown, most)
			within++
		case shown < left && shown > 0:
			c.needs(most < 0 || shown == most, "one count", "%d, and %d before", shown, most)
			most, above = shown, above+1
			c.about(step.turn)
			c.about(step.detail)
		}
	}
	c.recommend(above < often || within < often, "the pending_count of the turn in the detail, however much is pending", "at most %d", most)
}
