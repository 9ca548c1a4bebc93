package checks

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// corrected is a question that was answered with one value and then with another.
type corrected struct {
	key   string
	turn  *exchange
	value string // that the session has then
}

// corrects answers a question of a new session twice. The second turn says that it corrects, where the value alone has no effect.
func (c *C) corrects(q ask, first, second string) corrected {
	var out corrected
	for _, words := range []string{"", "Correction: "} {
		id := c.begunSession()
		set, _ := c.prepared(c.answer(id, clip(q.label+": "+first)), "an answer to be taken")["set_fields"].(obj)
		c.needs(says(set[q.key]), "an answer to be set", "%s", what(set, q.key))
		turn := c.answer(id, clip(words+q.label+": "+second))
		c.prepared(turn, "a correction to be answered")
		values, _ := c.prepared(c.detail(id), "the session's detail")["field_values"].(obj)
		out = corrected{q.key, turn, listedText(ungrouped(values)[q.key])}
		if strings.Contains(lettersOf(out.value), lettersOf(second)) {
			c.wantCorrectedStill(id, out, first)
			break
		}
	}
	return out
}

// listedText is a value in words, or those of a list, one after the other.
func listedText(v any) string {
	list, is := v.([]any)
	if !is {
		return plainText(v)
	}
	var all []string
	for _, item := range list {
		all = append(all, plainText(item))
	}
	return strings.Join(all, ", ")
}

// wantCorrectedStill fails the check when the next turn brings back the value that was corrected.
func (c *C) wantCorrectedStill(id string, now corrected, first string) {
	if has(now.value, first) {
		return
	}
	turn := c.answer(id, greeting)
	c.prepared(turn, "a turn to be answered")
	values, _ := c.prepared(c.detail(id), "the session's detail")["field_values"].(obj)
	later := listedText(ungrouped(values)[now.key])
	c.about(turn)
	c.want(lettersOf(later) != lettersOf(first), "a corrected value to stay with the next turn", "%s was %q once it was corrected, and is %q again", now.key, now.value, later)
}

// wantTextReplaced warns of a text that has both what was told and what it was corrected to, as a list may, too. Where a text is replaced, a number
// is to be so, too: it warns of one that stays, be it beside the other.
func (c *C) wantTextReplaced() {
	const least = 5
	texts := c.answeredWith(func(v any) bool { s, is := v.(string); return is && len(s) >= least })
	for _, q := range texts {
		a := newAnswerer(false)
		first, second := a.value(q, 0), a.valueOf(q, elsewhere)
		if len(q.options) > 0 || has(first, second) || has(second, first) || len(first) < least || len(second) < least {
			continue
		}
		t := c.corrects(q, first, second)
		c.about(t.turn)
		c.recommend(!has(t.value, first) || !has(t.value, second), "a corrected value in the place of the one before",
			"%s is %q, of %q that was corrected to %q", q.key, t.value, first, second)
		if has(t.value, second) {
			c.wantNumberReplaced(q.key)
		}
		return
	}
}

// wantCapitalsCorrected warns where a text stays that is corrected to the same in other capitals, which is kept where it comes first, and is replaced
// by another text.
func (c *C) wantCapitalsCorrected() {
	texts := c.freeTexts()
	c.needs(len(texts) > 0, "a question that any words answer", "none")
	q, first := texts[0], c.someText()
	word, rest, _ := strings.Cut(first, " ")
	second := strings.ToUpper(word) + " " + rest
	var turn *exchange
	for _, words := range []string{"", "Correction: "} {
		id := c.begunSession()
		c.prepared(c.answer(id, clip(q.label+": "+first)), "an answer to be taken")
		was := plainText(c.valuesOf(id)[q.key])
		turn = c.answer(id, clip(words+q.label+": "+second))
		c.prepared(turn, "a correction to be answered")
		if is := plainText(c.valuesOf(id)[q.key]); was != first || is != first {
			return
		}
	}
	if _, kept := c.keptAs(q, second); kept[1] != second || c.corrects(q, first, c.someText()).value == first {
		return
	}
	c.about(turn)
	c.recommend(false, "a text to be corrected in its capitals, too", "%s stays %q where %q was told, and that is kept where it comes first", q.key, first, second)
}

func has(text, part string) bool { return strings.Contains(lettersOf(text), lettersOf(part)) }

// wantNumberReplaced warns of a number that stays as it is when it is corrected, in a server that takes the correction of a text.
func (c *C) wantNumberReplaced(text string) {
	counts := c.counts()
	c.needs(len(counts) > 0, "a question that a number answers", "none")
	n := c.corrects(counts[0], "12", "14")
	c.about(n.turn)
	c.recommend(n.value != "12", "corrections of numbers to be taken as those of texts are", "%s stays 12 where 14 was told, and %s was replaced", n.key, text)
	c.recommend(!has(n.value, "12") || !has(n.value, "14"), "a corrected number in the place of the one before", "%s is %q, of 12 that was corrected to 14", n.key, n.value)
}

// wantOnlyOneCorrected warns where the correction of one value takes others away, of which the turn says nothing.
func (c *C) wantOnlyOneCorrected() {
	const few = 4
	asks, a := c.settable(few), newAnswerer(false)
	c.needs(len(asks) > 1, "questions that are answered", "%d", len(asks))
	id := c.begunSession()
	c.prepared(c.answer(id, a.batch(asks)), "an answer to be taken")
	before := c.valuesOf(id)
	for _, q := range asks {
		if before[q.key] == nil {
			continue
		}
		turn := c.answer(id, clip("Correction: "+q.label+": "+a.otherThan(q, before[q.key])))
		sets, _ := c.prepared(turn, "a correction to be taken")["set_fields"].(obj)
		after := c.valuesOf(id)
		for _, key := range names(before) {
			_, told := sets[key]
			c.about(turn)
			c.recommend(told || before[key] == nil || after[key] != nil, "values to stay that a correction says nothing of",
				"%s was %s, and has no value after %s was corrected", key, text(before[key]), q.key)
		}
		return
	}
}

// wantCorrectedWithin warns where the first of two answers to one question wins in a message that calls the second one a correction, whichever
// they are, and such a correction is taken in a message of its own.
func (c *C) wantCorrectedWithin() {
	counts := c.counts()
	c.needs(len(counts) > 0, "a question that a number answers", "none")
	q := counts[0]
	var turn *exchange
	for _, told := range [][2]string{{"12", "14"}, {"14", "12"}} {
		first, correction := q.label+": "+told[0], "Correction: "+q.label+": "+told[1]
		x, sets := c.toldAnew(clip(first + "\n" + correction))
		set := func(v any, told string) bool { n, is := number(v); return is && fmt.Sprint(n) == told }
		if turn = x; !set(sets[q.key], told[0]) {
			return
		}
		answered, _ := c.toldAnew(clip(first))
		alone, _ := c.prepared(c.answer(sessionIn(answered.req), clip(correction)), "a correction to be taken")["set_fields"].(obj)
		c.needs(set(alone[q.key], told[1]), "a correction that is taken in a message of its own", "%s", what(alone, q.key))
	}
	c.about(turn)
	c.recommend(false, "a correction to be taken within the message that it corrects, as in one of its own", "%s, the first of two",
		what(turn.object()["set_fields"].(obj), q.key))
}

// wantNotAdded warns of a number, or of an amount, that is added to one that was told for it before, when it is corrected once and once more.
func (c *C) wantNotAdded() {
	c.maybe(func() {
		t := c.retold()
		c.wantEachAlone(t.q, t.values[:3], t.turns[:3])
	})
	q, amounts := c.amounts()[0], []string{"310000", "420000", "265000"}
	id := c.begunSession()
	var turns []*exchange
	for _, amount := range amounts {
		turn := c.answer(id, clip(q.label+": "+amount))
		c.prepared(turn, "an answer to be taken")
		turns = append(turns, turn)
	}
	c.wantEachAlone(q, amounts, turns)
}

// wantEachAlone warns of a question each of whose answers but the first was added to one before it.
func (c *C) wantEachAlone(q ask, values []string, turns []*exchange) {
	var had []float64
	for i, turn := range turns {
		told, _ := strconv.ParseFloat(values[i], 64)
		set, _ := turn.object()["set_fields"].(obj)
		n, is := number(set[q.key])
		added := i == 0 && n == told || slices.Contains(had, n-told)
		if !is || !added {
			return
		}
		had = append(had, told, n)
		c.about(turn)
	}
	c.recommend(false, "a corrected value in the place of the one before", "%s is %v once %s were told", q.key, had[len(had)-1], strings.Join(values, ", then "))
}

// wantCorrectedToZero warns where a number stays when it is corrected to a zero, which is kept where nothing was told before, and goes when it is
// corrected to another number.
func (c *C) wantCorrectedToZero() {
	counts := c.counts()
	c.needs(len(counts) > 0, "a question that a number answers", "none")
	q := counts[0]
	after := func(said string) (turn *exchange, v any) {
		turn, sets := c.toldAnew(clip(q.label + ": 17"))
		id := sessionIn(turn.req)
		n, _ := number(sets[q.key])
		c.needs(n == 17, "a number to be set", "%s", what(sets, q.key))
		turn = c.answer(id, clip("Correction: "+q.label+" is "+said))
		return turn, c.valuesOf(id)[q.key]
	}
	turn, v := after("0")
	n, is := number(v)
	c.needs(is && n == 17, "a number that stays when it is corrected to a zero", "%s", text(v))
	c.needs(c.numberSet(q, "0") == 0, "a zero to be a number", "it is none")
	_, v = after("14")
	n, _ = number(v)
	c.about(turn)
	c.recommend(n != 14, "a correction to a zero to be taken, as one to another number is", "%s stays 17", q.key)
}
