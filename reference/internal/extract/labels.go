package extract

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/dialogue"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

//go:embed labels.json
var labelsJSON []byte

// wording is labels.json: how documents name the fields. Strong and weak patterns match a whole label, part a piece of a
// question that is answered by yes, no or a choice, ask one of any other question; not vetoes.
type wording struct {
	Fields map[string]struct {
		Strong []string `json:"strong"`
		Weak   []string `json:"weak"`
		Part   string   `json:"part"`
		Ask    string   `json:"ask"`
		Not    string   `json:"not"`
	} `json:"fields"`
	IgnoredCues []string       `json:"ignored_cues"`
	Others      []string       `json:"others"`
	Names       []standardName `json:"names"`
	Contexts    []struct {
		Name string `json:"name"`
		Is   string `json:"is"`
	} `json:"contexts"`
}

// labels recognises labels. It is read-only once made.
type labels struct {
	catalog  *catalog.Catalog
	fields   []fieldLabels
	cues     map[string][]string
	others   *pattern.Pattern
	contexts []contextWords
	names    []knownName
	fieldsOf *memory[[]hit] // what texts were found to be, over all documents
	isOther  *memory[bool]
	headings *memory[string] // what they are about
	speech   *dialogue.Engine
	lines    []string // of business: a document may be about any
	budget   *budget  // of the document that is read; nil in the shared ones
}

type fieldLabels struct {
	key                          string
	strong, weak, part, ask, not *pattern.Pattern
}

type contextWords struct {
	name string
	is   *pattern.Pattern
}

// hit is a field that a text may be the label of.
type hit struct {
	key   string
	score float64
}

const (
	strongLabel = 1.0
	cueLabel    = 0.92
	weakLabel   = 0.8
	askLabel    = 0.78
	partLabel   = 0.72
)

var loaded sync.Map // *catalog.Catalog -> *labels

func labelsFor(cat *catalog.Catalog) *labels {
	if l, ok := loaded.Load(cat); ok {
		return l.(*labels)
	}
	l, err := loadLabels(labelsJSON, cat)
	if err != nil {
		panic(err) // the file is compiled in, and a test loads it
	}
	kept, _ := loaded.LoadOrStore(cat, l)
	return kept.(*labels)
}

func loadLabels(text []byte, cat *catalog.Catalog) (*labels, error) {
	var w wording
	if err := json.Unmarshal(text, &w); err != nil {
		return nil, fmt.Errorf("extract: labels.json: %w", err)
	}
	l := &labels{catalog: cat, cues: map[string][]string{}, fieldsOf: &memory[[]hit]{}, isOther: &memory[bool]{},
		headings: &memory[string]{}, speech: dialogue.New(cat)}
	for _, line := range cat.Lines {
		l.lines = append(l.lines, line.Key)
	}
	for key := range w.Fields {
		if _, ok := cat.Field(key); !ok {
			return nil, fmt.Errorf("extract: labels.json names the unknown field %s", key)
		}
	}
	for _, f := range cat.Fields {
		words := w.Fields[f.Key]
		l.fields = append(l.fields, fieldLabels{f.Key, whole(words.Strong), whole(words.Weak), part(words.Part), part(words.Ask), part(words.Not)})
		for _, cue := range append([]string{f.Label}, f.Cues...) {
			if n := normal(cue); !slices.Contains(w.IgnoredCues, cue) && n != "" {
				l.cues[n] = append(l.cues[n], f.Key)
			}
		}
	}
	l.others = whole(w.Others)
	for _, c := range w.Contexts {
		l.contexts = append(l.contexts, contextWords{c.Name, pattern.MustCompile(c.Is)})
	}
	for _, n := range w.Names {
		if _, ok := cat.Field(n.Key); !ok {
			return nil, fmt.Errorf("extract: labels.json names the unknown field %s", n.Key)
		}
		l.names = append(l.names, knownName{whole([]string{n.Is}), n.Key, n.Value})
	}
	return l, nil
}

func whole(patterns []string) *pattern.Pattern {
	if len(patterns) == 0 {
		return nil
	}
	return pattern.MustCompile(`^(?:` + strings.Join(patterns, "|") + `)$`)
}

func part(expr string) *pattern.Pattern {
	if expr == "" {
		return nil
	}
	return pattern.MustCompile(expr)
}

var (
	numbering   = pattern.MustCompile(`^(?:\(?\d{1,2}[.)]\)?|\(?[a-z][.)](?:\s|$)|\d{1,2} (?:-|–)|item \d+[.:]?|•|-|\*)\s*`)
	parenthesis = pattern.MustCompile(`\s*\([^)]*\)?`)
	courtesies  = pattern.MustCompile(`
		^(?:
			please |enter |approx |approximately |list |provide |indicate |state the |what is |what are |what was |what were |
			what s |who is |who are |how much (?:is|are|was|were) |the |your |insured s |applicant s )+`)
)

// normal brings a label to plain words.
func normal(text string) string {
	s := strings.ToLower(strings.TrimSpace(text))
	if rest, ok := strings.CutPrefix(s, "#"); ok {
		s = "number of " + strings.TrimPrefix(strings.TrimSpace(rest), "of ")
	}
	s = spellOut(numbering.ReplaceAllString(s, ""))
	s = strings.ReplaceAll(s, "e mail", "email")
	if plain := courtesies.ReplaceAllString(s, ""); plain != "name" {
		return plain
	}
	return s // "applicant's name" is more than a name
}

// spellOut writes signs as words, and one space for whatever else is neither letter nor digit.
func spellOut(text string) string {
	var b strings.Builder
	b.Grow(len(text) + len(" percent "))
	open := false // a word that the next letter belongs to
	add := func(r rune) {
		if !open && b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		open = true
	}
	for _, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			add(r)
			continue
		}
		open = false
		for _, letter := range signInWords(r) {
			add(letter)
		}
		open = false
	}
	return b.String()
}

func signInWords(r rune) string {
	switch r {
	case '&':
		return "and"
	case '%':
		return "percent"
	case '#':
		return "number"
	}
	return ""
}

const (
	longestLabel     = 130
	shortestQuestion = 16
)

// otherTongue tells the Spanish half of a label in two languages.
var otherTongue = pattern.MustCompile(`(?i)[áéíóúñ¿]|\b(?:nombre|fecha|empleados|seguros?|anual(?:es)?|ventas|persona|actual|de la|del)\b`)

// aside is what a question leaves out or adds behind a comma: "total payroll, excluding owners".
var aside = pattern.MustCompile(`
	(?i), (?:excluding|not including|other than|whether or not|if any|if known|approximately)\b.*$|
	,? and (?:what|how|at what|when|who|if so)\b.*$`)

// overTime is the year that a question is about, whatever else it is about: "for the next 12 months", "in your last full year".
var overTime = pattern.MustCompile(`
	(?i),? (?:(?:for|in|during|over|of|from) )?(?:the |your )?
	(?:last|past|next|coming|previous|prior|current|upcoming|most recent|latest)(?:
		 (?:12|twelve|full|fiscal|calendar|completed|policy)
	)* (?:months?|year|period|term)\b(?: of operations)?|
	,? (?:for|in|during) (?:fy ?|fiscal year |calendar year )?20\d\d\b`)

// compare is match without the memory of it.
func (l *labels) compare(text string) []hit {
	if i := strings.IndexByte(text, '?'); i > 12 && i < len(text)-1 {
		text = text[:i] // "Are subcontractors used? If so, ...": the answer is to the first question
	}
	if spanish, english, ok := strings.Cut(text, " / "); ok && otherTongue.MatchString(spanish) {
		text = english
	}
	hits := l.matchNormal(normal(aside.ReplaceAllString(text, "")))
	if len(hits) == 0 {
		if plain := overTime.ReplaceAllString(text, ""); plain != text {
			hits = l.matchNormal(normal(aside.ReplaceAllString(plain, "")))
		}
	}
	if len(hits) == 0 || hits[0].score < cueLabel {
		if bare := parenthesis.ReplaceAllString(text, ""); bare != text {
			if more := l.matchNormal(normal(bare)); len(more) > 0 && (len(hits) == 0 || more[0].score > hits[0].score) {
				return more
			}
		}
	}
	return hits
}

func (l *labels) matchNormal(s string) []hit {
	if s == "" {
		return nil
	}
	var hits []hit
	for _, f := range l.fields {
		if f.not != nil && f.not.MatchString(s) {
			continue
		}
		switch {
		case f.strong != nil && f.strong.MatchString(s):
			hits = append(hits, hit{f.key, strongLabel})
		case slices.Contains(l.cues[s], f.key):
			hits = append(hits, hit{f.key, cueLabel})
		case f.weak != nil && f.weak.MatchString(s):
			hits = append(hits, hit{f.key, weakLabel})
		case f.ask != nil && len(s) > shortestQuestion && f.ask.MatchString(s):
			hits = append(hits, hit{f.key, askLabel})
		case f.part != nil && f.part.MatchString(s):
			hits = append(hits, hit{f.key, partLabel})
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
			return 1
		}
		return 0
	})
	return hits
}

// other tells labels of things that the catalogue does not ask.
func (l *labels) other(text string) bool {
	return len(text) < 60 && l.isOther.recall(text, func(text string) bool { return l.others.MatchString(normal(text)) })
}

// ownCompany heads what is asked about the insured, while "Company" alone is the insurer.
var ownCompany = pattern.MustCompile(`(?i)^(?:about )?your (?:company|business|firm)(?: (?:information|details))?:?$`)

// sectionNumber is what stands before the subject in "Section C - Prior carrier".
var sectionNumber = pattern.MustCompile(`^(?:section|part|item) (?:[a-z]|\d{1,2}|[ivx]+) `)

// formTitle is the title of a form, which is about what it asks: "Lessor's risk questionnaire".
var formTitle = pattern.MustCompile(`\b(?:questionnaire|supplement(?:al)?|survey|worksheet)\b|\blessors? s? ?risk\b`)

// context names what a heading is about, "" if it is none of the kinds that matter.
func (l *labels) context(text string) string {
	if len(text) > 70 {
		return ""
	}
	return l.headings.recall(text, l.subject)
}

func (l *labels) subject(text string) string {
	if ownCompany.MatchString(text) {
		return "insured"
	}
	s := sectionNumber.ReplaceAllString(normal(text), "")
	if formTitle.MatchString(s) {
		return ""
	}
	for _, c := range l.contexts {
		if c.is.MatchString(s) {
			return c.name
		}
	}
	return ""
}
