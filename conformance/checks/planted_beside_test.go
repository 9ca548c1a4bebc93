package checks_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// plantedBeside are faults that show when two of a kind are under way at one time, or when one comes after the other.
func plantedBeside() []plant {
	return []plant{
		{"HOOK-12", "a connection that is closed without an answer counts as delivered", closedCounts()},
		{"LIM-07", "a paid workspace has a cap of ten", capAt(10)},
		{"LIM-06", "the cap is one of months without their years", yearless(false)},
		{"LIM-06", "the cap is one of the month of the last create, without its year", yearless(true)},
		{"LIM-06", "the cap is one of thirty days", ofThirtyDays()},
		{"LIM-14", "the list has the rate of risk", sharedWith("risk", "list")},
		{"LIM-14", "documents have the rate of fill", sharedWith("fill", "documents")},
		{"LIM-14", "looking at a session uses up the rate of answers", usedUp("get", "answer")},
		{"AUTH-10", "with one key the others of its workspace are revoked", revokesAll()},
		{"AUTH-14", "a malformed Authorization value is 404", layer{response: func(c *call) bool {
			did := c.op == "me" && c.status == 401 && !anonymous(c) && !strings.HasPrefix(c.r.Header.Get("Authorization"), "Bearer ")
			if did {
				c.refuse(404)
			}
			return did
		}}},
		{"AUTH-17", "a body is validated before the credential", layer{request: func(c *call) bool {
			did := c.op == "create" && anonymous(c) && c.requested("create", func(o obj) bool { return text(o, "insured_name") == "" })
			if did {
				c.refuse(422)
			}
			return did
		}}},
		{"OAUTH-REG-01", "a client_name beyond ASCII breaks the server", strict("register", 500, func(c *call, o obj) bool {
			return strings.ContainsFunc(text(o, "client_name"), func(r rune) bool { return r > 127 })
		})},
		{"OAUTH-REG-02", "a client takes the place of another of its name", oneOfAName()},
		{"OAUTH-DEV-01", "a form may not have a charset", refusedWhen(400, withFormCharset("device"))},
		{"OAUTH-TOKEN-01", "a form may not have a charset", refusedWhen(415, withFormCharset("token"))},
		{"AUTH-17", "an upload is looked at before the credential", refusedWhen(422, func(c *call) bool {
			return c.op == "extract" && anonymous(c) && !strings.HasPrefix(c.r.Header.Get("Content-Type"), "multipart/")
		})},
		{"OAUTH-TOKEN-02", "tokens of the device flow are not refreshed", unrefreshed("device_code")},
		{"OAUTH-TOKEN-02", "tokens of the code flow are not refreshed", unrefreshed("authorization_code")},
		{"OAUTH-TOKEN-02", "a refresh keeps the end of the first token", firstEnd(false)},
		{"OAUTH-TOKEN-02", "a refresh of what has lapsed gives what has lapsed", firstEnd(true)},
		{"OAUTH-DEV-09", "a client has one user code", oneUserCode()},
		{"OAUTH-DEV-10", "a token is of the workspace that approved last", lastSignIn("approve-device", "device_code")},
		{"OAUTH-CODE-04", "a token is of the workspace that signed in last", lastSignIn("authorize", "authorization_code")},
	}
}

const freeOfAPlan = 5

func withFormCharset(op string) func(*call) bool {
	return func(c *call) bool {
		return c.op == op && strings.Contains(c.r.Header.Get("Content-Type"), "charset")
	}
}

// yearless refuses a sixth create of a workspace in months of one name, or in a month of the name that the last one had.
func yearless(forgetful bool) layer {
	k := newTicking()
	made := newMemory()
	return layer{clocked: true, verb: k.verb, response: func(c *call) bool {
		if c.op != "create" || !c.ok() {
			return false
		}
		month := fmt.Sprint(bearer(c), k.now().UTC().Month())
		n, _ := made.snapshot()[month].(int)
		if forgetful && made.snapshot()[bearer(c)] != month {
			n = 0
		}
		made.put(bearer(c), month)
		made.put(month, n+1)
		if n < freeOfAPlan {
			return false
		}
		c.refuse(402)
		return true
	}}
}

// ofThirtyDays refuses a sixth create of a workspace within thirty days.
func ofThirtyDays() layer {
	k := newTicking()
	made := newMemory()
	return layer{clocked: true, verb: k.verb, response: func(c *call) bool {
		if c.op != "create" || !c.ok() {
			return false
		}
		times, _ := made.snapshot()[bearer(c)].([]time.Time)
		times = slices.DeleteFunc(slices.Clone(times), func(t time.Time) bool { return k.now().Sub(t) > 30*24*time.Hour })
		if len(times) < freeOfAPlan {
			made.put(bearer(c), append(times, k.now()))
			return false
		}
		c.refuse(402)
		return true
	}}
}

// sharedWith refuses a light operation where a heavy one was refused.
func sharedWith(heavy, light string) layer {
	spent := newMemory()
	return layer{request: func(c *call) bool {
		if _, is := spent.snapshot()[bearer(c)]; c.op != light || !is {
			return false
		}
		c.refuse(429)
		c.header.Set("Retry-After", "30")
		return true
	}, response: func(c *call) bool {
		if c.op == heavy && c.status == 429 {
			spent.put(bearer(c), true)
		}
		return false
	}}
}

// usedUp refuses a heavy operation of a workspace with a low rate that called a light one twice.
func usedUp(light, heavy string) layer {
	used, low := newMemory(), newMemory()
	who := &tenants{org: map[string]string{}}
	return layer{verb: func(verb string, in, out obj) bool {
		who.learn(in, out)
		if verb == "set-rate" {
			low.put(fmt.Sprint(in["org_id"]), true)
		}
		return false
	}, request: func(c *call) bool {
		org := who.of(c)
		if _, is := low.snapshot()[org]; !is {
			return false
		}
		n, _ := used.snapshot()[org].(int)
		if c.op == light {
			used.put(org, n+1)
		}
		if c.op != heavy || n < 2 {
			return false
		}
		c.refuse(429)
		c.header.Set("Retry-After", "30")
		return true
	}}
}

// oneOfAName forgets a client when another registers under its name.
func oneOfAName() layer {
	byName, gone := newMemory(), newMemory()
	return layer{request: func(c *call) bool {
		if _, is := gone.snapshot()[form(c).Get("client_id")]; c.op != "device" || !is {
			return false
		}
		c.answer(401, obj{"error": "invalid_client", "detail": "The client is not registered."})
		return true
	}, response: func(c *call) bool {
		var in, out obj
		if c.op != "register" || !c.ok() || json.Unmarshal(c.in, &in) != nil || json.Unmarshal(c.out, &out) != nil {
			return false
		}
		if old, known := byName.snapshot()[text(in, "client_name")].(string); known {
			gone.put(old, true)
		}
		byName.put(text(in, "client_name"), text(out, "client_id"))
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

// revokesAll revokes all keys of a workspace with one of them.
func revokesAll() layer {
	keys, dead := newMemory(), newMemory()
	return layer{verb: func(verb string, in, out obj) bool {
		switch verb {
		case "create-workspace":
			keys.put(fmt.Sprint(out["api_key"]), fmt.Sprint(out["org_id"]))
		case "create-key":
			keys.put(fmt.Sprint(out["api_key"]), fmt.Sprint(in["org_id"]))
		case "revoke-key":
			all := keys.snapshot()
			for key, org := range all {
				if org == all[fmt.Sprint(in["api_key"])] {
					dead.put(key, true)
				}
			}
		}
		return false
	}, request: func(c *call) bool {
		_, did := dead.snapshot()[bearer(c)]
		if did {
			c.refuse(401)
		}
		return did
	}}
}
