package checks

import "slices"

// Amounts of other questions than the one that was answered.

const (
	firstAmount, firstNumber         = "$415,700", 415_700
	otherAmount                      = "$286,300"
	correctedAmount, correctedNumber = "$594,100", 594_100
)

// wantOtherAmountsKept warns where an amount is stored for another question as well, when it is told or when it corrects one, and set_fields names one
// alone.
func (c *C) wantOtherAmountsKept() {
	const most = 2
	asks := c.amounts()
	c.needs(len(asks) > 1, "two questions that amounts answer", "%d", len(asks))
	for i := range asks[:most] {
		others := slices.Concat(asks[:i], asks[i+1:])
		c.maybe(func() { c.wantAmountOfOne(asks[i], others[:min(len(others), most)]) })
	}
}

// wantAmountOfOne tells a session an amount for one question, then others for others, and corrects the first.
func (c *C) wantAmountOfOne(one ask, others []ask) {
	turn, sets := c.toldAnew(clip(one.label + ": " + firstAmount))
	id := sessionIn(turn.req)
	c.wantOfOneAlone(id, turn, sets, one, others, firstNumber)
	for _, other := range others {
		c.prepared(c.answer(id, clip(other.label+": "+otherAmount)), "an answer to be taken")
	}
	turn = c.answer(id, clip("Correction: "+one.label+": "+correctedAmount))
	sets, _ = c.prepared(turn, "a correction to be answered")["set_fields"].(obj)
	c.wantOfOneAlone(id, turn, sets, one, others, correctedNumber)
}

// wantOfOneAlone wants a number that a turn told for one question to be that of no other one.
func (c *C) wantOfOneAlone(id string, turn *exchange, sets obj, one ask, others []ask, told float64) {
	values := c.valuesOf(id)
	n, _ := number(values[one.key])
	c.needs(n == told, "an amount to be kept as it was told", "%s", what(values, one.key))
	for _, other := range others {
		v, _ := number(values[other.key])
		c.about(turn)
		c.recommend(v != told || says(sets[other.key]), "an amount to be stored for its own question", "%s for %s, which was told for %s alone",
			text(values[other.key]), other.key, one.key)
	}
}
