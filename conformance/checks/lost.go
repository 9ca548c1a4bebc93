package checks

// lost is an event at an endpoint that never takes it.
type lost struct {
	event                string
	deliveries, attempts int
}

// lost brings about one event of each kind at endpoints that answer 500 each time, and counts the attempts until none
// can follow any more. A submission may leave in more than one email: another endpoint counts them.
func (c *C) lost() []lost {
	return shared(c, "lost events", func(c *C) []lost {
		var all []lost
		boxes, counts := map[string]*mailbox{}, map[string]int{}
		c.maybe(func() {
			ws := c.own()
			boxes[esignEvent] = c.subscribe(ws, func(int) int { return 500 }, esignEvent)
			id := c.newSession(as(ws.Key))
			c.hook("complete-envelope", obj{"org_id": ws.OrgID, "session_id": id, "envelope_id": "env_" + c.random(12)}, nil)
			counts[esignEvent] = 1
		})
		c.maybe(func() {
			s := c.submitted()
			for event, b := range s.lost {
				boxes[event] = b
			}
			counts[completedEvent] = 1
			if n := len(only(s.box.all(), sentEvent)); n > 0 {
				counts[sentEvent] = n
			}
		})
		for event, n := range counts {
			c.until(boxes[event], 2*arrivalTime, endedAttempts(3*n)) // each of them may be late
		}
		for _, b := range boxes {
			if list := b.all(); len(list) > 0 { // a fourth attempt may have had its time by now
				if left := fourthTime - c.run.clock.passed().Sub(list[len(list)-1].start); left > 0 {
					c.wait(left)
				}
			}
		}
		for _, b := range boxes { // what should not come may be on its way; one pause is for all of them
			c.still(b, func([]arrival) bool { return false })
			break
		}
		for event, n := range counts {
			if got := len(boxes[event].all()); got > 0 { // that it never comes is for the checks of the events to judge
				all = append(all, lost{event, n, got})
			}
		}
		return all
	})
}
