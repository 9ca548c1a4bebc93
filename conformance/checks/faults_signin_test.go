package checks_test

import (
	"net/http"
	"net/url"
	"strings"
	"sync"
)

// memory is what a fault keeps between calls.
type memory struct {
	mu    sync.Mutex
	byKey map[string]any
	all   []any
}

func newMemory() *memory { return &memory{byKey: map[string]any{}} }

// keep gives what was kept under a key first, and whether it was there.
func (m *memory) keep(key string, make func() any) (any, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if v, known := m.byKey[key]; known {
		return v, true
	}
	m.byKey[key] = make()
	return m.byKey[key], false
}

func (m *memory) put(key string, v any) { m.mu.Lock(); defer m.mu.Unlock(); m.byKey[key] = v }

func (m *memory) clear() { m.mu.Lock(); defer m.mu.Unlock(); clear(m.byKey) }

func (m *memory) add(v any) { m.mu.Lock(); defer m.mu.Unlock(); m.all = append(m.all, v) }

func (m *memory) list() []any { m.mu.Lock(); defer m.mu.Unlock(); return append([]any{}, m.all...) }

// keys are the keys of the workspaces that the suite made, by org id.
var keys = newMemory()

// chosenByBody creates in the workspace that the body names.
func chosenByBody(c *call) bool {
	if c.op != "create" && c.op != "appointment" {
		return false
	}
	body := string(c.in)
	for org, key := range keys.snapshot() {
		if strings.Contains(body, org) {
			c.r.Header.Set("Authorization", "Bearer "+key.(string))
			return true
		}
	}
	return false
}

func (m *memory) snapshot() map[string]any {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := map[string]any{}
	for k, v := range m.byKey {
		all[k] = v
	}
	return all
}

func anonymous(c *call) bool {
	return c.r.Header.Get("Authorization") == "" && c.r.Header.Get("X-Api-Key") == ""
}

// opened answers a refusal of credentials as success.
func opened(when func(c *call) bool) layer {
	return layer{response: func(c *call) bool {
		if c.status != 401 || !when(c) {
			return false
		}
		c.answer(200, obj{"org_id": "x", "sessions": []any{}})
		return true
	}}
}

func refusedWhen(status int, when func(c *call) bool) layer {
	return strict("*", status, func(c *call, _ obj) bool { return when(c) })
}

func form(c *call) url.Values { v, _ := url.ParseQuery(string(c.in)); return v }

// tokenReply changes the JSON of token replies with success.
func grant(kind string, do func(o obj)) layer {
	return layer{response: func(c *call) bool {
		return c.op == "token" && c.ok() && strings.Contains(form(c).Get("grant_type"), kind) && c.edit(func(o obj) bool { do(o); return true })
	}}
}

// handedOut answers a refused token call with a token.
func handedOut(when func(v url.Values) bool) layer {
	return layer{response: func(c *call) bool {
		if c.op != "token" || c.ok() || !when(form(c)) {
			return false
		}
		c.answer(200, obj{"access_token": "at_x", "refresh_token": "rt_x", "token_type": "Bearer", "expires_in": 60})
		return true
	}}
}

func grantIs(kind string) func(url.Values) bool {
	return func(v url.Values) bool { return strings.Contains(v.Get("grant_type"), kind) }
}

var signInFaults = []fault{
	{"AUTH-01", opened(anonymous)}, {"AUTH-01", layer{response: func(c *call) bool {
		did := c.op == "risk" && c.status == 401
		if did {
			c.answer(200, obj{"flags": []any{}})
		}
		return did
	}}},
	{"AUTH-01", code("list", 401, 403)},
	{"AUTH-02", errorsOf(401, func(c *call) { c.out = []byte("Unauthorized") })},
	{"AUTH-03", opened(func(c *call) bool { return bearer(c) != "" })}, {"AUTH-03", code("me", 401, 403)},
	{"AUTH-04", opened(func(c *call) bool { return c.r.Header.Get("X-Api-Key") != "" })},
	{"AUTH-05", refusedWhen(401, func(c *call) bool { return bearer(c) != "" && strings.HasPrefix(c.r.URL.Path, "/org") })},
	{"AUTH-06", refusedWhen(401, func(c *call) bool { return c.r.Header.Get("X-Api-Key") != "" })},
	{"AUTH-07", layer{response: func(c *call) bool {
		return c.op == "me" && c.ok() && c.r.Header.Get("X-Api-Key") != "" && c.edit(func(o obj) bool { o["org_id"] = "org_another"; return true })
	}}},
	{"AUTH-08", otherPrefix("create-workspace")},
	{"AUTH-09", code("risk", 200, 403)}, {"AUTH-09", code("appointment", 200, 401)},
	{"AUTH-10", layer{skip: "revoke-key"}},
	{"AUTH-11", lapsing()},
	{"AUTH-12", refusedWhen(401, func(c *call) bool { return oauth(c) && c.op == "get" })},
	{"AUTH-13", layer{skip: "expire-token"}},
	{"AUTH-14", layer{request: func(c *call) bool {
		first, _, two := strings.Cut(bearer(c), " ")
		if two {
			c.r.Header.Set("Authorization", "Bearer "+first)
		}
		return two
	}}},
	{"AUTH-15", layer{response: func(c *call) bool {
		did := c.op == "submit" && c.status == 404
		if did {
			c.refuse(403)
		}
		return did
	}}},
	{"AUTH-16", refusedWhen(404, func(c *call) bool { return oauth(c) && c.op == "get" })},
	{"AUTH-17", layer{response: func(c *call) bool {
		did := c.op == "get" && c.status == 401
		if did {
			c.refuse(404)
		}
		return did
	}}},
	{"AUTH-18", opened(func(c *call) bool { return oauth(c) })},
	{"OAUTH-META-01", code("metadata", 200, 404)},
	{"OAUTH-META-02", drop("metadata", "device_authorization_endpoint")}, {"OAUTH-META-02", set("metadata", "registration_endpoint", "")},
	{"OAUTH-META-03", set("metadata", "grant_types_supported", "authorization_code")},
	{"OAUTH-META-04", set("metadata", "grant_types_supported", []any{"authorization_code", "refresh_token"})},
	{"OAUTH-META-05", change("metadata", func(o obj) { o["token_endpoint"] = text(o, "token_endpoint") + "2" })},
	{"OAUTH-DEV-01", code("device", 200, 201)},
	{"OAUTH-DEV-02", refusedWhen(401, func(c *call) bool { return c.op == "device" && anonymous(c) })},
	{"OAUTH-DEV-03", drop("device", "verification_uri_complete")}, {"OAUTH-DEV-03", set("device", "user_code", "")},
	{"OAUTH-DEV-04", set("device", "interval", "5")}, {"OAUTH-DEV-04", drop("device", "expires_in")},
	{"OAUTH-DEV-05", drop("device", "device_code")},
	{"OAUTH-DEV-06", refusedWhen(400, func(c *call) bool { return c.op == "device" && !form(c).Has("scope") })},
	{"OAUTH-DEV-07", layer{response: func(c *call) bool {
		did := c.op == "device" && !c.ok()
		if did {
			c.answer(200, obj{"device_code": "x", "user_code": "y"})
		}
		return did
	}}},
	{"OAUTH-DEV-08", layer{response: func(c *call) bool {
		return c.op == "token" && !c.ok() && c.edit(func(o obj) bool {
			o["error"], o["error_description"], o["detail"] = "pending", "wait", "wait"
			return true
		})
	}}},
	{"OAUTH-DEV-08", handedOut(grantIs("device_code"))},
	{"OAUTH-DEV-09", grant("device_code", func(o obj) { delete(o, "refresh_token") })},
	{"OAUTH-DEV-10", layer{response: func(c *call) bool {
		return c.op == "me" && c.ok() && oauth(c) && c.edit(func(o obj) bool { o["org_id"] = "org_another"; return true })
	}}},
	{"OAUTH-DEV-11", handedOut(func(v url.Values) bool { return grantIs("device_code")(v) && len(v.Get("device_code")) == 40 })},
	{"OAUTH-TOKEN-01", refusedWhen(400, func(c *call) bool { return c.op == "token" && grantIs("refresh")(form(c)) })},
	{"OAUTH-TOKEN-02", grant("refresh", func(o obj) { delete(o, "refresh_token") })}, {"OAUTH-TOKEN-02", grant("refresh", func(o obj) { o["access_token"] = "at_dead" })},
	{"OAUTH-TOKEN-03", layer{response: func(c *call) bool {
		return c.op == "token" && c.ok() && c.edit(func(o obj) bool { o["refresh_token"] = form(c).Get("refresh_token"); return true })
	}}},
	{"OAUTH-TOKEN-04", handedOut(grantIs("refresh"))},
	{"OAUTH-TOKEN-05", tokenMe("org_id", "org_another")},
	{"OAUTH-TOKEN-06", layer{skip: "advance-clock"}},
	{"OAUTH-CODE-01", layer{verb: func(verb string, _, out obj) bool {
		out["redirect_to"] = "https://elsewhere.example/"
		return verb == "authorize"
	}}},
	{"OAUTH-CODE-02", grant("authorization_code", func(o obj) { delete(o, "access_token") })},
	{"OAUTH-CODE-03", handedOut(grantIs("authorization_code"))},
	{"OAUTH-CODE-04", tokenMe("org_id", "org_another")},
	{"OAUTH-REG-01", drop("register", "client_id")}, {"OAUTH-REG-01", code("register", 201, 400)},
	{"OAUTH-REG-02", refusedWhen(400, func(c *call) bool { return c.op == "device" })},
	{"OAUTH-REG-03", layer{verb: func(verb string, _, out obj) bool {
		out["redirect_to"] = "http://127.0.0.1:48127/callback?error=unauthorized_client"
		return verb == "authorize"
	}}},
	{"OAUTH-REG-04", layer{response: func(c *call) bool {
		did := c.op == "register" && !c.ok()
		if did {
			c.answer(201, obj{"client_id": "x"})
		}
		return did
	}}},
}

// otherPrefix gives out keys under another prefix.
func otherPrefix(by string) layer {
	return layer{verb: func(verb string, _, out obj) bool {
		if verb != by {
			return false
		}
		out["api_key"] = "key_" + strings.TrimPrefix(text(out, "api_key"), "bsk_")
		return true
	}, request: func(c *call) bool {
		if key, other := strings.CutPrefix(bearer(c), "key_"); other {
			c.r.Header.Set("Authorization", "Bearer bsk_"+key)
		}
		return false
	}}
}

// lapsing refuses keys once the clock was moved.
func lapsing() layer {
	moved := newMemory()
	return layer{verb: func(verb string, _, _ obj) bool {
		if verb == "advance-clock" {
			moved.add(true)
		}
		return false
	}, request: func(c *call) bool {
		if c.op != "me" || len(moved.list()) == 0 {
			return false
		}
		c.refuse(401)
		return true
	}}
}

var errorFaults = []fault{
	{"ERR-01", errorsOf(404, func(c *call) { c.out = []byte("<html>not found</html>") })},
	{"ERR-01", errorsOf(422, func(c *call) { c.out = []byte(`{"error":"invalid"}`) })},
	{"ERR-02", errorsOf(404, func(c *call) { c.out = []byte(`{"detail":{"code":"not_found"}}`) })}, {"ERR-02", errorsOf(401, func(c *call) { c.out = []byte(`{"detail":""}`) })},
	{"ERR-03", errorsOf(422, func(c *call) { c.out = []byte(`{"detail":"invalid"}`) })}, {"ERR-03", errorsOf(422, func(c *call) { c.out = []byte(`{"detail":[]}`) })},
	{"ERR-03", errorsOf(422, func(c *call) { c.out = []byte(`{"detail":[{"loc":"body","msg":"x","type":"y"}]}`) })},
	{"ERR-04", errorsOf(404, func(c *call) { c.header.Set("Content-Type", "text/plain") })},
	{"ERR-05", code("answer", 422, 409)},
	{"ERR-06", strict("create", 500, func(c *call, o obj) bool { return len(c.in) > 0 && o == nil })},
	{"ERR-07", layer{response: func(c *call) bool {
		did := c.op == "create" && c.status == 422
		if did {
			c.answer(200, obj{"session_id": "x"})
		}
		return did
	}}},
	{"VER-01", layer{request: func(c *call) bool {
		did := c.op == "risk"
		if did {
			c.answer(http.StatusNotFound, obj{"detail": "Not found"})
		}
		return did
	}}},
	{"LIM-01", capAt(4)}, {"LIM-02", capOff()},
	{"LIM-02", code("create", 402, 403)},
	{"LIM-03", errorsOf(402, func(c *call) { c.out = []byte(`{"detail":null}`) })},
	{"LIM-04", lockedFor("answer")},
	{"LIM-05", layer{skip: "set-plan"}},
	{"LIM-06", layer{skip: "advance-clock"}},
	{"LIM-07", capAt(5)},
	{"LIM-08", capForAll()},
	{"LIM-09", layer{skip: "set-rate"}}, {"LIM-09", layer{verb: nil, request: func(c *call) bool {
		did := c.op == "risk" && c.r.URL.Path != ""
		if did {
			c.answer(200, obj{"flags": []any{}})
		}
		return did
	}}},
	{"LIM-10", errorsOf(429, func(c *call) { c.header.Set("Retry-After", "Wed, 21 Oct 2026 07:28:00 GMT") })}, {"LIM-10", errorsOf(429, func(c *call) { c.header.Del("Retry-After") })},
	{"LIM-11", errorsOf(429, func(c *call) { c.out = []byte("slow down") })},
	{"LIM-12", errorsOf(429, func(c *call) { c.header.Set("Retry-After", "0") })},
	{"LIM-13", rateForAll("answer")},
	{"LIM-14", rateForAll("me")},
}

// capAt refuses creates of a key past a number.
func capAt(most int) layer {
	made := newMemory()
	return layer{request: func(c *call) bool {
		if c.op != "create" {
			return false
		}
		made.add(bearer(c))
		n := 0
		for _, key := range made.list() {
			if key == bearer(c) {
				n++
			}
		}
		if n > most {
			c.refuse(402)
		}
		return n > most
	}}
}

// capOff never refuses for the plan.
func capOff() layer {
	return layer{response: func(c *call) bool {
		did := c.status == 402
		if did {
			c.answer(200, obj{"session_id": "ses_extra"})
		}
		return did
	}}
}

// capForAll lets the cap of one workspace stop all.
func capForAll() layer {
	locked := newMemory()
	return layer{request: func(c *call) bool {
		if c.op != "create" || len(locked.list()) == 0 {
			return false
		}
		c.refuse(402)
		return true
	}, response: func(c *call) bool {
		if c.status == 402 {
			locked.add(true)
		}
		return false
	}}
}

// rateForAll lets the rate of one workspace slow an operation of all.
func rateForAll(op string) layer {
	pressed := newMemory()
	return layer{request: func(c *call) bool {
		if c.op != op || len(pressed.list()) == 0 {
			return false
		}
		c.refuse(429)
		c.header.Set("Retry-After", "1")
		return true
	}, response: func(c *call) bool {
		if c.status == 429 {
			pressed.add(true)
		}
		return false
	}}
}
