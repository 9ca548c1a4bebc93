package checks

import "time"

// wantLimitedAgain fails the check when a rate that was spent once is none any more when its pause is over: a burst like the first is served.
// What is little work is pressed.
func (c *C) wantLimitedAgain() {
	var spent []*pressing
	longest := time.Duration(0)
	for i, op := range heavy {
		if op.name != "answers" && op.name != "risk" {
			continue
		}
		c.maybe(func() {
			ws, _, first := c.burst(i, burstWindow)
			c.needs(first != nil && retryAfter(first) <= maxPause, "status 429 past a low rate, for a short while", "%v", first)
			longest = max(longest, retryAfter(first))
			spent = append(spent, &pressing{index: i, ws: ws})
		})
	}
	c.needs(len(spent) > 0, "status 429 past a low rate", "none")
	c.wait(longest + time.Second)
	for _, p := range spent {
		c.maybe(func() {
			p.id = c.newSession(as(p.ws.Key)) // where nothing was asked for yet, as in the burst before
			x := c.press(p, burstWindow)
			c.want(x != nil, "status 429 past a low rate of "+heavy[p.index].name+", also when it was spent and its pause is over", "none in %d calls", burstCalls)
		})
	}
}
