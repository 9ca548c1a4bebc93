package checks

import (
	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
	"github.com/workspaceintake/intake-go/conformance/internal/pdftext"
)

// enoughPrinted is of how many values that a form prints where they were answered one is printed where they were read from a file, and
// leastPrinted how long such a value is.
const (
	enoughPrinted = 3
	leastPrinted  = 5
)

// wantReadPrinted fails the check when a form prints values that were answered, and of a session that has values of the same keys from a
// file none of them: a fill takes everything collected so far (spec section 4, endpoint 8).
func (c *C) wantReadPrinted() {
	j := c.journey()
	answered, _ := j.after.object()["field_values"].(obj)
	id := c.fullSession()
	c.prepared(c.extract(id, pdfsample.Sized(0)), "a valid PDF to be taken")
	c.prepared(c.call("POST", sessionPath(id, "fill")), "fill after a file was read")
	detail, forms := c.listedForms(id, as(c.run.home.Key))
	filed, _ := detail.object()["field_values"].(obj)
	for form, x := range forms {
		was := j.downloads[form]
		if was == nil || !was.ok() || !x.ok() {
			continue
		}
		first, second := pdftext.In(was.body), pdftext.In(x.body)
		could, does := 0, 0
		for _, key := range names(filed) {
			before, _ := answered[key].(string)
			now, _ := filed[key].(string)
			if len(before) < leastPrinted || len(now) < leastPrinted || !first.Shows(before) {
				continue
			}
			if could++; second.Shows(now) {
				does++
			}
		}
		c.about(x)
		c.want(could < enoughPrinted || does > 0, "values of a file in the forms, as those that were answered are", "none of %d in %s", could, form)
	}
}
