package selftest_test

import (
	"fmt"
	"html"
	"strings"
	"unicode/utf8"
)

// meFaults break what the text says of the identity call.
func meFaults() []fault {
	count := newMemory()
	return []fault{
		{"API-ME-01", "the identity is answered 201", code("me", 200, 201)},
		{"API-ME-01", "the identity is an array", raw("me", "application/json", `[{"org_id":"org_1"}]`)},
		{"API-ME-01", "the identity is labelled text/html", labelled("me", "text/html")},
		{"API-ME-01", "the identity of a free workspace breaks the server", brokenOnPlan("free", "me")},
		{"API-ME-01", "the identity is answered 203 to a token", where(oauth, code("me", 200, 203))},
		{"API-ME-02", "the key of a workspace is told the id of another one of its name", idOfNamesake()},
		{"API-ME-02", "the name of a workspace is its id", change("me", func(o obj) { o["org_name"] = o["org_id"] })},
		{"API-ME-02", "all workspaces have one name", sameForAll("me", "org_name")},
		{"API-ME-02", "", drop("me", "org_name")},
		{"API-ME-02", "", drop("me", "plan")},
		{"API-ME-02", "", drop("me", "key_label")},
		{"API-ME-02", "the identity is wrapped in data", wrapped("me", "data")},
		{"API-ME-02", "org_name is null", set("me", "org_name", nil)},
		{"API-ME-02", "plan is an empty text", set("me", "plan", "")},
		{"API-ME-02", "plan is null", set("me", "plan", nil)},
		{"API-ME-02", "org_id is null", set("me", "org_id", nil)},
		{"API-ME-02", "plan is missing under a token only", where(oauth, drop("me", "plan"))},
		{"API-ME-02", "org_name is missing under a key in X-API-Key only", where(inHeader, drop("me", "org_name"))},
		{"API-ME-02", "org_name is written for a page", change("me", func(o obj) { o["org_name"] = html.EscapeString(text(o, "org_name")) })},
		{"API-ME-02", "the name of a workspace is ASCII", reply("me", func(o obj) bool {
			was := text(o, "org_name")
			o["org_name"] = strings.Map(func(r rune) rune {
				if r >= utf8.RuneSelf {
					return -1
				}
				return r
			}, was)
			return o["org_name"] != was
		})},
		{"API-ME-02", "the plan stays that of the beginning", firstPlan()},
		{"API-ME-02", "the plan stays that of the beginning, under a name of its own", mixed(firstPlan(), change("me", func(o obj) {
			o["plan"] = map[any]string{"free": "Starter", "paid": "Agency"}[o["plan"]]
		}))},
		{"API-ME-02", "the first identity after a change of plan is a failure", failsAfterPlan()},
		{"API-ME-02", "plan is missing in a workspace on the free plan", reply("me", func(o obj) bool {
			free := o["plan"] == "free"
			if free {
				delete(o, "plan")
			}
			return free
		})},
		{"API-ME-03", "the label of a key is the key", reply2("me", func(c *call, o obj) bool { o["key_label"] = bearer(c); return true })},
		{"API-ME-03", "", set("me", "auth_kind", "oauth")},
		{"API-ME-03", "", set("me", "key_label", "another label")},
		{"API-ME-03", "", set("me", "key_label", nil)},
		{"API-ME-03", "auth_kind is API_KEY", set("me", "auth_kind", "API_KEY")},
		{"API-ME-03", "key_label is null", where(withKey, set("me", "key_label", nil))},
		{"API-ME-03", "key_label is the beginning of the key", where(withKey, set("me", "key_label", "bsk_ab"))},
		{"API-ME-03", "a key in X-API-Key has no label", where(inHeader, set("me", "key_label", nil))},
		{"API-ME-03", "a key in X-API-Key is oauth", where(inHeader, set("me", "auth_kind", "oauth"))},
		{"API-ME-03", "every key has the label of the newest", newestLabel()},
		{"API-ME-03", "labels end after sixteen letters", reply("me", func(o obj) bool {
			label := []rune(text(o, "key_label"))
			o["key_label"] = string(label[:min(len(label), 16)])
			return len(label) > 16
		})},
		{"API-ME-03", "a label is read as Latin-1", reply("me", func(o obj) bool {
			label := text(o, "key_label")
			read := make([]rune, 0, len(label))
			for _, b := range []byte(label) {
				read = append(read, rune(b))
			}
			o["key_label"] = string(read)
			return label != string(read)
		})},
		{"API-ME-03", "a key is taken for a token once a session of it was submitted", turned("submit", "me", put("auth_kind", "oauth"))},
		{"API-ME-03", "a key has another label once a document was attached with it", turned("documents", "me", put("key_label", "somebody else"))},
		{"API-ME-04", "", tokenMe("auth_kind", "api_key")},
		{"API-ME-04", "", tokenMe("key_label", "a label")},
		{"API-ME-04", "auth_kind is api_key under a token", where(oauth, set("me", "auth_kind", "api_key"))},
		{"API-ME-04", "a token has a label", where(oauth, set("me", "key_label", "CLI login"))},
		{"API-ME-04", "a token of a refresh is named a key", ofGrant("refresh_token", set("me", "auth_kind", "api_key"))},
		{"API-ME-05", "", set("me", "auth_kind", "session")},
		{"API-ME-05", "auth_kind is oauth2 under a token", where(oauth, set("me", "auth_kind", "oauth2"))},
		{"API-ME-05", "auth_kind is key in X-API-Key", where(inHeader, set("me", "auth_kind", "key"))},
		{"API-ME-06", "", tokenMe("org_id", "org_another")},
		{"API-ME-06", "org_id of a token is written otherwise", where(oauth, change("me", func(o obj) { o["org_id"] = strings.ToUpper(text(o, "org_id")) }))},
		{"API-ME-06", "org_id has another number each time", change("me", func() func(o obj) {
			m := newMemory()
			return func(o obj) { m.add(1); o["org_id"] = fmt.Sprint(text(o, "org_id"), len(m.list())) }
		}())},
		{"API-ME-06", "the identity of the first workspace is answered to all", firstIdentity()},
		{"API-ME-06", "org_name of a token is the person's", where(oauth, set("me", "org_name", "Pat's workspace"))},
		{"API-ME-06", "each key of a workspace has an org_id of its own", where(withKey, change("me", func(o obj) { o["org_id"] = fmt.Sprint(o["org_id"], o["key_label"]) }))},
		{"API-ME-06", "each answer has an org_id of its own", change("me", func(o obj) { count.add(true); o["org_id"] = fmt.Sprint("org_", len(count.list())) })},
		{"API-ME-06", "a key opens another workspace once its sessions were listed", turned("list", "me", put("org_id", "org_first"))},
		{"API-ME-06", "a key opens another workspace from the second time on", turned("me", "me", put("org_id", "org_first"))},
		{"API-ME-02", "org_name is an object", change("me", func(o obj) { o["org_name"] = obj{"name": o["org_name"]} })},
	}
}

// meNeighbours come near a fault and stay within the text.
func meNeighbours() []fault {
	return []fault{
		{"API-ME-01", "the identity of a free workspace breaks the server a few times", fewTimes(2, brokenOnPlan("free", "me"))},
		{"API-ME-02", "workspaces have names of the server's own", change("me", func(o obj) { o["org_name"] = "Agency " + text(o, "org_id") })},
		{"API-ME-02", "org_name is in another form of Unicode", reply("me", func(o obj) bool {
			was := text(o, "org_name")
			o["org_name"] = strings.ReplaceAll(was, "ë", "e\u0308")
			return o["org_name"] != was
		})},
	}
}
