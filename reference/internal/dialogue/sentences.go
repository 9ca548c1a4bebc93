package dialogue

import (
	"sort"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

// act is what a segment does.
type act int

const (
	answers   act = iota
	asks          // a question of the person
	aside         // supposed, planned, past, or about somebody else
	takesBack     // names what was said before and is not so
	putsOff       // does not know, or wants to skip
)

// segment is a part of a sentence between commas, dashes and conjunctions.
type segment struct {
	start, end int
	act        act
}

type sentence struct {
	start, end int
	segments   []segment
	question   bool // ends in a question mark
}

var abbreviation = set(`inc llc co corp ltd st ave blvd rd dr mr mrs ms sq ft approx no jr sr dept ste apt vs etc est yrs yr p.c pc l.l.c u.s d.b.a f.e.i.n
	e.g i.e including bldg hwy ln ct pl fl rm mt ft. jan feb mar apr jun jul aug sep sept oct nov dec p.o n s e w ext prof rev gen lic ins`)

// companyEnd are the abbreviations that end a name: a capital letter behind one begins a sentence.
var companyEnd = set("inc llc corp ltd pllc llp")

var opener = pattern.MustCompile(`
	^(?:
		we|we're|we've|our|the|it|it's|its|i|i'm|i've|i'd|they|there|there's|you|my|this|that|and|no|yes|also|but|not|please|can|
		what|how|when|who|why|is|are|do|does|so|oh|sorry|actually|annual|total|legal|entity|contact|mailing|phone|email|website|
		payroll|revenue|best|current|number|established|started|hmm|wait|ok|okay|effective|coverage|in|for
	)\b`)

// longest is where a sentence without an end is cut all the same: the work on one grows with the square of its length.
const longest = 400

// split cuts the message into sentences and those into segments, and says of each segment what it does.
func (r *reader) split() []sentence {
	lower := r.text.Lower
	var all []sentence
	start := 0
	cut := func(end, next int, question bool) {
		if strings.TrimSpace(lower[start:end]) != "" {
			all = append(all, sentence{start: start, end: end, question: question})
		}
		start = next
	}
	for i := 0; i < len(lower); i++ {
		switch c := lower[i]; {
		case c == '\n':
			cut(i, i+1, false)
		case (c == '.' || c == '!' || c == '?' || c == ';') && !r.insideValue(i) && r.endsSentence(i, start):
			cut(i, i+1, c == '?')
		case (c == ' ' && i-start > longest || c == ',' && i-start > longest*3/4) && !r.insideValue(i):
			cut(i, i+1, false)
		}
	}
	cut(len(lower), len(lower), false)
	for i := range all {
		all[i].segments = r.segment(all[i])
	}
	r.tellActs(all)
	return all
}

// crowded is how many values of a sentence are read. What holds more is not talk, and would only cost time.
const crowded = 24

// dropCrowds forgets the values of a sentence beyond those that are read.
func (r *reader) dropCrowds() {
	kept := r.values[:0:0]
	for _, s := range r.sentences {
		in := r.valuesIn(s.start, s.end)
		kept = append(kept, in[:min(len(in), crowded)]...)
	}
	if len(r.values)-len(kept) > 0 {
		r.values = kept
	}
}

// at is the index of the sentence that begins at a place, or -1.
func (r *reader) at(start int) int {
	i := sort.Search(len(r.sentences), func(i int) bool { return r.sentences[i].start >= start })
	if i == len(r.sentences) || r.sentences[i].start != start {
		return -1
	}
	return i
}

func (r *reader) insideValue(at int) bool {
	next := sort.Search(len(r.values), func(i int) bool { return r.values[i].start > at })
	for i := max(0, next-4); i < next; i++ {
		if v := r.values[i]; at < v.end && !(v.kind == catalog.Street && v.weak) {
			return true
		}
	}
	return false
}

func (r *reader) endsSentence(at, start int) bool {
	lower := r.text.Lower
	if lower[at] != '.' {
		return true
	}
	next := at + 1
	if next < len(lower) && lower[next] != ' ' && lower[next] != '\n' && lower[next] != '"' && lower[next] != ')' {
		return false
	}
	rest := strings.TrimLeft(lower[next:], " \"')")
	word := lastWord(lower[start:at])
	if word == "no" && rest != "" && !(rest[0] >= '0' && rest[0] <= '9') && rest[0] != '#' {
		return true
	}
	if companyEnd[word] && rest != "" && r.capitalised(next+len(lower[next:])-len(rest)) {
		return true
	}
	if (abbreviation[word] || len(word) == 1 && word >= "a") && rest != "" && rest[0] != '\n' {
		return opener.MatchString(rest)
	}
	return true
}

func lastWord(s string) string {
	i := len(s)
	for i > 0 && (wordByte(s[i-1]) || s[i-1] == '.') {
		i--
	}
	return s[i:]
}

var boundary = pattern.MustCompile(`
	[,;()\[\]|]|
	 (?:
		sprinklers?|sprinklered|alarms?|subs|certs|hnoa|drivers|vehicles|website|dba|fein|ein|naics|payroll|revenue
	) (?:idk|dunno|not sure|unknown|tbd|skip)\b|
	 (?:might|may|could|hope to|hoping to|planning (?:to|on)|plan to|looking to) (?:
		buy|buying|hire|hiring|add|adding|get|open|opening|move|expand|grow|lease|rent
	)\b|
	 (?:it's|its|it is|should be) (?:actually |really |now |about )*\$?\d[\d.]*[km]? (?:not|instead)\b| -+ |/ |
	 (?:but|though|although|however|because|while|whereas|plus|except|anyway|anyways|if|unless)\b|
	 (?:and|so|&) (?:
		we|we've|we're|i|i'm|i'd|i've|it|it's|no|not|yes|have|has|had|are|is|was|don't|do|does|our|my|the|there|there's|they|that|
		you|need|want|use|also|never|none|both|about|an?|please|pay|what|why|how|when|where|who|can|could|is|add|include|lease|own|
		rent|let's|skip|go back|make it|make that|put it|\$?\d
	)\b|
	 no (?:
		alarms?|sprinklers?|subs?|subcontractors?|vehicles?|trucks?|drivers?|losses|claims?|bankruptc\w+|employees|payroll|website|
		dba|part[- ]timers?|hired|hnoa|cancel\w+|alcohol|liquor
	)\b`)

// carriesNo are the words that a "no" behind them belongs to: "we have no alarm" is one thought.
var carriesNo = set(`
	have has had there there's theres are is was were with got and or but so we've i've it's say says said also the of at answer
	still currently absolutely definitely`)

// segment cuts a sentence at its joints, except inside values.
func (r *reader) segment(s sentence) []segment {
	var all []segment
	start := s.start
	text := r.text.Lower[s.start:s.end]
	for _, m := range boundary.FindAllStringIndex(text, -1) {
		at, next := s.start+m[0], s.start+m[1]
		if r.insideValue(at) || at < start || strings.HasSuffix(text[:m[0]], "once in a") || text[m[0]] == ',' && r.insideName(at) {
			continue
		}
		if strings.HasPrefix(text[m[0]:], " no ") && carriesNo[lastWord(text[:m[0]])] {
			continue
		}
		if m[1]-m[0] > 4 || text[m[0]] == ' ' && text[m[0]+1] != '-' { // a conjunction belongs to what follows it
			next = at + 1
		}
		if strings.TrimSpace(r.text.Lower[start:at]) != "" {
			all = append(all, segment{start: start, end: at})
		}
		start = next
	}
	if strings.TrimSpace(r.text.Lower[start:s.end]) != "" {
		all = append(all, segment{start: start, end: s.end})
	}
	return all
}

var nameEnding = pattern.MustCompile(`^, ?(?:inc|llc|l\.l\.c|ltd|corp|co|p\.?c|pllc|llp|lp|l\.?p|pa|p\.a|jr|sr|md|dds|cpa|esq|incorporated)\b`)

// insideName keeps "Weiss Dentistry, P.C." in one piece.
func (r *reader) insideName(at int) bool { return nameEnding.MatchString(r.text.Lower[at:]) }

func (r *reader) in(s segment) string { return r.text.Lower[s.start:s.end] }

// sentenceOf gives the sentence and the segment in which a place lies.
func (r *reader) sentenceOf(at int) (*sentence, *segment) {
	i := sort.Search(len(r.sentences), func(i int) bool { return r.sentences[i].end > at })
	if i == len(r.sentences) || r.sentences[i].start > at {
		return nil, nil
	}
	s := &r.sentences[i]
	for j := range s.segments {
		if g := &s.segments[j]; g.start <= at && at < g.end {
			return s, g
		}
	}
	return s, nil
}

// speaksAt says that a place is in a segment that answers.
func (r *reader) speaksAt(at int) bool {
	_, g := r.sentenceOf(at)
	return g == nil || g.act == answers
}
