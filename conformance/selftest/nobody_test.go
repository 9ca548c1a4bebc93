package selftest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/checks"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// What the authorization endpoint does wrong to nobody is found where the hook is not offered, and nothing passes there that was not
// judged.
func TestNobodyIsJudgedWithoutTheHook(t *testing.T) {
	verdictOf := func(t *testing.T, id string, l layer) report.Result {
		b := newBed(t, l)
		target := b.target()
		target.Hooks = lacking{target.Hooks, "authorize"}
		results, err := checks.Run(t.Context(), target, checks.Options{Seed: 1, Parallel: 1, RFC: true}, []checks.Check{checkOf(id)})
		require.NoError(t, err)
		return results[0]
	}
	seen := map[string]bool{}
	for _, f := range codeFaults() {
		if f.layer.response == nil || f.layer.verb != nil || seen[f.id] {
			continue
		}
		switch f.id {
		case "OAUTH-CODE-04", "OAUTH-CODE-06", "OAUTH-CODE-08", "OAUTH-CODE-09":
		default:
			continue
		}
		if f.id == "OAUTH-CODE-04" && f.name != "a code needs nobody to sign in" {
			continue // the others are of tokens that somebody signed in for
		}
		seen[f.id] = true
		t.Run(f.id+" "+f.name, func(t *testing.T) {
			t.Parallel()
			found := verdictOf(t, f.id, f.layer)
			want := report.Fail
			if f.id == "OAUTH-CODE-04" {
				want = report.Warn // a server for tests may take everybody for somebody
			}
			require.Equal(t, want, found.Verdict, found.Got)
			clean := verdictOf(t, f.id, layer{})
			require.Equal(t, report.Blocked, clean.Verdict, clean.Got)
			require.Equal(t, []string{"hook authorize"}, clean.Missing)
		})
	}
	require.Len(t, seen, 4)
}
