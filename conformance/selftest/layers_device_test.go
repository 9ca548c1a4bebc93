package selftest_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"sync/atomic"
	"time"
)

// shownCodes takes the user_code of a request for its device_code.
func shownCodes() layer {
	codes := newMemory()
	return layer{request: func(c *call) bool {
		values := form(c)
		code, is := codes.snapshot()[values.Get("device_code")].(string)
		if c.op != "token" || !is {
			return false
		}
		values.Set("device_code", code)
		c.in = []byte(values.Encode())
		return true
	}, response: func(c *call) bool {
		if c.op == "device" && c.ok() {
			c.edit(func(o obj) bool { codes.put(text(o, "user_code"), text(o, "device_code")); return false })
		}
		return false
	}}
}

// formerURI gives each request the complete URI of the one before it.
func formerURI() layer {
	last := newMemory()
	return reply("device", func(o obj) bool {
		was := last.snapshot()["uri"]
		last.put("uri", o["verification_uri_complete"])
		if was != nil {
			o["verification_uri_complete"] = was
		}
		return was != nil
	})
}

// onePollTooSoon tells one poll of all to slow down.
func onePollTooSoon() layer {
	var told atomic.Bool
	return layer{response: func(c *call) bool {
		return pending(c) && !told.Swap(true) && c.edit(func(o obj) bool {
			o["error"], o["error_description"], o["detail"] = "slow_down", "wait", "wait"
			return true
		})
	}}
}

// pendingOn leaves a request pending for good that was asked for three times.
func pendingOn() layer {
	polls := newMemory()
	return layer{request: func(c *call) bool {
		device := form(c).Get("device_code")
		if c.op != "token" || device == "" {
			return false
		}
		n, _ := polls.snapshot()[device].(int)
		if polls.put(device, n+1); n < 3 {
			return false
		}
		c.answer(400, obj{"error": "authorization_pending", "detail": "The person has not decided yet."})
		return true
	}}
}

func withFormCharset(op string) func(*call) bool {
	return func(c *call) bool {
		return c.op == op && strings.Contains(c.r.Header.Get("Content-Type"), "charset")
	}
}

// swept answers polls of requests in another way that were made some time ago.
func swept(after time.Duration, as string) layer {
	k, made := newTicking(), newMemory()
	return layer{clocked: true, verb: k.verb, response: func(c *call) bool {
		if c.op == "device" && c.ok() {
			return c.edit(func(o obj) bool { made.put(text(o, "device_code"), k.now()); return false })
		}
		at, known := made.snapshot()[form(c).Get("device_code")].(time.Time)
		if !pending(c) || !known || k.now().Sub(at) < after {
			return false
		}
		c.answer(400, obj{"error": as, "error_description": as, "detail": as})
		return true
	}}
}

func tokenError(value string) layer {
	return layer{response: func(c *call) bool {
		return c.op == "token" && !c.ok() && c.edit(func(o obj) bool { o["error"] = value; return true })
	}}
}

func formWithout(op, name string, status int) layer {
	return layer{request: func(c *call) bool {
		did := c.op == op && form(c).Get(name) == ""
		if did {
			c.answer(status, obj{"error": "invalid_request", "detail": name + " is missing"})
		}
		return did
	}}
}

// secondPoll gives tokens to who asks twice.
func secondPoll() layer {
	seen := newMemory()
	return layer{response: func(c *call) bool {
		if !pending(c) {
			return false
		}
		_, known := seen.keep(form(c).Get("device_code"), func() any { return true })
		if known {
			c.answer(200, obj{"access_token": "at_early", "refresh_token": "rt_early", "token_type": "Bearer", "expires_in": 60})
		}
		return known
	}}
}

// noSecondOf refuses the second device authorization of a client.
func noSecondOf() layer {
	again := seenBefore("client_id")
	return layer{response: func(c *call) bool {
		refused := c.op == "device" && c.ok() && again(c)
		if refused {
			c.answer(400, obj{"error": "slow_down", "detail": "one at a time"})
		}
		return refused
	}}
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

// tooSoon tells a poll to slow down that comes within a time of the one before, of the same request or of the same of something else.
func tooSoon(by func(v url.Values) string, within time.Duration) layer {
	last, k := newMemory(), newTicking()
	return layer{verb: k.verb, response: func(c *call) bool {
		if c.op != "token" || !grantIs("device_code")(form(c)) {
			return false
		}
		was, known := last.snapshot()[by(form(c))].(time.Time)
		now := k.now()
		last.put(by(form(c)), now)
		return pending(c) && known && now.Sub(was) < within && c.edit(func(o obj) bool {
			o["error"], o["error_description"], o["detail"] = "slow_down", "wait", "wait"
			return true
		})
	}}
}

// spentPending tells polls of a device_code that gave tokens to wait.
func spentPending() layer {
	spent := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "token" || !grantIs("device_code")(form(c)) {
			return false
		}
		code := form(c).Get("device_code")
		if c.ok() {
			spent.put(code, true)
		}
		return !c.ok() && spent.snapshot()[code] != nil && c.edit(func(o obj) bool {
			o["error"], o["error_description"], o["detail"] = "authorization_pending", "wait", "wait"
			return true
		})
	}}
}

// deviceOf authorizes devices that the server refused, of some client ids.
func deviceOf(which func(id string) bool) layer {
	return layer{response: func(c *call) bool {
		if c.op != "device" || c.ok() || !which(form(c).Get("client_id")) {
			return false
		}
		c.answer(200, obj{"device_code": "dc_x", "user_code": "ABCD-EFGH", "verification_uri": "http://x.example/", "verification_uri_complete": "http://x.example/?c=ABCD-EFGH", "interval": 5, "expires_in": 60})
		return true
	}}
}

// refusedOnward refuses the requests of a client that were approved once one of it was refused.
func refusedOnward() layer {
	refused := newMemory()
	return layer{response: func(c *call) bool {
		q, _ := url.ParseQuery(string(c.in))
		client := q.Get("client_id")
		if c.op != "token" || !q.Has("device_code") {
			return false
		}
		if strings.Contains(string(c.out), "access_denied") {
			refused.put(client, true)
		}
		if !c.ok() || refused.snapshot()[client] == nil {
			return false
		}
		c.answer(400, obj{"error": "access_denied", "detail": "It was refused."})
		return true
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

// approvedTooLate gives tokens for a request that was approved once its life was over.
func approvedTooLate() layer {
	codes, tried, approved := newMemory(), newMemory(), newMemory()
	codeOf := func(in obj) string { code, _ := codes.snapshot()[text(in, "user_code")].(string); return code }
	return layer{asked: func(in obj) {
		tried.put(codeOf(in), true)
	}, verb: func(verb string, in, _ obj) bool {
		approved.put(codeOf(in), true)
		return false
	}, response: func(c *call) bool {
		var o obj
		if c.op == "device" && c.ok() && json.Unmarshal(c.out, &o) == nil {
			codes.put(text(o, "user_code"), text(o, "device_code"))
		}
		code := form(c).Get("device_code")
		did := c.op == "token" && code != "" && tried.snapshot()[code] != nil && approved.snapshot()[code] == nil && strings.Contains(string(c.out), "expired")
		if did {
			c.answer(200, obj{"access_token": "at_late", "refresh_token": "rt_late", "token_type": "Bearer", "expires_in": 60})
		}
		return did
	}}
}
