package conformance

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/workspaceintake/intake-go/conformance/checks"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// Target is the server to be judged.
type Target = checks.Target

// Person is somebody who can sign in on the server's own pages.
type Person = checks.Person

// Options of a run.
type Options = checks.Options

// Report is what a run found.
type Report = report.Report

// ErrUnreachable says that the target does not answer: not at all, not any more at the end of a run, or not to one
// of its calls.
var ErrUnreachable = checks.ErrUnreachable

// Server judges a server. The report is complete also when the target could not be reached, not any more at
// the end, or never by one of its calls; the error says so.
func Server(ctx context.Context, t Target, o Options) (*Report, error) {
	start := time.Now()
	results, err := checks.Run(ctx, t, o, checks.Server())
	if results == nil && err != nil {
		return nil, err
	}
	return reportOf("server", t.BaseURL, start, results, o), err
}

// Test judges a server as subtests named after the requirements, so that `go test -run 'Conformance/HOOK-07'` runs one.
// A failure fails its subtest, a warning is logged, and what could not be judged is skipped with its reason.
func Test(t *testing.T, target Target, o Options) {
	t.Run("Conformance", func(t *testing.T) {
		for _, check := range checks.Selected(checks.Server(), o) {
			t.Run(check.ID, func(t *testing.T) {
				one := o
				one.Pattern = check.ID
				results, err := checks.Run(t.Context(), target, one, []checks.Check{check})
				if err != nil && !errors.Is(err, ErrUnreachable) || len(results) != 1 {
					t.Fatalf("the target could not be judged: %v", err)
				}
				tell(t, results[0])
			})
		}
	})
}

func tell(t *testing.T, r report.Result) {
	switch r.Verdict {
	case report.Fail:
		t.Errorf("%s: %s\nexpected %s\ngot %s\n%s", r.ID, r.Title, r.Expected, r.Got, r.Reproduce)
	case report.Warn:
		t.Logf("warning: %s: expected %s, got %s", r.Title, r.Expected, r.Got)
	case report.Blocked, report.Inconclusive, report.NotApplicable:
		t.Skipf("%s: %s %s", r.Verdict, r.Expected, r.Got)
	}
}
