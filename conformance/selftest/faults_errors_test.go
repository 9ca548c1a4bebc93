package selftest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// errorsFaults break what the text says of errors and paths.
func errorsFaults() []fault {
	all := []fault{
		{"ERR-01", "", errorsOf(404, func(c *call) { c.out = []byte("<html>not found</html>") })},
		{"ERR-01", "", errorsOf(422, func(c *call) { c.out = []byte(`{"error":"invalid"}`) })},
		{"ERR-01", "a 405 is a page", inError(405, "*", "<h1>405</h1>")},
		{"ERR-01", "a 404 is a page", inError(404, "*", "<h1>404</h1>")},
		{"ERR-01", "a 404 of a turn has no detail", inError(404, "answer", `{"message":"not found"}`)},
		{"ERR-01", "a 422 is a list", inError(422, "*", `[{"loc":["body"],"msg":"x","type":"y"}]`)},
		{"ERR-01", "a 422 has errors in place of detail", inError(422, "*", `{"errors":[]}`)},
		{"ERR-01", "a 400 has message in place of detail", inError(400, "*", `{"message":"no"}`)},
		{"ERR-01", "a 402 has error in place of detail", inError(402, "*", `{"error":"cap"}`)},
		{"ERR-01", "a key with a quote breaks the JSON of its 404", quotedKey(func(c *call, key string) {
			c.out = fmt.Appendf(nil, `{"detail": "There is no form "%s"."}`, key)
		})},
		{"ERR-01", "an id with a quote breaks the JSON of its 404", layer{response: func(c *call) bool {
			did := c.op == "get" && c.status == 404 && strings.Contains(c.r.URL.Path, `"`)
			if did {
				c.out = fmt.Appendf(nil, `{"detail": "There is no session "%s"."}`, splitPath(c.r.URL.Path)[2])
			}
			return did
		}}},
		{"ERR-02", "", errorsOf(404, func(c *call) { c.out = []byte(`{"detail":{"code":"not_found"}}`) })},
		{"ERR-02", "", errorsOf(401, func(c *call) { c.out = []byte(`{"detail":""}`) })},
		{"ERR-02", "detail of a 404 is null", inError(404, "*", `{"detail":null}`)},
		{"ERR-02", "detail of a 404 is empty", inError(404, "*", `{"detail":""}`)},
		{"ERR-02", "detail of a 404 of a form is an object", inError(404, "pdf", `{"detail":{"form":"x"}}`)},
		{"ERR-02", "detail of a 400 is a list", inError(400, "*", `{"detail":[{"loc":["body"],"msg":"x","type":"y"}]}`)},
		{"ERR-02", "detail of a 402 is an object", inError(402, "*", `{"detail":{"plan":"free"}}`)},
		{"ERR-02", "detail of a 429 is a number", inError(429, "*", `{"detail":30}`)},
		{"ERR-03", "", errorsOf(422, func(c *call) { c.out = []byte(`{"detail":"invalid"}`) })},
		{"ERR-03", "", errorsOf(422, func(c *call) { c.out = []byte(`{"detail":[]}`) })},
		{"ERR-03", "", errorsOf(422, func(c *call) { c.out = []byte(`{"detail":[{"loc":"body","msg":"x","type":"y"}]}`) })},
		{"ERR-03", "what was sent is called missing", errorsOf(422, func(c *call) {
			var sent obj
			if json.Unmarshal(c.in, &sent) == nil && text(sent, "insured_name") != "" {
				c.out = []byte(`{"detail":[{"loc":["body","insured_name"],"msg":"It is needed.","type":"missing"}]}`)
			}
		})},
		{"ERR-03", "what is no PDF is refused in words", refusedInWords(422)},
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
		{"ERR-03", "loc names another member", inFault(func(f obj) { f["loc"], f["msg"] = []any{"body", "session"}, "It should have at least 1 character." })},
		{"ERR-03", "msg is null", inFault(put("msg", nil))},
		{"ERR-04", "", errorsOf(404, func(c *call) { c.header.Set("Content-Type", "text/plain") })},
		{"ERR-04", "errors are text/plain", layer{response: func(c *call) bool {
			did := c.status >= 400 && org(c)
			if did {
				c.header.Set("Content-Type", "text/plain")
			}
			return did
		}}},
		{"ERR-04", "404s are text/html", errorsOf(404, func(c *call) { c.header.Set("Content-Type", "text/html") })},
		{"ERR-05", "", code("answer", 422, 409)},
		{"ERR-05", "a 404 is answered 402", code("answer", 404, 402)},
		{"ERR-05", "a 404 is answered 410", code("get answer pdf", 404, 410)},
		{"ERR-05", "a 422 is answered 409", recoded(422, 409, func(c *call) bool { return c.op == "create" })},
		{"ERR-06", "", strict("create", 500, func(c *call, o obj) bool { return len(c.in) > 0 && o == nil })},
		{"ERR-06", "a message that is no UTF-8 breaks the server", noUTF8(func(c *call) { c.refuse(500) })},
		{"ERR-06", "an appointment request that is cut off breaks the server", breaksAt("appointment", func(in []byte) bool { return !json.Valid(in) })},
		{"ERR-06", "a message of blanks breaks the server", breaksAt("answer", func(in []byte) bool { return bytes.Contains(in, []byte(`"   "`)) })},
		{"ERR-06", "a long path breaks the server", layer{request: func(c *call) bool {
			did := len(c.r.URL.Path) > 4000
			if did {
				c.refuse(500)
			}
			return did
		}}},
		{"ERR-06", "an agency whose name is beyond ASCII breaks the server", breaksAt("appointment", func(in []byte) bool { return bytes.Contains(in, []byte("Dächer")) })},
		{"ERR-06", "a PDF with a password is an error of the server", layer{request: func(c *call) bool {
			did := c.op == "extract" && strings.Contains(string(c.in), "/Encrypt")
			if did {
				c.refuse(500)
			}
			return did
		}}},
		{"ERR-06", "an empty document is an error of the server", layer{request: func(c *call) bool {
			did := c.op == "documents" && strings.Contains(string(c.in), "empty.pdf")
			if did {
				c.refuse(500)
			}
			return did
		}}},
		{"ERR-06", "a body that is nested deeply breaks the server", breaksAt("create", func(in []byte) bool {
			return bytes.Contains(in, bytes.Repeat([]byte("["), 10001)) && bytes.HasSuffix(in, []byte("]}"))
		})},
		{"ERR-06", "a line of business that every object has breaks the server", breaksAt("create", func(in []byte) bool { return bytes.Contains(in, []byte(`["constructor"`)) })},
		{"ERR-06", "a percent sign in a name breaks the server", breaksAt("create", func(in []byte) bool { return bytes.Contains(in, []byte("% ")) })},
		{"ERR-06", "a word that every object has breaks a turn", strict("answer", 500, func(_ *call, o obj) bool { return strings.HasPrefix(message(o), "constructor:") })},
		{"ERR-06", "the name of a prototype breaks a turn", strict("answer", 500, func(_ *call, o obj) bool { return strings.HasPrefix(message(o), "__proto__:") })},
		{"ERR-06", "members that every object has break a create", strict("create", 500, func(_ *call, o obj) bool { return o["__proto__"] != nil })},
		{"ERR-06", "a number beyond any is a failure", refusing("create", 500, "1e9999999999")},
		{"ERR-06", "a document without a name is a failure", refusing("documents", 500, "no name")},
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
		{"ERR-06", "lobs that are null break the server", strict("create", 500, func(_ *call, o obj) bool { v, there := o["lobs"]; return there && v == nil })},
		{"ERR-06", "a long agency_name breaks the server", strict("appointment", 500, func(_ *call, o obj) bool { return len(text(o, "agency_name")) > 5000 })},
		{"ERR-06", "letters beyond the first plane in a name break the server", strict("create", 500, beyond("insured_name", 0xffff))},
		{"ERR-06", "letters beyond the first plane in a message break the server", strict("answer", 500, beyond("message", 0xffff))},
		{"ERR-06", "an upload without a body of parts breaks the server", layer{request: func(c *call) bool {
			did := c.op == "extract" && !strings.HasPrefix(c.r.Header.Get("Content-Type"), "multipart/")
			if did {
				c.refuse(500)
			}
			return did
		}}},
		{"ERR-06", "a key beyond ASCII breaks the comparison", layer{request: func(c *call) bool {
			did := strings.ContainsFunc(c.r.Header.Get("Authorization")+c.r.Header.Get("X-Api-Key"), beyondASCII)
			if did {
				c.refuse(500)
			}
			return did
		}}},
		{"ERR-06", "a verifier beyond ASCII breaks the hash", layer{request: func(c *call) bool {
			did := c.op == "token" && strings.ContainsFunc(form(c).Get("code_verifier"), beyondASCII)
			if did {
				c.refuse(500)
			}
			return did
		}}},
		{"ERR-06", "a parameter that stands twice breaks a request for tokens", crash(func(c *call) bool {
			return c.op == "token" && strings.Count(string(c.in), "grant_type=") > 1
		})},
		{"ERR-06", "a refresh without a token breaks", layer{request: func(c *call) bool {
			did := c.op == "token" && grantIs("refresh_token")(form(c)) && !form(c).Has("refresh_token")
			if did {
				c.refuse(500)
			}
			return did
		}}},
		{"ERR-06", "a state of one letter is a failure", refusing("create", 500, `"state":"G"`)},
		{"ERR-06", "a client that is not known breaks the sign-in", statusForNobody(500, func(c *call) bool { return c.status == 400 && !strings.Contains(c.r.URL.RawQuery, "evil") })},
		{"ERR-06", "another response_type breaks the sign-in", statusForNobody(500, func(c *call) bool { return c.r.URL.Query().Get("response_type") == "token" })},
		{"ERR-06", "an unknown code is a failure", unknownCode(func(c *call) {
			if c.refuse(400); form(c).Get("code") != "" {
				c.refuse(500)
			}
		})},
		{"ERR-06", "an empty line of business is a failure", refusing("create", 500, `"lobs":[""]`)},
		{"ERR-06", "an empty code of an industry is a failure", refusing("create", 500, `"naics_code":""`)},
		{"ERR-06", "a name of blanks is a failure", refusing("create", 500, `"insured_name":"   "`)},
		{"ERR-06", "a body without a Content-Type is a failure", crash(func(c *call) bool { return c.op == "create" && c.r.Header.Get("Content-Type") == "" })},
		{"ERR-06", "a body that says it is packed is a failure", crash(func(c *call) bool { return c.r.Header.Get("Content-Encoding") == "gzip" })},
		{"ERR-06", "the mark of an order of bytes is a failure", crash(func(c *call) bool { return bytes.HasPrefix(c.in, []byte("\xef\xbb\xbf")) })},
		{"ERR-06", "a message ten times too long is a failure", crash(func(c *call) bool { return c.op == "answer" && len(c.in) > 100_000 })},
		{"ERR-06", "a file of any bytes is a failure", refusing("extract", 500, "application/octet-stream")},
		{"ERR-06", "an id beyond ASCII is a failure", crash(func(c *call) bool { return strings.Contains(c.r.URL.Path, "é") })},
		{"ERR-06", "a long key of a form is a failure", crash(func(c *call) bool { return c.op == "pdf" && len(c.r.URL.Path) > 120 })},
		{"ERR-06", "a key with a quote is a failure", quotedKey(func(c *call, _ string) { c.refuse(500) })},
		{"ERR-06", "digits of another script in a limit are a failure", crash(func(c *call) bool { return c.r.URL.Query().Get("limit") == "５" })},
		{"ERR-06", "a limit as a list is a failure", crash(func(c *call) bool { return c.r.URL.Query().Has("limit[]") })},
		{"ERR-06", "an empty state is a failure", refusing("create", 500, `"state":""`)},
		{"ERR-06", "a damaged file is a failure", refusing("extract", 500, strings.Repeat("\xff", 8))},
		{"ERR-07", "", layer{response: func(c *call) bool {
			did := c.op == "create" && c.status == 422
			if did {
				c.answer(200, obj{"session_id": "x"})
			}
			return did
		}}},
		{"ERR-07", "cut JSON is taken", badBody(func(in string) bool { return strings.HasPrefix(in, "{") && !strings.HasSuffix(in, "}") }, 200)},
		{"ERR-07", "cut JSON is an error of the server", badBody(func(in string) bool { return strings.HasPrefix(in, "{") && !strings.HasSuffix(in, "}") }, 500)},
		{"ERR-07", "plain text is answered 415", badBody(func(in string) bool { return in == "plain text" }, 415)},
		{"ERR-07", "an empty body is taken", badBody(func(in string) bool { return in == "" }, 200)},
		{"ERR-07", "a list is an error of the server", badBody(func(in string) bool { return strings.HasPrefix(in, "[\"") }, 500)},
		{"ERR-07", "a text is taken for a message", badBody(func(in string) bool { return strings.HasPrefix(in, `"`) }, 200)},
		{"ERR-07", "a list is taken for an appointment request", layer{request: func(c *call) bool {
			did := c.op == "appointment" && bytes.HasPrefix(c.in, []byte("["))
			if did {
				c.answer(200, obj{"status": "requested"})
			}
			return did
		}}},
		{"ERR-07", "JSON null is taken", badBody(func(in string) bool { return in == "null" }, 200)},
		{"ERR-07", "a broken appointment request is 404", unread("appointment", 404)},
		{"ERR-07", "a broken appointment request is 409", unread("appointment", 409)},
		{"ERR-07", "a broken registration is 404", unread("register", 404)},
		{"ERR-07", "a broken registration breaks the server", unread("register", 500)},
		{"ERR-07", "a broken registration is an empty one", layer{request: func(c *call) bool {
			did := c.op == "register" && !json.Valid(c.in)
			if did {
				c.in = []byte(`{"redirect_uris": ["http://127.0.0.1:48127/callback"]}`)
			}
			return did
		}}},
		{"ERR-07", "a broken body is an empty appointment request", layer{request: func(c *call) bool {
			broken := c.op == "appointment" && !json.Valid(c.in)
			if broken {
				c.in = []byte("{}")
			}
			return broken
		}}},
		{"ERR-07", "a list of one object is taken for the object", layer{request: func(c *call) bool {
			list := []json.RawMessage{}
			did := c.op == "create" && json.Unmarshal(c.in, &list) == nil && len(list) == 1
			if did {
				c.in = list[0]
			}
			return did
		}}},
		{"ERR-07", "what follows the JSON of a create is not read", firstValue("create")},
		{"ERR-07", "what follows the JSON of a turn is not read", firstValue("answer")},
		{"VER-01", "", layer{request: func(c *call) bool {
			did := c.op == "risk"
			if did {
				c.answer(http.StatusNotFound, obj{"detail": "Not found"})
			}
			return did
		}}},
	}
	for _, op := range strings.Fields(everyCall) {
		all = append(all, fault{"VER-01", "the path wants a version: " + op, layer{request: func(c *call) bool {
			did := c.op == op
			if did {
				c.answer(404, obj{"error": "no such route"})
			}
			return did
		}}})
	}
	return all
}

// errorsNeighbours come near a fault and stay within the text.
func errorsNeighbours() []fault {
	return []fault{
		{"ERR-01", "a key with a quote is a bad request", quotedKey(func(c *call, _ string) { c.refuse(400) })},
		{"ERR-03", "loc has the name of a class", inFault(put("loc", []any{"body", "insuredName"}))},
		{"ERR-03", "loc is the body", inFault(func(f obj) { f["loc"], f["msg"] = []any{"body"}, "Nicht gültig." })},
		{"ERR-03", "loc is a pointer", inFault(func(f obj) { f["loc"], f["msg"] = []any{"/0"}, "Nicht gültig." })},
		{"ERR-03", "what is no PDF is refused with 415, in words", refusedInWords(415)},
		{"ERR-06", "bytes that are no UTF-8 are replaced", noUTF8(replaced)},
		{"ERR-06", "a turn is a failure once", fewTimes(1, crash(func(c *call) bool { return c.op == "answer" }))},
		{"ERR-06", "a body that says it is packed is refused", refusedWhen(415, func(c *call) bool { return c.r.Header.Get("Content-Encoding") == "gzip" })},
		{"ERR-06", "the page to sign in is down", statusForNobody(500, func(*call) bool { return true })},
		{"ERR-06", "a client that is not known has no page", statusForNobody(404, func(c *call) bool { return c.status == 400 })},
		{"ERR-06", "bytes that are no UTF-8 are a bad request", noUTF8(func(c *call) { c.refuse(400) })},
		{"ERR-07", "a workspace requests one appointment", requestedOnce()},
		{"ERR-07", "appointments are not for this workspace", refusedWhen(404, func(c *call) bool { return c.op == "appointment" })},
		{"ERR-07", "broken bodies are 400", layer{response: func(c *call) bool {
			did := c.status == 422 && !json.Valid(c.in)
			if did {
				c.refuse(400)
			}
			return did
		}}},
		{"ERR-07", "clients are registered by those who are known", refusedWhen(401, func(c *call) bool { return c.op == "register" })},
		{"ERR-07", "white space after the JSON", layer{request: func(c *call) bool {
			did := c.op == "create" && json.Valid(c.in)
			if did {
				c.in = append(bytes.Clone(c.in), " \r\n\t"...)
			}
			return did
		}}},
	}
}
