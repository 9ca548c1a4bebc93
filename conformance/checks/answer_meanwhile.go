package checks

import (
	"slices"
	"sync/atomic"
	"time"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// wantKeptMeanwhile wants an answer that is given while a file is read, or while forms are filled, to stay on the session, where the turn tells of it.
func (c *C) wantKeptMeanwhile(work func(c *C, id string) *exchange, wanted string) {
	const often = 2
	brought := c.valuesOf(c.extraction().id)
	asks := slices.DeleteFunc(c.journey().asked(), func(q ask) bool { return brought[q.key] != nil || len(q.options) > 0 })
	c.needs(len(asks) > 0, "a question that the file leaves open", "none")
	q, lost, halfway := asks[0], 0, patience
	for range often { // a machine may be busy at one of them
		id, began := c.fullSession(), time.Now()
		work(c, id)
		halfway = min(halfway, time.Since(began)/2)
	}
	for range often {
		id := c.fullSession()
		var done, turn *exchange
		var second atomic.Bool
		c.atOnce(2, func(c *C) *exchange {
			if !second.Swap(true) {
				done = work(c, id)
				return done
			}
			c.run.keeper.pause(c.ctx, halfway)
			turn = c.answer(id, clip(q.label+": "+newAnswerer(false).value(q, 0)))
			return turn
		})
		c.needs(done != nil && turn != nil && done.ok() && turn.ok(), "two calls at one time to be taken", "%s, and %s", done, turn)
		set, _ := turn.object()["set_fields"].(obj)
		c.needs(says(set[q.key]), "an answer to be taken", "%s", what(set, q.key))
		if values := c.valuesOf(id); !says(values[q.key]) {
			lost++
			c.about(turn)
			c.about(done)
		}
	}
	if lost == often { // where it stays when it is given afterwards
		id := c.fullSession()
		work(c, id)
		c.prepared(c.answer(id, clip(q.label+": "+newAnswerer(false).value(q, 0))), "an answer to be taken")
		c.needs(says(c.valuesOf(id)[q.key]), "an answer to stay that is given later", "it does not")
	}
	c.want(lost < often, wanted, "%s is set by the turn, and not on the session, in each of %d", q.key, often)
}

func (c *C) wantKeptWhileRead() {
	c.wantKeptMeanwhile(func(c *C, id string) *exchange { return c.extract(id, pdfsample.Sized(0)) }, "an answer to stay that is given while a file is read")
}

func (c *C) wantKeptWhileFilled() {
	c.wantKeptMeanwhile(func(c *C, id string) *exchange { return c.call("POST", sessionPath(id, "fill")) }, "an answer to stay that is given while forms are filled")
}
