package checks

import (
	"slices"
	"strings"

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

// wantSomeThere fails the check when not one of some keys has a value any more.
func (c *C) wantSomeThere(x *exchange, keys []string, values obj, wanted string) {
	there := slices.ContainsFunc(keys, func(key string) bool { return values[key] != nil })
	c.about(x)
	c.want(!x.ok() || len(keys) < 2 || there, wanted, "%d values are gone: %s", len(keys), strings.Join(keys, ", "))
}

// valuesOf are the values that a session has, those of groups too.
func (c *C) valuesOf(id string, options ...option) obj {
	stored, _ := c.prepared(c.detail(id, options...), "the session's detail")["field_values"].(obj)
	return ungrouped(stored)
}
