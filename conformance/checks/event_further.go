package checks

import (
	"slices"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// furtherCompletions are further sessions of the story's workspace which are completed within a moment:
// one filled under a token, where the server lets that; one filled several times at once, after a file left nothing open; and one
// that was filled early and ended with a skip. An endpoint is there that is younger than all of them.
type furtherCompletions struct {
	story    *story
	young    *mailbox
	ids, how []string
	idle     []string  // of which fill rendered no form, so that nothing is told
	read     *exchange // the detail of the second when the file was read; nil where something was open then
	after    *exchange // and when its forms were rendered
}

func (c *C) furtherCompletions() *furtherCompletions {
	return shared(c, "told again", func(c *C) *furtherCompletions {
		r := &furtherCompletions{story: c.story()}
		ws := r.story.ws
		key := as(ws.Key)
		all := make([]further, 3)
		c.sideBySide(
			func(c *C) {
				all[0] = r.driven(c, r.plainSession(c), "which was filled under a token", func(*intake) string { return "" })
			},
			func(c *C) { // of the lines of business of the submission whose messages it gets
				id := c.ofTwoLines("Conformance further completion", key)
				all[1] = r.driven(c, id, "which was filled within a moment of another", func(in *intake) string { return r.endWithFile(c, in) })
			},
			func(c *C) {
				all[2] = r.driven(c, r.plainSession(c), "which was filled last", func(in *intake) string { in.skips = true; return r.fillEarly(c, in.id) })
			})
		c.needs(all[0].id != "" && all[1].id != "", "two further intakes driven to their ends", "the answers ran out, or a call failed")
		for _, one := range all {
			if one.id != "" {
				r.ids, r.how = append(r.ids, one.id), append(r.how, one.how)
			}
		}
		r.young = c.subscribe(ws, nil, completedEvent)
		r.fill(c, key)
		for _, id := range r.ids {
			if r.owed(id) {
				c.awaits(r.story.boxA, arrivalTime, toldOf(completedEvent, id))
			}
		}
		for _, id := range r.plain() {
			if r.owed(id) {
				c.awaits(r.young, arrivalTime, toldOf(completedEvent, id))
			}
		}
		if r.read != nil {
			r.after = c.detail(r.ids[1], key)
		}
		c.until(r.young, quietTime, endedAttempts(len(r.ids)+1))
		return r
	})
}

// further is a session whose intake was driven to its end, and how.
type further struct{ id, how string }

func (r *furtherCompletions) plainSession(c *C) (id string) {
	return c.sessionOf(c.createBody("Conformance further completion"), as(r.story.ws.Key))
}

// driven does something with a session first, and drives its intake to the end.
func (r *furtherCompletions) driven(c *C, id, how string, before func(in *intake) string) further {
	key := as(r.story.ws.Key)
	in := &intake{id: id}
	how += before(in)
	if !in.finished {
		c.driveOn(in, newAnswerer(false), key)
		c.needs(in.finished, "a further intake driven to its end", "the answers ran out after %d turns", len(in.turns))
	}
	if in.skips && in.endedBy(skipRequest) {
		how += ", after its last question was skipped"
	}
	return further{in.id, how}
}

// plain are those of which nothing was skipped, and nothing rendered before their intakes were finished: a submission may need
// what was skipped, and what is rendered may be complete with the last turn, before the younger endpoint was there.
func (r *furtherCompletions) plain() []string { return r.ids[:2] }

// fillEarly fills the forms of a session that has questions open, where the server lets that.
func (r *furtherCompletions) fillEarly(c *C, id string) (how string) {
	key := as(r.story.ws.Key)
	if turn := c.answer(id, greeting, key); turn.ok() && !finished(turn) && c.call("POST", sessionPath(id, "fill"), key).ok() {
		return ", after its forms had been filled while its intake was open"
	}
	return ""
}

// endWithFile says what was said to another session after a file was read into it, and then reads the file: by the server's own
// count that may leave nothing open.
func (r *furtherCompletions) endWithFile(c *C, in *intake) (how string) {
	c.maybe(func() {
		key := as(r.story.ws.Key)
		for _, turn := range c.left().journey.turns {
			x := c.turn(in, messageOf(turn), []option{key})
			c.needs(!in.finished, "a turn that leaves something open", "%s", x)
		}
		c.prepared(c.extract(in.id, pdfsample.Sized(0), key), "a valid PDF to be taken")
		read := c.detail(in.id, key)
		if pending, counted := integer(read.object()["pending_count"]); counted && pending == 0 {
			r.read, in.finished, how = read, true, ", after a file answered the last of its questions"
		}
	})
	return how
}

// fillsAtOnce is how many fills of a session are made at one time: two may miss each other.
const fillsAtOnce = 4

func (r *furtherCompletions) fill(c *C, key option) {
	credential := key
	c.maybe(func() { credential = as(c.tokenOf(r.story.ws.OrgID).Access) })
	x := c.call("POST", sessionPath(r.ids[0], "fill"), credential)
	if !x.ok() { // a token may be one that only reads
		x = c.insisted(sessionPath(r.ids[0], "fill"), key)
		c.needs(x.ok(), "fill after a second intake", "%s", x)
	}
	r.note(r.ids[0], x)
	several := c.atOnce(fillsAtOnce, func(one *C) *exchange { return one.call("POST", sessionPath(r.ids[1], "fill"), key) })
	if !slices.ContainsFunc(several, (*exchange).ok) {
		x := c.insisted(sessionPath(r.ids[1], "fill"), key)
		c.needs(x.ok(), "fill after a third intake", "%s", x)
		several = append(several, x)
	}
	r.note(r.ids[1], several...)
	for _, id := range r.ids[2:] {
		x := c.insisted(sessionPath(id, "fill"), key)
		if !x.ok() { // forms may be filled once
			r.ids = r.plain()
		}
		r.note(id, x)
	}
}

// note notes a session for which no fill rendered a form.
func (r *furtherCompletions) note(id string, fills ...*exchange) {
	if !slices.ContainsFunc(fills, func(x *exchange) bool { return x.ok() && !rendersNone(x) }) {
		r.idle = append(r.idle, id)
	}
}

// owed says whether a session's completion is due.
func (r *furtherCompletions) owed(id string) bool { return !slices.Contains(r.idle, id) }

// toldOf says whether an endpoint was told of a session's event.
func toldOf(event, id string) func([]arrival) bool {
	return func(list []arrival) bool {
		return slices.ContainsFunc(only(slices.Clone(list), event), func(a arrival) bool { return a.data()["session_id"] == id })
	}
}

// wantOneOfTwoFills fails the check when a session that was filled several times at one time is completed more than once, and is not completed once more by
// a further fill.
func (c *C) wantOneOfTwoFills() {
	r := c.furtherCompletions()
	completions := func(list []arrival) int {
		seen := map[string]bool{}
		for _, a := range only(slices.Clone(list), completedEvent) {
			if id, _ := a.object()["id"].(string); a.data()["session_id"] == r.ids[1] {
				seen[id] = true
			}
		}
		return len(seen)
	}
	all, twice := c.until(r.story.boxA, quietTime, func(list []arrival) bool { return completions(list) > 1 })
	if !twice {
		return
	}
	count := completions(all)
	c.prepared(c.call("POST", sessionPath(r.ids[1], "fill"), as(r.story.ws.Key)), "a further fill")
	list, _ := c.until(r.story.boxA, quietTime, func(list []arrival) bool { return completions(list) > count })
	c.aboutEvent()
	c.want(completions(list) > count, "one completion of a session that is filled several times at one time", "%d deliveries of their own", count)
}

// completesAgain corrects values of a session that was completed, and fills it once more while endpoints listen.
func (c *C) completesAgain() {
	r := c.furtherCompletions()
	id, key, corrected := r.ids[len(r.ids)-1], as(r.story.ws.Key), 0 // where there is a third, others do not submit it meanwhile
	values, _ := c.prepared(c.detail(id, key), "the session's detail")["field_values"].(obj)
	c.correct(id, values, 2, func(string, any) { corrected++ }, key)
	c.needs(corrected > 0, "a correction that is understood", "none")
	had := len(r.story.boxA.all())
	c.prepared(c.call("POST", sessionPath(id, "fill"), key), "a fill after a correction")
	c.until(r.story.boxA, quietTime, endedAttempts(had+1))
}

// wantFurtherTold wants the completion of each further session at the endpoints that are there.
func (c *C) wantFurtherTold() {
	r := c.furtherCompletions()
	c.aboutEvent()
	for n, id := range r.ids {
		c.want(!r.owed(id) || toldOf(completedEvent, id)(r.story.boxA.all()),
			"fill_session.completed of a further session at an endpoint that was told of another, "+r.how[n], "none within %v%s", arrivalTime,
			r.story.boxA.strayed(completedEvent, append(slices.Clone(r.ids), r.story.id)...))
	}
	c.needs(len(r.story.completions(r.story.boxB)) > 0 && len(r.story.early) == 0, "a completion at a second endpoint, and none before forms are rendered", "another fault")
	for n, id := range r.plain() {
		c.want(!r.owed(id) || toldOf(completedEvent, id)(r.young.all()),
			"fill_session.completed at an endpoint that is younger than the session, "+r.how[n], "none within %v", arrivalTime)
	}
}

// wantCompleteByFile fails the check when a session that a file completed stays with its status, and its completion has another.
func (c *C) wantCompleteByFile() {
	r := c.furtherCompletions()
	if r.read == nil {
		return
	}
	before, after := c.prepared(r.read, "the session's detail")["status"], c.prepared(r.after, "the session's detail")["status"]
	for _, a := range only(r.story.boxA.all(), completedEvent) {
		if told := a.data()["status"]; a.data()["session_id"] == r.ids[1] {
			c.want(!equal(before, after) || equal(told, after), "the status of a session that a file completed, or another than before",
				"%v, and the session stays with %v", told, after)
		}
	}
}

// wantStatesTold fails the check when a completion of a further session, which was made without a state, has another one than the session.
func (c *C) wantStatesTold() {
	r := c.furtherCompletions()
	for _, id := range r.plain() {
		detail := c.prepared(c.detail(id, as(r.story.ws.Key)), "the session's detail")
		for _, a := range only(r.story.boxA.all(), completedEvent) {
			if a.data()["session_id"] == id {
				c.wantState(a, detail, nil)
			}
		}
	}
}

// wantSentAgain submits the further sessions of a workspace and wants each told of.
func (c *C) wantSentAgain() {
	r := c.furtherCompletions()
	key := as(r.story.ws.Key)
	for _, id := range r.plain() {
		x := c.insisted(sessionPath(id, "submit"), key)
		c.needs(x.ok(), "a submission that is taken", "%s", x)
	}
	for n, id := range r.plain() {
		_, came := c.awaits(r.story.boxA, emailTime, toldOf(sentEvent, id))
		c.aboutEvent()
		c.want(came, "submission.sent for each submission of a workspace", "none within %v for that of session %d of two%s", emailTime, n+1,
			r.story.boxA.strayed(sentEvent, append(slices.Clone(r.plain()), r.story.id)...))
	}
}
