package dialogue

import (
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

// thousandSums are sums that are told in thousands when they are told with a fraction: "premium 18.5".
var thousandSums = set(`current_premium subcontractor_cost`)

// inScale is what a bare small figure comes to where its magnitude is not said but clear: from the answer that it
// corrects, from its fraction, or from the sums beside it or told before ("building 1.1M, contents 250").
func (r *reader) inScale(f catalog.Field, v *found) (float64, bool) {
	n := v.number
	if f.Kind != catalog.Money || n.Money || n.Percent || n.Grouped || n.Area || n.YearLike || n.Value <= 0 || n.Value >= 1000 ||
		n.Scaled && n.Value < 100 || r.countsOther(*v) || r.countsNoun(v) || severalOf.MatchString(r.text.Lower[v.end:]) {
		return 0, false
	}
	if held, ok := r.turn.Values[f.Key].(float64); ok {
		if sum, ok := magnified(n.Value, held); ok {
			return sum, true
		}
	}
	broken := strings.Contains(n.Digits, ".")
	switch {
	case broken && n.Value < 100 && largeSums[f.Key]:
		return n.Value * 1e6, true
	case broken && n.Value < 100 && thousandSums[f.Key]:
		return n.Value * 1e3, true
	case !largeSums[f.Key] || broken || !r.amongLargeSums(v):
		return 0, false
	case n.Value <= 10 && strings.HasSuffix(f.Key, "_limit") && f.Key != "contents_limit":
		return n.Value * 1e6, true
	case n.Value >= 10:
		return n.Value * 1e3, true
	}
	return 0, false
}

// severalOf says that buildings and the like are counted, which a limit may be named after.
var severalOf = pattern.MustCompile(`^ (?:[a-z-]+ )?(?:buildings|structures|locations|policies|certificates|contracts)\b`)

// countsNoun says that the word behind a figure is what it counts: "250 square feet".
func (r *reader) countsNoun(v *found) bool {
	return slices.ContainsFunc(r.cuesIn(v.end, min(len(r.text.Lower), v.end+40)), func(c cue) bool { return c.kind == catalog.Count && c.start <= v.end+1 })
}

// magnified makes a small figure as large as the sum that it takes the place of, if only one magnitude does.
func magnified(small, held float64) (sum float64, ok bool) {
	near := func(x float64) bool { return x >= held/4 && x <= held*4 }
	if near(small) || held < 1000 {
		return 0, false
	}
	for _, scale := range []float64{1e3, 1e6} {
		if near(small * scale) {
			return small * scale, !ok
		}
	}
	return 0, false
}

// amongLargeSums says that another sum was told with its magnitude.
func (r *reader) amongLargeSums(v *found) bool {
	for key := range largeSums {
		if held, ok := r.turn.Values[key].(float64); ok && held >= 100000 && r.askedAt(key) < 0 {
			return true
		}
	}
	for i := range r.values {
		o := &r.values[i]
		if o.start != v.start && o.kind == catalog.Count && !o.number.Percent && (o.number.Scaled || o.number.Money || o.number.Grouped) &&
			o.number.Value >= 10000 {
			return true
		}
		if o.start != v.start && o.kind == catalog.Count &&
			(strings.Contains(o.number.Digits, ".") || o.number.Value >= 20 && o.number.Value < 1000) && !o.number.Percent &&
			r.besideLargeSum(o) {
			return true
		}
	}
	return false
}

func (r *reader) besideLargeSum(v *found) bool {
	for _, c := range r.cues {
		if largeSums[c.key] && r.beside(c, v) {
			return true
		}
	}
	return false
}

// beside says that a name and a figure stand together: only small words are between them.
func (r *reader) beside(c cue, v *found) bool {
	from, to := c.end, v.start
	if c.start >= v.end {
		from, to = v.end, c.start
	}
	if from > to || to-from > 24 || strings.ContainsAny(r.text.Lower[from:to], ",;\n") {
		return false
	}
	for _, w := range r.words(from, to) {
		if !linkers[w] || w == "and" {
			return false
		}
	}
	return true
}

// fit is fits, with what a bare figure comes to here.
func (r *reader) fit(f catalog.Field, v *found) float64 {
	if _, ok := r.inScale(f, v); ok {
		return 0
	}
	return fits(f, v.number)
}

// inFull is a sum with the magnitude that it was not told with.
func (r *reader) inFull(f catalog.Field, v *found) (float64, bool) {
	sum, ok := r.inScale(f, v)
	if ok {
		r.note(Assumed, "I took "+r.text.Original(v.start, v.end)+" as "+value.Format(f, sum)+" for “"+f.Label+"”.")
	}
	return sum, ok
}
