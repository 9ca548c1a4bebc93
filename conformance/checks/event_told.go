package checks

import "github.com/workspaceintake/intake-go/conformance/internal/pdfsample"

// circumstance is something about a session that does not keep its completion from being told.
type circumstance struct {
	what string // of an intake
	make func(c *C, key option) (id string)
}

var circumstances = []circumstance{
	{"with a state and all questions answered", func(c *C, key option) string { return c.fullSession(key) }},
	{"without a state", func(c *C, key option) string { return c.newSession(key) }},
	{"in which a question was skipped", func(c *C, key option) string {
		id := c.fullSession(key)
		c.answer(id, "What do you need to know?", key)
		c.answer(id, skipRequest, key)
		return id
	}},
	{"into which a file was read", func(c *C, key option) string {
		id := c.fullSession(key)
		c.extract(id, pdfsample.Sized(0), key)
		return id
	}},
	{"to which a document was attached", func(c *C, key option) string {
		id := c.fullSession(key)
		c.attach(id, "loss-run.pdf", pdfsample.Sized(7000), key)
		return id
	}},
}

// untold says which circumstance, alone, has a completion not be told; or "" where each of them is told, or none can be seen.
func (c *C) untold() (what string) {
	c.maybe(func() {
		ws := c.own()
		key, b := as(ws.Key), c.subscribe(ws, nil, completedEvent)
		for _, one := range circumstances {
			id := one.make(c, key)
			open := c.detail(id, key)
			if j := c.rendered(c.drive(id, newAnswerer(false), key), open, key); !j.completes() {
				continue
			}
			if _, came := c.awaits(b, arrivalTime, toldOf(completedEvent, id)); !came {
				what = one.what
				return
			}
		}
	})
	return what
}

// wantToldInAllCircumstances fails the check unless the forms of an intake without a state, in which a question was skipped, into which a file was read and
// to which a document was attached, are rendered and told of.
func (c *C) wantToldInAllCircumstances() {
	fill := c.left().journey.fill
	c.about(fill)
	c.want(fill.status < 500, "the forms of an intake without a state to be rendered and told of while endpoints listen", "again and again %s", fill)
	s := c.submitted()
	box := s.lost[completedEvent]
	c.needs(s.journey.completes(), "an intake with a skipped question that is finished and filled", "it is not")
	if _, came := c.awaits(box, arrivalTime, endedAttempts(1)); came {
		return
	}
	what := c.untold()
	c.aboutEvent()
	c.want(what == "", "fill_session.completed after an intake "+what+", and fill", "none within %v", arrivalTime)
	c.want(false, "fill_session.completed after an intake without a state, in which a question was skipped, into which a file was read and to which a document was attached, and fill",
		"none within %v, and it comes where there is one of these alone", arrivalTime)
}
