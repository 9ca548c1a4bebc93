package checks

import (
	"slices"
	"sync/atomic"
	"time"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// moment is how long what was taken may take to show.
const moment = 1100 * time.Millisecond

// Turns of one session at one time, and how often they are made where one of them broke.
const (
	turnsAtOnce = 4
	crowds      = 4
	pairs       = 2 // of turns alone
)

// wantNoneBroken fails the check when turns of a new session break the server where they come at one time, more than once, and
// never where one comes after the other. To take one at a time, and to say so, is left to it.
func (c *C) wantNoneBroken() {
	broke := func(x *exchange) bool { return x.status >= 500 && !passing(x) }
	var broken []*exchange
	for range crowds {
		id := c.newSession()
		say := func(one *C) *exchange { return one.answer(id, "We have 12 employees.", impatient) }
		all := c.atOnce(turnsAtOnce, say)
		if at := slices.IndexFunc(all, broke); at >= 0 {
			broken = append(broken, all[at])
		}
		if len(broken) == 0 {
			return
		}
		for range turnsAtOnce {
			x := say(c)
			c.needs(!broke(x), "turns that come one after the other to be answered", "%s", x)
		}
	}
	if len(broken) > 1 {
		c.about(broken[1])
		c.fail("an answer to each of some turns of a session at one time, be it a refusal", "again and again %s", broken[1])
	}
}

// wantAllAnswers answers two questions of a new session, reads a file into it and fills its forms, all at one time: those that
// it asks, and then others that are known. What a turn reports as set is stored, as it is where one call comes after the other.
func (c *C) wantAllAnswers(id string, others []ask) {
	hello := func(id string) *exchange { return c.answer(id, greeting) }
	asks := c.besidesFile(append(asksOf(hello(id)), others...))
	if len(asks) < 2 {
		return
	}
	a := newAnswerer(false)
	tell := func(q ask) func(*C, string) *exchange {
		return func(c *C, id string) *exchange { return c.answer(id, clip(q.label+": "+a.value(q, 0))) }
	}
	calls := []func(c *C, id string) *exchange{tell(asks[0]), tell(asks[1]),
		func(c *C, id string) *exchange { return c.extract(id, pdfsample.Sized(0)) },
		func(c *C, id string) *exchange { return c.call("POST", sessionPath(id, "fill")) },
	}
	c.wantKeptTogether(id, calls)
	for range pairs { // two turns alone: what takes longer may hold them apart
		id = c.newSession()
		hello(id)
		c.wantKeptTogether(id, calls[:2])
	}
}

// wantKeptTogether makes calls of a session at one time. What they report as set is stored, as it is where they come one after the
// other, in either order.
func (c *C) wantKeptTogether(id string, calls []func(c *C, id string) *exchange) {
	var next atomic.Int64
	done := c.atOnce(len(calls), func(one *C) *exchange { return calls[next.Add(1)-1](one, id) })
	_, lost := c.keptOf(id, done)
	if len(lost) == 0 {
		return
	}
	turned := slices.Clone(calls)
	slices.Reverse(turned)
	for _, order := range [][]func(c *C, id string) *exchange{calls, turned} { // one answer may make the other's question void
		other, one := c.newSession(), []*exchange{}
		c.answer(other, greeting)
		for _, call := range order {
			one = append(one, call(c, other))
		}
		kept, _ := c.keptOf(other, one)
		if slices.ContainsFunc(lost, func(key string) bool { return !slices.Contains(kept, key) }) {
			return
		}
	}
	c.wait(moment)
	_, lost = c.keptOf(id, done)
	c.want(len(lost) == 0, "each key of set_fields in field_values, of answers at one time with other calls, too", "%v are not there", lost)
}

// besidesFile are the questions, each once, with those first that the file does not answer: it would give back what was lost.
func (c *C) besidesFile(asks []ask) []ask {
	brought, _ := c.detail(c.extraction().id).object()["field_values"].(obj)
	var first, last []ask
	known := map[string]bool{}
	for _, q := range append(asks, c.journey().asked()...) {
		switch {
		case known[q.key]:
		case brought[q.key] == nil:
			first = append(first, q)
		default:
			last = append(last, q)
		}
		known[q.key] = true
	}
	return append(first, last...)
}

// keptOf lists what turns among some calls report as set, none of them as withdrawn: what a session has of it, and what it
// does not have.
func (c *C) keptOf(id string, calls []*exchange) (kept, lost []string) {
	set := map[string]bool{}
	for _, x := range calls {
		sets, _ := x.object()["set_fields"].(obj)
		for key, v := range sets {
			before, known := set[key]
			set[key] = v != nil && (before || !known)
		}
	}
	values, _ := c.prepared(c.detail(id), "the session's detail")["field_values"].(obj)
	values = ungrouped(values)
	for _, key := range sorted(set) {
		switch {
		case !set[key]:
		case values[key] == nil:
			lost = append(lost, key)
		default:
			kept = append(kept, key)
		}
	}
	return kept, lost
}
