package checks

import (
	"bytes"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// Sizes around the bound of an upload. The text says 20 MB: nothing is judged between its two readings.
const (
	surelyWithin = 20_000_000
	surelyAbove  = 20<<20 + 1
)

// sizeWords tell a refusal for the size from one for other reasons, such as the time that reading takes.
var sizeWords = regexp.MustCompile(`(?i)size|large|big|\bm[i]?b\b|megabyte|bytes|exceed|maximum|at most`)

// timeWords tell a refusal for the time or the work that reading takes.
var timeWords = regexp.MustCompile(`(?i)time|slow|long|complex|busy|pars|process|read|invalid|corrupt|damage|malformed|support|not a`)

// inChunks sends without saying how long the body is.
func inChunks(r *request) { r.chunks = true }

// withoutLength sends a request without a body as who has none.
func withoutLength(r *request) { r.bare = true }

var uploadChecks = []Check{
	{ID: "API-EXTRACT-01", later: inTurn(wantOKInAll(readCall), wantNoneFailing(readCall, takenElsewhere),
		wantNoneRefused(readCall, missed), wantNoneMissing(readCall, takenElsewhere)),
		Run: func(c *C) {
			c.needs(!c.extraction().own, "a PDF to be taken that names another insured than the session's", "%s", c.extraction().result)
			c.needs(!c.extraction().asked, "a PDF to be taken of another line of business than the intake's", "%s", c.extraction().result)
			c.wantOK(c.extraction().result, "for a valid PDF in the part file")
			if full := c.fullCreate(c.someName()); full.taken() {
				id, _ := full.object()["session_id"].(string)
				if c.extraction().begun {
					c.answer(id, greeting)
				}
				c.wantOK(c.extract(id, pdfsample.Sized(0)), "for the same PDF where the session has a state and lines of business")
			}
			id := c.extractable()
			x := c.call("POST", sessionPath(id, "extract"), upload("file", "PRIOR APPLICATION (2).PDF", "application/pdf", pdfsample.Packed()))
			c.wantOK(x, "for a valid PDF, whatever its file is called, and with its text in a compressed stream")
			x = c.further(id, upload("file", "prior-application.pdf", "application/pdf", pdfsample.Sized(0)))
			c.wantOK(x, "for a second PDF of the session")
			x = c.further(id, upload("file", "prior-application.pdf", "application/pdf", pdfsample.Sized(0)), quotedBoundary)
			c.wantOK(x, "for a PDF in a body whose boundary stands in quotes (RFC 2046 section 5.1.1)")
			c.wantForeignNames("a PDF", func(filename string) *exchange {
				return c.further(id, upload("file", filename, "application/pdf", pdfsample.Sized(0)))
			})
			x = c.further(id, upload("file", "prior-application.pdf", "application/pdf", pdfsample.Newer()))
			c.wantOK(x, "for a PDF of version 2.0 (ISO 32000-2)")
			c.maybe(func() {
				c.prepared(c.further(id, upload("file", "prior-application.pdf", "application/pdf", pdfsample.Sized(0)), noted(false)), "a PDF with another part behind it")
				x := c.further(id, upload("file", "prior-application.pdf", "application/pdf", pdfsample.Sized(0)), noted(true))
				c.wantOK(x, "for the same PDF with the other part before it")
			})
			x = c.further(id, upload("file", "prior-application.pdf", "application/pdf", pdfsample.Sized(0)), unlabelled)
			c.want(x.status < 500, "an answer to a PDF in a part without a Content-Type, which is optional (RFC 7578 section 4.4)", "%s", x)
			x = c.further(id, upload("file", "prior-application.pdf", "application/pdf", pdfsample.Sized(0)), bareNames)
			c.recommend(x.status == 200, "status 200 for a PDF in a part whose names stand without quotes, as few clients write them (RFC 2183 section 2)", "%s", x)
		}},
	{ID: "API-EXTRACT-02", each: ofEach(readCall, (*C).wantExtracted), Run: func(c *C) {
		o := c.prepared(c.extraction().result, "a valid PDF to be taken")
		c.wantExtracted(o)
		if count, ok := integer(o["extracted_count"]); ok && count > 0 {
			c.want(hasMoreThan(o, "extracted_count", "confidence", "notes"), "the extracted fields beside their count", "%s", excerpt([]byte(text(o))))
			c.recommend(holdsMoreThan(o, "extracted_count", "confidence", "notes"), "what was extracted in the extracted fields", "%s", excerpt([]byte(text(o))))
			c.recommend(count <= int64(sizeOf(o)), "an extracted_count of the extracted fields beside it", "%d, and the result has %d values in all", count, sizeOf(o))
		}
		id := c.newSession()
		before := c.detail(id)
		if empty := c.extract(id, pdfsample.Blank()); empty.status == 200 {
			c.wantExtracted(empty.object())
			c.maybe(func() { c.wantNoneCounted(before, empty) })
		}
		c.maybe(c.wantNoneOverCounted)
		c.maybe(c.wantCountedAlone)
		if again := c.extract(c.extraction().id, pdfsample.Sized(0)); again.status == 200 {
			c.wantExtracted(again.object())
		}
	}},
	{ID: "API-EXTRACT-03", Run: func(c *C) {
		control := c.extraction()
		c.prepared(control.result, "a valid PDF in the part file to be taken")
		x := c.call("POST", sessionPath(control.id, "extract"), upload("attachment_x", "a.pdf", "application/pdf", pdfsample.Sized(0)))
		c.want(x.status == 422 || x.status == 400, "422 (or 400) for an upload without the part file", "%s", x)
		x = c.call("POST", sessionPath(control.id, "extract"), upload("file2", "a.pdf", "application/pdf", pdfsample.Sized(0)))
		c.want(x.status == 422 || x.status == 400, "422 (or 400) for an upload whose part is named file2", "%s", x)
		words := []byte("Named Insured: " + pdfsample.Insured + "\nNumber of Employees: 14\n")
		plain := c.call("POST", sessionPath(control.id, "extract"), upload("file", "a.txt", "text/plain", words), aside)
		named := c.call("POST", sessionPath(control.id, "extract"), upload("file", "a.pdf", "application/pdf", words), aside)
		c.about(plain)
		c.recommend(!plain.ok() && !named.ok(), "a refusal of a text that is no PDF, which the part is by the table of section 4",
			"%s as text/plain, and as application/pdf %s", plain, named)
	}},
	{ID: "API-EXTRACT-04", Long: true, Run: func(c *C) {
		small := c.extract(c.sessionID(), pdfsample.Sized(0))
		c.needs(small.status < 500, "the small PDF to be answered", "%s", small)
		if c.between().ok() {
			c.wantReadWhole(small, c.between())
			return // who takes a larger one refuses none for its size
		}
		large := c.extractOf(c.sessionID(), surelyWithin)
		if small.ok() && (large.status == 400 || large.status == 500) { // a session may take one file; and once may be bad luck
			large = c.extractOf(c.newSession(), surelyWithin)
			c.want(large.status != 500, "a PDF of 20,000,000 bytes to be answered as the small one is", "%s, twice", large)
		}
		c.needs(large.status < 500, "the large PDF to be answered in time", "%s", large)
		if large.status/100 == 4 && large.status != 413 && large.status != small.status && timeWords.Match(large.body) && !sizeWords.Match(large.body) {
			c.unclear("an answer that is about the size or the content", "%s, and the small file had status %d", large, small.status)
		}
		c.wantReadWhole(small, large)
		c.want(large.status == 200 || large.status == small.status && large.status != 413, "no refusal of 20,000,000 bytes for their size",
			"%s, and the small file had status %d", large, small.status)
	}},
	{ID: "API-EXTRACT-05", Long: true, Run: func(c *C) {
		c.prepared(c.extraction().result, "a small PDF to be taken")
		c.maybe(c.wantTooLargeAnswered)
		c.wantRefused(c.tooLarge().x, "a PDF above 20 MiB")
		if refused := c.tooLarge(); refused.before.ok() && refused.after.ok() {
			was, is := refused.before.object()["field_values"], refused.after.object()["field_values"]
			c.want(equal(was, is) || c.alikeAtRest(was, is), "field_values to stay as they were after a PDF that was refused", "%s and then %s", text(was), text(is))
		}
		c.maybe(func() {
			label := "application/octet-stream" // where that is taken
			if !c.call("POST", sessionPath(c.newSession(), "extract"), upload("file", "prior-application.pdf", label, pdfsample.Sized(0))).ok() {
				label = "application/pdf"
			}
			x := c.call("POST", sessionPath(c.sessionID(), "extract"), uploadOf("file", "prior-application.pdf", label, surelyAbove), inChunks, aside)
			c.want(!x.ok(), "no success for a PDF above 20 MiB that comes in chunks, as "+label, "%s", x)
		})
	}},
	{ID: "API-EXTRACT-06", later: (*C).wantNothingInvented, Run: func(c *C) {
		c.maybe(c.wantReadAgain)
		file := c.readable()
		c.session = c.fullSession()
		later := c.newSession() // so that the session is not the one that was made last
		g := c.gain(file)
		c.recommend(g.count > 0 || g.ofFixture() < 3, "an extracted_count of the values that the file brought", "%d, and field_values gained %d", g.count, len(g.keys))
		if g.count == 0 {
			c.maybe(c.wantSomethingRead)
		}
		c.needs(g.count > 0, "values found in the PDF", "extracted_count is %d", g.count)
		if g.count <= 2 && len(g.keys) == 0 { // such as the insured's name and state, which have places of their own on the session
			c.unclear("more than two values found in the PDF", "the %d may be known already", g.count)
		}
		c.want(len(g.keys) > 0, "extracted values in field_values", "extracted_count is %d and field_values gained nothing; the result was %s",
			g.count, excerpt(g.result.body))
		c.wantAllMerged(g)
		c.maybe(func() { c.wantMerged() })
		c.wantNothingFound(later)
		c.wantUnescaped(g)
		c.maybe(func() { c.wantUnderItsLabel(g) })
		c.maybe(func() { c.wantNumbersRead(g) })
		c.maybe(func() { c.wantDaysRead(g) })
		c.maybe(func() { c.wantBracketsRead(g) })
		c.sideBySide(
			(*C).wantPackedRead, (*C).wantSecondPageRead, (*C).wantSecondRead, (*C).wantAnswersStay, (*C).wantFileKept, (*C).wantOwnFileOfTwo,
			(*C).wantReadOnceBegun, (*C).wantWesternKept, (*C).wantTextsRead, (*C).wantWaysRead, (*C).wantOwnDaysRead, (*C).wantOwnNumbersRead, (*C).wantNoesKept,
			(*C).wantKeptByBlank, (*C).wantOwnFile, (*C).wantFileApart, (*C).wantTokenMerged,
		)
		c.maybe(c.wantKeptWhileRead)
		c.wantWholeNumbers(g)
		c.wantNoTwoCut(g)
		c.maybe(c.wantSomethingRead)
	}},
	{ID: "API-EXTRACT-07", Run: func(c *C) {
		c.session = c.fullSession()
		g, turn := c.wantNotAsked()
		c.maybe(func() { c.wantNotAskedLater(g, turn) })
		c.maybe(c.wantOpenKept)
		c.maybe(c.wantRestAsked)
		c.maybe(func() { // what was about to be asked
			c.session = c.opens().id
			c.wantNotAsked()
		})
	}},
	{ID: "API-EXTRACT-08", Run: func(c *C) {
		pdf := pdfsample.Sized(0)
		c.hidden(func(id string, options ...option) *exchange { return c.extract(id, pdf, options...) })
	}},
	{ID: "API-DOCS-01", later: inTurn(wantOKInAll(documentsCall), wantNoneFailing(documentsCall, takenElsewhere),
		wantNoneRefused(documentsCall, missed), wantNoneMissing(documentsCall, always), (*C).wantFoundOnceOver),
		Run: func(c *C) {
			part := c.docsPart()
			x := c.document(c.sessionID(), part, pdfsample.Sized(0))
			c.want(x.status == 200, "status 200 for a document in the part "+part, "%s", x)
			c.wantLabelled(x, "for a document")
			if full := c.fullCreate(c.someName()); full.taken() {
				id, _ := full.object()["session_id"].(string)
				x = c.document(id, part, pdfsample.Sized(0))
				c.want(x.status == 200, "status 200 for a document where the session has a state and lines of business", "%s", x)
			}
			second := c.documentNamed(c.sessionID(), part, "prior-policy.pdf", pdfsample.Sized(150_000))
			c.recommend(!slices.Contains([]int{400, 409, 413, 422}, second.status), "status 200 for a second document of the session", "%s",
				second) // which the session may not be able to take
			c.want(second.status == 200, "status 200 for a second document of the session", "%s", second)
			c.wantForeignNames("a document", func(filename string) *exchange {
				return c.documentNamed(c.sessionID(), part, filename, pdfsample.Sized(0))
			})
			id := c.sessionID()
			c.wantUnbroken(func() *exchange {
				both := uploadBoth(part, [2]string{"loss-run.pdf", "prior-policy.pdf"}, [2][]byte{pdfsample.Sized(0), pdfsample.Packed()})
				return c.call("POST", sessionPath(id, "documents"), both)
			}, "two documents in one call")
			c.maybe(c.wantFormsBeside)
			c.maybe(c.wantAskedAsAttached)
		}},
	{ID: "API-DOCS-02", Run: func(c *C) {
		part := c.docsPart()
		pdf := pdfsample.Sized(0)
		c.hidden(func(id string, options ...option) *exchange { return c.document(id, part, pdf, options...) })
		c.maybe(c.wantNoneOfStrangers)
	}},
	{ID: "API-DOCS-03", Run: func(c *C) {
		s := c.sent()
		subs := c.arrived(s)
		c.needs(len(subs) > 0, "a submission at the platform", "none for session %s", s.id)
		c.docsPart()
		c.needs(len(s.documents) > 0, "a document to be attached", "none was taken")
		travelled := func(document []byte) bool {
			return slices.ContainsFunc(subs, func(sub submission) bool { return sub.holds(document) })
		}
		for _, document := range s.documents {
			converted := bytes.Equal(document, s.table) && subs[0].foreign(slices.Concat(s.documents, s.together, s.namesakes)) > 0
			c.recommend(travelled(document) || !converted, "a text that was attached among the files of the submission, byte for byte",
				"%d bytes, %s, are not there", len(document), digest(document))
			c.want(travelled(document), "each document that was attached among the files of the submission",
				"%d bytes, %s, are not there%s", len(document), digest(document), subs[0].altered(document))
		}
		c.want(s.elsewhere == nil || !subs[0].holds(s.elsewhere), "no document of another session among the files of the submission",
			"%d bytes, %s, are there", len(s.elsewhere), digest(s.elsewhere))
		if len(s.together) == 2 {
			c.recommend(travelled(s.together[0]) == travelled(s.together[1]),
				"both documents of a request that was taken among the files of the submission", "one of the two is not there")
		}
		c.maybe(func() { c.wantDocumentsOnce(s, subs[0]) })
		c.maybe(func() { c.wantNamesRead(subs) })
		c.maybe(c.wantTokenDocument)
		c.maybe(func() { c.resubmissions().wantDocumentLeft(c) })
		c.maybe(func() { c.resubmissions().wantDocumentOfSecond(c) })
		for _, document := range s.namesakes { // a server may take the second for a new version of the first
			c.recommend(travelled(document), "documents of one name each among the files of the submission", "%d bytes, %s, are not there", len(document), digest(document))
		}
	}},
}

// sizeOf is how many values there are in a value, whatever they are.
func sizeOf(v any) (n int) {
	switch v := v.(type) {
	case obj:
		for _, one := range v {
			n += 1 + sizeOf(one)
		}
	case []any:
		for _, one := range v {
			n += 1 + sizeOf(one)
		}
	}
	return n
}

// hasMoreThan says whether an object has a value beside some members.
func hasMoreThan(o obj, names ...string) bool {
	for name, v := range o {
		if v != nil && !slices.Contains(names, name) {
			return true
		}
	}
	return false
}

// holdsMoreThan is hasMoreThan of values that are not empty.
func holdsMoreThan(o obj, names ...string) bool {
	full := maps.Clone(o)
	maps.DeleteFunc(full, func(name string, v any) bool {
		if strings.Contains(strings.ToLower(name), "confidence") { // of the fields, in whatever form
			return true
		}
		list, isList := v.([]any)
		members, isObject := v.(obj)
		return v == "" || isList && len(list) == 0 || isObject && len(members) == 0
	})
	return hasMoreThan(full, names...)
}

// wantExtracted fails the check unless the result of an extraction has its members.
func (c *C) wantExtracted(o obj) {
	for _, name := range []string{"extracted_count", "confidence", "notes"} {
		_, there := o[name]
		c.want(there, "the member "+name, "%s", what(o, name))
	}
}

// extraction is a session with what the fixture brought when it was uploaded to it.
type extraction struct {
	id     string
	result *exchange
	begun  bool // a session can do this once its intake has begun, or where it was told more at its making
	own    bool // the file is refused, and taken by a session of the insured that it names
	asked  bool // the file is refused, and one is taken that has the intake's own questions: of another line of business nothing may be read
}

func (c *C) extraction() extraction {
	return shared(c, "upload of the fixture", func(c *C) extraction {
		id := c.newSession()
		plain := extraction{id: id, result: c.extract(id, pdfsample.Sized(0))}
		if plain.result.status == 400 { // the session cannot do this yet, says section 7
			id = c.begunSession()
			if x := c.extract(id, pdfsample.Sized(0)); x.ok() {
				return extraction{id: id, result: x, begun: true}
			}
		}
		if plain.result.status == 400 || plain.result.status == 422 {
			named := c.sessionOf(c.createBody(pdfsample.Insured))
			plain.own = c.extract(named, pdfsample.Sized(0)).ok()
			lines, _ := c.linesOfIntake()
			plain.asked = len(lines) > 0 && c.extract(c.fullSession(), pdfsample.Of(lines)).ok()
		}
		return plain
	})
}

// begunSession is a full session in which a turn was taken.
func (c *C) begunSession() string {
	id := c.fullSession()
	c.answer(id, greeting)
	return id
}

// extractable is a new session of the kind that takes a PDF.
func (c *C) extractable() string {
	if c.extraction().begun {
		return c.begunSession()
	}
	return c.newSession()
}

// between is the answer to a PDF that is within the bound where an MB is 2^20 bytes, and above it where it is 10^6.
func (c *C) between() *exchange {
	return shared(c, "upload above 20 MB", func(c *C) *exchange {
		return c.extractOf(c.sessionOf(c.createBody("Conformance large "+c.random(6))), 20_500_000, aside)
	})
}

// further uploads another PDF to a session, or to a new one where the server says that the session cannot do this (GAP-27).
func (c *C) further(id string, options ...option) *exchange {
	x := c.call("POST", sessionPath(id, "extract"), options...)
	if x.status == 400 {
		x = c.call("POST", sessionPath(c.extractable(), "extract"), options...)
	}
	return x
}

// docsParts are the names that the documents call may have for its file (GAP-15).
var docsParts = []string{"file", "files", "document", "documents", "files[]", "attachment", "attachments", "documents[]", "upload"}

// documentName is what a document is named where no other name matters.
const documentName = "loss-run.pdf"

func (c *C) document(id, part string, data []byte, options ...option) *exchange {
	return c.documentNamed(id, part, documentName, data, options...)
}

func (c *C) documentNamed(id, part, filename string, data []byte, options ...option) *exchange {
	kind := "application/pdf"
	if strings.HasSuffix(filename, ".csv") {
		kind = "text/csv"
	}
	return c.call("POST", sessionPath(id, "documents"), append([]option{upload(part, filename, kind, data)}, options...)...)
}

// wantFoundOnceOver attaches a document to a session whose intake is over: it may be too late, but the session is there.
func (c *C) wantFoundOnceOver() {
	c.maybe(func() {
		j := c.journey()
		c.needs(j.finished, "a finished intake", "it is not")
		c.wantFound(c.documentNamed(j.id, c.docsPart(), "addendum.pdf", pdfsample.Sized(0)), j.id) // a server may keep one document of a name
	})
}

// docsPart finds the part name of the documents call.
func (c *C) docsPart() string {
	if part := c.run.target.DocsPart; part != "" {
		return part
	}
	f := c.triedParts()
	if f.part == "" && unrouted(f.last) {
		if c.check.ID == "API-DOCS-01" {
			c.fail("status 200 for a document, under one of the part names "+strings.Join(docsParts, ", "), "%s", f.last)
		}
	}
	if f.denied != nil && c.check.ID == "API-DOCS-01" {
		c.about(f.denied)
		c.recommend(false, "a document to be taken under the part name that its refusal asks for", "%s", f.denied)
	}
	c.needs(f.part != "", "a part name that the documents call takes", "none of %s; the last was answered %s", strings.Join(docsParts, ", "), f.last)
	return f.part
}

// triedPart is a part name of the documents call, or none, and the reply that told most about it.
type triedPart struct {
	part   string
	last   *exchange
	denied *exchange // a refusal that misses the very part that was sent
}

// mostParts is how many part names are tried, those among them that a refusal asks for.
const mostParts = 16

// triedParts tries the part names: the first counts whose document is taken, else the first of those that are answered with success.
func (c *C) triedParts() triedPart {
	return shared(c, "docs part", func(c *C) triedPart {
		id, idle, none := c.newSession(), triedPart{}, triedPart{}
		parts := slices.Clone(docsParts)
		for n := 0; n < min(len(parts), mostParts); n++ {
			part := parts[n]
			x := c.document(id, part, pdfsample.Sized(0))
			switch {
			case x.ok() && !ignoresDocument(x):
				return triedPart{part: part, last: x}
			case x.ok() && idle.part == "":
				idle = triedPart{part: part, last: x}
			case none.last == nil || x.status == 400 || !unrouted(none.last) && none.last.status != 400:
				none.last = x // a refusal of the session (400) says more than one of the part
			}
			missed := partsMissed(x)
			if slices.Contains(missed, part) {
				none.denied = x
			}
			parts = append(parts, slices.DeleteFunc(missed, func(name string) bool { return slices.Contains(parts, name) })...)
		}
		if idle.part != "" {
			return idle
		}
		return none
	})
}

// partsMissed are the fields that a refusal of status 422 calls missing.
func partsMissed(x *exchange) (all []string) {
	for _, one := range objects(x.object()["detail"]) {
		loc, _ := one["loc"].([]any)
		if kind, _ := one["type"].(string); x.status == 422 && len(loc) > 0 && strings.Contains(kind, "missing") {
			name, _ := loc[len(loc)-1].(string)
			all = append(all, name)
		}
	}
	return slices.DeleteFunc(all, func(name string) bool { return name == "" })
}

// ignoresDocument says whether a reply to a document may say that there was none: a server may leave a part alone that it does not know.
func ignoresDocument(x *exchange) bool {
	return listsNothing(x.json) && !contains(x.json, func(text string) bool { return strings.Contains(text, documentName) })
}

// listsNothing says whether a value is an empty list, or has one.
func listsNothing(v any) bool {
	if o, is := v.(obj); is {
		return slices.ContainsFunc(slices.Collect(maps.Values(o)), listsNothing)
	}
	items, is := v.([]any)
	return is && len(items) == 0
}

// unrouted says whether an answer is not about the part name.
func unrouted(x *exchange) bool {
	return x.status >= 500 || slices.Contains([]int{401, 403, 404, 405}, x.status)
}

func isPDF(body []byte) bool {
	return bytes.Contains(body[:min(len(body), 1024)], []byte("%PDF-"))
}
