package dialogue

import (
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

// topics offers what a sentence is about without naming the field: money in talk of claims is what they cost.
func (r *reader) topics(v found, s sentence, g *segment, offer func(string, float64)) {
	n := v.number
	r.specific(v, g, offer)
	if n.YearLike && r.says(foundedWords, s) && foundedWords.MatchString(r.text.Lower[s.start:v.start]) &&
		!claimWords.MatchString(r.text.Lower[s.start:v.start]) {
		offer("year_established", 8)
	}
	if n.YearLike && r.says(sinceWord, s) && sinceWords.MatchString(r.text.Lower[s.start:v.start]) && !notSince.MatchString(r.text.Lower[s.start:v.start]) {
		offer("year_established", 8)
	}
	if n.YearLike && vintage.MatchString(r.text.Lower[v.end:s.end]) {
		offer("year_built", 9.5)
	}
	if n.YearLike && g != nil && ofMaterial.MatchString(r.text.Lower[g.start:v.start]) {
		offer("year_built", 8)
	}
	if n.YearLike && r.ofBuilding(v, s) {
		offer("year_built", 8)
	}
	if n.YearLike && g != nil && founderKin.MatchString(r.text.Lower[g.start:v.start]) && r.namesYear(&v) {
		offer("year_established", 9)
	}
	if n.YearLike && g != nil && startedIn.MatchString(r.text.Lower[g.start:v.start]) && !claimWords.MatchString(r.in(*g)) {
		offer("year_established", 8)
	}
	if n.YearLike && g != nil && r.listedYear(v, s, *g) {
		offer("year_built", 7)
	}
	if n.YearLike && g != nil && r.amongBuilding(v, s, *g) {
		offer("year_built", 8)
	}
	if n.YearLike && g != nil && r.listedStart(v, s, *g) {
		offer("year_established", 7)
	}
	if g != nil && n.Value > 0 && r.countsHeads(n) && r.says(fullTalk, s) && allFull.MatchString(r.text.Lower[v.end:s.end]) &&
		crowd.FindString(r.text.Lower[v.end:g.end]) != "" {
		offer("full_time_employees", 8.5)
	}
	if plants.MatchString(r.text.Lower[v.start:s.end]) && ownsThem.MatchString(r.text.Lower[s.start:v.start]) && r.countsHeads(n) {
		offer("number_of_locations", 8.5)
	}
	if n.YearLike && g != nil && len(s.segments) > 1 && onlySince.MatchString(r.text.Lower[g.start:v.start]) &&
		strings.Trim(r.text.Lower[v.end:g.end], " .!") == "" && !notSince.MatchString(r.text.Lower[s.start:s.end]) {
		offer("year_established", 8)
	}
	if n.YearLike && r.says(sinceWord, s) && entitySince.MatchString(r.text.Lower[s.start:v.start]) {
		offer("year_established", 9)
	}
	if r.says(usTalk, s) && ofUs.MatchString(r.text.Lower[v.end:s.end]) && r.countsHeads(n) {
		key := "total_employees"
		if len(r.turn.Asked) > 0 && r.countsPeople(r.turn.Asked[0]) {
			key = r.turn.Asked[0].Key
		}
		offer(key, 9)
	}
	if r.says(totalTalk, s) && totalBefore.MatchString(r.text.Lower[r.lineStart(v.start):v.start]) && r.isSumOfStaff(n.Value) {
		offer("total_employees", 10)
	}
	if rest := r.text.Lower[v.end:s.end]; r.countsHeads(n) && r.says(fullPart, s) {
		if fullAfter.MatchString(rest) {
			offer("full_time_employees", 9.5)
		}
		if partAfter.MatchString(rest) {
			offer("part_time_employees", 9.5)
		}
	}
	if footLong.MatchString(r.text.Lower[v.end:s.end]) && !r.countsOther(v) && n.Value >= 300 && !n.Money && !n.Percent &&
		!strings.HasPrefix(r.text.Lower[v.end:s.end], " ft ees") {
		offer("square_footage", 11.5)
	}
	if g != nil && isWhen.MatchString(r.text.Lower[v.end:s.end]) && n.YearLike {
		offer("year_established", 9)
	}
	if r.countsHeads(n) && n.Value > 0 && (ofW2.MatchString(r.text.Lower[v.end:s.end]) ||
		countedOwner.MatchString(r.text.Lower[s.start:s.end]) && strings.Trim(r.text.Lower[v.end:s.end], " .,!") == "") {
		offer("total_employees", 9)
	}
	if n.YearLike && g != nil && rightAfter.MatchString(r.text.Lower[g.start:v.start]) && !claimWords.MatchString(r.in(*g)) &&
		!insuranceTalk.MatchString(r.in(*g)) {
		offer("year_established", 8.5)
	}
	if g != nil && r.countsHeads(n) && n.Value > 0 && n.Value < 1000 && bareCrowd.MatchString(r.in(*g)) &&
		bareCrowd.FindStringSubmatch(r.in(*g))[1] == r.text.Lower[v.start:v.end] {
		key := "total_employees"
		if len(r.turn.Asked) > 0 && r.countsPeople(r.turn.Asked[0]) {
			key = r.turn.Asked[0].Key
		}
		offer(key, 7.5)
	}
	if g != nil && (ofGL.MatchString(r.text.Lower[v.end:s.end]) || beforeGL.MatchString(r.text.Lower[s.start:v.start])) &&
		n.Value >= 100000 && (n.Money || n.Scaled || n.Grouped) && !n.Percent {
		offer("each_occurrence_limit", 8)
	}
	if n.Area && r.says(premisesWords, s) {
		offer("square_footage", 9)
	}
	if r.says(personShopTalk, s) && personShop.MatchString(r.text.Lower[v.end:s.end]) {
		offer("total_employees", 9+fits(r.field("total_employees"), n))
	}
	if r.says(totalTalk, s) && totalWord.MatchString(r.text.Lower[v.end:s.end]) &&
		(r.sentenceNames(s, "full_time_employees") || r.sentenceNames(s, "part_time_employees")) {
		offer("total_employees", 9.5+fits(r.field("total_employees"), n))
	}
	if _, period := r.perYear(&v); period && !n.Percent && n.Value >= 50 && r.says(payWords, s) &&
		(r.says(insuranceTalk, s) || r.namesInsurer(s)) && !r.says(otherBills, s) {
		offer("current_premium", 6.5)
	}
	if !(n.Money || n.Scaled || n.Value >= 500 && !n.YearLike) || n.Percent || g == nil {
		return
	}
	if claimFor.MatchString(r.text.Lower[s.start:v.start]) && !r.says(anotherOne, s) {
		offer("loss_total", 9)
	}
	if onThem.MatchString(r.text.Lower[v.end:s.end]) && r.spokeOf("subcontractors_used", s) {
		offer("subcontractor_cost", 8)
	}
	if r.says(insurerPaid, s) && len(r.cuesOfKey(s, "losses_5yr")) > 0 {
		offer("loss_total", 8)
		return
	}
	if onIt.MatchString(r.text.Lower[v.end:s.end]) && r.says(premisesWords, s) {
		offer("building_limit", 8.5)
	}
	if r.says(payWords, s) && paysStaff.MatchString(r.text.Lower[v.end:s.end]) && payWords.MatchString(r.text.Lower[s.start:v.start]) {
		offer("annual_payroll", 9)
	}
	if r.says(insureTalk, s) && insureFor.MatchString(r.text.Lower[s.start:v.start]) &&
		(premisesWords.MatchString(r.text.Lower[max(0, s.start-60):v.start]) || r.known("tenure") == "owned") {
		offer("building_limit", 9)
	}
	for _, c := range r.cuesIn(r.topicStart(s), s.end) {
		if c.start >= s.start && r.unlabels(c, v) {
			continue
		}
		switch c.key {
		case "losses_5yr", "loss_count":
			if r.pricesInsurer(v, *g, c, s) {
				offer("current_premium", 7)
				continue
			}
			if _, g := r.sentenceOf(c.start); !r.oneOfSeveral(v, s) && !(g != nil && v.start < g.start && r.negates(r.in(*g))) {
				offer("loss_total", 6.5)
			}
		case "subcontractors_used":
			offer("subcontractor_cost", 6)
		case "current_carrier":
			if r.says(payWords, s) {
				offer("current_premium", 6.5)
			}
		}
	}
	if r.says(payWords, s) && !r.says(insurerPaid, s) && !billFor.MatchString(r.text.Lower[v.end:s.end]) &&
		(r.says(insuranceTalk, s) || r.namesInsurer(s) || r.insuredIn(s)) {
		offer("current_premium", 6.5)
	}
	if r.says(payingNow, s) && len(r.cuesIn(s.start, s.end)) == 0 && !r.says(otherBills, s) {
		offer("current_premium", 6)
	}
	if r.says(inYearTalk, s) && didSums.MatchString(r.text.Lower[s.start:v.start]) &&
		(inYear.MatchString(r.text.Lower[v.end:s.end]) || madeInYear.MatchString(r.text.Lower[s.start:v.start])) && n.Value >= 10000 &&
		len(r.cuesIn(g.start, g.end)) == 0 && !r.says(otherBills, s) {
		offer("annual_revenue", 6)
	}
	if r.yearlyAfterInsurer(v, s) {
		offer("current_premium", 6)
	}
	if r.has("losses_5yr") && r.out.Set["losses_5yr"] == true {
		offer("loss_total", 4.5)
	}
}

var (
	premisesWords = pattern.MustCompile(`
		\b(?:building|bldg|shop|space|suite|warehouse|office|store|storefront|unit|garage|place|premises|facility|square|sq)\b`)
	sinceWords = pattern.MustCompile(`
		\b(?:been|around|open|operating|going|running|business|company|here|at it|we've|llc|corp|inc|partnership)
		\b[^.]*\bsince (?:about |around |at least |way back in )?$`)
	notSince = pattern.MustCompile(`
		\b(?:
			claims?|loss\w*|insured|carrier|policy|building|location|space|lease\w*|rent\w*|bankrupt\w*|cancel\w*|renew\w*|
			sprinkler\w*|coverage|accident\w*|covered|website
		)\b`)
	vintage = pattern.MustCompile(`
		^(?:'s)?[- ](?:era |vintage )?(?:
			(?:
				brick|frame|wood|wood-frame|masonry|block|steel|metal|concrete|non-?combustible|non|combustible|joisted|fire|
				resistive|tilt-up|one|two|three|single|story|storey
			)[ -]
		){0,4}(?:building|structure|construction|build|warehouse|storefront|vintage)\b`)
	totalWord = pattern.MustCompile(`
		^ (?:people |employees |of us |staff |workers )?
		(?:total|in total|altogether|all together|all told|overall|in all|combined)\b`)
	personShop = pattern.MustCompile(`
		^[ -](?:person|people|man|employee|woman)[ -](?:[a-z-]+ ){0,2}(?:
			startup|start-up|brewery|bakery|salon|gym|church|clinic|restaurant|brokerage|studio|department|organization|nonprofit|
			garage|plant|consultancy|staff|business|company|shop|crew|team|business|outfit|operation|firm|office|practice|agency|
			store
		)\b|
		^ (?:people|folks|guys|employees|workers|men|women|persons) on (?:the |our )?payroll\b`)
	sinceWord      = pattern.MustCompile(`\bsince\b`)
	totalTalk      = pattern.MustCompile(`\b(?:total|altogether|all|overall|combined)\b`)
	personShopTalk = pattern.MustCompile(`[- ](?:person|people|man|employees?|woman|men|women|folks|guys|workers|persons)[- ]`)
	usTalk         = pattern.MustCompile(`\bof us\b`)
	fullTalk       = pattern.MustCompile(`\bfull\b`)
	insureTalk     = pattern.MustCompile(`\binsured? \b`)
	inYearTalk     = pattern.MustCompile(`\b(?:year|yr|annually|yearly|in 20\d\d)\b`)
	crowd          = pattern.MustCompile(`
		^ (?:of (?:our|the|my|those|them|us|these) ?)?(?:
			(?:lay|office|paid|regular|field|hourly|salaried|permanent|kitchen|shop|warehouse) )?(?:
			people|folks|guys?|m[ae]n|wom[ae]n|workers?|staff|employees?|team members?|crew|persons?|of us|hands|them
		)?\b`)
)

var (
	footLong = pattern.MustCompile(`^ ?(?:ft|feet|foot|sf|sqft|sq)\b(?: (?:of|total|space|shop|building|warehouse)\b|\W|$)`)
	ofGL     = pattern.MustCompile(`^ ?(?:gl|general liability|cgl|liability)\b`)
	isWhen   = pattern.MustCompile(`
		^ (?:is|was|being) (?:the year |when )+(?:we|i|it|they|the (?:business|company|shop|firm)|my \w+|he|she)? ?
		(?:actually |first |really )?(?:
			opened|started|began|founded|formed|incorporated|was (?:founded|established|formed|started|opened)|launched|
			got (?:going|started)
		)\b`)
	madeInYear = pattern.MustCompile(`\b(?:make|making|made|earn|earned|sell|sold|do|did) (?:in|for) (?:the|a|one|this|last) year\b`)
	bareCrowd  = pattern.MustCompile(`
		^\W*(?:(?:we have|we've got|we're|there's|there are|about|around|roughly|like|got|currently|with|and)\W+)*([a-z0-9]+) (?:
			guys|people|folks|men|hands|techs|stylists|teachers|mechanics|crew members|crew|painters|roofers|plumbers|electricians|
			cooks|nurses|laborers|machinists
		)\W*$`)
	ofMaterial = pattern.MustCompile(`
		\b(?:frame|brick|masonry|block|steel|metal|wood|jm|mnc|concrete|cinder block|joisted|combustible|resistive)
		(?: building| bldg| structure| construction)?(?:,? (?:from|built in|built|dating from|circa|blt))?,? $`)
	ofW2         = pattern.MustCompile(`^ (?:w-?2'?s?)(?: (?:employees|people|guys|workers|staff))?\b`)
	countedOwner = pattern.MustCompile(`
		\b(?:not )?(?:counting|including) (?:the |any )?(?:owners?|me|myself|us)\b.*\b
		(?:we are|we're|there are|there's|it's|we have|i have)\b`)
	rightAfter = pattern.MustCompile(`\b(?:started|opened|founded|formed|established|est\.?|incorporated|launched) (?:in |up in |back in )?$`)
	yearTail   = pattern.MustCompile(` (?:to be (?:exact|precise)|exactly|i think|i believe|or so|or thereabouts|ish|i guess|give or take)\W*$`)
)

var onThem = pattern.MustCompile(`^(?: dollars)?(?: (?:a|per|each|last|this) year)? (?:on|to) them\b`)

// spokeOf says that one of the few sentences before names a field: what "them" are.
func (r *reader) spokeOf(key string, s sentence) bool {
	i := r.at(s.start)
	for k := max(0, i-3); k < i; k++ {
		if len(r.cuesOfKey(r.sentences[k], key)) > 0 {
			return true
		}
	}
	return false
}

var claimFor = pattern.MustCompile(`
	\b(?:claims?|loss(?:es)?|incidents?|accidents?|lawsuits?|fires?|thefts?|break-?ins?)\b(?:
		 (?:in|back in) (?:early |late )?(?:[a-z]+ )?(?:19|20)\d\d| last year| this year
	)?,? (?:for|of|at|costing|that cost|which cost|totaling|worth|paid at|paid)
	(?: us| about| around| roughly| just under| just over)* $`)

var (
	startedIn = pattern.MustCompile(`
		^\W*(?:(?:but|then|we|i|and|it|business|company|am|are|i'm|we're|been) )*(?:
			open from|open in|working from|in business from|operating from|started|opened|founded|formed|established|est\.?|
			launched|began|incorporated|got (?:our|my) start|got started|got going|set up shop|opened (?:our|the|up our) doors|
			hung (?:out )?(?:our|my|a) shingle
		)(?: up)?(?:
			 (?:this|our|my|the) (?:own )?(?:[a-z]+ )?(?:
				shop|store|business|company|place|restaurant|firm|practice|studio|salon|one|bakery|garage|office|gym
			)
		)?(?: in| back in| circa| around| about)? $`)
	ofBuilding = pattern.MustCompile(`
		\b(?:building|bldg|structure|warehouse|place|shop|house|storefront)(?: itself)?
		(?:'s| is| was| dates| went up| goes back| put up| built|:)?(?: about| around| circa| a| from| in| to| back to)*,? $`)
	totalBefore = pattern.MustCompile(`\b(?:total|altogether|all together|in all|combined|overall)(?: of| is|:| =| -)* $`)
	acquired    = pattern.MustCompile(`\b(?:bought|purchased|moved|acquired|renovated|remodel\w*|leased|rented|took over|occup\w+|got|sold|since)\b`)
	insurerPaid = pattern.MustCompile(`
		\b(?:insurer|insurance(?: company)?|carrier|adjuster|they|it|policy|travelers|claim)
		(?: (?:only|just|finally|ended up|has|had))? (?:paid|settled|cost|was paid)\b`)
	paysStaff = pattern.MustCompile(`
		^(?: dollars)?(?: (?:a year|per year|annually|yearly|every year|each year))?
		 to (?:my|our|the) (?:employees?|staff|people|guys|crew|workers|team|help)\b`)
	onIt      = pattern.MustCompile(`^(?: dollars)?(?: of coverage)? on (?:it|the (?:building|structure))\b`)
	insureFor = pattern.MustCompile(`
		^\W*insure for(?: about| around)? $|
		\binsure (?:it|this|that|the (?:building|place|structure|warehouse)) (?:for|at)(?: about| around)? $|
		\b(?:want|have|need|like|get|got) (?:it|this|the (?:building|place|structure)) (?:to be )?insured (?:for|at)
		(?: about| around)? $`)
	payingNow = pattern.MustCompile(`
		\b(?:
			currently (?:we |i )?pay(?:ing)?|paying now|(?:pay|paying) (?:right )?now|now paying|we're paying|
			(?:right now|at present|these days|today),? (?:we|i)(?:'re)? pay(?:ing)?
		)\b`)
	billFor = pattern.MustCompile(`
		^(?: dollars| bucks)?(?:
			 ?(?:a|per|each|every|/) ?(?:month|mo|year|yr|week|quarter)| monthly| yearly| annually
		)?,? (?:in|for|on|of|goes to|to) (?:the |our |my )?(?:
			rent|mortgage|lease|loan|utilities|taxes|wages|payroll|advertising|marketing|fuel|gas|supplies|materials|landlord|
			salaries|equipment|electric
		)\b`)
	otherBills = pattern.MustCompile(`\b(?:rent|lease|mortgage|wages?|salar\w+|tax\w*|subs?|loan|utilities|employees?|workers|crew|staff)\b`)
	yearly     = pattern.MustCompile(`^(?: dollars)?,? ?(?:(?:yr|year)$|/ ?(?:yr|year)|(?:a|per|every|each) (?:year|yr)|annually|yearly|annual)\b`)
)

var (
	fullPart  = pattern.MustCompile(`\bfull\b[^.]{0,40}\bpart\b|\bpart\b[^.]{0,40}\bfull\b`)
	fullAfter = pattern.MustCompile(`^ (?:are |is |work )?full(?: \d| (?:one|two|three|four|five|six|seven|eight|nine|ten) |[,.;)]| and | & |$| -)`)
	partAfter = pattern.MustCompile(`^ (?:are |is |work )?part(?:[,.;)]| and | & |$| -)`)
)

func (r *reader) countsHeads(n value.Number) bool {
	return !n.Money && !n.Percent && !n.Scaled && !n.YearLike && n.Value < 10000
}

var (
	allFull = pattern.MustCompile(`
		^ (?:employees?|people|guys|workers?|persons?|staff|of us|team members|folks)(?: total| in all)?,? (?:and )?
		(?:they(?:'re| are) )?all (?:of (?:them|whom|us) )?(?:are )?full[- ]?time`)
	plants = pattern.MustCompile(`
		^[a-z0-9]+ (?:[a-z]+ ){0,2}(?:
			salons|clinics|gyms|cafes|bakeries|garages|studios|dealerships|schools|hotels|diners|pharmacies|campuses|facilities|
			franchises|laundromats|daycares|kennels|outlets|showrooms|depots|pizzerias|breweries|barbershops|nurseries
		)\b`)
	ownsThem = pattern.MustCompile(`
		\b(?:we|i|he|she|they|client|insured|company)(?:'ve got| have| own| run| operate| runs| owns| operates| has| currently run)
		(?: about| a total of| just| only)* $`)
	onlySince   = pattern.MustCompile(`^\W*(?:and )?(?:here |around |open |going |operating |in operation )?since (?:about |around )?$`)
	entitySince = pattern.MustCompile(`\b(?:llc|corp|corporation|inc|partnership|company|business|open|operating|nonprofit) since $`)
	ofUs        = pattern.MustCompile(`^ of us(?: on (?:the |our )?payroll| (?:work|working)(?: here)?| total| altogether| in all| here)?\W*$`)
	didSums     = pattern.MustCompile(`
		(?:^\W*|\b(?:we|i|business|company|shop|they|he|she)(?:'ll| will|'d)? (?:[a-z]+ )?)(?:
			did|do|does|doing|made|make|makes|pulled in|cleared|turned over|hit|grossed|earn|earned|sell|sold
		)(?: (?:in|for) (?:the|a|one|this|last) year)?(?:
			 right| at| maybe| probably| about| around| roughly| just over| just under| almost| close to| like| over| uh| um
		)* (?:\$?[\d.,]+ ?[a-z]* in 20\d\d,? (?:and |but |then )?)?$`)
	inYear  = pattern.MustCompile(`^ (?:this|last|this past|a|per|each|every) (?:fiscal |calendar )?(?:year|yr)\b|^ (?:annually|yearly|in 20\d\d)\b`)
	atPrice = pattern.MustCompile(`^,? ?\$$|^^(?: insurance)?,? (?:at|for|@|paying|pay|charging|and pay|and it's|-)(?: about| around| roughly| us)* $`)
)

// listedYear says that a bare year stands in a row of facts about a building: "frame, 1955, no sprinklers".
func (r *reader) listedYear(v found, s sentence, g segment) bool {
	exact := yearTail.ReplaceAllString(r.in(g), "")
	if strings.TrimSpace(exact) != r.text.Lower[v.start:v.end] || len(s.segments) < 3 && exact == r.in(g) {
		return false
	}
	for _, o := range s.segments {
		if len(value.Options(r.field("construction_type"), r.in(o))) > 0 || len(r.namedIn(&o, "sprinklered")) > 0 || len(r.namedIn(&o, "square_footage")) > 0 {
			return true
		}
	}
	return false
}

// listedStart says that a bare year stands in a row of facts about a firm: "auto repair, S corp, 2006, 6 mechanics".
func (r *reader) listedStart(v found, s sentence, g segment) bool {
	if strings.TrimSpace(r.in(g)) != r.text.Lower[v.start:v.end] || len(s.segments) < 3 {
		return false
	}
	firm := false
	for _, o := range s.segments {
		firm = firm || len(value.Options(r.field("entity_type"), r.in(o))) > 0
		if len(value.Options(r.field("construction_type"), r.in(o))) > 0 {
			return false
		}
	}
	return firm && !slices.ContainsFunc(r.cuesIn(s.start, s.end), func(c cue) bool { return r.field(c.key).Group == r.field("year_built").Group })
}

// yearlyAfterInsurer says that a yearly sum stands right behind the name of an insurer: "State Farm has us now, 3800 a year".
func (r *reader) yearlyAfterInsurer(v found, s sentence) bool {
	from, to := r.tokensIn(s.start, v.start)
	named := insurers().in(r.text.Lower, r.tokens[from:to])
	priced := len(named) > 0 && atPrice.MatchString(r.text.Lower[named[len(named)-1].end:v.start])
	if !priced && !yearly.MatchString(r.text.Lower[v.end:s.end]) ||
		slices.ContainsFunc(r.cuesIn(s.start, r.segmentEnd(v.start, s)), func(c cue) bool {
			return numeric(c.kind) &&
				c.key != "current_premium"
		}) || r.says(otherBills, s) {
		return false
	}
	return slices.ContainsFunc(named, func(m mention) bool { return r.insuresNow(m, s) })
}

// pricesInsurer says that a sum stands between the name of the insurer and the talk of losses, and the premium was asked for.
func (r *reader) pricesInsurer(v found, g segment, c cue, s sentence) bool {
	from, to := r.tokensIn(s.start, v.start)
	return g.end <= c.start && r.askedAt("current_premium") >= 0 && !r.has("current_premium") && len(insurers().in(r.text.Lower, r.tokens[from:to])) > 0
}

// insuredIn says that a sentence names the present insurer.
func (r *reader) insuredIn(s sentence) bool {
	from, to := r.tokensIn(s.start, s.end)
	return slices.ContainsFunc(insurers().in(r.text.Lower, r.tokens[from:to]), func(m mention) bool { return r.insuresNow(m, s) })
}

// segmentEnd is where the segment of a place ends, or its sentence.
func (r *reader) segmentEnd(at int, s sentence) int {
	if _, g := r.sentenceOf(at); g != nil {
		return g.end
	}
	return s.end
}

// isSumOfStaff says that a number is that of the full-time and the part-time employees together.
func (r *reader) isSumOfStaff(n float64) bool {
	sum, named := 0.0, 0
	for _, v := range r.values {
		_, g := r.sentenceOf(v.start)
		if v.kind != catalog.Count || g == nil {
			continue
		}
		for _, c := range r.cuesIn(g.start, g.end) {
			if c.key == "full_time_employees" || c.key == "part_time_employees" {
				sum, named = sum+v.number.Value, named+1
				break
			}
		}
	}
	return named >= 2 && sum == n
}

func (r *reader) cuesOfKey(s sentence, key string) (all []cue) {
	for _, c := range r.cuesIn(s.start, s.end) {
		if c.key == key {
			all = append(all, c)
		}
	}
	return all
}

// topicStart is where the talk of a sentence begins: with the short question before it, if the person asks that of
// themselves ("subs? sometimes, 60k a year").
func (r *reader) topicStart(s sentence) int {
	for i := 1; i < len(r.sentences); i++ {
		before := r.sentences[i-1]
		if r.sentences[i].start == s.start && before.question && len(r.words(before.start, before.end)) <= 4 {
			return before.start
		}
	}
	return s.start
}

var staffRest = pattern.MustCompile(`^, (?:who )?(?:are|is|work|works) (?:all )?(full|part)[- ]?time\b`)

// specific prefers what is said of people over that they are people: "3 of our people are part-timers".
func (r *reader) specific(v found, g *segment, offer func(string, float64)) {
	if g == nil || v.end > g.end {
		return
	}
	noun := crowd.FindString(r.text.Lower[v.end:g.end])
	end := v.end + len(noun)
	if strings.TrimSpace(noun) == "" {
		return
	}
	if m := staffRest.FindStringSubmatch(r.text.Lower[end:]); m != nil {
		offer(map[string]string{"full": "full_time_employees", "part": "part_time_employees"}[m[1]], 11.8+fits(r.field("total_employees"), v.number))
		return
	}
	ofThem := someOfIt.MatchString(noun + " ")
	for _, c := range r.cuesIn(end, g.end) {
		if ofThem && c.start <= end+1 && len(strings.Fields(noun)) == 2 {
			return // "two of the part timers" are not all of them
		}
		if someOf.MatchString(r.text.Lower[v.end:c.start]) {
			return
		}
		people := c.key == "driver_count" || c.key == "part_time_employees" || c.key == "full_time_employees"
		if people && len(r.words(end, c.start)) <= 7 && !strings.ContainsAny(r.text.Lower[end:c.start], "0123456789") {
			offer(c.key, 11.8+fits(r.field(c.key), v.number))
			return
		}
	}
}
