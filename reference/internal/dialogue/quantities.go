package dialogue

import (
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

var linkers = set(`
	is are was were of about approx approximately around roughly at to be being should would will runs run comes came come the a an
	our we we've we're have has had for this year annual annually last total in currently right now probably maybe like say just
	under over number amount cost set it's its that it i think believe guess than more less up changed change actually sorry
	correction please me us each per dollars with got i'm i'd make it'd that's looks somewhere between close near nearly almost only
	some on by as equals equal usually averages average totals totaling totalling hits did does do went their there count by max
	maximum need want like give put and only code said be'd my total'd down and'd hovers around'd circa plus minus exactly currently
	would'd pay paying paid limit value coverage worth figure goes'd number's all roughly go so far both employees people staff
	stuff`)

// unitFillers may stand between a number and the noun that it counts.
var unitFillers = set(`
	of in for a the our my per year annual annually yearly total on worth to is are company small big large new old used different
	separate licensed regular paid active commercial owned registered light heavy duty box dump pickup pick-up delivery service work
	cargo passenger full size more other own physical retail current and w2 w-2 permanent hourly salaried prior past previous open
	closed gross each year's dollars usd business'd from is'd as actual as'd real qualified experienced main as_ goes insured
	insurance liability property workers comp small-claims minor major separate water slip theft fire ton field office warehouse
	kitchen approved cdl as limit for'd please square nos`)

var (
	timeUnit = pattern.MustCompile(`
		^\W{0,2}(?:
			(?:a|per|each|every) (?:month|week|day|hour|mile|night)|years?|yrs?|months?|weeks?|days?|hours?|hrs?|minutes?|mins?|
			miles?|inch(?:es)?|stor(?:y|ies)|floors?|acres?|gallons?|lbs|pounds|tons?|beds?|seats?|tables|rooms?|units of|kids|
			children|students|patients|customers|clients|points|stars|questions?|times|pm|am|th|st of|-year|%|volunteers?|interns?|
			board members|
			(?:feet|foot|ft) (?:from|away|tall|high|deep|wide|long|of frontage|to (?:the|a|our)|above|below|off|apart)|bathrooms?|
			bays?|mph|horsepower|hp|dogs|cats|animals|houses|homes|jobs|projects|orders|deliveries|members|guests|classes
		)\b`)
	yearUnit = pattern.MustCompile(`^\W{0,2}(?:\+ ?)?(?:years?|yrs?)\b`)
	inTrade  = pattern.MustCompile(`
		\b(?:
			in business|been (?:around|open|operating|doing|running|at (?:this|it)|going|established)|in operation|operating for|
			open for|old business|business for|running (?:this|the) (?:business|shop)|(?:business|company|firm|shop) is|
			we(?:'re| are) .{1,12}years old|doing this|in the (?:trade|industry)|been in
		)\b`)
	limitPair     = pattern.MustCompile(`^\s?/\s?$|^ ?- ?$|^ (?:and|by|over) (?:a )?$`)
	insuranceTalk = pattern.MustCompile(`\b(?:insurance|insured|coverage|policy|carrier|premiums?)\b`)
	payWords      = pattern.MustCompile(`
		\b(?:
			pay|paying|pays|paid|costs?|costing|charge[sd]?|charging|runs us|spend|spending|shell(?:ing)? out|
			fork(?:ing)? (?:out|over)|goes
		)\b`)
)

// readQuantities gives dates and numbers to fields. Every pair of a value and a field bids with its evidence; the best
// bids win, one value to a field.
func (r *reader) readQuantities() {
	r.readCodes()
	r.readYearsInTrade()
	r.readLimits()
	r.readFractions()
	r.readFleet()
	r.readMainAnd()
	r.readFloors()
	r.readStaff()
	r.readParts()
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

// unlabels says that a cue cannot speak for a value: it is part of a question, of what is put off, or was used up.
func (r *reader) unlabels(c cue, v found) bool {
	_, g := r.sentenceOf(c.start)
	if g == nil {
		return false
	}
	if (c.key == "part_time_employees" || c.key == "full_time_employees") && c.start > v.end && someOf.MatchString(r.text.Lower[v.end:c.start]) {
		return true
	}
	if c.start < v.start && v.start >= g.end && denied.MatchString(r.text.Lower[g.start:c.start]) {
		return true // "no bpp, 10k aop ded"
	}
	if c.key == "loss_count" && c.start < v.start && v.start >= g.end && r.negates(r.in(*g)) &&
		!excepting.MatchString(r.text.Lower[g.start:v.start]) && !smallOnes.MatchString(r.text.Lower[v.end:]) {
		return true // "never had a claim, just a couple of inquiries"
	}
	return r.ruledOut(c) || g.act == asks || g.act == putsOff || g.act == aside && c.start > v.start || r.shareOf(c, v)
}

var denied = pattern.MustCompile(`^\W*(?:and |but |with |has |have )?(?:no|without|zero)(?: other| separate| additional)? $`)

var smallOnes = pattern.MustCompile(`^ (?:(?:small|minor|little|tiny|big|old) )*(?:ones?|of them|claims?|loss(?:es)?|incidents?)\b`)

var excepting = pattern.MustCompile(`\b(?:except|but|other than|besides|apart from|aside from|wait|not)\b`)

var notThe = pattern.MustCompile(`\bnot (?:the |our |my |for (?:the )?)?$`)

// ruledOut says that a name is told apart from the one that is meant: "the aggregate, not the occurrence, should be 3M".
func (r *reader) ruledOut(c cue) bool {
	return notThe.MatchString(r.text.Lower[max(0, c.start-16):c.start])
}

var outOf = pattern.MustCompile(`^ (?:dollars )?(?:out )?of (?:our|my|the|that|total|annual|gross|all|those|their) (?:total |annual |gross |yearly )?$`)

var wasBuilt = pattern.MustCompile(`\b(?:the|a|that|this|our|my|his|her) ([a-z]+) (?:was|were|got) (?:originally |first )?$`)

// builtElsewhere says that what was built is no building of a business: "the bridge was built in 1932".
func (r *reader) builtElsewhere(c cue, s sentence) bool {
	m := wasBuilt.FindStringSubmatch(r.text.Lower[s.start:max(s.start, c.start)])
	return m != nil && !premises.MatchString(m[1])
}

// directly says that only a space parts a name from the figure behind it.
func (r *reader) directly(c cue, v found) bool {
	return c.end <= v.start && strings.TrimSpace(r.text.Lower[c.end:v.start]) == ""
}

// someOf stands before a kind of work that is not told of everybody who was counted: "11 cleaners, mostly part time".
var someOf = pattern.MustCompile(`
	\b(?:
		mostly|mainly|most|some|largely|partly|usually|primarily|many|half|several|a few|all but|almost all|nearly all|majority|
		including|predominantly|often
	)(?: of (?:them|whom|which|those|us))?(?: (?:are|is|work|working|being|on|they're|they are|just))* $`)

// shareOf says that a sum is part of what the cue names, and not its amount: "90k of our revenue".
func (r *reader) shareOf(c cue, v found) bool {
	return c.kind == catalog.Money && c.start > v.end && outOf.MatchString(r.text.Lower[v.end:c.start])
}

// unitForbids says that the word behind the number counts something else.
func (r *reader) unitForbids(f catalog.Field, v found) bool {
	if r.countsPeople(f) && ageFrom.MatchString(r.text.Lower[max(0, v.start-20):v.start]) && ageOnly.MatchString(r.text.Lower[v.end:]) {
		return true // "drivers over 21 only"
	}
	if yearlySums[f.Key] {
		if _, named := r.perYear(&v); named {
			return false
		}
	}
	if f.Key == "driver_count" && youngDrivers.MatchString(r.text.Lower[v.end:min(len(r.text.Lower), v.end+40)]) {
		return false
	}
	return !v.number.Money && !v.number.Scaled && f.Kind != catalog.Year && r.countsOther(v) ||
		v.number.Spelled && v.number.Value == 1 && pronounOne(r.text.Lower, v, f)
}

var (
	ageFrom = pattern.MustCompile(`\b(?:over|above|under|aged?|older than|younger than|at least|turned) $`)
	ageOnly = pattern.MustCompile(`^(?:\+| only| drives?\b| driving| can drive| and (?:up|over|older)| or (?:older|over)| years| yrs| with|[,;.]|$)`)
)

var youngDrivers = pattern.MustCompile(`^ (?:kids|students|members|volunteers|interns|guests) (?:who |that |do the |are |all )*(?:driv\w+|deliver\w*)\b`)

// countsOther says that hours, tables, points and the like are counted. It is asked of a number for every field.
func (r *reader) countsOther(v found) bool {
	key := saying{timeUnit, v.end}
	other, known := r.said[key]
	if !known {
		other = timeUnit.MatchString(r.text.Lower[v.end:min(len(r.text.Lower), v.end+24)])
		r.said[key] = other
	}
	return other
}

var afterOne = pattern.MustCompile(`^ (?:of (?:the|our|my|those|these|them)|more|thing|question|day|time|person|man|woman|stop|way|last)\b`)

var (
	onlyTheOne = pattern.MustCompile(`\b(?:only|just) (?:(?:have|has|got|run|use|operate) )?(?:(?:the|this|that) )?$`)
	oneOfThese = pattern.MustCompile(`^ (?:location|shop|store|site|office|branch|restaurant|building|truck|van|vehicle|car|driver|employee|claim|loss)\b`)
)

var beforeOne = pattern.MustCompile(`\b(?:no|this|that|which|any|every|each|the|another|first|last|next|other|a|good|only|by|the [a-z]+)[ -]$`)

// pronounOne tells "one of the" and "that one" from the number.
func pronounOne(lower string, v found, _ catalog.Field) bool {
	if lower[v.start:v.end] != "one" {
		return false
	}
	before := lower[max(0, v.start-40):v.start]
	if onlyTheOne.MatchString(before) && oneOfThese.MatchString(lower[v.end:]) {
		return false
	}
	return (beforeOne.MatchString(before) || afterOne.MatchString(lower[v.end:]) || strings.HasPrefix(lower[v.end:], "-"))
}
