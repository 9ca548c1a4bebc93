package checks_test

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync/atomic"
)

// plantedFailing are faults of requests that fail for what came before them, or for whose they are, and for nothing in them.
func plantedFailing() []plant {
	return []plant{
		{"API-DOCS-01", "a document breaks the server where forms were filled", brokenAfter("fill", "documents")},
		{"API-DOCS-01", "a document breaks the server where questions were answered", brokenAfter("answer", "documents")},
		{"API-EXTRACT-01", "a file breaks the server where questions were answered", brokenAfter("answer", "extract")},
		{"API-EXTRACT-01", "a file breaks the server where a document was attached", brokenAfter("documents", "extract")},
		{"API-GET-01", "the detail of a session in a free workspace breaks the server", brokenOnPlan("free", "get")},
		{"API-LIST-01", "the list of a free workspace breaks the server", brokenOnPlan("free", "list")},
		{"API-ME-01", "the identity of a free workspace breaks the server", brokenOnPlan("free", "me")},
		{"API-CREATE-01", "a create in a free workspace breaks the server", brokenOnPlan("free", "create")},
		{"API-PDF-01", "a form in a free workspace breaks the server", brokenOnPlan("free", "pdf")},
		{"API-PDF-01", "a form breaks the server once the risks were looked at", brokenAfter("risk", "pdf")},
		{"API-APPT-01", "the second appointment request of a workspace breaks the server", brokenAgain("appointment")},
		{"API-GET-01", "a session is not found while forms are newer than its answers", missingBetween("fill", "answer", "get")},
		{"API-DOCS-01", "no session is found for a document where forms were filled", missingBetween("fill", "", "documents")},
		{"API-EXTRACT-01", "no session is found for a file where questions were answered", missingBetween("answer", "", "extract")},
		{"API-ANSWER-01", "no session is found for a turn where forms were filled", missingBetween("fill", "", "answer")},
		{"API-CREATE-27", "a session with a code of its industry is lost", lostWith("naics_code")},
		{"API-LIST-09", "a session with a code of its industry is not listed", unlistedMade(func(c *call) bool { return strings.Contains(string(c.in), "naics_code") })},
		{"API-LIST-09", "a session that was made with a key in X-API-Key is not listed", unlistedMade(inHeader)},
		{"API-LIST-09", "a session is listed until it is answered", unlistedAfter("answer")},
		{"API-FILL-06", "forms that were filled with a key in X-API-Key are not listed", unlistedForms(func(c *call) bool { return c.op == "fill" && inHeader(c) })},
		{"API-PDF-01", "parentheses in the text of a page are written as they are", onPages(func(name string) string { return name })},
		{"AUTH-09", "a further key has no identity", brokenForFurtherKeys("me")},
	}
}

// nearFailing are servers near them, which fail and serve what comes again.
func nearFailing() []plant {
	return []plant{
		{"API-DOCS-01", "documents break the server a few times where forms were filled", fewTimes(4, brokenAfter("fill", "documents"))},
		{"API-ME-01", "the identity of a free workspace breaks the server a few times", fewTimes(2, brokenOnPlan("free", "me"))},
		{"API-PDF-01", "parentheses in the text of a page have backslashes", onPages(escapedPDF.Replace)},
		{"API-APPT-01", "the second appointment request of a workspace is refused", layer{request: refusedAgain("appointment", 409)}},
	}
}

// missingBetween finds no session for a call, from one call to it to another.
func missingBetween(from, to, op string) layer {
	gone := newMemory()
	isGone := func(c *call) bool { return gone.snapshot()[sessionIn(c)] == true }
	return layer{request: answering(op, 404, "No such session.", isGone), response: func(c *call) bool {
		if c.ok() && (c.op == from || c.op == to) {
			gone.put(sessionIn(c), c.op == from)
		}
		return false
	}}
}

// unlistedAfter leaves out of lists the sessions on which a call was done, and unlistedMade those that such a create made.
func unlistedAfter(op string) layer {
	return unlisted(func(c *call) string {
		if c.op == op {
			return sessionIn(c)
		}
		return ""
	})
}

func unlistedMade(is func(c *call) bool) layer {
	return unlisted(func(c *call) (id string) {
		if c.op == "create" && is(c) {
			c.edit(func(o obj) bool { id = text(o, "session_id"); return false })
		}
		return id
	})
}

func unlisted(which func(c *call) string) layer {
	done := newMemory()
	return layer{response: func(c *call) bool {
		if c.ok() {
			done.put(which(c), true)
		}
		return c.op == "list" && c.ok() && c.edit(func(o obj) bool {
			all, _ := o["sessions"].([]any)
			left := slices.DeleteFunc(slices.Clone(all), func(one any) bool { return done.snapshot()[text(asObject(one), "session_id")] != nil })
			o["sessions"] = left
			return len(left) < len(all)
		})
	}}
}

// unlistedForms lists no form of sessions on which such a call was made.
func unlistedForms(is func(c *call) bool) layer {
	return whereDone(is, set("get", "filled_forms", []any{}), nil)
}

// lostWith finds no session whose create had a member.
func lostWith(member string) layer {
	lost := newMemory()
	isLost := func(c *call) bool { return lost.snapshot()[sessionIn(c)] != nil }
	return layer{request: answering("get", 404, "No such session.", isLost), response: func(c *call) bool {
		var in obj
		if c.op == "create" && c.ok() && json.Unmarshal(c.in, &in) == nil && in[member] != nil {
			c.edit(func(o obj) bool { lost.put(text(o, "session_id"), true); return false })
		}
		return false
	}}
}

// brokenOnPlan fails a call with the keys of workspaces on a plan, and brokenForFurtherKeys with those that a workspace got beside
// its first.
func brokenOnPlan(plan, op string) layer {
	return brokenWithKeys(op, func(verb string, in obj) bool { return verb == "create-workspace" && text(in, "plan") == plan })
}

func brokenForFurtherKeys(op string) layer { return brokenWithKeys(op, further) }

func further(verb string, _ obj) bool { return verb == "create-key" }

func brokenWithKeys(op string, of func(verb string, in obj) bool) layer {
	return withKeys(of, func(known func(key string) bool) func(c *call) bool {
		return answering(op, 500, "It failed.", func(c *call) bool { return known(bearer(c)) })
	})
}

// withKeys gives a layer that may look whether a key came of some verbs.
func withKeys(of func(verb string, in obj) bool, request func(known func(key string) bool) func(c *call) bool) layer {
	keys := newMemory()
	return layer{
		request: request(func(key string) bool { return keys.snapshot()[key] != nil }),
		verb: func(verb string, in, out obj) bool {
			if of(verb, in) {
				keys.put(text(out, "api_key"), true)
			}
			return false
		},
	}
}

// answering answers some calls of an operation in the server's place.
func answering(op string, status int, detail string, when func(c *call) bool) func(c *call) bool {
	return func(c *call) bool {
		did := c.op == op && when(c)
		if did {
			c.answer(status, obj{"detail": detail})
		}
		return did
	}
}

// brokenAgain fails a call that a credential has made before.
func brokenAgain(op string) layer { return layer{request: refusedAgain(op, 500)} }

func refusedAgain(op string, status int) func(c *call) bool {
	before := newMemory()
	return answering(op, status, "Not again.", func(c *call) (again bool) {
		if strings.Contains(string(c.in), "agency_name") {
			_, again = before.keep(bearer(c), func() any { return true })
		}
		return again
	})
}

// fewTimes lets a fault happen a few times and no more.
func fewTimes(n int64, l layer) layer {
	var count atomic.Int64
	fails := l.request
	l.request = func(c *call) bool {
		did := count.Load() < n && fails(c)
		if did {
			count.Add(1)
		}
		return did
	}
	return l
}

// onPages gives forms of one page each, with the name of the insured on it.
func onPages(write func(name string) string) layer {
	names := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "create" && c.ok() {
			c.edit(func(o obj) bool { names.put(text(o, "session_id"), text(o, "insured_name")); return false })
		}
		name, known := names.snapshot()[sessionIn(c)].(string)
		if c.op != "pdf" || !c.ok() || !known {
			return false
		}
		var page bytes.Buffer
		w := zlib.NewWriter(&page)
		fmt.Fprintf(w, "BT /F1 12 Tf 50 700 Td (%s) Tj (Insured: %s) Tj ET\n", path.Dir(c.r.URL.Path), write(name))
		_ = w.Close()
		c.out = onePage(page.Bytes())
		return true
	}}
}

// onePage is a PDF of one page, whose operators are packed.
func onePage(packed []byte) []byte {
	f := &apartPDF{head: "%PDF-1.7\n", root: "/Root 1 0 R"}
	for i, body := range []string{
		"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>",
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
		fmt.Sprintf("<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream", len(packed), packed),
	} {
		f.objects = append(f.objects, fmt.Appendf(nil, "%d 0 obj\n%s\nendobj\n", i+1, body))
	}
	f.place(len(f.head))
	return f.written(f.table(0))
}
