package checks_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync"
)

// where restricts a layer to some calls.
func where(when func(*call) bool, l layer) layer {
	inner := l
	if inner.request != nil {
		l.request = func(c *call) bool { return when(c) && inner.request(c) }
	}
	if inner.response != nil {
		l.response = func(c *call) bool { return when(c) && inner.response(c) }
	}
	return l
}

// inHeader says whether a key came in X-API-Key.
func inHeader(c *call) bool { return c.r.Header.Get("X-Api-Key") != "" }

func withKey(c *call) bool { return strings.HasPrefix(bearer(c), "bsk_") || inHeader(c) }

// away says whether a call is made with another key than the first that was seen.
func away() func(*call) bool {
	var mu sync.Mutex
	first := ""
	return func(c *call) bool {
		mu.Lock()
		defer mu.Unlock()
		if first == "" && strings.HasPrefix(bearer(c), "bsk_") {
			first = bearer(c)
		}
		return strings.HasPrefix(bearer(c), "bsk_") && bearer(c) != first
	}
}

// after restricts a change to sessions in some state, such as those that were filled.
func after(op string, l layer) layer {
	seen := newMemory()
	note := l.response
	l.response = func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		if len(parts) < 3 {
			return false
		}
		if c.op == op && c.ok() {
			seen.keep(parts[2], func() any { return true })
		}
		_, known := seen.snapshot()[parts[2]]
		return known && note != nil && note(c)
	}
	return l
}

// owners learns which credential made which session.
type owners struct{ made *memory }

func (w owners) note(c *call) {
	var o obj
	if c.op == "create" && c.ok() && json.Unmarshal(c.out, &o) == nil {
		credential := c.r.Header.Get("Authorization")
		if inHeader(c) {
			credential = "Bearer " + c.r.Header.Get("X-Api-Key")
		}
		w.made.keep(text(o, "session_id"), func() any { return credential })
	}
}

func (w owners) of(c *call) (credential string, other bool) {
	parts := splitPath(c.r.URL.Path)
	if len(parts) < 3 {
		return "", false
	}
	owner, known := w.made.snapshot()[parts[2]].(string)
	return owner, known && c.r.Header.Get("Authorization") != "" && owner != c.r.Header.Get("Authorization")
}

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

// actsAnyway carries a call out for a stranger and then answers 404.
func actsAnyway(ops string) layer {
	w := owners{newMemory()}
	return layer{request: func(c *call) bool {
		owner, other := w.of(c)
		if other && among(ops, c.op) {
			c.r.Header.Set("Authorization", owner)
			c.r.Header.Set("X-Was-Foreign", "1")
			return true
		}
		return false
	}, response: func(c *call) bool {
		w.note(c)
		if c.r.Header.Get("X-Was-Foreign") == "" {
			return false
		}
		c.refuse(404)
		return true
	}}
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

// stranger says whether a call carries a key that no workspace was given.
func stranger(c *call) bool {
	key := bearer(c)
	if inHeader(c) {
		key = c.r.Header.Get("X-Api-Key")
	}
	if !strings.HasPrefix(key, "bsk_") {
		return false
	}
	for _, known := range keys.snapshot() {
		if known == key {
			return false
		}
	}
	return true
}

// wrapped puts a reply under a member.
func wrapped(ops, member string) layer {
	return reply(ops, func(o obj) bool {
		inner := obj{}
		for k, v := range o {
			inner[k] = v
			delete(o, k)
		}
		o[member] = inner
		return true
	})
}

// raw replaces the body of successes.
func raw(ops, contentType, body string) layer {
	return layer{response: func(c *call) bool {
		if !among(ops, c.op) || !c.ok() {
			return false
		}
		c.header = http.Header{"Content-Type": {contentType}}
		c.out = []byte(body)
		return true
	}}
}

// labelled changes the media type of successes.
func labelled(ops, contentType string) layer {
	return layer{response: func(c *call) bool {
		if !among(ops, c.op) || !c.ok() {
			return false
		}
		c.header.Set("Content-Type", contentType)
		return true
	}}
}

// inItem changes the n-th object of an array, where there is one.
func inItem(ops, array string, n int, do func(o obj)) layer {
	return reply(ops, func(o obj) bool {
		items, _ := o[array].([]any)
		if len(items) <= n {
			return false
		}
		one, ok := items[n].(obj)
		if ok {
			do(one)
		}
		return ok
	})
}

func put(member string, v any) func(o obj) { return func(o obj) { o[member] = v } }

func cut(member string) func(o obj) { return func(o obj) { delete(o, member) } }
