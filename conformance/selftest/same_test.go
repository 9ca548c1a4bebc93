package selftest_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/checks"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// varying are observations of what the server happened to hold at that moment: how many sessions were listed, which
// answers of the run had which members, and how many seconds were left of a window.
const varying = "GAP-11 GAP-26 GAP-27 GAP-28 GAP-29 GAP-61"

// judgedWith runs checks on a server of their own and gives the results by id, without times and without bytes.
func judgedWith(t *testing.T, l layer, o checks.Options) []report.Result {
	o.Seed, o.Timeout, o.Limit = 3, patience, 4*patience
	results, err := checks.Run(t.Context(), newBed(t, l).target(), o, checks.Server())
	require.NoError(t, err)
	for i := range results {
		results[i].TookMS, results[i].Exchanges, results[i].Reproduce = 0, nil, ""
		if results[i].Verdict == report.Observed && slices.Contains(strings.Fields(varying), results[i].ID) {
			results[i].Observed = nil
		}
		if results[i].Verdict == report.Fail || results[i].Verdict == report.Warn {
			results[i].Got = "" // it shows what the server sent, with ids of its own
		}
	}
	slices.SortFunc(results, func(a, b report.Result) int { return cmp.Compare(a.ID, b.ID) })
	return results
}

// One worker or 64, in the order of the catalogue or shuffled: what is said of a server is the same, also of one with
// faults. Checks that wait are among them, in moved time.
func TestOrderAndWorkersChangeNothing(t *testing.T) {
	t.Parallel()
	pattern := "API-ME,API-GET-0,AUTH-13,EVT-05,HOOK-07,HOOK-12,LIM-02,OAUTH-DEV-08,GAP-33"
	if campaign() {
		pattern = ""
	}
	faulty := func() layer { return mixed(drop("get", "filled_forms"), code("me", 200, 201)) }
	for name, l := range map[string]func() layer{"whole": func() layer { return layer{} }, "faulty": faulty} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			first := judgedWith(t, l(), checks.Options{Pattern: pattern, Parallel: 8})
			require.NotEmpty(t, first)
			for _, parallel := range []int{1, 64} {
				require.Equal(t, first, judgedWith(t, l(), checks.Options{Pattern: pattern, Parallel: parallel, Shuffle: true}), fmt.Sprint(parallel, " workers, shuffled"))
			}
		})
	}
}
