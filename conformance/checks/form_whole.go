package checks

import "bytes"

// wantWholePDF fails the check unless the answer to a download is a PDF from its beginning to its end.
func (c *C) wantWholePDF(x *exchange) {
	c.wantOf(x, x.status == 200, "status 200 for a form that was produced", "%s", x)
	c.wantOf(x, mediaType(x) == "application/pdf", "media type application/pdf", "Content-Type %s", x.header.Get("Content-Type"))
	c.wantOf(x, isPDF(x.body), "a body that begins as a PDF does", "%s", excerpt(x.body[:min(len(x.body), 40)]))
	c.wantOf(x, bytes.Contains(x.body, []byte("%%EOF")), "a body that ends as a PDF does", "%d bytes without %%%%EOF", len(x.body))
	c.wantOf(x, !bytes.Contains(x.body, []byte("\xef\xbf\xbd\xef\xbf\xbd")), "the bytes of a PDF", "bytes that were read as a text of UTF-8")
	c.wantPlaced(x)
}

// wantWholeOnceGrown fails the check unless the forms of a session are whole that were rendered while all was open, and anew once most of it
// was answered. A server may render no form so early.
func (c *C) wantWholeOnceGrown() {
	id, key := c.fullSession(), as(c.run.home.Key)
	c.prepared(c.call("POST", sessionPath(id, "fill")), "a fill while all is open")
	c.prepared(c.answer(id, c.journey().answeredBy(newAnswerer(false), nil)), "answers to be taken")
	c.prepared(c.call("POST", sessionPath(id, "fill")), "a fill after some answers")
	_, forms := c.listedForms(id, key)
	for _, x := range forms {
		if x.ok() {
			c.wantWholePDF(x)
		}
	}
}
