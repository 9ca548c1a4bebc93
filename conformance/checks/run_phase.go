package checks

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"github.com/workspaceintake/intake-go/conformance/catalogue"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// phase runs the checks of one phase, with the keeper of the clock beside those that may wait, and then in real time
// what the moved clock may have been to blame for.
func (r *run) phase(ctx context.Context, phase Phase, all []Check, reached error) []report.Result {
	mine := slices.DeleteFunc(slices.Clone(all), func(one Check) bool { return one.Phase != phase })
	if r.options.Shuffle {
		rand.New(rand.NewPCG(uint64(r.options.Seed), uint64(phase))).Shuffle(len(mine), func(i, j int) { mine[i], mine[j] = mine[j], mine[i] })
	}
	saves := !r.options.RealTime && reached == nil && (phase == Main || phase == Clock) && !r.keeper.failed()
	stop := func() {}
	if saves {
		if slices.ContainsFunc(mine, scheduled) { // alone, so that the server's pace is not that of a busy machine
			r.clock.enter()
			r.keeper.ready(&C{run: r, ctx: ctx})
			r.clock.leave()
			saves = !r.keeper.failed() // nothing was at work yet, which its move could be to blame for
		}
	}
	if saves {
		stop = r.startKeeper(ctx)
	}
	ready := func() {}
	if reached == nil && phase == Main {
		ready = r.ahead(ctx, all)
	}
	held := func(one report.Result, m marks) bool {
		return saves && m.waited || m.doubled && accuses(one) || m.refused && !settled(one)
	}
	results, marked := r.batch(ctx, mine, held, reached)
	ready()
	stop()
	moved := saves && r.keeper.hasMoved()
	supplants := sync.OnceValue(func() bool { return r.supplants(ctx) })
	var again, alone []Check
	for i, one := range results {
		switch m := marked[i]; {
		case m.refused && !settled(one) && (r.shortLived.Load() || supplants()):
			alone = append(alone, mine[i])
		case moved && m.waited && (r.keeper.astray() || !settled(one)), m.doubled && accuses(one):
			again = append(again, mine[i])
		case held(one, m):
			r.progress(one)
		}
	}
	if len(again)+len(alone) == 0 {
		return results
	}
	r.forget()
	second, _ := r.batch(ctx, again, func(report.Result, marks) bool { return false }, reached)
	for _, one := range slices.Concat(second, r.alone(ctx, alone)) {
		results = replace(results, one)
	}
	return results
}

// marks say what a verdict may be owed to beside the server: time that the hook moved, a request that was done twice, or a sign-in
// that took the place of another; and whether a look back suffices for a check that could not be made before.
type marks struct{ waited, doubled, refused, suffices bool }

func accuses(one report.Result) bool { return gravity(one) > 0 }

// gravity is more for a failure than for a warning, and nothing for what accuses nobody.
func gravity(one report.Result) int {
	switch one.Verdict {
	case report.Fail:
		return 2
	case report.Warn:
		return 1
	}
	return 0
}

// ahead has what is looked at in the end made while other checks are at work, rather than when nobody else is. What comes
// of it is the matter of those who look.
func (r *run) ahead(ctx context.Context, chosen []Check) (ready func()) {
	var group sync.WaitGroup
	for _, one := range []struct {
		wanted func(Check) bool
		make   func(*C)
	}{
		{func(c Check) bool { return c.each.judge != nil }, (*C).otherwise},
		{func(c Check) bool { return c.provokes }, func(c *C) { c.stimulus() }},
	} {
		at := slices.IndexFunc(chosen, one.wanted)
		if at < 0 {
			continue
		}
		r.clock.enter()
		group.Go(func() {
			defer r.clock.leave()
			c := &C{run: r, ctx: ctx, check: chosen[at]}
			c.runPart(one.make)
		})
	}
	return group.Wait
}

// scheduled says that a check is about deliveries, which a server makes on a schedule.
func scheduled(one Check) bool {
	return strings.HasPrefix(one.ID, "HOOK-") || strings.HasPrefix(one.ID, "EVT-")
}

func (r *run) startKeeper(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var group sync.WaitGroup
	r.keeper.work(true)
	group.Go(func() { r.keeper.keep(ctx) })
	return func() {
		r.keeper.work(false)
		cancel()
		group.Wait()
	}
}

// batch runs checks, as many at a time as there are places; those of the phase Clock one after the other.
// Held says which are not reported yet.
func (r *run) batch(ctx context.Context, list []Check, held func(report.Result, marks) bool, reached error) (results []report.Result, marked []marks) {
	results, marked = make([]report.Result, len(list)), make([]marks, len(list))
	var group sync.WaitGroup
	for _, i := range r.order(list) {
		one := list[i]
		r.clock.enter()
		group.Go(func() {
			defer r.clock.leave()
			results[i], marked[i] = r.one(ctx, one, reached)
			if !held(results[i], marked[i]) {
				r.progress(results[i])
			}
		})
		if one.Phase == Clock {
			group.Wait()
		}
	}
	group.Wait()
	return results, marked
}

// order is in which order checks begin.
func (r *run) order(list []Check) []int {
	all := make([]int, len(list))
	for i := range all {
		all[i] = i
	}
	if !r.options.Shuffle {
		slices.SortStableFunc(all, func(a, b int) int { return rank(list[a]) - rank(list[b]) })
	}
	return all
}

// rank is lower for what is to begin earlier: those that wait for deliveries do so while others work.
func rank(one Check) int {
	switch {
	case scheduled(one):
		return 0
	case one.Long:
		return 1
	}
	return 2
}

func (r *run) progress(one report.Result) {
	if r.options.Progress != nil {
		r.progressing.Lock()
		defer r.progressing.Unlock()
		r.options.Progress(one)
	}
}

func (r *run) one(ctx context.Context, check Check, reached error) (result report.Result, m marks) {
	req, known := catalogue.Get(check.ID)
	result = report.Of(check.ID, report.Inconclusive)
	switch {
	case reached != nil:
		result.Expected, result.Got = "a target that answers", reached.Error()
		return result, m
	case known && req.Level == catalogue.Ref && !r.options.RFC:
		result.Verdict, result.Got = report.NotApplicable, "belongs to the RFC profile (-profile rfc)"
		return result, m
	case ctx.Err() != nil:
		result.Expected, result.Got = "time to judge", "the run was ended"
		return result, m
	}
	whole := ctx
	ctx, cancel := context.WithTimeoutCause(ctx, r.options.Limit, fmt.Errorf("the check took over %v", r.options.Limit))
	defer cancel()
	c := &C{run: r, ctx: ctx, check: check, judgesNoAnswer: true}
	result = c.judge()
	m = marks{waited: c.waited, doubled: c.sentTwice}
	if c.missed != nil { // once may be bad luck
		c = &C{run: r, ctx: ctx, check: check, judgesNoAnswer: true, before: c.missed}
		result = c.judge()
		m = marks{waited: m.waited || c.waited, doubled: m.doubled || c.sentTwice}
	}
	if check.worded && accuses(result) && !c.lasting {
		c, result = r.confirmed(ctx, check, c, result)
		m = marks{waited: m.waited || c.waited, doubled: m.doubled || c.sentTwice}
	}
	m.suffices = c.suffices
	m.refused = slices.ContainsFunc(c.traffic, r.refusesToken)
	if whole.Err() != nil && result.Verdict != report.Pass && result.Verdict != report.Observed { // what was cut off accuses nobody
		result = report.Of(check.ID, report.Inconclusive)
		result.Expected, result.Got = "time to judge", "the run was ended"
		return result, m
	}
	if ctx.Err() != nil && accuses(result) { // nor what the check had no time for
		result = report.Of(check.ID, report.Inconclusive)
		result.Expected, result.Got = "time to judge", context.Cause(ctx).Error()
		return result, m
	}
	if c.subject != nil && (len(c.traffic) == 0 || c.traffic[len(c.traffic)-1] != c.subject) {
		c.traffic = append(slices.DeleteFunc(c.traffic, func(x *exchange) bool { return x == c.subject }), c.subject)
	}
	if result.Verdict != report.Pass && result.Verdict != report.Observed || r.options.Evidence {
		result.Exchanges = r.evidence(c.traffic)
	}
	if accuses(result) {
		result.Reproduce, result.Unrepeated = r.reproduce(c)
	}
	result.Expected, result.Got = r.redact(result.Expected), r.redact(result.Got)
	return result, m
}
