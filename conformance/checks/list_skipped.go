package checks

// wantSkippedListed wants a session in the list in which a question is skipped, as it was before.
func (c *C) wantSkippedListed(ws *Workspace) {
	key := as(ws.Key)
	id := c.newSession(key)
	first := c.prepared(c.answer(id, greeting, key), "a turn")
	c.needs(first["done"] == false, "an intake that goes on", "done is %s", what(first, "done"))
	c.wantListed(ws, id)
	c.prepared(c.answer(id, skipRequest, key), "a turn that skips a question")
	c.wantListed(ws, id)
}
