package checks_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/checks"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// The text has no status for a submission that the workspace's account stands in the way of: none is warned of.
func TestSubmissionWithoutAnAccountMayBeAnyRefusal(t *testing.T) {
	for _, status := range []int{403, 409, 412} {
		b := newBed(t, code("submit", 400, status))
		results, err := checks.Run(t.Context(), b.target(), checks.Options{Seed: 1, Parallel: 1}, []checks.Check{checkOf("ERR-05"), checkOf("API-SUBMIT-04")})
		require.NoError(t, err)
		require.Positive(t, b.layer.touched.Load(), "the choice was not met")
		for _, r := range results {
			require.Equal(t, report.Pass, r.Verdict, "%s of %d: expected %s, got %s", r.ID, status, r.Expected, r.Got)
		}
	}
}
