package checks_test

import (
	"net/http"
	"strings"
	"time"
)

// inError changes the JSON of errors of one status, at some operations.
func inError(status int, ops string, body string) layer {
	return layer{response: func(c *call) bool {
		if c.status != status || !among(ops, c.op) || !org(c) {
			return false
		}
		c.out = []byte(body)
		return true
	}}
}

// inFault changes each fault of a 422.
func inFault(do func(f obj)) layer {
	return layer{response: func(c *call) bool {
		return c.status == 422 && org(c) && c.edit(func(o obj) bool {
			list, _ := o["detail"].([]any)
			for _, f := range list {
				do(f.(obj))
			}
			return len(list) > 0
		})
	}}
}

// badBody answers bodies that are not a JSON object in another way.
func badBody(match func(in string) bool, status int) layer {
	return layer{request: func(c *call) bool {
		if c.op != "create" && c.op != "answer" || !match(strings.TrimSpace(string(c.in))) {
			return false
		}
		if status == 200 {
			c.answer(200, obj{"session_id": "ses_x", "message": "x"})
		} else {
			c.refuse(status)
		}
		return true
	}}
}

// crash answers some input with an error of the server.
func crash(when func(c *call) bool) layer {
	return layer{request: func(c *call) bool {
		did := when(c)
		if did {
			c.answer(500, obj{"detail": "Internal error"})
		}
		return did
	}}
}

// plantedErrors are faults of error bodies.
func plantedErrors() []plant {
	all := []plant{
		{"ERR-01", "a 404 is a page", inError(404, "*", "<h1>404</h1>")},
		{"ERR-01", "a 404 of a turn has no detail", inError(404, "answer", `{"message":"not found"}`)},
		{"ERR-01", "a 422 is a list", inError(422, "*", `[{"loc":["body"],"msg":"x","type":"y"}]`)},
		{"ERR-01", "a 422 has errors in place of detail", inError(422, "*", `{"errors":[]}`)},
		{"ERR-01", "a 400 has message in place of detail", inError(400, "*", `{"message":"no"}`)},
		{"ERR-01", "a 402 has error in place of detail", inError(402, "*", `{"error":"cap"}`)},
		{"ERR-02", "detail of a 404 is null", inError(404, "*", `{"detail":null}`)},
		{"ERR-02", "detail of a 404 is empty", inError(404, "*", `{"detail":""}`)},
		{"ERR-02", "detail of a 404 of a form is an object", inError(404, "pdf", `{"detail":{"form":"x"}}`)},
		{"ERR-02", "detail of a 400 is a list", inError(400, "*", `{"detail":[{"loc":["body"],"msg":"x","type":"y"}]}`)},
		{"ERR-02", "detail of a 402 is an object", inError(402, "*", `{"detail":{"plan":"free"}}`)},
		{"ERR-02", "detail of a 429 is a number", inError(429, "*", `{"detail":30}`)},
		{"ERR-03", "detail of a 422 is a text", inError(422, "*", `{"detail":"insured_name is missing"}`)},
		{"ERR-03", "detail of a 422 is empty", inError(422, "*", `{"detail":[]}`)},
		{"ERR-03", "detail of a 422 is an object by member", inError(422, "*", `{"detail":{"insured_name":["missing"]}}`)},
		{"ERR-03", "detail of a 422 holds texts", inError(422, "*", `{"detail":["insured_name is missing"]}`)},
		{"ERR-03", "detail of a 422 of a turn is a text", inError(422, "answer", `{"detail":"message is missing"}`)},
		{"ERR-03", "detail of a 422 of the list is a text", inError(422, "list", `{"detail":"limit is wrong"}`)},
		{"ERR-03", "detail of a 422 of an upload is a text", inError(422, "extract", `{"detail":"file is missing"}`)},
		{"ERR-03", "detail of a 422 of an appointment is a text", inError(422, "appointment", `{"detail":"phone is wrong"}`)},
		{"ERR-03", "a fault has no type", inFault(cut("type"))},
		{"ERR-03", "a fault has no loc", inFault(cut("loc"))},
		{"ERR-03", "loc is a text", inFault(put("loc", "body.insured_name"))},
		{"ERR-03", "msg is named message", inFault(func(f obj) { f["message"] = f["msg"]; delete(f, "msg") })},
		{"ERR-03", "type is a number", inFault(put("type", 422))},
		{"ERR-03", "msg is null", inFault(put("msg", nil))},
		{"ERR-04", "errors are text/plain", layer{response: func(c *call) bool {
			did := c.status >= 400 && org(c)
			if did {
				c.header.Set("Content-Type", "text/plain")
			}
			return did
		}}},
		{"ERR-04", "404s are text/html", errorsOf(404, func(c *call) { c.header.Set("Content-Type", "text/html") })},
		{"ERR-05", "a 404 is answered 410", code("get answer pdf", 404, 410)},
		{"ERR-05", "a 422 is answered 409", recoded(422, 409, func(c *call) bool { return c.op == "create" })},
		{"ERR-06", "an id with a zero byte is an error of the server", crash(func(c *call) bool { return strings.Contains(c.r.URL.Path, "\x00") })},
		{"ERR-06", "a long id is an error of the server", crash(func(c *call) bool { return len(c.r.URL.Path) > 1000 })},
		{"ERR-06", "a big limit is an error of the server", crash(func(c *call) bool { return len(c.r.URL.Query().Get("limit")) > 15 })},
		{"ERR-06", "a zero character is an error of the server", crash(func(c *call) bool { return strings.Contains(string(c.in), `\u0000`) })},
		{"ERR-06", "half a pair is an error of the server", crash(func(c *call) bool {
			return strings.Contains(string(c.in), `\ud83d"`) || strings.Contains(string(c.in), `\ud800"`)
		})},
		{"ERR-06", "a broken upload is an error of the server", crash(func(c *call) bool { return c.op == "extract" && strings.Contains(string(c.in), "broken") })},
		{"ERR-06", "a file that is no PDF is an error of the server", crash(func(c *call) bool { return c.op == "extract" && strings.Contains(string(c.in), "hello") })},
		{"ERR-06", "an empty file is an error of the server", crash(func(c *call) bool {
			return c.op == "extract" && len(c.in) < 300 && strings.Contains(string(c.in), `name="file"`)
		})},
		{"ERR-06", "documents without a file are an error of the server", crash(func(c *call) bool { return c.op == "documents" && strings.Contains(string(c.in), "no file") })},
		{"ERR-06", "documents without any part are an error of the server", crash(func(c *call) bool { return c.op == "documents" && string(c.in) == "--x--\r\n" })},
		{"ERR-06", "a client_name that is a number is an error of the server", crash(func(c *call) bool { return c.op == "register" && strings.Contains(string(c.in), `"client_name":5`) })},
		{"ERR-06", "a body that is null is an error of the server", crash(func(c *call) bool { return c.op == "create" && string(c.in) == "null" })},
		{"ERR-06", "deep nesting is an error of the server", crash(func(c *call) bool { return strings.HasPrefix(string(c.in), "[[[[") })},
		{"ERR-06", "a wrong method is an error of the server", crash(func(c *call) bool { return c.r.Method == http.MethodPatch })},
		{"ERR-06", "a negative limit is an error of the server", crash(func(c *call) bool { return strings.HasPrefix(c.r.URL.Query().Get("limit"), "-") })},
		{"ERR-07", "cut JSON is taken", badBody(func(in string) bool { return strings.HasPrefix(in, "{") && !strings.HasSuffix(in, "}") }, 200)},
		{"ERR-07", "cut JSON is an error of the server", badBody(func(in string) bool { return strings.HasPrefix(in, "{") && !strings.HasSuffix(in, "}") }, 500)},
		{"ERR-07", "plain text is answered 415", badBody(func(in string) bool { return in == "plain text" }, 415)},
		{"ERR-07", "an empty body is taken", badBody(func(in string) bool { return in == "" }, 200)},
		{"ERR-07", "a list is an error of the server", badBody(func(in string) bool { return strings.HasPrefix(in, "[\"") }, 500)},
		{"ERR-07", "JSON null is taken", badBody(func(in string) bool { return in == "null" }, 200)},
	}
	for _, op := range strings.Fields(everyCall) {
		all = append(all, plant{"VER-01", "the path wants a version: " + op, layer{request: func(c *call) bool {
			did := c.op == op
			if did {
				c.answer(404, obj{"error": "no such route"})
			}
			return did
		}}})
	}
	return all
}

// plantedLimits are faults of the cap and of rates.
func plantedLimits() []plant {
	all := []plant{
		{"LIM-01", "four sessions a month", capAt(4)},
		{"LIM-01", "the fifth create is answered 201", fifth(201)},
		{"LIM-02", "no cap", capOff()},
		{"LIM-02", "the cap is answered 403", recoded(402, 403, always1)},
		{"LIM-02", "the cap is answered 429", recoded(402, 429, always1)},
		{"LIM-02", "the cap is answered 400", recoded(402, 400, always1)},
		{"LIM-02", "only the sixth create is refused", sixthOnly()},
		{"LIM-02", "creates at one time pass the cap", racingCap()},
		{"LIM-02", "a create over the cap is refused and done", refusedAndDone()},
		{"LIM-03", "the 402 says nothing", inError(402, "*", `{}`)},
		{"LIM-03", "the 402 has a blank detail", inError(402, "*", `{"detail":" "}`)},
		{"LIM-03", "detail of the 402 is a list", inError(402, "*", `{"detail":["cap"]}`)},
		{"LIM-05", "an upgrade changes nothing", layer{skip: "set-plan"}},
		{"LIM-06", "the cap never resets", lockedFor("create")},
		{"LIM-07", "a paid workspace has the cap too", capAt(6)},
		{"LIM-08", "the cap counts all workspaces", capForAll()},
		{"LIM-10", "Retry-After is missing", errorsOf(429, func(c *call) { c.header.Del("Retry-After") })},
		{"LIM-10", "Retry-After is a date", errorsOf(429, func(c *call) { c.header.Set("Retry-After", time.Now().UTC().Add(time.Minute).Format(http.TimeFormat)) })},
		{"LIM-10", "Retry-After is a fraction", errorsOf(429, func(c *call) { c.header.Set("Retry-After", "1.5") })},
		{"LIM-10", "Retry-After has a unit", errorsOf(429, func(c *call) { c.header.Set("Retry-After", "30s") })},
		{"LIM-10", "Retry-After is negative", errorsOf(429, func(c *call) { c.header.Set("Retry-After", "-1") })},
		{"LIM-11", "the 429 has no body", inError(429, "*", "")},
		{"LIM-11", "detail of the 429 of a risk is an object", inError(429, "risk", `{"detail":{"retry":3}}`)},
		{"LIM-12", "a call that was refused for the rate is refused for good", limitedForGood("answer")},
		{"LIM-13", "a rate counts all workspaces", rateForAll("answer")},
	}
	for _, op := range strings.Fields("answer extract fill risk") {
		all = append(all,
			plant{"LIM-09", "no rate: " + op, unlimited(op)},
			plant{"LIM-09", "the rate is an error of the server: " + op, recoded(429, 500, func(c *call) bool { return c.op == op })},
			plant{"LIM-09", "the rate is answered 403: " + op, recoded(429, 403, func(c *call) bool { return c.op == op })},
			plant{"LIM-09", "the rate is answered 503: " + op, recoded(429, 503, func(c *call) bool { return c.op == op })},
			plant{"LIM-10", "Retry-After is missing: " + op, where(func(c *call) bool { return c.op == op }, errorsOf(429, func(c *call) { c.header.Del("Retry-After") }))})
	}
	for _, op := range strings.Fields("get list answer fill risk extract documents me") {
		all = append(all, plant{"LIM-04", "at the cap nothing of this works: " + op, lockedFor(op)})
	}
	for _, op := range strings.Fields("me list get") {
		all = append(all, plant{"LIM-14", "light calls share the rate: " + op, limitedForGood(op)})
	}
	return all
}

// fifth answers the fifth create of a key with another status.
func fifth(status int) layer {
	made := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "create" || !c.ok() {
			return false
		}
		made.add(bearer(c))
		n := 0
		for _, key := range made.list() {
			if key == bearer(c) {
				n++
			}
		}
		if n == 5 {
			c.status = status
		}
		return n == 5
	}}
}

// sixthOnly refuses one create over the cap and takes the next.
func sixthOnly() layer {
	refused := newMemory()
	return layer{response: func(c *call) bool {
		if c.status != 402 {
			return false
		}
		_, known := refused.keep(bearer(c), func() any { return true })
		if known {
			c.answer(200, obj{"session_id": "ses_more"})
		}
		return known
	}}
}

// racingCap takes creates over the cap that come while another is under way.
func racingCap() layer {
	busy := make(chan struct{}, 1)
	return layer{request: func(c *call) bool {
		if c.op != "create" {
			return false
		}
		select {
		case busy <- struct{}{}:
			c.r.Header.Set("X-Alone", "1")
		default:
		}
		return false
	}, response: func(c *call) bool {
		if c.op != "create" {
			return false
		}
		if c.r.Header.Get("X-Alone") != "" {
			pause(20 * time.Millisecond)
			<-busy
			return false
		}
		did := c.status == 402
		if did {
			c.answer(200, obj{"session_id": "ses_" + c.r.RemoteAddr})
		}
		return did
	}}
}

// refusedAndDone lists a session for each create that was refused for the plan.
func refusedAndDone() layer {
	extra := newMemory()
	return layer{response: func(c *call) bool {
		if c.status == 402 {
			extra.keep(bearer(c), func() any { return true })
			return false
		}
		_, known := extra.snapshot()[bearer(c)]
		return known && c.op == "list" && c.ok() && c.edit(func(o obj) bool {
			list, _ := o["sessions"].([]any)
			o["sessions"] = append(list, obj{"session_id": "ses_refused", "insured_name": "x", "status": "in_progress", "form_keys": []any{}, "fields_filled": 0, "fields_total": 1})
			return true
		})
	}}
}

// lockedFor refuses an operation to a key that met its cap.
func lockedFor(op string) layer {
	locked := newMemory()
	return layer{request: func(c *call) bool {
		if _, known := locked.snapshot()[bearer(c)]; !known || c.op != op {
			return false
		}
		c.refuse(402)
		return true
	}, response: func(c *call) bool {
		if c.status == 402 {
			locked.keep(bearer(c), func() any { return true })
		}
		return false
	}}
}

// unlimited serves an operation past its rate.
func unlimited(op string) layer {
	return layer{response: func(c *call) bool {
		did := c.op == op && c.status == 429
		if did {
			c.answer(200, obj{"message": "x"})
		}
		return did
	}}
}

// limitedForGood refuses a call to a key once any rate of it was spent, and never keeps the second that it promises.
func limitedForGood(op string) layer {
	spent := newMemory()
	return layer{request: func(c *call) bool {
		_, known := spent.snapshot()[bearer(c)]
		if !known || c.op != op {
			return false
		}
		c.refuse(429)
		c.header.Set("Retry-After", "1")
		return true
	}, response: func(c *call) bool {
		if c.status == 429 {
			spent.keep(bearer(c), func() any { return true })
		}
		return false
	}}
}
