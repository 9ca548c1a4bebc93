package checks

import (
	"net/http"
	"slices"
)

// Keys that are revoked, and what stays as it was when one is.

// wantOthersKept revokes one of three keys of a workspace: the others go on working.
func (c *C) wantOthersKept() {
	ws := c.workspace(obj{"name": "Conformance three keys", "plan": "paid"})
	var one, two Workspace
	getIn := func(ws *Workspace, label, variable string, made *Workspace) {
		*made = c.furtherKey(ws.OrgID, label, variable)
		c.needs(c.get("/org/me", as(made.Key)).ok(), "a new key to work", "it does not")
	}
	get := func(label, variable string, made *Workspace) { getIn(ws, label, variable, made) }
	get("One", "INTAKE_KEY_ONE", &one)
	get("Two", "INTAKE_KEY_TWO", &two)
	others := []string{two.Key, ws.Key}
	c.maybe(func() { // a server may have one key of a label, and give that one or another in its place
		var like Workspace
		get("One", "INTAKE_KEY_LIKE_ONE", &like)
		if like.Key != one.Key && c.get("/org/me", as(one.Key)).ok() {
			others = append(others, like.Key)
		}
	})
	c.maybe(func() { // nor need they between workspaces
		elsewhere := c.workspace(obj{"name": "Conformance key of one label", "plan": "paid"})
		var like Workspace
		getIn(elsewhere, "One", "INTAKE_KEY_LIKE_ONE_ELSEWHERE", &like)
		others = append(others, like.Key)
	})
	c.hook("revoke-key", obj{"api_key": one.Key}, nil)
	c.run.revokes(one.Key)
	for _, key := range others {
		x := c.get("/org/me", as(key))
		c.want(x.ok(), "other keys to work after one is revoked", "%s", x)
	}
	c.maybe(func() { // that the old one stays revoked is judged at the end
		again := c.furtherKey(ws.OrgID, "One", "INTAKE_KEY_ONE_AGAIN")
		if again.Key == one.Key { // which was given out anew
			c.run.restores(one.Key)
		}
	})
}

// wantRevokedStill fails the check when a revoked key works at the end of the run, after all that came meanwhile.
func (c *C) wantRevokedStill() {
	c.run.mu.Lock()
	all := slices.Clone(c.run.revoked)
	c.run.mu.Unlock()
	for _, key := range all {
		for _, credential := range []option{as(key), inHeader(key)} {
			x := c.get("/org/me", credential)
			c.want(!x.ok(), "a key that was revoked to stay so", "%s", x)
		}
	}
}

func (r *run) revokes(key string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.revoked = append(r.revoked, key)
}

func (r *run) restores(key string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.revoked = slices.DeleteFunc(r.revoked, func(one string) bool { return one == key })
}

// wantWorkKept revokes a further key of a workspace that has made a session.
func (c *C) wantWorkKept() {
	ws := c.own()
	c.wantOutlasting(c.furtherKey(ws.OrgID, "Maker", "INTAKE_MAKER_KEY").Key, ws.Key)
}

// wantWorkOfFirstKept revokes the key that a workspace was made with.
func (c *C) wantWorkOfFirstKept() {
	ws := c.workspace(obj{"name": "Conformance first key", "plan": "paid"})
	c.wantOutlasting(ws.Key, c.furtherKey(ws.OrgID, "Second", "INTAKE_HEIR_KEY").Key)
}

// wantOutlasting fails the check when a session is there for another key of its workspace no more once the one that made it is revoked.
func (c *C) wantOutlasting(maker, other string) {
	id := c.newSession(as(maker))
	before := c.detail(id, as(other))
	c.needs(before.ok(), "a session that one key of a workspace made to be opened by another", "%s", before)
	c.hook("revoke-key", obj{"api_key": maker}, nil)
	c.run.revokes(maker)
	x := c.detail(id, as(other))
	c.want(x.status != 404, "a session to be there for another key of its workspace once the key that made it is revoked", "%s", x)
}

// wantSignedInKept warns of a token that is refused once a key of its workspace is revoked by which nobody signed in.
func (c *C) wantSignedInKept() {
	ws := c.own()
	token := as(c.tokenOf(ws.OrgID).Access)
	further := c.furtherKey(ws.OrgID, "Beside a token", "INTAKE_KEY_BESIDE_TOKEN")
	before := c.get("/org/me", token)
	c.needs(before.ok() && c.get("/org/me", as(further.Key)).ok(), "a token and a further key that work", "%s", before)
	c.hook("revoke-key", obj{"api_key": further.Key}, nil)
	c.run.revokes(further.Key)
	x := c.get("/org/me", token)
	c.recommend(x.status != 401, "a token to work until it expires, also when a key of its workspace is revoked", "%s", x)
}

// wantEndpointKept fails the check when an endpoint is told of nothing any more once a key of its workspace is revoked, or not again of what it
// had refused.
func (c *C) wantEndpointKept() {
	ws := c.own()
	b := c.subscribe(ws, afterOne(http.StatusInternalServerError))
	further := c.furtherKey(ws.OrgID, "Beside an endpoint", "INTAKE_KEY_BESIDE_ENDPOINT")
	c.test(b)
	_, arrived := c.awaits(b, arrivalTime, endedAttempts(1))
	c.needs(arrived, "a test event", "none within %v", arrivalTime)
	c.hook("revoke-key", obj{"api_key": further.Key}, nil)
	c.run.revokes(further.Key)
	_, again := c.until(b, arrivalTime, endedAttempts(2))
	if !again {
		c.needs(len(c.failing().list) > 1, "a delivery that is tried again where no key is revoked", "none")
	}
	c.want(again, "another attempt after a 500, also once another key of the workspace is revoked", "none within %v", arrivalTime)
	if !c.maybe(func() { c.test(b) }) {
		c.test(c.subscribe(ws, nil)) // the hook works, and does not know the endpoint any more
	}
	_, arrived = c.awaits(b, arrivalTime, endedAttempts(3))
	c.want(arrived, "webhook.test on request, also once another key of the workspace is revoked", "none within %v", arrivalTime)
}
