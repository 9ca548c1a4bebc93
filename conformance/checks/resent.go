package checks

import "slices"

// resent is a connected workspace with sessions whose forms were filled before anything was answered, where the
// server does that. The first is answered further, filled anew and submitted; the second is submitted after the first, then
// one that was answered further and not filled anew, and, where the hook takes the account away, one without.
type resent struct {
	ws      *Workspace
	id      string
	submit  *exchange
	between *exchange // the detail after the answer, and the forms that it lists
	listed  map[string]*exchange
	forms   map[string]map[string]*exchange // of each session, as downloaded before it was submitted
	arrived []submission
	cut     *exchange // a submission without the account that was there before; nil where the hook is missing
}

func (c *C) resent() *resent {
	return shared(c, "resent", func(c *C) *resent {
		r := &resent{ws: c.workspace(obj{"name": "Conformance refilled", "plan": "paid", "market_connected": true}), forms: map[string]map[string]*exchange{}}
		key := as(r.ws.Key)
		early := func(name string) string {
			id, _ := c.prepared(c.fullCreate(name, key), "a session")["session_id"].(string)
			c.prepared(c.call("POST", sessionPath(id, "fill"), key), "fill on an open session")
			return id
		}
		r.id = early("Conformance refilled")
		asks := asksOf(c.answer(r.id, "Hello, what do you need to know?", key))
		c.prepared(c.answer(r.id, newAnswerer(false).batch(asks), key), "an answer to be taken")
		r.between, r.listed = c.listedForms(r.id, key)
		c.prepared(c.call("POST", sessionPath(r.id, "fill"), key), "a second fill")
		second, third := early("Conformance second"), early("Conformance third")
		for _, id := range []string{r.id, second} {
			_, r.forms[id] = c.listedForms(id, key)
		}
		stale := early("Conformance stale")
		c.answer(stale, "We have 12 employees.", key)
		_, r.forms[stale] = c.listedForms(stale, key)
		r.submit = c.submit(r.id, key)
		c.prepared(r.submit, "a submission of forms that were filled early")
		taken := map[string]bool{r.id: true, second: c.submit(second, key).ok()}
		taken[stale] = c.submit(stale, key).ok() // a server may want it to be filled anew
		var platform received
		c.hook("list-submissions", obj{"org_id": r.ws.OrgID}, &platform)
		r.arrived = slices.DeleteFunc(platform.Submissions, func(sub submission) bool { // a refused one may have left something open
			is, known := taken[sub.SessionID]
			return known && !is || !known && !(taken[second] && taken[stale])
		})
		c.maybe(func() {
			c.hook("disconnect-market", obj{"org_id": r.ws.OrgID}, nil)
			r.cut = c.submit(third, key)
		})
		return r
	})
}

// listedForms reads a session and downloads the forms that it lists.
func (c *C) listedForms(id string, key option) (detail *exchange, forms map[string]*exchange) {
	detail, forms = c.detail(id, key), map[string]*exchange{}
	for _, form := range objects(detail.object()["filled_forms"]) {
		name, _ := form["form_key"].(string)
		forms[name] = c.get(formPath(id, name), key)
	}
	return detail, forms
}

// wantForms wants the forms of each session at the platform, those of its last fill.
func (r *resent) wantForms(c *C) {
	c.needs(len(r.arrived) > 0, "a submission at the platform", "none")
	if !slices.ContainsFunc(r.arrived, func(sub submission) bool { return sub.SessionID == r.id }) { // the hook knows it under another name
		r.wantFormsOf(c, r.id, r.arrived[0])
	}
	for _, sub := range r.arrived {
		r.wantFormsOf(c, sub.SessionID, sub)
	}
}

func (r *resent) wantFormsOf(c *C, id string, mine submission) {
	c.aboutHook("list-submissions", obj{"org_id": r.ws.OrgID})
	for key, x := range r.forms[id] {
		if !x.ok() || mine.holds(x.body) {
			continue
		}
		again := c.get(formPath(id, key), as(r.ws.Key))
		c.needs(string(again.body) == string(x.body), "a form that is the same at each download", "%s is rendered anew", key)
		c.aboutHook("list-submissions", obj{"org_id": r.ws.OrgID})
		c.fail("each form as it was filled last among the files of the submission", "%s (%s) is not", key, digest(x.body))
	}
}
