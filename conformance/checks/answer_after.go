package checks

import (
	"fmt"
	"slices"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// What is told to a session that has come further than its first turns: after a file, a fill, or the end of its intake.

// wantCorrectedAnywhere warns where a value that is corrected in an open intake is not when a question was skipped, when the intake is over, when
// its forms were filled, or when a file brought the value, though the turn is taken.
func (c *C) wantCorrectedAnywhere() {
	c.maybe(func() {
		counts, o := c.counts(), c.opens()
		c.needs(len(counts) > 0, "a question that a number answers", "none")
		c.prepared(c.answer(o.id, clip(counts[0].label+": 12")), "an answer to be taken")
		other := slices.IndexFunc(o.asks, func(q ask) bool { return q.key != counts[0].key })
		c.needs(other >= 0, "a question to skip beside it", "none")
		c.prepared(c.answer(o.id, c.skipOf(o.asks[other])), "a request to skip")
		c.wantCorrectedIn(o.id, "when a question was skipped")
	})
	c.maybe(func() {
		id := c.fullSession()
		lines, _ := c.linesOfIntake()
		c.prepared(c.extract(id, pdfsample.Of(lines)), "a valid PDF to be taken")
		c.wantCorrectedIn(id, "where a file brought the value")
	})
	c.maybe(func() {
		id := c.over().id
		c.wantCorrectedIn(id, "when the intake is over")
		c.prepared(c.call("POST", sessionPath(id, "fill")), "fill")
		c.wantCorrectedIn(id, "when the forms are filled")
	})
}

// wantCorrectedIn corrects a value that a session has and a number answers.
func (c *C) wantCorrectedIn(id, situation string) {
	stored := func(q ask) any {
		values, _ := c.prepared(c.detail(id), "the session's detail")["field_values"].(obj)
		return ungrouped(values)[q.key]
	}
	counts := c.counts()
	at := slices.IndexFunc(counts, func(q ask) bool { _, known := number(stored(q)); return known })
	c.needs(at >= 0, "a value to correct", "none")
	q := counts[at]
	value := "19"
	if n, _ := number(stored(q)); fmt.Sprint(n) == value {
		value = "23"
	}
	turn := c.answer(id, clip(q.label+": "+value))
	now := stored(q)
	c.needs(now == nil || whole(now), "a single value", "%s", text(now))
	if n, _ := number(now); turn.status != 200 || fmt.Sprint(n) == value || plainText(now) == value { // a session that cannot do this says so
		return
	}
	other := c.fullSession()
	for _, told := range []string{"12", value} {
		set, _ := c.prepared(c.answer(other, clip(q.label+": "+told)), "an answer to be taken")["set_fields"].(obj)
		n, is := number(set[q.key])
		c.needs(is && fmt.Sprint(n) == told, "a correction that is set in an open intake", "%s", what(set, q.key))
	}
	c.about(turn)
	c.recommend(false, "a correction to be taken "+situation+", as in an open intake", "%s is %s after it was answered %s", q.key, text(now), value)
}

// wantAnsweredAfterFill warns where an answer to an open question is not kept once the forms of a session were filled, though the turn is
// taken and another session keeps it.
func (c *C) wantAnsweredAfterFill() {
	const value = "19"
	id := c.begunSession()
	c.prepared(c.call("POST", sessionPath(id, "fill")), "fill on an open session")
	known := c.valuesOf(id)
	counts := slices.DeleteFunc(c.counts(), func(q ask) bool { return known[q.key] != nil })
	c.needs(len(counts) > 0, "an open question that a number answers", "none")
	q := counts[0]
	told := func(id string) (turn *exchange, kept any) {
		turn = c.answer(id, clip(q.label+": "+value))
		set, _ := c.prepared(turn, "an answer to be taken")["set_fields"].(obj)
		if set[q.key] != nil {
			return turn, set[q.key]
		}
		return turn, c.valuesOf(id)[q.key]
	}
	turn, kept := told(id)
	if kept != nil {
		return
	}
	_, elsewhere := told(c.begunSession())
	c.about(turn)
	c.recommend(elsewhere == nil, "an answer to be kept after a fill as before one", "%s has no value, and %s in a session that was not filled", q.key, text(elsewhere))
}

// over is an intake that came to its end, with one more turn after it that tells nothing, and the session as it was then.
type over struct {
	*intake
	again, detail *exchange
}

func (c *C) over() over {
	return shared(c, "intake that is over", func(c *C) over {
		in := c.drive(c.fullSession(), newAnswerer(false))
		c.needs(in.finished, "an intake that comes to its end", "it does not")
		return over{in, c.answer(in.id, greeting), c.detail(in.id)}
	})
}

// wantDoneStays warns of an intake that was done, with nothing pending, and is not by the turn after that, which asks for what the session has the
// values of, and counts nothing as pending for.
func (c *C) wantDoneStays() {
	o := c.over()
	last := o.turns[len(o.turns)-1]
	c.needs(last.object()["done"] == true && progressOf(last).pending == 0 && o.again.ok() && o.detail.ok(), "an intake that is done", "%s", last)
	pending, counted := integer(o.detail.object()["pending_count"])
	values, _ := o.detail.object()["field_values"].(obj)
	asks := asksOf(o.again)
	missing := slices.ContainsFunc(asks, func(q ask) bool { return !says(ungrouped(values)[q.key]) })
	c.about(o.again)
	c.about(o.detail)
	c.recommend(o.again.object()["done"] != false || !counted || pending > 0 || len(asks) == 0 || missing, "an intake that is done to stay so while nothing is told",
		"done is false again, with %d asked of which the session has the values and counts none as pending", len(asks))
}

// wantDoneAtLast warns of an intake of which nothing is pending and nothing is asked, and that is not done, nor after a yes, nor when its forms
// were filled.
func (c *C) wantDoneAtLast() {
	o := c.over()
	other := func(x *exchange) bool { // than one that leaves nothing open and is not done
		pending, counted := integer(x.object()["pending_count"])
		return !x.ok() || !counted || pending > 0 || len(asksOf(x)) > 0 || x.object()["done"] != false
	}
	c.needs(!other(o.turns[len(o.turns)-1]) && !other(o.again), "an intake of which nothing is pending, and that is not done", "%s", o.again)
	c.needs(!other(c.answer(o.id, "Yes.")), "a further turn that asks nothing", "it asks")
	c.prepared(c.call("POST", sessionPath(o.id, "fill")), "fill after the intake")
	last := c.answer(o.id, greeting)
	c.about(last)
	c.recommend(other(last), "done true once nothing is pending and nothing is asked", "done is false, after a yes and a fill, too")
}
