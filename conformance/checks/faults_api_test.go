package checks_test

import (
	"encoding/json"
	"strings"
	"unicode/utf8"
)

func tokenMe(member string, v any) layer {
	return layer{response: func(c *call) bool {
		return c.op == "me" && c.ok() && oauth(c) && c.edit(func(o obj) bool { o[member] = v; return true })
	}}
}

func text(o obj, name string) string { s, _ := o[name].(string); return s }

// isNot says whether a member is there with a type other than a string or null, and puts a harmless value in its place.
func isNot(member string, put any) func(o obj) bool {
	return func(o obj) bool {
		v, there := o[member]
		if _, ok := v.(string); ok || !there || v == nil && member != "insured_name" && member != "message" {
			return false
		}
		o[member] = put
		return true
	}
}

// anyID answers 200 in place of a 404 with the reply of a session that exists.
func found(op string) layer {
	return layer{response: func(c *call) bool {
		if c.op != op || c.status != 404 {
			return false
		}
		c.answer(200, obj{})
		return true
	}}
}

func longer(member string, most int, counted func(string) int) func(c *call, o obj) bool {
	return func(_ *call, o obj) bool { return counted(text(o, member)) > most }
}

func bytesIn(s string) int { return len(s) }

func shorten(member string, from int) func(o obj) bool {
	return func(o obj) bool {
		if utf8.RuneCountInString(text(o, member)) != from {
			return false
		}
		o[member] = "shortened"
		return true
	}
}

// apiFaults break the requirements of sessions, answers and forms, each by the id it stands under.
var apiFaults = []fault{
	{"API-ME-01", code("me", 200, 201)},
	{"API-ME-02", drop("me", "org_name")}, {"API-ME-02", drop("me", "plan")}, {"API-ME-02", drop("me", "key_label")},
	{"API-ME-03", set("me", "auth_kind", "oauth")}, {"API-ME-03", set("me", "key_label", "another label")}, {"API-ME-03", set("me", "key_label", nil)},
	{"API-ME-04", tokenMe("auth_kind", "api_key")}, {"API-ME-04", tokenMe("key_label", "a label")},
	{"API-ME-05", set("me", "auth_kind", "session")},
	{"API-ME-06", tokenMe("org_id", "org_another")},
	{"API-CREATE-01", code("create", 200, 201)},
	{"API-CREATE-02", set("create", "session_id", 12)}, {"API-CREATE-02", drop("create", "session_id")},
	{"API-CREATE-03", drop("create", "insured_name")},
	{"API-CREATE-04", set("create", "state", 5)},
	{"API-CREATE-05", set("create", "status", nil)}, {"API-CREATE-05", set("create", "status", 1)},
	{"API-CREATE-06", drop("create", "form_keys")}, {"API-CREATE-06", set("create", "form_keys", []any{1})}, {"API-CREATE-06", set("create", "form_keys", nil)},
	{"API-CREATE-07", set("create", "fields_filled", "0")}, {"API-CREATE-07", set("create", "fields_filled", 0.5)},
	{"API-CREATE-08", set("create", "fields_total", nil)}, {"API-CREATE-08", drop("create", "fields_total")},
	{"API-CREATE-09", change("create", func(o obj) { o["insured_name"] = strings.ToUpper(text(o, "insured_name")) })},
	{"API-CREATE-10", set("create", "session_id", "ses_same")},
	{"API-CREATE-11", lenient("create", func(o obj) bool {
		if _, there := o["insured_name"]; there {
			return false
		}
		o["insured_name"] = "Unnamed"
		return true
	})},
	{"API-CREATE-11", code("create", 422, 400)},
	{"API-CREATE-12", lenient("create", func(o obj) bool {
		if o["insured_name"] != "" {
			return false
		}
		o["insured_name"] = "Unnamed"
		return true
	})},
	{"API-CREATE-13", strict("create", 422, func(_ *call, o obj) bool { return len(text(o, "insured_name")) == 1 })},
	{"API-CREATE-14", strict("create", 422, longer("insured_name", 255, bytesIn))},
	{"API-CREATE-15", lenient("create", shorten("insured_name", 257))},
	{"API-CREATE-16", strict("create", 422, longer("insured_name", 256, bytesIn))},
	{"API-CREATE-17", lenient("create", isNot("insured_name", "42"))},
	{"API-CREATE-18", strict("create", 422, func(_ *call, o obj) bool { v, there := o["state"]; return there && v == nil })},
	{"API-CREATE-18", strict("create", 422, func(_ *call, o obj) bool { return text(o, "state") != "" })},
	{"API-CREATE-19", lenient("create", isNot("state", "CA"))},
	{"API-CREATE-20", strict("create", 422, func(_ *call, o obj) bool { v, ok := o["lobs"].([]any); return ok && len(v) == 0 })},
	{"API-CREATE-20", strict("create", 422, func(_ *call, o obj) bool { _, there := o["lobs"]; return !there })},
	{"API-CREATE-21", strict("create", 422, func(_ *call, o obj) bool { v, _ := o["lobs"].([]any); return len(v) > 19 })},
	{"API-CREATE-22", lenient("create", func(o obj) bool {
		v, _ := o["lobs"].([]any)
		if len(v) != 21 {
			return false
		}
		o["lobs"] = v[:20]
		return true
	})},
	{"API-CREATE-23", lenient("create", func(o obj) bool {
		if s, ok := o["lobs"].(string); ok {
			o["lobs"] = []any{s}
			return true
		}
		return false
	})},
	{"API-CREATE-24", strict("create", 422, func(_ *call, o obj) bool { v, there := o["naics_code"]; return there && v == nil })},
	{"API-CREATE-25", lenient("create", isNot("naics_code", "722511"))},
	{"API-CREATE-26", layer{request: func(c *call) bool { return chosenByBody(c) }}},
	{"API-CREATE-27", code("get", 200, 404)},
	{"API-LIST-01", change("list", func(o obj) { o["items"] = o["sessions"]; delete(o, "sessions") })}, {"API-LIST-01", code("list", 200, 206)},
	{"API-LIST-02", each("list", "sessions", func(o obj) { delete(o, "status") })},
	{"API-LIST-03", each("list", "sessions", func(o obj) { o["fields_total"] = "9" })}, {"API-LIST-03", each("list", "sessions", func(o obj) { delete(o, "form_keys") })},
	{"API-LIST-04", each("list", "sessions", func(o obj) { o["created_at"] = 1700000000 })},
	{"API-LIST-05", strict("list", 422, func(c *call, _ obj) bool { return !c.r.URL.Query().Has("limit") })},
	{"API-LIST-06", layer{request: func(c *call) bool {
		if limit := c.r.URL.Query().Get("limit"); c.op == "list" && (limit == "abc" || limit == "1.5") {
			c.r.URL.RawQuery = ""
			return true
		}
		return false
	}}},
	{"API-LIST-07", layer{request: func(c *call) bool {
		did := c.op == "list" && c.r.URL.RawQuery != ""
		if did {
			c.r.URL.RawQuery = ""
		}
		return did
	}}},
	{"API-LIST-08", layer{response: leakedList()}},
	{"API-LIST-09", reply("list", func(o obj) bool {
		v, _ := o["sessions"].([]any)
		if len(v) == 0 {
			return false
		}
		o["sessions"] = v[1:]
		return true
	})},
	{"API-LIST-10", each("list", "sessions", func(o obj) { o["fields_total"] = 4711 })},
	{"API-GET-01", drop("get", "status")}, {"API-GET-01", code("get", 200, 203)},
	{"API-GET-02", set("get", "field_values", []any{})}, {"API-GET-02", drop("get", "field_values")},
	{"API-GET-03", drop("get", "filled_forms")}, {"API-GET-03", set("get", "filled_forms", nil)},
	{"API-GET-04", each("get", "filled_forms", func(o obj) { o["sparse_suspected"] = "no" })}, {"API-GET-04", each("get", "filled_forms", func(o obj) { delete(o, "form_key") })},
	{"API-GET-05", each("get", "filled_forms", func(o obj) { o["fields_written"] = 1.5 })}, {"API-GET-05", each("get", "filled_forms", func(o obj) { o["warnings"] = []any{1} })},
	{"API-GET-06", set("get", "pending_count", "3")},
	{"API-GET-07", each("get", "next_questions", func(o obj) { delete(o, "group") })}, {"API-GET-07", set("get", "next_questions", obj{})},
	{"API-GET-08", set("get", "created_at", 1700000000)},
	{"API-GET-09", found("get")}, {"API-GET-09", code("get", 404, 400)},
	{"API-GET-10", code("get", 404, 403)},
	{"API-GET-11", reply("get", func(o obj) bool {
		v, _ := o["filled_forms"].([]any)
		if len(v) == 0 {
			return false
		}
		o["filled_forms"] = v[1:]
		return true
	})},
	{"API-GET-12", set("get", "field_values", obj{})},
	{"API-ANSWER-01", code("answer", 200, 202)},
	{"API-ANSWER-02", drop("answer", "message")},
	{"API-ANSWER-03", set("answer", "asks", []any{"name"})}, {"API-ANSWER-03", set("answer", "asks", nil)},
	{"API-ANSWER-04", each("answer", "asks", func(o obj) { delete(o, "kind") })}, {"API-ANSWER-04", each("answer", "asks", func(o obj) { delete(o, "label") })},
	{"API-ANSWER-05", set("answer", "done", 0)}, {"API-ANSWER-05", set("answer", "done", "false")},
	{"API-ANSWER-06", set("answer", "set_fields", []any{})},
	{"API-ANSWER-07", set("answer", "answered_count", "1")}, {"API-ANSWER-08", reply("answer", func(o obj) bool {
		if o["done"] == true {
			return false
		}
		o["pending_count"] = nil
		return true
	})},
	{"API-ANSWER-09", drop("answer", "total_askable")},
	{"API-ANSWER-10", lenient("answer", func(o obj) bool {
		if _, there := o["message"]; there {
			return false
		}
		o["message"] = "x"
		return true
	})},
	{"API-ANSWER-11", lenient("answer", func(o obj) bool {
		if o["message"] != "" {
			return false
		}
		o["message"] = "x"
		return true
	})},
	{"API-ANSWER-12", strict("answer", 422, func(_ *call, o obj) bool { return len(text(o, "message")) == 1 })},
	{"API-ANSWER-13", strict("answer", 422, longer("message", 9999, bytesIn))},
	{"API-ANSWER-14", lenient("answer", shorten("message", 10001))},
	{"API-ANSWER-15", strict("answer", 422, longer("message", 10000, bytesIn))},
	{"API-ANSWER-16", lenient("answer", isNot("message", "42"))},
	{"API-ANSWER-17", strict("answer", 400, func(_ *call, o obj) bool {
		return strings.Contains(text(o, "message"), "\n") || strings.Contains(text(o, "message"), ":")
	})},
	{"API-ANSWER-18", strict("answer", 400, func(_ *call, o obj) bool { return strings.HasPrefix(text(o, "message"), "Correction") })},
	{"API-ANSWER-19", strict("answer", 400, func(_ *call, o obj) bool { return strings.HasSuffix(text(o, "message"), "?") })},
	{"API-ANSWER-20", strict("answer", 400, func(_ *call, o obj) bool { return strings.Contains(text(o, "message"), "skip") })},
	{"API-ANSWER-21", change("answer", func(o obj) { o["done"], o["pending_count"], o["asks"] = false, 7, []any{} })},
	{"API-ANSWER-22", found("answer")}, {"API-ANSWER-22", code("answer", 404, 403)},
	{"API-EXTRACT-01", code("extract", 200, 202)},
	{"API-EXTRACT-02", drop("extract", "confidence")}, {"API-EXTRACT-02", drop("extract", "notes")}, {"API-EXTRACT-02", drop("extract", "extracted_count")},
	{"API-EXTRACT-03", layer{response: func(c *call) bool {
		did := c.op == "extract" && c.status == 422
		if did {
			c.answer(200, obj{"extracted_count": 0, "confidence": 0, "notes": []any{}})
		}
		return did
	}}},
	{"API-EXTRACT-04", strict("extract", 413, func(c *call, _ obj) bool { return len(c.in) > 10_000_000 })},
	{"API-EXTRACT-05", layer{request: func(c *call) bool {
		did := c.op == "extract" && len(c.in) > 20<<20
		if did {
			c.answer(200, obj{"extracted_count": 0, "confidence": 0, "notes": []any{}})
		}
		return did
	}}},
	{"API-EXTRACT-05", strict("extract", 500, func(c *call, _ obj) bool { return len(c.in) > 20<<20 })},
	{"API-EXTRACT-06", set("get", "field_values", obj{})},
	{"API-EXTRACT-07", change("answer", func(o obj) {
		asks, _ := o["asks"].([]any)
		o["asks"] = append(asks, obj{"key": "fein", "label": "FEIN", "kind": "fein"}, obj{"key": "total_employees", "label": "Employees", "kind": "count"})
	})},
	{"API-EXTRACT-08", found("extract")}, {"API-EXTRACT-08", code("extract", 404, 403)},
	{"API-DOCS-01", code("documents", 200, 201)},
	{"API-DOCS-02", found("documents")},
	{"API-DOCS-03", layer{verb: submissions(func(files []any) []any {
		var kept []any
		for _, f := range files {
			if f.(obj)["kind"] != "document" {
				kept = append(kept, f)
			}
		}
		return kept
	})}},
	{"API-FILL-01", code("fill", 200, 202)},
	{"API-FILL-02", drop("fill", "note")}, {"API-FILL-02", set("fill", "forms", obj{})},
	{"API-FILL-03", each("fill", "forms", func(o obj) { o["fields_written"] = nil })}, {"API-FILL-03", each("fill", "forms", func(o obj) { delete(o, "warnings") })},
	{"API-FILL-04", each("fill", "forms", func(o obj) {
		o["pdf"] = "JVBERi0xLjcKJeLjz9MKMSAwIG9iago8PC9UeXBlL0NhdGFsb2c+PgplbmRvYmoKMiAwIG9iago8PD4+"
	})},
	{"API-FILL-05", change("fill", func(o obj) {
		forms, _ := o["forms"].([]any)
		o["forms"] = append(forms, obj{"form_key": "ghost", "fields_written": 1, "sparse_suspected": false, "warnings": []any{}})
	})},
	{"API-FILL-06", set("get", "form_keys", []any{})},
	{"API-FILL-07", layer{response: frozen()}},
	{"API-FILL-08", found("fill")}, {"API-FILL-08", code("fill", 404, 403)},
	{"API-PDF-01", layer{response: func(c *call) bool {
		did := c.op == "pdf" && c.ok()
		if did {
			c.header.Set("Content-Type", "application/octet-stream")
		}
		return did
	}}},
	{"API-PDF-01", layer{response: func(c *call) bool {
		did := c.op == "pdf" && c.ok()
		if did {
			c.out = []byte("<html>a form</html>")
		}
		return did
	}}},
	{"API-PDF-02", layer{response: func(c *call) bool {
		did := c.op == "pdf" && c.status == 404
		if did {
			c.status, c.out = 200, []byte("%PDF-1.7")
		}
		return did
	}}},
	{"API-PDF-02", code("pdf", 404, 400)},
	{"API-PDF-03", code("pdf", 404, 400)}, {"API-PDF-04", code("pdf", 404, 403)},
	{"API-RISK-01", code("risk", 200, 202)}, {"API-RISK-01", set("risk", "flags", obj{})},
	{"API-RISK-02", each("risk", "flags", func(o obj) { delete(o, "category") })}, {"API-RISK-02", each("risk", "flags", func(o obj) { delete(o, "detail") })},
	{"API-RISK-03", layer{response: func(c *call) bool {
		return c.op == "risk" && c.ok() && c.edit(func(o obj) bool { delete(o, "flags"); o["message"] = "clean"; return true })
	}}},
	{"API-RISK-04", found("risk")},
	{"API-SUBMIT-01", code("submit", 200, 202)}, {"API-SUBMIT-01", set("submit", "submission_id", true)},
	{"API-SUBMIT-02", layer{verb: submissions(func([]any) []any { return []any{} })}},
	{"API-SUBMIT-03", layer{verb: func(verb string, _, out obj) bool {
		subs, _ := out["submissions"].([]any)
		for _, s := range subs {
			s.(obj)["finalised"] = false
		}
		return verb == "list-submissions"
	}}},
	{"API-SUBMIT-04", layer{response: func(c *call) bool {
		did := c.op == "submit" && c.status/100 == 4
		if did {
			c.answer(200, obj{"submission_id": "made up"})
		}
		return did
	}}},
	{"API-SUBMIT-05", code("submit", 404, 403)},
	{"API-APPT-01", drop("appointment", "status")}, {"API-APPT-01", code("appointment", 200, 202)},
	{"API-APPT-02", strict("appointment", 422, func(_ *call, o obj) bool { _, there := o["address_line2"]; return there })},
	{"API-APPT-02", strict("appointment", 422, func(_ *call, o obj) bool { _, there := o["npn"]; return !there })},
	{"API-APPT-03", layer{verb: appointmentsOf(func(o obj) { o["npn"] = "" })}},
	{"API-APPT-04", layer{verb: appointmentsOf(func(o obj) { o["agency_name"] = "Profile Agency" })}},
	{"API-APPT-05", lenient("appointment", func(o obj) bool {
		_, there := o["email"]
		o["email"] = "made@up.example"
		return !there
	})},
	{"API-APPT-06", lenient("appointment", isNot("phone", "42"))},
}

// submissions changes the files that the platform is said to have received.
func submissions(change func(files []any) []any) func(string, obj, obj) bool {
	return func(verb string, _, out obj) bool {
		subs, _ := out["submissions"].([]any)
		for _, s := range subs {
			files, _ := s.(obj)["files"].([]any)
			s.(obj)["files"] = change(files)
		}
		return verb == "list-submissions"
	}
}

func appointmentsOf(change func(o obj)) func(string, obj, obj) bool {
	return func(verb string, _, out obj) bool {
		all, _ := out["appointments"].([]any)
		for _, a := range all {
			change(a.(obj))
		}
		return verb == "list-submissions"
	}
}

// frozen answers every fill and every detail of a session as the first.
func frozen() func(c *call) bool {
	first := newMemory()
	return func(c *call) bool {
		if c.op != "fill" && c.op != "get" || !c.ok() {
			return false
		}
		return c.edit(func(o obj) bool {
			old, known := first.keep(c.r.URL.Path, func() any { return o["forms"] })
			if forms, _ := o["filled_forms"].([]any); c.op == "get" {
				if len(forms) == 0 {
					return false
				}
				old, known = first.keep(c.r.URL.Path+" forms", func() any { return o["filled_forms"] })
				o["filled_forms"] = old
				return known
			}
			o["forms"] = old
			return known
		})
	}
}

// leakedList puts a session of whoever listed last into every list.
func leakedList() func(c *call) bool {
	all := newMemory()
	return func(c *call) bool {
		var o obj
		if json.Unmarshal(c.out, &o) != nil || !c.ok() {
			return false
		}
		if c.op == "create" {
			all.add(obj{"session_id": o["session_id"], "insured_name": "x", "status": "x", "form_keys": []any{}, "fields_filled": 0, "fields_total": 0})
			return false
		}
		return c.op == "list" && c.edit(func(o obj) bool { o["sessions"] = all.list(); return true })
	}
}
