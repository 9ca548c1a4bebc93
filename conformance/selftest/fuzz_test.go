package selftest_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/checks"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// fuzzed runs the property stage alone, for so long or until it found something.
func fuzzed(t *testing.T, l layer, seed int64, stage time.Duration) []report.Result {
	b := newBed(t, l)
	results, err := checks.Run(t.Context(), b.target(), checks.Options{Seed: seed, Fuzz: stage, Timeout: patience}, nil)
	require.NoError(t, err)
	return results
}

func TestPropertyStageAccusesNobody(t *testing.T) {
	t.Parallel()
	require.Empty(t, fuzzed(t, layer{}, 1, 3*time.Second))
}

// A server that refuses long names is found, and the calls are shrunk to the one that shows it.
func TestPropertyStageShrinks(t *testing.T) {
	t.Parallel()
	results := fuzzed(t, strict("create", 422, func(_ *call, o obj) bool { return len(text(o, "insured_name")) > 200 }), 1, patience)
	require.Len(t, results, 1)
	require.Equal(t, "API-CREATE-14", results[0].ID)
	require.NotContains(t, results[0].Cause, "; create", "one call is enough")
}
