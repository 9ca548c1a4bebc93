package checks

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
)

var meChecks = []Check{
	{ID: "API-ME-01", later: inTurn(wantOKInAll(meCall), wantNoneFailing(meCall, always), wantNoneRefused(meCall, always)),
		Run: func(c *C) { c.wantOK(c.get("/org/me"), "for a valid key") }},
	{ID: "API-ME-02", each: replies{meCall, (*C).wantIdentity}, Run: func(c *C) {
		for _, credential := range []option{inHeader(c.run.home.Key), as(c.run.home.Key)} {
			x := c.get("/org/me", credential)
			if x.req.anon && x.status == 401 {
				continue // that both ways open is judged elsewhere
			}
			c.prepared(x, "the identity")
			c.wantIdentity(x)
		}
		c.maybe(func() { c.wantNamed(c.prepared(c.get("/org/me", as(c.token().Access)), "the identity under a token")) })
		c.maybe(func() {
			const name = "Conformance R&D <free> O'Neil Zoë"
			free := c.workspace(obj{"name": name, "plan": "free"})
			me := c.prepared(c.get("/org/me", as(free.Key)), "the identity of a workspace on the free plan")
			c.wantNamed(me)
			c.want(!damaged(cmp.Or(free.Name, name), me["org_name"]), "the name of the workspace as it was given", "%s", what(me, "org_name"))
			c.wantPlanOf(free, me["plan"])
		})
		c.maybe(c.wantOwnName)
		c.maybe(c.wantNamesakeTold)
	}},
	{ID: "API-ME-03", unhooked: true, later: (*C).wantKeysNamedInAll, Run: func(c *C) {
		me := c.prepared(c.get("/org/me"), "the identity")
		c.want(me["auth_kind"] == "api_key", "auth_kind api_key for a key", "%s", what(me, "auth_kind"))
		label, ok := me["key_label"].(string)
		known := c.run.home.Label
		c.want(ok || known == "" && me["key_label"] == nil, "key_label as the key's label", "%s", what(me, "key_label"))
		c.want(known == "" || label == known, "key_label "+known, "%s", what(me, "key_label"))
		c.want(label != c.run.home.Key, "the key's label in key_label", "the key itself")
		if other := c.get("/org/me", inHeader(c.run.home.Key)); other.ok() {
			for _, name := range []string{"auth_kind", "key_label"} {
				c.want(equal(me[name], other.object()[name]), "the same "+name+" for the key in X-API-Key", "%s", what(other.object(), name))
			}
		}
		if !c.labelOfNewKey(me["key_label"]) {
			c.recommend(ok, "key_label as the key's label", "%s", what(me, "key_label")) // one that was made without may have none
			c.needs(label != "", "a key with a label", "%s", what(me, "key_label"))
		}
	}},
	{ID: "API-ME-04", each: replies{meCall, wantTokenNamed}, Run: func(c *C) {
		x := c.get("/org/me", as(c.token().Access))
		c.prepared(x, "the identity under a token")
		wantTokenNamed(c, x)
		c.maybe(func() { // a token that came of a refresh is one, too
			_, again := c.refreshed()
			c.needs(again.ok() && hasToken(again), "tokens after a refresh", "%s", again)
			x := c.get("/org/me", as(tokensOf(again, "").Access))
			c.prepared(x, "the identity under a token of a refresh")
			wantTokenNamed(c, x)
		})
	}},
	{ID: "API-ME-05", Phase: Last, Run: func(c *C) {
		c.prepared(c.get("/org/me"), "the identity")
		c.get("/org/me", inHeader(c.run.home.Key))
		c.maybe(func() { c.get("/org/me", as(c.token().Access)) })
		for _, x := range c.run.traffic() {
			if x.req.path != "/org/me" || x.status != 200 || x.object() == nil {
				continue
			}
			kinds := []any{"api_key", "oauth"}
			c.wantOf(x, slices.Contains(kinds, x.object()["auth_kind"]), "auth_kind api_key or oauth", "%s", what(x.object(), "auth_kind"))
		}
	}},
	{ID: "API-ME-06", unhooked: true, later: (*C).wantOneWorkspaceInAll, Run: func(c *C) {
		c.wantOneWorkspace(1, as(c.run.home.Key), inHeader(c.run.home.Key))
		c.maybe(c.wantOwnWorkspace)
		c.maybe(c.wantTwoNamed)
		c.wantOneWorkspace(3, as(c.run.home.Key), as(c.token().Access))
	}},
}

// wantOwnName warns where workspaces that were made with other names have the name of the key's own, or their id for one.
func (c *C) wantOwnName() {
	home := c.prepared(c.get("/org/me"), "the identity")
	var x *exchange
	for _, name := range []string{"Conformance of one name", "Conformance of another name"} {
		other := c.workspace(obj{"name": name, "plan": "paid"})
		x = c.get("/org/me", as(other.Key))
		me := c.prepared(x, "the identity of another workspace")
		ofHome := equal(me["org_name"], home["org_name"]) && other.Name != home["org_name"]
		isID := equal(me["org_name"], me["org_id"]) && other.Name != me["org_id"]
		if !ofHome && !isID || equal(me["org_id"], home["org_id"]) || other.Name == "" {
			return
		}
	}
	c.about(x)
	c.recommend(false, "the name of each workspace in org_name", "that of another one, or an id, of each of two: %s", x)
}

// wantNamesakeTold fails the check when the key of a workspace is told the id of another one of the same name.
func (c *C) wantNamesakeTold() {
	both := c.namesakes()
	for i, ws := range both {
		x := c.get("/org/me", as(ws.Key))
		c.prepared(x, "the identity of one of two workspaces of one name")
		c.want(plainText(x.object()["org_id"]) != both[1-i].OrgID.text, "the org_id of the key's own workspace, also where another one has its name", "%s", x)
	}
}

// wantTokenNamed wants an identity to tell a token from a key.
func wantTokenNamed(c *C, x *exchange) {
	token, bearer := strings.CutPrefix(x.req.header.Get("Authorization"), "Bearer ")
	if !bearer || !c.run.isToken(token) || x.req.header.Get("X-API-Key") != "" {
		return
	}
	me := x.object()
	c.want(me["auth_kind"] == "oauth", "auth_kind oauth for a token", "%s", what(me, "auth_kind"))
	c.want(me["key_label"] == nil || me["key_label"] == "", "no label for a token", "%s", what(me, "key_label"))
}

// mostAskedAgain is of how many credentials the identity is asked for again at the end of a run.
const mostAskedAgain = 6

// identities are those of the run. At its end a few credentials ask once more, among them one of a workspace that submitted.
func (c *C) identities() []*exchange {
	return shared(c, "identities", func(c *C) []*exchange {
		all, asked := slices.Clone(c.answers()[meCall]), map[string]bool{}
		again := func(by option) {
			if x := c.get("/org/me", by); x.ok() && x.object() != nil {
				all = append(all, x)
			}
		}
		again(as(c.run.home.Key))
		c.maybe(func() { again(as(c.sent().ws.Key)) })
		for _, x := range slices.Clone(all) {
			if by := credentials(x.req); len(asked) < mostAskedAgain && !asked[by] {
				asked[by] = true
				again(asBefore(x))
			}
		}
		return all
	})
}

// wantKeysNamedInAll wants the identity of each key of the run to be that of a key, with the same label always.
func (c *C) wantKeysNamedInAll() {
	for _, x := range c.identities() {
		if c.run.isKey(credentials(x.req)) {
			c.wantOf(x, x.object()["auth_kind"] == "api_key", "auth_kind api_key for a key, always", "%s", what(x.object(), "auth_kind"))
		}
	}
	c.wantSameInAll("key_label", func(x *exchange) string { return c.run.keyIn(credentials(x.req)) })
}

// wantOneWorkspaceInAll wants a credential to open the same workspace throughout the run, and all those of the home workspace that one.
func (c *C) wantOneWorkspaceInAll() {
	c.wantSameInAll("org_id", func(x *exchange) string {
		switch by := credentials(x.req); {
		case x.req.header.Get("Authorization") != "" && x.req.header.Get("X-API-Key") != "":
			return "" // which of two counts is left open
		case c.isHome(x.req):
			return "the home workspace"
		default:
			return cmp.Or(c.run.keyIn(by), by)
		}
	})
}

// wantSameInAll wants a member of the identity to stay what it was first, for who asks for it.
func (c *C) wantSameInAll(name string, who func(x *exchange) string) {
	first := map[string]*exchange{}
	for _, x := range c.identities() {
		by := who(x)
		if by == "" {
			continue
		}
		if first[by] == nil {
			first[by] = x
		}
		was := first[by].object()[name]
		c.wantOf(x, equal(was, x.object()[name]), "the same "+name+" throughout the run for one credential", "%s, and %v before", what(x.object(), name), was)
	}
}

// wantOneWorkspace fails the check unless two credentials of one workspace open the same, every time.
func (c *C) wantOneWorkspace(times int, one, two option) {
	var first, name any
	for range times {
		for _, credential := range []option{one, two} {
			x := c.get("/org/me", credential)
			if x.status == 401 && x.req.anon {
				continue // that both ways open is judged elsewhere
			}
			me := c.prepared(x, "the identity")
			if first == nil {
				first, name = me["org_id"], me["org_name"]
			}
			c.want(equal(name, me["org_name"]), "one org_name for all credentials of a workspace", "%v and then %s", name, what(me, "org_name"))
			c.want(first != nil && equal(first, me["org_id"]), "one org_id for all credentials of a workspace, every time", "%v and then %s", first, what(me, "org_id"))
		}
	}
}

// wantOwnWorkspace fails the check unless the keys of a second workspace, and a token, name it by an id of its own: the one that it was
// made with, where it was made for the purpose.
func (c *C) wantOwnWorkspace() {
	ws := c.second()
	home := c.prepared(c.get("/org/me"), "the identity")["org_id"]
	named := func(credential option, of string) {
		me := c.prepared(c.get("/org/me", credential), "the identity of another workspace")
		c.want(!equal(home, me["org_id"]), "another org_id for another workspace", "%v for both", home)
		c.want(ws.OrgID.text == "" || plainText(me["org_id"]) == "" || plainText(me["org_id"]) == ws.OrgID.text,
			"the org_id that the workspace was made with for "+of, "%s instead of %s", what(me, "org_id"), ws.OrgID)
	}
	named(as(ws.Key), "its key")
	c.maybe(func() {
		made := c.furtherKey(ws.OrgID, "Second", "INTAKE_API_KEY_SECOND")
		named(as(made.Key), "a second key of it")
	})
	c.maybe(func() { named(as(c.tokenOf(ws.OrgID).Access), "a token of it") })
}

// wantTwoNamed fails the check when the two keys that were given are told one workspace, and neither finds a session that the other one made.
func (c *C) wantTwoNamed() {
	key := c.run.target.APIKey2
	c.needs(key != "", "the key of a second workspace", "none")
	x := c.get("/org/me", as(key))
	theirs := c.prepared(x, "the identity by the second key")["org_id"]
	if !equal(c.prepared(c.get("/org/me"), "the identity")["org_id"], theirs) {
		return
	}
	hidden := func(by, from option) bool {
		id := c.newSession(by)
		c.prepared(c.detail(id, by), "the session's detail")
		return c.detail(id, from, aside).status == http.StatusNotFound
	}
	home := as(c.run.home.Key)
	c.about(x)
	c.want(!hidden(home, as(key)) || !hidden(as(key), home), "an org_id of its own for each of two workspaces",
		"%v for both keys, of which neither finds a session of the other one", theirs)
}

// wantNamed fails the check unless an identity names the workspace and how it was opened.
func (c *C) wantNamed(me obj) {
	for _, name := range []string{"org_id", "org_name", "plan", "auth_kind"} {
		_, there := me[name]
		c.want(there, "the member "+name, "%s", what(me, name))
	}
	c.want(me["org_id"] != nil && me["org_id"] != "", "an org_id that names the workspace", "%s", what(me, "org_id"))
	for _, name := range []string{"auth_kind", "org_name", "plan"} {
		c.recommend(me[name] != nil, "a value of the member "+name, "%s", what(me, name))
	}
	for _, name := range []string{"auth_kind", "org_name"} { // of a plan the type is open
		c.recommend(kind(me[name]) != "object" && kind(me[name]) != "array", "a text in the member "+name, "%s", what(me, name))
	}
}

// wantIdentity is wantNamed, and where a key was used its label is there too.
func (c *C) wantIdentity(x *exchange) {
	me := x.object()
	c.wantNamed(me)
	_, there := me["key_label"]
	c.want(there || me["auth_kind"] != "api_key", "the member key_label", "%s", what(me, "key_label"))
	c.wantNotBlank(me, "org_id", "org_name", "plan")
}

// labelOfNewKey judges the label of a key made for the purpose, where the hook offers one, and that the home key keeps its
// own. It says whether there was one.
func (c *C) labelOfNewKey(home any) bool {
	made, label := c.labelledKey("Büro 漢, second floor " + c.random(6))
	for _, plainer := range []string{"Büro 漢 ", "conformance "} { // labels may be short ones, and of ASCII
		if made.Key == "" {
			made, label = c.labelledKey(plainer + c.random(6))
		}
	}
	if made.Key == "" {
		return false
	}
	x := c.get("/org/me", as(made.Key))
	told, _ := c.prepared(x, "the identity under a new key")["key_label"].(string)
	cut := told != "" && strings.HasPrefix(label, told)
	c.want(cut || told == label, "key_label "+label, "%s", what(x.object(), "key_label"))
	me := c.prepared(c.get("/org/me"), "the identity under the older key")
	c.want(equal(me["key_label"], home), "key_label "+text(home)+" for the older key, still", "%s", what(me, "key_label"))
	c.about(x)
	c.recommend(told == label, "the whole of a label, as the key was made with it", "%q of %q", told, label)
	return true
}

// labelledKey makes a key, if it can, and gives the label that it has by the hook.
func (c *C) labelledKey(label string) (made Workspace, known string) {
	if c.verb("create-key", obj{"org_id": c.orgID(), "label": label}, &made) != nil || made.Key == "" {
		return Workspace{}, ""
	}
	c.run.secret(made.Key, "INTAKE_NEW_KEY")
	return made, cmp.Or(made.Label, label)
}

// wantPlanOf moves a workspace from the free plan to another, and wants that named: its identity names the free one as the hook
// did, or otherwise than a workspace on the other plan.
func (c *C) wantPlanOf(ws *Workspace, free any) {
	told := ws.Plan != nil && equal(free, ws.Plan)
	if !told {
		paid := c.get("/org/me", as(c.paid().Key)).object()["plan"]
		c.needs(paid != nil && !equal(paid, free), "plans that can be told apart", "%v of both", free)
	}
	plan := func() any { return c.prepared(c.get("/org/me", as(ws.Key)), "the identity after an upgrade")["plan"] }
	c.setPlan(ws, "paid")
	up := c.get("/org/me", as(ws.Key))
	if up.status >= 500 { // once may be bad luck
		c.setPlan(ws, "free")
		down := c.get("/org/me", as(ws.Key))
		c.want(down.status < 500, "the identity right after a change of plan", "%s, after each of two", down)
		c.setPlan(ws, "paid")
	}
	if equal(plan(), free) {
		c.wait(moment)
		c.want(!equal(plan(), free), "the plan that the workspace was moved to", "%v as before", free)
	}
}
