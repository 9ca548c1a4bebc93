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

// wantNothingMadeFree is the same of a free workspace, in which nobody else makes a session.
func (c *C) wantNothingMadeFree() {
	key := as(c.workspace(obj{"name": "Conformance free refused", "plan": "free"}).Key)
	before := idsOf(c.list("", key))
	for _, wrong := range []obj{{"insured_name": ""}, {"lobs": c.lobs()(21)}, {"state": 42}} {
		body := c.createBody("Conformance refused")
		maps.Copy(body, wrong)
		refused := c.post("/org/sessions", body, key)
		if refused.ok() {
			return
		}
		list := c.list("", key)
		more := slices.DeleteFunc(idsOf(list), func(id string) bool { return slices.Contains(before, id) })
		c.about(refused)
		c.about(list)
		c.want(len(more) == 0, "no session of a create that was refused in a free workspace", "%v", more)
	}
}
