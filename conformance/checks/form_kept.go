package checks

import (
	"maps"
	"slices"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// wantFormsUntouched warns of forms that are gone after a turn or a file that told nothing: a download is 404 until the fill has produced the form (spec
// section 3). One whose values have changed may be withdrawn.
func (c *C) wantFormsUntouched() {
	id := c.fullSession()
	c.prepared(c.call("POST", sessionPath(id, "fill")), "fill on an open session")
	detail, forms := c.listedForms(id, as(c.run.home.Key))
	known := detail.object()["field_values"]
	keys := slices.Sorted(maps.Keys(forms))
	c.needs(len(keys) > 0 && forms[keys[0]].ok(), "a form that was filled", "none")
	kept := func(after string) {
		c.needs(equal(c.prepared(c.detail(id), "the session's detail")["field_values"], known), "a session that knows the same", "it has other values")
		x := c.get(formPath(id, keys[0]))
		c.recommend(x.status != 404, "a form that was filled to be downloaded after "+after+", too", "%s", x)
	}
	c.maybe(func() {
		c.prepared(c.answer(id, "What else do you need to know?"), "a question of the caller to be taken")
		kept("a turn that told nothing")
	})
	c.prepared(c.extract(id, pdfsample.Blank()), "a PDF without any value to be taken")
	kept("a file that told nothing")
}
