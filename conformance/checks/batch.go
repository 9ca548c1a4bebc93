package checks

// wantTwoOfOne fails the check when two values for one question in a message break the server.
func (c *C) wantTwoOfOne(q ask, turn obj) {
	a := newAnswerer(false)
	set, _ := turn["set_fields"].(obj)
	message := clip(q.label + ": " + a.value(q, 0) + "\n" + q.label + ": " + a.otherThan(q, set[q.key]))
	x := c.sayText(message)
	if x.status >= 500 { // once may be bad luck
		x = c.sayText(message)
	}
	c.want(x.status < 500, "an answer to a message that corrects itself", "%s, twice", x)
}
