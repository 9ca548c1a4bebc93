package checks

import "strings"

// wantNothingOfFilledBefore fails the check when the forms of a session that knows next to nothing show what was told in the one that was
// filled before it, in each of two pairs.
func (c *C) wantNothingOfFilledBefore() {
	const pairs = 2
	var x *exchange
	var leaked []string
	for range pairs {
		if x, leaked = c.filledAfter(); len(leaked) < enoughPrinted {
			return
		}
	}
	c.about(x)
	c.fail("forms with nothing that was told in another session",
		"%d texts of the one that was filled before, as %q, which the session of the form does not have", len(leaked), leaked[0])
}

// filledAfter fills a session that was told a lot and then one that was not, and gives what the forms of the second show of the first.
func (c *C) filledAfter() (form *exchange, leaked []string) {
	fillOf := func(id string) (keys []string, values obj) {
		fill := c.prepared(c.call("POST", sessionPath(id, "fill")), "fill on an open session")
		for _, one := range objects(fill["forms"]) {
			key, _ := one["form_key"].(string)
			keys = append(keys, key)
		}
		values, _ = c.prepared(c.detail(id), "the session's detail")["field_values"].(obj)
		return keys, values
	}
	told, other := c.fullSession(), c.fullSession()
	c.prepared(c.answer(told, c.journey().answeredBy(newAnswerer(false), elsewhere)), "a turn to be answered")
	_, theirs := fillOf(told)
	keys, own := fillOf(other)
	has := lettersOf(text(own))
	for _, key := range keys {
		was, is := c.get(formPath(told, key)), c.get(formPath(other, key))
		if !was.ok() || !is.ok() {
			continue
		}
		for _, name := range names(theirs) {
			v, _ := theirs[name].(string)
			if len(v) >= leastPrinted && !strings.Contains(has, lettersOf(v)) && was.legible().Shows(v) && is.legible().Shows(v) && !c.standing(key, v) {
				form, leaked = is, append(leaked, v)
			}
		}
	}
	return form, leaked
}

// wantNewNameInForms warns of forms that show the name that a session was made with where a turn has corrected it, before they were filled
// for the first time or after they were filled more than once.
func (c *C) wantNewNameInForms() {
	c.wantNewNameAfter(0)
	c.wantNewNameAfter(2)
}

func (c *C) wantNewNameAfter(fills int) {
	name, corrected := "Kestrel Haulage "+c.random(6), "Osprey Haulage "+c.random(6)
	id, _ := c.prepared(c.fullCreate(name), "a session")["session_id"].(string)
	fill := func() { c.prepared(c.call("POST", sessionPath(id, "fill")), "fill on an open session") }
	for range fills {
		fill()
	}
	c.prepared(c.answer(id, "Insured name: "+corrected), "a turn to be answered")
	c.needs(c.detail(id).object()["insured_name"] == corrected, "a session whose name can be corrected", "it has another")
	fill()
	_, forms := c.listedForms(id, as(c.run.home.Key))
	c.recommend(!formsShow(forms, name), "the name of the insured in forms, as it was corrected",
		"%q, which was corrected to %q after %d fills and before another one", name, corrected, fills)
}
