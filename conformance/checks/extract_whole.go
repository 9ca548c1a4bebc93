package checks

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// What becomes of extracted values on their way from the result to the session.

// wantNoneCut fails the check when several texts of a result end on the session after as many letters each, and none there is longer.
func (c *C) wantNoneCut(g uploadGain, listed map[string]extracted) {
	const some = 3
	after, keys := g.cut(listed)
	c.about(g.result)
	c.want(len(keys) < some, "the texts that were extracted, whole, in field_values", "the first %d letters of each of %q", after, keys)
}

// wantNoTwoCut warns of two such texts.
func (c *C) wantNoTwoCut(g uploadGain) {
	after, keys := g.cut(g.fields())
	c.about(g.result)
	c.recommend(len(keys) < 2, "the texts that were extracted, whole, in field_values", "the first %d letters of each of %q", after, keys)
}

// cut are the keys of the texts of a result that are on the session without their end, after as many letters as the longest there has.
func (g uploadGain) cut(listed map[string]extracted) (after int, keys []string) {
	cut, longest := map[int][]string{}, 0
	for _, key := range slices.Sorted(maps.Keys(listed)) {
		told, _ := listed[key].value.(string)
		kept, _ := g.values[key].(string)
		n := utf8.RuneCountInString(kept)
		if longest = max(longest, n); len(kept) < len(told) && strings.HasPrefix(told, kept) {
			cut[n] = append(cut[n], key)
		}
	}
	delete(cut, 0) // which are not there
	return longest, cut[longest]
}

// wantNoneCrossed fails the check when each of two fields has on the session what the result has for the other one.
func (c *C) wantNoneCrossed(g uploadGain, listed map[string]extracted) {
	keys := slices.Sorted(maps.Keys(listed))
	told := func(key string) string { return lettersOf(plainText(listed[key].value)) }
	kept := func(key string) string { return lettersOf(plainText(g.values[key])) }
	c.about(g.result)
	for i, one := range keys {
		for _, other := range keys[i+1:] {
			swapped := told(one) != told(other) && told(one) != "" && told(other) != "" && kept(one) == told(other) && kept(other) == told(one)
			c.want(!swapped, "the values that were extracted in field_values, each under its own key",
				"%s, and %s was extracted; the other way round for %s", what(g.values, one), text(listed[one].value), other)
		}
	}
}

// wantWesternKept warns of letters beyond ASCII that stand in a value of a file and are question marks on the session, or signs of what is no
// letter.
func (c *C) wantWesternKept() {
	x, keys := c.broughtBy(pdfsample.Western())
	values := c.valuesOf(sessionIn(x.req))
	var lost []string
	for _, key := range keys {
		for _, line := range pdfsample.WesternLines {
			kept := plainText(values[key])
			if kept == narrowed(line[1], 0x7f, "?") || kept == narrowed(line[1], 0x7f, "\ufffd") {
				lost = append(lost, key)
			}
		}
	}
	c.about(x)
	c.recommend(len(lost) == 0, "letters of a file that are no question marks in field_values", "%q", lost)
}

// fileTexts are texts that a file may have, each with what is left of it where a program misreads it.
var fileTexts = []struct {
	told string
	left []string
}{
	{"Larkfield Studio, East Wing", []string{"Larkfield Studio"}},
	{"Bramble Works (Rear Yard)", []string{"Bramble Works", "Bramble Works Rear Yard", "Bramble Works (Rear Yard", `Bramble Works \(Rear Yard\)`, `Bramble Works \(Rear Yard`}},
	{"Atelier Brückner Café", []string{"Atelier Brckner Caf", "Atelier Br?ckner Caf?", "Atelier Br\ufffdckner Caf\ufffd", "Atelier Br ckner Caf", "Atelier Br"}},
	{"Hall of the Potters' Guild", []string{"Hall of the Potters", "Hall of the Potters Guild", "Hall of the Potters&#39; Guild", "Hall of the Potters'' Guild"}},
	{"Granite & Slate #4 Depot", []string{"Granite", "Granite Slate #4 Depot", "Granite &amp; Slate #4 Depot", "Granite & Slate", "Granite & Slate Depot"}},
}

// wantTextsRead warns where a session has a text of a file as a program leaves it that misreads one of its signs, in a page or in a field of a form.
func (c *C) wantTextsRead() {
	questions := c.allFreeTexts()
	c.needs(len(questions) > 0, "a question that any words answer", "none")
	questions = questions[:min(len(questions), len(fileTexts))]
	for n := 0; n < len(fileTexts); n += (len(questions) + 1) / 2 { // as a question may refuse a text
		var lines [][2]string
		for i, q := range questions {
			lines = append(lines, [2]string{q.label, fileTexts[(n+i)%len(fileTexts)].told})
		}
		for _, file := range [][]byte{pdfsample.Of(lines), pdfsample.Pages(false, lines)} {
			x, _ := c.broughtBy(file)
			values := c.valuesOf(sessionIn(x.req))
			c.about(x)
			for i, q := range questions {
				one := fileTexts[(n+i)%len(fileTexts)]
				kept := strings.TrimSpace(plainText(values[q.key]))
				c.recommend(!slices.Contains(one.left, kept), "a text of a file as it stands there", "%q of %q for %s", kept, one.told, q.key)
			}
		}
	}
}

// wantNothingAppended warns where values of a result have the same behind them on the session, or before them, that the result does not have. A server may
// keep a number with a sign of its own, and a text with a full stop: it is seen of texts, and of all that are kept in words.
func (c *C) wantNothingAppended(g uploadGain, listed map[string]extracted) {
	const some = 3
	more := map[string][]string{}
	for _, key := range slices.Sorted(maps.Keys(listed)) {
		was, _ := listed[key].value.(string)
		is, _ := g.values[key].(string)
		was, is = strings.TrimSpace(was), strings.TrimSpace(is)
		if before, after, holds := strings.Cut(is, was); holds && was != "" && was != is && after != "." {
			more[before+" "+after] = append(more[before+" "+after], key)
		}
	}
	c.about(g.result)
	for _, with := range slices.Sorted(maps.Keys(more)) {
		keys := more[with]
		c.recommend(len(keys) < some, "the texts that were extracted in field_values", "%s, and %s was extracted; %q is with %d of them",
			what(g.values, keys[0]), text(listed[keys[0]].value), strings.TrimSpace(with), len(keys))
	}
}
