package checks_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"math"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// plantedLives are faults of how long tokens, codes and requests live, and for whom.
func plantedLives() []plant {
	return []plant{
		{"OAUTH-TOKEN-02", "the access token of a refresh ends with the one before it", inheritedLife()},
		{"OAUTH-TOKEN-07", "expires_in is in milliseconds", reply("token", func(o obj) bool {
			life, given := o["expires_in"].(float64)
			o["expires_in"] = life * 1000
			return given
		})},
		{"OAUTH-TOKEN-07", "expires_in is left out", drop("token", "expires_in")},
		{"OAUTH-DEV-13", "the life of a device request begins anew when it is asked for", livelyRequests()},
		{"OAUTH-CODE-03", "challenges are compared whatever the case of their letters", foldedChallenges()},
		{"OAUTH-CODE-07", "a code is taken from any client", codesOfAnybody()},
		{"OAUTH-CODE-07", "codes never lapse", lastingCodes()},
	}
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

// codes know with what each code was asked for.
type codes struct{ asked *memory }

func newCodes() codes { return codes{newMemory()} }

func (s codes) verb(verb string, in, out obj) bool {
	asked, err := url.Parse(text(in, "authorization_url"))
	to, wrong := url.Parse(text(out, "redirect_to"))
	if verb == "authorize" && err == nil && wrong == nil {
		s.asked.put(to.Query().Get("code"), asked.Query())
	}
	return false
}

// of gives with what the code of a token request was asked for.
func (s codes) of(c *call) url.Values {
	asked, _ := s.asked.snapshot()[form(c).Get("code")].(url.Values)
	return asked
}

// foldedChallenges takes a verifier whose challenge differs in the case of its letters alone.
func foldedChallenges() layer {
	s := newCodes()
	return layer{verb: s.verb, response: func(c *call) bool {
		sum := sha256.Sum256([]byte(form(c).Get("code_verifier")))
		challenge := base64.RawURLEncoding.EncodeToString(sum[:])
		did := c.op == "token" && !c.ok() && s.of(c) != nil && strings.EqualFold(challenge, s.of(c).Get("code_challenge"))
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
