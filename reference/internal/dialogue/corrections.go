package dialogue

import (
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

var (
	oldBefore = pattern.MustCompile(`
		(?:
			\bnot|instead of|rather than|isn't|wasn't|aren't|weren't|no longer|in place of|as opposed to|
			\bi (?:said|put|wrote|typed|told you|gave you|entered)|\bsaid|ignore (?:the )?|what i said about|forget (?:the )?|
			disregard (?:the )?|you (?:have|put|wrote)|
			you (?:have|had|got|put|wrote|show|listed)(?: [a-z]+){0,4} (?:as|at|listed as|down as)
		) (?:it (?:was |is )?|the |a |an |just |only |about |that )*\$?$`)
	oldAfter = pattern.MustCompile(`
		^ (?:was|were) (?:last year(?:'s)?|the year before|two years ago|an? (?:old|earlier) (?:number|figure|estimate)|before)\b|
		^ ?(?:'s|was|is|were)? ?(?:a |the |all )?(?:
			wrong|incorrect|not right|not correct|a mistake|mistake|a typo|typo|outdated|an old (?:number|figure|one)
		)\b|
		^[^.;0-9]{0,30}\b(?:which|and that|and it)(?: is|'s| was) (?:wrong|incorrect|not right|off|a mistake|outdated|old)\b|
		^[^.;0-9]{0,30}\bbut (?:that's|that is|it's|this is|that was|she's|he's) (?:
			not right|wrong|incorrect|off|not correct|not true|mistaken|old
		)\b`)
	soItIs = pattern.MustCompile(`
		\bso (?:
			it's |that's |that is |it is |now |now it's |put |call it |we're (?:at |down to )?|we have |really |just |only |
			that makes |that leaves |make it )*$`)
	slip = pattern.MustCompile(`
		\b(?:
			but put|just put|say|call it|more like|closer to|let's say|wait|er+|um+|uh+|sorry|i mean|make that|oops|scratch that|
			correction|check that|hold on
		)\b`)
	replaced = pattern.MustCompile(`
		^[ ,.\-]*(?:
			(?:
				basically|but|just|put|say|call it|more like|closer to|let's say|wait|er+|um+|uh+|no|it's|its|sorry|i mean|i meant|
				make that|actually|rather|oops|scratch that|correction|check that|hold on
			)[ ,.\-]*
		)+$`)
	nowOnly = pattern.MustCompile(`
		^[^.;0-9]{0,60}\b(?:but|and) (?:(?:we're|we are|it's|we've|i'm|now) )+(?:now |at |down to |up to |just |only )*$|
		^[^.;0-9]{0,60}\b(?:now|today|currently)(?: it's| we're| we are| we have| at| down to| up to| just| only| about)* $`)
	oursOnly = pattern.MustCompile(`
		\b(?:but|though|however|and)(?:,)? (?:we|i)(?:'re| are)? (?:only|just) (?:
			lease|leasing|rent|renting|use|using|occupy|occupying|have|take|in
		)(?: up| about| around| maybe| like)* $`)
	goneSince = pattern.MustCompile(`
		\b(?:
			totaled|totalled|sold|wrecked|scrapped|quit|left|retired|died|closed|fired|gone|moved|let go|stolen|broke down|
			out of service
		)\b`)
	changeTo  = pattern.MustCompile(`\b(?:change|update|switch|correct|fix|bump|raise|lower|move) (?:the |that |my |it )?\$?$`)
	wasBefore = pattern.MustCompile(`\b(?:had|were|was|used to)\b`)
	so        = pattern.MustCompile(`\bso\b`)
	ofYear    = pattern.MustCompile(`\b(?:in|for|during) (?:fy ?)?20\d\d\b|\b20\d\d(?: (?:was|were|did|came|is)|:| -| =)`)
	inYearOf  = pattern.MustCompile(`^ (?:dollars )?(?:in|for|during) (?:fy ?)?(20\d\d)\b`)
	yearIs    = pattern.MustCompile(`\b(20\d\d)(?: (?:was|were|did|came to|is)|:| -| =| we did)* (?:about |around )?\$?$`)
	ofWhole   = pattern.MustCompile(`^(?: (?:sq\.? ?(?:ft|feet)\.?|square feet|sf|sqft))? (?:out )?of (?:the|a|an|that|our|its)(?: total| whole| full)? $`)
	onlyWord  = pattern.MustCompile(`\b(?:only|just)\b`)
	oldTalk   = pattern.MustCompile(`
		\b(?:
			not|instead|rather|isn't|wasn't|aren't|weren't|longer|place|opposed|i (?:said|put|wrote|typed|told|gave|entered)|said|
			ignore|forget|disregard|you (?:have|had|got|put|wrote|show|listed)
		)\b`)
	wrongTalk = pattern.MustCompile(`\b(?:last year|a mistake|year before|years ago|before|wrong|incorrect|not|mistaken?|typo|outdated|old|off)\b`)
	fromWord  = pattern.MustCompile(`\bfrom\b`)
	fromTo    = pattern.MustCompile(`\bfrom (?:a |the |about )?\$?$`)
	amends    = pattern.MustCompile(`
		\b(?:
			make (?:that|it)|i meant?|i mean|sorry|correction|actually|no,? wait|wait|rather|scratch that|check that|hold on|
			i take that back|misspoke|mistyped|typo|my mistake|my bad|oops|whoops|strike that|
			should(?:'ve| have)? (?:be|been|read|say)|change (?:that|it)|update (?:that|it)|let me correct|correct that|
			on second thought|fix|i was wrong|wrong|instead
		)\b`)
	makeThat = pattern.MustCompile(`
		\b(?:
			make (?:that|it)|i meant?|change (?:that|it) to|fix (?:that|it|this)|correction|scratch that|check that|hold on|
			i take that back|sorry,?|should (?:be|say|read)|no,? wait|wait,? no|rather|actually|misspoke|strike that|oops|whoops|
			my mistake|my bad|typo|let me correct that|on second thought
		)\b`)
	removes = pattern.MustCompile(`
		\b(?:
			remove|delete|clear|drop|take (?:out|off|away)|
			take (?:the |our |my |that )?[a-z]{2,14}(?: [a-z]{2,14})? (?:off|out|down)|erase|get rid of|cancel|blank out|wipe
		)\b`)
	noLonger  = pattern.MustCompile(`\b(?:no longer (?:have|use|need)|don't (?:have|use|need) (?:a|an|the|one|our)?.* ?any ?more|got rid of)\b`)
	itThat    = pattern.MustCompile(`^\w+(?: \w+)? (?:it|that|this|one)\b`)
	backwards = pattern.MustCompile(`\b(?:backwards?|swapped|mixed (?:them |those )?up|switched|reversed|the other way a?round|flip(?:ped)? (?:those|them))\b`)
)

// readCorrections marks the values that are named as what is not so, and takes out what the person wants removed.
func (r *reader) readCorrections() {
	for i := range r.values {
		v := &r.values[i]
		s, g := r.sentenceOf(v.start)
		if s == nil {
			continue
		}
		before, after := r.text.Lower[s.start:v.start], r.text.Lower[v.end:max(v.end, s.end)]
		switch {
		case r.says(wrongTalk, *s) && oldAfter.MatchString(after), r.overtaken(i, *s):
			v.old = true
		case r.says(oldTalk, *s) && oldBefore.MatchString(before) && !r.agreedTo(v.end):
			v.old = true
		case r.says(fromWord, *s) && fromTo.MatchString(before) && strings.HasPrefix(strings.TrimLeft(r.text.Lower[v.end:s.end], " "), "to "):
			v.old = v.kind != catalog.Date || amends.MatchString(before) || strings.Contains(before, "change") || strings.Contains(before, "move")
		case changeTo.MatchString(before) && strings.HasPrefix(after, " to "):
			v.old = v.kind != catalog.Date
		case g != nil && g.act == takesBack:
			v.old = true
		case i > 0 && ofWhole.MatchString(r.text.Lower[r.values[i-1].end:max(r.values[i-1].end, v.start)]) &&
			r.values[i-1].kind == catalog.Count && v.kind == catalog.Count && r.values[i-1].number.Value < v.number.Value:
			v.old = true // "2,400 of the 30,000 sq ft"
		case i > 0 && r.values[i-1].old && strings.TrimSpace(r.text.Lower[r.values[i-1].end:max(r.values[i-1].end, v.start)]) == "/":
			v.old = true // "rather than 1M/2M"
		}
	}
	r.readRemovals()
	r.readSwap()
	r.readRenaming()
}

// overtaken says that a number is followed in its sentence by the one that holds: "4 but one quit, so 3", or the same
// figure of a later year.
func (r *reader) overtaken(i int, s sentence) bool {
	v := r.values[i]
	if v.end >= s.end || !r.says(ofYear, s) && !r.says(so, s) && !r.says(slip, s) && !r.says(wasBefore, s) && !r.says(onlyWord, s) {
		return false
	}
	year := inYearOf.FindStringSubmatch(r.text.Lower[v.end:s.end])
	if year == nil {
		year = yearIs.FindStringSubmatch(r.text.Lower[s.start:v.start])
	}
	for _, o := range r.values[i+1:] {
		if o.end > s.end {
			break
		}
		if o.kind != catalog.Count || v.kind != catalog.Count {
			continue
		}
		if soItIs.MatchString(r.text.Lower[v.end:o.start]) &&
			(len(r.cuesIn(v.end, o.start)) == 0 || strings.Contains(r.text.Lower[s.start:v.start], "minus") ||
				r.oneSubject(v.end, o.start)) {
			return true
		}
		if oursOnly.MatchString(r.text.Lower[v.end:o.start]) && v.number.Value > o.number.Value && len(r.cuesIn(o.end, s.end)) == 0 {
			return true
		}
		if soItIs.MatchString(r.text.Lower[v.end:o.start]) && goneSince.MatchString(r.text.Lower[v.end:o.start]) {
			return true
		}
		if nowOnly.MatchString(r.text.Lower[v.end:o.start]) && wasBefore.MatchString(r.text.Lower[s.start:v.start]) {
			return true
		}
		if gap := r.pastUnit(v.end, o); replaced.MatchString(gap) && slip.MatchString(gap) {
			return true
		}
		if replaced.MatchString(r.text.Lower[v.end:o.start]) && slip.MatchString(r.text.Lower[v.end:o.start]) {
			return true
		}
		if len(r.cuesOfKey(s, "losses_5yr")) > 0 {
			continue // each year has losses of its own
		}
		later := inYearOf.FindStringSubmatch(r.text.Lower[o.end:s.end])
		if later == nil {
			later = yearIs.FindStringSubmatch(r.text.Lower[v.end:o.start])
		}
		if year != nil && later != nil && later[1] > year[1] && !o.number.YearLike && len(r.cuesIn(v.end, o.start)) == 0 {
			return true
		}
	}
	return false
}

// oneSubject says that all names in an area are of one field.
func (r *reader) oneSubject(start, end int) bool {
	cues := r.cuesIn(start, end)
	return !slices.ContainsFunc(cues, func(c cue) bool { return c.key != cues[0].key })
}

// pastUnit is what stands between a figure and the next one without the noun that it counts, unless that one counts
// something else: "5 trucks - no wait, 6".
func (r *reader) pastUnit(from int, o found) string {
	cues := r.cuesIn(from, o.start)
	if len(cues) == 0 || cues[0].start > from+2 {
		return r.text.Lower[from:o.start]
	}
	after := r.cuesIn(o.end, min(len(r.text.Lower), o.end+24))
	if len(after) > 0 && !slices.ContainsFunc(cues, func(c cue) bool { return c.key == after[0].key }) {
		return ""
	}
	return r.text.Lower[cues[0].end:o.start]
}

// newFigure is where "drop" does not take out: "drop the deductible down to 500".
var newFigure = pattern.MustCompile(`\b(?:to|at|by) (?:about |around |just |only )?\$?\d`)

func (r *reader) readRemovals() {
	for _, s := range r.sentences {
		for j, g := range s.segments {
			text := r.in(g)
			m := removes.FindStringIndex(text)
			if g.act != answers || m == nil && !noLonger.MatchString(text) ||
				m != nil && (strings.Contains(text, "cancelled") || strings.Contains(text, "canceled")) {
				continue
			}
			if m != nil && (strings.Contains(text[:m[0]], "not ") || fromIt.MatchString(text[m[1]:]) || newFigure.MatchString(text[m[1]:])) {
				continue
			}
			cues := r.cuesIn(g.start, g.end)
			if j > 0 && len(cues) == 0 && m != nil && itThat.MatchString(text[m[0]:]) {
				cues, m = r.cuesIn(s.segments[j-1].start, s.segments[j-1].end), nil
			}
			for _, c := range cues {
				if m != nil && c.key == "hired_non_owned_auto" && c.start >= g.start+m[0] && r.turn.Values[c.key] == true {
					r.set(c.key, false, 16, c.start, c.end) // a coverage that is taken off
					continue
				}
				if m != nil && (c.start < g.start+m[0] || c.start-g.start-m[1] > 40) || r.turn.Values[c.key] == nil || c.kind == catalog.YesNo {
					continue
				}
				if m == nil && (c.kind == catalog.Count || c.kind == catalog.Money) {
					continue
				}
				r.clear(c.key)
				r.take(g.start, g.end)
			}
		}
	}
}

var fromIt = pattern.MustCompile(`^ (?:the )?["']?[a-z0-9&' -]{2,30}["']? from (?:the|our|my|that) `)

func (r *reader) clear(key string) {
	if !slices.Contains(r.out.Clear, key) {
		r.out.Clear = append(r.out.Clear, key)
		r.deferred[key] = true
	}
}

// readSwap changes two stored values round when they were told the wrong way and are not told again.
func (r *reader) readSwap() {
	for _, s := range r.sentences {
		if !backwards.MatchString(r.text.Lower[s.start:s.end]) {
			continue
		}
		var keys []string
		for _, c := range r.cuesIn(0, len(r.text.Lower)) {
			if (numeric(c.kind) || c.kind == catalog.Date) && r.turn.Values[c.key] != nil && !slices.Contains(keys, c.key) {
				keys = append(keys, c.key)
			}
		}
		fresh := slices.ContainsFunc(r.values, func(v found) bool { return !v.old })
		if len(keys) == 2 && !fresh {
			a, b := r.turn.Values[keys[0]], r.turn.Values[keys[1]]
			r.set(keys[0], b, 16, s.start, s.end)
			r.set(keys[1], a, 16, s.start, s.end)
		}
	}
}

// amended is the field that a correction without a name means: the one whose old value is named, else the one that was
// set last in this message, else the one answered just before the questions shown now.
func (r *reader) amended(v found) string {
	s, _ := r.sentenceOf(v.start)
	if s == nil {
		return ""
	}
	for _, o := range r.valuesIn(s.start-160, s.end+160) {
		if o.old && o.kind == v.kind {
			if key := r.holds(o); key != "" {
				return key
			}
		}
	}
	if !(r.says(makeThat, *s) && r.madeThat(v, *s)) && !r.afterSlip(v, *s) {
		return ""
	}
	fitsNamed := func(key string) bool {
		named := slices.DeleteFunc(slices.Clone(r.cuesIn(s.start, s.end)), func(c cue) bool { return !numeric(c.kind) || c.announces })
		return v.kind != catalog.Count || len(named) == 0 || slices.ContainsFunc(named, func(c cue) bool { return c.key == key })
	}
	if r.last != "" && r.accepts(r.field(r.last), v) {
		return r.last
	}
	if len(r.out.Set) > 0 {
		return ""
	}
	if key := r.justSaid(v); key != "" {
		return key
	}
	if key := r.answeredBefore(v); fitsNamed(key) {
		return key
	}
	return ""
}

// madeThat says that no other figure took the place of the old one already: "make that 29, hired 2".
func (r *reader) madeThat(v found, s sentence) bool {
	m := makeThat.FindAllStringIndex(r.text.Lower[s.start:v.start], -1)
	return len(m) == 0 || !slices.ContainsFunc(r.valuesIn(s.start+m[len(m)-1][1], v.start), func(o found) bool { return o.kind == v.kind && !o.old })
}

var slipTalk = pattern.MustCompile(`^\W*(?:wait|sorry|oops|whoops|actually|hold on|scratch that|no wait|correction|hmm|hang on|my bad|my mistake)\b`)

var slipWord = map[string]bool{"no": true, "nope": true, "sorry": true, "wait": true, "no wait": true, "oops": true, "er": true,
	"i mean": true, "no, wait": true, "ugh": true}

// afterSlip says that a value is all that its sentence says, behind one that takes the last back: "Revenue: 3.0M. Wait,
// that's last year. 3.3M."
func (r *reader) afterSlip(v found, s sentence) bool {
	i := r.at(s.start)
	lead := strings.Trim(r.text.Lower[s.start:v.start], " .!,-")
	if i < 1 || lead != "" && !slipWord[lead] ||
		strings.Trim(r.text.Lower[v.end:s.end], " .!") != "" && !(slipWord[lead] && strings.HasPrefix(r.text.Lower[v.end:], ",")) {
		return false
	}
	before := r.sentences[i-1]
	if lead != "" {
		return len(r.valuesIn(before.start, before.end)) > 0 && !before.question
	}
	return slipTalk.MatchString(r.text.Lower[before.start:before.end]) && len(r.valuesIn(before.start, before.end)) == 0
}

// holds is the only field whose stored value is this one.
func (r *reader) holds(v found) string {
	match := ""
	for _, f := range r.catalog.Fields {
		held := r.turn.Values[f.Key]
		if set, ok := r.out.Set[f.Key]; ok {
			held = set
		}
		if held == nil || !r.accepts(f, v) {
			continue
		}
		same := held == any(v.text) || v.kind == catalog.Count && held == any(v.number.Value)
		if same && match != "" {
			return ""
		}
		if same {
			match = f.Key
		}
	}
	return match
}

func (r *reader) answeredBefore(v found) string {
	if len(r.turn.Asked) == 0 {
		return ""
	}
	before := ""
	for _, f := range r.catalog.Fields {
		if f.Key == r.turn.Asked[0].Key {
			break
		}
		if r.turn.Values[f.Key] != nil && r.accepts(f, v) {
			before = f.Key
		}
	}
	return before
}

// accepts says that a value is of a form that the field can hold.
func (r *reader) accepts(f catalog.Field, v found) bool {
	if v.kind == catalog.Count {
		return r.fit(f, &v) > -2
	}
	return f.Kind == v.kind
}

var (
	newName = pattern.MustCompile(`
		^\W*(?:(?:no|sorry|actually|wait|oops|hmm|correction)\W+)*(?:
			(?:it's|its|it is|that's|the name is|should be|make (?:it|that)|it should (?:be|read|say)|spelled) )
		(?:actually |really |spelled )*(.+)$`)
	nameTypo = pattern.MustCompile(`
		\bname\b.{0,40}\b(?:typo|wrong|misspelled|misspelt|incorrect|not right|a mistake|an error)\b.{0,20}?[,;-] ?(?:
			it's|its|it is|that's|it should (?:be|read|say)|should be|needs to be|make (?:it|that)|correct is
		) (.+)$`)
	wrongOne = pattern.MustCompile(`
		\b(?:
			missing|wrong|actually|sorry|misspelled|misspelt|typo|not right|incorrect|mistake|correction|should (?:be|read|say)|
			not [A-Za-z]
		)`)
)

// readRenaming takes a name that stands where a stored name is corrected, by its likeness to that: "it's Oak Street
// Delicatessen LLC, you have it wrong".
func (r *reader) readRenaming() {
	for _, s := range r.sentences {
		r.readRespelled(s)
		text := r.text.Lower[s.start:s.end]
		m := newName.FindStringSubmatchIndex(text)
		if m == nil {
			m = nameTypo.FindStringSubmatchIndex(text)
		}
		if m == nil || s.question || !wrongOne.MatchString(text) {
			continue
		}
		for _, key := range []string{"legal_name", "dba", "contact_name", "current_carrier"} {
			held, ok := r.turn.Values[key].(string)
			if !ok {
				continue
			}
			start, end := r.shave(s.start+m[2], r.nameEnd(s.start+m[2], s.start+m[3], key))
			if end > start && r.alike(held, r.text.Plain[start:end]) && !r.isTaken(start, end) {
				r.set(key, r.text.Original(start, end), 12, start, end)
				break
			}
		}
	}
}

// readRespelled takes a name that stands alone in a part of a sentence that speaks of its spelling: "it's Dufresne with
// an s, Marguerite Dufresne".
func (r *reader) readRespelled(s sentence) {
	if s.question || !spelling.MatchString(r.text.Lower[s.start:s.end]) {
		return
	}
	for _, g := range s.segments {
		start, end := r.shave(g.start, g.end)
		if end <= start || g.act != answers || r.isClaimed(start, end) {
			continue
		}
		name := r.text.Plain[start:end]
		for _, key := range []string{"legal_name", "dba", "contact_name"} {
			held, ok := r.turn.Values[key].(string)
			if words := len(strings.Fields(name)); ok && words > 1 && countCapitals(name) == words && r.alike(held, name) {
				r.set(key, r.text.Original(start, end), 12, start, end)
			}
		}
	}
}

var spelling = pattern.MustCompile(`\b(?:spell(?:ed|ing|t)?|with an? [a-z]\b|should have an? [a-z]\b|missing an? [a-z]\b|two [a-z]'?s\b|typo|misspell\w*)`)

// alike says that two names share a word of weight, or are a few slips apart.
func (r *reader) alike(held, said string) bool {
	a, b := tokens(asciiLower(held)), tokens(asciiLower(said))
	if len(b) == 0 || len(b) > 8 || asciiLower(held) == asciiLower(said) {
		return false
	}
	for _, t := range a {
		for _, u := range b {
			if len(t.text) > 3 && len(u.text) > 2 && len(t.text) < 20 && len(u.text) < 20 && !companyEnding.MatchString(t.text) &&
				(t.text == u.text || len(t.text) > 4 && distance(t.text, u.text) <= 2) {
				return true
			}
		}
	}
	return false
}
