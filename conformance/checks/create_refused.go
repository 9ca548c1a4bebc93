package checks

import (
	"maps"
	"slices"
)

// wantNothingMade fails the check when a create that is refused makes a session all the same, which is then in the list under its name.
func (c *C) wantNothingMade() {
	key := as(c.own().Key)
	for _, wrong := range []obj{{"lobs": c.lobs()(21)}, {"state": 42}} {
		name := "Conformance refused " + c.random(10)
		body := c.createBody(name)
		maps.Copy(body, wrong)
		refused := c.post("/org/sessions", body, key)
		if refused.status/100 != 4 {
			continue
		}
		list := c.list("", key)
		made := slices.ContainsFunc(objects(list.object()["sessions"]), func(one obj) bool { return one["insured_name"] == name })
		c.about(refused)
		c.about(list)
		c.want(!made, "no session of a create that was refused", "one of its name is in the list")
	}
}
