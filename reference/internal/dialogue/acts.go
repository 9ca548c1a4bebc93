package dialogue

import (
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

const kin = `
	brother|sister|friend|buddy|neighbou?r|cousin|uncle|aunt|dad|father|mom|mother|wife|husband|spouse|son|daughter|boss|partner|
	girlfriend|boyfriend|in-law|brother-in-law|sister-in-law|father-in-law|nephew|niece|pal|roommate|grandfather|grandpa|colleague|
	ex|landlord|lawyer|attorney|mechanic|supplier|competitor|tenant|customer`

var (
	interrogative = pattern.MustCompile(`
		^\W*(?:
			(?:
				and|but|so|also|ok|okay|hey|hi|hello|um|well|wait|quick question|question|two questions|one question|
				i(?:'ve| have|'ve got| got) (?:a|an|one|two|three|some|a few|a couple(?: of)?|\d+) (?:quick |more |other )?
				questions?|
				first|second
			)\W+
		)*(?:
			(?:what|what's|whats|what're|why|why's|where|where's|whose|who's)\b
			(?: (?:we|our company|my company|i) (?:do|make|sell|does)\b)?|
			how (?:many|much|do|does|did|long|come|about|is|are|can|could|soon|should|would|will|often|hard|far|big|come)\b|how's|
			when (?:do|does|did|is|are|will|would|can|should)\b|who (?:is|are|do|does|will|would|should|can)\b|
			which (?:one|is|are|do|of|form|number|should)\b|
			(?:do|does|did) (?:i|we|you|they|it|that|this|the|my|our|your|any|an?)\b|
			(?:is|are|was|were) (?:it|this|that|there|the|these|those|you|we|my|our|your|any|i|an?|they|\d)|am i\b|
			(?:can|could|might|shall) (?:i|you|we|it|this|that|they|someone|my|the)\b|may (?:i|we|you|they)\b|
			should (?:i|we|it|that|this|my|the|they)\b|(?:would|will|won't|wouldn't) (?:you|it|that|this|i|we|the|they|my|our)\b|
			(?:have|has|had) (?:you|they|it|anyone)\b|
			(?:isn't|aren't|don't|doesn't|didn't|can't|shouldn't) (?:it|this|that|you|i|we|the|there)\b|
			(?:is|are)
			 [a-z$ -]{2,60} (?:
				worth it|necessary|needed|required|mandatory|included|covered|enough|ok|okay|optional|a good idea|
				too (?:low|high|much|little|early|late)
			)\b|
			(?:
				tell me|explain|remind me|any idea|any chance|wondering|i was wondering|i wonder|curious|just curious|can u|could u|
				do u|are u|got a question|i have a question|quick q|not sure (?:what|why) you mean|i'd like to know|i want to know|
				let me ask|what if
			)\b
		)`)
	restart = pattern.MustCompile(`
		^\W*(?:
			anyway|anyways|but anyway|regardless|either way|it's|its|it is|that's|we have|we've|we are|we're|we do|we don't|i'd say|
			i have|i'm|the answer|my answer|our|also|in any case|ours|mine|for us|sure|yes|no|yeah|nope|oh and|\$?\d|that would be|
			that'd be
		)\b`)
	tag = pattern.MustCompile(`
		\W(?:
			right|ok|okay|correct|yes|no|yeah|is that (?:ok|okay|right|fine|enough|correct|good)|does that (?:work|help|make sense)|
			that ok|isn't it|don't we|if that's ok|sound good|good|huh|you know|make sense|works
		)\W*$`)
	supposes = pattern.MustCompile(`
		\b(?:
			if (?:[a-z]+ ){1,2}(?:
				exceeds?|goes|grows?|hits?|reaches|increases?|doubles?|drops?|falls?|comes|lands?|picks? up|allows?
			)\b|
			if (?:so|not)\b|(?:what )?if (?:we|i|it|you|they|our|my|the|there|he|she|someone|something)\b|were to\b|suppose\b|
			supposing|hypothetical|imagine\b|let's (?:pretend|suppose)\b|
			let's say (?:we|i|you|it|they|there|that|our|the|my|somebody|someone|he|she)\b|say (?:we|i) (?:had|were|have)\b|
			for (?:example|instance)\b|in (?:the|your) (?:example|sample)\b|you showed\b|e\.g\.|such as\b|
			might (?:buy|hire|add|get|open|have|need|move|expand|grow|lease|rent)|
			(?:hiring|adding|buying|ordering|bringing on|opening) (?:\d+|one|two|three|four|five|another|an?|more|some|a few)\b
			(?: more| new| other)?|
			will be (?:hiring|adding|buying|opening)|may (?:buy|hire|add|get|open|move|expand|grow)\b|
			could (?:buy|hire|add|get|open|be)|thinking (?:about|of)|think about (?:adding|hiring|buying)|considering|
			plan(?:ning)? (?:to|on)|plans? to|hop(?:e|ing) to|want to (?:buy|hire|open|grow|expand|add a|add another|reach|hit)|
			going to (?:buy|hire|open|grow|expand|add|get)|
			looking (?:to|at) (?:buy|hire|open|add|grow|expand|buying|hiring|opening|adding|expanding)|someday|eventually|one day|
			in the future|down the road|next year we|by next year|would have been\b|
			some (?:companies|businesses|people|contractors)|most (?:companies|businesses|people|contractors|of our competitors)|
			typical(?:ly)? (?:companies|businesses)|the (?:average|typical) (?:company|business|shop)|wish (?:we|i)|unless|
			in case (?:we|i)|whether (?:we|i|or)|when (?:we|i) (?:grow|expand|retire|buy|hire|get)
		)\b`)
	formerly = pattern.MustCompile(`
		\b(?:
			used to|previously had|back (?:then|when)|at one (?:time|point)|
			when (?:we|i) (?:started|opened|were|was|first|began|bought|moved|said|gave|told)|originally (?:had|we)|
			a few years ago we|years ago we had|once had|formerly|in the old days|before (?:covid|the pandemic|we|that)|prior to|
			at (?:our|the) peak|
			last year we (?:only )?(?:had|ran|owned) \w+ (?:\w+ )?(?:trucks?|vans?|vehicles?|drivers?|employees|people|locations)|
			at my (?:old|last|previous|other)|
			my (?:old|last|previous|other|former|second) (?:company|business|job|shop|firm|store|restaurant|employer)|
			our (?:old|former|other|sister) (?:company|business|shop|location|office|building|place|space|warehouse|store)|
			sister company
		)\b`)
	others = pattern.MustCompile(`
		\b(?:
			(?:my|our|a|the|his|her|their|your) (?:[a-z-]+ )?(?:` + kin + `)(?:'s|s'|s)?(?: [a-z'-]+){0,4}? (?:
				has|have|had|owns?|owned|runs?|ran|does|did|got|uses?|pays?|paid|makes?|made|started|opened|says?|said|told|thinks?|
				works?|worked|employs?|drives?|filed|went|was|were|is|grosses|company|shop|business|firm|store|place|outfit|
				restaurant|truck|trucks|policy|insurance|building
			)|
			a friend of mine|
			the (?:guy|company|shop|place|store|business|people|restaurant|firm|folks) (?:
				next door|across|down|over|on the corner|up the street|that|who|i used
			)|
			(?:
				another|a different|some other|this other|that other|one other|a bigger|a competing|a rival|a local|a similar
			) (?:company|shop|business|place|store|firm|contractor|restaurant|guy|agency|agent|broker|carrier|quote)|
			(?:our|my) competitors?|next door|competitor|
			the (?:
				guys?|people|folks|owners?|tenants?|company|business|ones?|fellas?|family|couple
			) (?:(?:that|who) (?:was|were|had it|owned it|ran it)(?: here| there)? )?before (?:us|me)\b|
			the previous (?:owner|tenant|agent|owners)|the (?:former|prior|last) (?:owner|tenant|agent)s?|
			your (?:
				company|business|shop|firm|store|restaurant|agency|payroll|revenue|fleet|trucks|employees|office|website|phone|
				email|form|application|questionnaire|system|letter
			)|
			(?:one of (?:our|my)|a|an?other) (?:clients?|customers?)\b|(?:clients?|customers?) of (?:mine|ours)|
			(?:our|my) (?:clients|customers) (?:have|are|were|had)|
			(?:a|some|this|that) (?:guy|lady|fellow|dude|contractor) (?:with|who|that|from)\b|i (?:heard|read|saw)|on the news|
			in the news|the news|wikipedia|
			(?:amazon|walmart|mcdonald's|starbucks|google|home depot|fedex|ups) (?:has|have|makes|does|pays)
		)\b`)
	theirs = pattern.MustCompile(`
		\b(?:
			(?:his|her|their) (?:
				company|business|shop|firm|store|restaurant|agency|payroll|revenue|fleet|trucks|employees|office|website|phone|email
			)|
			(?:he|she) (?:has|had|owns|runs|pays|makes|employs|uses|does|drives|started)
		)\b`)
	brokers = pattern.MustCompile(`
		\b(?:
			(?:my|our|the|this|a new) (?:[a-z]+ )?(?:client|insured|applicant|prospect|account)(?:'s)?|
			(?:named )?insured (?:is|has|does|owns|operates)|(?:client|applicant|insured):
		)(?: |$|[,.:])`)
	somebody = pattern.MustCompile(`
		\b(?:my|our|a|an|the|his|her|their|your|this|that|some) (?:[a-z-]+ )?(?:
			` + kin + `|accountant|bookkeeper|cpa|guy|lady|fellow|dude|woman|man|agent|broker|manager|employee|driver|worker|
			contractor|subcontractor|sub|doctor|vendor|client's|owner's
		)(?:'s|s'|s)?\b|
		\b(?:competitors?|next door|previous owner|former owner|clients|customers)\b`)
	whenOpened = pattern.MustCompile(`\b(?:19|20)\d\d (?:is|was) (?:the year |when )+(?:we|i|it)\b`)
	founderKin = pattern.MustCompile(`
		\b(?:my|our|his|her) (?:[a-z-]+ )?(?:
			dad|father|grandfather|grandpa|mom|mother|parents|grandparents|uncle|family|brother|wife|husband
		) (?:first |originally )?(?:started|founded|opened|established|began|launched) (?:
			it|this|us|the (?:business|company|shop|store|firm|place|restaurant)|our|up
		)\b`)
	ageOf = pattern.MustCompile(`
		\b(?:(?:my|our|his|her) (?:[a-z-]+ )?(?:` + kin + `|kid|boy|girl|child)|he|she)(?:'s| is| turned| just turned| turns)
		 \d{1,2}\b`)
	tookOver = pattern.MustCompile(`
		(?:^\W*(?:yes|yeah|well|so)?\W*|\b(?:i|we|he|she|they) )(?:
			took (?:it |things )?over|bought (?:it|the business|them|him) out|bought the (?:business|company|shop)|
			bought (?:it|this) from (?:my|the) |inherited|acquired|purchased (?:it|the (?:business|company))
		)\b`)
	ownKin = pattern.MustCompile(`
		\b(?:
			landlord|lender|bank|client|city|state|mall|mortgage company|general contractor|franchisor|customer
		)s? (?:makes?|made|requires?|required|wants?|needs?|asks?|asked|expects?) (?:us|me|that we|that i)\b|
		\b(?:my|our) (?:business )?(?:partner|co-owner) (?:has |had |once )?(?:filed|went|declared)\b[^.;,]{0,30}\bbankrupt|
		\b(?:my|our|the) (?:[a-z-]+ )?(?:
			brother|sister|wife|husband|spouse|son|daughter|dad|father|mother|mom|partner|accountant|bookkeeper|cpa|lawyer|attorney|
			agent|boss
		) (?:says|said|tells me|told me|confirmed|confirms|reminded me|corrected me)(?: that)?,? (?:
			we|we're|we've|our|it|it's|i|i'm|the (?:business|company|building|payroll|revenue|premium)
		)\b|
		\b(?:my|our) (?:[a-z-]+ )?(?:
			brother|sister|wife|husband|spouse|son|daughter|dad|father|mother|mom|partner|cousin|friend|boss|accountant|bookkeeper
		)(?: [a-z]+)? (?:and (?:i|me)|is (?:the|our) (?:contact|main contact|point of contact))\b|
		\b(?:my|our) landlord is\b|
		\b(?:the|my|our) (?:landlord|boss|owner|manager) (?:
			says|said|told (?:me|us)|confirmed|thinks
		) (?:yes|no|it|its|it's|there|we|that)\b`)
	retracts = pattern.MustCompile(`
		\b(?:ditch|kill|ignore|forget|disregard|scratch|never ?mind|strike|scrap) (?:that|what|the|my|it|about|everything)?|
		\bi (?:said|told you|wrote|put|gave(?: you)?|typed|entered|had said|previously said|mistakenly said)\b|
		\byou (?:have|wrote|put|noted)$|\bwhat i said\b`)
)

// tellActs marks what each segment does. What a segment is can reach into the next ones: a question goes on to the end
// of its sentence, and so does somebody else's story.
func (r *reader) tellActs(all []sentence) {
	broker := brokers.MatchString(r.text.Lower)    // who writes for a client says "he has" of the insured
	stranger := somebody.MatchString(r.text.Lower) // "she" is the insured where nobody else was spoken of
	for i := range all {
		s := &all[i]
		from := r.questionFrom(*s)
		foreign := false
		for j := range s.segments {
			g := &s.segments[j]
			text := r.in(*g)
			if from >= 0 && j >= from {
				if j > from && !s.question && restart.MatchString(text) {
					from = -1
				} else {
					g.act = asks
					continue
				}
			}
			switch {
			case ageOf.MatchString(text) && !strings.Contains(text, "drivers"), tookOver.MatchString(text) && !sinceWeDid.MatchString(text):
				g.act, foreign = aside, false
			case others.MatchString(atTheirs.ReplaceAllString(text, " ")) && !ownKin.MatchString(text) &&
				!founderKin.MatchString(text), theirs.MatchString(text) && !broker && stranger:
				g.act, foreign = aside, true
			case foreign && !r.backToUs(text):
				g.act = aside
			case supposes.MatchString(text), formerly.MatchString(text) && !whenOpened.MatchString(text):
				g.act, foreign = aside, false
			case r.tellsSkip(text):
				g.act, foreign = putsOff, false
			default:
				foreign = false
			}
			if g.act == answers && retracts.MatchString(text) {
				g.act = takesBack
			}
			if g.act == aside && r.agreedTo(g.end) && !supposes.MatchString(text) {
				g.act, foreign = answers, false // "my agent said 1M/2M, let's do that"
			}
			if g.act == aside && exampleOf.MatchString(text) {
				foreign = true
			}
			if g.act == aside && mayCome.MatchString(text) {
				foreign = true // what goes on about a plan is planned: "might buy a truck, maybe two"
			}
			if g.act == aside && (strings.HasPrefix(strings.TrimSpace(text), "if ") ||
				supposes.MatchString(text) && j+1 < len(s.segments)) && !foreign && strings.Contains(text, "if ") {
				foreign = true // the consequence of a supposition is as unreal as itself
			}
		}
	}
}

// atTheirs is where something of ours came about: "water damage at a customer's house".
var atTheirs = pattern.MustCompile(`
	\b(?:at|in|on|to|of|from|with|hit|damaged) (?:an?|the|one of our|another|our) (?:customer|client|tenant|guest|neighbor)
	(?:'s|s')? ?(?:house|home|property|car|yard|place|office|building|truck|fence|floor|roof|site|store)?\b`)

var agreed = pattern.MustCompile(`
	^[^?]{0,60}\b(?:
		(?:so )?(?:
			let's|lets|let us|we'll|i'll|we will|i will|we'd like to|just|please|so
		) (?:do|use|go with|take|put|stick with|keep|run with|say|match)(?: down)? (?:that|those|it|these|the same|both)|
		go with (?:that|those)|do that|(?:so )?(?:maybe|probably|i guess) (?:do |go with |use |put )?(?:that|those)|
		(?:that|those) (?:works?|is fine|are fine|sounds? good|sounds? right|is good)(?: for (?:me|us))?|sounds good|i agree|
		we agree|works for (?:me|us)|fine (?:by|with) (?:me|us)|i trust (?:him|her|them)|that's what (?:we|i) want
	)\b`)

// agreedTo says that what somebody else said is made one's own behind a place.
func (r *reader) agreedTo(at int) bool {
	return agreed.MatchString(r.text.Lower[at:min(len(r.text.Lower), at+90)])
}

var mayCome = pattern.MustCompile(`\b(?:might|may|could) (?:buy|hire|add|get|open|move|expand|grow|lease|rent)\b`)

// sinceWeDid tells from when on something holds: "no claims since we took over".
var sinceWeDid = pattern.MustCompile(`\b(?:since|after|once|ever since) (?:we|i) (?:took|bought|acquired|purchased|inherited)`)

var exampleOf = pattern.MustCompile(`\b(?:in (?:the|your) (?:example|sample)|you showed|for (?:example|instance))\b`)

var us = pattern.MustCompile(`\b(?:we|we're|we've|our|ours|us|i|i'm|i've|my|mine|me)\b`)

var presently = pattern.MustCompile(`
	^\W*(?:(?:but|and|so) )?(?:
		right now|currently|today|at present|as of (?:now|today)|at the moment|for now|these days|as it stands|presently
	)\b`)

func (r *reader) backToUs(text string) bool {
	return (us.MatchString(text) || presently.MatchString(text)) && !supposes.MatchString(text)
}

// questionFrom is the first segment of the question that a sentence asks, or -1.
func (r *reader) questionFrom(s sentence) int {
	for j, g := range s.segments {
		if requests.MatchString(r.in(g)) || mayWait.MatchString(r.in(g)) {
			return -1
		}
		if j > 0 && !s.question && (isWhat.MatchString(r.in(g)) || isThe.MatchString(r.in(g)) && r.namesSomebody(s.segments[j-1])) {
			continue // "I rent the place, is 2500 square foot"
		}
		if asksMeaning(r.in(g)) {
			return j
		}
		if interrogative.MatchString(r.in(g)) && !whatWeDo.MatchString(r.in(g)) && (s.question || !wereA.MatchString(r.in(g))) {
			return j
		}
	}
	if !s.question || tag.MatchString(r.text.Lower[s.start:s.end]) || r.bareGuess(s) {
		return -1
	}
	return 0
}

var (
	requests = pattern.MustCompile(`
		^\W*(?:(?:so|and|also|ok|okay|then|well|hmm|um)\W+)*(?:can|could|may) (?:we|i) (?:just |maybe |please )?
		(?:do|get|go with|go for|have|take) (?:an? |the )?\$?\d[\d.,]*\s?(?:k|m|mm|mil|million|thousand)?(?: ?/ ?\$?\d\S*)?(?:
			 (?:deductible|ded|limits?|gl|agg|aggregate|occ|occurrence|for|please|instead|on)\b|\W*$
		)|
		^\W*(?:how about|what about|why don't) (?:we|i|you) (?:just )?(?:
			raise|lower|bump|change|make|set|do|put|use|go|drop|increase|push|move|double
		)\b|
		^\W*(?:how|what) about (?:effective |starting |we say |the |a |around |about )*\$?\d|
		^\W*(?:(?:hi|hey|so|and|also|ok|okay|oh|actually|sorry|please)\W+)*
		(?:can|could|would|will) (?:you|we|i|u) (?:please |just |maybe |also )*(?:
			change|update|push|move|double|triple|halve|cut|delay|shift|bring|make|set|correct|fix|switch|bump|put|list|use|remove|
			delete|take|skip|leave|come back|do that later|pass|add (?:me|us|hired|that|it|an?)|
			start (?:it|us|me|the|coverage|my|our)|note|mark|go back and|raise|lower|increase|drop
		)\b`)
	mayWait = pattern.MustCompile(`
		^\W*(?:can|could|may|is it (?:ok|okay|fine|alright|possible)|would it be (?:ok|okay|fine)) (?:if |to )?.*\b(?:
			later|get back|skip|come back|another time|circle back|revisit|return to (?:that|this|it)
		)\b`)
	isWhat   = pattern.MustCompile(`^\W*(?:is|are) (?:\d|an? |building|of |made|about )`)
	wereA    = pattern.MustCompile(`^\W*were (?:an?|the) `) // we're, typed in haste
	whatWeDo = pattern.MustCompile(`^\W*(?:what (?:we|i|our (?:company|business)) (?:do|does|make|sell)\b|what we)`)
	guess    = pattern.MustCompile(`
		^\W*(?:
			(?:
				maybe|about|around|i think|probably|i guess|i believe|like|roughly|i'd say|it's|say|approx|approximately|um|uh|hmm
			)\W+
		)*(?:\$?\d[\d,.]*\s?(?:k|m|mil|million|thousand|%|percent)?|[a-z]+)(?: [a-z]+){0,2}\W*$`)
)

var ownGuess = pattern.MustCompile(`
	^\W*(?:(?:um|uh|hmm|so|well)\W+)*(?:
		i think|i guess|i'd say|i would say|i believe|maybe|probably
	) (?:i|we|i'll|we'll|i'd|we'd|it|about|around|like)\b`)

var thinks = pattern.MustCompile(`
	^\W*(?:
		(?:
			um|uh|hmm|maybe|i think|i believe|i wanna say|i want to say|probably|it's|possibly|it might be|could be|like|isn't it|
			the
		)\W+
	)*[a-z]`)

var isThe = pattern.MustCompile(`^\W*(?:is|was) (?:the|our|my|your) `)

// namesSomebody says that a segment is a name, so that "is the best person to ask" behind it tells who that is.
func (r *reader) namesSomebody(g segment) bool {
	start, end := r.shave(g.start, g.end)
	name := strings.Fields(r.text.Plain[start:max(start, end)])
	return len(name) >= 2 && len(name) <= 4 && countCapitals(strings.Join(name, " ")) == len(name)
}

// bareGuess is an answer with a doubtful voice: "maybe 12?". Otherwise a question mark asks.
func (r *reader) bareGuess(s sentence) bool {
	text := r.text.Lower[s.start:s.end]
	if len(r.turn.Asked) == 0 {
		return false
	}
	if r.turn.Asked[0].Key == "current_carrier" && thinks.MatchString(text) {
		from, to := r.tokensIn(s.start, s.end)
		return len(insurers().in(r.text.Lower, r.tokens[from:to])) > 0
	}
	if ownGuess.MatchString(text) && strings.ContainsAny(text, "0123456789") && !interrogative.MatchString(text) {
		return true
	}
	return guess.MatchString(text) && strings.ContainsAny(text, "0123456789")
}
