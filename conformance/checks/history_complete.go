package checks

import "net/http"

// complete is the status of a session whose intake is finished and whose forms were rendered (spec section 3).
const complete = "complete"

// wantCompleteStill warns of a session that was complete, and has a status of before that again, though nothing but reading was done to it.
func (c *C) wantCompleteStill() {
	for _, calls := range c.histories() {
		before := map[string]bool{}
		var was *exchange
		filled := false // by the last call that may change a session: what one shows some moments after a turn may be of before it
		for _, x := range calls {
			switch status, _ := x.object()["status"].(string); {
			case x.req.method != http.MethodGet:
				was, filled = nil, x.call == fillCall && x.ok()
			case x.call != detailCall || !x.ok() || status == "" || besideChange(calls, x):
			case status == complete:
				if filled {
					was = x
				}
			case was == nil:
				before[status] = true
			case !x.start.Before(was.end()):
				c.about(was)
				c.about(x)
				c.recommend(!before[status], "a session that is complete to stay so while it is read", "%q again, as before its fill", status)
			}
		}
	}
}

// besideChange says whether a call that may change a session was under way while another one read it.
func besideChange(calls []*exchange, read *exchange) bool {
	for _, x := range calls {
		if x.req.method != http.MethodGet && x.start.Before(read.end()) && x.end().After(read.start) {
			return true
		}
	}
	return false
}

// wantCompleteAgain warns of a session that was complete, was corrected, and has a status of before its first fill again though it was filled
// once more, with forms and nothing pending.
func (c *C) wantCompleteAgain() {
	r := c.refilled()
	before := map[string]bool{}
	for _, step := range r.watched.turns {
		before[plainText(step.detail.object()["status"])] = true
	}
	c.needs(r.first.detail["status"] == complete && len(r.second.forms) > 0, "a session that is complete, and forms of its second fill", "%s", what(r.first.detail, "status"))
	again := func() (detail *exchange, back bool) {
		detail = c.detail(r.watched.id)
		o := c.prepared(detail, "the session's detail")
		pending, counted := integer(o["pending_count"])
		return detail, counted && pending == 0 && o["status"] != complete && before[plainText(o["status"])]
	}
	if !before[plainText(r.second.detail["status"])] {
		return
	}
	c.wait(3 * moment) // it may come some moments after the fill
	detail, back := again()
	c.about(detail)
	c.recommend(!back, "complete for a session that was re-opened and filled once more, as for one that was filled once",
		"%s, as before its first fill", what(detail.object(), "status"))
}
