package selftest_test

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// documentsFaults break what the text says of attaching documents.
func documentsFaults() []fault {
	with := func(op string) func(c *call) bool { return func(c *call) bool { return c.op == op && oauth(c) } }
	return []fault{
		{"API-DOCS-01", "the reply is labelled text/html", labelled("documents", "text/html")},
		{"API-DOCS-01", "a question is skipped with each document", skippedBy(func(c *call) bool { return c.op == "documents" && c.ok() })},
		{"API-DOCS-01", "all questions are skipped with a document", closedBy(100, func(c *call) bool { return c.op == "documents" && c.ok() })},
		{"API-DOCS-01", "a document whose name is beyond ASCII is refused", layer{request: refusingCalls("documents", 422, foreignName("documents"))}},
		{"API-DOCS-01", "a document is answered 201", code("documents", 200, 201)},
		{"API-DOCS-01", "a document breaks the server where forms were filled", brokenAfter("fill", "documents")},
		{"API-DOCS-01", "a document breaks the server where questions were answered", brokenAfter("answer", "documents")},
		{"API-DOCS-01", "no session is found for a document where forms were filled", missingBetween("fill", "", "documents")},
		{"API-DOCS-01", "a document is answered 201 in a free workspace", where(away(), code("documents", 200, 201))},
		{"API-DOCS-01", "a document is answered 204", layer{response: func(c *call) bool {
			if c.op != "documents" || !c.ok() {
				return false
			}
			c.status, c.out = 204, nil
			return true
		}}},
		{"API-DOCS-01", "documents do not exist", code("documents", 200, 404)},
		{"API-DOCS-01", "a document whose name is beyond ASCII breaks the server", layer{request: func(c *call) bool {
			odd := c.op == "documents" && strings.Contains(string(c.in[:min(len(c.in), 400)]), "ü")
			if odd {
				c.refuse(500)
			}
			return odd
		}}},
		{"API-DOCS-01", "a session has one document", where(later_("documents"), layer{response: func(c *call) bool {
			c.refuse(400)
			return true
		}})},
		{"API-DOCS-01", "a document is refused where the session has a state", refusedWith("state", "documents", 400)},
		{"API-DOCS-01", "a document of more than 64 KiB is a failure", layer{response: func(c *call) bool {
			large := c.op == "documents" && c.ok() && len(c.in) > 64<<10
			if large {
				c.refuse(500)
			}
			return large
		}}},
		{"API-DOCS-01", "a session takes no document once its intake is over, as one that there is not", unfoundOnceOver("documents")},
		{"API-DOCS-01", "two documents in one call break the server", layer{request: func(c *call) bool {
			did := c.op == "documents" && bytes.Count(c.in, []byte("filename=")) > 1
			if did {
				c.answer(500, obj{"detail": "It is broken."})
			}
			return did
		}}},
		{"API-DOCS-02", "an unknown session is answered 200", found("documents")},
		{"API-DOCS-02", "what is refused to a stranger is attached all the same", keepsRefused("documents")},
		{"API-DOCS-02", "a stranger attaches to a foreign session", leaks("documents")},
		{"API-DOCS-03", "", layer{verb: submissions(func(files []any) []any {
			var kept []any
			for _, f := range files {
				if f.(obj)["kind"] != "document" {
					kept = append(kept, f)
				}
			}
			return kept
		})}},
		{"API-DOCS-03", "of two documents in one request the last is sent", layer{verb: submissions(func(files []any) []any {
			return slices.DeleteFunc(files, func(file any) bool { return file.(obj)["name"] == "inspection-north.pdf" })
		})}},
		{"API-DOCS-03", "a document that is attached with a token arrives changed", layer{request: func(c *call) bool {
			was := len(c.in)
			if with("documents")(c) {
				c.in = bytes.Replace(c.in, []byte("%PDF-1."), []byte("%PDF-1.  "), 1)
			}
			return len(c.in) != was
		}}},
		{"API-DOCS-03", "each document is sent twice", layer{verb: submissions(func(files []any) []any { return documentsAgain(files, "") })}},
		{"API-DOCS-03", "each document is sent twice, under two names", layer{verb: submissions(func(files []any) []any { return documentsAgain(files, "Copy of ") })}},
		{"API-DOCS-03", "documents of another session are sent, too", carried()},
		{"API-DOCS-03", "documents of sessions that were submitted before are sent, too", carriedOn()},
		{"API-DOCS-03", "documents that are attached between two turns are lost", lostBetweenTurns()},
		{"API-DOCS-03", "documents of all sessions of the insured are sent", carriedByName()},
		{"API-DOCS-03", "a file that is read takes the place of the documents", droppedBy("extract", 1)},
		{"API-DOCS-03", "a document that another session is given, too, leaves the first", movedDocuments()},
		{"API-DOCS-03", "the second fill takes the place of the documents", droppedBy("fill", 2)},
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
		{"API-DOCS-03", "documents of text are decoded", layer{request: func(c *call) bool {
			did := c.op == "documents" && bytes.Contains(c.in, []byte("text/csv")) && !utf8.Valid(c.in)
			if did {
				c.in = bytes.ToValidUTF8(c.in, []byte("\ufffd"))
			}
			return did
		}}},
		{"API-DOCS-03", "documents end after a mebibyte", layer{verb: func(verb string, _, out obj) (did bool) {
			list, _ := out["submissions"].([]any)
			for _, one := range list {
				files, _ := one.(obj)["files"].([]any)
				for _, file := range files {
					if size, _ := file.(obj)["size"].(float64); size > 1<<20 {
						file.(obj)["size"], file.(obj)["sha256"], did = 1<<20, strings.Repeat("0", 64), true
					}
				}
			}
			return did && verb == "list-submissions"
		}}},
		{"API-DOCS-03", "documents are sent with the first session of a workspace alone", documentsOfFirst()},
		{"API-DOCS-03", "documents of another credential than the session's are left alone", ofMaker()},
		{"API-DOCS-03", "a document goes to the newest session", newest("documents")},
		{"API-DOCS-03", "only PDFs are sent", layer{verb: submissions(func(files []any) []any {
			kept := []any{}
			for _, f := range files {
				if name, _ := f.(obj)["name"].(string); !strings.HasSuffix(name, ".csv") {
					kept = append(kept, f)
				}
			}
			return kept
		})}},
		{"API-DOCS-03", "a document of the size of another one is dropped", droppingSizes()},
		{"API-DOCS-03", "a document ends at its first zero byte", layer{request: func(c *call) bool {
			start := bytes.Index(c.in, []byte("%PDF-"))
			zero := bytes.IndexByte(c.in, 0)
			if c.op != "documents" || start < 0 || zero < start {
				return false
			}
			end := bytes.LastIndex(c.in, []byte("\r\n--"))
			c.in = append(bytes.Clone(c.in[:zero]), c.in[end:]...)
			return true
		}}},
		{"API-DOCS-03", "of two parts of one name one is kept, and both are listed", namesakeLost(2)},
		{"API-DOCS-03", "a document takes the place of one of its name", namesakeReplaced()},
		{"API-DOCS-01", "a document takes the filled forms away", unfiledByDocuments()},
		{"API-DOCS-01", "every document lacks the part that it has", partWanted("files", "")},
		{"API-DOCS-03", "names of documents are read as Latin-1", layer{verb: submissions(func(files []any) []any {
			for _, file := range files {
				file.(obj)["name"] = inLatin1(text(file.(obj), "name"))
			}
			return files
		})}},
		{"API-DOCS-03", "letters beyond ASCII in names of documents are question marks", layer{verb: submissions(func(files []any) []any {
			for _, file := range files {
				file.(obj)["name"] = inASCII(text(file.(obj), "name"))
			}
			return files
		})}},
		{"API-DOCS-03", "the first document of a request is kept", firstPartKept()},
	}
}

// documentsNeighbours come near a fault and stay within the text.
func documentsNeighbours() []fault {
	return []fault{
		{"API-DOCS-01", "documents are refused once forms were filled", refusedAfter("fill", "documents", 400)},
		{"API-DOCS-01", "documents break the server a few times where forms were filled", fewTimes(4, brokenAfter("fill", "documents"))},
		{"API-DOCS-01", "a document is the answer to a question", closedBy(1, func(c *call) bool { return c.op == "documents" && c.ok() })},
		{"API-DOCS-01", "documents have a part of a name that nobody guesses", partWanted("supporting_papers", "file")},
		{"API-DOCS-03", "a part of another name than attachments is left alone", partsLeftAlone("attachments", obj{"documents": []any{}})},
		{"API-DOCS-03", "a part of another name than document is a picture", partsLeftAlone("document", obj{"data": obj{"documents": []any{}, "pictures": []any{obj{"size": 1}}}})},
		{"API-DOCS-03", "one document to a request", layer{request: func(c *call) bool {
			did := c.op == "documents" && bytes.Contains(c.in, []byte("inspection-south.pdf"))
			if did {
				c.answer(200, obj{"documents": []any{obj{"name": "inspection-north.pdf"}}})
			}
			return did
		}}},
		{"API-DOCS-03", "of two parts of one name one is kept, and listed", namesakeLost(1)},
	}
}
