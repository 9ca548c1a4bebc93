package checks

import "time"

// Values may come by themselves, from a public record say, or tell the time: nobody's call is to blame for those.

// restless are the keys of the values that a session changes which nobody calls, in a workspace where nobody does anything else.
func (c *C) restless() map[string]bool {
	return shared(c, "restless values", func(c *C) map[string]bool {
		key, all := as(c.own().Key), map[string]bool{}
		id := c.newSession(key)
		values := func() obj {
			now, _ := c.prepared(c.detail(id, key), "the session's detail")["field_values"].(obj)
			return now
		}
		before := values()
		c.wait(1100 * time.Millisecond)
		after := values()
		for _, some := range []obj{before, after} {
			for key := range some {
				if !equal(before[key], after[key]) {
					all[key] = true
				}
			}
		}
		return all
	})
}

// alikeAtRest says whether the values of a session are the same but for those that change by themselves.
func (c *C) alikeAtRest(was, is any) bool {
	before, objects := was.(obj)
	after, too := is.(obj)
	if !objects || !too {
		return false
	}
	restless := c.restless()
	for _, some := range []obj{before, after} {
		for key := range some {
			if !restless[key] && !alike(before[key], after[key]) {
				return false
			}
		}
	}
	return true
}
