package checks_test

import (
	"net/http"
	"net/url"
	"strings"
)

// ofEvent restricts a change to deliveries of an event.
func ofEvent(event string, l layer) layer {
	inner := l.delivery
	l.delivery = func(s *shipment) bool { return s.event() == event && inner(s) }
	return l
}

// retried changes the headers of attempts after the first.
func retried(do func(h http.Header)) layer { return onRetry(func(s *shipment) { do(s.header) }) }

// verifierIs says whether a code is exchanged with a verifier of some form.
func verifierIs(is func(verifier string) bool) func(v url.Values) bool {
	return func(v url.Values) bool {
		return grantIs("authorization_code")(v) && v.Has("code_verifier") && is(v.Get("code_verifier"))
	}
}

// noCodeAt shows an error page for requests of a redirect target.
func noCodeAt(mark string) layer {
	return layer{verb: func(verb string, in, out obj) bool {
		was := verb == "authorize" && strings.Contains(text(in, "authorization_url"), url.QueryEscape(mark))
		if was {
			out["redirect_to"] = ""
		}
		return was
	}}
}

// leaksInHeader serves an operation of a session to whoever asks with a key in X-API-Key.
func leaksInHeader(op string) layer {
	w := owners{newMemory()}
	return layer{request: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		if !inHeader(c) || c.op != op || len(parts) < 3 || stranger(c) {
			return false
		}
		owner, known := w.made.snapshot()[parts[2]].(string)
		if !known || owner == "Bearer "+c.r.Header.Get("X-Api-Key") {
			return false
		}
		c.r.Header.Del("X-Api-Key")
		c.r.Header.Set("Authorization", owner)
		return true
	}, response: func(c *call) bool { w.note(c); return false }}
}

// plantedSequel are faults that show at the second look only: at the attempts that follow, with the other credential, in
// the refresh after the refresh, in a call beside the one that is tried first.
func plantedSequel() []plant {
	all := []plant{
		{"AUTH-14", "a key without a scheme opens, whatever it is", open("me", func(c *call) bool { return strings.HasPrefix(c.r.Header.Get("Authorization"), "bsk_") })},
		{"AUTH-14", "the scheme Token opens with anything", open("me", func(c *call) bool { return strings.HasPrefix(c.r.Header.Get("Authorization"), "Token ") })},
		{"EVT-05", "the completion names one of the forms", data("fill_session.completed", func(o obj) { o["form_keys"] = o["form_keys"].([]any)[:1] })},
		{"HOOK-01", "a retry is a PATCH", onRetry(func(s *shipment) { s.method = "PATCH" })},
		{"HOOK-02", "a retry has no data", onRetry(func(s *shipment) {
			s.body = []byte(`{"id":"` + s.header.Get("X-Service-Delivery") + `","event":"webhook.test","created_at":"2026-01-01T00:00:00.000Z"}`)
			s.sign(s.secret, s.body)
		})},
		{"HOOK-04", "a retry has no event name", retried(func(h http.Header) { h.Del("X-Service-Event") })},
		{"HOOK-04", "a retry is of the event retry", retried(func(h http.Header) { h.Set("X-Service-Event", "retry") })},
		{"HOOK-05", "a retry names its number after the id", retried(func(h http.Header) { h.Set("X-Service-Delivery", h.Get("X-Service-Delivery")+"-2") })},
		{"HOOK-06", "a retry is signed in capitals", retried(func(h http.Header) {
			h.Set("X-Service-Signature", "sha256="+strings.ToUpper(strings.TrimPrefix(h.Get("X-Service-Signature"), "sha256=")))
		})},
		{"HOOK-11", "a retry is text/plain", retried(func(h http.Header) { h.Set("Content-Type", "text/plain") })},
		{"HOOK-19", "502 counts as delivered", countsAs(200, 502)},
		{"HOOK-19", "504 counts as delivered", countsAs(200, 504)},
		{"OAUTH-DEV-07", "an empty client_id is anybody's", layer{response: func(c *call) bool {
			empty := c.op == "device" && !c.ok() && form(c).Has("client_id") && form(c).Get("client_id") == ""
			if empty {
				c.answer(200, obj{"device_code": "x", "user_code": "y"})
			}
			return empty
		}}},
		{"OAUTH-DEV-08", "what is pending is a failure of the service", where(func(c *call) bool { return strings.Contains(string(c.out), "authorization_pending") }, code("token", 400, 500))},
		{"OAUTH-DEV-10", "the token after an approval opens nothing", grant("device_code", func(o obj) { o["access_token"] = "bat_dead" })},
		{"OAUTH-CODE-04", "the token of a code opens nothing", grant("authorization_code", func(o obj) { o["access_token"] = "bat_dead" })},
		{"OAUTH-CODE-03", "an empty verifier is taken", handedOut(verifierIs(func(v string) bool { return v == "" }))},
		{"OAUTH-CODE-03", "a short verifier is taken", handedOut(verifierIs(func(v string) bool { return v != "" && len(v) < 43 }))},
		{"OAUTH-CODE-06", "a plus in state becomes a space", redirected(func(q url.Values) { q.Set("state", strings.ReplaceAll(q.Get("state"), "+", " ")) })},
		{"OAUTH-CODE-06", "state is escaped twice", redirected(func(q url.Values) { q.Set("state", url.QueryEscape(q.Get("state"))) })},
		{"OAUTH-CODE-09", "a target that begins as a registered one gets the code", anyTarget("callbacks")},
		{"OAUTH-CODE-09", "the target of another client gets the code", anyTarget("another")},
		{"OAUTH-REG-03", "only the first of two redirect_uris is kept", noCodeAt("/Second")},
		{"OAUTH-TOKEN-07", "expires_in is a date", grant("", func(o obj) { o["expires_in"] = 1893456000 })},
		{"LIM-12", "a risk that was refused for the rate is refused for good", limitedForGood("risk")},
		{"LIM-12", "a fill that was refused for the rate is refused for good", limitedForGood("fill")},
		{"LIM-12", "Retry-After of extract is 0", where(func(c *call) bool { return c.op == "extract" }, errorsOf(429, func(c *call) { c.header.Set("Retry-After", "0") }))},
	}
	for _, event := range []string{"fill_session.completed", "submission.sent", "esign.completed"} {
		all = append(all, plant{"HOOK-12", "one attempt of " + event, ofEvent(event, told(1, 200))},
			plant{"HOOK-12", "two attempts of " + event, ofEvent(event, told(2, 200))})
	}
	for _, op := range strings.Fields("get answer fill pdf risk submit") {
		all = append(all, plant{"AUTH-15", "another key in X-API-Key sees this: " + op, leaksInHeader(op)})
	}
	for _, op := range strings.Fields("answer fill risk") {
		all = append(all, plant{"LIM-09", "the key in X-API-Key has no rate: " + op, layer{response: func(c *call) bool {
			spared := c.op == op && c.status == 429 && inHeader(c)
			if spared {
				c.answer(200, obj{"message": "Noted.", "flags": []any{}, "forms": []any{}})
			}
			return spared
		}}}, plant{"LIM-09", "tokens have no rate: " + op, layer{response: func(c *call) bool {
			spared := c.op == op && c.status == 429 && oauth(c)
			if spared {
				c.answer(200, obj{"message": "Noted.", "flags": []any{}, "forms": []any{}})
			}
			return spared
		}}})
	}
	return all
}
