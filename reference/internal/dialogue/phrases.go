package dialogue

import (
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

// hasNotIt is a whole answer that says there is none of what was asked, without naming it.
var hasNotIt = pattern.MustCompile(`
	^(?:(?:no|nope|nah|sorry)\W+)?(?:we |i |they |there's |it's )?(?:
		none|zero|
		(?:don't|do not|doesn't|never|haven't) (?:really |currently |actually |even )?
		(?:have|got|had|use|own|need|serve|sell|carry|keep|run|pay|employ)(?: (?:any|one|it|them|that|those|anything))?
	)(?: (?:at all|here|yet|right now|currently|anymore|at the moment|so far))?$|
	^(?:not yet|nobody|no one|noone|not one|not any|not a one|not a single one|zero|zip|nada|nil)
	(?: (?:else|yet|at all|right now|currently|at the moment))?$`)

var (
	thisYear = pattern.MustCompile(`
		^(?:
			(?:
				it's|it is|we're|we are|we|just|only|a|brand|new|started|opened|founded|established|formed|launched|incorporated|
				back|in|earlier|late|early|about|around|doors|up
			)\W+
		)*(last year|this year|this past year|` + seasonWord + `|(?:\w+ )(?:years?|yrs?) ago|(?:\d+) (?:years?|yrs?) ago)$`)
	inMonth = pattern.MustCompile(`
		^(?:(?:we|i|it|just|only|recently|brand new|new|actually)\W+)*(?:opened|started|formed|launched|got going|opening)
		(?: up| our doors| back)? in (january|february|march|april|may|june|july|august|september|october|november|december)$`)
	bareShort = pattern.MustCompile(`^(?:in |since |back in |est )?'?(\d\d)$`)
)

// readAskedYear reads "last year", "three years ago" and a year of two digits that cannot be an age.
func (r *reader) readAskedYear(f catalog.Field, lower string) bool {
	if f.Key != "year_established" && f.Key != "year_built" {
		return false
	}
	now := float64(r.turn.Now.Year())
	if m := inMonth.FindStringSubmatch(lower); m != nil {
		back := 0.0
		if seasonEnd[m[1]] > r.turn.Now.Month() {
			back = 1
		}
		return r.set(f.Key, now-back, 4, 0, len(r.text.Lower))
	}
	if m := thisYear.FindStringSubmatch(lower); m != nil {
		back := 0.0
		switch {
		case m[1] == "last year":
			back = 1
		case strings.HasPrefix(m[1], "last "), strings.HasPrefix(m[1], "this "):
			back = r.seasonsBack(m[1])
		case strings.HasSuffix(m[1], "ago"):
			n := value.Numbers(m[1])
			if len(n) != 1 {
				return false
			}
			back = n[0].Value
		}
		return r.set(f.Key, now-back, 4, 0, len(r.text.Lower))
	}
	return false
}

const seasonWord = `
	(?:last|this) (?:
		spring|summer|fall|autumn|winter|january|february|march|april|may|june|july|august|september|october|november|december|
		month|week|quarter
	)`

// seasonEnd are the months with which the seasons end that lie within a year.
var seasonEnd = map[string]time.Month{"spring": 6, "summer": 9, "fall": 12, "autumn": 12, "winter": 3, "january": 1, "february": 2,
	"march": 3, "april": 4, "may": 5, "june": 6, "july": 7, "august": 8, "september": 9, "october": 10, "november": 11, "december": 12}

// seasonsBack is how many years "last summer" or "this january" lie back: the season that ended last, or this year's.
func (r *reader) seasonsBack(said string) float64 {
	which, season, _ := strings.Cut(said, " ")
	end, named := seasonEnd[season]
	if which == "last" && named && end >= r.turn.Now.Month() || season == "month" && r.turn.Now.Month() == time.January {
		return 1
	}
	return 0
}

// shortYear is the year that two bare digits mean when they cannot be an age: "07" and "98".
func (r *reader) shortYear(v *found) (float64, bool) {
	if n := v.number.Value; v.kind == catalog.Count && v.number.Spelled && n > float64(r.turn.Now.Year()%100) && n < 100 &&
		inOrSince.MatchString(r.text.Lower[max(0, v.start-24):v.start]) {
		return 1900 + n, true
	}
	m := bareShort.FindStringSubmatch(strings.Trim(r.text.Lower, " .!"))
	if m == nil || v.kind != catalog.Count {
		return 0, false
	}
	year := float64(10*(m[1][0]-'0') + m[1][1] - '0')
	short := float64(r.turn.Now.Year() % 100)
	switch {
	case m[1][0] == '0':
		return 2000 + year, true
	case year > short+20:
		return 1900 + year, true
	}
	return 0, false
}

var (
	times = map[string]float64{"once": 1, "twice": 2, "three times": 3, "just once": 1, "only once": 1, "just twice": 2, "only twice": 2,
		"thrice": 3, "four times": 4}
	mishap = pattern.MustCompile(`
		\b(?:
			break-?in|burglar(?:y|ized)|theft|stolen|robbery|robbed|fire|flood(?:ed|ing)?|water damage|burst pipe|pipe burst|
			slip[- ]and[- ]fall|slip and fall|trip and fall|fender[- ]bender|accident|hail|wind damage|storm damage|vandalism|
			vandalized|lawsuit|sued|injury|got hurt|fell|rear[- ]ended|collision|crash|tree fell|leak|hurricane|tornado|lightning|
			hailstorm|windstorm
		)\b`)
	smallOne = pattern.MustCompile(`
		^(?:(?:just|only|yes|yeah|yep|unfortunately|well|we had|there was|maybe|about)\W+)*
		(one|two|three|four|five|six|a couple(?: of)?|a single)(?: (?:small|little|minor|big|large|tiny|old|bad|quick|real))*
		(?: ones?| things?| incidents?| of them)?(?: (?:last|this|a few|two|three|back in|in) .{2,20})?$`)
)

// readAskedTimes reads how often losses came about, and a mishap that is told instead of a yes.
func (r *reader) readAskedTimes(f catalog.Field, lower string) bool {
	if n, ok := times[lower]; ok && f.Kind == catalog.Count {
		return r.set(f.Key, n, 4, 0, len(r.text.Lower))
	}
	if f.Key != "losses_5yr" {
		return false
	}
	if n, ok := times[lower]; ok {
		r.set("loss_count", n, 4, 0, len(r.text.Lower))
		return r.set(f.Key, true, 4, 0, len(r.text.Lower))
	}
	if m := smallOne.FindStringSubmatch(lower); m != nil {
		if n := value.Numbers(strings.Replace(m[1], "a single", "one", 1)); len(n) == 1 {
			r.set("loss_count", n[0].Value, 4, 0, len(r.text.Lower))
			return r.set(f.Key, true, 4, 0, len(r.text.Lower))
		}
	}
	if mishap.MatchString(lower) && !r.negates(lower) && !r.longAgo(lower) && len(strings.Fields(lower)) <= 14 {
		return r.set(f.Key, true, 4, 0, len(r.text.Lower))
	}
	return false
}

var sameName = pattern.MustCompile(`
	^(?:(?:no|nope|nah|none)\W+)?(?:it's |its |it is |just )?(?:the )?same(?: (?:as|name|thing|one).*)?$|
	^(?:(?:no|nope|nah|we use|we go by|it's|just|only)\W+)*(?:just |only )?
	(?:the|our) (?:legal|full|business|company|own|regular|same) ?(?:business |company )?name$|
	^(?:as|see) (?:above|legal.*)$`)

// readAskedSame reads "same as legal" for a trade name as that there is none.
func (r *reader) readAskedSame(f catalog.Field, lower string) bool {
	if !(f.Key == "dba" && sameName.MatchString(lower) || f.Key == "current_carrier" && uninsured.MatchString(lower)) {
		return false
	}
	r.putOff(f, lower)
	return true
}

var uninsured = pattern.MustCompile(`
	^(?:(?:we have|we've|there is|there's|it's|its|i have|we are|we're|i'm|well|um)\W+)*(?:
		none|nobody|no one|not insured|uninsured|
		no (?:current |prior |previous |existing |other )?(?:insurance|carrier|coverage|policy|insurer)|first[- ](?:time|policy)|
		(?:my|our|the) first (?:policy|time)|brand new|new (?:business|venture|policy)|never (?:had|been insured)|
		don't have (?:any|one|insurance)|without
	)\b`)

var (
	askedShare = pattern.MustCompile(`
		^(?:
			(?:
				(?:the |our )?(?:bar|alcohol|liquor|booze|drinks?|beer|wine)(?:'s| is| are| makes up| side is| comes to| runs)?|
				about|roughly|around|maybe|probably|approximately|i'd say|i would say|call it|it's|its|like|close to|
				somewhere around|just over|just under|a little over|a little under|easily|at least
			) )*(half|(?:a |one )?(?:quarter|third|fifth|tenth)|two thirds|three quarters)
		(?: of (?:it|them|sales|our sales|that|revenue|the business))?$`)
	tooNew = pattern.MustCompile(`
		\b(?:
			too new|(?:we|i)(?:'ve| have|'re| are)? (?:only |just |literally )+(?:opened|started|opening|starting|formed)|
			brand[- ]new (?:business|company|venture|llc)|just (?:opened|started)(?: up)?
		)\b`)
	noTaxID = pattern.MustCompile(`
		\b(?:social(?: security)?(?: number)?|ssn|my own number)\b|
		\b(?:don't|do not|doesn't|haven't) (?:have|got|get|applied for)\b`)
	notADrop = pattern.MustCompile(`\b(?:don't|do not|never|doesn't) (?:pour|serve|sell|touch|allow|stock)\b[^.;,]*$|\bnot a drop\b|\bbone dry\b`)
	justThe  = pattern.MustCompile(`
		^(?:that|it|this) (?:was|is) the only (?:one|claim|loss|time)$|
		^(?:(?:it was|that was|yeah|yes|well)\W+)*(?:just|only) (?:the|that|this|a|an) (?:one|[a-z]+ ?)
		(?: (?:one|claim|loss|damage|fire|accident|incident))?$`)
	notAlone = pattern.MustCompile(`\b(?:me|myself),? (?:and|plus|with|my|&|\+|then)\b`)
	unformed = pattern.MustCompile(`
		^(?:(?:it's|its|that's|no|nope|nah|nothing|just|only|well|um)\W+)*(?:
			(?:just|only) (?:me|myself|my own name)\b|me,? myself|
			(?:not|never|isn't|is not|wasn't) (?:incorporated|registered|formed|set up|an? (?:llc|corporation|company))|
			nothing (?:formal|official|set up|registered)|under my (?:own )?(?:name|social|ssn)|schedule c|dba only|just a dba|
			my own name|i file (?:a |it on )?(?:my )?(?:schedule c|personal taxes)
		)`)
	socialOnly = pattern.MustCompile(`\b(?:facebook|instagram|fb|insta|social media|yelp|tiktok|google (?:listing|page|business))\b`)
	nobodyDoes = pattern.MustCompile(`^(?:nobody|no one|none of us)(?: [a-z]+){1,4}$`)
	noOther    = pattern.MustCompile(`
		^(?:(?:no|none|nope),? ?)?(?:
			(?:no|none) (?:other|more|additional)(?: (?:locations?|ones|places))?|
			(?:just|only) (?:this|the) (?:one|location|place|shop|store)|this is (?:it|the only one|our only (?:one|location))
		)$`)
	ownHands  = pattern.MustCompile(`\b(?:self[- ]perform|in[- ]house|ourselves|myself|our own (?:crew|guys|people|employees|staff))\b`)
	bareCount = pattern.MustCompile(`^(?:(?:yes|yeah|yep|just|only|about|maybe|we had|there were)\W+)*([a-z]+|\d{1,2})(?: of them)?$`)
)

// readAskedPhrase reads answers that only the question makes clear: "roughly half" for a share, "we only have Facebook"
// for a website, "we do it all ourselves" for subcontractors, "two, both small" for losses.
func (r *reader) readAskedPhrase(f catalog.Field) bool {
	lower := strings.Trim(r.text.Lower, " .!")
	first, _, _ := strings.Cut(lower, ",")
	switch f.Key {
	case "driver_count", "full_time_employees", "part_time_employees", "total_employees":
		if nobodyDoes.MatchString(lower) {
			return r.set(f.Key, 0.0, 4, 0, len(r.text.Lower))
		}
	case "loss_count":
		if justThe.MatchString(lower) {
			return r.set(f.Key, 1.0, 4, 0, len(r.text.Lower))
		}
	case "number_of_locations":
		if noOther.MatchString(lower) {
			return r.set(f.Key, 1.0, 4, 0, len(r.text.Lower))
		}
	case "alcohol_percent":
		if notADrop.MatchString(lower) {
			return r.set(f.Key, 0.0, 4, 0, len(r.text.Lower))
		}
		if m := askedShare.FindStringSubmatch(lower); m != nil {
			return r.set(f.Key, shares[m[1]], 4, 0, len(r.text.Lower))
		}
	case "fein":
		if noTaxID.MatchString(lower) {
			r.putOff(f, lower)
			return true
		}
	case "entity_type":
		if unformed.MatchString(lower) && !notAlone.MatchString(lower) {
			return r.set(f.Key, "sole_proprietor", 4, 0, len(r.text.Lower))
		}
	case "prior_cancellation", "bankruptcy":
		if tooNew.MatchString(lower) {
			return r.set(f.Key, false, 4, 0, len(r.text.Lower))
		}
	case "sprinklered":
		if sprinklerKind.MatchString(lower) && len(strings.Fields(lower)) <= 6 && !r.negates(lower) {
			return r.set(f.Key, true, 4, 0, len(r.text.Lower))
		}
	case "alarm":
		if alarmKind.MatchString(lower) && len(strings.Fields(lower)) <= 6 && !r.negates(lower) {
			return r.set(f.Key, true, 4, 0, len(r.text.Lower))
		}
	case "website":
		if socialOnly.MatchString(lower) && len(strings.Fields(lower)) <= 10 {
			r.putOff(f, lower)
			return true
		}
	case "subcontractors_used":
		if ownHands.MatchString(lower) && !r.negates(lower) {
			return r.set(f.Key, false, 4, 0, len(r.text.Lower))
		}
	case "losses_5yr":
		if tooNew.MatchString(lower) || cleanRecord.MatchString(lower) {
			return r.set(f.Key, false, 4, 0, len(r.text.Lower))
		}
		if m := bareCount.FindStringSubmatch(first); m != nil {
			if n := value.Numbers(m[1]); len(n) == 1 && n[0].Value < 50 && n[0].Value > 0 && !n[0].Money {
				r.set("loss_count", n[0].Value, 4, 0, len(first))
				return r.set(f.Key, true, 4, 0, len(first))
			}
		}
	}
	return false
}

// onlyEntityOf says that the message gave nothing but the kind of entity, as a legal name that is asked for does by its
// ending.
func (r *reader) onlyEntityOf(f catalog.Field) bool {
	first := firstWords(r.text.Plain[leadIn(r.text.Lower):], 1)
	return f.Key == "legal_name" && len(r.out.Set) == 1 && r.has("entity_type") && !hasWords(first, set("a an the")) &&
		companyEnding.MatchString(strings.Trim(r.text.Plain, " .!"))
}

var role = pattern.MustCompile(`
	^(?:
		(?:(?:that'd be|that would be|that's|it's|this is|you've got) )?(?:me|myself|him|her) ?[.,:;!-]+ +|
		(?:(?:it's|that's|that is|that would be|that'd be|it would be|probably) )?(?:my|our|the) (?:[a-z]+,? ){1,3}
	)`)

// pastRole goes past "my office manager" to the name behind it.
func (r *reader) pastRole(start int) int {
	if m := role.FindString(r.text.Plain[start:]); m != "" && start+len(m) < len(r.text.Plain) && r.capitalised(start+len(m)) {
		return start + len(m)
	}
	if m := role.FindString(r.text.Lower[start:]); strings.Contains(m, "me") && !strings.Contains(m, "my ") && start+len(m) < len(r.text.Plain) {
		return start + len(m)
	}
	return start
}
