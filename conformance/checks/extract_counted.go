package checks

import "github.com/workspaceintake/intake-go/conformance/internal/pdfsample"

// wantCountedAlone warns of an extracted_count that counts what the file before brought, too, where its fields are those of the file alone.
func (c *C) wantCountedAlone() {
	first, then := pdfsample.Pages(true, pdfsample.Half(0)), pdfsample.Pages(true, pdfsample.Half(1))
	fresh, keys := c.broughtBy(then)
	alone := countedFields{fields: uploadGain{result: fresh, keys: keys}.fields()}
	alone.count, _ = integer(fresh.object()["extracted_count"])
	before, _ := c.broughtBy(first)
	counted, _ := integer(before.object()["extracted_count"])
	second := c.extract(sessionIn(before.req), then)
	c.prepared(second, "a second PDF to be taken")
	now, _ := integer(second.object()["extracted_count"])
	given := uploadGain{result: second, keys: keys}.fields()
	c.needs(counted > 0 && !alone.few() && len(given) == len(alone.fields), "two files that bring values", "%d and %d", counted, alone.count)
	c.about(before)
	c.about(second)
	c.recommend(now != counted+alone.count, "an extracted_count of the file", "%d, of which %d were those of the file before; alone it has %d", now, counted, alone.count)
}

// wantCompleteOnceRead warns of a session that stays with the status that it had before its fill, as a file was read to it, where one to which
// none was is complete.
func (c *C) wantCompleteOnceRead() {
	j := c.filled()
	c.needs(j.after.object()["status"] == "complete", "a session that is complete", "%s", what(j.after.object(), "status"))
	id := c.extractable()
	c.prepared(c.extract(id, pdfsample.Sized(0)), "a valid PDF to be taken")
	c.needs(c.drive(id, newAnswerer(false)).finished, "an intake that is finished", "it is not")
	before := c.prepared(c.detail(id), "the session's detail")["status"]
	c.prepared(c.call("POST", sessionPath(id, "fill")), "fill")
	after := c.detail(id)
	if after.object()["status"] == before { // it may come some moments after the fill
		c.wait(3 * moment)
		after = c.detail(id)
	}
	now := c.prepared(after, "the session's detail")["status"]
	c.about(after)
	c.recommend(now == "complete" || now != before, "complete for a session to which a file was read, as for others", "%s, as before its fill", text(now))
}
