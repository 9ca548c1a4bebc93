package checks

import (
	"context"

	"github.com/workspaceintake/intake-go/conformance/report"
)

// Bounds of looking again for what a check of understanding found.
const (
	sightings = 3 // that make an accusation, the first of them included
	mostLooks = 5
)

// confirmed runs a check again that accuses a server of not understanding words, with sessions of its own. Who has them understood by a
// model does not understand each message, nor the same ones each time: what is not seen again was bad luck.
func (r *run) confirmed(ctx context.Context, check Check, first *C, found report.Result) (*C, report.Result) {
	c, seen, looked := first, 1, false
	for n := 1; n < mostLooks && seen < sightings; n++ {
		again := &C{run: r, ctx: ctx, check: check, judgesNoAnswer: true, afresh: n}
		result := again.judge()
		switch {
		case result.Verdict == report.Pass:
			return again, result
		case !accuses(result): // something else was in the way
			continue
		}
		looked = true
		if result.Expected == found.Expected {
			seen++
			continue
		}
		c, found, seen = again, result, 1
	}
	if looked && seen == 1 {
		found.Verdict = report.Inconclusive
		found.Expected, found.Got = "the same of a server each time", "it was found once: wanted "+found.Expected+"; got "+found.Got
	}
	return c, found
}
