package selftest_test

import (
	"net/http"
	"strings"
)

// authFaults break what the text says of credentials and workspaces.
func authFaults() []fault {
	all := []fault{
		{"AUTH-01", "", opened(anonymous)},
		{"AUTH-01", "", layer{response: func(c *call) bool {
			did := c.op == "risk" && c.status == 401
			if did {
				c.answer(200, obj{"flags": []any{}})
			}
			return did
		}}},
		{"AUTH-01", "", code("list", 401, 403)},
		{"AUTH-01", "the connection breaks at calls without a credential", leaving(unsigned, hangsUp)},
		{"AUTH-01", "a missing credential is answered 403", recoded(401, 403, anonymous)},
		{"AUTH-01", "a missing credential is a redirect to the sign-in", layer{response: func(c *call) bool {
			if c.status != 401 || !anonymous(c) {
				return false
			}
			c.status, c.header, c.out = 302, http.Header{"Location": {"/login"}}, nil
			return true
		}}},
		{"AUTH-01", "forms that were filled are open to all", openForms()},
		{"AUTH-01", "a turn without a credential is refused and taken", toldByAnybody()},
		{"AUTH-01", "a key opens in the query", open("me", func(c *call) bool { return unsigned(c) && c.r.URL.Query().Has("api_key") })},
		{"AUTH-02", "", errorsOf(401, func(c *call) { c.out = []byte("Unauthorized") })},
		{"AUTH-02", "a 401 has no body", layer{response: func(c *call) bool {
			did := c.status == 401 && org(c)
			if did {
				c.out = nil
			}
			return did
		}}},
		{"AUTH-02", "a 401 is a page", errorsOf(401, func(c *call) { c.header.Set("Content-Type", "text/html"); c.out = []byte("<html>Sign in</html>") })},
		{"AUTH-02", "detail of a 401 is an object", errorsOf(401, func(c *call) { c.out = []byte(`{"detail":{"code":"unauthorized"}}`) })},
		{"AUTH-02", "a 401 has error in place of detail", errorsOf(401, func(c *call) { c.out = []byte(`{"error":"unauthorized"}`) })},
		{"AUTH-02", "a 401 of one call has no detail", where(func(c *call) bool { return c.op == "risk" }, errorsOf(401, func(c *call) { c.out = []byte(`{}`) }))},
		{"AUTH-03", "", opened(func(c *call) bool { return bearer(c) != "" })},
		{"AUTH-03", "", code("me", 401, 403)},
		{"AUTH-03", "an unknown key is answered 403", recoded(401, 403, func(c *call) bool { return bearer(c) != "" })},
		{"AUTH-03", "an unknown key is answered 404", recoded(401, 404, func(c *call) bool { return bearer(c) != "" })},
		{"AUTH-03", "any JSON Web Token opens", opened(func(c *call) bool { return strings.Count(bearer(c), ".") == 2 })},
		{"AUTH-03", "the end of a key is not looked at", nearKey(func(key, real string) bool { return len(key) == len(real) && key[:len(key)-1] == real[:len(real)-1] })},
		{"AUTH-03", "the case of a key is not looked at", nearKey(strings.EqualFold)},
		{"AUTH-03", "a key with more at its end is taken", nearKey(func(key, real string) bool { return strings.HasPrefix(key, real) })},
		{"AUTH-03", "a key without its prefix is taken", withoutPrefix()},
		{"AUTH-04", "", opened(func(c *call) bool { return c.r.Header.Get("X-Api-Key") != "" })},
		{"AUTH-04", "an unknown key in X-API-Key is answered 403", recoded(401, 403, inHeader)},
		{"AUTH-04", "an empty X-API-Key opens", open("me list get", func(c *call) bool {
			_, there := c.r.Header["X-Api-Key"]
			return there && !inHeader(c) && bearer(c) == ""
		})},
		{"AUTH-04", "the first letters of a key in X-API-Key count", headsOfKeys(20)},
		{"AUTH-05", "", refusedWhen(401, func(c *call) bool { return bearer(c) != "" && strings.HasPrefix(c.r.URL.Path, "/org") })},
		{"AUTH-05", "the scheme is Bearer in one way of writing only", spelledOnce()},
		{"AUTH-05", "keys are taken in X-API-Key only", refusedWhen(401, func(c *call) bool { return strings.HasPrefix(bearer(c), "bsk_") })},
		{"AUTH-05", "a further key opens the API in X-API-Key alone", withKeys(further, func(known func(key string) bool) func(c *call) bool {
			return unauthorised(func(c *call) bool { return known(bearer(c)) })
		})},
		{"AUTH-06", "", refusedWhen(401, func(c *call) bool { return c.r.Header.Get("X-Api-Key") != "" })},
		{"AUTH-06", "a further key opens the API as a bearer token alone", withKeys(further, func(known func(key string) bool) func(c *call) bool {
			return unauthorised(func(c *call) bool { return known(c.r.Header.Get("X-Api-Key")) })
		})},
		{"AUTH-07", "", layer{response: func(c *call) bool {
			return c.op == "me" && c.ok() && c.r.Header.Get("X-Api-Key") != "" && c.edit(func(o obj) bool { o["org_id"] = "org_another"; return true })
		}}},
		{"AUTH-07", "the detail under X-API-Key has no field_values", where(inHeader, set("get", "field_values", obj{}))},
		{"AUTH-07", "the list under X-API-Key is empty", where(inHeader, set("list", "sessions", []any{}))},
		{"AUTH-07", "every key in X-API-Key is taken for the first", firstInHeader()},
		{"AUTH-07", "a session is listed under the header alone that made it", listedUnderItsHeader(always1)},
		{"AUTH-07", "the list under X-API-Key counts other fields", where(inHeader, each("list", "sessions", func(o obj) { o["fields_filled"] = 99 }))},
		{"AUTH-08", "", otherPrefix("create-workspace")},
		{"AUTH-08", "further keys of a workspace begin otherwise", otherPrefix("create-key")},
		{"AUTH-09", "", code("risk", 200, 403)},
		{"AUTH-09", "", code("appointment", 200, 401)},
		{"AUTH-09", "a session is there for the key alone that made it", furtherRefused(404, "get")},
		{"AUTH-09", "a further key is unknown", furtherRefused(401, "me list get create answer extract fill risk pdf documents submit appointment")},
		{"AUTH-09", "a further key may not submit", furtherRefused(403, "submit")},
		{"AUTH-09", "a further key only reads", furtherRefused(403, "answer fill documents")},
		{"AUTH-09", "a further key has no identity", brokenForFurtherKeys("me")},
		{"AUTH-09", "a key does not open documents of a session with a state", ofSessions(madeWith("state", true), layer{request: func(c *call) bool {
			if c.op == "documents" {
				c.refuse(http.StatusUnauthorized)
			}
			return c.op == "documents"
		}})},
		{"AUTH-09", "the identity of a further key is called invalid", withKeys(further, invalidFor("me"))},
		{"AUTH-10", "sessions of a workspace are gone once its first key is revoked", goneWithFirst()},
		{"AUTH-10", "a revoked key goes on in the sessions in which it answered", answeredOpens()},
		{"AUTH-10", "a revoked key goes on working", layer{skip: "revoke-key"}},
		{"AUTH-10", "a revoked key goes on opening details", revokedOpens("get")},
		{"AUTH-10", "a revoked key goes on creating", revokedOpens("create")},
		{"AUTH-10", "with one key the others of its workspace are revoked", revokesAll()},
		{"AUTH-10", "a revoked key works again once a key of its label was made", reopened(false)},
		{"AUTH-10", "the last key that was revoked is the only one", lastRevoked()},
		{"AUTH-10", "keys of one label are revoked in all workspaces", revokedByLabel()},
		{"AUTH-10", "a revoked key opens twice more", spentSlowly(2)},
		{"AUTH-10", "with one key all of its label are revoked", revokesLabel()},
		{"AUTH-10", "a key that was shown in X-API-Key is remembered there", rememberedInHeader()},
		{"AUTH-10", "what a key made is gone when it is revoked", goneOnceRevoked()},
		{"AUTH-10", "with a key the tokens of its workspace are revoked", tokensRevoked()},
		{"AUTH-11", "", lapsing()},
		{"AUTH-11", "three refusals in a row lock all keys out", lockedOut(401)},
		{"AUTH-11", "a further key lapses after a year", furtherLapse()},
		{"AUTH-12", "a token may not submit", refusedWhen(403, func(c *call) bool { return oauth(c) && c.op == "submit" })},
		{"AUTH-12", "", refusedWhen(401, func(c *call) bool { return oauth(c) && c.op == "get" })},
		{"AUTH-12", "the server fails at files that come with a token", where(oauth, code("extract", 200, 500))},
		{"AUTH-13", "a token that is in use goes on past its time", sliding()},
		{"AUTH-13", "an expired token goes on working", layer{skip: "expire-token"}},
		{"AUTH-13", "an expired token goes on opening the list", expiredOpens("list")},
		{"AUTH-13", "an expired token goes on opening details", expiredOpens("get")},
		{"AUTH-13", "an expired token goes on in X-API-Key", expiredInHeader()},
		{"AUTH-13", "an access token never ends whose refresh token was used", endlessOnceRefreshed()},
		{"AUTH-14", "a key opens without the word Bearer before it", layer{request: func(c *call) bool {
			value := c.r.Header.Get("Authorization")
			bare := org(c) && strings.HasPrefix(value, "bsk_") && !strings.Contains(value, " ")
			if bare {
				c.r.Header.Set("Authorization", "Bearer "+value)
			}
			return bare
		}}},
		{"AUTH-14", "", layer{request: func(c *call) bool {
			first, _, two := strings.Cut(bearer(c), " ")
			if two {
				c.r.Header.Set("Authorization", "Bearer "+first)
			}
			return two
		}}},
		{"AUTH-14", "the scheme Basic opens with anything", open("me", func(c *call) bool { return strings.HasPrefix(c.r.Header.Get("Authorization"), "Basic ") })},
		{"AUTH-14", "the scheme before a key is not looked at", layer{request: func(c *call) bool {
			scheme, key, _ := strings.Cut(c.r.Header.Get("Authorization"), " ")
			if scheme == "Bearer" || !strings.HasPrefix(key, "bsk_") {
				return false
			}
			c.r.Header.Set("Authorization", "Bearer "+key)
			return true
		}}},
		{"AUTH-14", "the first word of several is taken", layer{request: func(c *call) bool {
			key, _, more := strings.Cut(bearer(c), " ")
			if more {
				c.r.Header.Set("Authorization", "Bearer "+key)
			}
			return more
		}}},
		{"AUTH-14", "an empty bearer opens", open("me", func(c *call) bool {
			v := c.r.Header.Get("Authorization")
			return v != "" && strings.TrimSpace(strings.TrimPrefix(v, "Bearer")) == ""
		})},
		{"AUTH-14", "a key is taken as the user of Basic", layer{request: func(c *call) bool {
			user, _, is := c.r.BasicAuth()
			if is = is && strings.HasPrefix(user, "bsk_"); is {
				c.r.Header.Set("Authorization", "Bearer "+user)
			}
			return is
		}}},
		{"AUTH-14", "a malformed value is an error of the server", layer{request: func(c *call) bool {
			did := c.r.Header.Get("Authorization") == "Nonsense"
			if did {
				c.refuse(500)
			}
			return did
		}}},
		{"AUTH-14", "the end of a token is not looked at", nearToken(func(token, real string) bool { return strings.HasPrefix(real, token) })},
		{"AUTH-14", "the last letter of a token is not looked at", nearToken(func(token, real string) bool {
			return len(token) == len(real) && token[:len(token)-1] == real[:len(real)-1]
		})},
		{"AUTH-14", "a token with more at its end is taken", nearToken(strings.HasPrefix)},
		{"AUTH-14", "the signature of a token is not looked at", nearToken(func(token, real string) bool { return token[:len(token)*3/4] == real[:len(real)*3/4] })},
		{"AUTH-14", "what a token says is taken unsigned", nearToken(func(token, real string) bool { return token[len(token)*3/4:] == real[len(real)*3/4:] })},
		{"AUTH-14", "a token that nobody was given is an error of the server", recoded(401, 500, func(c *call) bool {
			return oauth(c) && len(bearer(c)) > 20 && strings.HasPrefix(c.r.Header.Get("Authorization"), "Bearer ")
		})},
		{"AUTH-14", "a malformed Authorization value is 404", layer{response: func(c *call) bool {
			did := c.op == "me" && c.status == 401 && !anonymous(c) && !strings.HasPrefix(c.r.Header.Get("Authorization"), "Bearer ")
			if did {
				c.refuse(404)
			}
			return did
		}}},
		{"AUTH-14", "a key without a scheme opens, whatever it is", open("me", func(c *call) bool { return strings.HasPrefix(c.r.Header.Get("Authorization"), "bsk_") })},
		{"AUTH-14", "the scheme Token opens with anything", open("me", func(c *call) bool { return strings.HasPrefix(c.r.Header.Get("Authorization"), "Token ") })},
		{"AUTH-15", "", layer{response: func(c *call) bool {
			did := c.op == "submit" && c.status == 404
			if did {
				c.refuse(403)
			}
			return did
		}}},
		{"AUTH-15", "sessions are open to workspaces of the name of their own", leaksToNamesakes("get")},
		{"AUTH-15", "the refusal of a foreign session names its insured", namesInsured()},
		{"AUTH-15", "what is skipped in a session is asked in none", skipsOfAll()},
		{"AUTH-15", "a create without lobs has those of all", lobsOfAll()},
		{"AUTH-15", "a token finds the sessions of each workspace in which its client is signed in", ofAllItsWorkspaces()},
		{"AUTH-15", "answers are remembered by the name of the insured", answersByName()},
		{"AUTH-15", "a form is replaced by that of another workspace whose session has the same name", formsByName(false, func(own bool) bool { return !own })},
		{"AUTH-15", "a form of another workspace is given where its session has the same name", formsByName(true, func(own bool) bool { return !own })},
		{"AUTH-15", "answers also go to the sessions of another workspace that have the same name", toldToNamesake(1)},
		{"AUTH-15", "from the third turn on answers also go to the sessions of another workspace that have the same name", toldToNamesake(3)},
		{"AUTH-15", "what was said in another workspace is read with the next message", saidElsewhere()},
		{"AUTH-15", "a session begins with what was answered in all others", begunWithAll()},
		{"AUTH-16", "", refusedWhen(404, func(c *call) bool { return oauth(c) && c.op == "get" })},
		{"AUTH-16", "the detail under a token has no fields_total", where(oauth, drop("get", "fields_total"))},
		{"AUTH-16", "a token sees none of the key's sessions", layer{response: func(c *call) bool {
			did := oauth(c) && c.op == "get" && c.ok()
			if did {
				c.refuse(404)
			}
			return did
		}}},
		{"AUTH-16", "the list of a token has none of the key's sessions", where(oauth, set("list", "sessions", []any{}))},
		{"AUTH-16", "a session made with a token is not seen by the key", madeByToken()},
		{"AUTH-16", "the list of a token has its own sessions alone", ownList()},
		{"AUTH-16", "a session of another workspace's token is nowhere", firstTokens()},
		{"AUTH-17", "", layer{response: func(c *call) bool {
			did := c.op == "get" && c.status == 401
			if did {
				c.refuse(404)
			}
			return did
		}}},
		{"AUTH-16", "a session that was submitted is hidden from tokens", hiddenOnceSent()},
		{"AUTH-17", "a body is validated before the credential", layer{request: func(c *call) bool {
			did := c.op == "create" && anonymous(c) && c.requested("create", func(o obj) bool { return text(o, "insured_name") == "" })
			if did {
				c.refuse(422)
			}
			return did
		}}},
		{"AUTH-17", "an appointment is validated before the credential", layer{request: func(c *call) bool {
			did := c.op == "appointment" && anonymous(c) && strings.Contains(string(c.in), "[")
			if did {
				c.refuse(422)
			}
			return did
		}}},
		{"AUTH-17", "an upload is looked at before the credential", refusedWhen(422, func(c *call) bool {
			return c.op == "extract" && anonymous(c) && !strings.HasPrefix(c.r.Header.Get("Content-Type"), "multipart/")
		})},
		{"AUTH-18", "", opened(func(c *call) bool { return oauth(c) })},
		{"AUTH-18", "a refresh token opens", refreshOpens("me")},
		{"AUTH-18", "a refresh token opens the list", refreshOpens("list")},
		{"AUTH-18", "the refresh token of a refresh opens", pairOpens("refresh_token")},
		{"AUTH-18", "the refresh token of an approval opens", pairOpens("device_code")},
		{"AUTH-18", "a device_code opens the API once it was approved", openedByDevice()},
		{"AUTH-09", "people alone may submit", refusedWhen(403, func(c *call) bool { return c.op == "submit" && withKey(c) })},
		{"AUTH-09", "a key may not ask for an appointment", layer{request: func(c *call) bool {
			if c.op != "appointment" || !withKey(c) {
				return false
			}
			c.answer(403, obj{"detail": "Not for keys."})
			return true
		}}},
	}
	all = append(all, eachOpen("AUTH-01", "no credential is asked for", noCredential)...)
	all = append(all, eachOpen("AUTH-03", "any key is taken", func(c *call) bool { return stranger(c) && !inHeader(c) })...)
	all = append(all, eachOpen("AUTH-04", "any key is taken in X-API-Key", func(c *call) bool { return stranger(c) && inHeader(c) })...)
	all = append(all, eachShut("AUTH-06", "X-API-Key is not read", "me create list get answer extract documents fill risk", inHeader)...)
	all = append(all, eachShut("AUTH-09", "a key does not open", everyCall, withKey)...)
	all = append(all, eachShut("AUTH-12", "a token does not open", "me create list get answer extract fill risk", oauth)...)
	for _, op := range strings.Fields("get answer extract documents fill pdf risk submit") {
		all = append(all, fault{"AUTH-15", "a foreign session is answered 403: " + op, recoded(404, 403, func(c *call) bool { return c.op == op })})
		if op == "pdf" || op == "submit" { // these want a session with filled forms
			continue
		}
		all = append(all, fault{"AUTH-15", "a token opens foreign sessions: " + op, where(func(c *call) bool { return c.op == "create" || oauth(c) }, leaks(op))})
	}
	for _, op := range strings.Fields("get answer extract documents fill pdf risk submit") {
		all = append(all, fault{"AUTH-17", "the session is looked for first: " + op, soughtFirst(op)})
	}
	for _, op := range []string{"get", "documents"} {
		all = append(all, fault{"AUTH-07", "a session that X-API-Key made is there under it alone: " + op, foundInHeader(op)})
	}
	for _, kind := range []string{"refresh_token", "device_code", "authorization_code"} {
		all = append(all, fault{"AUTH-13", "an access token lives for ever: " + kind, undying(kind)})
	}
	for _, op := range strings.Fields("get answer fill pdf risk submit") {
		all = append(all, fault{"AUTH-15", "another key in X-API-Key sees this: " + op, leaksInHeader(op)})
	}
	return all
}

// authNeighbours come near a fault and stay within the text.
func authNeighbours() []fault {
	return []fault{
		{"AUTH-01", "the connection breaks at the first call without a credential", leaving(upTo(1, unsigned), hangsUp)},
		{"AUTH-11", "after three refusals in a row all have to wait", lockedOut(429)},
		{"AUTH-07", "the list under X-API-Key is a moment behind", lateInHeader()},
		{"AUTH-07", "documents under another part", named("documents under document only").layer()},
		{"AUTH-09", "a session is submitted once", once("submit")},
		{"AUTH-09", "an appointment is asked for once", once("appointment")},
		{"AUTH-10", "a key that was revoked is given out anew for its label", reopened(true)},
		{"AUTH-10", "a label is of one key", ofOneLabel(func(string) (obj, bool) { return nil, true })},
		{"AUTH-10", "a label that is taken gives its key", ofOneLabel(func(key string) (obj, bool) { return obj{"api_key": key}, false })},
		{"AUTH-13", "tokens are not taken in X-API-Key", refusedWhen(401, func(c *call) bool {
			return inHeader(c) && !strings.HasPrefix(c.r.Header.Get("X-Api-Key"), "bsk_")
		})},
		{"AUTH-15", "other questions are asked in every other session", inEveryOther()},
		{"AUTH-15", "a client is signed in to one workspace at a time", inOneWorkspace(true)},
		{"AUTH-15", "a client is of the workspace that approved it first", inOneWorkspace(false)},
		{"AUTH-15", "what is known of all who have a word in their names is there at once", reply("get", func(o obj) bool {
			values, _ := o["field_values"].(obj)
			did := values["business_description"] == nil && strings.Contains(text(o, "insured_name"), "Roofing")
			if did {
				values["business_description"] = "Residential roofing contractor"
			}
			return did
		})},
		{"AUTH-16", "the list of a token is short where it asks for no limit", where(oauth, layer{response: func(c *call) bool {
			return c.op == "list" && c.ok() && c.r.URL.Query().Get("limit") == "" && c.edit(func(o obj) bool {
				list, _ := o["sessions"].([]any)
				o["sessions"] = list[:min(len(list), 1)]
				return len(list) > 1
			})
		}})},
	}
}
