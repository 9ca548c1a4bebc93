package dialogue

import (
	"slices"
	"strings"
	"unicode"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

// readAsked gives values without a name to the questions that were asked, in their order, and free text to the first of
// them when nothing else was found in the message.
func (r *reader) readAsked() {
	r.readLossesTold()
	r.readMishaps()
	next, named := 0, len(r.out.Set) > 0
	for i := range r.values {
		v := &r.values[i]
		s, g := r.sentenceOf(v.start)
		if v.used || v.old || s == nil || g == nil || g.act != answers && !(g.act == putsOff && r.hedged(v)) ||
			r.isTaken(v.start, v.end) && g.act == answers || !r.latent(v, *s, *g) {
			continue
		}
		for next < len(r.turn.Asked) && (r.has(r.turn.Asked[next].Key) || r.deferred[r.turn.Asked[next].Key]) {
			next++
		}
		if f, ok := r.inTurn(v, *g); ok {
			r.giveLatent(f, v)
			continue
		}
		for j := next; j < len(r.turn.Asked); j++ {
			f := r.turn.Asked[j]
			if r.has(f.Key) {
				continue
			}
			if notes := len(r.out.Notes); !r.latentFits(f, v) {
				if len(r.out.Notes) > notes {
					break // the figure is meant for this question, but it is not clear how much it says
				}
				continue
			}
			if j > 0 && f.Kind == catalog.Year && v.kind == catalog.Count && !v.number.YearLike && !r.has(r.turn.Asked[j-1].Key) {
				break
			}
			if j > next && v.kind == catalog.Count && numeric(f.Kind) && !v.number.Money && !v.number.Scaled && !v.number.Percent {
				break // a plain figure answers the first question or none
			}
			if j > next && f.Kind == catalog.Year && v.number.YearLike && strings.TrimSpace(r.in(*g)) == r.text.Lower[v.start:v.end] &&
				!claimWords.MatchString(s.text(r)) && !mishap.MatchString(s.text(r)) && len(r.cuesOf(s.start, s.end)) == 0 &&
				!strings.HasSuffix(strings.TrimRight(r.text.Lower[:g.start], " "), "-") {
				r.giveLatent(f, v)
				break // a bare year answers the question for one, whatever stands before it
			}
			if j > next && (named || r.oddWords(segment{start: s.start, end: s.end}) > 0) {
				break // what is not the first open question wants better evidence than its kind
			}
			r.giveLatent(f, v)
			next = j + 1
			break
		}
	}
	r.readDenialFirst()
	r.readLossDetail()
	r.readSubsDetail()
	r.readOpening()
	r.readRest()
}

// inTurn is the question that a figure which stands all alone answers in a row of answers: those before it have theirs, or
// are about words, and no other open one would take it.
func (r *reader) inTurn(v *found, g segment) (catalog.Field, bool) {
	if v.kind != catalog.Count || len(r.out.Set) == 0 || strings.Trim(r.in(g), " .,") != strings.Trim(r.text.Lower[v.start:v.end], " .,") {
		return catalog.Field{}, false
	}
	at, before := -1, true
	for i, f := range r.turn.Asked {
		if r.has(f.Key) || r.deferred[f.Key] {
			continue
		}
		if numeric(f.Kind) && r.fit(f, v) > -2 {
			if at >= 0 {
				return f, false
			}
			at = i
		} else if at < 0 {
			before = before && (f.Kind == catalog.LongText || f.Kind == catalog.Name || f.Kind == catalog.Choice)
		}
	}
	if at < 0 || !before {
		return catalog.Field{}, false
	}
	return r.turn.Asked[at], true
}

// hedged says that the value comes with "not sure, maybe", which is an answer after all.
func (r *reader) hedged(v *found) bool {
	_, g := r.sentenceOf(v.start)
	return g != nil && strings.Contains(r.in(*g), "maybe") || strings.Contains(r.text.Lower, "probably") || strings.Contains(r.text.Lower, "about")
}

// latent says that a value stands alone enough to be an answer: no other field is named beside it, and few words are
// around it that nobody expects.
func (r *reader) latent(v *found, s sentence, g segment) bool {
	if v.kind == catalog.Count && v.number.Spelled && pronounOne(r.text.Lower, *v, catalog.Field{}) && len(r.words(g.start, g.end)) > 2 {
		return false
	}
	if foreignName.MatchString(r.text.Lower[max(r.lineStart(v.start), v.start-80):v.start]) {
		return false
	}
	for _, c := range r.cuesIn(g.start, g.end) {
		if c.kind != catalog.LongText && r.askedAt(c.key) < 0 && !r.has(c.key) {
			return false
		}
	}
	if r.text.Lower[v.start:v.end] == "one" && !onePerson.MatchString(r.text.Lower[v.end:]) && len(r.words(g.start, g.end)) > 3 {
		return false
	}
	return r.oddWords(g) <= 3 && len(r.turn.Asked) > 0
}

var onePerson = pattern.MustCompile(`^ (?:girl|guy|lady|student|helper|kid|employee|worker|assistant|clerk|teen|gal)\b`)

// oddWords counts the words of a segment that one does not expect around an answer.
func (r *reader) oddWords(g segment) (odd int) {
	for _, w := range r.words(g.start, g.end) {
		if !linkers[w] && !unitFillers[w] && !strings.ContainsAny(w, "0123456789") && !numberish[w] {
			odd++
		}
	}
	return odd
}

var numberish = set(`
	million thousand hundred dozen k mil grand half quarter couple percent dollars bucks zero one two three four five six seven
	eight nine ten eleven twelve twenty thirty forty fifty sixty seventy eighty ninety thirteen fourteen fifteen sixteen seventeen
	eighteen nineteen yes yeah ok okay um uh hmm well oh so let me see check my notes good question sure thing alright no problem
	answer anyway approx january february march april may june july august september october november december next month first day
	year years old`)

func (r *reader) latentFits(f catalog.Field, v *found) bool {
	if v.kind != catalog.Count {
		if v.kind == catalog.Date && f.Kind == catalog.Year {
			return (!v.weak || yearSaid(r.text.Lower[v.start:v.end])) && v.text[:4] <= r.turn.Now.Format("2006")
		}
		return v.kind == f.Kind
	}
	if f.Kind != catalog.Year && r.namesYear(v) {
		return false
	}
	text := strings.TrimSpace(r.text.Lower[v.start:v.end])
	rest := r.text.Lower[v.end:min(len(r.text.Lower), v.end+24)]
	switch f.Kind {
	case catalog.Year:
		if f.Key == "year_established" && !v.number.YearLike && v.number.Value < 200 && v.number.Value >= 1 && !v.number.Money &&
			!v.number.Percent && v.number.Value == float64(int(v.number.Value)) {
			return true
		}
		return v.number.YearLike && value.YearRange(f, v.number.Value, r.turn.Now)
	case catalog.ZIP, catalog.NAICS, catalog.ClassCode, catalog.FEIN, catalog.Phone:
		_, ok := value.Parse(f, text, r.turn.Now)
		return ok && !v.number.Money && !v.number.Grouped
	case catalog.Percent:
		return !v.number.Money && !v.number.Scaled && v.number.Value <= 100 && !timeUnit.MatchString(strings.TrimPrefix(rest, "%"))
	case catalog.Money, catalog.Count:
		if v.number.YearLike && yearOfFigure.MatchString(rest) || f.Key == "annual_payroll" && r.toldByHead(v) {
			return false // "2023 was 1.9"
		}
		if r.unclearAmount(f, v) || f.Kind == catalog.Money && v.number.Spelled && v.number.Value == 1 && !v.number.Money {
			return false // "the smaller one" is no sum
		}
		fit := r.fit(f, v)
		if _, period := r.perYear(v); period && yearlySums[f.Key] {
			return fit > -8
		}
		return fit > -8 && !(timeUnit.MatchString(rest) && !v.number.Money && !v.number.Scaled && !(r.countsPeople(f) && peopleUnit.MatchString(rest)))
	}
	return false
}

var (
	yearOfFigure = pattern.MustCompile(`^ ?(?:(?:was|is|were|did|came|we)\b|[:=-])`)
	byHead       = pattern.MustCompile(`
		\b(?:each|apiece|per (?:person|guy|man|head|employee)|a piece)\b|
		\b(?:people|guys|employees|workers|techs|of us|men|crew) (?:at|@|making|earning|x) (?:about |around )?\$?\d`)
)

// toldByHead says that a sentence tells what everybody gets, and not what it comes to.
func (r *reader) toldByHead(v *found) bool {
	s, _ := r.sentenceOf(v.start)
	return s != nil && r.says(byHead, *s) && len(r.valuesIn(s.start, s.end)) > 1
}

var inOrSince = pattern.MustCompile(`
	\b(?:
		in|since|during|early|late|around|back in|spring of|summer of|fall of|winter of|january|february|march|april|may|june|july|
		august|september|october|november|december
	) $`)

// namesYear says that a number tells when: "there was one in 2023".
func (r *reader) namesYear(v *found) bool {
	return v.number.YearLike && inOrSince.MatchString(r.text.Lower[max(0, v.start-24):v.start])
}

var peopleUnit = pattern.MustCompile(`^ (?:(?:high school|college|summer) )?(?:students|kids|interns|members|times)\b`)

// unclearAmount asks back when a bare small number answers a question about large sums: 450 may mean thousands.
func (r *reader) unclearAmount(f catalog.Field, v *found) bool {
	large := largeSums[f.Key]
	n := v.number
	if !large || n.Money || n.Scaled || n.Value == 0 || n.Value >= 1000 {
		return false
	}
	if _, clear := r.inScale(f, v); clear {
		return false
	}
	said := r.text.Original(v.start, v.end)
	r.note(Ambiguous, "Is "+said+" meant in dollars, thousands or millions? Please write "+f.Label+" out in full.")
	return true
}

func (r *reader) giveLatent(f catalog.Field, v *found) {
	switch {
	case v.kind == catalog.Street:
		r.setAddress(prefixOf(f.Key), v, 5)
	case v.kind == catalog.Date && f.Kind == catalog.Year:
		v.used = true
		r.set(f.Key, yearOf(v.text), 5, v.start, v.end)
	case v.kind == catalog.Date:
		r.setDate(f.Key, v, 5)
	case v.kind != catalog.Count:
		v.used = true
		r.set(f.Key, v.text, 5, v.start, v.end)
	case f.Kind == catalog.Year && !v.number.YearLike:
		v.used = true
		if year, ok := r.shortYear(v); ok {
			r.set(f.Key, year, 5, v.start, v.end)
			return
		}
		year := float64(r.turn.Now.Year()) - v.number.Value
		r.set(f.Key, year, 5, v.start, v.end)
		r.note(Assumed, "I counted back to "+value.Format(f, year)+".")
	case numeric(f.Kind) || f.Kind == catalog.Year:
		r.awardNumber(f.Key, v, 5)
	default:
		if parsed, ok := value.Parse(f, r.text.Plain[v.start:v.end], r.turn.Now); ok {
			v.used = true
			r.set(f.Key, parsed, 5, v.start, v.end)
		}
	}
}

// readRest reads a message in which nothing was found as the whole answer to the first question.
func (r *reader) readRest() {
	if len(r.turn.Asked) == 0 || len(r.out.Notes) > 0 || len(r.out.Set) > 0 && !r.onlyEntityOf(r.turn.Asked[0]) || len(r.out.Skip) > 0 ||
		len(r.out.Clear) > 0 || len(r.sentences) == 0 {
		return
	}
	for _, s := range r.sentences {
		for _, g := range s.segments {
			if g.act == asks || g.act == aside || g.act == takesBack {
				return
			}
		}
	}
	f := r.turn.Asked[0]
	if r.readAskedPhrase(f) {
		return
	}
	text := strings.TrimSpace(r.text.Plain)
	lower := strings.Trim(asciiLower(text), " .!")
	if r.readAskedTerm(f, lower) || r.readAskedYear(f, lower) || r.readAskedTimes(f, lower) || r.readAskedSame(f, lower) {
		return
	}
	if first, _, _ := strings.Cut(strings.Replace(lower, " - ", ",", 1), ","); emptyWord.MatchString(first) ||
		bareNo.MatchString(lower) && (f.Kind == catalog.YesNo || hasNotIt.MatchString(lower)) && len(strings.Fields(lower)) <= 6 &&
			len(r.cues) == 0 || hasNotIt.MatchString(lower) || naWords.MatchString(lower) && len(strings.Fields(lower)) <= 6 ||
		hasNone.MatchString(lower) && len(r.cues) == 0 && len(strings.Fields(lower)) <= 8 && strings.HasPrefix(lower, "no") &&
			!numeric(f.Kind) {
		r.answerNone(f, lower)
		return
	}
	if soNone.MatchString(lower) && numeric(f.Kind) {
		r.answerNone(f, "none")
		return
	}
	if len(r.values) > 0 && f.Kind != catalog.LongText && f.Kind != catalog.Street && f.Kind != catalog.Name {
		return
	}
	start := leadIn(r.text.Lower)
	switch f.Kind {
	case catalog.Name, catalog.Text:
		stop := len(r.text.Plain)
		if f.Key == "current_carrier" {
			start += len(throughWhom.FindString(r.text.Lower[start:]))
		}
		if f.Key == "contact_name" {
			start = r.pastRole(start)
			stop = r.fullNameEnd(start, stop)
		}
		if r.plausibleName(start, stop, f) && len(r.otherNames(f)) == 0 && !r.namesFigure() {
			end := stop
			if f.Key == "contact_name" {
				end = r.nameEnd(start, end, f.Key)
			}
			if m := merely.FindString(r.text.Plain[start:end]); m != "" {
				start += len(m) - 1
			}
			from, end := r.shave(start, end)
			if v, ok := value.Parse(f, r.text.Original(from, end), r.turn.Now); ok {
				r.set(f.Key, v, 3, 0, len(text))
			}
		}
	case catalog.LongText:
		if r.describes(lower) {
			if v, ok := value.Parse(f, r.text.Original(start, len(r.text.Plain)), r.turn.Now); ok {
				r.set(f.Key, strings.TrimRight(v.(string), ". "), 3, 0, len(text))
			}
		}
	default:
		if f.Kind == catalog.Choice && r.negates(lower) {
			return // what it is not does not say what it is
		}
		if v, ok := value.Parse(f, r.text.Original(start, len(r.text.Plain)), r.turn.Now); ok {
			r.set(f.Key, v, 3, 0, len(text))
		}
	}
}

// merely stands in small letters before a name that is written with capitals.
var merely = pattern.MustCompile(`^(?:just|only|simply|still) [A-Z]`)

// fullNameEnd is where the full name of a person ends when more is told behind a comma: "Ana Ruiz, I'm the manager".
func (r *reader) fullNameEnd(start, end int) int {
	at := r.nameEnd(start, end, "contact_name")
	name := strings.TrimSpace(r.text.Plain[start:at])
	if words := len(strings.Fields(name)); at < end && words > 1 && words == countCapitals(name) {
		return at
	}
	return end
}

var throughWhom = pattern.MustCompile(`^(?:through|with|by|via|thru|under) `)

// soNone is the conclusion of an answer that explains itself first: "1099 only, so none".
var soNone = pattern.MustCompile(`^[^.?]{3,60}[, ] ?(?:so |then |that's |so that's |so it's |so i guess )(?:none|zero|0|nobody|no|nope)$`)

// answerNone reads "none" and the like: zero of a thing that is counted, no for a yes or no, nothing to fill in else.
func (r *reader) answerNone(f catalog.Field, lower string) {
	switch {
	case f.Kind == catalog.YesNo && !naWords.MatchString(lower):
		r.set(f.Key, false, 4, 0, len(r.text.Lower))
	case numeric(f.Kind) && !naWords.MatchString(lower) && f.Key != "building_limit":
		if v, ok := value.InRange(f, 0); ok {
			r.set(f.Key, v, 4, 0, len(r.text.Lower))
		}
	default:
		r.putOff(f, lower)
	}
}

// longestLead bounds the words before an answer in bytes.
const longestLead = 400

func leadIn(lower string) int {
	return len(leads.FindString(lower[:min(len(lower), longestLead)]))
}

// namesFigure says that a figure stands beside the name of a field for one, so that the message is no name.
func (r *reader) namesFigure() bool {
	return slices.ContainsFunc(r.cues, func(c cue) bool {
		return numeric(c.kind) && slices.ContainsFunc(r.values, func(v found) bool { return v.kind == catalog.Count && r.beside(c, &v) })
	})
}

func (r *reader) otherNames(f catalog.Field) (all []cue) {
	for _, c := range r.cues {
		if c.key != f.Key && c.kind != f.Kind && c.kind != catalog.LongText && c.to-c.from > 1 {
			all = append(all, c)
		}
	}
	return all
}

// describes says that a text could be a description of a business: some letters, not only a greeting.
func (r *reader) describes(lower string) bool {
	words := strings.Fields(lower)
	known := len(value.Trades(lower)) > 0
	if len(words) < 2 && !known || strings.ContainsFunc(lower, func(c rune) bool {
		return c == '{' || c == '<' ||
			c == ';' && !unicode.IsLetter(c) && len(words) < 3
	}) {
		return false
	}
	return known || !hasWords(firstWords(lower, 3), smallTalk) || strings.HasPrefix(lower, "we ") || strings.HasPrefix(lower, "i ")
}
