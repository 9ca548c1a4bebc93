package selftest_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"sync"
)

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

// firstTokens makes the sessions of every token but the first in a workspace that its own key does not see.
func firstTokens() layer {
	first := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "create" || !c.ok() || !oauth(c) {
			return false
		}
		token, _ := first.keep("token", func() any { return bearer(c) })
		return token != bearer(c) && c.edit(func(o obj) bool { o["session_id"] = "ses_elsewhere"; return true })
	}}
}

// undying lets the access tokens of one kind of grant live for ever.
func undying(kind string) layer {
	made := newMemory()
	return layer{response: func(c *call) bool {
		var o obj
		if c.op == "token" && c.ok() && grantIs(kind)(form(c)) && json.Unmarshal(c.out, &o) == nil {
			made.put(text(o, "access_token"), true)
		}
		_, mine := made.snapshot()[bearer(c)]
		if c.op != "me" || c.status != 401 || !mine {
			return false
		}
		c.answer(200, obj{"org_id": "org_x", "org_name": "x", "plan": "paid", "auth_kind": "oauth"})
		return true
	}}
}

// expiredInHeader lets expired tokens go on in X-API-Key.
func expiredInHeader() layer {
	expired := newMemory()
	l := open("me", func(c *call) bool { return expired.snapshot()[c.r.Header.Get("X-Api-Key")] != nil })
	home := l.verb
	l.verb = func(verb string, in, out obj) bool {
		if verb == "expire-token" {
			expired.put(text(in, "access_token"), true)
		}
		return home(verb, in, out)
	}
	return l
}

// pairOpens takes the refresh tokens that came with a kind of grant for the identity.
func pairOpens(kind string) layer {
	known := newMemory()
	l := open("me", func(c *call) bool { return known.snapshot()[bearer(c)] != nil })
	note := l.response
	l.response = func(c *call) bool {
		var o obj
		if c.op == "token" && c.ok() && grantIs(kind)(form(c)) && json.Unmarshal(c.out, &o) == nil {
			known.put(text(o, "refresh_token"), true)
		}
		return note(c)
	}
	return l
}

// endlessOnceRefreshed goes on to take the access token of a pair whose refresh token was used.
func endlessOnceRefreshed() layer {
	pairs, endless := newMemory(), newMemory()
	learn := func(o obj) bool { pairs.put(text(o, "refresh_token"), text(o, "access_token")); return false }
	return layer{verb: func(verb string, _, out obj) bool { return verb == "issue-token" && learn(out) }, response: func(c *call) bool {
		if c.op == "token" && c.ok() {
			if old, known := pairs.snapshot()[form(c).Get("refresh_token")].(string); known {
				endless.put(old, true)
			}
			c.edit(learn)
		}
		did := c.op == "me" && c.status == http.StatusUnauthorized && endless.snapshot()[bearer(c)] != nil
		if did {
			c.answer(200, tokenIdentity)
		}
		return did
	}}
}

// tokenIdentity is who has a token, where nobody asks more closely.
var tokenIdentity = obj{"org_id": "org_1", "org_name": "Someone", "plan": "paid", "auth_kind": "oauth"}

// openedByDevice takes the code of a device for a token.
func openedByDevice() layer {
	codes := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "device" && c.ok() {
			c.edit(func(o obj) bool { codes.put(text(o, "device_code"), true); return false })
		}
		did := c.op == "me" && codes.snapshot()[bearer(c)] != nil
		if did {
			c.answer(200, tokenIdentity)
		}
		return did
	}}
}

// sliding lets a token that was used go on for another hour from then.
func sliding() layer {
	const hour = 3600.0
	var mu sync.Mutex
	moved, used := 0.0, map[string]float64{}
	return layer{verb: func(verb string, in, _ obj) bool {
		if seconds, _ := in["seconds"].(float64); verb == "advance-clock" {
			mu.Lock()
			defer mu.Unlock()
			moved += seconds
		}
		return false
	}, response: func(c *call) bool {
		mu.Lock()
		defer mu.Unlock()
		if c.op != "me" || !oauth(c) {
			return false
		}
		if c.ok() {
			used[bearer(c)] = moved
		}
		at, known := used[bearer(c)]
		did := known && c.status == 401 && moved > hour && moved-at < hour
		if did {
			c.answer(200, obj{"org_id": "org_x", "org_name": "x", "plan": "paid", "auth_kind": "oauth"})
		}
		return did
	}}
}

// untoldByToken tells nobody that a session is complete that a token made.
func untoldByToken() layer {
	made := newMemory()
	return layer{response: func(c *call) bool {
		return c.op == "create" && oauth(c) && c.ok() && c.edit(func(o obj) bool { made.put(text(o, "session_id"), true); return false })
	}, delivery: func(s *shipment) bool {
		var o struct{ Data obj }
		_ = json.Unmarshal(s.body, &o)
		s.drop = s.event() == "fill_session.completed" && made.snapshot()[text(o.Data, "session_id")] != nil
		return s.drop
	}}
}
