package selftest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

// choiceVariants are choices where the text leaves one open.
var choiceVariants = []variant{
	{"extra members", plain(rewritten(func(c *call) bool { return true }, func(v any) any {
		walk(v, func(o obj) {
			if _, values := o["insured"]; !values {
				o["x_extra"] = obj{"a": []any{1, nil}}
			}
		})
		return v
	}))},
	{"pretty JSON", plain(layer{response: func(c *call) bool {
		var out bytes.Buffer
		did := json.Indent(&out, c.out, "", "   ") == nil
		if did {
			c.out = out.Bytes()
		}
		return did
	}})},
	{"counts of one session with a zero fraction", oneCountsWithFraction},
	{"400 for a body that is no JSON", plain(recoded(422, 400, broken))},
	{"400 for an upload without the part", plain(recoded(422, 400, func(c *call) bool { return c.op == "extract" }))},
	{"413 as HTML for what is too large", plain(layer{response: func(c *call) bool {
		did := c.op == "extract" && c.status == 422 && len(c.in) > 20_000_500
		if did {
			c.status, c.out = 413, []byte("<h1>413</h1>")
			c.header.Set("Content-Type", "text/html")
		}
		return did
	}})},
	{"415 for another content type", plain(layer{request: func(c *call) bool {
		did := c.op == "create" && !strings.HasPrefix(c.r.Header.Get("Content-Type"), "application/json")
		if did {
			c.refuse(415)
		}
		return did
	}})},
	{"unknown members refused", plain(layer{request: func(c *call) bool {
		known := map[string][]string{"create": {"insured_name", "state", "lobs", "naics_code"}, "answer": {"message"}}[c.op]
		var o obj
		if known == nil || json.Unmarshal(c.in, &o) != nil {
			return false
		}
		for name := range o {
			if !slices.Contains(known, name) {
				c.refuse(422)
				return true
			}
		}
		return false
	}})},
	{"no state in the create reply", on("create", func(o obj) { delete(o, "state") })},
	{"form_keys empty in the create reply", on("create", func(o obj) { o["form_keys"] = []any{} })},
	{"detail without options", on("get", func(o obj) {
		for _, name := range []string{"state", "pending_count", "next_questions", "created_at", "updated_at"} {
			delete(o, name)
		}
	})},
	{"detail with nulls", on("get", func(o obj) {
		for _, name := range []string{"state", "pending_count", "next_questions", "created_at", "updated_at"} {
			o[name] = nil
		}
	})},
	{"sparse form entries", inEach("get", "filled_forms", func(o obj) {
		delete(o, "warnings")
		delete(o, "updated_at")
		o["fields_written"] = nil
	})},
	{"summaries without options", inEach("list", "sessions", func(o obj) {
		delete(o, "state")
		delete(o, "created_at")
		delete(o, "updated_at")
	})},
	{"list oldest first", on("list", func(o obj) { items, _ := o["sessions"].([]any); slices.Reverse(items) })},
	{"list of five at most", on("list", func(o obj) {
		items, _ := o["sessions"].([]any)
		o["sessions"] = items[:min(len(items), 5)]
	})},
	{"asks of few words", inEach("answer", "asks", func(o obj) { delete(o, "group"); delete(o, "help"); delete(o, "question"); delete(o, "options") })},
	{"options as texts", inEach("answer", "asks", func(o obj) {
		items, _ := o["options"].([]any)
		var all []any
		for _, item := range items {
			if one, ok := item.(obj); ok {
				all = append(all, one["label"])
			}
		}
		if all != nil {
			o["options"] = all
		}
	})},
	{"options by their codes", inEach("answer", "asks", func(o obj) {
		items, _ := o["options"].([]any)
		byCode := obj{}
		for i, item := range items {
			if one, ok := item.(obj); ok {
				byCode[fmt.Sprint("o", i)] = one["label"]
			}
		}
		if len(byCode) > 0 {
			o["options"] = byCode
		}
	})},
	{"bare risk list", plain(rewritten(func(c *call) bool { return c.op == "risk" && c.ok() }, func(v any) any { return v.(obj)["flags"] }))},
	{"risk list under another name", on("risk", func(o obj) { o["items"], o["count"] = o["flags"], 3; delete(o, "flags") })},
	{"clean risk", inmost(on("risk", func(o obj) { o["flags"] = []any{} }))},
	{"400 for risk on an open session", plain(layer{response: riskOnlyWhenFilled()})},
	{"400 for fill on an open session", plain(layer{response: func(c *call) bool {
		return c.op == "fill" && c.ok() && bytes.Contains(c.out, []byte("open")) && func() bool { c.refuse(400); return true }()
	}})},
	{"409 for submit without an account", plain(recoded(400, 409, func(c *call) bool { return c.op == "submit" }))},
	{"402 for submit without an account", plain(recoded(400, 402, func(c *call) bool { return c.op == "submit" }))},
	{"403 for an appointment with an account", func() layer { return accountFirst(403) }},
	{"submission id nested", on("submit", func(o obj) { o["submission"] = obj{"id": o["submission_id"]}; delete(o, "submission_id") })},
	{"documents under document only", plain(partOnly("document"))},
	{"nothing extracted", on("extract", func(o obj) { o["extracted_count"] = 0 })},
	{"extraction in words", on("extract", func(o obj) { o["confidence"], o["notes"] = "high", nil; o["extracted_count"] = "many" })},
	{"codes beside detail", plain(layer{response: func(c *call) bool {
		return org(c) && c.status >= 400 && c.edit(func(o obj) bool { o["code"], o["request_id"] = "E42", "r1"; return true })
	}})},
	{"problem+json", plain(layer{response: func(c *call) bool {
		did := org(c) && c.status >= 400
		if did {
			c.header.Set("Content-Type", "application/problem+json; charset=utf-8")
		}
		return did
	}})},
	{"no WWW-Authenticate", plain(layer{response: func(c *call) bool { c.header.Del("WWW-Authenticate"); return c.status == 401 }})},
	{"HTML for unknown paths and methods", plain(layer{response: func(c *call) bool {
		did := c.op == "" || c.status == 405
		if did {
			c.out = []byte("<h1>nothing here</h1>")
			c.header.Set("Content-Type", "text/html")
		}
		return did
	}})},
	{"registration answers 200 with little", plain(layer{response: func(c *call) bool {
		did := c.op == "register" && c.status == 201
		if did {
			c.status = 200
			c.edit(func(o obj) bool {
				for name := range o {
					if name != "client_id" {
						delete(o, name)
					}
				}
				return true
			})
		}
		return did
	}})},
	{"OAuth errors by error alone", plain(layer{response: func(c *call) bool {
		return strings.HasPrefix(c.r.URL.Path, "/oauth") && c.status >= 400 && c.edit(func(o obj) bool { delete(o, "detail"); delete(o, "error_description"); return true })
	}})},
	{"pending in detail alone, 428", plain(layer{response: func(c *call) bool {
		return c.op == "token" && c.status == 400 && c.edit(func(o obj) bool {
			if o["error"] != "authorization_pending" {
				return false
			}
			o["detail"] = "authorization_pending"
			delete(o, "error")
			delete(o, "error_description")
			c.status = 428
			return true
		})
	}})},
	{"OAuth endpoints elsewhere", func() layer { return elsewhere() }},
	{"401 for OAuth client errors", plain(layer{response: func(c *call) bool {
		did := (c.op == "device" || c.op == "register") && c.status == 400
		if did {
			c.status = 401
		}
		return did
	}})},
	{"no label member for a token", plain(layer{response: func(c *call) bool {
		return c.op == "me" && oauth(c) && c.edit(func(o obj) bool { delete(o, "key_label"); return true })
	}})},
	{"429 now and then", everyNth(9, func(c *call) bool {
		if !org(c) {
			return false
		}
		c.refuse(429)
		c.header.Set("Retry-After", "0")
		return true
	})},
	{"connections that break", everyNth(23, func(*call) bool { panic(http.ErrAbortHandler) })},
	{"connections that close", plain(layer{response: func(c *call) bool { c.header.Set("Connection", "close"); return true }})},
	{"PDF with a parameter", plain(layer{response: func(c *call) bool {
		did := c.op == "pdf" && c.ok()
		if did {
			c.header.Set("Content-Type", "Application/PDF; name=form.pdf")
		}
		return did
	}})},
	{"events with more", plain(body("", func(o obj) {
		o["api_version"] = "7"
		o["data"].(obj)["extra"] = []any{1}
	}))},
	{"events with an offset", plain(body("", func(o obj) { o["created_at"] = strings.Replace(text(o, "created_at"), "Z", "+00:00", 1) }))},
	{"events in pretty JSON", plain(deliver(func(s *shipment) bool {
		var out bytes.Buffer
		_ = json.Indent(&out, s.body, "", "  ")
		s.body = append(out.Bytes(), '\n')
		s.sign(s.secret, s.body)
		return true
	}))},
	{"other headers with events", plain(deliver(func(s *shipment) bool {
		s.header.Set("X-Service-Timestamp", "1")
		s.header.Set("Content-Type", "application/json; charset=utf-8")
		return true
	}))},
	{"status words of its own", plain(rewritten(func(c *call) bool { return org(c) && c.ok() }, func(v any) any {
		walk(v, func(o obj) {
			if o["status"] == "in_progress" {
				o["status"] = "draft"
			}
		})
		return v
	}))},
	{"JSON with a charset", plain(layer{response: func(c *call) bool {
		did := c.header.Get("Content-Type") == "application/json"
		if did {
			c.header.Set("Content-Type", "application/json; charset=utf-8")
		}
		return did
	}})},
	{"chunked answers", plain(layer{response: func(c *call) bool { c.header.Set("Transfer-Encoding", "chunked"); return true }})},
	{"slow answers now and then", everyNth(40, func(*call) bool { pause(1500 * time.Millisecond); return true })},
	{"one appointment request of a workspace", func() layer {
		asked := newMemory()
		return layer{response: func(c *call) bool {
			if c.op != "appointment" {
				return false
			}
			who := bearer(c) + c.r.Header.Get("X-API-Key")
			again := c.status != 401 && asked.snapshot()[who] != nil
			if c.ok() {
				asked.keep(who, func() any { return true })
			}
			if again { // whatever it says
				c.refuse(409)
			}
			return again
		}}
	}},
	{"an empty label for a token", plain(layer{response: func(c *call) bool {
		return c.op == "me" && oauth(c) && c.ok() && c.edit(func(o obj) bool { o["key_label"] = ""; return true })
	}})},
	{"risk list within an object, beside another", on("risk", func(o obj) {
		o["summary"] = obj{"flags": o["flags"], "notes": []any{"x"}}
		delete(o, "flags")
	})},
	{"risk list beside another", on("risk", func(o obj) { o["checked"] = []any{"a", "b"} })},
	{"times in seconds", plain(rewritten(func(c *call) bool { return org(c) && c.ok() }, func(v any) any {
		walk(v, func(o obj) {
			for _, name := range []string{"created_at", "updated_at"} {
				if at, ok := o[name].(string); ok {
					whole, _, _ := strings.Cut(at, ".")
					o[name] = strings.TrimSuffix(whole, "Z") + "Z"
				}
			}
		})
		return v
	}))},
	{"first attempts that are a second late", func() layer { return lateBy(1200*time.Millisecond, func(n int) bool { return n == 1 }) }},
	{"forms that are rendered once fill has answered", func() layer { return renderedLater(400 * time.Millisecond) }},
	{"another plan name", on("me", func(o obj) { o["plan"] = obj{"name": "Pro"} })},
	{"one fault at a time in a 422", plain(layer{response: func(c *call) bool {
		return c.status == 422 && c.edit(func(o obj) bool {
			if list, ok := o["detail"].([]any); ok && len(list) > 1 {
				o["detail"] = list[:1]
				return true
			}
			return false
		})
	}})},
}
