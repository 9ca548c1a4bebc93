package checks

import (
	"regexp"
	"slices"
	"strings"
)

// allMarks is a text with marks of each kind at which a server may cut what it is told. None of them ends an answer.
const allMarks = `Work on "Kestrel" boats/barges: hulls (steel) + sails #7 at 8:30 with 50% off`

// marked is a text with marks of one kind, and the same without them.
type marked struct{ text, plain, marks string }

// ofOneMark has the marks of allMarks, each kind in a text of its own.
var ofOneMark = []marked{
	{`Work on "Kestrel" boats`, "Work on Kestrel boats", `"`},
	{"Work on boats/barges only", "Work on boats barges only", "/"},
	{"Work on boats: hulls only", "Work on boats hulls only", ":"},
	{"Work on boats (steel) only", "Work on boats steel only", "()"},
	{"Work on boats + sails only", "Work on boats sails only", "+"},
	{"Work on boats #7 only", "Work on boats 7 only", "#"},
	{"Work on boats at 8:30 only", "Work on boats at 8 30 only", ":"},
	{"Work on boats with 50% off", "Work on boats with 50 off", "%"},
}

// wantUncutAtMarks warns where a text that answers a question is kept up to one of its marks, from one of them on, or without what stands between
// two, and is kept as it was told without those marks. What becomes of the marks themselves is left to the server, and so is where the name of
// somebody ends: where one question keeps all of its text, nothing is judged.
func (c *C) wantUncutAtMarks() {
	texts := c.described()
	for _, q := range texts {
		turn, kept := c.keptAs(q, allMarks)
		for _, text := range kept {
			c.about(turn)
			c.recommend(spaced(text) != unplussed, "the plus of a text to be kept, as its other marks are", "%q of %q for %s", text, allMarks, q.key)
		}
		if kept[0] == allMarks && kept[1] == allMarks {
			return
		}
	}
	c.needs(len(texts) > 0, "a question that any words answer", "none")
	for _, one := range ofOneMark {
		c.maybe(func() { c.wantUncutAt(one, texts[0], texts[1:]) })
	}
}

// wantsName are words of questions that want the name of somebody or of a place, which may end at a mark.
var wantsName = regexp.MustCompile(`(?i)name|dba|trad|city|town|county|carrier|insurer|compan|owner|contact|person|address|street|title`)

// described are up to two questions of an intake that any words may answer, and that want no name, those first that were answered with the most.
func (c *C) described() []ask {
	const most = 2
	all := c.answeredWith(func(v any) bool { s, is := v.(string); return is && !strings.ContainsAny(s, "0123456789@") })
	all = slices.DeleteFunc(all, func(q ask) bool {
		return len(q.options) > 0 || wantsName.MatchString(q.key+" "+q.label+" "+q.kind)
	})
	values := ungrouped(valuesShown(c.journey().before))
	slices.SortStableFunc(all, func(a, b ask) int { return len(plainText(values[b.key])) - len(plainText(values[a.key])) })
	return all[:min(len(all), most)]
}

// unplussed is allMarks as a form of the web tells it where a plus stands for a space.
var unplussed = spaced(strings.ReplaceAll(allMarks, "+", " "))

func (c *C) wantUncutAt(one marked, q ask, others []ask) {
	turn, kept := c.keptAs(q, one.text)
	at := slices.IndexFunc(kept[:], one.cutTo)
	if at < 0 {
		return
	}
	if _, plain := c.keptAs(q, one.plain); plain[0] != one.plain || plain[1] != one.plain {
		return
	}
	for _, other := range others {
		if _, kept := c.keptAs(other, one.text); kept[0] == one.text && kept[1] == one.text {
			return
		}
	}
	c.about(turn)
	c.recommend(false, "a text to be kept as it was told", "%q of %q for %s, and all of %q", kept[at], one.text, q.key, one.plain)
}

// keptAs tells a text for a question of a new session, and gives what the reply and the session have of it.
func (c *C) keptAs(q ask, told string) (turn *exchange, kept [2]string) {
	turn, sets := c.toldAnew(clip(q.label + ": " + told))
	return turn, [2]string{plainText(sets[q.key]), plainText(c.valuesOf(sessionIn(turn.req))[q.key])}
}

// cutTo says whether a text is what is left of this one where it is cut at one of its marks, or lacks what stands between two of them.
func (m marked) cutTo(kept string) bool {
	if kept = strings.ToLower(spaced(kept)); kept == "" {
		return false
	}
	whole := strings.ToLower(m.text)
	for at, mark := range whole {
		if strings.ContainsRune(m.marks, mark) && (kept == spaced(whole[:at]) || kept == spaced(whole[at+1:])) {
			return true
		}
	}
	first, last := strings.IndexAny(whole, m.marks), strings.LastIndexAny(whole, m.marks)
	return kept == spaced(whole[:first]+whole[last+1:]) && last > first
}

// spaced is a text with single spaces between its words.
func spaced(text string) string { return strings.Join(strings.Fields(text), " ") }

// linesGoOn are marks behind which a message goes on, whatever it is of which they are part.
const linesGoOn = ";,:-#\"'(/&%*"

// wantReadPastMarks warns where an answer is lost that stands on the line after one with a mark, and is taken after the same line without it.
func (c *C) wantReadPastMarks() {
	texts, both, a := c.described(), c.twoAsks(), newAnswerer(false)
	c.needs(len(texts) > 0, "a question that any words answer", "none")
	other := otherThan(texts[0], both)
	lost := func(marks string) (turn *exchange, lost bool) {
		turn, sets := c.toldAnew(clip(texts[0].label + ": Boats " + marks + " and sails\n" + other.label + ": " + a.value(other, 0)))
		return turn, !says(sets[other.key])
	}
	if _, of := lost(strings.Join(strings.Split(linesGoOn, ""), " ")); !of {
		return
	}
	_, always := lost("")
	c.needs(!always, "the second of two answers to be taken", "it is lost")
	for _, mark := range linesGoOn {
		if _, of := lost(string(mark)); of {
			turn, again := lost(string(mark))
			c.about(turn)
			c.recommend(!again, "an answer to be taken, whatever mark the line before it has", "nothing is set for %s after a line with %q", other.key, mark)
		}
	}
}
