package checks

// decision judges what comes of an approval or a refusal. A hook that brings it about tells more than the page, whose button may only lead
// away: where there is no such hook, and nothing could be judged, it is judged once more after the page was looked at.
func (c *C) decision(judge func(*C), verb string) {
	judged := false
	c.maybe(func() {
		judge(c)
		judged = true
	})
	c.maybe(func() { c.wantEffect(verb) })
	if !judged {
		judge(c)
	}
}

// wantApproved fails the check unless a request of a client gets tokens once it was approved.
func (c *C) wantApproved(client string) {
	approved := func() *device {
		d := c.startDeviceOf(client)
		c.maybe(func() { c.startDeviceOf(client) }) // a later one, which nobody approves
		c.hook("approve-device", obj{"org_id": c.orgID(), "user_code": d.userCode}, nil)
		return d
	}
	d := approved()
	x := c.poll(d)
	if errorIs(x, "authorization_pending") { // another time, where nothing forbids, with room for what the server may have to pass on
		c.maybe(func() { d = approved() })
		c.wait(max(min(d.interval, maxInterval), passingOn))
		x = c.poll(d)
	}
	o := c.wantOK(x, "after approval")
	c.wantText(o, "access_token")
	c.wantText(o, "refresh_token")
}

// wantDenied fails the check unless a request that was refused gets access_denied.
func (c *C) wantDenied() {
	d, x := c.pollsDenied()
	c.want(x.status == 400 && x.object()["error"] == "access_denied", "status 400 with error access_denied", "%s", x)
	c.wantStillDenied(d)
	c.maybe(func() { c.wantApprovedAfter(d.clientID) })
}

// wantApprovedAfter warns of requests that are refused though they were approved, once another request of the client was refused.
func (c *C) wantApprovedAfter(client string) {
	var x *exchange
	for range 2 {
		d := c.startDeviceOf(client)
		c.hook("approve-device", obj{"org_id": c.orgID(), "user_code": d.userCode}, nil)
		if x = c.poll(d); !errorIs(x, "access_denied") {
			return
		}
	}
	c.about(x)
	c.recommend(false, "tokens for a request that was approved, also once another one was refused", "%s, twice", x)
}

// wantStillDenied fails the check when a request gets tokens once its client was told that it is refused, and warns when it is pending again.
func (c *C) wantStillDenied(d *device) {
	var x *exchange
	for n := range 2 { // which a server may have to pass on
		if n > 0 {
			c.wait(max(min(d.interval, maxInterval), passingOn))
		}
		x, _ = c.polled(d)
		c.about(x)
		c.want(!hasToken(x), "no tokens for a request that its person refused, however often its client asks", "%s", x)
		if !errorIs(x, "authorization_pending") {
			return
		}
	}
	c.about(x)
	c.recommend(false, "a refusal that is not taken back (RFC 8628 section 3.5)", "authorization_pending after access_denied, %s", x)
}

// pollsDenied makes a request that is refused, and polls it.
func (c *C) pollsDenied() (d *device, x *exchange) {
	d = c.startDevice()
	c.hook("deny-device", obj{"org_id": c.orgID(), "user_code": d.userCode}, nil)
	return d, c.pollDecided(d)
}

// wantRefusalTold fails the check when a request that a person refused stays pending.
func (c *C) wantRefusalTold() {
	_, x := c.pollsDenied()
	c.want(!errorIs(x, "authorization_pending"), "another error than authorization_pending once a person refused a request (RFC 8628 section 3.5)", "%s", x)
}

// wantCodeSpent fails the check when a device_code that brought tokens brings others, and gives the answer to the second poll. The same ones again
// may be for who did not get the first answer.
func (c *C) wantCodeSpent() (again *exchange) {
	d := c.startApproved()
	x := c.poll(d)
	c.needs(hasToken(x), "tokens after approval", "none")
	again = c.poll(d)
	if !hasToken(again) || again.object()["access_token"] != x.object()["access_token"] {
		c.wantNoToken(again, "a device_code that was used")
	}
	return again
}
