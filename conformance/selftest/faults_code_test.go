package selftest_test

import (
	"bytes"
	"net/url"
	"strings"
)

// codeFaults break what the text says of the code flow.
func codeFaults() []fault {
	return []fault{
		{"OAUTH-CODE-01", "", layer{verb: func(verb string, _, out obj) bool {
			out["redirect_to"] = "https://elsewhere.example/"
			return verb == "authorize"
		}}},
		{"OAUTH-CODE-01", "a code stands behind a second question mark", codeSentTo(func(redirect string, q url.Values) string {
			return redirect + "?" + url.Values{"code": q["code"], "state": q["state"]}.Encode()
		})},
		{"OAUTH-CODE-01", "a code takes the place of the query", codeSentTo(func(redirect string, q url.Values) string {
			bare, _, asks := strings.Cut(redirect, "?")
			if !asks {
				return ""
			}
			return bare + "?" + url.Values{"code": q["code"], "state": q["state"]}.Encode()
		})},
		{"OAUTH-CODE-06", "state is cut after 48 characters", redirected(func(q url.Values) { q.Set("state", q.Get("state")[:min(len(q.Get("state")), 48)]) })},
		{"OAUTH-CODE-01", "the browser is sent without a code", redirected(func(q url.Values) { q.Del("code") })},
		{"OAUTH-CODE-01", "the browser is sent to localhost", layer{verb: func(verb string, _, out obj) bool {
			was := verb == "authorize"
			if was {
				out["redirect_to"] = strings.Replace(text(out, "redirect_to"), "127.0.0.1", "localhost", 1)
			}
			return was
		}}},
		{"OAUTH-CODE-01", "a loopback address is refused with 400", refusesSignIn(sentTo("127.0.0.1"), withStatus(400))},
		{"OAUTH-CODE-01", "a loopback address is refused with 403", refusesSignIn(sentTo("127.0.0.1"), withStatus(403))},
		{"OAUTH-CODE-01", "a loopback address is refused with 422", refusesSignIn(sentTo("127.0.0.1"), withStatus(422))},
		{"OAUTH-CODE-01", "registration keeps localhost alone", loses(func(list []any) []any {
			for i, one := range list {
				if s, is := one.(string); is {
					list[i] = strings.Replace(s, "127.0.0.1", "localhost", 1)
				}
			}
			return list
		})},
		{"OAUTH-CODE-01", "the browser is sent back with unsupported_response_type", refusesSignIn(fromClient, withError("unsupported_response_type"))},
		{"OAUTH-CODE-02", "", grant("authorization_code", func(o obj) { delete(o, "access_token") })},
		{"OAUTH-CODE-02", "a code yields no refresh token", grant("authorization_code", func(o obj) { delete(o, "refresh_token") })},
		{"OAUTH-CODE-02", "a verifier has 64 characters at most", noVerifier(func(v string) bool { return len(v) > 64 })},
		{"OAUTH-CODE-02", "a verifier is in the letters of base64url", noVerifier(func(v string) bool { return strings.ContainsAny(v, "~.") })},
		{"OAUTH-CODE-02", "an address is unescaped twice when a code is exchanged", layer{request: func(c *call) bool {
			redirect := form(c).Get("redirect_uri")
			again, _ := url.QueryUnescape(redirect)
			did := c.op == "token" && again != redirect
			if did {
				c.noGrant()
			}
			return did
		}}},
		{"OAUTH-CODE-02", "the exchange gives no access token", grant("authorization_code", cut("access_token"))},
		{"OAUTH-CODE-02", "the exchange is answered 201", where(func(c *call) bool { return grantIs("authorization_code")(form(c)) }, code("token", 200, 201))},
		{"OAUTH-CODE-02", "a verifier of fewer than 64 characters is refused", layer{response: func(c *call) bool {
			short := c.op == "token" && c.ok() && form(c).Has("code_verifier") && len(form(c).Get("code_verifier")) < 64
			if short {
				c.answer(400, obj{"error": "invalid_grant", "detail": "short"})
			}
			return short
		}}},
		{"OAUTH-CODE-02", "an address is compared with a path that it has not", layer{request: func(c *call) bool {
			u, err := url.Parse(form(c).Get("redirect_uri"))
			did := c.op == "token" && grantIs("authorization_code")(form(c)) && err == nil && u.Path == ""
			if did {
				c.noGrant()
			}
			return did
		}}},
		{"OAUTH-CODE-02", "a client has one code, the last", lastCode(func(client, _ string) string { return client })},
		{"OAUTH-CODE-02", "a client has one challenge, the last", lastChallenge()},
		{"OAUTH-CODE-03", "", handedOut(grantIs("authorization_code"))},
		{"OAUTH-CODE-03", "after a wrong verifier any passes", triedOnce()},
		{"OAUTH-CODE-03", "challenges are compared whatever the case of their letters", foldedChallenges()},
		{"OAUTH-CODE-03", "the first letter of a challenge is compared", comparedChallenges(func(one, other string) bool { return one != "" && other != "" && one[0] == other[0] })},
		{"OAUTH-CODE-03", "the last sixteen letters of a challenge are compared", comparedChallenges(func(one, other string) bool {
			return len(one) > 16 && strings.HasSuffix(other, one[len(one)-16:])
		})},
		{"OAUTH-CODE-03", "a wrong verifier is taken", handedOut(func(v url.Values) bool { return grantIs("authorization_code")(v) && v.Get("code_verifier") != "" })},
		{"OAUTH-CODE-03", "a missing verifier is taken", handedOut(func(v url.Values) bool { return grantIs("authorization_code")(v) && v.Get("code_verifier") == "" })},
		{"OAUTH-CODE-03", "43 letters of a verifier count", layer{request: func(c *call) bool {
			values := form(c)
			verifier := values.Get("code_verifier")
			did := c.op == "token" && len(verifier) > 43
			if did {
				values.Set("code_verifier", verifier[:43])
				c.in = []byte(values.Encode())
			}
			return did
		}}},
		{"OAUTH-CODE-03", "an empty verifier is taken", handedOut(verifierIs(func(v string) bool { return v == "" }))},
		{"OAUTH-CODE-03", "a short verifier is taken", handedOut(verifierIs(func(v string) bool { return v != "" && len(v) < 43 }))},
		{"OAUTH-CODE-03", "a client that had a right verifier once needs none", provenClient()},
		{"OAUTH-CODE-03", "a code that nobody was given is taken", unknownCode(func(c *call) {
			c.answer(200, obj{"access_token": "at_x", "refresh_token": "rt_x", "token_type": "Bearer", "expires_in": 60})
		})},
		{"OAUTH-CODE-04", "", tokenMe("org_id", "org_another")},
		{"OAUTH-CODE-04", "a token is of the workspace that signed in last", lastSignIn("authorize", "authorization_code")},
		{"OAUTH-CODE-04", "a token of a code has no identity", ofGrant("authorization_code", code("me", 200, 404))},
		{"OAUTH-CODE-04", "a token works in the first workspace", actsElsewhere("authorization_code")},
		{"OAUTH-CODE-04", "every code is of one workspace", oneWorkspace("authorization_code")},
		{"OAUTH-CODE-04", "the token of a code opens nothing", grant("authorization_code", func(o obj) { o["access_token"] = "bat_dead" })},
		{"OAUTH-CODE-04", "a code needs nobody to sign in", codeOfNobody()},
		{"OAUTH-CODE-05", "another port is refused before anybody signs in", statusForNobody(400, func(c *call) bool { return strings.Contains(c.r.URL.Query().Get("redirect_uri"), ":51733/") })},
		{"OAUTH-CODE-05", "a redirect without a port is that of port 80", portOfHTTP()},
		{"OAUTH-CODE-05", "a code is sent to the port that was registered", codeSentTo(func(redirect string, q url.Values) string {
			if !strings.Contains(redirect, ":51733/") {
				return ""
			}
			return strings.Replace(redirect, ":51733/", ":48127/", 1) + "?" + q.Encode()
		})},
		{"OAUTH-CODE-05", "a code is exchanged with the redirect that was registered", layer{request: func(c *call) bool {
			did := c.op == "token" && strings.Contains(form(c).Get("redirect_uri"), ":51733/") && grantIs("authorization_code")(form(c))
			if did {
				c.answer(400, obj{"error": "invalid_grant"})
			}
			return did
		}}},
		{"OAUTH-CODE-05", "the port must be the registered one", layer{verb: func(verb string, in, out obj) bool {
			was := verb == "authorize" && strings.Contains(text(in, "authorization_url"), "51733")
			if was {
				out["redirect_to"] = ""
			}
			return was
		}}},
		{"OAUTH-CODE-05", "another port is refused with 400", refusesSignIn(sentTo("51733"), withStatus(400))},
		{"OAUTH-CODE-06", "state is in small letters", redirected(func(q url.Values) { q.Set("state", strings.ToLower(q.Get("state"))) })},
		{"OAUTH-CODE-06", "the redirect lacks the issuer that the metadata promises", redirected(func(q url.Values) { q.Del("iss") })},
		{"OAUTH-CODE-07", "a code is exchanged with any redirect_uri", layer{request: func(c *call) bool {
			wrong := []byte(url.QueryEscape("http://127.0.0.1:48127/elsewhere"))
			did := c.op == "token" && bytes.Contains(c.in, wrong)
			c.in = bytes.ReplaceAll(c.in, wrong, []byte(url.QueryEscape("http://127.0.0.1:48127/callback")))
			return did
		}}},
		{"OAUTH-CODE-06", "state is lost", redirected(func(q url.Values) { q.Del("state") })},
		{"OAUTH-CODE-06", "state is in capitals", redirected(func(q url.Values) { q.Set("state", strings.ToUpper(q.Get("state"))) })},
		{"OAUTH-CODE-06", "a state with a space is refused", refusesSignIn(func(q url.Values) bool { return strings.Contains(q.Get("state"), " ") }, withStatus(400))},
		{"OAUTH-CODE-06", "a long state is cut", codeSentTo(func(redirect string, q url.Values) string {
			if len(q.Get("state")) <= 255 {
				return ""
			}
			q.Set("state", q.Get("state")[:255])
			return redirect + "?" + q.Encode()
		})},
		{"OAUTH-CODE-06", "a state comes back where none was sent", codeSentTo(func(redirect string, q url.Values) string {
			if q.Get("state") != "" {
				return ""
			}
			q.Set("state", "undefined")
			return redirect + "?" + q.Encode()
		})},
		{"OAUTH-CODE-06", "a plus in state becomes a space", redirected(func(q url.Values) { q.Set("state", strings.ReplaceAll(q.Get("state"), "+", " ")) })},
		{"OAUTH-CODE-06", "state is escaped twice", redirected(func(q url.Values) { q.Set("state", url.QueryEscape(q.Get("state"))) })},
		{"OAUTH-CODE-06", "an error comes back without the state", redirected(func(q url.Values) {
			if q.Has("error") {
				q.Del("state")
			}
		})},
		{"OAUTH-CODE-06", "errors without a sign-in are in the fragment", errorOfNobody(func(q url.Values) bool { return q.Get("response_type") == "code" }, inFragment)},
		{"OAUTH-CODE-06", "the error of a missing response_type is in the fragment", errorOfNobody(func(q url.Values) bool { return !q.Has("response_type") }, inFragment)},
		{"OAUTH-CODE-06", "errors without a sign-in have the state in small letters", errorOfNobody(anyRequest, func(to *url.URL) {
			to.RawQuery = strings.ToLower(to.RawQuery)
		})},
		{"OAUTH-CODE-06", "the error of another response_type is without the state", errorOfNobody(func(q url.Values) bool { return q.Get("response_type") == "token" }, withoutState)},
		{"OAUTH-CODE-07", "exchanges of a code at one time each get tokens", spentLate("code", false)},
		{"OAUTH-CODE-07", "a code is taken from any client", codesOfAnybody()},
		{"OAUTH-CODE-07", "codes never lapse", lastingCodes()},
		{"OAUTH-CODE-07", "a code works twice", handedOut(grantIs("authorization_code"))},
		{"OAUTH-CODE-07", "the tokens of a code that comes twice go on", spentInPeace()},
		{"OAUTH-CODE-08", "who asks for a token gets a code", codeForToken()},
		{"OAUTH-CODE-08", "an empty challenge is one", emptyChallenge()},
		{"OAUTH-CODE-08", "a challenge that is the verifier itself is taken, and its method is not listed", plainChallenge()},
		{"OAUTH-CODE-08", "a request without a challenge brings a code at once", answersNobody(func(q url.Values, _ bool) string {
			if q.Get("response_type") != "code" || q.Has("code_challenge") {
				return ""
			}
			return q.Get("redirect_uri") + "?" + url.Values{"code": {"ac_x"}, "state": q["state"]}.Encode()
		})},
		{"OAUTH-CODE-08", "PKCE is not asked for", layer{instead: func(verb string, in obj) (obj, bool) {
			if verb != "authorize" || strings.Contains(text(in, "authorization_url"), "code_challenge") {
				return nil, false
			}
			return obj{"redirect_to": "http://127.0.0.1:48127/callback?code=ac_x&state=x"}, true
		}}},
		{"OAUTH-CODE-09", "what stands before the host is the host", anyTarget("@evil.example")},
		{"OAUTH-CODE-09", "addresses of https are compared by their beginnings", byBeginning()},
		{"OAUTH-CODE-09", "paths of redirects in letters of either case", anyTarget("/CALLBACK")},
		{"OAUTH-CODE-09", "any port of a host gets the code", anyTarget(":8443")},
		{"OAUTH-CODE-09", "any host gets the code", anyTarget("evil.example")},
		{"OAUTH-CODE-09", "any path gets the code", anyTarget("elsewhere")},
		{"OAUTH-CODE-09", "a target that begins as a registered one gets the code", anyTarget("callbacks")},
		{"OAUTH-CODE-09", "the target of another client gets the code", anyTarget("another")},
		{"OAUTH-CODE-09", "an error goes to any address", answersNobody(func(q url.Values, known bool) string {
			return errorTo(q, known && strings.Contains(q.Get("redirect_uri"), "evil.example"))
		})},
		{"OAUTH-CODE-09", "an error goes to any path", answersNobody(func(q url.Values, known bool) string {
			return errorTo(q, known && strings.Contains(q.Get("redirect_uri"), "/elsewhere"))
		})},
		{"OAUTH-CODE-09", "an error goes to an address with a slash more", answersNobody(func(q url.Values, known bool) string {
			return errorTo(q, known && strings.HasSuffix(q.Get("redirect_uri"), "/callback/"))
		})},
		{"OAUTH-CODE-09", "an error goes to an address before it is compared", answersNobody(func(q url.Values, known bool) string {
			return errorTo(q, known && q.Get("response_type") == "token")
		})},
		{"OAUTH-CODE-09", "an error goes to any address of a client that is not known", answersNobody(func(q url.Values, known bool) string {
			return errorTo(q, !known && q.Has("client_id"))
		})},
		{"OAUTH-CODE-09", "a redirect_uri with a fragment is registered", layer{request: func(c *call) bool {
			did := c.op == "register" && bytes.Contains(c.in, []byte("#part"))
			c.in = bytes.ReplaceAll(c.in, []byte("#part"), nil)
			return did
		}, response: func(c *call) bool {
			return c.op == "register" && c.edit(func(o obj) bool { delete(o, "redirect_uris"); return true })
		}}},
	}
}

// codeNeighbours come near a fault and stay within the text.
func codeNeighbours() []fault {
	return []fault{
		{"OAUTH-CODE-03", "an unknown code is refused with 401", unknownCode(func(c *call) { c.answer(401, obj{"error": "invalid_client"}) })},
		{"OAUTH-CODE-04", "nobody signed in is told to the application", answersNobody(func(q url.Values, known bool) string {
			if !known || q.Get("redirect_uri") != "http://127.0.0.1:48127/callback" {
				return ""
			}
			return q.Get("redirect_uri") + "?" + url.Values{"error": {"login_required"}, "state": q["state"]}.Encode()
		})},
		{"OAUTH-CODE-08", "a request without a challenge leads to a sign-in elsewhere", answersNobody(func(q url.Values, _ bool) string {
			return "https://login.example/?" + url.Values{"code": {"x"}, "next": {q.Get("redirect_uri")}}.Encode()
		})},
		{"OAUTH-CODE-09", "a wrong address leads to a page of the server's own", answersNobody(func(q url.Values, _ bool) string {
			return "/problem?" + url.Values{"error": {"invalid_request"}, "redirect_uri": q["redirect_uri"]}.Encode()
		})},
		{"OAUTH-CODE-09", "a request leads to a sign-in elsewhere before it is looked at", answersNobody(func(q url.Values, _ bool) string {
			return "https://login.example/callback?" + q.Encode()
		})},
		{"OAUTH-CODE-09", "an error about an address goes to the one that is registered", answersNobody(func(q url.Values, known bool) string {
			if !known || q.Get("redirect_uri") == "http://127.0.0.1:48127/callback" {
				return ""
			}
			return "http://127.0.0.1:48127/callback?" + url.Values{"error": {"invalid_request"}, "state": q["state"]}.Encode()
		})},
		{"OAUTH-CODE-01", "an address has no query", addressRefused("?")},
		{"OAUTH-CODE-02", "an address has no escapes", addressRefused("%")},
		{"OAUTH-CODE-02", "an address has a path", layer{request: func(c *call) bool {
			did := c.op == "register" && strings.Contains(string(c.in), `:48127"`)
			if did {
				c.refuse(400)
			}
			return did
		}}},
		{"OAUTH-CODE-02", "a second sign-in of a person takes the place of the first", lastCode(func(client, org string) string { return client + " " + org })},
		{"OAUTH-CODE-02", "a client is of the workspace that signed in to it first", ofFirstWorkspace()},
		{"OAUTH-CODE-02", "a connection that is kept breaks before the answer", brittle("token")},
		{"OAUTH-CODE-04", "a second sign-in of a person takes the place of the first", lastCode(func(client, org string) string { return client + " " + org })},
		{"OAUTH-CODE-05", "a redirect has a port", refusing("register", 400, `"http://127.0.0.1/`)},
		{"OAUTH-CODE-06", "errors of another response_type are in the fragment", errorOfNobody(func(q url.Values) bool { return q.Get("response_type") == "token" }, inFragment)},
		{"OAUTH-CODE-06", "errors without a sign-in are pages", layer{response: func(c *call) bool {
			did := c.op == "authorize" && c.status/100 == 3
			if did {
				c.header.Del("Location")
				c.answer(400, obj{"detail": "The application asks for something that there is not."})
			}
			return did
		}}},
		{"OAUTH-CODE-06", "nobody is told of a fault before a sign-in", answersNobody(func(url.Values, bool) string { return "/login" })},
		{"OAUTH-CODE-06", "a state is needed, and short", layer{fails: func(verb string, in obj) bool {
			state := asked(in).Get("state")
			return verb == "authorize" && (state == "" || len(state) > 255)
		}}},
		{"OAUTH-CODE-07", "exchanges of a code at one time get the same tokens", spentLate("code", true)},
		{"OAUTH-CODE-09", "a client has all addresses that its name ever registered", allAddresses()},
		{"OAUTH-CODE-09", "clients are programs of a desk, with no address of https", layer{request: func(c *call) bool {
			return c.op == "register" && c.requestRefused(400, func(obj) bool { return strings.Contains(string(c.in), `"https://`) })
		}}},
	}
}
