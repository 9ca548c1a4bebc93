package dialogue

import (
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

const stateNames = `
	alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|florida|georgia|hawaii|idaho|illinois|indiana|iowa|
	kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|missouri|montana|nebraska|nevada|
	new hampshire|new jersey|new mexico|new york|north carolina|north dakota|ohio|oklahoma|oregon|pennsylvania|rhode island|
	south carolina|south dakota|tennessee|texas|utah|vermont|virginia|washington|west virginia|wisconsin|wyoming`

var (
	ownOrLease = pattern.MustCompile(`
		\b(?:
			own|owns|owned|lease|leases|leased|leasing|rent|rents|rented|renting|tenants?|renters?|landlord|owner[- ]occupied|
			lessee|bought|purchased|sublet|sublets|subletting|sublease|subleases|subleased|subleasing
		)\b`)
	leases   = pattern.MustCompile(`^(?:sub|leas|rent|tenant|renter|landlord|lessee)`)
	premises = pattern.MustCompile(`
		\b(?:
			building|spaces?|places?|property|premises|it|its|it's|units?|stores?|shops?|offices?|locations|land|warehouse|suite|
			facility|location|storefront|square|sq|sf|sqft|ft|month to month|month-to-month|there|here|spot|shopfront|garage|salon|
			restaurant|bakery|studio|clinic|gym|yard|plant|free and clear|outright|from (?:a|the|our|my)|tenants?|landlord|
			structure|house|bay|lot
		)\b`)
	otherGoods = pattern.MustCompile(`
		\b(?:own|owns|owned|lease|leases|leased|rent|rents|rented|leasing|renting|bought|purchased) (?:
			and operate |our own |all |all of |most of |about |out |the |our |my |some |two |three |a |an |\d+ ?|one |four |five |
			six )*(?:
			trucks?|vehicles?|vans?|cars?|equipment|tools|fleet|machines?|trailers?|autos?|business|company|franchise|restaurants|
			boats?|tractors?|forklifts?|excavators?|percent|%|stock|llc|shares|dishes|tables|tents|chairs|bikes|rooms|furniture|
			costumes|copiers?
		)\b`)
	trailing     = pattern.MustCompile(`\b(?:trucks?|vehicles?|vans?|cars?|autos?|equipment) (?:are|is) (?:all )?(?:owned|leased|rented)\b`)
	buildingTalk = pattern.MustCompile(`
		\b(?:
			buildings?|built \d{4}|blt \d{4}|\d ?(?:sf|sq ?ft|sqft|square feet)|construction|built (?:of|from|out of|with)|
			made (?:of|from|out of)|walls?|structure|bldg|constructed|exterior|roof|framed|
			(?:frame|brick|block|masonry|steel|metal|concrete|wood) (?:house|home|cottage|storefront|barn|shed)|converted|premises|
			shop is|it's (?:a |an )?|its (?:a |an )?|warehouse
		)\b`)
	clearWords = pattern.MustCompile(`
		^(?:
			joisted masonry|joisted|wood frame|frame construction|non ?combustible|noncombustible|masonry non ?combustible|
			masonry noncombustible|modified fire resist\w+|fire resist\w+|tilt ?up|tilt up concrete|stick built|steel frame|
			brick and joist|timber frame|wood framed|cinder ?block|concrete block|cmu|jm|mnc|mfr
		)$`)
	entityLead = pattern.MustCompile(`
		(?:
			^|
			\b(?:
				a|an|as|is|are|was|be|type|we're|we are|i'm|i am|it's|its|our|my|structure|entity|now|currently|legally|just|the|or|
				to|registered|organized|operating|formed|that's|single|one|taxed|into|this|still|small|family|actually|business|
				company|:|=|-|,
			)\W*(?:
				[a-z]+-(?:person|member|owner|owned|man|woman) |
				(?:
					` + stateNames + `|state|small|family|family-owned|local|simple|plain|straight|regular|standard|domestic|
					general|true|full|closely held|private|privately held|single-?member|multi-?member|one-person|husband and wife|
					two-person
				) )*
		)$`)
	weakEntity = set(`individual partners trust association charity corp inc incorporated partnership other cooperative coop corporate`)
	taxedAs    = pattern.MustCompile(`\b(?:taxed|treated|files?|filing|filed|elected|election)(?: to be| as| like| taxes)*\b[^.]*$`)
)

// readChoices reads the entity type, the tenure and the construction where the words do mean those.
func (r *reader) readChoices() {
	for _, s := range r.sentences {
		for _, g := range s.segments {
			if g.act == answers {
				r.readTenure(s, g)
				r.readEntity(g)
				r.readConstruction(s, g)
				r.readOtherChoices(g)
			}
		}
	}
}

// listed says that a segment is a word or two in a row of facts about a building: "3,000 sq ft, leased, brick".
func (r *reader) listed(s sentence, g segment) bool {
	if len(r.words(g.start, g.end)) > 2 {
		return false
	}
	start, end := s.start, s.end
	if len(r.words(start, end)) <= 2 { // a sentence of one word goes with those before it
		start = max(0, start-120)
	}
	for _, c := range r.cuesIn(start, end) {
		if c.key == "square_footage" || c.key == "year_built" || c.key == "sprinklered" || c.key == "alarm" {
			return true
		}
	}
	return false
}

// whoseIs tells whose the building is without the words for it: "the building isn't ours".
var whoseIs = pattern.MustCompile(`
	\b(?:building|bldg|space|place|property|premises|shop|store) (
		is|isn't|is not|ain't|doesn't belong to|does not belong to
	) (?:ours|mine|us|me)\b`)

// ownedBy tells whose the firm is: "it's owned by two partners".
var ownedBy = pattern.MustCompile(`
	\bowned (?:
		and operated|equally|jointly|
		by (?:two|three|four|five|my|a|an|the|our|several|[a-z]+ and|husband|brothers|sisters|family|partners)
	)\b`)

var ownerOf = pattern.MustCompile(`
	\b(?:i'm|i am|we're|we are) (?:also )?(?:the |both )?(?:sole |legal )?
	owners? of (?:the|this|our) (?:building|property|premises|place|real estate)\b`)

var thatWe = pattern.MustCompile(`^\W*(?:that|which) (?:we|i) (?:lease|rent|own)\b`)

var holdsAlone = pattern.MustCompile(`
	\b(?:left|remaining|to go) on (?:the|our|my) lease\b|\bon an? (?:[a-z0-9]+[- ])?(?:year|month)[a-z-]* lease\b|
	\b(?:we|i|business|company) pays? (?:(?:him|her|them|it|the landlord|my [a-z]+|a [a-z]+) )?rent\b|
	\b(?:business|company|firm|llc|corporation) (?:rents|leases) it from\b|
	^\W*(?:we|i) (?:only |just )?(?:lease|rent|own|occupy) (?:about |only |just |around )*[\d,]{3,7}(?: of (?:it|that))?\W*$|
	^\W*(?:(?:yes|yeah|yep|and|but|so),? )+(?:we|i) (?:just |currently |also )?(?:lease|rent|own)\W*$|
	^\W*(?:we're|we are|i'm|i am) (?:just |currently |still )?(?:leasing|renting)\W*$|^\W*(?:leased|rented|owned)\W*$`)

var reasonWord = pattern.MustCompile(`\b(?:since|because|cause|cuz|but|and|so|as|where) `)

// ownReason is the part of a text behind its last conjunction: the "no" of "no building coverage since she rents" denies
// something else.
func ownReason(text string) string {
	all := reasonWord.FindAllStringIndex(text, -1)
	if len(all) == 0 {
		return text
	}
	return text[all[len(all)-1][0]:]
}

var togetherOwn = pattern.MustCompile(`
	\b(?:
		husband and wife|(?:both|two) (?:of us|partners|brothers|sisters|spouses)|brothers|sisters|partners|
		(?:my|the) [a-z]+ and (?:i|me)
	) (?:own|owns) (?:it|everything|the (?:business|company|shop))\b|
	\bown (?:it|everything) (?:jointly|together|equally|50/50|fifty[- ]fifty)\b`)

var weHold = pattern.MustCompile(`^\W*(?:and )?(?:we|i) (?:just |currently |also )?(?:lease|rent|own)\W*$`)

// ownsListed says that "we own" stands in a row of facts about a building.
func (r *reader) ownsListed(s sentence, text string) bool {
	return weHold.MatchString(text) && slices.ContainsFunc(r.cuesIn(s.start, s.end), func(c cue) bool {
		return r.field(c.key).Group == r.field("tenure").Group || c.key == "building_limit"
	})
}

// goodsAt says that what is owned or leased first is no building.
func goodsAt(text string, at int) bool {
	m := otherGoods.FindStringIndex(text)
	return m != nil && m[0] <= at
}

func (r *reader) readTenure(s sentence, g segment) {
	text := r.in(g)
	if o := ownerOf.FindStringIndex(text); o != nil && !r.negates(text[:o[1]]) && !r.isTaken(g.start+o[0], g.start+o[1]) {
		r.set("tenure", "owned", 8, g.start+o[0], g.start+o[1])
		return
	}
	if o := whoseIs.FindStringSubmatchIndex(text); o != nil && !r.isTaken(g.start+o[0], g.start+o[1]) {
		r.set("tenure", map[bool]string{true: "leased", false: "owned"}[r.negates(text[o[2]:o[3]]) ||
			strings.Contains(text[o[2]:o[3]], "belong")], 8, g.start+o[0], g.start+o[1])
		return
	}
	m := ownOrLease.FindAllStringIndex(text, -1)
	if len(m) == 0 || r.isTaken(g.start+m[0][0], g.start+m[0][1]) ||
		r.askedAt("tenure") < 0 && !premises.MatchString(text) && !r.listed(s, g) && !holdsAlone.MatchString(text) &&
			!r.ownsListed(s, text) && !(weHold.MatchString(text) && len(r.turn.Asked) > 0 &&
			(r.turn.Asked[0].Key == "building_limit" || r.turn.Asked[0].Group == r.field("tenure").Group)) && !(thatWe.MatchString(text) &&
			r.says(premises, s)) || goodsAt(text, m[0][0]) || trailing.MatchString(text) {
		return
	}
	if strings.Contains(text, " or ") && len(m) > 1 && !strings.Contains(text, "not") {
		return
	}
	if ownedBy.MatchString(text) {
		return
	}
	if strings.HasPrefix(text[m[0][0]:], "owned") && regexpBusinessOwned.MatchString(text) {
		return
	}
	if togetherOwn.MatchString(text) {
		return // "husband and wife own it" tells whose the firm is
	}
	pick := m[0]
	negated := r.negates(ownReason(text[:pick[0]]))
	if negated && len(m) > 1 {
		pick, negated = m[len(m)-1], false
	}
	leased := leases.MatchString(text[pick[0]:pick[1]])
	if strings.HasPrefix(text[pick[0]:], "landlord") && !negated && !regexpHasLandlord.MatchString(text) {
		return
	}
	if strings.HasPrefix(text[pick[0]:], "tenant") && regexpHasTenants.MatchString(text) {
		return
	}
	v := "owned"
	if leased != negated {
		v = "leased"
	}
	r.set("tenure", v, 8, g.start+pick[0], g.start+pick[1])
}

var (
	regexpBusinessOwned = pattern.MustCompile(`
		\b(?:family|locally|woman|women|veteran|minority|black|privately|employee|husband)[- ](?:and[- ]wife[- ])?(?:owned|own)\b`)
	regexpHasLandlord = pattern.MustCompile(`
		\b(?:have|has|got|from) (?:a |the |our |my )?landlord\b|\b(?:our|my) landlord is\b|\bour landlord (?:owns|requires|wants)\b|
		\blandlord owns\b`)
	regexpHasTenants = pattern.MustCompile(`\b(?:have|has|our|my|the|two|three|four|\d+) (?:other )?tenants?\b`)
)

func (r *reader) readEntity(g segment) {
	f := r.field("entity_type")
	if m := taxExempt.FindStringIndex(r.text.Lower[g.start:r.lineEnd(g.start)]); m != nil && g.start+m[0] < g.end && !r.negates(r.in(g)) &&
		!r.isTaken(g.start+m[0], g.start+m[1]) {
		r.set(f.Key, "nonprofit", 8, g.start+m[0], g.start+m[1])
		return
	}
	lower := r.in(g)
	asked := r.askedAt(f.Key) >= 0
	for _, o := range value.Options(f, lower) {
		start, end := g.start+o.Start, g.start+o.End
		word := strings.Trim(lower[o.Start:o.End], ".")
		if r.isTaken(start, end) || r.inProperName(start, end) || taxedAs.MatchString(lower[:o.Start]) {
			continue
		}
		named := r.namedBefore(start, f.Key)
		if word == "inc" && incurred.MatchString(lower[:o.Start]) {
			continue // "total inc 63,210" is what losses came to
		}
		if word == "incorporated" && strings.HasPrefix(strings.TrimSpace(lower[o.End:]), "in ") {
			continue
		}
		if !named && !asked && !entityTail.MatchString(lower[o.End:]) && (weakEntity[word] || !entityLead.MatchString(lower[:o.Start])) &&
			!(word == "partnership" && entityLead.MatchString(lower[:o.Start])) {
			continue
		}
		if !named && (word == "other" || word == "individual" || word == "partners" || word == "trust" || word == "corporate") &&
			(!asked || len(strings.Fields(lower)) > 2 && !entityLead.MatchString(lower[:o.Start])) {
			continue
		}
		if strings.HasPrefix(lower[o.End:], " owns") || strings.HasPrefix(lower[o.End:], " that owns") {
			continue // the building may belong to another firm of theirs
		}
		if elsewhere.MatchString(lower[:o.Start]) {
			continue // the firm that the building is leased from
		}
		if word == "other" && len(strings.Fields(strings.TrimSpace(lower[o.End:]))) > 0 && !named {
			continue
		}
		if r.negates(lastClause(lower[:o.Start])) && !entityTail.MatchString(lower[o.End:]) ||
			strings.HasSuffix(strings.TrimRight(lower[:o.Start], " "), " with") {
			continue
		}
		r.set(f.Key, o.Value, 8, start, end)
		return
	}
}

var clauseStart = pattern.MustCompile(`\b(?:we're|we are|it's|it is|i'm|i am|but|rather|instead|more of|but rather|they're) `)

// lastClause is what stands before a word in its own clause: "we are not a corporation, we're a partnership".
func lastClause(text string) string {
	all := clauseStart.FindAllStringIndex(text, -1)
	if len(all) == 0 {
		return text
	}
	return text[all[len(all)-1][0]:]
}

var taxExempt = pattern.MustCompile(`\b501 ?\(?c\)? ?\(?\d{1,2}\)?`)

var incurred = pattern.MustCompile(`\b(?:total|tot|ttl|losses|loss|claims?|paid|gross|net) $`)

var elsewhere = pattern.MustCompile(`
	\b(?:
		from (?:my|our|his|her|their|an?other|a separate|an?)|
		(?:by|to|through) (?:my|our|his|her|their) (?:own|other|separate|second)
	) (?:own |other |separate |second |real estate |holding |family )*$`)

var entityTail = pattern.MustCompile(`^ (?:since|est\.?|formed|founded|started) (?:in )?\d{4}\b`)

// inProperName says that an entity's ending belongs to a name: "Greenway Grounds LLC".
func (r *reader) inProperName(start, end int) bool {
	before := strings.TrimRight(r.text.Plain[:start], " ,")
	if before == "" || before == r.text.Plain[:start] && start > 0 && r.text.Plain[start-1] != ' ' {
		return false
	}
	if before != strings.TrimRight(r.text.Plain[:start], " ") && !nameEnding.MatchString(", "+r.text.Lower[start:end]) {
		return false
	}
	i := strings.LastIndexAny(before, " \n(\"") + 1
	last := before[i:]
	if last == "" || strings.ToUpper(r.text.Plain) == r.text.Plain || last[0] < 'A' || last[0] > 'Z' ||
		sentenceWords[strings.ToLower(last)] || last[len(last)-1] == ':' || last[len(last)-1] == '.' {
		return false
	}
	return strings.TrimSpace(before[:i]) != "" || i == 0
}

var sentenceWords = set(strings.ReplaceAll(stateNames, "|", " ") + `
	a an the we're we i'm it's its is are as our type texas delaware florida california yes no legally officially
	single-member currently just entity i now state new york nevada ohio georgia structure`)

func (r *reader) readConstruction(s sentence, g segment) {
	f := r.field("construction_type")
	lower := r.in(g)
	asked := r.askedAt(f.Key) >= 0
	for _, o := range value.Options(f, lower) {
		start, end := g.start+o.Start, g.start+o.End
		word := strings.ReplaceAll(lower[o.Start:o.End], "-", " ")
		if r.isTaken(start, end) || r.negates(lower[:o.Start]) || roofPart.MatchString(lower[o.End:]) {
			continue
		}
		if o.Value == "joisted_masonry" && steelRoof.MatchString(lower) {
			o.Value = "masonry_non_combustible"
		}
		amended := r.turn.Values[f.Key] != nil && itIsNow.MatchString(lower[:o.Start])
		if !asked && !amended && !r.listed(s, g) && !clearWords.MatchString(word) &&
			(!buildingTalk.MatchString(r.text.Lower[s.start:s.end]) || builders.MatchString(lower)) {
			continue
		}
		r.set(f.Key, o.Value, 8, start, end)
		return
	}
}

var (
	roofPart = pattern.MustCompile(`
		^[ -](?:(?:shingled?|truss(?:ed)?|deck|bar|panel|framed?|beam|plank|tile|seam|standing seam|pitched|flat|gable) )?
		(?:roof\w*|trusses|rafters|floors?|deck|decking|shingles?)\b|
		^ (?:is |are )?(?:only |just |mostly )*(?:an? )?(?:veneer|facade|face|accents?|trim|decoration)\b`)
	steelRoof = pattern.MustCompile(`\b(?:steel|metal|concrete|non-?combustible)(?: bar)?[ -](?:deck|decking|roof|joists?|trusses)\b`)
)

// itIsNow stands before what a building is made of after all.
var itIsNow = pattern.MustCompile(`
	^\W*(?:(?:no|sorry|wait|actually|correction|oops|hmm)\W+)+
	(?:it's|it is|that's|the (?:building|shop|place|walls?) (?:is|are)|make (?:it|that))(?: actually| really| all| mostly)? $`)

var builders = pattern.MustCompile(`
	\b(?:we|i) (?:do|install|build|make|sell|fabricate|manufacture|repair|supply|work|erect|construct|specialize)\b|
	\b(?:installation|contractor|fabrication|siding|decking|roofing|fencing)\b`)

// readOtherChoices serves choices that a catalogue may add: by their cue, or when asked.
func (r *reader) readOtherChoices(g segment) {
	for _, f := range r.catalog.Fields {
		if f.Kind != catalog.Choice || f.Key == "tenure" || f.Key == "entity_type" || f.Key == "construction_type" || !r.fields[f.Key] {
			continue
		}
		if found := value.Options(f, r.in(g)); len(found) == 1 && (r.askedAt(f.Key) >= 0 || len(r.namedIn(&g, f.Key)) > 0) {
			r.set(f.Key, found[0].Value, 8, g.start+found[0].Start, g.start+found[0].End)
		}
	}
}
