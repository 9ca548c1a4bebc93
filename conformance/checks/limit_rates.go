package checks

import (
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

// oneRate fails the check when a rate that is spent with one credential, or on one session, is not spent with another of the
// same workspace. The first one is refused before and after each of two calls that are served: no room came meanwhile.
func (c *C) oneRate(index int) {
	op := heavy[index]
	c.maybe(func() {
		ws, id := c.spentNow(index)
		named := map[string]func() *exchange{}
		with := func(name string, credential option) {
			named[name] = func() *exchange { return op.call(c, id, credential, impatient) }
		}
		with("the key in X-API-Key", inHeader(ws.Key))
		c.maybe(func() {
			made := c.furtherKey(ws.OrgID, "Second", "INTAKE_API_KEY_SECOND")
			c.needs(made.Key != "", "a second key", "none")
			with("a second key", as(made.Key))
		})
		c.maybe(func() { with("a token", as(c.tokenOf(ws.OrgID).Access)) })
		c.maybe(func() {
			second := c.newSession(as(ws.Key))
			named["another session"] = func() *exchange { return op.call(c, second, as(ws.Key), impatient) }
		})
		refused := func() bool { return op.call(c, id, as(ws.Key), impatient).status == 429 }
		for name, call := range named {
			served := true
			for n := 0; n < 2 && served; n++ {
				before, x := refused(), call()
				served = before && x.ok() && refused()
			}
			c.want(!served, "one rate of "+op.name+" for the whole workspace", "%s is served where the key is refused", name)
		}
	})
}

// spentRate is a heavy operation whose rate is spent, and what it asks for.
type spentRate struct {
	name   string
	call   func() *exchange
	insist int // how often it is made once more, though it is refused
	pause  time.Duration
	until  time.Time // on the clock of the run
}

// How many calls in a row are made that are all refused: a server may count those.
const (
	some  = 3
	often = 12
)

// rests notes a pause that was asked for, and a second for good measure.
func (s *spentRate) rests(c *C, pause time.Duration) {
	s.pause, s.until = pause, c.run.clock.passed().Add(pause+time.Second)
}

// spends spends the rate of one heavy operation. One that is not refused is left to others to judge.
func (c *C) spends(index, insist int) (spent []*spentRate) {
	c.maybe(func() {
		ws, id, x := c.burst(index, burstWindow)
		c.needs(x != nil, "status 429 past a low rate", "none")
		one := &spentRate{name: heavy[index].name, insist: insist, call: func() *exchange { return heavy[index].call(c, id, as(ws.Key), impatient) }}
		x, pause := insisted(x, one.call)
		if x.status == 429 && pause <= maxPause {
			one.rests(c, pause)
			spent = []*spentRate{one}
		}
	})
	return spent
}

// insistHalfway makes calls again before their pause is over, until they are refused. What is asked for then counts: a
// refusal that is held against the caller shows in the pause that it names, be there several or a single one, which may have a
// reason of its own and makes no pause shorter. What is not refused any more is left out.
func (c *C) insistHalfway(all []*spentRate) (refused []*spentRate) {
	half := time.Hour
	for _, one := range all {
		half = min(half, one.pause/2)
	}
	c.wait(half)
	for _, one := range all {
		x := one.call()
		for n := 0; n < burstRequests && x.status != 429; n++ {
			x = one.call()
		}
		before, pause := one.until, retryAfter(x)
		for n := 0; n < one.insist && x.status == 429; n++ {
			x = one.call()
			pause = max(pause, retryAfter(x))
		}
		if x.status != 429 || pause > maxPause {
			continue
		}
		if one.rests(c, pause); one.insist == 0 && before.After(one.until) {
			one.until = before
		}
		refused = append(refused, one)
	}
	return refused
}

// wantServedAfter fails the check unless each operation is served once the pause that it asked for has passed, and a second.
func (c *C) wantServedAfter(all []*spentRate) {
	slices.SortFunc(all, func(a, b *spentRate) int { return a.until.Compare(b.until) })
	for _, one := range all {
		if left := one.until.Sub(c.run.clock.passed()); left > 0 {
			c.wait(left)
		}
		x := c.served(one.call)
		c.want(x.status != 429, "a call of "+one.name+" to go through after Retry-After and a second", "%s", x)
	}
}

// wantWorkingAtTheCap fails the check when an operation on a session is refused at the cap, and not otherwise: for the plan,
// or in other words where the same call is taken in a paid workspace.
func (c *C) wantWorkingAtTheCap(id string, key option) {
	for _, op := range operations {
		if !op.own || strings.HasSuffix(op.name, "/answers") || strings.HasSuffix(op.name, "/{id}") {
			continue // these are to work in any case
		}
		x, submits := op.call(c, id, key), strings.HasSuffix(op.name, "/submit")
		if x.status/100 != 4 || x.status == 404 || submits && !forThePlan(x) { // a form that is not made yet, an account that is missing
			continue
		}
		paid := c.paid()
		other := c.newSession(as(paid.Key))
		c.answer(other, "We have 12 employees.", as(paid.Key))
		same := op.call(c, other, as(paid.Key))
		c.want(!same.ok() && (submits && forThePlan(same) || !forThePlan(x)), "no refusal for the plan on existing sessions", "%s %s: %s, and in a paid workspace %s",
			x.req.method, x.req.path, x, same)
	}
}

// wantAppointmentAtTheCap fails the check when an appointment request, which makes no session, is refused at the cap and taken
// below it.
func (c *C) wantAppointmentAtTheCap(full *Workspace) {
	x := c.appointment(full, basicAppointment())
	if x.status/100 != 4 {
		return
	}
	below := c.appointment(c.workspace(obj{"name": "Conformance free", "plan": "free"}), basicAppointment())
	c.about(x)
	c.want(!below.ok(), "no refusal of an appointment request for the plan", "%s, and below the cap %s", x, below)
}

// wantCountedAtOnce fails the check when calls at one time are all served, though they are more than the rate allows by far: a
// few processes may each count their own.
func (c *C) wantCountedAtOnce() {
	const window = 30
	ws := c.paid()
	id := c.newSession(as(ws.Key))
	c.setRate(ws, heavy[0].name, burstRequests, window)
	began, served := time.Now(), 0
	var next atomic.Int64 // no message is like another: what is said again may be answered as it was before, and not counted
	said := func(one *C) *exchange { return heavy[0].each(one, int(next.Add(1)), id, as(ws.Key), impatient) }
	for _, x := range c.atOnce(burstCalls+burstRequests, said) {
		if x.status == 429 {
			return
		}
		if x.ok() {
			c.about(x)
			served++
		}
	}
	windows := int(time.Since(began).Seconds())/window + 2
	c.want(served <= 2*windows*burstRequests, "status 429 past a low rate also when calls come at one time", "%d were served of a rate of %d in %d s",
		served, burstRequests, window)
}

// wantOwnRate fails the check when calls of a workspace on a session of another, which it does not see, count for that one.
// What it makes may count for itself, so it is one that does nothing else.
func (c *C) wantOwnRate() {
	ws, stranger := c.paid(), c.paid()
	id := c.newSession(as(ws.Key))
	for _, op := range []string{"answers", "risk"} {
		c.setRate(ws, op, burstRequests, 30)
	}
	for _, op := range heavy {
		if op.name != "answers" && op.name != "risk" {
			continue
		}
		for range burstRequests + 1 {
			op.call(c, id, as(stranger.Key), impatient)
		}
		x := c.served(func() *exchange { return op.call(c, id, as(ws.Key), impatient) })
		c.want(x.status != 429, op.name+" of a workspace to be served, though another one asked for its session", "%s", x)
	}
}
