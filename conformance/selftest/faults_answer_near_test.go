package selftest_test

import (
	"fmt"
	"strings"
	"sync/atomic"
)

// answerNeighbours come near a fault and stay within the text.
func answerNeighbours() []fault {
	return []fault{
		{"API-ANSWER-04", "yes or no is of the kind radio", each("answer", "asks", func(o obj) {
			if o["kind"] == "boolean" {
				o["kind"] = "radio"
			}
		})},
		{"API-ANSWER-20", "no question can be skipped, as each reply says", notSkippable()},
		{"API-ANSWER-17", "an answer that says what it is not is not understood", hears(excludedUnheard)},
		{"API-ANSWER-17", "two options of a question are not understood", optionsUnheard(2)},
		{"API-ANSWER-17", "texts are kept in capitals", hears(ofEachValue(strings.ToUpper))},
		{"API-ANSWER-17", "quotes are left out of texts", hears(ofEachValue(func(value string) string { return strings.ReplaceAll(value, `"`, "") }))},
		{"API-ANSWER-17", "letters beyond ASCII are question marks", hears(ofEachValue(inASCII))},
		{"API-ANSWER-17", "no unit of an amount is understood", hears(ofEachValue(withoutUnits))},
		{"API-ANSWER-17", "amounts with a unit are not understood", hears(func(said string) string {
			if withoutUnits(said) != said {
				return otherwiseSaid
			}
			return said
		})},
		{"API-ANSWER-17", "several options of one question may be chosen", manyOf("description_of_operations", asChosen)},
		{"API-ANSWER-18", "several options may be chosen, and another choice takes their place", manyOf("description_of_operations", asChosen)},
		{"API-ANSWER-18", "a list of any things is told anew", listOf("description_of_operations", asChosen)},
		{"API-ANSWER-01", "turns are refused once forms were filled", refusedAfter("fill", "answer", 422)},
		{"API-ANSWER-01", "one turn of a session at a time, others are 409", oneAtATime("answer", 409)},
		{"API-ANSWER-01", "one turn of a session at a time, others are 429", oneAtATime("answer", 429)},
		{"API-ANSWER-01", "one turn of a session at a time, others are 503", oneAtATime("answer", 503)},
		{"API-ANSWER-01", "two turns at one time break the server once", brokenOnce()},
		{"API-ANSWER-02", "a turn that answers and asks is refused", strict("answer", 400, func(_ *call, o obj) bool {
			return strings.HasPrefix(message(o), "We have") && strings.HasSuffix(message(o), "?")
		})},
		{"API-ANSWER-13", "the connection breaks at the first long message", leaving(upTo(3, lengthy), hangsUp)},
		{"API-ANSWER-13", "turns do not survive a long message", func() layer {
			var gone atomic.Bool
			return leaving(func(c *call) bool { return c.op == "answer" && gone.Load() || lengthy(c) && !gone.Swap(true) }, hangsUp)
		}()},
		{"API-ANSWER-17", "a message is the answer to one question", wholeMessage()},
		{"API-ANSWER-17", "numbers are of one at least", hears(ofEachValue(leastOne))},
		{"API-ANSWER-18", "a correction that names no question is not understood", hears(func(said string) string {
			if unnamedCorrection.MatchString(said) {
				return otherwiseSaid
			}
			return said
		})},
		{"API-ANSWER-17", "a line is read up to its first full stop and space", hears(upToStop)},
		{"API-ANSWER-17", "a message is refused that has letters for a number", strict("answer", 422, func(_ *call, o obj) bool { return noCount.MatchString(message(o)) })},
		{"API-ANSWER-18", "a correction beside what it corrects is not understood", hears(func(said string) string {
			if strings.Contains(said, "\nCorrection: ") {
				return otherwiseSaid
			}
			return said
		})},
		{"API-ANSWER-17", "letters beyond ASCII are written in others", hears(plainLetters)},
		{"API-ANSWER-17", "one of three things is not known", hears(ofEachValue(func(said string) string { return strings.Replace(said, "glazing", "windows", 1) }))},
		{"API-ANSWER-17", "a message is not understood once", notUnderstood(1, `\r\n`)},
		{"API-ANSWER-03", "a no is asked for once more", askedOnFor(false, 1)},
		{"API-ANSWER-17", "labels are objects, and keys are no words", labelObjects()},
		{"API-ANSWER-17", "one question alone is answered by its label", oneLabelHeard()},
		{"API-ANSWER-17", "the first option of a question is to have chosen none", each("answer", "asks", func(o obj) {
			if options, _ := o["options"].([]any); len(options) > 0 {
				o["options"] = append([]any{obj{"value": "", "label": ""}}, options...)
			}
		})},
		{"API-ANSWER-17", "two values for one question are refused", strict("answer", 400, func(_ *call, o obj) bool { return twoOfOne(message(o)) })},
		{"API-ANSWER-18", "a correction of what is in a filled form breaks the server once", brokenCorrection(1)},
		{"API-ANSWER-20", "keys of asks are lists", each("answer", "asks", func(o obj) { o["key"] = []any{"q", o["key"]} })},
		{"API-ANSWER-20", "keys of asks are their places among what is open", reply("answer", func(o obj) bool {
			asks, _ := o["asks"].([]any)
			for i, one := range asks {
				one.(obj)["key"] = fmt.Sprint("q_", i)
			}
			return len(asks) > 0
		})},
		{"API-ANSWER-19", "a question of one kind is an answer", where(func(c *call) bool { return !strings.Contains(string(c.in), "Who will") }, questionAsAnswer())},
		{"API-ANSWER-20", "what is skipped is marked as such", skippedAs("SKIPPED")},
		{"API-ANSWER-20", "what is skipped is marked as such on the session, too", mixed(skippedAs("SKIPPED"), markedOnceSkipped("SKIPPED"))},
		{"API-ANSWER-20", "what is skipped is nothing on the session", markedOnceSkipped("")},
		{"API-ANSWER-17", "one of the numbers has to be one or more", firstWantsSome()},
		{"API-ANSWER-17", "the one option that is taken is a list of one", mixed(each("answer", "asks", func(o obj) {
			if text(o, "kind") == "multi_choice" {
				o["kind"] = "choice"
			}
		}), manyOf("description_of_operations", firstInAlphabet))},
		{"API-ANSWER-20", "questions are skipped in pairs", skipsInPairs()},
		{"API-ANSWER-20", "what is skipped is put off, and asked in the end", putOff()},
		{"API-ANSWER-20", "so it is where each turn says that none can be left out", mixed(unskipped(), change("answer", func(o obj) {
			o["message"] = "None of this can be passed over: it cannot be left out."
		}))},
		{"API-ANSWER-20", "the first of many questions cannot be skipped", staysWhere(func(left float64) bool { return left > 20 }, asksForSkip)},
		{"API-ANSWER-20", "other questions are asked in every other session", inEveryOther()},
		{"API-ANSWER-20", "one word alone skips, and any other is an answer", layer{request: func(c *call) bool {
			return c.requested("answer", func(o obj) bool {
				if message(o) == "Please skip this question." {
					o["message"] = "DBA: " + message(o)
				}
				return message(o) != "skip"
			})
		}}},
		{"API-ANSWER-20", "an intake is over with its first skip, as others are with their first turn", overAtOnce()},
		{"API-ANSWER-20", "an intake that is over takes no request to skip", skipAtEnd(400)},
		{"API-ANSWER-21", "the last question is asked three times more", askedOn(3)},
		{"API-ANSWER-21", "the last question is asked on and on, and is open on the session", askingLast(true)},
		{"API-ANSWER-21", "questions are asked within one for their group", change("answer", func(o obj) {
			if asks, _ := o["asks"].([]any); len(asks) > 1 {
				o["asks"] = []any{obj{"key": "several", "label": "Several", "kind": "group", "question": "Please tell us more.", "fields": asks}}
			}
		})},
		{"API-ANSWER-21", "asks have numbers for keys, and objects for labels and kinds", each("answer", "asks", func(o obj) {
			o["key"], o["label"], o["kind"] = len(text(o, "label")), obj{"de": "Eine Frage", "en": o["label"]}, obj{"type": o["kind"]}
		})},
		{"API-ANSWER-21", "an intake that is over takes no request to skip", skipAtEnd(400)},
	}
}
