package checks

import (
	"context"
	"fmt"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/workspaceintake/intake-go/conformance/catalogue"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// Check judges one requirement.
type Check struct {
	ID    string
	Run   func(*C)
	Phase Phase
	each  replies  // what holds of every answer of a call, whoever asked for it; judged at the end of the run
	later func(*C) // what holds of the deliveries of a run, whoever they came for; judged at its end
	apart func(*C) // what one session does to the one before it or after it; judged while no other check is at work
	sent  func(*C) // what holds of a session once it was submitted; judged when nobody else needs it
	Long  bool     // begins before the others of its phase, so that nobody waits for it at the end

	unhooked bool // what it looks back on needs no hook: it does so also where one was missing
	provokes bool // looks at an error of each kind, which is made for it
	worded   bool // judges how words are understood, which may be bad luck once
}

// Phase says when a check runs.
type Phase int

// The phases. Early checks want a home workspace with few sessions, and nobody else who changes those; clock checks move
// the server's clock and so run one at a time, after all others; last checks judge the whole traffic of the run.
const (
	Main Phase = iota
	Early
	Clock
	Last
)

// C is a running check.
type C struct {
	run            *run
	ctx            context.Context
	check          Check
	result         report.Result
	traffic        []*exchange
	steps          []*act
	session        string      // cached by c.sessionID
	formKey        string      // cached by c.someForm
	subject        *exchange   // what a verdict would be about
	inOrder        bool        // it shows only after the calls before it
	waited         bool        // for time to pass
	judgesNoAnswer bool        // judges requests that get no answer
	hung           *exchange   // got no answer, and the check has not yet said whether it wants one
	missed         *unanswered // the request that it wanted an answer to
	before         *unanswered // why the check is run again
	sentTwice      bool        // a request was made again whose answer was lost, and may have been done twice
	hindrance      string      // what stood in the way of the last part that did not come to its end
	suffices       bool        // what was looked at in the end is all that the requirement asks for, where nothing else could be
	broke          bool        // by a fault of the suite itself
	afresh         int         // looks again for what it found, with fixtures of its own, and how often it has
	lasting        bool        // what it found is so for good, and cannot be found again
	guest          bool        // works at the place of another, all of whose guests are at work at one time

	trigger     string // how to bring a delivery about, where the verdict is about one
	triggerVerb string // of the hooks
	triggerIn   []byte
	unrepeated  string // why no call repeats it
}

// ended is how a check leaves its function early.
type ended struct{}

func (c *C) end(v report.Verdict, expected, got string) {
	c.settle()
	c.result = report.Of(c.check.ID, v)
	c.result.Expected, c.result.Got = expected, got
	panic(ended{})
}

// fail ends the check: the server does not do what the requirement says.
func (c *C) fail(expected, got string, args ...any) {
	for _, arg := range args {
		if x, ok := arg.(*exchange); ok {
			c.about(x)
		}
	}
	c.end(report.Fail, expected, fmt.Sprintf(got, args...))
}

// want fails the check when the condition does not hold.
func (c *C) want(holds bool, expected, got string, args ...any) {
	if !holds {
		c.fail(expected, got, args...)
	}
}

// recommend warns where an RFC recommends what it does not require, whatever the level of the row is.
func (c *C) recommend(holds bool, expected, got string, args ...any) {
	if !holds {
		c.end(report.Warn, expected, fmt.Sprintf(got, args...))
	}
}

// unclear ends the check: something else went wrong before the requirement could be judged.
func (c *C) unclear(expected, got string, args ...any) {
	c.end(report.Inconclusive, expected, fmt.Sprintf(got, args...))
}

// needs makes the check inconclusive when a prerequisite does not hold.
func (c *C) needs(holds bool, expected, got string, args ...any) {
	if !holds {
		c.unclear(expected, got, args...)
	}
}

// blocked ends the check: a hook or a setting that it needs is missing.
func (c *C) blocked(what, why string) {
	c.result = report.Of(c.check.ID, report.Blocked)
	c.result.Missing, c.result.Got = []string{what}, why
	panic(ended{})
}

// observe records a choice that the specification leaves open.
func (c *C) observe(choice any) {
	c.result = report.Of(c.check.ID, report.Observed)
	c.result.Observed = choice
}

// cause adds the likely cause to a failure that follows.
func (c *C) failBecause(cause, expected, got string, args ...any) {
	c.settle()
	c.result = report.Of(c.check.ID, report.Fail)
	c.result.Expected, c.result.Got, c.result.Cause = expected, fmt.Sprintf(got, args...), cause
	panic(ended{})
}

// maybe runs a part of a check for which more may be needed than for the rest, such as another hook. It says whether the
// part came to its end. A fault found in it counts; what stands in its way does not.
func (c *C) maybe(part func()) (done bool) {
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		if _, planned := p.(ended); !planned || accuses(c.result) {
			panic(p)
		}
		c.hindrance = fmt.Sprintf("wanted: %s; got %s", c.result.Expected, c.result.Got)
		c.result, done = report.Of(c.check.ID, report.Pass), false
	}()
	part()
	c.settle()
	return true
}

// advise is maybe for what a row of an RFC demands that this run does not judge: a fault found in it is a warning.
func (c *C) advise(part func()) {
	if c.run.options.RFC {
		return
	}
	defer func() {
		if p := recover(); p != nil {
			if c.result.Verdict == report.Fail {
				c.result.Verdict = report.Warn
			}
			panic(p)
		}
	}()
	c.maybe(part)
}

// sideBySide runs parts of a check at one time, each as maybe does: a server may take seconds for every answer. No two of them
// may tell one session anything. Of several that find a fault the first failure counts, or
// else the first warning.
func (c *C) sideBySide(parts ...func(*C)) {
	each := make([]*C, len(parts))
	var group sync.WaitGroup
	c.run.clock.leave()
	for i, part := range parts {
		one := *c
		one.traffic, one.steps = slices.Clip(c.traffic), slices.Clip(c.steps)
		each[i] = &one
		group.Go(func() {
			c.run.clock.enter()
			defer c.run.clock.leave()
			one.runPart(part)
		})
	}
	group.Wait()
	c.run.clock.enter()
	before := len(c.traffic)
	slices.SortStableFunc(each, func(a, b *C) int { return gravity(b.result) - gravity(a.result) })
	for _, one := range each {
		one.waited, one.sentTwice = one.waited || c.waited, one.sentTwice || c.sentTwice
		if accuses(one.result) || one.broke {
			*c = *one
			panic(ended{})
		}
		c.waited, c.sentTwice = one.waited, one.sentTwice
		c.traffic = append(c.traffic, one.traffic[before:]...)
		c.adopt(one.steps)
	}
}

// runPart is maybe for a part in a routine of its own.
func (c *C) runPart(part func(*C)) {
	defer func() { c.leaves(recover()) }()
	c.maybe(func() { part(c) })
}

// leaves takes what a check left with. A fault of the suite itself judges nobody, and ends nothing but the check.
func (c *C) leaves(p any) {
	if _, planned := p.(ended); p == nil || planned {
		return
	}
	c.broke = true
	c.result = report.Of(c.check.ID, report.Inconclusive)
	c.result.Expected, c.result.Got = "a check that can be made", fmt.Sprintf("%s: %v, at %s", FaultOfSuite, p, origins(debug.Stack()))
}

// FaultOfSuite is how a result begins of a check that broke on what the server answered: please report it.
const FaultOfSuite = "a fault of the suite itself"

// origins are the places in this package that a stack names, the innermost first.
func origins(stack []byte) string {
	var all []string
	for _, found := range placeInChecks.FindAllSubmatch(stack, -1) {
		all = append(all, string(found[1]))
	}
	const after = 2 // where it was caught
	return strings.Join(all[min(after, len(all)):min(after+3, len(all))], " < ")
}

var placeInChecks = regexp.MustCompile(`/conformance/checks/(\w+\.go:\d+)`)

// judge runs the check to its result.
func (c *C) judge() (r report.Result) {
	start := time.Now()
	c.result = report.Of(c.check.ID, report.Pass)
	defer func() {
		c.leaves(recover())
		if c.result.Level == catalogue.Observe && c.result.Verdict == report.Pass {
			c.result.Verdict = report.Inconclusive
		}
		c.result.TookMS = time.Since(start).Milliseconds()
		r = c.result
	}()
	c.check.Run(c)
	c.settle()
	return c.result
}

// wait lets time pass for a peer that keeps a schedule of its own, such as the polling interval that a server names.
func (c *C) wait(d time.Duration) {
	c.rest(d)
	passed := false
	c.aside(false, func() { passed = c.run.clock.sleep(c.ctx, d) })
	if !passed {
		c.unclear("the run to go on", "it ended: %v", context.Cause(c.ctx))
	}
}

func (c *C) random(n int) string { return c.run.random(n) }

func letters(n int) string { return strings.Repeat("A", n) }
