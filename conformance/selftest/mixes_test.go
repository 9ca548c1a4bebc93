package selftest_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/checks"
)

// mixed puts several layers on top of each other, those of a higher rank further outside.
func mixed(layers ...layer) layer {
	layers = slices.Clone(layers)
	slices.SortStableFunc(layers, func(a, b layer) int { return b.rank - a.rank })
	all := layer{touched: new(atomic.Int64)}
	for _, l := range layers {
		all.base, all.choice = all.base+l.base, all.choice+l.choice
		all.secure, all.clocked = all.secure || l.secure, all.clocked || l.clocked
		all.told = all.told || l.told
		if l.early != nil {
			all.early = l.early
		}
		if l.write != nil {
			all.write = l.write
		}
	}
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
			did = l.response != nil && l.response(c) || did
		}
		return did
	}
	all.into = func(verb string, in obj) (did bool) {
		for _, l := range layers {
			did = l.into != nil && l.into(verb, in) || did
		}
		return did
	}
	all.verb = func(verb string, in, out obj) (did bool) {
		for _, l := range slices.Backward(layers) {
			did = l.verb != nil && l.verb(verb, in, out) || did
		}
		return did
	}
	return shipping(all, layers)
}

// shipping is the part of a mix that is about deliveries and hooks.
func shipping(all layer, layers []layer) layer {
	for _, l := range layers {
		if l.instead != nil {
			all.instead = l.instead
		}
	}
	if slices.ContainsFunc(layers, func(l layer) bool { return l.delivery != nil }) {
		all.delivery = func(s *shipment) (did bool) {
			for _, l := range slices.Backward(layers) {
				did = l.delivery != nil && l.delivery(s) || did
			}
			return did
		}
	}
	all.shipped = func(s *shipment, endpoints map[string]string) (did bool) {
		for _, l := range slices.Backward(layers) {
			did = l.shipped != nil && l.shipped(s, endpoints) || did
		}
		return did
	}
	return all
}

// sets are the variants that exclude each other: those at one open point, and those of one form.
func sets() [][]string {
	var all [][]string
	for _, id := range slices.Sorted(maps.Keys(gapChoices)) {
		var names []string
		for _, one := range gapChoices[id] {
			if one.by != own && named(one.by) != nil {
				names = append(names, one.by)
			}
		}
		all = append(all, names)
	}
	for _, about := range slices.Sorted(maps.Keys(forms)) {
		all = append(all, forms[about])
	}
	return append(slices.DeleteFunc(all, func(names []string) bool { return len(names) == 0 }), apart...)
}

// apart are further variants that do not go together: what one keeps count by, or puts elsewhere, the other changes.
var apart = [][]string{
	{"an id for each attempt", "refusals by the receiver are final"},
	{"forms at addresses that a router knows", "a further form, in any order"},
	{"clean risk beside words of what was looked at", "bare risk list", "risk list under another name", "risk list within an object, beside another", "risk list beside another"},
}

func named(name string) *variant {
	for i := range variants {
		if variants[i].name == name {
			return &variants[i]
		}
	}
	return nil
}

// slowest is left out of mixes, since every one of them would take minutes.
const slowest = "every answer takes more than a second"

// mixOf draws three to ten variants that do not exclude each other. The first is given by the seed, so that as many mixes
// as there are variants hold each of them.
func mixOf(seed uint64) []*variant {
	dice := rand.New(rand.NewPCG(seed, 7))
	all := sets()
	var mix []*variant
	taken := map[int]bool{}
	at := int(seed % uint64(len(variants))) // each begins some mix, however many there are
	for count := 3 + dice.IntN(8); len(mix) < count; at = dice.IntN(len(variants)) {
		name := variants[at].name
		var of []int // every set that it stands in
		for i, names := range all {
			if slices.Contains(names, name) {
				of = append(of, i)
			}
		}
		if name == slowest || slices.ContainsFunc(of, func(i int) bool { return taken[i] }) {
			continue
		}
		for _, i := range of {
			taken[i] = true
		}
		mix = append(mix, named(name))
	}
	return mix
}

// judgesOf draws the checks that judge a mix: one in twenty of those that wait for nothing. In the campaign they are all of
// them, and every tenth mix is judged by those that wait as well.
func judgesOf(seed uint64) []checks.Check {
	dice := rand.New(rand.NewPCG(seed, 13))
	quickly := map[string]bool{}
	for _, one := range quick(checks.Server()) {
		quickly[one.ID] = true
	}
	return slices.DeleteFunc(checks.Server(), func(one checks.Check) bool {
		drawn := dice.IntN(20) == 0
		if !quickly[one.ID] {
			return !campaign() || seed%10 > 0 || one.Phase == checks.Clock
		}
		return !campaign() && !drawn
	})
}

// many says whether mixes are judged in numbers.
func many() bool { return campaign() || os.Getenv("INTAKE_CONFORMANCE_MIXES") != "" }

// mixes is how many are judged: two in a plain run, as many as INTAKE_CONFORMANCE_MIXES says, in the campaign 1,000.
func mixes(t *testing.T) int {
	if text := os.Getenv("INTAKE_CONFORMANCE_MIXES"); text != "" {
		n, err := strconv.Atoi(text)
		require.NoError(t, err)
		return n
	}
	if campaign() {
		return 1000
	}
	return 2
}

// Seeded mixes of permitted choices are not held against a server, nor are they there in name only: the checks that a mix
// is judged by meet its variants in nineteen of twenty.
func TestMixesAreNotAccused(t *testing.T) {
	if testing.Short() {
		t.Skip("many servers, each judged as the one of TestReferencePasses is")
	}
	t.Parallel()
	var judged, met atomic.Int64
	t.Run("mix", func(t *testing.T) {
		for seed := range uint64(mixes(t)) {
			t.Run(fmt.Sprint(seed), func(t *testing.T) {
				t.Parallel()
				var layers []layer
				var names []string
				for _, v := range mixOf(seed) {
					layers, names = append(layers, v.layer()), append(names, v.name)
				}
				b := newBed(t, mixed(layers...))
				accused(t, strings.Join(names, " + "), b.target(), judgesOf(seed))
				judged.Add(1)
				if b.layer.touched.Load() > 0 {
					met.Add(1)
				}
			})
		}
	})
	t.Logf("%d mixes were judged, in %d of them a variant was met", judged.Load(), met.Load())
	require.GreaterOrEqual(t, 20*met.Load(), 19*judged.Load())
}

// A fault is still found in a server that has chosen otherwise.
func TestFaultsAreFoundInMixes(t *testing.T) {
	if testing.Short() {
		t.Skip("many servers, each judged as the one of TestReferencePasses is")
	}
	t.Parallel()
	faults := []fault{{"API-ME-01", "", code("me", 200, 201)}, {"API-GET-03", "", drop("get", "filled_forms")}, {"API-ANSWER-05", "", set("answer", "done", "yes")},
		{"API-CREATE-02", "", drop("create", "session_id")}, {"API-LIST-02", "", each("list", "sessions", func(o obj) { delete(o, "insured_name") })},
		{"API-FILL-02", "", drop("fill", "note")}, {"ERR-01", "", errorsOf(404, func(c *call) { c.out = []byte("{}") })}}
	for seed := range uint64(mixes(t)) {
		f := faults[seed%uint64(len(faults))]
		if seed >= 2*uint64(len(faults)) {
			break
		}
		t.Run(fmt.Sprint(seed, " ", f.id), func(t *testing.T) {
			t.Parallel()
			layers := []layer{f.layer}
			for _, v := range mixOf(seed) {
				layers = append(layers, v.layer())
			}
			f.layer = mixed(layers...)
			require.True(t, f.judge(t, 1).found())
		})
	}
}

// In 200 mixes every variant has its part, every check judges many of them, and none excludes another.
func TestMixesAreOfEverything(t *testing.T) {
	met, judged := map[string]int{slowest: 1}, map[string]int{}
	for seed := range uint64(200) {
		in := map[string]bool{}
		for _, v := range mixOf(seed) {
			in[v.name] = true
			met[v.name]++
		}
		for _, names := range sets() {
			count := 0
			for _, name := range names {
				if in[name] {
					count++
				}
			}
			require.LessOrEqual(t, count, 1, "mix %d: %v", seed, names)
		}
		for _, one := range judgesOf(seed) {
			judged[one.ID]++
		}
	}
	for _, v := range variants {
		require.Positive(t, met[v.name], "%q is in no mix", v.name)
	}
	for _, one := range quick(checks.Server()) {
		require.GreaterOrEqual(t, judged[one.ID], 4, "%s judges hardly any mix", one.ID)
	}
}
