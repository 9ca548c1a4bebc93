package checks

// Sign-ins of one application that are under way at one time: people of many workspaces have it.

// wantCodesApart fails the check when two requests of a client have one user code, so that whoever enters it approves one of them,
// and the other, for which it is shown as well, is never approved.
func (c *C) wantCodesApart(client string) {
	one, two := c.startDeviceOf(client), c.startDeviceOf(client)
	if one.code == two.code || one.userCode == "" || one.userCode != two.userCode {
		return
	}
	c.hook("approve-device", obj{"org_id": c.orgID(), "user_code": one.userCode}, nil)
	for _, d := range []*device{one, two} {
		x := c.poll(d)
		if errorIs(x, "authorization_pending") {
			c.wait(min(d.interval, maxInterval))
			x = c.poll(d)
		}
		c.want(!errorIs(x, "authorization_pending"), "a user_code of each request's own", "two have the same, and one of them is pending after its approval: %s", x)
	}
}

// wantApproversApart fails the check when requests that were all approved before the first was asked for give tokens of
// another workspace than the one that approved each.
func (c *C) wantApproversApart(client string, orgs []ident) {
	var all []*device
	for range orgs {
		all = append(all, c.startDeviceOf(client))
	}
	for i, org := range orgs {
		c.hook("approve-device", obj{"org_id": org, "user_code": all[i].userCode}, nil)
	}
	for i, org := range orgs {
		x := c.poll(all[i])
		c.needs(x.ok() && hasToken(x), "tokens after approval", "%s", x)
		got := c.orgOf(tokensOf(x, client))
		c.want(got == org.text, "a token of the workspace that approved, also where others approved since", "%s instead of %s", got, org)
	}
}

// wantSignInsApart is wantApproversApart of the code flow.
func (c *C) wantSignInsApart(client string, orgs []ident) {
	var all []*signIn
	for _, org := range orgs {
		s := c.authorization(client, redirectURI, nil)
		c.authorized(s, org)
		all = append(all, s)
	}
	for i, org := range orgs {
		x := c.exchangeCode(all[i], all[i].verifier)
		c.prepared(x, "the exchange of a code")
		got := c.orgOf(tokensOf(x, client))
		c.want(got == org.text, "a token of the workspace signed in, also where others signed in since", "%s instead of %s", got, org)
	}
}
