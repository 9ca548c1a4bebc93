package selftest_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
)

func text(o obj, name string) string { s, _ := o[name].(string); return s }

// edited changes the JSON body of a reply and says whether it did.
func (c *call) edit(change func(o obj) bool) bool {
	var o obj
	if json.Unmarshal(c.out, &o) != nil || !change(o) {
		return false
	}
	c.out, _ = json.Marshal(o)
	return true
}

func (c *call) ok() bool { return c.status/100 == 2 }

func (c *call) refuse(status int) {
	detail := any("It is refused.")
	if status == 422 {
		detail = []any{obj{"loc": []any{"body"}, "msg": "It is refused.", "type": "value_error"}}
	}
	c.answer(status, obj{"detail": detail})
}

func (c *call) answer(status int, body any) {
	c.status, c.header = status, http.Header{"Content-Type": {"application/json"}}
	c.out, _ = json.Marshal(body)
}

func bearer(c *call) string {
	value, _ := strings.CutPrefix(c.r.Header.Get("Authorization"), "Bearer ")
	return value
}

// oauth says whether a request carries an access token.
func oauth(c *call) bool { return bearer(c) != "" && !strings.HasPrefix(bearer(c), "bsk_") }

func splitPath(path string) []string {
	var parts []string
	for _, p := range bytes.Split(bytes.Trim([]byte(path), "/"), []byte("/")) {
		parts = append(parts, string(p))
	}
	return parts
}

func anonymous(c *call) bool {
	return c.r.Header.Get("Authorization") == "" && c.r.Header.Get("X-Api-Key") == ""
}

// unsigned is anonymous of a call that needs a credential.
func unsigned(c *call) bool { return anonymous(c) && strings.HasPrefix(c.r.URL.Path, "/org/") }

func form(c *call) url.Values { v, _ := url.ParseQuery(string(c.in)); return v }

func asksForSkip(c *call) bool {
	return c.op == "answer" && strings.Contains(strings.ToLower(string(c.in)), "skip")
}

func keysOf(o obj) []string {
	var all []string
	list, _ := o["asks"].([]any)
	for _, item := range list {
		all = append(all, text(item.(obj), "key"))
	}
	return all
}

// neverAnswered notes which sessions nobody answered in, and says of a call whether it is of one.
func neverAnswered() (note, is func(*call) bool) {
	answered := newMemory()
	note = func(c *call) bool {
		if c.op == "answer" {
			answered.put(sessionIn(c), true)
		}
		return false
	}
	return note, func(c *call) bool { return answered.snapshot()[sessionIn(c)] == nil }
}

// enoughSkips is after how many requests to skip a session has hardly a value.
const enoughSkips = 5

// sessionOf is the session that a delivery tells of.
func sessionOf(s *shipment) string {
	var o obj
	_ = json.Unmarshal(s.body, &o)
	d, _ := o["data"].(obj)
	return text(d, "session_id")
}

// madeWith remembers which sessions were made without a member of the body, or with it.
func madeWith(member string, with bool) func(*call) bool {
	sessions := newMemory()
	return func(c *call) bool {
		var in, out obj
		if c.op == "create" && c.ok() && json.Unmarshal(c.in, &in) == nil && json.Unmarshal(c.out, &out) == nil {
			if _, there := in[member]; there == with {
				sessions.put(text(out, "session_id"), true)
			}
		}
		parts := splitPath(c.r.URL.Path)
		if len(parts) < 3 {
			return false
		}
		_, known := sessions.snapshot()[parts[2]]
		return known
	}
}

func message(o obj) string { return text(o, "message") }

// inHeader says whether a key came in X-API-Key.
func inHeader(c *call) bool { return c.r.Header.Get("X-Api-Key") != "" }

func withKey(c *call) bool { return strings.HasPrefix(bearer(c), "bsk_") || inHeader(c) }

func sessionIn(c *call) string {
	if path := splitPath(c.r.URL.Path); len(path) > 2 {
		return path[2]
	}
	return ""
}

func free(verb string, in obj) bool { return verb == "create-workspace" && text(in, "plan") == "free" }
