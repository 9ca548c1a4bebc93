package checks_test

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
)

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

// loses changes the redirect_uris of a registration, and leaves it to the server to refuse what it was not told of.
func loses(change func(list []any) []any) layer {
	return layer{request: func(c *call) bool {
		var o obj
		if c.op != "register" || json.Unmarshal(c.in, &o) != nil {
			return false
		}
		list, _ := o["redirect_uris"].([]any)
		left := change(slices.Clone(list))
		if len(list) == 0 || slices.Equal(list, left) {
			return false
		}
		o["redirect_uris"] = left
		c.in, _ = json.Marshal(o)
		return true
	}}
}

// plantedRefusals are faults of an authorization endpoint that refuses what the text allows, so that the hook has nothing
// to give.
func plantedRefusals() []plant {
	return []plant{
		{"OAUTH-CODE-01", "a loopback address is refused with 400", refusesSignIn(sentTo("127.0.0.1"), withStatus(400))},
		{"OAUTH-CODE-01", "a loopback address is refused with 403", refusesSignIn(sentTo("127.0.0.1"), withStatus(403))},
		{"OAUTH-CODE-01", "a loopback address is refused with 422", refusesSignIn(sentTo("127.0.0.1"), withStatus(422))},
		{"OAUTH-CODE-01", "registration keeps localhost alone", loses(func(list []any) []any {
			for i, one := range list {
				if s, is := one.(string); is {
					list[i] = strings.Replace(s, "127.0.0.1", "localhost", 1)
				}
			}
			return list
		})},
		{"OAUTH-CODE-01", "the browser is sent back with unsupported_response_type", refusesSignIn(fromClient, withError("unsupported_response_type"))},
		{"OAUTH-CODE-05", "another port is refused with 400", refusesSignIn(sentTo("51733"), withStatus(400))},
		{"OAUTH-CODE-06", "a state with a space is refused", refusesSignIn(func(q url.Values) bool { return strings.Contains(q.Get("state"), " ") }, withStatus(400))},
		{"OAUTH-REG-03", "a registered client is unknown to the code flow", refusesSignIn(fromClient, withStatus(404))},
		{"OAUTH-REG-03", "a registered client is not allowed the code flow", refusesSignIn(fromClient, withError("unauthorized_client"))},
		{"OAUTH-REG-03", "of several redirect_uris the last is kept", loses(func(list []any) []any { return list[max(0, len(list)-1):] })},
		{"OAUTH-REG-03", "of several redirect_uris the first is kept", loses(func(list []any) []any { return list[:min(1, len(list))] })},
		{"OAUTH-REG-03", "of several redirect_uris the first is refused", refusesSecond("48127/callback")},
	}
}

// refusesSecond refuses one of several redirect_uris of a client.
func refusesSecond(mark string) layer {
	several := newMemory()
	l := refusesSignIn(func(q url.Values) bool {
		_, has := several.snapshot()[q.Get("client_id")]
		return has && strings.Contains(q.Get("redirect_uri"), mark)
	}, withStatus(400))
	l.response = func(c *call) bool {
		var o obj
		if c.op == "register" && strings.Count(string(c.in), "http://") > 1 && json.Unmarshal(c.out, &o) == nil {
			several.put(text(o, "client_id"), true)
		}
		return false
	}
	return l
}
