package checks

import (
	"maps"
	"slices"
	"strings"
	"time"
)

// What a session held stays while nobody tells it anything: reading it, its risk and its forms changes nothing, nor does a
// document that goes with the submission.

// wantKeptInAll wants the values of each detail of the run in the next one, where nothing came between them that may change any.
func (c *C) wantKeptInAll() {
	for _, calls := range c.histories() {
		var last *exchange
		var ended time.Time // of all before
		for i, x := range calls {
			alone := aloneAt(calls, i, ended)
			ended = later(ended, x.end())
			switch {
			case !alone || changes(x):
				last = nil
			case x.call == detailCall && x.ok():
				if last != nil {
					c.wantValuesKept(last, x)
				}
				last = x
			}
		}
	}
}

// changes says whether values of a session may be others after a call.
func changes(x *exchange) bool {
	return x.req.method != "GET" && x.call != documentsCall
}

// wantValuesKept wants the name of one detail in another, and no value to be missing there.
func (c *C) wantValuesKept(first, then *exchange) {
	named := []any{first.object()["insured_name"], then.object()["insured_name"]}
	c.wantOf(then, equal(named[0], named[1]), "the insured's name to stay while a session is told nothing", "%s, and %v before", what(then.object(), "insured_name"), named[0])
	before, _ := first.object()["field_values"].(obj)
	after, _ := then.object()["field_values"].(obj)
	before, after = ungrouped(before), ungrouped(after)
	c.traffic = append(c.traffic, first)
	for _, key := range names(before) {
		c.wantOf(then, before[key] == nil || after[key] != nil, "the values of a session to stay while it is told nothing", "%s", what(after, key))
	}
}

// fewestGone is how many values have to be gone at once: a single one may be of what an answer made void.
const fewestGone = 2

// wantTurnsKeepInAll fails the check when turns took away all that turns before them had set and that the session had then, and told
// of none of it.
func (c *C) wantTurnsKeepInAll() {
	for _, calls := range c.histories() {
		told, had := obj{}, obj(nil) // what turns set so far; of that, what the last detail had and no turn told of since
		var ended time.Time
		for i, x := range calls {
			alone := aloneAt(calls, i, ended)
			ended = later(ended, x.end())
			switch {
			case !alone || changes(x) && !(x.call == answerCall && x.status == 200):
				had = nil
			case x.call == answerCall:
				set, _ := x.object()["set_fields"].(obj)
				for key := range set {
					told[key] = set[key]
					delete(had, key)
				}
			case x.call == detailCall && x.ok():
				values, _ := x.object()["field_values"].(obj)
				values = ungrouped(values)
				c.wantSomeLeft(x, had, values)
				had = maps.Clone(told)
				maps.DeleteFunc(had, func(key string, v any) bool { return !says(v) || values[key] == nil })
			}
		}
	}
}

// wantNoneLost warns of an intake of which several turns each take a value away that they tell nothing of.
func (c *C) wantNoneLost() {
	c.maybe(func() {
		const often = 3
		var lost []string
		had := obj{}
		for _, step := range c.watched().turns {
			set, _ := step.turn.object()["set_fields"].(obj)
			values, _ := c.prepared(step.detail, "the session's detail")["field_values"].(obj)
			values = ungrouped(values)
			for _, key := range names(had) {
				if _, told := set[key]; !told && says(had[key]) && !says(values[key]) {
					lost = append(lost, key)
					c.about(step.turn)
					c.about(step.detail)
					break // one question may bring others, and take them away
				}
			}
			had = values
		}
		c.recommend(len(lost) < often, "the values of a session to stay where later turns tell nothing of them", "%d turns took one away: %s",
			len(lost), strings.Join(lost, ", "))
	})
}

// wantSomeLeft wants something of what a session had to be there still.
func (c *C) wantSomeLeft(detail *exchange, had, values obj) {
	gone := slices.DeleteFunc(names(had), func(key string) bool { return values[key] != nil })
	c.wantOf(detail, len(gone) < max(fewestGone, len(had)), "the values that turns set to stay where later ones tell nothing of them",
		"all %d are gone: %s", len(gone), strings.Join(gone, ", "))
}

// wantNameInAll wants the name that a create was answered with in each detail of its session that was read before it was told anything.
func (c *C) wantNameInAll() {
	c.maybe(func() {
		token := as(c.tokenOf(c.orgID()).Access)
		made := c.plainCreate(c.someName(), token)
		id, _ := c.prepared(made, "a session made with a token")["session_id"].(string)
		c.wantNamedAs(made, c.detail(id, token))
	})
	histories, made := c.histories(), map[string]*exchange{}
	for _, x := range c.run.everything() {
		if id, _ := x.object()["session_id"].(string); x.call == createCall && x.ok() && id != "" {
			made[id] = x
		}
	}
	for _, id := range slices.Sorted(maps.Keys(made)) {
		for _, read := range histories[id] {
			if changes(read) {
				break
			}
			if read.call == detailCall {
				c.wantNamedAs(made[id], read)
			}
		}
	}
}

func (c *C) wantNamedAs(made, detail *exchange) {
	name, got := made.object()["insured_name"], detail.object()["insured_name"]
	c.wantOf(detail, !detail.ok() || equal(got, name), "the insured_name that the create was answered with, in the detail", "%s, and it was %s", text(got), text(name))
}
