package checks_test

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"time"
)

// plantedSignIns are faults of keys, tokens and sign-ins that show beside others, or later.
func plantedSignIns() []plant {
	return []plant{
		{"OAUTH-DEV-08", "expires_in of a request is in milliseconds", reply("device", func(o obj) bool {
			life, is := o["expires_in"].(float64)
			o["expires_in"] = life * 1000
			return is
		})},
		{"AUTH-11", "a further key lapses after a year", furtherLapse()},
		{"AUTH-13", "an expired token goes on in X-API-Key", expiredInHeader()},
		{"AUTH-18", "the refresh token of a refresh opens", pairOpens("refresh_token")},
		{"AUTH-18", "the refresh token of an approval opens", pairOpens("device_code")},
		{"OAUTH-META-04", "a client without addresses takes the code grant away", grantsOfClient("authorization_code", func(in obj) bool {
			list, is := in["redirect_uris"].([]any)
			return is && len(list) == 0
		})},
		{"OAUTH-META-04", "a client of the device grant takes the others away", grantsOfClient("authorization_code", func(in obj) bool { return in["grant_types"] != nil })},
		{"OAUTH-DEV-08", "a poll in the second after its interval is too fast", tooSoon(func(v url.Values) string { return v.Get("device_code") }, 6*time.Second)},
		{"OAUTH-DEV-08", "all requests of a client have one interval", tooSoon(func(v url.Values) string { return v.Get("client_id") }, 5*time.Second)},
		{"OAUTH-DEV-09", "a request with a scope gets no refresh token", scoped("")},
		{"OAUTH-DEV-11", "a device_code is found by its beginning", cutCode()},
		{"OAUTH-TOKEN-05", "a refresh is of the client's latest sign-in", latestOfClient()},
		{"OAUTH-CODE-02", "an address is compared with a path that it has not", layer{request: func(c *call) bool {
			u, err := url.Parse(form(c).Get("redirect_uri"))
			did := c.op == "token" && grantIs("authorization_code")(form(c)) && err == nil && u.Path == ""
			if did {
				c.noGrant()
			}
			return did
		}}},
		{"OAUTH-CODE-03", "a client that had a right verifier once needs none", provenClient()},
		{"LIM-05", "a token keeps the plan that it was given under", planOfToken()},
		{"OAUTH-REG-03", "a name has the addresses of its last client", oneOfName()},
	}
}

// furtherLapse ends keys that were made beside the first of a workspace after a year.
func furtherLapse() layer {
	further, k := newMemory(), newTicking()
	return layer{verb: func(verb string, in, out obj) bool {
		if verb == "create-key" {
			further.put(text(out, "api_key"), k.now())
		}
		return k.verb(verb, in, out)
	}, request: func(c *call) bool {
		made, is := further.snapshot()[bearer(c)].(time.Time)
		did := is && k.now().Sub(made) > 365*24*time.Hour
		if did {
			c.refuse(401)
		}
		return did
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

// grantsOfClient takes a grant out of the metadata once a client has registered in some way.
func grantsOfClient(grant string, is func(in obj) bool) layer {
	gone := newMemory()
	return layer{response: func(c *call) bool {
		var in obj
		if c.op == "register" && json.Unmarshal(c.in, &in) == nil && is(in) {
			gone.put(grant, true)
		}
		return c.op == "metadata" && gone.snapshot()[grant] != nil && c.edit(func(o obj) bool {
			var left []any
			list, _ := o["grant_types_supported"].([]any)
			for _, one := range list {
				if one != grant {
					left = append(left, one)
				}
			}
			o["grant_types_supported"] = left
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

// oneOfName sends no browser to the address of a client once another one of its name has registered.
func oneOfName() layer {
	names, last := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		var in, o obj
		if c.op == "register" && c.ok() && json.Unmarshal(c.in, &in) == nil && json.Unmarshal(c.out, &o) == nil {
			names.put(text(o, "client_id"), text(in, "client_name"))
			last.put(text(in, "client_name"), in["redirect_uris"])
		}
		return false
	}, fails: func(verb string, in obj) bool {
		name, _ := names.snapshot()[asked(in).Get("client_id")].(string)
		list, _ := last.snapshot()[name].([]any)
		return verb == "authorize" && len(list) > 0 && !slices.Contains(list, any(asked(in).Get("redirect_uri")))
	}}
}

// provenClient takes any verifier of a client that had a right one before.
func provenClient() layer {
	proven := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "token" || !grantIs("authorization_code")(form(c)) {
			return false
		}
		client := form(c).Get("client_id")
		if c.ok() {
			proven.put(client, true)
		}
		did := !c.ok() && proven.snapshot()[client] != nil
		if did {
			c.answer(200, obj{"access_token": "at_x", "refresh_token": "rt_x", "token_type": "Bearer", "expires_in": 60})
		}
		return did
	}}
}

// planOfToken refuses creates under a token for the plan when they were refused under it once.
func planOfToken() layer {
	refused := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "create" || !oauth(c) {
			return false
		}
		if c.status == 402 {
			refused.put(bearer(c), true)
		}
		did := c.ok() && refused.snapshot()[bearer(c)] != nil
		if did {
			c.refuse(402)
		}
		return did
	}}
}
