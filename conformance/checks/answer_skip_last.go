package checks

import (
	"slices"
	"strings"
)

// wantLastSkipped warns where the one question that is left open cannot be skipped, which can be where others are open, too.
func (c *C) wantLastSkipped() {
	first := c.opens()
	q := first.asks[0]
	request := c.skipOf(q)
	skip := c.answer(first.id, request)
	c.prepared(skip, "a request to skip")
	c.needs(!c.asks(skip, q) && !keepsPending(first.turn, skip), "a question that can be skipped", "it is asked on, or only put off, with %s", what(skip.object(), "pending_count"))

	id, last := c.leftAlone(q)
	for range 2 {
		last = c.answer(id, request)
		c.prepared(last, "a request to skip")
		if finished(last) || !c.asks(last, q) {
			c.wantCompleteOnceSkipped(id, last)
			return
		}
	}
	c.about(last)
	c.recommend(false, "the last question that is open to be skipped, as where others are", "%s is asked on, after two requests to skip it", q.key)
}

// keepsPending says whether as much is pending after a request to skip as before it: the question may come again.
func keepsPending(before, after *exchange) bool {
	was, _ := integer(before.object()["pending_count"])
	left, counted := integer(after.object()["pending_count"])
	return counted && left >= was
}

// asks says whether a turn asks a question.
func (c *C) asks(turn *exchange, q ask) bool { return (opened{asks: asksOf(turn)}).asksFor(q.key) }

// leftAlone is a session in which all was answered but one question.
func (c *C) leftAlone(q ask) (id string, last *exchange) {
	const most = 8
	a := newAnswerer(false)
	others := func(asks []ask) []ask { return slices.DeleteFunc(asks, func(one ask) bool { return one.key == q.key }) }
	o := c.opens()
	last = o.turn
	for n := range most {
		known := others(c.journey().asked())
		if n > 0 {
			known = others(asksOf(last))
		}
		if len(known) == 0 {
			break
		}
		var lines []string
		for _, one := range known {
			lines = append(lines, one.label+": "+a.value(one, n))
		}
		last = c.answer(o.id, clip(strings.Join(lines, "\n")))
		c.prepared(last, "answers to be taken")
	}
	pending, counted := integer(last.object()["pending_count"])
	c.needs(counted && pending == 1 && c.asks(last, q), "one question to be left", "%d pending, of which %d are asked", pending, len(asksOf(last)))
	return o.id, last
}

// wantLastAnswered fails the check where the one question that is left open is not settled by a message, said twice, that settles it while
// others are open: such an intake never ends.
func (c *C) wantLastAnswered() {
	first := c.opens()
	q := first.asks[0]
	message := newAnswerer(false).batch(first.asks[:1])
	settles := func(x *exchange) bool {
		set, _ := c.prepared(x, "a turn to be answered")["set_fields"].(obj)
		return says(set[q.key]) || finished(x) || !c.asks(x, q)
	}
	c.needs(settles(c.answer(first.id, message)), "a question that is settled by an answer", "%s is asked on", q.key)

	id, last := c.leftAlone(q)
	for range 2 {
		if last = c.answer(id, message); settles(last) {
			return
		}
	}
	c.about(last)
	c.want(false, "the last question that is open to be settled by an answer, as where others are", "%s is asked on, after two such answers", q.key)
}

// wantCompleteOnceSkipped warns of a session that is not complete when its forms are filled, of whose questions one was skipped, where one is of which
// all were answered.
func (c *C) wantCompleteOnceSkipped(id string, last *exchange) {
	j := c.journey()
	if last.object()["done"] != true || progressOf(last).pending > 0 || !j.completes() || j.after.object()["status"] != complete {
		return
	}
	fill := c.call("POST", sessionPath(id, "fill"))
	c.needs(fill.ok() && !rendersNone(fill), "forms of an intake with a skip", "%s", fill)
	detail := c.detail(id)
	if detail.object()["status"] != complete { // it may come some moments after the fill
		c.wait(3 * moment)
		detail = c.detail(id)
	}
	c.about(fill)
	c.about(detail)
	c.recommend(detail.object()["status"] == complete,
		"a session to be complete when its intake is finished and its forms are rendered, also where a question was skipped",
		"%s, and %q where all were answered", what(detail.object(), "status"), complete)
}
