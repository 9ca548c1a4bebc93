package checks_test

import (
	"encoding/json"
	"fmt"
	"time"
)

// onceMore keeps an approved request pending for one poll more.
func onceMore() layer {
	kept := newMemory()
	return layer{request: func(c *call) bool {
		if c.op != "token" || !grantIs("device_code")(form(c)) {
			return false
		}
		reply, known := kept.snapshot()[form(c).Get("device_code")].(obj)
		if known {
			c.answer(200, reply)
			c.header.Set("Cache-Control", "no-store")
		}
		return known
	}, response: func(c *call) bool {
		var o obj
		if c.op != "token" || !c.ok() || !grantIs("device_code")(form(c)) || json.Unmarshal(c.out, &o) != nil {
			return false
		}
		if _, known := kept.keep(form(c).Get("device_code"), func() any { return o }); known {
			return false
		}
		c.answer(400, obj{"error": "authorization_pending", "detail": "wait"})
		return true
	}}
}

// pendingFor answers who asked for a request that was pending, for so long, that it still is.
func pendingFor(life time.Duration) layer {
	asked, k := newMemory(), newTicking()
	return layer{clocked: true, verb: k.verb, request: func(c *call) bool {
		at, known := asked.snapshot()[form(c).Get("device_code")].(time.Time)
		did := c.op == "token" && known && k.now().Sub(at) < life
		if did {
			c.answer(400, obj{"error": "authorization_pending", "detail": "wait"})
		}
		return did
	}, response: func(c *call) bool {
		if pending(c) {
			asked.keep(form(c).Get("device_code"), func() any { return k.now() })
		}
		return false
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

// seenBefore says whether a form carried the same value of a member before.
func seenBefore(member string) func(c *call) bool {
	seen := newMemory()
	return func(c *call) bool {
		_, known := seen.keep(form(c).Get(member), func() any { return true })
		return known
	}
}

// slower tells every poll after the first to slow down.
func slower() layer {
	again := seenBefore("device_code")
	return layer{response: func(c *call) bool {
		return pending(c) && again(c) && c.edit(func(o obj) bool {
			o["error"], o["detail"], o["error_description"] = "slow_down", "wait", "wait"
			return true
		})
	}}
}

// twice takes each refresh token that was rotated out once more, whenever it comes.
func twice() layer {
	again := seenBefore("refresh_token")
	return layer{response: func(c *call) bool {
		if c.op != "token" || c.ok() || !grantIs("refresh_token")(form(c)) || again(c) {
			return false
		}
		c.answer(200, obj{"access_token": "at_x", "refresh_token": "rt_x", "token_type": "Bearer", "expires_in": 60})
		return true
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

// spentSlowly lets a key that was revoked open some calls more.
func spentSlowly(more int) layer {
	revoked := newMemory()
	return layer{verb: func(verb string, in, _ obj) bool {
		if verb == "revoke-key" {
			revoked.put(text(in, "api_key"), 0)
		}
		return false
	}, response: func(c *call) bool {
		n, known := revoked.snapshot()[bearer(c)].(int)
		if c.op != "me" || c.status != 401 || !known || n >= more {
			return false
		}
		revoked.put(bearer(c), n+1)
		c.answer(200, obj{"org_id": "org_x", "org_name": "x", "plan": "paid", "auth_kind": "api_key", "key_label": "x"})
		return true
	}}
}

// plantedSecond are faults that only the second of two things shows: the next refresh, another key, a token of another
// kind, a poll after the approval.
func plantedSecond() []plant {
	count := newMemory()
	all := []plant{
		{"AUTH-10", "a revoked key opens twice more", spentSlowly(2)},
		{"API-ME-06", "each key of a workspace has an org_id of its own", where(withKey, change("me", func(o obj) { o["org_id"] = fmt.Sprint(o["org_id"], o["key_label"]) }))},
		{"API-ME-06", "each answer has an org_id of its own", change("me", func(o obj) { count.add(true); o["org_id"] = fmt.Sprint("org_", len(count.list())) })},
		{"OAUTH-DEV-08", "every poll after the first is told to slow down", slower()},
		{"OAUTH-DEV-09", "an approved request is pending once more", onceMore()},
		{"OAUTH-TOKEN-02", "a refresh token ends with its access token", endingWithAccess()},
		{"OAUTH-DEV-09", "a request that was pending is so for a minute", pendingFor(time.Minute)},
		{"OAUTH-META-05", "the token endpoint is at a host where nobody is", set("metadata", "token_endpoint", "http://127.0.0.1:1/oauth/token")},
		{"OAUTH-META-05", "the device endpoint is below a path that is not served", change("metadata", func(o obj) {
			o["device_authorization_endpoint"] = text(o, "issuer") + "/v2/oauth/device_authorization"
		})},
		{"OAUTH-META-05", "the authorization endpoint is not there", change("metadata", func(o obj) { o["authorization_endpoint"] = text(o, "issuer") + "/oauth/authorise" })},
		{"OAUTH-TOKEN-04", "a spent refresh token is taken once more", twice()},
		{"OAUTH-TOKEN-04", "a spent refresh token is an error of the server", where(func(c *call) bool { return grantIs("refresh_token")(form(c)) }, code("token", 400, 500))},
		{"OAUTH-TOKEN-05", "the second refresh is of the first workspace", astrayAt(2)},
		{"OAUTH-TOKEN-05", "the third refresh is of the first workspace", astrayAt(3)},
		{"OAUTH-TOKEN-06", "an access token of a refresh lives for ever", undying("refresh_token")},
	}
	for _, kind := range []string{"refresh_token", "device_code", "authorization_code"} {
		all = append(all, plant{"AUTH-13", "an access token lives for ever: " + kind, undying(kind)})
	}
	return all
}
