package checks_test

import (
	"net/url"
	"strings"
	"time"
)

// plantedCodes are faults of clients, of codes with their verifiers and addresses, and of requests before their end.
func plantedCodes() []plant {
	return []plant{
		{"OAUTH-REG-01", "client_id is what of client_name fits into an address", reply("register", func(o obj) bool {
			did := strings.IndexFunc(text(o, "client_name"), func(r rune) bool { return r < 0x80 }) < 0
			if did {
				o["client_id"] = ""
			}
			return did
		})},
		{"OAUTH-CODE-02", "a verifier has 64 characters at most", noVerifier(func(v string) bool { return len(v) > 64 })},
		{"OAUTH-CODE-02", "a verifier is in the letters of base64url", noVerifier(func(v string) bool { return strings.ContainsAny(v, "~.") })},
		{"OAUTH-CODE-03", "after a wrong verifier any passes", triedOnce()},
		{"OAUTH-CODE-09", "addresses of https are compared by their beginnings", byBeginning()},
		{"OAUTH-REG-03", "addresses are kept in small letters, and compared as they are", refusesSignIn(sentTo("/Second"), withStatus(400))},
		{"OAUTH-REG-03", "addresses are kept in small letters, and the code goes there", smallCode()},
		{"OAUTH-DEV-08", "requests are swept after 600 s", swept(600*time.Second, "invalid_grant")},
	}
}

// nearCodes are choices near them.
func nearCodes() []plant {
	return []plant{
		{"OAUTH-REG-01", "a name has a letter of ASCII", layer{request: func(c *call) bool {
			return c.op == "register" && c.requestRefused(400, func(o obj) bool {
				return strings.IndexFunc(text(o, "client_name"), func(r rune) bool { return r < 0x80 }) < 0
			})
		}}},
		{"OAUTH-CODE-09", "clients are programs of a desk, with no address of https", layer{request: func(c *call) bool {
			return c.op == "register" && c.requestRefused(400, func(obj) bool { return strings.Contains(string(c.in), `"https://`) })
		}}},
		{"OAUTH-REG-03", "an address with a capital is not registered", layer{request: func(c *call) bool {
			return c.op == "register" && c.requestRefused(400, func(obj) bool { return strings.Contains(string(c.in), "/Second") })
		}}},
		{"OAUTH-DEV-08", "after nine tenths of its time a request is told to slow down", swept(600*time.Second, "slow_down")},
		{"OAUTH-DEV-08", "a client that was not used for ten minutes is registered no more", swept(600*time.Second, "invalid_client")},
	}
}

// requestRefused refuses a request whose body is so.
func (c *call) requestRefused(status int, wrong func(o obj) bool) bool {
	did := false
	c.requested(c.op, func(o obj) bool { did = wrong(o); return false })
	if did {
		c.answer(status, obj{"error": "invalid_client_metadata", "detail": "It is refused."})
	}
	return did
}

// smallCode sends codes to addresses in small letters.
func smallCode() layer {
	return layer{verb: func(verb string, _, out obj) bool {
		to, query, _ := strings.Cut(text(out, "redirect_to"), "?")
		did := verb == "authorize" && strings.ToLower(to) != to
		if did {
			out["redirect_to"] = strings.ToLower(to) + "?" + query
		}
		return did
	}}
}

func noVerifier(wrong func(v string) bool) layer {
	return layer{request: func(c *call) bool {
		did := c.op == "token" && wrong(form(c).Get("code_verifier"))
		if did {
			c.noGrant()
		}
		return did
	}}
}

// triedOnce forgets the challenge of a code once a verifier was compared with it.
func triedOnce() layer {
	tried := newMemory()
	return layer{response: func(c *call) bool {
		v := form(c)
		if c.op != "token" || !grantIs("authorization_code")(v) || v.Get("code_verifier") == "" || c.ok() {
			return false
		}
		if _, known := tried.keep(v.Get("code"), func() any { return true }); !known {
			return false
		}
		c.answer(200, obj{"access_token": "at_tried", "refresh_token": "rt_tried", "token_type": "Bearer", "expires_in": 3600})
		c.header.Set("Cache-Control", "no-store")
		return true
	}}
}

// byBeginning sends a code wherever a registered address of https is the beginning.
func byBeginning() layer {
	of, wanted := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		return c.op == "register" && c.ok() && c.edit(func(o obj) bool {
			of.put(text(o, "client_id"), o["redirect_uris"])
			return false
		})
	}, into: func(verb string, in obj) bool {
		u, err := url.Parse(text(in, "authorization_url"))
		if verb != "authorize" || err != nil {
			return false
		}
		q := u.Query()
		list, _ := of.snapshot()[q.Get("client_id")].([]any)
		for _, one := range list {
			known, _ := one.(string)
			if target := q.Get("redirect_uri"); strings.HasPrefix(known, "https://") && known != target && strings.HasPrefix(target, known) {
				wanted.put(q.Get("state"), target)
				q.Set("redirect_uri", known)
				u.RawQuery = q.Encode()
				in["authorization_url"] = u.String()
				return true
			}
		}
		return false
	}, verb: func(verb string, in, out obj) bool {
		target, is := wanted.snapshot()[asked(in).Get("state")].(string)
		_, query, found := strings.Cut(text(out, "redirect_to"), "?")
		if verb != "authorize" || !is || !found {
			return false
		}
		out["redirect_to"] = target + "?" + query
		return true
	}}
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
