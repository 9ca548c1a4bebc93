package selftest_test

import (
	"net/url"
	"strings"
)

// answersNobody sends whoever opens an authorization URL elsewhere; no text changes nothing. The hook signs people in beside it.
func answersNobody(where func(q url.Values, known bool) string) layer {
	clients := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "register" && c.ok() {
			return c.edit(func(o obj) bool { clients.put(text(o, "client_id"), true); return false })
		}
		if c.op != "authorize" {
			return false
		}
		q := c.r.URL.Query()
		to := where(q, clients.snapshot()[q.Get("client_id")] != nil)
		if to != "" {
			c.answer(302, obj{})
			c.header.Set("Location", to)
		}
		return to != ""
	}}
}

// errorTo is the address of a request with an error, where it is one of some.
func errorTo(q url.Values, is bool) string {
	if !is || q.Get("redirect_uri") == "http://127.0.0.1:48127/callback" {
		return ""
	}
	return q.Get("redirect_uri") + "?" + url.Values{"error": {"invalid_request"}, "state": q["state"]}.Encode()
}

// errorOfNobody changes where an error goes of some requests that nobody had to sign in for.
func errorOfNobody(when func(q url.Values) bool, change func(to *url.URL)) layer {
	return layer{response: func(c *call) bool {
		to, err := url.Parse(c.header.Get("Location"))
		did := c.op == "authorize" && err == nil && to.Query().Has("error") && when(c.r.URL.Query())
		if did {
			change(to)
			c.header.Set("Location", to.String())
		}
		return did
	}}
}

func anyRequest(url.Values) bool { return true }

func inFragment(to *url.URL) { to.RawQuery, to.Fragment = "", to.RawQuery }

func withoutState(to *url.URL) {
	q := to.Query()
	q.Del("state")
	to.RawQuery = q.Encode()
}

// codeOfNobody gives a code to whoever opens a good authorization URL, and tokens for it.
func codeOfNobody() layer {
	l := answersNobody(func(q url.Values, known bool) string {
		if !known || q.Get("response_type") != "code" || !q.Has("code_challenge") || strings.Contains(q.Get("redirect_uri"), "evil.example") {
			return ""
		}
		return q.Get("redirect_uri") + "?" + url.Values{"code": {"ac_nobody"}, "state": q["state"]}.Encode()
	})
	l.request = func(c *call) bool {
		did := c.op == "token" && form(c).Get("code") == "ac_nobody"
		if did {
			c.answer(200, obj{"access_token": "at_nobody", "refresh_token": "rt_nobody", "token_type": "Bearer", "expires_in": 60})
		}
		return did
	}
	return l
}

// statusForNobody answers some authorization requests with a status, whoever opens them.
func statusForNobody(status int, when func(c *call) bool) layer {
	return layer{response: func(c *call) bool {
		did := c.op == "authorize" && when(c)
		if did {
			c.refuse(status)
		}
		return did
	}}
}

// unknownCode answers for a code that no sign-in gave.
func unknownCode(answer func(c *call)) layer {
	s := newCodes()
	return layer{verb: s.verb, request: func(c *call) bool {
		did := c.op == "token" && grantIs("authorization_code")(form(c)) && s.of(c) == nil
		if did {
			answer(c)
		}
		return did
	}}
}
