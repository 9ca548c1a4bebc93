package checks

import (
	"fmt"
	"slices"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// pending is what is pending by a turn, and by the session that was read right after it.
type pending struct {
	step         watchedTurn
	turn, detail int64
}

// pending is what is pending by a turn and by the session after it, where both say so.
func (t watchedTurn) pending() (turn, detail int64, counted bool) {
	turn, is := integer(t.turn.object()["pending_count"])
	detail, shown := integer(t.detail.object()["pending_count"])
	return turn, detail, is && shown
}

// counted are the counts of an intake whose session was read after every turn. Whether a session counts what its turns do is left
// open; of servers whose first counts are one, and one of which then stands still or comes late, nothing is judged but that.
func (c *C) counted() []pending {
	all := c.countedTurns()
	c.needs(all[0].turn == all[0].detail, "an intake that counts alike at first", "%d by the turn, and %d by the session", all[0].turn, all[0].detail)
	return all
}

// countedTurns are the counts of an intake whatever they were at first.
func (c *C) countedTurns() (all []pending) {
	w := c.watched()
	for _, step := range w.turns {
		turn, detail, counted := step.pending()
		c.needs(counted, "a pending_count of each turn and of the session after it", "none after %d turns", len(all))
		all = append(all, pending{step, turn, detail})
	}
	const few = 3
	c.needs(len(all) > few && all[0].turn > few && finished(all[len(all)-1].step.turn), "an intake that counts, and ends", "%d turns", len(all))
	return all
}

// wantPendingFalls fails the check where what is pending by the turns comes to nothing, and what is pending by the session stays
// what it was before anything was answered. Where the two differed from the first, it warns.
func (c *C) wantPendingFalls() {
	c.maybe(func() {
		all := c.countedTurns()
		for _, one := range all {
			if one.detail != all[0].detail {
				return
			}
		}
		first, last := all[0], all[len(all)-1]
		c.about(last.step.turn)
		c.about(last.step.detail)
		expected, got := "a pending_count that falls as that of the turns does", fmt.Sprintf("%d as at first, and %d by the last turn", last.detail, last.turn)
		c.want(last.turn == last.detail || first.turn != first.detail, expected, "%s", got)
		c.recommend(last.turn > 0 || last.detail < first.turn, expected, "%s", got)
	})
}

// wantPendingOfTurn fails the check where each turn says what was pending before it.
func (c *C) wantPendingOfTurn() {
	c.maybe(func() {
		all := c.counted()
		moved := 0
		for i, one := range all[1:] {
			before := all[i]
			if one.turn != before.detail {
				return
			}
			if one.detail != before.detail {
				moved++
				c.about(one.step.turn)
				c.about(one.step.detail)
			}
		}
		c.want(moved < 2, "the pending_count of a turn to be that after it", "what was pending before it, or one too many, at each of %d turns", moved)
	})
}

// wantPendingInStep warns of a session whose pending_count is at each step that of the turn before, and stays behind at the end.
func (c *C) wantPendingInStep() {
	c.maybe(func() {
		w := c.watched()
		late := 0
		var before int64
		for i, step := range w.turns {
			turn, detail, counted := step.pending()
			c.needs(counted, "a pending_count of each turn and of the session after it", "none after %d turns", i)
			switch {
			case i == 0 || turn == before && detail == turn:
			case detail == before:
				late++
			default:
				return
			}
			before = turn
		}
		const few = 2
		c.needs(late >= few, "counts that differ", "%d", late)
		in, a := &intake{id: c.fullSession()}, newAnswerer(false)
		last := c.turn(in, greeting, nil)
		for range few {
			before, _ := integer(last.object()["pending_count"])
			c.needs(!in.finished && len(asksOf(last)) > 0, "an intake that goes on", "it is over")
			message, _ := next(a, asksOf(last))
			last = c.turn(in, message, nil)
			c.wait(moment)
			again := c.detail(in.id)
			pending, _ := integer(again.object()["pending_count"])
			now, _ := integer(last.object()["pending_count"])
			if now == before || pending != before {
				return
			}
			c.about(again)
		}
		c.recommend(false, "the pending_count of the last turn on the session", "that of the turn before it, or one too many, turn after turn")
	})
}

// wantNothingPendingAtEnd warns of an intake that is done, with nothing asked and nothing pending by the session, of which the last turn
// counts something as pending.
func (c *C) wantNothingPendingAtEnd() {
	c.maybe(func() {
		w := c.watched()
		last := w.turns[len(w.turns)-1]
		turn, detail, counted := last.pending()
		c.needs(counted && last.turn.object()["done"] == true && len(asksOf(last.turn)) == 0, "an intake that is done, and counts", "%s", last.turn)
		c.about(last.turn)
		c.about(last.detail)
		c.recommend(turn == 0 || detail > 0, "a pending_count of nothing when nothing is open", "%d by the turn, and %d by the session", turn, detail)
	})
}

// wantNoneMoreOnSession warns of a session that counts one more as pending than each turn does right before it while anything is, and
// nothing at the end.
func (c *C) wantNoneMoreOnSession() {
	c.maybe(func() {
		steps := c.stepsApart(func(turn, detail int64) bool { return turn > 0 && detail == turn+1 })
		c.recommend(false, "the pending_count of each turn on the session", "one more after each of %d turns", steps)
	})
}

// wantNoneTooMany warns of an intake whose turns each count one more as pending than the session does right after them, until both are at
// their end.
func (c *C) wantNoneTooMany() {
	c.maybe(func() {
		steps := c.stepsApart(func(turn, detail int64) bool { return turn == detail+1 })
		c.recommend(false, "the pending_count of each turn on the session", "one more by each of %d turns", steps)
	})
}

// stepsApart gives the number of turns of an intake that came to its end, where what each of them counts as pending is apart from what the
// session counts right after it, and both are nothing at the end. Otherwise, and of few turns, there is nothing to judge.
func (c *C) stepsApart(apart func(turn, detail int64) bool) int {
	w, steps := c.watched(), 0
	for i, step := range w.turns {
		turn, detail, counted := step.pending()
		last := i == len(w.turns)-1
		c.needs(counted && (apart(turn, detail) || last && turn == 0 && detail == 0), "counts that are one apart", "%d and %d", turn, detail)
		steps++
	}
	const few = 2
	c.needs(steps > few && finished(w.turns[len(w.turns)-1].turn), "an intake of several turns that is over", "%d turns", steps)
	c.about(w.turns[0].turn)
	c.about(w.turns[0].detail)
	return steps - 1
}

// wantPendingAlikeOnceRead warns where a turn counts otherwise than the session that is read right after it once a file was read, and
// the turns of an intake without a file count as their session does.
func (c *C) wantPendingAlikeOnceRead() {
	c.maybe(func() {
		for _, one := range c.counted() {
			if one.turn != one.detail {
				return
			}
		}
		id := c.fullSession()
		known, _ := c.prepared(c.detail(id), "the session's detail")["field_values"].(obj)
		c.prepared(c.extract(id, pdfsample.Sized(0)), "a valid PDF to be taken")
		var turn, detail *exchange
		for range 2 {
			turn, detail = c.answer(id, greeting), c.detail(id)
			said, is := integer(c.prepared(turn, "a turn to be answered")["pending_count"])
			left, shown := integer(c.prepared(detail, "the session's detail")["pending_count"])
			values, _ := detail.object()["field_values"].(obj)
			if !is || !shown || said == left || len(newKeys(known, values)) == 0 {
				return
			}
		}
		c.about(turn)
		c.about(detail)
		c.recommend(false, "a pending_count of the turn as on the session, once a file was read, too", "%s by the turn, and %s by the session",
			what(turn.object(), "pending_count"), what(detail.object(), "pending_count"))
	})
}

// wantPendingAlikeLater warns of turns that count as the session does right after them at first and at the end, and one more or one fewer
// in between from some turn on.
func (c *C) wantPendingAlikeLater() {
	const some = 2
	c.maybe(func() {
		all := c.counted()
		first, last := all[:len(all)-1], all[len(all)-1]
		alike := slices.IndexFunc(first, func(one pending) bool { return one.turn != one.detail })
		c.needs(alike >= some && last.turn == last.detail, "counts that are alike at first and at the end", "alike in the first %d of %d", alike, len(all))
		off := first[alike].turn - first[alike].detail
		for _, one := range first[alike:] {
			if one.turn-one.detail != off || off > 1 || off < -1 {
				return
			}
		}
		c.about(first[alike].step.turn)
		c.about(first[alike].step.detail)
		c.recommend(len(first)-alike < some, "the pending_count of each turn on the session", "as many after each of %d turns, and then %d and %d",
			alike, first[alike].turn, first[alike].detail)
	})
}

// wantMoreThanAsked warns of turns that each count as pending what they ask for at once, and a session that counts more right after each.
func (c *C) wantMoreThanAsked() {
	const some = 4
	c.maybe(func() {
		w, steps := c.watched(), 0
		for _, step := range w.turns {
			turn, detail, counted := step.pending()
			asked := int64(len(asksOf(step.turn)))
			c.needs(counted && turn == asked && detail >= turn, "counts of what is asked for at once", "%d, %d and %d", asked, turn, detail)
			if detail > turn {
				steps++
			}
		}
		c.about(w.turns[0].turn)
		c.about(w.turns[0].detail)
		c.recommend(steps < some, "the pending_count of each turn on the session", "that of what it asks for at once, and more on the session after %d turns", steps)
	})
}

// wantOpenCounted warns of a session that counts nothing as pending while it lists questions, as its turns count them.
func (c *C) wantOpenCounted() {
	const some = 4
	c.maybe(func() {
		w, steps := c.watched(), 0
		for _, step := range w.turns {
			turn, detail, counted := step.pending()
			c.needs(counted && detail == 0, "a session that counts nothing as pending", "%d", detail)
			if turn > 0 && len(objects(step.detail.object()["next_questions"])) > 0 {
				steps++
			}
		}
		c.about(w.turns[0].turn)
		c.about(w.turns[0].detail)
		c.recommend(steps < some, "the pending_count of what is open", "0, with questions in next_questions, after %d turns that count some", steps)
	})
}

// wantCorrectionsUncounted warns where one more is pending with each correction of a value, be it back to the first one, or fewer are, though the same
// questions are asked, of as many in all.
func (c *C) wantCorrectionsUncounted() {
	t := c.retold()
	var counts []int64
	for i, turn := range t.turns {
		n, counted := integer(turn.object()["pending_count"])
		c.needs(counted && t.sets(i, t.values[i]), "a pending_count, and each correction to be set", "%s", what(turn.object(), "set_fields"))
		same := equal(turn.object()["asks"], t.turns[0].object()["asks"]) && equal(turn.object()["total_askable"], t.turns[0].object()["total_askable"])
		if !same {
			return
		}
		counts = append(counts, n)
	}
	grows, falls := true, true
	for i, n := range counts[1:] {
		grows, falls = grows && n == counts[i]+1, falls && n < counts[i]
	}
	c.about(t.turns[len(t.turns)-1])
	c.recommend(!grows && !falls, "a pending_count that corrections leave as it is", "%v, with the same questions asked", counts)
}
