package checks

import (
	"fmt"
	"regexp"
	"time"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

const freeSessions = 5 // spec section 8

// capped makes a free workspace and uses up its sessions.
func (c *C) capped() (*Workspace, []string) {
	ws := c.workspace(obj{"name": "Conformance free", "plan": "free"})
	var ids []string
	for n := range freeSessions {
		x := c.createIn(ws)
		id, _ := x.object()["session_id"].(string)
		c.needs(x.ok() && id != "", fmt.Sprintf("session %d of a free workspace", n+1), "%s", x)
		ids = append(ids, id)
	}
	return ws, ids
}

func (c *C) createIn(ws *Workspace, options ...option) *exchange {
	return c.post("/org/sessions", c.createBody("Conformance "+c.check.ID), append([]option{as(ws.Key)}, options...)...)
}

// mostPause is more than any pause in seconds that a short window may be given; one in milliseconds is more.
const mostPause = 2 * time.Hour

// full makes a capped workspace whose next create is refused.
func (c *C) full() (*Workspace, []string, *exchange) {
	ws, ids := c.capped()
	x := c.createIn(ws, impatient)
	if x.status == 429 { // now and then; one that is always there is for LIM-02 to wait out
		c.wait(min(max(retryAfter(x), time.Second), 5*time.Second))
		x = c.createIn(ws, impatient)
	}
	c.needs(x.status == 402, "the sixth create of a free workspace to be refused", "%s", x)
	return ws, ids, x
}

// atTheCap is one capped workspace, which stays so and on which several checks look.
type atTheCap struct {
	ws      *Workspace
	ids     []string
	refusal *exchange
}

func (c *C) atTheCap() atTheCap {
	return shared(c, "refusal for the plan", func(c *C) atTheCap {
		ws, ids, x := c.full()
		return atTheCap{ws, ids, x}
	})
}

// refusedForThePlan is the refusal of its next create.
func (c *C) refusedForThePlan() *exchange {
	x := c.atTheCap().refusal
	c.about(x)
	return x
}

func forThePlan(x *exchange) bool { return x.status == 402 || x.status == 403 }

var capChecks = []Check{
	{ID: "LIM-01", Run: func(c *C) {
		ws := c.workspace(obj{"name": "Conformance free", "plan": "free"})
		for n := range freeSessions {
			x := c.createIn(ws)
			c.want(x.status == 200, fmt.Sprintf("status 200 for create %d of a free workspace", n+1), "%s", x)
		}
		c.maybe(c.wantCreatesCountedAlone)
	}},
	{ID: "LIM-02", later: (*C).wantSubmittedCounted, Run: func(c *C) {
		ws, _ := c.capped()
		before := len(idsOf(c.list("", as(ws.Key)))) // a new workspace may have something to look at
		x := c.createIn(ws, impatient)
		for waited := time.Duration(0); waited < time.Minute && x.status == 429; { // a server may have a rate of its own for creates, which passes
			pause := min(max(retryAfter(x), time.Second), maxPause)
			c.wait(pause)
			waited += pause + time.Second
			x = c.createIn(ws, impatient)
		}
		c.want(x.status == 402, "status 402 for the sixth create", "%s", x)
		c.want(c.createIn(ws).status == 402, "status 402 for the seventh create", "another")
		inHeader := c.createIn(ws, inHeader(ws.Key), impatient)
		c.want(!inHeader.ok(), "the cap for a key in X-API-Key, too", "%s", inHeader)
		listed := len(idsOf(c.list("", as(ws.Key))))
		c.want(listed <= max(freeSessions, before), "no session of a create that was refused", "%d in the list", listed)
		crowd := c.workspace(obj{"name": "Conformance free crowd", "plan": "free"})
		taken := 0
		for _, x := range c.atOnce(2*freeSessions+2, func(one *C) *exchange { return one.createIn(crowd, impatient) }) {
			if x.ok() {
				c.about(x)
				taken++
			}
		}
		c.want(taken <= freeSessions, "at most five sessions also when creates come at one time", "%d of %d were taken", taken, 2*freeSessions+2)
		c.maybe(func() {
			x := c.createIn(ws, as(c.tokenOf(ws.OrgID).Access))
			c.want(!x.ok(), "the cap for a token of the workspace, too", "%s", x)
		})
		c.maybe(func() {
			made := c.furtherKey(ws.OrgID, "Second", "INTAKE_API_KEY_SECOND")
			x := c.createIn(ws, as(made.Key))
			c.want(made.Key == "" || !x.ok(), "the cap for another key of the workspace, too", "%s", x)
		})
		c.maybe(c.wantCappedAgain)
		c.maybe(c.wantFinishedCounted)
	}},
	{ID: "LIM-03", Run: func(c *C) {
		x := c.refusedForThePlan()
		c.want(plainDetail(x) == "", "a text in detail that explains the 402", "%s", plainDetail(x))
	}},
	{ID: "LIM-04", later: (*C).wantFormsAtTheCap, Run: func(c *C) {
		full := c.atTheCap()
		ws, id, key := full.ws, full.ids[0], as(full.ws.Key)
		for _, x := range []*exchange{c.detail(id, key), c.list("", key), c.answer(id, "We have 12 employees.", key), c.get("/org/me", key)} {
			c.want(x.ok() || c.notYet(x), "existing sessions to keep working at the cap", "%s %s: %s", x.req.method, x.req.path, x)
		}
		c.wantWorkingAtTheCap(id, key)
		c.wantAppointmentAtTheCap(ws)
	}},
	{ID: "LIM-05", Run: func(c *C) {
		ws, _, _ := c.full()
		var before *tokens
		c.maybe(func() {
			t := c.tokenOf(ws.OrgID)
			x := c.createIn(ws, as(t.Access), impatient)
			c.needs(x.status == 402, "a token of the workspace to be refused as its key is", "%s", x)
			before = t
		})
		plan := func() any { return c.get("/org/me", as(ws.Key)).object()["plan"] }
		capped := plan()
		c.setPlan(ws, "paid")
		for n := range 3 {
			x := c.createIn(ws)
			c.want(x.ok(), fmt.Sprintf("success of create %d after the upgrade", n+1), "%s", x)
		}
		if before != nil {
			x := c.createIn(ws, as(before.Access))
			c.want(x.status != 402, "no refusal for the plan after the upgrade, of a token from before it, either", "%s", x)
		}
		c.maybe(func() {
			paid := c.get("/org/me", as(c.paid().Key)).object()["plan"]
			c.needs(paid != nil && capped != nil && !equal(paid, capped), "plans that can be told apart", "%v and %v", capped, paid)
			if equal(plan(), capped) {
				c.wait(moment)
				c.want(!equal(plan(), capped), "the plan that the workspace was moved to", "%v as before", capped)
			}
		})
	}},
	{ID: "LIM-06", Phase: Clock, Run: func(c *C) {
		now := c.now()
		if early := 20 - now.Day(); early > 0 { // who counts back by days instead of months has none of it gone on the second of the next
			c.advance(time.Duration(early) * 24 * time.Hour)
			now = now.AddDate(0, 0, early)
		}
		ws, ids, _ := c.full()
		stays := func(days int) {
			c.advance(time.Duration(days) * 24 * time.Hour)
			now = now.AddDate(0, 0, days)
			x := c.createIn(ws)
			c.want(x.status == 402, fmt.Sprintf("status 402 in the same month still, as its cap was reached %d days ago", days), "%s", x)
		}
		if now.Day() > 1 && now.AddDate(0, 0, 2).Month() == now.Month() {
			stays(1)
		}
		december := false
		var begun *exchange // the list of a month in which one session was made
		enters := func(month time.Time, which string) {
			c.advance(month.Sub(now))
			now = month
			december = december || now.Month() == time.December
			x := c.createIn(ws)
			c.want(x.ok(), "success "+which, "%s", x)
			begun = c.list("", as(ws.Key))
			c.answer(ids[0], "We have 14 employees.", as(ws.Key)) // one of last month counts no more for that
			for n := range freeSessions {
				x := c.createIn(ws)
				c.want(x.ok() || n == freeSessions-1, fmt.Sprintf("success of create %d in the next month", n+2), "%s", x)
				c.want(!x.ok() || n < freeSessions-1, "the cap in the next month, too", "%s for create %d in %s", x, n+2, now.Month())
			}
		}
		second := func(months int) time.Time {
			return time.Date(now.Year(), now.Month()+time.Month(months), 2, 12, 0, 0, 0, time.UTC)
		}
		const laterOn = 20 // days, which are more than two weeks
		enters(second(1), "on the second day of the next month")
		stays(laterOn)
		enters(second(1), "on the second day of the next month") // the first may be of the next year, and this one is not
		kept := c.detail(ids[0], as(ws.Key))
		if !december { // whose end is in another year
			enters(second(int(time.December-now.Month())), "on the second day of December")
		}
		c.advance(now.AddDate(1, 0, 0).Sub(now)) // a month of the same name, with nothing since that of this year
		x := c.createIn(ws)
		c.want(x.ok(), "success in the month of that name a year later", "%s", x)
		c.maybe(func() { c.wantFormerListed(begun) })
		c.about(kept)
		c.recommend(kept.status != 404, "a session of two months ago to be there still: nothing in the text ends one", "%s", kept)
	}},
	{ID: "LIM-07", unhooked: true, later: (*C).wantNoCap, Run: func(c *C) {
		ws := c.paid()
		for n := range 2*freeSessions + 2 {
			x := c.createIn(ws)
			c.want(x.status == 200, fmt.Sprintf("status 200 for create %d of a paid workspace", n+1), "%s", x)
		}
	}},
	{ID: "LIM-08", Run: func(c *C) {
		c.refusedForThePlan()
		b := c.workspace(obj{"name": "Conformance free neighbour", "plan": "free"})
		x := c.createIn(b)
		c.want(x.ok(), "success in another free workspace while one is at its cap", "%s", x)
	}},
}

// wantCappedAgain wants the cap for a workspace that was paid before it was free.
func (c *C) wantCappedAgain() {
	ws := c.workspace(obj{"name": "Conformance no longer paid", "plan": "paid"})
	c.setPlan(ws, "free")
	for range freeSessions {
		c.createIn(ws)
	}
	x := c.createIn(ws)
	c.want(x.status == 402, "status 402 for the sixth create of a workspace that is free again", "%s", x)
	for _, meanwhile := range []func(){func() {}, func() { c.createIn(ws) }} {
		c.setPlan(ws, "paid")
		meanwhile()
		c.setPlan(ws, "free")
		x = c.createIn(ws)
		c.want(x.status == 402, "status 402 for a workspace at its cap that was paid for a moment", "%s", x)
	}
}

// now is the server's time, as the clock hook tells it.
func (c *C) now() time.Time {
	var out struct {
		Now time.Time `json:"now"`
	}
	c.hook("advance-clock", obj{"seconds": 0}, &out)
	if out.Now.IsZero() {
		return time.Now().UTC()
	}
	return out.Now.UTC()
}

// heavy are the operations that are limited per workspace, under the names of the hook set-rate.
var heavy = []heavyOperation{
	{"answers", func(c *C, n int, id string, o ...option) *exchange {
		return c.answer(id, fmt.Sprintf("We have %d employees.", 12+n), o...)
	}},
	{"extract", func(c *C, n int, id string, o ...option) *exchange {
		return c.extract(id, pdfsample.Sized(n*leastSize), o...)
	}},
	{"fill", func(c *C, _ int, id string, o ...option) *exchange {
		return c.call("POST", sessionPath(id, "fill"), o...)
	}},
	{"risk", func(c *C, _ int, id string, o ...option) *exchange {
		return c.get(sessionPath(id, "risk-summary"), o...)
	}},
}

// leastSize is enough for the fixture to be of a size that is asked for.
const leastSize = 8000

type heavyOperation struct {
	name string
	each func(c *C, n int, id string, options ...option) *exchange // the n-th of several that are not alike
}

// call is the one that is made again and again.
func (op heavyOperation) call(c *C, id string, options ...option) *exchange {
	return op.each(c, 0, id, options...)
}

// Rate that is set for a burst.
const (
	burstRequests = 2
	burstWindow   = 6 // seconds
	burstCalls    = 3*burstRequests + 4
)

// pressed is the refusal of one burst of each operation, on which several checks look, or nil.
func (c *C) pressed(index int) *exchange {
	x := c.pressedOnce(index).refusal
	c.about(c.traffic[len(c.traffic)-1])
	return x
}

// past is a session of a workspace where an operation was pressed past its rate, and the refusal, or nil where none came.
type past struct {
	ws      *Workspace
	id      string
	refusal *exchange
}

func (c *C) pressedOnce(index int) past {
	return shared(c, "burst of "+heavy[index].name, func(c *C) past {
		ws, id, x := c.burst(index, 30)
		return past{ws, id, x}
	})
}

// spentNow is a workspace whose rate of an operation is spent now: the one that others look at where it still is.
func (c *C) spentNow(index int) (*Workspace, string) {
	p := c.pressedOnce(index)
	if p.refusal != nil && heavy[index].call(c, p.id, as(p.ws.Key), impatient).status == 429 {
		return p.ws, p.id
	}
	ws, id, x := c.burst(index, 30)
	c.needs(x != nil, "status 429 past a low rate of "+heavy[index].name, "none")
	return ws, id
}

func (c *C) limited(window int) (*Workspace, string, *exchange) {
	ws, id, x := c.burst(0, window)
	c.needs(x != nil, "status 429 past a low rate of answers", "none")
	return ws, id, x
}

// spent presses answers past a low rate, and gives the longest pause that four refusals in a row ask for: a single one may
// have a reason of its own. Where the calls take so long that the rate fills meanwhile, a slower rate is set.
func (c *C) spent() (ws *Workspace, id string, pause time.Duration) {
	var x *exchange
	for _, window := range []int{burstWindow, 5 * burstWindow} {
		ws, id, x = c.limited(window)
		x, pause = insisted(x, func() *exchange { return c.answer(id, "We have 12 employees.", as(ws.Key), impatient) })
		if x.status == 429 {
			return ws, id, pause
		}
	}
	c.unclear("the rate to be spent", "%s", x)
	return nil, "", 0
}

// wantFinishedCounted fails the check when a session whose intake is over makes room for another one.
func (c *C) wantFinishedCounted() {
	j := c.alone()
	c.needs(j.finished && j.fill.ok(), "a session of a free workspace that is finished and filled", "it is not")
	c.wantCounted(j.ws, "those that are finished among them")
}

// wantSubmittedCounted fails the check when a session that was submitted makes room for another one.
func (c *C) wantSubmittedCounted() {
	c.maybe(func() {
		r := c.connectedLater()
		c.needs(r.after.ok(), "a session of a free workspace that is submitted", "%s", r.after)
		c.wantCounted(r.ws, "those that were submitted among them")
	})
}

// wantCounted fails the check when more sessions than the cap are taken of a free workspace that has some.
func (c *C) wantCounted(ws *Workspace, which string) {
	taken := c.run.createdBy(ws.Key) // a new workspace may have something to look at beside them
	c.needs(taken > 0 && taken <= freeSessions, "the sessions of a free workspace", "%d", taken)
	x := c.createIn(ws, impatient)
	for ; x.ok() && taken <= freeSessions; taken++ {
		x = c.createIn(ws, impatient)
	}
	c.want(taken <= freeSessions, "five sessions, "+which, "%d were taken", taken)
}

// wantServedBeside wants a heavy operation of a workspace to be served while the rate of another one is spent.
func (c *C) wantServedBeside(op heavyOperation, id string, ws *Workspace) {
	x := c.served(func() *exchange { return op.call(c, id, as(ws.Key), impatient) })
	c.want(x.status != 429, op.name+" of another workspace to be served", "%s", x)
}

// insisted repeats a call that was refused while it is, up to three times, and gives the last answer and the longest pause
// that was asked for: a single refusal may have a reason of its own.
func insisted(refusal *exchange, call func() *exchange) (last *exchange, pause time.Duration) {
	last, pause = refusal, retryAfter(refusal)
	for n := 0; n < 3 && last.status == 429; n++ {
		last = call()
		pause = max(pause, retryAfter(last))
	}
	return last, pause
}

// served makes a call up to three times in a row, as a 429 may come at any time for a reason of its own, and gives the
// last answer.
func (c *C) served(call func() *exchange) *exchange {
	x := call()
	for n := 0; n < 2 && x.status == 429; n++ {
		x = call()
	}
	return x
}

var wholeSeconds = regexp.MustCompile(`^[0-9]+$`)

var rateChecks = []Check{
	{ID: "LIM-09", Long: true, Run: func(c *C) {
		for i, op := range heavy {
			x := c.pressed(i)
			if x == nil { // what is asked for again may be answered from a store, and not counted
				x = c.worked(i)
			}
			c.want(x != nil, "status 429 past a low rate of "+op.name, "none in %d calls", burstCalls)
		}
		for i := range heavy {
			c.oneRate(i)
		}
		c.maybe(c.wantCountedAtOnce)
		c.maybe(c.wantLimitedAgain)
	}},
	{ID: "LIM-10", later: inTurn((*C).wantPausesInAll, (*C).wantNoRateAsBusy), unhooked: true, apart: (*C).wantPauseOnceMet, Run: func(c *C) {
		for i, op := range heavy {
			if x := c.pressed(i); x != nil {
				c.want(wholeSeconds.MatchString(x.header.Get("Retry-After")), "Retry-After as a whole number of seconds on "+op.name, "%q", x.header.Get("Retry-After"))
				c.want(retryAfter(x) < mostPause, "Retry-After in seconds on "+op.name+", whose window is half a minute", "%q", x.header.Get("Retry-After"))
			}
		}
		c.maybe(c.wantLongPauseInDigits)
		c.needs(c.pressed(0) != nil, "status 429 past a low rate of answers", "none")
	}},
	{ID: "LIM-11", Run: func(c *C) {
		for i, op := range heavy {
			if x := c.pressed(i); x != nil {
				c.want(plainDetail(x) == "", "a text in detail of the 429 of "+op.name, "%s", plainDetail(x))
			}
		}
		c.needs(c.pressed(0) != nil, "status 429 past a low rate of answers", "none")
	}},
	{ID: "LIM-12", unhooked: true, apart: inTurn((*C).wantRefusedUndoneAtHome, (*C).wantServedOnceQuiet), Run: func(c *C) {
		c.maybe(c.wantRefusedUndone)
		c.run.keeper.ready(c) // a look at the clock would use up the pauses
		c.maybe(c.wantServedOnceObeyed)
		ws, id, pause := c.spent()
		c.needs(pause <= maxPause, "a pause of at most "+maxPause.String(), "Retry-After is %v", pause)
		answers := &spentRate{name: "answers", insist: often, call: func() *exchange { return c.answer(id, "We have 12 employees.", as(ws.Key), impatient) }}
		answers.rests(c, pause)
		spent := []*spentRate{answers}
		for i := range heavy {
			if i > 0 {
				spent = append(spent, c.spends(i, some)...)
			}
			if one := heavy[i].name; one == "answers" || one == "risk" { // which are little work
				spent = append(spent, c.spends(i, 0)...)
				spent = append(spent, c.spends(i, burstRequests-1)...) // as many refusals as are served otherwise
			}
		}
		all := c.insistHalfway(spent)
		c.needs(len(all) > 0, "the rates to be spent for longer than half of their pauses", "they are not")
		c.wantServedAfter(all)
		c.maybe(c.wantWholePause)
		c.maybe(c.wantPauseEnough)
	}},
	{ID: "LIM-13", Long: true, unhooked: true, apart: (*C).wantOtherServed, Run: func(c *C) {
		c.maybe(c.wantOwnRate)
		a, busy := c.spentNow(0)
		for range often {
			c.answer(busy, "We have 12 employees.", as(a.Key), impatient)
		}
		for i, op := range heavy {
			c.maybe(func() {
				if i > 0 {
					c.spentNow(i)
				}
				b := c.paid() // of its own for each, as all may count together
				id := c.newSession(as(b.Key))
				c.wantServedBeside(op, id, b)
				c.setRate(b, op.name, burstRequests, 30)
				c.wantServedBeside(op, id, b)
			})
		}
	}},
	{ID: "LIM-14", Long: true, unhooked: true, later: (*C).wantLightServedInAll, Run: func(c *C) {
		ws, id := c.spentNow(0)
		c.call("POST", sessionPath(id, "fill"), as(ws.Key), impatient) // where that is taken, there is more to read
		for _, op := range operations {
			if isHeavy(op.name) {
				continue
			}
			x := c.served(func() *exchange { return op.call(c, id, as(ws.Key), impatient) })
			c.want(x.status != 429, "light operations to be served while a heavy one is limited", "%s %s: %s", x.req.method, x.req.path, x)
		}
		for range quickly {
			for _, light := range []func() *exchange{
				func() *exchange { return c.createIn(ws, impatient) },
				func() *exchange { return c.get(formPath(id, anyForm), as(ws.Key), impatient) },
				func() *exchange { return c.list("", as(ws.Key), impatient) },
			} {
				x := c.served(light)
				c.want(x.status != 429, fmt.Sprintf("light operations to be served, %d of them within a moment too", quickly), "%s %s: %s", x.req.method, x.req.path, x)
			}
		}
		for i := range heavy {
			if i > 0 {
				c.maybe(func() { c.wantLightBeside(i) })
			}
		}
		c.maybe(c.wantLightUncounted)
	}},
}
