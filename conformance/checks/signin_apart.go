package checks

import "slices"

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

// wantApproverOnPage fails the check when a request that the person of a workspace approved on the pages gives a token of another one: the
// workspace comes from who is signed in (spec section 5).
func (c *C) wantApproverOnPage(client string, ws *Workspace) {
	d := c.startDeviceOf(client)
	err := c.byPerson("approve-device", obj{"org_id": ws.OrgID, "user_code": d.userCode}, nil)
	c.needs(err == nil, "a page to approve on", "%v", err)
	x := c.pollDecided(d)
	c.needs(x.ok() && hasToken(x), "tokens after approval on the page", "%s", x)
	got := c.orgOf(tokensOf(x, client))
	c.want(got == ws.OrgID.text, "a token of the workspace whose person approved on the page", "%s instead of %s", got, ws.OrgID)
}

// wantAgreerOnPage is wantApproverOnPage of the code flow.
func (c *C) wantAgreerOnPage(ws *Workspace) {
	var out struct {
		RedirectTo string `json:"redirect_to"`
	}
	s := c.authorization(c.client(), redirectURI, nil)
	err := c.byPerson("authorize", obj{"org_id": ws.OrgID, "authorization_url": s.url}, &out)
	c.needs(err == nil, "a page to agree on", "%v", err)
	c.needs(c.sentBack(s, out.RedirectTo) == nil && s.code != "", "a code for who agreed on the page", "%s", out.RedirectTo)
	x := c.exchangeCode(s, s.verifier)
	c.prepared(x, "the exchange of a code")
	got := c.orgOf(tokensOf(x, s.clientID))
	c.want(got == ws.OrgID.text, "a token of the workspace whose person agreed on the page", "%s instead of %s", got, ws.OrgID)
}

// signIns are three of one client, of two workspaces, all through before the first code was exchanged.
type signIns struct {
	client string
	orgs   []ident
	got    []*exchange // for each code, with its own verifier
	opened []*exchange // by the access token of each, before any of them is refreshed; nil where there is none
}

func (c *C) signIns() signIns {
	return shared(c, tokensBeside, func(c *C) signIns {
		ws := c.beside(obj{"name": "Conformance beside", "plan": "paid"})
		s := signIns{client: c.client(), orgs: []ident{c.orgID(), ws.OrgID, c.orgID()}}
		var all []*signIn
		for _, org := range s.orgs {
			one := c.authorization(s.client, redirectURI, nil)
			c.authorized(one, org)
			all = append(all, one)
		}
		for _, one := range all {
			s.got = append(s.got, c.exchangeCode(one, one.verifier))
		}
		for _, x := range s.got {
			var opened *exchange
			if x.ok() {
				opened = c.get("/org/me", as(tokensOf(x, s.client).Access))
			}
			s.opened = append(s.opened, opened)
		}
		return s
	})
}

// wantSignInsApart is wantApproversApart of the code flow. Whoever signs in once more may end the sign-in before, and whether
// there should have been a token is for OAUTH-CODE-02.
func (c *C) wantSignInsApart() {
	s := c.signIns()
	for i, x := range s.opened {
		if x == nil || x.status == 401 && slices.Contains(s.orgs[i+1:], s.orgs[i]) {
			continue
		}
		c.about(x)
		got := c.orgIn(x)
		c.want(got == s.orgs[i].text, "a token of the workspace signed in, also where others signed in since", "%s instead of %s", got, s.orgs[i])
	}
}

// wantEachExchanged fails the check when a code is refused because somebody else has signed in to the client since, and is
// taken where nobody has. The code of whoever signs in once more may take the place of the one before.
func (c *C) wantEachExchanged() {
	s := c.signIns()
	for i, x := range s.got {
		if x.ok() || slices.Contains(s.orgs[i+1:], s.orgs[i]) {
			continue
		}
		alone := c.authorization(s.client, redirectURI, nil)
		c.authorized(alone, s.orgs[i])
		c.prepared(c.exchangeCode(alone, alone.verifier), "the exchange of a code that nobody signed in after")
		c.about(x)
		c.fail("a token for each of two codes of a client whose people signed in at one time", "%s", x)
	}
}

// wantRefreshedApart fails the check when a refresh gives a token of another workspace than the one before, because people of
// others have signed in to the client since, or ends what one of those was given.
func (c *C) wantRefreshedApart() {
	var s signIns
	if !c.maybe(func() { s = c.signIns() }) { // approvals will do
		ws := c.beside(obj{"name": "Conformance beside", "plan": "paid"})
		s = signIns{client: c.client(), orgs: []ident{c.orgID(), ws.OrgID, c.orgID()}}
		for _, org := range s.orgs {
			s.got = append(s.got, c.approvalOf(s.client, org))
		}
	}
	for i, org := range s.orgs {
		t := tokensOf(s.got[i], s.client)
		if !s.got[i].ok() || t.Refresh == "" {
			continue
		}
		beside := func() *exchange { return nil }
		if at := slices.IndexFunc(s.orgs[i:], func(other ident) bool { return other.text != org.text }); at > 0 && s.got[i+at].ok() {
			beside = func() *exchange { return c.get("/org/me", as(tokensOf(s.got[i+at], s.client).Access)) }
		}
		before := beside()
		x := c.refresh(t)
		if !x.ok() {
			continue // one sign-in may end another
		}
		if before != nil && before.ok() {
			c.want(beside().status != 401, "a token of somebody else to work on when one of the same application is refreshed", "401")
		}
		got := c.orgOf(tokensOf(x, s.client))
		c.want(got == org.text, "the same org_id before and after a refresh, also where others signed in since", "%s and %s", org, got)
	}
}
