package checks

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// replies are all answers of one call in a run, whichever check asked for them. What the text says of an answer holds for
// each of them: under a token as under a key, in a free workspace, with a limit, the second time.
type replies struct {
	call  string
	judge func(c *C, x *exchange)
}

// inHindsight has a check look at more at the end of the run.
func inHindsight(check Check, later func(*C)) Check {
	check.later = later
	return check
}

// ofEach makes replies of what is judged of one JSON object.
func ofEach(call string, judge func(c *C, o obj)) replies {
	return replies{call, func(c *C, x *exchange) { judge(c, x.object()) }}
}

// The calls whose answers have a shape that the text gives.
const (
	meCall     = "GET /org/me"
	createCall = "POST /org/sessions"
	listCall   = "GET /org/sessions"
	detailCall = "GET /org/sessions/{id}"
	answerCall = "POST /org/sessions/{id}/answers"
	fillCall   = "POST /org/sessions/{id}/fill"
	metaCall   = "GET " + metadataPath
	riskCall   = "GET /org/sessions/{id}/risk-summary"
	apptCall   = "POST /org/appointment-request"
	readCall   = "POST /org/sessions/{id}/extract"
	tokenCall  = "token"
	deviceCall = "device authorization"
)

// callOf names the call of an exchange as the table of the text does.
func (c *C) callOf(x *exchange) string {
	path, _, _ := strings.Cut(x.req.path, "?")
	switch {
	case path == c.tokenEndpoint():
		return tokenCall
	case path == c.deviceEndpoint():
		return deviceCall
	}
	return x.call
}

// callIn is the method and the path of a request, with no session's id.
func callIn(r *request) string {
	path, _, _ := strings.Cut(r.path, "?")
	parts := strings.Split(path, "/")
	if len(parts) > 3 && parts[1] == "org" && parts[2] == "sessions" {
		parts[3] = "{id}"
	}
	return r.method + " " + strings.Join(parts, "/")
}

// hindsight judges the answers and the deliveries of the whole run by the checks that passed on those that they asked
// for themselves, and by some that could ask for none.
func (r *run) hindsight(ctx context.Context, chosen []Check, results []report.Result) []report.Result {
	for _, round := range []look{
		{at: r.looksBack, how: looking},
		{at: looksOnceSent, how: lookingOnceSent},
		{at: func(check Check) bool { return check.apart != nil }, how: func(check Check) func(*C) { return check.apart }, apart: true},
	} {
		results = r.lookBack(ctx, chosen, results, round)
	}
	return results
}

// lookBackAtOnce judges what a run saw that was ended, by those checks that need no hook for it: a rate of light operations, say, may be what
// it waited for until somebody lost patience.
func (r *run) lookBackAtOnce(ctx context.Context, chosen []Check, results []report.Result) []report.Result {
	const patience = 2 * time.Second
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	of := slices.DeleteFunc(slices.Clone(chosen), func(check Check) bool { return !check.unhooked })
	return r.lookBack(ctx, of, results, look{at: r.looksBack, how: looking})
}

// look is a round of looks of some checks, made at one time or apart.
type look struct {
	at    func(Check) bool
	how   func(Check) func(*C)
	apart bool
}

// lookBack has those of the checks that have something to look at do so.
func (r *run) lookBack(ctx context.Context, chosen []Check, results []report.Result, round look) []report.Result {
	verdicts := map[string]report.Verdict{}
	for _, one := range results {
		verdicts[one.ID] = one.Verdict
	}
	var group sync.WaitGroup
	again, marked := make([]report.Result, len(chosen)), make([]marks, len(chosen))
	for i, check := range chosen {
		blind := check.unhooked && slices.Contains([]report.Verdict{report.Blocked, report.Inconclusive}, verdicts[check.ID])
		if !round.at(check) || verdicts[check.ID] != report.Pass && !blind {
			continue
		}
		check.Run = round.how(check)
		r.clock.enter()
		group.Go(func() {
			defer r.clock.leave()
			again[i], marked[i] = r.one(ctx, check, nil)
		})
		if round.apart {
			group.Wait()
		}
	}
	group.Wait()
	for i, one := range again {
		if accuses(one) || strings.HasPrefix(one.Got, FaultOfSuite) || marked[i].suffices && one.Verdict == report.Pass && verdicts[one.ID] == report.Blocked {
			results = replace(results, one)
		}
	}
	return results
}

// looksBack says whether a check has something to judge at the end of the run.
func (r *run) looksBack(check Check) bool {
	return check.each.judge != nil || check.later != nil || len(r.duesOf(check.ID)) > 0
}

// looking judges what a check says of all answers, of all deliveries, and what was due.
func looking(check Check) func(*C) {
	return func(c *C) {
		if all := check.each; all.judge != nil {
			for _, x := range c.answers()[all.call] {
				c.about(x)
				all.judge(c, x)
			}
		}
		if check.later != nil {
			check.later(c)
		}
		c.wantDues()
	}
}

// looksOnceSent says whether a check has something to judge of a session that was submitted.
func looksOnceSent(check Check) bool {
	return check.sent != nil || check.each.judge != nil && (check.each.call == detailCall || check.each.call == riskCall)
}

// lookingOnceSent judges what a check says of a session that was submitted.
func lookingOnceSent(check Check) func(*C) {
	return func(c *C) {
		if all := check.each; all.judge != nil {
			c.maybe(func() {
				for _, x := range c.handedIn().readOnceSent(all.call) {
					c.about(x)
					all.judge(c, x)
				}
			})
		}
		if check.sent != nil {
			check.sent(c)
		}
	}
}

// answers are the objects that the run got with status 200, by their calls.
func (c *C) answers() map[string][]*exchange {
	return shared(c, "answers by call", func(c *C) map[string][]*exchange {
		c.maybe(func() { c.otherwise() })
		all := map[string][]*exchange{}
		for _, x := range c.run.traffic() {
			if x.status == 200 && x.object() != nil {
				call := c.callOf(x)
				all[call] = append(all[call], x)
			}
		}
		c.traffic = nil // none of it is about one of the answers
		return all
	})
}

// otherwise makes calls as the checks of shapes do, but under a token, in a free workspace, with a limit and twice, so
// that such answers are there to be looked at. None of them waits for a rate.
func (c *C) otherwise() {
	shared(c, "otherwise", func(c *C) bool {
		c.list("?limit=2", impatient)
		c.maybe(func() {
			free := c.workspace(obj{"name": "Conformance free", "plan": "free", "market_connected": false})
			c.walk(as(free.Key), c.plainCreate)
		})
		c.walkWithToken()
		c.walkWithKeyInHeader()
		return true
	})
}

func (c *C) walkWithToken() []*exchange {
	return shared(c, tokenWalk, func(c *C) []*exchange {
		c.maybe(func() { c.walk(as(c.newToken().Access), c.fullCreate) }) // the clock may have moved past the life of others
		return c.made()
	})
}

// made are the calls that the check made, without those of what it shares with others.
func (c *C) made() []*exchange {
	return slices.DeleteFunc(slices.Clone(c.traffic), func(x *exchange) bool { return x.by != c })
}

func (c *C) walkWithKeyInHeader() []*exchange {
	return shared(c, "walk with a key in X-API-Key", func(c *C) []*exchange {
		c.maybe(func() { c.walk(inHeader(c.run.home.Key), c.fullCreate) })
		return c.made()
	})
}

// walk makes each call once or twice on a session of its own.
func (c *C) walk(credential option, create func(name string, options ...option) *exchange) {
	options := []option{credential, impatient}
	c.get("/org/me", options...)
	id, _ := create("Conformance "+c.check.ID, options...).object()["session_id"].(string)
	c.needs(id != "", "a session to work on", "none")
	for _, message := range []string{"We have 12 employees.", "Correction: we have 13 employees."} {
		c.answer(id, message, options...)
		c.downloadListed(id, options...)
		c.call("POST", sessionPath(id, "fill"), options...)
	}
	c.detail(id, options...) // right after a fill
	c.maybe(func() { c.document(id, c.docsPart(), pdfsample.Sized(0), options...) })
	c.detail(id, options...)
	c.extract(id, pdfsample.Sized(0), options...)
	c.detail(id, options...)
	for range 2 {
		c.get(sessionPath(id, "risk-summary"), options...)
	}
	c.downloadListed(id, options...)
	c.detail(id, options...)
	c.list("?limit=1", options...)
	c.list("", options...)
}

// downloadListed reads a session and the forms that it lists.
func (c *C) downloadListed(id string, options ...option) {
	for _, key := range listedForms(c.detail(id, options...)) {
		c.get(formPath(id, key), options...)
	}
}

// traffic lists what the passive checks judge.
func (r *run) traffic() []*exchange {
	return slices.DeleteFunc(r.everything(), func(x *exchange) bool { return x.req.quiet || x.err != nil })
}

// everything lists all calls of the run that have ended, as they ended.
func (r *run) everything() []*exchange {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.seen)
}

// wantOf fails the check for an exchange of the run, which becomes its evidence.
func (c *C) wantOf(x *exchange, holds bool, expected, got string, args ...any) {
	if !holds {
		c.traffic = append(c.traffic, x)
		c.about(x)
		c.fail(expected, "%s %s: %s", x.req.method, x.req.path, fmt.Sprintf(got, args...))
	}
}
