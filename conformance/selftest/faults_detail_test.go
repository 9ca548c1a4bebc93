package selftest_test

import (
	"bytes"
	"math"
	"net/http"
	"strings"
	"time"
	"unicode"
)

// detailFaults break what the text says of reading one session.
func detailFaults() []fault {
	return []fault{
		{"API-GET-01", "a session that was submitted has questions pending again", after("submit", set("get", "pending_count", 3))},
		{"API-GET-01", "the state of a session without lines of business is told once", stateOnce()},
		{"API-GET-01", "the fourth session of a workspace is never found", fourthLost()},
		{"API-GET-01", "what a file brought is not counted as filled", readUncounted()},
		{"API-GET-01", "each correction counts as one more field", correctionsFilled()},
		{"API-GET-01", "no session is ever complete", statusAs("complete", "ready_to_fill")},
		{"API-GET-01", "a session is complete before its forms are rendered", statusAs("ready_to_fill", "complete")},
		{"API-GET-01", "a session is complete when it was filled, whatever is open", reply("get", func(o obj) bool {
			forms, _ := o["filled_forms"].([]any)
			if len(forms) > 0 {
				o["status"] = "complete"
			}
			return len(forms) > 0
		})},
		{"API-GET-01", "complete is completed", reply("get", func(o obj) bool {
			did := o["status"] == "complete"
			if did {
				o["status"] = "completed"
			}
			return did
		})},
		{"API-GET-01", "", drop("get", "status")},
		{"API-GET-01", "", code("get", 200, 203)},
		{"API-GET-01", "the detail is wrapped", wrapped("get", "session")},
		{"API-GET-01", "fields_filled stays as it was", sameForEach("get", "fields_filled")},
		{"API-GET-01", "fields_filled is a fraction once answers came", after("answer", change("get", func(o obj) { o["fields_filled"] = 0.25 }))},
		{"API-GET-01", "form_keys is null after fill", after("fill", set("get", "form_keys", nil))},
		{"API-GET-01", "status is missing after fill", after("fill", drop("get", "status"))},
		{"API-GET-01", "state is null in the detail, of whichever session", set("get", "state", nil)},
		{"API-GET-01", "state is a number in the detail", set("get", "state", 13)},
		{"API-GET-01", "the detail of a session in a free workspace breaks the server", brokenOnPlan("free", "get")},
		{"API-GET-01", "a session is not found while forms are newer than its answers", missingBetween("fill", "answer", "get")},
		{"API-GET-01", "the detail is answered 500 once forms were filled", after("fill", code("get", 200, 500))},
		{"API-GET-01", "a session is gone once it was submitted", afterSubmission("get", 404)},
		{"API-GET-01", "status is an array for a token", where(oauth, set("get", "status", []any{"x"}))},
		{"API-GET-01", "a detail is answered 206 to a key in X-API-Key", where(inHeader, code("get", 200, 206))},
		{"API-GET-01", "the detail of a session is called invalid once a document is attached", refusedAfter("documents", "get", 422)},
		{"API-GET-01", "the detail of a session is refused once a file was read", refusedAfter("extract", "get", 400)},
		{"API-GET-01", "the detail of a session is in conflict once the risks were looked at", refusedAfter("risk", "get", 409)},
		{"API-GET-02", "", set("get", "field_values", []any{})},
		{"API-GET-02", "", drop("get", "field_values")},
		{"API-GET-02", "field_values is null on a new session", reply("get", func(o obj) bool {
			v, _ := o["field_values"].(obj)
			if len(v) > 1 {
				return false
			}
			o["field_values"] = nil
			return true
		})},
		{"API-GET-02", "field_values is a list of pairs", set("get", "field_values", []any{obj{"key": "a", "value": 1}})},
		{"API-GET-02", "field_values is missing after fill", after("fill", drop("get", "field_values"))},
		{"API-GET-02", "no field_values for a token", where(oauth, drop("get", "field_values"))},
		{"API-GET-03", "", drop("get", "filled_forms")},
		{"API-GET-03", "", set("get", "filled_forms", nil)},
		{"API-GET-03", "filled_forms is null before fill", reply("get", func(o obj) bool {
			list, _ := o["filled_forms"].([]any)
			if len(list) > 0 {
				return false
			}
			o["filled_forms"] = nil
			return true
		})},
		{"API-GET-03", "filled_forms is missing before fill", reply("get", func(o obj) bool {
			list, _ := o["filled_forms"].([]any)
			delete(o, "filled_forms")
			return len(list) == 0
		})},
		{"API-GET-03", "filled_forms is an object by key after fill", after("fill", set("get", "filled_forms", obj{"application": obj{}}))},
		{"API-GET-03", "filled_forms is an object for a token", where(oauth, set("get", "filled_forms", obj{}))},
		{"API-GET-04", "", each("get", "filled_forms", func(o obj) { o["sparse_suspected"] = "no" })},
		{"API-GET-04", "", each("get", "filled_forms", func(o obj) { delete(o, "form_key") })},
		{"API-GET-04", "the second filled form has no form_key", inItem("get", "filled_forms", 1, cut("form_key"))},
		{"API-GET-04", "sparse_suspected is null", each("get", "filled_forms", put("sparse_suspected", nil))},
		{"API-GET-04", "sparse_suspected is no", each("get", "filled_forms", put("sparse_suspected", "no"))},
		{"API-GET-04", "filled forms are bare keys", set("get", "filled_forms", []any{"application"})},
		{"API-GET-04", "no sparse_suspected for a token", where(oauth, each("get", "filled_forms", func(o obj) { delete(o, "sparse_suspected") }))},
		{"API-GET-04", "no sparse_suspected once a session was submitted", after("submit", each("get", "filled_forms", cut("sparse_suspected")))},
		{"API-GET-05", "sparse_suspected is the contrary of what fill said", sparseContrary()},
		{"API-GET-05", "what a form has written stays that of its first fill", firstCounts()},
		{"API-GET-05", "", each("get", "filled_forms", func(o obj) { o["fields_written"] = 1.5 })},
		{"API-GET-05", "", each("get", "filled_forms", func(o obj) { o["warnings"] = []any{1} })},
		{"API-GET-05", "fields_written is one more than fill reported", each("get", "filled_forms", func(o obj) {
			n, _ := o["fields_written"].(float64)
			o["fields_written"] = n + 1
		})},
		{"API-GET-05", "fields_written is a text", each("get", "filled_forms", put("fields_written", "12"))},
		{"API-GET-05", "fields_written is a fraction", each("get", "filled_forms", put("fields_written", 0.9))},
		{"API-GET-05", "warnings are null where there is none", each("get", "filled_forms", put("warnings", nil))},
		{"API-GET-05", "warnings are objects", each("get", "filled_forms", put("warnings", []any{obj{"text": "x"}}))},
		{"API-GET-05", "updated_at of a form is an empty text", each("get", "filled_forms", put("updated_at", ""))},
		{"API-GET-05", "updated_at is a number", each("get", "filled_forms", put("updated_at", 1763700000))},
		{"API-GET-05", "warnings are objects", reply("get", func(o obj) bool {
			forms, _ := o["filled_forms"].([]any)
			changed := false
			for _, form := range forms {
				if said, _ := form.(obj)["warnings"].([]any); len(said) > 0 {
					form.(obj)["warnings"] = []any{obj{"text": said[0]}}
					changed = true
				}
			}
			return changed
		})},
		{"API-GET-05", "updated_at of a form is a list for a token", where(oauth, each("get", "filled_forms", func(o obj) { o["updated_at"] = []any{} }))},
		{"API-GET-06", "what is pending stays that of the first look, and one more", pendingFrozen(1)},
		{"API-GET-06", "what is pending is that before the last turn", pendingOfBefore()},
		{"API-GET-06", "one more is pending in the detail than by each turn", pendingOneMore()},
		{"API-GET-06", "what was skipped is pending in the detail", skippedPending()},
		{"API-GET-07", "the next question is the one that was skipped", skippedNext(0)},
		{"API-GET-07", "the last of the next questions is the one that was skipped", skippedNext(1)},
		{"API-GET-06", "", set("get", "pending_count", "3")},
		{"API-GET-06", "pending_count is a text", set("get", "pending_count", "12")},
		{"API-GET-06", "pending_count is a fraction", set("get", "pending_count", 1.5)},
		{"API-GET-06", "pending_count is a text for a token", where(oauth, set("get", "pending_count", "5"))},
		{"API-GET-06", "what is pending on a session is all that was asked for at first", pendingFirst()},
		{"API-GET-07", "", each("get", "next_questions", func(o obj) { delete(o, "group") })},
		{"API-GET-07", "", set("get", "next_questions", obj{})},
		{"API-GET-07", "next questions are texts", set("get", "next_questions", []any{"How many employees?"})},
		{"API-GET-07", "a next question has no group", each("get", "next_questions", cut("group"))},
		{"API-GET-07", "group is null in a next question", each("get", "next_questions", put("group", nil))},
		{"API-GET-07", "the last next question has no key", reply("get", func(o obj) bool {
			list, _ := o["next_questions"].([]any)
			if len(list) == 0 {
				return false
			}
			delete(list[len(list)-1].(obj), "key")
			return true
		})},
		{"API-GET-07", "the keys of the next questions are empty", each("get", "next_questions", put("key", ""))},
		{"API-GET-07", "next_questions is one object", set("get", "next_questions", obj{"key": "a", "question": "b", "group": "c"})},
		{"API-GET-07", "next_questions is false at the end", reply("get", func(o obj) bool {
			list, _ := o["next_questions"].([]any)
			if len(list) > 0 {
				return false
			}
			o["next_questions"] = false
			return true
		})},
		{"API-GET-07", "group is null in a later group", laterGroup()},
		{"API-GET-07", "a question that is left alone is no list", reply("get", func(o obj) bool {
			list, _ := o["next_questions"].([]any)
			if len(list) == 1 {
				o["next_questions"] = list[0]
			}
			return len(list) == 1
		})},
		{"API-GET-07", "no group of a question once forms were filled", after("fill", each("get", "next_questions", func(o obj) { delete(o, "group") }))},
		{"API-GET-07", "the first questions are the next ones again once forms were filled", nextAgainOnceFilled()},
		{"API-GET-08", "created_at is the time of the look", bornAnew()},
		{"API-GET-08", "", set("get", "created_at", 1700000000)},
		{"API-GET-08", "created_at is the first moment that there is", set("get", "created_at", "0001-01-01T00:00:00Z")},
		{"API-GET-08", "updated_at is an empty text", set("get", "updated_at", "")},
		{"API-GET-08", "created_at is a number", set("get", "created_at", 1763700000)},
		{"API-GET-08", "updated_at is a number once answers came", after("answer", set("get", "updated_at", 1763700000))},
		{"API-GET-08", "updated_at is true for a token", where(oauth, set("get", "updated_at", true))},
		{"API-GET-09", "", found("get")},
		{"API-GET-09", "an unknown session is answered 400", code("get", 404, 400)},
		{"API-GET-09", "an unknown session is answered 403", code("get", 404, 403)},
		{"API-GET-09", "an unknown session is answered 422", recoded(404, 422, func(c *call) bool { return c.op == "get" })},
		{"API-GET-09", "an unknown session is answered 200 null", layer{response: func(c *call) bool {
			if c.op != "get" || c.status != 404 {
				return false
			}
			c.answer(200, nil)
			return true
		}}},
		{"API-GET-09", "an id of another form is called invalid", recoded(404, 422, func(c *call) bool { return c.op == "get" && !strings.Contains(c.r.URL.Path, "/ses_") })},
		{"API-GET-09", "an id is a pattern", idPattern()},
		{"API-GET-09", "an id finds its session without its last character", shortened()},
		{"API-GET-09", "the beginning of an id finds the session", beginnings()},
		{"API-GET-09", "a word that every object has breaks the look for an id", crash(func(c *call) bool {
			return c.op == "get" && strings.HasSuffix(c.r.URL.Path, "/constructor")
		})},
		{"API-GET-09", "the prototype of objects is a session", layer{request: func(c *call) bool {
			did := c.r.Method == http.MethodGet && strings.HasSuffix(c.r.URL.Path, "/__proto__")
			if did {
				c.answer(200, obj{})
			}
			return did
		}}},
		{"API-GET-09", "what stands behind an id is not looked at", layer{request: func(c *call) bool {
			path, did := strings.CutSuffix(c.r.URL.Path, "zz")
			if did = did && c.op == "get" && len(path) >= len("/org/sessions/ses_")+26; did { // an id may end so
				c.r.URL.Path = path
			}
			return did
		}}},
		{"API-GET-09", "the last letter of an id is not looked at", anyLast()},
		{"API-GET-09", "the last character of an id makes no difference", shortIDs()},
		{"API-GET-09", "ids in letters of both cases and of any", bothCases(true)},
		{"API-GET-10", "", code("get", 404, 403)},
		{"API-GET-10", "the detail of a foreign session is shown", leaks("get")},
		{"API-GET-10", "a token reads the detail of a foreign session", where(func(c *call) bool { return c.op == "create" || oauth(c) }, leaks("get"))},
		{"API-GET-10", "a finished session is shown to all", openOnce("complete")},
		{"API-GET-11", "a correction of a complete session takes its forms off the list", unlistedByCorrection()},
		{"API-GET-11", "each form is listed twice", change("get", func(o obj) {
			forms, _ := o["filled_forms"].([]any)
			o["filled_forms"] = append(forms, forms...)
		})},
		{"API-GET-11", "forms are gone once their session was submitted", afterSubmission("pdf", 404)},
		{"API-GET-11", "", reply("get", func(o obj) bool {
			v, _ := o["filled_forms"].([]any)
			if len(v) == 0 {
				return false
			}
			o["filled_forms"] = v[1:]
			return true
		})},
		{"API-GET-11", "a correction voids the forms, of finished intakes", mixed(whenDone(), voided())},
		{"API-GET-11", "filled_forms leaves a form out", reply("get", func(o obj) bool {
			list, _ := o["filled_forms"].([]any)
			if len(list) == 0 {
				return false
			}
			o["filled_forms"] = list[1:]
			return true
		})},
		{"API-GET-11", "filled_forms lists one that cannot be had", reply("get", func(o obj) bool {
			list, _ := o["filled_forms"].([]any)
			if len(list) > 0 {
				o["filled_forms"] = append(list, obj{"form_key": "schedule_b", "sparse_suspected": false, "fields_written": 1})
			}
			return len(list) > 0
		})},
		{"API-GET-11", "forms with hardly a value are not listed", kept("get", "filled_forms", func(o obj) bool { return o["sparse_suspected"] != true })},
		{"API-GET-11", "forms are listed before they are made", listedAtOnce()},
		{"API-GET-11", "listed forms are gone after the submission", after("submit", code("pdf", 200, 404))},
		{"API-GET-11", "forms of before an answer are not listed, and downloaded", unlistedAfterAnswer()},
		{"API-GET-11", "sessions without lines of business list forms from the start", ofSessions(madeWith("lobs", false), listedAtOnce())},
		{"API-GET-11", "a form can be downloaded once", onlyOnce()},
		{"API-GET-11", "an answer voids the forms, which stay in the list", voided()},
		{"API-GET-11", "a file takes the forms away until the next fill", formsGoneAt("extract")},
		{"API-GET-11", "a turn takes the forms away until the next fill", formsGoneAt("answer")},
		{"API-GET-11", "the key of a listed form is an object", each("get", "filled_forms", func(o obj) { o["form_key"] = obj{"name": o["form_key"]} })},
		{"API-GET-12", "numbers of a session lack their millions", millionsLost()},
		{"API-GET-12", "all numbers of a message are the last", hears(oneNumber)},
		{"API-GET-12", "an answer without a label is one to the question that anybody was asked last", bareElsewhere()},
		{"API-GET-12", "a number without a label is one to the question that anybody was asked last, where it fits", countsElsewhere()},
		{"API-GET-12", "each turn takes an earlier value away", eachTakesOne()},
		{"API-GET-12", "a corrected number stands behind the one before", numbersBehind()},
		{"API-GET-12", "of four answers and more one is not stored", lastUnstored()},
		{"API-GET-12", "what is told is told to the session that was made last, too", toldToo(false, "answer", "set_fields")},
		{"API-GET-12", "what is told is told to the first session of the workspace, too", toldToo(true, "answer", "set_fields")},
		{"API-GET-12", "numbers have 16 bits", inNumbers(in16Bits)},
		{"API-GET-12", "numbers are one too high", inNumbers(func(n float64) float64 { return n + 1 })},
		{"API-GET-12", "the numbers of one question are one too high", inNumbersOf(func(key string) bool { return key == "total_employees" }, func(n float64) float64 { return n + 1 })},
		{"API-GET-12", "what is said in letters beyond ASCII is not understood", hears(func(said string) string {
			if strings.IndexFunc(said, func(r rune) bool { return r > unicode.MaxASCII }) >= 0 && len(said) < 2000 {
				return otherwiseSaid
			}
			return said
		})},
		{"API-GET-12", "nothing that is said is understood", hears(func(said string) string {
			if said == "" || len(said) > 2000 {
				return said
			}
			return otherwiseSaid
		})},
		{"API-GET-12", "answers settle questions and leave nothing", mixed(set("answer", "set_fields", obj{}), set("get", "field_values", obj{}))},
		{"API-GET-12", "numbers end at their first comma", hears(ofEachValue(thousandsLost))},
		{"API-GET-12", "texts are cut after 50 letters", inTexts(func(s string) string { return s[:min(len(s), 50)] })},
		{"API-GET-12", "the values are gone once a session was submitted", after("submit", set("get", "field_values", obj{}))},
		{"API-GET-12", "", set("get", "field_values", obj{})},
		{"API-GET-12", "what a PDF brought is not corrected", lockedAfter("extract", func(*call) bool { return true })},
		{"API-GET-12", "a complete session is not corrected", lockedAfter("fill", func(c *call) bool { return !strings.Contains(string(c.out), "still open") })},
		{"API-GET-12", "what was skipped once is never stored", hiddenSkips()},
		{"API-GET-12", "what an answer set is not stored", change("get", func(o obj) { o["field_values"] = obj{} })},
		{"API-GET-12", "what an answer set is stored as null", reply("get", func(o obj) bool {
			values, _ := o["field_values"].(obj)
			for k := range values {
				values[k] = nil
			}
			return len(values) > 0
		})},
		{"API-GET-12", "a turn forgets what the turns before it set", forgetful()},
		{"API-GET-12", "a correction is not stored", firstValues()},
		{"API-GET-12", "a correction is put behind what was there", corrected(false, joined)},
		{"API-GET-12", "a corrected number is added to the old one", corrected(false, added)},
		{"API-GET-12", "texts are cut at 30 letters", stored(ofText(cutAt(30)))},
		{"API-GET-12", "texts are kept to their first comma", stored(ofText(toTheComma))},
		{"API-GET-12", "days are stored as the day before", stored(ofText(aDayOff))},
		{"API-GET-12", "an apostrophe is stored twice", stored(ofText(func(s string) string { return strings.ReplaceAll(s, "'", "''") }))},
		{"API-GET-12", "letters of four bytes are not stored", stored(ofText(inTwoBytes))},
		{"API-GET-12", "255 letters of a value are stored", stored(ofText(cutAt(255)))},
		{"API-GET-12", "large numbers are stored as the largest of four bytes", stored(ofNumber(func(n float64) float64 { return min(n, 1<<31-1) }))},
		{"API-GET-12", "zeros are not stored", change("get", func(o obj) {
			values, _ := o["field_values"].(obj)
			for key, v := range values {
				if v == 0.0 {
					delete(values, key)
				}
			}
		})},
		{"API-GET-12", "what was said before is answered as then", saidBefore(func(c *call, reply string) {
			c.status, c.header, c.out = 200, http.Header{"Content-Type": {"application/json"}}, []byte(reply)
		})},
		{"API-GET-12", "a turn under a token stores nothing", where(oauth, layer{request: func(c *call) bool {
			return c.requested("answer", func(o obj) bool { o["message"] = "Hello"; return true })
		}, response: func(c *call) bool {
			return c.op == "answer" && c.ok() && c.edit(func(o obj) bool { o["set_fields"] = obj{"employees": 12}; return true })
		}})},
		{"API-GET-12", "a value beyond ASCII is not stored", plainOnly()},
		{"API-GET-12", "of two answers at one time one is lost", lastWins("answer", "answer", "set_fields")},
		{"API-GET-12", "an answer while a PDF is read is lost", lastWins("answer", "extract", "set_fields")},
		{"API-GET-12", "an answer while forms are filled is lost", lastWins("answer", "fill", "set_fields")},
		{"API-GET-12", "an answer goes to the newest session", newest("answer")},
		{"API-GET-12", "answers are told and not stored once a document was attached", unstoredOnce("documents")},
		{"API-GET-12", "zero, false and nothing are not shown", reply("get", func(o obj) bool {
			values, _ := o["field_values"].(obj)
			was := len(values)
			for key, v := range values {
				if v == false || v == 0.0 {
					delete(values, key)
				}
			}
			return len(values) < was
		})},
		{"API-GET-12", "values go into every session", sibling()},
		{"API-GET-12", "a correction takes all other values away once the intake is over", wipedAtEnd(0)},
		{"API-GET-12", "a value is gone once forms were filled", goneAfterFill()},
		{"API-GET-12", "the last value is gone once the risk was looked at", lastGoneAfter("risk")},
		{"API-GET-12", "the last value is gone once a document was attached", lastGoneAfter("documents")},
		{"API-GET-12", "a skip takes all values away", wipedBySkip()},
		{"API-GET-12", "a turn of more than 9,000 letters takes away what was set before", wipedBy(func(c *call) bool { return len(c.in) > 9000 })},
		{"API-GET-12", "a turn under a token takes away what was set before", wipedBy(oauth)},
		{"API-GET-12", "a turn with the key in X-API-Key takes away what was set before", wipedBy(func(c *call) bool { return c.r.Header.Get("X-API-Key") != "" })},
		{"API-GET-12", "a turn beyond ASCII takes away what was set before", wipedBy(func(c *call) bool { return bytes.ContainsFunc(c.in, func(r rune) bool { return r > 127 }) })},
		{"API-GET-12", "a digit of a tax number is lost", setAndStored(strings.NewReplacer("582941763", "58941763").Replace)},
		{"API-GET-12", "answers about a location are set for the mailing address", hears(hearsFirstRow)},
		{"API-GET-12", "answers by one label are set for another question", hears(strings.NewReplacer("Annual payroll: ", "Annual revenue: ").Replace)},
		{"API-GET-12", "a question takes away what was set before", wipedBy(func(c *call) bool { return bytes.Contains(c.in, []byte("?")) })},
		{"API-GET-12", "the last value is gone once a form was downloaded", lastGoneAfter("pdf")},
		{"API-GET-12", "yes is stored as no", stored(ofYes(func(yes bool) bool { return !yes }))},
		{"API-GET-12", "yes is heard as no, and no as yes", hears(ofEachValue(yesForNo))},
		{"API-GET-12", "two answers of a message are heard for each other's question", hears(swappedLines)},
		{"API-GET-12", "days are heard as the day before", hears(ofEachValue(daysLater("01/02/2006", -1)))},
		{"API-GET-12", "of days that begin with their year the month and the day are turned", hears(ofEachValue(func(value string) string {
			return strings.ReplaceAll(value, "2026-03-10", "2026-10-03")
		}))},
		{"API-GET-12", "texts are heard up to their first comma", hears(ofEachValue(toTheComma))},
		{"API-GET-12", "texts are heard as a page writes them, in numbers", hears(strings.NewReplacer("&", "&#x26;", "'", "&#x27;").Replace)},
		{"API-GET-12", "numbers are heard up to their comma", hears(ofEachValue(upToComma))},
		{"API-GET-12", "a value that is told again is gone", clearedByRepeating()},
		{"API-GET-12", "a new session has the first text that any was told", begunWithFirst()},
		{"API-GET-12", "sessions of one name have what any of them is told", ofNamesakes(true)},
		{"API-GET-12", "every third session begins with what the one before was told", begunWithBefore(3)},
		{"API-GET-01", "a session is complete until it is filled once more", completeOnce("ready_to_fill")},
		{"API-GET-01", "a session is complete until it is read", completeUntilRead("ready_to_fill")},
		{"API-GET-01", "a session to which a file was read is never complete", neverComplete(func(c *call) bool { return c.op == "extract" && c.ok() })},
		{"API-GET-01", "a session counts six fields as filled at most", countedUpTo("get", "fields_filled", 6)},
		{"API-GET-01", "a session has no values once its submission was refused", emptiedBy(func(c *call) bool { return c.op == "submit" && c.status/100 == 4 })},
		{"API-GET-01", "a session is named after its file", fileSets("extract", func(o obj, name string) { o["insured_name"] = name })},
		{"API-GET-12", "a document is a value, by its name", fileSets("documents", func(o obj, name string) { asObject(o["field_values"])["website"] = name })},
		{"API-GET-12", "a file that is no PDF takes the values away", emptiedBy(smallRefused)},
		{"API-GET-01", "a session is complete once its submission was refused", completeOnceRefused()},
		{"API-GET-07", "a question that was answered is among the next ones from the third turn on", answeredNextFrom(3)},
		{"API-GET-07", "the first question is the next one at the end", firstNextAtEnd()},
		{"API-GET-12", "texts are heard as a page writes them", hears(func(said string) string { return strings.ReplaceAll(said, "&", "&amp;") })},
		{"API-GET-12", "numbers are stored less one", stored(ofNumber(func(n float64) float64 { return n - 1 }))},
		{"API-GET-12", "amounts are stored in thousands", stored(ofNumber(func(n float64) float64 {
			if n < 1e5 {
				return n
			}
			return n / 1000
		}))},
		{"API-GET-12", "numbers are stored as their hundredth", stored(ofNumber(func(n float64) float64 { return n / 100 }))},
		{"API-GET-12", "telephone numbers are stored without their first digit", stored(ofText(withoutFirstDigit))},
		{"API-GET-12", "amounts are read to their last comma but one", millionsAs(func(n float64) float64 { return math.Floor(n / 1000) })},
		{"API-GET-12", "the option before the chosen one is set", optionBefore()},
		{"API-GET-12", "a document gives a session another name", onceDone("documents", put("insured_name", "loss-run.pdf"))},
		{"API-GET-12", "the month and the day of dates are turned", stored(ofText(monthAndDayTurned))},
		{"API-GET-12", "40 letters of a value are stored", stored(ofText(cutAt(40)))},
		{"API-GET-12", "yes that was corrected to no stays", staysTrue()},
		{"API-GET-06", "a session counts nothing as pending", set("get", "pending_count", 0)},
		{"API-GET-01", "fields_total is what is not filled yet", change("get list", func(o obj) {
			filled, _ := o["fields_filled"].(float64)
			total, _ := o["fields_total"].(float64)
			o["fields_total"] = total - filled
		})},
		{"API-GET-12", "codes lose the zero that they begin with", setAndStored(withoutFirstZero)},
		{"API-GET-12", "a turn sets what the turn before it set in another session", setByNext()},
		{"API-GET-12", "no value is kept that is a no", noDropped()},
		{"API-GET-01", "the detail has no id once a form was filled", after("fill", set("get", "session_id", ""))},
		{"API-GET-01", "what a file brought is counted twice", countedTwice()},
		{"API-GET-12", "what is told while forms are filled is lost", lostDuring("fill")},
		{"API-GET-12", "what is told after a submission is lost", lostOnce("submit")},
		{"API-GET-01", "a session has no state once it was answered", onceDone("answer", put("state", nil))},
		{"API-GET-01", "fields_filled counts what the last turn set", countedByTurn()},
		{"API-GET-01", "one more than is filled counts as filled, once a turn set anything", filledOneMore()},
		{"API-GET-06", "a session counts six questions as pending at most", countedUpTo("get", "pending_count", 6)},
		{"API-GET-01", "the detail has the id of another session once documents are attached", after("documents", set("get", "session_id", "ses_other"))},
	}
}

// detailNeighbours come near a fault and stay within the text.
func detailNeighbours() []fault {
	inForm := func(form string) func(value string) string {
		return func(value string) string {
			for _, other := range []string{"2006-01-02", "01/02/2006"} {
				if day, err := time.Parse(other, value); err == nil {
					return day.Format(form)
				}
			}
			return value
		}
	}
	return []fault{
		{"API-GET-01", "what was skipped counts as filled", skipsFilled()},
		{"API-GET-07", "the next questions have keys alone", each("get", "next_questions", func(o obj) { o["question"], o["group"] = "", "" })},
		{"API-GET-01", "the detail of a session is refused a few times", fewTimes(4, refusedAfter("extract", "get", 409))},
		{"API-GET-06", "a session counts all that is missing, and its turns what they ask for", change("answer", func(o obj) {
			n, _ := o["pending_count"].(float64)
			o["pending_count"] = min(n, 3)
		})},
		{"API-GET-09", "ids in letters of both cases", bothCases(false)},
		{"API-GET-09", "paths in letters of either case", mixed(bothCases(true), pathsInAnyCase())},
		{"API-GET-11", "finished intakes alone are submitted", whenDone()},
		{"API-GET-12", "a session begins with what others of its name were told", ofNamesakes(false)},
		{"API-GET-01", "a session that is filled once more has a status of its own", completeOnce("revised")},
		{"API-GET-01", "a complete session that was read has a status of its own", completeUntilRead("viewed")},
		{"API-GET-12", "days are kept in another form", stored(ofText(inForm("02.01.2006")))},
		{"API-GET-12", "days are kept with the day before the month", stored(ofText(inForm("02/01/2006")))},
		{"API-GET-12", "amounts are kept in cents", stored(ofNumber(func(n float64) float64 { return n * 100 }))},
		{"API-GET-12", "telephone numbers are kept with the code of the country", stored(ofText(withCountry))},
		{"API-GET-12", "amounts are read in thousands", millionsAs(func(n float64) float64 { return n / 1000 })},
		{"API-GET-12", "texts are kept in capitals", stored(ofText(strings.ToUpper))},
		{"API-GET-12", "signs that are no letters are left out of texts", hears(func(said string) string { return strings.ReplaceAll(said, "😀 ", "") })},
		{"API-GET-12", "of two answers the second one is heard", hears(func(said string) string {
			if lines := strings.Split(said, "\n"); len(lines) == 2 {
				return lines[1]
			}
			return said
		})},
		{"API-GET-12", "one turn of a session at a time", oneAtATime("answer", 409)},
		{"API-GET-12", "a further text is put behind the first, as its turn says", corrected(true, joined)},
		{"API-GET-12", "what stands behind a comma is kept apart", apartAtComma()},
		{"API-GET-12", "what was said before sets nothing", saidBefore(func(c *call, _ string) { c.in = restated("Hello") })},
		{"API-GET-12", "values stand beside the number of turns", besideTurns()},
		{"API-GET-12", "keys of set_fields are paths, and those of the session are not", change("answer", func(o obj) {
			set := obj{}
			for key, v := range asObject(o["set_fields"]) {
				set["application.business."+key] = v
			}
			o["set_fields"] = set
		})},
		{"API-GET-12", "set_fields alone has groups", inGroup("set_fields")},
		{"API-GET-12", "set_fields has the time of the turn beside what it set", change("answer", func(o obj) {
			if set := asObject(o["set_fields"]); len(set) > 0 {
				set["last_turn"] = "2026-11-30T05:00:00Z"
			}
		})},
		{"API-GET-12", "values stand in a group", inGroup("field_values", "set_fields")},
		{"API-GET-12", "values stand under the labels of their questions", underLabels()},
		{"API-GET-12", "values stand in a group on the session alone", inGroup("field_values")},
		{"API-GET-12", "texts are hidden once a session was submitted", after("submit", stored(ofText(func(string) string { return "***" })))},
		{"API-GET-12", "zeros set nothing", layer{request: func(c *call) bool {
			return c.requested("answer", func(o obj) bool {
				zero := strings.HasSuffix(message(o), ": 0") || strings.HasSuffix(message(o), ": $0")
				if zero {
					o["message"] = "Hello"
				}
				return zero
			})
		}}},
		{"API-GET-12", "a correction takes some values away once the intake is over", wipedAtEnd(2)},
		{"API-GET-12", "values tell the time", tellingTime()},
		{"API-GET-12", "codes have no dash", setAndStored(func(s string) string {
			if strings.Trim(s, "0123456789-") != "" {
				return s
			}
			return strings.ReplaceAll(s, "-", "")
		})},
	}
}
