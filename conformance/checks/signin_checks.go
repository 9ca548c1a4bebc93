package checks

import (
	"net"
	"net/url"
	"slices"
	"strings"
	"time"
)

// deviceMember looks at the reply of a device authorization.
func deviceMember(judge func(c *C, o obj)) func(*C) {
	return func(c *C) {
		x := c.deviceReply(url.Values{"client_id": {c.client()}})
		judge(c, c.prepared(x, "a device authorization"))
	}
}

// deviceReplyMember is a check of a member of every device authorization.
func deviceReplyMember(id string, judge func(c *C, o obj)) Check {
	return Check{ID: id, Run: deviceMember(judge), each: ofEach(deviceCall, judge)}
}

func (c *C) wantText(o obj, name string) string {
	s, ok := o[name].(string)
	c.want(ok && strings.TrimSpace(s) != "", name+" as a text", "%s", what(o, name))
	return s
}

// namesCode says whether an address has a user_code in it, whatever its letters and dashes look like there.
func namesCode(address, userCode string) bool {
	plain := func(s string) string { return strings.ToLower(strings.ReplaceAll(s, "-", "")) }
	return strings.Contains(plain(address), plain(userCode))
}

// wantOwnCodeInAll fails the check when the address to open has the user_code of another request of the run instead of its own.
func (c *C) wantOwnCodeInAll() {
	codes := map[string]bool{}
	all := c.answers()[deviceCall]
	for _, x := range all {
		codes[plainText(x.object()["user_code"])] = true
	}
	for _, x := range all {
		complete, _ := url.QueryUnescape(plainText(x.object()["verification_uri_complete"]))
		own := plainText(x.object()["user_code"])
		for code := range codes {
			c.wantOf(x, namesCode(complete, own) || len(code) < 6 || !namesCode(complete, code),
				"the user_code in verification_uri_complete, or what stands for it", "that of another request: %s", complete)
		}
	}
}

// wantCodesDiffer fails the check when one user_code is given for two device codes: nobody could say which of them is approved.
func (c *C) wantCodesDiffer() {
	one := c.startDevice()
	for _, two := range []*device{c.startDevice(), c.startDeviceOf(one.clientID)} {
		c.about(one.reply)
		c.about(two.reply)
		c.want(one.code == two.code || one.userCode == "" || one.userCode != two.userCode, "a user_code of each request's own (RFC 8628 section 3.2)",
			"%s for two device codes", one.userCode)
	}
}

// sameAddress says whether two addresses lead to one server: the names of this machine are as good as each other.
func sameAddress(one, other string) bool {
	plain := func(address string) string {
		u, err := url.Parse(strings.TrimRight(address, "/"))
		if err != nil {
			return address
		}
		host := u.Hostname()
		if ip := net.ParseIP(host); host == "localhost" || ip != nil && ip.IsLoopback() {
			host = "localhost"
		}
		return strings.ToLower(u.Scheme+"://"+net.JoinHostPort(host, u.Port())) + u.Path
	}
	return plain(one) == plain(other)
}

// wantNoToken fails the check unless a token call was refused without a token.
func (c *C) wantNoToken(x *exchange, situation string) {
	c.want(x.status/100 == 4, "a 4xx for "+situation, "%s", x)
	c.want(!hasToken(x), "no token for "+situation, "%s", x)
}

// wantOnce fails the check when calls at one time that present the same code each get tokens of their own.
func (c *C) wantOnce(call func(one *C) *exchange, named string) {
	access := map[string]bool{}
	for _, x := range c.atOnce(3, call) {
		if hasToken(x) {
			c.about(x)
			access[plainText(x.object()["access_token"])] = true
		}
	}
	c.want(len(access) <= 1, "tokens once for "+named+" that is presented at one time more than once", "%d access tokens", len(access))
}

// wantPending fails the check unless a poll is told to wait.
func (c *C) wantPending(d *device, when string) {
	x, settled := c.polled(d)
	c.needs(settled || d.interval <= maxInterval, "an interval of at most "+maxInterval.String(), "%v", d.interval)
	c.want(settled, "the value authorization_pending to polls "+when+" that wait ever longer", "slow_down again and again, %s", x)
	c.wantTold(d, x, when)
}

// wantTold fails the check unless the answer to a poll is that it has to wait.
func (c *C) wantTold(d *device, x *exchange, when string) {
	over := d.expires > 0 && c.run.clock.passed().Sub(d.since).Seconds() > d.expires-1
	ended := errorIs(x, "expired_token") || errorIs(x, "invalid_grant")
	c.needs(!ended || !over && !c.supersedes(), "a request whose expires_in is not over, and that no other one supersedes", "%s", x)
	told := contains(x.json, func(s string) bool { return strings.Contains(s, "authorization_pending") })
	c.want(!x.ok() || told, "no success "+when, "%s", x)
	c.want(x.status < 500, "no failure of the service "+when, "%s", x)
	c.want(told, "the value authorization_pending in a JSON body "+when, "%s", x)
	c.want(!hasToken(x), "no token "+when, "%s", x)
	c.recommend(!x.ok(), "status 400 with authorization_pending (RFC 6749 section 5.2)", "%s", x)
	c.recommend(kind(x.object()["error"]) != "object", "error as a text (RFC 6749 section 5.2)", "%s", what(x.object(), "error"))
}

// wantApprovalSeen fails the check when a request that was told to wait is still told so by the second of two polls, an interval
// apart, that follow its approval. Of several polls before it all but the first come too soon, and may be told to slow down.
func (c *C) wantApprovalSeen(polls int) {
	d := c.startDevice()
	x, _ := c.polled(d)
	for range polls - 1 {
		before := x
		x = c.asksFor(d)
		c.want(!errorIs(before, "slow_down") || !isOver(x), "a request that was told to slow down to go on (RFC 8628 section 3.5)", "%s", x)
	}
	interval := d.interval
	if errorIs(x, "slow_down") {
		interval += 5 * time.Second
	}
	c.needs(errorIs(x, "authorization_pending") || errorIs(x, "slow_down"), "a request that is pending", "%s", x)
	c.hook("approve-device", obj{"org_id": c.orgID(), "user_code": d.userCode}, nil)
	for range 2 {
		c.wait(min(interval, maxInterval))
		if x, _ = c.polled(d); !errorIs(x, "authorization_pending") {
			return
		}
	}
	c.about(x)
	c.fail("tokens after the approval of a request that was polled before", "%s", x)
}

// orgOf is the workspace that a token opens; one that opens none at all was no token.
func (c *C) orgOf(t *tokens) string {
	return c.orgIn(c.get("/org/me", as(t.Access)))
}

// orgIn is the workspace that an identity names, which was asked for under a token.
func (c *C) orgIn(x *exchange) string {
	c.want(x.status/100 != 4 || x.status == 429, "an access token that opens the workspace that it was issued for", "%s", x)
	return plainText(c.prepared(x, "the identity under the token")["org_id"])
}

// metaMember is a check of members of the metadata, each time that it is read.
func metaMember(id string, judge func(c *C, o obj)) Check {
	return Check{ID: id, each: ofEach(metaCall, judge), Run: func(c *C) {
		for range 2 {
			judge(c, c.prepared(c.get(metadataPath, anonymous), "the metadata"))
		}
	}}
}

// wantGrants wants the two grants of the text in the metadata.
func wantGrants(c *C, o obj) {
	grants := strs(o["grant_types_supported"])
	for _, grant := range []string{deviceGrant, "authorization_code"} {
		c.want(slices.Contains(grants, grant), "the grant "+grant, "%v", grants)
	}
}

// wantGrantsStill looks at the metadata once more, when all that a run does was done.
func (c *C) wantGrantsStill() {
	o := c.prepared(c.get(metadataPath, anonymous), "the metadata")
	wantGrants(c, o)
	c.maybe(func() {
		_, x := c.refreshed()
		served := x.ok() && hasToken(x)
		c.recommend(!served || slices.Contains(strs(o["grant_types_supported"]), "refresh_token"), "the grant refresh_token, which the server serves",
			"%v", o["grant_types_supported"])
	})
}

var metaChecks = []Check{
	{ID: "OAUTH-META-01", Run: func(c *C) { c.wantOK(c.get(metadataPath, anonymous), "for the metadata") }},
	metaMember("OAUTH-META-02", func(c *C, o obj) {
		for _, name := range []string{"token_endpoint", "authorization_endpoint", "device_authorization_endpoint", "registration_endpoint"} {
			c.wantText(o, name)
		}
	}),
	metaMember("OAUTH-META-03", func(c *C, o obj) { c.wantStrings(o, "grant_types_supported") }),
	{ID: "OAUTH-META-04", each: ofEach(metaCall, wantGrants), later: (*C).wantGrantsStill, Run: func(c *C) {
		wantGrants(c, c.prepared(c.get(metadataPath, anonymous), "the metadata"))
		for _, wish := range []obj{{"redirect_uris": []string{}}, {"redirect_uris": []string{redirectURI}, "grant_types": []string{deviceGrant}}} {
			wish["client_name"] = "Conformance " + c.check.ID
			c.register(wish) // what one client wants, or is refused, is not what the server offers
		}
		wantGrants(c, c.prepared(c.get(metadataPath, anonymous), "the metadata"))
	}},
	{ID: "OAUTH-META-05", Run: func(c *C) {
		o := c.prepared(c.get(metadataPath, anonymous), "the metadata")
		for _, one := range [][2]string{{"token_endpoint", "/oauth/token"}, {"device_authorization_endpoint", "/oauth/device_authorization"},
			{"registration_endpoint", "/oauth/register"}} {
			s := c.wantText(o, one[0])
			u, err := url.Parse(s)
			c.want(err == nil && u.Host != "", one[0]+" as a whole URL (RFC 8414 section 2)", "%s", s)
			if !strings.HasSuffix(strings.TrimRight(u.Path, "/"), one[1]) {
				x := c.try("POST", one[1], anonymous, aside, bodyOf("application/x-www-form-urlencoded", nil))
				c.want(x.err == nil && x.status != 404, one[0]+" whose path ends in "+one[1]+", or that path beside it", "%s", s)
			}
			if s != c.run.url(one[1]) { // the paths are given by the text, and the host may have another name
				x := c.try("POST", s, anonymous, aside, bodyOf("application/x-www-form-urlencoded", nil))
				c.want(x.err == nil && x.status != 404, one[0]+" that is served", "%s: %s", s, x)
			}
		}
		c.maybe(c.wantPage)
	}},
	{ID: "OAUTH-META-06", Run: func(c *C) {
		o := c.prepared(c.get(metadataPath, anonymous), "the metadata")
		issuer := c.wantText(o, "issuer")
		c.want(slices.Contains(strs(o["response_types_supported"]), "code"), "code in response_types_supported", "%s", what(o, "response_types_supported"))
		c.want(slices.Contains(strs(o["code_challenge_methods_supported"]), "S256"), "S256 in code_challenge_methods_supported", "%s",
			what(o, "code_challenge_methods_supported"))
		// Clients compare the two (RFC 8414 section 3.3). A server may be reached at another address in tests than everywhere else.
		c.recommend(sameAddress(issuer, c.run.target.BaseURL), "the address that the metadata was read from as the issuer", "%s", what(o, "issuer"))
	}},
}

var deviceChecks = []Check{
	{ID: "OAUTH-DEV-01", Run: func(c *C) {
		client := url.Values{"client_id": {c.client()}}
		c.wantOK(c.deviceReply(client), "for a device authorization")
		c.wantOK(c.deviceReply(client), "for a second device authorization of the client")
		c.wantOK(c.form(c.deviceEndpoint(), client, formWithCharset), "for a device authorization whose content type has a charset")
	}},
	{ID: "OAUTH-DEV-02", Run: func(c *C) {
		x := c.deviceReply(url.Values{"client_id": {c.client()}})
		c.want(x.status != 401 && x.status != 403, "no credential to be needed", "%s", x)
		c.prepared(x, "a device authorization")
	}},
	inHindsight(also(deviceReplyMember("OAUTH-DEV-03", func(c *C, o obj) {
		c.wantText(o, "user_code")
		for _, name := range []string{"verification_uri", "verification_uri_complete"} {
			u, err := url.Parse(c.wantText(o, name))
			c.want(err == nil && u.Scheme != "" && u.Host != "", name+" as a URI that a browser opens", "%s", what(o, name))
		}
		c.recommend(!equal(o["verification_uri_complete"], o["verification_uri"]),
			"a verification_uri_complete that has the user_code with it (RFC 8628 section 3.2)", "the verification_uri alone")
	}), inTurn((*C).wantCodesDiffer, func(c *C) { c.advise(func() { c.wantCodeAlong(c.startDevice().reply.object()) }) }, (*C).wantPageThere)),
		func(c *C) { c.advise(c.wantOwnCodeInAll) }),
	inHindsight(deviceReplyMember("OAUTH-DEV-04", func(c *C, o obj) {
		for _, name := range []string{"interval", "expires_in"} {
			f, ok := number(o[name])
			c.want(ok && f > 0, name+" as a positive number", "%s", what(o, name))
		}
		interval, _ := number(o["interval"])
		life, _ := number(o["expires_in"])
		c.want(interval < life, "interval in seconds, less than expires_in", "%g and %g", interval, life)
	}), func(c *C) { c.advise(c.wantNothingLate) }),
	deviceReplyMember("OAUTH-DEV-05", func(c *C, o obj) { c.wantText(o, "device_code") }),
	{ID: "OAUTH-DEV-06", Run: func(c *C) {
		x := c.deviceReply(url.Values{"client_id": {c.client()}})
		c.want(x.ok(), "success without scope", "%s", x)
		c.maybe(c.wantScopeTaken)
	}},
	{ID: "OAUTH-DEV-07", Run: func(c *C) {
		c.prepared(c.deviceReply(url.Values{"client_id": {c.client()}}), "a device authorization with client_id")
		for _, values := range []url.Values{{}, {"scope": {""}}, {"client_id": {""}}} {
			c.wantRefused(c.deviceReply(values), "a device authorization without client_id")
		}
		if !c.run.options.RFC {
			return // the text does not say that anybody looks for the client
		}
		x := c.deviceReply(url.Values{"client_id": {c.client() + c.random(8)}})
		c.recommend(!x.ok(), "no device authorization under a client_id that nobody was given (RFC 8628 section 3.2)", "%s", x)
	}},
	{ID: "OAUTH-DEV-08", later: (*C).wantPendingToTheEnd, Run: func(c *C) {
		d, other := c.wantPunctualServed()
		c.maybe(func() {
			c.hook("approve-device", obj{"org_id": c.orgID(), "user_code": other.userCode}, nil)
			c.maybe(func() {
				c.hook("deny-device", obj{"org_id": c.orgID(), "user_code": c.startDeviceOf(d.clientID).userCode}, nil)
			})
			c.wait(min(d.interval, maxInterval))
			c.wantPending(d, "after one other request was refused, and another one approved")
		})
		c.maybe(func() {
			refused := c.startDeviceOf(d.clientID)
			c.hook("deny-device", obj{"org_id": c.orgID(), "user_code": refused.userCode}, nil)
			x := c.poll(refused)
			c.want(!hasToken(x), "no token after a refusal", "%s", x)
		})
		c.maybe(c.wantRefusedByPerson)
		c.maybe(c.wantOnlyLookedAt)
		c.maybe(c.wantSignedInToDecide)
		c.advise(c.wantRefusalTold)
	}},
	{ID: "OAUTH-DEV-09", later: inTurn((*C).wantApprovalToTheEnd, perhaps((*C).wantEachApproved)), Run: func(c *C) {
		client := c.client()
		c.decision(func(c *C) { c.wantApproved(client) }, "approve-device")
		c.maybe(c.wantApprovedByPerson)
		c.maybe(c.wantSignInAsked)
		c.maybe(c.wantKeyKnown)
		c.advise(c.wantDeviceOfClient)
		c.advise(func() { c.wantCodeSpent() })
		c.maybe(func() { c.wantCodesApart(client) })
		c.maybe(c.wantPairForScope)
		c.sideBySide(func(c *C) { c.wantApprovalSeen(1) }, func(c *C) { c.wantApprovalSeen(3) }, (*C).wantServedOnceSlowed)
	}},
	{ID: "OAUTH-DEV-10", Run: func(c *C) {
		mine, client := c.orgID(), c.client()
		c.want(c.orgOf(c.approvedFor(client, mine)) == mine.text, "a token of the workspace that approved", "another workspace's")
		ws := c.second()
		t := c.approvedFor(client, ws.OrgID) // an application is not of the workspace that used it first
		got := c.orgOf(t)
		c.want(got == ws.OrgID.text, "a token of the workspace that approved", "%s instead of %s", got, ws.OrgID)
		c.wantActs(t, ws, "the token")
		c.maybe(func() { c.wantApproversApart(client, []ident{mine, ws.OrgID, mine}) })
		c.maybe(func() { c.wantApproverOnPage(client, ws) })
		c.maybe(c.wantNobodyServed)
		c.maybe(func() { // a server may refuse what comes with two credentials
			d := c.startDeviceOf(client)
			c.hook("approve-device", obj{"org_id": ws.OrgID, "user_code": d.userCode}, nil)
			values := url.Values{"grant_type": {deviceGrant}, "device_code": {d.code}, "client_id": {d.clientID}}
			x := c.form(c.tokenEndpoint(), values, as(c.run.home.Key))
			c.keep(x)
			c.needs(x.ok() && hasToken(x), "tokens for a request with a key beside it", "%s", x)
			got := c.orgOf(tokensOf(x, client))
			c.want(got == ws.OrgID.text, "a token of the workspace that approved, whatever key comes with the request", "%s instead of %s", got, ws.OrgID)
		})
	}},
	{ID: "OAUTH-DEV-11", Run: func(c *C) {
		d := c.startDevice()
		real := c.poll(d)
		c.needs(errorIs(real, "authorization_pending"), "a real device_code to be pending", "%s", real)
		unknown := *d
		unknown.code = c.random(40)
		c.run.madeUp(unknown.code)
		x := c.poll(&unknown)
		c.wantNoToken(x, "an unknown device_code")
		c.recommend(!errorIs(x, "authorization_pending"), "another error for a device_code that nobody was given, as nobody can approve it (RFC 6749 section 5.2)", "%s", x)
		c.maybe(func() {
			c.hook("approve-device", obj{"org_id": c.orgID(), "user_code": d.userCode}, nil)
			c.wantNoToken(c.poll(&unknown), "an unknown device_code beside one that is approved")
			shown := *d
			shown.code = d.userCode
			c.wantNoToken(c.poll(&shown), "the user_code of an approved request in the place of its device_code")
			c.wantNoneNear(d)
		})
	}},
	{ID: "OAUTH-DEV-12", Run: func(c *C) { c.decision((*C).wantDenied, "deny-device") }},
	{ID: "OAUTH-DEV-13", Phase: Clock, Run: func(c *C) {
		d := c.startDevice()
		c.needs(d.expires > 0, "expires_in", "%s", d.reply)
		approve := func(one *device) {
			c.hook("approve-device", obj{"org_id": c.orgID(), "user_code": one.userCode}, nil)
		}
		var approved *device // which nobody asked for in time
		c.maybe(func() {
			one := c.startDeviceOf(d.clientID)
			approve(one)
			approved = one
		})
		late := c.startDeviceOf(d.clientID)
		asked := c.startDeviceOf(d.clientID) // whose life does not begin anew when it is asked for
		life := time.Duration(max(d.expires, asked.expires)) * time.Second
		c.advance(life / 2)
		c.needs(c.poll(asked).object()["error"] == "authorization_pending", "a request that waits at half of its life", "it does not")
		c.advance(life/2 + time.Minute)
		for _, one := range []*device{d, asked} {
			x := c.poll(one)
			lapsed := x.object()["error"]
			c.want(lapsed == "expired_token" || lapsed == "invalid_grant", "error expired_token", "%s", x)
			c.recommend(lapsed == "expired_token", "error expired_token, of a request that is still known", "%s", x)
		}
		if approved != nil {
			c.wantNoToken(c.poll(approved), "an approved request whose expires_in is over")
			c.maybe(func() { approve(late) })
			c.wantNoToken(c.poll(late), "a request that was approved once its expires_in was over")
		}
	}},
	{ID: "OAUTH-DEV-14", Run: func(c *C) {
		x := c.poll(c.startDevice())
		c.want(x.status == 400 && x.object()["error"] == "authorization_pending", "status 400 with error authorization_pending", "%s", x)
	}},
	{ID: "OAUTH-DEV-15", later: (*C).wantOwnCodeInAll, Run: deviceMember((*C).wantCodeAlong)},
	{ID: "OAUTH-DEV-16", Run: func(c *C) {
		again, d := c.wantCodeSpent(), c.startApproved()
		c.wantOnce(func(one *C) *exchange { return one.asksFor(d) }, "a device_code")
		c.about(again) // a client that gets authorization_pending polls on
		c.recommend(!hasToken(again) && !errorIs(again, "authorization_pending"), "invalid_grant for a device_code that was used (RFC 6749 section 5.2)", "%s", again)
	}},
	{ID: "OAUTH-DEV-17", Run: (*C).wantDeviceOfClient},
}

var tokenChecks = []Check{
	{ID: "OAUTH-TOKEN-01", Run: func(c *C) {
		_, x := c.refreshed()
		c.wantOK(x, "for a refresh as a form")
		x = c.refresh(c.newToken(), formWithCharset)
		c.wantOK(x, "for a refresh as a form whose content type has a charset")
	}},
	{ID: "OAUTH-TOKEN-02", Phase: Clock, Run: func(c *C) {
		old, x := c.refreshed()
		c.prepared(x, "a refresh")
		for again := range refreshes {
			if again > 0 { // the new pair is one like the old
				x = c.refresh(old)
				c.want(x.ok(), "the new refresh token to yield a pair in its turn", "refresh %d: %s", again+1, x)
			}
			if x.object()["access_token"] == old.Access { // a signed one may say no more than who and in which second
				old = c.newToken()
				c.wait(1100 * time.Millisecond)
				x = c.refresh(old)
				c.prepared(x, "a refresh of another pair, more than a second after it was given")
			}
			access := c.wantText(x.object(), "access_token")
			c.wantText(x.object(), "refresh_token")
			c.want(access != old.Access, "a new access token", "the old one")
			me := c.get("/org/me", as(access))
			c.want(me.ok(), "the new access token to work", "%s", me)
			made := c.post("/org/sessions", c.createBody("Conformance "+c.check.ID), as(access))
			c.want(made.status != 401, "the new access token to work, and not to look alone", "%s", made)
			old = tokensOf(x, old.ClientID)
		}
		c.wantAllRefreshed()
		c.maybe(c.wantLifeOfItsOwn)
	}},
	{ID: "OAUTH-TOKEN-03", Run: func(c *C) {
		old, x := c.refreshed()
		o := c.prepared(x, "a refresh")
		c.want(c.wantText(o, "refresh_token") != old.Refresh, "another refresh token than the one used", "the same")
		c.maybe(func() {
			second := tokensOf(x, old.ClientID)
			x := c.refresh(second)
			c.want(plainText(c.prepared(x, "a refresh with the new token")["refresh_token"]) != second.Refresh, "another refresh token each time",
				"the same at the second refresh")
		})
	}},
	{ID: "OAUTH-TOKEN-04", Phase: Clock, Run: func(c *C) {
		c.wantOthersRefused()
		old, x := c.refreshed()
		c.prepared(x, "a refresh")
		second := c.refresh(tokensOf(x, old.ClientID))
		c.prepared(second, "a refresh with the successor")
		again := c.refresh(old)
		for waited := time.Duration(0); again.ok() && waited < grace; waited += 15 * time.Second {
			c.sleepOrAdvance(15 * time.Second)
			again = c.refresh(old)
		}
		c.want(!again.ok(), "a refusal of a refresh token that was rotated out, after its successor was used and a grace of 90 s", "%s", again)
		c.want(again.status/100 == 4, "a 4xx for a refresh token that was rotated out", "%s", again)
		c.maybe(c.spentForGood)
		c.maybe(c.wantFamilyEnded)
		c.maybe(c.wantRevoked)
	}},
	{ID: "OAUTH-TOKEN-05", Run: func(c *C) {
		c.wantKept(c.orgID(), 2, "")
		c.maybe(func() { // a server may take the first workspace that it finds
			ws := c.beside(obj{"name": "Conformance refreshed", "plan": "paid"})
			c.wantActs(c.wantKept(ws.OrgID, 3, " in another workspace"), ws, "a token of a refresh")
		})
		c.maybe(c.wantRefreshedApart)
	}},
	{ID: "OAUTH-TOKEN-06", Phase: Clock, Run: func(c *C) {
		t := c.newToken()
		c.needs(c.get("/org/me", as(t.Access)).ok(), "a fresh token to work", "it does not")
		var second *tokens
		c.maybe(func() { _, x := c.refreshed(); c.prepared(x, "a refresh"); second = tokensOf(x, "") })
		c.advance(24 * time.Hour)
		x := c.get("/org/me", as(t.Access))
		c.want(x.status == 401, "an access token that lapses within a day", "%s", x)
		if second != nil {
			x = c.get("/org/me", as(second.Access))
			c.want(x.status == 401, "an access token of a refresh that lapses within a day", "%s", x)
		}
	}},
	{ID: "OAUTH-TOKEN-07", each: replies{tokenCall, (*C).wantPair}, later: (*C).wantWholeLife, apart: (*C).wantLifeUnmoved, Run: func(c *C) {
		_, x := c.refreshed()
		c.prepared(x, "a refresh")
		c.wantPair(x)
		c.maybe(func() { c.approved(c.orgID()) })
	}},
	{ID: "OAUTH-TOKEN-08", Run: func(c *C) {
		x := c.form(c.tokenEndpoint(), url.Values{"grant_type": {"urn:example:unknown"}, "client_id": {c.client()}})
		c.want(x.status == 400 && x.object()["error"] == "unsupported_grant_type", "status 400 with error unsupported_grant_type", "%s", x)
		c.maybe(c.wantNobodyServed)
		x = c.unknownRefresh()
		c.maybe(c.wantParametersOnce)
		c.maybe(c.wantScopeKept)
		c.wantInvalidGrant(x, "a refresh token")
		c.maybe(func() { c.wantInvalidGrant(c.unknownCode(), "a code") })
	}},
}
