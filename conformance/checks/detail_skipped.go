package checks

import (
	"net/http"
	"slices"
)

// skipTold is a question that was skipped by its label, with the session's detail before and after it.
type skipTold struct {
	key    string
	was    int64 // pending by the turn before
	left   int64 // and by the one that skipped
	before obj
	turn   *exchange
	after  *exchange
}

// skipTold skips the first question of a session, where the reply then counts one less as pending and asks it no more.
func (c *C) skipTold() skipTold {
	return shared(c, "a skip and its detail", func(c *C) skipTold {
		o := c.opens()
		s := skipTold{key: o.asks[0].key}
		s.before = c.prepared(c.detail(o.id), "the session's detail")
		s.turn = c.answer(o.id, c.skipOf(o.asks[0]))
		c.prepared(s.turn, "a request to skip")
		s.was, _ = integer(o.turn.object()["pending_count"])
		left, counted := integer(s.turn.object()["pending_count"])
		c.needs(counted && left == s.was-1 && !(opened{asks: asksOf(s.turn)}).asksFor(s.key), "a question that is pending no more once it was skipped", "%s", s.turn)
		s.left, s.after = left, c.detail(o.id)
		if n, _ := integer(s.after.object()["pending_count"]); n == s.was || firstQuestion(s.after.object()) == s.key {
			c.wait(moment) // what is shown may be behind for a moment
			s.after = c.detail(o.id)
		}
		c.needs(s.after.status == http.StatusOK, "the session's detail", "%s", s.after)
		return s
	})
}

// firstQuestion is the key of the first of the next questions.
func firstQuestion(detail obj) string {
	if next := objects(detail["next_questions"]); len(next) > 0 {
		key, _ := next[0]["key"].(string)
		return key
	}
	return ""
}

// wantSkipCounted warns of a detail that counts a question as pending that was skipped, where the turn does not, and both counted alike before.
func (c *C) wantSkipCounted() {
	s := c.skipTold()
	shown, counted := integer(s.before["pending_count"])
	c.needs(counted && shown == s.was, "a detail that counts as the turns do", "%d, and %d by the turn", shown, s.was)
	now, counted := integer(s.after.object()["pending_count"])
	c.about(s.after)
	c.recommend(!counted || now != s.was, "the pending_count of the turn in the detail, also once a question was skipped",
		"%d by the turn, and %d by the detail, as before", s.left, now)
}

// wantSkipNotNext warns of a detail whose next question is one that was skipped, where the turn asks it no more.
func (c *C) wantSkipNotNext() {
	s := c.skipTold()
	c.needs(firstQuestion(s.before) == s.key, "the question that was asked first among the next ones", "%s is", firstQuestion(s.before))
	now, counted := integer(s.after.object()["pending_count"])
	c.about(s.after)
	c.recommend(firstQuestion(s.after.object()) != s.key || !counted || now != s.left,
		"a question that was skipped not to be the next one, as others are open", "%s is, and %d others are pending", s.key, s.left)
	next := objects(s.after.object()["next_questions"])
	listed := slices.ContainsFunc(next, func(q obj) bool { return q["key"] == s.key })
	more := len(next) > len(objects(s.before["next_questions"])) || int64(len(next)) > now
	c.recommend(!listed || !more || !counted || now != s.left, "no question among the next ones that was skipped", "%s is, of %d, and %d are pending", s.key, len(next), now)
}
