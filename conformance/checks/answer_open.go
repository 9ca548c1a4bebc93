package checks

import (
	"slices"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// What is open stays open until it is answered or skipped.

// wantNotDoneAtOnce warns of an intake that is done by its first reply, though several questions are pending, and the first of those that it
// asks is then answered: a caller stops at once.
func (c *C) wantNotDoneAtOnce() {
	o := c.opens()
	left, _ := integer(o.turn.object()["pending_count"])
	if o.turn.object()["done"] != true || left < 2 {
		return
	}
	key := o.asks[0].key
	set, _ := c.prepared(c.answer(o.id, newAnswerer(false).batch(o.asks[:1])), "an answer to be taken")["set_fields"].(obj)
	c.about(o.turn)
	c.recommend(!says(set[key]), "done once nothing is left to ask", "true at the first turn with %d pending, and the answer to %s is taken after it", left, key)
}

// wantDoneKept warns of an intake that is done once a question was skipped, with others pending, and is not at the next turn, which sets
// nothing.
func (c *C) wantDoneKept() {
	first := c.skipTold()
	if first.turn.object()["done"] != true {
		return
	}
	takenBack := func(id string, skip *exchange) (back bool) {
		left, _ := integer(skip.object()["pending_count"])
		then := c.prepared(c.answer(id, greeting), "a further turn")
		is, counted := integer(then["pending_count"])
		set, told := then["set_fields"].(obj)
		return left > 0 && counted && is <= left && skip.object()["done"] == true && then["done"] == false && told && len(set) == 0
	}
	o := c.opens()
	c.needs(takenBack(sessionIn(first.turn.req), first.turn) && takenBack(o.id, c.answer(o.id, c.skipOf(o.asks[0]))),
		"an intake that is no longer done", "it is, or something was set")
	c.recommend(false, "an intake to be done once nothing is left to ask",
		"true once a question was skipped with %d pending, and false at the next turn, which set nothing, twice", first.left)
}

// wantOpenKept warns of sessions that have fewer questions once a file was read in which nothing was found.
func (c *C) wantOpenKept() {
	stored := func(id string) obj {
		values, _ := c.prepared(c.detail(id), "the session's detail")["field_values"].(obj)
		return values
	}
	var read, turn *exchange
	var before, after int64
	for range 2 {
		o := c.opens()
		before, _ = integer(c.prepared(c.answer(o.id, greeting), "a turn to be answered")["pending_count"])
		values := stored(o.id)
		read = c.extract(o.id, pdfsample.Blank())
		found, is := integer(read.object()["extracted_count"])
		c.needs(read.ok() && is && found == 0, "a file in which nothing is found", "%s", read)
		turn = c.answer(o.id, greeting)
		after, is = integer(c.prepared(turn, "a turn to be answered")["pending_count"])
		if !is || after >= before || len(newKeys(values, stored(o.id))) > 0 {
			return
		}
	}
	c.about(read)
	c.about(turn)
	c.recommend(false, "what is missing to be asked for once a file was read that brought nothing", "pending_count %d after it, and %d before", after, before)
}

// wantRestAsked warns where nothing is asked any more once a file was read, though questions of an intake without a file are still without a
// value.
func (c *C) wantRestAsked() {
	const some, many = 3, 12
	asked := c.settable(many)
	id := c.fullSession()
	few := pdfsample.Half(1)
	read := c.extract(id, pdfsample.Pages(true, few[:len(few)/2]))
	c.prepared(read, "a valid PDF to be taken")
	turn, detail := c.answer(id, greeting), c.detail(id)
	left, _ := integer(c.prepared(turn, "a turn to be answered")["pending_count"])
	values, _ := c.prepared(detail, "the session's detail")["field_values"].(obj)
	c.needs(left == 0 && len(asksOf(turn)) == 0, "an intake that asks no more", "%s", turn)
	known := ungrouped(values)
	missing := slices.DeleteFunc(asked, func(q ask) bool { return says(known[q.key]) })
	c.about(read)
	c.about(turn)
	c.recommend(len(missing) < some, "what is still missing to be asked for once a file was read",
		"nothing, and %d questions have no value, such as %s", len(missing), nameOf(missing))
}

// nameOf is the key of the first of some questions.
func nameOf(asks []ask) string {
	if len(asks) == 0 {
		return ""
	}
	return asks[0].key
}
