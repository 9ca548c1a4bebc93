package selftest_test

import (
	"net/url"
	"strings"
	"time"
)

// deviceFaults break what the text says of the device flow.
func deviceFaults() []fault {
	return []fault{
		{"OAUTH-DEV-01", "the device call is answered 201", code("device", 200, 201)},
		{"OAUTH-DEV-01", "a form may not have a charset", refusedWhen(400, withFormCharset("device"))},
		{"OAUTH-DEV-01", "the device call wants JSON", layer{request: func(c *call) bool {
			did := c.op == "device" && strings.Contains(c.r.Header.Get("Content-Type"), "form")
			if did {
				c.refuse(415)
			}
			return did
		}}},
		{"OAUTH-DEV-01", "a second device authorization of a client is refused", noSecondOf()},
		{"OAUTH-DEV-02", "", refusedWhen(401, func(c *call) bool { return c.op == "device" && anonymous(c) })},
		{"OAUTH-DEV-02", "the device call wants a credential", layer{request: func(c *call) bool {
			did := c.op == "device" && anonymous(c)
			if did {
				c.refuse(401)
			}
			return did
		}}},
		{"OAUTH-DEV-03", "verification_uri_complete is the other URI", change("device", func(o obj) { o["verification_uri_complete"] = o["verification_uri"] })},
		{"OAUTH-DEV-03", "there is no page at verification_uri", change("device", func(o obj) { o["verification_uri"] = text(o, "verification_uri") + "/nowhere" })},
		{"OAUTH-DEV-03", "verification_uri_complete is missing", drop("device", "verification_uri_complete")},
		{"OAUTH-DEV-03", "", set("device", "user_code", "")},
		{"OAUTH-DEV-03", "user_code is missing", drop("device", "user_code")},
		{"OAUTH-DEV-03", "user_code is a number", set("device", "user_code", 123456)},
		{"OAUTH-DEV-03", "one user_code is given to all", sameForAll("device", "user_code")},
		{"OAUTH-DEV-03", "verification_uri is named verification_url", change("device", func(o obj) { o["verification_url"] = o["verification_uri"]; delete(o, "verification_uri") })},
		{"OAUTH-DEV-03", "verification_uri is a sentence", set("device", "verification_uri", "see our website")},
		{"OAUTH-DEV-04", "interval is a text", set("device", "interval", "5")},
		{"OAUTH-DEV-04", "", drop("device", "expires_in")},
		{"OAUTH-DEV-04", "interval is missing", drop("device", "interval")},
		{"OAUTH-DEV-04", "expires_in is null", set("device", "expires_in", nil)},
		{"OAUTH-DEV-04", "expires_in is negative", set("device", "expires_in", -1)},
		{"OAUTH-DEV-04", "interval is in milliseconds", set("device", "interval", 5000)},
		{"OAUTH-DEV-04", "interval is 0", set("device", "interval", 0)},
		{"OAUTH-DEV-05", "device_code is missing", drop("device", "device_code")},
		{"OAUTH-DEV-05", "device_code is empty", set("device", "device_code", "")},
		{"OAUTH-DEV-06", "", refusedWhen(400, func(c *call) bool { return c.op == "device" && !form(c).Has("scope") })},
		{"OAUTH-DEV-06", "a request with a scope is refused", refusedWhen(400, func(c *call) bool { return c.op == "device" && form(c).Has("scope") })},
		{"OAUTH-DEV-06", "scope is mandatory", formWithout("device", "scope", 400)},
		{"OAUTH-DEV-07", "", layer{response: func(c *call) bool {
			did := c.op == "device" && !c.ok()
			if did {
				c.answer(200, obj{"device_code": "x", "user_code": "y"})
			}
			return did
		}}},
		{"OAUTH-DEV-07", "any client_id will do", deviceOf(func(id string) bool { return id != "" })},
		{"OAUTH-DEV-07", "client_id is not asked for", deviceOf(func(id string) bool { return id == "" })},
		{"OAUTH-DEV-07", "a missing client_id is an error of the server", layer{response: func(c *call) bool {
			did := c.op == "device" && !c.ok() && form(c).Get("client_id") == ""
			if did {
				c.refuse(500)
			}
			return did
		}}},
		{"OAUTH-DEV-07", "an empty client_id is anybody's", layer{response: func(c *call) bool {
			empty := c.op == "device" && !c.ok() && form(c).Has("client_id") && form(c).Get("client_id") == ""
			if empty {
				c.answer(200, obj{"device_code": "x", "user_code": "y"})
			}
			return empty
		}}},
		{"OAUTH-DEV-08", "error is an object", layer{response: func(c *call) bool {
			return c.op == "token" && c.status == 400 && c.edit(func(o obj) bool {
				code := o["error"]
				o["error"] = obj{"code": code}
				return code == "authorization_pending"
			})
		}}},
		{"OAUTH-DEV-08", "", layer{response: func(c *call) bool {
			return c.op == "token" && !c.ok() && c.edit(func(o obj) bool {
				o["error"], o["error_description"], o["detail"] = "pending", "wait", "wait"
				return true
			})
		}}},
		{"OAUTH-DEV-08", "", handedOut(grantIs("device_code"))},
		{"OAUTH-DEV-08", "requests are swept after 600 s", swept(600*time.Second, "invalid_grant")},
		{"OAUTH-DEV-08", "pending is answered 200", layer{response: func(c *call) bool {
			did := pending(c)
			if did {
				c.status = 200
			}
			return did
		}}},
		{"OAUTH-DEV-08", "pending is answered 202", layer{response: func(c *call) bool {
			did := pending(c)
			if did {
				c.status = 202
			}
			return did
		}}},
		{"OAUTH-DEV-08", "pending has another name", tokenError("pending")},
		{"OAUTH-DEV-08", "pending is told in plain text", layer{response: func(c *call) bool {
			did := pending(c)
			if did {
				c.header.Set("Content-Type", "text/plain")
				c.out = []byte("authorization_pending")
			}
			return did
		}}},
		{"OAUTH-DEV-08", "a second poll gives tokens", secondPoll()},
		{"OAUTH-DEV-08", "an approval counts for another request of the client", approvedForAll(true)},
		{"OAUTH-DEV-08", "a refused request gets a token", layer{response: func(c *call) bool {
			did := c.op == "token" && strings.Contains(string(c.out), "access_denied")
			if did {
				c.answer(200, obj{"access_token": "at_refused", "refresh_token": "rt_refused", "token_type": "Bearer", "expires_in": 60})
			}
			return did
		}}},
		{"OAUTH-DEV-08", "every poll after the first is told to slow down", slower()},
		{"OAUTH-DEV-08", "what is pending is a failure of the service", where(func(c *call) bool { return strings.Contains(string(c.out), "authorization_pending") }, code("token", 400, 500))},
		{"OAUTH-DEV-08", "expires_in of a request is in milliseconds", reply("device", func(o obj) bool {
			life, is := o["expires_in"].(float64)
			o["expires_in"] = life * 1000
			return is
		})},
		{"OAUTH-DEV-08", "a poll in the second after its interval is too fast", tooSoon(func(v url.Values) string { return v.Get("device_code") }, 6*time.Second)},
		{"OAUTH-DEV-08", "all requests of a client have one interval", tooSoon(func(v url.Values) string { return v.Get("client_id") }, 5*time.Second)},
		{"OAUTH-DEV-09", "", grant("device_code", func(o obj) { delete(o, "refresh_token") })},
		{"OAUTH-DEV-09", "a client has one user code", oneUserCode()},
		{"OAUTH-DEV-09", "the request that was made last is the one that is approved", newestApproved()},
		{"OAUTH-DEV-09", "an approval is forgotten after five minutes", approvalsAfter(5*time.Minute, "expired_token")},
		{"OAUTH-DEV-09", "an approved request is pending again after five minutes", approvalsAfter(5*time.Minute, "authorization_pending")},
		{"OAUTH-DEV-09", "no refresh token after approval", grant("device_code", cut("refresh_token"))},
		{"OAUTH-DEV-09", "approval is answered 201", where(func(c *call) bool { return grantIs("device_code")(form(c)) }, code("token", 200, 201))},
		{"OAUTH-DEV-09", "an approved request stays pending", layer{response: func(c *call) bool {
			if c.op != "token" || !c.ok() || !grantIs("device_code")(form(c)) {
				return false
			}
			c.answer(400, obj{"error": "authorization_pending", "detail": "wait"})
			return true
		}}},
		{"OAUTH-DEV-09", "an approved request is pending once more", onceMore()},
		{"OAUTH-DEV-09", "a request that was pending is so for a minute", pendingFor(time.Minute)},
		{"OAUTH-DEV-09", "a request that was asked for three times stays pending", pendingOn()},
		{"OAUTH-DEV-09", "a request that was asked for too soon is told to slow down for good", slowedThen("slow_down")},
		{"OAUTH-DEV-09", "a request that was asked for too soon is over", slowedThen("invalid_grant")},
		{"OAUTH-DEV-08", "with one request of a client all are refused", refusedWithOther()},
		{"OAUTH-DEV-09", "a request that is asked for too soon is refused", renamedError("slow_down", "access_denied")},
		{"OAUTH-DEV-10", "clients get tokens of their own", selfServed()},
		{"OAUTH-DEV-10", "tokens have the name of one workspace", firstNameForTokens()},
		{"OAUTH-DEV-09", "a request with a scope gets no refresh token", scoped("")},
		{"OAUTH-DEV-10", "", layer{response: func(c *call) bool {
			return c.op == "me" && c.ok() && oauth(c) && c.edit(func(o obj) bool { o["org_id"] = "org_another"; return true })
		}}},
		{"OAUTH-DEV-10", "a token is of the workspace that approved last", lastSignIn("approve-device", "device_code")},
		{"OAUTH-DEV-10", "a key beside the token call chooses the workspace", keyChooses()},
		{"OAUTH-DEV-10", "an application signs in to the workspace of its first sign-in only", firstWorkspace()},
		{"OAUTH-DEV-10", "a token works in the first workspace", actsElsewhere("device_code")},
		{"OAUTH-DEV-10", "every token is of one workspace", oneWorkspace("device_code")},
		{"OAUTH-DEV-10", "the token after an approval opens nothing", grant("device_code", func(o obj) { o["access_token"] = "bat_dead" })},
		{"OAUTH-DEV-11", "the user_code is as good as the device_code", shownCodes()},
		{"OAUTH-DEV-11", "", handedOut(func(v url.Values) bool { return grantIs("device_code")(v) && len(v.Get("device_code")) == 40 })},
		{"OAUTH-DEV-11", "an unknown device_code gives a token", unknownDevice()},
		{"OAUTH-DEV-11", "an unknown device_code is pending", unknownPending()},
		{"OAUTH-DEV-11", "an unknown device_code is an error of the server", layer{response: func(c *call) bool {
			did := c.op == "token" && !c.ok() && strings.Contains(string(c.out), "invalid_grant")
			if did {
				c.refuse(500)
			}
			return did
		}}},
		{"OAUTH-DEV-11", "an unknown device_code stands for one that is approved", approvedForAll(false)},
		{"OAUTH-DEV-11", "a device_code is found by its beginning", cutCode()},
		{"OAUTH-DEV-12", "a refused request stays pending", renamedError("access_denied", "authorization_pending")},
		{"OAUTH-DEV-12", "a refused request is an invalid grant", renamedError("access_denied", "invalid_grant")},
		{"OAUTH-DEV-12", "whatever is approved is refused once something was", refusedOnward()},
		{"OAUTH-DEV-12", "a refusal by the person is 403", forbiddenByPerson()},
		{"OAUTH-DEV-12", "a refusal is told once, and the request is pending again", deniedOnce("authorization_pending")},
		{"OAUTH-DEV-12", "a refusal is told once, and the request gets tokens then", answeredOnceDenied(200, obj{"access_token": "at_denied", "refresh_token": "rt_denied", "token_type": "Bearer", "expires_in": 3600})},
		{"OAUTH-DEV-13", "the life of a device request begins anew when it is asked for", livelyRequests()},
		{"OAUTH-DEV-13", "a lapsed request stays pending", renamedError("expired_token", "authorization_pending")},
		{"OAUTH-DEV-13", "an approved request does not lapse", approvedForGood()},
		{"OAUTH-DEV-13", "a request that has lapsed can be approved", approvedTooLate()},
		{"OAUTH-DEV-14", "pending is answered 428", layer{response: func(c *call) bool {
			did := pending(c)
			if did {
				c.status = 428
			}
			return did
		}}},
		{"OAUTH-DEV-14", "pending stands under code", layer{response: func(c *call) bool {
			return pending(c) && c.edit(func(o obj) bool { o["code"] = o["error"]; delete(o, "error"); return true })
		}}},
		{"OAUTH-DEV-15", "the complete URI has the code of the request before", formerURI()},
		{"OAUTH-DEV-15", "the complete URI has the device_code", change("device", func(o obj) {
			o["verification_uri_complete"] = text(o, "verification_uri") + "?device_code=" + text(o, "device_code")
		})},
		{"OAUTH-DEV-15", "the complete URI has a code of nobody", change("device", func(o obj) { o["verification_uri_complete"] = text(o, "verification_uri") + "?user_code=AAAA-AAAA" })},
		{"OAUTH-DEV-15", "the complete URI has no code", change("device", func(o obj) { o["verification_uri_complete"] = o["verification_uri"] })},
		{"OAUTH-DEV-16", "polls of a device_code at one time each get tokens", spentLate("device_code", false)},
		{"OAUTH-DEV-16", "a device_code gives tokens twice", handedOut(func(v url.Values) bool { return grantIs("device_code")(v) })},
		{"OAUTH-DEV-16", "a device_code gives the same tokens twice", handedOutAgain("device_code")},
		{"OAUTH-DEV-16", "a device_code that gave tokens is pending again", spentPending()},
		{"OAUTH-DEV-17", "whoever has a device_code need not say who asks", namelessClient()},
		{"OAUTH-DEV-17", "a device_code serves every client", layer{request: anyClient("device_code")}},
	}
}

// deviceNeighbours come near a fault and stay within the text.
func deviceNeighbours() []fault {
	return []fault{
		{"OAUTH-DEV-08", "one poll is too fast, whatever it is", onePollTooSoon()},
		{"OAUTH-DEV-08", "a request of a client takes the place of the one before", onePending()},
		{"OAUTH-DEV-08", "after nine tenths of its time a request is told to slow down", swept(600*time.Second, "slow_down")},
		{"OAUTH-DEV-08", "a client that was not used for ten minutes is registered no more", swept(600*time.Second, "invalid_client")},
		{"OAUTH-DEV-09", "a client that was not used for ten minutes is registered no more", approvalsAfter(10*time.Minute, "invalid_client")},
		{"OAUTH-DEV-09", "after ten minutes a request is told to slow down", approvalsAfter(10*time.Minute, "slow_down")},
		{"OAUTH-DEV-09", "an approval is seen a few seconds later", pendingFor(7 * time.Second)},
		{"OAUTH-DEV-09", "a request whose scope is not offline_access gets no refresh token", scoped("offline_access")},
		{"OAUTH-DEV-12", "the first poll of a request does not know of its refusal yet", firstPollPending()},
		{"OAUTH-DEV-12", "a refusal is told once, and the request is gone", deniedOnce("invalid_grant")},
		{"OAUTH-DEV-10", "a request of a client takes the place of the one before", onePending()},
		{"OAUTH-DEV-15", "something else stands for the user_code in verification_uri_complete", numberedPages()},
		{"OAUTH-DEV-16", "polls of a device_code at one time get the same tokens", spentLate("device_code", true)},
		{"OAUTH-DEV-17", "a name has one client_id", oneIDOf(byName)},
		{"OAUTH-DEV-17", "equal registrations have one client_id", oneIDOf(byAll)},
		{"OAUTH-DEV-17", "all registrations have one client_id", oneIDOf(func(obj) string { return "" })},
	}
}
