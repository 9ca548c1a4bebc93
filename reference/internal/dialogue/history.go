package dialogue

import (
	"maps"

	"slices"
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

const (
	thatSaid = `
		(?:
			that|it|this|those|them|these|both(?: of (?:them|those))?|all (?:of )?(?:that|it|those|them)|everything i just said|
			(?:that|my|the) (?:last|previous|prior)(?:
				 (?:message|answer|answers|reply|text|change|changes|entry|update|thing|statement|bit|part|one)
			)?(?: i (?:sent|said|wrote|gave))?|
			my (?:answer|reply)|what i (?:just )?(?:said|wrote|typed|sent|told you)|
			(?:the )?(?:last|previous) (?:message|change|changes|update)
		)`
	sayAfter = `
		(?:
			,? (?:
				please|pls|thanks|thank you|sorry|for me|again|then|for now|altogether|completely|i was wrong|i made a mistake|
				i misspoke|i (?:sent|wrote|typed|said) (?:that|it) (?:by mistake|by accident)|
				that was (?:a mistake|an error|wrong|meant for (?:someone|somebody) else|the wrong (?:one|account|file|client))|
				wrong (?:client|account|file|window|chat|one)|my (?:bad|mistake)
			)
		)*\W*$`
)

// What takes back the last message as a whole, or its last answer, or says that it is not right, or that it is the other
// way round.
var (
	takesBackAll = pattern.MustCompile(politely + `
		(?:(?:can|could|would) you )?(?:please )?(?:
			(?:
				undo|revert|reverse|disregard|ignore|forget(?: about)?|scratch|strike|scrap|cancel|delete|remove|erase|discard|
				never ?mind|withdraw|retract|take back|drop|clear|wipe|throw out|don't (?:save|record|use|keep|count)
			) ` + thatSaid + `|
			undo|revert|take (?:that|it|those) (?:back|out|off)|i take (?:that|it|those) back|
			(?:change|put|set|switch) (?:it|that|them|those) back(?: (?:to what it was|the way it was|to how it was|to before))?|
			(?:restore|bring back|keep|go back to) (?:the |what was )?(?:old|previous|earlier|original|there before|before)
			(?: (?:value|number|one|answer|figure))?|
			go back to what (?:it was|you had|i had|we had)(?: before)?
		)` + sayAfter)
	takesBackOne = pattern.MustCompile(politely + `
		(?:(?:can|could|would) you )?(?:please )?(?:
			undo|revert|disregard|ignore|forget|scratch|strike|scrap|cancel|delete|remove|erase|drop|clear|take (?:out|off|back)|
			never ?mind
		) (?:just |only )?(?:that|the|my) (?:very )?last (?:one|answer|thing|bit|part|item|number|figure|value|entry)` + sayAfter)
	notRight = pattern.MustCompile(politely + `
		(?:
			(?:
				that's|that is|that was|thats|it's|this is|those are|they're|you have (?:it|that|those)|
				you got (?:it|that|me|those|them)|both(?: of (?:those|them|these))? (?:are|were)|
				all (?:of )?(?:that|those|them|these) (?:is|are|was|were)|that (?:doesn't|does not) (?:look|sound|seem)|
				neither(?: of (?:those|them))? is
			) (?:all |still |both )?(?:
				wrong|not right|not it|incorrect|not correct|a mistake|not true|right|not what i (?:said|meant|wrote)
			)|
			(?:that's |that is )?not what i (?:said|meant|wrote)|that isn't (?:right|correct|what i (?:said|meant))|
			you misunderstood(?: me)?|(?:i |that was )?(?:made )?a mistake|my mistake|wrong|incorrect|not right|not correct
		)` + sayAfter)
	isNotRight = pattern.MustCompile(`\b(?:not|isn't|wrong|incorrect|mistake|doesn't|neither|misunderstood)\b`)
	otherWay   = pattern.MustCompile(politely + `
		(?:(?:it's|its|it is|that's|i meant|should be|i mean|make it|it should be|they're|those are) )?(?:
			the other (?:one|way(?: a?round)?)|the opposite|vice versa|backwards?|reversed|swapped|flipped|
			(?:i |you )?(?:(?:have|had|got|put) )?(?:those|them|that|these|it) (?:are |is |were )?(?:
				the (?:wrong|other) way(?: a?round)?|backwards?|reversed|swapped|mixed up|switched|flipped
			)|
			(?:swap|switch|flip|reverse) (?:those|them|that|these|the two)(?: (?:around|round|two|please))*
		)` + sayAfter)
	resigned  = pattern.MustCompile(politely + `(?:just )?(?:forget|drop|cancel|never ?mind|skip)(?: about)? it(?: then| all)?\W*$`) // a sigh, not a plea
	sameMonth = pattern.MustCompile(`
		^\W*(?:(?:no|sorry|oops|wait|actually|i meant?|i mean|make (?:that|it)|rather|correction|um|uh|oh|it's|should be|on)\W+)*
		the (\d{1,2})(?:st|nd|rd|th)(?: (?:instead|actually|sorry|please|rather))*\W*$`)
	corrects = pattern.MustCompile(`
		^\W*(?:(?:oh|no|um|uh|hmm|ok|okay|and|but|so|ah|ugh|lol|well|hey|yes|yeah)\W+)*(?:
			sorry|oops|whoops|wait|actually|correction|make (?:that|it)|i meant?|scratch that|my mistake|my bad|i misspoke|typo|
			(?:change|update|bump|raise|lower|increase|set|put|switch) (?:that|it)|i take that back|let me correct|hold on|hang on|
			on second thought|i lied|strike that|check that|rather|it's actually|it is actually|more like|closer to|
			(?:that )?should(?:'ve| have)? (?:be|been|read|say)|that was supposed to be
		)\b`)
	soNow = pattern.MustCompile(`
		\b(?:
			closed|opened|sold|bought|hired|lost|added|fired|quit|left|retired|got rid of|scrapped|totaled|let go|moved out|dropped
		)
		\b.{0,40}\bso (?:
			it's |that's |that makes |we're (?:at |down to |up to )?|we have |there's |there are |just |only |down to |up to |now )*
		(?:\d+|[a-z]+)(?: now| left| total)?\W*$|
		^\W*well\b.{0,60}\b(?:say|more like|call it|closer to|make it) (?:about |around )?\$?\d`)
	noItIs = pattern.MustCompile(`
		^\W*(?:no|nope|nah)\W+(?:
			(?:no|wait|sorry|it's|its|it is|i said|i meant?|make (?:that|it)|that's|only|just|about|around|the)\W+
		)*[$\d]`)
)

// readUndo takes back what the last message changed, when this one asks for nothing else.
func (r *reader) readUndo() bool {
	lower := strings.TrimSpace(r.text.Lower)
	if len(r.turn.Recent) == 0 || len(lower) > 120 || resigned.MatchString(lower) {
		return false
	}
	switch {
	case r.undoneBefore() != nil && r.wantsAgain(lower):
		r.bringBack(r.undoneBefore())
	case r.standing() == nil:
		return false
	case r.undoneBefore() != nil && beforeToo.MatchString(lower):
		r.takeBack(r.standing())
	case takesBackOne.MatchString(lower):
		r.takeBack(r.lastOf(r.standing()))
	case takesBackAll.MatchString(lower):
		r.takeBack(r.standing())
	case takesBackMany.MatchString(lower):
		r.takeBackSteps(lower)
	case otherWay.MatchString(lower):
		return r.turnRound()
	case notRight.MatchString(lower) && isNotRight.MatchString(lower):
		return r.doubt()
	default:
		return r.readSameMonth(lower)
	}
	return true
}

// lastOf are the last of some changes that were said as one: the parts of an address go together, and so does what "no
// losses" means.
func (r *reader) lastOf(changes []Change) []Change {
	unit := func(key string) string {
		switch {
		case strings.HasPrefix(key, mailing), strings.HasPrefix(key, location):
			return prefixOf(key)
		case strings.HasPrefix(key, "loss") && r.turn.Values["losses_5yr"] == false:
			return "losses"
		}
		return key
	}
	from := len(changes) - 1
	for from > 0 && unit(changes[from-1].Key) == unit(changes[from].Key) {
		from--
	}
	return changes[from:]
}

// doubt keeps in mind that the last answers are not right, so that the next message can say what is.
func (r *reader) doubt() bool {
	var labels []string
	for _, c := range r.latest() {
		if r.turn.Values[c.Key] != nil {
			c.Doubt = true
			r.out.Recent = append(r.out.Recent, c)
			labels = append(labels, "“"+r.field(c.Key).Label+"”")
		}
	}
	if len(labels) == 0 || len(labels) > 4 {
		r.out.Recent = nil
		return false
	}
	for _, c := range r.turn.Recent {
		if c.Ago > 0 {
			r.out.Recent = append(r.out.Recent, c)
		}
	}
	r.note(Question, "What should "+strings.Join(labels, ", ")+" be? I keep what I have until you tell me.")
	return true
}

// turnRound reads "the other way round" of the last answers: two figures change places, an address is that of the other
// place, a yes is a no.
func (r *reader) turnRound() bool {
	var keys []string
	for _, c := range r.latest() {
		if r.turn.Values[c.Key] != nil {
			keys = append(keys, c.Key)
		}
	}
	held := func(i int) any { return r.turn.Values[keys[i]] }
	if len(keys) > 0 && slices.ContainsFunc(keys, func(key string) bool { return strings.HasSuffix(key, "address") }) {
		return r.moveAddress(prefixOf(keys[0]))
	}
	if len(keys) > 1 {
		keys = slices.DeleteFunc(keys, func(key string) bool { return key == "total_employees" })
	}
	switch {
	case len(keys) == 2 && r.field(keys[0]).Kind == r.field(keys[1]).Kind &&
		(numeric(r.field(keys[0]).Kind) || r.field(keys[0]).Kind == catalog.Date || r.field(keys[0]).Kind == catalog.Year):
		a, b := held(0), held(1)
		r.set(keys[0], b, 20, 0, 0)
		r.set(keys[1], a, 20, 0, 0)
	case len(keys) == 1 && r.field(keys[0]).Kind == catalog.YesNo:
		r.set(keys[0], held(0) == false, 20, 0, 0)
	case len(keys) == 1 && keys[0] == "tenure":
		r.set(keys[0], map[any]any{"owned": "leased"}[held(0)], 20, 0, 0)
		if held(0) == "leased" {
			r.set(keys[0], "owned", 20, 0, 0)
		}
	default:
		return false
	}
	return true
}

// moveAddress gives the address that was just told to the other place, and this one its earlier address back.
func (r *reader) moveAddress(from string) bool {
	to := location
	if from == location {
		to = mailing
	}
	var moved []Change
	for _, c := range r.latest() {
		part, here := strings.CutPrefix(c.Key, from)
		if !here {
			continue
		}
		if held := r.turn.Values[c.Key]; held != nil && r.set(to+part, held, 20, 0, 0) {
			moved = append(moved, c)
		}
	}
	r.takeBack(moved)
	r.undone = false
	r.out.Notes = nil
	return len(moved) > 0
}

// readSameMonth reads "no, the 15th" behind a date: another day of its month.
func (r *reader) readSameMonth(lower string) bool {
	m := sameMonth.FindStringSubmatch(lower)
	if m == nil {
		return false
	}
	for _, c := range slices.Backward(r.latest()) {
		held, _ := r.turn.Values[c.Key].(string)
		if r.field(c.Key).Kind != catalog.Date || len(held) != len(time.DateOnly) {
			continue
		}
		day := held[:8] + strings.Repeat("0", 2-len(m[1])) + m[1]
		if _, err := time.Parse(time.DateOnly, day); err != nil {
			return false
		}
		return r.set(c.Key, day, 20, 0, 0)
	}
	return false
}

// recall puts the fields of the last message before the questions, when this one corrects it without naming anything, or
// says what is right after all.
func (r *reader) recall() {
	fields, doubted := r.lately()
	lower := r.text.Lower
	if len(fields) == 0 || len(lower) > 200 || r.tellsSkip(lower) || strings.Contains(lower, "?") {
		return
	}
	for _, c := range r.cues {
		if !c.announces && !slices.ContainsFunc(fields, func(f catalog.Field) bool { return f.Key == c.key }) {
			return
		}
	}
	said, plain := particle(lower)
	asksYesNo := len(r.turn.Asked) > 0 && r.turn.Asked[0].Kind == catalog.YesNo
	switch {
	case corrects.MatchString(lower), soNow.MatchString(lower):
	case noItIs.MatchString(lower) && !asksYesNo && len(r.values) == 1:
	case doubted && !(plain && !said) && !emptyWord.MatchString(strings.TrimSpace(lower)):
	default:
		return
	}
	r.recalled = true
	r.turn.Asked = append(fields, r.turn.Asked...)
}

// lately are the fields that the last message changed and that have a value, what was said last first.
func (r *reader) lately() (fields []catalog.Field, doubted bool) {
	for rest := r.latest(); len(rest) > 0; {
		last := r.lastOf(rest)
		rest = rest[:len(rest)-len(last)]
		for _, c := range last {
			if r.turn.Values[c.Key] != nil {
				fields = append(fields, r.field(c.Key))
				doubted = doubted || c.Doubt
			}
		}
	}
	return fields, doubted
}

// justSaid is the field of the last message that a value can replace, the last of several.
func (r *reader) justSaid(v found) string {
	for _, c := range slices.Backward(r.latest()) {
		if r.turn.Values[c.Key] != nil && r.accepts(r.field(c.Key), v) {
			return c.Key
		}
	}
	return ""
}

// remember keeps what this message changed, for the next one. What changed nothing leaves the memory as it was.
func (r *reader) remember() {
	if r.undone {
		return
	}
	keys := slices.DeleteFunc(slices.Collect(maps.Keys(r.out.Set)), func(key string) bool { return r.turn.Values[key] == r.out.Set[key] })
	for _, key := range r.out.Clear {
		if r.turn.Values[key] != nil && !r.has(key) {
			keys = append(keys, key)
		}
	}
	if len(keys) == 0 {
		if r.out.Recent == nil {
			r.out.Recent = r.turn.Recent
		}
		return
	}
	slices.SortFunc(keys, func(a, b string) int {
		if r.places[a] != r.places[b] {
			return r.places[a] - r.places[b]
		}
		return r.order[a] - r.order[b]
	})
	r.out.Recent = r.aged()
	for _, key := range keys {
		r.out.Recent = append(r.out.Recent, Change{Key: key, Was: r.turn.Values[key]})
	}
}

// takesOver says that a value stands behind words that put it in the place of another.
func (r *reader) takesOver(v found) bool {
	s, _ := r.sentenceOf(v.start)
	return s != nil && (r.says(makeThat, *s) && makeThat.MatchString(r.text.Lower[s.start:v.start]) || r.afterSlip(v, *s))
}
