package checks

import (
	"slices"
	"time"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// story is a session with a name beyond ASCII that is driven to its completion while endpoints listen: two for all
// events, one for signatures only, and one of another workspace.
type story struct {
	*intake
	ws                                 *Workspace
	boxA, boxB, boxOnly, boxTests, far *mailbox
	farErr                             string
	early                              []arrival // what came before the forms were rendered
	fill, again                        *exchange
	filled                             time.Time
	unasked                            bool      // an endpoint was told before anything else was asked of the server
	astray                             string    // tells of a completion that names another session
	before, detail                     *exchange // before the fill, and after both
	prompt                             *exchange // by an endpoint that was told, before it answered; or nil
	org                                ident
}

// storyName is long, so that the event about it is. One letter of it is in two characters, as from a file name of macOS.
const storyName = `Café 漢字 😀 "Blue" Heron $& $$ $1 A/B ` +
	`Größte Dächer, Fenster & Türen für Häuser, Höfe, Ställe, Läden und Büros – Söhne, Töchter, Brüder, Schwägerinnen, Müller, Jäger, Schäfer, Köhler, Gärtner und Bäcker`

func (c *C) story() *story {
	s := c.told()
	c.needs(s.fill.ok(), "fill after the intake", "%s", s.fill)
	return s
}

// told is the story also of a session whose forms could not be rendered.
func (c *C) told() *story {
	return shared(c, "story", func(c *C) *story {
		s := &story{ws: c.connected()}
		s.org = s.ws.OrgID
		s.boxA, s.boxB, s.boxOnly = c.subscribe(s.ws, nil), c.subscribe(s.ws, nil), c.subscribe(s.ws, nil, esignEvent)
		s.boxTests = c.subscribe(s.ws, nil, testEvent)
		if far, err := c.makeWorkspace(obj{"name": "Conformance far", "plan": "paid"}); err == nil {
			s.far = c.subscribe(far, nil)
		} else {
			s.farErr = err.Error()
		}
		key := as(s.ws.Key)
		s.intake, _ = c.driven(storyName, false, key)
		c.needs(s.finished, "an intake driven to its end", "the answers ran out after %d turns", len(s.turns))
		c.maybe(func() { c.createIn(s.ws) }) // so that the session is not the one that was made last
		c.wait(quietTime)
		s.early = s.completions(s.boxA)
		s.before = c.detail(s.id, key)
		read := c.readsWhenTold(s.boxA, s.id, s.before, key)
		if s.fill = c.insisted(sessionPath(s.id, "fill"), key); !s.fill.ok() {
			return s
		}
		s.filled = c.run.clock.passed()
		for _, b := range []*mailbox{s.boxA, s.boxB} {
			if rendersNone(s.fill) {
				break
			}
			c.awaits(b, arrivalTime, func([]arrival) bool { return len(s.completions(b)) > 0 })
		}
		s.astray = s.boxA.strayed(completedEvent, s.id)
		if s.unasked = len(s.completions(s.boxA))+len(s.completions(s.boxB)) > 0; len(s.completions(s.boxA)) > 0 {
			s.prompt = heardSoon(read)
		}
		s.again = c.call("POST", sessionPath(s.id, "fill"), key)
		s.detail = c.detail(s.id, key)
		c.wait(quietTime)
		// What should not come may be on its way, here or to the endpoint of the other workspace.
		c.still(s.boxOnly, func([]arrival) bool { return len(s.completions(s.boxOnly)) > 0 })
		return s
	})
}

// completions lists the completions of the story's session at an endpoint, each delivery once.
func (s *story) completions(b *mailbox) []arrival {
	var mine []arrival
	seen := map[string]bool{}
	for _, a := range b.all() {
		id, _ := a.object()["id"].(string)
		if a.object()["event"] == completedEvent && (s.intake == nil || a.data()["session_id"] == s.id || a.data()["session_id"] == nil) && (id == "" || !seen[id]) {
			seen[id] = true
			mine = append(mine, a)
		}
	}
	return mine
}

// signature completes an envelope of a session of its own.
func (c *C) signature() (b *mailbox, id string, envelope obj) {
	ws := c.own()
	b = c.subscribe(ws, nil, esignEvent)
	id = c.newSession(as(ws.Key))
	envelope = obj{"org_id": ws.OrgID, "session_id": id, "envelope_id": "env_" + c.random(12)}
	b.mark(func() {
		b.keep = func(a *arrival) bool { return a.data()["session_id"] == id || a.data()["session_id"] == nil }
	})
	c.completed(envelope, b)
	return b, id, envelope
}

// signing is three envelopes of two sessions of a workspace that are completed one after the other, while endpoints
// listen: one for signatures, one for other events, and one for signatures of another workspace.
type signing struct {
	box, silent, far *mailbox
	ids, envelopes   []string
	done             []time.Time // when each was completed
}

func (c *C) signing() *signing {
	return shared(c, "signing", func(c *C) *signing {
		ws := c.own()
		s := &signing{box: c.subscribe(ws, nil, esignEvent), silent: c.subscribe(ws, nil, completedEvent)}
		if far, err := c.makeWorkspace(obj{"name": "Conformance far", "plan": "paid"}); err == nil {
			s.far = c.subscribe(far, nil, esignEvent)
		}
		for range 2 {
			s.ids = append(s.ids, c.newSession(as(ws.Key)))
			s.envelopes = append(s.envelopes, "env_"+c.random(12))
		}
		s.ids = append(s.ids, s.ids[0]) // a second envelope of one session
		s.envelopes = append(s.envelopes, "env_"+c.random(12))
		mine := func(a *arrival) bool {
			id, _ := a.data()["session_id"].(string)
			return id == "" || slices.Contains(s.ids, id) || a.object()["event"] == esignEvent && ws.Key != c.run.home.Key
		}
		for _, b := range []*mailbox{s.box, s.silent} {
			b.mark(func() { b.keep = mine })
		}
		for i := range s.ids {
			s.done = append(s.done, c.completed(obj{"org_id": ws.OrgID, "session_id": s.ids[i], "envelope_id": s.envelopes[i]}, s.box))
			c.awaits(s.box, arrivalTime, endedAttempts(i+1))
		}
		c.until(s.silent, quietTime, endedAttempts(1))
		c.still(s.silent, endedAttempts(1)) // and for the endpoint of the other workspace
		return s
	})
}

// wantOwnTimes warns of one time of two envelopes of a session that were completed one after the other, as their events were made.
func (s *signing) wantOwnTimes(c *C) {
	var told []arrival
	for _, a := range only(s.box.all(), esignEvent) {
		if a.data()["session_id"] == s.ids[0] {
			told = append(told, a)
		}
	}
	if len(told) < 2 {
		return
	}
	first, last := told[0], told[len(told)-1]
	at, exact := exactly(last.data()["completed_at"])
	made, dated := exactly(first.object()["created_at"])
	since, too := exactly(last.object()["created_at"])
	others := first.data()["envelope_id"] != last.data()["envelope_id"] && dated && too && !made.Equal(since)
	was, alike := exactly(first.data()["completed_at"])
	c.aboutEvent()
	c.recommend(!others || !exact || !alike || !at.Equal(was), "the completed_at of each envelope",
		"%s of two of a session, of which one was completed after the event of the other had come", what(last.data(), "completed_at"))
}

// submission events of a workspace with an account, and of one without whose submission is refused.
type submitting struct {
	box     *mailbox
	lost    map[string]*mailbox // endpoints that never take what came of it, by event
	id      string
	taken   *exchange
	journey *journey
	early   int // what came to box before it was submitted
	refusal *exchange
	none    *mailbox
}

// submitted is a submission on a connected workspace with an endpoint that listens. Its session is not that of the
// story: it is of two lines of business and has no state, an answer of it was corrected, a question was skipped, a PDF
// was read into it, and it has a document.
func (c *C) submitted() *submitting {
	s := c.left()
	c.needs(s.taken.ok(), "a submission that is taken", "%s", s.taken)
	return s
}

// left is what was submitted also where it was not taken.
func (c *C) left() *submitting {
	return shared(c, "submitted", func(c *C) *submitting {
		ws := c.workspace(obj{"name": "Conformance " + c.check.ID, "plan": "paid", "market_connected": true})
		b := c.subscribe(ws, nil, sentEvent)
		s := &submitting{box: b, lost: map[string]*mailbox{completedEvent: c.refusal(ws, completedEvent), sentEvent: c.refusal(ws, sentEvent)}}
		c.maybe(func() {
			bare := c.workspace(obj{"name": "Conformance " + c.check.ID, "plan": "paid", "market_connected": false})
			s.none = c.subscribe(bare, nil, sentEvent)
			s.refusal = c.submit(c.newSession(as(bare.Key)), as(bare.Key))
		})
		s.id = c.ofTwoLines("Conformance submission event", as(ws.Key))
		open := c.detail(s.id, as(ws.Key))
		c.maybe(func() { c.createIn(ws) }) // so that the session is not the one that was made last
		asks := asksOf(c.answer(s.id, "What do you need to know?", as(ws.Key)))
		if a := newAnswerer(false); len(asks) > 0 {
			c.answer(s.id, a.batch(asks[:1]), as(ws.Key))
			c.answer(s.id, "Correction: "+asks[0].label+" is "+a.value(asks[0], 1), as(ws.Key))
		}
		c.answer(s.id, skipRequest, as(ws.Key))
		c.attach(s.id, "loss-run.pdf", pdfsample.Sized(7000), as(ws.Key))
		c.extract(s.id, pdfsample.Sized(0), as(ws.Key))
		s.journey = c.rendered(c.drive(s.id, newAnswerer(false), as(ws.Key)), open, as(ws.Key))
		if s.journey.fill.status >= 500 {
			s.journey.fill = c.insisted(sessionPath(s.id, "fill"), as(ws.Key))
		}
		early, _ := c.until(b, quietTime, endedAttempts(1))
		s.early = len(only(early, sentEvent))
		if s.taken = c.insisted(sessionPath(s.id, "submit"), as(ws.Key)); !s.taken.ok() {
			return s
		}
		if s.journey.completes() {
			c.owes("EVT-01", s.lost[completedEvent], "fill_session.completed at each endpoint that asked for it", endedAttempts(1))
		}
		if _, came := c.awaits(b, emailTime, endedAttempts(1)); came {
			c.owes("EVT-06", s.lost[sentEvent], "submission.sent at each endpoint that asked for it", endedAttempts(1))
		}
		c.until(b, quietTime, endedAttempts(2))
		return s
	})
}
