package checks

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// longestName is of how many characters the name of an insured may be.
const longestName = 256

func (c *C) list(query string, options ...option) *exchange {
	return c.get("/org/sessions"+query, options...)
}

// summaries lists sessions of the home workspace, with one made before so that there is one.
func (c *C) summaries() []obj {
	c.newSession()
	c.newSession()
	c.maybe(func() { c.journey() }) // one that is finished
	x := c.list("")
	o := c.prepared(x, "a list of sessions")
	c.needs(kind(o["sessions"]) == "array", "a list of sessions", "%s", x)
	c.needs(len(o["sessions"].([]any)) > 0, "a session in the list", "%s", x)
	for _, item := range o["sessions"].([]any) {
		c.want(kind(item) == "object", "summaries as objects", "an item is %s", kind(item))
	}
	return objects(o["sessions"])
}

func eachSummary(judge func(c *C, o obj)) func(*C) {
	return func(c *C) {
		for _, o := range c.summaries() {
			judge(c, o)
		}
	}
}

// summaryMember is a check of members of every summary.
func summaryMember(id string, judge func(c *C, o obj)) Check {
	return Check{ID: id, Phase: Early, Run: eachSummary(judge), each: replies{listCall, func(c *C, x *exchange) {
		for _, o := range objects(x.object()["sessions"]) {
			judge(c, o)
		}
	}}}
}

func idsOf(x *exchange) []string {
	var ids []string
	for _, o := range objects(x.object()["sessions"]) {
		if id, ok := o["session_id"].(string); ok {
			ids = append(ids, id)
		}
	}
	return ids
}

var listChecks = []Check{
	{ID: "API-LIST-01", Phase: Early, later: inTurn(wantOKInAll(listCall), wantNoneFailing(listCall, modest),
		wantNoneRefused(listCall, unlimited)), each: replies{listCall, (*C).wantSummaries}, Run: func(c *C) {
		o := c.wantOK(c.list(""), "for the list")
		c.wantType(o, "sessions", "array")
		c.maybe(func() {
			ws := c.paid()
			c.wantType(c.wantOK(c.list("", as(ws.Key)), "for the list of a workspace without sessions"), "sessions", "array")
			c.wantListedOnceMade(as(ws.Key))
		})
	}},
	summaryMember("API-LIST-02", func(c *C, o obj) {
		for _, name := range []string{"session_id", "insured_name", "status"} {
			c.wantType(o, name, "string")
		}
	}),
	summaryMember("API-LIST-03", func(c *C, o obj) {
		c.wantStrings(o, "form_keys")
		c.wantCount(o, "fields_filled")
		c.wantCount(o, "fields_total")
	}),
	summaryMember("API-LIST-04", func(c *C, o obj) {
		for _, name := range []string{"state", "created_at", "updated_at"} {
			c.wantType(o, name, "string", "null", "absent")
		}
		c.wantNotBlank(o, "created_at", "updated_at")
	}),
	{ID: "API-LIST-05", Phase: Early, Run: func(c *C) { c.wantType(c.wantOK(c.list(""), "without limit"), "sessions", "array") }},
	{ID: "API-LIST-06", Phase: Early, Run: func(c *C) {
		two := c.list("?limit=2")
		c.wantSomeLimitTaken(two)
		c.prepared(two, "a limit that is an integer to be taken")
		for _, limit := range []string{"abc", "1.5", "1,5", "3abc", "true"} {
			c.wantInvalid(c.list("?limit="+url.QueryEscape(limit)), "limit="+limit)
		}
	}},
	{ID: "API-LIST-07", Phase: Early, Run: func(c *C) {
		for range 5 {
			c.newSession()
		}
		for _, limit := range []int{2, 1} {
			x := c.list(fmt.Sprintf("?limit=%d", limit))
			if x.ok() && len(objects(x.object()["sessions"])) == 0 { // a list may come to know of sessions a moment later
				c.wait(moment)
				x = c.list(fmt.Sprintf("?limit=%d", limit))
			}
			o := c.prepared(x, "a list with a limit")
			items, ok := o["sessions"].([]any)
			c.needs(ok, "a sessions array", "%s", x)
			c.want(len(items) <= limit, fmt.Sprintf("at most %d summaries", limit), "%d", len(items))
			c.want(len(items) > 0, "summaries within the limit", "none, though there are sessions")
		}
		if x := c.list("?view=summary&limit=2"); x.ok() { // parameters that a server does not know may be refused
			c.want(len(objects(x.object()["sessions"])) <= 2, "at most 2 summaries, also where limit is not the first parameter", "%d", len(objects(x.object()["sessions"])))
		}
		c.wantOneLess()
		c.wantMoreOfMore()
		c.maybe(func() {
			x := c.list("?limit=1", as(c.token().Access))
			items, _ := c.prepared(x, "a list with a limit under a token")["sessions"].([]any)
			c.want(len(items) <= 1, "at most 1 summary, under a token, too", "%d", len(items))
		})
		c.maybe(func() { // a limit counts the sessions of the workspace, not those before and after them
			ws := c.second()
			c.newSession(as(ws.Key))
			c.newSession()
			items, ok := c.prepared(c.list("?limit=1", as(ws.Key)), "a list with a limit")["sessions"].([]any)
			if ok && len(items) == 0 {
				c.wait(1100 * time.Millisecond) // an index of sessions may be behind for a moment
				items, ok = c.prepared(c.list("?limit=1", as(ws.Key)), "a list with a limit")["sessions"].([]any)
			}
			c.want(!ok || len(items) > 0, "a summary of the workspace's own session within the limit", "none")
		})
		c.maybe(c.wantAsManyAsMay)
		c.maybe(c.wantNoneBetween)
	}},
	{ID: "API-LIST-08", Phase: Early, sent: (*C).wantNotListedOnceSent, later: (*C).wantNoneStrayed, Run: func(c *C) {
		other := c.other()
		mine, theirs := c.newSession(), c.newSession(as(other.Key))
		home, named := plainText(c.get("/org/me").object()["org_id"]), plainText(c.get("/org/me", as(other.Key)).object()["org_id"])
		type side struct {
			credential option
			foreign    []string
			named      string
		}
		ours := []string{mine}
		c.maybe(func() { ours = append(ours, c.journey().id) }) // one that is finished
		sides := []side{{as(c.run.home.Key), []string{theirs}, named}, {as(other.Key), ours, home}, {inHeader(c.run.home.Key), []string{theirs}, named}}
		c.maybe(func() { sides = append(sides, side{as(c.token().Access), []string{theirs}, named}) })
		c.maybe(func() { sides = append(sides, side{as(c.foreignToken().Access), ours, home}) })
		without := func(x *exchange, side side, when string) {
			for _, id := range side.foreign {
				c.want(!slices.Contains(idsOf(x), id), "no session of another workspace in "+when, "%s", id)
			}
		}
		for _, side := range sides {
			for _, query := range []string{"", "?limit=100", "?org_id=" + url.QueryEscape(side.named) + "&workspace_id=" + url.QueryEscape(side.named)} {
				x := c.list(query, side.credential)
				if query != "" && !x.ok() {
					continue
				}
				c.prepared(x, "a list of sessions")
				without(x, side, "the list")
			}
		}
		var next atomic.Int64
		for _, x := range c.atOnce(8, func(one *C) *exchange { return one.list("", sides[next.Add(1)%2].credential) }) {
			side := sides[0]
			if x.req.header.Get("Authorization") != "Bearer "+c.run.home.Key {
				side = sides[1]
			}
			c.about(x)
			without(x, side, "lists that are made at one time")
		}
	}},
	{ID: "API-LIST-09", Phase: Early, apart: (*C).wantNewestOfMany, sent: (*C).wantInListOnceSent, later: (*C).wantListedOnceSent,
		each: replies{listCall, (*C).wantNoneTwice}, Run: func(c *C) {
			ws := c.own()
			first := c.newSession(as(ws.Key))
			c.wantListed(ws, first)
			c.wantListed(ws, c.newSession(as(ws.Key))) // of the same name
			c.wantListed(ws, first)
			for _, create := range []*exchange{c.post("/org/sessions", c.bodyOfAll("Zoë Größe 漢字"), as(ws.Key)), c.plainCreate("Conformance "+c.check.ID, inHeader(ws.Key))} {
				if id, _ := create.object()["session_id"].(string); create.ok() && id != "" {
					c.wantListed(ws, id)
				}
			}
			c.maybe(func() { // one that was looked at and answered, and is not over
				c.detail(first, as(ws.Key))
				turn := c.prepared(c.answer(first, "We have 12 employees.", as(ws.Key)), "a turn")
				c.needs(turn["done"] == false, "an intake that goes on", "done is %s", what(turn, "done"))
				c.wantListed(ws, first)
			})
			c.maybe(func() { c.wantSkippedListed(ws) })
			c.maybe(func() { c.wantListed(ws, c.newSession(as(c.tokenOf(ws.OrgID).Access))) })
			c.maybe(func() { // one that was made with a key that is no good any more
				further := c.furtherKey(ws.OrgID, "Lister", "INTAKE_LISTER_KEY")
				id := c.newSession(as(further.Key))
				c.wantListed(ws, id)
				c.hook("revoke-key", obj{"api_key": further.Key}, nil)
				c.run.revokes(further.Key)
				c.wantListed(ws, id)
			})
			c.maybe(func() { c.wantListed(c.run.home, c.journey().id) }) // one that is finished
			c.maybe(func() { c.wantListed(&Workspace{OrgID: ws.OrgID, Key: c.tokenOf(ws.OrgID).Access}, first) })
			c.wantAllListed(ws, c.atOnce(6, func(one *C) *exchange { return one.plainCreate("Conformance at one time", as(ws.Key)) }))
		}},
	{ID: "API-LIST-10", Phase: Early, later: inTurn((*C).wantAgreementInAll, (*C).wantAgreementOnceSent, (*C).wantListedFound), Run: func(c *C) {
		c.wantAgreementThroughout()
	}},
}

// wantAgreementThroughout compares summaries with details in the home workspace, and in one of its own, where nobody else changes the list,
// at the same time.
func (c *C) wantAgreementThroughout() {
	ws := c.own()
	apart := func(c *C) { c.wantAgreementApart(as(ws.Key)) }
	if ws.Key != c.run.home.Key {
		c.sideBySide(apart, (*C).wantAgreementAtHome)
		return
	}
	c.maybe(func() { c.journey() })
	apart(c)
	c.wantAgreementAtHome()
}

// wantAgreementApart compares the summary of a session with its detail as it goes through an intake.
func (c *C) wantAgreementApart(key option) {
	id := c.newSession(key)
	c.wantAgreement(id, key)
	c.maybe(func() { // what was listed before may be remembered
		in, a := &intake{id: id}, newAnswerer(false)
		options := []option{key}
		c.turn(in, a.batch(asksOf(c.turn(in, greeting, options))), options)
		c.turn(in, skipRequest, options)
		c.turn(in, "Insured name: Conformance Renamed", options)
	})
	c.wantAgreement(id, key)
	c.maybe(func() { c.prepared(c.extract(id, pdfsample.Sized(0), key), "a valid PDF to be taken") })
	c.wantAgreement(id, key)
}

// wantAgreementAtHome compares the summaries of sessions of the home workspace with their details.
func (c *C) wantAgreementAtHome() {
	c.maybe(func() { c.journey() }) // others of its phase make it: afterwards, nobody changes what is on the page
	c.maybe(func() { c.settingTurn() })
	if c.session != "" {
		c.wantAgreement(c.session)
		c.maybe(func() { c.prepared(c.call("POST", sessionPath(c.session, "fill")), "fill") })
		c.wantAgreement(c.session)
	}
	c.maybe(func() { c.wantAgreement(c.journey().id) })
	name := []rune("R&D <b> \"O'Neil\" Zoë 漢 " + strings.Repeat("name of an insured ", 14))
	if x := c.post("/org/sessions", c.createBody(string(name[:longestName-6])+c.random(6))); x.ok() {
		long, _ := x.object()["session_id"].(string)
		c.wantAgreement(long)
	}
	c.maybe(func() { // those of other states between which they stand
		first := c.sessionOf(c.bodyIn("GA"))
		for _, id := range []string{first, c.sessionOf(c.bodyIn("CA")), c.sessionOf(c.bodyIn("GA"))} {
			c.wantAgreement(id)
		}
	})
	c.maybe(func() { // one of many forms
		c.wantAgreement(c.sessionOf(c.bodyOfAll("Conformance " + c.check.ID)))
	})
}

// wantOneLess lists the sessions of the home workspace, and then with a limit of one less than there were.
func (c *C) wantOneLess() {
	all := len(objects(c.prepared(c.list(""), "a list of sessions")["sessions"]))
	if all < 3 {
		return
	}
	limit := min(all-1, 20) // a limit that is taken is one that the server keeps
	x := c.list(fmt.Sprintf("?limit=%d", limit))
	if !x.ok() {
		return
	}
	c.want(len(objects(x.object()["sessions"])) <= limit, fmt.Sprintf("at most %d summaries", limit), "%d", len(objects(x.object()["sessions"])))
}

// wantAsManyAsMay warns of lists that have one session less than their limits each, though there are more.
func (c *C) wantAsManyAsMay() {
	const more = 6
	all := len(objects(c.prepared(c.list(""), "a list of sessions")["sessions"]))
	c.needs(all >= more, "a list of more sessions", "%d", all)
	for _, limit := range []int{3, 4, 5} {
		x := c.list(fmt.Sprintf("?limit=%d", limit))
		if !x.ok() || len(objects(x.object()["sessions"])) != limit-1 {
			return
		}
	}
	c.recommend(false, "as many sessions as a limit lets through, where there are more", "one less with a limit of 3, of 4 and of 5, and %d without", all)
}

// wantNoneBetween warns of a list with a limit that leaves out a session between others that it has, by the list without a limit, which is
// the same before and after.
func (c *C) wantNoneBetween() {
	key := as(c.own().Key)
	for range 4 {
		c.newSession(key)
	}
	const looks = 8
	apart := 0
	for range looks {
		before, page, after := idsOf(c.list("", key)), c.list("?limit=3", key), idsOf(c.list("", key))
		if !slices.Equal(before, after) || len(before) < 4 || !page.ok() {
			continue // somebody else makes sessions
		}
		last := -1
		for _, id := range idsOf(page) {
			at := slices.Index(before, id)
			if at < 0 || last >= 0 && at < last || last < 0 && at > 0 {
				return // another order, or another part of all
			}
			if at > last+1 {
				apart++
			}
			last = at
		}
		if apart == 0 {
			return
		}
		c.about(page)
		c.recommend(apart < 2, "the first sessions of the list in one with a limit", "some, and others between them left out")
	}
}

// wantMoreOfMore lists with a limit of one digit and with one of two.
func (c *C) wantMoreOfMore() {
	count := func(limit int) int {
		x := c.list(fmt.Sprintf("?limit=%d", limit))
		c.needs(x.ok(), "a limit that is taken", "%s", x)
		return len(objects(x.object()["sessions"]))
	}
	c.maybe(func() {
		if nine, ten := count(9), count(10); ten < nine {
			nine, ten = count(9), count(10)
			c.want(ten >= nine, "no fewer sessions with a limit of ten than with one of nine", "%d and %d", ten, nine)
		}
	})
}

// wantSummaries fails the check unless a list holds objects.
func (c *C) wantSummaries(x *exchange) {
	c.wantType(x.object(), "sessions", "array")
	for _, item := range x.object()["sessions"].([]any) {
		c.want(kind(item) == "object", "summaries as objects", "an item is %s", kind(item))
	}
}

// wantNoneTwice wants no session twice in one answer.
func (c *C) wantNoneTwice(x *exchange) {
	ids := idsOf(x)
	for i, id := range ids {
		c.want(!slices.Contains(ids[:i], id), "each session once in a list", "%s twice", id)
	}
}

// wantListed wants a session on a page that is not full.
func (c *C) wantListed(ws *Workspace, id string) {
	full := 0
	for n := range 2 {
		if n > 0 {
			c.wait(1100 * time.Millisecond) // an index of sessions may be behind for a moment
		}
		if full = c.pageWith(ws, id); full < 0 {
			return
		}
	}
	if full > 0 {
		next, _ := c.plainCreate("Conformance page", as(ws.Key)).object()["session_id"].(string) // a page has room when it grows
		grown := c.pageWith(ws, id)
		if grown == full && next != "" { // or by one of which more is known
			c.answer(next, "We have 12 employees.", as(ws.Key), impatient)
			grown = c.pageWith(ws, id)
		}
		if grown == full {
			c.fullCreate("Conformance page", as(ws.Key))
			grown = c.pageWith(ws, id)
		}
		if grown >= 0 && grown == full && c.listedLate(ws, id, full) {
			return
		}
		c.needs(grown < 0 || grown > full, "a page that is not full", "the longest page has %d sessions and may be full", full)
		if grown < 0 {
			return
		}
		full = grown
	}
	c.prepared(c.list("", as(ws.Key)), "a list of sessions")
	c.fail("the session in a page that is not full", "%d sessions without it", full)
}

// longestListed is how long a list is waited for that shows a session, which it did not a second before.
const longestListed = 4 * time.Second

// listedLate warns of a list that may be full, and yet shows a session some seconds later without having lost any.
func (c *C) listedLate(ws *Workspace, id string, full int) bool {
	c.wait(longestListed)
	shown := c.pageWith(ws, id) < 0
	now := c.list("", as(ws.Key))
	c.about(now)
	c.recommend(!shown || len(idsOf(now)) <= full, "a new session in the list",
		"%d sessions without it two seconds after it was made, and %d with it after %v more", full, len(idsOf(now)), longestListed)
	return shown
}

// wantListedOnceSent wants a session in the list that is over: its intake finished, its forms filled and handed over.
func (c *C) wantListedOnceSent() {
	c.maybe(func() {
		s := c.sent()
		c.needs(s.submit.ok(), "a session that was submitted", "%s", s.submit)
		if !s.listed {
			c.wantListed(s.ws, s.id)
		}
	})
}

// wantAllListed wants sessions that were made at one time in the list, where that has room: it grows by one that is made later.
func (c *C) wantAllListed(ws *Workspace, made []*exchange) {
	for _, x := range made {
		id, _ := x.object()["session_id"].(string)
		if !x.ok() || id == "" || c.pageWith(ws, id) < 0 {
			continue
		}
		c.wait(1100 * time.Millisecond) // an index of sessions may be behind for a moment
		if before := c.pageWith(ws, id); before >= 0 {
			c.newSession(as(ws.Key))
			after := c.pageWith(ws, id)
			c.want(after <= before, "each of the sessions that were made at one time in a page that has room", "%d sessions, and %d when another one was made", before, after)
			return
		}
	}
}

// pageWith looks for a session in lists of a workspace, and gives the length of the longest of them, or -1 where it is there.
func (c *C) pageWith(ws *Workspace, id string) int {
	full := 0
	for _, query := range []string{"", "?limit=50", "?limit=100", "?limit=200", "?limit=1000"} {
		x := c.list(query, as(ws.Key))
		if !x.ok() {
			continue
		}
		ids := idsOf(x)
		if slices.Contains(ids, id) {
			return -1
		}
		full = max(full, len(ids))
	}
	return full
}

// wantAgreement fails the check unless summary and detail of a session agree, at the second look at least. A session
// that is not on the page is looked at as the first one that is.
func (c *C) wantAgreement(id string, options ...option) {
	var detail, summary obj
	var list *exchange
	for n := range 2 {
		if n > 0 {
			c.wait(1100 * time.Millisecond) // an index of sessions may be behind for a moment
		}
		list = c.list("", options...)
		all := objects(c.prepared(list, "a list of sessions")["sessions"])
		c.needs(len(all) > 0, "a session in the list", "none")
		if summary = summaryOf(list, id); summary == nil {
			summary = all[0]
		}
		listed, _ := summary["session_id"].(string)
		detail = c.prepared(c.detail(listed, options...), "the detail of a listed session")
		if disagreement(summary, detail) == "" {
			return
		}
	}
	name := disagreement(summary, detail)
	c.about(list)
	c.fail("the same "+name+" in summary and detail", "%s, and in the detail %s", what(summary, name), what(detail, name))
}

func disagreement(summary, detail obj) string {
	for _, name := range []string{"status", "insured_name", "form_keys", "fields_filled", "fields_total"} {
		if !alike(summary[name], detail[name]) {
			return name
		}
	}
	was, is := plainText(summary["state"]), plainText(detail["state"])
	_, listed := summary["state"]
	_, shown := detail["state"]
	other := (was == "") != (is == "") || len(was) == len(is) && lettersOf(was) != lettersOf(is)
	if listed && shown && other { // neither need tell it, and one may have its abbreviation
		return "state"
	}
	return ""
}
