package checks_test

import (
	"crypto/sha256"
	"encoding/base64"
	"net/url"
)

// plantedTogether are faults that show where two do the same at one time.
func plantedTogether() []plant {
	return []plant{
		{"API-ANSWER-01", "the second of two turns of a session at one time breaks the server", oneAtATime("answer", 500)},
		{"API-ANSWER-01", "so it does where the intake is new", firstAtOnce()},
		{"OAUTH-CODE-02", "a client has one code, the last", lastCode(func(client, _ string) string { return client })},
		{"OAUTH-CODE-02", "a client has one challenge, the last", lastChallenge()},
	}
}

// asked are the parameters of the authorization URL that a hook was given.
func asked(in obj) url.Values {
	u, err := url.Parse(text(in, "authorization_url"))
	if err != nil {
		return url.Values{}
	}
	return u.Query()
}

// codeOf is the code at the end of a sign-in.
func codeOf(out obj) string {
	u, err := url.Parse(text(out, "redirect_to"))
	if err != nil {
		return ""
	}
	return u.Query().Get("code")
}

func (c *call) noGrant() {
	c.answer(400, obj{"error": "invalid_grant", "detail": "The code is not known."})
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

// firstAtOnce breaks at turns that come at one time, where none was answered before.
func firstAtOnce() layer {
	answered := newMemory()
	l := oneAtATime("answer", 500)
	broken, ended := l.request, l.response
	l.request = func(c *call) bool {
		_, known := answered.snapshot()[c.r.URL.Path]
		did := broken(c)
		if did && known {
			c.status = 0
			return false
		}
		return did
	}
	l.response = func(c *call) bool {
		if c.op == "answer" && c.ok() {
			answered.put(c.r.URL.Path, true)
		}
		return ended(c)
	}
	return l
}
