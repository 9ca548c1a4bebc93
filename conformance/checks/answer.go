package checks

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"time"
)

// answerAndQuestion is a turn of two kinds, for which a server may put its reply together in another way.
const answerAndQuestion = "We have 14 employees. Why do you need to know that?"

// turns looks at the replies of a whole intake and of single turns.
func turns(judge func(c *C, o obj)) func(*C) {
	return func(c *C) {
		judge(c, c.prepared(c.sayText("We have 12 employees."), "a turn to be answered"))
		c.maybe(func() { judge(c, c.prepared(c.sayText(answerAndQuestion), "a turn that answers and asks")) })
		for _, x := range c.journey().turns {
			c.about(x)
			judge(c, x.object())
		}
	}
}

// say sends a message to the check's own session. Once the intake is over a server may take no further turn (GAP-51): the
// next message goes to a session that is new.
func (c *C) say(body any, options ...option) *exchange {
	if c.session == "" && c.closedWhenMade() {
		c.session = c.fullSession()
	}
	x := c.post(sessionPath(c.sessionID(), "answers"), body, options...)
	if x.ok() && finished(x) {
		c.session = ""
	}
	return x
}

// closedWhenMade says that the server has nothing to ask of a session that was told a name alone, and takes no turn of one that is
// finished.
func (c *C) closedWhenMade() bool {
	return shared(c, "plain sessions are closed", func(c *C) (closed bool) {
		c.maybe(func() {
			closed = c.answer(c.newSession(), greeting).status == 400 && c.answer(c.fullSession(), greeting).ok()
		})
		return closed
	})
}

func (c *C) sayText(message string) *exchange { return c.say(obj{"message": message}) }

func (c *C) wantTurn(message string) obj {
	x := c.sayText(message)
	c.wantAnswered(x, "success for a message")
	c.want(x.ok() && x.object() != nil, "the message to be taken", "%s", x)
	o := x.object()
	c.wantType(o, "message", "string")
	c.wantType(o, "asks", "array")
	c.wantType(o, "done", "boolean")
	c.wantCount(o, "pending_count")
	return o
}

// turnSettles is enough for a session to be done with a turn that was answered, where more than the answer has to be written.
const turnSettles = 100 * time.Millisecond

// refusedTurn shows that a turn is taken, and then that each fault is answered 422.
func refusedTurn(fault string, bodies ...obj) func(*C) {
	return func(c *C) {
		c.prepared(c.sayText("We have 12 employees."), "the same request without the fault to be taken")
		for _, body := range bodies {
			x := c.say(body)
			if x.status == 400 || x.status == 409 { // the session may still be busy with the turn before
				c.wait(turnSettles)
				x = c.say(body)
			}
			c.wantInvalid(x, fault)
		}
	}
}

// turnMember is a check of a member of the reply to every turn.
func turnMember(id string, judge func(c *C, o obj)) Check {
	return Check{ID: id, Run: turns(judge), each: ofEach(answerCall, judge)}
}

func (c *C) wantAskList(o obj) {
	c.wantType(o, "asks", "array")
	for _, item := range o["asks"].([]any) {
		c.want(kind(item) == "object", "asks as an array of objects", "an item is %s", kind(item))
	}
	seen := map[string]bool{}
	for _, item := range o["asks"].([]any) {
		written, _ := json.Marshal(counted(item))
		c.want(!seen[string(written)] || len(item.(obj)) == 0, "each question once in asks", "%s twice", excerpt([]byte(text(item))))
		seen[string(written)] = true
	}
}

// choiceKinds are words for a kind of question that has options to choose from.
var choiceKinds = regexp.MustCompile(`(?i)select|choice|^enum|dropdown|^options?$`)

// wantOptions warns of a question that is a choice by its own words, and lists nothing to choose from.
func (c *C) wantOptions(q obj) {
	kind, _ := q["kind"].(string)
	offers := slices.ContainsFunc(names(q), func(name string) bool { list, is := q[name].([]any); return is && len(list) > 0 })
	if _, list := q["options"].([]any); !list && q["options"] != nil {
		offers = true
	}
	c.recommend(!choiceKinds.MatchString(kind) || offers, "options, where they are applicable", "none with an ask of the kind %s: %s", kind, excerpt([]byte(text(q))))
}

// enoughAnswered is of how many questions that were asked and answered nearly all are asked again at once where asks are not the next ones.
const enoughAnswered = 5

// wantNextAsked fails the check when the asks of the replies to an intake are those that its messages have just answered.
func (c *C) wantNextAsked() {
	asked, answered, again := map[string]bool{}, 0, 0
	for _, x := range c.journey().turns {
		set, _ := x.object()["set_fields"].(obj)
		next := map[string]bool{}
		for _, q := range asksOf(x) {
			next[q.key] = true
		}
		for key := range asked {
			if set[key] == nil {
				continue
			}
			if answered++; next[key] {
				again++
			}
		}
		asked = next
	}
	c.want(answered < enoughAnswered || 4*again < 3*answered, "the next open questions in asks",
		"%d of %d that were answered and set are asked again in the same reply", again, answered)
}

// wantOpenAsked warns of a turn that asks nothing where its session has a question to ask next.
func (c *C) wantOpenAsked() {
	for _, step := range c.watched().turns {
		pending, _ := integer(step.turn.object()["pending_count"])
		items, listed := step.turn.object()["asks"].([]any)
		next := objects(step.detail.object()["next_questions"])
		c.about(step.turn)
		c.about(step.detail)
		c.recommend(!listed || len(items) > 0 || pending == 0 || step.turn.object()["done"] != false || len(next) == 0, "the next open questions in asks",
			"none with %d pending, and next_questions of the session has %d", pending, len(next))
	}
}

// wantNoneAskedAtEnd warns of an intake that is done, with nothing pending, and asks what its session has the values of.
func (c *C) wantNoneAskedAtEnd() {
	w := c.watched()
	last := w.turns[len(w.turns)-1]
	pending, counted := integer(last.turn.object()["pending_count"])
	values, _ := last.detail.object()["field_values"].(obj)
	asks := asksOf(last.turn)
	answered := !slices.ContainsFunc(asks, func(q ask) bool { return !says(ungrouped(values)[q.key]) })
	c.about(last.turn)
	c.about(last.detail)
	c.recommend(last.turn.object()["done"] != true || !counted || pending > 0 || len(asks) == 0 || !answered, "no question in asks that was answered, when the intake is done",
		"%d, and field_values has each", len(asks))
}

// wantNoneAskedOn warns of a question that is in the asks of turn after turn once it was answered, while the session has its value and asks
// others next.
func (c *C) wantNoneAskedOn() {
	const often = 3
	set, on := map[string]bool{}, map[string]int{}
	for _, step := range c.watched().turns {
		sets, _ := step.turn.object()["set_fields"].(obj)
		values, _ := step.detail.object()["field_values"].(obj)
		next := objects(step.detail.object()["next_questions"])
		for _, q := range asksOf(step.turn) {
			again := slices.ContainsFunc(next, func(o obj) bool { return o["key"] == q.key })
			if !set[q.key] || sets[q.key] != nil || !says(ungrouped(values)[q.key]) || again || len(next) == 0 {
				continue
			}
			on[q.key]++
			c.about(step.turn)
			c.about(step.detail)
			c.recommend(on[q.key] < often, "the next open questions in asks", "%s again and again, which is set, and not in next_questions of the session", q.key)
		}
		for key := range sets {
			set[key] = says(sets[key])
		}
	}
}

func (c *C) wantAsks(o obj) {
	for _, item := range objects(o["asks"]) {
		for _, name := range []string{"key", "label", "kind"} {
			_, there := item[name]
			c.want(there, "the member "+name+" of an ask", "%s", what(item, name))
		}
	}
	for _, item := range objects(o["asks"]) {
		c.wantOptions(item)
		said, _ := item["options"].(string)
		c.want(said == "", "options that can be told apart, such as a list", "%s", what(item, "options"))
	}
	c.wantNoneNull(objects(o["asks"]), "an ask", "key", "label", "kind")
	for _, item := range objects(o["asks"]) {
		c.wantNotBlank(item, "key", "label")
	}
}

// wantNoneNull warns of a member that is null in some objects of a list, and has a value in others.
func (c *C) wantNoneNull(all []obj, of string, members ...string) {
	for _, name := range members {
		null := slices.IndexFunc(all, func(o obj) bool { return o[name] == nil })
		if null >= 0 {
			others := slices.ContainsFunc(all, func(o obj) bool { return says(o[name]) })
			c.recommend(!others, "a value of the member "+name+" of each, as of "+of+" beside it", "%s", excerpt([]byte(text(all[null]))))
		}
	}
}

// oddText has what templates, queries, logs and shells take for their own.
const oddText = `Why "that"? It's 100% of $0 – \{0} %s %d ${x} {{y}} <b>&amp;</b> ; -- #1 C:\new 'O''Brien' 😀 漢`

// codeText has what guards of other applications take for an attack.
const codeText = `Our web team tests forms with <script>alert("hi")</script>, ' OR 1=1 -- and SELECT name FROM staff UNION SELECT 1; DROP TABLE staff. Why do you ask?`

var answerChecks = []Check{
	{ID: "API-ANSWER-01", later: inTurn(wantOKInAll(answerCall), wantNoneFailing(answerCall, answers), wantNoneRefused(answerCall, wanted),
		wantNoneMissing(answerCall, ordinary)),
		Run: func(c *C) {
			c.wantOK(c.sayText("We have 12 employees."), "for a turn")
			c.wantOK(c.sayText("We have 14 employees."), "for a second turn")
			c.wantOK(c.say(obj{"message": "We have 15 employees."}, withCharset), "for a turn whose content type has a parameter (RFC 8259 section 11)")
			c.wantOK(c.sayText(oddText), "for a turn with signs that mean something elsewhere")
			quoted := c.sayText(codeText)
			c.want(quoted.status < 500, "no failure at a turn that quotes code, as a message may of any kind of work", "%s", quoted)
			c.maybe(func() {
				for _, x := range c.journey().turns {
					c.wantOK(x, "for every turn of an intake")
				}
			})
			c.maybe(c.wantNoneBroken)
			c.about(quoted)
			c.recommend(quoted.ok(), "status 200 for a turn that quotes code", "%s", quoted) // a guard before the server may take it for an attack
		}},
	turnMember("API-ANSWER-02", func(c *C, o obj) { c.wantType(o, "message", "string") }),
	{ID: "API-ANSWER-03", each: ofEach(answerCall, (*C).wantAskList), Run: func(c *C) {
		turns((*C).wantAskList)(c)
		c.wantNextAsked()
		c.maybe(c.wantZeroSettled)
		c.maybe(c.wantNoSettled)
		c.maybe(c.wantOpenAsked)
		c.maybe(c.wantNoneAskedOn)
		c.maybe(c.wantNoneAskedAtEnd)
	}},
	{ID: "API-ANSWER-04", each: ofEach(answerCall, (*C).wantAsks), later: perhaps((*C).wantLabelsKept), Run: func(c *C) {
		c.maybe(func() { c.skipTold() }) // two turns of which the second asks for some of the first again
		count := 0
		turns(func(c *C, o obj) {
			count += len(objects(o["asks"]))
			c.wantAsks(o)
		})(c)
		c.needs(count > 0, "an ask to look at", "no turn asked anything")
	}},
	also(turnMember("API-ANSWER-05", func(c *C, o obj) { c.wantType(o, "done", "boolean") }),
		inTurn((*C).wantNotDoneAtOnce, perhaps((*C).wantDoneAtLast, (*C).wantDoneKept))),
	also(turnMember("API-ANSWER-06", func(c *C, o obj) { c.wantType(o, "set_fields", "object") }), func(c *C) {
		c.maybe(c.wantTakenInEach)
		c.maybe(c.wantSetTold)
		c.maybe(c.wantNoTold)
		c.wantSetOfAnswer()
	}),
	also(turnMember("API-ANSWER-07", func(c *C, o obj) { c.wantCount(o, "answered_count") }),
		inTurn((*C).wantAllCounted, perhaps((*C).wantAnsweredGrowsOn, (*C).wantCountOfTurn))),
	inHindsight(turnMember("API-ANSWER-08", func(c *C, o obj) { c.wantCount(o, "pending_count") }),
		inTurn((*C).wantPendingOfTurn, (*C).wantNothingPendingAtEnd, (*C).wantNoneTooMany, (*C).wantPendingAlikeOnceRead,
			(*C).wantPendingAlikeLater, (*C).wantMoreThanAsked, perhaps((*C).wantCorrectionsUncounted))),
	inHindsight(turnMember("API-ANSWER-09", func(c *C, o obj) { c.wantCount(o, "total_askable") }), perhaps((*C).wantTotalOfAll)),
	{ID: "API-ANSWER-10", Run: refusedTurn("a missing message", obj{})},
	also(Check{ID: "API-ANSWER-11", Run: refusedTurn("an empty message", obj{"message": ""})}, (*C).wantAskedAsRefused),
	{ID: "API-ANSWER-12", Run: func(c *C) {
		c.prepared(c.sayText("We have 12 employees."), "a turn to be answered")
		c.wantTaken(c.sayText("x"), "for a message of one character")
		c.wantTaken(c.sayText("7"), "for a message of one digit")
	}},
	{ID: "API-ANSWER-13", Run: func(c *C) {
		c.prepared(c.sayText("We have 12 employees."), "a turn to be answered")
		c.wantTaken(c.sayText(prose(10000, "a")), "for a message of 10000 characters")
		c.wantTaken(c.sayText(strings.Repeat(prose(99, "a")+"\n", 100)), "for a message of 10000 characters in 100 lines")
		c.wantTaken(c.sayText(prose(9000, "a")+strings.Repeat(`&<"more">'`, 100)), "for a message of 10000 characters, some of them marks")
	}},
	{ID: "API-ANSWER-14", Run: func(c *C) {
		c.prepared(c.sayText(prose(5000, "a")), "a long message within the bound to be taken")
		c.wantInvalid(c.sayText(prose(10001, "a")), "a message of 10001 characters")
		c.wantInvalid(c.sayText(prose(10001, "é")), "a message of 10001 characters, letters beyond ASCII")
		c.wantInvalid(c.sayText(strings.Repeat(prose(1000, "a")+"\n", 11)), "a message of 11000 characters and more in eleven lines")
		c.maybe(c.wantRefusedLater)
		c.maybe(c.wantRefusedUnread)
	}},
	{ID: "API-ANSWER-15", Run: func(c *C) {
		c.prepared(c.sayText(prose(4000, "a")), "a long message to be taken")
		c.wantTaken(c.sayText(prose(100, "é")), "for a message of letters beyond ASCII")
		c.wantTaken(c.sayText("東京の屋根工事 – 12 人"), "for a message of letters beyond Latin")
		c.wantTaken(c.sayText(strings.Repeat("é…", 5000)), "for a message of 10000 letters of two and three bytes each")
		escaped := json.RawMessage(`"` + strings.Repeat(`\u6f22`, 10000) + `"`)
		c.wantTaken(c.say(obj{"message": escaped}), "for a message of 10000 letters of three bytes each, written as escapes (RFC 8259 section 7)")
	}},
	{ID: "API-ANSWER-16", Run: refusedTurn("a message that is not a string", obj{"message": 42}, obj{"message": nil},
		obj{"message": []string{"x"}}, obj{"message": obj{"text": "x"}}, obj{"message": true},
		obj{"message": []any{}}, obj{"message": obj{}}, obj{"message": false}, obj{"message": 0})},
	{ID: "API-ANSWER-17", worded: true, Run: func(c *C) {
		asks := c.firstAsks()
		c.needs(len(asks) > 0, "a question to answer", "nothing is asked")
		o := c.wantTurn(newAnswerer(false).batch(asks))
		c.wantTwoOfOne(asks[0], o)
		if len(asks) == 1 {
			c.maybe(func() { c.wantTwoTold(asks[0]) })
		}
		c.sideBySide(
			(*C).wantLinesTaken, (*C).wantBothTaken, (*C).wantLastTaken, (*C).wantEachOfThree, (*C).wantNotOneAlone, (*C).wantOptionsTaken,
			(*C).wantEachOption, (*C).wantManyTaken, (*C).wantEndsRead, (*C).wantLongKept, (*C).wantListWhole, (*C).wantNoAndListed,
			(*C).wantDeniedAsTold, (*C).wantAnsweredAfterFill, (*C).wantMarksKept, (*C).wantLettersKept, (*C).wantNamesKept, (*C).wantHugeKept, (*C).wantNoneAsNothing,
			(*C).wantNoLater, (*C).wantAsToldLater, (*C).wantBareLater, (*C).wantOtherValuesKept, (*C).wantAnsweredBesideSkip, (*C).wantUncutAtMarks,
			(*C).wantOthersUnset, (*C).wantExcludedLeftOut, (*C).wantAllOfLine, (*C).wantAmountsUncut, (*C).wantYesApartFromNo,
			(*C).wantDayAsWritten, (*C).wantAddressWhole, (*C).wantZeroTaken, (*C).wantSignsKept, (*C).wantCentsHeard, (*C).wantNumbersOfNamesUnset,
			(*C).wantUnitsHeard, (*C).wantNumberWordsHeard, (*C).wantLongFirst, (*C).wantOtherAmountsKept, (*C).wantCentsKept, (*C).wantBracketsKept,
			(*C).wantReadPastMarks, (*C).wantNoneOfAsTold, (*C).wantContractedAsTold, (*C).wantLargeCountsKept, (*C).wantNumberLed,
			(*C).wantReadBesideUnread, (*C).wantSaidWithoutVerb, (*C).wantTextsApart,
		)
	}},
	{ID: "API-ANSWER-18", worded: true, later: wantNoneFailing(answerCall, corrects), apart: (*C).wantLastOfOwnCorrected, Run: func(c *C) {
		asks := c.firstAsks()
		c.needs(len(asks) > 0, "a question to answer", "nothing is asked")
		a := newAnswerer(false)
		c.prepared(c.sayText(a.batch(asks)), "an answer to be taken")
		c.wantTurn("Correction: " + asks[0].label + " is " + a.value(asks[0], 1))
		c.sideBySide(
			(*C).wantCorrectedTwice, (*C).wantTextReplaced, (*C).wantCorrectedAnywhere, (*C).wantCorrectedBeside, (*C).wantCorrectedWithin,
			(*C).wantOnlyOneCorrected, (*C).wantNotTheDenied, (*C).wantNoCorrected, (*C).wantListReplaced, (*C).wantNotAdded, (*C).wantBothCorrected,
			(*C).wantEachKindCorrected, (*C).wantCorrectedToZero, (*C).wantCapitalsCorrected,
		)
	}},
	{ID: "API-ANSWER-19", worded: true, later: (*C).wantNothingAskedStored, Run: func(c *C) {
		for _, question := range []string{"Why do you need to know that?", "What does that mean?", "Who will see my answers?", "How long will this take?", answerAndQuestion, `What is that (or [which* is meant?`} {
			c.wantTurn(question)
		}
		c.maybe(c.wantNoQuestionStored)
		c.maybe(c.wantQuestionUnstored)
		c.maybe(c.wantNoNumberOfQuestion)
		c.maybe(c.wantQuestionOpen)
		c.maybe(c.wantAnswerBesideQuestion)
	}},
	{ID: "API-ANSWER-20", worded: true, later: (*C).wantAskedAsMuch, apart: (*C).wantSkipNotInherited, Run: func(c *C) {
		c.wantTurn(skipRequest)
		c.sideBySide(
			(*C).wantSkipStored, (*C).wantSkipUnset, (*C).wantOthersAsked, (*C).wantSkipAtEnd,
			func(c *C) { key := as(c.run.home.Key); c.wantOpenElsewhere(key, key) }, (*C).wantRightOneSkipped, (*C).wantNamedSkipped,
			(*C).wantOthersAskedOn, (*C).wantNoOtherSkipped, (*C).wantSkippedNotNext, (*C).wantSomeSkipped, (*C).wantSkipLasts, (*C).wantSkipLastsOn,
			(*C).wantSkipKeeps, (*C).wantEachSkipped, (*C).wantAnswerableOnceSkipped, (*C).wantLastSkipped, (*C).wantSkippedOnce,
			(*C).wantSkippedNotAmong, (*C).wantSkipOutlasts, (*C).wantNoNeighbourSkipped,
		)
		c.maybe(c.wantSkipsTogether) // with nothing else on its way
	}},
	{ID: "API-ANSWER-21", Run: func(c *C) {
		j := c.journey()
		if n := len(j.turns); n > 0 {
			c.about(j.turns[n-1])
		}
		c.want(j.stuck == "", "an intake that reaches its end", "%s", j.stuck)
		c.maybe(c.wantEndAfterSkip)
		c.maybe(c.wantDoneStays)
		c.maybe(c.wantLastAnswered)
		c.needs(j.finished, "answers that lead to the end", "the answers ran out after %d turns while more is asked", len(j.turns))
	}},
	{ID: "API-ANSWER-22", Run: func(c *C) {
		c.hidden(func(id string, options ...option) *exchange { return c.answer(id, "We have 12 employees.", options...) })
	}},
}

// firstAsks are the questions that a new session opens with.
func (c *C) firstAsks() []ask {
	create := c.fullCreate(c.someName())
	c.session, _ = c.prepared(create, "a session")["session_id"].(string)
	x := c.greet(c.session)
	c.prepared(x, "a turn to be answered")
	return asksOf(x)
}

// prose is a message of n characters.
func prose(n int, letter string) string {
	const words = "We have 12 employees. "
	return words + strings.Repeat(letter, n-len(words))
}

// wantTwoTold fails the check when the answers to two questions are refused together, of a server that asks one at a time, and
// each is taken where it comes alone.
func (c *C) wantTwoTold(first ask) {
	var both []ask
	for _, turn := range c.journey().turns {
		for _, q := range asksOf(turn) {
			if both == nil && q.key != first.key {
				both = []ask{first, q}
			}
		}
	}
	c.needs(both != nil, "two questions of an intake", "one")
	say := func(asks ...ask) *exchange { return c.answer(c.fullSession(), newAnswerer(false).batch(asks)) }
	x := say(both...)
	if x.status/100 != 4 {
		return
	}
	for _, q := range both {
		c.needs(say(q).taken(), "each answer to be taken alone", "it is not")
	}
	c.about(x)
	c.want(false, "the answers to two questions in one message to be taken", "%s, and each alone is taken", x)
}

// wantTwoOfOne fails the check when two values for one question in a message break the server.
func (c *C) wantTwoOfOne(q ask, turn obj) {
	a := newAnswerer(false)
	set, _ := turn["set_fields"].(obj)
	message := clip(q.label + ": " + a.value(q, 0) + "\n" + q.label + ": " + a.otherThan(q, set[q.key]))
	x := c.sayText(message)
	if x.status >= 500 { // once may be bad luck
		x = c.sayText(message)
	}
	c.want(x.status < 500, "an answer to a message that corrects itself", "%s, twice", x)
}
