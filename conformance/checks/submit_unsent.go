package checks

import (
	"maps"
	"net/http"
	"slices"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// unsentTold is what an endpoint was told of submissions of which nothing left.
type unsentTold struct {
	again   string    // of one that had been taken, when it was asked for once more
	cut     *exchange // the reply to one that was refused for want of an account
	ofCut   bool      // it was told of
	early   *exchange // the reply to one of a session that was not filled
	ofEarly bool      // it was told of
}

func (c *C) toldUnsent() *unsentTold {
	return shared(c, "told unsent", func(c *C) *unsentTold {
		r := c.resubmissions()
		c.needs(r.box != nil, "an endpoint that listens", "none")
		told := &unsentTold{}
		c.maybe(func() { // first, as what follows waits for what it may be told by
			id, _ := c.prepared(c.fullCreate("Conformance unfilled", as(r.ws.Key)), "a session")["session_id"].(string)
			told.early = c.submit(id, as(r.ws.Key))
		})
		c.maybe(func() { told.again = r.submitAgain(c) })
		c.maybe(func() {
			id := r.filled(c, "Conformance refused")
			c.hook("disconnect-market", obj{"org_id": r.ws.OrgID}, nil)
			defer c.hook("connect-market", obj{"org_id": r.ws.OrgID}, nil) // for a second look
			told.cut = c.submit(id, as(r.ws.Key))
			_, told.ofCut = c.until(r.box, quietTime, toldOf(sentEvent, id))
		})
		if told.early != nil {
			told.ofEarly = toldOf(sentEvent, sessionIn(told.early.req))(r.box.all())
		}
		return told
	})
}

// submitAgain submits a session, attaches a document to it, where that is taken, and submits it once more. When that is answered
// as before and nothing reaches the platform, nothing left; what is sent again may be told again.
func (r *resubmissions) submitAgain(c *C) (told string) {
	id := r.filled(c, "Conformance submitted again")
	first := c.submit(id, as(r.ws.Key))
	c.needs(first.ok(), "a submission that is taken", "%s", first)
	_, came := c.awaits(r.box, emailTime, toldOf(sentEvent, id))
	c.needs(came, "the event of a submission", "none")
	further := pdfsample.Of([][2]string{{"Sent later", c.random(12)}})
	attached := c.document(id, c.docsPart(), further, as(r.ws.Key))
	c.needs(attached.ok() || attached.status/100 == 4, "a document to be taken, or refused as too late", "%s", attached)
	c.until(r.box, quietTime, func([]arrival) bool { return false }) // for all that the first may be told by
	had, before := r.emails(id), r.atPlatform(c)
	reply := c.submit(id, as(r.ws.Key))
	c.until(r.box, quietTime, func([]arrival) bool { return repeatedIn(had, r.emails(id)) != "" })
	after := r.atPlatform(c)
	left := len(after) != len(before) || slices.ContainsFunc(after, func(sub submission) bool { return sub.holds(further) })
	if reply.ok() && equal(reply.json, first.json) && !left {
		told = repeatedIn(had, r.emails(id))
	}
	return told
}

// atPlatform is what the platform received on the account of the workspace.
func (r *resubmissions) atPlatform(c *C) []submission {
	var platform received
	c.hook("list-submissions", obj{"org_id": r.ws.OrgID}, &platform)
	return platform.Submissions
}

// emails are what was told of the submission of a session so far, but for the time, by the ids of the deliveries.
func (r *resubmissions) emails(id string) map[string]string {
	all := map[string]string{}
	for _, a := range only(r.box.all(), sentEvent) {
		if a.data()["session_id"] != id {
			continue
		}
		email := maps.Clone(a.data())
		delete(email, "sent_at")
		all[text(a.object()["id"])] = text(email)
	}
	return all
}

// repeatedIn is an email that was told of before, and again under another id.
func repeatedIn(had, has map[string]string) string {
	for id, email := range has {
		if _, known := had[id]; !known && slices.Contains(slices.Collect(maps.Values(had)), email) {
			return email
		}
	}
	return ""
}

// wantNoneToldUnsent fails the check when an event told of a submission that did not leave.
func (c *C) wantNoneToldUnsent() {
	told := c.toldUnsent()
	c.aboutEvent()
	refused := told.cut != nil && told.cut.status/100 == 4 // what fails may have left
	c.want(!refused || !told.ofCut, "no submission.sent for a submission that was refused for want of an account", "one came, and the submission had %s", told.cut)
	refusedEarly := told.early != nil && told.early.status/100 == 4
	c.want(!refusedEarly || !told.ofEarly, "no submission.sent for a submission that was refused before the session was filled",
		"one came, and the submission had %s", told.early)
	c.want(told.again == "", "no submission.sent when a session is submitted once more, has the same submission and nothing new of it reaches the platform", "%s", excerpt([]byte(told.again)))
}

// wantUnfilledUnsent wants nothing at the platform of a session of a connected workspace whose submission was refused as none of its forms was
// filled.
func (c *C) wantUnfilledUnsent() {
	ws := c.workspace(obj{"name": "Conformance " + c.check.ID + " unfilled", "plan": "paid", "market_connected": true})
	id, _ := c.prepared(c.fullCreate("Conformance unfilled", as(ws.Key)), "a session")["session_id"].(string)
	c.wantRefusedUnsent(ws, c.submit(id, as(ws.Key)), "a submission of a session that was not filled")
}

// wantRefusedUnsent fails the check when a session whose submission was refused is at the platform, and finalised there: what is open may be what
// a refusal leaves. Nobody submitted it with success before.
func (c *C) wantRefusedUnsent(ws *Workspace, x *exchange, situation string) {
	c.needs(x.status/100 == 4 && x.status != http.StatusConflict, situation+" to be refused", "%s", x)
	var platform received
	c.hook("list-submissions", obj{"org_id": ws.OrgID}, &platform)
	for _, sub := range platform.Submissions {
		c.want(sub.SessionID != sessionIn(x.req) || !sub.Finalised, "nothing at the platform where "+situation+" is refused",
			"a finalised submission of %d files, which was answered %s", len(sub.Files), x)
	}
}
