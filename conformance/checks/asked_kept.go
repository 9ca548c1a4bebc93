package checks

import (
	"fmt"
	"net/http"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// wantAskedAsBefore warns of an open session of which fewer questions are pending each time that its flags were read, and none fewer when it
// was read otherwise.
func (c *C) wantAskedAsBefore() {
	c.wantPendingKept("flags were read", func(id string, _ int) bool { return c.get(sessionPath(id, "risk-summary")).ok() })
}

// wantAskedAsAttached is the same of a document that was attached, and from which no value came.
func (c *C) wantAskedAsAttached() {
	part := c.docsPart()
	c.wantPendingKept("a document was attached", func(id string, n int) bool {
		return c.documentNamed(id, part, fmt.Sprintf("loss-run-%d.pdf", n), pdfsample.Blank()).ok()
	})
}

// wantAskedAsRefused is the same of an empty message, which is refused.
func (c *C) wantAskedAsRefused() {
	c.wantPendingKept("a message was refused", func(id string, _ int) bool { return c.answer(id, "").status == http.StatusUnprocessableEntity })
}

// wantPendingKept makes a call that tells an open session nothing, again and again, and once more in another session where many questions are
// pending no more at once: one may be what the call settles.
func (c *C) wantPendingKept(situation string, call func(id string, n int) bool) {
	const many = 4
	pending := c.pendingAfter(call)
	c.recommend(len(pending) <= 2, "as many questions pending after "+situation+" as before", "fewer each time, %d at last", pending[len(pending)-1])
	if len(pending) < 2 || pending[0]-pending[1] < many {
		return
	}
	again := c.pendingAfter(call)
	c.recommend(len(again) < 2 || again[0]-again[1] < many, "as many questions pending after "+situation+" as before", "%d, and %d before, and in another session %d and %d",
		again[1], again[0], pending[1], pending[0])
}

// pendingAfter is how many questions of a session are pending before a call that tells it nothing, and then after each of two, as long as
// each takes some away.
func (c *C) pendingAfter(call func(id string, n int) bool) (all []int64) {
	id := c.begunSession()
	read := func() (pending int64, values obj) {
		detail := c.prepared(c.detail(id), "the session's detail")
		pending, counted := integer(detail["pending_count"])
		c.needs(counted, "a pending_count of the session", "none")
		values, _ = detail["field_values"].(obj)
		return pending, values
	}
	const times = 2
	last, values := read()
	all = []int64{last}
	for n := range times {
		c.prepared(c.get("/org/me"), "the workspace")
		still, _ := read()
		c.needs(still == last, "as many questions when nothing is told", "%d, and %d before", still, last)
		c.needs(call(id, n), "a call on an open session to be answered", "it is not")
		now, after := read()
		if now >= last || len(newKeys(values, after)) > 0 {
			return all
		}
		last, all = now, append(all, now)
		if now == 0 {
			return all
		}
	}
	return all
}
