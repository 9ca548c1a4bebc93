package checks

import (
	"regexp"
	"slices"
)

// notSkipped are words with which a server says that a question has to be answered.
var notSkipped = regexp.MustCompile(`(?i)\b(required|mandatory|must be answered|(can ?not|can't|may not|not) be (skipped|omitted|passed over|left (out|open|blank|empty))|(can ?not|can't) skip)\b`)

// wantSomeSkipped warns where none of the first questions of an intake can be skipped: each comes first again, and as many are pending,
// whichever words ask for it, and nobody says that it has to be answered. One that is answered in the end makes room for the next. Those that
// have to be answered may come first, so that many are tried.
func (c *C) wantSomeSkipped() {
	const least, most = 4, 30
	o, a, tried := c.opens(), newAnswerer(false), 0
	for ; tried < most && len(o.asks) > 0; tried++ {
		skipped, taken := c.skipsFirst(o)
		if skipped {
			return
		}
		next, answered := c.answersFirst(o, a)
		if !answered || taken {
			break
		}
		c.about(o.turn)
		o = next
	}
	c.needs(tried >= least, "some questions that are asked one after the other", "%d", tried)
	named := c.opens() // it may have to be named
	after := c.turnOn(named, c.skipOf(named.asks[0]))
	if set, _ := after.turn.object()["set_fields"].(obj); !says(set) && !named.standsStill(after) {
		return
	}
	asked := c.opens() // it may have to be confirmed
	c.turnOn(asked, skipRequest)
	confirmed := c.turnOn(asked, "Yes")
	set, _ := confirmed.turn.object()["set_fields"].(obj)
	c.recommend(!says(set) && !asked.standsStill(confirmed), "a request to skip a question to have some effect, as a message may hold one",
		"none at each of the first %d questions: what was asked first is asked first again, and as many are pending", tried)
}

// skipsFirst says whether a request to skip what is asked first has an effect, if only in words, or its own are taken for an answer.
func (c *C) skipsFirst(o opened) (skipped, taken bool) {
	for _, words := range []string{skipRequest, "skip"} {
		after := c.turnOn(o, words)
		set, _ := after.turn.object()["set_fields"].(obj)
		taken = taken || says(set[o.asks[0].key])
		message, _ := after.turn.object()["message"].(string)
		if !taken && (!o.standsStill(after) || notSkipped.MatchString(message)) {
			return true, false
		}
	}
	return false, taken
}

// answersFirst answers what is asked first, in other words where it is asked again.
func (c *C) answersFirst(o opened, a *answerer) (next opened, answered bool) {
	const tries = 3
	q := o.asks[0]
	next = c.turnOn(o, a.batch(o.asks[:1]))
	for try := 1; try < tries && next.asksFor(q.key); try++ {
		next = c.turnOn(o, clip(q.label+": "+a.value(q, try)))
	}
	return next, !next.asksFor(q.key)
}

// turnOn is a turn of a session that was opened.
func (c *C) turnOn(o opened, message string) opened {
	turn := c.answer(o.id, message)
	c.prepared(turn, "a turn to be answered")
	return opened{id: o.id, turn: turn, asks: asksOf(turn)}
}

// standsStill says whether a turn has changed nothing of what is asked first, or set anything.
func (o opened) standsStill(after opened) bool {
	set, _ := after.turn.object()["set_fields"].(obj)
	was, is := o.turn.object(), after.turn.object()
	return len(after.asks) > 0 && after.asks[0].is(o.asks[0]) && !says(set) && equal(was["pending_count"], is["pending_count"]) && equal(was["done"], is["done"])
}

// wantSkipLasts warns of a question that is pending no more once it was skipped, and is asked again as soon as another one is answered, with
// as many pending as before that answer; in each of two sessions.
func (c *C) wantSkipLasts() {
	const some = 2
	var turn *exchange
	var key string
	for n := range some {
		o := c.opens()
		key = o.asks[0].key
		skipped := c.turnOn(o, c.skipOf(o.asks[0]))
		c.needs(len(skipped.asks) > n && !skipped.asksFor(key), "a question that is asked no more once it was skipped", "it is")
		next := c.turnOn(skipped, newAnswerer(false).batch(skipped.asks[n:n+1]))
		turn = next.turn
		set, _ := turn.object()["set_fields"].(obj)
		open, is := integer(o.turn.object()["pending_count"])
		left, was := integer(skipped.turn.object()["pending_count"])
		now, counted := integer(turn.object()["pending_count"])
		c.needs(is && was && counted && says(set[skipped.asks[n].key]), "an answer to be taken", "%s", turn)
		if left != open-1 || !next.asksFor(key) || now < left {
			return
		}
	}
	c.about(turn)
	c.recommend(false, "a question that was skipped to stay so", "%s is asked again once another one was answered, and as many are pending as before", key)
}

// wantSkipNotInherited fails the check when the session that is made next has fewer questions, and not that which was skipped in the one before, in each
// of two pairs.
func (c *C) wantSkipNotInherited() {
	const pairs = 2
	c.skipPhrase() // so that no session is made between the two of a pair
	c.newSession() // in which nothing was skipped, before the first
	for range pairs {
		o := c.opens()
		key := o.asks[0].key
		skipped := c.turnOn(o, c.skipOf(o.asks[0]))
		next := c.opens()
		before, counted := integer(o.turn.object()["pending_count"])
		now, is := integer(next.turn.object()["pending_count"])
		c.needs(counted && is && len(skipped.asks) > 0 && !skipped.asksFor(key), "a question that is asked no more once it was skipped", "it is")
		if now >= before || next.asksFor(key) {
			return
		}
		c.about(next.turn)
	}
	c.fail("a question that was skipped in one session to be open in the next",
		"fewer are pending in the session that was made right after, of each of %d pairs, and what was skipped is not asked", pairs)
}

// wantSkipLastsOn warns of a question that is asked no more once it was skipped, nor with the next answer, and comes again with one of those
// that follow, or with the correction of one, with as many pending as before that one though others are open; in each of two sessions. At the end
// of an intake it may come again.
func (c *C) wantSkipLastsOn() {
	const some, turns = 2, 4
	var turn *exchange
	var key string
	for range some {
		o, a := c.opens(), newAnswerer(false)
		key = o.asks[0].key
		now := c.turnOn(o, c.skipOf(o.asks[0]))
		c.needs(progressOf(now.turn).pending == progressOf(o.turn).pending-1, "one question fewer once one was skipped", "%s", what(now.turn.object(), "pending_count"))
		var answered []ask
		came := false
		for range turns {
			if now.atTheEnd() || now.asksFor(key) {
				return
			}
			next := c.turnOn(now, a.batch(now.asks[:1]))
			set, _ := next.turn.object()["set_fields"].(obj)
			c.needs(says(set[now.asks[0].key]), "an answer to be taken", "%s", next.turn)
			if turn, came = next.turn, now.asksAgain(next, key); next.asksFor(key) {
				break
			}
			answered, now = append(answered, now.asks[0]), next
		}
		if len(answered) == turns && !now.atTheEnd() {
			next := c.turnOn(now, "Correction: "+a.correction(answered, c.valuesOf(now.id)))
			turn, came = next.turn, now.asksAgain(next, key)
		}
		if !came {
			return
		}
	}
	c.about(turn)
	c.recommend(false, "a question that was skipped to stay so", "%s is asked again some turns later, and as many are pending as before the last of them", key)
}

// atTheEnd says whether so few questions are open that those which were skipped may come again.
func (o opened) atTheEnd() bool {
	const few = 3
	return len(o.asks) == 0 || progressOf(o.turn).pending < few
}

// asksAgain says whether a turn asks for what the one before did not, and no fewer questions are open.
func (o opened) asksAgain(next opened, key string) bool {
	return next.asksFor(key) && progressOf(next.turn).pending >= progressOf(o.turn).pending
}

// correction answers one of some questions in another way than before, by what the session has for it: by preference one that opens no others, as a
// choice may.
func (a *answerer) correction(asks []ask, values obj) string {
	at := slices.IndexFunc(asks, func(q ask) bool { return len(q.choices()) == 0 })
	q := asks[max(at, 0)]
	return clip(q.label + ": " + a.otherThan(q, values[q.key]))
}
