package dialogue

import (
	_ "embed"
	"encoding/json"

	"slices"
	"strings"
	"sync"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

//go:embed operations.json
var operationsJSON []byte

// businessWords are the words that make a phrase a description of what a firm does: what it is called, and what it does.
var businessWords = sync.OnceValues(readBusinessWords)

func readBusinessWords() (names, verbs map[string]bool) {
	var data struct{ Businesses, Verbs []string }
	if err := json.Unmarshal(operationsJSON, &data); err != nil {
		panic("dialogue: operations.json: " + err.Error())
	}
	names, verbs = map[string]bool{}, map[string]bool{}
	for _, n := range data.Businesses {
		words := strings.Fields(n)
		names[stem(words[len(words)-1])] = true
	}
	for _, v := range data.Verbs {
		verbs[v] = true
	}
	return names, verbs
}

const operationsKey = "description_of_operations"

var (
	whatFrame = pattern.MustCompile(`
		\b(?:
			what we do(?: is)?|our (?:operations?|line of work|trade|specialty) (?:is|are|consists? of|involves?|includes?)|
			(?:nature of (?:the |our )?business|business description|description of operations|operations) (?:is|are)|
			we speciali[sz]e in|specializing in|we(?:'re| are) (?:mainly |mostly |primarily )?in the business of|the business does|
			in the [a-z]+ (?:business|industry|trade) (?:doing|of)
		)[:,]?\s+(.+)$`)
	tailFrame = pattern.MustCompile(`
		^\W*(.+?),? (?:that's|that is|is|are) (?:basically |pretty much |mainly |mostly |all )?
		what (?:we|i) (?:do|specialize in)\b`)
	doFrame = pattern.MustCompile(`
		\b(
			we|i|they|he|she|(?:my|our|the) (?:shop|store|company|business|client|insured|firm)
		) (?:also |mainly |mostly |primarily |basically |just |only |currently |actually )*(
			do|sell|make|install|repair|build|provide|offer|run|operate|manufacture|distribute|clean|service|fix|design|develop|
			perform|handle|bake|cater|roast|brew|grow|haul|transport|teach|manage|import|rent out|produce|own and operate|serve|
			[a-z]+?
		)s?\s+(.+)$`)
	areFrame = pattern.MustCompile(`
		\b(?:
			(?:
				we're|we are|(?:client|insured|applicant|business|he|she) (?:is|runs|owns|operates|has)|
				(?:business|company|work|shop|practice) is
			)|
			(?:i'm|i am|it's|it is|this is) (?:an?|the)
		)\s+(.+)$`)
	nameComes = pattern.MustCompile(`^(?:called|named|known as)\b`)
	ownFrame  = pattern.MustCompile(`
		\b
		(?:(?:we|i) (?:own|have|has|run|operate|started|manage)|(?:client|insured|applicant|he|she)(?: [a-z]+)? (?:owns|has|runs|operates)) (
			(?:an? |two |three )[a-z' -]*?(?:
				company|business|shop|store|firm|practice|studio|restaurant|service|salon|agency|contractor|outfit|operation|bakery|
				cafe|garage|pantry|place|clinic|gym|bar|farm|daycare|school|church|restaurants|stores|shops|salons
			)
		)\b`)
	doing   = pattern.MustCompile(`\b(?:doing|that does|which does|providing|offering|selling|specializing in|who does)\s+(.+)$`)
	opsStop = pattern.MustCompile(`
		\n|;|\?|!| - (?:we|our|i|it|the|no|\$?\d)|
		,? (?:
			but|because|since|so that|and we(?:'ve)? (?:have|had|don't|are|got|lease|own|use|pay)|
			and (?:have|has|had|employ|gross|own|lease|rent|use|pay|been) |
			with (?:\d|about|around|a crew|no|one|two|three|four|five|six|seven|eight|nine|ten)|we have|we've|we don't|there are|
			there is|established|founded|in business|est\.?|for the (?:last|past)|for (?:\d+|about|over)|since|annual|
			our (?:annual|revenue|payroll|website|phone)
		)\b`)
	opsComma = pattern.MustCompile(`, `)
	opsNot   = pattern.MustCompile(`
		\b(?:
			business (?:as|under|with)|registered|operate (?:as|under)|known as|not|don't|no |need|want|have to|insurance|coverage|
			quote|policy|claims?|losses|payroll|taxes|sprinklers?|alarm|limited liability|corporation|llc|partnership|vehicles|
			trucks|drivers|subcontractors|subs?|certificates?|sure|certain|alcohol|bankruptcy|premium
		)\b`)
)

// deedList is a sentence that is nothing but a row of services: "we do cuts, color and extensions".
var deedList = pattern.MustCompile(`
	^\W*(?:(?:so|well|basically|mainly|mostly|yeah|yes)\W+)*(?:we|i) (?:do|offer|provide|handle)(
		(?: [a-z][a-z'/&-]*){1,4}(?:, [a-z][a-z '/&-]{2,40})+,? (?:and|&) [a-z][a-z '/&-]{2,60}
	)\W*$`)

// readOperations takes the description of what the business does: after its own phrases any text, after plain verbs only
// what names a trade that is known.
func (r *reader) readOperations() {
	if !r.fields[operationsKey] || r.strength[operationsKey] > 7 {
		return
	}
	for _, s := range r.sentences {
		if s.question {
			continue
		}
		text := r.text.Lower[s.start:s.end]
		if m := whatFrame.FindStringSubmatchIndex(text); m != nil && r.takeOperations(s.start+m[2], s.end, false) {
			return
		}
		if m := tailFrame.FindStringSubmatchIndex(text); m != nil && r.takeOperations(s.start+m[2], s.start+m[3], false) {
			return
		}
	}
	if len(r.turn.Asked) > 0 && r.turn.Asked[0].Kind == catalog.NAICS {
		return // the trade answers the question for its code
	}
	defer r.readListedTrade()
	if r.known(operationsKey) != nil && r.askedAt(operationsKey) < 0 {
		return // a passing word does not replace what was described
	}
	broker := brokers.MatchString(r.text.Lower)
	for _, s := range r.sentences {
		if s.question {
			continue
		}
		if m := ownFrame.FindStringSubmatchIndex(r.text.Lower[s.start:s.end]); m != nil && r.takeOperations(s.start+m[2], s.end, true) {
			return
		}
		if r.readDeeds(s, broker) {
			return
		}
		text := r.text.Lower[s.start:s.end]
		if m := deedList.FindStringSubmatchIndex(text); m != nil && !opsNot.MatchString(text) && len(r.otherCues(s.start, s.end)) == 0 &&
			r.takeOperations(s.start+m[2], s.end, false) {
			return
		}
		for _, p := range []*pattern.Pattern{areFrame, doing} {
			if m := p.FindStringSubmatchIndex(r.text.Lower[s.start:s.end]); m != nil {
				if who := r.text.Lower[s.start+m[0] : s.start+m[2]]; !broker && (strings.HasPrefix(who, "he ") || strings.HasPrefix(who, "she ")) {
					continue
				}
				start := s.start + m[2]
				start += len(entityWord.FindString(r.text.Lower[start:s.end]))
				if !nameComes.MatchString(r.text.Lower[start:s.end]) && r.takeOperations(start, s.end, true) {
					return
				}
			}
		}
	}
}

// readDeeds takes what a sentence says that the business does: "we repair boat engines". Of others only a broker speaks.
func (r *reader) readDeeds(s sentence, broker bool) bool {
	text := r.text.Lower[s.start:s.end]
	_, verbs := businessWords()
	for at := 0; ; {
		m := doFrame.FindStringSubmatchIndex(text[at:])
		if m == nil {
			return false
		}
		subject, verb := text[at+m[2]:at+m[3]], text[at+m[4]:at+m[5]]
		start := s.start + at + m[4] // "sell used cars": the verb tells what is done with them
		if verb == "do" || verb == "doe" {
			start = s.start + at + m[6]
		}
		third := subject == "they" || subject == "he" || subject == "she"
		if (plainDoing[verb] || verbs[verb] || verb == "do" || verb == "doe") && (broker || !third) && r.takeOperations(start, s.end, true) {
			return true
		}
		at += m[5]
	}
}

// entityWord stands before what a business is without telling what it does.
var entityWord = pattern.MustCompile(`^(?:an? |the )?(?:(?:non-?profit|not[- ]for[- ]profit|501\(?c\)?\(?3\)?|llc|s-?corp|partnership|sole prop\w*) )+`)

// readListedTrade takes a trade that stands alone in a row of facts: "LLC, florist, one location".
func (r *reader) readListedTrade() {
	for _, s := range r.sentences {
		if len(s.segments) < 3 || s.question || r.known(operationsKey) != nil {
			continue
		}
		for _, g := range s.segments {
			text := strings.Trim(r.in(g), " .,;")
			if found := value.Trades(text); g.act == answers && len(found) > 0 && found[0].End-found[0].Start == len(text) &&
				!r.isTaken(g.start, g.end) && len(r.otherCues(g.start, g.end)) == 0 {
				start, end := r.shave(g.start, g.end)
				r.set(operationsKey, r.text.Original(start, end), 6, start, end)
				return
			}
		}
	}
}

func (r *reader) takeOperations(start, end int, trade bool) bool {
	if housing.MatchString(r.text.Lower[start:end]) && !r.namesTrade(r.text.Lower[start:end]) {
		return false
	}
	if !r.speaksAt(start) || r.isClaimed(start, start+1) {
		return false
	}
	end = r.operationsEnd(start, end)
	start, end = r.shave(start, end)
	text := r.text.Lower[start:max(start, end)]
	if trade {
		if cut := r.firstFigure(start, end); cut < end {
			start, end = r.shave(start, cut)
			text = r.text.Lower[start:max(start, end)]
		}
	}
	if trade && jobTitle.MatchString(text) {
		return false
	}
	if len(text) < 4 || trade && hangingEnd.MatchString(text) ||
		trade && (!r.namesTrade(text) || opsNot.MatchString(text) || len(text) > 250) || r.tellsSkip(text) {
		return false
	}
	if trade {
		start += len(leadingArticle.FindString(r.text.Lower[start:end]))
	}
	return r.set(operationsKey, r.text.Original(start, end), 6, start, end)
}

// jobTitle is what a person is in the firm, not what the firm does: "I'm the office manager".
var jobTitle = pattern.MustCompile(`
	^(?:the |an? |our )?(?:[a-z-]+ ){0,2}(?:
		manager|owner|co-owner|president|ceo|cfo|coo|vp|bookkeeper|secretary|director|principal|partner|receptionist|administrator|
		foreman|founder|proprietor|boss|accountant|agent|broker|assistant|csr|controller|comptroller|treasurer|supervisor|
		coordinator
	)(?:$| (?:at|of|for|here|with|there|and)\b)`)

// leadingArticle is left out of a description: "a brewery" is noted as "brewery".
var leadingArticle = pattern.MustCompile(`^(?:an?|the) `)

var hangingEnd = pattern.MustCompile(`\b(?:a|an|the|about|around|for|with|to|of|at|in|on|by|over|under|roughly|approximately|up|out|off|and|or|my|our)$`)

// firstFigure is where the first number behind a description begins: "an electrical contractor seven employees".
func (r *reader) firstFigure(start, end int) int {
	for _, v := range r.valuesIn(start, end) {
		if v.kind == catalog.Count && v.start > start && !strings.HasSuffix(strings.TrimRight(r.text.Lower[start:v.start], " "), "ages") {
			return v.start
		}
	}
	return end
}

// namesTrade says that a text names a trade that is known, or what only a business is called or does.
func (r *reader) namesTrade(text string) bool {
	if len(value.Trades(text)) > 0 {
		return true
	}
	words := tokens(text)
	if len(words) < 2 || len(words) > 18 {
		return false
	}
	firms, verbs := businessWords()
	return verbs[words[0].stem] || slices.ContainsFunc(words[1:], func(t token) bool { return firms[t.stem] })
}

// operationsEnd goes over the commas of a list of services, up to one behind which another field is spoken of.
func (r *reader) operationsEnd(start, end int) int {
	text := r.text.Lower[start:end]
	if m := opsStop.FindStringIndex(text); m != nil && m[0] > 0 {
		text = text[:m[0]]
	}
	for _, m := range opsComma.FindAllStringIndex(text, -1) {
		next := text[m[1]:]
		if i := strings.Index(next, ","); i >= 0 {
			next = next[:i]
		}
		from := start + m[1]
		if strings.ContainsAny(next, "0123456789$@") || len(r.otherCues(from, from+len(next))) > 0 || opsNewThought.MatchString(next) ||
			len(value.Options(r.field("entity_type"), next)) > 0 {
			text = text[:m[0]]
			break
		}
	}
	return start + len(text)
}

var plainDoing = set(`
	sell make install repair build provide offer run operate manufacture distribute clean service fix design develop perform
	handle bake cater roast brew grow haul transport teach manage import rent produce serve`)

// housing is the description of a building rather than of a business.
var housing = pattern.MustCompile(`
	\b(?:brick|frame|masonry|steel|metal|concrete|block|wood(?:en)?|timber|stucco|joisted|one|two|three|four|single)[ -]
	(?:[a-z]+[ -])?(?:building|warehouse|house|storefront|structure|story|storey|shed|barn)\b`)

var opsNewThought = pattern.MustCompile(`
	^(?:and )?(?:
		we|we're|we've|our|i|i'm|it|it's|the|my|they|there|with|no|not|yes|in|based|located|located|owned|founded|established|
		please|but|so|that
	)\b`)

func (r *reader) otherCues(start, end int) (all []cue) {
	for _, c := range r.cuesIn(start, end) {
		if c.key != operationsKey {
			all = append(all, c)
		}
	}
	return all
}
