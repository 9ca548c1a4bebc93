package selftest_test

import (
	"net/http"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/workspaceintake/intake-go/conformance/checks"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// A cap of more sessions than the free plan has shows on the key that a person gave, whose plan nobody told, and one of as many warns
// where its workspace says that it has another plan.
func TestACapWithOneKey(t *testing.T) {
	for most, verdict := range map[int]report.Verdict{3 * freePlan: report.Fail, freePlan: report.Warn} {
		one := cappedAt(t, most)
		require.Equal(t, verdict, one.Verdict, one.Got)
	}
}

// cappedAt judges the plans of a server that refuses further sessions of one key.
func cappedAt(t *testing.T, most int) report.Result {
	taken := newMemory()
	b := newBed(t, layer{request: func(c *call) bool {
		key := taken.snapshot()["home"]
		mine := c.op == "create" && (bearer(c) == key || c.r.Header.Get("X-Api-Key") == key)
		did := mine && len(taken.list()) >= most
		if mine {
			taken.add(c)
		}
		if did {
			c.refuse(http.StatusPaymentRequired)
		}
		return did
	}})
	var home struct {
		Key string `json:"api_key"`
	}
	require.NoError(t, b.Call(t.Context(), "create-workspace", obj{"name": "Home", "plan": "paid"}, &home))
	taken.put("home", home.Key)
	results, err := checks.Run(t.Context(), checks.Target{BaseURL: b.url, APIKey: home.Key}, checks.Options{Seed: 1, Parallel: 1, Pattern: "API-CREATE,LIM-07"}, checks.Server())
	require.NoError(t, err)
	at := slices.IndexFunc(results, func(one report.Result) bool { return one.ID == "LIM-07" })
	require.GreaterOrEqual(t, at, 0, "LIM-07 has no result")
	return results[at]
}
