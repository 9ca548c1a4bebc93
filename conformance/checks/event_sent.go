package checks

import "slices"

// wantSentTold wants a submission that is taken to be told of, once for each email that leaves.
func (c *C) wantSentTold() {
	taken := c.left().taken
	c.want(taken.status < 500, "a submission to leave and be told of while endpoints listen", "again and again %s", taken)
	list := only(c.submitted().box.all(), sentEvent)
	c.want(len(list) > 0, "submission.sent after a submission", "none within %v", emailTime)
	c.want(c.submitted().early == 0, "no submission.sent before the session was submitted", "%d", c.submitted().early)
	ids := map[string]any{}
	for _, a := range list { // a submission may leave in more than one email, which have other recipients or subjects
		email := obj{}
		for name, v := range a.data() {
			if name != "sent_at" {
				email[name] = v
			}
		}
		id, told := ids[text(email)]
		c.want(!told || equal(id, a.object()["id"]), "one delivery for an email", "two with the same data but for sent_at, %v and %s", id, what(a.object(), "id"))
		ids[text(email)] = a.object()["id"]
	}
}

// wantRefusedUntold fails the check when a submission is told of that was refused.
func (c *C) wantRefusedUntold() {
	s := c.submitted()
	c.needs(s.none != nil && s.refusal != nil && s.refusal.status/100 == 4, "a submission that is refused", "none")
	foreign := func(a arrival) bool { // which is another fault
		id, _ := a.data()["session_id"].(string)
		return id != "" && id != sessionIn(s.refusal.req)
	}
	c.want(len(slices.DeleteFunc(only(s.none.all(), sentEvent), foreign)) == 0, "no submission.sent for a submission that was refused",
		"one came, and the submission had %s", s.refusal)
}
