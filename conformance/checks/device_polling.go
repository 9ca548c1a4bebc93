package checks

import (
	"net/url"
	"slices"
	"strings"
	"time"
)

// Polls of requests that are made as the server wants them.

// rounding is by how much a poll comes later than its interval, so that no clock that was read differently makes it early.
const rounding = 100 * time.Millisecond

// wantPunctualServed polls two requests of one client in turn, none of them sooner than its interval after it was made and
// after its last answer. It fails the check when that is too fast for the server more than once: how long each has to wait is
// told by the interval alone. It gives the two, which nobody has approved.
func (c *C) wantPunctualServed() (one, two *device) {
	one = c.startDevice()
	two = c.startDeviceOf(one.clientID)
	c.needs(max(one.interval, two.interval) <= maxInterval, "an interval of at most "+maxInterval.String(), "%v", max(one.interval, two.interval))
	hasty := 0
	for range 2 {
		if max(one.interval, two.interval) > maxInterval {
			break
		}
		c.wait(max(one.interval, two.interval) + rounding)
		for _, d := range []*device{one, two} {
			x := c.asksFor(d)
			if !errorIs(x, "slow_down") {
				c.wantTold(d, x, "before approval")
				continue
			}
			hasty++
			d.interval += 5 * time.Second
			c.want(hasty < 2, "the value authorization_pending to polls of two requests of a client, each at its interval", "slow_down again and again, %s", x)
		}
	}
	c.wait(min(max(one.interval, two.interval), maxInterval))
	c.wantPending(one, "before approval")
	return one, two
}

// wantServedOnceSlowed fails the check when a request that was told once to slow down, and that is approved, is told so for good by polls
// which come as slowly as they are to.
func (c *C) wantServedOnceSlowed() {
	d := c.startDevice()
	c.asksFor(d)
	x := c.asksFor(d)
	c.want(!isOver(x), "a request that nobody refused to go on when a poll of it comes too soon (RFC 8628 section 3.5)", "%s", x)
	c.needs(errorIs(x, "slow_down"), "a second poll at once to be too fast", "%s", x)
	c.hook("approve-device", obj{"org_id": c.orgID(), "user_code": d.userCode}, nil)
	for range 2 {
		d.interval += 5 * time.Second // RFC 8628 section 3.5
		c.needs(d.interval <= maxInterval, "an interval of at most "+maxInterval.String(), "%v", d.interval)
		c.wait(d.interval + rounding)
		if x = c.asksFor(d); !errorIs(x, "slow_down") {
			return
		}
	}
	c.about(x)
	c.fail("tokens after the approval of a request that was told once to slow down",
		"slow_down again and again, though each poll comes five seconds later than the one before")
}

// lateDevice is a request that was approved at once, and that nobody asks for while it lives.
type lateDevice struct {
	*device
	made time.Time
}

// startApproved makes a request that is approved at once.
func (c *C) startApproved() *device {
	one := c.startDevice()
	c.hook("approve-device", obj{"org_id": c.orgID(), "user_code": one.userCode}, nil)
	return one
}

// wantNothingLate fails the check when a request that was approved still brings tokens once its expires_in is over.
func (c *C) wantNothingLate() {
	c.polledNearEnd()
	c.run.mu.Lock()
	late := c.run.lateDevice
	c.run.mu.Unlock()
	c.needs(late != nil, "a request that was approved and not asked for", "none")
	life := time.Duration(late.expires)*time.Second + time.Minute
	if rest := life - c.run.clock.passed().Sub(late.made); rest > 0 {
		c.needs(rest < longestWatched*time.Second && !c.run.awaits(),
			"a request whose expires_in is over soon, and nobody who waits for what comes in its time", "%v are left", rest)
		c.advance(rest)
	}
	x := c.poll(late.device)
	c.aboutNone("it shows only after the clock was moved")
	c.want(!hasToken(x), "no tokens for a request whose expires_in is over (RFC 8628 section 3.5)", "tokens, %.0f s after it was made, which were its life", late.expires)
}

// advancePolling moves the clock, and on its way polls a request that nobody approves shortly before it lapses.
func (c *C) advancePolling(d time.Duration) {
	if rest := d - c.pollNearEnd(d); rest > 0 {
		c.advance(rest)
	}
}

// pollNearEnd makes a request that nobody approves, and one that is approved at once, and polls both when nine tenths of their time have
// passed, or most of it may at once. It says how far it moved the clock.
func (c *C) pollNearEnd(most time.Duration) (moved time.Duration) {
	began := c.run.clock.passed()
	var waning, approved *device
	if c.maybe(func() { waning = c.startDevice() }); waning == nil {
		return 0
	}
	c.maybe(func() { approved = c.startApproved() })
	c.maybe(func() {
		late := c.startApproved()
		c.run.mu.Lock()
		defer c.run.mu.Unlock()
		c.run.lateDevice = &lateDevice{late, c.run.clock.passed()}
	})
	life := time.Duration(waning.expires * float64(time.Second))
	near := min(life*9/10, most).Truncate(time.Second)
	if near <= 0 {
		return 0
	}
	c.advance(near)
	c.maybe(func() {
		x := c.asksFor(waning)
		if c.run.clock.passed().Sub(began) < life { // else the machine is busy
			c.run.mu.Lock()
			defer c.run.mu.Unlock()
			c.run.lapsingPoll = x
		}
	})
	c.maybe(func() {
		c.needs(approved != nil, "an approval", "none")
		x := c.asksFor(approved)
		if errorIs(x, "authorization_pending") { // what an approval brings about may take a while, whatever the clock says
			c.wait(max(min(approved.interval, maxInterval), passingOn))
			x = c.asksFor(approved)
		}
		if c.run.clock.passed().Sub(began) < life {
			c.run.mu.Lock()
			defer c.run.mu.Unlock()
			c.run.approvedPoll = x
		}
	})
	return near
}

// wantApprovalToTheEnd fails the check when an approval was forgotten before the expires_in of its request.
func (c *C) wantApprovalToTheEnd() {
	_, x := c.polledNearEnd()
	if x == nil || x.err != nil || x.status >= 500 || x.status == 429 || errorIs(x, "slow_down") || errorIs(x, "invalid_client") || errorIs(x, "unauthorized_client") {
		return
	}
	c.traffic = append(c.traffic, x)
	c.aboutNone("it shows only after the clock was moved")
	c.want(hasToken(x), "tokens for a request that was approved, until its expires_in", "%s before the last tenth of it", x)
}

// wantPendingToTheEnd fails the check when a request was no longer open after nine tenths of its expires_in. How long a client
// is registered that nobody uses is left to the server.
func (c *C) wantPendingToTheEnd() {
	x, _ := c.polledNearEnd()
	if x == nil || x.err != nil || x.status >= 500 || x.status == 429 || errorIs(x, "invalid_client") || errorIs(x, "unauthorized_client") {
		return
	}
	c.traffic = append(c.traffic, x)
	c.aboutNone("it shows only after the clock was moved")
	c.want(errorIs(x, "authorization_pending") || errorIs(x, "slow_down"), "the value authorization_pending until the expires_in of the request",
		"%s before the last tenth of it", x)
}

// polledNearEnd gives the polls of two requests that were about to lapse, of which one was approved; nil where there was none.
func (c *C) polledNearEnd() (waning, patient *exchange) {
	waning, patient = c.run.lastPolls()
	if waning == nil && patient == nil && !c.run.awaits() { // nobody watched one, and nobody waits for what has to come in its time
		c.maybe(func() {
			shared(c, "polls near the end", func(c *C) time.Duration { return c.pollNearEnd(longestWatched * time.Second) })
		})
		waning, patient = c.run.lastPolls()
	}
	return waning, patient
}

func (r *run) lastPolls() (waning, patient *exchange) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.lapsingPoll, r.approvedPoll
}

// wantPairForScope fails the check when a request with the scopes that the metadata lists gets no refresh token. Others may
// not be known to the server, and it may not give all of them to everybody.
func (c *C) wantPairForScope() {
	scopes := strs(c.metadata()["scopes_supported"])
	c.needs(len(scopes) > 0, "scopes in the metadata", "none")
	slices.Sort(scopes)
	client := c.client()
	reply := c.deviceReply(url.Values{"client_id": {client}, "scope": {strings.Join(scopes, " ")}})
	c.needs(reply.ok(), "a device authorization with the scopes of the metadata", "%s", reply)
	d := c.deviceOf(client, reply)
	c.hook("approve-device", obj{"org_id": c.orgID(), "user_code": d.userCode}, nil)
	x := c.poll(d)
	c.needs(x.ok() && x.object()["access_token"] != nil, "a token after approval", "%s", x)
	c.wantText(x.object(), "refresh_token")
}

// isOver says whether a poll was told that there is no such request any more.
func isOver(x *exchange) bool {
	return errorIs(x, "invalid_grant") || errorIs(x, "expired_token") || errorIs(x, "access_denied")
}
