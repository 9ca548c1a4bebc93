package dialogue

import (
	"context"

	"slices"
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

// Turn is one message with what it is read against.
type Turn struct {
	Message     string
	Lines       []string
	Asked       []catalog.Field // the questions shown last, in their order
	Values      map[string]any
	Skipped     []string
	Recent      []Change // what the last messages that changed anything did
	Now         time.Time
	InsuredName string
}

// Reading is what a message changes.
type Reading struct {
	Set   map[string]any
	Clear []string
	Skip  []string
	Notes []Note
	// Recent is what the next message may take back, in the order in which it was said: a reading that changes nothing
	// hands on what it got.
	Recent []Change
}

// Change is a value that a message changed, with what stood there before; nil is no answer.
type Change struct {
	Key   string
	Was   any
	Doubt bool // the person said since that it is not right
	Ago   int  // how many messages that changed something lie between; -1 for what was just taken back
}

// NoteKind says why the reply has something to say.
type NoteKind string

// The kinds of notes.
const (
	Question  NoteKind = "question"  // the person asked something; Text is the answer
	Ambiguous NoteKind = "ambiguous" // a value could belong to several fields
	Refused   NoteKind = "refused"   // a value that the field cannot hold
	Assumed   NoteKind = "assumed"   // a value that was made of what was said
	Missed    NoteKind = "missed"    // something was said that was not understood
)

// Note is a remark for the reply.
type Note struct {
	Kind NoteKind
	Text string
}

// Interpreter reads one message.
type Interpreter interface {
	Read(ctx context.Context, turn Turn) (Reading, error)
	Reply(turn Turn, reading Reading, plan catalog.Plan) string
}

// Engine is the Interpreter by grammars. It is safe for concurrent use.
type Engine struct {
	catalog *catalog.Catalog
	cues    *cueIndex
	words   *vocabulary
	asked   []wording
	order   map[string]int // the places of the fields in the catalogue
}

// wording is the question for a field as the engine reads it in a message, without its question mark.
type wording struct{ text, key string }

// New makes an engine for a catalogue.
func New(c *catalog.Catalog) *Engine {
	e := &Engine{catalog: c, cues: indexCues(c), order: map[string]int{}}
	e.words = newVocabulary(c)
	for i, f := range c.Fields {
		e.order[f.Key] = i
		text := value.Normalize(strings.TrimRight(f.Question, "?")).Respell(e.words.correct).Digits().Lower
		e.asked = append(e.asked, wording{text, f.Key})
	}
	return e
}

// reader is the work on one message.
type reader struct {
	*Engine
	turn      Turn
	text      value.Text
	tokens    []token
	cues      []cue
	values    []found
	sentences []sentence
	fields    map[string]bool // what may be set at all in this session
	strength  map[string]float64
	taken     []area // text whose meaning is settled
	deferred  map[string]bool
	out       Reading
	last      string // the field set last in this message, for "make that ..."
	heard     bool
	said      map[saying]bool
	places    map[string]int      // where in the message each field was set
	chains    map[int]map[int]int // of each sentence, once it was looked for
	undone    bool                // the message took the last one back
	recalled  bool                // the message corrects the last one
}

// saying is a phrase looked for in a sentence.
type saying struct {
	phrase *pattern.Pattern
	at     int
}

// says finds whether a sentence holds a phrase, once for each sentence: it spares the finer looks at every number.
func (r *reader) says(phrase *pattern.Pattern, s sentence) bool {
	key := saying{phrase, s.start}
	found, known := r.said[key]
	if !known {
		found = phrase.MatchString(r.text.Lower[s.start:s.end])
		r.said[key] = found
	}
	return found
}

type area struct {
	start, end int
	loose      bool // a yes or no was read here; a description may stand beside it
}

// Read never fails; the error belongs to interpreters that ask elsewhere.
func (e *Engine) Read(_ context.Context, turn Turn) (Reading, error) {
	r := e.open(turn)
	if !r.readUndo() && !r.readCommand() {
		r.recall()
		r.readAll()
	}
	r.remember()
	return r.out, nil
}

func (r *reader) readAll() {
	r.readLabels()
	r.readTicks()
	r.readList()
	r.readAddresses()
	r.readCorrections()
	r.readLastDigits()
	r.readShifts()
	relations := r.readRelations()
	r.readPeople()
	r.readQuantities()
	r.resolve(relations)
	r.readLossSums()
	r.readLossRow()
	r.readContacts()
	r.readChoices()
	r.readYesNo()
	r.readNames()
	r.readInsurers()
	r.readSkips()
	r.readForgotten()
	r.readAsked()
	r.readLoneClaim()
	r.readTerm()
	r.derive()
	r.readQuestions()
	r.notice()
}

// open makes a message plain and takes it apart: tokens, names of fields, values, sentences and what each of those does.
func (e *Engine) open(turn Turn) *reader {
	r := &reader{Engine: e, turn: turn, text: value.Normalize(e.trimMail(turn.Message)).Respell(e.words.correct).Digits(),
		fields: e.catalog.Reach(turn.Lines), strength: map[string]float64{}, deferred: map[string]bool{}, said: map[saying]bool{},
		places: map[string]int{}, chains: map[int]map[int]int{}}
	r.out.Set = map[string]any{}
	r.tokens = tokens(r.text.Lower)
	r.cues = r.findCues()
	r.values = r.findValues()
	r.dropCuesInValues()
	r.dropCuesInInsurers()
	r.sentences = r.split()
	r.dropCrowds()
	return r
}

// set takes a value for a field, unless something stronger in the same message already gave it another. Later words
// win over earlier ones of the same strength.
func (r *reader) set(key string, v any, strength float64, start, end int) bool {
	if !r.fields[key] || v == nil {
		return false
	}
	r.take(start, end)
	if held, ok := r.strength[key]; ok && held > strength {
		return false
	}
	r.out.Set[key], r.strength[key], r.places[key], r.last = v, strength, start, key
	return true
}

func (r *reader) has(key string) bool { _, ok := r.out.Set[key]; return ok }

func (r *reader) take(start, end int) {
	if end > start {
		r.taken = append(r.taken, area{start: start, end: end})
	}
}

// isClaimed is isTaken without the segments of a yes or no.
func (r *reader) isClaimed(start, end int) bool {
	return slices.ContainsFunc(r.taken, func(a area) bool { return !a.loose && start < a.end && a.start < end })
}

func (r *reader) isTaken(start, end int) bool {
	for _, a := range r.taken {
		if start < a.end && a.start < end {
			return true
		}
	}
	return false
}

func (r *reader) field(key string) catalog.Field { f, _ := r.catalog.Field(key); return f }

// askedAt is the place of a field among the questions shown last, or -1.
func (r *reader) askedAt(key string) int {
	for i, f := range r.turn.Asked {
		if f.Key == key {
			return i
		}
	}
	return -1
}

// known is the value of a field after this message, as far as it is read.
func (r *reader) known(key string) any {
	if v, ok := r.out.Set[key]; ok {
		return v
	}
	return r.turn.Values[key]
}

func (r *reader) note(kind NoteKind, text string) {
	for _, n := range r.out.Notes {
		if n.Text == text {
			return
		}
	}
	r.out.Notes = append(r.out.Notes, Note{kind, text})
}
