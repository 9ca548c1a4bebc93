package selftest_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/checks"
)

// Servers are judged that nobody here wrote: whatever stands in an answer, the suite has a verdict on it.

// oddValues stand where a member is.
var oddValues = []any{nil, 0, -1, 1.5, 1e300, "", "x", strings.Repeat("long ", 2000), true, []any{}, obj{}, []any{1, nil, "x"}, []any{[]any{}}, []any{obj{}}, obj{"": nil}, obj{"code": "CA"}, obj{"a": obj{"b": []any{}}}}

// oddMembers has members of answers replaced, at the top or within, as a seed says: the same members always, by the same values.
func oddMembers(seed uint64) (l layer, what string) {
	dice := rand.New(rand.NewPCG(seed, 1))
	ops := strings.Fields("me create list get answer extract documents fill risk submit appointment device token register metadata")
	op, depth, which, value := ops[dice.IntN(len(ops))], dice.IntN(3), dice.IntN(12), oddValues[dice.IntN(len(oddValues))]
	what = fmt.Sprintf("seed %d: member %d of depth %d of %s is %.40v", seed, which, depth, op, value)
	return layer{response: func(c *call) bool {
		return c.op == op && c.ok() && c.edit(func(o obj) bool { return memberReplaced(o, depth, which, value) })
	}}, what
}

// memberReplaced puts a value in the place of the n-th member, in the order of names, of an object, or of each that is in it.
func memberReplaced(v any, depth, which int, value any) (did bool) {
	switch v := v.(type) {
	case obj:
		names := slices.Sorted(maps.Keys(v))
		if depth == 0 {
			if len(names) > 0 {
				v[names[which%len(names)]] = value
			}
			return len(names) > 0
		}
		for _, name := range names {
			did = memberReplaced(v[name], depth-1, which, value) || did
		}
	case []any:
		for _, item := range v {
			did = memberReplaced(item, depth, which, value) || did
		}
	}
	return did
}

func TestNoAnswerBreaksTheSuite(t *testing.T) {
	t.Parallel()
	seeds := 3
	if os.Getenv("INTAKE_CONFORMANCE") == "long" {
		seeds = 400
	}
	for seed := range uint64(seeds) {
		l, what := oddMembers(seed)
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			b := newBed(t, l)
			results, err := checks.Run(t.Context(), b.target(), checks.Options{Seed: 1, RFC: true}, checks.Server())
			require.True(t, err == nil || len(results) > 0, "%s: %v", what, err)
			for _, r := range results {
				require.NotContains(t, r.Got, checks.FaultOfSuite, "%s: %s", what, r.ID)
			}
		})
	}
}
