package selftest_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/checks"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// A failure names what is wrong, and not everything that came together where it was seen.
func TestFailuresNameTheirCause(t *testing.T) {
	t.Parallel()
	for _, one := range []struct {
		id, fault string
		layer     layer
		says      string
	}{
		{"EVT-01", "no completion after a skip", afterCall(completedEvent, func(c *call) bool {
			return c.op == "answer" && strings.Contains(strings.ToLower(string(c.in)), "skip")
		}), "an intake in which a question was skipped, and fill"},
		{"EVT-01", "no completion after an upload", afterCall(completedEvent, func(c *call) bool { return c.op == "extract" }), "an intake into which a file was read, and fill"},
		{"EVT-01", "no completion with a document", afterCall(completedEvent, func(c *call) bool { return c.op == "documents" }), "an intake to which a document was attached, and fill"},
		{"EVT-05", "the detail has no state any more", change("get", func(o obj) { o["state"] = nil }), "the state that the session was created with in its detail"},
		{"HOOK-08", "what is signed is escaped and what is sent is not", signedInASCII(), "the body with all beyond ASCII in escapes"},
	} {
		t.Run(one.fault, func(t *testing.T) {
			t.Parallel()
			results, err := checks.Run(t.Context(), newBed(t, one.layer).target(), checks.Options{Seed: 1}, []checks.Check{checkOf(one.id)})
			require.NoError(t, err)
			require.Contains(t, []report.Verdict{report.Fail, report.Warn}, results[0].Verdict, results[0].Got)
			require.Contains(t, results[0].Expected+results[0].Cause, one.says)
		})
	}
}

// A sign-in that gives a token of the wrong workspace is accused of that, and what the token opens is not.
func TestATokenOfTheWrongWorkspaceOpensNoForeignSession(t *testing.T) {
	t.Parallel()
	chosen := []checks.Check{checkOf("OAUTH-DEV-10"), checkOf("API-GET-10"), checkOf("API-RISK-04"), checkOf("AUTH-15"), checkOf("AUTH-16")}
	results, err := checks.Run(t.Context(), newBed(t, approvedAtHome()).target(), checks.Options{Seed: 1}, chosen)
	require.NoError(t, err)
	for _, r := range results {
		require.Equal(t, r.ID == "OAUTH-DEV-10", r.Verdict == report.Fail, "%s: expected %s, got %s", r.ID, r.Expected, r.Got)
	}
}
