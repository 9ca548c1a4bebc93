package checks

import (
	"net"
	"slices"
	"time"
)

// What is asked of attempts beside others: of two deliveries of one endpoint, of one right after another, of one that finds
// nobody.

// wantFailed fails the check unless a delivery is recorded as failed whose last attempt was not answered.
func (h *hanging) wantFailed(c *C) {
	all := h.last.all()
	c.needs(len(all) >= 3 && all[2].status == 0, "a third attempt that is not answered", "%d attempts", len(all))
	entry := c.lastDelivery(h.last)
	c.want(entry.Status == "failed", "a delivery recorded as failed whose last attempt timed out", "%q", entry.Status)
	c.want(len(entry.Attempts) > 0 && entry.Attempts[len(entry.Attempts)-1].Error != "", "the error of an attempt that timed out in the log", "none")
	status := entry.Attempts[len(entry.Attempts)-1].ResponseStatus
	c.want(status/100 != 2, "no response status of success of an attempt that timed out in the log", "%d", status)
}

// takenLast are endpoints whose deliveries are taken at the third attempt.
func (h *hanging) takenLast() []*mailbox { return []*mailbox{h.box, h.again} }

// wantDelivered fails the check unless a delivery is recorded as delivered whose third attempt was taken.
func (c *C) wantDelivered(b *mailbox) {
	attempts, _ := c.until(b, 5*time.Second+late, endedAttempts(3))
	c.needs(len(attempts) >= 3 && attempts[2].status/100 == 2, "a third attempt that is taken", "%d attempts", len(attempts))
	list := c.settledLog(b, emptyLog)
	c.needs(len(list) > 0, "what was delivered in the log", "nothing: the text has failed deliveries there")
	c.want(list[0].Status == "delivered", "a delivery recorded as delivered whose third attempt was taken", "%q", list[0].Status)
}

// besideFailing are deliveries that are asked for one right after the other: two of an endpoint that takes neither, and some of others of its
// workspace.
type besideFailing struct {
	failing *mailbox
	taking  []*mailbox
	asked   time.Time // when the last one was asked for
}

// bothFailing are tests.
func (c *C) bothFailing() besideFailing {
	return shared(c, "tests beside those that fail", (*C).testsBesideFailing)
}

func (c *C) testsBesideFailing() besideFailing {
	ws := c.own()
	taking, failing := c.subscribe(ws, nil), c.subscribe(ws, always500)
	o := besideFailing{failing: failing, taking: []*mailbox{taking}}
	for _, b := range []*mailbox{failing, failing, taking} {
		o.asked = c.test(b)
	}
	return o
}

// envelopesBesideFailing are of two envelopes that complete, of which an endpoint hears that was made before the failing one, and one after it.
func (c *C) envelopesBesideFailing() besideFailing {
	ws := c.own()
	c.needs(ws.Key != c.run.home.Key, "a workspace in which no other check completes envelopes", "the home workspace")
	id, before := c.newSession(as(ws.Key)), c.subscribe(ws, nil, esignEvent)
	failing := c.subscribe(ws, always500, esignEvent)
	o := besideFailing{failing: failing, taking: []*mailbox{before, c.subscribe(ws, nil, esignEvent)}}
	for range 2 {
		o.asked = c.completed(obj{"org_id": ws.OrgID, "session_id": id, "envelope_id": "env_" + c.random(12)}, append(o.taking, failing)...)
	}
	return o
}

func always500(int) int { return 500 }

// wantFirstBesideFailing warns where the first attempt of a delivery comes after the last one of another delivery that failed, of whichever
// endpoint: deliveries wait for each other's further attempts. It looks twice, as the clock may have moved between the requests for them.
func (c *C) wantFirstBesideFailing() {
	for _, made := range []struct{ first, again func(*C) besideFailing }{
		{(*C).bothFailing, (*C).testsBesideFailing},
		{(*C).envelopesBesideFailing, (*C).envelopesBesideFailing},
	} {
		c.maybe(func() {
			if !made.first(c).held(c, c.until) {
				return
			}
			o := made.again(c)
			late := o.held(c, c.timed)
			c.aboutEvent()
			c.recommend(!late, "a first attempt at once, also while another delivery is tried again", "one after the last attempt of another delivery")
		})
	}
}

// held reports whether the first delivery of another endpoint, or the second one of the failing endpoint, had to wait for the first of that.
func (o besideFailing) held(c *C, wait func(*mailbox, time.Duration, func([]arrival) bool) ([]arrival, bool)) bool {
	list, came := wait(o.failing, 2*arrivalTime, endedAttempts(6))
	c.needs(came, "three attempts of each of two deliveries that fail", "%d", len(list))
	id := list[0].object()["id"]
	another := func(a arrival) bool { return a.object()["id"] != id }
	first := slices.DeleteFunc(slices.Clone(list), another)
	if len(first) < 3 || !first[1].start.After(o.asked) { // each attempt may have an id of its own
		return false
	}
	last := first[2].start
	for _, b := range o.taking {
		if taken, came := wait(b, arrivalTime, endedAttempts(1)); came && !taken[0].start.Before(last) {
			return true
		}
	}
	second := slices.IndexFunc(list, another)
	return second >= 0 && !list[second].start.Before(last)
}

// wantSameSchedule fails the check when a third attempt comes late because another delivery of its endpoint failed before.
func (c *C) wantSameSchedule() {
	b := c.subscribe(c.own(), func(n int) int {
		if n < 6 {
			return 500
		}
		return 200
	})
	c.test(b)
	_, came := c.until(b, 2*arrivalTime, endedAttempts(3))
	c.needs(came, "three attempts of a delivery that fails", "fewer within %v", 2*arrivalTime)
	c.test(b)
	c.aboutHook("send-test-event", obj{"org_id": b.ws.OrgID, "endpoint_id": b.ID})
	const wanted = "further attempts as soon as they are due, also when another delivery of the endpoint failed before"
	due := time.Duration(0) // of the last attempt, after the first
	for n, gap := range []time.Duration{2 * time.Second, 5 * time.Second} {
		due += gap
		c.until(b, gap-nearing, endedAttempts(n+5))
		_, came = c.timed(b, arrivalTime, endedAttempts(n+5))
		c.want(came, wanted, "none within %v", arrivalTime)
	}
	list := b.all()
	first, third := list[3], list[5]
	c.needs(first.object()["id"] == third.object()["id"], "three attempts of one delivery", "they are of two")
	took := third.start.Sub(first.end)
	c.want(took <= due+late, wanted, "%v after the first", took)
}

// wantEachTried fails the check when one of two deliveries is not tried again that fail at one endpoint. That there may be
// more of one than of the other is left to the server, and so is their order.
func (c *C) wantEachTried(b *mailbox) {
	c.until(b, 2*arrivalTime, func(list []arrival) bool { return len(list) >= 6 })
	times := map[string]int{}
	most := 0
	for _, a := range b.all() {
		id, _ := a.object()["id"].(string)
		times[id]++
		most = max(most, times[id])
	}
	for id, n := range times { // whose attempts have one id, as those of the other show
		c.want(n > 1 || most < 3, "further attempts of each of two deliveries that fail at one endpoint", "one of %s, and three of the other", id)
	}
}

// wantNextSoon fails the check when a delivery that is asked for right after another one came never comes at once: neither
// right then, nor a moment later, as a server may look for them every two seconds.
func (c *C) wantNextSoon(b *mailbox) {
	took := arrivalTime
	for n := 0; n < 3 && took >= secondTime; n++ {
		if n > 0 {
			c.cameOf(b, func() time.Time { return c.test(b) })
			c.wait(time.Duration(n) * 300 * time.Millisecond)
		}
		took = min(took, c.cameOf(b, func() time.Time { return c.test(b) }))
	}
	c.want(took < secondTime, "a first attempt at once, also right after another delivery", "the fastest of three after %v", took)
}

// cameOf is the time from what happens to the delivery that tells of it.
func (c *C) cameOf(b *mailbox, happens func() time.Time) time.Duration {
	had, happened := len(b.all()), happens()
	list, ok := c.awaits(b, arrivalTime, endedAttempts(had+1))
	c.needs(ok, "a further delivery", "none within %v", arrivalTime)
	return list[had].start.Sub(happened)
}

// besideRefused is an endpoint that takes what another one of its workspace takes at the second attempt. That one does not answer the
// first before this one has: what a server does once more with all endpoints may leave out those that it was not done with yet.
func (c *C) besideRefused() *mailbox {
	rest := max(4*leastRest, c.run.keeper.resting())
	ws := c.own()
	id := c.newSession(as(ws.Key))
	taking, refusing := c.subscribe(ws, nil, esignEvent), c.subscribe(ws, afterOne(500), esignEvent)
	for _, b := range []*mailbox{taking, refusing} {
		b.mark(func() { b.keep = func(a *arrival) bool { return a.data()["session_id"] == id } })
	}
	refusing.mark(func() {
		refusing.told = func(*arrival) {
			until(c.ctx, taking, time.After(2*rest), endedAttempts(1)) // it may be their turn one after the other
			until(c.ctx, taking, time.After(rest), endedAttempts(2))   // for the server to note it
		}
	})
	c.completed(obj{"org_id": ws.OrgID, "session_id": id, "envelope_id": "env_" + c.random(12)}, taking, refusing)
	c.awaits(taking, arrivalTime, endedAttempts(1))
	c.awaits(refusing, arrivalTime, endedAttempts(1))
	c.until(refusing, arrivalTime, endedAttempts(2))
	return taking
}

// wantTakenOnce fails the check when a delivery is made again that was answered 2xx.
func (c *C) wantTakenOnce(b *mailbox) {
	again := func(list []arrival) bool {
		taken := map[string]bool{}
		return slices.ContainsFunc(list, func(a arrival) bool {
			id, _ := a.object()["id"].(string)
			was := taken[id]
			taken[id] = was || id != "" && a.status/100 == 2
			return was
		})
	}
	c.still(b, again)
	c.aboutEvent()
	c.want(!again(b.all()), "one attempt when it is answered 2xx, also where another endpoint does not take the event at once", "another with the same id")
}

// foundNobody asks for a delivery to a port that nobody listens on at first, and says when it came.
func (c *C) foundNobody() (took time.Duration, came bool) {
	ln, err := net.Listen("tcp", net.JoinHostPort(c.run.target.ListenHost, "0"))
	c.needs(err == nil, "a port to close and open", "%v", err)
	address := ln.Addr().String()
	_ = ln.Close()
	c.run.keeper.ready(c)
	b := &mailbox{ws: c.own(), changed: make(chan struct{})}
	c.registerBox(b, "http://"+address+"/late", nil)
	asked := c.test(b)
	c.wait(time.Second) // the first attempt comes at once and finds nobody
	ln, err = net.Listen("tcp", address)
	c.needs(err == nil, "the port to be free", "%v", err)
	l := serveListener(c.run.clock, ln)
	defer l.close()
	list, came := c.until(l.box("late", nil), arrivalTime+2*time.Second, endedAttempts(1))
	if came {
		took = list[0].start.Sub(asked)
	}
	return took, came
}

// wantFoundSoon fails the check when the second attempt is later after one that found nobody than after one that was refused:
// again and again, and by more than the first may have been late.
func (c *C) wantFoundSoon(took time.Duration) {
	list := c.failing().list
	c.needs(len(list) >= 2, "a second attempt", "none")
	most := list[1].start.Sub(list[0].end) + 2*time.Second
	for n := 0; n < 2 && took > most; n++ {
		again, came := c.foundNobody()
		c.needs(came, "another attempt after one that found nobody", "none")
		took = min(took, again)
	}
	c.want(took <= most, "a second attempt 2 s after one that found nobody", "%v after the delivery was asked for, and %v after a 500", took, most-2*time.Second)
}

// oneURL is what came of an envelope to an address that two endpoints of its workspace have, and one of another workspace.
type oneURL struct {
	ends []*mailbox // of the workspace; a server may have one for each address
	far  *mailbox   // of the other one; nil where there is none
	list []arrival
}

func (c *C) oneURL() *oneURL {
	return shared(c, "endpoints of one address", func(c *C) *oneURL {
		c.run.keeper.ready(c)
		path, u := "hook-"+c.random(12), &oneURL{}
		box, ws := c.listener().box(path, nil), c.own() // of all, and so without a secret
		register := func(ws *Workspace) *mailbox {
			b := &mailbox{ws: ws, changed: make(chan struct{})}
			c.registerBox(b, c.listener().base+"/"+path, []string{esignEvent})
			return b
		}
		u.ends = []*mailbox{register(ws)}
		c.maybe(func() { u.ends = append(u.ends, register(ws)) })
		c.maybe(func() { u.far = register(c.workspace(obj{"name": "Conformance same address", "plan": "paid"})) })
		id := c.newSession(as(ws.Key))
		box.mark(func() { box.keep = func(a *arrival) bool { return a.data()["session_id"] == id } })
		c.completed(obj{"org_id": ws.OrgID, "session_id": id, "envelope_id": "env_" + c.random(12)})
		list, _ := c.awaits(box, arrivalTime, func(list []arrival) bool {
			return !slices.ContainsFunc(u.ends, func(b *mailbox) bool { return !c.signedAny(list, b) })
		})
		c.needs(len(list) > 0, "a delivery at endpoints of one address", "none")
		if u.far != nil {
			strays := func(list []arrival) bool { return c.signedAny(list, u.far) }
			c.until(box, quietTime, strays)
			c.still(box, strays)
		}
		u.list = box.all()
		return u
	})
}

// signedAny says whether one of some deliveries is signed with the secret of an endpoint.
func (c *C) signedAny(list []arrival, b *mailbox) bool {
	return slices.ContainsFunc(list, func(a arrival) bool { return c.signed(a, b.Secret) })
}

// different says whether a server keeps two endpoints apart.
func different(one, other *mailbox) bool { return one.ID != other.ID && one.Secret != other.Secret }

// wantEachAtOneURL fails the check when two endpoints of one address get one delivery of an event between them. Whether a server
// has two is left to it.
func (c *C) wantEachAtOneURL() {
	u := c.oneURL()
	c.needs(len(u.ends) == 2 && different(u.ends[0], u.ends[1]), "two endpoints of one address", "one")
	first, second := c.signedAny(u.list, u.ends[0]), c.signedAny(u.list, u.ends[1])
	c.needs(first || second, "a delivery that is signed with the secret of an endpoint", "none")
	c.aboutEvent()
	c.want(first && second, "a delivery of each of two endpoints that have one address, under its own secret", "%d in all, none under the secret of one of them", len(u.list))
}

// wantInsideAtOneURL fails the check when what happens in one workspace is told under the secret of another one, whose endpoint has the
// same address: whoever keeps an address for many workspaces tells them apart by their secrets.
func (c *C) wantInsideAtOneURL() {
	u := c.oneURL()
	c.needs(u.far != nil && !slices.ContainsFunc(u.ends, func(b *mailbox) bool { return !different(b, u.far) }), "endpoints of two workspaces with one address", "one")
	c.aboutEvent()
	c.want(!c.signedAny(u.list, u.far), "nothing under the secret of another workspace's endpoint, also where that has the same address", "esign.completed, signed with it")
}
