package checks

import "strings"

// wantStateShown warns of a reply whose state is null, of a session that has one at once.
func (c *C) wantStateShown(create *exchange) {
	sent := sentIn(create)
	state, there := create.object()["state"]
	id, _ := create.object()["session_id"].(string)
	c.needs(there && state == nil, "a state that is null in the reply", "%s", what(create.object(), "state"))
	detail := c.detail(id)
	c.recommend(detail.object()["state"] != nil || !there, "the state that was sent on the session",
		"null in the reply and in the detail, and %s was sent", text(sent["state"]))
	c.recommend(c.prepared(detail, "the session's detail")["state"] == nil, "the state of the session in the reply to its create, where that has one",
		"null, and %s in the detail", what(detail.object(), "state"))
}

// wantStateTaken fails the check when no form of a state is taken.
func (c *C) wantStateTaken(body obj) {
	var last *exchange
	for _, state := range append(c.stateValues(), everyState()...) {
		body["state"] = state
		if last = c.post("/org/sessions", body); last.taken() {
			c.maybe(func() { c.wantStateShown(last) })
			return
		}
	}
	c.fail("state as a string to be taken in some usual form", "%s", last)
}

// wantNamedStateKept warns where the name of a state is taken and lost, in reply and detail, and its abbreviation is kept.
func (c *C) wantNamedStateKept() {
	stateOf := func(sent string) (reply *exchange, state any) {
		reply = c.post("/org/sessions", c.bodyIn(sent))
		id, _ := c.prepared(reply, "a create with a state to be taken")["session_id"].(string)
		return reply, c.prepared(c.detail(id), "the session's detail")["state"]
	}
	_, kept := stateOf("GA")
	c.needs(kept != nil, "the abbreviation of a state to be kept", "null")
	x, state := stateOf("Georgia")
	c.about(x)
	c.recommend(state != nil || x.object()["state"] != nil, "a state that is taken to be kept, as GA is", "null in the detail, and Georgia was sent")
}

// bodyIn is a create request with a state.
func (c *C) bodyIn(state string) obj {
	body := c.createBody("Conformance in " + state + " " + c.random(6))
	body["state"] = state
	return body
}

// stateValues are forms in which servers may want a state (GAP-05).
func (c *C) stateValues() []any {
	all := []any{"CA", "California", "ca", "US-CA", "GA", "california", "06"}
	if s, ok := c.run.target.Create["state"]; ok && s != nil {
		all = append([]any{s}, all...)
	}
	return all
}

// wantNoStateOfBefore fails the check when a session that is made without a state has that of the one before it, whichever that is. What
// others make meanwhile may come between the two.
func (c *C) wantNoStateOfBefore() {
	const tries = 3
	var x *exchange
	for _, state := range []string{"WY", "VT"} { // which nobody else sends
		follows := false
		for n := 0; n < tries && !follows; n++ {
			body := c.createBody("Conformance " + c.check.ID)
			body["state"] = state
			c.prepared(c.post("/org/sessions", body), "a create with a state to be taken")
			delete(body, "state")
			x = c.post("/org/sessions", body)
			follows = c.prepared(x, "a create without a state to be taken")["state"] == state
		}
		if !follows {
			return
		}
	}
	c.about(x)
	c.fail("no state of a session that was sent none", "%s, as of the session that was made before it, and of another pair the other one's", what(x.object(), "state"))
}

// wantNoStateInvented warns of a session that has a state and was sent none.
func (c *C) wantNoStateInvented() {
	body := c.createBody("Conformance " + c.check.ID)
	delete(body, "state")
	x := c.post("/org/sessions", body)
	state, _ := c.prepared(x, "a create without a state to be taken")["state"].(string)
	c.about(x)
	c.recommend(strings.TrimSpace(state) == "", "no state of a session that was sent none", "%q", state)
}

// wantNoStateSwapped fails the check when a session has the state that the one before it was sent. No other check makes one
// between the two.
func (c *C) wantNoStateSwapped() {
	for range 3 {
		c.prepared(c.post("/org/sessions", c.bodyIn("WY")), "a create with a state to be taken")
		x := c.post("/org/sessions", c.bodyIn("VT"))
		c.want(c.prepared(x, "a create with a state to be taken")["state"] != "WY", "the state that was sent, VT",
			"%s, as of the session that was made before it", what(x.object(), "state"))
	}
}

// wantStatesApart warns of a session that has the state of an earlier one, and not the one that it was sent.
func (c *C) wantStatesApart() {
	told := map[string]any{}
	for _, state := range []string{"WY", "VT", "AK"} {
		x := c.post("/org/sessions", c.bodyIn(state))
		told[state] = c.prepared(x, "a create with a state to be taken")["state"]
		for _, other := range c.stateValues() {
			c.recommend(!equal(told[state], other) || equal(other, state), "the state that was sent",
				"%s, which other sessions were sent, and %s was", what(x.object(), "state"), state)
		}
	}
	c.recommend(told["WY"] == nil || !equal(told["WY"], told["VT"]) || !equal(told["VT"], told["AK"]), "the state that was sent",
		"%s for WY, VT and AK alike", text(told["WY"]))
}

// everyState are the states of the country by their usual abbreviations and by their names: a server may serve one alone.
func everyState() []any {
	var all []any
	for _, state := range strings.Split("AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CO Colorado,CT Connecticut,DC District of Columbia,DE Delaware,"+
		"FL Florida,HI Hawaii,IA Iowa,ID Idaho,IL Illinois,IN Indiana,KS Kansas,KY Kentucky,LA Louisiana,MA Massachusetts,MD Maryland,ME Maine,"+
		"MI Michigan,MN Minnesota,MO Missouri,MS Mississippi,MT Montana,NC North Carolina,ND North Dakota,NE Nebraska,NH New Hampshire,NJ New Jersey,"+
		"NM New Mexico,NV Nevada,NY New York,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,"+
		"TN Tennessee,TX Texas,UT Utah,VA Virginia,VT Vermont,WA Washington,WI Wisconsin,WV West Virginia,WY Wyoming,GA Georgia", ",") {
		code, name, _ := strings.Cut(state, " ")
		all = append(all, code, name)
	}
	return all
}
