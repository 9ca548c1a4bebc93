package checks

import "slices"

// founds notes whose key a workspace has that the run made, or whose key it was given.
func (r *run) founds(ws *Workspace) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.orgsByKey[ws.Key] = ws.OrgID
}

// orgOfKey is the workspace of a key; empty where it is not known.
func (r *run) orgOfKey(by string, home ident) ident {
	key := r.keyIn(by)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.homeCredentials[key] {
		return home
	}
	return r.orgsByKey[key]
}

// wantNoneStrayed fails the check when a list of the run has a session that the key of another workspace made: a server may remember lists.
func (c *C) wantNoneStrayed() {
	home, makers := c.orgID(), map[string]ident{}
	c.needs(home.text != "", "the workspace's org_id", "it is not known")
	for _, x := range c.run.everything() {
		if id, _ := x.object()["session_id"].(string); x.call == createCall && x.ok() && id != "" {
			makers[id] = c.run.orgOfKey(credentials(x.req), home)
		}
	}
	for _, x := range c.run.everything() {
		org := c.run.orgOfKey(credentials(x.req), home)
		if x.call != listCall || !x.ok() || org.text == "" {
			continue
		}
		for _, id := range idsOf(x) {
			c.about(x)
			c.want(makers[id].text == "" || makers[id].text == org.text, "no session of another workspace in any list", "%s, which the key of another workspace made", id)
		}
	}
}

// wantNotListedOnceSent fails the check when a session that was submitted is in a list of another workspace.
func (c *C) wantNotListedOnceSent() {
	h := c.takenIn()
	x := c.list("", as(c.other().Key))
	c.wantOf(x, !slices.Contains(idsOf(x), h.id), "no session of another workspace in the list, be it submitted", "%s", h.id)
}
