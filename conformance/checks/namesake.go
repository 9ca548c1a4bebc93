package checks

import "maps"

// wantNothingOfNamesake fails the check when a new session of another workspace has what was answered in one of its name, and one
// of a name of the same words and one more does not.
func (c *C) wantNothingOfNamesake(theirs option) {
	j := c.journey()
	name, _ := j.create.object()["insured_name"].(string)
	c.needs(name != "", "an intake that was answered", "none")
	answered := obj{}
	for _, turn := range j.turns {
		sets, _ := turn.object()["set_fields"].(obj)
		maps.Copy(answered, sets)
	}
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
