package checks

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// denials begin with the word that answers, so that no server has to understand the rest of them.
var denials = []string{"No, we do not.", "No, we do not have any.", "No, none of that at all."}

// wantDeniedAsTold warns where a sentence that says no is taken for a yes by each of two questions that a plain no answers with false.
func (c *C) wantDeniedAsTold() {
	asks := c.answeredWith(func(v any) bool { return v == false })
	c.needs(len(asks) > 0, "a question that a no answers with false", "none")
	asks = asks[:min(len(asks), 2)]
	for _, denial := range denials {
		var turn *exchange
		taken := 0
		for _, q := range asks {
			x, sets := c.toldAnew(q.label + ": " + denial)
			if sets[q.key] == true {
				turn, taken = x, taken+1
			}
		}
		if taken == len(asks) {
			c.about(turn)
			c.recommend(false, "a sentence that says no to be no yes", "%q is set as true, of %d questions that No answers with false", denial, taken)
		}
	}
}

// denialsOf say of a thing that there is none.
var denialsOf = []string{"We have no %s.", "There are no %s."}

// contractedDenials say so in words that are drawn together.
var contractedDenials = []string{"We don't have any %s.", "There isn't any %s."}

// aThing is a label of one to four words that does not ask.
var aThing = regexp.MustCompile(`(?i)^(?:[a-z-]+ ){0,3}[a-z-]+$`)

// asking is a label that begins as a question does.
var asking = regexp.MustCompile(`(?i)^(?:do|does|did|is|are|was|were|has|have|had|will|can|any|no|not|how|what|which|who|when|where|why)\b`)

// wantNoneOfAsTold warns where saying that there is none of a thing is taken for a yes to the question of that name, in each of the ways to say so, of
// a question that a plain no answers with false. To understand neither is left to the server.
func (c *C) wantNoneOfAsTold() {
	for _, q := range c.thingsDenied() {
		turn, yes, _ := c.toldNone(q, denialsOf)
		c.about(turn)
		c.recommend(yes < len(denialsOf), "a sentence that says no to be no yes", "%s is set as true, and is false after a plain no", q.key)
	}
}

// wantContractedAsTold warns where each way to say so with a contraction is taken for a yes, and each without one for a no.
func (c *C) wantContractedAsTold() {
	for _, q := range c.thingsDenied() {
		if _, _, no := c.toldNone(q, denialsOf); no < len(denialsOf) {
			continue
		}
		turn, yes, _ := c.toldNone(q, contractedDenials)
		c.about(turn)
		c.recommend(yes < len(contractedDenials), "a no that is drawn together to be no yes", "%s is set as true by %q, and as false by %q", q.key, messageOf(turn), fmt.Sprintf(denialsOf[0], strings.ToLower(q.label)))
	}
}

// thingsDenied are some questions that a plain no answers with false, and whose labels name a thing.
func (c *C) thingsDenied() []ask {
	const few = 3
	asks := c.answeredWith(func(v any) bool { return v == false })
	return slices.DeleteFunc(asks[:min(len(asks), few)], func(q ask) bool { return !aThing.MatchString(q.label) || asking.MatchString(q.label) })
}

// toldNone says in some ways that there is none of what a question is about, a new session each, and counts how often that sets a yes, and a no.
func (c *C) toldNone(q ask, ways []string) (turn *exchange, yes, no int) {
	for _, denial := range ways {
		x, sets := c.toldAnew(fmt.Sprintf(denial, strings.ToLower(q.label)))
		switch turn = x; sets[q.key] {
		case true:
			yes++
		case false:
			no++
		}
	}
	return turn, yes, no
}
