package checks

import (
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// wantAnswersStay fails the check when all values that were answered, and that the fixture does not bring as well, are gone once it was
// read.
func (c *C) wantAnswersStay() {
	fresh := c.extraction()
	c.prepared(fresh.result, "a valid PDF to be taken")
	brought, id := c.valuesOf(fresh.id), c.fullSession()
	x := c.answer(id, c.journey().answeredBy(newAnswerer(false), nil))
	set, _ := c.prepared(x, "answers to be taken")["set_fields"].(obj)
	before := c.valuesOf(id)
	answered := slices.DeleteFunc(names(ungrouped(set)), func(key string) bool { return before[key] == nil || brought[key] != nil })
	upload := c.extract(id, pdfsample.Sized(0))
	c.prepared(upload, "a valid PDF to be taken")
	c.wantSomeThere(upload, answered, c.valuesOf(id), "what was answered to stay when a file is read")
}

// wantFileKept fails the check when all that a file brought is gone with the next answer, which is about something else.
func (c *C) wantFileKept() {
	id := c.fullSession()
	made := c.valuesOf(id)
	upload := c.extract(id, pdfsample.Sized(0))
	c.prepared(upload, "a valid PDF to be taken")
	read := c.valuesOf(id)
	brought := slices.DeleteFunc(newKeys(made, read), func(key string) bool { return made[key] != nil })
	open := slices.DeleteFunc(c.journey().asked(), func(q ask) bool { return read[q.key] != nil })
	c.needs(len(open) > 0, "a question that the file leaves open", "none")
	x := c.answer(id, clip(open[0].label+": "+newAnswerer(false).value(open[0], 0)))
	c.prepared(x, "an answer to be taken")
	c.wantSomeThere(x, brought, c.valuesOf(id), "what a file brought to stay when something else is answered")
}

// wantOwnFileOfTwo reads the twin of a file that another workspace has just sent: it brings nothing that stands in that one alone.
func (c *C) wantOwnFileOfTwo() {
	const times = 2 // others send files meanwhile
	other, begun := c.other(), c.extraction().begun
	for range times {
		theirs := c.newSession(as(other.Key))
		if begun {
			c.answer(theirs, greeting, as(other.Key))
		}
		mine := c.unheardOf(begun)
		c.prepared(c.extract(theirs, pdfsample.Sized(0), as(other.Key)), "a valid PDF to be taken")
		x := c.extract(mine, pdfsample.Twin())
		c.prepared(x, "a valid PDF to be taken")
		c.wantNothingOfFixture(mine, x)
	}
}

// wantKeptByBlank fails the check when all that a file brought is gone with another one, in which nothing is found.
func (c *C) wantKeptByBlank() {
	id := c.fullSession()
	made := c.valuesOf(id)
	c.prepared(c.extract(id, pdfsample.Sized(0)), "a valid PDF to be taken")
	brought := slices.DeleteFunc(newKeys(made, c.valuesOf(id)), func(key string) bool { return made[key] != nil })
	blank := c.extract(id, pdfsample.Blank())
	c.wantSomeThere(blank, brought, c.valuesOf(id), "what a file brought to stay when nothing is found in another one")
}

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

// wantSomeThere fails the check when not one of some keys has a value any more.
func (c *C) wantSomeThere(x *exchange, keys []string, values obj, wanted string) {
	there := slices.ContainsFunc(keys, func(key string) bool { return values[key] != nil })
	c.about(x)
	c.want(!x.ok() || len(keys) < 2 || there, wanted, "%d values are gone: %s", len(keys), strings.Join(keys, ", "))
}

// valuesOf are the values that a session has, those of groups too.
func (c *C) valuesOf(id string) obj {
	stored, _ := c.prepared(c.detail(id), "the session's detail")["field_values"].(obj)
	return ungrouped(stored)
}
