package selftest_test

import (
	"fmt"
	"maps"
	"sync/atomic"
	"time"
)

// riskFaults break what the text says of risk flags.
func riskFaults() []fault {
	return []fault{
		{"API-RISK-01", "the reply is labelled text/html", labelled("risk", "text/html")},
		{"API-RISK-01", "a question is skipped each time that flags are read", skippedBy(func(c *call) bool { return c.op == "risk" && c.ok() })},
		{"API-RISK-01", "a session has filled forms once its risk was read", after("risk", change("get", func(o obj) {
			if forms, _ := o["filled_forms"].([]any); len(forms) == 0 {
				o["filled_forms"] = []any{obj{"form_key": "common_application", "fields_written": 1, "sparse_suspected": true}}
			}
		}))},
		{"API-RISK-01", "the flags stand in two lists", change("risk", func(o obj) { o["info"] = o["flags"] })},
		{"API-RISK-01", "a flag that was raised once stays", flagsStay()},
		{"API-RISK-01", "flags are kept for three seconds, whoever asks", flagsKept(3 * time.Second)},
		{"API-RISK-01", "flags are found once for each session", flagsOnce(time.Hour)},
		{"API-RISK-01", "each session has the flags that any had", flagsOfAll()},
		{"API-RISK-01", "the flags are those of the session before", flagsOfBefore()},
		{"API-RISK-01", "the second risk summary of a session breaks the server", brokenAt("risk", 2)},
		{"API-RISK-01", "", code("risk", 200, 202)},
		{"API-RISK-01", "", set("risk", "flags", obj{})},
		{"API-RISK-01", "the flags of one session are those of all of its workspace", flagsOfFirst()},
		{"API-RISK-01", "a session without flags has those that were found last", flagsFoundLast()},
		{"API-RISK-01", "each look adds its flags to those before", moreFlags()},
		{"API-RISK-01", "questions that were skipped break a summary", refusesSkipped("risk", 500)},
		{"API-RISK-01", "risk is forbidden once a session was submitted", afterSubmission("risk", 403)},
		{"API-RISK-01", "risk is answered 201", code("risk", 200, 201)},
		{"API-RISK-01", "risk is an object by title", change("risk", func(o obj) {
			for k := range o {
				o[k] = obj{"Flag": obj{"severity": "low"}}
			}
		})},
		{"API-RISK-01", "risk is a text", raw("risk", "application/json", `"clean"`)},
		{"API-RISK-01", "risk on an open intake is an error of the server", where(func(c *call) bool { return c.op == "risk" }, beforeFill(500))},
		{"API-RISK-01", "the summary is a text in a free workspace", where(away(), set("risk", "flags", "none"))},
		{"API-RISK-01", "each look in a free workspace adds its flags to those before", where(away(), moreFlags())},
		{"API-RISK-01", "the flags of a session that a file was read into break the server", brokenAfter("extract", "risk")},
		{"API-RISK-01", "flags are remembered by the name of the insured", flagsByName()},
		{"API-RISK-01", "amounts with cents break the summary", brokenBy("risk", ".50")},
		{"API-RISK-01", "a session without a flag is 404", emptyRisk(404)},
		{"API-RISK-01", "a session without a flag is 204", emptyRisk(204)},
		{"API-RISK-01", "the risk is that of the newest session", newest("risk")},
		{"API-RISK-01", "the risk is that of another session of the workspace", ofTheOther("risk")},
		{"API-RISK-01", "a session is not found at the second look at its risk", refusedAfter("risk", "risk", 404)},
		{"API-RISK-01", "the risk of a session that was submitted is not found", refusedAfter("submit", "risk", 404)},
		{"API-RISK-01", "each severity has a list of its own", change("risk", func(o obj) {
			lists := obj{"high": []any{}, "medium": []any{}, "low": []any{}}
			for _, flag := range o["flags"].([]any) {
				severity := text(flag.(obj), "severity")
				list, _ := lists[severity].([]any)
				lists[severity] = append(list, flag)
			}
			clear(o)
			maps.Copy(o, lists)
		})},
		{"API-RISK-02", "the severity of some flags is a number", reply("risk", func(o obj) (did bool) {
			list, _ := o["flags"].([]any)
			for n, one := range list {
				if n > 0 {
					asObject(one)["severity"], did = 3, true
				}
			}
			return did
		})},
		{"API-RISK-02", "where nothing is found there is a flag of nulls", reply("risk", func(o obj) bool {
			list, _ := o["flags"].([]any)
			if len(list) == 0 {
				o["flags"] = []any{obj{"title": nil, "detail": nil, "severity": nil, "category": nil}}
			}
			return len(list) == 0
		})},
		{"API-RISK-02", "the detail of some flags is null", inItem("risk", "flags", 0, put("detail", nil))},
		{"API-RISK-02", "", each("risk", "flags", func(o obj) { delete(o, "category") })},
		{"API-RISK-02", "", each("risk", "flags", func(o obj) { delete(o, "detail") })},
		{"API-RISK-02", "a flag that few sessions have has no severity", each("risk", "flags", func(o obj) {
			if o["title"] == "Payroll above revenue" {
				delete(o, "severity")
			}
		})},
		{"API-RISK-02", "a flag has no category", each("risk", "flags", cut("category"))},
		{"API-RISK-02", "a flag has no detail", each("risk", "flags", cut("detail"))},
		{"API-RISK-02", "severity is named level", each("risk", "flags", func(o obj) { o["level"] = o["severity"]; delete(o, "severity") })},
		{"API-RISK-02", "the titles of flags are empty", each("risk", "flags", func(o obj) { o["title"] = "" })},
		{"API-RISK-02", "flags are texts", reply("risk", func(o obj) bool {
			list, _ := o["flags"].([]any)
			if len(list) == 0 {
				return false
			}
			o["flags"] = []any{"Prior losses"}
			return true
		})},
		{"API-RISK-02", "a flag of one severity has no detail", each("risk", "flags", func(o obj) {
			if o["severity"] != "high" {
				delete(o, "detail")
			}
		})},
		{"API-RISK-03", "", layer{response: func(c *call) bool {
			return c.op == "risk" && c.ok() && c.edit(func(o obj) bool { delete(o, "flags"); o["message"] = "clean"; return true })
		}}},
		{"API-RISK-03", "a clean risk is null", cleanRisk(func(c *call) { c.answer(200, obj{"flags": nil}) })},
		{"API-RISK-03", "a clean risk is a flag that says so", cleanRisk(func(c *call) {
			c.answer(200, obj{"flags": []any{obj{"title": "No risks found", "detail": "Nothing to report.", "severity": "low", "category": "general"}}})
		})},
		{"API-RISK-03", "a clean risk is a flag of none", cleanRisk(func(c *call) {
			c.answer(200, obj{"flags": []any{obj{"title": "None", "detail": "", "severity": "none", "category": "none"}}})
		})},
		{"API-RISK-03", "a clean risk is answered 404", cleanRisk(func(c *call) { c.refuse(404) })},
		{"API-RISK-03", "a clean risk is answered 204", cleanRisk(func(c *call) { c.status, c.out = 204, nil })},
		{"API-RISK-03", "no flags are null where a session was told something", nullFlags()},
		{"API-RISK-03", "the risk of a session with no flag is not found", unflaggedMissing()},
		{"API-RISK-04", "", found("risk")},
		{"API-RISK-04", "a stranger reads a foreign risk", leaks("risk")},
		{"API-RISK-04", "an unknown session has a clean risk", layer{response: func(c *call) bool {
			if c.op != "risk" || c.status != 404 {
				return false
			}
			c.answer(200, obj{"flags": []any{}})
			return true
		}}},
	}
}

// riskNeighbours come near a fault and stay within the text.
func riskNeighbours() []fault {
	var calls atomic.Int64
	return []fault{
		{"API-RISK-01", "one flag for whoever asks", change("risk", func(o obj) {
			o["flags"] = []any{obj{"title": "New", "detail": "Not known for long", "severity": "low", "category": "history"}}
		})},
		{"API-RISK-01", "no flags once a session was submitted", after("submit", change("risk", func(o obj) { o["flags"] = []any{} }))},
		{"API-RISK-01", "one flag twice", change("risk", func(o obj) {
			list, _ := o["flags"].([]any)
			o["flags"] = append(list, list...)
		})},
		{"API-RISK-01", "flags are in other words each time", each("risk", "flags", func(o obj) { o["detail"] = fmt.Sprint("In other words, ", calls.Add(1)) })},
		{"API-RISK-01", "a session of which nothing is known has no summary", refusesSkipped("risk", 400)},
		{"API-RISK-01", "the flags of a session are kept for half a second", flagsOnce(500 * time.Millisecond)},
		{"API-RISK-01", "words of a name bring flags", change("risk", func(o obj) {
			o["flags"] = []any{obj{"title": "A word of the name", "detail": "It is of a business with risks.", "severity": "low", "category": "name"}}
		})},
		{"API-RISK-02", "counts of each severity stand beside the flags", change("risk", func(o obj) {
			o["count_by_severity"] = []any{obj{"severity": "high", "count": 1}}
		})},
		{"API-RISK-02", "counts of each severity stand beside what is named for its flags", change("risk", func(o obj) {
			o["riskFlags"], o["overview"] = o["flags"], []any{obj{"severity": "high", "count": 1}}
			delete(o, "flags")
		})},
		{"API-RISK-02", "the flags are one level down, beside numbers", change("risk", func(o obj) {
			o["data"], o["meta"] = obj{"flags": o["flags"]}, []any{1, 2}
			delete(o, "flags")
		})},
	}
}
