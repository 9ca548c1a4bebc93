package checks

import (
	"net/http"
	"slices"
)

// filledLines is a session of lines of business that no other one has, as it was filled; then it was answered further and filled
// again. A second fill may tell of new forms alone.
type filledLines struct{ fill, after, again *exchange }

func (c *C) filledLines() filledLines {
	return shared(c, "several lines of business, filled", func(c *C) filledLines {
		id, _ := c.prepared(c.severalLobs(), "a session")["session_id"].(string)
		asks := asksOf(c.answer(id, "We have 12 employees."))
		r := filledLines{fill: c.call("POST", sessionPath(id, "fill"))}
		r.after, _ = c.detailOnceFilled(r.fill)
		if n := len(asks); n > 0 { // what stands in one of the forms, maybe, and not in the others
			c.answer(id, newAnswerer(false).batch(asks[n-1:]))
		}
		r.again = c.call("POST", sessionPath(id, "fill"))
		c.detail(id)
		return r
	})
}

// wantEachOfLinesMade warns where a fill makes some forms of a session of several lines of business, and not one that it makes of a session of one
// of these lines alone.
func (c *C) wantEachOfLinesMade() {
	r := c.filledLines()
	made := listedForms(r.after)
	c.needs(len(made) > 0, "forms of a session of several lines of business", "none")
	for _, key := range strs(r.after.object()["form_keys"]) {
		if slices.Contains(made, key) {
			continue
		}
		for _, line := range strs(sentIn(c.severalLobs())["lobs"]) {
			create := c.createWithLobs([]string{line})
			if !slices.Contains(strs(create.object()["form_keys"]), key) {
				continue
			}
			id, _ := create.object()["session_id"].(string)
			c.prepared(c.answer(id, "We have 12 employees."), "an answer to be taken")
			c.prepared(c.call("POST", sessionPath(id, "fill")), "fill on an open session")
			alone := slices.Contains(listedForms(c.detail(id)), key)
			c.about(r.fill)
			c.recommend(!alone, "each form that is made of a line of business alone also where it is one of several",
				"%s is made of %s, and beside %s it is not", key, line, text(made))
			break
		}
	}
}

// refill is the last thing that was done to a session, a fill after which the session did not list a form that it had listed
// before, and has still among its keys.
type refill struct {
	listed, fill, after *exchange
	key                 string
}

// forgetful finds such a fill among the calls of a session.
func forgetful(calls []*exchange) *refill {
	last := -1
	for i, x := range calls {
		if x.req.method != http.MethodGet && x.ok() {
			last = i
		}
	}
	if last < 0 || calls[last].call != fillCall {
		return nil
	}
	f := &refill{fill: calls[last]}
	for _, x := range calls[last+1:] {
		if x.call == detailCall && x.status == http.StatusOK && !x.start.Before(f.fill.end()) {
			f.after = x
			break
		}
	}
	if f.after == nil || len(listedForms(f.after)) == 0 {
		return nil
	}
	for _, x := range calls[:last] {
		for _, key := range listedForms(x) {
			if slices.Contains(strs(f.after.object()["form_keys"]), key) && !slices.Contains(listedForms(f.after), key) {
				f.listed, f.key = x, key
				return f
			}
		}
	}
	return nil
}

// wantNoneForgottenInAll fails the check when a later fill left out a form that was there, and one more fill, of the same values,
// has it again. What no longer belongs to a session stays away.
func (c *C) wantNoneForgottenInAll() {
	c.maybe(func() { c.filledLines() })
	for id, calls := range c.histories() {
		f := forgetful(calls)
		if f == nil {
			continue
		}
		by := asBefore(f.after)
		still := c.detail(id, by)
		if !alike(still.object()["filled_forms"], f.after.object()["filled_forms"]) || !c.call(http.MethodPost, sessionPath(id, "fill"), by).ok() {
			continue
		}
		again := c.detail(id, by)
		c.traffic = append(c.traffic, f.listed, f.fill, f.after)
		c.want(!slices.Contains(listedForms(again), f.key), "each form that was filled before, after a later fill, too",
			"%s was not listed after a later fill, and is after one more of the same values", f.key)
	}
}
