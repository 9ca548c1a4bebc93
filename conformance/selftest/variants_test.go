package selftest_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/checks"
	"github.com/workspaceintake/intake-go/conformance/hooks"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// accused lists what a run holds against a server.
func accused(t *testing.T, name string, target checks.Target, list []checks.Check) {
	results, err := checks.Run(t.Context(), target, checks.Options{Seed: 1, RFC: false, Parallel: 8}, list)
	require.NoError(t, err)
	for _, r := range results {
		require.NotEqual(t, report.Fail, r.Verdict, "%s: %s is accused by %s: expected %s, got %s", name, r.Title, r.ID, r.Expected, r.Got)
		if r.Verdict == report.Warn {
			t.Logf("%s is warned by %s: expected %s, got %s", name, r.ID, r.Expected, r.Got)
		}
	}
}

// met are checks that wait, for variants that no other check meets.
var met = map[string]string{
	"the third wait from the end of the first attempt":         "HOOK-12,HOOK-15,GAP-33",
	"refusals by the receiver are final":                       "HOOK-20,GAP-36",
	"a client that sends once more when the connection breaks": "HOOK-12,HOOK-21,HOOK-23",
	"events dated by the wall clock":                           "HOOK-03,EVT-05",
	"a clock that is a day ahead":                              "HOOK-03,EVT-05,LIM-06",
	"attempts that are given up without a word":                "HOOK-16,HOOK-17",
}

// No permitted choice is held against a server.
func TestVariantsAreNotAccused(t *testing.T) {
	if testing.Short() {
		t.Skip("many servers, each judged as the one of TestReferencePasses is")
	}
	t.Parallel()
	list := short(checks.Server())
	for i, v := range variants {
		t.Run(v.name, func(t *testing.T) {
			if !campaign() && i%48 != 0 {
				t.Skip("part of the long campaign: INTAKE_CONFORMANCE=long")
			}
			t.Parallel()
			b := newBed(t, v.layer())
			judges := list
			if pattern := met[v.name]; pattern != "" && campaign() {
				judges = append(slices.Clone(list), checks.Selected(checks.Server(), checks.Options{Pattern: pattern})...)
			}
			accused(t, v.name, b.target(), judges)
			require.True(t, !campaign() || b.layer.touched.Load() > 0 || strings.Contains(v.name, "break"), "the variant was not met")
		})
	}
}

// A key of a workspace on the free plan may make five sessions: what needs more is not judged.
func TestFreeKeysAccuseNobody(t *testing.T) {
	if testing.Short() {
		t.Skip("many servers, each judged as the one of TestReferencePasses is")
	}
	for i, offered := range []bool{false, true} {
		t.Run(fmt.Sprintf("hooks %t", offered), func(t *testing.T) {
			if !campaign() && i != 0 {
				t.Skip("part of the long campaign: INTAKE_CONFORMANCE=long")
			}
			t.Parallel()
			b := newBed(t, layer{})
			target := checks.Target{BaseURL: b.url, Hooks: hooks.None{}}
			if offered {
				target = b.target()
			}
			var home struct {
				Key string `json:"api_key"`
			}
			require.NoError(t, b.Call(t.Context(), "create-workspace", obj{"name": "Home", "plan": "free"}, &home))
			target.APIKey = home.Key
			accused(t, "a free key", target, short(checks.Server()))
		})
	}
}

// lacking offers all verbs but one.
type lacking struct {
	hooks.Hooks
	verb string
}

func (l lacking) Call(ctx context.Context, verb string, in, out any) error {
	if verb == l.verb {
		return hooks.ErrNotOffered
	}
	return l.Hooks.Call(ctx, verb, in, out)
}

// A hook that is missing blocks what needs it and accuses nobody.
func TestMissingHooksBlock(t *testing.T) {
	if testing.Short() {
		t.Skip("many servers, each judged as the one of TestReferencePasses is")
	}
	t.Parallel()
	verbs := strings.Fields("create-workspace set-plan create-key revoke-key issue-token approve-device authorize create-endpoint send-test-event advance-clock set-rate list-submissions")
	for i, verb := range verbs {
		t.Run(verb, func(t *testing.T) {
			if !campaign() && i != 0 {
				t.Skip("part of the long campaign: INTAKE_CONFORMANCE=long")
			}
			t.Parallel()
			b := newBed(t, layer{})
			target := b.target()
			var home struct {
				Key string `json:"api_key"`
			}
			require.NoError(t, b.Call(t.Context(), "create-workspace", obj{"name": "Home", "plan": "paid"}, &home))
			target.APIKey, target.Hooks = home.Key, lacking{b, verb}
			accused(t, verb, target, short(checks.Server()))
		})
	}
}
