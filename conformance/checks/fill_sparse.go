package checks

import (
	"bytes"
	"maps"
	"slices"

	"github.com/workspaceintake/intake-go/conformance/internal/pdftext"
)

// sparse is a session whose forms were filled before anything was answered, where the server does that. Forms with
// hardly a value show what a finished application does not: warnings, a note, the suspicion of being sparse.
func (c *C) sparse() *journey {
	j := shared(c, "sparse", func(c *C) *journey {
		create := c.fullCreate("Osprey Landscaping Inc")
		id, _ := c.prepared(create, "a session")["session_id"].(string)
		return c.rendered(&intake{id: id, create: create}, c.detail(id))
	})
	c.prepared(j.fill, "fill on an open session")
	c.prepared(j.after, "the session's detail after fill")
	return j
}

// wantFormsListed wants filled_forms to be the forms that can be had, neither more nor less.
func (c *C) wantFormsListed(detail *exchange, get func(key string) *exchange, keys []string) {
	listed := map[string]bool{}
	for _, form := range objects(c.prepared(detail, "the session's detail")["filled_forms"]) {
		if key, ok := form["form_key"].(string); ok {
			listed[key] = true
			x := get(key)
			if c.about(detail); x != nil {
				c.about(x)
			}
			c.want(x != nil && x.ok(), "each key of filled_forms to be downloaded", "%s: %s", key, status(x))
		}
	}
	for _, key := range keys {
		if x := get(key); !listed[key] && x != nil {
			c.about(detail)
			c.want(!x.ok(), "each form that can be downloaded in filled_forms", "%q is not", key)
		}
	}
}

// wantFormsAtAllTimes looks at filled_forms before fill, after a fill of hardly anything, after an answer that
// followed it, and after a submission.
func (c *C) wantFormsAtAllTimes() {
	o := c.prepared(c.fullCreate(c.someName()), "a session")
	id, _ := o["session_id"].(string)
	c.wantFormsListed(c.detail(id), func(key string) *exchange { return c.get(formPath(id, key)) }, strs(o["form_keys"]))
	c.maybe(func() {
		j := c.sparse()
		c.wantFormsListed(j.after, func(key string) *exchange { return j.downloads[key] }, j.keys())
	})
	c.maybe(func() { // a form may be void once an answer changes what it says
		r := c.resubmissions()
		c.needs(r.between != nil, "a session that was answered after its fill", "none")
		c.wantFormsListed(r.between, func(key string) *exchange { return r.listed[key] }, strs(r.between.object()["form_keys"]))
	})
	c.maybe(func() {
		s := c.sent()
		c.needs(s.submit.ok(), "a submission that is taken", "%s", s.submit)
		c.wantFormsListed(c.detail(s.id, as(s.ws.Key)), func(key string) *exchange { return c.get(formPath(s.id, key), as(s.ws.Key)) }, s.keys())
	})
}

// writtenOf are the counts of fields_written in a reply of fill.
func writtenOf(fill obj) map[string]int64 {
	counts := map[string]int64{}
	for _, form := range objects(fill["forms"]) {
		key, _ := form["form_key"].(string)
		if n, ok := integer(form["fields_written"]); ok {
			counts[key] = n
		}
	}
	return counts
}

// wantFormsStill wants the forms that a session lists at the end of the run to be downloaded then, also where the hook moved
// the clock by months. A session that is gone by then lists none.
func (c *C) wantFormsStill() {
	j := c.filled()
	after := c.detail(j.id)
	for _, form := range objects(after.object()["filled_forms"]) {
		key, _ := form["form_key"].(string)
		x := c.get(formPath(j.id, key))
		c.want(x.status != 404, "each key of filled_forms to be downloaded at the end of the run, too", "%s: %s", key, status(x))
	}
}

// wantPlaced wants the objects of a form where readers look for them.
func (c *C) wantPlaced(x *exchange) {
	why := pdftext.Misplaced(x.body)
	c.wantOf(x, why == "", "a PDF whose objects stand where its cross references say, each of them whole", "%s", why)
}

// wantFormsAgain wants the forms that were downloaded before to be the same kind of file at the end of the run, and those of the
// whole run to be files that readers open.
func (c *C) wantFormsAgain() {
	for _, x := range c.run.traffic() {
		if x.status == 200 && isPDF(x.body) {
			c.wantPlaced(x)
		}
	}
	j := c.filled()
	for _, key := range j.keys() {
		if j.downloads[key].status != 200 {
			continue
		}
		if again := c.get(formPath(j.id, key)); again.status == 200 {
			c.want(isPDF(again.body), "a body that begins as a PDF does at a second download, too", "%s: %d bytes", key, len(again.body))
		}
	}
}

// wantOwnBytes wants the forms of a session to differ from each other where they have other numbers of fields.
func (c *C) wantOwnBytes(j *journey) {
	written := writtenOf(j.fill.object())
	keys := slices.Sorted(maps.Keys(written))
	for i, one := range keys {
		for _, two := range keys[i+1:] {
			if a, b := j.downloads[one], j.downloads[two]; written[one] != written[two] && a != nil && b != nil && a.ok() && b.ok() {
				c.wantOf(b, !bytes.Equal(a.body, b.body), "another PDF for another form", "the same bytes as %s", one)
			}
		}
	}
}

// wantOtherBytes wants the form of one session or time to differ from that of another, when more fields were written. Fewer may be those that
// came since.
func (c *C) wantOtherBytes(before, after obj, get func(key string) (was, is *exchange)) {
	earlier := writtenOf(before)
	for key, n := range writtenOf(after) {
		was, is := get(key)
		if m, known := earlier[key]; known && n > m && was != nil && is != nil && was.ok() && is.ok() {
			if bytes.Equal(was.body, is.body) {
				c.traffic = append(c.traffic, was, is)
				c.aboutNone(takesBoth)
				c.fail("another PDF where another number of fields was written",
					"%s with %d fields: the same bytes as %s with %d, of which one may be counted and not drawn", is.req.path, n, was.req.path, m)
			}
		}
	}
}
