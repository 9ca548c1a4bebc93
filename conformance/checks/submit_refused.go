package checks

import "net/http"

// What a session has stays when its submission is refused: it is to be submitted again once the workspace has its account.

// wantKeptOnceRefused warns of forms that are not to be downloaded any more, and of values that are gone, once a submission was refused. Detail
// is the session before that.
func (c *C) wantKeptOnceRefused(j *journey, detail, refusal *exchange, key option) {
	c.needs(refusal.status/100 == 4 && refusal.status != http.StatusTooManyRequests, "a submission to be refused", "%s", refusal)
	for _, name := range j.keys() {
		if before := j.downloads[name]; before.ok() {
			after := c.get(formPath(j.id, name), key)
			c.about(refusal)
			c.recommend(after.status != http.StatusNotFound, "filled forms that stay when a submission is refused", "%s: %s", name, after)
		}
	}
	before, _ := detail.object()["field_values"].(obj)
	after, _ := c.prepared(c.detail(j.id, key), "the session's detail")["field_values"].(obj)
	for _, name := range names(before) {
		c.about(refusal)
		c.recommend(!says(before[name]) || after[name] != nil, "values that stay when a submission is refused", "%s, and was %s", what(after, name), text(before[name]))
	}
}

// wantHomeKeptOnceRefused is the same of the session of the home workspace, where that has no account.
func (c *C) wantHomeKeptOnceRefused() {
	h := c.handedIn()
	c.wantKeptOnceRefused(h.journey, h.before, h.submit, as(c.run.home.Key))
}

// wantBesideKeptOnceRefused is the same of a session of the workspace of the second key, where there are no hooks.
func (c *C) wantBesideKeptOnceRefused() {
	c.needs(c.keysAlone() && c.run.target.APIKey2 != "", "keys alone, and a second one", "there are hooks, or none")
	s := c.sentBeside()
	c.wantKeptOnceRefused(s.journey, s.after, s.submit, as(s.ws.Key))
}
