package checks

import (
	"net"
	"time"
)

// addressed fails the check when a delivery comes without the query of the URL that was registered. Whether a server
// takes such a URL at all is left to it.
func (c *C) addressed() {
	c.run.keeper.ready(c)
	path, token := "hook-"+c.random(12), c.random(12)
	b := c.listener().box(path, nil)
	b.ws = c.own()
	c.registerBox(b, c.listener().base+"/"+path+"?token="+token, nil)
	c.test(b)
	a := c.first(b)
	c.want(a.query.Get("token") == token, "a POST to the URL that was registered, with its query", "the query %q", a.query.Encode())
}

// dated fails the check when two signatures, one of them completed two seconds after the other, have one created_at.
func (c *C) dated() {
	b, id, envelope := c.signature()
	a := c.first(b)
	c.wait(2 * time.Second)
	envelope["envelope_id"] = "env_" + c.random(12)
	c.completed(envelope, b)
	list, ok := c.awaits(b, arrivalTime, endedAttempts(2))
	c.needs(ok && list[1].data()["envelope_id"] == envelope["envelope_id"], "a second signature of "+id, "none")
	at := list[1].object()["created_at"]
	c.want(at != a.object()["created_at"], "a created_at of each event's own", "%v for two that are two seconds apart", at)
}

// hanging are deliveries whose endpoints do not answer: the first attempt of the one, the second of the other.
type hanging struct {
	asked         time.Time
	first, second []arrival
}

// heldAttempt is one that got no answer, and when it was due: it may have been on its way for a while when it came.
type heldAttempt struct {
	arrival
	due time.Time
}

// held are the attempts that got no answer. Schedule says that what comes after them shows when they were given up.
func (h *hanging) held(schedule bool) []heldAttempt {
	all := []heldAttempt{{h.first[0], h.asked}}
	switch {
	case !h.first[0].closed && len(h.first) > 1 && schedule: // given up without a word: the next attempt, 2 s later, shows when
		all[0].end, all[0].closed = h.first[1].start.Add(-2*time.Second), true
	case len(h.second) > 1:
		all = append(all, heldAttempt{h.second[1], h.second[0].end.Add(2 * time.Second)})
	}
	return all
}

func (c *C) hanging() *hanging {
	return shared(c, "hanging delivery", func(c *C) *hanging {
		ws := c.own()
		b := c.subscribe(ws, func(n int) int { return []int{0, 200}[min(n-1, 1)] })
		again := c.subscribe(ws, func(n int) int { return []int{500, 0, 200}[min(n-1, 2)] })
		asked := c.run.clock.passed()
		c.test(b)
		c.test(again)
		_, ok := c.awaits(b, arrivalTime, func(list []arrival) bool { return len(list) > 0 })
		c.needs(ok, "a delivery to hold open", "none within %v", arrivalTime)
		c.until(b, 9*time.Second, endedAttempts(1))
		c.timed(b, holdTime-8*time.Second, endedAttempts(1))
		c.until(again, time.Second, endedAttempts(2)) // which began 2 s later
		second, _ := c.timed(again, holdTime, func(list []arrival) bool { return endedAttempts(2)(list) || len(list) == 0 })
		first, _ := c.until(b, 2*time.Second+late, endedAttempts(2))
		return &hanging{asked, first, second}
	})
}

// manyTests are twenty test deliveries of one endpoint.
func (c *C) manyTests() []arrival {
	return shared(c, "many tests", func(c *C) []arrival {
		const count = 20
		b := c.subscribe(c.own(), nil)
		for range count {
			c.test(b)
		}
		list, ok := c.awaits(b, arrivalTime*2, endedAttempts(count))
		c.needs(ok, "20 test deliveries", "%d", len(list))
		return list
	})
}

// unreachable is an endpoint that nobody listens on, with a delivery that is bound to fail.
func (c *C) unreachable() *mailbox {
	ln, err := net.Listen("tcp", net.JoinHostPort(c.run.target.ListenHost, "0"))
	c.needs(err == nil, "a port", "%v", err)
	address := ln.Addr().String()
	_ = ln.Close()
	c.run.keeper.ready(c)
	b := &mailbox{ws: c.own(), changed: make(chan struct{})}
	c.registerBox(b, "http://"+address+"/nobody", nil)
	c.test(b)
	return b
}
