package checks_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"
)

func lastTurn(o obj) bool { done, _ := o["done"].(bool); return done || o["pending_count"] == 0.0 }

// atTheEnd changes the reply of the turn that ends an intake.
func atTheEnd(do func(o obj)) layer {
	return reply("answer", func(o obj) bool {
		if !lastTurn(o) {
			return false
		}
		do(o)
		return true
	})
}

func message(o obj) string { return text(o, "message") }

func saying(words string) func(*call, obj) bool {
	return func(_ *call, o obj) bool { return strings.Contains(strings.ToLower(message(o)), words) }
}

func fileOver(n int) func(*call) bool {
	return func(c *call) bool { return c.op == "extract" && len(c.in) > n }
}

// plantedIntake are faults of answers and uploads.
func plantedIntake() []plant {
	return []plant{
		{"API-ANSWER-01", "a turn is answered 201", code("answer", 200, 201)},
		{"API-ANSWER-01", "a turn is answered 202 with nothing", layer{response: func(c *call) bool {
			if c.op != "answer" || !c.ok() {
				return false
			}
			c.answer(202, obj{"status": "queued"})
			return true
		}}},
		{"API-ANSWER-01", "a second turn is answered 201", where(later_("answer"), code("answer", 200, 201))},
		{"API-ANSWER-02", "message is null", set("answer", "message", nil)},
		{"API-ANSWER-02", "message is an object", set("answer", "message", obj{"text": "x"})},
		{"API-ANSWER-02", "message is missing at the end", atTheEnd(cut("message"))},
		{"API-ANSWER-03", "asks is null at the end", atTheEnd(put("asks", nil))},
		{"API-ANSWER-03", "asks are texts", set("answer", "asks", []any{"How many employees?"})},
		{"API-ANSWER-03", "asks is an object by key", set("answer", "asks", obj{"employees": obj{}})},
		{"API-ANSWER-03", "asks is missing when there are none", atTheEnd(cut("asks"))},
		{"API-ANSWER-04", "an ask has no label", each("answer", "asks", cut("label"))},
		{"API-ANSWER-04", "the kind of an ask is named type", each("answer", "asks", func(o obj) { o["type"] = o["kind"]; delete(o, "kind") })},
		{"API-ANSWER-04", "the second ask has no key", inItem("answer", "asks", 1, cut("key"))},
		{"API-ANSWER-05", "done is a number", change("answer", func(o obj) { o["done"] = map[bool]int{true: 1}[o["done"] == true] })},
		{"API-ANSWER-05", "done is null until it is true", reply("answer", func(o obj) bool {
			if o["done"] == true {
				return false
			}
			o["done"] = nil
			return true
		})},
		{"API-ANSWER-05", "done is missing until it is true", reply("answer", func(o obj) bool {
			if o["done"] == true {
				return false
			}
			delete(o, "done")
			return true
		})},
		{"API-ANSWER-06", "set_fields is null when nothing was set", reply("answer", func(o obj) bool {
			v, _ := o["set_fields"].(obj)
			if len(v) > 0 {
				return false
			}
			o["set_fields"] = nil
			return true
		})},
		{"API-ANSWER-06", "set_fields is a list of keys", reply("answer", func(o obj) bool { o["set_fields"] = []any{}; return true })},
		{"API-ANSWER-07", "answered_count is a text", set("answer", "answered_count", "3")},
		{"API-ANSWER-07", "answered_count is missing", drop("answer", "answered_count")},
		{"API-ANSWER-08", "pending_count is null at the end", atTheEnd(put("pending_count", nil))},
		{"API-ANSWER-08", "pending_count is missing at the end", atTheEnd(cut("pending_count"))},
		{"API-ANSWER-08", "pending_count is a fraction", change("answer", func(o obj) { n, _ := o["pending_count"].(float64); o["pending_count"] = n + 0.5 })},
		{"API-ANSWER-09", "total_askable is null", set("answer", "total_askable", nil)},
		{"API-ANSWER-09", "total_askable is a text at the end", atTheEnd(put("total_askable", "12"))},
		{"API-ANSWER-10", "a turn without message is taken", lenient("answer", func(o obj) bool {
			_, there := o["message"]
			o["message"] = "Hello"
			return !there
		})},
		{"API-ANSWER-10", "a turn without message is answered 400", where(without("message"), code("answer", 422, 400))},
		{"API-ANSWER-11", "an empty message is taken", lenient("answer", func(o obj) bool { was := o["message"] == ""; o["message"] = "Hello"; return was })},
		{"API-ANSWER-12", "a message needs two characters", strict("answer", 422, func(_ *call, o obj) bool { return utf8.RuneCountInString(message(o)) == 1 })},
		{"API-ANSWER-12", "a message of one character is an error of the server", strict("answer", 500, func(_ *call, o obj) bool { return utf8.RuneCountInString(message(o)) == 1 })},
		{"API-ANSWER-13", "a message has at most 9999 characters", strict("answer", 422, longer("message", 9999, utf8.RuneCountInString))},
		{"API-ANSWER-13", "a message has at most 8192 characters", strict("answer", 413, longer("message", 8192, utf8.RuneCountInString))},
		{"API-ANSWER-14", "a message of 10001 characters is taken", lenient("answer", shorten("message", 10001))},
		{"API-ANSWER-14", "a long message is answered 413", layer{response: func(c *call) bool {
			var o obj
			_ = json.Unmarshal(c.in, &o)
			if c.op != "answer" || utf8.RuneCountInString(message(o)) <= 10000 {
				return false
			}
			c.refuse(413)
			return true
		}}},
		{"API-ANSWER-15", "the bound of a message counts bytes", strict("answer", 422, longer("message", 10000, bytesIn))},
		{"API-ANSWER-16", "a number is taken for a message", lenient("answer", func(o obj) bool { _, is := o["message"].(float64); o["message"] = "42"; return is })},
		{"API-ANSWER-16", "null is taken for a message", lenient("answer", func(o obj) bool {
			v, there := o["message"]
			o["message"] = "Hello"
			return there && v == nil
		})},
		{"API-ANSWER-16", "an object is taken for a message", lenient("answer", func(o obj) bool { _, is := o["message"].(obj); o["message"] = "Hello"; return is })},
		{"API-ANSWER-16", "true is taken for a message", lenient("answer", func(o obj) bool { _, is := o["message"].(bool); o["message"] = "Hello"; return is })},
		{"API-ANSWER-17", "a message of several lines is refused", strict("answer", 400, func(_ *call, o obj) bool { return strings.Contains(message(o), "\n") })},
		{"API-ANSWER-18", "a correction is refused", strict("answer", 400, saying("correction"))},
		{"API-ANSWER-18", "a correction is an error of the server", strict("answer", 500, saying("correction"))},
		{"API-ANSWER-19", "a question is refused", strict("answer", 422, saying("why do you"))},
		{"API-ANSWER-20", "a skip is refused", strict("answer", 400, saying("skip"))},
		{"API-ANSWER-20", "a skip is answered without asks", layer{response: func(c *call) bool {
			return c.op == "answer" && strings.Contains(string(c.in), "skip") && c.ok() && c.edit(func(o obj) bool { delete(o, "asks"); return true })
		}}},
		{"API-ANSWER-21", "the intake never ends", change("answer", func(o obj) {
			o["done"] = false
			if o["pending_count"] == 0.0 {
				o["pending_count"] = 1
			}
		})},
		{"API-ANSWER-22", "an unknown session is answered 422", recoded(404, 422, func(c *call) bool { return c.op == "answer" })},
		{"API-ANSWER-22", "a stranger answers a foreign session", leaks("answer")},
		{"API-ANSWER-22", "a stranger's answer is refused and stored", actsAnyway("answer")},

		{"API-EXTRACT-01", "an extraction is answered 201", code("extract", 200, 201)},
		{"API-EXTRACT-01", "an extraction is answered 202", code("extract", 200, 202)},
		{"API-EXTRACT-01", "the result is a list", raw("extract", "application/json", `[{"extracted_count": 3}]`)},
		{"API-EXTRACT-01", "the part must be named pdf", layer{request: func(c *call) bool {
			if c.op != "extract" {
				return false
			}
			c.in = bytes.Replace(c.in, []byte(`name="file"`), []byte(`name="other"`), 1)
			return true
		}}},
		{"API-EXTRACT-02", "confidence is missing", drop("extract", "confidence")},
		{"API-EXTRACT-02", "notes is missing", drop("extract", "notes")},
		{"API-EXTRACT-02", "extracted_count is named count", change("extract", func(o obj) { o["count"] = o["extracted_count"]; delete(o, "extracted_count") })},
		{"API-EXTRACT-03", "any part is taken for the file", layer{request: func(c *call) bool {
			did := c.op == "extract" && bytes.Contains(c.in, []byte(`name="attachment_x"`))
			c.in = bytes.Replace(c.in, []byte(`name="attachment_x"`), []byte(`name="file"`), 1)
			return did
		}}},
		{"API-EXTRACT-03", "an upload without the file is an error of the server", layer{response: func(c *call) bool {
			did := c.op == "extract" && c.status == 422
			if did {
				c.refuse(500)
			}
			return did
		}}},
		{"API-EXTRACT-04", "a PDF has at most 10 MB", layer{request: func(c *call) bool {
			did := fileOver(10 << 20)(c)
			if did {
				c.answer(413, obj{"detail": "The file is too large."})
			}
			return did
		}}},
		{"API-EXTRACT-04", "a PDF has at most 16 MiB", layer{request: func(c *call) bool {
			did := fileOver(16 << 20)(c)
			if did {
				c.refuse(422)
			}
			return did
		}}},
		{"API-EXTRACT-05", "a PDF over the bound is taken", layer{request: func(c *call) bool {
			if !fileOver(20<<20 + 1)(c) {
				return false
			}
			c.answer(200, obj{"extracted_count": 0, "confidence": 0, "notes": []any{}, "fields": obj{}})
			return true
		}}},
		{"API-EXTRACT-05", "a PDF over the bound is an error of the server", layer{request: func(c *call) bool {
			did := fileOver(20<<20 + 1)(c)
			if did {
				c.refuse(500)
			}
			return did
		}}},
		{"API-EXTRACT-06", "what was extracted is told and not stored", unmerged()},
		{"API-EXTRACT-07", "what was extracted is asked again", askedAgain()},
		{"API-EXTRACT-08", "an unknown session is answered 200", found("extract")},
		{"API-EXTRACT-08", "a stranger extracts into a foreign session", leaks("extract")},
		{"API-EXTRACT-08", "a stranger's extraction is refused and stored", actsAnyway("extract")},

		{"API-DOCS-01", "a document is answered 201", code("documents", 200, 201)},
		{"API-DOCS-01", "a document is answered 204", layer{response: func(c *call) bool {
			if c.op != "documents" || !c.ok() {
				return false
			}
			c.status, c.out = 204, nil
			return true
		}}},
		{"API-DOCS-01", "documents do not exist", code("documents", 200, 404)},
		{"API-DOCS-02", "a stranger attaches to a foreign session", leaks("documents")},
		{"API-DOCS-02", "an unknown session is answered 200", found("documents")},
		{"API-DOCS-03", "a document is not sent", layer{verb: submissions(func(files []any) []any { return documents(files, 0) })}},
		{"API-DOCS-03", "only the last document is sent", layer{verb: submissions(func(files []any) []any { return documents(files, 1) })}},
		{"API-DOCS-03", "a document is sent cut", layer{verb: submissions(func(files []any) []any {
			for _, f := range files {
				if f.(obj)["kind"] == "document" {
					f.(obj)["sha256"], f.(obj)["size"] = strings.Repeat("0", 64), 100
				}
			}
			return files
		})}},
	}
}

// documents keeps the first n documents of a submission, and all forms.
func documents(files []any, n int) []any {
	kept := []any{}
	for _, f := range files {
		if f.(obj)["kind"] == "document" {
			if n == 0 {
				continue
			}
			n--
		}
		kept = append(kept, f)
	}
	return kept
}

// unmerged hides what an extraction stored, where no answer was given.
func unmerged() layer {
	return after("extract", reply("get", func(o obj) bool {
		values, _ := o["field_values"].(obj)
		did := len(values) > 0
		o["field_values"] = obj{}
		return did
	}))
}

// askedAgain puts a question about an extracted value among the next.
func askedAgain() layer {
	return after("extract", reply("get", func(o obj) bool {
		values, _ := o["field_values"].(obj)
		list, _ := o["next_questions"].([]any)
		for key := range values {
			list = append(list, obj{"key": key, "question": "What is it?", "group": "general"})
		}
		o["next_questions"] = list
		return len(values) > 0
	}))
}
