package selftest_test

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

// With a key alone a request may be refused for the account's sake, but not for that of a field that may be left out.
func TestAFieldThatMayBeLeftOutIsNoAccount(t *testing.T) {
	wants := layer{request: func(c *call) bool {
		refused := c.op == "appointment" && c.requested("appointment", func(o obj) bool { return o["website"] == nil })
		if refused {
			c.answer(422, obj{"detail": []any{obj{"loc": []any{"body", "website"}, "msg": "It is needed.", "type": "missing"}}})
		}
		return refused
	}}
	account := strict("appointment", 409, func(*call, obj) bool { return true })
	for verdict, l := range map[report.Verdict]layer{report.Fail: wants, report.Blocked: account} {
		b := newBed(t, l)
		var home struct {
			Key string `json:"api_key"`
		}
		require.NoError(t, b.Call(t.Context(), "create-workspace", obj{"name": "Home", "plan": "paid", "market_connected": false}, &home))
		target := checks.Target{BaseURL: b.url, APIKey: home.Key}
		results, err := checks.Run(t.Context(), target, checks.Options{Seed: 1}, []checks.Check{checkOf("API-APPT-02")})
		require.NoError(t, err)
		require.Equal(t, verdict, results[0].Verdict, "expected %s, got %s", results[0].Expected, results[0].Got)
	}
}
