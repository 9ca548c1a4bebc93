package checks_test

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
)

// plantedForms are faults of fill, downloads and risk.
func plantedForms() []plant {
	return []plant{
		{"API-FILL-01", "fill wants a JSON body", strict("fill", 422, func(c *call, _ obj) bool { return len(c.in) == 0 })},
		{"API-FILL-01", "fill wants a media type", strict("fill", 415, func(c *call, _ obj) bool { return c.r.Header.Get("Content-Type") == "" })},
		{"API-FILL-01", "fill is answered 202", code("fill", 200, 202)},
		{"API-FILL-01", "fill is answered with a list", raw("fill", "application/json", `[]`)},
		{"API-FILL-02", "note is null", set("fill", "note", nil)},
		{"API-FILL-02", "note is a list", set("fill", "note", []any{"x"})},
		{"API-FILL-02", "forms is an object by key", set("fill", "forms", obj{"application": obj{}})},
		{"API-FILL-03", "fields_written is null", each("fill", "forms", put("fields_written", nil))},
		{"API-FILL-03", "warnings is null when there are none", each("fill", "forms", put("warnings", nil))},
		{"API-FILL-03", "warnings is a text", each("fill", "forms", put("warnings", ""))},
		{"API-FILL-03", "warnings is missing", each("fill", "forms", cut("warnings"))},
		{"API-FILL-03", "the second form has no sparse_suspected", inItem("fill", "forms", 1, cut("sparse_suspected"))},
		{"API-FILL-04", "the bytes are in the JSON as base64", each("fill", "forms", put("pdf", base64.StdEncoding.EncodeToString([]byte("%PDF-1.7\n"+strings.Repeat("x", 200)))))},
		{"API-FILL-04", "the bytes are in a data URL", each("fill", "forms", put("url", "data:application/pdf;base64,"+base64.StdEncoding.EncodeToString([]byte("%PDF-1.7\n"+strings.Repeat("x", 200)))))},
		{"API-FILL-04", "the bytes are a list of numbers", each("fill", "forms", put("content", []any{37, 80, 68, 70, 45, 49, 46, 55}))},
		{"API-FILL-05", "a second form cannot be fetched", secondForm(404)},
		{"API-FILL-05", "a form can be fetched once", onceOnly()},
		{"API-FILL-06", "a form of fill is not in form_keys", inItem("fill", "forms", 0, put("form_key", "acord_125"))},
		{"API-FILL-06", "filled_forms stays empty", after("fill", set("get", "filled_forms", []any{}))},
		{"API-FILL-07", "a later fill gives what the first gave", layer{response: frozen()}},
		{"API-FILL-08", "a stranger fills a foreign session", leaks("fill")},
		{"API-FILL-08", "an unknown session is answered 400", recoded(404, 400, func(c *call) bool { return c.op == "fill" })},
		{"API-FILL-08", "a stranger's fill is refused and done", actsAnyway("fill")},

		{"API-PDF-01", "a form is application/octet-stream", labelled("pdf", "application/octet-stream")},
		{"API-PDF-01", "a form is an HTML page", raw("pdf", "text/html", "<html></html>")},
		{"API-PDF-01", "a form is base64", layer{response: func(c *call) bool {
			did := c.op == "pdf" && c.ok()
			if did {
				c.out = []byte(base64.StdEncoding.EncodeToString(c.out))
			}
			return did
		}}},
		{"API-PDF-01", "a form is empty", raw("pdf", "application/pdf", "")},
		{"API-PDF-01", "the second form is no PDF", secondForm(200)},
		{"API-PDF-01", "a form is JSON with a link", raw("pdf", "application/json", `{"url":"https://files.example/x.pdf"}`)},
		{"API-PDF-01", "a form is a redirect", layer{response: func(c *call) bool {
			if c.op != "pdf" || !c.ok() {
				return false
			}
			c.status, c.header, c.out = 302, http.Header{"Location": {"/files/x.pdf"}}, nil
			return true
		}}},
		{"API-PDF-02", "a form before fill is an empty PDF", layer{response: func(c *call) bool {
			if c.op != "pdf" || c.status != 404 {
				return false
			}
			c.status, c.header, c.out = 200, http.Header{"Content-Type": {"application/pdf"}}, []byte("%PDF-1.7\n")
			return true
		}}},
		{"API-PDF-02", "a form before fill is answered 409", recoded(404, 409, func(c *call) bool { return c.op == "pdf" })},
		{"API-PDF-02", "a form before fill is answered 400", recoded(404, 400, func(c *call) bool { return c.op == "pdf" })},
		{"API-PDF-02", "a form before fill is a page", layer{response: func(c *call) bool {
			did := c.op == "pdf" && c.status == 404
			if did {
				c.header, c.out = http.Header{"Content-Type": {"text/html"}}, []byte("<h1>Not found</h1>")
			}
			return did
		}}},
		{"API-PDF-03", "an unknown form is the first form", unknownForm()},
		{"API-PDF-03", "an unknown form is an error of the server", layer{response: func(c *call) bool {
			did := c.op == "pdf" && c.status == 404 && strings.Contains(c.r.URL.Path, "no-such")
			if did {
				c.refuse(500)
			}
			return did
		}}},
		{"API-PDF-04", "a stranger downloads a foreign form", leaks("pdf")},
		{"API-PDF-04", "a token downloads a foreign form", where(func(c *call) bool { return c.op == "create" || oauth(c) }, leaks("pdf"))},

		{"API-RISK-01", "risk is answered 201", code("risk", 200, 201)},
		{"API-RISK-01", "risk is an object by title", change("risk", func(o obj) {
			for k := range o {
				o[k] = obj{"Flag": obj{"severity": "low"}}
			}
		})},
		{"API-RISK-01", "risk is a text", raw("risk", "application/json", `"clean"`)},
		{"API-RISK-01", "risk on an open intake is an error of the server", where(func(c *call) bool { return c.op == "risk" }, beforeFill(500))},
		{"API-RISK-02", "a flag has no category", each("risk", "flags", cut("category"))},
		{"API-RISK-02", "a flag has no detail", each("risk", "flags", cut("detail"))},
		{"API-RISK-02", "severity is named level", each("risk", "flags", func(o obj) { o["level"] = o["severity"]; delete(o, "severity") })},
		{"API-RISK-02", "flags are texts", reply("risk", func(o obj) bool {
			list, _ := o["flags"].([]any)
			if len(list) == 0 {
				return false
			}
			o["flags"] = []any{"Prior losses"}
			return true
		})},
		{"API-RISK-03", "a clean risk is null", cleanRisk(func(c *call) { c.answer(200, obj{"flags": nil}) })},
		{"API-RISK-03", "a clean risk is answered 404", cleanRisk(func(c *call) { c.refuse(404) })},
		{"API-RISK-03", "a clean risk is answered 204", cleanRisk(func(c *call) { c.status, c.out = 204, nil })},
		{"API-RISK-04", "a stranger reads a foreign risk", leaks("risk")},
		{"API-RISK-04", "an unknown session has a clean risk", layer{response: func(c *call) bool {
			if c.op != "risk" || c.status != 404 {
				return false
			}
			c.answer(200, obj{"flags": []any{}})
			return true
		}}},
	}
}

// secondForm breaks downloads of all forms of a session but the first that was asked for.
func secondForm(status int) layer {
	first := newMemory()
	return layer{response: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		if c.op != "pdf" || !c.ok() {
			return false
		}
		if key, _ := first.keep(parts[2], func() any { return parts[4] }); key == parts[4] {
			return false
		}
		if status == 404 {
			c.refuse(404)
		} else {
			c.out = []byte("<html>busy</html>")
		}
		return true
	}}
}

// onceOnly serves each form once.
func onceOnly() layer {
	seen := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "pdf" || !c.ok() {
			return false
		}
		_, known := seen.keep(c.r.URL.Path, func() any { return true })
		if known {
			c.refuse(404)
		}
		return known
	}}
}

func unknownForm() layer {
	return layer{response: func(c *call) bool {
		if c.op != "pdf" || c.status != 404 || !strings.Contains(c.r.URL.Path, "no-such") {
			return false
		}
		c.status, c.header, c.out = 200, http.Header{"Content-Type": {"application/pdf"}}, []byte("%PDF-1.7\n%%EOF")
		return true
	}}
}

// beforeFill refuses an operation on sessions that were not filled.
func beforeFill(status int) layer {
	filled := newMemory()
	return layer{response: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		if len(parts) < 3 {
			return false
		}
		if c.op == "fill" && c.ok() {
			filled.keep(parts[2], func() any { return true })
		}
		if _, known := filled.snapshot()[parts[2]]; known || c.op != "risk" || !c.ok() {
			return false
		}
		c.refuse(status)
		return true
	}}
}

func cleanRisk(do func(c *call)) layer {
	return layer{response: func(c *call) bool {
		var o obj
		if c.op != "risk" || !c.ok() || json.Unmarshal(c.out, &o) != nil {
			return false
		}
		if list, _ := o["flags"].([]any); len(list) > 0 {
			return false
		}
		do(c)
		return true
	}}
}
