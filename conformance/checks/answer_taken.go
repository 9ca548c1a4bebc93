package checks

import (
	"regexp"
	"slices"
	"strings"
)

// What a message is taken for: a question is no answer, and two answers are two, however they are written.

// wantNoQuestionStored warns of a server that stores each question of the caller as the answer to its own.
func (c *C) wantNoQuestionStored() {
	var turn *exchange
	var key string
	for _, question := range []string{"Why do you need to know that?", "Who will see my answers?"} {
		o := c.opensWithText()
		turn, key = c.answer(o.id, question), ""
		set, _ := c.prepared(turn, "a question to be answered")["set_fields"].(obj)
		for _, q := range o.asks {
			if sameAs(set[q.key], question) {
				key = q.key
			}
		}
		if key == "" {
			return
		}
	}
	c.about(turn)
	c.recommend(false, "a question of the caller to be no answer", "%s", what(turn.object()["set_fields"].(obj), key))
}

// wantQuestionUnstored warns where a question of the caller with which an intake begins is stored as the answer to another one, whichever it is.
func (c *C) wantQuestionUnstored() {
	var turn *exchange
	for _, question := range []string{"Why do you need to know that?", "Who will see my answers?"} {
		id := c.fullSession()
		turn = c.answer(id, question)
		c.prepared(turn, "a question to be taken")
		stores := contains(c.valuesOf(id), func(s string) bool { return s == question })
		c.needs(stores, "a question that is stored", "it is not")
	}
	c.about(turn)
	c.recommend(false, "a question of the caller to be no answer", "it is stored as one, in each of two sessions")
}

// wantNoNumberOfQuestion warns where a question of the caller that has no number sets one.
func (c *C) wantNoNumberOfQuestion() {
	const most = 2
	asks := c.answeredWith(func(v any) bool { _, is := number(v); return is })
	for _, q := range asks[:min(len(asks), most)] {
		question := clip("What counts as " + strings.ToLower(q.label) + "?")
		c.needs(!strings.ContainsAny(question, "0123456789"), "a label without a number", "%q", q.label)
		turn, sets := c.toldAnew(question)
		_, set := number(sets[q.key])
		c.about(turn)
		c.recommend(!set, "no number of a question that has none", "%s", what(sets, q.key))
	}
}

// onlyAsked are messages of the run that tell nothing of the business.
var onlyAsked = []string{greeting, "Why do you need to know that?", "Who will see my answers?", "How long will this take?"}

// wantNothingAskedStored warns of a server that stored each of them somewhere in the run, be it under a question that it had not asked yet.
// A server may miss that one of them is a question.
func (c *C) wantNothingAskedStored() {
	asked, stored := c.askedKeys(), map[string]string{}
	for _, x := range c.run.traffic() {
		message := messageOf(x)
		set, _ := x.object()["set_fields"].(obj)
		if x.call != answerCall || !x.ok() || !slices.Contains(onlyAsked, message) {
			continue
		}
		for key := range set {
			if asked[key] && sameAs(set[key], message) {
				stored[message] = what(set, key)
				c.about(x)
			}
		}
	}
	c.recommend(len(stored) < len(onlyAsked), "a question of the caller to be no answer", "%s", stored[greeting])
}

// textKinds are of questions that any words may answer.
var textKinds = regexp.MustCompile(`(?i)text|string|free|open`)

// opensWithText is a session that has come to a question which any words may answer, or a new one where the first questions are none.
func (c *C) opensWithText() opened {
	const most = 8
	o, a := c.opens(), newAnswerer(false)
	for range most {
		if textKinds.MatchString(o.asks[0].kind) {
			return o
		}
		turn := c.answer(o.id, a.batch(o.asks[:1]))
		if !turn.ok() || len(asksOf(turn)) == 0 || asksOf(turn)[0].key == o.asks[0].key {
			break
		}
		o.turn, o.asks = turn, asksOf(turn)
	}
	return c.opens()
}

// wantLinesTaken warns of a server that takes both of two answers on one line, and one alone where they stand on two.
func (c *C) wantLinesTaken() {
	both := c.twoAsks()
	a := newAnswerer(false)
	said := func(between string) (turn *exchange, keys []string) {
		turn = c.answer(c.fullSession(), clip(both[0].label+": "+a.value(both[0], 0)+between+both[1].label+": "+a.value(both[1], 0)))
		set, _ := c.prepared(turn, "two answers in one message to be taken")["set_fields"].(obj)
		for _, q := range both {
			if says(set[q.key]) {
				keys = append(keys, q.key)
			}
		}
		return turn, keys
	}
	lines, on := said("\n")
	if len(on) < len(both) { // once may be bad luck
		lines, on = said("\n")
	}
	if len(on) == len(both) {
		other, ended := said("\r\n")
		c.about(other)
		c.recommend(len(ended) == len(both), "two answers to be taken on lines that end with CR LF, as they are with LF", "%v of two are set", ended)
		c.wantReturnsLeftOut()
		return
	}
	for _, between := range []string{"; ", ". "} {
		if _, keys := said(between); len(keys) == len(both) {
			c.about(lines)
			c.recommend(false, "two answers on two lines to be taken as on one", "%v of two are set", on)
			return
		}
	}
}

// wantReturnsLeftOut warns where a text ends with the CR of a line that ends with CR LF, with which an answer to another question follows.
func (c *C) wantReturnsLeftOut() {
	both, a := c.twoAsks(), newAnswerer(false)
	for _, q := range c.listable() {
		other := otherThan(q, both)
		turn, sets := c.toldAnew(clip(q.label + ": Wholesale of paper\r\n" + other.label + ": " + a.value(other, 0)))
		for _, kept := range []any{sets[q.key], c.valuesOf(sessionIn(turn.req))[q.key]} {
			said, _ := kept.(string)
			c.about(turn)
			c.recommend(!strings.HasSuffix(said, "\r"), "the end of a line to be no part of an answer", "%q for %s", said, q.key)
		}
	}
}

// twoAsks are two questions of an intake whose answers, on lines of their own, are easily told apart.
func (c *C) twoAsks() []ask {
	var all []ask
	for _, turn := range c.journey().turns {
		for _, q := range asksOf(turn) {
			if !slices.ContainsFunc(all, func(other ask) bool { return other.key == q.key || other.label == q.label }) {
				all = append(all, q)
			}
		}
	}
	c.needs(len(all) >= 2, "two questions of an intake", "%d", len(all))
	return all[:2]
}

// otherThan is the first of some questions that is another one.
func otherThan(q ask, all []ask) ask {
	return all[slices.IndexFunc(all, func(other ask) bool { return other.key != q.key })]
}

// wantQuestionOpen warns of a server that counts an open question as settled when the caller asks one back, in each of two sessions.
func (c *C) wantQuestionOpen() {
	var turn *exchange
	var open, left int64
	for range 2 {
		o := c.opens()
		turn = c.answer(o.id, "Why do you need to know that?")
		set, _ := c.prepared(turn, "a question to be answered")["set_fields"].(obj)
		var counted, still bool
		open, counted = integer(o.turn.object()["pending_count"])
		if left, still = integer(turn.object()["pending_count"]); !counted || !still || left >= open || len(set) > 0 {
			return
		}
	}
	c.about(turn)
	c.recommend(false, "a question of the caller to leave open what is asked", "%d questions were pending, and %d when nothing but a question was said", open, left)
}
