package checks

import (
	"fmt"
	"slices"
	"strings"
)

// Questions that a number answers: what was told is easily told apart from what was made of it.

// counts are the questions of an intake that a number answers, each once, and that have no options.
func (c *C) counts() []ask {
	const many = 1800
	all := c.answeredWith(func(v any) bool { n, is := number(v); return is && n < many })
	return slices.DeleteFunc(all, func(q ask) bool { return len(q.options) > 0 })
}

// wantCountsAsTold fails the check when each of three numbers that a question is told one after the other is set as far off as the others.
func (c *C) wantCountsAsTold() {
	told := []float64{41, 53, 67}
	counts, off := c.counts(), map[string][]float64{}
	c.needs(len(counts) > 0, "a question that a number answers", "none")
	id := c.fullSession()
	for _, n := range told {
		turn := c.answer(id, clip(allAs(counts, n)))
		set, _ := c.prepared(turn, "answers to be taken")["set_fields"].(obj)
		for key, v := range set {
			if was, is := number(v); is {
				off[key] = append(off[key], was-n)
			}
		}
	}
	for _, q := range counts {
		by := off[q.key]
		all := len(by) == len(told) && by[0] != 0 && len(slices.Compact(slices.Clone(by))) == 1
		c.want(!all, "the numbers that were told", "each of %v that was told for %s is off, by %v", told, q.key, by)
	}
}

// wantLargeCountsKept warns where a number that is told in place of a smaller one, which was kept, becomes one that nobody told: it has more
// bits than there are for it, or is above a bound that says nothing.
func (c *C) wantLargeCountsKept() {
	told := []float64{41, 1450, 45_000}
	counts, small := c.counts(), obj{}
	c.needs(len(counts) > 0, "a question that a number answers", "none")
	id := c.fullSession()
	var turn *exchange
	for _, n := range told {
		turn = c.answer(id, clip(allAs(counts, n)))
		set, _ := c.prepared(turn, "answers to be taken")["set_fields"].(obj)
		if n == told[0] {
			small = set
		}
	}
	values := c.valuesOf(id)
	c.about(turn)
	for _, q := range counts {
		first, _ := number(small[q.key])
		n, is := number(values[q.key])
		c.recommend(!is || first != told[0] || slices.Contains(told, n), "a large number to be kept as it was told, as a small one is", "%s is %s, and was told to be each of %v",
			q.key, text(values[q.key]), told)
	}
}

// allAs are answers that tell one number for each of some questions.
func allAs(counts []ask, n float64) string {
	var lines []string
	for _, q := range counts {
		lines = append(lines, fmt.Sprintf("%s: %.0f", q.label, n))
	}
	return strings.Join(lines, "\n")
}

// wantZeroSettled fails the check when a question is asked again and again that was answered with a zero, which the replies report as
// set, and once where it was answered with another number.
func (c *C) wantZeroSettled() {
	counts := c.counts()
	c.needs(len(counts) > 0, "a question that a number answers", "none")
	c.wantSettled(counts[0], "0", "7", func(set any, told string) bool {
		n, is := number(set)
		return is && fmt.Sprint(n) == told
	})
}

// wantNoSettled fails the check when a question is asked again and again that was answered with a no, which the replies report as set,
// and once where it was answered with a yes.
func (c *C) wantNoSettled() {
	decided := c.answeredWith(func(v any) bool { _, is := v.(bool); return is })
	c.needs(len(decided) > 0, "a question that a yes or no answers", "none")
	c.wantSettled(decided[0], "No", "Yes", func(set any, told string) bool { return set == (told == "Yes") })
}

// wantNoKept warns of a question whose yes is kept as a value, and whose no leaves nothing, however it is said.
func (c *C) wantNoKept() {
	a := newAnswerer(false)
	for _, turn := range c.journey().turns {
		for _, q := range asksOf(turn) {
			if no := a.value(q, 0); strings.EqualFold(no, "no") && !q.confirms() {
				kept, last := c.keeps(q, no)
				if kept != nil {
					return
				}
				yes, _ := c.keeps(q, newAnswerer(true).value(q, 0))
				c.about(last)
				c.recommend(yes != true, "a no among the values, as a yes to the same question is", "%s is set by neither the replies nor the session", q.key)
				return
			}
		}
	}
}

// keeps is what a session has of a question once a value was told: under the label of the question, then as an answer to what is asked.
func (c *C) keeps(q ask, value string) (kept any, turn *exchange) {
	id, asks := c.sessionAsking(q)
	c.needs(asks, "the question to be asked", "it is not")
	for _, message := range []string{q.label + ": " + value, value + "."} {
		turn = c.answer(id, clip(message))
		set, _ := c.prepared(turn, "an answer to be taken")["set_fields"].(obj)
		if set[q.key] != nil {
			return set[q.key], turn
		}
		if asked := asksOf(turn); len(asked) == 0 || asked[0].key != q.key {
			break
		}
	}
	values, _ := c.prepared(c.detail(id), "the session's detail")["field_values"].(obj)
	return ungrouped(values)[q.key], turn
}

// wantSettled fails the check when a value does not settle a question that sets it, and another one does.
func (c *C) wantSettled(q ask, value, other string, sets func(set any, told string) bool) {
	openAfter := func(value string) (asked bool, last *exchange) {
		id, asks := c.sessionAsking(q)
		c.needs(asks, "the question to be asked", "it is not")
		for n := range 3 { // whether that is right may be asked once
			last = c.answer(id, clip(q.label+": "+value))
			set, _ := c.prepared(last, "an answer to be taken")["set_fields"].(obj)
			c.needs(n > 0 || sets(set[q.key], value), "the value that was told to be set", "%s", what(set, q.key))
			if asked = (opened{asks: asksOf(last)}).asksFor(q.key); !asked {
				break
			}
		}
		return asked, last
	}
	asked, last := openAfter(value)
	if !asked {
		return
	}
	on, _ := openAfter(other)
	c.needs(!on, "a question that another value settles", "it is asked on")
	c.about(last)
	c.fail("a question not to be asked again that "+value+" answers", "%s is asked on and on", q.key)
}

// wantCorrectedTwice fails the check when the first correction of a value is taken, and the second of the same value is not.
func (c *C) wantCorrectedTwice() {
	t := c.retold()
	c.needs(t.sets(1, t.values[1]), "a correction that is set", "%s", what(t.turns[1].object(), "set_fields"))
	c.about(t.turns[2])
	c.about(t.detail)
	values, _ := c.prepared(t.detail, "the session's detail")["field_values"].(obj)
	n, is := number(ungrouped(values)[t.q.key])
	stale := is && fmt.Sprint(n) == t.values[1]
	back := !t.sets(2, t.values[2]) || t.sets(3, t.values[3]) || !is || fmt.Sprint(n) != t.values[2]
	if !back {
		c.wantCorrectedThrice(t.q)
	}
	c.about(t.detail)
	c.want(back, "a correction back to an earlier value to be taken as others", "%s, after %s, %s, %s and %s were told",
		what(ungrouped(values), t.q.key), t.values[0], t.values[1], t.values[2], t.values[3])
	c.want(t.sets(2, t.values[2]) || !stale, "a second correction to be taken as the first", "%s, after %s, %s and %s were told",
		what(ungrouped(values), t.q.key), t.values[0], t.values[1], t.values[2])
}

// wantCorrectedThrice warns where two corrections of a value are taken, and no third one: the text says of none that it is the last.
func (c *C) wantCorrectedThrice(q ask) {
	id, last := c.begunSession(), "19"
	for _, value := range []string{"12", "14", "17", last} {
		turn := c.answer(id, clip(q.label+": "+value))
		set, _ := c.prepared(turn, "an answer to be taken")["set_fields"].(obj)
		n, _ := number(set[q.key])
		c.about(turn)
		c.needs(value == last || fmt.Sprint(n) == value, "each of two corrections to be set", "%s", what(set, q.key))
		c.recommend(value != last || fmt.Sprint(n) == value, "a third correction of a value to be taken as the two before it", "%s", what(set, q.key))
	}
}

// retold is a question that was answered with a number, then with two others, and with the first again.
type retold struct {
	q      ask
	values []string
	turns  []*exchange
	after  []*exchange // the detail after each
	detail *exchange
}

func (t *retold) sets(turn int, value string) bool {
	set, _ := t.turns[turn].object()["set_fields"].(obj)
	n, is := number(set[t.q.key])
	return is && fmt.Sprint(n) == value
}

func (c *C) retold() *retold {
	return shared(c, "a question answered again and again", func(c *C) *retold {
		counts := c.counts()
		c.needs(len(counts) > 0, "a question that a number answers", "none")
		t := &retold{q: counts[0], values: []string{"12", "14", "17", "12"}}
		id := c.begunSession()
		for _, value := range t.values {
			turn := c.answer(id, clip(t.q.label+": "+value))
			c.prepared(turn, "an answer to be taken")
			t.turns, t.after = append(t.turns, turn), append(t.after, c.detail(id))
		}
		t.detail = t.after[len(t.after)-1]
		return t
	})
}

// wantAllCounted warns of an answered_count that counts the values of one turn alone, and of one that counts a question again when its
// answer is corrected.
func (c *C) wantAllCounted() {
	j := c.journey()
	set, alone, many, most := map[string]bool{}, 0, 0, int64(0)
	for _, turn := range j.turns {
		sets, _ := turn.object()["set_fields"].(obj)
		answered, is := integer(turn.object()["answered_count"])
		most = max(most, answered)
		if is && answered == int64(len(sets)) {
			alone++
		}
		if len(sets) > 0 {
			many++
		}
		for key := range sets {
			set[key] = true
		}
	}
	last := j.turns[len(j.turns)-1]
	c.about(last)
	counted, _ := integer(last.object()["answered_count"])
	c.recommend(alone < len(j.turns) || counted == int64(len(set)) || many < 2 || len(set) < manySet, "an answered_count of all that was answered",
		"%s, as many as the last turn set, and %d were set in all", what(last.object(), "answered_count"), len(set))
	c.recommend(most > 0 || len(set) < manySet, "an answered_count of all that was answered", "0 after each turn, and %d were set in all", len(set))
	c.maybe(func() {
		t := c.retold()
		var counts, open, all []int64
		for i, turn := range t.turns[:3] {
			c.needs(t.sets(i, t.values[i]), "each correction to be set", "%s", what(turn.object(), "set_fields"))
			for name, list := range map[string]*[]int64{"answered_count": &counts, "pending_count": &open, "total_askable": &all} {
				n, _ := integer(turn.object()[name])
				*list = append(*list, n)
			}
		}
		more := counts[2] > counts[0]
		still := open[0] == open[2] && all[0] == all[2]
		c.about(t.turns[2])
		c.recommend(!more || !still, "an answered_count that does not grow by a correction", "%d, %d and %d, with %d pending", counts[0], counts[1], counts[2], open[2])
	})
}

// wantTotalOfAll warns of some turns of the run whose total_askable is less than what they count as pending, where it is not in most.
func (c *C) wantTotalOfAll() {
	const some, fewOf = 2, 3
	c.maybe(func() { // of which few sessions hear more
		id := c.fullSession()
		c.prepared(c.call("POST", sessionPath(id, "fill")), "fill on an open session")
		for range some {
			c.answer(id, greeting)
		}
	})
	var less []*exchange
	all := 0
	for _, x := range c.calls() {
		total, counted := integer(x.object()["total_askable"])
		pending, too := integer(x.object()["pending_count"])
		if x.call != answerCall || !x.ok() || !counted || !too {
			continue
		}
		if all++; total < pending {
			less = append(less, x)
		}
	}
	c.needs(len(less) >= some && len(less)*fewOf < all, "a few turns that count more as pending than can be asked in all", "%d of %d", len(less), all)
	x := less[len(less)-1]
	c.about(x)
	c.recommend(false, "a total_askable of all questions", "%s, and %s are pending; so it is after %d of %d turns", what(x.object(), "total_askable"),
		what(x.object(), "pending_count"), len(less), all)
}

// wantZeroLed warns where a code that begins with a zero is set without it: the tax number and the postal code of some states have one.
func (c *C) wantZeroLed() {
	const fein, zip = 9, 5
	codes := c.answeredWith(func(v any) bool { n := len(digitsOf(plainText(v))); return n == fein || n == zip })
	for _, q := range codes {
		for was, told := range map[string]string{"58-2941763": "04-2941763", "31201": "02108"} {
			if newAnswerer(false).value(q, 0) != was {
				continue
			}
			turn, sets := c.toldAnew(clip(q.label + ": " + told))
			all := digitsOf(told)
			c.about(turn)
			c.recommend(digitsOf(plainText(sets[q.key])) != all[1:], "a code with the zero that it begins with", "%s of %s", what(sets, q.key), told)
		}
	}
}

// numberWords are numbers in words. The first tells whether words are understood.
var numberWords = []struct {
	words string
	n     float64
}{{"seven", 7}, {"twelve", 12}, {"forty", 40}}

// wantNumberWordsHeard warns where a number in words is kept as another one, and a smaller one is understood. To understand none is left to the server.
func (c *C) wantNumberWordsHeard() {
	counts := c.counts()
	c.needs(len(counts) > 0, "a question that a number answers", "none")
	q := counts[0]
	for i, one := range numberWords {
		turn, sets := c.toldAnew(clip(q.label + ": " + one.words))
		n, is := number(sets[q.key])
		c.needs(i > 0 || n == one.n, "a number in words to be understood", "%s", what(sets, q.key))
		c.about(turn)
		c.recommend(!is || n == one.n, "a number in words to be kept as it was told, as a smaller one is", "%s for %q", text(sets[q.key]), one.words)
	}
}
