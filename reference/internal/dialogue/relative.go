package dialogue

import (
	"math"
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

// relation is an answer told by another: "double that", "add two drivers", "the same as the trucks". What a pronoun
// stands for is empty until the figures of the message are read.
type relation struct {
	target, base string
	times, plus  float64
	void         bool // the figure is none of the answers
	start, end   int
}

const (
	timesWord = `
		double|twice|two times|2x|triple|three times|3x|quadruple|four times|half(?: of)?|a third of|a quarter of|third of|
		quarter of|tenth of|a tenth of`
	pronoun = `(?:that|it|this|those|them)`
	doIt    = politely + `(?:(?:can|could|would|will) (?:you|we|u) )?(?:(?:please|just|let's|lets|now|then|also|so|maybe|actually) )*`
	byMuch  = `
		(?:about |around |another |an? (?:additional|extra) )?(
			\$?\d[\d,.]* ?(?:k|m|mil|million|thousand)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|a couple(?: of)?
		)`
)

var (
	factors = map[string]float64{"double": 2, "twice": 2, "two times": 2, "2x": 2, "triple": 3, "three times": 3, "3x": 3, "quadruple": 4,
		"four times": 4, "half": 0.5, "half of": 0.5, "halve": 0.5, "a third of": 1.0 / 3, "a quarter of": 0.25, "third of": 1.0 / 3,
		"quarter of": 0.25, "tenth of": 0.1, "a tenth of": 0.1}

	multiply = pattern.MustCompile(doIt + `
		(?:
			(double|triple|quadruple|halve) (` + pronoun + `\b|both\b|(?:the|our|my) [a-z -]+)|
			(?:cut|slash|reduce) (` + pronoun + `\b|(?:the|our|my) [a-z -]+?) (?:in|by) half\b
		)`)
	timesOf = pattern.MustCompile(`
		\b(` + timesWord + `) (?:what |of )?(
			` + pronoun + `\b|(?:the|our|my) [a-z -]{3,30}|(?:sales|revenue|payroll|vehicles|trucks|drivers|occurrence|premium)\b
		)`)
	addTo  = pattern.MustCompile(doIt + `(?:add|tack on|throw in)(?: on| in)? ` + byMuch + `(?: more| extra| additional| other)?\b`)
	gained = pattern.MustCompile(`
		(?:
			^\W*(?:oh |and |also |actually |we )*(?:hired|added|bought|picked up|brought on|opened)|
			\b(?:
				(?:we|i|he|she|they)(?:'ve| have|'ve just| have just)?(?: just| also| actually)? (?:
					hired|added|bought|picked up|brought on|took on|opened|got|purchased|leased
				)|
				(?:just|recently) (?:hired|added|bought|picked up|brought on|opened|purchased)
			)
		) (?:` + byMuch + ` (?:more|additional|extra|other|new)|(another|an additional|an extra|one more|a (?:second|third|fourth|fifth)))\b`)
	moreOf = pattern.MustCompile(`
		^\W*(?:(?:oh|and|plus|actually|sorry|wait|make (?:that|it)|there's|there is|we have|it's|no|so|also)\W+)*
		(one|two|three|four|five|six|[1-9]) (more|less|fewer)\b`)
	takenOff = pattern.MustCompile(doIt + `(?:knock|take|shave|trim|cut) ` + byMuch + ` off(?: of)? (` + pronoun + `\b|(?:the|our|my) [a-z -]+)`)
	byAmount = pattern.MustCompile(doIt + `(raise|increase|bump|up|lower|reduce|drop|cut|decrease)(?: up| down)? (` + pronoun + `\b|(?:the|our|my) [a-z -]+?)(?: up| down)? by ` + byMuch)
	lessens  = set("lower reduce drop cut decrease less fewer")
	asMany   = pattern.MustCompile(`
		\b(?:
			(?:the )?(?:same|as many)(?: number| amount| count| figure)?(?: of)?(?: [a-z]+)? as|to (?:match|equal|be equal to)
		) (?:(?:the|our|my|we have|for|number|of) )*`)
	onePer = pattern.MustCompile(`
		\bone (?:driver|guy|person|man|operator) (?:
			per|for each|for every|in each|to a|to each|each
		) (?:truck|vehicle|van|rig|car|unit)\b|
		\b(?:each|every) (?:truck|vehicle|van|rig|unit) has (?:a|one|its own|its) driver\b|
		\ba driver (?:for|per|in) (?:each|every)(?: one| truck| vehicle| van)?\b`)
	sameOnly = pattern.MustCompile(`
		^\W*(?:(?:it's|its|the|also|that's|um|uh|yeah|yes|about)\W+)*same(?:
			 (?:number|amount|here|too|again|thing|figure|for (?:that|those|drivers|the drivers)|with (?:that|drivers))
		)*\W*$`)
	partOf = pattern.MustCompile(`\b(?:of|is|are|about|around|roughly|runs|at|=|:) *$`)
)

// readRelations finds the answers that are told by others and keeps their figures from being read as answers.
func (r *reader) readRelations() (all []relation) {
	for _, s := range r.sentences {
		text := r.text.Lower[s.start:s.end]
		for _, rel := range []func(sentence, string) (relation, bool){r.multiplied, r.multipleOf, r.added, r.changedBy, r.oneMore, r.likened, r.percentOf} {
			if found, ok := rel(s, text); ok && r.speaksAt(found.start) && !r.isClaimed(found.start, found.end) {
				r.use(found.start, found.end)
				r.take(found.start, found.end)
				all = append(all, found)
				break
			}
		}
		for _, found := range r.movements(s, text) {
			if r.speaksAt(found.start) && !r.isClaimed(found.start, found.end) {
				r.use(found.start, found.end)
				r.take(found.start, found.end)
				all = append(all, found)
			}
		}
	}
	return append(append(all, r.changedByPercent()...), r.bothMultiplied()...)
}

// resolve sets what relations come to, now that the figures of the message are known.
func (r *reader) resolve(all []relation) {
	for _, rel := range all {
		if rel.void {
			continue
		}
		last := r.lastFigure(rel.start)
		if rel.target == "" {
			rel.target = last
		}
		if rel.base == "" {
			rel.base = last
		}
		f, held := r.field(rel.target), r.known(rel.base)
		base, ok := held.(float64)
		if rel.target == "" || !ok && rel.times != 0 {
			continue
		}
		n := base*rel.times + rel.plus
		if f.Kind == catalog.Count && n != math.Trunc(n) {
			continue
		}
		if v, ok := value.InRange(f, math.Round(n)); ok {
			r.set(f.Key, v, 19, rel.start, rel.end)
		}
	}
}

// lastFigure is the field whose figure was told last before a place of the message, else in the last message.
func (r *reader) lastFigure(before int) string {
	key := ""
	for k := range r.out.Set {
		if numeric(r.field(k).Kind) && r.places[k] < before && (key == "" || r.places[k] > r.places[key]) {
			key = k
		}
	}
	if key != "" {
		return key
	}
	for _, c := range slices.Backward(r.latest()) {
		if _, ok := r.turn.Values[c.Key].(float64); ok && numeric(r.field(c.Key).Kind) {
			return c.Key
		}
	}
	return ""
}

// counted is the only number field that an area names, preferring one that has a value.
func (r *reader) counted(start, end int) string {
	key := ""
	for _, c := range r.cuesIn(start, end) {
		if c.key == "subcontractors_used" && key == "" {
			c.key, c.kind = "subcontractor_cost", catalog.Money // "half of that on the subs"
		}
		if !numeric(c.kind) || c.announces {
			continue
		}
		if _, held := r.turn.Values[c.key].(float64); key == "" || held {
			key = c.key
		}
	}
	return key
}

func (r *reader) heldFigure(key string) bool {
	_, ok := r.turn.Values[key].(float64)
	return ok && key != ""
}

// multiplied reads "double the deductible" and "cut it in half".
func (r *reader) multiplied(s sentence, text string) (relation, bool) {
	m := multiply.FindStringSubmatchIndex(text)
	if m == nil {
		return relation{}, false
	}
	rel := relation{times: 0.5, start: s.start + m[0], end: s.start + m[1]}
	object := m[6:8]
	if m[2] >= 0 {
		rel.times, object = factors[text[m[2]:m[3]]], m[4:6]
	}
	if rel.target = r.counted(s.start+object[0], s.start+object[1]); rel.target != "" {
		rel.base = rel.target
		return rel, r.heldFigure(rel.target)
	}
	return rel, plainPronoun(text[object[0]:object[1]])
}

func plainPronoun(text string) bool {
	return wholePronoun.MatchString(text)
}

var wholePronoun = pattern.MustCompile(`^` + pronoun + `$`)

// multipleOf reads "sales double that" and "payroll is half of the revenue".
func (r *reader) multipleOf(s sentence, text string) (relation, bool) {
	m := timesOf.FindStringSubmatchIndex(text)
	if m == nil {
		return relation{}, false
	}
	rel := relation{times: factors[text[m[2]:m[3]]], start: s.start + m[2], end: s.start + m[5]}
	_, g := r.sentenceOf(rel.start)
	if g == nil {
		return rel, false
	}
	object := text[m[4]:m[5]]
	rel.base = r.counted(s.start+m[4], rel.end)
	before, after := r.counted(g.start, rel.start), ""
	if plainPronoun(object) {
		after = r.counted(rel.end, g.end)
	}
	switch {
	case !plainPronoun(object) && rel.base == "", object == "them" && r.countsPeople(r.field(after)):
		return rel, false
	case before != "":
		rel.target = before
	case after != "":
		rel.target = after
		if r.heldFigure(after) || r.has(after) {
			rel.base = after // "half of that on the subs": of what was told for them
		}
	case len(r.turn.Asked) > 0 && g.start == s.start && numeric(r.turn.Asked[0].Kind) && strings.TrimSpace(stripLead(r.text.Lower[s.start:rel.start])) == "":
		rel.target = r.turn.Asked[0].Key
	default:
		return rel, false
	}
	return r.spelledOut(rel, s), true
}

// spelledOut takes the figure that is told besides: "same as the trucks, 7".
func (r *reader) spelledOut(rel relation, s sentence) relation {
	for _, v := range r.valuesIn(rel.start, s.end) {
		if v.kind != catalog.Count || v.old || !r.accepts(r.field(rel.target), v) || len(r.cuesIn(rel.end, v.start)) > 0 {
			continue
		}
		rel.times, rel.plus, rel.end = 0, v.number.Value, v.end
		break
	}
	return rel
}

func stripLead(text string) string { return text[leadIn(text):] }

// added reads "add two to the full timers" and "we hired another driver" of a number that was told before.
func (r *reader) added(s sentence, text string) (relation, bool) {
	m := addTo.FindStringSubmatchIndex(text)
	if m == nil {
		if m = gained.FindStringSubmatchIndex(text); m == nil {
			return relation{}, false
		}
	}
	rel := relation{times: 1, plus: 1, start: s.start + m[0], end: s.start + m[1]}
	if m[2] >= 0 {
		n, ok := muchOf(text[m[2]:m[3]])
		if !ok {
			return rel, false
		}
		rel.plus = n
	}
	_, g := r.sentenceOf(rel.end - 1)
	if g == nil || r.toldOutright(rel.end, s) {
		return rel, false
	}
	if makeThat.MatchString(r.text.Lower[s.start:rel.start]) && len(r.valuesIn(s.start, rel.start)) > 0 {
		rel.void = true // "make that 29, hired 2"
		return rel, true
	}
	if rel.target = r.counted(rel.end, g.end); rel.target == "" && toThat.MatchString(r.text.Lower[rel.end:g.end]) {
		return rel, true
	}
	rel.base = rel.target
	if len(m) > 4 && m[4] >= 0 && ordinals[text[m[4]:m[5]]] > 0 && r.turn.Values[rel.target] != any(ordinals[text[m[4]:m[5]]]-1) {
		return rel, false // "a second van" makes two of one, and says nothing of four
	}
	return rel, r.heldFigure(rel.target) && r.field(rel.target).Kind != catalog.Percent
}

var ordinals = map[string]float64{"a second": 2, "a third": 3, "a fourth": 4, "a fifth": 5}

var toThat = pattern.MustCompile(`^ to (?:that|it|this)\W*$`)

// toldOutright says that the sentence gives a figure of its own behind the change: "sold one, so 5 now".
func (r *reader) toldOutright(at int, s sentence) bool {
	for _, v := range r.valuesIn(at, s.end) {
		if v.kind == catalog.Count && !v.number.YearLike {
			return true
		}
	}
	return false
}

func muchOf(text string) (float64, bool) {
	switch {
	case text == "a", text == "an":
		return 1, true
	case strings.HasPrefix(text, "a couple"):
		return 2, true
	}
	n := value.Numbers(text)
	if len(n) != 1 {
		return 0, false
	}
	return n[0].Value, true
}

// changedBy reads "raise the deductible by 500".
func (r *reader) changedBy(s sentence, text string) (relation, bool) {
	if m := takenOff.FindStringSubmatchIndex(text); m != nil {
		n, ok := muchOf(text[m[2]:m[3]])
		rel := relation{times: 1, plus: -n, start: s.start + m[0], end: s.start + m[1], target: r.counted(s.start+m[4], s.start+m[5])}
		rel.base = rel.target
		return rel, ok && (rel.target == "" && plainPronoun(text[m[4]:m[5]]) || r.heldFigure(rel.target))
	}
	m := byAmount.FindStringSubmatchIndex(text)
	if m == nil {
		return relation{}, false
	}
	n, ok := muchOf(text[m[6]:m[7]])
	if lessens[text[m[2]:m[3]]] {
		n = -n
	}
	rel := relation{times: 1, plus: n, start: s.start + m[0], end: s.start + m[1]}
	if rel.target = r.counted(s.start+m[4], s.start+m[5]); rel.target == "" && !plainPronoun(text[m[4]:m[5]]) || percentNext.MatchString(text[m[7]:]) {
		return rel, false
	}
	rel.base = rel.target
	return rel, ok && (rel.target == "" || r.heldFigure(rel.target))
}

var percentNext = pattern.MustCompile(`^ ?(?:%|percent)`)

// oneMore reads "one more truck" and "two fewer drivers" of a number that was told before.
func (r *reader) oneMore(s sentence, text string) (relation, bool) {
	m := moreOf.FindStringSubmatchIndex(text)
	if m == nil || r.toldOutright(s.start+m[1], s) && !notYet.MatchString(text) {
		return relation{}, false
	}
	n, ok := muchOf(text[m[2]:m[3]])
	if lessens[text[m[4]:m[5]]] {
		n = -n
	}
	rel := relation{times: 1, plus: n, start: s.start + m[2], end: s.start + m[1], void: notYet.MatchString(text)}
	rel.target = r.counted(rel.end, s.end)
	rel.base = rel.target
	return rel, ok && r.heldFigure(rel.target)
}

var notYet = pattern.MustCompile(`
	\b(?:
		coming|next (?:week|month|year|spring|summer|fall|winter)|soon|on order|ordered|later this|planned|down the road|
		by the end of
	)\b`)

// likened reads "same as the number of trucks", "one driver per truck" and a bare "same" behind an answer of the same sort.
func (r *reader) likened(s sentence, text string) (relation, bool) {
	if m := onePer.FindStringIndex(text); m != nil {
		return relation{target: "driver_count", base: "vehicle_count", times: 1, start: s.start + m[0], end: s.start + m[1]}, !r.negates(text[:m[0]])
	}
	first := catalog.Field{}
	if len(r.turn.Asked) > 0 {
		first = r.turn.Asked[0]
	}
	if m := asMany.FindStringIndex(text); m != nil {
		rel := relation{times: 1, start: s.start + m[0], end: s.start + m[1]}
		rel.base = r.counted(s.start+m[1], s.end)
		if named := r.cuesIn(s.start+m[1], s.end); len(named) > 0 {
			rel.end = named[0].end
		}
		if rel.target = r.counted(s.start, s.start+m[1]); rel.target == "" && numeric(first.Kind) {
			rel.target = first.Key
		}
		if rel.base == "" || rel.target == "" || rel.target == rel.base || r.field(rel.base).Kind != r.field(rel.target).Kind {
			return rel, false
		}
		return r.spelledOut(rel, s), true
	}
	last := r.lastFigure(0)
	if sameOnly.MatchString(text) && numeric(first.Kind) && last != "" && last != first.Key && r.field(last).Kind == first.Kind &&
		r.field(last).Group == first.Group {
		return relation{target: first.Key, base: last, times: 1, start: s.start, end: s.end}, true
	}
	return relation{}, false
}
