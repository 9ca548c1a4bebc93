package dialogue

import (
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

var (
	skipWords = pattern.MustCompile(`
		\b(?:
			(?:i'?ll|we'?ll|will|let me) (?:get|send|give|find|tell|text|email|have) .{1,40}\blater|skip(?:ping)?|don't worry about|
			(?:let me|lemme|gotta|gonna|i'd better|i better) (?:ask|check with|double check with|find out|confirm with|verify with)|
			i(?:'ll)? pass\b|pass on|don't (?:really |actually |even |currently )?(?:know|remember|recall)|
			do not (?:know|remember|recall)|didn't (?:catch|bring)|
			not (?:really |entirely |too |quite |exactly |totally |100% )?(?:sure|certain)|unsure|no (?:idea|clue)|dunno|idk|
			not in front of me|
			(?:have|need|got|going|want) to (?:
				get (?:that|it|those|them|this|from)|measure|calculate|count (?:it|them|that)|figure|pull (?:it|that|the)|review|
				locate|go through|look|check|ask|find|dig|confirm|verify|get back|double check|double-check|track|call|see
			)|
			have to get back|look (?:it|that|this) up|i'd have to (?:look|check|ask|find|dig)|will have to (?:look|check|ask)|
			i'll (?:
				look|check|find|ask|get back|have to|need to|send|dig|circle|let you know|follow|provide|give you|come back|get you|
				tell you
			)|
			get back to you|come back (?:to|later)|circle back|later on that|
			(?:do|answer|tell you|give you|provide|send|come|return|get to) (?:that|it|this|those|these|them|the rest|one)? ?later|
			leave (?:(?:it|that|this|them|those) )?(?:blank|empty|open|out|for (?:now|later))|prefer not|rather not|
			would rather not|don't (?:want|care|wish|feel like) to (?:say|answer|share|disclose|give|tell)|
			won't (?:say|share|disclose)|none of your business|
			haven't (?:decided|figured|thought|settled|picked|chosen|made up|looked)|not (?:decided|determined|settled)|undecided|
			still (?:deciding|thinking|figuring|working|debating|looking)|
			(?:leave|save|do|hold|keep|put) (?:the |our |my )?
			[a-z ]{2,30} (?:for later|for now|later|blank|for another time|until later)|
			get to (?:the |that )?[a-z ]{2,25} later|put off|to be determined|tbd|tba|beats me|not a clue|
			(?:do|get to|answer) (?:that|this|it)(?: one| question)? (?:last|at the end|afterwards?|another time)|put a pin in|
			(?:will|i'll|we'll|can|gonna|going to) (?:send|email|forward|text|get|find|provide)(?: (?:it|that|this|you|them))*
			(?: over| to you)? (?:tomorrow|tonight|later|soon|shortly|this (?:week|afternoon|evening)|next week|on monday|monday)|
			no comment\b|(?:haven't|don't have) (?:a|the|any) (?:clue|idea|foggiest|slightest)|
			(?:that's|it's|that is|kept|keep (?:it|that)|is|are) (?:confidential|private|classified)|
			not (?:at liberty|public|something (?:i|we) share)|your guess is as good as mine|search me|none of your concern|
			wouldn't know|(?:have|has) no (?:idea|clue)|who knows|good question,? no|can't (?:remember|recall|say|find|answer|tell)|
			cannot (?:remember|recall|say|find)|couldn't tell you|hard to say|too (?:early|soon) to (?:say|tell|know)|
			don't feel (?:comfortable|right)|not comfortable|couldn't (?:say|tell)|will have to wait|has to wait|have to wait|
			can wait|let's not (?:do|answer|bother with)|no preference|next question|move on|moving on|go on to|let's go on|
			let's continue|no info|
			don't have (?:the |that |it |my |our |this |those |a |an |any )?[a-z -]{0,40}?(?:
				handy|in front|on me|with me|available|at hand|on hand|memorized|ready|yet|right now|nearby|off the top
			)|
			off the top of my head|not on hand|isn't handy|not handy|
			don't have (?:that|it|those|this) ?(?:info|information|number|one)?$|hold off on|ask me later|later please|
			not at the moment, later|not available|still working on|waiting on|wait on|waiting for|need more time|
			(?:my|our|the) (?:
				accountant|bookkeeper|agent|wife|husband|partner|boss|office manager|cpa
			) (?:would|will|knows?|has|handles|should)|
			unknown|not known|isn't known|(?:lord|god|heaven|heck|hell|goodness) (?:only )?knows|
			(?:
				landlord|owner|property manager|leasing office|building manager|accountant|bookkeeper|wife|husband|partner|boss|
				office
			) (?:would|might|may|probably|should)(?: probably)? knows?
		)\b|
		^\W*(?:please |and |so |but )*don't ask\b|
		^\W*(?:you'd have to |you should |better |please |just |you can |you could )*ask (?:my|our|the) [a-z ]{2,40}\W*$|
		^\W*(?:(?:well|it|that|um|hmm|honestly|really)\W+)*(?:really |kind of |kinda |all )?(?:depends|varies)(?: on [a-z ]{2,40})?
		\W*$|
		^\W*(?:(?:ok|okay|um|uh|hmm|well|just|please|so)\W+)*(?:
			pass|next|skip|later|\?+|not sure|unsure|unknown|idk|dunno|next one|next please|moving on|blank|n/a|not applicable|na|
			defer|tbd|(?:it's |still )?(?:under construction|coming soon|in progress|being built|in the works|applied for|pending)
		)\W*$`)
	// whatever leaves the choice to the agent.
	whatever = pattern.MustCompile(`
		^\W*(?:(?:um|uh|ok|oh|just|well|i guess|i don't care|doesn't matter|idc)[ ,.]+)*(?:
			whatever(?:'s| is| the)? (?:
				standard|normal|typical|usual|default|best|cheapest|fine|works|
				you (?:recommend|think|suggest|have|want|usually do|guys do)
			)|
			(?:the |your )?(?:lowest|cheapest|standard|usual|minimum|highest|smallest|default|normal|typical)(?: one| amount)?(?:
				 (?:
					you (?:got|have|offer|can(?: (?:do|get|give))?|guys do|do)|available|possible|allowed|there is|is fine|please|
					amount|option
				)
			)*|
			up to you|(?:you|you guys) (?:pick|choose|decide|tell me)|(?:dealer's|your|agent's) (?:choice|call|pick)|
			you know better(?: than me| than i do)?|what do most people do|whatever|i don't care|doesn't matter|not picky|
			surprise me
		)\W*$`)
	toFollow = pattern.MustCompile(`
		^\W*(?:(?:i'm )?sorry,? )?(?:that's|it's) (?:a bit |kind of |too )?personal\W*$|
		\b(?:
			forthcoming|to follow|will follow|(?:don't|do not) have (?:the |an? )?exact|not (?:the )?exact (?:number|figure)|
			(?:still )?need to (?:find|look|dig)(?: that| it)? (?:out|up)
		)\b`)
	skipEvery = pattern.MustCompile(`
		\b(?:
			skip|pass on|don't know|leave|no idea about|not sure about|come back to|answer|rather not answer
		) (?:all|any|all of|any of|none of|every one of|both|both of)? ?(?:of )?(?:
			these|those|them|both|this (?:section|group|page|whole)|that (?:section|group)|the (?:rest|lot|whole|section)
		)\b|
		\b(?:all of|any of|none of) (?:these|those|them)\b|\bskip (?:all|both|everything)\b`)
	moveOn = pattern.MustCompile(`
		^\W*(?:(?:so|and|ok|okay|please|then|can we|could we|just|lets?|let's|let us|we can|you can|for now) )*(?:
			skip(?: (?:it|that|this|one|for now|that one|this one|it for now|them|those|please))*|move on|go on|
			next(?: question| one)?|continue|moving on|come back to (?:it|that)(?: later)?|leave it(?: blank)?|later|pass
		)(?: (?:please|for now|then|now|to the next(?: one| question)?|ok|okay))*\W*$`)
	notSkip = pattern.MustCompile(`
		\bnot sure (?:if|whether) (?:it|this|that) (?:matters|helps|counts|is relevant|makes a difference)\b|
		\bcan't say (?:that )?(?:we|i|it|there) (?:have|has|do|does|did|ever|is|was)\b|
		\bno (?:idea|clue) what (?:half|most|any) of\b|\bskip (?:the )?(?:hassle|loader|truck|bin|hire)\b|
		\bnot sure (?:why|what you mean|how|if you)\b|\bdon't know why\b|\bdon't skip\b|\bno later than\b|
		\bnot sure (?:whether|if) (?:we|i) need\b`)
	naWords = pattern.MustCompile(`\b(?:not applicable|doesn't apply|does not apply|n/a)\b`)
)

// tellsSkip says that a segment puts a question off.
func (r *reader) tellsSkip(text string) bool {
	if asksMeaning(text) {
		return false
	}
	return (skipWords.MatchString(text) || whatever.MatchString(text) || toFollow.MatchString(text)) && !notSkip.MatchString(text)
}

var whatIs = pattern.MustCompile(`
	\b(?:don't|do not) (?:really |even |actually )*(?:know|understand) what (?:an? )?([a-z/&-]+)
	(?: [a-z/&-]+){0,3} (?:is|are|means?|stands for)\W*$`)

var whatMeans = pattern.MustCompile(`
	\b(?:don't|do not|not|no idea|unsure|no clue)
	\b.{0,20}\bwhat (?:that|this|it|those|any of (?:that|this)) (?:even |really |actually )?means?\b|
	\bwhat does (?:that|this|it) (?:even )?mean\b`)

// asksMeaning says that the person does not know a word rather than an answer: "I don't know what general aggregate is".
func asksMeaning(text string) bool {
	m := whatIs.FindStringSubmatch(text)
	return whatMeans.MatchString(text) || m != nil && !hasWords(m[1], set("the our my his her their that it this"))
}

// readSkips finds what the person does not know or wants to leave: named fields, whole topics, or what was asked.
func (r *reader) readSkips() {
	r.readDenials()
	for i := range r.sentences {
		s := &r.sentences[i]
		for j, g := range s.segments {
			text := r.in(g)
			if idleDoubt.MatchString(r.text.Lower[g.start:s.end]) {
				continue
			}
			if g.act != putsOff || r.isTaken(g.start, g.end) && !r.tellsSkip(text) {
				continue
			}
			keys := r.putOffKeys(g)
			if notReady.MatchString(text) {
				keys = nil
			}
			if len(keys) == 0 && j == 0 && i > 0 {
				keys = r.askedItself(r.sentences[i-1])
			}
			if len(keys) == 0 && j > 0 && s.segments[j-1].act != putsOff {
				keys = r.hanging(s.segments[j-1])
			}
			if len(keys) == 0 && j+1 < len(s.segments) && s.segments[j+1].act == putsOff {
				keys = r.putOffKeys(s.segments[j+1])
			}
			if r.declines(*s, j, keys) {
				continue
			}
			if j+1 < len(s.segments) && len(keys) > 0 && (alsoLater.MatchString(r.in(s.segments[j+1])) || r.onlyNames(s.segments[j+1])) {
				keys = append(keys, r.putOffKeys(s.segments[j+1])...)
			}
			for _, key := range keys {
				r.putOff(r.field(key), text)
			}
			if len(keys) == 0 && !r.otherSkip(i, j) && !r.stillAnswers(s, j) && !(sends.MatchString(text) && papers.MatchString(r.text.Lower)) {
				r.putOffAsked(text)
			}
			r.take(g.start, g.end)
		}
	}
}

// idleDoubt opens what is told all the same: "not sure if it matters but we did file".
var idleDoubt = pattern.MustCompile(`
	^\W*(?:i'm |i am )?(?:not sure|don't know|unsure),? (?:if|whether) (?:it|this|that) (?:
		matters|helps|counts|is relevant|makes a difference
	)\b`)

// Papers that will be sent put no question off.
var (
	sends  = pattern.MustCompile(`\b(?:send|email|forward|upload|attach|get you|mail|drop off|fax)\b`)
	papers = pattern.MustCompile(`
		\b(?:
			photos?|pictures?|pics|loss runs?|attach\w*|documents?|docs|signed|signatures?|paperwork|cop(?:y|ies)|invoices?|
			contracts?|dec pages?|declarations?|acords?|applications?
		)\b`)
)

var notWanted = pattern.MustCompile(`
	^\W*(?:(?:and|so|as|since|because|we|i|you|really|just) )*(?:don't|do not|won't|no) (?:really |actually )?
	(?:need|want|care for)\b`)

// declines reads "skip the hired auto, we don't need it" as a no rather than as a question put off.
func (r *reader) declines(s sentence, j int, keys []string) bool {
	if len(keys) != 1 || r.field(keys[0]).Kind != catalog.YesNo || j+1 >= len(s.segments) || !notWanted.MatchString(r.in(s.segments[j+1])) {
		return false
	}
	g := s.segments[j]
	return r.set(keys[0], false, 8, g.start, s.segments[j+1].end)
}

var alsoLater = pattern.MustCompile(`^\W*(?:and|or|nor) (?:the |our |my )?[a-z -]{2,40} (?:later|too|either|as well|for now)\W*$`)

// onlyNames says that a segment goes on with another name and no more: "skip the website and the naics".
func (r *reader) onlyNames(g segment) bool {
	cues := r.cuesIn(g.start, g.end)
	return g.act == answers && len(cues) > 0 && alsoNamed.MatchString(r.in(g)) && len(r.valuesIn(g.start, g.end)) == 0 &&
		len(r.words(cues[len(cues)-1].end, g.end)) == 0 && len(r.words(g.start, cues[0].start)) <= 3
}

var alsoNamed = pattern.MustCompile(`^\W*(?:and|or|nor|also|plus|,)\b`)

var notReady = pattern.MustCompile(`^\W*(?:it's |its |still )?under construction\W*$`)

// askedItself are the fields that the person names in a short question to answer it at once: "Sprinklers? Not sure."
func (r *reader) askedItself(before sentence) []string {
	if !before.question || len(r.words(before.start, before.end)) > 4 || len(before.segments) == 0 {
		return nil
	}
	return r.putOffKeys(before.segments[len(before.segments)-1])
}

// notUntil is when it will be told, behind what is not told now.
var notUntil = pattern.MustCompile(` (?:until|till|before|once|when|unless|after) (?:we|i|you|it|the|they)\b`)

// putOffKeys are the fields that a segment names. A word that several fields share means those that are asked or open.
func (r *reader) putOffKeys(g segment) []string {
	if m := notUntil.FindStringIndex(r.in(g)); m != nil && len(r.cuesIn(g.start, g.start+m[0])) > 0 {
		g.end = g.start + m[0]
	}
	keys := r.groupNamed(r.in(g))
	cues := r.cuesIn(g.start, g.end)
	for _, c := range cues {
		if c.kind == catalog.LongText && c.to-c.from == 1 || r.onlyColours(c) {
			continue
		}
		shared := slices.ContainsFunc(cues, func(o cue) bool { return o.key != c.key && o.from == c.from && o.to == c.to })
		if shared && !r.preferredOf(cues, c) {
			continue
		}
		if !slices.Contains(keys, c.key) {
			keys = append(keys, c.key)
		}
	}
	return keys
}

// onlyColours says that a word which may name a field only describes what was asked about: "no idea, it's a regular
// looking building".
func (r *reader) onlyColours(c cue) bool {
	if len(r.turn.Asked) == 0 || r.askedAt(c.key) >= 0 {
		return false
	}
	first := r.turn.Asked[0]
	if strings.HasSuffix(r.text.Lower[c.start:c.end], " runs") {
		return first.Group == r.field(c.key).Group // where the answer is to be found
	}
	return c.key == "building_limit" && c.to-c.from == 1 && first.Group == r.field("construction_type").Group
}

var wholeTopic = pattern.MustCompile(`
	\b(?:everything|anything|all (?:of )?(?:the|that)|the whole|the entire|stuff|questions|section|topic)\b|
	\bparts?(?:\W*$| (?:about|of|on|with|for|where)\b)`)

// groupNamed are the open fields of a group that is named as a whole: "skip anything about the building".
func (r *reader) groupNamed(text string) (keys []string) {
	if !wholeTopic.MatchString(text) {
		return nil
	}
	for _, f := range r.catalog.Fields {
		name := asciiLower(f.Group)
		if !r.fields[f.Key] || r.turn.Values[f.Key] != nil || !slices.ContainsFunc(topicWords[name], func(w string) bool { return strings.Contains(text, w) }) {
			continue
		}
		keys = append(keys, f.Key)
	}
	return keys
}

// topicWords name a group of questions.
var topicWords = map[string][]string{"building": {"building", "property", "premises"},
	"insurance history": {"insurance history", "claims history", "loss history", "history"},
	"subcontractors":    {"subcontractor", "subs"}, "contact": {"contact"}, "mailing address": {"mailing"},
	"premises address": {"location address"}, "people": {"employee", "staff"}}

// preferredOf chooses among fields that share a word: the one asked, else the question that comes first.
func (r *reader) preferredOf(cues []cue, c cue) bool {
	best := c
	for _, o := range cues {
		if o.from == c.from && o.to == c.to && r.rank(o.key) < r.rank(best.key) {
			best = o
		}
	}
	return best.key == c.key
}

func (r *reader) rank(key string) int {
	if at := r.askedAt(key); at >= 0 {
		return at
	}
	for i, f := range r.catalog.Fields {
		if f.Key == key {
			return 100 + i
		}
	}
	return 1000
}

// hanging are the fields that the segment before names without a value: "the FEIN, I'd have to look that up".
func (r *reader) hanging(g segment) []string {
	if g.act == asks || r.isTaken(g.start, g.end) || len(r.words(g.start, g.end)) > 8 {
		return nil
	}
	return slices.DeleteFunc(r.putOffKeys(g), func(key string) bool { return r.has(key) })
}

// otherSkip says that another segment of the message already puts something off by name, so that "let's move on" adds
// nothing.
func (r *reader) otherSkip(i, j int) bool {
	for a, s := range r.sentences {
		for b, g := range s.segments {
			if (a != i || b != j) && g.act == putsOff && (len(r.putOffKeys(g)) > 0 || a < i || a == i && b < j) {
				return true
			}
		}
	}
	return moveOn.MatchString(r.in(r.sentences[i].segments[j])) && len(r.deferred) > 0
}

// stillAnswers says that the question got its answer all the same: "not sure, maybe 12".
func (r *reader) stillAnswers(s *sentence, j int) bool {
	if len(r.turn.Asked) == 0 {
		return true
	}
	if r.has(r.turn.Asked[0].Key) {
		return true
	}
	for _, g := range s.segments[j:] {
		if g.act != asks && r.freeValueIn(g, r.turn.Asked[0]) {
			return true
		}
	}
	if i := r.at(s.start); i >= 0 && i+1 < len(r.sentences) { // "lowest you have. ok 250"
		next := r.sentences[i+1]
		return len(next.segments) > 0 && next.segments[0].act == answers && len(r.cuesIn(next.start, next.end)) == 0 &&
			r.freeValueIn(segment{start: next.start, end: next.end}, r.turn.Asked[0])
	}
	return false
}

func (r *reader) freeValueIn(g segment, f catalog.Field) bool {
	for _, v := range r.values {
		if v.start >= g.start && v.end <= g.end && !v.used && !v.old && r.accepts(f, v) {
			return true
		}
	}
	return false
}

func (r *reader) putOffAsked(text string) {
	if skipEvery.MatchString(text) {
		for _, f := range r.turn.Asked {
			r.putOff(f, text)
		}
		return
	}
	for _, f := range r.turn.Asked {
		if !r.has(f.Key) && !r.deferred[f.Key] {
			r.putOff(f, text)
			return
		}
	}
}

func (r *reader) putOff(f catalog.Field, _ string) {
	r.deferred[f.Key] = true
	if !r.has(f.Key) && r.fields[f.Key] && !slices.Contains(r.out.Skip, f.Key) {
		r.out.Skip = append(r.out.Skip, f.Key)
	}
}

var (
	hasNone = pattern.MustCompile(`
		\b(?:no|not) have\b|\b(?:stopped|quit|ceased|no longer) (?:serv|sell|offer|pour)\w*|\bneither\b|\b(?:no one|nobody)\b|
		\bhaven't (?:built|made|created|gotten|received|got|applied for|set up)\b|
		\b(?:don't|do not|doesn't|does not|didn't|haven't|have not|never) (?:really |currently |actually |even |yet )?(?:
			have|has|had|use|need|own|lease|got|set up|operate|want|operate under|go by|maintain|sell|serve|employ
		)\b|
		\bnot (?:a single|one|even one)\b|\b(?:no|without(?: a| any)?|none|zero|not any|nil)\b|
		\b(?:isn't|aren't|is not|are not) (?:a|an|any|one)\b|\b(?:is |are )?(?:not applicable|n/a)\b|\bwe have no\b|\bthere's no\b|
		\bthere is no\b|\bnone\b`)
	nounAfter = pattern.MustCompile(`
		\b(?:
			neither (?:sell|serve|carry|have|use|own|pour|offer|lease)s? (?:n?or) (?:
				sell|serve|carry|have|use|own|pour|offer|lease|rent|operate
			)s?|
			(?:no|not) have(?: any)?|(?:stopped|quit|ceased|no longer) (?:serv|sell|offer|pour)\w*(?: any)?|no(?: more)?|none|
			neither(?: an?)?|nor(?: an?)?|without(?: a| any)?|
			(?:don't|do not|doesn't|does not) (?:currently |actually |really |even |ever )?(?:
				have|use|need|own|lease|sell|serve|carry|pour|offer|want|run|keep|drive|employ
			)(?: (?:or|nor) (?:have|use|own|lease|rent|operate|run|sell|serve))?(?: a| an| any| our own)?|
			not (?:a single|one|even one)|without a single|have no|zero|nothing|
			haven't (?:got|gotten|received|applied for|had|built|made|set up|created)(?: an| a| any| our| the)?|
			(?:no one|nobody|none of (?:us|them|our [a-z]+)) (?:here )?(?:works?|is|are|drives?)|never (?:had|have)(?: a| any)?
		)\s*(?:real |separate |other |special |actual |formal |company |single |business |current |prior |existing |in-house )*$`)
)

// readDenials reads "we don't have a website" and "no DBA" as nothing to fill in, and "no vehicles" as zero.
func (r *reader) readDenials() {
	for _, s := range r.sentences {
		for i, g := range s.segments {
			text := r.in(g)
			if g.act != answers || !hasNone.MatchString(text) || doubleNo.MatchString(text) {
				continue
			}
			for _, c := range r.cuesIn(g.start, g.end) {
				if r.has(c.key) || r.deferred[c.key] || c.kind == catalog.YesNo || c.kind == catalog.Choice || c.kind == catalog.Date ||
					c.kind == catalog.Year || c.kind == catalog.LongText || c.kind == catalog.Street {
					continue
				}
				if c.kind == catalog.Name && len(r.boolKeys(g)) > 0 {
					continue
				}
				if !nounAfter.MatchString(r.text.Lower[g.start:c.start]) && !naWords.MatchString(text) && !r.listedAfterNo(s, i, c) &&
					!notHeld.MatchString(r.text.Lower[c.end:g.end]) {
					continue
				}
				r.deny(c, g)
			}
		}
	}
}

// notHeld follows the name of what there is not: "FEIN I don't have".
var notHeld = pattern.MustCompile(`
	^,? (?:that )?(?:i|we) (?:don't|do not) (?:currently |actually |even )?have(?: (?:one|any|it|that))?
	(?: (?:yet|right now|here|with me|now))?\W*$`)

var besidesMe = pattern.MustCompile(`^ (?:other than|besides|except(?: for)?|but|apart from|aside from) (?:me|myself|the owner)\b`)

// listedAfterNo carries "no" over a list: "no vehicles or drivers".
func (r *reader) listedAfterNo(s sentence, i int, c cue) bool {
	before := r.text.Lower[s.segments[i].start:c.start]
	return regexpOrList.MatchString(before)
}

var regexpOrList = pattern.MustCompile(`
	\b(?:no|neither|don't have(?: any)?|without(?: any)?|have no|never had(?: any)?) [a-z -]{2,30} (?:or|nor)(?: any| a)? $`)

func (r *reader) deny(c cue, g segment) {
	f := r.field(c.key)
	if besidesMe.MatchString(r.text.Lower[c.end:g.end]) {
		if f.Key == "driver_count" {
			r.set(f.Key, 1.0, 9, c.start, c.end)
		}
		return
	}
	zero := f.Kind == catalog.Count && f.Key != "square_footage" && f.Key != "number_of_locations" || f.Kind == catalog.Percent ||
		f.Key == "annual_payroll" || f.Key == "annual_revenue" || f.Key == "subcontractor_cost" || f.Key == "loss_total"
	if f.Key == "loss_count" || f.Key == "loss_total" || f.Key == "number_of_locations" || f.Key == "square_footage" {
		return // said by the question whether there were any
	}
	if zero && !naWords.MatchString(r.in(g)) {
		r.set(f.Key, 0.0, 7, c.start, c.end)
		return
	}
	if r.turn.Values[f.Key] != nil && (f.Kind == catalog.Name || f.Kind == catalog.URL) && f.Key != "legal_name" {
		r.clear(f.Key)
	}
	r.putOff(f, "")
	r.take(c.start, c.end)
	r.heard = true
}
