package checks

import (
	"maps"
	"slices"
	"strings"
	"time"
)

// told is what a message of the run said for a question that the session had asked right before.
type told struct {
	q        ask
	value    string
	labelled bool // by the label of the question
}

// toldTurn is a turn whose message answers questions by their labels, or the only one that was asked.
type toldTurn struct {
	turn *exchange
	all  []told
	set  obj
}

// tells says whether a message answered a question.
func (t toldTurn) tells(key string) bool {
	return slices.ContainsFunc(t.all, func(one told) bool { return one.q.key == key })
}

// toldTurns are those turns of the run that report something as set.
func (c *C) toldTurns() (all []toldTurn) {
	for _, calls := range c.histories() {
		var asked []ask
		var ended time.Time
		for i, x := range calls {
			alone := aloneAt(calls, i, ended)
			ended = later(ended, x.end())
			if x.call != answerCall || x.status != 200 {
				continue
			}
			set, _ := x.object()["set_fields"].(obj)
			if said := toldIn(messageOf(x), asked); alone && len(said) > 0 && len(set) > 0 {
				all = append(all, toldTurn{x, said, set})
			}
			asked = asksOf(x)
		}
	}
	return all
}

// toldIn reads the lines of a message that begin with the label of a question, or all of it for the only question. A question that is
// answered twice is left out.
func toldIn(message string, asked []ask) (said []told) {
	times := map[string]int{}
	defer func() { said = slices.DeleteFunc(said, func(one told) bool { return times[one.q.key] > 1 }) }()
	for _, line := range strings.Split(message, "\n") {
		for _, q := range asked {
			if value, labelled := strings.CutPrefix(line, q.label+": "); labelled {
				times[q.key]++
				said = append(said, told{q, value, true})
				break
			}
		}
	}
	if len(said) == 0 && len(asked) == 1 && !strings.Contains(message, "\n") && !strings.Contains(message, ": ") {
		said = append(said, told{asked[0], message, false})
	}
	return said
}

// wantAsTold looks at what was set for what was told, in every turn of the run.
func (c *C) wantAsTold() {
	turns := c.toldTurns()
	for _, t := range turns {
		for _, one := range t.all {
			if v := t.set[one.q.key]; v != nil {
				c.wantDayAsTold(t, one, v)
				c.wantDigitsAsTold(t, one, v)
				c.wantOptionAsTold(t, one, v)
			}
		}
		c.wantNoneSwapped(t)
	}
	c.wantYesAsTold(turns)
	c.wantNumbersAsTold(turns)
	c.wantNumbersApart(turns)
	c.wantUnderOwnKey(turns)
	c.wantUnderOwnLabel(turns)
}

// toldDays are the forms in which the suite tells a day.
var toldDays = []string{"01/02/2006", time.DateOnly}

// wantDayAsTold fails the check when the day before or after the one that was told is set.
func (c *C) wantDayAsTold(t toldTurn, one told, v any) {
	is, day := dayOf(v)
	for _, form := range toldDays {
		was, err := time.Parse(form, one.value)
		if err != nil || !day {
			continue
		}
		near := is.Equal(was.AddDate(0, 0, 1)) || is.Equal(was.AddDate(0, 0, -1))
		c.wantOf(t.turn, !near, "the day that was told", "%s was told for %s, and %s is set", one.value, one.q.key, text(v))
	}
}

// wantDigitsAsTold warns where a number of a business or of a telephone is set without one of its digits.
func (c *C) wantDigitsAsTold(t toldTurn, one told, v any) {
	const least = 9
	was, is := digitsOf(one.value), digitsOf(plainText(v))
	_, day := dayOf(one.value)
	if len(was) < least || len(is) != len(was)-1 || day || numeric.MatchString(one.value) {
		return
	}
	at := 0 // where they part
	for at < len(is) && is[at] == was[at] {
		at++
	}
	c.about(t.turn)
	c.recommend(is[at:] != was[at+1:], "all digits of what was told", "%s was told for %s, and %s is set", one.value, one.q.key, text(v))
}

// wantOptionAsTold fails the check when another option is set than the one that was told by its name.
func (c *C) wantOptionAsTold(t toldTurn, one told, v any) {
	set, _ := v.(string)
	named := func(name string) int {
		return slices.IndexFunc(one.q.named, func(names []string) bool {
			return slices.ContainsFunc(names, func(other string) bool { return strings.EqualFold(name, other) })
		})
	}
	was, is := named(one.value), named(set)
	if was < 0 || is < 0 || was == is {
		return
	}
	alsoWas := slices.ContainsFunc(one.q.named[was], func(name string) bool { return strings.EqualFold(name, set) })
	c.wantOf(t.turn, alsoWas, "the option that was chosen", "%s was told for %s, and %s is set", one.value, one.q.key, text(v))
}

// wantNoneSwapped fails the check when two answers of one message are set for each other's question.
func (c *C) wantNoneSwapped(t toldTurn) {
	for i, one := range t.all {
		for _, two := range t.all[:i] {
			a, b := t.set[one.q.key], t.set[two.q.key]
			swapped := sameAs(a, two.value) && sameAs(b, one.value) && !sameAs(a, one.value) && !sameAs(b, two.value)
			c.wantOf(t.turn, !swapped, "each answer for its own question", "%s is set to %s and %s to %s, the other way round than told", one.q.key,
				text(a), two.q.key, text(b))
		}
	}
}

// wantUnderOwnKey warns of questions that are never set, whose answers are set for others that were answered before them in their session, as those of
// another row of a group.
func (c *C) wantUnderOwnKey(turns []toldTurn) {
	const some = 2
	set, before, astray := map[string]bool{}, map[string]bool{}, map[string]toldTurn{}
	under := map[string]string{}
	for _, t := range turns {
		id := sessionIn(t.turn.req)
		for _, one := range t.all {
			own := one.q.key
			set[own] = set[own] || t.set[own] != nil
			for _, key := range names(t.set) {
				if t.set[own] == nil && !t.tells(key) && sameAs(t.set[key], one.value) && before[id+" "+key] {
					astray[own], under[own] = t, key
				}
			}
			before[id+" "+own] = before[id+" "+own] || t.set[own] != nil
		}
	}
	maps.DeleteFunc(astray, func(key string, _ toldTurn) bool { return set[key] })
	for _, key := range slices.Sorted(maps.Keys(astray)) {
		c.about(astray[key].turn)
		c.recommend(len(astray) < some, "an answer to be set for the question that it names", "the answer to %s is set as %s, which was answered before, and %s is never set", key, under[key], key)
	}
}

// wantUnderOwnLabel warns of a question that no answer by its label sets, and of another one that messages with such an answer set, which they do not
// name, in several sessions.
func (c *C) wantUnderOwnLabel(turns []toldTurn) {
	const some = 2
	set, labels := map[string]bool{}, map[string]string{}
	for _, t := range turns {
		for _, one := range t.all {
			labels[one.q.key] = one.q.label
			set[one.q.key] = set[one.q.key] || one.labelled && t.set[one.q.key] != nil
		}
	}
	astray := map[[2]string][]toldTurn{} // the question and what is set, one of each session
	for _, t := range turns {
		for _, one := range t.all {
			for _, key := range names(t.set) {
				label, asked := labels[key]
				if !one.labelled || set[one.q.key] || !asked || !set[key] || strings.Contains(messageOf(t.turn), label) {
					continue
				}
				pair := [2]string{one.q.key, key}
				if all := astray[pair]; len(all) == 0 || sessionIn(all[len(all)-1].turn.req) != sessionIn(t.turn.req) {
					astray[pair] = append(all, t)
				}
			}
		}
	}
	for _, pair := range slices.SortedFunc(maps.Keys(astray), func(a, b [2]string) int { return slices.Compare(a[:], b[:]) }) {
		c.about(astray[pair][0].turn)
		c.recommend(len(astray[pair]) < some, "an answer to be set for the question whose label it has", "none to %q is set for %s, and several set %s",
			labels[pair[0]], pair[0], pair[1])
	}
}

// sameAs says whether a value is what a message said, in its letters and digits.
func sameAs(v any, said string) bool {
	if day, is := dayOf(v); is {
		return slices.ContainsFunc(toldDays, func(form string) bool { return day.Format(form) == said })
	}
	plain := lettersOf(worded(v))
	return plain != "" && plain == lettersOf(said)
}

// fewInverted is how many questions may be meant the other way round than they are asked.
const fewInverted = 1

// wantYesAsTold fails the check when yes is set for no, and no for yes, for each question of the run that was answered so.
func (c *C) wantYesAsTold(turns []toldTurn) {
	words := map[string]bool{"yes": true, "no": false}
	inverted := map[string]toldTurn{}
	for _, t := range turns {
		for _, one := range t.all {
			was, plain := words[strings.ToLower(one.value)]
			is, set := t.set[one.q.key].(bool)
			switch {
			case !plain || !set:
			case was == is:
				return
			default:
				inverted[one.q.key] = t
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(inverted)) {
		t := inverted[key]
		c.wantOf(t.turn, len(inverted) <= fewInverted, "yes for yes and no for no", "%s is %s, and all others are the other way round, too", key, text(t.set[key]))
	}
}
