package checks

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// payingSince notes that a key is of a workspace without a cap.
func (r *run) payingSince(key string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.uncapped[key] = true
}

// setPlan moves a workspace to another plan. What it was refused for its plan before or after is no longer judged by itself.
func (c *C) setPlan(ws *Workspace, plan string) {
	c.run.mu.Lock()
	delete(c.run.uncapped, ws.Key)
	c.run.mu.Unlock()
	c.hook("set-plan", obj{"org_id": ws.OrgID, "plan": plan}, nil)
}

// createdBy is how many sessions were created under a key in the run.
func (r *run) createdBy(key string) int {
	n := 0
	for _, x := range r.traffic() {
		if x.call == createCall && x.ok() && x.req.header.Get("Authorization") == "Bearer "+key {
			n++
		}
	}
	return n
}

// isPaying says whether a request carries the key of a workspace that was made without a cap and is still so.
func (r *run) isPaying(req *request) bool {
	key := r.keyIn(credentials(req))
	r.mu.Lock()
	defer r.mu.Unlock()
	return key != "" && r.uncapped[key]
}

// wantCreatesCountedAlone wants five sessions of a free workspace in whose first one everything was called that is no create.
func (c *C) wantCreatesCountedAlone() {
	ws := c.workspace(obj{"name": "Conformance free and busy", "plan": "free"})
	key := as(ws.Key)
	first := c.createIn(ws)
	id, _ := c.prepared(first, "the first create of a free workspace")["session_id"].(string)
	for range 2 {
		c.answer(id, greeting, key)
		c.extract(id, pdfsample.Sized(0), key)
		c.call("POST", sessionPath(id, "fill"), key)
		c.get(sessionPath(id, "risk-summary"), key)
		c.detail(id, key)
		c.list("", key)
	}
	for n := 1; n < freeSessions; n++ {
		x := c.createIn(ws)
		c.want(x.status != http.StatusPaymentRequired, "five sessions of a free workspace, also where the first is at work", "%s for create %d", x, n+1)
	}
}

// wantFormsAtTheCap wants the forms of a finished session to be filled and downloaded when its workspace has no room for another one.
func (c *C) wantFormsAtTheCap() {
	c.maybe(func() {
		j := c.alone()
		c.needs(j.completes(), "a session of a free workspace that is finished and filled", "it is not")
		key := as(j.ws.Key)
		x := c.createIn(j.ws, impatient)
		for n := 0; x.ok() && n < freeSessions; n++ {
			x = c.createIn(j.ws, impatient)
		}
		c.needs(x.status == http.StatusPaymentRequired, "the cap to be reached", "%s", x)
		fill := c.call("POST", sessionPath(j.id, "fill"), key)
		c.want(!forThePlan(fill), "forms to be filled at the cap, too", "%s", fill)
		for _, name := range j.keys() {
			if j.downloads[name].ok() {
				again := c.get(formPath(j.id, name), key)
				c.want(!forThePlan(again), "filled forms to be downloaded at the cap, too", "%s: %s", name, again)
			}
		}
	})
}

// cappedPlans are words for a plan that may be the free one.
var cappedPlans = regexp.MustCompile(`(?i)free|basic|trial|starter|demo|community|hobby|test|sandbox|none`)

// wantNoCap fails the check when a create in any paid workspace of the run was refused for the plan, however many sessions
// it had by then.
func (c *C) wantNoCap() {
	for _, x := range c.run.traffic() {
		if x.call == createCall && c.run.isPaying(x.req) {
			c.wantOf(x, x.status != 402, "no status 402 for a create of a paid workspace", "%s", x)
		}
	}
	var refused *exchange
	var made []time.Time // in the home workspace, whose plan nobody told
	for _, x := range c.run.traffic() {
		if x.call != createCall || !c.isHome(x.req) {
			continue
		}
		made = slices.DeleteFunc(made, func(at time.Time) bool { return x.at.Sub(at) > 12*time.Hour })
		if x.ok() {
			made = append(made, x.at)
		}
		c.wantOf(x, x.status != 402 || len(made) <= freeSessions, "no cap of another number of sessions than that of the free plan",
			"%d were made just before: %s", len(made), x)
		if x.status == 402 {
			refused = x
		}
	}
	if refused != nil {
		me := c.get("/org/me", asBefore(refused))
		plan, _ := me.object()["plan"].(string)
		c.about(refused)
		c.recommend(plan == "" || cappedPlans.MatchString(plan) || cappedPlans.Match(refused.body) && strings.Contains(string(refused.body), plan),
			"no status 402 for a create of a workspace whose plan is no free one", "plan %q in /org/me, and %s", plan, refused)
	}
}

// wantFormerListed warns where the one session of this month is alone in the list, and none of the months before it is there.
func (c *C) wantFormerListed(list *exchange) {
	listed := idsOf(list)
	c.needs(len(listed) > 0, "a list with the session of this month", "%s", list)
	c.about(list)
	c.recommend(len(listed) > 1, "sessions of the months before in the list still: nothing in the text ends one", "that of this month alone")
}
