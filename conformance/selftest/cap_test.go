package selftest_test

import (
	"net/http"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/workspaceintake/intake-go/conformance/checks"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// A cap of more sessions than the free plan has shows on the key that a person gave, whose plan nobody told.
func TestACapOfAnotherNumber(t *testing.T) {
	taken := newMemory()
	b := newBed(t, layer{request: func(c *call) bool {
		mine := c.op == "create" && bearer(c) == taken.snapshot()["home"]
		did := mine && len(taken.list()) >= 3*freePlan
		if mine {
			taken.add(c)
		}
		if did {
			c.refuse(http.StatusPaymentRequired)
		}
		return did
	}})
	target := b.target()
	var home struct {
		Key string `json:"api_key"`
	}
	require.NoError(t, b.Call(t.Context(), "create-workspace", obj{"name": "Home", "plan": "paid"}, &home))
	taken.put("home", home.Key)
	target.APIKey = home.Key
	results, err := checks.Run(t.Context(), target, checks.Options{Seed: 1, Parallel: 1, Pattern: "API-CREATE,LIM-07"}, checks.Server())
	require.NoError(t, err)
	at := slices.IndexFunc(results, func(one report.Result) bool { return one.ID == "LIM-07" })
	require.GreaterOrEqual(t, at, 0, "LIM-07 has no result")
	require.Equal(t, report.Fail, results[at].Verdict, results[at].Got)
}
