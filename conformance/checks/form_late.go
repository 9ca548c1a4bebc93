package checks

import (
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// Values that came to a session some other way than most, and that its forms lack: a fill takes everything collected so far (spec section 4,
// endpoint 8).

// freeTexts are questions of an intake that any words may answer.
func (c *C) freeTexts() []ask {
	const most = 2
	all := c.allFreeTexts()
	return all[:min(len(all), most)]
}

// allFreeTexts are all questions of the intake that any words answer.
func (c *C) allFreeTexts() []ask {
	all := c.answeredWith(func(v any) bool { s, is := v.(string); return is && !strings.ContainsAny(s, "0123456789@") })
	return slices.DeleteFunc(all, func(q ask) bool { return len(q.options) > 0 })
}

// someText is one that no other session was told.
func (c *C) someText() string { return "Joinery workshop Kw" + c.random(4) }

// showsFilled fills a session, and says whether its forms show a text.
func (c *C) showsFilled(id, told string) bool {
	c.prepared(c.call("POST", sessionPath(id, "fill")), "fill")
	_, forms := c.listedForms(id, as(c.run.home.Key))
	for _, x := range forms {
		c.needs(x.ok() && !x.legible().Hides(), "a form that can be read", "%s", x)
		c.about(x)
	}
	return formsShow(forms, told) || formsSpell(forms, told)
}

// showsOnceTold answers a question of a session with a text, and says whether the session has it and its forms show it when they are filled.
func (c *C) showsOnceTold(id string, q ask) (shown, stored bool) {
	told := c.someText()
	c.prepared(c.answer(id, clip(q.label+": "+told)), "an answer to be taken")
	stored = plainText(c.valuesOf(id)[q.key]) == told
	return stored && c.showsFilled(id, told), stored
}

// wantShownAtOnce warns where a fill right after a turn, and one more, leave out what the turn told and the session has, and a fill has it after
// another turn that tells nothing, or that tells something else.
func (c *C) wantShownAtOnce() {
	for _, q := range c.freeTexts() {
		id, told := c.fullSession(), c.someText()
		c.prepared(c.answer(id, clip(q.label+": "+told)), "an answer to be taken")
		if plainText(c.valuesOf(id)[q.key]) != told {
			continue
		}
		for range 2 { // a value may be behind for a moment
			if c.showsFilled(id, told) {
				return
			}
		}
		c.prepared(c.answer(id, "What else do you need to know?"), "a question of the caller to be taken")
		if plainText(c.valuesOf(id)[q.key]) == told && c.showsFilled(id, told) {
			c.recommend(false, "what the last turn told in forms that are filled after it", "%s, %q, is there after one more turn that told nothing", q.key, told)
		}
		if other, next := c.shownBeside(q); next != "" {
			c.wantShownLast(id, q, other, told, next)
		}
	}
}

// shownBeside is another question than some, with its value in the journey, whose forms show it.
func (c *C) shownBeside(q ask) (other ask, value string) {
	j := c.filled()
	values := namedValues(j.after.object())
	for _, other := range j.asked() {
		value, _ := values[other.key].(string)
		if other.key != q.key && len(other.options) == 0 && len(value) >= leastPrinted && !ofNames.MatchString(other.key) && formsShow(j.downloads, value) {
			return other, value
		}
	}
	return ask{}, ""
}

// wantShownLast tells a session another thing once forms lacked what it was told, which they show from then on, and else a second session the two
// the other way round.
func (c *C) wantShownLast(id string, q, other ask, told, next string) {
	c.prepared(c.answer(id, clip(other.label+": "+next)), "an answer to be taken")
	c.needs(plainText(c.valuesOf(id)[q.key]) == told, "an answer that stays what it is", "%s is another", q.key)
	c.recommend(!c.showsFilled(id, told), "what was told last in forms that are filled after it", "%s, %q, is there after something else was told", q.key, told)
	if !c.showsFilled(id, next) {
		return
	}
	second := c.fullSession()
	c.prepared(c.answer(second, clip(other.label+": "+next)), "an answer to be taken")
	c.prepared(c.answer(second, clip(q.label+": "+told)), "an answer to be taken")
	c.recommend(!c.showsFilled(second, told), "what was told first in forms that are filled after it", "%s, %q, is there where something else was told before it", q.key, told)
}

// wantShownAfterFills, wantShownAfterSkip and wantShownAfterFile warn where forms lack what was told after several fills of its session, after its
// question was skipped, or after a file was read, and have it where it was told at once.
func (c *C) wantShownAfterFills() { c.wantShownAfter("several fills", c.sessionFilledOften) }

func (c *C) wantShownAfterSkip() { c.wantShownAfter("a skip of its question", c.sessionThatSkips) }

func (c *C) wantShownAfterFile() { c.wantShownAfter("a file was read", c.sessionWithFile) }

// wantShownAfter is told how to make a session to which something happened, and which has no value for a question.
func (c *C) wantShownAfter(what string, made func(q ask) (id string, without bool)) {
	for _, q := range c.freeTexts() {
		id, without := made(q)
		if !without {
			continue
		}
		shown, stored := c.showsOnceTold(id, q)
		if shown {
			return
		}
		if atOnce, _ := c.showsOnceTold(c.begunSession(), q); stored && atOnce {
			c.recommend(false, "what was told after "+what+" in the forms of the next fill", "%s is in none, and is where it was told at once", q.key)
		}
	}
}

func (c *C) sessionFilledOften(ask) (id string, without bool) {
	const several = 3
	id = c.fullSession()
	for range several {
		c.prepared(c.call("POST", sessionPath(id, "fill")), "fill on an open session")
	}
	return id, true
}

func (c *C) sessionThatSkips(q ask) (id string, without bool) {
	id = c.begunSession()
	sets, _ := c.prepared(c.answer(id, c.skipOf(q)), "a request to skip a question to be taken")["set_fields"].(obj)
	return id, !says(sets[q.key])
}

// sessionWithFile is one that was told one half of what a file can tell.
func (c *C) sessionWithFile(q ask) (id string, without bool) {
	for half := range 2 {
		id = c.extractable()
		c.prepared(c.extract(id, pdfsample.Pages(true, pdfsample.Half(half))), "a valid PDF to be taken")
		if c.valuesOf(id)[q.key] == nil {
			return id, true
		}
	}
	return "", false
}

// wantReadLaterShown warns where forms show none of the values that a file brought after a first fill, and several where it came before any.
func (c *C) wantReadLaterShown() {
	later, all := c.shownOfFile(true)
	if later > 0 || all < enoughPrinted {
		return
	}
	first, _ := c.shownOfFile(false)
	c.recommend(first < enoughPrinted, "values of a file in the forms of the next fill",
		"none of %d that came after a first fill, and %d of a file that came before it", all, first)
}

// shownOfFile counts the values that a file brought to a session, and those of them that the forms of a fill after it show and did not show
// before.
func (c *C) shownOfFile(filledBefore bool) (shown, all int) {
	id := c.fullSession()
	if filledBefore {
		c.prepared(c.call("POST", sessionPath(id, "fill")), "fill on an open session")
	}
	detail, before := c.listedForms(id, as(c.run.home.Key))
	known, _ := detail.object()["field_values"].(obj)
	c.prepared(c.extract(id, pdfsample.Sized(0)), "a valid PDF to be taken")
	c.prepared(c.call("POST", sessionPath(id, "fill")), "fill after a file was read")
	detail, forms := c.listedForms(id, as(c.run.home.Key))
	for _, x := range forms {
		c.needs(x.ok() && !x.legible().Hides(), "a form that can be read", "%s", x)
		c.about(x)
	}
	filed, _ := detail.object()["field_values"].(obj)
	for _, key := range newKeys(known, filed) {
		told, _ := filed[key].(string)
		if len(told) < leastPrinted || formsShow(before, told) {
			continue
		}
		if all++; formsShow(forms, told) || formsSpell(forms, told) {
			shown++
		}
	}
	return shown, all
}
