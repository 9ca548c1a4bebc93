package dialogue

import (
	"regexp"
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
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

var linkers = set(`is are was were of about approx approximately around roughly at to be being should would will runs run comes came come the a an our we we've we're have has had
	for this year annual annually last total in currently right now probably maybe like say just under over number amount cost set it's its that it i think
	believe guess than more less up changed change actually sorry correction please me us each per dollars with got i'm i'd make it'd that's looks somewhere between
	close near nearly almost only some on by as equals equal usually averages average totals totaling totalling hits did does do went their there count by max maximum need want
	like give put and only code said be'd my total'd down and'd hovers around'd circa plus minus exactly currently would'd pay paying paid limit value coverage worth figure goes'd number's all roughly go so far both employees people staff stuff`)

// unitFillers may stand between a number and the noun that it counts.
var unitFillers = set(`of in for a the our my per year annual annually yearly total on worth to is are company small big large new old used different separate licensed regular paid active
	commercial owned registered light heavy duty box dump pickup pick-up delivery service work cargo passenger full size more other own physical retail current and w2 w-2 permanent
	hourly salaried prior past previous open closed gross each year's dollars usd business'd from is'd as actual as'd real qualified experienced main as_ goes insured insurance liability
	property workers comp small-claims minor major separate water slip theft fire ton field office warehouse kitchen approved cdl as limit for'd please square`)

var (
	timeUnit      = regexp.MustCompile(`^\W{0,2}(?:years?|yrs?|months?|weeks?|days?|hours?|hrs?|minutes?|mins?|miles?|inch(?:es)?|stor(?:y|ies)|floors?|acres?|gallons?|lbs|pounds|tons?|beds?|seats?|tables|rooms?|units of|kids|children|students|patients|customers|clients|points|stars|questions?|times|pm|am|th|st of|-year|%|feet tall|feet high|bathrooms?|bays?|mph|horsepower|hp|dogs|cats|animals|houses|homes|jobs|projects|orders|deliveries|members|guests|classes)\b`)
	yearUnit      = regexp.MustCompile(`^\W{0,2}(?:\+ ?)?(?:years?|yrs?)\b`)
	inTrade       = regexp.MustCompile(`\b(?:in business|been (?:around|open|operating|doing|running|at (?:this|it)|going|established)|in operation|operating for|open for|old business|business for|running (?:this|the) (?:business|shop)|(?:business|company|firm|shop) is|we(?:'re| are) .{1,12}years old|doing this|in the (?:trade|industry)|been in)\b`)
	limitPair     = regexp.MustCompile(`^\s?/\s?$|^ ?- ?$|^ (?:and|by|over) (?:a )?$`)
	insuranceTalk = regexp.MustCompile(`\b(?:insurance|insured|coverage|policy|carrier|premiums?)\b`)
	payWords      = regexp.MustCompile(`\b(?:pay|paying|pays|paid|costs?|costing|charge[sd]?|charging|runs us|spend|spending)\b`)
)

// readQuantities gives dates and numbers to fields. Every pair of a value and a field bids with its evidence; the best
// bids win, one value to a field.
func (r *reader) readQuantities() {
	r.readCodes()
	r.readYearsInTrade()
	r.readLimits()
	r.readFractions()
	r.readFleet()
	r.readDates()
	var bids []bid
	for i := range r.values {
		v := &r.values[i]
		if v.kind != catalog.Count || v.used || v.old || r.isTaken(v.start, v.end) || !r.speaksAt(v.start) {
			continue
		}
		bids = append(bids, r.bidsFor(i)...)
	}
	slices.SortStableFunc(bids, func(a, b bid) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
			return 1
		}
		return a.value - b.value
	})
	r.award(bids)
}

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
		r.awardNumber(b.key, v, min(12, b.score))
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
		if v.kind != catalog.Count || v.used || v.old || s == nil || r.isTaken(v.start, v.end) || !r.speaksAt(v.start) || !makeThat.MatchString(r.text.Lower[s.start:v.start]) {
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
	return s != nil && amends.MatchString(r.text.Lower[s.start:at])
}

func (r *reader) awardNumber(key string, v *found, strength float64) {
	f := r.field(key)
	n := v.number.Value
	v.used = true
	if f.Kind == catalog.Year {
		if value.YearRange(f, n, r.turn.Now) {
			r.set(key, n, strength, v.start, v.end)
		}
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
		if score > best[key] {
			best[key] = score
		}
	}
	for _, c := range r.cuesIn(s.start, s.end) {
		if c.start < v.end && v.start < c.end || r.unlabels(c, v) {
			continue
		}
		f := r.field(c.key)
		fit := fits(f, v.number)
		if fit <= -8 || r.unitForbids(f, v) {
			continue
		}
		offer(c.key, r.evidence(c, v, *s)+fit)
	}
	r.topics(v, *s, g, offer)
	if key := r.amended(v); key != "" {
		if f := r.field(key); fits(f, v.number) > -8 {
			if len(r.namedIn(g, f.Key)) > 0 || len(best) == 0 || maxScore(best) < 8 {
				offer(key, 9+fits(f, v.number))
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

// unlabels says that a cue cannot speak for a value: it is part of a question, of what is put off, or was used up.
func (r *reader) unlabels(c cue, v found) bool {
	_, g := r.sentenceOf(c.start)
	if g == nil {
		return false
	}
	return g.act == asks || g.act == putsOff || g.act == aside && c.start > v.start
}

// unitForbids says that the word behind the number counts something else.
func (r *reader) unitForbids(f catalog.Field, v found) bool {
	rest := r.text.Lower[v.end:min(len(r.text.Lower), v.end+24)]
	return timeUnit.MatchString(rest) && !v.number.Money && !v.number.Scaled && f.Kind != catalog.Year || v.number.Spelled && v.number.Value == 1 && pronounOne(r.text.Lower, v, f)
}

var afterOne = regexp.MustCompile(`^ (?:of (?:the|our|my|those|these|them)|more|thing|question|day|time|person|man|woman|stop|way|last)\b`)
var beforeOne = regexp.MustCompile(`\b(?:no|this|that|which|any|every|each|the|another|first|last|next|other|a|good|only|by)[ -]$`)

// pronounOne tells "one of the" and "that one" from the number.
func pronounOne(lower string, v found, _ catalog.Field) bool {
	return lower[v.start:v.end] == "one" && (beforeOne.MatchString(lower[:v.start]) || afterOne.MatchString(lower[v.end:]) || strings.HasPrefix(lower[v.end:], "-"))
}

// evidence says how strongly a cue speaks for a value: right behind it as a unit, right before it as a label, or farther
// off in the same sentence.
func (r *reader) evidence(c cue, v found, s sentence) float64 {
	after := c.start >= v.end
	from, to := c.end, v.start
	words := linkers
	if after {
		from, to, words = v.end, c.start, unitFillers
	}
	gap := r.text.Lower[from:to]
	plain, odd, between := 0, 0, 0
	for _, w := range r.words(from, to) {
		switch {
		case words[w] || after && linkers[w]:
			plain++
		default:
			odd++
		}
	}
	for _, o := range r.valuesIn(from, to) {
		if o.kind != catalog.Street && !o.old {
			between++
			odd--
		}
	}
	score := 10.0 - 0.15*float64(plain) - 1.1*float64(max(odd, 0)) - 4*float64(between)
	if after {
		score = 10.3 - 0.3*float64(plain) - 1.3*float64(max(odd, 0)) - 5*float64(between)
		if odd == 0 && plain == 0 && (c.kind == catalog.Count) {
			score += 0.8
		}
	}
	score -= barrier(gap, after)
	score += 0.25 * float64(c.to-c.from-1)
	if !after && r.labelStyle(s) {
		score += 1.5
	}
	if _, g := r.sentenceOf(c.start); g != nil && g.act == takesBack {
		score--
	}
	return score
}

func barrier(gap string, after bool) (cost float64) {
	for i := 0; i < len(gap); i++ {
		switch gap[i] {
		case ';':
			cost += 4
		case ',', '(':
			cost += 1.5
			if after {
				cost += 1.5
			}
		}
	}
	if after && (strings.Contains(gap, " and ") || strings.Contains(gap, " but ") || strings.Contains(gap, " - ")) {
		cost += 3
	}
	if !after && strings.Contains(gap, " and ") {
		cost += 0.5
	}
	return cost
}

// labelStyle says that names and values alternate in a sentence, name first.
func (r *reader) labelStyle(s sentence) bool {
	names, numbers, lastEnd := 0, 0, -1
	nameFirst, last := false, s.end
	for _, v := range r.valuesIn(s.start, s.end) {
		if v.kind == catalog.Count {
			last = v.start
		}
	}
	for _, c := range r.cuesIn(s.start, last) {
		if c.start >= lastEnd && (numeric(c.kind) || c.kind == catalog.Year) {
			names++
			lastEnd = c.end
		}
	}
	firstNumber := -1
	for _, v := range r.valuesIn(s.start, s.end) {
		if v.kind == catalog.Count {
			numbers++
			if firstNumber < 0 {
				firstNumber = v.start
			}
		}
	}
	for _, c := range r.cuesIn(s.start, s.end) {
		if firstNumber >= 0 && c.end <= firstNumber {
			nameFirst = true
		}
	}
	return nameFirst && numbers > 1 && names == numbers
}

// largeSums are asked in whole amounts: a bare "250" may well mean thousands.
var largeSums = set(`annual_revenue annual_payroll contents_limit building_limit each_occurrence_limit general_aggregate_limit umbrella_limit`)

// fits says how well a number of this form suits a field: zero for well, down to -9 for not at all.
func fits(f catalog.Field, n value.Number) float64 {
	const never = -9
	if n.Area && f.Key != "square_footage" {
		return never
	}
	switch f.Kind {
	case catalog.Money:
		switch {
		case n.Percent:
			return never
		case n.Money || n.Scaled || n.Grouped:
			return 0
		case n.YearLike:
			if f.Key == "deductible" || f.Key == "current_premium" || f.Key == "loss_total" {
				return -0.5
			}
			return -7
		case n.Value == 0:
			return -0.5
		case n.Value < 1000 && largeSums[f.Key]:
			return -7.5
		case n.Value < 100:
			return -6
		}
		return -0.5
	case catalog.Count:
		switch {
		case n.Money || n.Percent || n.Value != float64(int64(n.Value)):
			return never
		case f.Key == "square_footage":
			if n.Value < 50 {
				return never
			}
			return 0
		case n.Scaled && !n.Spelled, n.Value > 50000:
			return -5
		case n.YearLike:
			return -6.5
		}
		return 0
	case catalog.Percent:
		if n.Percent {
			return 0
		}
		if n.Money || n.Scaled || n.Value > 100 {
			return never
		}
		return -2
	case catalog.Year:
		if n.YearLike {
			return 0
		}
	}
	return never
}
