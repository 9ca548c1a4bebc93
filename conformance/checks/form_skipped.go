package checks

import (
	"maps"
	"slices"
	"strings"
)

// wantNoNumberOfSkipped warns of a form that shows a zero behind the label of a question that was skipped, where it shows no number before that.
func (c *C) wantNoNumberOfSkipped() {
	q := c.amounts()[0]
	id := c.begunSession()
	before := c.render(id)
	sets, _ := c.prepared(c.answer(id, c.skipOf(q)), "a request to skip a question to be taken")["set_fields"].(obj)
	c.needs(!says(sets[q.key]) && !says(c.valuesOf(id)[q.key]), "a request to skip a question", "%s is set", q.key)
	after := c.render(id)
	for _, key := range slices.Sorted(maps.Keys(after.bodies)) {
		was, is := before.bodies[key], after.bodies[key]
		if was == nil || !was.ok() || !is.ok() || is.legible().Hides() {
			continue
		}
		shown := digitsBehind(is, q.label)
		c.about(is)
		c.recommend(shown == "" || strings.Trim(shown, "0") != "" || digitsBehind(was, q.label) != "",
			"nothing behind the label of a question that was skipped", "%s of %s in %s", shown, q.key, key)
	}
}
