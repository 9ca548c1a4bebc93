package checks

import "time"

// longRate is a rate of one call in two hours, which is spent.
type longRate struct {
	refusal *exchange // the first one
	again   *spentRate
}

func (c *C) longRate() longRate {
	return shared(c, "one call in two hours", func(c *C) longRate {
		ws := c.workspace(obj{"name": "Conformance " + c.check.ID, "plan": "paid"})
		id := c.newSession(as(ws.Key))
		c.setRate(ws, heavy[0].name, 1, 7200)
		answers := &spentRate{name: heavy[0].name, call: func() *exchange { return heavy[0].call(c, id, as(ws.Key), impatient) }}
		x := answers.call()
		for n := 0; n < 3 && x.ok(); n++ {
			x = answers.call()
		}
		c.needs(x.status == 429, "a 429 past a rate of one call in two hours", "%s", x)
		last, pause := insisted(x, answers.call)
		if answers.rests(c, pause); last.status != 429 { // it had a reason of its own
			answers = nil
		}
		return longRate{x, answers}
	})
}

// wantLongPauseInDigits fails the check when a pause of hours is not told as a number of seconds.
func (c *C) wantLongPauseInDigits() {
	x := c.longRate().refusal
	c.about(x)
	pause := x.header.Get("Retry-After")
	c.want(wholeSeconds.MatchString(pause), "Retry-After as a whole number of seconds, also of a long pause", "%q", pause)
}

// wantWholePause fails the check when a short pause is told of a rate that is spent for longer, again and again. It costs no time where
// the pause is told as it is, unless a window of two hours happens to end soon.
func (c *C) wantWholePause() {
	one := c.longRate().again
	if one == nil || one.pause <= 0 || one.pause > maxPause {
		return
	}
	if left := one.until.Sub(c.run.clock.passed()); left > 0 {
		c.wait(left)
	}
	x := one.call()
	x, pause := insisted(x, one.call)
	c.about(x)
	c.want(x.status != 429 || pause > maxPause, "a call to go through after Retry-After and a second, of a rate of one call in two hours",
		"%s, and Retry-After was %v", x, one.pause)
}

// wantServedOnceObeyed fails the check when a caller that stops at the first refusal, and waits as it says and a second more, is told to wait
// for longer than that, in each of two workspaces. One that asks again at once may have to wait for longer.
func (c *C) wantServedOnceObeyed() {
	const workspaces = 2
	for n := range workspaces {
		ws, id, first := c.burst(0, burstWindow)
		c.needs(first != nil, "status 429 past a low rate", "none")
		pause := retryAfter(first)
		c.needs(pause > 0 && pause <= maxPause, "a pause of at most "+maxPause.String(), "%v", pause)
		c.wait(pause + time.Second)
		x := c.answer(id, "We have 12 employees.", as(ws.Key), impatient)
		if x.status != 429 || retryAfter(x) <= pause {
			return
		}
		c.about(first)
		c.about(x)
		c.want(n+1 < workspaces, "a call to go through after the first refusal's Retry-After and a second", "%s, and Retry-After was %v", x, pause)
	}
}

// wantPauseEnough warns where the seconds of Retry-After are fewer than there are to wait, by less than one: a caller that waits for as long
// as it is told, and stops at the first refusal, is refused again, in each of some workspaces.
func (c *C) wantPauseEnough() {
	const workspaces = 3
	var x *exchange
	var pause time.Duration
	for range workspaces {
		ws, id, first := c.burst(0, burstWindow)
		c.needs(first != nil, "status 429 past a low rate", "none")
		pause = retryAfter(first)
		c.needs(pause > 0 && pause <= maxPause, "a pause of at most "+maxPause.String(), "%v", pause)
		c.wait(pause + rounding)
		if x = c.answer(id, "We have 12 employees.", as(ws.Key), impatient); x.status != 429 {
			return
		}
	}
	c.about(x)
	c.recommend(false, "a call to go through once the seconds of Retry-After have passed", "%s, and Retry-After was %v", x, pause)
}
