package checks_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
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
	}
}

// No permitted choice is held against a server.
func TestVariantsAreNotAccused(t *testing.T) {
	list := short(checks.Server())
	for i, v := range variants {
		t.Run(v.name, func(t *testing.T) {
			if !campaign() && i%24 != 0 {
				t.Skip("part of the long campaign: INTAKE_CONFORMANCE=long")
			}
			t.Parallel()
			b := newBed(t, v.layer())
			accused(t, v.name, b.target(), list)
			require.True(t, !campaign() || b.layer.touched.Load() > 0 || strings.Contains(v.name, "break"), "the variant was not met")
		})
	}
}

// mixed puts several layers on top of each other.
func mixed(layers ...layer) layer {
	all := layer{touched: new(atomic.Int64)}
	all.request = func(c *call) (did bool) {
		for _, l := range layers {
			if l.request != nil && c.status == 0 {
				did = l.request(c) || did
			}
		}
		return did
	}
	all.response = func(c *call) (did bool) {
		for _, l := range slices.Backward(layers) {
			if l.response != nil {
				did = l.response(c) || did
			}
		}
		return did
	}
	all.delivery = func(s *shipment) (did bool) {
		for _, l := range layers {
			if l.delivery != nil {
				did = l.delivery(s) || did
			}
		}
		return did
	}
	return all
}

// Seeded mixes of permitted choices are not held against a server: two here, 200 in the campaign.
func TestMixesAreNotAccused(t *testing.T) {
	mixes := 2
	if campaign() {
		mixes = 200
	}
	for seed := range mixes {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			dice := rand.New(rand.NewPCG(uint64(seed), 7))
			var layers []layer
			var names []string
			for _, i := range dice.Perm(len(variants))[:2+dice.IntN(3)] {
				if variants[i].name != "numbers as session ids" { // it renames what others look at
					layers, names = append(layers, variants[i].layer()), append(names, variants[i].name)
				}
			}
			accused(t, strings.Join(names, " + "), newBed(t, mixed(layers...)).target(), short(checks.Server()))
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
