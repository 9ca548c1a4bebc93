package conformance

import (
	"context"
	"time"

	"github.com/workspaceintake/intake-go/conformance/checks"
	"github.com/workspaceintake/intake-go/conformance/peer"
	"github.com/workspaceintake/intake-go/conformance/report"
	"github.com/workspaceintake/intake-go/conformance/sender"
)

// Client judges a client through its driver.
func Client(ctx context.Context, name string, p peer.Options, o Options) (*Report, error) {
	start := time.Now()
	var cases []peer.Case
	for _, one := range peer.Cases() {
		if checks.Matches(o.Pattern, one.ID) {
			cases = append(cases, one)
		}
	}
	if o.Progress != nil {
		p.Progress = o.Progress
	}
	results, err := peer.Run(ctx, p, cases)
	if results == nil && err != nil {
		return nil, err
	}
	return reportOf(name, "", start, results, o), err
}

// Receiver judges a receiver of webhook events.
func Receiver(ctx context.Context, s sender.Options, o Options) (*Report, error) {
	start := time.Now()
	if o.Progress != nil {
		s.Progress = o.Progress
	}
	if s.Chosen == nil {
		s.Chosen = func(id string) bool { return checks.Matches(o.Pattern, id) }
	}
	results, err := sender.Run(ctx, s)
	if results == nil && err != nil {
		return nil, err
	}
	return reportOf("receiver", s.Target, start, results, o), err
}

// reportOf applies the options: REF duties belong to the RFC profile, and passes keep their exchanges on request only.
func reportOf(name, target string, start time.Time, results []report.Result, o Options) *Report {
	for i := range results {
		one := &results[i]
		if one.Level == "REF" && !o.RFC && one.Verdict == report.Fail {
			one.Verdict = report.Warn
		}
		if (one.Verdict == report.Pass || one.Verdict == report.Observed) && !o.Evidence {
			one.Exchanges = nil
		}
	}
	r := report.New(name, target, results)
	r.Seed, r.StartedAt, r.TookMS = o.Seed, start.UTC(), time.Since(start).Milliseconds()
	return r
}
