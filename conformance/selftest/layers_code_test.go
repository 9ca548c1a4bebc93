package selftest_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
)

// allAddresses gives a client each address that any of its name registered.
func allAddresses() layer {
	known := newMemory()
	return layer{request: func(c *call) bool {
		return c.requested("register", func(in obj) bool {
			list, _ := in["redirect_uris"].([]any)
			before, _ := known.snapshot()[byName(in)].([]any)
			in["redirect_uris"] = append(slices.Clone(list), before...)
			known.put(byName(in), in["redirect_uris"])
			return true
		})
	}}
}

// addressRefused registers no address with some mark.
func addressRefused(mark string) layer {
	return layer{request: func(c *call) bool {
		did := c.op == "register" && strings.Contains(string(c.in), mark)
		if did {
			c.refuse(400)
		}
		return did
	}}
}

// ofFirstWorkspace gives the code of another workspace than the first of a client no token.
func ofFirstWorkspace() layer {
	first, others := newMemory(), newMemory()
	return layer{verb: func(verb string, in, out obj) bool {
		if verb == "authorize" {
			org, _ := first.keep(asked(in).Get("client_id"), func() any { return text(in, "org_id") })
			if org != text(in, "org_id") {
				others.put(codeOf(out), true)
			}
		}
		return false
	}, request: func(c *call) bool {
		_, did := others.snapshot()[form(c).Get("code")]
		if did = did && c.op == "token"; did {
			c.noGrant()
		}
		return did
	}}
}

// portOfHTTP gives no code to a client whose redirect was registered without a port.
func portOfHTTP() layer {
	bare := newMemory()
	return layer{response: func(c *call) bool {
		return c.op == "register" && c.ok() && bytes.Contains(c.in, []byte(`"http://127.0.0.1/`)) && c.edit(func(o obj) bool {
			bare.put(text(o, "client_id"), true)
			return false
		})
	}, fails: func(verb string, in obj) bool {
		u, err := url.Parse(text(in, "authorization_url"))
		return verb == "authorize" && err == nil && bare.snapshot()[u.Query().Get("client_id")] == true
	}}
}

// emptyChallenge takes an empty code_challenge for one.
func emptyChallenge() layer {
	return layer{into: func(verb string, in obj) bool {
		u, err := url.Parse(text(in, "authorization_url"))
		if verb != "authorize" || err != nil || !u.Query().Has("code_challenge") || u.Query().Get("code_challenge") != "" {
			return false
		}
		q := u.Query()
		q.Set("code_challenge", strings.Repeat("A", 43))
		u.RawQuery = q.Encode()
		in["authorization_url"] = u.String()
		return true
	}}
}

// plainChallenge takes a challenge that is the verifier itself.
func plainChallenge() layer {
	return layer{into: func(verb string, in obj) bool {
		u, err := url.Parse(text(in, "authorization_url"))
		if verb != "authorize" || err != nil || u.Query().Get("code_challenge_method") != "plain" {
			return false
		}
		q := u.Query()
		sum := sha256.Sum256([]byte(q.Get("code_challenge")))
		q.Set("code_challenge", base64.RawURLEncoding.EncodeToString(sum[:]))
		q.Set("code_challenge_method", "S256")
		u.RawQuery = q.Encode()
		in["authorization_url"] = u.String()
		return true
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

// codeSentTo changes where the browser is sent with a code; no text changes nothing.
func codeSentTo(where func(redirect string, q url.Values) string) layer {
	return layer{verb: func(verb string, in, out obj) bool {
		u, err := url.Parse(text(out, "redirect_to"))
		if verb != "authorize" || err != nil || !u.Query().Has("code") {
			return false
		}
		to := where(asked(in).Get("redirect_uri"), u.Query())
		if to != "" {
			out["redirect_to"] = to
		}
		return to != ""
	}}
}

// ofGrant restricts a layer to calls with an access token that came of a grant.
func ofGrant(kind string, l layer) layer {
	fresh := newMemory()
	inner := l.response
	l.response = func(c *call) bool {
		var out obj
		if c.op == "token" && c.ok() && form(c).Get("grant_type") == kind && json.Unmarshal(c.out, &out) == nil {
			fresh.put(text(out, "access_token"), true)
		}
		_, is := fresh.snapshot()[bearer(c)]
		return is && inner(c)
	}
	return l
}

func newCodes() codes { return codes{newMemory()} }

// foldedChallenges takes a verifier whose challenge differs in the case of its letters alone.
func foldedChallenges() layer { return comparedChallenges(strings.EqualFold) }

// comparedChallenges takes a verifier whose challenge is alike in some way.
func comparedChallenges(alike func(one, other string) bool) layer {
	s := newCodes()
	return layer{verb: s.verb, response: func(c *call) bool {
		sum := sha256.Sum256([]byte(form(c).Get("code_verifier")))
		challenge := base64.RawURLEncoding.EncodeToString(sum[:])
		did := c.op == "token" && !c.ok() && s.of(c) != nil && alike(challenge, s.of(c).Get("code_challenge"))
		if did {
			c.answer(200, obj{"access_token": "at_x", "refresh_token": "rt_x", "token_type": "Bearer", "expires_in": 60})
		}
		return did
	}}
}

// codesOfAnybody takes every code as if it came from the client that it was given to.
func codesOfAnybody() layer {
	s := newCodes()
	return layer{verb: s.verb, request: func(c *call) bool {
		if c.op != "token" || s.of(c) == nil {
			return false
		}
		values := form(c)
		client := s.of(c).Get("client_id")
		did := values.Get("client_id") != client
		values.Set("client_id", client)
		c.in = []byte(values.Encode())
		return did
	}}
}

// lastingCodes takes a code that was not used yet however old it is.
func lastingCodes() layer {
	s, old, used := newCodes(), newMemory(), newMemory()
	return layer{verb: func(verb string, in, out obj) bool {
		if seconds, _ := in["seconds"].(float64); verb == "advance-clock" && seconds > 600 {
			for code := range s.asked.snapshot() {
				old.put(code, true)
			}
		}
		return s.verb(verb, in, out)
	}, response: func(c *call) bool {
		if c.op != "token" || s.of(c) == nil {
			return false
		}
		code := form(c).Get("code")
		_, again := used.keep(code, func() any { return true })
		did := !again && !c.ok() && old.snapshot()[code] == true
		if did {
			c.answer(200, obj{"access_token": "at_x", "refresh_token": "rt_x", "token_type": "Bearer", "expires_in": 60})
		}
		return did
	}}
}

// redirected changes where the browser is sent.
func redirected(do func(q url.Values)) layer {
	return layer{verb: func(verb string, _, out obj) bool {
		u, err := url.Parse(text(out, "redirect_to"))
		if verb != "authorize" || err != nil {
			return false
		}
		q := u.Query()
		do(q)
		u.RawQuery = q.Encode()
		out["redirect_to"] = u.String()
		return true
	}}
}

// anyTarget sends the browser where the request says.
func anyTarget(mark string) layer {
	return layer{instead: func(verb string, in obj) (obj, bool) {
		u, err := url.Parse(text(in, "authorization_url"))
		if verb != "authorize" || err != nil || !strings.Contains(u.Query().Get("redirect_uri"), mark) {
			return nil, false
		}
		return obj{"redirect_to": u.Query().Get("redirect_uri") + "?code=ac_x&state=" + u.Query().Get("state")}, true
	}}
}

// verifierIs says whether a code is exchanged with a verifier of some form.
func verifierIs(is func(verifier string) bool) func(v url.Values) bool {
	return func(v url.Values) bool {
		return grantIs("authorization_code")(v) && v.Has("code_verifier") && is(v.Get("code_verifier"))
	}
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

// codeOf is the code at the end of a sign-in.
func codeOf(out obj) string {
	u, err := url.Parse(text(out, "redirect_to"))
	if err != nil {
		return ""
	}
	return u.Query().Get("code")
}

// lastCode keeps one code for each client, or for each of what else tells sign-ins apart.
func lastCode(by func(client, org string) string) layer {
	last, of := newMemory(), newMemory()
	return layer{verb: func(verb string, in, out obj) bool {
		if verb == "authorize" {
			place := by(asked(in).Get("client_id"), text(in, "org_id"))
			last.put(place, codeOf(out))
			of.put(codeOf(out), place)
		}
		return false
	}, request: func(c *call) bool {
		code := form(c).Get("code")
		place, known := of.snapshot()[code].(string)
		if c.op != "token" || !known || last.snapshot()[place] == code {
			return false
		}
		c.noGrant()
		return true
	}}
}

// lastChallenge looks at a verifier by the challenge of the client's last sign-in.
func lastChallenge() layer {
	last := newMemory()
	return layer{verb: func(verb string, in, _ obj) bool {
		if verb == "authorize" {
			last.put(asked(in).Get("client_id"), asked(in).Get("code_challenge"))
		}
		return false
	}, request: func(c *call) bool {
		v := form(c)
		challenge, known := last.snapshot()[v.Get("client_id")].(string)
		sum := sha256.Sum256([]byte(v.Get("code_verifier")))
		if c.op != "token" || !grantIs("authorization_code")(v) || !known || challenge == base64.RawURLEncoding.EncodeToString(sum[:]) {
			return false
		}
		c.noGrant()
		return true
	}}
}
