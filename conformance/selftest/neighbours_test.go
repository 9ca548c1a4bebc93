package selftest_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/workspaceintake/intake-go/conformance/checks"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// Servers that come near a fault, and within the text, are not accused of it.
func TestWhatIsNearAFaultIsNoFault(t *testing.T) {
	t.Parallel()
	for i, f := range allNeighbours() {
		if testing.Short() && i%8 != 0 {
			continue // the verdicts are those of the tests that are not short, and what races shows in a few
		}
		t.Run(f.id+" "+f.name, func(t *testing.T) {
			if !campaign() && (strings.HasPrefix(f.id, "HOOK") || strings.HasPrefix(f.id, "EVT")) {
				t.Skip("part of the long campaign: INTAKE_CONFORMANCE=long")
			}
			t.Parallel()
			b := newBed(t, f.layer)
			for n := 0; n < 3 && b.layer.touched.Load() == 0; n++ { // on a busy machine no two calls may meet
				results, err := checks.Run(t.Context(), b.target(), checks.Options{Seed: 1, Parallel: 1, RFC: true}, []checks.Check{checkOf(f.id)})
				require.NoError(t, err)
				require.Contains(t, []report.Verdict{report.Pass, report.Inconclusive}, results[0].Verdict, "expected %s, got %s", results[0].Expected, results[0].Got)
			}
			require.Positive(t, b.layer.touched.Load(), "the choice was not met")
		})
	}
}
