package checks

import "net/http"

// wantRefusedUndone fails the check when a call that is refused for a rate is done all the same: who waits and repeats it, as the text has it,
// does it twice.
func (c *C) wantRefusedUndone() {
	in := &intake{id: c.fullSession()}
	turn, _ := c.setting(in)
	c.needs(turn != nil, "an answer that sets a value", "none of %d turns did", len(in.turns))
	ws := c.paid()
	key := as(ws.Key)
	told, read, beside := c.fullSession(key), c.fullSession(key), c.fullSession(key)
	last := len(in.turns) - 1
	for _, turn := range in.turns[:last] {
		c.answer(told, messageOf(turn), key)
	}
	c.maybe(func() {
		c.wantUndone(heavy[0], ws, beside, told, func() *exchange { return c.answer(told, messageOf(in.turns[last]), key, impatient) })
	})
	c.maybe(func() {
		c.wantUndone(heavy[1], ws, beside, read, func() *exchange { return heavy[1].call(c, read, key, impatient) })
	})
}

// wantUndone spends a rate of a single call with another session, and wants a session to be left as it is by one that is refused.
func (c *C) wantUndone(op heavyOperation, ws *Workspace, beside, id string, call func() *exchange) {
	const most = 3
	key := as(ws.Key)
	before, _ := c.prepared(c.detail(id, key), "the session's detail")["field_values"].(obj)
	c.hook("set-rate", obj{"org_id": ws.OrgID, "operation": op.name, "requests": 1, "window_seconds": burstWindow}, nil)
	for range most {
		if op.call(c, beside, key, impatient).status == http.StatusTooManyRequests {
			break
		}
	}
	refused := call()
	c.needs(refused.status == http.StatusTooManyRequests, "status 429 past a rate of one call of "+op.name, "%s", refused)
	detail := c.detail(id, key)
	after, _ := c.prepared(detail, "the session's detail")["field_values"].(obj)
	set := newKeys(before, after)
	c.about(refused)
	c.about(detail)
	c.want(len(set) == 0, "a call of "+op.name+" that is refused for its rate to leave nothing on the session", "it set %q", set)
}
