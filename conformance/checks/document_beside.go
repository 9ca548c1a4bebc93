package checks

import (
	"net/http"
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// wantFormsBeside warns of forms that are gone once a document is attached: it travels with the submission, and is nothing that the forms
// are filled from.
func (c *C) wantFormsBeside() {
	part, id := c.docsPart(), c.fullSession()
	c.prepared(c.answer(id, greeting), "an answer to be taken")
	c.prepared(c.call(http.MethodPost, sessionPath(id, "fill")), "fill")
	_, before := c.listedForms(id, as(c.run.home.Key))
	document := c.document(id, part, pdfsample.Sized(0))
	c.prepared(document, "a document to be taken")
	for name, form := range before {
		if form.ok() {
			after := c.get(formPath(id, name))
			c.about(document)
			c.recommend(after.status != http.StatusNotFound, "a filled form that stays when a document is attached", "%s: %s", name, after)
		}
	}
}

// wantNoneOfStrangers fails the check when a document that the key of another workspace was refused for is sent with the session's.
func (c *C) wantNoneOfStrangers() {
	s := c.sent()
	c.needs(s.strangers != nil && s.ws.Key != c.run.home.Key, "a document that was refused to another workspace", "none")
	for _, sub := range c.arrived(s) {
		c.want(!sub.holds(s.strangers), "no document of another workspace among the files of the submission",
			"%d bytes, %s, which were refused, are there", len(s.strangers), digest(s.strangers))
	}
}

// wantDocumentLeft fails the check when the document of a session that was submitted goes out with sessions that are submitted after it, too.
func (r *resubmissions) wantDocumentLeft(c *C) {
	first := func(sub submission) bool { return sub.SessionID == r.id }
	c.needs(r.document != nil && slices.ContainsFunc(r.arrived, func(sub submission) bool { return first(sub) && sub.holds(r.document) }),
		"a document that went out with its session", "none")
	c.aboutHook("list-submissions", obj{"org_id": r.ws.OrgID})
	for _, sub := range r.arrived {
		c.want(first(sub) || !sub.holds(r.document), "no document of a session that was submitted before among the files of a submission",
			"%d bytes, %s, are there", len(r.document), digest(r.document))
	}
}

// wantDocumentOfSecond fails the check when the document of the session that was submitted after another one is not sent with it, as that of the
// first is.
func (r *resubmissions) wantDocumentOfSecond(c *C) {
	of := func(id string, document []byte) bool {
		return slices.ContainsFunc(r.arrived, func(sub submission) bool { return sub.SessionID == id && sub.holds(document) })
	}
	arrived := slices.ContainsFunc(r.arrived, func(sub submission) bool { return sub.SessionID == r.second })
	c.needs(r.further != nil && r.document != nil && arrived && of(r.id, r.document), "a document that went out with the session that was submitted first", "none")
	c.aboutHook("list-submissions", obj{"org_id": r.ws.OrgID})
	c.want(of(r.second, r.further), "the document of each session among the files of its submission",
		"%d bytes, %s, of the one that was submitted second are not there", len(r.further), digest(r.further))
}

// wantDocumentsOnce fails the check when a file of a submission is there twice under one name, and warns of a document that is there twice under
// several: each was attached once.
func (c *C) wantDocumentsOnce(s *sentSession, sub submission) {
	c.needs(!c.sentTwice, "documents of which each was attached once", "a request was made again whose answer was lost")
	c.aboutHook("list-submissions", obj{"org_id": s.ws.OrgID})
	c.wantFilesOnce(sub)
	for _, document := range s.documents {
		sum, count := digest(document), 0
		for _, f := range sub.Files {
			if strings.EqualFold(f.SHA256, sum) {
				count++
			}
		}
		c.recommend(count < 2, "each document that was attached once among the files of the submission", "%d bytes, %s, are there %d times", len(document), sum, count)
	}
}

// wantNamesRead warns of a file whose name is another one at the platform: each byte of its letters is read as a letter, or some are
// question marks. A name in other letters is one that a platform takes.
func (c *C) wantNamesRead(subs []submission) {
	marked := narrowed(tableName, 0x7f, "?")
	for _, sub := range subs {
		for _, f := range sub.Files {
			c.recommend(f.Name != asLatin1(tableName) && f.Name != marked, "the name of a document as it was sent, in UTF-8 (RFC 7578 section 5.1)",
				"%q for %s", f.Name, tableName)
		}
	}
}
