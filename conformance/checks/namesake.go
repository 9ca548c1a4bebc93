package checks

import (
	"maps"
	"slices"
	"strings"
)

// wantNothingOfNamesake fails the check when a new session of another workspace has what was answered in one of its name, and one
// of a name of the same words and one more does not.
func (c *C) wantNothingOfNamesake(theirs option) {
	j := c.journey()
	name, _ := j.create.object()["insured_name"].(string)
	c.needs(name != "", "an intake that was answered", "none")
	answered := j.answered()
	var detail *exchange
	of := func(name string) obj {
		detail = c.detail(c.sessionOf(c.createBody(name), theirs), theirs)
		values, _ := c.prepared(detail, "the session's detail")["field_values"].(obj)
		return values
	}
	others := of(name + " Two")
	values := of(name)
	for _, key := range names(values) {
		if answered[key] != nil && equal(values[key], answered[key]) && others[key] == nil {
			c.about(detail)
			c.fail("a new session to have nothing of one of another workspace", "%s, as it was answered in one of its name", what(values, key))
		}
	}
}

// answered is what the turns of an intake report as set.
func (j *intake) answered() obj {
	all := obj{}
	for _, turn := range j.turns {
		sets, _ := turn.object()["set_fields"].(obj)
		maps.Copy(all, sets)
	}
	return all
}

// wantNothingToldElsewhere fails the check when a turn that tells nothing, the first one of a new workspace, sets what was
// answered in another workspace, long before or just now: a few values, not all of which a server may have by itself.
func (c *C) wantNothingToldElsewhere() {
	answered, in := c.journey().answered(), &intake{id: c.newSession()}
	asks := asksOf(c.turn(in, greeting, nil))
	now, _ := c.turn(in, newAnswerer(false).batch(asks), nil).object()["set_fields"].(obj)
	theirs := as(c.paid().Key)
	id := c.newSession(theirs)
	before, _ := c.prepared(c.detail(id, theirs), "the session's detail")["field_values"].(obj)
	c.prepared(c.answer(id, greeting, theirs), "a turn")
	x := c.detail(id, theirs)
	after, _ := c.prepared(x, "the session's detail")["field_values"].(obj)
	told := slices.DeleteFunc(newKeys(before, after), func(key string) bool {
		return !equal(answered[key], after[key]) && !equal(now[key], after[key])
	})
	c.about(x)
	c.want(!telling(after, told), "a session to have nothing that was answered in another workspace", "%v, after a turn that tells nothing", told)
}

// wantBegunEmpty fails the check when the first session of a new workspace begins with what was told in others: a few values that
// stood in messages there.
func (c *C) wantBegunEmpty() {
	ws := c.own()
	c.needs(ws.Key != c.run.home.Key, "a workspace in which no other check answers", "the home workspace")
	mine := as(ws.Key)
	x := c.detail(c.newSession(mine), mine)
	values, _ := c.prepared(x, "the session's detail")["field_values"].(obj)
	told := map[string]bool{}
	for _, turn := range c.answers()[answerCall] {
		sets, _ := turn.object()["set_fields"].(obj)
		for key, v := range sets {
			s, _ := v.(string)
			told[key] = told[key] || s != "" && equal(values[key], v) && strings.Contains(messageOf(turn), s)
		}
	}
	maps.DeleteFunc(told, func(_ string, is bool) bool { return !is })
	same := slices.Sorted(maps.Keys(told))
	c.about(x)
	c.want(!telling(values, same), "a new session of a new workspace to have nothing that was answered in another one", "%v", same)
}

// telling says whether values are too many, and one of them too much of its own, for a server to have them by itself.
func telling(values obj, keys []string) bool {
	return len(keys) >= 3 && slices.ContainsFunc(keys, func(key string) bool {
		s, _ := values[key].(string)
		return len(s) >= 6 && strings.ContainsAny(s, "0123456789@")
	})
}
