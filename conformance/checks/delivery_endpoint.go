package checks

import (
	"net"
	"slices"
	"sync/atomic"
	"time"
)

// addressed fails the check when a delivery comes without the query of the URL that was registered. Whether a server
// takes such a URL at all is left to it.
func (c *C) addressed() {
	c.run.keeper.ready(c)
	path, token := "hook-"+c.random(12), c.random(12)
	b := c.listener().box(path, nil)
	b.ws = c.own()
	c.registerBox(b, c.listener().base+"/"+path+"?token="+token, nil)
	c.test(b)
	a := c.first(b)
	c.want(a.query.Get("token") == token, "a POST to the URL that was registered, with its query", "the query %q", a.query.Encode())
	path = "hook-" + c.random(12)
	b = c.listener().box(path+"/in box", nil)
	b.ws = c.own()
	c.registerBox(b, c.listener().base+"/"+path+"/in%20box?to=a%2Bb%26c", nil)
	c.test(b)
	list, ok := c.awaits(b, arrivalTime, endedAttempts(1))
	c.want(ok, "a POST to the URL that was registered, with escapes in its path", "none within %v", arrivalTime)
	c.want(list[0].query.Get("to") == "a+b&c", "a POST to the URL that was registered, with the escapes of its query", "the query %q", list[0].query.Encode())
}

// dated fails the check when two signatures, one of them completed two seconds after the other, have one created_at.
func (c *C) dated() {
	b, id, envelope := c.signature()
	a := c.first(b)
	c.wait(2 * time.Second)
	envelope["envelope_id"] = "env_" + c.random(12)
	c.completed(envelope, b)
	list, ok := c.awaits(b, arrivalTime, endedAttempts(2))
	c.needs(ok && equal(list[1].data()["envelope_id"], envelope["envelope_id"]), "a second signature of "+id, "none")
	at := list[1].object()["created_at"]
	c.want(!equal(at, a.object()["created_at"]), "a created_at of each event's own", "%v for two that are two seconds apart", at)
}

// hanging are deliveries whose endpoints do not answer: the first two attempts of the one, which is taken in the end, the
// second of another, and the last of a third.
type hanging struct {
	asked         time.Time
	box           *mailbox // of the first
	last          *mailbox // of the third
	first, second []arrival
	again         *mailbox // of the second, whose delivery was asked for right after that which was not answered
	stuck         *mailbox // whose first attempt gets no answer, and each further one 500
	endless       *mailbox // where the header of the first answer does not end; nil where it is not judged
}

// heldAttempt is one that got no answer, and when it was due: it may have been on its way for a while when it came.
type heldAttempt struct {
	arrival
	due time.Time
}

// held are the attempts that got no answer. Schedule says that what comes after them shows when they were given up.
func (h *hanging) held(schedule bool) []heldAttempt {
	all := []heldAttempt{{h.first[0], h.asked}}
	switch {
	case !h.first[0].closed && len(h.first) > 1 && schedule: // given up without a word: the next attempt, 2 s later, shows when
		all[0].end, all[0].closed = h.first[1].start.Add(-2*time.Second), true
	case len(h.second) > 1:
		all = append(all, heldAttempt{h.second[1], h.second[0].end.Add(2 * time.Second)})
	}
	return all
}

// afterOne answers a first attempt with a status, and each further one with 200.
func afterOne(status int) func(n int) int {
	return func(n int) int {
		if n == 1 {
			return status
		}
		return 200
	}
}

func (c *C) hanging() *hanging {
	return shared(c, "hanging delivery", func(c *C) *hanging {
		ws := c.own()
		b := c.subscribe(ws, func(n int) int { return []int{0, 0, 200}[min(n-1, 2)] })
		again := c.subscribe(ws, func(n int) int { return []int{500, 0, 200}[min(n-1, 2)] })
		last := c.subscribe(ws, func(n int) int { return []int{500, 500, 0}[min(n-1, 2)] })
		stuck := c.subscribe(ws, func(n int) int { return []int{0, 500, 500}[min(n-1, 2)] })
		all := []*mailbox{b, again, last, stuck}
		var endless *mailbox
		if c.run.keeper.atWork() || c.run.attemptsByOwnClock.Load() {
			endless = c.subscribe(ws, afterOne(trickle))
			all = append(all, endless)
		}
		asked := c.run.clock.passed()
		for _, one := range all {
			c.test(one)
		}
		const comes = arrivalTime + endlessTime // it may be its turn after one that is not answered
		_, ok := c.awaits(b, comes, func(list []arrival) bool { return len(list) > 0 })
		c.needs(ok, "a delivery to hold open", "none within %v", comes)
		c.until(b, 9*time.Second, endedAttempts(1))
		c.timed(b, holdTime-8*time.Second, endedAttempts(1))
		c.until(again, time.Second, endedAttempts(2)) // which began 2 s later
		second, _ := c.timed(again, holdTime, func(list []arrival) bool { return endedAttempts(2)(list) || len(list) == 0 })
		c.until(b, 2*time.Second+late+holdTime, endedAttempts(2))
		first, _ := c.until(b, 5*time.Second+late, endedAttempts(3))
		if a := first[0]; a.closed && a.open < unmoved && a.end.Sub(a.start) > unmoved {
			c.run.attemptsByOwnClock.Store(true)
		}
		return &hanging{asked, b, last, first, second, again, stuck, endless}
	})
}

// unmoved is less than the 10 s of the text: an attempt that was ended sooner by this machine's clock, and not by the run's, was ended
// by the server's.
const unmoved = 8 * time.Second

// wantGivenUp fails the check when an answer of 500 whose header does not end is waited for without end. How long, its next attempt
// shows: it is due 2 s after the 10 s of the first, or as soon as its status was there. It is judged of servers alone that were seen
// to end attempts by a clock of their own: libraries to which the 10 s were left may count them between two reads. A body that does
// not end is another matter: many count an attempt up to its header, and wait for the rest.
func (h *hanging) wantGivenUp(c *C) {
	const most = 12*time.Second + 2*late
	if !c.run.attemptsByOwnClock.Load() || h.endless == nil {
		return
	}
	list := h.endless.all()
	c.needs(len(list) > 0, "a delivery to answer slowly", "none")
	left := most - c.run.clock.passed().Sub(list[0].start)
	list, ok := c.until(h.endless, max(left, late), endedAttempts(2))
	c.aboutEvent()
	c.want(ok, "another attempt after an answer whose header comes line by line, as an attempt is given up after 10 s", "none within %v",
		c.run.clock.passed().Sub(list[0].start))
	gap := list[1].start.Sub(list[0].start)
	c.want(gap <= most, "another attempt within 12 s after an answer whose header comes line by line", "after %v", gap)
}

// wantBesideHanging warns where one of several endpoints gets its first attempt only when that of another one, which did not answer, was
// given up. Which of them comes first is left to the server.
func (h *hanging) wantBesideHanging(c *C) {
	var took time.Duration
	for _, b := range []*mailbox{h.box, h.again, h.last, h.stuck} {
		list, came := c.until(b, 2*holdTime, func(list []arrival) bool { return len(list) > 0 })
		c.needs(came, "a delivery beside one that is not answered", "none")
		took = max(took, list[0].start.Sub(h.asked))
	}
	c.aboutEvent()
	c.recommend(took < unmoved, "a first attempt at once, also while another endpoint does not answer", "after %v", took)
}

// manyTests are twenty test deliveries of one endpoint.
func (c *C) manyTests() []arrival {
	return shared(c, "many tests", func(c *C) []arrival {
		const count = 20
		b := c.subscribe(c.own(), nil)
		for range count {
			c.test(b)
		}
		list, ok := c.awaits(b, arrivalTime*2, endedAttempts(count))
		c.needs(ok, "20 test deliveries", "%d", len(list))
		return list
	})
}

// testsAtOnce has some endpoints told at one moment, whose deliveries are compared at the end of the run.
func (c *C) testsAtOnce() {
	boxes := make([]*mailbox, 6)
	for i := range boxes {
		boxes[i] = c.subscribe(c.own(), nil)
	}
	var next atomic.Int64
	c.atOnce(len(boxes), func(one *C) *exchange {
		one.test(boxes[next.Add(1)-1])
		return nil
	})
	for _, b := range boxes {
		c.awaits(b, arrivalTime, endedAttempts(1))
	}
}

// unreachable is an endpoint that nobody listens on, with a delivery that is bound to fail.
func (c *C) unreachable() *mailbox { return shared(c, "unreachable", (*C).nobody) }

func (c *C) nobody() *mailbox {
	ln, err := net.Listen("tcp", net.JoinHostPort(c.run.target.ListenHost, "0"))
	c.needs(err == nil, "a port", "%v", err)
	address := ln.Addr().String()
	_ = ln.Close()
	c.run.keeper.ready(c)
	b := &mailbox{ws: c.own(), changed: make(chan struct{})}
	c.registerBox(b, "http://"+address+"/nobody", nil)
	c.test(b)
	return b
}

// secondTime is when a second attempt may come at the earliest. Of several first attempts some are sooner, unless the server
// waits before each.
const secondTime = 2*time.Second - early

// fastest is the least time from what happens to the first attempt that tells of it. Where it is that of a second attempt, what
// happens is brought about up to three times more, each time longer after the one before: a server may look for it every few
// seconds.
func (c *C) fastest(b *mailbox, took time.Duration, again func() time.Time) time.Duration {
	for n := 1; n <= 3 && took >= secondTime; n++ {
		c.wait(time.Duration(n) * 600 * time.Millisecond)
		had, happened := len(b.all()), again()
		list, ok := c.awaits(b, arrivalTime, endedAttempts(had+1))
		c.needs(ok, "a further delivery", "none within %v", arrivalTime)
		took = min(took, list[had].start.Sub(happened))
	}
	return took
}

// atOnceTime is more than a delivery takes that waits for nothing.
const atOnceTime = 1200 * time.Millisecond

// wantAtOnce warns where none of a few first attempts comes at once, though each may come soon.
func (c *C) wantAtOnce(b *mailbox) {
	const few = 5
	took := arrivalTime
	for n := 0; n < few && took >= atOnceTime; n++ {
		c.wait(time.Duration(n) * 400 * time.Millisecond)
		took = min(took, c.cameOf(b, func() time.Time { return c.test(b) }))
	}
	c.aboutHook("send-test-event", obj{"org_id": b.ws.OrgID, "endpoint_id": b.ID})
	c.recommend(took < atOnceTime, "a first attempt at once", "the fastest of %d after %v", few, took)
}

// wantSignedSoon fails the check when signatures are never told of at once.
func (c *C) wantSignedSoon() {
	var s *signing
	if !c.maybe(func() { s = c.signing() }) {
		return
	}
	took := arrivalTime
	for _, a := range only(s.box.all(), esignEvent) {
		if at := slices.Index(s.envelopes, plainText(a.data()["envelope_id"])); at >= 0 {
			took = min(took, a.start.Sub(s.done[at]))
		}
	}
	c.aboutEvent()
	c.needs(took < arrivalTime, "esign.completed", "none")
	if took >= secondTime {
		b, _, envelope := c.signature()
		c.first(b)
		took = c.fastest(b, took, func() time.Time {
			envelope["envelope_id"] = "env_" + c.random(12)
			return c.completed(envelope, b)
		})
	}
	c.aboutEvent()
	c.want(took < secondTime, "a first attempt of esign.completed at once", "the fastest of six after %v", took)
}

// wantCompletedSoon fails the check when no endpoint of two is told of a completion at once.
func (c *C) wantCompletedSoon() {
	var s *story
	if !c.maybe(func() { s = c.story() }) {
		return
	}
	took := arrivalTime
	for _, b := range []*mailbox{s.boxA, s.boxB} {
		for _, a := range s.completions(b) {
			took = min(took, a.start.Sub(s.filled))
		}
	}
	c.aboutEvent()
	c.needs(took < arrivalTime, "fill_session.completed", "none")
	c.want(took <= soon, "a first attempt of fill_session.completed within "+soon.String(), "the faster of two after %v", took)
}
