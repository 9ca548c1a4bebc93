package checks

import (
	"slices"
	"strings"
)

// wantBegunAlone warns of a new session that has a text which the session before it was told, of another insured, or one that any session was
// told in so many words, though none of its create. It is looked at when nobody else tells anything any more.
func (c *C) wantBegunAlone() {
	var last string
	for _, q := range c.freeTexts() {
		id, told := c.fullSession(), c.someText()
		c.prepared(c.answer(id, clip(q.label+": "+told)), "an answer to be taken")
		if plainText(c.valuesOf(id)[q.key]) == told {
			last = told
			break
		}
	}
	create := c.plainCreate(c.someName())
	id, _ := c.prepared(create, "a session")["session_id"].(string)
	next := c.detail(id)
	values, _ := c.prepared(next, "the session's detail")["field_values"].(obj)
	c.about(next)
	for _, key := range names(ungrouped(values)) {
		value := plainText(ungrouped(values)[key])
		own := strings.Contains(string(create.req.body), value)
		c.recommend(own || value != last && !c.wasTold(value), "values of a new session that are its own", "%s is %q, which another session was told", key, value)
	}
}

// wasTold says whether a text of some words stands in what a session was told.
func (c *C) wasTold(value string) bool {
	const least = 10
	return len(value) >= least && strings.Contains(value, " ") && slices.ContainsFunc(c.run.everything(), func(x *exchange) bool {
		return x.ok() && strings.Contains(messageOf(x), value)
	})
}
