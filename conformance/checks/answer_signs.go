package checks

import (
	"maps"
	"slices"
	"strings"
)

// Signs within the texts that answer questions, and letters that need more than two bytes.

// allSigns is a text with each of the signs of ofOneSign.
const allSigns = `Boat-building for A\B & 𠮷田 yards 😀 [steel] hull_parts | O'Neil sails @ Macon of %25 wood, 37 feet long`

// ofOneSign are texts with one sign each, and the same without it. None is a mark of a list or of a heading, which a server may read as such.
var ofOneSign = []marked{
	{"Boat-building only", "Boat building only", "-"},
	{`Work on A\B yards only`, "Work on AB yards only", `\`},
	{"Work on hulls & sails", "Work on hulls sails", "&"},
	{"Work for 𠮷 boats only", "Work for boats only", "𠮷"},
	{"Work on boats 😀 only", "Work on boats only", "😀"},
	{"Work on boats [steel] only", "Work on boats steel only", "[]"},
	{"Work on hull_parts only", "Work on hull parts only", "_"},
	{"Work on boats | masts only", "Work on boats masts only", "|"},
	{"Work on boats @ Macon only", "Work on boats Macon only", "@"},
	{"Work on O'Neil boats only", "Work on Neil boats only", "'"},
	{"Work on boats of 37 feet", "Work on boats of some feet", "37"},
	{"Work on boats of %25 wood", "Work on boats of some wood", "25"}, // which stands for the one sign in an address of the web
}

// without says whether a text is this one without its marks, or with a space for each, whatever its letters' case.
func (m marked) without(kept string) bool {
	left := func(instead string) string {
		said := m.text
		for _, mark := range m.marks {
			said = strings.ReplaceAll(said, string(mark), instead)
		}
		return plainly(said)
	}
	return plainly(kept) == left("") || plainly(kept) == left(" ")
}

// plainly is a text in what no server has to keep: its spaces, the case of its letters and a full stop at its end.
func plainly(text string) string {
	return strings.ToLower(strings.TrimSpace(strings.TrimSuffix(spaced(text), ".")))
}

// wantSignsKept warns where a text that answers a question is kept without one of its signs, and the same text is kept as it was told that has none.
// Signs with others in their place are left to the server, and so are those of questions of which another one keeps them.
func (c *C) wantSignsKept() {
	texts := c.described()
	c.needs(len(texts) > 0, "a question that any words answer", "none")
	for _, q := range texts {
		if _, kept := c.keptAs(q, allSigns); plainly(kept[0]) == plainly(allSigns) && plainly(kept[1]) == plainly(allSigns) {
			return
		}
	}
	for _, one := range ofOneSign {
		c.maybe(func() { c.wantSignKept(one, texts) })
	}
}

func (c *C) wantSignKept(one marked, texts []ask) {
	var turn *exchange
	lost := ""
	for _, q := range texts {
		x, kept := c.keptAs(q, one.text)
		at := slices.IndexFunc(kept[:], one.without)
		switch {
		case at >= 0:
			turn, lost = x, kept[at]
		case kept[0] != "" || q.is(texts[0]): // another one may want words of a kind
			return
		}
	}
	_, plain := c.keptAs(texts[0], one.plain)
	c.needs(plainly(plain[0]) == plainly(one.plain), "a text without signs to be kept as it was told", "%q", plain[0])
	c.about(turn)
	c.recommend(false, "the signs of a text to be kept", "%q of %q", lost, one.text)
}

// numbered is a text with numbers that are parts of names in it.
func numbered(one, two string) string {
	return "Rigging of boats of the types Kestrel " + one + " and Heron " + two
}

// wantNumbersOfNamesUnset warns where a number within a text that answers one question is set for another one, whichever number it is, and nothing is
// where the text has none.
func (c *C) wantNumbersOfNamesUnset() {
	texts := c.described()
	c.needs(len(texts) > 0, "a question that any words answer", "none")
	q := texts[0]
	given := func(one, two string) (turn *exchange, to map[string]int) {
		turn, sets := c.toldAnew(clip(q.label + ": " + numbered(one, two)))
		c.needs(plainly(plainText(sets[q.key])) == plainly(numbered(one, two)), "a text to be kept as it was told", "%s", what(sets, q.key))
		to = map[string]int{}
		stored := c.valuesOf(sessionIn(turn.req))
		for at, number := range []string{one, two} {
			for _, values := range []obj{sets, stored} {
				for key := range values {
					if key != q.key && plainText(values[key]) == number {
						to[key] = at + 1
					}
				}
			}
		}
		return turn, to
	}
	_, to := given("37", "4812")
	if len(to) == 0 {
		return
	}
	turn, again := given("53", "6914")
	_, plain := c.toldAnew(clip(q.label + ": " + numbered("Bay", "Sound")))
	for _, key := range slices.Sorted(maps.Keys(to)) {
		c.about(turn)
		c.recommend(again[key] != to[key] || says(plain[key]), "a number within the answer to one question to be none to another",
			"%s is set to the number in %q, which was told for %s", key, numbered("53", "6914"), q.key)
	}
}
