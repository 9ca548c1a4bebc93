package selftest_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"time"
)

// unstored leaves out of the detail of a session what turns set of which that is said.
func unstored(of func(c *call) bool) layer {
	lost := newMemory()
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		if c.op == "answer" && c.ok() && of(c) {
			var o obj
			_ = json.Unmarshal(c.out, &o)
			before, _ := lost.snapshot()[id].(obj)
			keys := obj{}
			for key := range before {
				keys[key] = true
			}
			for key := range asObject(o["set_fields"]) {
				keys[key] = true
			}
			lost.put(id, keys)
		}
		keys, _ := lost.snapshot()[id].(obj)
		return c.op == "get" && c.ok() && len(keys) > 0 && c.edit(func(o obj) (did bool) {
			values := asObject(o["field_values"])
			for key := range keys {
				did = did || values[key] != nil
				delete(values, key)
			}
			return did
		})
	}}
}

// lostDuring loses what a session is told while an operation on it is under way, which takes a while.
func lostDuring(op string) layer {
	const work = 250 * time.Millisecond
	under := newMemory()
	l := unstored(func(c *call) bool { return under.snapshot()[sessionIn(c)] == true })
	stored := l.response
	l.request = func(c *call) bool {
		if c.op == op {
			under.put(sessionIn(c), true)
			pause(work)
		}
		return false
	}
	l.response = func(c *call) bool {
		if c.op == op {
			under.put(sessionIn(c), false)
		}
		return stored(c)
	}
	return l
}

// lostOnce loses what a session is told once an operation was done on it.
func lostOnce(op string) layer {
	over := newMemory()
	l := unstored(func(c *call) bool { return over.snapshot()[sessionIn(c)] == true })
	stored := l.response
	l.response = func(c *call) bool {
		if c.op == op && c.ok() {
			over.put(sessionIn(c), true)
		}
		return stored(c)
	}
	return l
}

// ofMaker takes documents from the credential that made the session, and leaves those of others alone.
func ofMaker() layer {
	maker := newMemory()
	return layer{request: func(c *call) bool {
		by, known := maker.snapshot()[sessionIn(c)]
		did := c.op == "documents" && known && by != bearer(c)
		if did {
			c.answer(200, obj{"documents": []any{}})
		}
		return did
	}, response: func(c *call) bool {
		var o obj
		if c.op == "create" && c.ok() && json.Unmarshal(c.out, &o) == nil {
			maker.put(text(o, "session_id"), bearer(c))
		}
		return false
	}}
}

// firstList gives the list that a workspace was given first, while it had one session or more.
func firstList() layer {
	lists := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "list" || !c.ok() || !strings.Contains(string(c.out), "session_id") || c.r.URL.RawQuery != "" {
			return false
		}
		first, had := lists.keep(bearer(c), func() any { return string(c.out) })
		did := had && first != string(c.out)
		if did {
			c.out = []byte(first.(string))
		}
		return did
	}}
}

// firstRedirectChecked checks the first redirect of a registration alone.
func firstRedirectChecked() layer {
	all := newMemory()
	return layer{request: func(c *call) bool {
		var o obj
		if c.op != "register" || json.Unmarshal(c.in, &o) != nil {
			return false
		}
		redirects, _ := o["redirect_uris"].([]any)
		if len(redirects) < 2 {
			return false
		}
		if u, err := url.Parse(fmt.Sprint(redirects[1])); err == nil && u.Host != "" && u.Fragment == "" {
			return false
		}
		all.put(fmt.Sprintf("%p", c), redirects)
		o["redirect_uris"] = redirects[:1]
		c.in, _ = json.Marshal(o)
		return true
	}, response: func(c *call) bool {
		redirects := all.snapshot()[fmt.Sprintf("%p", c)]
		return c.op == "register" && c.ok() && redirects != nil && c.edit(func(o obj) bool { o["redirect_uris"] = redirects; return true })
	}}
}

// refusedWithOther refuses all requests of a client that are pending when a person refuses one of them.
func refusedWithOther() layer {
	clients, refused := newMemory(), newMemory() // by user_code and by device_code
	return layer{verb: func(verb string, in, _ obj) bool {
		if verb == "deny-device" {
			refused.put(fmt.Sprint(clients.snapshot()[text(in, "user_code")]), true)
		}
		return false
	}, response: func(c *call) bool {
		var o obj
		if c.op == "device" && c.ok() && json.Unmarshal(c.out, &o) == nil {
			clients.put(text(o, "user_code"), form(c).Get("client_id"))
		}
		return c.op == "token" && refused.snapshot()[form(c).Get("client_id")] == true && c.edit(func(o obj) bool {
			did := o["error"] == "authorization_pending"
			if did {
				o["error"] = "access_denied"
			}
			return did
		})
	}}
}
