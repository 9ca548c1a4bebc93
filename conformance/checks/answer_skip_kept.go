package checks

import (
	"net/http"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// besideTurns is something that is done to a session beside its turns and that says nothing of a question which was skipped. It says whether it was
// done.
type besideTurns struct {
	named string
	done  func(c *C, s skippedThere) bool
}

var besideSkips = []besideTurns{
	{"a message that is refused", func(c *C, s skippedThere) bool {
		return c.answer(s.id, "").status == http.StatusUnprocessableEntity
	}},
	{"a fill", func(c *C, s skippedThere) bool { return c.call("POST", sessionPath(s.id, "fill")).ok() }},
	{"a file that is read", func(c *C, s skippedThere) bool { return c.extract(s.id, pdfsample.Of(fewLines)).ok() }},
	{"the skip of another question", func(c *C, s skippedThere) bool {
		others := slices.DeleteFunc(asksOf(c.answer(s.id, greeting)), func(q ask) bool { return q.key == s.key })
		return len(others) > 0 && c.answer(s.id, c.skipOf(others[0])).ok()
	}},
}

// fewLines are a file that brings little, and so leaves most questions open.
var fewLines = [][2]string{{"FEIN", "58-2941763"}, {"Phone", "(478) 555-0142"}, {"Email", "office@blueheron.example"}}

// notInFew says whether a question is about something else than these lines.
func notInFew(q ask) bool {
	return !slices.ContainsFunc(fewLines, func(line [2]string) bool {
		return strings.Contains(strings.ToLower(q.label+" "+q.key+" "+q.question), strings.ToLower(line[0]))
	})
}

// wantSkipOutlasts warns of a question that is asked no more once it was skipped, nor with the next turn, and comes again, though others are
// open, after a message that was refused, a fill, another skip or a file, in each of two sessions. All of them are done to the first one.
func (c *C) wantSkipOutlasts() {
	if s := c.skippedStays(); !c.comesAgain(s, besideSkips...) {
		return
	}
	for _, one := range besideSkips {
		s := c.skippedStays()
		if c.comesAgain(s, one) {
			c.recommend(false, "a question that was skipped to stay so after "+one.named, "%s is asked again after it, with others open", s.key)
		}
	}
}

// skippedStays is a session in which a question was skipped that the next turn does not ask, either.
func (c *C) skippedStays() (s skippedThere) {
	o := c.opens()
	q := o.asks[max(slices.IndexFunc(o.asks, notInFew), 0)]
	s.key = q.key
	skipped := c.turnOn(o, c.skipOf(q))
	c.needs(progressOf(skipped.turn).pending == progressOf(o.turn).pending-1, "one question fewer once one was skipped", "%s", what(skipped.turn.object(), "pending_count"))
	s.opened = c.turnOn(skipped, greeting)
	c.needs(!skipped.asksFor(s.key) && !s.asksFor(s.key) && !s.atTheEnd(), "a question that is asked no more once it was skipped", "it is")
	return s
}

type skippedThere struct {
	opened
	key string
}

// comesAgain says whether a question is asked again once something was done beside the turns that gave it no value.
func (c *C) comesAgain(s skippedThere, all ...besideTurns) bool {
	done := 0
	for _, one := range all {
		if one.done(c, s) {
			done++
		}
	}
	c.needs(done > 0, "something that is done beside the turns", "all is refused")
	next := c.turnOn(s.opened, greeting)
	c.about(next.turn)
	return next.asksFor(s.key) && !next.atTheEnd() && c.valuesOf(s.id)[s.key] == nil
}

// wantSkipsTogether warns where of two questions that are skipped at one time one is pending still, in each of two sessions, and neither is where they
// are skipped one after the other.
func (c *C) wantSkipsTogether() {
	const times = 2
	for range times {
		if c.openAfterSkips(true) == 0 {
			return
		}
	}
	c.needs(c.openAfterSkips(false) == 0, "two questions that are skipped one after the other", "one is pending still")
	c.recommend(false, "two questions that are skipped at one time", "one of them is pending still, and neither is where they are skipped one after the other")
}

// openAfterSkips is how many of two questions are pending still that were skipped.
func (c *C) openAfterSkips(atOnce bool) int64 {
	const both = 2
	o := c.opens()
	c.needs(len(o.asks) >= both, "two questions to skip", "%d", len(o.asks))
	var next atomic.Int64
	skip := func(one *C) *exchange { return one.answer(o.id, c.skipOf(o.asks[next.Add(1)-1]), impatient) }
	var turns []*exchange
	if atOnce {
		turns = c.atOnce(both, skip)
	} else {
		turns = []*exchange{skip(c), skip(c)}
	}
	for _, turn := range turns {
		c.needs(turn.ok(), "each of two skips to be taken", "%s", turn) // one at a time may be all that a server takes
		c.about(turn)
	}
	return both - (progressOf(o.turn).pending - progressOf(c.turnOn(o, greeting).turn).pending)
}
