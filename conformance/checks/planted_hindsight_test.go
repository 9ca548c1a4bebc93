package checks_test

// limited says whether a list is asked for with a limit.
func limited(c *call) bool { return c.r.URL.Query().Get("limit") != "" }

// plantedHindsight are faults in the shape of answers that only some callers see: under a token, in a free workspace, with
// a limit, the second time.
func plantedHindsight() []plant {
	return []plant{
		{"API-ME-02", "no plan for a token", where(oauth, drop("me", "plan"))},
		{"API-CREATE-02", "session_id is a number for a token", where(oauth, set("create", "session_id", 7))},
		{"API-CREATE-05", "no status in a free workspace", where(away(), drop("create", "status"))},
		{"API-CREATE-06", "form_keys is null for a token", where(oauth, set("create", "form_keys", nil))},
		{"API-CREATE-07", "fields_filled is a text with the key in X-API-Key", where(inHeader, set("create", "fields_filled", "1"))},
		{"API-LIST-01", "sessions is a text with a limit", where(limited, set("list", "sessions", "none"))},
		{"API-LIST-01", "a limit over the number of sessions is answered 500", where(limited, code("list", 200, 500))},
		{"API-GET-01", "the detail is answered 500 once forms were filled", after("fill", code("get", 200, 500))},
		{"API-LIST-02", "no status in summaries with a limit", where(limited, each("list", "sessions", func(o obj) { delete(o, "status") }))},
		{"API-LIST-03", "fields_total has a fraction for a token", where(oauth, each("list", "sessions", func(o obj) { o["fields_total"] = 1.5 }))},
		{"API-LIST-04", "created_at is a number with a limit", where(limited, each("list", "sessions", func(o obj) { o["created_at"] = 5 }))},
		{"API-GET-01", "status is an array for a token", where(oauth, set("get", "status", []any{"x"}))},
		{"API-GET-02", "no field_values for a token", where(oauth, drop("get", "field_values"))},
		{"API-GET-03", "filled_forms is an object for a token", where(oauth, set("get", "filled_forms", obj{}))},
		{"API-GET-04", "no sparse_suspected for a token", where(oauth, each("get", "filled_forms", func(o obj) { delete(o, "sparse_suspected") }))},
		{"API-GET-05", "updated_at of a form is a list for a token", where(oauth, each("get", "filled_forms", func(o obj) { o["updated_at"] = []any{} }))},
		{"API-GET-06", "pending_count is a text for a token", where(oauth, set("get", "pending_count", "5"))},
		{"API-GET-07", "no group of a question once forms were filled", after("fill", each("get", "next_questions", func(o obj) { delete(o, "group") }))},
		{"API-GET-08", "updated_at is true for a token", where(oauth, set("get", "updated_at", true))},
		{"API-ANSWER-02", "message is null for a token", where(oauth, set("answer", "message", nil))},
		{"API-ANSWER-03", "no asks for a token", where(oauth, drop("answer", "asks"))},
		{"API-ANSWER-05", "done is a text for a token", where(oauth, set("answer", "done", "no"))},
		{"API-ANSWER-08", "pending_count is null once forms were filled", after("fill", set("answer", "pending_count", nil))},
		{"API-FILL-02", "no note for a token", where(oauth, drop("fill", "note"))},
		{"API-FILL-03", "fields_written is null for a token", where(oauth, each("fill", "forms", func(o obj) { o["fields_written"] = nil }))},
		{"OAUTH-TOKEN-07", "no token_type after an approval", grant("device_code", func(o obj) { delete(o, "token_type") })},
	}
}
