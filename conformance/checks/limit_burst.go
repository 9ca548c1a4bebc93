package checks

import "time"

// pressing are calls of one heavy operation of a workspace in a row.
type pressing struct {
	index int
	ws    *Workspace
	id    string
	taken bool      // a call was
	ended bool      // the intake of the session is, as no call was taken before
	since time.Time // when the calls began that are counted
}

func (c *C) pressing(index int) *pressing {
	p := &pressing{index: index, ws: c.paid()}
	p.id = c.newSession(as(p.ws.Key))
	return p
}

// call makes one. A session whose intake is finished is taken where forms are filled, or risks told, of no other ones, and an open
// one where a further turn may be refused.
func (p *pressing) call(c *C) *exchange {
	op, key := heavy[p.index], as(p.ws.Key)
	x := op.call(c, p.id, key, impatient)
	open := !p.taken && !p.ended && (op.name == "fill" || op.name == "risk")
	if open && x.status/100 == 4 && x.status != 429 {
		p.end(c)
		x = op.call(c, p.id, key, impatient)
	}
	p.taken = p.taken || x.ok()
	if op.name == "answers" && x.ok() && finished(x) {
		p.id = c.newSession(key)
	}
	return x
}

func (p *pressing) end(c *C) {
	heavy[p.index].finish(c, p.id, as(p.ws.Key))
	p.ended, p.since = true, time.Now()
}

// burst presses one operation of a workspace of its own past a low rate, and gives the refusal, or nil where none came.
// Where calls were refused for another reason, the rate may not have counted them, and where they took longer than the rate
// allows them to, it may not have been passed: the check is inconclusive.
func (c *C) burst(index, window int) (ws *Workspace, id string, refusal *exchange) {
	p, op := c.pressing(index), heavy[index]
	c.setRate(p.ws, op.name, burstRequests, window)
	refusal = c.press(p, window)
	return p.ws, p.id, refusal
}

// press makes the calls of a burst.
func (c *C) press(p *pressing, window int) (refusal *exchange) {
	op := heavy[p.index]
	p.since = time.Now()
	served := 0
	var other *exchange // refused for another reason, or so it says
	for range burstCalls {
		x := p.call(c)
		switch {
		case x.status == 429:
			return x
		case x.ok() || passing(x):
			served++
		default:
			other = x
		}
	}
	least := burstRequests
	if p.ended { // the call before counts, too
		least--
	}
	if other != nil && served >= least && c.unpressed(p.index) {
		c.about(other)
		return nil
	}
	windows := int(time.Since(p.since).Seconds())/window + 2 // the one that it began in, and those that came
	c.needs(served > windows*burstRequests, "calls of "+op.name+" that are taken, and faster than the rate", "%d in %v", served, time.Since(p.since))
	return nil
}

// unpressed says whether all calls of a burst are taken where no low rate was set: then it is the rate that refuses them
// elsewhere, under whatever status.
func (c *C) unpressed(index int) bool {
	p := c.pressing(index)
	for range burstCalls {
		if !p.call(c).ok() {
			return false
		}
	}
	return true
}

// worked makes calls of an operation past a low rate of which none is like another: each is on a session of its own, whose intake is
// finished where an open one is not enough for the operation. It gives the refusal, or nil where none came.
func (c *C) worked(index int) *exchange {
	op, ws := heavy[index], c.paid()
	key := as(ws.Key)
	var ids []string
	for range burstCalls {
		ids = append(ids, c.newSession(key))
	}
	if x := op.each(c, len(ids), c.newSession(key), key); x.status/100 == 4 {
		for _, id := range ids {
			op.finish(c, id, key)
		}
	}
	c.setRate(ws, op.name, burstRequests, 30)
	for n, id := range ids {
		if x := op.each(c, n, id, key, impatient); x.status == 429 {
			return x
		}
	}
	return nil
}

// finish brings a session to where the operation takes no open one.
func (op heavyOperation) finish(c *C, id string, key option) {
	in := c.drive(id, newAnswerer(false), key)
	c.needs(in.finished, "an intake driven to its end", "the answers ran out after %d turns", len(in.turns))
	if op.name == "risk" {
		c.call("POST", sessionPath(id, "fill"), key)
	}
}
