package checks

import (
	"net/http"
	"slices"
	"strings"
)

// wantLabelsKept warns of questions that have the labels of other ones a turn later, in each of two sessions of the run. Keys may be places, which
// others take: of those none goes and none comes with a turn.
func (c *C) wantLabelsKept() {
	const some = 2
	found := 0
	for _, calls := range c.histories() {
		var before *exchange
		for _, x := range calls {
			if x.call != answerCall || x.status != http.StatusOK {
				continue
			}
			q, as := exchangedLabel(asksOf(before), asksOf(x))
			if q.key == "" || x.start.Before(before.end()) {
				before = x
				continue
			}
			if found++; found == some {
				c.traffic = append(c.traffic, before, x)
				c.about(x)
				c.recommend(false, "the label of each question in asks, in every turn", "%s is asked as %q, which was %s the turn before, and it was %q itself, as in another session", q.key, as.label, as.key, q.label)
			}
			break
		}
	}
}

// exchangedLabel finds two questions of which one has the label of the other one a turn later, where that is so of each question that is asked
// again, of several, and other questions went and came.
func exchangedLabel(before, after []ask) (q, as ask) {
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
			return ask{}, ask{}
		}
		if has && q.key == "" {
			q, as = was, other
		}
	}
	if stayed < several || stayed == len(before) || stayed == len(after) {
		return ask{}, ask{}
	}
	return q, as
}
