package selftest_test

import (
	"bytes"
	"encoding/base64"
	"net/http"
	"strings"
)

// formFaults break what the text says of downloading a form.
func formFaults() []fault {
	closed := func(l layer) layer { return mixed(named("400 for fill on an open session").layer(), l) }
	mine := func(bool) bool { return true }
	return []fault{
		{"API-PDF-01", "two forms are exchanged", formsExchanged()},
		{"API-PDF-01", "the forms of two lines of business are exchanged", inPlaceOf("general_liability", "commercial_auto", true)},
		{"API-PDF-01", "one form is that of two lines of business", inPlaceOf("general_liability", "commercial_auto", false)},
		{"API-PDF-01", "forms that were rendered anew lack their ends", cutWhenRefilled()},
		{"API-PDF-01", "", layer{response: func(c *call) bool {
			did := c.op == "pdf" && c.ok()
			if did {
				c.header.Set("Content-Type", "application/octet-stream")
			}
			return did
		}}},
		{"API-PDF-01", "", layer{response: func(c *call) bool {
			did := c.op == "pdf" && c.ok()
			if did {
				c.out = []byte("<html>a form</html>")
			}
			return did
		}}},
		{"API-PDF-01", "forms that are filled at one time are those of one session", sharedForms()},
		{"API-PDF-01", "a form in which nothing was answered is that of another session", formOfAnother()},
		{"API-PDF-01", "a form is cached under its key alone", cachedForms(func(c *call) string { return c.r.URL.Path[strings.Index(c.r.URL.Path, "/forms/"):] })},
		{"API-PDF-01", "a form in a free workspace breaks the server", brokenOnPlan("free", "pdf")},
		{"API-PDF-01", "a form breaks the server once the risks were looked at", brokenAfter("risk", "pdf")},
		{"API-PDF-01", "parentheses in the text of a page are written as they are", onPages(func(name string) string { return name })},
		{"API-PDF-01", "a form is JSON for a client that would take JSON", layer{response: func(c *call) bool {
			did := c.op == "pdf" && c.ok() && strings.Contains(c.r.Header.Get("Accept"), "json")
			if did {
				c.answer(200, obj{"content": c.out})
			}
			return did
		}}},
		{"API-PDF-01", "parentheses are written as they are", inLetters(func(text string) string { return "(" + text + ")" })},
		{"API-PDF-01", "a string has one end more", inLetters(func(text string) string { return "(" + escapedPDF.Replace(text) + "))" })},
		{"API-PDF-01", "no form shows the name of the insured", valuesOnPages(func(string) string { return "" })},
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
		{"API-PDF-01", "forms of names beyond Latin break the server", beyondLatin()},
		{"API-PDF-01", "a form is an empty page of HTML for a token", where(oauth, layer{response: func(c *call) bool {
			if c.op != "pdf" || !c.ok() {
				return false
			}
			c.header.Set("Content-Type", "text/html")
			c.out = []byte("<html></html>")
			return true
		}})},
		{"API-PDF-01", "the third download of a form is empty", emptied(3)},
		{"API-PDF-01", "a form is that of the session that was filled last", lastRendered()},
		{"API-PDF-01", "the gaps of a form have values of the session that was filled before", gapsFilled()},
		{"API-PDF-01", "every form of a session is the first that was downloaded", cachedForms(func(c *call) string { return splitPath(c.r.URL.Path)[2] })},
		{"API-PDF-01", "forms are kept by the name of the insured", formsByName(false, mine)},
		{"API-PDF-01", "the first form of an insured's name is never replaced", formsByName(true, mine)},
		{"API-PDF-01", "forms are kept by the name of the insured, and open sessions are not filled", closed(formsByName(false, mine))},
		{"API-PDF-01", "the second half of a form is missing", download(func(b []byte) []byte { return b[:len(b)/2] })},
		{"API-PDF-01", "a form is read as a text", download(func(b []byte) []byte { return []byte(strings.ToValidUTF8(string(b), "\ufffd\ufffd")) })},
		{"API-PDF-01", "a form is packed, and does not say so", packedForms("")},
		{"API-PDF-01", "every object stands some bytes after its place in the table", download(func(b []byte) []byte {
			f := takenApart(b)
			return f.written(f.table(-7))
		})},
		{"API-PDF-01", "every object stands some bytes after its place in a stream", download(func(b []byte) []byte {
			f := takenApart(b)
			return f.written(f.stream(-7, false))
		})},
		{"API-PDF-01", "startxref points at an object", download(func(b []byte) []byte {
			return startingAt(b, bytes.Index(b, []byte("1 0 obj")))
		})},
		{"API-PDF-01", "a line is written into a form whose table stays", download(func(b []byte) []byte {
			return bytes.Replace(b, []byte("\n"), []byte("\n% Rendered by the intake service\n"), 1)
		})},
		{"API-PDF-01", "a second download has an update at the wrong place", redownloaded(download(func(b []byte) []byte {
			return bytes.Replace(updated(b), []byte("% An update"), []byte("% An update that is longer"), 1)
		}))},
		{"API-PDF-02", "", layer{response: func(c *call) bool {
			did := c.op == "pdf" && c.status == 404
			if did {
				c.status, c.out = 200, []byte("%PDF-1.7")
			}
			return did
		}}},
		{"API-PDF-02", "", code("pdf", 404, 400)},
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
		{"API-PDF-02", "forms are there once a question was answered", downloadedEarly()},
		{"API-PDF-03", "", code("pdf", 404, 400)},
		{"API-PDF-03", "the beginning of a key finds its form", formsByBeginning()},
		{"API-PDF-03", "an unknown form is the first form", unknownForm()},
		{"API-PDF-03", "an unknown form is an error of the server", layer{response: func(c *call) bool {
			did := c.op == "pdf" && c.status == 404 && strings.Contains(c.r.URL.Path, "no-such")
			if did {
				c.refuse(500)
			}
			return did
		}}},
		{"API-PDF-03", "keys of forms are those of files", formsNamed(func(key string) string { return strings.TrimSuffix(key, ".pdf") })},
		{"API-PDF-03", "keys of forms in letters of either case", formsNamed(strings.ToLower)},
		{"API-PDF-03", "a form key that is a name of every object breaks the server", layer{request: func(c *call) bool {
			odd := c.op == "pdf" && strings.Contains(c.r.URL.Path, "/constructor/")
			if odd {
				c.refuse(500)
			}
			return odd
		}}},
		{"API-PDF-03", "an unknown form is answered 422", recoded(404, 422, func(c *call) bool { return c.op == "pdf" && strings.Contains(c.r.URL.Path, "no-such") })},
		{"API-PDF-03", "every form can be downloaded of a session whose forms were filled", formsOfAll()},
		{"API-PDF-04", "", code("pdf", 404, 403)},
		{"API-PDF-04", "a stranger downloads a foreign form", leaks("pdf")},
		{"API-PDF-04", "a token downloads a foreign form", where(func(c *call) bool { return c.op == "create" || oauth(c) }, leaks("pdf"))},
	}
}

// formNeighbours come near a fault and stay within the text.
func formNeighbours() []fault {
	written := func(end func(f *apartPDF) string) layer {
		return download(func(b []byte) []byte {
			f := takenApart(b)
			return f.written(end(f))
		})
	}
	return []fault{
		{"API-PDF-01", "names beyond Latin are refused", strict("create", 422, beyond("insured_name", 0xff))},
		{"API-PDF-01", "the name of the insured in capitals, cut to a narrow field", valuesOnPages(func(name string) string {
			return "(" + escapedPDF.Replace(strings.ToUpper(name[:min(len(name), 16)])) + ") Tj"
		})},
		{"API-PDF-01", "the name of the insured letter by letter", valuesOnPages(func(name string) string {
			return "[(" + strings.Join(strings.Split(strings.NewReplacer("(", "", ")", "", `\\`, "").Replace(name), ""), ") 5 (") + ")] TJ"
		})},
		{"API-PDF-01", "the name of the insured in a font's own codes", inOwnFont()},
		{"API-PDF-01", "strings in letters", inLetters(func(text string) string { return "(" + escapedPDF.Replace(text) + ")" })},
		{"API-PDF-01", "strings with pairs of parentheses", inLetters(func(text string) string { return "((" + escapedPDF.Replace(text) + "))" })},
		{"API-PDF-01", "parentheses as numbers", inLetters(func(text string) string {
			return "(" + strings.NewReplacer(`\`, `\134`, "(", `\050`, ")", `\051`).Replace(text) + ")"
		})},
		{"API-PDF-01", "half a pair in a remark", respelled(func(object []byte) []byte {
			return bytes.Replace(object, []byte(" obj"), []byte(" obj\n% as of today (draft\n"), 1)
		})},
		{"API-PDF-01", "a form is packed, and says so", packedForms("gzip")},
		{"API-PDF-01", "a form is packed, and says so by the older name", packedForms("x-gzip")},
		{"API-PDF-01", "a table that is written anew", written(func(f *apartPDF) string { return f.table(0) })},
		{"API-PDF-01", "a stream in the place of a table", written(func(f *apartPDF) string { return f.stream(0, false) })},
		{"API-PDF-01", "a stream of differences", written(func(f *apartPDF) string { return f.stream(0, true) })},
		{"API-PDF-01", "a table that begins with 1", written(func(f *apartPDF) string { return strings.Replace(f.table(0), "xref\n0 ", "xref\n1 ", 1) })},
		{"API-PDF-01", "a table in lines of 19 bytes", written(func(f *apartPDF) string { return strings.ReplaceAll(f.table(0), " \n", "\n") })},
		{"API-PDF-01", "other bytes before the header", download(func(b []byte) []byte { return append([]byte("Content of the form:\n\n"), b...) })},
		{"API-PDF-01", "other bytes before the header that offsets count", download(counted)},
		{"API-PDF-01", "an update after the end", download(updated)},
		{"API-PDF-01", "a table with a stream beside it", download(hybrid)},
		{"API-PDF-01", "a first table before the objects", download(linearized)},
		{"API-PDF-01", "a few objects that are elsewhere", written(func(f *apartPDF) string {
			for i := range f.at[:5] {
				f.at[i] += 3
			}
			return f.table(0)
		})},
		{"API-PDF-01", "no cross references at all", download(func(b []byte) []byte {
			f := takenApart(b)
			return f.written("trailer\n<< " + f.root + " >>\n%%EOF\n")
		})},
		{"API-PDF-01", "parentheses in the text of a page have backslashes", onPages(escapedPDF.Replace)},
		{"API-PDF-03", "the keys of forms end with a letter beyond ASCII", keysBeyondASCII()},
	}
}
