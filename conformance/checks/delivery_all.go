package checks

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// wantEach is a judge of every attempt of a delivery that came in the run, whichever check it came for. What was sent
// where a redirect points to, and where nobody was registered, is not looked at.
func wantEach(judge func(c *C, b *mailbox, a arrival)) func(*C) {
	return func(c *C) {
		c.aboutEvent()
		for _, b := range c.run.mailboxes() {
			for _, a := range b.all() {
				judge(c, b, a)
			}
		}
	}
}

// wantEachOf is wantEach for one event.
func wantEachOf(event string, judge func(c *C, b *mailbox, a arrival)) func(*C) {
	return wantEach(func(c *C, b *mailbox, a arrival) {
		if a.object()["event"] == event {
			judge(c, b, a)
		}
	})
}

// mailboxes are the endpoints of a run that were registered.
func (r *run) mailboxes() []*mailbox {
	r.mu.Lock()
	listeners := []*listener{r.listener, r.singleListener}
	r.mu.Unlock()
	var all []*mailbox
	for _, l := range listeners {
		if l != nil {
			all = append(all, l.registered()...)
		}
	}
	return all
}

func (l *listener) registered() []*mailbox {
	l.mu.Lock()
	defer l.mu.Unlock()
	var all []*mailbox
	for _, b := range l.boxes {
		if b.Secret != "" {
			all = append(all, b)
		}
	}
	return all
}

// wantSpaced fails the check when the nth attempt of any delivery came before its time, as the gap to the first one
// shows: the one between may have been late. What is known is deliveries whose attempts share an id and were all answered:
// a client may send a request that was not answered once more by itself. The first may have been on its way for a while, in which the
// clock was moved.
func wantSpaced(n int, gap time.Duration) func(*C) {
	return func(c *C) {
		c.aboutEvent()
		var waits []time.Duration
		onItsWay := c.run.slowestLook()
		for _, b := range c.run.mailboxes() {
			attempts := map[string][]arrival{}
			for _, a := range b.all() {
				id, _ := a.object()["id"].(string)
				attempts[id] = append(attempts[id], a)
			}
			for id, list := range attempts {
				if id == "" || len(list) < n || slices.ContainsFunc(list[:n-1], func(a arrival) bool { return a.status < 300 }) {
					continue
				}
				took := list[n-1].start.Sub(list[0].start)              // some count from the beginning of an attempt, some from its end
				took += c.run.clock.movedBefore(list[0].came, onItsWay) // as the first may have been on its way then
				c.want(took >= gap-early-onItsWay, fmt.Sprintf("attempt %d at least %v after the first", n, gap), "%v after it, of %s", took, id)
				waits = append(waits, list[n-1].start.Sub(list[n-2].end))
			}
		}
		c.wantOneInTime(n, gap, waits)
	}
}

// wantOneInTime fails the check when the nth attempts of several deliveries are late, each of them. A single one may be so for what a machine
// has to do beside.
func (c *C) wantOneInTime(n int, gap time.Duration, waits []time.Duration) {
	const several, lateForAll = 3, 1300 * time.Millisecond
	if len(waits) < several {
		return
	}
	least := slices.Min(waits)
	c.want(least <= gap+lateForAll, fmt.Sprintf("attempt %d %v after the one before", n, gap), "%v after it at the earliest, of %d deliveries", least, len(waits))
}

// slowestLook is how long the slowest answer took that has nothing to work out: so busy was the server, or the machine.
func (r *run) slowestLook() (took time.Duration) {
	for _, x := range r.everything() {
		if x.ok() && (x.call == meCall || x.call == detailCall) {
			took = max(took, x.took)
		}
	}
	return took
}

// wantOnce fails the check when an endpoint was told twice of the same, by the session and another member of the data, in
// deliveries that it took: an attempt that was not taken may be made again, under whatever id.
func wantOnce(event, member string) func(*C) {
	return func(c *C) {
		c.aboutEvent()
		for _, b := range c.run.mailboxes() {
			told := map[string]any{}
			for _, a := range only(b.all(), event) {
				at, id := a.data()[member], a.object()["id"]
				if at == nil || a.status/100 != 2 {
					continue
				}
				key := text(a.data()["session_id"]) + " " + text(at)
				was, before := told[key]
				c.want(!before || equal(was, id), "one delivery of "+event+" for each "+member, "two of %s at %s, %v and %v", key, b.ID, was, id)
				told[key] = id
			}
		}
	}
}

// delivery is what attempts with one id have to agree in.
type delivery struct {
	box                      *mailbox
	event, session, envelope any
}

// wantOwnIDs fails the check when two deliveries have one id: to different endpoints, of different events, or about
// different sessions or envelopes. The attempts of one delivery may share theirs.
func (c *C) wantOwnIDs() {
	seen := map[string]delivery{}
	wantEach(func(c *C, b *mailbox, a arrival) {
		id, _ := a.object()["id"].(string)
		if id == "" {
			return
		}
		is := delivery{b, text(a.object()["event"]), text(a.data()["session_id"]), text(a.data()["envelope_id"])}
		was, known := seen[id]
		c.want(!known || was == is, "an id of each delivery's own", "%v for %s and for %s", id, was, is)
		seen[id] = is
	})(c)
}

func (d delivery) String() string {
	return text(d.event) + " of " + text(d.session) + " at " + d.box.ID.text
}

// wantInside fails the check when an endpoint was told of a session that the key of another workspace made, and nobody else: a server
// may count the sessions of each workspace from one.
func (c *C) wantInside() {
	orgs := map[string]string{} // by their keys
	for _, b := range c.run.mailboxes() {
		orgs[b.ws.Key] = b.ws.OrgID.text
	}
	made := map[string]map[string]bool{} // the workspaces of each session, of which one that is not known has no name
	for _, x := range c.run.everything() {
		id, _ := x.object()["session_id"].(string)
		if x.call != createCall || !x.ok() || id == "" {
			continue
		}
		if made[id] == nil {
			made[id] = map[string]bool{}
		}
		bearer, _ := strings.CutPrefix(x.req.header.Get("Authorization"), "Bearer ")
		made[id][orgs[cmp.Or(bearer, x.req.header.Get("X-API-Key"))]] = true
	}
	wantEach(func(c *C, b *mailbox, a arrival) {
		id, _ := a.data()["session_id"].(string)
		in, org := made[id], b.ws.OrgID.text
		if org == "" || len(in) != 1 || in[""] {
			return
		}
		c.want(in[org], "nothing of a session at an endpoint of another workspace", "%s of %s at %s", plainText(a.object()["event"]), id, b.ID)
	})(c)
}

// wantAsked fails the check when an endpoint gets an event that it did not ask for. A test needs no asking.
func wantAsked(c *C, b *mailbox, a arrival) {
	event, _ := a.object()["event"].(string)
	c.want(b.events == nil || event == "" || event == testEvent || slices.Contains(b.events, event),
		"only events that the endpoint asked for", "%s at an endpoint for %v", event, b.events)
}
