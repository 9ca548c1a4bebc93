package selftest_test

import (
	"slices"
	"strings"
)

// submitFaults break what the text says of submitting.
func submitFaults() []fault {
	with := func(op string) func(c *call) bool { return func(c *call) bool { return c.op == op && oauth(c) } }
	connected := newMemory()
	return []fault{
		{"API-SUBMIT-01", "the reply is labelled text/html", labelled("submit", "text/html")},
		{"API-SUBMIT-01", "no session can be submitted with a token yet", refusedWithToken("submit")},
		{"API-SUBMIT-01", "the reply has a status alone", raw("submit", "application/json", `{"status": "sent"}`)},
		{"API-SUBMIT-01", "a submission is answered 202", code("submit", 200, 202)},
		{"API-SUBMIT-01", "", set("submit", "submission_id", true)},
		{"API-SUBMIT-01", "the id is none that the platform issued", change("submit", func(o obj) { o["submission_id"] = "sub_0b2f4c1e7a354c1b" })},
		{"API-SUBMIT-01", "a second submission has the id of the first", oneID()},
		{"API-SUBMIT-01", "so it is of finished intakes", mixed(whenDone(), oneID())},
		{"API-SUBMIT-01", "an apostrophe ends what is written of a submission", nameBreaks("'")},
		{"API-SUBMIT-01", "a name with a letter beyond ASCII cannot be submitted", nameBreaks("\u00eb")},
		{"API-SUBMIT-01", "the newest session is submitted", newest("submit")},
		{"API-SUBMIT-01", "an account that is given later is never found", unconnectedForGood()},
		{"API-SUBMIT-01", "the reply has no id", raw("submit", "application/json", `{"status":"ok"}`)},
		{"API-SUBMIT-01", "the reply has an id of the server's own", change("submit", func(o obj) {
			for k := range o {
				o[k] = "local-1"
			}
		})},
		{"API-SUBMIT-01", "the submission id is null", set("submit", "submission_id", nil)},
		{"API-SUBMIT-01", "the submission id of a second submission is null", where(again("submit"), set("submit", "submission_id", nil))},
		{"API-SUBMIT-01", "a submission wants a body", wantsBody(422)},
		{"API-SUBMIT-02", "", layer{verb: submissions(func([]any) []any { return []any{} })}},
		{"API-SUBMIT-02", "each submission is made twice", layer{verb: sentTwice}},
		{"API-SUBMIT-02", "the forms of the first fill are sent, of finished intakes", mixed(whenDone(), firstFill())},
		{"API-SUBMIT-02", "the forms with which an intake was complete are sent, though others can be submitted earlier", firstComplete()},
		{"API-SUBMIT-02", "forms that were filled with a token are not handed over", whereDone(with("fill"), layer{}, func(sub obj) {
			files, _ := sub["files"].([]any)
			sub["files"] = slices.DeleteFunc(slices.Clone(files), func(one any) bool { return text(asObject(one), "kind") == "form" })
		})},
		{"API-SUBMIT-02", "a submission that was refused before has each file twice", twiceAfterRefusal()},
		{"API-SUBMIT-02", "all submissions go to the account that sent the first", oneAccount()},
		{"API-SUBMIT-02", "every submission of a workspace has the forms of the first", formsOfTheFirst()},
		{"API-SUBMIT-02", "a form is sent as it was filled first", layer{verb: submissions(firstOfTwo)}},
		{"API-SUBMIT-02", "a form is not handed over", layer{verb: submissions(func(files []any) []any {
			for i, f := range files {
				if f.(obj)["kind"] == "form" {
					return append(append([]any{}, files[:i]...), files[i+1:]...)
				}
			}
			return files
		})}},
		{"API-SUBMIT-02", "no form is handed over", layer{verb: submissions(func(files []any) []any { return nil })}},
		{"API-SUBMIT-02", "an old form is handed over", layer{verb: submissions(func(files []any) []any {
			for _, f := range files {
				if f.(obj)["kind"] == "form" {
					f.(obj)["sha256"] = strings.Repeat("a", 64)
					break
				}
			}
			return files
		})}},
		{"API-SUBMIT-02", "every form is another file at the platform", layer{verb: submissions(func(files []any) []any {
			for _, f := range files {
				if sum := text(asObject(f), "sha256"); f.(obj)["kind"] == "form" {
					f.(obj)["sha256"] = sum[32:] + sum[:32]
				}
			}
			return files
		})}},
		{"API-SUBMIT-02", "nothing reaches the platform", layer{verb: func(verb string, _, out obj) bool {
			if verb == "list-submissions" {
				out["submissions"] = []any{}
			}
			return verb == "list-submissions"
		}}},
		{"API-SUBMIT-03", "", layer{verb: func(verb string, _, out obj) bool {
			subs, _ := out["submissions"].([]any)
			for _, s := range subs {
				s.(obj)["finalised"] = false
			}
			return verb == "list-submissions"
		}}},
		{"API-SUBMIT-03", "a submission with a token is not finalised", whereDone(with("submit"), layer{}, func(sub obj) { sub["finalised"] = false })},
		{"API-SUBMIT-03", "a workspace's second submission is not finalised", layer{verb: func(verb string, _, out obj) bool {
			subs, _ := out["submissions"].([]any)
			if verb != "list-submissions" || len(subs) < 2 {
				return false
			}
			subs[1].(obj)["finalised"] = false
			return true
		}}},
		{"API-SUBMIT-03", "what was refused once before is not finalised", ofRefused(func(sub obj) bool { sub["finalised"] = false; return true })},
		{"API-SUBMIT-03", "what was refused while the account was taken away never reaches the platform", lostOnceCut()},
		{"API-SUBMIT-03", "the submission stays open", layer{verb: func(verb string, _, out obj) bool {
			subs, _ := out["submissions"].([]any)
			for _, s := range subs {
				s.(obj)["finalised"] = false
			}
			return verb == "list-submissions"
		}}},
		{"API-SUBMIT-04", "", layer{response: func(c *call) bool {
			did := c.op == "submit" && c.status/100 == 4
			if did {
				c.answer(200, obj{"submission_id": "made up"})
			}
			return did
		}}},
		{"API-SUBMIT-04", "an account that was taken away is used further, for finished intakes", mixed(whenDone(), stillConnected())},
		{"API-SUBMIT-04", "the account of one workspace is one of all", layer{verb: func(verb string, _, _ obj) bool {
			connected.put(verb, true)
			return false
		}, response: func(c *call) bool {
			did := c.op == "submit" && c.status == 400 && connected.snapshot()["connect-market"] != nil
			if did {
				c.answer(200, obj{"submission_id": "sub_of_another"})
			}
			return did
		}}},
		{"API-SUBMIT-04", "an account that was taken away is used on", layer{skip: "disconnect-market"}},
		{"API-SUBMIT-04", "an appointment that was asked for is an account", accountAfterRequest("")},
		{"API-SUBMIT-04", "a submission without an account succeeds", layer{response: func(c *call) bool {
			if c.op != "submit" || c.status != 400 {
				return false
			}
			c.answer(200, obj{"submission_id": "sub_1"})
			return true
		}}},
		{"API-SUBMIT-04", "a submission without an account is an error of the server", layer{response: func(c *call) bool {
			did := c.op == "submit" && c.status == 400
			if did {
				c.refuse(502)
			}
			return did
		}}},
		{"API-SUBMIT-04", "a session that was not filled is submitted", takesUnfilled()},
		{"API-SUBMIT-04", "a session that was not filled is submitted once its intake is over", takesUnfilledOnceOver()},
		{"API-SUBMIT-04", "what is refused for want of an account is submitted all the same", leftWhenRefused("no connected account", true)},
		{"API-SUBMIT-04", "what is refused for want of a form is submitted all the same", leftWhenRefused("no filled forms", true)},
		{"API-SUBMIT-04", "forms are gone once a submission was refused", goneOnceRefused(false)},
		{"API-SUBMIT-04", "values are gone once a submission was refused", goneOnceRefused(true)},
		{"API-SUBMIT-05", "", code("submit", 404, 403)},
		{"API-SUBMIT-05", "an unknown session is answered 400, as one that is not ready", recoded(404, 400, func(c *call) bool { return c.op == "submit" })},
		{"API-SUBMIT-05", "an unknown session is answered 403", recoded(404, 403, func(c *call) bool { return c.op == "submit" })},
		{"API-SUBMIT-05", "an unknown session is submitted", found("submit")},
		{"API-SUBMIT-05", "what is refused to a stranger is submitted all the same", keepsRefused("submit")},
		{"API-SUBMIT-05", "a stranger submits a foreign session", leaks("submit")},
	}
}

// submitNeighbours come near a fault and stay within the text.
func submitNeighbours() []fault {
	return []fault{
		{"API-SUBMIT-01", "finished intakes alone are submitted", whenDone()},
		{"API-SUBMIT-01", "an id of something else is null beside that of the submission", change("submit", func(o obj) { o["broker_id"], o["policy_number"] = nil, "" })},
		{"API-SUBMIT-01", "the id is that of the platform", change("submit", func(o obj) { o["platform_reference"] = o["submission_id"]; delete(o, "submission_id") })},
		{"API-SUBMIT-01", "names have no apostrophes", strict("create", 422, func(_ *call, o obj) bool { return strings.Contains(text(o, "insured_name"), "'") })},
		{"API-SUBMIT-02", "finished intakes alone are submitted", whenDone()},
		{"API-SUBMIT-02", "finished intakes alone are filled", layer{response: func(c *call) bool {
			open := c.op == "fill" && c.ok() && strings.Contains(string(c.out), "still open")
			if open {
				c.refuse(400)
			}
			return open
		}}},
		{"API-SUBMIT-02", "forms have on them in which second they were downloaded", datedForms()},
		{"API-SUBMIT-03", "a refused submission leaves something open", leftOpen()},
		{"API-SUBMIT-04", "finished intakes alone are submitted", whenDone()},
		{"API-SUBMIT-04", "a refused submission leaves something open", leftOpen()},
		{"API-SUBMIT-04", "a session that was not filled is filled when it is submitted", rendersWhenSubmitted()},
		{"API-SUBMIT-04", "no hook gives an account", layer{fails: func(verb string, _ obj) bool { return verb == "connect-market" }}},
		{"API-SUBMIT-04", "an appointment is granted at once", accountAfterRequest("approved")},
	}
}
