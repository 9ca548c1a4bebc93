package checks

import "strings"

// hasState says whether a session tells of a state.
func hasState(o obj) bool {
	state, _ := o["state"].(string)
	return strings.TrimSpace(state) != ""
}

// wantStateToldOn warns of a session whose create tells its state, and whose detail right after that tells that it has none, or leaves it
// out where that of another session has it.
func (c *C) wantStateToldOn() {
	full := c.fullCreate(c.someName())
	id, _ := c.prepared(full, "a session")["session_id"].(string)
	x := c.detail(id)
	c.needs(hasState(full.object()), "a session whose create tells its state", "%s", full)
	state, shown := x.object()["state"]
	c.about(x)
	c.recommend(!shown || state != nil, "the state of a session in its detail, as in the reply of its create", "null, and it was %s", what(full.object(), "state"))
	c.needs(hasState(x.object()), "a session whose detail tells its state", "%s", x)
	c.maybe(func() {
		c.prepared(c.answer(id, "We have 12 employees."), "an answer to be taken")
		told := c.detail(id)
		state, shown := c.prepared(told, "the session's detail")["state"]
		c.about(told)
		c.recommend(!shown || state != nil, "the state of a session in its detail once it was answered, too", "null, and %s before", what(x.object(), "state"))
	})
	for _, state := range []string{"GA", "Georgia"} {
		body := c.createBody("Conformance " + c.check.ID)
		delete(body, "lobs")
		body["state"] = state
		made := c.post("/org/sessions", body)
		if !made.ok() || !hasState(made.object()) {
			continue
		}
		id, _ := made.object()["session_id"].(string)
		x := c.detail(id)
		c.prepared(x, "the session's detail")
		c.about(made)
		c.about(x)
		c.recommend(hasState(x.object()), "the state of a session in its detail, as in the reply of its create", "%s, and it was %s",
			what(x.object(), "state"), what(made.object(), "state"))
	}
}
