package checks

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"
)

// unanswered is a request that a check wanted to be taken and that got no answer, while others of its call did.
type unanswered struct {
	call, wanted string
	end          time.Time
}

const (
	leastLimit = 10 * time.Second // a shorter bound of one request is that of a run in haste, and says little of the server
	farBelow   = 10               // what part of the bound the slowest answer of a call may take, if it is one that answers at once
	askedAgain = 3                // what part of the bound the second request has
	smallBody  = 1 << 20          // beyond which the time that it takes is a matter of the line
)

// defers says whether a check may go on with a request that got no answer: it may be the one that it judges, and the server is
// otherwise quick with the call. It has to say so at once: settle ends it otherwise.
func (c *C) defers(x *exchange) bool {
	if !c.judgesNoAnswer || c.ctx.Err() != nil || x.req.large || x.req.chunks || x.req.bare || x.req.length() > smallBody {
		return false
	}
	var timeout net.Error
	late := errors.As(x.err, &timeout) && timeout.Timeout() && c.run.timeout >= leastLimit
	if _, well := c.run.quick(x.call, time.Time{}); !well || !late && !broken(x.err) {
		return false
	}
	c.hung = x
	return true
}

// settle ends the check as inconclusive when a request got no answer and the check did not want it to be taken.
func (c *C) settle() {
	if x := c.hung; x != nil {
		c.hung = nil
		c.noAnswer(x)
	}
}

func (c *C) noAnswer(x *exchange) {
	c.unclear("an answer to "+x.req.method+" "+x.req.path, "none: %v", x.err)
}

// wantAnswered fails the check when a request from which something is wanted got no answer: twice, the second time when the check was run
// again, with other requests of the call answered quickly, also between the two.
func (c *C) wantAnswered(x *exchange, wanted string) {
	if c.hung != x || x.err == nil {
		return
	}
	c.hung = nil
	c.missed = &unanswered{x.call, wanted, x.start.Add(x.took)}
	first := c.before
	if first == nil {
		c.fail(wanted, "%s", x)
	}
	others, well := c.run.quick(x.call, first.end)
	if !well || first.call != x.call || first.wanted != wanted {
		c.noAnswer(x)
	}
	c.fail(wanted, "twice no answer, within %v and then within %v: %v; %s", c.run.timeout, c.secondLimit(), x.err, others)
}

// quick says how others of a call were answered, and whether that was always far sooner than after the bound of one request, and also
// of one that began after some time.
func (r *run) quick(call string, since time.Time) (how string, well bool) {
	count, slowest, lately := 0, time.Duration(0), false
	for _, x := range r.everything() {
		if x.call == call && x.ok() && !x.req.large {
			count++
			slowest = max(slowest, x.took)
			lately = lately || x.start.After(since)
		}
	}
	how = fmt.Sprintf("%d others of %s were answered, each within %v", count, call, slowest.Round(time.Millisecond))
	return how, lately && slowest <= r.timeout/farBelow
}

func (c *C) secondLimit() time.Duration { return c.run.timeout / askedAgain }

// bounded is the time that a request has: less where one of its call got no answer when the check ran before, or some did not in
// the run and none succeeded.
func (c *C) bounded(r *request) (context.Context, context.CancelFunc) {
	call := callIn(r)
	switch {
	case c.run.hopeless(call):
		return context.WithTimeout(c.ctx, c.run.timeout/farBelow)
	case c.before != nil && c.before.call == call && !r.large:
		return context.WithTimeout(c.ctx, c.secondLimit())
	}
	return c.ctx, func() {}
}
