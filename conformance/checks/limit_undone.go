package checks

import "net/http"

// wantRefusedUndone warns where a call that is refused for a rate is done all the same: who waits and repeats it, as the text has it, does it
// twice.
func (c *C) wantRefusedUndone() {
	turns := c.turnsUntilSet()
	ws := c.paid()
	key := as(ws.Key)
	told, read, beside := c.fullSession(key), c.fullSession(key), c.fullSession(key)
	last := c.tellAllBut(told, turns, key)
	c.maybe(func() {
		c.passes(heavy[0], ws, beside)
		c.wantUndone(heavy[0], told, func() *exchange { return c.answer(told, last, key, impatient) }, key)
	})
	c.maybe(func() {
		c.passes(heavy[1], ws, beside)
		c.wantUndone(heavy[1], read, func() *exchange { return heavy[1].call(c, read, key, impatient) }, key)
	})
	c.maybe(func() { c.wantUnfilled(ws, beside) })
}

// wantRefusedUndoneAtHome is wantRefusedUndone of answers without hooks, where the rate of the run's own workspace was met.
func (c *C) wantRefusedUndoneAtHome() {
	op, is := c.limitedAtHome()
	if !is || op.name != heavy[0].name {
		return
	}
	c.maybe(func() {
		turns := c.turnsUntilSet()
		told, beside, mine := c.fullSession(), c.newSession(), as(c.run.home.Key)
		last := c.tellAllBut(told, turns, mine)
		x := c.reachedRate(op, beside, mostToReach, longestReach)
		c.needs(x.status == http.StatusTooManyRequests, "a refusal for a rate", "%s", x)
		c.wantUndone(op, told, func() *exchange { return c.answer(told, last, impatient) }, mine)
	})
}

// turnsUntilSet are what an intake is told until a value of it is set.
func (c *C) turnsUntilSet() []*exchange {
	in := &intake{id: c.fullSession()}
	turn, _ := c.setting(in)
	c.needs(turn != nil, "an answer that sets a value", "none of %d turns did", len(in.turns))
	return in.turns
}

// tellAllBut tells a session what another one was told, but for the last message, which it gives.
func (c *C) tellAllBut(id string, turns []*exchange, key option) (last string) {
	for _, turn := range turns[:len(turns)-1] {
		c.answer(id, messageOf(turn), key)
	}
	return messageOf(turns[len(turns)-1])
}

// passes spends a rate of a single call.
func (c *C) passes(op heavyOperation, ws *Workspace, beside string) {
	const most = 3
	c.setRate(ws, op.name, 1, burstWindow)
	for range most {
		if op.call(c, beside, as(ws.Key), impatient).status == http.StatusTooManyRequests {
			return
		}
	}
}

// wantUndone makes a call that is refused for its rate, and wants the session to be left as it is.
func (c *C) wantUndone(op heavyOperation, id string, call func() *exchange, key option) {
	before, _ := c.knownOf(id, key)
	refused := call()
	c.needs(refused.status == http.StatusTooManyRequests, "status 429 past the rate of "+op.name, "%s", refused)
	detail := c.detail(id, key)
	after, _ := c.prepared(detail, "the session's detail")["field_values"].(obj)
	set := newKeys(before, ungrouped(after))
	c.about(refused)
	c.about(detail)
	c.recommend(len(set) == 0, "a call of "+op.name+" that is refused for its rate to leave nothing on the session", "it set %q", set)
}

// wantUnfilled is wantRefusedUndone of a fill.
func (c *C) wantUnfilled(ws *Workspace, beside string) {
	fill, key, id := heavy[2], as(ws.Key), c.fullSession(as(ws.Key))
	_, before := c.listedForms(id, key)
	c.passes(fill, ws, beside)
	refused := fill.call(c, id, key, impatient)
	c.needs(refused.status == http.StatusTooManyRequests && len(before) == 0, "status 429 past the rate of fill, for a session without forms", "%s", refused)
	detail := c.detail(id, key)
	_, after := c.listedForms(id, key)
	c.about(refused)
	c.about(detail)
	c.recommend(len(after) == 0, "a call of fill that is refused for its rate to leave nothing on the session", "%d forms", len(after))
}
