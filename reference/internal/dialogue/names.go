package dialogue

import (
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

// frame is a turn of phrase that is followed, or preceded, by a name.
type frame struct {
	key     string
	pattern *pattern.Pattern // the last group, or the first not empty, is the name
	check   func(r *reader, text string) bool
}

const suffixed = `
	[^,;\n]*?(?:, ?)?\b(?:
		llc|l\.l\.c\.?|inc\.?|incorporated|corp\.?|corporation|co\.|ltd\.?|pllc|p\.?c\.?|llp|l\.l\.p\.?|lp|p\.a\.|company|limited
	)(?:$|[ ,.;)])`

var frames = []frame{
	{"dba", pattern.MustCompile(`
		(?:
			\bd\.?/?b\.?/?a\.?\b|\bdoing business as|\b(?:do|does) business (?:as|under)|\btrading as|\btrade (?:as|under)|
			\b(?:we|they|he|she) (?:just |usually |mostly |all |only |really |typically )*go(?:es)? by|\bgoes by|
			\bwe(?:'re| are)? (?:also |usually |generally )?known as|\bbetter known as|\bknown to (?:customers|everyone|locals) as|
			\boperat(?:e|es|ing) (?:as|under)|\bcustomers (?:know|call) us(?: as)?|
			\b(?:everyone|everybody|nobody|people|folks|locals|most people|neighbors|town) (?:just |mostly |only )?
			(?:knows?|calls?) us(?: mostly| only| just)?(?: as| by)?|
			\bcall ourselves|\b(?:use|using|under) the name|\bsign (?:out front )?says|
			\b(?:trade|fictitious|assumed|trading|operating|store|brand|public|storefront) name
		)(?: the name(?: of)?)?(?: name)?(?: is now| is| =|:| would be| should be| it's| of| to)?\s+(.+)$`), notDenied},
	{"legal_name", pattern.MustCompile(`
		\b(?:legal|registered|official|corporate|full legal|business|company|entity|firm|insured|organization|corporation|practice)
		(?:'s)?(?: business| company| entity| legal)? name(?: of (?:the|our|my) [a-z]+)?
		(?: on (?:the )?(?:papers?|file|record|policy))?(?:
			's| (?:is now|is|was changed to|has changed to|changed to|should be|should read|would be|will be|reads?|to|=|-)
		)\s*(?:actually |officially |just )?(.+)$`), notOther},
	{"legal_name", pattern.MustCompile(`\b(?:legal|registered|full legal|corporate)(?: business| company)? name,? (.+)$`), properName},
	{"legal_name", pattern.MustCompile(`
		\b(?:named insured|the insured) (?:is|should be|would be|should read|to)(?: called| named| known as)?\s+(.+)$`), notOther},
	{"legal_name", pattern.MustCompile(`
		\b(?:officially|legally|on paper|formally)(?:,)? (?:we're|we are|it's|it is|known as|called|the name is|named)
		(?: called| known as)?\s+(.+)$`), properName},
	{"legal_name", pattern.MustCompile(`\b(?:officially|legally|formally|on paper|incorporated as|registered as)[,:]? (` + suffixed + `)`), ownFirm},
	{"legal_name", pattern.MustCompile(`\blegal (?:is|name's|entity is|one is) (` + suffixed + `)`), ownFirm},
	{"legal_name", pattern.MustCompile(`
		\b(?:papers?|paperwork|articles|certificate|license|filings?|charter|tax return|bank account|checks)\b.{0,14}\b
		(?:says?|reads?|shows?|has) (` + suffixed + `)`), ownFirm},
	{"dba", pattern.MustCompile(`
		\b(?:the|our|my) [a-z]+ is (?:called|named|known as) (.+?),? (?:but |and )?(?:officially|legally|formally|on paper)\b`), notDenied},
	{"legal_name", pattern.MustCompile(`^\W*(?:(?:hi|hello|hey|this is|it's|good morning|good afternoon)\W+)*([a-z0-9][^,.!?]{3,60}?) here\b`), tradeName},
	{"legal_name", pattern.MustCompile(`\b(?:registered|incorporated|organized|filed|set up)(?: with the state)? (?:as|under(?: the name)?)\s+(.+)$`), properName},
	{"legal_name", pattern.MustCompile(`
		\b(?:the|our|my) (?:
			practice|company|business|firm|shop|restaurant|corporation|organization|store|agency|llc|entity|church|club|school|
			clinic|studio
		)(?:'s name)? (?:is called|is named|name is|called|is)\s+(.+)$`), properName},
	{"legal_name", pattern.MustCompile(`
		\b(?:we're|we are|our company,|my company,|applicant is|insured is|insure|coverage for|quote for|policy for)\s+
		(` + suffixed + `)`), properName},
	{"legal_name", pattern.MustCompile(`
		^\W*(
			[a-z0-9][^,;:\n]{2,50}?(?:, ?)?\b(?:llc|l\.l\.c\.?|inc\.?|corp\.?|ltd\.?|pllc|llp|company|co\.?)
		),? (?:d/?b/?a|d\.b\.a\.|doing business as|t/a|trading as)\b`), ownFirm},
	{"legal_name", pattern.MustCompile(`
		^\W*(?:(?:hi|hello|hey|per our call|as discussed|fyi|so)\b[ ,.!]*)*
		([a-z0-9][^,;:\n]{2,50}?(?:, ?)?\b(?:llc|l\.l\.c\.?|inc\.?|corp\.?|ltd\.?|pllc|llp)) (?:
			uses|has|does|operates|owns|runs|employs|needs|would like|wants|requires|provides|carries|pays|leases|rents|grosses|had|
			hires|started in|opened in|was (?:founded|established|formed|started)
		)\b`), ownFirm},
	{"legal_name", pattern.MustCompile(`
		^\W*(?:(?:hi|hello|hey|good (?:morning|afternoon|evening))\b[ ,.!]*)*(?:this is|i'm|i am|my name is|my name's|it's)
		 [a-z\x80-\xff'. -]{2,40}? (?:with|from|at|of|over at|for) (` + suffixed + `)`), ownFirm},
	{"legal_name", pattern.MustCompile(`\b(?:on behalf of|representing|writing for|calling for) (?:the )?(.+)$`), properName},
	{"legal_name", pattern.MustCompile(`\b(?:under|through|operating as|owned by) (` + suffixed + `)`), ownFirm},
	{"contact_name", pattern.MustCompile(`
		\b(?:use|put|list|contact|go with) ([a-z'.-]+ [a-z'.-]+)(?:
			 from now on| instead| going forward| as (?:the|our) contact| for (?:the )?contact
		)`), inPlaceOfContact},
	{"contact_name", pattern.MustCompile(`
		\b(?:our|my|the) (?:[a-z]+ ){0,2}
		[a-z]+,? (
			(?:(?:mr|mrs|ms|dr)\.? )?[a-z'-]+ [a-z'-]+
		),? (?:is|should be|will be|would be) (?:the|our|your|my) (?:(?:best|main|primary|right) )?(?:person|contact|one)\b`), capitalPerson},
	{"contact_name", pattern.MustCompile(`
		\b(?:i'm|i am|this is|contact[a-z ]{0,24} (?:is|will be|would be)) (?:the|our|my|an?) (?:[a-z-]+ ){0,2}?(?:
			owner|co-owner|manager|super|superintendent|president|director|administrator|bookkeeper|secretary|partner|foreman|
			supervisor|principal|pastor|controller|founder|proprietor
		)(?: here)?, ((?:(?:mr|mrs|ms|dr)\.? )?[a-z'.-]+ [a-z'-]+(?: [a-z'-]+)?)(?:$|[,.!;]| at | and i )`), capitalPerson},
	{"contact_name", pattern.MustCompile(`
		\b(?:use|put|list|contact|call) (?:the |our |my )(?:[a-z]+ )?(?:
			manager|owner|co-owner|bookkeeper|partner|assistant|secretary|wife|husband|son|daughter|brother|sister|foreman|super
		)(?: is)?,? ([a-z'.-]+ [a-z'-]+)(?: at | instead| for |,|$|[.!])`), inPlaceOfContact},
	{"legal_name", pattern.MustCompile(`\b(?:client|insured|applicant|account)(?: is| called| named|,|:| -)?\s+(` + suffixed + `)`), properName},
	{"legal_name", pattern.MustCompile(`
		^\W*(?:it's |its |that's )?(.+?) is (?:the|our|my) (?:full |official |exact )?(?:legal |business |company |registered )+
		name\b`), properName},
	{"legal_name", pattern.MustCompile(`
		\b(?:client|insured|applicant|company|business|it)(?:'s| is|:) (?:an? |the )(?:[a-z-]+ ){1,4}(?:called|named) (.+)$`), notOther},
	{"contact_name", pattern.MustCompile(`
		\b(?:
			(?:primary|main|best|insured|point of|key) contact|
			contact(?: person| name)?(?: over there| there| on site| at the (?:office|shop|store)| for them)?|point of contact|
			person to (?:talk to|contact|call|reach|speak with)
		)(?: person| name)?(?: here| for us| for this)?(?: is| would be| will be| should be| =|'s)\s+
		(?:going to be |now |actually |our [a-z]+ |my [a-z]+ |me,? )*(.+)$`), personName},
	{"contact_name", pattern.MustCompile(`
		\b(?:change|update|switch|make|set) (?:the |our )?(?:primary |main )?contact(?: person| name)? (?:to|over to|be)?\s*(.+)$`), personName},
	{"dba", pattern.MustCompile(`\b(?:dba|trade name) (?:has |was |is |just )*(?:changed|switched|now)(?: to)?\s+(.+)$`), notDenied},
	{"dba", pattern.MustCompile(`\b(?:change|update|switch|make|set) (?:the |our )?(?:dba|trade name) (?:to|over to|be)\s+(.+)$`), notDenied},
	{"current_carrier", pattern.MustCompile(`
		\b(?:change|update|switch|make|set) (?:the |our )?(?:current )?(?:carrier|insurer) (?:to|over to|be)\s+(.+)$`), carrierName},
	{"contact_name", pattern.MustCompile(`
		\b(?:
			talk to|ask for|speak (?:to|with)|reach out to|get (?:a )?hold of|contact|reach|get in touch with|deal with|attention|
			attn:?
		)\s+(?:our [a-z]+ (?:manager )?|my [a-z]+ |me,? )?(.+)$`), personName},
	{"contact_name", pattern.MustCompile(`
		^\W*(?:(?:hi|hello|hey|good (?:morning|afternoon|evening))\b[ ,.!]*)?(?:this is|i'm|i am) ([a-z'.-]+(?: [a-z'.-]+){1,3}?)
		(?: here)?(?:$|[,.!;]| from | with | at | and i | - )`), introduced},
	{"contact_name", pattern.MustCompile(`\b(?:call|text|email|phone)\s+([a-z'.-]+(?: [a-z'.-]+)?)(?: at| on|,|:)`), capitalPerson},
	{"contact_name", pattern.MustCompile(`\b(?:that'd be me|that would be me|that's me|it's me|me), (.+)$`), personName},
	{"contact_name", pattern.MustCompile(`\bmy name(?: is|'s)(?: actually)? (?:spelled|spelt|written)\s+(.+)$`), personName},
	{"contact_name", pattern.MustCompile(`\bmy name(?: is|'s)\s+(.+)$`), fullName},
	{"contact_name", pattern.MustCompile(`(?:^|[,.;] )\W*name(?: is|'s)\s+(.+)$`), introduced},
	{"contact_name", pattern.MustCompile(`
		^\W*(.+?),? is (?:the|our|your|my) (?:sole |co-|main |principal |practice |business |majority )?(?:
			owner|president|ceo|office manager|general manager|principal|founder|proprietor|administrator|managing member|director|
			pastor|bookkeeper|controller|cfo
		)\b`), introduced},
	{"contact_name", pattern.MustCompile(`^\W*(.+?),? (?:is|will be|would be) (?:the|our|your|my) (?:primary |main |best |point of )?contact\b`), personName},
	{"current_carrier", pattern.MustCompile(`\b(?:insured|covered|written|underwritten) (?:with|w|by|through|thru|via|at|under)\s+(.+)$`), carrierName},
	{"current_carrier", pattern.MustCompile(`
		\b(?:current|prior|previous|existing|present|expiring|incumbent)?\s?(?:insurance )?(?:carrier|insurer|insurance company)
		(?: right now| now| at the moment| currently| today)?
		(?: is| was| =|:|'s| has been| name is| (?:we|i|that we|that i) [a-z' ]{2,24} is)(?: currently| now| still)?\s+(.+)$`), carrierName},
	{"current_carrier", pattern.MustCompile(`
		(?:^|[,;.] *|\band |\bthe )(?:incumbent|current(?:ly)?|present|expiring|exp)(?: one| carrier| insurer| policy| market)?
		(?: is| was| are|:| -|'s)?(?: with| through)? (.+)$`), knownCarrier},
	{"current_carrier", pattern.MustCompile(`
		\b(?:current |existing |our |have |got |have our |prior )?(?:insurance|coverage|policy|policies)
		(?: is| are| was| currently| right now)*(?: currently| now| all)* (?:with|by|through|thru|from|placed with|at)\s+(.+)$`), carrierName},
	{"current_carrier", pattern.MustCompile(`
		\b(?:we're|we are|i'm|we have been|we've been|currently|been|right now we're) (?:currently |still |now |insured )?
		(?:with|at)\s+(.+)$`), knownCarrier},
	{"current_carrier", pattern.MustCompile(`(?:^|\band |\bbut |[,;:)!]) *were (?:currently |now |still |insured )*with\s+(.+)$`), knownCarrier}, // "we're" in haste
	{"current_carrier", pattern.MustCompile(`\b(?:we have|we use|we've got|i have|it's|its|have)\s+(.+)$`), knownCarrier},
	{"current_carrier", pattern.MustCompile(`
		^\W*(?:we have |it's )?(.+?),? (?:
			is (?:our|the|my) (?:current |present |existing )?(?:carrier|insurer|insurance(?: company)?)|insures us|covers us|
			writes (?:our|it|us)|has our (?:policy|insurance|coverage|business)
		)\b`), carrierName},
	{"mailing_city", pattern.MustCompile(`\bmail(?:ing)? (?:address )?city (?:is|=|should be|would be|to)\s+(.+)$`), cityName},
	{"mailing_city", pattern.MustCompile(`\bcity (?:for|of) (?:the |our )?mail(?:ing)?(?: address)? (?:is|=|should be)\s+(.+)$`), cityName},
	{"location_city", pattern.MustCompile(`\b(?:location|premises|physical|property)(?: address)? city (?:is|=|should be|would be|to)\s+(.+)$`), cityName},
	{"location_city", pattern.MustCompile(`
		\b(?:location|premises|shop|store|office|building|place) is (?:located )?in (?:the )?(?:city|town) of\s+(.+)$`), cityName},
	{"location_city", pattern.MustCompile(`\bcity (?:for|of) (?:the |our )?(?:location|premises|property)(?: address)? (?:is|=|should be)\s+(.+)$`), cityName},
}

// readNames looks for names in their usual phrases, sentence by sentence.
func (r *reader) readNames() {
	for _, s := range r.sentences {
		for _, f := range frames {
			if !r.fields[f.key] || r.strength[f.key] > 7 {
				continue
			}
			m := f.pattern.FindStringSubmatchIndex(r.text.Lower[s.start:s.end])
			if m == nil {
				continue
			}
			start, end := s.start+m[2], s.start+m[3]
			if !r.speaksAt(start) || !r.speaksAt(s.start+m[0]) || r.isClaimed(start, start+1) || f.key != "legal_name" && r.isTaken(start, start+1) {
				continue
			}
			end = r.nameEnd(start, end, f.key)
			if i := strings.LastIndex(r.text.Lower[start:end], ": "); i > 0 {
				start += i + 2 // "needs the comma: Acme, Inc."
			}
			start, end = r.shave(start, end)
			if m := nameAmended.FindStringSubmatchIndex(r.text.Lower[max(start, end):s.end]); m != nil {
				if from, to := r.shave(end+m[2], r.nameEnd(end+m[2], end+m[3], f.key)); to > from && f.check(r, r.text.Plain[from:to]) {
					start, end = from, to
				}
			}
			if end <= start || !f.check(r, r.text.Plain[start:end]) {
				continue
			}
			if r.set(f.key, r.text.Original(start, end), 7, start, end) && f.key == "current_carrier" {
				r.readPriceBehind(end)
			}
		}
	}
	r.readOpeningFirm()
	r.readOperations()
}

// readPriceBehind takes the sum right behind the name of the insurer as the premium: "incumbent is Ajax Casualty at 61,400".
func (r *reader) readPriceBehind(end int) {
	for i := range r.values {
		v := &r.values[i]
		if v.start < end || v.start > end+40 || v.kind != catalog.Count || v.used || v.old || v.number.YearLike || v.number.Percent ||
			r.has("current_premium") {
			continue
		}
		if priceGap.MatchString(r.text.Lower[end:v.start]) && r.fit(r.field("current_premium"), v) > -2 && !r.countsNoun(v) && !r.countsYears(v) {
			r.awardNumber("current_premium", v, 7)
		}
		return
	}
}

var priceGap = pattern.MustCompile(`
	^,?(?: (?:has|have|had|insures|covers|writes) (?:us|me))?(?: (?:now|currently|right now|today))?,?
	(?: ?(?:at|for|@|-|paying|premium|premium of|charging))?(?: about| around)? ?\$?$`)

func (r *reader) countsYears(v *found) bool {
	return yearUnit.MatchString(r.text.Lower[v.end:])
}

// readOpeningFirm takes a firm's full name that opens a message before other facts: "Northfork Outfitters LLC. FEIN ...".
func (r *reader) readOpeningFirm() {
	if r.has("legal_name") || len(r.sentences) == 0 || len(r.sentences[0].segments) == 0 ||
		len(r.sentences)+len(r.sentences[0].segments) < 3 || len(r.out.Set) == 0 {
		return
	}
	g := r.sentences[0].segments[0]
	start, end := r.shave(g.start, g.end)
	if end <= start || g.act != answers || r.sentences[0].question || r.isClaimed(start, end) {
		return
	}
	if name := r.text.Plain[start:end]; r.capitalised(start) && len(strings.Fields(name)) > 1 &&
		countCapitals(name) >= len(strings.Fields(name))-1 && ownFirm(r, name) {
		r.set("legal_name", r.text.Original(start, end), 6, start, end)
	}
}

// nameAmended is what stands before the name that holds: "Hartwell Inc, correction, Hartwell Holdings Inc".
var nameAmended = pattern.MustCompile(`
	^[ ,.-]*(?:(?:sorry|correction|i mean|i meant|no,? wait|make that|actually|rather|scratch that|oops|wait|er+|um+)[ ,.:-]+)+
	(?:it's |it is )?(.+)$`)

var (
	nameStops = pattern.MustCompile(`
		\n|; | - | / | \| |\(|\)|"|\?|!|
		 (?:
			i (?:believe|think|guess)|but|since|because|which|that|who|whose|where|until|paying|pays|pay|right now|currently|
			at the moment|nowadays|these days|for about|for around|for \$?\d|at \$|at about|started|now|rn|however|so|though|as of|
			effective|not|the (?:past|last|whole)|instead|rather than|please|thanks|thank you
		)\b|
		 (?:and|&) (?:
			we|we're|we've|our|i|it|its|it's|
			the (?:
				business|company|phone|email|fein|ein|legal|dba|address|building|effective|premium|payroll|website|mailing|policy|
				number
			)|
			my|they|pay|paying|have|has|had|been|is|are|was|were|also|there|you|his|her|a |an |do|does|call|in|no|not|phone|email|
			dba|fein|ein|started|since|about|would|\d
		)\b`)
	comma  = pattern.MustCompile(`,`)
	titled = pattern.MustCompile(`^(?:dr|mr|mrs|ms|prof|rev)\.? `)
	byName = map[string]*pattern.Pattern{
		"contact_name": pattern.MustCompile(` (?:is|at|about|regarding|on|or|by|and|from|with|will|can|to|for|phone|email|cell)\b|[\d@:]`),
		"current_carrier": pattern.MustCompile(`
			 (?:thru|through \d|until|till|to \d|for|at|on|and i|with a|through an?|via|under|is|expires|since|premium)\b|\d{3,}|
			:`),
		"dba":           pattern.MustCompile(` (?:is (?:our|the)|as (?:our|the)|on the|to (?:our|the) (?:public|customers))\b|:`),
		"legal_name":    pattern.MustCompile(` (?:d/?b/?a\b|d\.b\.a|doing business|is (?:our|the|a)\b|are\b|dba\b|with \d|was (?:founded|established))`),
		"mailing_city":  pattern.MustCompile(` (?:and|zip|state|in|is|with|for)\b|\d`),
		"location_city": pattern.MustCompile(` (?:and|zip|state|in|is|with|for)\b|\d`),
	}
)

// endingWithin is the ending of a company in the middle of a text, behind which something else begins.
var endingWithin = pattern.MustCompile(`
	^[^,]*?(?:, ?)?\b((?:llc|l\.l\.c\.|inc\.?|incorporated|corp\.?|pllc|ltd\.?)) +(?:
		[a-z]+ ?[:#=]|phone|fein|ein|addr|address|located|since|est|our|we|is|has|at \d|\d
	)`)

// longestName is where a name ends in any case: no field takes a longer one.
const longestName = 240

// nameEnd finds where a name ends: at a new thought, at a comma that no company ending follows, at the next value.
func (r *reader) nameEnd(start, end int, key string) int {
	text := r.text.Lower[start:min(end, start+longestName)]
	cut := len(text)
	if m := nameStops.FindStringIndex(text); m != nil && m[0] > 0 {
		cut = min(cut, m[0])
	}
	if p := byName[key]; p != nil {
		if m := p.FindStringIndex(titled.ReplaceAllStringFunc(text, func(s string) string { return strings.Repeat("x", len(s)) })); m != nil && m[0] > 0 {
			cut = min(cut, m[0])
		}
	}
	for _, m := range comma.FindAllStringIndex(text, -1) {
		if m[0] < cut && m[0] > 0 && !r.insideName(start+m[0]) {
			cut = m[0]
			break
		}
	}
	for i := 0; i+1 < cut; i++ {
		if text[i] == '.' && text[i+1] == ' ' && !abbreviation[lastWord(text[:i])] && len(lastWord(text[:i])) > 2 {
			cut = i
		}
	}
	if m := endingWithin.FindStringSubmatchIndex(text); m != nil && key == "legal_name" && m[3] < cut {
		cut = m[3]
	}
	for _, v := range r.values {
		if (v.kind == catalog.Email || v.kind == catalog.Phone || v.kind == catalog.URL) && v.start > start && v.start < start+cut {
			cut = v.start - start
		}
	}
	return start + cut
}

var fillers = pattern.MustCompile(`^(?:(?:uh+|um+|er+|hmm+)[ ,]+)+`)

// laughter ends what people type without being part of it.
var laughter = pattern.MustCompile(`[ ,](?:lol|lmao|haha+|hehe|hah|smh|btw|fyi|thx|thanks)$`)

// shave takes quotes, stops and small words off the ends of a name.
func (r *reader) shave(start, end int) (int, int) {
	for start < end && strings.IndexByte(" |\"':,;-=", r.text.Plain[start]) >= 0 {
		start++
	}
	if start < end {
		start += len(fillers.FindString(r.text.Lower[start:end]))
	}
	for {
		for end > start && strings.IndexByte(" |\"':,;!?-", r.text.Plain[end-1]) >= 0 {
			end--
		}
		if m := laughter.FindString(r.text.Lower[start:end]); m != "" && len(m) < end-start {
			end -= len(m)
			continue
		}
		if end > start && r.text.Plain[end-1] == '.' && !endsAbbreviated(r.text.Plain[start:end]) {
			end--
			continue
		}
		return start, end
	}
}
