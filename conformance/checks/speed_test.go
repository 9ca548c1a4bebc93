package checks_test

import (
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/checks"
)

// How many checks a second the reference server is judged by, in the part that waits for no schedule.
func BenchmarkChecks(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(300)) // as both commands have it
	list, target := still(checks.Server()), newBed(b, layer{}).target()
	for b.Loop() {
		_, err := checks.Run(b.Context(), target, checks.Options{Seed: 1, RFC: true}, list)
		require.NoError(b, err)
	}
	b.ReportMetric(float64(len(list)*b.N)/b.Elapsed().Seconds(), "checks/s")
}
