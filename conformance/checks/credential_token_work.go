package checks

import (
	"fmt"
	"maps"
	"net/http"
	"slices"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// byToken is a session, of a workspace of its own where there is one, that was opened, given a file and a document, answered, filled and submitted with a
// token, while an endpoint listens. What is done with a token counts as what is done with a key.
type byToken struct {
	*sentSession
	read   *exchange // what was found in the file
	merged *exchange // the detail after it, with the key
	box    *mailbox  // nil where the hook is missing
}

func (c *C) byToken() *byToken {
	return shared(c, tokenSession, func(c *C) *byToken {
		ws := c.connected()
		s := &byToken{sentSession: &sentSession{ws: ws}}
		c.maybe(func() { s.box = c.subscribe(ws, nil, sentEvent, esignEvent, completedEvent) })
		token := as(c.tokenOf(ws.OrgID).Access)
		id, _ := c.prepared(c.fullCreate("Conformance token", token), "a session made with a token")["session_id"].(string)
		open := c.detail(id, token)
		document := pdfsample.Sized(8000)
		early := c.attach(id, "loss-run.pdf", document, token) // what is read from a file later leaves it where it is
		s.read = c.extract(id, pdfsample.Sized(0), token)
		s.merged = c.detail(id, as(ws.Key))
		if early || c.attach(id, "loss-run.pdf", document, token) {
			s.documents = append(s.documents, document)
		}
		// What is attached next stands between two turns, and others of the workspace may attach some, too.
		c.answer(id, greeting, token)
		if document := pdfsample.Sized(9000); c.attach(id, "prior-policy.pdf", document, as(ws.Key)) {
			s.documents = append(s.documents, document)
		}
		s.journey = c.rendered(c.drive(id, newAnswerer(false), token), open, token)
		c.needs(s.fill.ok(), "a session whose forms could be filled with a token", "%s", s.fill)
		c.maybe(func() { c.call("POST", sessionPath(id, "fill"), token) }) // which leaves the documents where they are
		s.submit = c.submit(id, token)
		s.hookErr = c.verb("list-submissions", obj{"org_id": ws.OrgID}, &s.platform)
		return s
	})
}

// wantTokenMerged fails the check when nothing of a file that was read with a token ends up on the session.
func (c *C) wantTokenMerged() {
	s := c.byToken()
	count, _ := integer(c.prepared(s.read, "a file that is read with a token")["extracted_count"])
	before, _ := c.prepared(s.open, "the session's detail")["field_values"].(obj)
	after, _ := c.prepared(s.merged, "the session's detail")["field_values"].(obj)
	c.about(s.merged)
	c.want(count <= 2 || len(newKeys(before, after)) > 0, "extracted values in field_values, of a file that was sent with a token, too",
		"extracted_count is %d and field_values gained nothing", count)
}

// wantTokenForms fails the check when forms that were filled with a token are not there for the workspace's key.
func (c *C) wantTokenForms() {
	s := c.byToken()
	for _, key := range slices.Sorted(maps.Keys(s.downloads)) {
		if s.downloads[key].ok() {
			mine := c.get(formPath(s.id, key), as(s.ws.Key))
			c.want(mine.ok(), "a form that was filled with a token to be fetched with the key", "%q: %s", key, mine)
		}
	}
}

// wantTokenDocument fails the check when a document that was attached with a token does not go out.
func (c *C) wantTokenDocument() {
	s := c.byToken()
	subs := c.arrived(s.sentSession)
	c.needs(len(subs) > 0 && len(s.documents) > 0, "a document and a submission with a token", "%d and %d", len(s.documents), len(subs))
	for _, document := range s.documents {
		c.want(subs[0].holds(document), "each document that was attached with a token or with the key, before or after a file was read, among the files of the submission", "one is not there")
	}
}

// wantTokenSubmits fails the check when a session cannot be submitted with a token yet, and can with the key.
func (c *C) wantTokenSubmits() {
	s := c.byToken()
	c.needs(s.submit.status == http.StatusBadRequest, "a submission with a token that is refused for the state of its session", "%s", s.submit)
	x := c.submit(s.id, as(s.ws.Key))
	c.about(s.submit)
	c.want(!x.ok(), "status 200 for a submission with a token, of a session that is submitted with the key a moment later", "%s", s.submit)
}

// wantTokenFinalised fails the check when what is submitted with a token does not arrive whole.
func (c *C) wantTokenFinalised() {
	s := c.byToken()
	subs := c.arrived(s.sentSession)
	c.want(len(subs) > 0, "a submission at the platform, made with a token", "none for session %s", s.id)
	c.want(subs[0].Finalised, "a submission that is finalised, made with a token", "it is open")
}

// wantTokenTold fails the check when nobody is told of what was submitted with a token.
func (c *C) wantTokenTold() {
	s := c.byToken()
	c.needs(s.box != nil && s.submit.ok(), "a submission with a token, and an endpoint", "%s", s.submit)
	_, came := c.awaits(s.box, emailTime, toldOf(sentEvent, s.id))
	c.aboutEvent()
	c.want(came, "submission.sent of a submission that is made with a token", "none within %v%s", emailTime, s.box.strayed(sentEvent, s.id))
}

// wantTokenCompleted fails the check when nobody is told that an intake is complete that was driven with a token.
func (c *C) wantTokenCompleted() {
	s := c.byToken()
	c.needs(s.box != nil && s.completes(), "a session that a token finished and filled, and an endpoint", "%s", s.fill)
	_, came := c.awaits(s.box, arrivalTime, toldOf(completedEvent, s.id))
	c.aboutEvent()
	c.want(came, "fill_session.completed after intake and fill with a token", "none within %v%s", arrivalTime, s.box.strayed(completedEvent, s.id))
}

// wantSignedAfterwards fails the check when nobody is told of an envelope of a session that was submitted.
func (c *C) wantSignedAfterwards() {
	s := c.byToken()
	c.needs(s.box != nil && s.submit.ok(), "a submission, and an endpoint", "%s", s.submit)
	c.completed(obj{"org_id": s.ws.OrgID, "session_id": s.id, "envelope_id": "env_" + c.random(12)}, s.box)
	_, came := c.awaits(s.box, arrivalTime, func(list []arrival) bool { return len(only(slices.Clone(list), esignEvent)) > 0 })
	c.aboutEvent()
	c.want(came, "esign.completed for an envelope of a session that was submitted", "none within %v", arrivalTime)
}

// wantSentVisible fails the check when a token does not see a session of its workspace that was submitted, and the key does.
func (c *C) wantSentVisible() {
	s := c.byToken()
	c.needs(s.submit.ok(), "a session that was submitted with a token", "%s", s.submit)
	token := as(c.tokenOf(s.ws.OrgID).Access)
	x := c.detail(s.id, token)
	c.needs(c.detail(s.id, as(s.ws.Key)).ok(), "a session that was submitted to be visible to the key", "it is not")
	c.about(x)
	c.want(x.ok(), "a session that was submitted to be visible to a token of its workspace", "%s", x)
}

// wantStoredOnceSent warns of a session that was submitted, of which a turn tells that it set what is not on the session.
func (c *C) wantStoredOnceSent() {
	const told = 23
	s := c.byToken()
	c.needs(s.submit.ok() && len(c.counts()) > 0, "a session that was submitted, and a question that a number answers", "%s", s.submit)
	q, key := c.counts()[0], as(s.ws.Key)
	value := func() (detail *exchange, v any) {
		detail = c.detail(s.id, key)
		values, _ := c.prepared(detail, "the session's detail")["field_values"].(obj)
		return detail, ungrouped(values)[q.key]
	}
	_, before := value()
	turn := c.answer(s.id, clip(fmt.Sprintf("Correction: %s is %d", q.label, told)), key)
	set, _ := c.prepared(turn, "a correction to be answered once a session was submitted")["set_fields"].(obj)
	n, _ := number(set[q.key])
	c.needs(n == told && says(before) && !equal(before, set[q.key]), "a correction that is set", "%s", what(set, q.key))
	detail, after := value()
	c.about(turn)
	c.about(detail)
	c.recommend(says(after) && !equal(before, after), "what a turn sets to be on the session, also once it was submitted",
		"%s is %s, as before or no more, and the turn set %d", q.key, text(after), told)
}
