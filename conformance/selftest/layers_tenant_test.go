package selftest_test

import "encoding/json"

// leaks serves some operations of a session to whoever asks with a credential.
func leaks(ops string) layer {
	w := owners{newMemory()}
	return layer{request: func(c *call) bool {
		owner, other := w.of(c)
		if other && among(ops, c.op) {
			c.r.Header.Set("Authorization", owner)
			return true
		}
		return false
	}, response: func(c *call) bool { w.note(c); return false }}
}

// leaksToNamesakes serves some operations of a session to the keys of workspaces that have the name of its own.
func leaksToNamesakes(ops string) layer {
	w, names := owners{newMemory()}, newMemory() // by the header that a key is sent in
	return layer{verb: func(verb string, in, out obj) bool {
		if verb == "create-workspace" {
			names.put("Bearer "+text(out, "api_key"), text(in, "name"))
		}
		return false
	}, request: func(c *call) bool {
		owner, other := w.of(c)
		named := names.snapshot()
		did := other && among(ops, c.op) && named[owner] != nil && named[owner] == named["Bearer "+bearer(c)]
		if did {
			c.r.Header.Set("Authorization", owner)
		}
		return did
	}, response: func(c *call) bool { w.note(c); return false }}
}

// keepsRefused does what it refuses to who has the key of another workspace.
func keepsRefused(ops string) layer {
	const slipped = "X-Slipped"
	l := leaks(ops)
	through, note := l.request, l.response
	l.request = func(c *call) bool {
		did := through(c)
		if did {
			c.r.Header.Set(slipped, "yes")
		}
		return did
	}
	l.response = func(c *call) bool {
		note(c)
		did := c.r.Header.Get(slipped) != ""
		if did {
			c.refuse(404)
		}
		return did
	}
	return l
}

// open lets some operations through without looking at the credential.
func open(ops string, when func(*call) bool) layer {
	w := owners{newMemory()}
	home := newMemory()
	return layer{verb: func(verb string, _, out obj) bool {
		if verb == "create-workspace" {
			home.keep("home", func() any { return "Bearer " + text(out, "api_key") })
		}
		return false
	}, request: func(c *call) bool {
		if !among(ops, c.op) || !when(c) {
			return false
		}
		credential, _ := home.snapshot()["home"].(string)
		if owner, _ := w.of(c); owner != "" {
			credential = owner
		}
		if credential == "" {
			return false
		}
		c.r.Header.Del("X-Api-Key")
		c.r.Header.Set("Authorization", credential)
		return true
	}, response: func(c *call) bool { w.note(c); return false }}
}

// actsElsewhere opens the first workspace with a token of a grant, but for the identity.
func actsElsewhere(kind string) layer {
	first, given := newMemory(), newMemory()
	return layer{verb: func(verb string, _, out obj) bool {
		if verb == "create-workspace" {
			first.keep("key", func() any { return text(out, "api_key") })
		}
		return false
	}, request: func(c *call) bool {
		_, mine := given.snapshot()[bearer(c)]
		key, _ := first.snapshot()["key"].(string)
		if !mine || c.op == "me" || c.op == "token" {
			return false
		}
		c.r.Header.Set("Authorization", "Bearer "+key)
		return true
	}, response: func(c *call) bool {
		var o obj
		if c.op == "token" && c.ok() && grantIs(kind)(form(c)) && json.Unmarshal(c.out, &o) == nil {
			given.put(text(o, "access_token"), true)
		}
		return false
	}}
}

// freePlan is how many sessions the free plan has in a month.
const freePlan = 5
