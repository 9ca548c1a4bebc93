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
