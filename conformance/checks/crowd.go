package checks

import (
	"slices"
	"sync/atomic"
	"time"
)

// moment is how long what was taken may take to show.
const moment = 1100 * time.Millisecond

// wantBothAnswers answers two questions of a new session at one time: those that it asks, and then others that are known.
// What both turns report as set is stored, as it is where one comes after the other.
func (c *C) wantBothAnswers(id string, others []ask) {
	hello := func(id string) *exchange { return c.answer(id, "Hello, what do you need to know?") }
	asks := append(asksOf(hello(id)), others...)
	asks = slices.CompactFunc(asks, func(one, two ask) bool { return one.key == two.key })
	if len(asks) < 2 {
		return
	}
	messages, a := [2]string{}, newAnswerer(false)
	for i := range messages {
		messages[i] = clip(asks[i].label + ": " + a.value(asks[i], 0))
	}
	var next atomic.Int64
	turns := c.atOnce(len(messages), func(one *C) *exchange { return one.answer(id, messages[next.Add(1)-1]) })
	_, lost := c.keptOf(id, turns)
	if len(turns) < len(messages) || len(lost) == 0 {
		return
	}
	for _, order := range [][2]string{messages, {messages[1], messages[0]}} { // one answer may make the other's question void
		other := c.newSession()
		hello(other)
		kept, _ := c.keptOf(other, []*exchange{c.answer(other, order[0]), c.answer(other, order[1])})
		if slices.ContainsFunc(lost, func(key string) bool { return !slices.Contains(kept, key) }) {
			return
		}
	}
	c.wait(moment)
	_, lost = c.keptOf(id, turns)
	c.want(len(lost) == 0, "each key of set_fields in field_values, of two answers at one time, too", "%v are not there", lost)
}

// keptOf lists what turns report as set, none of them as withdrawn: what a session has of it, and what it does not have.
func (c *C) keptOf(id string, turns []*exchange) (kept, lost []string) {
	set := map[string]bool{}
	for _, x := range turns {
		sets, _ := x.object()["set_fields"].(obj)
		for key, v := range sets {
			before, known := set[key]
			set[key] = v != nil && (before || !known)
		}
	}
	values, _ := c.prepared(c.detail(id), "the session's detail")["field_values"].(obj)
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
