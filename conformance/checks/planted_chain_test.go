package checks_test

import (
	"encoding/json"
	"slices"
	"strconv"
)

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

// filteredLate cuts the list of all sessions to the limit before it looks whose they are.
func filteredLate() layer {
	made := newMemory()
	return layer{request: func(c *call) bool {
		if limit, err := strconv.Atoi(c.r.URL.Query().Get("limit")); c.op == "list" && err == nil && limit > 0 {
			c.query("limit", "200")
		}
		return false
	}, response: func(c *call) bool {
		var o obj
		if c.op == "create" && c.ok() && json.Unmarshal(c.out, &o) == nil {
			made.add(text(o, "session_id"))
		}
		limit, err := strconv.Atoi(c.asked["limit"])
		if c.op != "list" || !c.ok() || err != nil {
			return false
		}
		first := made.list()
		first = first[:max(0, min(limit, len(first)))]
		return c.edit(func(o obj) bool {
			items, _ := o["sessions"].([]any)
			left := []any{}
			for _, item := range items {
				if slices.Contains(first, item.(obj)["session_id"]) {
					left = append(left, item)
				}
			}
			o["sessions"] = left
			return len(left) < len(items)
		})
	}}
}

// laterGroup leaves the group of a question null once the intake of a session came to another group than its first.
func laterGroup() layer {
	first := newMemory()
	return reply("get", func(o obj) bool {
		items, _ := o["next_questions"].([]any)
		changed := false
		for _, item := range items {
			q, _ := item.(obj)
			if start, _ := first.keep(text(o, "session_id"), func() any { return q["group"] }); start != q["group"] {
				q["group"] = nil
				changed = true
			}
		}
		return changed
	})
}
