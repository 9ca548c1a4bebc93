package checks

import "slices"

// retold are two further sessions of the story's workspace, made without lines of business, which are completed within a
// moment: one filled under a token, where the server lets that, the other twice at one time. An endpoint is there that is
// younger than both.
type retold struct {
	story *story
	young *mailbox
	ids   []string
}

func (c *C) retold() *retold {
	return shared(c, "told again", func(c *C) *retold {
		r := &retold{story: c.story()}
		ws := r.story.ws
		key := as(ws.Key)
		for range 2 {
			in := c.drive(c.sessionOf(c.createBody("Conformance second completion"), key), newAnswerer(false), key)
			c.needs(in.finished, "a further intake driven to its end", "the answers ran out after %d turns", len(in.turns))
			r.ids = append(r.ids, in.id)
		}
		r.young = c.subscribe(ws, nil, completedEvent)
		credential := key
		c.maybe(func() { credential = as(c.tokenOf(ws.OrgID).Access) })
		fill := func(c *C, id string, credential option) *exchange {
			return c.call("POST", sessionPath(id, "fill"), credential)
		}
		if x := fill(c, r.ids[0], credential); !x.ok() { // a token may be one that only reads
			x = c.insisted(sessionPath(r.ids[0], "fill"), key)
			c.needs(x.ok(), "fill after a second intake", "%s", x)
		}
		both := c.atOnce(2, func(one *C) *exchange { return fill(one, r.ids[1], key) })
		if !slices.ContainsFunc(both, (*exchange).ok) {
			x := c.insisted(sessionPath(r.ids[1], "fill"), key)
			c.needs(x.ok(), "fill after a third intake", "%s", x)
		}
		for _, b := range []*mailbox{r.story.boxA, r.young} {
			for _, id := range r.ids {
				c.awaits(b, arrivalTime, toldOf(completedEvent, id))
			}
		}
		c.until(r.young, quietTime, endedAttempts(3))
		return r
	})
}

// toldOf says whether an endpoint was told of a session's event.
func toldOf(event, id string) func([]arrival) bool {
	return func(list []arrival) bool {
		return slices.ContainsFunc(only(slices.Clone(list), event), func(a arrival) bool { return a.data()["session_id"] == id })
	}
}

// wantToldAgain wants the completion of each further session at the endpoints that are there.
func (c *C) wantToldAgain() {
	r := c.retold()
	c.aboutEvent()
	for n, id := range r.ids {
		how := []string{"which was filled under a token", "which was filled within a moment of another"}[n]
		c.want(toldOf(completedEvent, id)(r.story.boxA.all()), "fill_session.completed of a further session at an endpoint that was told of another, "+how, "none within %v", arrivalTime)
		c.want(toldOf(completedEvent, id)(r.young.all()), "fill_session.completed at an endpoint that is younger than the session, "+how, "none within %v", arrivalTime)
	}
}

// wantSentAgain submits the further sessions of a workspace and wants each told of.
func (c *C) wantSentAgain() {
	r := c.retold()
	key := as(r.story.ws.Key)
	for _, id := range r.ids {
		x := c.insisted(sessionPath(id, "submit"), key)
		c.needs(x.ok(), "a submission that is taken", "%s", x)
	}
	for n, id := range r.ids {
		_, came := c.awaits(r.story.boxA, arrivalTime, toldOf(sentEvent, id))
		c.aboutEvent()
		c.want(came, "submission.sent for each submission of a workspace", "none within %v for that of session %d of two", arrivalTime, n+1)
	}
}
