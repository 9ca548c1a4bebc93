package selftest_test

import (
	"encoding/json"
	"math"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// looksOnly answers 401 to whatever is to be done with an access token that came of a refresh.
func looksOnly() layer {
	fresh := newMemory()
	return layer{request: func(c *call) bool {
		did := org(c) && c.r.Method == "POST" && fresh.snapshot()[bearer(c)] != nil
		if did {
			c.refuse(401)
		}
		return did
	}, response: func(c *call) bool {
		if c.op == "token" && c.ok() && grantIs("refresh_token")(form(c)) {
			c.edit(func(o obj) bool { fresh.put(text(o, "access_token"), true); return false })
		}
		return false
	}}
}

// unrefreshed refuses the refresh tokens that came by a grant.
func unrefreshed(kind string) layer {
	given := newMemory()
	return layer{request: func(c *call) bool {
		if _, is := given.snapshot()[form(c).Get("refresh_token")]; c.op != "token" || !is {
			return false
		}
		c.answer(400, obj{"error": "invalid_grant", "detail": "The refresh token is not known."})
		return true
	}, response: func(c *call) bool {
		var o obj
		if c.op == "token" && c.ok() && grantIs(kind)(form(c)) && json.Unmarshal(c.out, &o) == nil {
			given.put(text(o, "refresh_token"), true)
		}
		return false
	}}
}

// firstEnd ends the access tokens of a refresh with the one that was refreshed, always or where that one has lapsed.
func firstEnd(lapsed bool) layer {
	k := newTicking()
	var mu sync.Mutex
	ends := map[string]time.Time{} // of access and refresh tokens
	note := func(o obj, end time.Time) {
		for _, name := range []string{"access_token", "refresh_token"} {
			ends[text(o, name)] = end
		}
	}
	life := func(o obj) time.Duration {
		seconds, _ := o["expires_in"].(float64)
		return time.Duration(seconds) * time.Second
	}
	return layer{clocked: true, verb: func(verb string, in, out obj) bool {
		k.verb(verb, in, out)
		mu.Lock()
		defer mu.Unlock()
		if verb == "issue-token" {
			note(out, k.now().Add(life(out)))
		}
		return false
	}, request: func(c *call) bool {
		mu.Lock()
		defer mu.Unlock()
		if end, known := ends[bearer(c)]; !known || !oauth(c) || k.now().Before(end) {
			return false
		}
		c.refuse(401)
		return true
	}, response: func(c *call) bool {
		var out obj
		if c.op != "token" || !c.ok() || !grantIs("refresh")(form(c)) || json.Unmarshal(c.out, &out) != nil {
			return false
		}
		mu.Lock()
		defer mu.Unlock()
		end, known := ends[form(c).Get("refresh_token")]
		if !known || lapsed && k.now().Before(end) {
			end = k.now().Add(life(out))
		}
		note(out, end)
		return false
	}}
}

// shortLived ends a token of an approval after as many milliseconds as it was said to have seconds.
func shortLived() layer {
	k, given := newTicking(), newMemory()
	return layer{clocked: true, verb: k.verb, request: func(c *call) bool {
		end, is := given.snapshot()[bearer(c)].(time.Time)
		if !is || k.now().Before(end) {
			return false
		}
		c.refuse(401)
		return true
	}, response: func(c *call) bool {
		var o obj
		if c.op == "token" && c.ok() && grantIs("device_code")(form(c)) && json.Unmarshal(c.out, &o) == nil {
			seconds, _ := o["expires_in"].(float64)
			given.put(text(o, "access_token"), k.now().Add(time.Duration(seconds)*time.Millisecond))
		}
		return false
	}}
}

// worksOnce takes a token of an approval for one call: the next one comes too late, however soon it is.
func worksOnce() layer {
	used := newMemory()
	return layer{request: func(c *call) bool {
		if !oauth(c) {
			return false
		}
		if _, again := used.keep(bearer(c), func() any { return true }); !again {
			return false
		}
		c.refuse(401)
		return true
	}}
}

// shortChain gives a dead token of a kind at the nth refresh of a sign-in.
func shortChain(n int, member string) layer {
	return layer{response: atRefresh(n, func(o obj) { o[member] = "dead" })}
}

// atRefresh changes the reply to the nth refresh of a sign-in.
func atRefresh(n int, do func(o obj)) func(c *call) bool {
	depths := newMemory()
	return func(c *call) bool {
		if c.op != "token" || !c.ok() || !grantIs("refresh_token")(form(c)) {
			return false
		}
		return c.edit(func(o obj) bool {
			depth, _ := depths.snapshot()[form(c).Get("refresh_token")].(int)
			depth++
			depths.put(text(o, "refresh_token"), depth)
			if depth == n {
				do(o)
			}
			return depth == n
		})
	}
}

// spentUntil gives a pair for a refresh token that was rotated out some time ago.
func spentUntil(after time.Duration) layer {
	k, spent := newTicking(), newMemory()
	return layer{clocked: true, verb: k.verb, response: func(c *call) bool {
		old := form(c).Get("refresh_token")
		if c.op != "token" || old == "" {
			return false
		}
		if c.ok() {
			spent.keep(old, func() any { return k.now() })
			return false
		}
		at, is := spent.snapshot()[old].(time.Time)
		if !is || k.now().Sub(at) < after {
			return false
		}
		c.answer(200, obj{"access_token": "at_again", "refresh_token": "rt_again", "token_type": "Bearer", "expires_in": 3600})
		return true
	}}
}

// firstRefreshed gives the access token of the first refresh to all.
func firstRefreshed() layer {
	first := newMemory()
	return grant("refresh_token", func(o obj) {
		o["access_token"], _ = first.keep("", func() any { return o["access_token"] })
	})
}

// endedByRefresh refuses the access tokens of a client that were given out before one of them was refreshed.
func endedByRefresh() layer {
	given, ended := newMemory(), newMemory()
	return layer{request: func(c *call) bool {
		did := ended.snapshot()[bearer(c)] != nil
		if did {
			c.refuse(http.StatusUnauthorized)
		}
		return did
	}, response: func(c *call) bool {
		if c.op != "token" || !c.ok() {
			return false
		}
		client := form(c).Get("client_id")
		before, _ := given.snapshot()[client].([]string)
		if grantIs("refresh_token")(form(c)) {
			for _, token := range before {
				ended.put(token, true)
			}
		}
		c.edit(func(o obj) bool {
			given.put(client, append(slices.Clone(before), text(o, "access_token")))
			return false
		})
		return false
	}}
}

// behindByOne gives at each refresh the access token that the refresh before made.
func behindByOne() layer {
	latest := newMemory() // by refresh token
	return layer{response: func(c *call) bool {
		if c.op != "token" && c.op != "issue-token" || !c.ok() {
			return false
		}
		return c.edit(func(o obj) bool {
			made := o["access_token"]
			was, known := latest.snapshot()[form(c).Get("refresh_token")]
			if grantIs("refresh_token")(form(c)) && known {
				o["access_token"] = was
			}
			latest.put(text(o, "refresh_token"), made)
			return known
		})
	}, verb: func(verb string, _, out obj) bool {
		if verb == "issue-token" {
			latest.put(text(out, "refresh_token"), out["access_token"])
		}
		return false
	}}
}

// inheritedLife ends the access token of a refresh when the first one of its sign-in ends.
func inheritedLife() layer {
	k, ends := newTicking(), newMemory()
	return layer{clocked: true, verb: k.verb, request: func(c *call) bool {
		end, known := ends.snapshot()[bearer(c)].(time.Time)
		did := known && k.now().After(end)
		if did {
			c.refuse(http.StatusUnauthorized)
		}
		return did
	}, response: func(c *call) bool {
		return c.op == "token" && c.ok() && c.edit(func(o obj) bool {
			life, _ := o["expires_in"].(float64)
			end, known := ends.snapshot()[form(c).Get("refresh_token")].(time.Time)
			if !known {
				end = k.now().Add(time.Duration(life) * time.Second)
			}
			ends.put(text(o, "refresh_token"), end)
			ends.put(text(o, "access_token"), end)
			o["expires_in"] = math.Round(end.Sub(k.now()).Seconds())
			return known
		})
	}}
}

// rotatedOnce gives a new refresh token at the first refresh of a sign-in, and that one on and on.
func rotatedOnce() layer {
	given := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "token" || !c.ok() || !grantIs("refresh_token")(form(c)) {
			return false
		}
		used := form(c).Get("refresh_token")
		return c.edit(func(o obj) bool {
			if _, known := given.snapshot()[used]; known {
				o["refresh_token"] = used
				return true
			}
			given.put(text(o, "refresh_token"), true)
			return false
		})
	}}
}

// endingWithAccess refuses refresh tokens once the access token that they came with has lapsed.
func endingWithAccess() layer {
	end, k := newMemory(), newTicking()
	note := func(o obj) {
		life, _ := o["expires_in"].(float64)
		end.put(text(o, "refresh_token"), k.now().Add(time.Duration(life)*time.Second))
	}
	return layer{clocked: true, verb: func(verb string, in, out obj) bool {
		if verb == "issue-token" {
			note(out)
		}
		return k.verb(verb, in, out)
	}, request: func(c *call) bool {
		at, known := end.snapshot()[form(c).Get("refresh_token")].(time.Time)
		did := c.op == "token" && known && k.now().After(at)
		if did {
			c.answer(400, obj{"error": "invalid_grant", "detail": "It has lapsed."})
		}
		return did
	}, response: func(c *call) bool {
		var o obj
		if c.op == "token" && c.ok() && json.Unmarshal(c.out, &o) == nil {
			note(o)
		}
		return false
	}}
}

// astrayAt gives an access token of the first workspace at the nth refresh of a sign-in.
func astrayAt(n int) layer {
	first := newMemory()
	return layer{verb: func(verb string, _, out obj) bool {
		if verb == "issue-token" {
			first.keep("token", func() any { return out["access_token"] })
		}
		return false
	}, response: atRefresh(n, func(o obj) { o["access_token"] = first.snapshot()["token"] })}
}

// latestOfClient gives with a refresh the access token of the client's latest sign-in.
func latestOfClient() layer {
	latest := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "token" || !c.ok() {
			return false
		}
		client := form(c).Get("client_id")
		return c.edit(func(o obj) bool {
			if !grantIs("refresh_token")(form(c)) {
				latest.put(client, o["access_token"])
				return false
			}
			last, known := latest.snapshot()[client]
			if known {
				o["access_token"] = last
			}
			return known
		})
	}}
}

// accessRefreshes gives a pair for an access token in the place of a refresh token.
func accessRefreshes() layer {
	given := newMemory()
	return layer{verb: func(_ string, _, out obj) bool {
		if access := text(out, "access_token"); access != "" {
			given.put(access, true)
		}
		return false
	}, response: func(c *call) bool {
		if c.op != "token" {
			return false
		}
		if c.ok() {
			c.edit(func(o obj) bool { given.put(text(o, "access_token"), true); return false })
			return false
		}
		did := given.snapshot()[form(c).Get("refresh_token")] != nil
		if did {
			c.answer(200, obj{"access_token": "at_x", "refresh_token": "rt_x", "token_type": "Bearer", "expires_in": 60})
		}
		return did
	}}
}

// refreshedByAny takes each refresh for one of the client that the token was given to.
func refreshedByAny() layer {
	owners := newMemory()
	return layer{request: func(c *call) bool {
		values := form(c)
		owner, known := owners.snapshot()[values.Get("refresh_token")].(string)
		did := c.op == "token" && known && owner != values.Get("client_id")
		if did {
			values.Set("client_id", owner)
			c.in = []byte(values.Encode())
		}
		return did
	}, response: func(c *call) bool {
		if c.op == "token" && c.ok() {
			c.edit(func(o obj) bool { owners.put(text(o, "refresh_token"), form(c).Get("client_id")); return false })
		}
		return false
	}}
}

// anyScope says that a refresh has the scope that it asks for.
func anyScope() layer {
	wanted := func(c *call) string { return form(c).Get("scope") }
	asked := newMemory()
	return layer{request: func(c *call) bool {
		if c.op != "token" || !grantIs("refresh_token")(form(c)) || wanted(c) == "" {
			return false
		}
		values := form(c)
		asked.put(values.Get("refresh_token"), wanted(c))
		values.Del("scope")
		c.in = []byte(values.Encode())
		return true
	}, response: func(c *call) bool {
		scope := asked.snapshot()[form(c).Get("refresh_token")]
		return c.op == "token" && scope != nil && c.ok() && c.edit(func(o obj) bool { o["scope"] = scope; return true })
	}}
}

// selfServed gives a client that asks for tokens of its own one that opens a workspace.
func selfServed() layer {
	const own = "token-of-a-client"
	return layer{response: func(c *call) bool {
		asks := c.op == "token" && form(c).Get("grant_type") == "client_credentials"
		switch {
		case asks:
			c.answer(200, obj{"access_token": own, "token_type": "Bearer", "expires_in": 3600})
		case c.op == "me" && bearer(c) == own:
			c.answer(200, obj{"org_id": "org_1", "org_name": "Of a client", "auth_kind": "oauth_token"})
		}
		return asks
	}}
}

// refusedWithToken refuses an operation with a token as one that the session cannot make yet.
func refusedWithToken(op string) layer {
	return where(func(c *call) bool { return c.op == op && !strings.HasPrefix(bearer(c), "bsk_") }, layer{request: func(c *call) bool {
		c.refuse(400)
		return true
	}})
}

// firstNameForTokens tells each token the name of the workspace that was looked at first.
func firstNameForTokens() layer {
	first := newMemory()
	return layer{response: func(c *call) bool {
		return c.op == "me" && c.ok() && c.edit(func(o obj) bool {
			name, _ := first.keep("name", func() any { return text(o, "org_name") })
			did := o["org_name"] != name && !strings.HasPrefix(bearer(c), "bsk_")
			if did {
				o["org_name"] = name
			}
			return did
		})
	}}
}
