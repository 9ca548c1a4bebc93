package checks_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

func always1(*call) bool { return true }

// plantedSessions are faults of identity, create, list and detail.
func plantedSessions() []plant {
	return []plant{
		{"API-ME-01", "the identity is answered 201", code("me", 200, 201)},
		{"API-ME-01", "the identity is an array", raw("me", "application/json", `[{"org_id":"org_1"}]`)},
		{"API-ME-01", "the identity is labelled text/html", labelled("me", "text/html")},
		{"API-ME-02", "the identity is wrapped in data", wrapped("me", "data")},
		{"API-ME-02", "org_name is null", set("me", "org_name", nil)},
		{"API-ME-02", "plan is null", set("me", "plan", nil)},
		{"API-ME-02", "org_id is null", set("me", "org_id", nil)},
		{"API-ME-02", "plan is missing under a token only", where(oauth, drop("me", "plan"))},
		{"API-ME-02", "org_name is missing under a key in X-API-Key only", where(inHeader, drop("me", "org_name"))},
		{"API-ME-03", "auth_kind is API_KEY", set("me", "auth_kind", "API_KEY")},
		{"API-ME-03", "key_label is null", where(withKey, set("me", "key_label", nil))},
		{"API-ME-03", "key_label is the beginning of the key", where(withKey, set("me", "key_label", "bsk_ab"))},
		{"API-ME-04", "auth_kind is api_key under a token", where(oauth, set("me", "auth_kind", "api_key"))},
		{"API-ME-04", "a token has a label", where(oauth, set("me", "key_label", "CLI login"))},
		{"API-ME-05", "auth_kind is oauth2 under a token", where(oauth, set("me", "auth_kind", "oauth2"))},
		{"API-ME-05", "auth_kind is key in X-API-Key", where(inHeader, set("me", "auth_kind", "key"))},
		{"API-ME-06", "org_id of a token is written otherwise", where(oauth, change("me", func(o obj) { o["org_id"] = strings.ToUpper(text(o, "org_id")) }))},
		{"API-ME-06", "org_id has another number each time", change("me", func() func(o obj) {
			m := newMemory()
			return func(o obj) { m.add(1); o["org_id"] = fmt.Sprint(text(o, "org_id"), len(m.list())) }
		}())},
		{"API-ME-06", "the identity of the first workspace is answered to all", firstIdentity()},

		{"API-CREATE-01", "a second create is answered 201", where(later_("create"), code("create", 200, 201))},
		{"API-CREATE-01", "a create is answered 202", code("create", 200, 202)},
		{"API-CREATE-01", "a create in a second workspace is answered 201", where(away(), code("create", 200, 201))},
		{"API-CREATE-01", "a create with a token is answered 201", where(oauth, code("create", 200, 201))},
		{"API-CREATE-02", "the session is wrapped", wrapped("create", "session")},
		{"API-CREATE-02", "session_id is named id", change("create", func(o obj) { o["id"] = o["session_id"]; delete(o, "session_id") })},
		{"API-CREATE-02", "session_id is null", set("create", "session_id", nil)},
		{"API-CREATE-03", "insured_name is null", set("create", "insured_name", nil)},
		{"API-CREATE-03", "insured_name is missing", drop("create", "insured_name")},
		{"API-CREATE-04", "state is false when there is none", reply("create", func(o obj) bool { was := o["state"] == nil; o["state"] = false; return was })},
		{"API-CREATE-04", "state is an object", set("create", "state", obj{"code": "GA"})},
		{"API-CREATE-05", "status is a number", set("create", "status", 1)},
		{"API-CREATE-05", "status is null", set("create", "status", nil)},
		{"API-CREATE-06", "form_keys is null when there are none", reply("create", func(o obj) bool { o["form_keys"] = nil; return true })},
		{"API-CREATE-06", "form_keys is a text", set("create", "form_keys", "application,general_liability")},
		{"API-CREATE-06", "form_keys are objects", set("create", "form_keys", []any{obj{"key": "application"}})},
		{"API-CREATE-07", "fields_filled is a text", set("create", "fields_filled", "0")},
		{"API-CREATE-07", "fields_filled is null", set("create", "fields_filled", nil)},
		{"API-CREATE-08", "fields_total is missing", drop("create", "fields_total")},
		{"API-CREATE-08", "fields_total is a fraction", set("create", "fields_total", 12.5)},
		{"API-CREATE-08", "fields_total is null where lines of business are given", layer{response: func(c *call) bool {
			return c.op == "create" && strings.Contains(string(c.in), "lobs") && c.ok() && c.edit(func(o obj) bool { o["fields_total"] = nil; return true })
		}}},
		{"API-CREATE-09", "the name is escaped for HTML", change("create", func(o obj) { o["insured_name"] = strings.ReplaceAll(text(o, "insured_name"), "&", "&amp;") })},
		{"API-CREATE-09", "the name is in capitals", change("create", func(o obj) { o["insured_name"] = strings.ToUpper(text(o, "insured_name")) })},
		{"API-CREATE-09", "the name in the detail is another", set("get", "insured_name", "Unnamed business")},
		{"API-CREATE-10", "one name gives one session", deduplicated()},
		{"API-CREATE-10", "creates at one time get one id", racingIDs()},
		{"API-CREATE-11", "a missing name is answered 400", where(without("insured_name"), code("create", 422, 400))},
		{"API-CREATE-11", "a missing name becomes Unnamed", lenient("create", func(o obj) bool {
			_, there := o["insured_name"]
			o["insured_name"] = "Unnamed"
			return !there
		})},
		{"API-CREATE-12", "an empty name is taken", lenient("create", func(o obj) bool { was := o["insured_name"] == ""; o["insured_name"] = "x"; return was })},
		{"API-CREATE-12", "an empty name is answered 400", layer{response: func(c *call) bool {
			did := c.op == "create" && c.status == 422 && strings.Contains(string(c.in), `"insured_name":""`)
			if did {
				c.refuse(400)
			}
			return did
		}}},
		{"API-CREATE-13", "a name needs two characters", strict("create", 422, func(_ *call, o obj) bool { return utf8.RuneCountInString(text(o, "insured_name")) == 1 })},
		{"API-CREATE-14", "a name has at most 255 characters", strict("create", 422, longer("insured_name", 255, utf8.RuneCountInString))},
		{"API-CREATE-15", "a name of 257 characters is taken", lenient("create", shorten("insured_name", 257))},
		{"API-CREATE-15", "a long name is cut silently", lenient("create", func(o obj) bool {
			was := len(text(o, "insured_name")) > 256
			if was {
				o["insured_name"] = text(o, "insured_name")[:256]
			}
			return was
		})},
		{"API-CREATE-16", "the bound of a name counts bytes", strict("create", 422, longer("insured_name", 256, bytesIn))},
		{"API-CREATE-17", "a number is taken for a name", lenient("create", func(o obj) bool { _, is := o["insured_name"].(float64); o["insured_name"] = "42"; return is })},
		{"API-CREATE-17", "true is taken for a name", lenient("create", func(o obj) bool { _, is := o["insured_name"].(bool); o["insured_name"] = "true"; return is })},
		{"API-CREATE-17", "null is taken for a name", lenient("create", func(o obj) bool {
			v, there := o["insured_name"]
			o["insured_name"] = "null"
			return there && v == nil
		})},
		{"API-CREATE-17", "an array is taken for a name", lenient("create", func(o obj) bool { _, is := o["insured_name"].([]any); o["insured_name"] = "A"; return is })},
		{"API-CREATE-18", "state is mandatory", strict("create", 422, func(_ *call, o obj) bool { _, there := o["state"]; return !there })},
		{"API-CREATE-18", "state null is refused", strict("create", 422, func(_ *call, o obj) bool { v, there := o["state"]; return there && v == nil })},
		{"API-CREATE-18", "every state is refused", strict("create", 422, func(_ *call, o obj) bool { return text(o, "state") != "" })},
		{"API-CREATE-19", "a number is taken for a state", lenient("create", func(o obj) bool { _, is := o["state"].(float64); o["state"] = nil; return is })},
		{"API-CREATE-19", "true is taken for a state", lenient("create", func(o obj) bool { _, is := o["state"].(bool); o["state"] = nil; return is })},
		{"API-CREATE-19", "an object is taken for a state", lenient("create", func(o obj) bool { _, is := o["state"].(obj); o["state"] = nil; return is })},
		{"API-CREATE-20", "lobs is mandatory", strict("create", 422, func(_ *call, o obj) bool { _, there := o["lobs"]; return !there })},
		{"API-CREATE-20", "empty lobs are refused", strict("create", 422, func(_ *call, o obj) bool { list, is := o["lobs"].([]any); return is && len(list) == 0 })},
		{"API-CREATE-21", "at most 19 lobs", strict("create", 422, func(_ *call, o obj) bool { list, _ := o["lobs"].([]any); return len(list) > 19 })},
		{"API-CREATE-22", "21 lobs are taken", lenient("create", func(o obj) bool {
			list, _ := o["lobs"].([]any)
			was := len(list) == 21
			o["lobs"] = []any{}
			return was
		})},
		{"API-CREATE-22", "too many lobs are answered 400", layer{response: func(c *call) bool {
			var o obj
			_ = json.Unmarshal(c.in, &o)
			list, _ := o["lobs"].([]any)
			if c.op != "create" || len(list) < 21 {
				return false
			}
			c.refuse(400)
			return true
		}}},
		{"API-CREATE-23", "a text is taken for lobs", lenient("create", func(o obj) bool { _, is := o["lobs"].(string); o["lobs"] = []any{}; return is })},
		{"API-CREATE-23", "an object is taken for lobs", lenient("create", func(o obj) bool { _, is := o["lobs"].(obj); o["lobs"] = []any{}; return is })},
		{"API-CREATE-23", "null is taken among lobs", lenient("create", func(o obj) bool {
			list, _ := o["lobs"].([]any)
			was := len(list) > 0 && list[len(list)-1] == nil
			o["lobs"] = []any{}
			return was
		})},
		{"API-CREATE-23", "a number after a text is taken among lobs", lenient("create", func(o obj) bool {
			list, _ := o["lobs"].([]any)
			if len(list) < 2 {
				return false
			}
			_, is := list[1].(float64)
			if is {
				o["lobs"] = list[:1]
			}
			return is
		})},
		{"API-CREATE-24", "naics_code is mandatory", strict("create", 422, func(_ *call, o obj) bool { _, there := o["naics_code"]; return !there })},
		{"API-CREATE-24", "naics_code null is refused", strict("create", 422, func(_ *call, o obj) bool { v, there := o["naics_code"]; return there && v == nil })},
		{"API-CREATE-25", "an array is taken for naics_code", lenient("create", func(o obj) bool { _, is := o["naics_code"].([]any); o["naics_code"] = nil; return is })},
		{"API-CREATE-25", "true is taken for naics_code", lenient("create", func(o obj) bool { _, is := o["naics_code"].(bool); o["naics_code"] = nil; return is })},
		{"API-CREATE-26", "workspace_id in the body chooses the workspace", layer{request: chosenBy(`"workspace_id"`)}},
		{"API-CREATE-26", "a header chooses the workspace", layer{request: chosenByHeader}},
		{"API-CREATE-26", "a query chooses the workspace", layer{request: chosenByQuery}},
		{"API-CREATE-27", "a session is lost after its create", code("get", 200, 404)},
		{"API-CREATE-27", "the detail has another session_id", set("get", "session_id", "ses_other")},
		{"API-CREATE-27", "the first read of a session finds nothing", firstRead()},

		{"API-LIST-01", "the list is a bare array", raw("list", "application/json", `[]`)},
		{"API-LIST-01", "sessions is null when there are none", reply("list", func(o obj) bool {
			list, _ := o["sessions"].([]any)
			if len(list) > 0 {
				return false
			}
			o["sessions"] = nil
			return true
		})},
		{"API-LIST-01", "an empty list is answered 404", layer{response: func(c *call) bool {
			var o obj
			if c.op != "list" || json.Unmarshal(c.out, &o) != nil {
				return false
			}
			if list, _ := o["sessions"].([]any); len(list) > 0 || !c.ok() {
				return false
			}
			c.refuse(404)
			return true
		}}},
		{"API-LIST-01", "the list is named items", change("list", func(o obj) { o["items"] = o["sessions"]; delete(o, "sessions") })},
		{"API-LIST-02", "the second summary has no insured_name", inItem("list", "sessions", 1, cut("insured_name"))},
		{"API-LIST-02", "status is null in a summary", each("list", "sessions", put("status", nil))},
		{"API-LIST-02", "session_id is a number in a summary", each("list", "sessions", put("session_id", 7))},
		{"API-LIST-03", "form_keys is null in a summary", each("list", "sessions", put("form_keys", nil))},
		{"API-LIST-03", "fields_total is missing in a summary", each("list", "sessions", cut("fields_total"))},
		{"API-LIST-03", "fields_filled is a text in a summary", each("list", "sessions", put("fields_filled", "3"))},
		{"API-LIST-04", "created_at is a number in a summary", each("list", "sessions", put("created_at", 1763700000))},
		{"API-LIST-04", "state is a list in a summary", each("list", "sessions", put("state", []any{"GA"}))},
		{"API-LIST-05", "limit is mandatory", strict("list", 422, func(c *call, _ obj) bool { return c.r.URL.Query().Get("limit") == "" })},
		{"API-LIST-06", "limit=abc is taken", noLimit("abc")},
		{"API-LIST-06", "limit=1.5 is rounded", noLimit("1.5")},
		{"API-LIST-06", "a wrong limit is answered 400", code("list", 422, 400)},
		{"API-LIST-07", "limit is ignored", noLimit("")},
		{"API-LIST-07", "limit is one too many", limitPlus(1)},
		{"API-LIST-07", "limit counts the sessions of every workspace", filteredLate()},
		{"API-LIST-07", "limit=2 gives nothing", layer{response: func(c *call) bool {
			return c.op == "list" && c.r.URL.Query().Get("limit") != "" && c.ok() && c.edit(func(o obj) bool { o["sessions"] = []any{}; return true })
		}}},
		{"API-LIST-08", "the list of a token holds every workspace's sessions", where(func(c *call) bool { return c.op == "create" || oauth(c) }, layer{response: leakedList()})},
		{"API-LIST-08", "the list with a limit holds every workspace's sessions", where(func(c *call) bool { return c.op == "create" || c.r.URL.RawQuery != "" }, layer{response: leakedList()})},
		{"API-LIST-08", "the list under X-API-Key holds every workspace's sessions", where(func(c *call) bool { return c.op == "create" || inHeader(c) }, layer{response: leakedList()})},
		{"API-LIST-09", "a session is listed once it was answered only", reply("list", func(o obj) bool {
			list, _ := o["sessions"].([]any)
			kept := []any{}
			for _, one := range list {
				if n, _ := one.(obj)["fields_filled"].(float64); n > 1 {
					kept = append(kept, one)
				}
			}
			o["sessions"] = kept
			return len(kept) < len(list)
		})},
		{"API-LIST-10", "fields_filled is always 0 in a summary", each("list", "sessions", put("fields_filled", 0))},
		{"API-LIST-10", "status never changes in a summary", stale("status")},
		{"API-LIST-10", "form_keys is empty in a summary", each("list", "sessions", put("form_keys", []any{}))},
		{"API-LIST-10", "a summary has another name", each("list", "sessions", put("insured_name", "Business"))},

		{"API-GET-01", "the detail is wrapped", wrapped("get", "session")},
		{"API-GET-01", "fields_filled is a fraction once answers came", after("answer", change("get", func(o obj) { o["fields_filled"] = 0.25 }))},
		{"API-GET-01", "form_keys is null after fill", after("fill", set("get", "form_keys", nil))},
		{"API-GET-01", "status is missing after fill", after("fill", drop("get", "status"))},
		{"API-GET-01", "state is a number in the detail", set("get", "state", 13)},
		{"AUTH-16", "the detail under a token has no fields_total", where(oauth, drop("get", "fields_total"))},
		{"API-GET-02", "field_values is null on a new session", reply("get", func(o obj) bool {
			v, _ := o["field_values"].(obj)
			if len(v) > 1 {
				return false
			}
			o["field_values"] = nil
			return true
		})},
		{"API-GET-02", "field_values is a list of pairs", set("get", "field_values", []any{obj{"key": "a", "value": 1}})},
		{"API-GET-02", "field_values is missing after fill", after("fill", drop("get", "field_values"))},
		{"API-GET-03", "filled_forms is null before fill", reply("get", func(o obj) bool {
			list, _ := o["filled_forms"].([]any)
			if len(list) > 0 {
				return false
			}
			o["filled_forms"] = nil
			return true
		})},
		{"API-GET-03", "filled_forms is missing before fill", reply("get", func(o obj) bool {
			list, _ := o["filled_forms"].([]any)
			delete(o, "filled_forms")
			return len(list) == 0
		})},
		{"API-GET-03", "filled_forms is an object by key after fill", after("fill", set("get", "filled_forms", obj{"application": obj{}}))},
		{"API-GET-04", "the second filled form has no form_key", inItem("get", "filled_forms", 1, cut("form_key"))},
		{"API-GET-04", "sparse_suspected is null", each("get", "filled_forms", put("sparse_suspected", nil))},
		{"API-GET-04", "sparse_suspected is no", each("get", "filled_forms", put("sparse_suspected", "no"))},
		{"API-GET-04", "filled forms are bare keys", set("get", "filled_forms", []any{"application"})},
		{"API-GET-05", "fields_written is a text", each("get", "filled_forms", put("fields_written", "12"))},
		{"API-GET-05", "fields_written is a fraction", each("get", "filled_forms", put("fields_written", 0.9))},
		{"API-GET-05", "warnings are objects", each("get", "filled_forms", put("warnings", []any{obj{"text": "x"}}))},
		{"API-GET-05", "updated_at is a number", each("get", "filled_forms", put("updated_at", 1763700000))},
		{"API-GET-06", "pending_count is a text", set("get", "pending_count", "12")},
		{"API-GET-06", "pending_count is a fraction", set("get", "pending_count", 1.5)},
		{"API-GET-07", "next questions are texts", set("get", "next_questions", []any{"How many employees?"})},
		{"API-GET-07", "a next question has no group", each("get", "next_questions", cut("group"))},
		{"API-GET-07", "group is null in a next question", each("get", "next_questions", put("group", nil))},
		{"API-GET-07", "the last next question has no key", reply("get", func(o obj) bool {
			list, _ := o["next_questions"].([]any)
			if len(list) == 0 {
				return false
			}
			delete(list[len(list)-1].(obj), "key")
			return true
		})},
		{"API-GET-07", "next_questions is one object", set("get", "next_questions", obj{"key": "a", "question": "b", "group": "c"})},
		{"API-GET-07", "next_questions is false at the end", reply("get", func(o obj) bool {
			list, _ := o["next_questions"].([]any)
			if len(list) > 0 {
				return false
			}
			o["next_questions"] = false
			return true
		})},
		{"API-GET-08", "created_at is a number", set("get", "created_at", 1763700000)},
		{"API-GET-08", "updated_at is a number once answers came", after("answer", set("get", "updated_at", 1763700000))},
		{"API-GET-09", "an unknown session is answered 403", code("get", 404, 403)},
		{"API-GET-09", "an unknown session is answered 400", code("get", 404, 400)},
		{"API-GET-09", "an unknown session is answered 422", recoded(404, 422, func(c *call) bool { return c.op == "get" })},
		{"API-GET-09", "an unknown session is answered 200 null", layer{response: func(c *call) bool {
			if c.op != "get" || c.status != 404 {
				return false
			}
			c.answer(200, nil)
			return true
		}}},
		{"API-GET-10", "the detail of a foreign session is shown", leaks("get")},
		{"API-GET-10", "a token reads the detail of a foreign session", where(func(c *call) bool { return c.op == "create" || oauth(c) }, leaks("get"))},
		{"API-GET-11", "filled_forms leaves a form out", reply("get", func(o obj) bool {
			list, _ := o["filled_forms"].([]any)
			if len(list) == 0 {
				return false
			}
			o["filled_forms"] = list[1:]
			return true
		})},
		{"API-GET-11", "filled_forms lists one that cannot be had", reply("get", func(o obj) bool {
			list, _ := o["filled_forms"].([]any)
			if len(list) > 0 {
				o["filled_forms"] = append(list, obj{"form_key": "schedule_b", "sparse_suspected": false, "fields_written": 1})
			}
			return len(list) > 0
		})},
		{"API-GET-12", "what an answer set is not stored", change("get", func(o obj) { o["field_values"] = obj{} })},
		{"API-GET-12", "what an answer set is stored as null", reply("get", func(o obj) bool {
			values, _ := o["field_values"].(obj)
			for k := range values {
				values[k] = nil
			}
			return len(values) > 0
		})},
		{"API-GET-12", "a turn forgets what the turns before it set", forgetful()},
	}
}
