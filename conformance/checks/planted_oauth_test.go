package checks_test

import (
	"encoding/json"
	"net/url"
	"strings"
)

func tokenError(value string) layer {
	return layer{response: func(c *call) bool {
		return c.op == "token" && !c.ok() && c.edit(func(o obj) bool { o["error"] = value; return true })
	}}
}

func pending(c *call) bool {
	return c.op == "token" && strings.Contains(string(c.out), "authorization_pending")
}

func formWithout(op, name string, status int) layer {
	return layer{request: func(c *call) bool {
		did := c.op == op && form(c).Get(name) == ""
		if did {
			c.answer(status, obj{"error": "invalid_request", "detail": name + " is missing"})
		}
		return did
	}}
}

// plantedOAuth are faults of the sign-in.
func plantedOAuth() []plant {
	all := []plant{
		{"OAUTH-META-01", "metadata wants a credential", layer{request: func(c *call) bool {
			did := c.op == "metadata" && anonymous(c)
			if did {
				c.refuse(401)
			}
			return did
		}}},
		{"OAUTH-META-01", "metadata is not there", code("metadata", 200, 404)},
		{"OAUTH-META-01", "metadata is a list", raw("metadata", "application/json", `[]`)},
		{"OAUTH-META-03", "grant types are a text", set("metadata", "grant_types_supported", "authorization_code")},
		{"OAUTH-META-03", "grant types are missing", drop("metadata", "grant_types_supported")},
		{"OAUTH-META-04", "the device grant is not listed", set("metadata", "grant_types_supported", []any{"authorization_code", "refresh_token"})},
		{"OAUTH-META-04", "the device grant is listed by a short name", set("metadata", "grant_types_supported", []any{"authorization_code", "device_code"})},
		{"OAUTH-META-04", "the code grant is not listed", set("metadata", "grant_types_supported", []any{deviceGrantName})},
		{"OAUTH-META-05", "the token endpoint is elsewhere and dead", change("metadata", func(o obj) { o["token_endpoint"] = text(o, "issuer") + "/oauth2/token" })},
		{"OAUTH-META-06", "issuer is missing", drop("metadata", "issuer")},
		{"OAUTH-META-06", "response types are missing", drop("metadata", "response_types_supported")},
		{"OAUTH-META-06", "S256 is not listed", set("metadata", "code_challenge_methods_supported", []any{"plain"})},
		{"OAUTH-DEV-01", "the device call is answered 201", code("device", 200, 201)},
		{"OAUTH-DEV-01", "the device call wants JSON", layer{request: func(c *call) bool {
			did := c.op == "device" && strings.Contains(c.r.Header.Get("Content-Type"), "form")
			if did {
				c.refuse(415)
			}
			return did
		}}},
		{"OAUTH-DEV-02", "the device call wants a credential", layer{request: func(c *call) bool {
			did := c.op == "device" && anonymous(c)
			if did {
				c.refuse(401)
			}
			return did
		}}},
		{"OAUTH-DEV-03", "user_code is missing", drop("device", "user_code")},
		{"OAUTH-DEV-03", "user_code is a number", set("device", "user_code", 123456)},
		{"OAUTH-DEV-03", "verification_uri_complete is missing", drop("device", "verification_uri_complete")},
		{"OAUTH-DEV-03", "verification_uri is named verification_url", change("device", func(o obj) { o["verification_url"] = o["verification_uri"]; delete(o, "verification_uri") })},
		{"OAUTH-DEV-03", "verification_uri is a sentence", set("device", "verification_uri", "see our website")},
		{"OAUTH-DEV-04", "interval is missing", drop("device", "interval")},
		{"OAUTH-DEV-04", "interval is a text", set("device", "interval", "5")},
		{"OAUTH-DEV-04", "expires_in is null", set("device", "expires_in", nil)},
		{"OAUTH-DEV-04", "expires_in is negative", set("device", "expires_in", -1)},
		{"OAUTH-DEV-04", "interval is in milliseconds", set("device", "interval", 5000)},
		{"OAUTH-DEV-04", "interval is 0", set("device", "interval", 0)},
		{"OAUTH-DEV-05", "device_code is missing", drop("device", "device_code")},
		{"OAUTH-DEV-05", "device_code is empty", set("device", "device_code", "")},
		{"OAUTH-DEV-06", "scope is mandatory", formWithout("device", "scope", 400)},
		{"OAUTH-DEV-07", "client_id is not asked for", layer{response: func(c *call) bool {
			if c.op != "device" || c.ok() || form(c).Get("client_id") != "" {
				return false
			}
			c.answer(200, obj{"device_code": "dc_x", "user_code": "ABCD-EFGH", "verification_uri": "http://x.example/", "verification_uri_complete": "http://x.example/?c=ABCD-EFGH", "interval": 5, "expires_in": 60})
			return true
		}}},
		{"OAUTH-DEV-07", "a missing client_id is an error of the server", layer{response: func(c *call) bool {
			did := c.op == "device" && !c.ok() && form(c).Get("client_id") == ""
			if did {
				c.refuse(500)
			}
			return did
		}}},
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
		{"OAUTH-DEV-09", "no refresh token after approval", grant("device_code", cut("refresh_token"))},
		{"OAUTH-DEV-09", "approval is answered 201", where(func(c *call) bool { return grantIs("device_code")(form(c)) }, code("token", 200, 201))},
		{"OAUTH-DEV-09", "an approved request stays pending", layer{response: func(c *call) bool {
			if c.op != "token" || !c.ok() || !grantIs("device_code")(form(c)) {
				return false
			}
			c.answer(400, obj{"error": "authorization_pending", "detail": "wait"})
			return true
		}}},
		{"OAUTH-DEV-10", "every token is of one workspace", oneWorkspace("device_code")},
		{"OAUTH-DEV-11", "an unknown device_code gives a token", unknownDevice()},
		{"OAUTH-DEV-11", "an unknown device_code is an error of the server", layer{response: func(c *call) bool {
			did := c.op == "token" && !c.ok() && strings.Contains(string(c.out), "invalid_grant")
			if did {
				c.refuse(500)
			}
			return did
		}}},
		{"OAUTH-DEV-08", "an approval counts for another request of the client", approvedForAll(true)},
		{"OAUTH-DEV-08", "a refused request gets a token", layer{response: func(c *call) bool {
			did := c.op == "token" && strings.Contains(string(c.out), "access_denied")
			if did {
				c.answer(200, obj{"access_token": "at_refused", "refresh_token": "rt_refused", "token_type": "Bearer", "expires_in": 60})
			}
			return did
		}}},
		{"OAUTH-DEV-11", "an unknown device_code stands for one that is approved", approvedForAll(false)},
		{"OAUTH-DEV-12", "a refused request stays pending", renamedError("access_denied", "authorization_pending")},
		{"OAUTH-DEV-12", "a refused request is an invalid grant", renamedError("access_denied", "invalid_grant")},
		{"OAUTH-DEV-13", "a lapsed request stays pending", renamedError("expired_token", "authorization_pending")},
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
		{"OAUTH-DEV-15", "the complete URI has no code", change("device", func(o obj) { o["verification_uri_complete"] = o["verification_uri"] })},
		{"OAUTH-DEV-16", "a device_code gives tokens twice", handedOut(func(v url.Values) bool { return grantIs("device_code")(v) })},
		{"OAUTH-DEV-17", "a device_code serves every client", layer{request: anyClient("device_code")}},
		{"OAUTH-TOKEN-01", "the token call wants JSON", layer{request: func(c *call) bool {
			did := c.op == "token" && strings.Contains(c.r.Header.Get("Content-Type"), "form")
			if did {
				c.refuse(415)
			}
			return did
		}}},
		{"OAUTH-TOKEN-01", "a refresh is answered 201", where(func(c *call) bool { return grantIs("refresh_token")(form(c)) }, code("token", 200, 201))},
		{"OAUTH-TOKEN-02", "a refresh gives no refresh token", grant("refresh_token", cut("refresh_token"))},
		{"OAUTH-TOKEN-02", "the second refresh gives a dead refresh token", shortChain(2, "refresh_token")},
		{"OAUTH-TOKEN-02", "the third refresh gives a dead access token", shortChain(3, "access_token")},
		{"OAUTH-TOKEN-02", "a refresh gives a dead access token", grant("refresh_token", put("access_token", "at_dead"))},
		{"OAUTH-TOKEN-01", "a refresh is refused", where(func(c *call) bool { return grantIs("refresh_token")(form(c)) }, code("token", 200, 400))},
		{"OAUTH-TOKEN-03", "the refresh token stays", layer{response: func(c *call) bool {
			return c.op == "token" && c.ok() && grantIs("refresh_token")(form(c)) && c.edit(func(o obj) bool { o["refresh_token"] = form(c).Get("refresh_token"); return true })
		}}},
		{"OAUTH-TOKEN-04", "a spent refresh token goes on working", handedOut(grantIs("refresh_token"))},
		{"OAUTH-TOKEN-07", "token_type is missing", grant("", cut("token_type"))},
		{"OAUTH-TOKEN-07", "token_type is mac", grant("", put("token_type", "mac"))},
		{"OAUTH-TOKEN-07", "expires_in is a text", grant("", put("expires_in", "3600"))},
		{"OAUTH-TOKEN-07", "token replies may be stored", layer{response: func(c *call) bool {
			did := c.op == "token" && c.ok()
			if did {
				c.header.Del("Cache-Control")
			}
			return did
		}}},
		{"OAUTH-TOKEN-08", "an unknown grant is an invalid request", renamedError("unsupported_grant_type", "invalid_request")},
		{"OAUTH-TOKEN-08", "an unknown grant is answered 401", layer{response: func(c *call) bool {
			did := c.op == "token" && strings.Contains(string(c.out), "unsupported_grant_type")
			if did {
				c.status = 401
			}
			return did
		}}},
		{"OAUTH-CODE-01", "the browser is sent without a code", redirected(func(q url.Values) { q.Del("code") })},
		{"OAUTH-CODE-01", "the browser is sent to localhost", layer{verb: func(verb string, _, out obj) bool {
			was := verb == "authorize"
			if was {
				out["redirect_to"] = strings.Replace(text(out, "redirect_to"), "127.0.0.1", "localhost", 1)
			}
			return was
		}}},
		{"OAUTH-CODE-02", "the exchange gives no access token", grant("authorization_code", cut("access_token"))},
		{"OAUTH-CODE-02", "the exchange is answered 201", where(func(c *call) bool { return grantIs("authorization_code")(form(c)) }, code("token", 200, 201))},
		{"OAUTH-CODE-03", "a wrong verifier is taken", handedOut(func(v url.Values) bool { return grantIs("authorization_code")(v) && v.Get("code_verifier") != "" })},
		{"OAUTH-CODE-03", "a missing verifier is taken", handedOut(func(v url.Values) bool { return grantIs("authorization_code")(v) && v.Get("code_verifier") == "" })},
		{"OAUTH-CODE-04", "every code is of one workspace", oneWorkspace("authorization_code")},
		{"OAUTH-CODE-05", "the port must be the registered one", layer{verb: func(verb string, in, out obj) bool {
			was := verb == "authorize" && strings.Contains(text(in, "authorization_url"), "51733")
			if was {
				out["redirect_to"] = ""
			}
			return was
		}}},
		{"OAUTH-CODE-06", "state is lost", redirected(func(q url.Values) { q.Del("state") })},
		{"OAUTH-CODE-06", "state is in capitals", redirected(func(q url.Values) { q.Set("state", strings.ToUpper(q.Get("state"))) })},
		{"OAUTH-CODE-07", "a code works twice", handedOut(grantIs("authorization_code"))},
		{"OAUTH-CODE-08", "PKCE is not asked for", layer{instead: func(verb string, in obj) (obj, bool) {
			if verb != "authorize" || strings.Contains(text(in, "authorization_url"), "code_challenge") {
				return nil, false
			}
			return obj{"redirect_to": "http://127.0.0.1:48127/callback?code=ac_x&state=x"}, true
		}}},
		{"OAUTH-CODE-09", "any host gets the code", anyTarget("evil.example")},
		{"OAUTH-CODE-09", "any path gets the code", anyTarget("elsewhere")},
		{"OAUTH-REG-01", "client_id is missing", drop("register", "client_id")},
		{"OAUTH-REG-01", "client_id is a number", set("register", "client_id", 12)},
		{"OAUTH-REG-02", "a registered client cannot start the device flow", layer{response: func(c *call) bool {
			did := c.op == "device" && c.ok()
			if did {
				c.answer(400, obj{"error": "unauthorized_client"})
			}
			return did
		}}},
		{"OAUTH-REG-02", "registration gives a client that is not kept", set("register", "client_id", "client_not_kept")},
		{"OAUTH-REG-04", "a text is taken for redirect_uris", registers(func(v any) bool { _, is := v.(string); return is })},
		{"OAUTH-REG-04", "a number is taken among redirect_uris", registers(func(v any) bool {
			list, _ := v.([]any)
			if len(list) == 0 {
				return false
			}
			_, is := list[0].(float64)
			return is
		})},
		{"OAUTH-REG-04", "a number is taken after the first of redirect_uris", registers(func(v any) bool {
			list, _ := v.([]any)
			if len(list) < 2 {
				return false
			}
			_, is := list[1].(float64)
			return is
		})},
		{"OAUTH-REG-04", "an object is taken for redirect_uris", registers(func(v any) bool { _, is := v.(obj); return is })},
	}
	for _, name := range strings.Fields("token_endpoint authorization_endpoint device_authorization_endpoint registration_endpoint") {
		all = append(all, plant{"OAUTH-META-02", name + " is missing", drop("metadata", name)}, plant{"OAUTH-META-02", name + " is null", set("metadata", name, nil)})
	}
	return all
}

const deviceGrantName = "urn:ietf:params:oauth:grant-type:device_code"

func renamedError(from, to string) layer {
	return layer{response: func(c *call) bool {
		return c.op == "token" && !c.ok() && c.edit(func(o obj) bool {
			was := o["error"] == from
			if was {
				o["error"] = to
			}
			return was
		})
	}}
}

// unknownDevice gives tokens for device codes that it never made.
func unknownDevice() layer {
	made := newMemory()
	l := handedOut(func(v url.Values) bool {
		_, known := made.snapshot()[v.Get("device_code")]
		return grantIs("device_code")(v) && !known
	})
	refused := l.response
	l.response = func(c *call) bool {
		var o obj
		if c.op == "device" && c.ok() && json.Unmarshal(c.out, &o) == nil {
			made.keep(text(o, "device_code"), func() any { return true })
		}
		return refused(c)
	}
	return l
}

// secondPoll gives tokens to who asks twice.
func secondPoll() layer {
	seen := newMemory()
	return layer{response: func(c *call) bool {
		if !pending(c) {
			return false
		}
		_, known := seen.keep(form(c).Get("device_code"), func() any { return true })
		if known {
			c.answer(200, obj{"access_token": "at_early", "refresh_token": "rt_early", "token_type": "Bearer", "expires_in": 60})
		}
		return known
	}}
}

// oneWorkspace answers every grant of a kind with the first access token that it gave.
func oneWorkspace(kind string) layer {
	first := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "token" || !c.ok() || !grantIs(kind)(form(c)) {
			return false
		}
		return c.edit(func(o obj) bool {
			old, known := first.keep(kind, func() any { return o["access_token"] })
			o["access_token"] = old
			return known
		})
	}}
}

// anyClient takes a grant from any client: it puts the one in that the grant was made for.
func anyClient(kind string) func(c *call) bool {
	owner := newMemory()
	return func(c *call) bool {
		v := form(c)
		if c.op == "device" {
			owner.mu.Lock()
			owner.byKey["last"] = v.Get("client_id")
			owner.mu.Unlock()
			return false
		}
		first, _ := owner.snapshot()["last"].(string)
		if c.op != "token" || !grantIs(kind)(v) || first == "" || v.Get("client_id") == first {
			return false
		}
		v.Set("client_id", first)
		c.in = []byte(v.Encode())
		return true
	}
}

// redirected changes where the browser is sent.
func redirected(do func(q url.Values)) layer {
	return layer{verb: func(verb string, _, out obj) bool {
		u, err := url.Parse(text(out, "redirect_to"))
		if verb != "authorize" || err != nil {
			return false
		}
		q := u.Query()
		do(q)
		u.RawQuery = q.Encode()
		out["redirect_to"] = u.String()
		return true
	}}
}

// anyTarget sends the browser where the request says.
func anyTarget(mark string) layer {
	return layer{instead: func(verb string, in obj) (obj, bool) {
		u, err := url.Parse(text(in, "authorization_url"))
		if verb != "authorize" || err != nil || !strings.Contains(u.Query().Get("redirect_uri"), mark) {
			return nil, false
		}
		return obj{"redirect_to": u.Query().Get("redirect_uri") + "?code=ac_x&state=" + u.Query().Get("state")}, true
	}}
}

func registers(wrong func(v any) bool) layer {
	return lenient("register", func(o obj) bool {
		was := wrong(o["redirect_uris"])
		o["redirect_uris"] = []any{"http://127.0.0.1:48127/callback"}
		return was
	})
}
