package selftest_test

import (
	"net/http"
	"strings"
	"time"
)

// tokenFaults break what the text says of tokens and refreshing them.
func tokenFaults() []fault {
	return []fault{
		{"OAUTH-TOKEN-01", "", refusedWhen(400, func(c *call) bool { return c.op == "token" && grantIs("refresh")(form(c)) })},
		{"OAUTH-TOKEN-01", "a form may not have a charset", refusedWhen(415, withFormCharset("token"))},
		{"OAUTH-TOKEN-01", "the token call wants JSON", layer{request: func(c *call) bool {
			did := c.op == "token" && strings.Contains(c.r.Header.Get("Content-Type"), "form")
			if did {
				c.refuse(415)
			}
			return did
		}}},
		{"OAUTH-TOKEN-01", "a refresh is answered 201", where(func(c *call) bool { return grantIs("refresh_token")(form(c)) }, code("token", 200, 201))},
		{"OAUTH-TOKEN-01", "a refresh is refused", where(func(c *call) bool { return grantIs("refresh_token")(form(c)) }, code("token", 200, 400))},
		{"OAUTH-TOKEN-02", "the token of a refresh looks and does nothing", looksOnly()},
		{"OAUTH-TOKEN-02", "", grant("refresh", func(o obj) { delete(o, "refresh_token") })},
		{"OAUTH-TOKEN-02", "", grant("refresh", func(o obj) { o["access_token"] = "at_dead" })},
		{"OAUTH-TOKEN-02", "tokens of the device flow are not refreshed", unrefreshed("device_code")},
		{"OAUTH-TOKEN-02", "tokens of the code flow are not refreshed", unrefreshed("authorization_code")},
		{"OAUTH-TOKEN-02", "a refresh keeps the end of the first token", firstEnd(false)},
		{"OAUTH-TOKEN-02", "a refresh of what has lapsed gives what has lapsed", firstEnd(true)},
		{"OAUTH-TOKEN-02", "a refresh gives the access token of before, the new one a refresh later", behindByOne()},
		{"OAUTH-TOKEN-02", "the access token of a refresh ends with the one before it", inheritedLife()},
		{"OAUTH-TOKEN-02", "a refresh gives no refresh token", grant("refresh_token", cut("refresh_token"))},
		{"OAUTH-TOKEN-02", "the second refresh gives a dead refresh token", shortChain(2, "refresh_token")},
		{"OAUTH-TOKEN-02", "the third refresh gives a dead access token", shortChain(3, "access_token")},
		{"OAUTH-TOKEN-02", "a refresh gives a dead access token", grant("refresh_token", put("access_token", "at_dead"))},
		{"OAUTH-TOKEN-02", "a refresh token ends with its access token", endingWithAccess()},
		{"OAUTH-TOKEN-03", "", layer{response: func(c *call) bool {
			return c.op == "token" && c.ok() && c.edit(func(o obj) bool { o["refresh_token"] = form(c).Get("refresh_token"); return true })
		}}},
		{"OAUTH-TOKEN-03", "the refresh token stays", layer{response: func(c *call) bool {
			return c.op == "token" && c.ok() && grantIs("refresh_token")(form(c)) && c.edit(func(o obj) bool { o["refresh_token"] = form(c).Get("refresh_token"); return true })
		}}},
		{"OAUTH-TOKEN-03", "the refresh token stays from the second refresh on", rotatedOnce()},
		{"OAUTH-TOKEN-04", "whatever is sent is a refresh token", anyRefreshed()},
		{"OAUTH-TOKEN-04", "", handedOut(grantIs("refresh"))},
		{"OAUTH-TOKEN-04", "a revocation has no effect", layer{early: func(w http.ResponseWriter, r *http.Request) bool { return r.URL.Path == "/oauth/revoke" }}},
		{"OAUTH-TOKEN-04", "a spent refresh token works again after five minutes", spentUntil(5 * time.Minute)},
		{"OAUTH-TOKEN-04", "a spent refresh token works again after twelve hours", spentUntil(12 * time.Hour)},
		{"OAUTH-TOKEN-04", "a spent refresh token goes on working", handedOut(grantIs("refresh_token"))},
		{"OAUTH-TOKEN-04", "a spent refresh token is taken once more", twice()},
		{"OAUTH-TOKEN-04", "a spent refresh token that comes again ends nothing", spending(false)},
		{"OAUTH-TOKEN-04", "an access token is taken for a refresh token", accessRefreshes()},
		{"OAUTH-TOKEN-04", "a refresh token is anybody's who has it", refreshedByAny()},
		{"OAUTH-TOKEN-04", "a spent refresh token is an error of the server", where(func(c *call) bool { return grantIs("refresh_token")(form(c)) }, code("token", 400, 500))},
		{"OAUTH-TOKEN-05", "", tokenMe("org_id", "org_another")},
		{"OAUTH-TOKEN-05", "every refresh yields the access token of the first", firstRefreshed()},
		{"OAUTH-TOKEN-05", "a refresh ends the tokens of all people of its client", endedByRefresh()},
		{"OAUTH-TOKEN-05", "a token of a refresh works in the first workspace", actsElsewhere("refresh_token")},
		{"OAUTH-TOKEN-05", "the second refresh is of the first workspace", astrayAt(2)},
		{"OAUTH-TOKEN-05", "the third refresh is of the first workspace", astrayAt(3)},
		{"OAUTH-TOKEN-05", "a refresh is of the client's latest sign-in", latestOfClient()},
		{"OAUTH-TOKEN-06", "", layer{skip: "advance-clock"}},
		{"OAUTH-TOKEN-06", "an access token of a refresh lives for ever", undying("refresh_token")},
		{"OAUTH-TOKEN-07", "no token_type after an approval", grant("device_code", func(o obj) { delete(o, "token_type") })},
		{"OAUTH-TOKEN-07", "expires_in is in milliseconds", reply("token", func(o obj) bool {
			life, given := o["expires_in"].(float64)
			o["expires_in"] = life * 1000
			return given
		})},
		{"OAUTH-TOKEN-07", "expires_in is left out", drop("token", "expires_in")},
		{"OAUTH-TOKEN-07", "token_type is missing", grant("", cut("token_type"))},
		{"OAUTH-TOKEN-07", "token_type is mac", grant("", put("token_type", "mac"))},
		{"OAUTH-TOKEN-07", "expires_in is a text", grant("", put("expires_in", "3600"))},
		{"OAUTH-TOKEN-07", "token replies may be stored", layer{response: func(c *call) bool {
			did := c.op == "token" && c.ok()
			if did {
				c.header.Del("Cache-Control")
			}
			return did
		}}},
		{"OAUTH-TOKEN-07", "a token of an approval lapses after a thousandth of its time", shortLived()},
		{"OAUTH-TOKEN-07", "expires_in is a date", grant("", func(o obj) { o["expires_in"] = 1893456000 })},
		{"OAUTH-TOKEN-08", "a refresh gives whatever scope is asked for", anyScope()},
		{"OAUTH-TOKEN-08", "clients get tokens of their own", selfServed()},
		{"OAUTH-TOKEN-08", "an unknown grant is an invalid request", renamedError("unsupported_grant_type", "invalid_request")},
		{"OAUTH-TOKEN-08", "an unknown refresh token is an invalid token", where(func(c *call) bool { return grantIs("refresh_token")(form(c)) }, renamedError("invalid_grant", "invalid_token"))},
		{"OAUTH-TOKEN-08", "an unknown code is an invalid request", where(func(c *call) bool { return grantIs("authorization_code")(form(c)) }, renamedError("invalid_grant", "invalid_request"))},
		{"OAUTH-TOKEN-08", "what stands twice in a request stands there once", layer{request: func(c *call) bool {
			v := form(c)
			did := c.op == "token" && len(v["grant_type"]) > 1
			if did {
				v.Set("grant_type", v.Get("grant_type"))
				c.in = []byte(v.Encode())
			}
			return did
		}}},
		{"OAUTH-TOKEN-08", "an unknown grant is answered 401", layer{response: func(c *call) bool {
			did := c.op == "token" && strings.Contains(string(c.out), "unsupported_grant_type")
			if did {
				c.status = 401
			}
			return did
		}}},
		{"OAUTH-TOKEN-08", "an unknown refresh token is unauthorised", layer{response: func(c *call) bool {
			did := c.op == "token" && c.status == 400 && form(c).Get("grant_type") == "refresh_token"
			if did {
				c.status = http.StatusUnauthorized
			}
			return did
		}}},
	}
}

// tokenNeighbours come near a fault and stay within the text.
func tokenNeighbours() []fault {
	return []fault{
		{"OAUTH-TOKEN-04", "a spent refresh token takes its successors with it", spending(true)},
		{"OAUTH-TOKEN-02", "a token of the hook lives for longer than one of a refresh", layer{verb: func(verb string, _, out obj) bool {
			life, _ := out["expires_in"].(float64)
			out["expires_in"] = 2 * life
			return verb == "issue-token"
		}}},
		{"OAUTH-TOKEN-05", "tokens only read", where(oauth, strict("create", 403, func(*call, obj) bool { return true }))},
		{"OAUTH-TOKEN-07", "Cache-Control stands in two lines", layer{response: func(c *call) bool {
			did := c.op == "token" && c.ok()
			if did {
				c.header["Cache-Control"] = []string{"no-cache", "no-store"}
			}
			return did
		}}},
	}
}
