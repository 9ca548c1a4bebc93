package selftest_test

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/catalogue"
	"github.com/workspaceintake/intake-go/conformance/checks"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// outcome is what became of a fault.
type outcome struct {
	id, name string
	n        int
	touched  int64
	result   report.Result
}

func (o outcome) found() bool {
	return o.touched > 0 && (o.result.Verdict == report.Fail || o.result.Verdict == report.Warn)
}

func checkOf(id string) checks.Check {
	all := checks.Server()
	return all[slices.IndexFunc(all, func(one checks.Check) bool { return one.ID == id })]
}

// judge runs the check of a fault on a server that has it.
func (f fault) judge(t *testing.T, n int) outcome {
	b := newBed(t, f.layer)
	var results []report.Result
	for range 3 { // on a busy machine the clock may not be moved, which some are met by alone
		var err error
		results, err = checks.Run(t.Context(), b.target(), checks.Options{Seed: 1, Parallel: 1, RFC: true}, []checks.Check{checkOf(f.id)})
		require.NoError(t, err)
		if b.layer.touched.Load() > 0 {
			break
		}
	}
	return outcome{f.id, f.name, n, b.layer.touched.Load(), results[0]}
}

// sampled says whether a plain run plants a fault too: some of the first of each requirement, and every 40th of the rest.
func (f fault) sampled(n, at int) bool {
	if slices.Contains(strings.Fields(waiting), f.id) || strings.HasPrefix(f.id, "HOOK") || strings.HasPrefix(f.id, "EVT") || strings.Contains(f.name, "at one time") {
		return false
	}
	return f.name == "" && n == 1 && strings.HasSuffix(f.id, "3") || f.name != "" && at%40 == 0
}

// Each fault was really there, and is found by the check of the requirement that it breaks. The faults that wait on a
// schedule are part of the campaign (INTAKE_CONFORMANCE=long), which also writes the table when INTAKE_MUTATION names a file.
func TestFaultsAreFound(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var outcomes []outcome
	t.Run("fault", func(t *testing.T) {
		count := map[string]int{}
		for at, f := range allFaults() {
			count[f.id]++
			n := count[f.id]
			t.Run(fmt.Sprintf("%s-%d", f.id, n), func(t *testing.T) {
				if !campaign() && !f.sampled(n, at) {
					t.Skip("part of the long campaign: INTAKE_CONFORMANCE=long")
				}
				t.Parallel()
				o := f.judge(t, n)
				require.Positive(t, o.touched, "the fault was not met")
				require.True(t, o.found(), "%s: expected %s, got %s", o.result.Verdict, o.result.Expected, o.result.Got)
				mu.Lock()
				defer mu.Unlock()
				outcomes = append(outcomes, o)
			})
		}
	})
	if path := os.Getenv("INTAKE_MUTATION"); path != "" {
		require.NoError(t, os.WriteFile(path, []byte(mutationTable(outcomes)), 0o644))
	}
}

// Every MUST and SHOULD of the server role has a fault, but for those whose breach is the same as no server at all.
func TestEveryDutyHasAFault(t *testing.T) {
	with := map[string]bool{}
	for _, f := range allFaults() {
		with[f.id] = true
	}
	for _, req := range catalogue.Of(catalogue.Server) {
		if req.Level == catalogue.Must || req.Level == catalogue.Should {
			require.True(t, with[req.ID], "%s has no fault", req.ID)
		}
	}
}

// mutationTable writes the campaign as a table.
func mutationTable(outcomes []outcome) string {
	slices.SortFunc(outcomes, func(a, b outcome) int {
		return cmp.Or(strings.Compare(a.id, b.id), a.n-b.n)
	})
	planted, found := map[catalogue.Level]int{}, map[catalogue.Level]int{}
	for _, f := range allFaults() {
		req, _ := catalogue.Get(f.id)
		planted[req.Level]++
	}
	var rows strings.Builder
	for _, o := range outcomes {
		req, _ := catalogue.Get(o.id)
		if o.found() {
			found[req.Level]++
		}
		words := o.name
		if words == "" {
			words = "not so: " + req.Statement
		}
		fmt.Fprintf(&rows, "| %s-%d | %s | %s | %s | %d |\n", o.id, o.n, req.Level, words, o.result.Verdict, o.touched)
	}
	return fmt.Sprintf(`# Faults that the suite is shown

Each row is a fault in front of the reference server that breaks one requirement, and what the check of that requirement
said in a run of it alone. Faults of many kinds are planted: in one call only, the second time only, for one kind of
credential only, at a bound, in the shape of a reply, by a request that is refused and done. "Touched" counts how often the fault changed something, so that no fault counts as found that was never met. The
table is written by a test:

    INTAKE_CONFORMANCE=long INTAKE_MUTATION=$PWD/conformance/MUTATION.md go test -parallel 8 -timeout 30m -run TestFaultsAreFound -count=1 ./conformance/selftest

Found by the id that they break: MUST %d of %d, SHOULD %d of %d, REF %d of %d.

| fault | level | what is wrong | verdict | touched |
|---|---|---|---|---:|
%s`, found[catalogue.Must], planted[catalogue.Must], found[catalogue.Should], planted[catalogue.Should],
		found[catalogue.Ref], planted[catalogue.Ref], rows.String())
}
