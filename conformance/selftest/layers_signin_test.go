package selftest_test

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
)

// grant changes the JSON of token replies with success.
func grant(kind string, do func(o obj)) layer {
	return layer{response: func(c *call) bool {
		return c.op == "token" && c.ok() && strings.Contains(form(c).Get("grant_type"), kind) && c.edit(func(o obj) bool { do(o); return true })
	}}
}

// handedOut answers a refused token call with a token.
func handedOut(when func(v url.Values) bool) layer {
	return layer{response: func(c *call) bool {
		if c.op != "token" || c.ok() || !when(form(c)) {
			return false
		}
		c.answer(200, obj{"access_token": "at_x", "refresh_token": "rt_x", "token_type": "Bearer", "expires_in": 60})
		return true
	}}
}

// handedOutAgain gives who presents a code that brought tokens the same ones again.
func handedOutAgain(member string) layer {
	given := newMemory()
	return layer{response: func(c *call) bool {
		code := form(c).Get(member)
		if c.op != "token" || code == "" {
			return false
		}
		if c.ok() {
			given.put(code, slices.Clone(c.out))
		}
		first, again := given.snapshot()[code].([]byte)
		var o obj
		if again = again && !c.ok() && json.Unmarshal(first, &o) == nil; again {
			c.answer(200, o)
		}
		return again
	}}
}

func grantIs(kind string) func(url.Values) bool {
	return func(v url.Values) bool { return strings.Contains(v.Get("grant_type"), kind) }
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

func pending(c *call) bool {
	return c.op == "token" && strings.Contains(string(c.out), "authorization_pending")
}

// refusesSignIn lets the authorization endpoint refuse requests, before anybody signs in, so that the hook fails too.
func refusesSignIn(when func(q url.Values) bool, refuse func(c *call, q url.Values)) layer {
	return layer{request: func(c *call) bool {
		q := c.r.URL.Query()
		if c.op != "authorize" || !when(q) {
			return false
		}
		refuse(c, q)
		return true
	}, fails: func(verb string, in obj) bool {
		u, err := url.Parse(text(in, "authorization_url"))
		return verb == "authorize" && err == nil && when(u.Query())
	}}
}

func withStatus(status int) func(c *call, q url.Values) {
	return func(c *call, _ url.Values) {
		c.answer(status, obj{"error": "invalid_request", "detail": "This redirect_uri is not allowed."})
	}
}

func withError(code string) func(c *call, q url.Values) {
	return func(c *call, q url.Values) {
		c.answer(302, obj{})
		c.header.Set("Location", q.Get("redirect_uri")+"?error="+code+"&state="+url.QueryEscape(q.Get("state")))
	}
}

func fromClient(q url.Values) bool { return q.Has("client_id") }

// sentTo says of an authorization request where the answer is to go.
func sentTo(mark string) func(q url.Values) bool {
	return func(q url.Values) bool { return strings.Contains(q.Get("redirect_uri"), mark) }
}

func (c *call) noGrant() {
	c.answer(400, obj{"error": "invalid_grant", "detail": "The code is not known."})
}
