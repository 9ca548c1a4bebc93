package selftest_test

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/checks"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// countedOrgs gives workspaces and endpoints numbers for ids, in replies, in events and in hooks.
func countedOrgs() layer {
	var mu sync.Mutex
	numbers, orgs := map[string]int{}, map[int]string{}
	number := func(id string) int {
		mu.Lock()
		defer mu.Unlock()
		if numbers[id] == 0 {
			numbers[id] = 7000 + len(numbers)
			orgs[numbers[id]] = id
		}
		return numbers[id]
	}
	members := map[string]string{"org_id": "org_", "endpoint_id": ""}
	swap := func(o obj) (did bool) {
		for member, prefix := range members {
			if id, is := o[member].(string); is && strings.HasPrefix(id, prefix) {
				o[member], did = number(id), true
			}
		}
		return did
	}
	return layer{response: func(c *call) bool {
		return c.op == "me" && c.ok() && c.edit(swap)
	}, verb: func(_ string, _, out obj) bool {
		return swap(out)
	}, asked: func(in obj) {
		mu.Lock()
		defer mu.Unlock()
		for member := range members {
			if n, is := in[member].(float64); is {
				in[member] = orgs[int(n)]
			}
		}
	}, delivery: func(s *shipment) bool {
		var o obj
		_ = json.Unmarshal(s.body, &o)
		walk(o, func(o obj) { swap(o) })
		s.body, _ = json.Marshal(o)
		s.sign(s.secret, s.body)
		return true
	}}
}

// Nothing is held against ids of workspaces that are numbers, and no hook is lost on them.
func TestWorkspacesMayHaveNumbers(t *testing.T) {
	if testing.Short() {
		t.Skip("judges one more server by a hundred checks")
	}
	t.Parallel()
	b := newBed(t, countedOrgs())
	results, err := checks.Run(t.Context(), b.target(), checks.Options{Seed: 1, Timeout: patience, Limit: 4 * patience, Pattern: "API-ME,AUTH,OAUTH-DEV-1,OAUTH-CODE,OAUTH-TOKEN,EVT,LIM-0"}, checks.Server())
	require.NoError(t, err)
	for _, r := range results {
		require.Contains(t, []report.Verdict{report.Pass, report.Observed, report.NotApplicable}, r.Verdict, "%s: expected %s, got %s", r.ID, r.Expected, r.Got)
	}
}
