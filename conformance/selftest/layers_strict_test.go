package selftest_test

import (
	"net/url"
	"slices"
	"strings"
)

// codeForToken sends a code to whoever asks for a token in its place.
func codeForToken() layer {
	return layer{into: func(verb string, in obj) bool {
		address := text(in, "authorization_url")
		did := verb == "authorize" && strings.Contains(address, "response_type=token")
		in["authorization_url"] = strings.Replace(address, "response_type=token", "response_type=code", 1)
		return did
	}}
}

// spentInPeace refuses a code that was exchanged, and leaves its tokens alone.
func spentInPeace() layer {
	spent := newMemory()
	return layer{request: func(c *call) bool {
		_, known := spent.snapshot()[form(c).Get("code")]
		if known {
			c.answer(400, obj{"error": "invalid_grant", "detail": "The code was used."})
		}
		return known
	}, response: func(c *call) bool {
		if code := form(c).Get("code"); c.op == "token" && c.ok() && code != "" {
			spent.put(code, true)
		}
		return false
	}}
}

// shortened finds a session by its id without the last character.
func shortened() layer {
	ids := newMemory()
	return layer{request: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		if len(parts) != 3 {
			return false
		}
		id, known := ids.snapshot()[parts[2]].(string)
		if known {
			c.r.URL.Path = "/org/sessions/" + url.PathEscape(id)
		}
		return known
	}, response: func(c *call) bool {
		if c.op == "create" && c.ok() {
			c.edit(func(o obj) bool {
				id := text(o, "session_id")
				ids.put(id[:len(id)-1], id)
				return false
			})
		}
		return false
	}}
}

// goneOnceRead leaves out of a session what a call brought it, once a file was read after that which does not bring it again.
func goneOnceRead(of string) layer {
	brought, gone := newMemory(), newMemory()
	member := map[string]string{"answer": "set_fields", "extract": "extracted_fields"}
	return layer{response: func(c *call) (did bool) {
		if !c.ok() {
			return false
		}
		id := sessionIn(c)
		earlier, _ := brought.snapshot()[id].([]string)
		if c.op == "extract" {
			c.edit(func(o obj) bool {
				again := asObject(o[member["extract"]])
				gone.put(id, slices.DeleteFunc(slices.Clone(earlier), func(key string) bool { return again[key] != nil }))
				return false
			})
		}
		if c.op == of {
			c.edit(func(o obj) bool {
				for key := range asObject(o[member[of]]) {
					earlier = append(earlier, key)
				}
				brought.put(id, earlier)
				return false
			})
		}
		return c.op == "get" && c.edit(func(o obj) bool {
			keys, _ := gone.snapshot()[id].([]string)
			for _, key := range keys {
				delete(asObject(o["field_values"]), key)
			}
			return len(keys) > 0
		})
	}}
}
