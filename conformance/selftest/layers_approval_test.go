package selftest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// onePending calls a device code expired once its client asks for another.
func onePending() layer {
	last := newMemory()
	return layer{request: func(c *call) bool {
		v := form(c)
		code, known := last.snapshot()[v.Get("client_id")]
		if c.op != "token" || !grantIs("device_code")(v) || !known || code == v.Get("device_code") {
			return false
		}
		c.answer(400, obj{"error": "expired_token", "detail": "There is a later request."})
		return true
	}, response: func(c *call) bool {
		var o obj
		if c.op == "device" && c.ok() && json.Unmarshal(c.out, &o) == nil {
			last.put(form(c).Get("client_id"), text(o, "device_code"))
		}
		return false
	}}
}

func byName(in obj) string { return text(in, "client_name") }

func byAll(in obj) string { return fmt.Sprint(in) }

// oneIDOf answers a registration that is known by something as it did the first time.
func oneIDOf(by func(in obj) string) layer {
	known := newMemory()
	return layer{response: func(c *call) bool {
		var in obj
		if c.op != "register" || !c.ok() || json.Unmarshal(c.in, &in) != nil {
			return false
		}
		first, was := known.keep(by(in), func() any { return string(c.out) })
		c.out = []byte(first.(string))
		return was
	}}
}

// numberedPages gives each device request a page of a number of its own.
func numberedPages() layer {
	var n atomic.Int64
	return reply("device", func(o obj) bool {
		o["verification_uri_complete"] = text(o, "verification_uri") + "/d" + strings.Repeat("x", int(n.Add(1)))
		return true
	})
}

// oneUserCode shows one user code for all requests of a client, which stands for the last of them.
func oneUserCode() layer {
	last := newMemory()
	return layer{into: func(_ string, in obj) bool {
		code, known := last.snapshot()[text(in, "user_code")].(string)
		if known {
			in["user_code"] = code
		}
		return known
	}, response: func(c *call) bool {
		return c.op == "device" && c.ok() && c.edit(func(o obj) bool {
			shown := strings.ToUpper(form(c).Get("client_id"))
			last.put(shown, text(o, "user_code"))
			o["user_code"] = shown
			return true
		})
	}}
}

// lastSignIn gives tokens of the workspace of whoever agreed last.
func lastSignIn(verb, kind string) layer {
	last, of := newMemory(), newMemory()
	return layer{verb: func(one string, in, _ obj) bool {
		if one == verb {
			last.put("org", in["org_id"])
		}
		return false
	}, response: func(c *call) bool {
		var out obj
		if c.op == "token" && c.ok() && grantIs(kind)(form(c)) && json.Unmarshal(c.out, &out) == nil {
			of.put(text(out, "access_token"), last.snapshot()["org"])
		}
		org, known := of.snapshot()[bearer(c)]
		return c.op == "me" && c.ok() && known && c.edit(func(o obj) bool {
			did := o["org_id"] != org
			o["org_id"] = org
			return did
		})
	}}
}

// newestApproved approves the newest request, whichever one a person names.
func newestApproved() layer {
	newest := newMemory()
	return layer{response: func(c *call) bool {
		return c.op == "device" && c.ok() && c.edit(func(o obj) bool { newest.put("", text(o, "user_code")); return false })
	}, into: func(verb string, in obj) bool {
		last, _ := newest.snapshot()[""].(string)
		did := verb == "approve-device" && last != text(in, "user_code")
		if did {
			in["user_code"] = last
		}
		return did
	}}
}

// namelessClient takes the client of a request for that of whoever polls without a name.
func namelessClient() layer {
	clients := newMemory()
	return layer{response: func(c *call) bool {
		return c.op == "device" && c.ok() && c.edit(func(o obj) bool { clients.put(text(o, "device_code"), form(c).Get("client_id")); return false })
	}, request: func(c *call) bool {
		values := form(c)
		client, known := clients.snapshot()[values.Get("device_code")].(string)
		did := c.op == "token" && known && !values.Has("client_id")
		if did {
			values.Set("client_id", client)
			c.in = []byte(values.Encode())
		}
		return did
	}}
}

// approvedForAll gives tokens for what nobody approved once another request of the client was: for a request that is
// pending, or for a device code that was never made.
func approvedForAll(pendingOnes bool) layer {
	codes, clients, approved := newMemory(), newMemory(), newMemory()
	return layer{verb: func(verb string, in, _ obj) bool {
		if verb == "approve-device" {
			client, _ := clients.snapshot()[text(in, "user_code")].(string)
			approved.put(client, true)
		}
		return false
	}, response: func(c *call) bool {
		var o obj
		if c.op == "device" && c.ok() && json.Unmarshal(c.out, &o) == nil {
			codes.put(text(o, "device_code"), text(o, "user_code"))
			clients.put(text(o, "user_code"), form(c).Get("client_id"))
		}
		if c.op != "token" || c.ok() || !grantIs("device_code")(form(c)) {
			return false
		}
		_, open := approved.snapshot()[form(c).Get("client_id")]
		_, known := codes.snapshot()[form(c).Get("device_code")]
		if !open || known != pendingOnes {
			return false
		}
		c.answer(200, obj{"access_token": "at_x", "refresh_token": "rt_x", "token_type": "Bearer", "expires_in": 60})
		return true
	}}
}

// approvalsAfter answers polls of requests in another way that were approved some time ago.
func approvalsAfter(after time.Duration, as string) layer {
	k, codes, approved := newTicking(), newMemory(), newMemory()
	return layer{clocked: true, verb: func(verb string, in, out obj) bool {
		if code, known := codes.snapshot()[text(in, "user_code")].(string); known && verb == "approve-device" {
			approved.put(code, k.now())
		}
		return k.verb(verb, in, out)
	}, request: func(c *call) bool {
		at, is := approved.snapshot()[form(c).Get("device_code")].(time.Time)
		did := c.op == "token" && is && k.now().Sub(at) >= after
		if did {
			c.answer(400, obj{"error": as, "error_description": as, "detail": as})
		}
		return did
	}, response: func(c *call) bool {
		return c.op == "device" && c.ok() && c.edit(func(o obj) bool {
			codes.put(text(o, "user_code"), text(o, "device_code"))
			return false
		})
	}}
}

// keyChooses answers a token call that a key comes with by the first token of the run, which is another workspace's.
func keyChooses() layer {
	first := newMemory()
	return layer{request: func(c *call) bool { // the reference refuses what has two credentials
		if c.op == "token" && withKey(c) {
			c.r.Header.Del("Authorization")
			c.r.Header.Set("X-Keyed", "yes")
		}
		return false
	}, response: func(c *call) bool {
		if c.op != "token" || !c.ok() {
			return false
		}
		keyed := c.r.Header.Get("X-Keyed") != ""
		return c.edit(func(o obj) bool {
			token, known := first.keep("", func() any { return o["access_token"] })
			if keyed && known {
				o["access_token"] = token
			}
			return keyed && known
		})
	}}
}

// spentLate gives tokens for a code to each of those who present it at one time: others each, or the same.
func spentLate(member string, same bool) layer {
	t, given := newTogether(), newMemory()
	return layer{request: func(c *call) bool {
		if code := form(c).Get(member); c.op == "token" && code != "" {
			t.begin(code)
		}
		return false
	}, response: func(c *call) bool {
		code := form(c).Get(member)
		if c.op != "token" || code == "" {
			return false
		}
		if c.ok() {
			given.put(code, c.out)
		}
		first, known := given.snapshot()[code].([]byte)
		if !t.end(code) || c.ok() || !known {
			return false
		}
		var o obj
		if json.Unmarshal(first, &o); !same {
			given.add(code)
			o["access_token"] = "at_" + strconv.Itoa(len(given.list()))
		}
		c.answer(200, o)
		return true
	}}
}

// livelyRequests never end where they were asked for while they waited.
func livelyRequests() layer {
	asked := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "token" || !grantIs("device_code")(form(c)) {
			return false
		}
		var o obj
		_ = json.Unmarshal(c.out, &o)
		code := form(c).Get("device_code")
		switch {
		case o["error"] == "authorization_pending":
			asked.put(code, true)
		case o["error"] == "expired_token" && asked.snapshot()[code] == true:
			c.answer(400, obj{"error": "authorization_pending"})
			return true
		}
		return false
	}}
}

func renamedError(from, to string) layer {
	return layer{response: func(c *call) bool {
		return c.op == "token" && !c.ok() && c.edit(func(o obj) bool {
			was := o["error"] == from
			if was {
				o["error"] = to
			}
			return was
		})
	}}
}

// unknownDevice gives tokens for device codes that it never made.
func unknownDevice() layer {
	made := newMemory()
	l := handedOut(func(v url.Values) bool {
		_, known := made.snapshot()[v.Get("device_code")]
		return grantIs("device_code")(v) && !known
	})
	refused := l.response
	l.response = func(c *call) bool {
		var o obj
		if c.op == "device" && c.ok() && json.Unmarshal(c.out, &o) == nil {
			made.keep(text(o, "device_code"), func() any { return true })
		}
		return refused(c)
	}
	return l
}

// anyClient takes a grant from any client: it puts the one in that the grant was made for.
func anyClient(kind string) func(c *call) bool {
	owner := newMemory()
	return func(c *call) bool {
		v := form(c)
		if c.op == "device" {
			owner.mu.Lock()
			owner.byKey["last"] = v.Get("client_id")
			owner.mu.Unlock()
			return false
		}
		first, _ := owner.snapshot()["last"].(string)
		if c.op != "token" || !grantIs(kind)(v) || first == "" || v.Get("client_id") == first {
			return false
		}
		v.Set("client_id", first)
		c.in = []byte(v.Encode())
		return true
	}
}

// approvedForGood gives tokens for a request that was approved, whenever it is asked for.
func approvedForGood() layer {
	codes, approved := newMemory(), newMemory()
	return layer{verb: func(verb string, in, _ obj) bool {
		if code, known := codes.snapshot()[text(in, "user_code")].(string); known && verb == "approve-device" {
			approved.put(code, true)
		}
		return false
	}, response: func(c *call) bool {
		var o obj
		if c.op == "device" && c.ok() && json.Unmarshal(c.out, &o) == nil {
			codes.put(text(o, "user_code"), text(o, "device_code"))
		}
		did := c.op == "token" && approved.snapshot()[form(c).Get("device_code")] != nil && strings.Contains(string(c.out), "expired")
		if did {
			c.answer(200, obj{"access_token": "at_late", "refresh_token": "rt_late", "token_type": "Bearer", "expires_in": 60})
		}
		return did
	}}
}

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

// scoped gives no refresh token to a request with a scope that has not a certain one.
func scoped(offline string) layer {
	of := newMemory()
	return layer{request: func(c *call) bool {
		v := form(c)
		if c.op == "device" {
			c.r.Header.Set("X-Scope", v.Get("scope"))
			v.Del("scope")
			c.in = []byte(v.Encode())
		}
		return false
	}, response: func(c *call) bool {
		var o obj
		if c.op == "device" && c.ok() && json.Unmarshal(c.out, &o) == nil {
			of.put(text(o, "device_code"), c.r.Header.Get("X-Scope"))
		}
		if offline != "" && c.op == "metadata" {
			return c.edit(func(o obj) bool { o["scopes_supported"] = []any{"org", offline}; return true })
		}
		scope, _ := of.snapshot()[form(c).Get("device_code")].(string)
		bare := c.op == "token" && c.ok() && scope != "" && (offline == "" || !strings.Contains(scope, offline))
		return bare && c.edit(func(o obj) bool { delete(o, "refresh_token"); return true })
	}}
}

// cutCode finds a device code by its beginning.
func cutCode() layer {
	made := newMemory()
	return layer{request: func(c *call) bool {
		v := form(c)
		if c.op != "token" || v.Get("device_code") == "" {
			return false
		}
		for code := range made.snapshot() {
			if code != v.Get("device_code") && strings.HasPrefix(code, v.Get("device_code")) {
				v.Set("device_code", code)
				c.in = []byte(v.Encode())
				return true
			}
		}
		return false
	}, response: func(c *call) bool {
		var o obj
		if c.op == "device" && c.ok() && json.Unmarshal(c.out, &o) == nil {
			made.put(text(o, "device_code"), true)
		}
		return false
	}}
}

// forbiddenByPerson answers 403 where a person refused.
func forbiddenByPerson() layer {
	return layer{response: func(c *call) bool {
		var o obj
		_ = json.Unmarshal(c.out, &o)
		did := c.op == "token" && o["error"] == "access_denied"
		if did {
			c.status = http.StatusForbidden
		}
		return did
	}}
}

// firstPollPending answers the first poll of a device_code as if nobody had decided.
func firstPollPending() layer {
	polled := newMemory()
	return layer{request: func(c *call) bool {
		code := form(c).Get("device_code")
		if c.op != "token" || code == "" || polled.snapshot()[code] != nil {
			return false
		}
		polled.put(code, true)
		c.answer(400, obj{"error": "authorization_pending", "detail": "wait"})
		return true
	}}
}

// deniedOnce answers polls of a request that was refused, once its client was told so, with another error.
func deniedOnce(then string) layer {
	return answeredOnceDenied(400, obj{"error": then, "error_description": then, "detail": then})
}

// answeredOnceDenied answers polls of a request that was refused, once its client was told so.
func answeredOnceDenied(status int, then obj) layer {
	told := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "token" || !strings.Contains(string(c.out), "access_denied") {
			return false
		}
		_, again := told.keep(form(c).Get("device_code"), func() any { return true })
		if again {
			c.answer(status, then)
		}
		return again
	}}
}

// slowedThen answers a request with an error for good that was told once to slow down.
func slowedThen(fault string) layer {
	slow := newMemory()
	return layer{request: func(c *call) bool {
		did := c.op == "token" && slow.snapshot()[form(c).Get("device_code")] != nil
		if did {
			c.answer(400, obj{"error": fault, "error_description": "wait", "detail": "wait"})
		}
		return did
	}, response: func(c *call) bool {
		if c.op == "token" && strings.Contains(string(c.out), "slow_down") {
			slow.put(form(c).Get("device_code"), true)
		}
		return false
	}}
}
