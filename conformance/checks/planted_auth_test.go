package checks_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
)

// everyCall is the list of operations under /org.
const everyCall = "me create list get answer extract documents fill pdf risk submit appointment"

// eachOpen makes a fault of each operation that forgot to ask for something.
func eachOpen(id, name string, when func(*call) bool) []plant {
	var all []plant
	for _, op := range strings.Fields(everyCall) {
		if op == "pdf" || op == "submit" || op == "appointment" { // their success depends on more than the credential
			all = append(all, plant{id, name + ": " + op, layer{request: func(c *call) bool {
				if c.op != op || !when(c) {
					return false
				}
				c.answer(200, obj{"status": "requested", "submission_id": "sub_1"})
				return true
			}}})
			continue
		}
		all = append(all, plant{id, name + ": " + op, open(op, when)})
	}
	return all
}

// eachShut makes a fault of each operation that does not take a credential that it should take.
func eachShut(id, name, ops string, when func(*call) bool) []plant {
	var all []plant
	for _, op := range strings.Fields(ops) {
		all = append(all, plant{id, name + ": " + op, refusedWhen(401, func(c *call) bool { return c.op == op && when(c) })})
	}
	return all
}

func noCredential(c *call) bool { return anonymous(c) }

// plantedAuth are faults of keys and tokens.
func plantedAuth() []plant {
	all := eachOpen("AUTH-01", "no credential is asked for", noCredential)
	all = append(all, eachOpen("AUTH-03", "any key is taken", func(c *call) bool { return stranger(c) && !inHeader(c) })...)
	all = append(all, eachOpen("AUTH-04", "any key is taken in X-API-Key", func(c *call) bool { return stranger(c) && inHeader(c) })...)
	all = append(all, eachShut("AUTH-06", "X-API-Key is not read", "me create list get answer extract documents fill risk", inHeader)...)
	all = append(all, eachShut("AUTH-09", "a key does not open", everyCall, withKey)...)
	all = append(all, eachShut("AUTH-12", "a token does not open", "me create list get answer extract fill risk", oauth)...)
	for _, op := range strings.Fields("get answer extract documents fill pdf risk submit") {
		all = append(all, plant{"AUTH-15", "a foreign session is answered 403: " + op, recoded(404, 403, func(c *call) bool { return c.op == op })})
		if op == "pdf" || op == "submit" { // these want a session with filled forms
			continue
		}
		all = append(all, plant{"AUTH-15", "a token opens foreign sessions: " + op, where(func(c *call) bool { return c.op == "create" || oauth(c) }, leaks(op))})
	}
	for _, op := range strings.Fields("get answer extract documents fill pdf risk submit") {
		all = append(all, plant{"AUTH-17", "the session is looked for first: " + op, soughtFirst(op)})
	}
	return append(all, []plant{
		{"AUTH-01", "a missing credential is answered 403", recoded(401, 403, anonymous)},
		{"AUTH-01", "a missing credential is a redirect to the sign-in", layer{response: func(c *call) bool {
			if c.status != 401 || !anonymous(c) {
				return false
			}
			c.status, c.header, c.out = 302, http.Header{"Location": {"/login"}}, nil
			return true
		}}},
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
		{"AUTH-03", "an unknown key is answered 403", recoded(401, 403, func(c *call) bool { return bearer(c) != "" })},
		{"AUTH-03", "an unknown key is answered 404", recoded(401, 404, func(c *call) bool { return bearer(c) != "" })},
		{"AUTH-03", "the end of a key is not looked at", nearKey(func(key, real string) bool { return len(key) == len(real) && key[:len(key)-1] == real[:len(real)-1] })},
		{"AUTH-03", "the case of a key is not looked at", nearKey(strings.EqualFold)},
		{"AUTH-03", "a key with more at its end is taken", nearKey(func(key, real string) bool { return strings.HasPrefix(key, real) })},
		{"AUTH-04", "an unknown key in X-API-Key is answered 403", recoded(401, 403, inHeader)},
		{"AUTH-04", "an empty X-API-Key opens", open("me list get", func(c *call) bool {
			_, there := c.r.Header["X-Api-Key"]
			return there && !inHeader(c) && bearer(c) == ""
		})},
		{"AUTH-05", "keys are taken in X-API-Key only", refusedWhen(401, func(c *call) bool { return strings.HasPrefix(bearer(c), "bsk_") })},
		{"AUTH-07", "the detail under X-API-Key has no field_values", where(inHeader, set("get", "field_values", obj{}))},
		{"AUTH-07", "the list under X-API-Key is empty", where(inHeader, set("list", "sessions", []any{}))},
		{"AUTH-10", "a revoked key goes on working", layer{skip: "revoke-key"}},
		{"AUTH-10", "a revoked key goes on opening details", revokedOpens("get")},
		{"AUTH-10", "a revoked key goes on creating", revokedOpens("create")},
		{"AUTH-13", "an expired token goes on working", layer{skip: "expire-token"}},
		{"AUTH-13", "an expired token goes on opening the list", expiredOpens("list")},
		{"AUTH-13", "an expired token goes on opening details", expiredOpens("get")},
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
		{"AUTH-14", "a malformed value is an error of the server", layer{request: func(c *call) bool {
			did := c.r.Header.Get("Authorization") == "Nonsense"
			if did {
				c.refuse(500)
			}
			return did
		}}},
		{"AUTH-14", "the end of a token is not looked at", nearToken(func(token, real string) bool { return strings.HasPrefix(real, token) })},
		{"AUTH-14", "a token with more at its end is taken", nearToken(strings.HasPrefix)},
		{"AUTH-14", "the signature of a token is not looked at", nearToken(func(token, real string) bool { return token[:len(token)*3/4] == real[:len(real)*3/4] })},
		{"AUTH-14", "what a token says is taken unsigned", nearToken(func(token, real string) bool { return token[len(token)*3/4:] == real[len(real)*3/4:] })},
		{"AUTH-14", "a token that nobody was given is an error of the server", recoded(401, 500, func(c *call) bool {
			return oauth(c) && len(bearer(c)) > 20 && strings.HasPrefix(c.r.Header.Get("Authorization"), "Bearer ")
		})},
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
		{"AUTH-18", "a refresh token opens", refreshOpens("me")},
		{"AUTH-18", "a refresh token opens the list", refreshOpens("list")},
	}...)
}

// soughtFirst answers 404 for sessions that were never made before it looks at the credential.
func soughtFirst(op string) layer {
	w := owners{newMemory()}
	return layer{response: func(c *call) bool {
		w.note(c)
		if c.op != op || c.status != 401 || !anonymous(c) {
			return false
		}
		if _, known := w.made.snapshot()[splitPath(c.r.URL.Path)[2]]; known {
			return false
		}
		c.refuse(404)
		return true
	}}
}

// nearKey takes keys that are like one that was given.
func nearKey(like func(key, real string) bool) layer {
	return layer{request: func(c *call) bool {
		key := bearer(c)
		if inHeader(c) || !stranger(c) && !strings.HasPrefix(strings.ToLower(key), "bsk_") {
			return false
		}
		for _, v := range keys.snapshot() {
			if real, _ := v.(string); real != key && real != "" && like(key, real) {
				c.r.Header.Set("Authorization", "Bearer "+real)
				return true
			}
		}
		return false
	}}
}

// nearToken takes tokens that are much like one that was issued.
func nearToken(like func(token, real string) bool) layer {
	issued := newMemory()
	return layer{verb: func(verb string, _, out obj) bool {
		if verb == "issue-token" {
			issued.keep(text(out, "access_token"), func() any { return true })
		}
		return false
	}, request: func(c *call) bool {
		token := bearer(c)
		all := issued.snapshot()
		if _, known := all[token]; known || !oauth(c) || len(token) < 20 {
			return false
		}
		for real := range all {
			if like(token, real) {
				c.r.Header.Set("Authorization", "Bearer "+real)
				return true
			}
		}
		return false
	}}
}

// revokedOpens lets revoked keys go on with one operation.
func revokedOpens(op string) layer {
	revoked := newMemory()
	l := open(op, func(c *call) bool {
		_, known := revoked.snapshot()[bearer(c)]
		return known
	})
	home := l.verb
	l.verb = func(verb string, in, out obj) bool {
		if verb == "revoke-key" {
			revoked.keep(text(in, "api_key"), func() any { return true })
		}
		return home(verb, in, out)
	}
	return l
}

// expiredOpens lets expired tokens go on with one operation.
func expiredOpens(op string) layer {
	expired := newMemory()
	l := open(op, func(c *call) bool {
		_, known := expired.snapshot()[bearer(c)]
		return known
	})
	home := l.verb
	l.verb = func(verb string, in, out obj) bool {
		if verb == "expire-token" {
			expired.keep(text(in, "access_token"), func() any { return true })
		}
		return home(verb, in, out)
	}
	return l
}

// refreshOpens takes refresh tokens for an operation.
func refreshOpens(op string) layer {
	known := newMemory()
	l := open(op, func(c *call) bool {
		_, is := known.snapshot()[bearer(c)]
		return is
	})
	home := l.verb
	l.verb = func(verb string, in, out obj) bool {
		if verb == "issue-token" {
			known.keep(text(out, "refresh_token"), func() any { return true })
		}
		return home(verb, in, out)
	}
	return l
}

// madeByToken hides sessions that were made with a token from keys.
func madeByToken() layer {
	made := newMemory()
	return layer{response: func(c *call) bool {
		var o obj
		if c.op == "create" && oauth(c) && c.ok() && json.Unmarshal(c.out, &o) == nil {
			made.keep(text(o, "session_id"), func() any { return true })
		}
		if c.op != "get" || !c.ok() || oauth(c) {
			return false
		}
		_, known := made.snapshot()[splitPath(c.r.URL.Path)[2]]
		if known {
			c.refuse(404)
		}
		return known
	}}
}

// ownList leaves out of a token's list what was not made with one.
func ownList() layer {
	made := newMemory()
	return layer{response: func(c *call) bool {
		var o obj
		if c.op == "create" && oauth(c) && c.ok() && json.Unmarshal(c.out, &o) == nil {
			made.put(text(o, "session_id"), true)
		}
		return oauth(c) && c.op == "list" && c.ok() && c.edit(func(o obj) bool {
			list, _ := o["sessions"].([]any)
			known := made.snapshot()
			own := slices.DeleteFunc(slices.Clone(list), func(one any) bool { return known[text(one.(obj), "session_id")] == nil })
			o["sessions"] = own
			return len(own) < len(list)
		})
	}}
}
