package checks

import (
	"maps"
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// flags finds the list of risk flags in any container.
func flags(x *exchange) (list []any, container string, found bool) {
	if list, ok := x.json.([]any); ok {
		return list, "bare array", true
	}
	list, container, rank := flagsIn(x.object(), 3)
	return list, container, rank > 0
}

// flagsIn finds the list of flags in an object whose shape the text leaves open: an array whose name says so, else one whose
// items look like flags, else the only one; or such a one in an object within, where nothing here looks like it.
func flagsIn(o obj, depth int) (list []any, container string, best int) {
	for _, name := range names(o) {
		if items, ok := o[name].([]any); ok {
			if rank := flagRank(name, items); rank > best {
				list, container, best = items, name, rank
			}
		}
	}
	for _, name := range names(o) {
		if inner, ok := o[name].(obj); ok && best < likeFlags && depth > 1 {
			if items, within, rank := flagsIn(inner, depth-1); best == 0 || rank >= likeFlags {
				list, container, best = items, name+"."+within, rank
			}
		}
	}
	return list, container, best
}

// likeFlags is the rank from which an array is a list of flags by more than that no other is there.
const likeFlags = 4

// flagRank says how much an array is like a list of flags. Counts of each severity may stand beside it, or texts, which may be of
// what was looked at.
func flagRank(name string, items []any) int {
	first, lower := objects(items), strings.ToLower(name)
	whole := len(first) == len(items)
	switch {
	case whole && lower == "flags":
		return 7
	case whole && strings.HasSuffix(lower, "flags"):
		return 6
	case len(first) > 0 && (first[0]["severity"] != nil || first[0]["title"] != nil):
		return 5
	case strings.Contains(name, "flag") || strings.Contains(name, "risk") && whole:
		return likeFlags
	case len(first) > 0 && whole:
		return 3
	case whole: // it is empty
		return 2
	}
	return 1
}

// severities are words for how grave a flag is.
var severities = strings.Fields("critical severe high major medium moderate minor low info")

// grouped says that flags stand in lists of their own for each severity, so that no list has all of them.
func grouped(x *exchange) bool {
	lists, named := 0, 0
	for name, v := range x.object() {
		if _, is := v.([]any); !is {
			continue
		}
		if lists++; slices.Contains(severities, strings.ToLower(name)) {
			named++
		}
	}
	return lists > 1 && named == lists
}

// risks lists the risk replies of an ordinary and of a risky intake.
func (c *C) risks() []*exchange {
	j := c.journey()
	all := []*exchange{j.risk}
	c.maybe(func() {
		if open := c.get(sessionPath(c.newSession(), "risk-summary")); open.status != 400 { // 400 on an open intake is permitted
			all = append(all, open)
		}
	})
	if list, _, found := flags(j.risk); found && len(list) == 0 {
		all = append(all, c.risky().risk)
	}
	return all
}

// inWorkspace is a journey in a workspace.
type inWorkspace struct {
	*journey
	ws *Workspace
}

// risky is an intake that was answered with a yes wherever that is an answer.
func (c *C) risky() inWorkspace {
	return shared(c, "risky journey", func(c *C) inWorkspace {
		ws := c.own()
		in, _ := c.driven("Conformance risky", true, as(ws.Key))
		return inWorkspace{&journey{intake: in, risk: c.get(sessionPath(in.id, "risk-summary"), as(ws.Key))}, ws}
	})
}

// alone is a journey in a workspace of its own, which has no account at the platform, and an endpoint that is to be told of it.
func (c *C) alone() inWorkspace {
	return shared(c, "journey alone", func(c *C) inWorkspace {
		ws := c.workspace(obj{"name": "Conformance unconnected", "plan": "free", "market_connected": false})
		var box *mailbox
		c.maybe(func() { box = c.subscribe(ws, nil, completedEvent) })
		j := c.travel("Conformance unconnected", false, as(ws.Key))
		if box != nil && j.completes() {
			c.owes("EVT-01", box, "fill_session.completed of a workspace on the free plan", endedAttempts(1))
		}
		return inWorkspace{j, ws}
	})
}

// wantsDocuments says whether the session of the journey can do what it could not (section 7: yet) once a document was attached.
func (c *C) wantsDocuments(method, operation string) (did bool) {
	c.maybe(func() {
		id := c.journey().id
		c.document(id, c.docsPart(), pdfsample.Sized(0))
		did = c.call(method, sessionPath(id, operation)).ok()
	})
	return did
}

var riskChecks = []Check{
	{ID: "API-RISK-01", Long: true, sent: (*C).wantRiskOnceSent,
		later: inTurn((*C).wantFlagListInAll, (*C).wantNoMoreFlagsInAll, wantNoneFailing(riskCall, always),
			wantNoneMissing(riskCall, always), (*C).wantFoundOnceSent, (*C).wantNoFlagsOfBefore,
			perhaps((*C).wantFlagsOfNow, (*C).wantFlagsWhoeverIsNew), (*C).wantUntoldUnflagged,
			perhaps((*C).wantFlagsOfAsked)),
		Run: func(c *C) {
			x := c.journey().risk
			c.maybe(c.wantRiskOnlyRead)
			c.maybe(c.wantNoneGained) // soon, as somebody else may have told others what alarms
			if x.status == 400 && !(c.journey().finished && c.journey().fill.ok()) {
				c.unclear("a finished intake", "400 on an unfinished one is permitted: %s", x)
			}
			if x.status == 400 {
				c.needs(!c.wantsDocuments("GET", "risk-summary"), "a session that needs no document for its risk", "%s", x)
				c.about(x)
			}
			c.want(x.status == 200, "status 200 for the risk summary", "%s", x)
			_, _, found := flags(x)
			c.want(found && !grouped(x), "an array of flags, bare or as the one array of an object", "%s", x)
			c.wantLabelled(x, "for the risk summary")
			open := c.get(sessionPath(c.sessionID(), "risk-summary"))
			c.want(open.status < 500 && open.status != 404, "an answer on an unfinished intake, whose session is there", "%s", open)
			c.want(!open.ok() || open.status == 200, "status 200 for a risk summary, be it an empty one", "%s", open)
			c.maybe(c.wantAskedAsBefore)
			c.maybe(c.wantOwnFlags)
			c.maybe(c.wantFlagsOfTold)
			c.maybe(c.wantFlagsTakenBack)
			c.maybe(c.wantFlagsWhereTold)
			c.maybe(c.wantCentsRead)
			c.maybe(func() {
				c.wantEachTime("risk summary", func(id string) *exchange { return c.get(sessionPath(id, "risk-summary")) })
			})
			c.maybe(func() {
				id := c.allSkipped()
				c.wantUnbroken(func() *exchange { return c.get(sessionPath(id, "risk-summary")) }, "a risk summary of a session whose questions were skipped")
			})
		}},
	{ID: "API-RISK-02", each: replies{riskCall, func(c *C, x *exchange) {
		list, _, _ := flags(x)
		c.wantFlags(list)
	}}, Run: func(c *C) {
		count := 0
		for _, x := range c.risks() {
			list, _, found := flags(x)
			c.needs(x.ok() && found, "a list of flags", "%s", x)
			c.about(x)
			count += len(list)
			c.wantFlags(list)
		}
		c.maybe(func() {
			list, _, _ := flags(c.alarming())
			count += len(list)
			c.wantFlags(list)
		})
		c.needs(count > 0, "a flag to look at", "the lists are empty")
	}},
	{ID: "API-RISK-03", each: replies{riskCall, wantCleanEmpty}, Run: func(c *C) {
		for _, x := range c.risks() {
			_, _, found := flags(x)
			c.want(x.status != 404 && x.status != 204, "a list, which may be empty", "%s", x)
			c.needs(x.status == 200 || x.status == 400, "the risk call to answer", "%s", x)
			c.want(found || x.status == 400, "a list, which may be empty", "%s", x)
		}
		c.maybe(func() {
			x := c.harmless()
			_, _, found := flags(x)
			c.want(x.status != 404 && x.status != 204 && (!x.ok() || found), "a list, which may be empty", "%s", x)
		})
	}},
	{ID: "API-RISK-04", Run: func(c *C) {
		c.session = c.journey().id
		c.hidden(func(id string, options ...option) *exchange {
			return c.get(sessionPath(id, "risk-summary"), options...)
		})
	}},
}

// wantOwnFlags fails the check when the flags of a session become those of another one that is made after it in its workspace,
// where nobody else makes any, or are those of another one from the beginning. Without hooks others make some.
func (c *C) wantOwnFlags() {
	var one inWorkspace
	if !c.maybe(func() { one = c.alone() }) {
		one = inWorkspace{c.journey(), c.run.home} // where others make sessions, too, whose flags are their own
	}
	if len(flagsOf(one.risk)) == 0 {
		one = c.risky()
	}
	key := as(one.ws.Key)
	later := c.get(sessionPath(c.newSession(key), "risk-summary"), key)
	was, theirs := flagsOf(one.risk), flagsOf(later)
	taken := func(x *exchange) bool { return x.ok() && !alike(was, flagsOf(x)) && alike(theirs, flagsOf(x)) }
	switch {
	case !later.ok():
	case !alike(was, theirs):
		if again := c.get(one.risk.req.path, key); taken(again) {
			again = c.get(one.risk.req.path, key)
			c.want(!taken(again), "the flags of the session", "those of a session that was made later: %s", again)
		}
	case len(was) > 0:
		c.wantFlagsOfNone(was, key)
	}
	c.maybe(func() { c.wantNoMoreFlags(one.risk, key) })
	c.maybe(func() { c.wantFlagsOfNoNamesake(one) })
}

// wantFlagsOfNone fails the check when sessions of which hardly anything is known have the flags of an answered one of their
// workspace, and in another workspace they have others.
func (c *C) wantFlagsOfNone(answered []any, key option) {
	of := func(key option) *exchange {
		x := c.get(sessionPath(c.newSession(key), "risk-summary"), key)
		c.needs(x.ok(), "the flags of a new session", "%s", x)
		return x
	}
	ws := c.second()
	for range 2 {
		if alike(answered, flagsOf(of(as(ws.Key)))) || !alike(answered, flagsOf(of(key))) {
			return
		}
	}
	c.fail("the flags of the session", "those of another one of its workspace, which was answered: %s", text(answered))
}

// wantFlagsOfNoNamesake fails the check when a new session of another workspace has the flags of an answered one of its name, and
// one of a name of the same words and one more has others.
func (c *C) wantFlagsOfNoNamesake(one inWorkspace) {
	name, _ := one.create.object()["insured_name"].(string)
	answered := c.get(one.risk.req.path, as(one.ws.Key))
	was, other := flagsOf(answered), as(c.second().Key)
	c.needs(answered.ok() && len(was) > 0 && name != "", "flags of a session that was answered", "%s", answered)
	of := func(name string) *exchange {
		return c.get(sessionPath(c.sessionOf(c.createBody(name), other), "risk-summary"), other)
	}
	for range 2 {
		same := of(name)
		if next := of(name + " Two"); !same.ok() || !next.ok() || !alike(was, flagsOf(same)) || alike(was, flagsOf(next)) {
			return
		}
		c.about(same)
	}
	c.fail("the flags of the session", "those of one of another workspace that has its name, and was answered: %s", text(was))
}

// wantNoMoreFlags fails the check when a session that nobody changes has the same flags once more with each look.
func (c *C) wantNoMoreFlags(first *exchange, key option) {
	last := first
	for range 3 {
		x := c.get(first.req.path, key)
		if c.needs(x.ok(), "the flags of the session", "%s", x); !moreOfTheSame(flagsOf(last), flagsOf(x)) {
			return
		}
		last = x
	}
	c.fail("the flags of the session, each of them once", "at each look more of the same: %d and then %d", len(flagsOf(first)), len(flagsOf(last)))
}

// moreOfTheSame says whether a list has what another one has and more, and something of it more than once.
func moreOfTheSame(before, after []any) bool {
	count := func(list []any) map[string]int {
		all := map[string]int{}
		for _, flag := range list {
			all[text(flag)]++
		}
		return all
	}
	was, is := count(before), count(after)
	twice := false
	for flag, n := range is {
		twice = twice || n > 1
		delete(was, flag)
	}
	return len(after) > len(before) && len(was) == 0 && twice
}

// flagsOf are the named members of the flags in a reply.
func flagsOf(x *exchange) []any {
	list, _, _ := flags(x)
	all := []any{}
	for _, flag := range objects(list) {
		all = append(all, obj{"title": flag["title"], "detail": flag["detail"], "severity": flag["severity"], "category": flag["category"]})
	}
	return all
}

// wantFlags fails the check unless a list holds flags with their members.
func (c *C) wantFlags(list []any) {
	for _, item := range list {
		flag, ok := item.(obj)
		c.want(ok, "flags as objects", "an item is %s", kind(item))
		for _, name := range []string{"title", "detail", "severity", "category"} {
			_, there := flag[name]
			c.want(there, "the member "+name+" of a flag", "%s", what(flag, name))
		}
	}
	for _, flag := range objects(list) {
		c.recommend(len(flag) == 0 || slices.ContainsFunc(slices.Collect(maps.Values(flag)), says), "flags that say something",
			"one of null alone: %s", excerpt([]byte(text(flag))))
		title, is := flag["title"].(string)
		c.recommend(!is || strings.TrimSpace(title) != "", "flags with a title to read", "an empty one: %s", excerpt([]byte(text(flag))))
	}
	c.wantNoneNull(objects(list), "a flag", "title", "detail", "severity", "category")
	c.wantOneKind(objects(list), "severity", "category")
}

// wantOneKind warns of a member that is a text in some flags, and a number in others.
func (c *C) wantOneKind(flags []obj, members ...string) {
	for _, name := range members {
		kinds := map[string]bool{}
		for _, flag := range flags {
			if flag[name] != nil {
				kinds[kind(flag[name])] = true
			}
		}
		c.recommend(len(kinds) < 2, "one type of the member "+name+" of all flags", "%s", strings.Join(slices.Sorted(maps.Keys(kinds)), ", "))
	}
}

// alarms are values of which an underwriter wants to hear: a payroll above what comes in, many people, a new business.
var alarms = guesses(`(how many|number of|^) *years`, "1", `payroll|wages`, "$9,000,000", `revenue|receipts|sales|turnover`, "$100,000", `employees|staff|headcount|vehicles|drivers|losses|claims`, "500",
	`year`, "2026", `percent|%`, "100")

// alarming is the risk of a session that was told all of them, and yes to everything, as answers to what the intake asks.
func (c *C) alarming() *exchange { return c.alarmingNamed("Conformance " + c.check.ID) }

func (c *C) alarmingNamed(name string, options ...option) *exchange {
	id := c.sessionNamed(name, options...)
	c.prepared(c.answer(id, c.journey().answeredBy(newAnswerer(true), alarms), options...), "a turn to be answered")
	x := c.get(sessionPath(id, "risk-summary"), options...)
	c.needs(x.ok(), "the flags of an open session", "%s", x)
	return x
}

// calms are values of a small office, of which no underwriter minds.
var calms = guesses(`descri|operations|nature`, "Bookkeeping in one office", `dba|trade name`, "Quiet Ledger LLC", `naics`, "541219", `percent|share`, "0",
	`number of locations`, "1", `part.?time|loss|claim|vehicle|driver`, "0", `expir`, "03/10/2027", `limit|aggregate`, "$2,000,000", `payroll`, "$150,000", `full.?time|employees|staff|headcount`, "3")

// harmless is the risk of a session that was told of an office and of nothing else that may alarm.
func (c *C) harmless() *exchange {
	id := c.fullSession()
	c.prepared(c.answer(id, c.journey().answeredBy(newAnswerer(false), calms)), "a turn to be answered")
	return c.get(sessionPath(id, "risk-summary"))
}

// answeredBy answers all questions of an intake in one message, with values of the rows where one matches.
func (in *intake) answeredBy(a *answerer, rows []guess) string {
	var lines []string
	for _, q := range in.asked() {
		lines = append(lines, q.label+": "+a.valueOf(q, rows))
	}
	return clip(strings.Join(lines, "\n"))
}

// valueOf is what to answer, with the value of the first row that matches.
func (a *answerer) valueOf(q ask, rows []guess) string {
	value := a.value(q, 0)
	for _, row := range slices.Backward(rows) { // the first has the last word
		if len(q.options) == 0 && value != "Yes" && value != "No" && row.match().MatchString(strings.ReplaceAll(q.label+" "+q.key, "_", " ")) {
			value = row.value
		}
	}
	return value
}

// wantCentsRead fails the check when amounts with cents break the summary of risks.
func (c *C) wantCentsRead() {
	id, a := c.fullSession(), newAnswerer(false)
	var lines []string
	for _, q := range c.journey().asked() {
		if value := a.value(q, 0); strings.HasPrefix(value, "$") {
			lines = append(lines, q.label+": "+value+".50")
		}
	}
	c.needs(len(lines) > 0, "a question about an amount", "none")
	c.prepared(c.answer(id, clip(strings.Join(lines, "\n"))), "a turn to be answered")
	c.wantUnbroken(func() *exchange { return c.get(sessionPath(id, "risk-summary")) }, "a risk summary of a session with amounts in cents")
}

// asked are the questions of an intake, each once.
func (in *intake) asked() (all []ask) {
	known := map[string]bool{}
	for _, turn := range in.turns {
		for _, q := range asksOf(turn) {
			if !known[q.key] {
				known[q.key] = true
				all = append(all, q)
			}
		}
	}
	return all
}

// wantNoFlagsOfBefore fails the check when the summary of a session that nobody tells anything is that of another one each time when it is
// asked for right after that.
func (c *C) wantNoFlagsOfBefore() {
	c.maybe(func() {
		risky := c.risky()
		key := as(risky.ws.Key)
		id := c.newSession(key)
		ask := func(id string) *exchange { return c.get(sessionPath(id, "risk-summary"), key) }
		var after *exchange
		for range 2 {
			ask(id)
			own := ask(id)
			ask(risky.id)
			other := ask(risky.id)
			after = ask(id)
			again := ask(id)
			if !own.ok() || !other.ok() || !after.ok() || equal(other.json, own.json) || !equal(after.json, other.json) || !equal(again.json, own.json) {
				return
			}
		}
		c.about(after)
		c.fail("the flags of the session that was asked for", "those of the one before, twice")
	})
}
