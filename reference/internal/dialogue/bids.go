package dialogue

import (
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

// bid is one possible assignment of a value to a field, with the evidence in a number.
type bid struct {
	value int // index in reader.values
	key   string
	score float64
}

const (
	enough = 4.0 // evidence below this sets nothing
	margin = 0.4 // two fields closer than this are told apart by the person
)

func (r *reader) award(bids []bid) {
	awarded := map[string]int{}
	for i, b := range bids {
		v := &r.values[b.value]
		if b.score < enough || v.used {
			continue
		}
		if before, ok := awarded[b.key]; ok && !(b.value > before && r.amendsAt(v.start)) {
			continue
		}
		if rival, ok := r.rival(bids[i+1:], b, awarded); ok {
			v.used = true
			r.take(v.start, v.end)
			r.note(Ambiguous, "Is "+r.text.Original(v.start, v.end)+" the answer to “"+r.field(b.key).Label+"” or “"+r.field(rival).Label+"”?")
			continue
		}
		strength := min(12, b.score)
		if r.has(b.key) && r.places[b.key] < v.start && r.takesOver(*v) {
			strength = 21 // what follows "sorry" stands over a labelled value too
		}
		r.awardNumber(b.key, v, strength)
		if v.used {
			awarded[b.key] = b.value
		}
	}
	r.amendAwards(awarded)
}

// amendAwards gives a number that stands after "scratch that" to the field of the number before it.
func (r *reader) amendAwards(awarded map[string]int) {
	for i := range r.values {
		v := &r.values[i]
		s, _ := r.sentenceOf(v.start)
		if v.kind != catalog.Count || v.used || v.old || s == nil || r.isTaken(v.start, v.end) || !r.speaksAt(v.start) ||
			!r.takesOver(*v) || pronounOne(r.text.Lower, *v, catalog.Field{}) {
			continue
		}
		key, nearest := "", -1
		for k, at := range awarded {
			if at < i && at > nearest && fits(r.field(k), v.number) > -2 {
				key, nearest = k, at
			}
		}
		if key != "" {
			r.awardNumber(key, v, 13)
		}
	}
}

// rival is another field with nearly the same evidence for the same value that is still free.
func (r *reader) rival(rest []bid, b bid, awarded map[string]int) (string, bool) {
	if b.score >= 8 || r.askedAt(b.key) >= 0 {
		return "", false
	}
	for _, o := range rest {
		if _, gone := awarded[o.key]; o.value == b.value && !gone && b.score-o.score < margin && o.score >= enough {
			return o.key, true
		}
	}
	return "", false
}

func (r *reader) amendsAt(at int) bool {
	s, _ := r.sentenceOf(at)
	return s != nil && r.says(amends, *s) && amends.MatchString(r.text.Lower[s.start:at])
}

func (r *reader) awardNumber(key string, v *found, strength float64) {
	f := r.field(key)
	n := r.amount(f, v)
	v.used = true
	if f.Kind == catalog.Year {
		if value.YearRange(f, n, r.turn.Now) {
			r.set(key, n, strength, v.start, v.end)
		}
		return
	}
	if n == v.number.Value && v.number.Spelled && r.unclearAmount(f, v) {
		return
	}
	stored, ok := value.InRange(f, n)
	if !ok {
		r.take(v.start, v.end)
		r.note(Refused, "“"+r.text.Original(v.start, v.end)+"” is not "+article(f)+".")
		return
	}
	if v.number.Range {
		r.note(Assumed, "I took the middle of the range, "+value.Format(f, stored)+", for “"+f.Label+"”.")
	}
	r.set(key, stored, strength, v.start, v.end)
}

func (r *reader) bidsFor(i int) []bid {
	v := r.values[i]
	s, g := r.sentenceOf(v.start)
	if s == nil {
		return nil
	}
	best := map[string]float64{}
	offer := func(key string, score float64) {
		if key == "loss_total" && r.turn.Values["loss_count"] != nil && oneOfLosses.MatchString(r.text.Lower[max(s.start, v.start-60):v.start]) {
			return // the sum of one is not that of all
		}
		if score > best[key] {
			best[key] = score
		}
	}
	for _, c := range r.cuesIn(s.start, s.end) {
		if v.number.Percent && v.start <= c.start && c.start < v.end && v.end < c.end {
			c.start = v.end + 1 // the "percent" of "percent alcohol" belongs to the figure
		}
		if c.start < v.end && v.start < c.end || r.unlabels(c, v) {
			continue
		}
		f := r.field(c.key)
		fit := fits(f, v.number)
		if r.beside(c, &v) {
			fit = r.fit(f, &v)
		}
		if f.Kind != catalog.Year && r.namesYear(&v) && !r.directly(c, v) {
			continue
		}
		if f.Kind == catalog.Money && v.number.YearLike && r.recentYear(v.number.Value) && c.end <= v.start && !r.directly(c, v) {
			continue // "that premium was 2024"
		}
		if c.key == "building_limit" && owedOn.MatchString(r.text.Lower[s.start:c.start]) ||
			c.key == "deductible" && lessThe.MatchString(r.text.Lower[s.start:v.start]) || c.start > v.end && r.someOfThem(c, v) {
			continue
		}
		if fit <= -8 || r.unitForbids(f, v) || c.key == "number_of_locations" && !r.countsPlaces(c, v) ||
			c.key == "square_footage" && r.measured(c, v) ||
			c.key == "vehicle_count" && (r.housingUnits(c, *s) || othersCars.MatchString(r.text.Lower[g.start:max(g.start, c.start)])) ||
			c.key == "year_built" && r.builtElsewhere(c, *s) {
			continue
		}
		at := v
		if c.start < v.end || c.start > v.end+1 {
			at = r.inPlaceOf(i, *s)
		}
		offer(c.key, r.evidence(c, at, *s)+fit)
	}
	r.topics(v, *s, g, offer)
	if key := r.heldOver(v, *s); key != "" {
		offer(key, 8+r.fit(r.field(key), &v))
	}
	if key := r.summedUp(v, *s, g); key != "" {
		offer(key, 12)
	}
	if key := r.totalled(v, *s); key != "" {
		offer(key, 13)
	}
	if f, ok := r.answersAlone(v, *s, g); ok {
		offer(f.Key, 9.6)
	}
	if key := r.amended(v); key != "" {
		if f := r.field(key); r.fit(f, &v) > -8 {
			if len(r.namedIn(g, f.Key)) > 0 || len(best) == 0 || maxScore(best) < 8 {
				offer(key, 9+r.fit(f, &v))
			}
		}
	}
	var all []bid
	for key, score := range best {
		if at := r.askedAt(key); at >= 0 {
			score += 1.5 - 0.1*float64(at)
		}
		all = append(all, bid{i, key, score})
	}
	slices.SortFunc(all, func(a, b bid) int { return strings.Compare(a.key, b.key) })
	return all
}

var (
	nowIts = pattern.MustCompile(`
		^\W*(?:(?:but|and|so|now|this year|for now|as of now|at the moment|today|currently|these days|right now|no|nope|yes)\W+)*(?:
			it's|its|it is|we're (?:at|down to|up to)|we are (?:at|down to|up to)|we have|we've got|make (?:it|that)|down to|up to|
			i do have|we do have|i do|there are|i'd say|more like|closer to|let's say|let's do|put
		)\b`)
)

// heldOver is the number field that the words before speak of without giving its value: an old figure in an aside
// ("last year 9 drivers; this year it's 6"), or a question that the person answers ("contents 50k? no, make it 75k").
func (r *reader) heldOver(v found, s sentence) string {
	i := r.at(s.start)
	if i < 1 || r.sentences[i-1].end < s.start-400 || len(r.cuesIn(s.start, v.start)) > 0 ||
		!(r.says(nowIts, s) && nowIts.MatchString(r.text.Lower[s.start:v.start])) &&
			!(r.says(makeThat, s) && makeThat.MatchString(r.text.Lower[s.start:v.start])) {
		return ""
	}
	before := r.sentences[i-1]
	if len(before.segments) == 0 || before.segments[0].act == answers && !before.question &&
		!(wasBefore.MatchString(r.text.Lower[before.start:before.end]) && len(r.valuesIn(before.start, before.end)) == 0) ||
		before.segments[0].act == takesBack {
		return ""
	}
	key := ""
	for _, c := range r.cuesIn(before.start, before.end) {
		if (numeric(c.kind) || c.kind == catalog.Year) && fits(r.field(c.key), v.number) > -2 {
			if key != "" && key != c.key {
				return ""
			}
			key = c.key
		}
	}
	return key
}

// countsPlaces tells "three shops" and "one shop" from "one is in the shop".
func (r *reader) countsPlaces(c cue, v found) bool {
	if v.number.Value == 1 && c.start > v.end && !c.label {
		return len(r.words(v.end, c.start)) <= 2 && !strings.Contains(r.text.Lower[v.end:c.start], " in ")
	}
	return v.number.Value <= 1 || strings.HasSuffix(r.tokens[c.to-1].text, "s")
}

var tenements = pattern.MustCompile(`
	\b(?:
		building|complex|apartments?|apts?|hab|habitational|dwellings?|condos?|townho\w+|tenants?|rentals?|residential|storage|
		property|hoa|duplex\w*
	)\b`)

var oneOfLosses = pattern.MustCompile(`\b(?:first|second|third|last|other|bigger|smaller|older|newer) (?:loss|claim|one|incident)\b[^0-9]*$`)

var (
	owedOn = pattern.MustCompile(`
		\b(?:loans?|mortgage|note|lien|tax(?:es)?|rent|payments?|owe|lease|bought|purchased|paid for) (?:on |for |of )?
		(?:the |our |my |this )?$`)
	lessThe  = pattern.MustCompile(`\b(?:less|minus|after|over|above|net of) (?:my|our|the|a|an) \$?$`)
	someOfIt = pattern.MustCompile(`^ of (?:the|our|my) `)
)

// someOfThem says that a count is of some of what the name means: "two of the part timers went full time".
func (r *reader) someOfThem(c cue, v found) bool {
	return c.kind == catalog.Count && v.number.Value < 100 && someOfIt.MatchString(r.text.Lower[v.end:]) &&
		len(r.words(v.end, c.start)) <= 6 && !allOf.MatchString(r.text.Lower[max(0, v.start-8):v.start])
}

// othersCars stands before vehicles that are not the business's own: "we keep customer cars overnight".
var othersCars = pattern.MustCompile(`
	\b(?:customers?'?s?|clients?'?|guests?'?|employees?'?|tenants?'?|people's|their|consigned|used) (?:own )?$|
	\b(?:repair|fix|service|work on|wash|detail|park|store|tow|sell|sold|inspect|paint|restore|wrap|recondition|turn out)
	(?:s|ing)? (?:[a-z0-9-]+ ){0,4}$`)

var roadTalk = pattern.MustCompile(`
	\b(?:
		fleet|power|trucks?|vehicles?|drivers?|autos?|vans?|tractors?|trailers?|haul\w*|freight|trucking|transport\w*|on the road|
		dot|garaged|cars?
	)\b`)

// housingUnits says that units are flats rather than trucks: nothing in the message is about the road.
func (r *reader) housingUnits(c cue, s sentence) bool {
	if !strings.HasPrefix(r.text.Lower[c.start:c.end], "unit") {
		return false
	}
	return r.says(tenements, s) || r.askedAt(c.key) < 0 && r.turn.Values[c.key] == nil && !roadTalk.MatchString(r.text.Lower)
}

// measured says that the unit of an area belongs to the figure before it, so that a year behind it is none.
func (r *reader) measured(c cue, v found) bool {
	if !v.number.YearLike || c.end > v.start {
		return false
	}
	for _, o := range r.values {
		if o.kind == catalog.Count && o.end <= c.start && c.start-o.end <= 2 {
			return true
		}
	}
	return false
}

// inPlaceOf is where a number is read from: for the figure of a later year that is the place of the one it overtakes.
func (r *reader) inPlaceOf(i int, s sentence) found {
	v := r.values[i]
	before := r.valuesIn(s.start, v.start)
	for k := len(before) - 1; k >= 0; k-- {
		o := before[k]
		if !o.old || o.kind != catalog.Count {
			continue
		}
		yearly := r.says(ofYear, s) && inYearOf.MatchString(r.text.Lower[v.end:max(v.end, s.end)]) && inYearOf.MatchString(r.text.Lower[o.end:s.end])
		if gap := r.text.Lower[o.end:v.start]; yearly || replaced.MatchString(gap) || nowOnly.MatchString(gap) || oursOnly.MatchString(gap) {
			if at := slices.IndexFunc(r.values[:i], func(e found) bool { return e.start == o.start }); at >= 0 {
				return r.inPlaceOf(at, s) // the first of a row of years
			}
			return o
		}
	}
	return v
}

func (r *reader) recentYear(n float64) bool {
	return n >= float64(r.turn.Now.Year()-7) && n <= float64(r.turn.Now.Year()+1)
}

var thatMakes = pattern.MustCompile(`^\W*(?:so )?(?:that's|that is|that makes|which is|which makes|so|makes it)(?: about| around| all| a total of)* $`)

// summedUp is the field of the words before "that's 7 people": what they name is what is counted.
func (r *reader) summedUp(v found, s sentence, g *segment) string {
	if g == nil || g.start == s.start || !thatMakes.MatchString(r.text.Lower[g.start:v.start]) {
		return ""
	}
	key := ""
	for _, c := range r.cuesIn(s.start, g.start) {
		if !numeric(c.kind) || fits(r.field(c.key), v.number) <= -2 {
			continue
		}
		if key != "" && key != c.key && c.key != "total_employees" {
			if key != "total_employees" {
				return ""
			}
		}
		if key == "" || key == "total_employees" {
			key = c.key
		}
	}
	if len(r.valuesIn(s.start, g.start)) > 0 {
		return ""
	}
	return key
}

// totalled is the sum that a sentence names and tells in parts, where a figure is their total: "sales: 400k service, 600k
// install, total a million".
func (r *reader) totalled(v found, s sentence) string {
	if !r.says(totalTalk, s) || !totalBefore.MatchString(r.text.Lower[r.lineStart(v.start):v.start]) {
		return ""
	}
	sum, parts := 0.0, 0
	for _, o := range r.valuesIn(s.start, v.start) {
		if o.kind == catalog.Count && !o.number.Percent && !o.number.YearLike {
			sum, parts = sum+o.number.Value, parts+1
		}
	}
	if parts < 2 || sum != v.number.Value {
		return ""
	}
	for _, c := range r.cuesIn(s.start, v.start) {
		if c.kind == catalog.Money && c.key != "loss_total" {
			return c.key
		}
	}
	return ""
}

// answersAlone says that a number opens the message with nothing beside it, so that it answers the first question: the
// rest explains it, as in "zero, it's only part timers".
func (r *reader) answersAlone(v found, s sentence, g *segment) (catalog.Field, bool) {
	if len(r.turn.Asked) == 0 || g == nil || g.end == s.end || g.start != r.sentences[0].start {
		return catalog.Field{}, false
	}
	f := r.turn.Asked[0]
	alone := strings.Trim(r.text.Lower[g.start:v.start]+r.text.Lower[v.end:g.end], " .,!") == ""
	return f, alone && numeric(f.Kind) && fits(f, v.number) > -1 && !r.unclearAmount(f, &v)
}

func maxScore(best map[string]float64) (top float64) {
	for _, s := range best {
		top = max(top, s)
	}
	return top
}

func (r *reader) namedIn(g *segment, key string) (all []cue) {
	if g != nil {
		for _, c := range r.cuesIn(g.start, g.end) {
			if c.key == key {
				all = append(all, c)
			}
		}
	}
	return all
}
