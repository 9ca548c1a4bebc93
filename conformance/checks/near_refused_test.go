package checks_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"
)

// nearRefused are servers near them, which refuse what they may.
func nearRefused() []plant {
	return []plant{
		{"API-LIST-01", "a list is refused a few times", fewTimes(2, refusedOnce("answer", "list", 400))},
		{"API-GET-01", "the detail of a session is refused a few times", fewTimes(4, refusedAfter("extract", "get", 409))},
		{"API-ANSWER-01", "turns are refused once forms were filled", refusedAfter("fill", "answer", 422)},
		{"API-EXTRACT-01", "files are refused once forms were filled", refusedAfter("fill", "extract", 422)},
		{"API-DOCS-01", "documents are refused once forms were filled", refusedAfter("fill", "documents", 400)},
		{"API-CREATE-01", "a state and a line of business do not go together", layer{request: refusingCalls("create", 422, func(c *call) bool {
			var in obj
			_ = json.Unmarshal(c.in, &in)
			return in["state"] != nil && in["lobs"] != nil
		})}},
		{"API-ANSWER-21", "the last question is asked on and on, and is open on the session", askingLast(true)},
		{"API-GET-12", "a correction takes some values away once the intake is over", wipedAtEnd(2)},
		{"API-GET-06", "a session counts all that is missing, and its turns what they ask for", change("answer", func(o obj) {
			n, _ := o["pending_count"].(float64)
			o["pending_count"] = min(n, 3)
		})},
		{"API-PDF-03", "the keys of forms end with a letter beyond ASCII", keysBeyondASCII()},
		{"API-SUBMIT-02", "forms have on them in which second they were downloaded", datedForms()},
		{"HOOK-20", "the log has no deliveries that were taken", failuresLogged()},
		{"OAUTH-META-05", "endpoints have other paths beside the documented ones", otherPaths()},
	}
}

// keysBeyondASCII ends the keys of forms with a letter beyond ASCII, and takes no path that is not UTF-8.
func keysBeyondASCII() layer {
	const end = "é"
	return layer{request: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		if c.op != "pdf" || len(parts) < 5 {
			return false
		}
		key, ended := strings.CutSuffix(parts[4], end)
		switch {
		case !utf8.ValidString(parts[4]):
			c.refuse(http.StatusBadRequest)
		case !ended:
			c.refuse(http.StatusNotFound)
		default:
			u := *c.r.URL
			u.Path = strings.Replace(u.Path, parts[4], key, 1)
			u.RawPath = ""
			c.r = c.r.Clone(c.r.Context())
			c.r.URL = &u
		}
		return true
	}, response: func(c *call) bool {
		return among("create get list fill", c.op) && c.ok() && c.edit(func(o obj) bool { return endKeys(o, end) })
	}}
}

// endKeys appends to all keys of forms in a JSON value.
func endKeys(v any, end string) (did bool) {
	switch v := v.(type) {
	case obj:
		if key, is := v["form_key"].(string); is {
			v["form_key"], did = key+end, true
		}
		if keys, is := v["form_keys"].([]any); is {
			for i := range keys {
				keys[i], did = fmt.Sprint(keys[i])+end, true
			}
		}
		for _, inner := range v {
			did = endKeys(inner, end) || did
		}
	case []any:
		for _, inner := range v {
			did = endKeys(inner, end) || did
		}
	}
	return did
}

// failuresLogged shows nothing in the log but what failed or is on its way.
func failuresLogged() layer {
	return layer{verb: func(verb string, _, out obj) bool {
		all, listed := out["deliveries"].([]any)
		if verb != "list-deliveries" || !listed {
			return false
		}
		left := slices.DeleteFunc(slices.Clone(all), func(one any) bool { return text(asObject(one), "status") == "delivered" })
		out["deliveries"] = left
		return len(left) < len(all)
	}}
}

// datedForms have on them in which second they were downloaded.
func datedForms() layer {
	k := newTicking()
	return layer{clocked: true, verb: k.verb, response: func(c *call) bool {
		did := c.op == "pdf" && c.ok()
		if did {
			c.out = fmt.Appendf(slices.Clone(c.out), "%% %d\n", k.now().Unix())
		}
		return did
	}}
}

// otherPaths names other endpoints than the documented ones, and serves both.
func otherPaths() layer {
	const at = "/v1/oauth/"
	return layer{request: func(c *call) bool {
		path, other := strings.CutPrefix(c.r.URL.Path, at)
		if other {
			u := *c.r.URL
			u.Path = "/oauth/" + path
			c.r = c.r.Clone(c.r.Context())
			c.r.URL, c.op = &u, opOf(c.r.Method, u.Path)
		}
		return other
	}, response: func(c *call) bool {
		return c.op == "metadata" && c.edit(func(o obj) bool {
			for _, member := range []string{"token_endpoint", "device_authorization_endpoint", "registration_endpoint"} {
				o[member] = strings.Replace(text(o, member), "/oauth/", at, 1)
			}
			return true
		})
	}}
}
