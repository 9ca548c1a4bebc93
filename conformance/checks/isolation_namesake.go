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
	c.maybe(func() {
		key := c.filled().printed()
		c.needs(key != "", "a form with texts that were told", "none")
		id, _ := detail.object()["session_id"].(string)
		c.wantFormApart(j, key, c.get(formPath(j.id, key)), id, theirs)
	})
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

// wantNothingToldElsewhere fails the check when a turn that tells nothing, one of another workspace, sets what was
// answered in another workspace, long before or just now: a few values, not all of which a server may have by itself.
func (c *C) wantNothingToldElsewhere() {
	answered, in := c.journey().answered(), &intake{id: c.newSession()}
	asks := asksOf(c.turn(in, greeting, nil))
	now, _ := c.turn(in, newAnswerer(false).batch(asks), nil).object()["set_fields"].(obj)
	theirs := as(c.second().Key)
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

// wantNamesakesApart fails the check when a form of a session changes as one of another session is filled whose insured has the same name,
// or has what was told in that one.
func (c *C) wantNamesakesApart() {
	j := c.filled()
	name, _ := j.create.object()["insured_name"].(string)
	key := j.printed()
	c.needs(name != "" && key != "", "a form with texts that were told", "none")
	id, _ := c.prepared(c.fullCreate(name), "a session of the same name")["session_id"].(string)
	c.wantFormApart(j, key, j.downloads[key], id)
}

// printed is the key of a form of an intake that shows enough of what was told, or "".
func (j *journey) printed() string {
	for _, key := range j.keys() {
		if x := j.downloads[key]; x.ok() && len(j.toldIn(x, nil)) >= enoughPrinted {
			return key
		}
	}
	return ""
}

// toldIn are the texts of a session that stand in a form, but for what another session has as well.
func (j *journey) toldIn(form *exchange, other obj) (told []string) {
	read, theirs := form.legible(), strings.ToLower(text(other))
	values, _ := j.after.object()["field_values"].(obj)
	own := strings.ToLower(text(j.create.object()["insured_name"]))
	for _, key := range names(values) {
		v, _ := values[key].(string)
		small := strings.ToLower(v)
		if len(v) >= leastPrinted && !strings.Contains(own, small) && !strings.Contains(theirs, small) && read.Shows(v) {
			told = append(told, v)
		}
	}
	return told
}

// elsewhere are values that no other answer has, of texts that forms show.
var elsewhere = append(guesses(`e-?mail`, "kestrel@quill.example", `phone|telephone`, "(212) 555-0177", `address|street|city`, "77 Quill Street, Albany, NY 12207",
	`descri|operations|nature`, "Bookkeeping for two shops", `dba|trade name`, "Quill and Daughters", `web|site`, "https://quill.example", `contact|owner|person`, "Kestrel Quill"), calms...)

// wantFormApart fills another session whose insured has the name of that of an intake. A server that fills no open session gets it
// answered first, with other values. Forms may be rendered when they are asked for, so they are compared by what was told.
func (c *C) wantFormApart(j *journey, key string, was *exchange, id string, options ...option) {
	c.needs(id != "" && id != j.id, "another session of the same name", "%q", id)
	fill := func() *exchange { return c.call("POST", sessionPath(id, "fill"), options...) }
	if !fill().ok() {
		c.prepared(c.answer(id, j.answeredBy(newAnswerer(false), elsewhere), options...), "a turn to be answered")
		c.drive(id, newAnswerer(false), options...)
		c.prepared(fill(), "fill on a session of the same name")
	}
	other := c.prepared(c.detail(id, options...), "the session's detail")
	theirs, mine := c.get(formPath(id, key), options...), c.get(formPath(j.id, key))
	told := slices.DeleteFunc(j.toldIn(was, other), func(v string) bool { return c.standing(key, v) })
	c.needs(len(told) >= enoughPrinted, "texts in a form that were told in its session alone", "%d", len(told))
	shown := func(x *exchange) (count int) {
		read := x.legible()
		for _, v := range told {
			if read.Shows(v) {
				count++
			}
		}
		return count
	}
	c.traffic = append(c.traffic, was)
	c.aboutNone(takesBoth)
	inMine, inTheirs := shown(mine), shown(theirs)
	c.want(!mine.ok() || inMine*2 >= len(told), "a form that shows what was told in its session, also when one of another session is filled whose insured has the same name",
		"%d of %d texts of %s that it showed before", inMine, len(told), key)
	c.want(!theirs.ok() || inTheirs < enoughPrinted, "a form with nothing that was told in another session, whose insured has the same name",
		"%d of %d texts that %s of that session shows", inTheirs, len(told), key)
}
