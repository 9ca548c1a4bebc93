package selftest_test

import (
	"bytes"
	"encoding/json"
	"html"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// answerFaults break what the text says of a turn of the intake.
func answerFaults() []fault {
	return []fault{
		{"API-ANSWER-01", "a message that quotes code is taken for an attack", layer{request: refusingCalls("answer", 403, func(c *call) bool { return bytes.Contains(c.in, []byte("UNION SELECT")) })}},
		{"API-ANSWER-01", "", code("answer", 200, 202)},
		{"API-ANSWER-01", "the last turn is answered 202", layer{response: func(c *call) bool {
			done := false
			if c.op == "answer" && c.ok() {
				c.edit(func(o obj) bool { done = o["done"] == true; return false })
			}
			if done {
				c.status = 202
			}
			return done
		}}},
		{"API-ANSWER-01", "no session is found for a turn where forms were filled", missingBetween("fill", "", "answer")},
		{"API-ANSWER-01", "a turn is answered 202 to a key in X-API-Key", where(inHeader, code("answer", 200, 202))},
		{"API-ANSWER-01", "a turn is answered 201", code("answer", 200, 201)},
		{"API-ANSWER-01", "a turn whose content type has a parameter is refused", layer{request: func(c *call) bool {
			did := c.op == "answer" && strings.Contains(c.r.Header.Get("Content-Type"), "charset")
			if did {
				c.refuse(415)
			}
			return did
		}}},
		{"API-ANSWER-01", "a turn is answered 202 with nothing", layer{response: func(c *call) bool {
			if c.op != "answer" || !c.ok() {
				return false
			}
			c.answer(202, obj{"status": "queued"})
			return true
		}}},
		{"API-ANSWER-01", "a second turn is answered 201", where(later_("answer"), code("answer", 200, 201))},
		{"API-ANSWER-01", "a turn breaks the server three times, and is answered then", laterTurnBroken(6, 3)},
		{"API-ANSWER-01", "a message with a percent sign breaks the server", strict("answer", 500, func(_ *call, o obj) bool { return strings.Contains(message(o), "%") })},
		{"API-ANSWER-01", "a message with a quote breaks the server", strict("answer", 500, func(_ *call, o obj) bool { return strings.Contains(message(o), "'") })},
		{"API-ANSWER-01", "turns of a session with a state are called invalid", refusedWith("state", "answer", 422)},
		{"API-ANSWER-01", "the second of two turns of a session at one time breaks the server", oneAtATime("answer", 500)},
		{"API-ANSWER-01", "so it does where the intake is new", firstAtOnce()},
		{"API-ANSWER-02", "", drop("answer", "message")},
		{"API-ANSWER-02", "message is null for a token", where(oauth, set("answer", "message", nil))},
		{"API-ANSWER-02", "message is null", set("answer", "message", nil)},
		{"API-ANSWER-02", "message is an object", set("answer", "message", obj{"text": "x"})},
		{"API-ANSWER-02", "message is missing at the end", atTheEnd(cut("message"))},
		{"API-ANSWER-02", "message is a list on a turn that answers and asks", listedWhereAsked()},
		{"API-ANSWER-03", "a question stands twice in asks", reply("answer", func(o obj) bool {
			asks, _ := o["asks"].([]any)
			if len(asks) > 0 {
				o["asks"] = append(asks, asks[0])
			}
			return len(asks) > 0
		})},
		{"API-ANSWER-03", "a question that a zero answers is asked on", askedOnFor(0.0, 99)},
		{"API-ANSWER-03", "a question that a no answers is asked on", askedOnFor(false, 99)},
		{"API-ANSWER-03", "what was asked last is asked when the intake is done", askedAtEnd()},
		{"API-ANSWER-03", "the first question is asked on", firstAskedOn()},
		{"API-ANSWER-03", "nothing is asked while a question is open", reply("answer", func(o obj) bool {
			did := o["pending_count"] != 0.0 && o["pending_count"] != nil
			if did {
				o["asks"] = []any{}
			}
			return did
		})},
		{"API-ANSWER-03", "", set("answer", "asks", []any{"name"})},
		{"API-ANSWER-03", "", set("answer", "asks", nil)},
		{"API-ANSWER-03", "no asks for a token", where(oauth, drop("answer", "asks"))},
		{"API-ANSWER-03", "asks is null at the end", atTheEnd(put("asks", nil))},
		{"API-ANSWER-03", "asks are texts", set("answer", "asks", []any{"How many employees?"})},
		{"API-ANSWER-03", "asks is an object by key", set("answer", "asks", obj{"employees": obj{}})},
		{"API-ANSWER-03", "asks is missing when there are none", atTheEnd(cut("asks"))},
		{"API-ANSWER-03", "the asks are those of before the message", staleAsks()},
		{"API-ANSWER-04", "the label of a question with options is null", each("answer", "asks", func(o obj) {
			if o["options"] != nil {
				o["label"] = nil
			}
		})},
		{"API-ANSWER-04", "options are one text", each("answer", "asks", func(o obj) {
			if _, is := o["options"].([]any); is {
				o["options"] = "LLC|Corporation|Partnership"
			}
		})},
		{"API-ANSWER-04", "the options of a choice are none", each("answer", "asks", func(o obj) { o["kind"], o["options"] = "select", []any{} })},
		{"API-ANSWER-04", "a choice has no options", each("answer", "asks", func(o obj) { o["kind"] = "select"; delete(o, "options") })},
		{"API-ANSWER-04", "", each("answer", "asks", func(o obj) { delete(o, "kind") })},
		{"API-ANSWER-04", "", each("answer", "asks", func(o obj) { delete(o, "label") })},
		{"API-ANSWER-04", "an ask has no label", each("answer", "asks", cut("label"))},
		{"API-ANSWER-04", "the kind of an ask is named type", each("answer", "asks", func(o obj) { o["type"] = o["kind"]; delete(o, "kind") })},
		{"API-ANSWER-04", "the keys of asks are empty", each("answer", "asks", put("key", ""))},
		{"API-ANSWER-04", "the labels of asks are empty", each("answer", "asks", put("label", ""))},
		{"API-ANSWER-04", "questions have the labels of those behind them from the second turn on", labelsOfNext()},
		{"API-ANSWER-04", "the second ask has no key", inItem("answer", "asks", 1, cut("key"))},
		{"API-ANSWER-05", "", set("answer", "done", 0)},
		{"API-ANSWER-05", "", set("answer", "done", "false")},
		{"API-ANSWER-05", "done is a text for a token", where(oauth, set("answer", "done", "no"))},
		{"API-ANSWER-05", "done is a number", change("answer", func(o obj) { o["done"] = map[bool]int{true: 1}[o["done"] == true] })},
		{"API-ANSWER-05", "done is null until it is true", reply("answer", func(o obj) bool {
			if o["done"] == true {
				return false
			}
			o["done"] = nil
			return true
		})},
		{"API-ANSWER-05", "done is missing until it is true", reply("answer", func(o obj) bool {
			if o["done"] == true {
				return false
			}
			delete(o, "done")
			return true
		})},
		{"API-ANSWER-06", "an answer in words that another session was told is not heard", heardElsewhere()},
		{"API-ANSWER-06", "set_fields is always empty", set("answer", "set_fields", obj{})},
		{"API-ANSWER-06", "", set("answer", "set_fields", []any{})},
		{"API-ANSWER-06", "set_fields is null when nothing was set", reply("answer", func(o obj) bool {
			v, _ := o["set_fields"].(obj)
			if len(v) > 0 {
				return false
			}
			o["set_fields"] = nil
			return true
		})},
		{"API-ANSWER-06", "set_fields is a list of keys", reply("answer", func(o obj) bool { o["set_fields"] = []any{}; return true })},
		{"API-ANSWER-07", "answered_count is of one turn", turnCounts()},
		{"API-ANSWER-07", "a correction counts as another answer", correctionsCounted()},
		{"API-ANSWER-07", "", set("answer", "answered_count", "1")},
		{"API-ANSWER-07", "answered_count is zero", set("answer", "answered_count", 0)},
		{"API-ANSWER-07", "answered_count is a text", set("answer", "answered_count", "3")},
		{"API-ANSWER-07", "answered_count is missing", drop("answer", "answered_count")},
		{"API-ANSWER-08", "one too many is pending until the end", reply("answer", func(o obj) bool {
			n, _ := o["pending_count"].(float64)
			o["pending_count"] = n + 1
			return !lastTurn(o) && n > 0
		})},
		{"API-ANSWER-08", "", reply("answer", func(o obj) bool {
			if o["done"] == true {
				return false
			}
			o["pending_count"] = nil
			return true
		})},
		{"API-ANSWER-08", "pending_count is null once forms were filled", after("fill", set("answer", "pending_count", nil))},
		{"API-ANSWER-08", "pending_count is null at the end", atTheEnd(put("pending_count", nil))},
		{"API-ANSWER-08", "pending_count is missing at the end", atTheEnd(cut("pending_count"))},
		{"API-ANSWER-08", "pending_count is a fraction", change("answer", func(o obj) { n, _ := o["pending_count"].(float64); o["pending_count"] = n + 0.5 })},
		{"API-ANSWER-08", "what is pending is counted before a turn is stored", pendingBefore()},
		{"API-ANSWER-09", "", drop("answer", "total_askable")},
		{"API-ANSWER-09", "total_askable is null", set("answer", "total_askable", nil)},
		{"API-ANSWER-09", "total_askable is a text at the end", atTheEnd(put("total_askable", "12"))},
		{"API-ANSWER-09", "nothing can be asked once forms were filled", after("fill", set("answer", "total_askable", 0))},
		{"API-ANSWER-10", "", lenient("answer", func(o obj) bool {
			if _, there := o["message"]; there {
				return false
			}
			o["message"] = "x"
			return true
		})},
		{"API-ANSWER-10", "a turn without message is taken", lenient("answer", func(o obj) bool {
			_, there := o["message"]
			o["message"] = "Hello"
			return !there
		})},
		{"API-ANSWER-10", "a turn without message is answered 400", where(without("message"), code("answer", 422, 400))},
		{"API-ANSWER-11", "", lenient("answer", func(o obj) bool {
			if o["message"] != "" {
				return false
			}
			o["message"] = "x"
			return true
		})},
		{"API-ANSWER-11", "an empty message is taken", lenient("answer", func(o obj) bool { was := o["message"] == ""; o["message"] = "Hello"; return was })},
		{"API-ANSWER-12", "", strict("answer", 422, func(_ *call, o obj) bool { return len(text(o, "message")) == 1 })},
		{"API-ANSWER-12", "a message of digits is refused", strict("answer", 422, func(_ *call, o obj) bool {
			return text(o, "message") != "" && strings.Trim(text(o, "message"), "0123456789") == ""
		})},
		{"API-ANSWER-12", "a message needs two characters", strict("answer", 422, func(_ *call, o obj) bool { return utf8.RuneCountInString(message(o)) == 1 })},
		{"API-ANSWER-12", "a message of one character is an error of the server", strict("answer", 500, func(_ *call, o obj) bool { return utf8.RuneCountInString(message(o)) == 1 })},
		{"API-ANSWER-13", "", strict("answer", 422, longer("message", 9999, bytesIn))},
		{"API-ANSWER-13", "line feeds count twice", strict("answer", 422, func(_ *call, o obj) bool {
			return len(strings.ReplaceAll(message(o), "\n", "\r\n")) > 10000 && len(message(o)) <= 10000
		})},
		{"API-ANSWER-13", "a message has at most 9999 characters", strict("answer", 422, longer("message", 9999, utf8.RuneCountInString))},
		{"API-ANSWER-13", "a message has at most 8192 characters", strict("answer", 413, longer("message", 8192, utf8.RuneCountInString))},
		{"API-ANSWER-13", "marks count as their escapes", strict("answer", 422, func(_ *call, o obj) bool { return utf8.RuneCountInString(html.EscapeString(message(o))) > 10000 })},
		{"API-ANSWER-13", "the connection breaks at a long message", leaving(lengthy, hangsUp)},
		{"API-ANSWER-14", "a message of 10001 characters is taken", lenient("answer", shorten("message", 10001))},
		{"API-ANSWER-14", "a long message is answered 413", layer{response: func(c *call) bool {
			var o obj
			_ = json.Unmarshal(c.in, &o)
			if c.op != "answer" || utf8.RuneCountInString(message(o)) <= 10000 {
				return false
			}
			c.refuse(413)
			return true
		}}},
		{"API-ANSWER-14", "a message of 10001 letters beyond ASCII is taken", layer{response: func(c *call) bool {
			taken := c.op == "answer" && c.status == 422 && len(c.in) > 15000
			if taken {
				c.answer(200, obj{"message": "Noted."})
			}
			return taken
		}}},
		{"API-ANSWER-14", "the bound of a message is that of a line", lenient("answer", longInLines)},
		{"API-ANSWER-14", "the bound of a message holds for two turns", longTakenAfter(2)},
		{"API-ANSWER-14", "a message that is too long is refused, and read", refusedAndRead()},
		{"API-ANSWER-15", "the bound of a message counts bytes", strict("answer", 422, longer("message", 10000, bytesIn))},
		{"API-ANSWER-15", "a letter counts as those that it stands for", strict("answer", 422, longer("message", 10000, func(s string) int {
			return utf8.RuneCountInString(strings.ReplaceAll(s, "…", "..."))
		}))},
		{"API-ANSWER-15", "messages beyond ASCII break the server", strict("answer", 500, beyond("message", 127))},
		{"API-ANSWER-15", "messages beyond Latin are refused", strict("answer", 422, beyond("message", 0x3000))},
		{"API-ANSWER-15", "bodies of more than 32 KB are refused", strict("answer", 422, func(c *call, _ obj) bool { return len(c.in) > 32<<10 })},
		{"API-ANSWER-15", "messages of more than 20000 bytes are refused", strict("answer", 422, func(_ *call, o obj) bool { return len(message(o)) > 20000 })},
		{"API-ANSWER-15", "the connection breaks at a long message in other letters", leaving(lengthy, hangsUp)},
		{"API-ANSWER-16", "", lenient("answer", isNot("message", "42"))},
		{"API-ANSWER-16", "false is taken for a message", emptyFor("answer", "message", false, "Hello")},
		{"API-ANSWER-16", "a number is taken for a message", lenient("answer", func(o obj) bool { _, is := o["message"].(float64); o["message"] = "42"; return is })},
		{"API-ANSWER-16", "null is taken for a message", lenient("answer", func(o obj) bool {
			v, there := o["message"]
			o["message"] = "Hello"
			return there && v == nil
		})},
		{"API-ANSWER-16", "an object is taken for a message", lenient("answer", func(o obj) bool { _, is := o["message"].(obj); o["message"] = "Hello"; return is })},
		{"API-ANSWER-16", "true is taken for a message", lenient("answer", func(o obj) bool { _, is := o["message"].(bool); o["message"] = "Hello"; return is })},
		{"API-ANSWER-17", "of several answers in a message the first is taken", lenient("answer", func(o obj) bool {
			at := nextFact.FindStringIndex(message(o))
			if at != nil {
				o["message"] = message(o)[:at[0]]
			}
			return at != nil
		})},
		{"API-ANSWER-17", "texts are cut at forty letters", inTexts(func(s string) string { return s[:min(len(s), 40)] })},
		{"API-ANSWER-17", "the last answer of a message is lost", hears(lastLineLost)},
		{"API-ANSWER-17", "of three answers of a message none is taken", hears(deafTo(3))},
		{"API-ANSWER-17", "of three options that are chosen one is kept, in whatever order they are told", manyOf("description_of_operations", firstInAlphabet)},
		{"API-ANSWER-17", "of three options that are chosen two are kept", manyOf("description_of_operations", firstTwo)},
		{"API-ANSWER-17", "of three things that an answer lists two are kept", hears(ofEachValue(lastThingLost))},
		{"API-ANSWER-17", "a sentence with any is a yes", hears(ofEachValue(anyIsYes))},
		{"API-ANSWER-17", "an answer is not kept once forms were filled", deafOnceFilled(false)},
		{"API-ANSWER-17", "texts are heard in small letters", hears(ofEachValue(strings.ToLower))},
		{"API-ANSWER-17", "days are heard with the day before the month, whatever comes first", hears(ofEachValue(dayBeforeMonth))},
		{"API-ANSWER-17", "texts are kept without the number before them", inTexts(func(s string) string { return strings.TrimLeft(s, "0123456789 ") })},
		{"API-ANSWER-17", "texts end at an apostrophe", hears(ofEachValue(func(value string) string { first, _, _ := strings.Cut(value, "'"); return first }))},
		{"API-ANSWER-17", "amounts have 32 bits", stored(in32Bits)},
		{"API-ANSWER-17", "counts end at 127", inNumbers(ofCounts(upTo127))},
		{"API-ANSWER-17", "other values are gone when a text speaks of their questions", forgetsAt(func(said string) bool { return strings.Contains(said, "paper and") })},
		{"API-ANSWER-17", "an answer beside a skip is lost", hears(skipsAlone)},
		{"API-ANSWER-18", "no number is taken once a question was skipped", unheardOnceSkipped()},
		{"API-ANSWER-18", "corrections are not taken once the forms of a finished intake were filled", deafOnceFilled(true)},
		{"API-ANSWER-18", "an answer beside a correction is lost", correctionsAlone()},
		{"API-ANSWER-18", "a correction takes the values of others away", forgetsAt(func(said string) bool { return strings.HasPrefix(said, "Correction: ") })},
		{"API-ANSWER-17", "of two answers of one value the second is lost", hears(eachValueOnce)},
		{"API-ANSWER-17", "of many answers five are taken", hears(fiveLines)},
		{"API-ANSWER-17", "a message is read up to its 500th character", hears(firstLetters(500))},
		{"API-ANSWER-17", "a message is read up to its first CR LF", hears(upToReturn)},
		{"API-ANSWER-17", "texts are stored up to their 50th character", stored(ofText(firstLetters(50)))},
		{"API-ANSWER-17", "a message is read up to its 4,500th character", hears(firstLetters(4500))},
		{"API-ANSWER-17", "", strict("answer", 400, func(_ *call, o obj) bool {
			return strings.Contains(text(o, "message"), "\n") || strings.Contains(text(o, "message"), ":")
		})},
		{"API-ANSWER-17", "two values for one question break the server", strict("answer", 500, func(_ *call, o obj) bool { return twoOfOne(message(o)) })},
		{"API-ANSWER-17", "two answers together are called invalid where one thing is asked at a time", mixed(oneAsked(), strict("answer", 422, func(_ *call, o obj) bool {
			return strings.Count(message(o), ": ") > 1
		}))},
		{"API-ANSWER-17", "a message of several lines is refused", strict("answer", 400, func(_ *call, o obj) bool { return strings.Contains(message(o), "\n") })},
		{"API-ANSWER-17", "the first line of a message is all that is read", hears(firstLine)},
		{"API-ANSWER-17", "the last option of a question is taken for the first", lastOptionFirst()},
		{"API-ANSWER-18", "a yes is not corrected to a no", hears(noNotCorrected)},
		{"API-ANSWER-18", "what a correction says a value is not becomes the value", hears(hearsTheDenied)},
		{"API-ANSWER-18", "a corrected list has what was in it before, too", manyOf("description_of_operations", chosenToo)},
		{"API-ANSWER-18", "a corrected list of any things has what was in it before, too", listOf("description_of_operations", chosenToo)},
		{"API-ANSWER-18", "a value is corrected once", correctedOnly(1)},
		{"API-ANSWER-18", "a value is corrected twice", correctedOnly(2)},
		{"API-ANSWER-18", "no correction goes back", neverBack()},
		{"API-ANSWER-18", "nothing is corrected once an intake is over", deafOnceOver()},
		{"API-ANSWER-18", "nothing is corrected that a file brought", deafOnceRead()},
		{"API-ANSWER-18", "a corrected value comes back with the next turn", revertedByNext()},
		{"API-ANSWER-18", "", strict("answer", 400, func(_ *call, o obj) bool { return strings.HasPrefix(text(o, "message"), "Correction") })},
		{"API-ANSWER-18", "a correction is refused", strict("answer", 400, saying("correction"))},
		{"API-ANSWER-18", "nothing is corrected", correctionsKept(func(any) bool { return true })},
		{"API-ANSWER-18", "texts are corrected, and numbers are not", correctionsKept(isNumber)},
		{"API-ANSWER-18", "a corrected text has the one before it in front", correctionsAdded()},
		{"API-ANSWER-18", "a corrected text is in a list with the one before", retoldAs(isText, allOf, false)},
		{"API-ANSWER-18", "a corrected number is in a list with the one before", retoldAs(isNumber, allOf, false)},
		{"API-ANSWER-18", "a correction is an error of the server", strict("answer", 500, saying("correction"))},
		{"API-ANSWER-18", "a correction of what is in a filled form breaks the server", brokenCorrection(99)},
		{"API-ANSWER-19", "an answer beside a question is lost", hears(questionsFirst)},
		{"API-ANSWER-19", "an answer behind a question is lost", hears(upToQuestion)},
		{"API-ANSWER-19", "a question of the caller settles one", layer{response: func(c *call) bool {
			return c.op == "answer" && c.ok() && strings.HasSuffix(string(c.in), `know that?"}`) && c.edit(func(o obj) bool {
				n, _ := o["pending_count"].(float64)
				o["pending_count"] = n - 1
				return n > 1
			})
		}}},
		{"API-ANSWER-19", "", strict("answer", 400, func(_ *call, o obj) bool { return strings.HasSuffix(text(o, "message"), "?") })},
		{"API-ANSWER-19", "a question is a pattern for what it is about", strict("answer", 500, func(_ *call, o obj) bool {
			return strings.HasSuffix(message(o), "?") && strings.Count(message(o), "[") > strings.Count(message(o), "]")
		})},
		{"API-ANSWER-19", "the third question of a session has no reply", thirdQuestion()},
		{"API-ANSWER-19", "a question is refused", strict("answer", 422, saying("why do you"))},
		{"API-ANSWER-19", "a question is the answer to what was asked", questionAsAnswer()},
		{"API-ANSWER-19", "a question is the answer to what is asked after it", layer{response: func(c *call) bool {
			said := ""
			c.requested("answer", func(o obj) bool { said = text(o, "message"); return false })
			return c.op == "answer" && c.ok() && strings.HasSuffix(said, "?") && !strings.ContainsAny(said, ".\n") && c.edit(func(o obj) bool {
				keys := keysOf(o)
				if len(keys) > 0 {
					o["set_fields"] = obj{keys[len(keys)-1]: said}
				}
				return len(keys) > 0
			})
		}}},
		{"API-ANSWER-20", "another question is skipped with each", skipsAnother()},
		{"API-ANSWER-20", "a request to skip changes nothing", unskipped()},
		{"API-ANSWER-20", "what was skipped in a session is skipped in the one that is made next", skipsOfNext()},
		{"API-ANSWER-20", "what was skipped is asked again with the next turn", skippedFor(1)},
		{"API-ANSWER-20", "what was skipped is asked first again", skippedFirst()},
		{"API-ANSWER-20", "all that was asked is skipped with one question", skipsAllAsked()},
		{"API-ANSWER-20", "the word skip is the answer to what is skipped", skippedAs("skip")},
		{"API-ANSWER-20", "what is skipped is skipped on the session, of which no turn tells", markedOnceSkipped("skipped")},
		{"API-ANSWER-20", "what is skipped is N/A on the session, of which no turn tells", markedOnceSkipped("N/A")},
		{"API-ANSWER-20", "the question behind the one that is named is skipped", skipsNext()},
		{"API-ANSWER-20", "a question that is skipped twice counts as two", skippedTwice()},
		{"API-ANSWER-20", "the last question that is open cannot be skipped", lastStays(asksForSkip)},
		{"API-ANSWER-20", "two questions are skipped, and no more", twoSkips()},
		{"API-ANSWER-20", "another question is skipped with each of three at one time", mixed(skipsAlso(1), showing(3))},
		{"API-ANSWER-20", "a question that was skipped in other words cannot be answered", mixed(skippedByAnotherPhrase(), skippedForGood())},
		{"API-ANSWER-20", "what is skipped in a session is skipped in those that asked it before", skipsWhereAsked()},
		{"API-ANSWER-20", "a question that was skipped cannot be answered", skippedForGood()},
		{"API-ANSWER-20", "", strict("answer", 400, func(_ *call, o obj) bool { return strings.Contains(text(o, "message"), "skip") })},
		{"API-ANSWER-20", "what is skipped in a session is asked in none", skipsOfAll()},
		{"API-ANSWER-20", "a request to skip is stored as the answer", skipAsAnswer()},
		{"API-ANSWER-20", "a skip is refused", strict("answer", 400, saying("skip"))},
		{"API-ANSWER-20", "a skip is answered without asks", layer{response: func(c *call) bool {
			return c.op == "answer" && strings.Contains(string(c.in), "skip") && c.ok() && c.edit(func(o obj) bool { delete(o, "asks"); return true })
		}}},
		{"API-ANSWER-20", "a skip of one question is one of all", skipsAll()},
		{"API-ANSWER-20", "a request to skip where nothing is open breaks the server", skipAtEnd(500)},
		{"API-ANSWER-21", "", change("answer", func(o obj) { o["done"], o["pending_count"], o["asks"] = false, 7, []any{} })},
		{"API-ANSWER-21", "what was skipped stays pending", countedSkips()},
		{"API-ANSWER-21", "the last question is asked for ever", askedOn(1 << 20)},
		{"API-ANSWER-21", "the intake never ends", change("answer", func(o obj) {
			o["done"] = false
			if o["pending_count"] == 0.0 {
				o["pending_count"] = 1
			}
		})},
		{"API-ANSWER-21", "the last turn breaks the server", layer{response: func(c *call) bool {
			last := false
			if c.op == "answer" && c.ok() {
				c.edit(func(o obj) bool { last = lastTurn(o); return false })
			}
			if last {
				c.answer(500, obj{"detail": "It broke."})
			}
			return last
		}}},
		{"API-ANSWER-21", "the last question is asked on and on, though the session has nothing open", askingLast(false)},
		{"API-ANSWER-21", "the last question that is open takes no answer", lastStays(func(*call) bool { return true })},
		{"API-ANSWER-21", "a session without a state lacks it to the end, and never asks", statelessEndless()},
		{"API-ANSWER-22", "", found("answer")},
		{"API-ANSWER-22", "", code("answer", 404, 403)},
		{"API-ANSWER-22", "an unknown session is answered 422", recoded(404, 422, func(c *call) bool { return c.op == "answer" })},
		{"API-ANSWER-22", "a stranger answers a foreign session", leaks("answer")},
		{"API-ANSWER-22", "a stranger's answer is refused and stored", actsAnyway("answer")},
		{"API-ANSWER-20", "a skip takes the last answer away", skipForgets()},
		{"API-ANSWER-20", "what was skipped is one list for all sessions", skipsInOneList()},
		{"API-ANSWER-17", "the answer of a message whose label is the first by the alphabet is heard", hears(func(said string) string {
			lines := strings.Split(said, "\n")
			slices.Sort(lines)
			return lines[0]
		})},
		{"API-ANSWER-05", "an intake is done at its first turn", set("answer", "done", true)},
		{"API-ANSWER-05", "an intake is never done", set("answer", "done", false)},
		{"API-ANSWER-05", "an intake is done at a skip, until its next turn", layer{response: func(c *call) bool {
			return asksForSkip(c) && c.ok() && c.edit(func(o obj) bool {
				left, _ := o["pending_count"].(float64)
				o["done"] = true
				return left > 0
			})
		}}},
		{"API-ANSWER-17", "a list of three things is kept as one of the first", firstListed()},
		{"API-ANSWER-17", "letters beyond ASCII are left out", hears(asASCII)},
		{"API-ANSWER-17", "texts are read up to the name of another question", upToNames()},
		{"API-ANSWER-17", "amounts of millions are kept as their number", inNumbers(inMillions)},
		{"API-ANSWER-17", "none is a number of one", hears(ofEachValue(noneAsOne))},
		{"API-ANSWER-17", "the CR of a line is part of the text before it", withReturns()},
		{"API-ANSWER-17", "a no is a yes from the fourth turn on", fromTurn(4, yesLater)},
		{"API-ANSWER-17", "an answer without a label is one to the second question from the fourth turn on", fromTurn(4, secondLater)},
		{"API-ANSWER-18", "of an answer and its correction in one message the first is taken", hears(uncorrected)},
		{"API-ANSWER-08", "each correction counts as pending", correctionsPending(1)},
		{"API-ANSWER-08", "each correction counts as one that is pending no more", correctionsPending(-1)},
		{"API-ANSWER-06", "set_fields has the whole message as each value", setAsTold()},
		{"API-ANSWER-11", "an empty message is refused, and skips a question", skippedBy(func(c *call) bool { return c.op == "answer" && c.status == 422 })},
		{"API-ANSWER-17", "texts are read up to a quote", upToMark(`"`)},
		{"API-ANSWER-17", "texts are read up to a mark of a number", upToMark("#")},
		{"API-ANSWER-17", "texts are read from their colon on", hears(ofEachValue(behindColon))},
		{"API-ANSWER-17", "what stands in parentheses is left out", hears(ofEachValue(withoutRemarks))},
		{"API-ANSWER-17", "the plus of a text is a space", hears(ofEachValue(func(value string) string { return strings.ReplaceAll(value, "+", " ") }))},
		{"API-ANSWER-17", "letters that are none with a mark are left out", hears(asDecomposed)},
		{"API-ANSWER-17", "an option that an answer says it is not is the answer", hears(hearsTheExcluded)},
		{"API-ANSWER-17", "one option of a question is not understood", optionsUnheard(1)},
		{"API-ANSWER-17", "of several answers in one line the first is taken", hears(firstOfLine)},
		{"API-ANSWER-17", "amounts are cut to whole thousands", inNumbers(wholeThousands)},
		{"API-ANSWER-17", "amounts are rounded to thousands", inNumbers(roundThousands)},
		{"API-ANSWER-17", "a yes is heard as a no", hears(hearsNo)},
		{"API-ANSWER-17", "a day with its year first is the one before", hears(hearsDayBefore)},
		{"API-ANSWER-17", "an address loses its tag", hears(hearsNoTag)},
		{"API-ANSWER-17", "a zero says nothing", hears(hearsNoZero)},
		{"API-ANSWER-17", "the second of three answers is lost", hears(hearsNoSecond)},
		{"API-ANSWER-17", "what follows the name of another question is the answer to it, too", namesAnswered()},
		{"API-ANSWER-17", "texts are kept twice over from the third turn on", heardFromTurn(3, saidTwice)},
		{"API-ANSWER-18", "of two corrections in one message the first is taken", hears(firstCorrection)},
		{"API-ANSWER-18", "a corrected number is added to the one before", corrected(true, added)},
		{"API-ANSWER-18", "a corrected amount is added to the one before", corrected(true, addedAmounts)},
		{"API-ANSWER-18", "addresses stay as they were told first", correctionsKept(isAddress)},
		{"API-ANSWER-18", "yes and no stay as they were told first", correctionsKept(isDecision)},
		{"API-ANSWER-18", "yes and no are options and stay as they were told first", mixed(withOptions("yes_no"), correctionsKept(isDecision))},
		{"API-ANSWER-18", "corrections are taken, and not among set_fields", correctionsSilent()},
		{"API-ANSWER-17", "a long message that is the first one is not heard", unheardAtFirst(60)},
		{"API-ANSWER-17", "days of the next year are of this one", hears(ofEachValue(ofThisYear))},
		{"API-ANSWER-17", "an amount that corrects one is stored for each other one, too", correctedForAll()},
		{"API-ANSWER-17", "numbers in words above nine are ten", hears(ofEachValue(strings.NewReplacer("twelve", "ten", "forty", "ten").Replace))},
		{"API-ANSWER-19", "a question with which an intake begins describes the business", begunWithQuestion()},
		{"API-ANSWER-19", "a question about a number is a zero", numberedByQuestion()},
		{"API-ANSWER-18", "the correction of one amount goes to another", correctionsTurned()},
		{"API-ANSWER-17", "letters lose their accents", hears(withoutAccents)},
		{"API-ANSWER-17", "what needs four bytes is left out", hears(ofEachValue(ofThreeBytes))},
		{"API-ANSWER-17", "a backslash is left out", hears(ofEachValue(func(value string) string { return strings.ReplaceAll(value, `\`, "") }))},
		{"API-ANSWER-17", "the hyphen of a word is a space", hears(ofEachValue(func(value string) string { return hyphened.ReplaceAllString(value, "$1 $2") }))},
		{"API-ANSWER-17", "units of amounts are left out but for millions", hears(ofEachValue(withoutThousands))},
		{"API-ANSWER-17", "the point of an amount is left out", hears(ofEachValue(func(value string) string { return strings.Replace(value, "2,500.00", "250,000", 1) }))},
		{"API-ANSWER-17", "numbers are left out of texts", hears(ofEachValue(func(value string) string { return strings.Replace(value, " 37 feet", " feet", 1) }))},
		{"API-ANSWER-17", "what follows the point of a number of millions is left out", hears(ofEachValue(wholeMillions))},
		{"API-ANSWER-17", "millions are thousands", hears(ofEachValue(ofThousands))},
		{"API-ANSWER-17", "apostrophes are left out of texts", hears(ofEachValue(func(value string) string { return strings.ReplaceAll(value, "'", "") }))},
		{"API-ANSWER-17", "texts are read as addresses of the web", hears(ofEachValue(asInAddresses))},
		{"API-ANSWER-17", "a number within a text is a number of another question, too", numbersTaken()},
		{"API-ANSWER-17", "cents are left out of amounts", hears(ofEachValue(withoutCents))},
		{"API-ANSWER-17", "texts are stored with the names that HTML has for their marks", hears(ofEachValue(html.EscapeString))},
		{"API-ANSWER-17", "the cents of an amount are its last digits", hears(strings.NewReplacer("$2,500.75", "$250,075").Replace)},
		{"API-ANSWER-17", "texts are kept with the verb before them", hears(hearsVerb)},
		{"API-ANSWER-17", "one text is kept as the answer to another question, too", hears(hearsContactTwice)},
		{"API-ANSWER-17", "the last thing of a list has the word before it", listsApart("description_of_operations", regexp.MustCompile(`, | and `))},
		{"API-ANSWER-17", "a message is read up to its first semicolon", hears(func(said string) string { return strings.Split(said, ";")[0] })},
		{"API-ANSWER-17", "the last 2000 letters of a message are read", hears(func(said string) string { return said[max(len(said)-2000, 0):] })},
		{"API-ANSWER-17", "that there is none of a thing is a yes", hears(noneAsYes)},
		{"API-ANSWER-17", "a contraction that says no is a yes", hears(contractionsAsYes)},
		{"API-ANSWER-17", "what stands in angle brackets is not heard", hears(hearsNoBrackets)},
		{"API-ANSWER-17", "nothing of a message is taken that has letters for a number", hears(hearsNothingBeside)},
		{"API-ANSWER-18", "no number is corrected to a zero", hears(hearsNoneToZero)},
		{"API-ANSWER-18", "a text is not corrected in its capitals", hearsNoCapitals()},
		{"API-ANSWER-18", "a correction that names no question is one of what any session was told last", hearsLastOfAny()},
		{"API-ANSWER-20", "a skip takes the next question with it, whichever that is", skipsNextAlong()},
		{"API-ANSWER-07", "answered_count is of the turn", answeredByTurn()},
		{"API-ANSWER-20", "what was skipped stays among what is asked", skippedAmong()},
		{"API-ANSWER-20", "a session with a question that was skipped is never complete", neverComplete(asksForSkip)},
		{"API-ANSWER-21", "an intake that was done asks its first question again", askingAgain()},
		{"API-ANSWER-20", "what is asked first is skipped, whichever is named", hears(skipsFirst)},
		{"API-ANSWER-20", "what was skipped is asked again two turns later", skippedFor(2)},
		{"API-ANSWER-20", "what was skipped is asked again once an answer was corrected", skipsForgotten()},
		{"API-ANSWER-20", "what was skipped is asked again after a message that was refused", skipsUntil(refused)},
		{"API-ANSWER-20", "what was skipped is asked again after a fill", skipsUntil(done("fill"))},
		{"API-ANSWER-20", "of two questions that are skipped at one time one is asked on", skipLost()},
		{"API-ANSWER-20", "what was skipped is asked again once another question was", skipsUntil(secondSkip())},
		{"API-ANSWER-20", "what was skipped is asked again once a file was read", skipsUntil(done("extract"))},
		{"API-ANSWER-08", "pending_count is less than nothing at the end", atTheEnd(put("pending_count", -1))},
		{"API-ANSWER-07", "answered_count is that before the turn", answeredBefore()},
		{"API-ANSWER-06", "a no is left out of set_fields", silentOf(func(v any) bool { return v == false })},
		{"API-ANSWER-06", "a zero is left out of set_fields", silentOf(func(v any) bool { return v == 0.0 })},
		{"API-ANSWER-07", "answered_count stops at six", countedUpTo("answer", "answered_count", 6)},
		{"API-ANSWER-08", "turns count one more than their session from the third on", pendingMoreFrom(3)},
		{"API-ANSWER-08", "turns count what they ask for at once", change("answer", func(o obj) { asks, _ := o["asks"].([]any); o["pending_count"] = len(asks) })},
		{"API-ANSWER-08", "turns count what a file brought as pending", after("extract", change("answer", func(o obj) { n, _ := o["pending_count"].(float64); o["pending_count"] = n + 3 }))},
	}
}
