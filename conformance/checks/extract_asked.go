package checks

import (
	"maps"
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// wantNotAsked uploads a file to the check's session, and wants nothing asked there that it brought.
func (c *C) wantNotAsked() (g uploadGain, turn *exchange) {
	g = c.gain(c.readable())
	c.needs(g.count > 0 && len(g.keys) > 0, "values found in the PDF", "extracted_count is %d, %d values gained", g.count, len(g.keys))
	turn = c.answer(c.session, "Hello, what do you still need to know?")
	detail := c.detail(c.session) // a session may tell what the last turn asked
	questions := objects(c.prepared(detail, "the session's detail")["next_questions"])
	c.about(detail)
	for _, q := range questions {
		key, _ := q["key"].(string)
		c.want(!g.settled(key), "no question about what was extracted", "next_questions asks %s", key)
	}
	asks := objects(c.prepared(turn, "a turn to be answered")["asks"])
	for _, q := range asks {
		key, _ := q["key"].(string)
		c.want(!g.settled(key), "no question about what was extracted", "an ask is about %s", key)
	}
	c.wantNoneUnderAnotherKey(g, slices.Concat(questions, asks))
	return g, turn
}

// wantNoneUnderAnotherKey fails the check when all that was extracted is stored under keys with the same addition before or
// after each, and is asked for under the keys without it.
func (c *C) wantNoneUnderAnotherKey(g uploadGain, questions []obj) {
	const few = 4
	if len(g.keys) < few {
		return
	}
	found := map[string]map[string]bool{} // addition -> the keys that are asked for without it
	note := func(addition, key string, cut func(string, string) (string, bool)) {
		common := !slices.ContainsFunc(g.keys, func(one string) bool { _, has := cut(one, addition); return !has })
		grouped := slices.ContainsFunc(questions, func(q obj) bool { return lettersOf(plainText(q["group"])) == lettersOf(addition) })
		if addition == "" || !common || grouped { // keys may be those within a group
			return
		}
		if found[addition] == nil {
			found[addition] = map[string]bool{}
		}
		found[addition][key] = true
	}
	for _, q := range questions {
		key, _ := q["key"].(string)
		for _, stored := range g.keys {
			if before, is := strings.CutSuffix(stored, key); is && key != "" {
				note(before, key, strings.CutPrefix)
			}
			if after, is := strings.CutPrefix(stored, key); is && key != "" {
				note(after, key, strings.CutSuffix)
			}
		}
	}
	for addition, keys := range found {
		c.want(len(keys) < 2, "no question about what was extracted", "all of it is stored under keys with %q, and without that %v are asked for",
			addition, slices.Sorted(maps.Keys(keys)))
	}
}

// wantNotAskedLater answers on after an extraction, where the first turn asks a part of what is open. Most of what was extracted asked for
// fails the check; of less, a further one may be meant, such as a second place.
func (c *C) wantNotAskedLater(g uploadGain, turn *exchange) {
	const some, mostTurns = 3, 20
	var again []string
	var questions []obj
	a, set := newAnswerer(false), map[string]bool{}
	for n := 0; n < mostTurns && len(asksOf(turn)) > 0; n++ {
		message, more := next(a, asksOf(turn))
		if !more {
			return
		}
		turn = c.answer(c.session, message)
		questions = append(questions, objects(turn.object()["asks"])...)
		c.wantNoneUnderAnotherKey(g, questions)
		for _, q := range asksOf(turn) {
			if g.settled(q.key) && !set[q.key] && !slices.Contains(again, q.key) {
				again = append(again, q.key)
			}
		}
		c.want(len(again) < some || 2*len(again) <= len(g.keys), "no question about what was extracted, in any turn",
			"of %d values gained, later turns ask %q", len(g.keys), again)
		sets, _ := turn.object()["set_fields"].(obj)
		for key := range sets {
			set[key] = true
		}
	}
}

// linesOfIntake are the intake's own questions that set a value under their key, with their answers, of one page, and the keys of the
// questions. Others may be of topics, whose titles no file has.
func (c *C) linesOfIntake() (lines [][2]string, keys map[string]string) {
	return linesOf(c.answeredWith(func(any) bool { return true }))
}

// linesOf are questions with their answers, of one page, and the keys of the questions.
func linesOf(questions []ask) (lines [][2]string, keys map[string]string) {
	const most = 20
	a := newAnswerer(false)
	keys = map[string]string{}
	for _, q := range questions {
		if q.label != "" && pdfsample.Shows(q.label) && len(lines) < most {
			lines, keys[q.label] = append(lines, [2]string{q.label, a.value(q, 0)}), q.key
		}
	}
	return lines, keys
}

// readable is a file that brings values: the fixture or, where an intake of another line of business reads nothing in it but what a session
// knows at its making, one that has the intake's own questions.
func (c *C) readable() []byte {
	const known = 2 // the insured's name, and its state
	return shared(c, "a file that brings values", func(c *C) []byte {
		count := func(x *exchange) int64 { n, _ := integer(x.object()["extracted_count"]); return n }
		lines, _ := c.linesOfIntake()
		if f := c.extraction(); f.asked || f.result.ok() && count(f.result) <= known && len(lines) > 0 {
			if own := pdfsample.Of(lines); count(c.extract(c.fullSession(), own)) > count(f.result) {
				return own
			}
		}
		return pdfsample.Sized(0)
	})
}

// wantSomethingRead warns where nothing is read from a file that has the intake's own questions with their answers, a line each, and where less is
// of one that has some of these lines.
func (c *C) wantSomethingRead() {
	const least = 3 // lines
	lines, keys := c.linesOfIntake()
	c.needs(len(lines) >= least, "an intake that asks for several things", "%d", len(lines))
	id := c.fullSession()
	before := c.valuesOf(id)
	x := c.extract(id, pdfsample.Of(lines))
	count, _ := integer(c.prepared(x, "a valid PDF to be taken")["extracted_count"])
	brought := newKeys(before, c.valuesOf(id))
	c.about(x)
	c.recommend(count > 0 || len(brought) > 0, "something to be read from a file that has what the intake asks for, a line each", "nothing of %d lines", len(lines))
	lines = slices.DeleteFunc(lines, func(line [2]string) bool { return !slices.Contains(brought, keys[line[0]]) })
	c.wantReadOfFewer(lines, keys)
}

// wantReadOfFewer warns where each of two files with some of the lines that one brought lacks one of them: one may be read in part alone.
func (c *C) wantReadOfFewer(lines [][2]string, keys map[string]string) {
	const least = 4
	if len(lines) < least {
		return
	}
	var missing string
	for _, n := range []int{len(lines) / 2, len(lines) - 1} {
		id := c.fullSession()
		before := c.valuesOf(id)
		x := c.extract(id, pdfsample.Of(lines[:n]))
		c.prepared(x, "a valid PDF to be taken")
		brought := newKeys(before, c.valuesOf(id))
		lost := slices.IndexFunc(lines[:n], func(line [2]string) bool { return !slices.Contains(brought, keys[line[0]]) })
		if lost < 0 || len(brought) == 0 {
			return
		}
		c.about(x)
		missing = lines[lost][0]
	}
	c.recommend(false, "each line of a file to be read that is read where others follow", "not %s, of one with fewer lines", missing)
}
