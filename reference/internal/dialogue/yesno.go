package dialogue

import (
	"slices"
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

var (
	saysYes = pattern.MustCompile(`
		^\W*(?:
			(?:
				and|but|oh|well|um|uh|hmm|so|ok|okay|thankfully|unfortunately|sadly|luckily|fortunately|happily|honestly|also|
				i think|i believe|let me see|good question|sure thing|alright|no problem|god|lord|heck|hell|gosh|my god|thank god|
				i would say|i'd say|that's a|that'd be a|it's a|simple answer|short answer|actually|nope
			)\W+
		)*(
			yes|yess+|yea|yeah|yeh|yep|yup|yah|y|sure|sure do|correct|affirmative|absolutely|definitely|of course|certainly|indeed|
			you bet|that's right|right|true|for sure|uh-?huh|always|we do|we did|we have|it is|it does|it has|there is|there are|
			there were|i do|they do|
			(?:we|it|they|i|there) (?:
				sure|certainly|definitely|most certainly|absolutely|indeed|really
			) (?:do|does|is|are|have|has|did)|
			100%|i think so|i guess so|i suppose so|guess so|i believe so|i'm afraid so|afraid so
		)(?:
			\W*$|\W*[,.!;:-]|
			 (?:
				we|i|it|they|there|to|on|sir|ma'am|our|the|all|both|indeed|absolutely|for|about|please|one|but|have|is|are|since|
				they|a|and|i'm|we're|we've|it's|there's|in|add|include|though|regarding|as
			)\b
		)`)
	saysNo = pattern.MustCompile(`
		^\W*(?:
			(?:
				and|but|oh|well|um|uh|hmm|so|ok|okay|thankfully|unfortunately|sadly|luckily|fortunately|happily|honestly|also|
				i think|i believe|let me see|good question|sure thing|alright|no problem|god|lord|heck|hell|gosh|my god|thank god|
				i would say|i'd say|that's a|that'd be a|it's a|simple answer|short answer|actually|nope
			)\W+
		)*(
			no|nope|nah|naw|nay|negative|never|not at all|not really|absolutely not|definitely not|of course not|certainly not|
			not currently|not yet|not that (?:i|we) (?:know|am aware|are aware|recall|can recall)(?: of)?|not to my knowledge|
			no way|nothing|none|neither|not any|not anymore|not us|n|zero|zilch|nada|(?:i'm )?afraid not|not once|
			not (?:a|one|a single) (?:one|chance|thing)|not ever|no chance|negatory|never ever|i don't (?:think|believe) so|
			don't (?:think|believe) so|nothing of the (?:kind|sort)|not in the (?:slightest|least)|not so far|hardly
		)(?:
			\W*$|\W*[,.!;:-]|
			(?: way)? (?:
				we|i|it|they|there|to|on|sir|ma'am|our|not|never|thank|thanks|thankfully|for|about|all|but|don't|haven't|isn't|and|
				we've|i've|it's|i'm|we're|there's|ever|of|like|at|so|since|in|one|regarding|as
			)\b
		)`)
	negator = pattern.MustCompile(`
		\b(?:
			no|not|never|none|nothing|neither|nor|without|zero|zilch|nobody|hardly|0|lack(?:s|ing)?|absent|minus|cannot|
			un(?:sprinklered|alarmed|monitored)|don't|doesn't|didn't|haven't|hasn't|hadn't|isn't|aren't|wasn't|weren't|won't|
			wouldn't|can't|couldn't|ain't|aint|free of|decline|exclude|removed|disconnected|uninstalled|ripped out|torn out|
			taken out|(?:tore|ripped|took|pulled|yanked) (?:the |our |them |it |all )*(?:[a-z]+ ){0,2}out|deactivated|inoperable|
			quit|stopped|ceased|gave up|skip on|nope|nah|no one|waive|waived
		)\b`)
	notNo = pattern.MustCompile(`
		\b(?:
			no (?:problem|doubt|worries|idea|clue|matter|question|big deal)|not (?:only|just|to mention|bad|sure)|no longer than|
			why not|can't wait|if not|or not|no\. ?\d|no more than|nothing else|not including|don't worry|
			(?:not|isn't|aren't) (?:monitored|centrally monitored|connected)|no need to worry|not exceed
		)\b`)
	doubleNo = pattern.MustCompile(`
		\bno (?:certs?|cois?|certificates?|proof|insurance|paperwork),? (?:
			no (?:certs?|checks?|pay|work|job|money|access|entry|contract|exceptions?)|
			(?:they|you|he|she|nobody|no one) (?:don't|do not|doesn't|can't|gets?|works?)
		)|
		\b(?:
			(?:not|isn't|wasn't) (?:true|the case|correct|like|as if|that)(?: that)? (?:we|i|it|there|they)[a-z' ]*?\b
			(?:don't|doesn't|haven't|hasn't|isn't|aren't|no|not|never|didn't|lack)|
			(?:never|not|don't|doesn't|can't|cannot|won't|wouldn't)(?: ever)? (?:[a-z]+ ){0,6}(?:
				without|say (?:we|i|it|there) (?:don't|doesn't|haven't|isn't|never|aren't|can't)|
				not (?:have|use|require|collect|ask|get|be)|un(?:sprinklered|alarmed)
			)|
			no (?:subs?|subcontractors?)\b.* without|nobody (?:works|steps|comes|sets foot)\b.* without|
			not un(?:sprinklered|alarmed)
		)\b`)
	asserts = pattern.MustCompile(`
		\b(?:
			put in|put|throw|go ahead|give|bundle|hooked|connected|wired|tied|linked|active|rely|relies|depend|have|has|had|having|
			use|uses|using|used|utilize|rely|got|get|gets|getting|there's|is|are|it's|was|were|been|be|do|does|did|require|requires|
			required|collect|collects|ask|asks|asked|need|needs|want|wants|like|include|includes|included|including|add|adding|
			carry|carries|with|equipped|installed|insist|insists|make|demand|went|filed|file|files|through|sub|subs|hire|hires|
			bring|work|some|fully|completely|partially|please|also|obtain|verify|monitored|declared|happened|experienced|suffered|
			we're|we've|they're|i've|i'd|yes|throughout|everywhere|present|covered|protected|turned in|reported|reports|rings|dials|
			signals|transmits|notifies|covers|works|operational|functional|functioning|both|always|every|all|keep|keeps|check|
			checks|outsource|occasionally|sometimes|often|few|couple|one|two|three|several
		)\b`)
	freeOf = pattern.MustCompile(`
		\b(?:claims?|loss)[- ]free\b|\bclean (?:loss|claims?) (?:history|record|runs?)\b|\bclean record\b|
		\bfree of (?:claims|losses)\b|\b(?:claims?|loss) (?:history|record|runs?)(?: is| are)? (?:clean|clear|spotless)\b`)
	notLoss = pattern.MustCompile(`
		\b(?:weight|hearing|hair|net|profit and|at a|tax|operating|for your|sorry for|job|memory|data|blood) loss(?:es)?\b|
		\bloss (?:control|prevention|payee|leader|runs?)\b|
		\b(?:insurance|medical|process|adjust\w*|file|handle|pay|public) claims?\b|
		\bclaims? (?:adjust\w*|department|process\w*|rep\w*|number|phone|service)\b|\bclaim (?:that|to be)\b`)
	insurerTalk = pattern.MustCompile(`\b(?:polic(?:y|ies)|insur\w*|coverage|carriers?|covered|us|application|quote)\b`)
	softCancel  = pattern.MustCompile(`\b(?:dropped|declined|refused)\b`)
	selfCertain = []string{"sprinklered", "alarmed", "bankrupt", "cancelled", "canceled", "nonrenewed", "non-renewed", "non renewed",
		"dropped", "declined", "refused", "chapter 7", "chapter 11", "chapter 13"}
	yearSpoken = pattern.MustCompile(`
		\b(?:in|since|back in|of) ((?:19|20)\d\d)\b|
		\b(\d+|ten|six|seven|eight|nine|twelve|fifteen|twenty|\w+teen) (?:years?|yrs) (?:ago|back)\b`)
)

// negates says that a stretch of text says no. "No problem" and "not only" do not.
func (r *reader) negates(text string) bool {
	return negator.MatchString(notNo.ReplaceAllString(text, " "))
}

// polarity reads the text behind a label as yes or no.
func (r *reader) polarity(start, end int) (v, ok bool) {
	text := r.text.Lower[start:end]
	if v, ok := value.Bool(text); ok {
		return v, true
	}
	switch {
	case saysNo.MatchString(text):
		return false, true
	case saysYes.MatchString(text) && !comesTo.MatchString(text):
		return true, true
	case strings.ContainsAny(text, "?"):
		return false, false
	}
	return !r.negates(text), len(strings.Fields(text)) <= 8
}

// readYesNo reads what is asserted or denied of the things that yes-or-no fields are about, segment by segment, and
// then a bare yes or no as the answer to the question that was asked.
func (r *reader) readYesNo() {
	resolved := false
	for _, s := range r.sentences {
		for i, g := range s.segments {
			if g.act == takesBack && r.declines(s, i, r.boolKeys(g)) {
				resolved = true
			}
			if g.act != answers {
				continue
			}
			if i+1 < len(s.segments) && s.segments[i+1].act == putsOff && perhaps.MatchString(r.in(g)) {
				continue // "maybe, not sure" is no answer
			}
			lead := ""
			if i > 0 && pureParticle(r.in(s.segments[i-1])) {
				lead = r.in(s.segments[i-1]) + ", "
			}
			if i+1 < len(s.segments) && r.saidBehind(g, s.segments[i+1]) {
				resolved = true
				continue
			}
			if i > 0 && r.contrasts(s.segments[i-1], g) || r.assertIn(s, g, lead) {
				resolved = true
			}
		}
	}
	if r.readSubsInsured() {
		resolved = true
	}
	r.readOldLosses()
	r.readNeverFiled()
	r.readLossAfterAll()
	r.readOnlyLoss()
	r.readConclusion()
	if !resolved {
		resolved = r.readParticles()
	}
	if !resolved {
		r.readBareYesNo()
	} else {
		r.readLeadingParticle()
	}
}

// saidBehind reads "the alarm, yes": the name of a thing with its yes or no behind it.
func (r *reader) saidBehind(g, next segment) bool {
	keys := r.boolKeys(g)
	v, ok := value.Bool(r.in(next))
	if !ok || len(keys) != 1 || next.act != answers || len(r.words(g.start, g.end)) > 3 || r.isTakenBy(g, keys[0]) || r.negates(r.in(g)) ||
		len(r.valuesIn(g.start, g.end)) > 0 {
		return false
	}
	return r.set(keys[0], v, 8, g.start, next.end)
}

var perhaps = pattern.MustCompile(`\b(?:maybe|possibly|might|perhaps|could be|i guess)\b`)

var thisOne = pattern.MustCompile(`
	^\W*(?:but |and |though )?(?:we|i|us|ours) (
		never have|never did|never|haven't|have not|didn't|did not|don't|do not|aren't|have never|do|did|have
	)\W*$|
	^\W*(?:but |and )?(not) (?:us|me|ours|we)\W*$|
	^\W*(?:but )?(?:this|the new|our new|the current|our current|ours)(?: (?:one|place|building|location|space))? (
		does not|doesn't|isn't|is not|does|is|has none|has
	)\b`)

// contrasts reads "our old building had sprinklers, this one doesn't" for the building of today.
func (r *reader) contrasts(before, g segment) bool {
	m := thisOne.FindStringSubmatch(r.in(g))
	keys := r.boolKeys(before)
	if m == nil || before.act != aside || len(keys) != 1 || len(r.boolKeys(g)) > 0 {
		return false
	}
	return r.set(keys[0], !r.negates(m[1]+m[2]+m[3]), 8, g.start, g.end)
}

// comesTo opens what is said about a thing: "yeah about the sprinklers..." is no yes.
var comesTo = pattern.MustCompile(`
	^\W*(?:yeah|yes|ok|okay|so|oh|hey|well|and)?,? ?(?:about|regarding|as for|as to|when it comes to|on) (?:the|our|my|those|that)
	 [a-z -]{3,30}\W*$`)

func pureParticle(text string) bool {
	_, ok := value.Bool(text)
	return ok
}

func (r *reader) assertIn(s sentence, g segment, lead string) bool {
	text := r.in(g)
	any := false
	for _, key := range r.boolKeys(g) {
		if r.isTakenBy(g, key) || !r.about(key, s, g) || wrongAbout.MatchString(text) {
			continue
		}
		v, ok := r.asserted(key, lead+text)
		if !ok && r.addsTo(s, g) {
			v, ok = true, true
		}
		if key == "losses_5yr" && v && sinceThen.MatchString(r.text.Lower[g.end:s.end]) && r.longAgo(text) {
			v = false
		}
		if !ok && !r.inListing(s, g) {
			continue
		}
		r.set(key, v, 8, g.start, g.start)
		any = true
	}
	if any {
		r.taken = append(r.taken, area{g.start, g.end, true})
	}
	return any
}

var andA = pattern.MustCompile(`^\W*(?:(?:and|plus|also|&) )?(?:an?|the|both|some) `)

// addsTo says that a segment names one more thing that is there, behind one that says so: "but there's a hood system and a
// burglar alarm".
func (r *reader) addsTo(s sentence, g segment) bool {
	for i, o := range s.segments {
		if o.start == g.start && i > 0 && andA.MatchString(r.in(g)) {
			before := s.segments[i-1]
			return before.act == answers && asserts.MatchString(r.in(before)) && !r.negates(r.in(before))
		}
	}
	return false
}

// inListing says that a segment is nothing but a name among other facts: "frame, sprinklered, alarm".
func (r *reader) inListing(s sentence, g segment) bool {
	cues := r.cuesIn(g.start, g.end)
	return len(s.segments) >= 3 && len(r.out.Set) >= 2 && len(cues) > 0 && len(r.words(g.start, g.end)) <= cues[0].to-cues[0].from+1 && !s.question
}

// boolKeys are the yes-or-no fields named in a segment. Certificates are asked of subcontractors: naming them there says
// nothing about their use, unless that is said first.
func (r *reader) boolKeys(g segment) []string {
	var keys []string
	for _, c := range r.cuesIn(g.start, g.end) {
		if c.kind == catalog.YesNo && !slices.Contains(keys, c.key) {
			keys = append(keys, c.key)
		}
	}
	if len(r.namedIn(&g, "subcontractor_cost")) > 0 && !slices.Contains(keys, "subcontractors_used") && r.fields["subcontractors_used"] &&
		len(r.valuesIn(g.start, g.end)) == 0 {
		keys = append(keys, "subcontractors_used") // "we rely on subs" without a sum
	}
	if slices.Contains(keys, "certificates_required") && !usesSubs.MatchString(r.in(g)) {
		keys = slices.DeleteFunc(keys, func(k string) bool { return k == "subcontractors_used" })
	}
	return keys
}

var neverFiled = pattern.MustCompile(`
	\b(?:never|not|haven't|hasn't|didn't) (?:ever |actually |personally |once )*
	(?:filed|declared|gone bankrupt|gone through|been through)\b`)

// readNeverFiled reads "we do bankruptcy law, but never filed": the talk of bankruptcy is not of theirs.
func (r *reader) readNeverFiled() {
	if r.out.Set["bankruptcy"] != true {
		return
	}
	if m := neverFiled.FindStringIndex(r.text.Lower); m != nil && r.speaksAt(m[0]) {
		r.set("bankruptcy", false, 21, m[0], m[1])
	}
}

var declinedUs = pattern.MustCompile(`\b(?:declined|refused) to (?:insure|cover|renew|write|quote|offer|continue|take)\b`)

var usesSubs = pattern.MustCompile(`
	\b(?:use|hire|have|bring in|work with) (?:[a-z]+ ){0,2}(?:subs|subcontractors|sub-contractors|1099)\b.*\b
	(?:certificates?|certs?|cois?|proof)\b`)

var (
	droppedUs = pattern.MustCompile(`
		\b(?:since|because|after|when|until|once) (?:[a-z'&-]+ ){0,4}(?:cancell?ed|dropped|non-?renewed|declined) (?:us|me|our)\b`)
	neverDropped = pattern.MustCompile(`\b(?:never|not|nobody|no one|hasn't|haven't|didn't)\b[^.;,]{0,20}\b(?:cancell?ed|dropped|non-?renewed|declined)\b`)
)

// isTakenBy says that a label has settled the cue already.
func (r *reader) isTakenBy(g segment, key string) bool {
	named := r.namedIn(&g, key)
	for _, c := range named {
		if !r.isTaken(c.start, c.end) {
			return false
		}
	}
	return len(named) > 0
}

// about sorts out talk that only sounds like the field.
func (r *reader) about(key string, s sentence, g segment) bool {
	text := r.in(g)
	whole := r.text.Lower[s.start:s.end]
	switch key {
	case "losses_5yr":
		return !notLoss.MatchString(text) && (!r.longAgo(text) || sinceThen.MatchString(r.text.Lower[g.end:s.end]))
	case "prior_cancellation":
		if softCancel.MatchString(text) && !insurerTalk.MatchString(whole) && !r.namesInsurer(s) {
			return r.askedAt(key) >= 0
		}
		return !strings.Contains(text, "rather not") && (!strings.Contains(text, "declined to") || declinedUs.MatchString(text))
	case "alarm":
		return !strings.Contains(text, "false alarm") && !strings.Contains(text, "alarm clock") &&
			!strings.Contains(text, "alarm company") && !strings.Contains(text, "alarm system install")
	case "subcontractors_used":
		return !areSubs.MatchString(text) && !strings.Contains(text, "none of our sub") && !strings.Contains(text, "none of the sub") &&
			!strings.Contains(text, "we are subcontractors") && !strings.Contains(text, "work as a sub") &&
			!strings.Contains(text, "as subcontractors") && !strings.Contains(text, "we're subcontractors") &&
			!strings.Contains(text, "as a subcontractor")
	}
	return true
}

var areSubs = pattern.MustCompile(`\b(?:we|i)(?:'re| are|'m| am) (?:usually |always |mostly |often )?(?:the |a |one of the )?(?:subs?|subcontractors?)\b`)

// longAgo says that an event lies further back than the five years that are asked about. "None in ten years" is no event.
func (r *reader) longAgo(text string) bool { return !r.negates(text) && r.saidLongAgo(text) }

func (r *reader) saidLongAgo(text string) bool {
	m := yearSpoken.FindStringSubmatch(text)
	if m == nil {
		return false
	}
	if m[1] != "" {
		y, _ := time.Parse("2006", m[1])
		return y.Year() < r.turn.Now.Year()-5
	}
	for _, n := range value.Numbers(m[2]) {
		return n.Value > 5
	}
	return false
}

// asserted reads one segment for one field.
func (r *reader) asserted(key, text string) (v, ok bool) {
	if key == "losses_5yr" && freeOf.MatchString(text) {
		return r.negates(freeOf.ReplaceAllString(text, " ")) && strings.Contains(text, "not "), true
	}
	if doubleNo.MatchString(text) {
		return true, true
	}
	if key == "prior_cancellation" && droppedUs.MatchString(text) && !neverDropped.MatchString(text) {
		return true, true // "none since they cancelled us"
	}
	if r.negates(text) {
		return false, true
	}
	if comesTo.MatchString(text) {
		return false, false
	}
	if saysYes.MatchString(text) || asserts.MatchString(text) {
		return true, true
	}
	if key == "alarm" && alarmKind.MatchString(text) && len(strings.Fields(text)) <= 5 ||
		key == "sprinklered" && sprinklerKind.MatchString(text) && len(strings.Fields(text)) <= 5 {
		return true, true
	}
	for _, w := range selfCertain {
		if strings.Contains(text, w) {
			return true, true
		}
	}
	return true, len(strings.Fields(text)) <= 4 && r.askedAt(key) == 0
}

// A kind of system that is named in a few words is there.
var (
	alarmKind = pattern.MustCompile(`
		\b(?:
			adt|cs|c\.s\.|simplisafe|ring|vivint|brinks|honeywell|central station|monitored|local|burglar and fire|fire and burglar|
			silent|wireless|holdup
		)\b`)
	sprinklerKind = pattern.MustCompile(`\b(?:wet|dry|wet pipe|dry pipe|nfpa|full|fully|100%|throughout|automatic)\b`)
)
