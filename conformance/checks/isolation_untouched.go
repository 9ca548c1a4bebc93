package checks

import "slices"

// What is told to a session changes nothing of another workspace, be there a session whose insured has the same name.

// wantNamesakeUntouched fails the check when what is told to a session comes to one of another workspace whose insured has the same name.
func (c *C) wantNamesakeUntouched(mine, theirs option) {
	name := c.someName()
	one, other := &intake{id: c.sessionNamed(name, mine)}, &intake{id: c.sessionNamed(name, theirs)}
	c.wantUntouchedBy(one, mine, other, theirs)
	c.wantUntouchedBy(other, theirs, one, mine)
}

// wantUntouchedBy tells one session some answers, other ones than its namesake has, and has it skip a question. The namesake is told nothing
// meanwhile, so that its values and what is pending are its own still.
func (c *C) wantUntouchedBy(told *intake, by option, left *intake, with option) {
	before, pending := c.knownOf(left.id, with)
	again, still := c.knownOf(left.id, with)
	c.needs(equal(before, again), "values that stay while nobody tells anything", "%v are others", newKeys(before, again))
	asks := asksOf(c.turn(told, greeting, []option{by}))
	for range answersTold {
		c.needs(len(asks) > 0, "a question to answer", "none")
		asks = asksOf(c.turn(told, otherAnswers(asks, before), []option{by}))
	}
	if len(asks) > 0 {
		c.turn(told, c.skipOf(asks[0]), []option{by})
	}
	after, now := c.knownOf(left.id, with)
	set := ungrouped(told.answered())
	came := slices.DeleteFunc(newKeys(before, after), func(key string) bool { return !equal(after[key], set[key]) })
	long := slices.ContainsFunc(came, func(key string) bool { return len(lettersOf(plainText(after[key]))) >= leastPrinted })
	c.want(len(came) < 2 && !long, "a session to have nothing that was told to one of another workspace, whose insured has the same name",
		"%v, and nobody told it anything", came)
	c.recommend(pending < 0 || pending != still || now < 0 || now == pending,
		"a session to ask what it asked before another workspace answered one of its name", "%d are pending, and %d before", now, pending)
}

// answersTold is how many turns a session is told answers.
const answersTold = 2

// knownOf is what a session knows, and how many questions are pending, or less than none where its detail does not say.
func (c *C) knownOf(id string, with option) (values obj, pending int64) {
	o := c.prepared(c.detail(id, with), "the session's detail")
	stored, _ := o["field_values"].(obj)
	pending, counted := integer(o["pending_count"])
	if !counted {
		pending = -1
	}
	return ungrouped(stored), pending
}

// otherAnswers answers questions, each otherwise than it was elsewhere.
func otherAnswers(asks []ask, known obj) string {
	a, lines := newAnswerer(false), ""
	for _, q := range asks {
		value := a.value(q, 0)
		if says(known[q.key]) {
			value = a.otherThan(q, known[q.key])
		}
		lines += q.label + ": " + value + "\n"
	}
	return clip(lines)
}
