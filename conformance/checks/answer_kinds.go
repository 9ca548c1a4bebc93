package checks

import (
	"fmt"
	"slices"
	"strings"
)

// Corrections of values of each kind.

// kindTold is a question of one kind of value, with what it is answered with and what that is corrected to.
type kindTold struct {
	q             ask
	first, second string
}

// oneOfEachKind has up to one question of each kind. What a list becomes by a correction is left to the server.
func (c *C) oneOfEachKind() (all []ask) {
	const large, year = 10_000, 1800
	for _, such := range []func(v any) bool{
		func(v any) bool { n, is := number(v); return is && n < year },
		func(v any) bool { n, is := number(v); return is && n >= large },
		func(v any) bool { _, is := dayOf(v); return is },
		func(v any) bool { s, is := v.(string); return is && strings.Contains(s, "@") },
		func(v any) bool { s, is := v.(string); return is && s != "" && !strings.ContainsAny(s, "0123456789@") },
	} {
		asks := slices.DeleteFunc(c.answeredWith(such), func(q ask) bool { return len(q.options) > 0 })
		all = append(all, asks[:min(len(asks), 1)]...)
	}
	decided := c.answeredWith(func(v any) bool { _, is := v.(bool); return is })
	all = append(all, decided[:min(len(decided), 1)]...)
	for _, q := range c.answeredWith(says) {
		if len(q.options) > 1 && !q.confirms() {
			return append(all, q)
		}
	}
	return all
}

// told is a question with two values of its kind, by what a session has once it was told the first.
func (a *answerer) told(q ask, has any) kindTold {
	k := kindTold{q, a.value(q, 0), a.otherThan(q, has)}
	if yes, is := has.(bool); is {
		k.second = map[bool]string{true: "No", false: "Yes"}[yes]
	}
	if words, is := has.(string); is && len(q.options) == 0 {
		switch {
		case strings.Contains(words, "@"):
			k.second = "lee.harper@heronbay.example"
		case !strings.ContainsAny(words, "0123456789"):
			k.second = "Harbor boat joinery"
		}
	}
	return k
}

// correctionOf tells the second value in the place of the first.
func (k kindTold) correctionOf() string { return clip("Correction: " + k.q.label + ": " + k.second) }

// wantEachKindCorrected warns where the correction of a value of one kind leaves it as it was, or goes to another question, and those of other
// kinds are taken in the same session and in the same words.
func (c *C) wantEachKindCorrected() {
	asks, a, id := c.oneOfEachKind(), newAnswerer(false), c.begunSession()
	var firsts []string
	for _, q := range asks {
		firsts = append(firsts, q.label+": "+a.value(q, 0))
	}
	c.prepared(c.answer(id, clip(strings.Join(firsts, "\n"))), "answers to be taken")
	before := c.valuesOf(id)
	var kinds []kindTold
	for _, q := range asks {
		if says(before[q.key]) {
			kinds = append(kinds, a.told(q, before[q.key]))
		}
	}
	turns := map[string]*exchange{}
	for _, k := range kinds {
		turns[k.q.key] = c.answer(id, k.correctionOf())
		c.prepared(turns[k.q.key], "a correction to be answered")
	}
	after := c.valuesOf(id)
	taken := slices.IndexFunc(kinds, func(k kindTold) bool {
		return says(after[k.q.key]) && !equal(after[k.q.key], before[k.q.key])
	})
	if taken < 0 {
		c.maybe(func() { c.wantSomeCorrected(id, kinds, before) })
	}
	for _, k := range kinds {
		v := before[k.q.key]
		sets, _ := turns[k.q.key].object()["set_fields"].(obj)
		if !equal(after[k.q.key], v) {
			if says(after[k.q.key]) && !says(sets[k.q.key]) {
				c.maybe(func() { c.wantCorrectionTold(k) })
			}
			continue
		}
		c.maybe(func() { c.wantToItsOwn(k, v, before, sets) })
		if taken >= 0 {
			c.maybe(func() { c.wantKindCorrected(k, v, kinds[taken]) })
		}
	}
}

// wantSomeCorrected warns where no correction has any effect, whichever words ask for it and whatever kind of value it is of. Which it has is
// left open, and a message may hold one (spec section 4, endpoint 5).
func (c *C) wantSomeCorrected(id string, kinds []kindTold, before obj) {
	const some = 2
	c.needs(len(kinds) >= some, "some answers that are set", "%d", len(kinds))
	var turn *exchange
	for _, words := range []string{"%s: %s", "Actually, the %s is %s."} {
		for _, k := range kinds {
			turn = c.answer(id, clip(fmt.Sprintf(words, k.q.label, k.second)))
			c.prepared(turn, "a correction to be answered")
		}
	}
	after := c.valuesOf(id)
	kept := func(k kindTold) bool { return equal(after[k.q.key], before[k.q.key]) }
	if slices.ContainsFunc(kinds, func(k kindTold) bool { return !kept(k) }) {
		return
	}
	k := kinds[0]
	first, own := c.toldAnew(clip(k.q.label + ": " + k.second))
	c.needs(says(own[k.q.key]) && !equal(own[k.q.key], before[k.q.key]), "the other value to be set where it comes first", "%s", what(first.object(), "set_fields"))
	c.about(turn)
	c.recommend(false, "a correction to have some effect, as a message may hold one", "none on %d values, in three wordings each", len(kinds))
}

// wantCorrectionTold warns of a turn that corrects a value at once and says nothing of it in set_fields, as the turn does that sets it first.
func (c *C) wantCorrectionTold(k kindTold) {
	_, first := c.toldAnew(clip(k.q.label + ": " + k.second))
	c.needs(says(first[k.q.key]), "the other value to be set where it comes first", "%s", what(first, k.q.key))
	told, _ := c.toldAnew(clip(k.q.label + ": " + k.first))
	id := sessionIn(told.req)
	turn := c.answer(id, k.correctionOf())
	sets, _ := c.prepared(turn, "a correction to be answered")["set_fields"].(obj)
	now := c.valuesOf(id)[k.q.key]
	c.about(turn)
	c.recommend(says(sets[k.q.key]) || !equal(now, first[k.q.key]), "a value that a turn corrects in its set_fields, as one that it sets first",
		"%s is %s, and not among them", k.q.key, text(now))
}

// wantToItsOwn warns where a correction is set for another question than the one that it names, twice, and the same value is set for its own
// where it comes first.
func (c *C) wantToItsOwn(k kindTold, was any, before, sets obj) {
	first, own := c.toldAnew(clip(k.q.label + ": " + k.second))
	value := own[k.q.key]
	c.needs(says(value) && !equal(value, was), "the other value to be set where it comes first", "%s", what(first.object(), "set_fields"))
	for _, key := range names(sets) {
		if key == k.q.key || !equal(sets[key], value) || equal(before[key], value) || says(own[key]) || says(sets[k.q.key]) {
			continue
		}
		answered, _ := c.toldAnew(clip(k.q.label + ": " + k.first))
		turn := c.answer(sessionIn(answered.req), k.correctionOf())
		again, _ := c.prepared(turn, "a correction to be answered")["set_fields"].(obj)
		c.about(turn)
		c.recommend(says(again[k.q.key]) || !equal(again[key], value), "a correction to go to the question that it names",
			"%s is %s, which was told for %s", key, text(value), k.q.key)
	}
}

// wantKindCorrected warns of a value that stays as it is, in whichever words it is corrected, where the other value is set if it comes first.
func (c *C) wantKindCorrected(k kindTold, was any, other kindTold) {
	told, sets := c.toldAnew(clip(k.q.label + ": " + k.second))
	c.needs(says(sets[k.q.key]) && !equal(sets[k.q.key], was) && !equal(c.valuesOf(sessionIn(told.req))[k.q.key], was),
		"the other value to be set where it comes first", "%s", what(sets, k.q.key))
	c.needs(c.corrected(other), "a correction of another kind to be taken at once", "it is not")
	answered, _ := c.toldAnew(clip(k.q.label + ": " + k.first))
	id := sessionIn(answered.req)
	c.needs(equal(c.valuesOf(id)[k.q.key], was), "the first value to be kept", "another one")
	for _, words := range []string{k.correctionOf(), clip(k.q.label + ": " + k.second), clip("Actually, " + k.q.label + " is " + k.second)} {
		turn := c.answer(id, words)
		c.prepared(turn, "a correction to be answered")
		c.about(turn)
	}
	now := c.valuesOf(id)[k.q.key]
	c.recommend(!equal(now, was), "corrections of each kind of value to be taken, as that of "+other.q.key+" is",
		"%s is %s after it was corrected to %s, three times", k.q.key, text(now), k.second)
}

// corrected says whether a value is another one by the next turn, which corrects it: a server may want a yes to that first.
func (c *C) corrected(k kindTold) bool {
	answered, _ := c.toldAnew(clip(k.q.label + ": " + k.first))
	id := sessionIn(answered.req)
	was := c.valuesOf(id)[k.q.key]
	c.prepared(c.answer(id, k.correctionOf()), "a correction to be answered")
	now := c.valuesOf(id)[k.q.key]
	return says(was) && says(now) && !equal(now, was)
}
