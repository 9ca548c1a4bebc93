package checks

import (
	"maps"
	"net/http"
	"slices"
	"strings"
)

// wantLabelsKept warns of questions that have the labels of other ones a turn later, in a session of the run and in one more. Keys may be places,
// which others take: of those none goes and none comes with a turn.
func (c *C) wantLabelsKept() {
	found := slices.ContainsFunc(slices.Collect(maps.Values(c.histories())), func(calls []*exchange) bool {
		var before *exchange
		return slices.ContainsFunc(calls, func(x *exchange) bool {
			if x.call != answerCall || x.status != http.StatusOK {
				return false
			}
			last := before
			before = x
			return last != nil && !x.start.Before(last.end()) && exchangedLabel(asksOf(last), asksOf(x)) != nil
		})
	})
	if !found {
		return
	}
	o := c.opens()
	next := c.turnOn(o, c.skipOf(o.asks[0]))
	if two := exchangedLabel(o.asks, next.asks); two != nil {
		c.about(next.turn)
		c.recommend(false, "the label of each question in asks, in every turn",
			"%s is asked as %q, which was %s the turn before, as in another session of the run", two[0].key, two[1].label, two[1].key)
	}
}

// exchangedLabel finds two questions of which one has the label of the other one a turn later, where that is so of each question that is asked
// again, of several, and other questions went and came.
func exchangedLabel(before, after []ask) (two []ask) {
	const several = 2
	named := func(all []ask, same func(ask) bool) (ask, bool) {
		at := slices.IndexFunc(all, same)
		if at < 0 {
			return ask{}, false
		}
		return all[at], true
	}
	stayed := 0
	for _, was := range before {
		is, asked := named(after, func(one ask) bool { return one.key == was.key && was.key != "" })
		if !asked {
			continue
		}
		stayed++
		other, has := named(before, func(one ask) bool { return one.key != was.key && one.label == is.label })
		if strings.TrimSpace(is.label) == "" || is.label == was.label {
			return nil
		}
		if has && two == nil {
			two = []ask{was, other}
		}
	}
	if stayed < several || stayed == len(before) || stayed == len(after) {
		return nil
	}
	return two
}
