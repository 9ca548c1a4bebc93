package checks

import (
	"slices"
	"time"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

func completion(judge func(c *C, s *story, a arrival)) func(*C) {
	return func(c *C) {
		s := c.story()
		list := s.completions(s.boxA)
		c.needs(len(list) > 0, "a completion to look at", "none")
		judge(c, s, list[0])
	}
}

// completionCheck is a check of the completion of the story, and of every other that came.
func completionCheck(id string, judge func(c *C, b *mailbox, a arrival)) Check {
	return Check{ID: id, later: wantEachOf(completedEvent, judge), Run: func(c *C) {
		completion(func(c *C, s *story, a arrival) { judge(c, s.boxA, a) })(c)
		c.maybe(func() { c.submitted() }) // for another one, of a session that has no state
	}}
}

// wantEmail fails the check unless the data of submission.sent has its members.
func wantEmail(c *C, _ *mailbox, a arrival) {
	c.wantMembers(a, "session_id", "to", "cc", "subject", "form_keys", "provider", "sent_at")
	c.wantStrings(a.data(), "form_keys")
	c.wantType(a.data(), "sent_at", "string", "number")
	c.wantNotBlank(a.data(), "provider", "sent_at")
}

// wantEnvelope fails the check unless the data of esign.completed has its members.
func wantEnvelope(c *C, _ *mailbox, a arrival) {
	c.wantMembers(a, "session_id", "envelope_id", "completed_at")
	c.wantType(a.data(), "completed_at", "string", "number")
	c.wantNotBlank(a.data(), "completed_at")
}

// wantState fails the check unless a completion has the state of its session, where that is read. Made is what the reply to its create
// told, so that the failure says which of the two is wrong.
func (c *C) wantState(a arrival, session obj, made any) {
	state, read := session["state"]
	if !read {
		return
	}
	told := a.data()["state"]
	c.want(equal(told, state) || made == nil || !equal(told, made),
		"the state that the session was created with in its detail, as it is in the event", "%s", what(session, "state"))
	c.want(equal(told, state), "the state of the session", "%s, and the session has %s", what(a.data(), "state"), what(session, "state"))
}

// wantMembers fails the check unless the data has members.
func (c *C) wantMembers(a arrival, names ...string) {
	for _, name := range names {
		_, there := a.data()[name]
		c.want(there, "the member "+name+" in the data", "%s", excerpt(a.body))
	}
}

// only lists the arrivals of one event.
func only(list []arrival, event string) []arrival {
	return slices.DeleteFunc(list, func(a arrival) bool { return a.object()["event"] != event })
}

// filledOpen is a session whose forms were filled while its intake was not finished, neither before nor afterwards, by
// what the server itself says; or "" where the server has no such session.
func (c *C) filledOpen(ws *Workspace) (id string) {
	c.maybe(func() {
		open, _ := c.prepared(c.fullCreate(c.someName(), as(ws.Key)), "a session to work on")["session_id"].(string)
		unfinished := func() bool {
			x := c.answer(open, "What else do you need to know?", as(ws.Key))
			o := c.prepared(x, "a turn of the intake to be answered")
			return o["done"] == false && !finished(x) && len(asksOf(x)) > 0
		}
		before := unfinished()
		fill := c.call("POST", sessionPath(open, "fill"), as(ws.Key))
		if before && fill.ok() && unfinished() {
			id = open
		}
	})
	return id
}

// forgetting is how long after it was deleted an endpoint may still be known.
const forgetting = 5 * time.Second

// forgotten fails the check when an endpoint that is no longer registered gets an event of later.
func (c *C) forgotten() {
	ws := c.own()
	kept, gone := c.subscribe(ws, nil, esignEvent), c.subscribe(ws, nil, esignEvent)
	several := c.subscribe(ws, nil, sentEvent, esignEvent, completedEvent)
	c.hook("delete-endpoint", obj{"org_id": ws.OrgID, "endpoint_id": gone.ID}, nil)
	c.wait(forgetting)
	id := c.newSession(as(ws.Key))
	c.completed(obj{"org_id": ws.OrgID, "session_id": id, "envelope_id": "env_" + c.random(12)}, kept)
	told := func(list []arrival) bool {
		return slices.ContainsFunc(list, func(a arrival) bool { return a.data()["session_id"] == id })
	}
	_, ok := c.awaits(kept, arrivalTime, told)
	c.needs(ok, "esign.completed at an endpoint that is registered", "none")
	_, ok = c.awaits(several, arrivalTime, told)
	c.aboutEvent()
	c.want(ok, "each event that an endpoint asked for, of several", "esign.completed at an endpoint for it alone, and not at one for it and two others")
	c.until(gone, quietTime, told)
	c.still(gone, told)
	c.want(!told(gone.all()), "nothing at an endpoint that was deleted", "esign.completed of an envelope that was completed %v later", forgetting)
	late := c.subscribe(ws, nil, esignEvent)
	c.until(late, quietTime, told)
	c.still(late, told)
	c.want(!told(late.all()), "nothing of the time before it was registered at an endpoint", "esign.completed of an envelope that was completed earlier")
}

// atOneTime says whether two times are one, or within a second of each other: an event may be written for each endpoint.
func atOneTime(one, other any) bool {
	a, _ := one.(string)
	b, _ := other.(string)
	first, err := time.Parse(time.RFC3339, a)
	second, bad := time.Parse(time.RFC3339, b)
	return equal(one, other) || err == nil && bad == nil && first.Sub(second).Abs() <= time.Second
}

// apart is by how much the clocks of a server may differ.
const apart = 10 * time.Minute

// wantAfterCreation wants a time in the data of an event not to be before its session was created, where both are told exactly.
func (c *C) wantAfterCreation(a arrival, member string, detail *exchange) {
	created, began := exactly(c.prepared(detail, "the session's detail")["created_at"])
	at, told := exactly(a.data()[member])
	c.aboutEvent()
	c.want(!began || !told || !at.Before(created.Add(-apart)), member+" not before the session was created", "%s, and created_at is %s",
		what(a.data(), member), created.Format(time.RFC3339Nano))
}

// exactly reads a time that is told with a part of a second, so that two of different things are hardly the same.
func exactly(v any) (time.Time, bool) {
	s, _ := v.(string)
	at, err := time.Parse(time.RFC3339, s)
	return at, err == nil && at.Nanosecond() > 0
}

var eventChecks = []Check{
	{ID: "EVT-01", Run: func(c *C) {
		c.maybe(func() { c.alone() }) // which is told of as well
		s := c.told()
		c.want(s.fill.status < 500, "the forms to be rendered and told of while endpoints listen", "again and again %s", s.fill)
		s = c.story()
		list := s.completions(s.boxA)
		c.needs(len(list) > 0 && s.unasked || !rendersNone(s.fill), "a fill that renders a form", "%s", s.fill)
		for _, a := range only(s.boxA.all(), completedEvent) {
			_, read := a.object()["data"].(obj)
			c.want(read, "fill_session.completed with an object as its data", "%s", what(a.object(), "data"))
		}
		c.want(len(list) > 0, "fill_session.completed after intake and fill", "none within %v%s", arrivalTime, s.astray)
		c.want(s.unasked, "fill_session.completed after intake and fill", "none within %v, and then one of a second fill", arrivalTime)
		c.maybe(c.wantToldInAllCircumstances)
		c.maybe(c.wantTokenCompleted)
		if !c.rendersUnasked() { // and tells of it, before there is an endpoint
			c.maybe(c.wantFurtherTold)
		}
	}},
	{ID: "EVT-02", Run: func(c *C) {
		s := c.story()
		c.needs(len(s.early) == 0 || !c.rendersUnasked(), "forms that are rendered by a fill alone", "the end of an intake does, and filled_forms lists them")
		c.want(len(s.early) == 0, "no fill_session.completed before forms are rendered", "one came")
		ws := c.own()
		b := c.subscribe(ws, nil, completedEvent)
		id := c.newSession(as(ws.Key))
		filled := c.filledOpen(ws)
		c.maybe(func() { c.extract(id, pdfsample.Sized(0), as(ws.Key)) })
		c.maybe(func() { c.submit(id, as(ws.Key)) })
		of := func(id string) func(a arrival) bool {
			return func(a arrival) bool { return a.data()["session_id"] == id }
		}
		list, _ := c.until(b, quietTime, func(list []arrival) bool {
			return slices.ContainsFunc(list, of(id)) || filled != "" && slices.ContainsFunc(list, of(filled))
		})
		c.want(!slices.ContainsFunc(list, of(id)), "no fill_session.completed for a new session", "one came")
		c.want(filled == "" || !slices.ContainsFunc(list, of(filled)), "no fill_session.completed at a fill while questions are open", "one came")
		c.maybe(func() {
			c.aboutEvent()
			c.want(!c.hastySkip(), "no fill_session.completed when the last question is skipped, before forms are rendered", "one came")
		})
		c.needs(len(s.completions(s.boxA)) > 0, "the event to come at all", "it does not")
	}},
	completionCheck("EVT-03", func(c *C, b *mailbox, a arrival) {
		c.wantMembers(a, "session_id", "org_id", "insured_name", "state", "status", "form_keys", "completed_at")
		c.wantType(a.data(), "session_id", "string")
		c.wantType(a.data(), "completed_at", "string", "number")
		c.wantStrings(a.data(), "form_keys")
		org := b.ws.OrgID.text
		c.want(org == "" || plainText(a.data()["org_id"]) == org, "the org_id of the session's workspace", "%s", what(a.data(), "org_id"))
	}),
	completionCheck("EVT-04", func(c *C, _ *mailbox, a arrival) {
		c.want(a.data()["status"] == "complete", "status complete in the data", "%s", what(a.data(), "status"))
	}),
	{ID: "EVT-05", later: wantEachOf(completedEvent, wantSessionTold), Run: completion(func(c *C, s *story, a arrival) {
		o := c.prepared(s.detail, "the session's detail")
		for _, name := range []string{"session_id", "insured_name"} {
			c.want(equal(a.data()[name], o[name]), "the "+name+" of the session", "%s, and the session has %s", what(a.data(), name), what(o, name))
		}
		moved := s.before.ok() && !equal(s.before.object()["status"], o["status"]) // the status may have moved on meanwhile
		c.wantState(a, o, s.create.object()["state"])
		c.want(moved || equal(a.data()["status"], o["status"]), "the status of the session, or another than before", "%s, and the session stays with %s",
			what(a.data(), "status"), what(o, "status"))
		mine, theirs := strs(a.data()["form_keys"]), strs(o["form_keys"])
		var rendered []string // a session may have forms that fill does not render, and the text does not say which ones are meant
		for _, form := range objects(o["filled_forms"]) {
			rendered = append(rendered, strs([]any{form["form_key"]})...)
		}
		for _, keys := range [][]string{mine, theirs, rendered} {
			slices.Sort(keys)
		}
		c.want(slices.Equal(mine, theirs) || slices.Equal(mine, rendered), "the form_keys of the session", "%v and %v", mine, theirs)
		c.want(plainText(a.data()["org_id"]) == s.org.text, "the org_id of the workspace", "%s", what(a.data(), "org_id"))
		created, began := exactly(o["created_at"])
		completed, ended := exactly(a.data()["completed_at"])
		c.wantThereWhenTold(s)
		if one, other := s.completions(s.boxA), s.completions(s.boxB); len(one) == 1 && len(other) == 1 {
			c.want(atOneTime(one[0].data()["completed_at"], other[0].data()["completed_at"]), "one completed_at of a completion at two endpoints", "%s and %s",
				what(one[0].data(), "completed_at"), what(other[0].data(), "completed_at"))
		}
		c.want(!began || !ended || !created.Equal(completed), "completed_at as the time of completion", "%s, when the session was created", what(a.data(), "completed_at"))
		c.maybe(func() {
			s := c.submitted()
			for _, a := range s.lost[completedEvent].all() {
				if a.data()["session_id"] == s.id {
					c.wantState(a, s.journey.after.object(), nil)
				}
			}
		})
		c.maybe(c.wantCompleteByFile)
		c.maybe(c.wantStatesTold)
		c.wantFormsWhenTold(s)
	})},
	{ID: "EVT-06", Run: func(c *C) {
		c.sideBySide((*C).wantSentTold, (*C).wantSentAgain, (*C).wantTokenTold, (*C).wantNoneToldUnsent, (*C).wantRefusedUntold)
		c.submitted() // without which nothing was looked at
	}},
	{ID: "EVT-07", later: wantEachOf(sentEvent, wantEmail), Run: func(c *C) {
		s := c.submitted()
		list := only(s.box.all(), sentEvent)
		c.needs(len(list) > 0, "submission.sent", "none")
		wantEmail(c, s.box, list[0])
		c.want(list[0].data()["session_id"] == s.id, "the session that was submitted", "%s", what(list[0].data(), "session_id"))
		if known := slices.Concat(strs(s.journey.after.object()["form_keys"]), listedForms(s.journey.after)); len(known) > 0 {
			told := strs(list[0].data()["form_keys"])
			c.recommend(len(told) > 0, "form_keys of the session that was submitted", "none, and the session has %v", known)
			for _, key := range told {
				c.recommend(slices.Contains(known, key), "form_keys of the session that was submitted", "%q, and the session has %v", key, known)
			}
		}
		c.maybe(func() { c.wantAfterCreation(list[0], "sent_at", s.journey.after) })
	}},
	{ID: "EVT-08", Run: func(c *C) {
		s := c.signing()
		told := map[string]bool{}
		for _, a := range only(s.box.all(), esignEvent) {
			told[text(a.data()["envelope_id"])] = true
		}
		c.want(len(told) > 0, "esign.completed when an envelope completes", "none")
		c.want(len(told) >= len(s.envelopes), "esign.completed for each of three envelopes of two sessions", "for %d", len(told))
		c.maybe(func() {
			far := c.workspace(obj{"name": "Conformance far envelope", "plan": "paid"})
			b := c.subscribe(far, nil, esignEvent)
			c.completed(obj{"org_id": far.OrgID, "session_id": c.newSession(as(far.Key)), "envelope_id": s.envelopes[0]}, b)
			_, ok := c.awaits(b, arrivalTime, endedAttempts(1))
			c.want(ok, "esign.completed of an envelope with an id that one of another workspace had", "none within %v", arrivalTime)
		})
		c.maybe(c.wantSignedAfterwards)
	}},
	{ID: "EVT-09", later: wantEachOf(esignEvent, wantEnvelope), Run: func(c *C) {
		s := c.signing()
		a := c.first(s.box)
		wantEnvelope(c, s.box, a)
		c.want(a.data()["session_id"] == s.ids[0] && a.data()["envelope_id"] == s.envelopes[0], "the session and the envelope that were completed", "%s", excerpt(a.body))
		for _, a := range only(s.box.all(), esignEvent) {
			i := slices.IndexFunc(s.envelopes, func(id string) bool { return id == a.data()["envelope_id"] })
			c.want(i < 0 || a.data()["session_id"] == s.ids[i], "the session of each envelope that was completed", "%s, and it is of %s", excerpt(a.body), s.ids[max(i, 0)])
		}
		c.maybe(func() { c.wantAfterCreation(a, "completed_at", c.detail(s.ids[0], as(s.box.ws.Key))) })
		s.wantOwnTimes(c)
	}},
	{ID: "EVT-10", Run: func(c *C) {
		b := c.subscribe(c.own(), nil)
		c.test(b)
		list, ok := c.awaits(b, arrivalTime, endedAttempts(1))
		c.want(ok, "webhook.test on request", "none within %v", arrivalTime)
		c.want(list[0].object()["event"] == testEvent, "event webhook.test", "%s", what(list[0].object(), "event"))
		c.wantType(list[0].object(), "data", "object")
		c.maybe(func() { // nobody asks for test events
			other := c.subscribe(c.own(), nil, esignEvent)
			c.test(other)
			_, ok := c.awaits(other, arrivalTime, endedAttempts(1))
			c.want(ok, "webhook.test on request at an endpoint that asked for other events", "none within %v", arrivalTime)
		})
		c.maybe(c.wantEndpointKept)
	}},
	{ID: "EVT-11", later: wantEach(wantAsked), Run: func(c *C) {
		s := c.story()
		c.needs(len(s.completions(s.boxA)) > 0, "a completion at an endpoint that asked for it", "none")
		c.want(len(s.completions(s.boxOnly)) == 0, "no completion at an endpoint that asked for other events", "%d", len(s.completions(s.boxOnly)))
		c.want(len(s.completions(s.boxTests)) == 0, "no completion at an endpoint that asked for test events", "%d", len(s.completions(s.boxTests)))
		c.maybe(func() {
			silent := only(c.signing().silent.all(), esignEvent)
			c.want(len(silent) == 0, "no esign.completed at an endpoint that asked for other events", "%d", len(silent))
		})
		var gone *deleted
		c.maybe(func() { gone = c.deletedOnRefusal() }) // whose delivery would come again meanwhile
		c.maybe(c.forgotten)
		if gone != nil {
			c.wantNoFurther(gone)
		}
	}},
	{ID: "EVT-12", later: (*C).wantInside, Run: func(c *C) {
		s := c.story()
		if s.far == nil {
			c.blocked("key2", "no second workspace: "+s.farErr)
		}
		c.needs(len(s.completions(s.boxA)) > 0, "a completion in the workspace", "none")
		c.want(len(s.completions(s.far)) == 0, "nothing at an endpoint of another workspace", "%d", len(s.completions(s.far)))
		c.maybe(func() {
			if far := c.signing().far; far != nil {
				c.want(len(far.all()) == 0, "no esign.completed at an endpoint of another workspace", "%d", len(far.all()))
			}
		})
		c.maybe(c.wantInsideAtOneURL)
		c.maybe(func() { c.resubmissions() }) // whose submissions are told of, where is judged at the end of the run
	}},
	{ID: "EVT-13", Run: func(c *C) {
		s := c.story()
		a, b := s.completions(s.boxA), s.completions(s.boxB)
		c.needs(len(a)+len(b) > 0, "a completion", "none")
		c.want(len(a) > 0 && len(b) > 0, "a delivery at each of two endpoints", "%d and %d", len(a), len(b))
		c.want(!equal(a[0].object()["id"], b[0].object()["id"]), "different delivery ids", "both %v", a[0].object()["id"])
		c.maybe(c.wantEachAtOneURL)
	}},
}

// strayed tells of an event at an endpoint that names no session which one expects there.
func (b *mailbox) strayed(event string, expected ...string) string {
	for _, a := range only(b.all(), event) {
		if id, _ := a.data()["session_id"].(string); !slices.Contains(expected, id) {
			return ", and one came with session_id " + text(a.data()["session_id"])
		}
	}
	return ""
}
