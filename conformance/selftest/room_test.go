package selftest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/checks"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// A server that takes few calls is judged as any other where its rates can be set: no check waits for hours.
func TestARunMakesRoomForItself(t *testing.T) {
	t.Parallel()
	const few, window = 2, 7200
	b := newBed(t, layer{})
	var home struct {
		OrgID string `json:"org_id"`
		Key   string `json:"api_key"`
	}
	require.NoError(t, b.Call(t.Context(), "create-workspace", obj{"name": "Home", "plan": "paid"}, &home))
	for _, operation := range []string{"answers", "extract", "fill", "risk"} {
		require.NoError(t, b.Call(t.Context(), "set-rate", obj{"org_id": home.OrgID, "operation": operation, "requests": few, "window_seconds": window}, nil))
	}
	target := b.target()
	target.APIKey = home.Key
	results, err := checks.Run(t.Context(), target, checks.Options{Seed: 1, Pattern: "API-ANSWER-0[1-9],API-EXTRACT-0*,API-FILL-0*,API-RISK-0*,LIM-10"}, checks.Server())
	require.NoError(t, err)
	for _, r := range results {
		require.Contains(t, []report.Verdict{report.Pass, report.NotApplicable}, r.Verdict, "%s: expected %s, got %s", r.ID, r.Expected, r.Got)
	}
}
