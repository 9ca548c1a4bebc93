package checks

import (
	"maps"
	"slices"
	"strings"
)

// Texts that answer one question each, in the words that tell them.

// wantSaidWithoutVerb warns where a text is kept with the verb before it, of each of two sentences, and without where its label alone stands before it.
func (c *C) wantSaidWithoutVerb() {
	const some = 2
	texts := c.freeTexts()
	c.needs(len(texts) > 0, "a question that any words answer", "none")
	q := texts[0]
	var turn *exchange
	for range some {
		told := c.someText()
		if _, plain := c.keptAs(q, told); plain[1] != told {
			return
		}
		x, sets := c.toldAnew(clip("The " + strings.ToLower(q.label) + " is " + told + "."))
		if kept := strings.TrimSuffix(plainText(sets[q.key]), "."); kept != "is "+told {
			return
		}
		turn = x
	}
	c.about(turn)
	c.recommend(false, "a text as it is told", "%s is kept with the verb before it", q.key)
}

// wantTextsApart warns where the answer to one question takes the place of that to another one, which was kept as it was told, of two texts each.
func (c *C) wantTextsApart() {
	const some, most = 2, 4
	texts := c.allFreeTexts()
	texts = texts[:min(len(texts), most)]
	c.needs(len(texts) > 1, "two questions that any words answer", "%d", len(texts))
	lost := map[[2]string]int{} // the question whose text is gone, and that of the text in its place
	for range some {
		o, told := c.opens(), map[string]string{}
		for _, q := range texts {
			id, open := o.id, o
			before := c.valuesOf(id)
			text := c.someText()
			o = c.turnOn(o, clip(q.label+": "+text))
			after := c.valuesOf(id)
			if plainText(after[q.key]) != text {
				continue
			}
			for _, key := range slices.Sorted(maps.Keys(told)) {
				if plainText(before[key]) == told[key] && plainText(after[key]) == text && !open.asksFor(key) { // a message may answer what is asked, whatever it says
					pair := [2]string{key, q.key}
					lost[pair]++
					c.about(o.turn)
					c.recommend(lost[pair] < some, "the answer to another question to stay as it was told", "%s has what was told for %s", key, q.key)
				}
			}
			told[q.key] = text
		}
	}
}
