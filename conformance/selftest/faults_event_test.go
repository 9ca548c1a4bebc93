package selftest_test

import (
	"encoding/json"
	"strings"
	"time"
)

// eventFaults break what the text says of events and who gets them.
func eventFaults() []fault {
	noState := func(d obj) bool { return d["state"] == nil }
	rewrite := func(do func(d obj)) func(s *shipment) {
		return func(s *shipment) {
			var o obj
			_ = json.Unmarshal(s.body, &o)
			do(o["data"].(obj))
			s.body, _ = json.Marshal(o)
			s.sign(s.secret, s.body)
		}
	}
	with := func(op string) func(c *call) bool { return func(c *call) bool { return c.op == op && oauth(c) } }
	all := []fault{
		{"EVT-01", "the completion of a session that a token made is never sent", untoldByToken()},
		{"EVT-01", "the completion is never sent", dropped("fill_session.completed")},
		{"EVT-01", "no completion of a session with a question that was skipped", afterCall("fill_session.completed", func(c *call) bool {
			return c.op == "answer" && strings.Contains(strings.ToLower(string(c.in)), "skip")
		})},
		{"EVT-01", "a session that was filled early is not told of", afterCall(completedEvent, filledOpen)},
		{"EVT-01", "an intake that ends with a skip is not told of", afterCall(completedEvent, endsWithSkip)},
		{"EVT-01", "an intake that ends with a file is not told of", untold(completedEvent, afterFile())},
		{"EVT-01", "sessions of the free plan are not told of", untoldOfFree(completedEvent)},
		{"EVT-01", "a session of which something was corrected is not told of", untold(completedEvent, corrects)},
		{"EVT-01", "the completion has another name", headedAs("fill_session.completed", "session.completed")},
		{"EVT-01", "forms cannot be filled where an endpoint listens", deaf("fill")},
		{"EVT-01", "the event waits for somebody to read the session", untilRead()},
		{"EVT-01", "only the first completion of a workspace is told of", firstCompletion()},
		{"EVT-01", "a fill under a token is not told of", untold(completedEvent, func(c *call) bool { return c.op == "fill" && oauth(c) })},
		{"EVT-02", "a completion comes with the create", eager()},
		{"EVT-02", "a completion comes when the last question is skipped", completedBySkip()},
		{"EVT-02", "a completion comes with every fill", completedByFill()},
		{"EVT-02", "a completion comes with an upload", completedBy("extract")},
		{"EVT-03", "", data("fill_session.completed", func(o obj) { delete(o, "form_keys") })},
		{"EVT-03", "", data("fill_session.completed", func(o obj) { delete(o, "state") })},
		{"EVT-03", "a completion without a state leaves the member out", whenData("fill_session.completed", noState, rewrite(cut("state")))},
		{"EVT-03", "org_id of the completion is another", data("fill_session.completed", put("org_id", "org_other"))},
		{"EVT-04", "", data("fill_session.completed", func(o obj) { o["status"] = "completed" })},
		{"EVT-04", "status of a completion without a state is filled", whenData("fill_session.completed", noState, rewrite(put("status", "filled")))},
		{"EVT-04", "status of the completion is completed", data("fill_session.completed", put("status", "completed"))},
		{"EVT-04", "status of the completion is missing", data("fill_session.completed", cut("status"))},
		{"EVT-05", "", data("fill_session.completed", func(o obj) { o["insured_name"] = "Another" })},
		{"EVT-05", "the status is stored a while after the forms, of which the event tells", statusLate(330 * time.Millisecond)},
		{"EVT-05", "signs in the name are taken for those of a replacement", data("fill_session.completed", func(o obj) {
			o["insured_name"] = strings.NewReplacer("$$", "$", "$&", "{{insured_name}}").Replace(text(o, "insured_name"))
		})},
		{"EVT-05", "a session that a file completed keeps its status", keepsStatus(afterFile())},
		{"EVT-05", "form_keys of the completion is empty", data("fill_session.completed", put("form_keys", []any{}))},
		{"EVT-05", "org_id of the completion is the name", data("fill_session.completed", put("org_id", "Conformance"))},
		{"EVT-05", "the name in the completion is written in ASCII", data("fill_session.completed", put("insured_name", "Cafe"))},
		{"EVT-05", "the session stays as it was before the forms", reply("get", func(o obj) bool {
			did := o["status"] == "complete"
			if did {
				o["status"] = "ready_to_fill"
			}
			return did
		})},
		{"EVT-05", "the name of a completion is that of the newest session", inData("fill_session.completed", "insured_name")},
		{"EVT-05", "completed_at is when the session was created", startedAt()},
		{"EVT-05", "the event leaves before the session is stored", storedLate(330*time.Millisecond, "status", "filled_forms")},
		{"EVT-05", "the event leaves before the forms are stored", storedLate(330*time.Millisecond, "filled_forms")},
		{"EVT-05", "completed_at is of each delivery", completedEach(2 * time.Second)},
		{"EVT-05", "the state of a completion is empty where there is none", data("fill_session.completed", func(o obj) {
			if o["state"] == nil {
				o["state"] = ""
			}
		})},
		{"EVT-05", "the completion names two of the forms", data("fill_session.completed", func(o obj) {
			keys := o["form_keys"].([]any)
			o["form_keys"] = keys[:min(2, len(keys))]
		})},
		{"EVT-05", "the completion names one of the forms", data("fill_session.completed", func(o obj) { o["form_keys"] = o["form_keys"].([]any)[:1] })},
		{"EVT-06", "the submission is never sent", dropped("submission.sent")},
		{"EVT-06", "a submission is told twice", doubled("submission.sent")},
		{"EVT-06", "no submission.sent of a session with a document", afterCall("submission.sent", func(c *call) bool { return c.op == "documents" })},
		{"EVT-06", "a submission with a token is not told of", untold("submission.sent", with("submit"))},
		{"EVT-06", "a submission is told of before the account is looked for", toldWithoutAccount()},
		{"EVT-06", "a submission that is asked for once more is told of once more", sentAgain(lateRefused, func(*call, int) {})},
		{"EVT-06", "so it is where there is a new document, which stays where it is", sentAgain(lateKept, func(*call, int) {})},
		{"EVT-06", "nothing can be submitted where an endpoint listens", deaf("submit")},
		{"EVT-06", "a refused submission is told", sentOnRefusal("")},
		{"EVT-06", "a submission is told of that was refused as nothing was filled", sentOnRefusal("no filled forms")},
		{"EVT-06", "submission.sent comes with the fill", sentAtFill()},
		{"EVT-06", "only the first submission of a workspace is told of", firstSent()},
		{"EVT-07", "", data("submission.sent", func(o obj) { delete(o, "provider") })},
		{"EVT-07", "session_id of a submission is another", data("submission.sent", put("session_id", "ses_other"))},
		{"EVT-07", "form_keys of a submission are names of files", data("submission.sent", func(o obj) {
			keys, _ := o["form_keys"].([]any)
			for i := range keys {
				keys[i] = text(obj{"key": keys[i]}, "key") + ".pdf"
			}
		})},
		{"EVT-07", "form_keys of a submission is empty", data("submission.sent", put("form_keys", []any{}))},
		{"EVT-07", "form_keys of a submission is a text", data("submission.sent", put("form_keys", "application"))},
		{"EVT-07", "session_id of a submission is that of the newest session", inData("submission.sent", "session_id")},
		{"EVT-07", "the provider of a submission is an empty text", data("submission.sent", put("provider", ""))},
		{"EVT-07", "sent_at is null", data("submission.sent", put("sent_at", nil))},
		{"EVT-07", "sent_at is of the day before", data("submission.sent", earlier("sent_at", 24*time.Hour))},
		{"EVT-08", "the signature is never sent", dropped("esign.completed")},
		{"EVT-08", "the envelopes of a session that was submitted are not told of", afterCall("esign.completed", func(c *call) bool { return c.op == "submit" })},
		{"EVT-08", "only the first envelope of a workspace is told", onceEach("esign.completed")},
		{"EVT-08", "an envelope is told of in one workspace", oneWorkspaceOfEnvelope()},
		{"EVT-08", "one signature of many is lost", lostAt("esign.completed", 2)},
		{"EVT-08", "only the first envelope of a session is told", onceForSession()},
		{"EVT-09", "", data("esign.completed", func(o obj) { delete(o, "envelope_id") })},
		{"EVT-09", "a later signature has no completed_at", laterBody(func(o obj) { delete(o["data"].(obj), "completed_at") })},
		{"EVT-09", "envelope_id is the session's", data("esign.completed", func(o obj) { o["envelope_id"] = o["session_id"] })},
		{"EVT-09", "session_id is that of another", data("esign.completed", put("session_id", "ses_other"))},
		{"EVT-09", "each envelope is of the first session that had one", firstSigned()},
		{"EVT-09", "completed_at is null", data("esign.completed", put("completed_at", nil))},
		{"EVT-09", "completed_at of a signature is an hour early", data("esign.completed", earlier("completed_at", time.Hour))},
		{"EVT-09", "an envelope was completed when its session was created", createdTimes()},
		{"EVT-10", "", dropped("webhook.test")},
		{"EVT-10", "", body("webhook.test", func(o obj) { o["event"] = "test" })},
		{"EVT-10", "a test has another name", signedAnew("webhook.test", put("event", "test"))},
		{"EVT-10", "a test has no data", signedAnew("webhook.test", cut("data"))},
		{"EVT-10", "data of a test is null", signedAnew("webhook.test", put("data", nil))},
		{"EVT-10", "one test of many is lost", lostAt("webhook.test", 2)},
		{"EVT-10", "nothing is told in a workspace once a key of it was revoked", silencedBy("revoke-key", 1)},
		{"EVT-10", "nothing is tried again in a workspace once a key of it was revoked", silencedBy("revoke-key", 2)},
		{"EVT-10", "a test event is for those who asked for it", unaskedTests()},
		{"EVT-11", "every endpoint gets completions", everythingEverywhere()},
		{"EVT-11", "every endpoint of a workspace gets every event", allEvents(`["fill_session.completed","submission.sent","esign.completed","webhook.test"]`)},
		{"EVT-11", "an endpoint that was deleted gets events on", layer{skip: "delete-endpoint"}},
		{"EVT-11", "what an endpoint refused is tried on there when it is deleted", keptOnceTold()},
		{"EVT-11", "who asks for test events alone is told of all", toldOfAll()},
		{"EVT-11", "a new endpoint is told of what came before it", toldOfBefore()},
		{"EVT-11", "the first event of several is the one that counts", layer{into: func(verb string, in obj) bool {
			list, _ := in["events"].([]any)
			if verb != "create-endpoint" || len(list) != 3 {
				return false
			}
			in["events"] = list[:1]
			return true
		}}},
		{"EVT-12", "", everythingEverywhere()},
		{"EVT-12", "endpoints of every workspace get signatures", broadcast("esign.completed")},
		{"EVT-12", "endpoints of every workspace get completions", broadcast("fill_session.completed")},
		{"EVT-12", "endpoints of every workspace get submissions", broadcast("submission.sent")},
		{"EVT-12", "an endpoint is told of what happens in another workspace that has its address", atAddressOfOthers(func(s *shipment, secret string) {
			copied := *s
			copied.header = s.header.Clone()
			copied.sign(secret, s.body)
			post(copied)
		})},
		{"EVT-12", "an address has the secret of whoever registered it last", atAddressOfOthers(func(s *shipment, secret string) { s.sign(secret, s.body) })},
		{"EVT-13", "two endpoints get one id", sameDelivery()},
		{"EVT-13", "endpoints are told apart by their addresses", oneOfAddress()},
		{"EVT-13", "only the first endpoint gets the event", firstEndpoint("fill_session.completed")},
	}
	for _, member := range strings.Fields("session_id org_id insured_name state form_keys completed_at") {
		all = append(all, fault{"EVT-03", "a completion has no " + member, data("fill_session.completed", cut(member))})
	}
	for _, member := range strings.Fields("session_id form_keys completed_at") {
		all = append(all, fault{"EVT-03", member + " of a completion is null", data("fill_session.completed", put(member, nil))})
	}
	for _, member := range strings.Fields("session_id to cc subject form_keys provider sent_at") {
		all = append(all, fault{"EVT-07", "a submission has no " + member, data("submission.sent", cut(member))})
	}
	for _, member := range strings.Fields("session_id envelope_id completed_at") {
		all = append(all, fault{"EVT-09", "a signature has no " + member, data("esign.completed", cut(member))})
	}
	return all
}

// eventNeighbours come near a fault and stay within the text.
func eventNeighbours() []fault {
	all := []fault{
		{"EVT-01", "a session has a form for each line of business", formless(func(in obj) bool { return in["lobs"] != nil })},
		{"EVT-01", "a session of no state has no form", formless(func(in obj) bool { return in["state"] != nil })},
		{"EVT-01", "no session has a form", formless(func(obj) bool { return false })},
		{"EVT-02", "a request to skip changes nothing", unskipped()},
		{"EVT-01", "the end of an intake renders its forms", fillsUnasked()},
		{"EVT-02", "the end of an intake renders its forms", fillsUnasked()},
		{"API-PDF-02", "the end of an intake renders its forms", fillsUnasked()},
		{"EVT-07", "a submission is to nobody and about nothing", data("submission.sent", func(o obj) { o["to"], o["subject"] = nil, "" })},
		{"EVT-05", "the status is stored at once", statusLate(0)},
		{"EVT-05", "a replica is behind for a moment", storedLate(20*time.Millisecond, "status", "filled_forms")},
		{"EVT-05", "who reads a session waits while it is filled", readLate(400 * time.Millisecond)},
		{"EVT-05", "completed_at is of each delivery, of which one is written after the other", completedEach(3 * time.Millisecond)},
		{"EVT-06", "an email waits in a queue for 20 s", queued("submission.sent", 20*time.Second)},
		{"EVT-06", "a submission is sent once more, with its documents, under its id", sentAgain(lateSent, func(*call, int) {})},
		{"EVT-06", "a submission is sent once more under another id", sentAgain(lateRefused, func(c *call, n int) {
			c.edit(func(o obj) bool { o["submission_id"] = anew(text(o, "submission_id"), n); return true })
		})},
		{"EVT-06", "a session is submitted once", layer{request: refusedLater(400)}},
		{"EVT-12", "an address has one endpoint, whichever workspace registers it", oneOfURL()},
		{"EVT-12", "an address is of one workspace", layer{fails: registeredElsewhere()}},
		{"EVT-13", "an address has one endpoint", oneOfURL()},
	}
	for _, id := range strings.Fields("EVT-01 EVT-05") {
		all = append(all,
			fault{id, "forms that were rendered before are complete with the last turn", completeWithTurn()},
			fault{id, "open sessions are not filled", named("400 for fill on an open session").layer()},
			fault{id, "a request to skip changes nothing", unskipped()},
			fault{id, "nothing is found in files", nothingFound()},
			fault{id, "a session that was filled is filled no more", filledOnce()})
	}
	return all
}
