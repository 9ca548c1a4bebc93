package checks

import (
	"fmt"
	"slices"
	"strings"
)

// skipRequest is how a question is skipped that nothing else names.
const skipRequest = "Please skip this question."

// opened is a new session at its first turn.
type opened struct {
	id   string
	turn *exchange
	asks []ask
}

func (c *C) opens(options ...option) opened {
	o := opened{id: c.fullSession(options...)}
	for range c.afresh { // nor are the same messages missed again by a server that misses one of so many
		c.answer(o.id, greeting, options...)
	}
	o.turn = c.greet(o.id, options...)
	c.prepared(o.turn, "a turn to be answered")
	o.asks = asksOf(o.turn)
	c.needs(len(o.asks) > 0, "a question to skip", "nothing is asked")
	return o
}

func (o opened) asksFor(key string) bool {
	return slices.ContainsFunc(o.asks, func(q ask) bool { return q.key == key })
}

// wantSkipStored fails the check when every request to skip a question is stored as the answer to it. Which words are one is
// left to the server, and so is a word of its own that marks what was skipped.
func (c *C) wantSkipStored() {
	x, stored := c.storedSkip(skipRequest)
	if x == nil {
		return
	}
	if word, _ := c.storedSkip("skip"); word != nil {
		c.about(x)
		c.fail("a request to skip a question to be no answer to it", "%s", stored)
	}
}

// wantSkipUnset warns where the value of a question is the word skip once it was asked to be skipped.
func (c *C) wantSkipUnset() {
	o := c.opens()
	turn := c.answer(o.id, skipRequest)
	set, _ := c.prepared(turn, "a request to skip")["set_fields"].(obj)
	c.about(turn)
	for _, q := range o.asks {
		said, _ := set[q.key].(string)
		c.recommend(lettersOf(said) != "skip", "a question that is skipped to have no value", "%s is %q", q.key, said)
	}
	detail := c.detail(o.id)
	values, _ := c.prepared(detail, "the session's detail")["field_values"].(obj)
	c.about(detail)
	for _, q := range o.asks {
		said, _ := ungrouped(values)[q.key].(string)
		c.recommend(lettersOf(said) != "skip", "a question that is skipped to have no value", "%s is %q on the session", q.key, said)
		if _, told := set[q.key]; !told {
			c.wantNoMark(detail, q, said)
		}
	}
}

// wantOthersAsked fails the check when the intake is over once a single one of many questions was skipped.
func (c *C) wantOthersAsked() {
	const many = 5
	o := c.opens()
	open, _ := integer(o.turn.object()["pending_count"])
	c.needs(open >= many && o.turn.object()["done"] == false, "an intake that has several questions to ask", "%s", o.turn)
	x := c.answer(o.id, c.skipOf(o.asks[0]))
	left, counted := integer(c.prepared(x, "a request to skip")["pending_count"])
	c.want(x.object()["done"] != true || !counted || left > 0, "the other questions to be asked once one was skipped", "%d were open, and none is", open)
}

// wantRightOneSkipped warns where a question that is skipped by its label is asked on, and the one behind it no more, of two sessions each.
func (c *C) wantRightOneSkipped() {
	var x *exchange
	var key, other string
	for range 2 {
		o := c.opens()
		c.needs(len(o.asks) > 1, "two questions at one time", "%d", len(o.asks))
		x = c.answer(o.id, c.skipOf(o.asks[0]))
		set, _ := c.prepared(x, "a request to skip")["set_fields"].(obj)
		after := opened{asks: asksOf(x)}
		key, other = o.asks[0].key, ""
		for _, q := range o.asks[1:] {
			if !after.asksFor(q.key) && set[q.key] == nil {
				other = q.key
			}
		}
		was, _ := integer(o.turn.object()["pending_count"])
		left, _ := integer(x.object()["pending_count"])
		if !after.asksFor(key) || other == "" || left != was-1 {
			return
		}
	}
	c.about(x)
	c.recommend(false, "the question to be skipped that was named", "%s is asked on, and %s is asked no more", key, other)
}

// wantOthersAskedOn warns where all questions that are asked at one time are skipped with one of them, whichever that is.
func (c *C) wantOthersAskedOn() {
	const many = 3
	var x *exchange
	var gone int64
	for n := range 2 {
		o := c.opens()
		c.needs(len(o.asks) >= many, "some questions at one time", "%d", len(o.asks))
		x = c.answer(o.id, c.skipOf(o.asks[n]))
		set, _ := c.prepared(x, "a request to skip")["set_fields"].(obj)
		after := opened{asks: asksOf(x)}
		left := slices.ContainsFunc(o.asks, func(q ask) bool { return after.asksFor(q.key) || says(set[q.key]) })
		was, _ := integer(o.turn.object()["pending_count"])
		is, counted := integer(x.object()["pending_count"])
		if gone = was - is; left || !counted || gone < int64(len(o.asks)) {
			return
		}
	}
	c.about(x)
	c.recommend(false, "one question to be skipped", "all that were asked are asked no more, and %d fewer are pending", gone)
}

// wantEachSkipped warns where some questions of a session are skipped one after the other, and then one is not that is skipped in another
// session, where it is the first.
func (c *C) wantEachSkipped() {
	const some = 4
	o := c.opens()
	skip := func(id string, q ask) (x *exchange, gone bool) {
		x = c.answer(id, c.skipOf(q))
		c.prepared(x, "a request to skip")
		return x, !(opened{asks: asksOf(x)}).asksFor(q.key)
	}
	asks, before := o.asks, o.turn
	for n := range some {
		if len(asks) == 0 {
			return
		}
		q := asks[0]
		x, gone := skip(o.id, q)
		if asks = asksOf(x); gone && keepsPending(before, x) {
			return // and may ask it next
		}
		if before = x; gone {
			continue
		}
		if _, late := skip(o.id, q); n == 0 || late {
			return
		}
		other := c.opens()
		if !other.asksFor(q.key) {
			return // that it is asked no more would say nothing
		}
		_, alone := skip(other.id, q)
		c.about(x)
		c.recommend(!alone, "each of some questions to be skipped", "%s is asked on when %d others were skipped before, and can be skipped where none was", q.key, n)
		return
	}
}

// wantAnswerableOnceSkipped warns where a question that was skipped cannot be answered any more, of those that a number answers. A server
// may take answers to what it asks at the time alone, so that one of a question that is not asked has to be taken elsewhere.
func (c *C) wantAnswerableOnceSkipped() {
	numbers := c.answeredWith(func(v any) bool { _, is := number(v); return is })
	for _, q := range numbers {
		answer := clip(q.label + ": " + newAnswerer(false).value(q, 0))
		if _, sets := c.toldAnew(answer); len(q.options) > 0 || !says(sets[q.key]) {
			continue
		}
		o := c.opens()
		skipped := c.turnOn(o, c.skipOf(q))
		if set, _ := skipped.turn.object()["set_fields"].(obj); says(set[q.key]) || skipped.asksFor(q.key) {
			continue // no skip
		}
		turn := c.answer(o.id, answer)
		set, _ := c.prepared(turn, "an answer to be taken")["set_fields"].(obj)
		c.about(turn)
		c.recommend(says(set[q.key]) || !c.takesUnasked(numbers), "an answer to a question that was skipped before to be taken",
			"%s is not set, and is in a session that skipped nothing", q.key)
		return
	}
}

// takesUnasked says whether a new session takes an answer to one of some questions that it does not ask at the time.
func (c *C) takesUnasked(questions []ask) bool {
	return slices.ContainsFunc(questions, func(q ask) bool {
		o := c.opens()
		if o.asksFor(q.key) || len(q.options) > 0 {
			return false
		}
		set, _ := c.turnOn(o, clip(q.label+": "+newAnswerer(false).value(q, 0))).turn.object()["set_fields"].(obj)
		return says(set[q.key])
	})
}

// storedSkip asks to skip a question of a new session, and gives what shows that the words were taken for its answer.
func (c *C) storedSkip(words string) (shows *exchange, stored string) {
	o := c.opens()
	turn := c.answer(o.id, words)
	set, _ := c.prepared(turn, "a request to skip")["set_fields"].(obj)
	detail := c.detail(o.id)
	values, _ := c.prepared(detail, "the session's detail")["field_values"].(obj)
	for _, q := range o.asks {
		for x, all := range map[*exchange]obj{turn: set, detail: values} {
			if said, is := all[q.key].(string); is && lettersOf(said) == lettersOf(words) {
				return x, fmt.Sprintf("%s is %q", q.key, said)
			}
		}
	}
	return nil, ""
}

// skipped skips the first question of a new session, and gives its key where the server understood that.
func (c *C) skipped(options ...option) (key string) {
	o := c.opens(options...)
	for _, message := range []string{skipRequest, c.skipOf(o.asks[0])} {
		x := c.answer(o.id, clip(message), options...)
		c.prepared(x, "a request to skip")
		for _, q := range o.asks {
			if !(opened{asks: asksOf(x)}).asksFor(q.key) {
				return q.key
			}
		}
	}
	c.unclear("a question that is asked no more once it was skipped", "all are")
	return ""
}

// wantOpenElsewhere fails the check when a question that is skipped in a session is asked in no other one any more.
func (c *C) wantOpenElsewhere(mine, theirs option) {
	before, twice := c.opens(theirs), c.opens(theirs)
	twice.turn = c.answer(twice.id, greeting, theirs)
	key := c.skipped(mine)
	pending, counted := integer(before.turn.object()["pending_count"])
	if !before.asksFor(key) || !counted {
		return
	}
	gone := func() bool {
		after := c.opens(theirs)
		n, is := integer(after.turn.object()["pending_count"])
		values, _ := c.prepared(c.detail(after.id, theirs), "the session's detail")["field_values"].(obj)
		c.about(after.turn)
		return is && n < pending && !after.asksFor(key) && values[key] == nil
	}
	c.wantOpenWhereAsked(before, twice, key, theirs)
	if gone() {
		c.lasting = true
		c.want(!gone(), "a question that was skipped in one session to be open in others",
			"%s is asked in none that was made since, and %d or fewer are pending rather than %d", key, pending-1, pending)
	}
}

// wantOpenWhereAsked fails the check when a question that was skipped in another session is skipped in one that asked it before, too. A turn that
// tells nothing may be one too many by itself, as another session shows that had two of them before.
func (c *C) wantOpenWhereAsked(before, twice opened, key string, theirs option) {
	if !(opened{asks: asksOf(twice.turn)}).asksFor(key) {
		return
	}
	turn := c.answer(before.id, greeting, theirs)
	open, counted := integer(twice.turn.object()["pending_count"])
	left, is := integer(c.prepared(turn, "a turn to be answered")["pending_count"])
	values, _ := c.prepared(c.detail(before.id, theirs), "the session's detail")["field_values"].(obj)
	gone := counted && is && left < open && !(opened{asks: asksOf(turn)}).asksFor(key) && values[key] == nil
	c.lasting = c.lasting || gone // what is asked nowhere any more cannot be skipped again
	c.about(turn)
	c.want(!gone, "a question that was skipped in one session to be open in others", "%s is asked no more in one that asked it before", key)
}

// skippedIntake is an intake of which a question was skipped, and what a request to skip is answered at its end.
type skippedIntake struct {
	*intake
	after *exchange // nil where the end was not reached
	fixed correction
	box   *mailbox // an endpoint that is told of completions; nil where the hook is missing
}

func (c *C) skippedIntake() skippedIntake {
	return shared(c, "intake with a skip", func(c *C) skippedIntake {
		in := &intake{id: c.sessionOf(c.createBody("Conformance skips")), skips: true}
		var box *mailbox
		c.maybe(func() {
			home := *c.run.home
			home.OrgID = c.orgID()
			box = c.subscribe(&home, nil, completedEvent)
			box.mark(func() { box.keep = func(a *arrival) bool { return a.data()["session_id"] == in.id } }) // others work there, too
		})
		for range 1 + c.afresh {
			c.turn(in, greeting, nil)
		}
		c.turn(in, skipRequest, nil)
		if !in.finished {
			c.driveOn(in, newAnswerer(false))
		}
		if !in.finished {
			return skippedIntake{intake: in, box: box}
		}
		x := c.answer(in.id, skipRequest)
		if x.status >= 500 { // once may be bad luck
			x = c.answer(in.id, skipRequest)
		}
		return skippedIntake{in, x, c.correctsAtEnd(in), box}
	})
}

// correction is one that comes once an intake is over, with what the session had before and had after it.
type correction struct{ before, turn, after *exchange }

// correctsAtEnd corrects the first answer that a turn of an intake reports.
func (c *C) correctsAtEnd(in *intake) correction {
	made := correction{before: c.detail(in.id)}
	values, _ := made.before.object()["field_values"].(obj)
	for _, turn := range in.turns {
		for _, q := range asksOf(turn) {
			if values[q.key] != nil {
				made.turn = c.answer(in.id, clip("Correction: "+q.label+" is "+newAnswerer(false).value(q, 1)))
				made.after = c.detail(in.id)
				return made
			}
		}
	}
	return made
}

// fewValues are as many as a correction may take away, since they hang on what it is about.
const fewValues = 3

// wantKeptAtEnd fails the check when a correction that comes once the intake is over takes all other values away.
func (c *C) wantKeptAtEnd() {
	made := c.skippedIntake().fixed
	c.needs(made.turn != nil && made.turn.ok() && made.after.ok(), "a correction to be taken once the intake is over", "it is not")
	before, _ := made.before.object()["field_values"].(obj)
	after, _ := made.after.object()["field_values"].(obj)
	sets, _ := made.turn.object()["set_fields"].(obj)
	others, left := 0, 0
	for key, v := range before {
		if _, set := sets[key]; v == nil || set {
			continue
		}
		if others++; after[key] != nil {
			left++
		}
	}
	c.about(made.turn)
	c.about(made.after)
	c.want(left > 0 || others <= fewValues, "the values that a correction is not about to stay", "none of %d is there any more", others)
}

// hastySkip says whether an endpoint was told of the completion of an intake with a skip, whose forms were not rendered.
func (c *C) hastySkip() bool {
	in := c.skippedIntake()
	if in.box == nil || !in.finished {
		return false
	}
	told := toldOf(completedEvent, in.id)
	c.until(in.box, quietTime, told)
	c.still(in.box, told)
	return told(in.box.all())
}

// mostSkips bounds the requests to skip of one session.
const mostSkips = 25

// allSkipped is a session of which the questions were skipped, one after the other.
func (c *C) allSkipped() string {
	return shared(c, "all skipped", func(c *C) string {
		in := &intake{id: c.sessionOf(c.createBody("Conformance all skipped")), skips: true}
		c.turn(in, greeting, nil)
		for n := 0; n < mostSkips && !in.finished && !in.broken; n++ {
			c.turn(in, skipRequest, nil)
		}
		return in.id
	})
}

// wantUnbroken fails the check when a call fails at the server, and does so again: once may be bad luck.
func (c *C) wantUnbroken(call func() *exchange, what string) {
	x := call()
	if x.status == 500 {
		x = call()
	}
	c.want(x.status != 500, "an answer to "+what+", be it a refusal", "%s, twice", x)
}

// wantEndAfterSkip wants an intake to come to its end also where a question was skipped.
func (c *C) wantEndAfterSkip() {
	in := c.skippedIntake()
	c.about(in.turns[len(in.turns)-1])
	c.want(in.stuck == "", "an intake that reaches its end, also where a question was skipped", "%s", in.stuck)
}

// wantSkipAtEnd fails the check when a request to skip breaks the server where nothing is open: what it is answered is left open.
func (c *C) wantSkipAtEnd() {
	x := c.skippedIntake().after
	c.needs(x != nil, "an intake that is over", "it is not")
	c.about(x)
	c.want(x.status < 500, "a request to skip to be answered where nothing is open", "%s", x)
}

// lines of business of which a server may have forms of their own, and which no other check sends.
var furtherLobs = []string{"commercial_auto", "workers_compensation", "commercial_property", "umbrella"}

// wantNoLobsOfOthers fails the check when a create without lines of business in one workspace brings the forms of those that
// a create in another one has.
func (c *C) wantNoLobsOfOthers(mine, theirs option) {
	forms := func(lobs []string, credential option) []string {
		body := c.createBody("Conformance " + c.check.ID)
		if delete(body, "lobs"); lobs != nil {
			body["lobs"] = lobs
		}
		return strs(c.prepared(c.post("/org/sessions", body, credential), "a session")["form_keys"])
	}
	before := forms(nil, theirs)
	for _, lob := range furtherLobs {
		var brought []string
		c.maybe(func() { brought = forms([]string{lob}, mine) })
		brought = slices.DeleteFunc(brought, func(key string) bool { return slices.Contains(before, key) })
		if len(brought) == 0 {
			continue
		}
		came := func(key string) bool { return slices.Contains(brought, key) }
		if slices.ContainsFunc(forms(nil, theirs), came) {
			again := forms(nil, theirs)
			c.want(!slices.ContainsFunc(again, came), "the forms of a create without lobs to stay what they are while another workspace has "+lob,
				"%s, and before it was %s", strings.Join(again, ", "), strings.Join(before, ", "))
		}
		return
	}
}
