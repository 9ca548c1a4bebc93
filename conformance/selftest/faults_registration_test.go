package selftest_test

import (
	"strings"
	"time"
)

// registrationFaults break what the text says of registering clients.
func registrationFaults() []fault {
	return []fault{
		{"OAUTH-REG-01", "the reply is labelled text/html", labelled("register", "text/html")},
		{"OAUTH-REG-01", "the reply has the first redirect alone", change("register", func(o obj) {
			redirects, _ := o["redirect_uris"].([]any)
			o["redirect_uris"] = redirects[:min(1, len(redirects))]
		})},
		{"OAUTH-REG-04", "the first redirect alone is checked", firstRedirectChecked()},
		{"OAUTH-REG-01", "a registration wants a key", layer{request: func(c *call) bool {
			did := c.op == "register" && anonymous(c)
			if did {
				c.refuse(401)
			}
			return did
		}}},
		{"OAUTH-REG-01", "members that the server does not know are refused", strict("register", 400, func(_ *call, o obj) bool { return o["software_colour"] != nil })},
		{"OAUTH-REG-01", "client_id_issued_at is in milliseconds", change("register", func(o obj) { o["client_id_issued_at"] = time.Now().UnixMilli() })},
		{"OAUTH-REG-01", "client_id is missing", drop("register", "client_id")},
		{"OAUTH-REG-01", "the reply says that nothing was registered", set("register", "redirect_uris", []any{})},
		{"OAUTH-REG-01", "", code("register", 201, 400)},
		{"OAUTH-REG-01", "a client_name beyond ASCII breaks the server", strict("register", 500, func(c *call, o obj) bool {
			return strings.ContainsFunc(text(o, "client_name"), func(r rune) bool { return r > 127 })
		})},
		{"OAUTH-REG-01", "client_id is what of client_name fits into an address", reply("register", func(o obj) bool {
			did := strings.IndexFunc(text(o, "client_name"), func(r rune) bool { return r < 0x80 }) < 0
			if did {
				o["client_id"] = ""
			}
			return did
		})},
		{"OAUTH-REG-01", "client_id is a number", set("register", "client_id", 12)},
		{"OAUTH-REG-01", "all registrations have one client_id", oneIDOf(func(obj) string { return "" })},
		{"OAUTH-REG-01", "two redirect_uris are refused", layer{response: func(c *call) bool {
			two := c.op == "register" && c.ok() && strings.Count(string(c.in), "http://") > 1
			if two {
				c.answer(400, obj{"error": "invalid_redirect_uri", "detail": "one at most"})
			}
			return two
		}}},
		{"OAUTH-REG-02", "", refusedWhen(400, func(c *call) bool { return c.op == "device" })},
		{"OAUTH-REG-02", "a client takes the place of another of its name", oneOfAName()},
		{"OAUTH-REG-02", "a registered client cannot start the device flow", layer{response: func(c *call) bool {
			did := c.op == "device" && c.ok()
			if did {
				c.answer(400, obj{"error": "unauthorized_client"})
			}
			return did
		}}},
		{"OAUTH-REG-02", "registration gives a client that is not kept", set("register", "client_id", "client_not_kept")},
		{"OAUTH-REG-03", "the second address of a client is refused before anybody signs in", statusForNobody(400, func(c *call) bool { return strings.HasSuffix(c.r.URL.Query().Get("redirect_uri"), "/second") })},
		{"OAUTH-REG-03", "", layer{verb: func(verb string, _, out obj) bool {
			out["redirect_to"] = "http://127.0.0.1:48127/callback?error=unauthorized_client"
			return verb == "authorize"
		}}},
		{"OAUTH-REG-03", "addresses are kept in small letters, and compared as they are", refusesSignIn(sentTo("/Second"), withStatus(400))},
		{"OAUTH-REG-03", "addresses are kept in small letters, and the code goes there", smallCode()},
		{"OAUTH-REG-03", "a registered client is unknown to the code flow", refusesSignIn(fromClient, withStatus(404))},
		{"OAUTH-REG-03", "a registered client is not allowed the code flow", refusesSignIn(fromClient, withError("unauthorized_client"))},
		{"OAUTH-REG-03", "of several redirect_uris the last is kept", loses(func(list []any) []any { return list[max(0, len(list)-1):] })},
		{"OAUTH-REG-03", "of several redirect_uris the first is kept", loses(func(list []any) []any { return list[:min(1, len(list))] })},
		{"OAUTH-REG-03", "of several redirect_uris the first is refused", refusesSecond("48127/callback")},
		{"OAUTH-REG-03", "only the first of two redirect_uris is kept", noCodeAt("/Second")},
		{"OAUTH-REG-03", "the first two of three redirect_uris are kept", noCodeAt("/third")},
		{"OAUTH-REG-03", "a name has the addresses of its last client", oneOfName()},
		{"OAUTH-REG-04", "", layer{response: func(c *call) bool {
			did := c.op == "register" && !c.ok()
			if did {
				c.answer(201, obj{"client_id": "x"})
			}
			return did
		}}},
		{"OAUTH-REG-04", "lists of addresses within the list are unpacked", lenient("register", func(o obj) bool {
			list, _ := o["redirect_uris"].([]any)
			if len(list) != 1 {
				return false
			}
			inner, is := list[0].([]any)
			if is {
				o["redirect_uris"] = inner
			}
			return is
		})},
		{"OAUTH-REG-04", "what is false is left out of redirect_uris", registers(func(v any) bool {
			list, _ := v.([]any)
			return len(list) == 1 && (list[0] == nil || list[0] == false || list[0] == 0.0)
		})},
		{"OAUTH-REG-04", "a text is taken for redirect_uris", registers(func(v any) bool { _, is := v.(string); return is })},
		{"OAUTH-REG-04", "a number is taken among redirect_uris", registers(func(v any) bool {
			list, _ := v.([]any)
			if len(list) == 0 {
				return false
			}
			_, is := list[0].(float64)
			return is
		})},
		{"OAUTH-REG-04", "a number is taken after the first of redirect_uris", registers(func(v any) bool {
			list, _ := v.([]any)
			if len(list) < 2 {
				return false
			}
			_, is := list[1].(float64)
			return is
		})},
		{"OAUTH-REG-04", "an object is taken for redirect_uris", registers(func(v any) bool { _, is := v.(obj); return is })},
		{"OAUTH-REG-04", "client_name may be a number", lenient("register", func(o obj) bool {
			_, is := o["client_name"].(float64)
			if is {
				o["client_name"] = "Conformance"
			}
			return is
		})},
	}
}

// registrationNeighbours come near a fault and stay within the text.
func registrationNeighbours() []fault {
	return []fault{
		{"OAUTH-REG-01", "a name has one client_id", oneIDOf(byName)},
		{"OAUTH-REG-01", "names of clients are ASCII", strict("register", 400, func(_ *call, o obj) bool {
			for _, r := range text(o, "client_name") {
				if r > 127 {
					return true
				}
			}
			return false
		})},
		{"OAUTH-REG-01", "a name has a letter of ASCII", layer{request: func(c *call) bool {
			return c.op == "register" && c.requestRefused(400, func(o obj) bool {
				return strings.IndexFunc(text(o, "client_name"), func(r rune) bool { return r < 0x80 }) < 0
			})
		}}},
		{"OAUTH-REG-02", "a name has one client_id", oneIDOf(byName)},
		{"OAUTH-REG-03", "the first two of several redirect_uris are kept, and named", loses(func(list []any) []any { return list[:min(2, len(list))] })},
		{"OAUTH-REG-03", "an address with a capital is not registered", layer{request: func(c *call) bool {
			return c.op == "register" && c.requestRefused(400, func(obj) bool { return strings.Contains(string(c.in), "/Second") })
		}}},
	}
}
