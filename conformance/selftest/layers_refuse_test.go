package selftest_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"sync/atomic"
)

func refusedWhen(status int, when func(c *call) bool) layer {
	return strict("*", status, func(c *call, _ obj) bool { return when(c) })
}

// oneAtATime refuses a call that comes while another one on its path is under way.
func oneAtATime(op string, status int) layer {
	begin, end := overlapping(op, op)
	return layer{request: func(c *call) bool {
		second := begin(c)
		if second {
			c.refuse(status)
		}
		return second
	}, response: func(c *call) bool { end(c); return false }}
}

// refusing refuses calls of which the beginning of the body has one of some texts.
func refusing(op string, status int, texts ...string) layer {
	return layer{request: func(c *call) bool {
		did := c.op == op && slices.ContainsFunc(texts, func(text string) bool { return bytes.Contains(c.in[:min(len(c.in), 2000)], []byte(text)) })
		if did {
			c.refuse(status)
		}
		return did
	}}
}

// missingBetween finds no session for a call, from one call to it to another.
func missingBetween(from, to, op string) layer {
	gone := newMemory()
	isGone := func(c *call) bool { return gone.snapshot()[sessionIn(c)] == true }
	return layer{request: answering(op, 404, "No such session.", isGone), response: func(c *call) bool {
		if c.ok() && (c.op == from || c.op == to) {
			gone.put(sessionIn(c), c.op == from)
		}
		return false
	}}
}

// brokenOnPlan fails a call with the keys of workspaces on a plan, and brokenForFurtherKeys with those that a workspace got beside
// its first.
func brokenOnPlan(plan, op string) layer {
	return brokenWithKeys(op, func(verb string, in obj) bool { return verb == "create-workspace" && text(in, "plan") == plan })
}

func brokenWithKeys(op string, of func(verb string, in obj) bool) layer {
	return withKeys(of, func(known func(key string) bool) func(c *call) bool {
		return answering(op, 500, "It failed.", func(c *call) bool { return known(bearer(c)) })
	})
}

// brokenAfter breaks at a call on a session after another one was taken.
func brokenAfter(first, then string) layer { return refusedAfter(first, then, 500) }

// refusedAfter answers one call with a status where another succeeded on the same session.
func refusedAfter(first, then string, status int) layer {
	taken := newMemory()
	return layer{request: func(c *call) bool {
		did := c.op == then && taken.snapshot()[sessionIn(c)] != nil
		if did {
			c.refuse(status)
		}
		return did
	}, response: func(c *call) bool {
		if c.op == first && c.ok() {
			taken.put(sessionIn(c), true)
		}
		return false
	}}
}

// refusedOnceSet refuses a call of sessions in which a turn set something.
func refusedOnceSet(then string, status int) layer {
	l := refusedAfter("answer", then, status)
	remember := l.response
	l.response = func(c *call) bool {
		var out struct {
			Set obj `json:"set_fields"`
		}
		return c.op == "answer" && json.Unmarshal(c.out, &out) == nil && len(out.Set) > 0 && remember(c)
	}
	return l
}

// brokenAt breaks one call of an operation in each session, and those before and after it not.
func brokenAt(op string, nth int64) layer {
	counts := newMemory()
	return layer{request: func(c *call) bool {
		if c.op != op {
			return false
		}
		count, _ := counts.keep(sessionIn(c), func() any { return new(atomic.Int64) })
		did := count.(*atomic.Int64).Add(1) == nth
		if did {
			c.refuse(500)
		}
		return did
	}}
}

// refusingCalls refuses some calls of an operation.
func refusingCalls(op string, status int, when func(c *call) bool) func(c *call) bool {
	return func(c *call) bool {
		did := c.op == op && when(c)
		if did {
			c.refuse(status)
		}
		return did
	}
}

// refusedWith refuses a call on sessions whose create had a member.
func refusedWith(member, op string, status int) layer {
	with := madeWith(member, true)
	return layer{request: refusingCalls(op, status, with), response: func(c *call) bool { with(c); return false }}
}
