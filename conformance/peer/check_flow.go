package peer

// flowCases judge the intake as a loop (spec section 4, endpoint 5).
var flowCases = []Case{
	{"CLI-FLOW-01", func(c *C) { c.loop(1, turn(true, 3)) }},
	{"CLI-FLOW-02", func(c *C) { c.loop(1, turn(false, 0)) }},
	{"CLI-FLOW-03", func(c *C) {
		c.loop(5, turn(false, 5), turn(false, 4), turn(false, 3), turn(false, 2), turn(true, 0))
	}},
}

// loop runs the client's intake loop against the turns and wants as many calls as it takes.
func (c *C) loop(calls int, turns ...object) {
	served := 0
	base := c.Serve(func(r Request) Reply {
		if r.Method != "POST" || r.Path() != answerOp.path {
			return ordinary(r)
		}
		served++
		return JSON(200, turns[min(served, len(turns))-1])
	})
	out := c.Do(base, "interview", map[string]any{"session_id": sessionID, "message": "We have 6 trucks.", "max_turns": 12})
	c.WantOK("the loop to end without an error", out)
	got := len(c.To("POST", answerOp.path))
	c.Want(got == calls, plural(calls, "call")+" of the answer operation", "%s", plural(got, "call"))
}
