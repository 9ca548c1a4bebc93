package checks

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// atOnce makes a call several times at one moment. Calls that got no answer are left out.
func (c *C) atOnce(n int, call func(one *C) *exchange) []*exchange {
	each, got := make([]*C, n), make([]*exchange, n)
	var group sync.WaitGroup
	for i := range n {
		each[i] = &C{run: c.run, ctx: c.ctx, check: c.check, afresh: c.afresh, guest: true}
		group.Go(func() { each[i].runPart(func(one *C) { got[i] = call(one) }) })
	}
	group.Wait()
	var all []*exchange
	crowd := &act{}
	for i, x := range got {
		c.traffic, c.waited, c.sentTwice = append(c.traffic, each[i].traffic...), c.waited || each[i].waited, c.sentTwice || each[i].sentTwice
		crowd.crowd = append(crowd.crowd, each[i].steps...)
		if x != nil {
			all = append(all, x)
		}
	}
	c.steps = append(c.steps, crowd)
	return all
}

// wantSameView fails the check unless a credential shows a session, and the list, as the home workspace's key does.
func (c *C) wantSameView(id string, credential option) {
	key := as(c.run.home.Key)
	one := c.prepared(c.detail(id, key), "the session's detail")
	x := c.detail(id, credential)
	c.want(x.ok(), "the same session either way", "%s", x)
	again := c.prepared(c.detail(id, key), "the session's detail") // a server may still be at work on the session
	c.about(x)
	for _, name := range []string{"session_id", "insured_name", "status", "form_keys", "fields_filled", "fields_total", "field_values", "filled_forms"} {
		if v := x.object()[name]; !alike(one[name], v) && alike(one[name], again[name]) {
			c.fail("the same "+name+" either way", "%s and %s", what(one, name), what(x.object(), name))
		}
	}
	if list := c.list("", key); len(idsOf(list)) > 0 {
		other := c.list("", credential)
		if len(idsOf(other)) == 0 {
			c.wait(1100 * time.Millisecond) // an index of sessions may be behind for a moment
			other = c.list("", credential)
		}
		c.want(len(idsOf(other)) > 0, "the same list either way", "%d sessions with the key, and otherwise %s", len(idsOf(list)), other)
		c.wantSameSummaries(key, credential)
		if len(idsOf(other)) < len(idsOf(list)) {
			c.maybe(func() { c.wantNoneLeftOut(key, credential) })
		}
	}
}

// wantSameSummaries fails the check when a list tells a credential something else of a session than it tells the key, before and after.
func (c *C) wantSameSummaries(key, credential option) {
	odd := c.summariesApart(key, credential)
	if len(odd) == 0 {
		return
	}
	c.wait(1100 * time.Millisecond) // an index of sessions may be behind for a moment
	again := c.summariesApart(key, credential)
	for _, id := range slices.Sorted(maps.Keys(again)) {
		c.want(odd[id] == "", "the same in the list either way", "%s of session %s, twice", again[id], id)
	}
}

// summariesApart are the sessions of which two lists of the key tell the same, and one of a credential that came between tells something else.
func (c *C) summariesApart(key, credential option) map[string]string {
	before, page, after := c.list("", key), c.list("", credential), c.list("", key)
	c.about(page)
	apart := map[string]string{}
	for _, id := range idsOf(page) {
		was, here, is := summaryOf(before, id), summaryOf(page, id), summaryOf(after, id)
		for _, name := range []string{"insured_name", "status", "form_keys", "fields_filled", "fields_total"} {
			if was != nil && is != nil && alike(was[name], is[name]) && !alike(was[name], here[name]) {
				apart[id] = fmt.Sprintf("%s, and %s with the key,", what(here, name), what(was, name))
			}
		}
	}
	return apart
}

// wantNoneLeftOut fails the check when a session that a key lists, before and after, is not on a credential's page that has room, as
// it is the shorter one within the same limit. What either has without a limit is left open.
func (c *C) wantNoneLeftOut(key, credential option) {
	c.wait(1100 * time.Millisecond) // an index of sessions may be behind for a moment
	for _, limit := range []string{"?limit=50", "?limit=20"} {
		before, page, after := c.list(limit, key), c.list(limit, credential), c.list(limit, key)
		if !before.ok() || !page.ok() || !after.ok() {
			continue
		}
		c.about(page)
		room := len(idsOf(page)) < min(len(idsOf(before)), len(idsOf(after)))
		for _, id := range idsOf(before) {
			left := room && slices.Contains(idsOf(after), id) && !slices.Contains(idsOf(page), id)
			c.want(!left, "each session that the key lists in a list of the same limit that has room", "%d sessions without %s, and %d with the key",
				len(idsOf(page)), id, len(idsOf(before)))
		}
	}
}

// wantOneView fails the check when what was made with the key in one header is not there for it in the other.
func (c *C) wantOneView() {
	ws := c.own()
	ways, named := []option{as(ws.Key), inHeader(ws.Key)}, []string{"Authorization", "X-API-Key"}
	ids := []string{c.newSession(ways[0]), c.newSession(ways[1])}
	for i, id := range ids {
		made := " of a session that was made with the key in " + named[i]
		x := c.detail(id, ways[1-i])
		c.want(x.status != 404, "the detail"+made+", with the key in "+named[1-i], "%s", x)
		c.maybe(func() {
			x := c.document(id, c.docsPart(), pdfsample.Sized(0), ways[1-i])
			c.want(x.status != 404, "a document"+made+" to be taken with the key in "+named[1-i], "%s", x)
		})
	}
	if ws.Key == c.run.home.Key { // others make sessions there meanwhile
		c.wantListedEitherWay(ids, ways, named)
		return
	}
	why := c.otherList(ways)
	if why != "" {
		c.wait(1100 * time.Millisecond) // an index of sessions may be behind for a moment
		why = c.otherList(ways)
	}
	c.want(why == "", "the same list with the key in either header", "%s", why)
}

// wantListedEitherWay fails the check when a session that the key lists in one header, before and after, is not in the list within the same
// limit with the key in the other, twice.
func (c *C) wantListedEitherWay(ids []string, ways []option, named []string) {
	for i, way := range ways {
		hidden := func() []string {
			list := func(way option) []string {
				x := c.list("?limit=50", way)
				c.prepared(x, "a list of sessions")
				return idsOf(x)
			}
			before, page, after := list(way), list(ways[1-i]), list(way)
			return slices.DeleteFunc(slices.Clone(ids), func(id string) bool {
				return !slices.Contains(before, id) || !slices.Contains(after, id) || slices.Contains(page, id)
			})
		}
		once := hidden()
		if len(once) == 0 {
			continue
		}
		c.wait(1100 * time.Millisecond) // an index of sessions may be behind for a moment
		again := slices.DeleteFunc(hidden(), func(id string) bool { return !slices.Contains(once, id) })
		c.want(len(again) == 0, "each session that the key lists in "+named[i]+" to be listed with it in "+named[1-i], "%q are missing, twice", again)
	}
}

// otherList says how the lists that two credentials get differ.
func (c *C) otherList(ways []option) (why string) {
	var all [2]map[string]obj
	for i, way := range ways {
		all[i] = map[string]obj{}
		for _, summary := range objects(c.prepared(c.list("", way), "a list of sessions")["sessions"]) {
			all[i][plainText(summary["session_id"])] = summary
		}
	}
	for i, mine := range all {
		for id, summary := range mine {
			other, is := all[1-i][id]
			if !is {
				return "one of them lists " + id + ", and the other does not"
			}
			if name := disagreement(summary, other); name != "" {
				return fmt.Sprintf("%s in one of them, and in the other %s", what(summary, name), what(other, name))
			}
		}
	}
	return ""
}

// opens says of each operation whether a credential is let in. An operation that the home workspace's key does not open
// either says nothing; a 403 may be for the account's sake where a platform is involved.
// A walk with such a credential has made most of the calls.
func (c *C) wantOpens(id string, credential option, named string, walk []*exchange) {
	var forbidden *exchange
	for _, op := range operations {
		x := callOn(walk, op.name)
		if x == nil {
			x = op.call(c, id, credential)
		}
		if x.status == 403 && forbidden == nil {
			if control := op.call(c, id); control.status != 401 && control.status != 403 && control.status < 500 {
				forbidden = x
			}
		}
		if !slices.Contains([]int{200, 401, 403, 429}, x.status) {
			c.wantServedToo(op, id, credential, named)
		}
		if x.status != 401 {
			continue
		}
		if control := op.call(c, id); control.status != 401 && control.status < 500 {
			c.about(x)
			c.fail(named+" to open "+op.name, "%s", x)
		}
	}
	if forbidden != nil { // which is no status that the text has
		c.about(forbidden)
		c.recommend(false, named+" to open what a key opens", "%s", forbidden)
	}
}

// wantServedToo fails the check when a call is not served to a credential that has been refused it, or failed at, and is to the key a moment later.
func (c *C) wantServedToo(op operation, id string, credential option, named string) {
	x := op.call(c, id, credential)
	if x.ok() || x.status == 429 {
		return
	}
	control := op.call(c, id)
	c.about(x)
	c.want(!control.ok() || x.status == 401 || x.status == 403, op.name+" to be served under "+named+" as under the key", "%s", x)
}

// callOn finds the first call of an operation on a walk, or nothing.
func callOn(walk []*exchange, operation string) *exchange {
	for _, x := range walk {
		if x.call == operation || operation == formCall && isForm(x.call) {
			return x
		}
	}
	return nil
}

// wantShut fails the check unless every operation answers 401 to a credential.
func (c *C) wantShut(id string, credential option, named string) {
	for _, op := range operations {
		x := op.call(c, id, credential)
		if op.name == documentsCall && x.status/100 == 4 && x.status != 401 { // the part may be one that the server does not know
			x = c.document(id, c.docsPart(), pdfsample.Sized(0), credential)
		}
		if op.name == formCall && c.formKey == anyForm && x.status == 404 {
			continue // a server may know the addresses of its forms, and nothing at any other
		}
		c.wantAnswered(x, "status 401 of "+op.name+" for "+named)
		c.want(x.status == 401, "status 401 of "+op.name+" for "+named, "%s", x)
	}
}

// wantFormShut fails the check when a form that was filled is downloaded without a credential, or with a key that nobody has.
func (c *C) wantFormShut() {
	j := c.filled()
	for _, key := range j.keys() {
		if !j.downloads[key].ok() {
			continue
		}
		x := c.get(formPath(j.id, key), anonymous)
		c.want(x.status == 401, "status 401 of a form that was filled for no credentials", "%s", x)
		x = c.get(formPath(j.id, key), as(c.strangerKey()))
		c.want(x.status == 401, "status 401 of a form that was filled for an unknown key", "%s", x)
		return
	}
}

// refusedInARow is how many credentials in a row nobody was given, when nobody else is at work.
const refusedInARow = 6

// wantNotLockedOut fails the check when the key does not open after credentials that were refused: nobody revoked it. A server may have who
// comes from there wait, and say so (429).
func (c *C) wantNotLockedOut() {
	for range refusedInARow {
		c.get("/org/me", as(c.strangerKey()), impatient)
	}
	x := c.get("/org/me")
	c.want(x.status != 401 && x.status != 403, "the key to work after others were refused", "%s", x)
}

// untouched runs a call that must be refused and shows that it changed nothing of a session that people see: its name,
// its values and its forms are as before. Status and counters may move on by themselves.
func (c *C) untouched(id string, situation string, call func()) {
	before := c.prepared(c.detail(id), "the session's detail")
	call()
	after := c.prepared(c.detail(id), "the session's detail")
	for _, name := range []string{"insured_name", "field_values", "filled_forms"} {
		c.want(alike(before[name], after[name]) || name == "field_values" && c.alikeAtRest(before[name], after[name]),
			"the same "+name+" after "+situation, "%s and then %s", what(before, name), what(after, name))
	}
}
