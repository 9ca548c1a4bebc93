package checks

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Several answers in a message, and answers among other words.

// wantBothTaken fails the check when one of two answers of one message is lost that have the same value, and both are set where they have
// not.
func (c *C) wantBothTaken() {
	counts := c.counts()
	c.needs(len(counts) > 1, "two questions that numbers answer", "%d", len(counts))
	one, two := counts[0], counts[1]
	said := func(a, b string) (turn *exchange, set []bool) {
		turn, sets := c.toldAnew(clip(one.label + ": " + a + "\n" + two.label + ": " + b))
		return turn, []bool{says(sets[one.key]), says(sets[two.key])}
	}
	both := []bool{true, true}
	turn, same := said("12", "12")
	if same[0] == same[1] {
		return
	}
	for _, other := range [][2]string{{"12", "14"}, {"14", "12"}} {
		if _, set := said(other[0], other[1]); !slices.Equal(set, both) {
			return
		}
	}
	c.about(turn)
	c.fail("both of two answers of one message to be taken that have the same value", "%s", what(turn.object(), "set_fields"))
}

// settable are the questions of an intake that their first answers set, each once, up to some. Those of one label cannot be told apart by it.
func (c *C) settable(most int) (all []ask) {
	set := map[string]bool{}
	for _, turn := range c.journey().turns {
		sets, _ := turn.object()["set_fields"].(obj)
		for key := range sets {
			set[key] = true
		}
	}
	for _, turn := range c.journey().turns {
		for _, q := range asksOf(turn) {
			if len(all) < most && set[q.key] && !slices.ContainsFunc(all, func(other ask) bool { return other.key == q.key || other.label == q.label }) {
				all = append(all, q)
			}
		}
	}
	return all
}

// lostOf answers some questions of a new session in one message, and lists those that are not set.
func (c *C) lostOf(asks []ask) (turn *exchange, lost []ask) {
	turn, sets := c.toldAnew(newAnswerer(false).batch(asks))
	for _, q := range asks {
		if !says(sets[q.key]) {
			lost = append(lost, q)
		}
	}
	return turn, lost
}

// toldAnew tells a new session one message, after a greeting, and gives what it set.
func (c *C) toldAnew(message string) (turn *exchange, sets obj) {
	id := c.begunSession()
	turn = c.answer(id, message)
	sets, _ = c.prepared(turn, "a message to be taken")["set_fields"].(obj)
	return turn, sets
}

// wantLastTaken warns where the last of three answers of one message is lost, whichever it is, or all but the first, or all where both of two are
// taken.
func (c *C) wantLastTaken() {
	asks := c.settable(3)
	c.needs(len(asks) == 3, "three questions that are answered", "%d", len(asks))
	var turn *exchange
	without := map[int]int{} // how often the last one, or two, are lost
	for n := range asks {
		turned := slices.Concat(asks[n:], asks[:n])
		x, lost := c.lostOf(turned)
		if turn = x; len(lost) == 0 || !slices.EqualFunc(lost, turned[3-len(lost):], func(a, b ask) bool { return a.key == b.key }) {
			return
		}
		without[len(lost)]++
	}
	c.about(turn)
	c.recommend(without[1] < 3, "the last answer of a message to be taken as those before it", "it is lost, whichever of three it is: %s", what(turn.object(), "set_fields"))
	if without[3] == 3 {
		_, lost := c.lostOf(asks[:2])
		c.recommend(len(lost) > 0, "all answers of a message to be taken, as both of two are", "none of three, in whichever order they come: %s",
			what(turn.object(), "set_fields"))
	}
	c.recommend(without[2] < 3, "batched answers to be taken, as a message may hold them", "only the first of three, whichever it is: %s", what(turn.object(), "set_fields"))
}

// wantNotOneAlone warns where of three answers of one message one alone is taken, and as it is where it comes alone, in whichever order
// they come.
func (c *C) wantNotOneAlone() {
	asks := c.settable(3)
	c.needs(len(asks) == 3, "three questions that are answered", "%d", len(asks))
	var turn *exchange
	for n := range asks {
		x, lost := c.lostOf(slices.Concat(asks[n:], asks[:n]))
		if turn = x; len(lost) != 2 {
			return
		}
		at := slices.IndexFunc(asks, func(q ask) bool { return q.key != lost[0].key && q.key != lost[1].key })
		_, alone := c.toldAnew(newAnswerer(false).batch(asks[at : at+1]))
		set, _ := turn.object()["set_fields"].(obj)
		if !says(alone[asks[at].key]) || !equal(set[asks[at].key], alone[asks[at].key]) {
			return
		}
	}
	for _, q := range asks {
		c.needs(says(c.setIn(q, newAnswerer(false).batch([]ask{q}))), "each answer to be taken alone", "%s is not set", q.key)
	}
	c.about(turn)
	c.recommend(false, "batched answers to be taken, as a message may hold them", "one of three, in whichever order they come: %s", what(turn.object(), "set_fields"))
}

// manyTold is how many answers a message is sent with.
const manyTold = 12

// wantManyTaken warns where a message with many answers loses some that are taken where they come in a message of their own. That one is
// taken of each message is left to the server.
func (c *C) wantManyTaken() {
	all := c.settable(manyTold)
	for len(all) > 0 && len(newAnswerer(false).batch(all)) >= longestMessage-utf8.UTFMax { // the rest would not be sent
		all = all[:len(all)-1]
	}
	turn, lost := c.lostOf(all)
	c.detail(sessionIn(turn.req)) // what is stored of them is judged with all turns
	if len(lost) == 0 || len(lost) >= len(all)-1 {
		return
	}
	_, again := c.lostOf(lost)
	c.about(turn)
	c.recommend(len(lost)-len(again) < 2, "all answers of one message to be taken",
		"%d of %d are lost, of which %d are taken in a message of their own", len(lost), len(all), len(lost)-len(again))
}

// sentencesBefore are how many stand before an answer at the end of a message; with the most of them it has next to 10,000 characters.
var sentencesBefore = []int{30, 120, 240}

// wantEndsRead warns where an answer is taken at the end of a message of some length, and not at the end of a longer one in the same words, nor
// at its beginning.
func (c *C) wantEndsRead() {
	counts := c.counts()
	c.needs(len(counts) > 0, "a question that a number answers", "none")
	q := counts[0]
	taken := func(words int) (turn *exchange, set bool) {
		turn, sets := c.toldAnew(strings.Repeat("Thank you for your patience with us. ", words) + "\n" + q.label + ": 12")
		return turn, says(sets[q.key])
	}
	begins := func(words int) (turn *exchange, set bool) {
		turn, sets := c.toldAnew(q.label + ": 12\n" + strings.Repeat("Thank you for your patience with us. ", words))
		return turn, says(sets[q.key])
	}
	c.maybe(func() {
		long := sentencesBefore[len(sentencesBefore)-1]
		if turn, set := begins(long); !set {
			_, short := begins(1)
			c.about(turn)
			c.recommend(!short, "the beginning of a message to be read, too", "an answer is taken before one sentence, and not before %d such", long)
		}
	})
	for _, words := range sentencesBefore {
		turn, set := taken(words)
		if set {
			continue
		}
		if _, short := taken(1); short {
			c.about(turn)
			c.recommend(false, "the end of a message to be read, too", "an answer is taken after one sentence, and not after %d such", words)
		}
		return
	}
}

// wantAnswerBesideQuestion warns where an answer is lost that is followed by a question of the caller, or comes after one, and is taken alone.
func (c *C) wantAnswerBesideQuestion() {
	counts := c.counts()
	c.needs(len(counts) > 0, "a question that a number answers", "none")
	q := counts[0]
	taken := func(message string) (turn *exchange, set bool) {
		turn, sets := c.toldAnew(message)
		return turn, says(sets[q.key])
	}
	answer := q.label + ": 12"
	const before, behind = "%[1]s\n%[2]s", "%[2]s\n%[1]s"
	for _, order := range []string{before, behind} {
		var turn *exchange
		lost := true
		for _, question := range []string{"Why do you need to know that?", "Who will see my answers?"} { // a server may take one of them for an answer
			x, set := taken(clip(fmt.Sprintf(order, answer, question)))
			turn, lost = x, lost && !set
		}
		if !lost {
			continue
		}
		if _, alone := taken(clip(answer)); alone {
			c.about(turn)
			c.recommend(false, "the answer of a message that asks something, too", "it is taken alone, and lost beside a question on another line: %q", messageOf(turn))
		}
	}
}

// wantOptionsTaken warns of questions that no option of their own answers, though those of others of their kind do: told by their
// labels, each alone, in up to three sessions.
func (c *C) wantOptionsTaken() {
	told, set := map[string]ask{}, map[string]bool{}
	for _, turn := range c.journey().turns {
		sets, _ := turn.object()["set_fields"].(obj)
		for key := range sets {
			set[key] = true
		}
		for _, q := range asksOf(turn) {
			if q.options = q.choices(); len(q.options) > 1 && !q.confirms() {
				told[q.key] = q
			}
		}
	}
	taken := map[string]bool{}
	for key, q := range told {
		taken[q.kind] = taken[q.kind] || set[key]
	}
	for _, key := range slices.Sorted(maps.Keys(told)) {
		if q := told[key]; taken[q.kind] && !set[key] {
			c.wantOptionTaken(q)
		}
	}
}

// mostOptions bounds the options that are told, each to a session of its own.
const mostOptions = 6

// openOptions are words of options that say nothing by themselves, or that nothing is, and options of no words.
var openOptions = regexp.MustCompile(`(?i)other|specify|none|unknown|sure|know|n/a|applicable|skip|select|choose|^\W*$`)

// wantEachOption warns where an option that is told is set as another one of the same question, and where one is not taken, told twice, though
// each of the others is.
func (c *C) wantEachOption() {
	at := slices.IndexFunc(c.journey().asked(), func(q ask) bool { return len(q.options) > 1 && !q.confirms() })
	c.needs(at >= 0, "a question with options", "none")
	q := c.journey().asked()[at]
	var left *exchange
	told, untaken := 0, ""
	for n, option := range q.options {
		if last := len(q.options) - 1; n >= mostOptions-1 && n < last {
			continue
		}
		turn, sets := c.toldAnew(clip(q.label + ": " + option))
		set, _ := sets[q.key].(string)
		is := func(name string) bool { return lettersOf(name) == lettersOf(set) }
		other := slices.ContainsFunc(slices.Concat(q.named...), is) && !slices.ContainsFunc(q.named[n], is)
		c.about(turn)
		c.recommend(!other, "the option that was told, "+option, "%s is %q", q.key, set)
		if told++; says(sets[q.key]) {
			continue
		}
		if left != nil {
			return // more than one is not understood
		}
		if left, untaken = turn, option; openOptions.MatchString(option) {
			return
		}
	}
	const least = 3
	if left == nil || told < least {
		return
	}
	again := c.answer(sessionIn(left.req), clip(q.label+": "+untaken))
	sets, _ := c.prepared(again, "an option to be taken")["set_fields"].(obj)
	c.about(again)
	c.recommend(says(sets[q.key]) || says(c.valuesOf(sessionIn(again.req))[q.key]), "an option to be taken as the others of its question are",
		"%s is not set by %q, told twice, and by each of %d others", q.key, untaken, told-1)
}

// decisions are kinds of questions whose options are known without a list.
var decisions = regexp.MustCompile(`(?i)yes|bool`)

// choices are what a question may be answered with: its options, or what its kind has for all.
func (q ask) choices() []string {
	switch {
	case len(q.options) > 0:
		return q.options
	case decisions.MatchString(q.kind):
		return []string{"Yes", "No"}
	}
	return nil
}

func (c *C) wantOptionTaken(q ask) {
	var turn *exchange
	for n := range min(len(q.options), 3) {
		id, asks := c.sessionAsking(q)
		if !asks {
			return
		}
		turn = c.answer(id, clip(q.label+": "+q.options[n]))
		set, _ := c.prepared(turn, "an option to be taken")["set_fields"].(obj)
		if says(set[q.key]) || !(opened{asks: asksOf(turn)}).asksFor(q.key) {
			return
		}
	}
	c.about(turn)
	c.recommend(false, "a question to be answered by one of its options", "%s is asked on, and none of %s is set", q.key,
		strings.Join(q.options[:min(len(q.options), 3)], ", "))
}

// sessionAsking leads a new session to where a question is asked, and says whether it comes there.
func (c *C) sessionAsking(q ask) (id string, asks bool) {
	in, a := &intake{id: c.fullSession()}, newAnswerer(false)
	last := c.begin(in)
	for range 30 {
		asked := asksOf(last)
		if (opened{asks: asked}).asksFor(q.key) {
			return in.id, true
		}
		message, more := next(a, asked)
		if in.finished || len(asked) == 0 || !more {
			break
		}
		last = c.turn(in, message, nil)
	}
	return in.id, false
}

// wantSetTold warns of replies that tell of few of the values as set that the session has gained, or of none.
func (c *C) wantSetTold() {
	j := c.journey()
	set := map[string]bool{}
	for _, turn := range j.turns {
		sets, _ := turn.object()["set_fields"].(obj)
		for key := range ungrouped(sets) {
			set[key] = true
		}
	}
	was, _ := j.open.object()["field_values"].(obj)
	is, _ := j.before.object()["field_values"].(obj)
	gained := slices.DeleteFunc(newKeys(ungrouped(was), ungrouped(is)), func(key string) bool {
		beside := func(told string) bool { return key != told && strings.HasPrefix(key, told) } // such as where a value is from
		return !whole(ungrouped(is)[key]) || slices.ContainsFunc(slices.Collect(maps.Keys(set)), beside)
	})
	const most = 3 // values that one answer may bring, such as the parts of an address
	c.about(j.turns[len(j.turns)-1])
	c.about(j.before)
	c.recommend(len(gained) < manySet || len(gained) <= most*len(set), "set_fields to tell what a turn set",
		"%d in all of %d turns, and field_values gained %d", len(set), len(j.turns), len(gained))
}

// wantCorrectedBeside warns where a message that corrects one answer and gives another one is taken for one of both, each of which is taken
// where it stands alone.
func (c *C) wantCorrectedBeside() {
	both, a := c.twoAsks(), newAnswerer(false)
	line := func(q ask, n int) string { return q.label + ": " + a.value(q, n) }
	corrected := a.otherThan(both[0], c.setIn(both[0], line(both[0], 0)))
	first, second := line(both[0], 0), line(both[1], 0)
	again := both[0].label + ": " + corrected
	setsOf := func(messages ...string) (turn *exchange, sets obj) {
		id := c.begunSession()
		for _, message := range messages {
			turn = c.answer(id, clip(message))
			sets, _ = c.prepared(turn, "an answer to be taken")["set_fields"].(obj)
		}
		return turn, sets
	}
	turn, sets := setsOf(first, again+"\n"+second)
	if says(sets[both[0].key]) == says(sets[both[1].key]) {
		return // both or none
	}
	_, correction := setsOf(first, again)
	_, answer := setsOf(first, second)
	c.about(turn)
	c.recommend(!says(correction[both[0].key]) || !says(answer[both[1].key]),
		"a correction and an answer of one message to be taken, as either is alone", "%s is set alone", strings.Join(names(sets), ", "))
}

// setIn is what a message sets for a question in a new session.
func (c *C) setIn(q ask, message string) any {
	_, sets := c.toldAnew(clip(message))
	return sets[q.key]
}

// wantOtherValuesKept warns where the answer to one question takes the value of another one away, whose name it holds, and no reply says so.
func (c *C) wantOtherValuesKept() {
	both, a := c.twoAsks(), newAnswerer(false)
	for _, q := range c.listable() {
		other := otherThan(q, both)
		id := c.begunSession()
		c.prepared(c.answer(id, clip(other.label+": "+a.value(other, 0))), "an answer to be taken")
		before := c.valuesOf(id)[other.key]
		if before == nil {
			continue
		}
		turn := c.answer(id, clip(q.label+": "+naming(strings.ToLower(other.label))))
		sets, _ := c.prepared(turn, "an answer to be taken")["set_fields"].(obj)
		if _, told := sets[other.key]; told || sets[q.key] == nil {
			continue
		}
		c.about(turn)
		c.recommend(c.valuesOf(id)[other.key] != nil, "a value to stay that a turn says nothing of",
			"%s was %s, and has no value after %s was answered", other.key, text(before), q.key)
	}
}

// wantAnsweredBesideSkip warns where a message that answers one question and asks to skip another one leaves the answer out, which is taken
// where it stands alone.
func (c *C) wantAnsweredBesideSkip() {
	a := newAnswerer(false)
	o := c.opens()
	c.needs(len(o.asks) > 1 && o.asks[0].label != o.asks[1].label, "two questions at once, each of its own label", "%d", len(o.asks))
	line := o.asks[0].label + ": " + a.value(o.asks[0], 0)
	alone := c.setIn(o.asks[0], line)
	c.needs(says(alone), "an answer to be taken", "%s is not set", o.asks[0].key)
	for _, message := range []string{line + "\n" + c.skipOf(o.asks[1]), line + ". " + c.skipOf(o.asks[1])} {
		turn, sets := c.toldAnew(clip(message))
		if says(sets[o.asks[0].key]) {
			return
		}
		c.about(turn)
	}
	c.recommend(false, "an answer to be taken beside a request to skip another question", "%s is not set, and is where it stands alone", o.asks[0].key)
}
