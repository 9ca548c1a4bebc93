package dialogue

import (
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

const politely = `^\W*(?:(?:sorry|um+|uh+|hmm+|wait|ok|okay|oh|no|hey|please|but|well|actually|hold on)\W+)*`

var (
	puzzled = pattern.MustCompile(politely + `
		(?:
			i (?:really |still )?(?:don't|do not|didn't) (?:understand|follow)\b.*|
			i (?:don't|didn't) get (?:it|that|this|the question|what (?:you|that|this)).*|
			(?:i'm|i am) (?:confused|lost|not following)\b.*|what do you mean\b.*|what (?:does|is) (?:that|this|it)(?: mean)?|
			meaning|come again|huh|pardon|what|(?:can|could) you (?:please )?(?:explain|clarify)\b.*|
			(?:please )?(?:explain|clarify)(?: (?:that|this|it|please|the question))*|
			not sure what (?:you mean|you're asking|you are asking).*|no idea what you mean.*
		)\W*$`)
	again = pattern.MustCompile(politely + `
		(?:
			(?:can|could|would) you (?:please )?(?:repeat|say (?:that|it) again|ask (?:that|it) again)\b.*|
			(?:please )?repeat(?: (?:that|it|the questions?|please))*|say (?:that|it) again|
			what (?:was|were|is|are) the (?:last |next )?questions?(?: again)?|where were we|what else do you need.*|what's next|
			what is next
		)\W*$`)
	undoing = pattern.MustCompile(politely + `
		(?:
			(?:un|re)do(?: (?:that|it|the last (?:one|answer)|please))*|revert(?: that)?|
			go back(?: (?:one|a (?:step|question)|to the (?:last|previous) (?:one|question)|please))*|back|previous(?: question)?|
			take (?:that|it) back|oops
		)\W*$`)
	startOver = pattern.MustCompile(politely + `
		(?:
			(?:let's |let me |can (?:i|we) |i want to )?
			(?:start (?:all )?over|restart|reset|begin again|start again|start from scratch)|
			(?:clear|delete|erase|wipe) (?:everything|all(?: of it| my answers| answers)?)
		)\W*$`)
	weary = pattern.MustCompile(`
		\b(?:hate|sick of|tired of|done with) (?:this|these|all this|forms?|questions|paperwork|it)\b|\b(?:so|too) many questions\b|
		\bthis is (?:taking forever|annoying|ridiculous|exhausting|too (?:long|much)|a lot)\b|\bhow much longer\b`)
	helping = pattern.MustCompile(politely + `(?:i need )?help(?: me)?(?: please)?\W*$`)
	recap   = pattern.MustCompile(`
		\b(?:
			what (?:have|did) (?:i|we) (?:tell|told|say|said|give|given|answer|answered)|
			what (?:do|have) you (?:have|got)(?: so far| on file| for me| written| recorded| down)|
			what(?:'s| is) (?:on file|recorded|noted)|summary|summari[sz]e|recap|(?:read|play) (?:it|that|them|everything) back|
			(?:show|list|review) (?:me )?(?:my|the|all my) answers
		)\b`)
	person = pattern.MustCompile(`
		\b(?:
			(?:talk|speak|chat) (?:to|with) (?:a |an |my |the |some)?(?:
				human|person|agent|somebody|someone|one|representative|rep|broker|real person
			)|
			(?:call|get) (?:me )?(?:your|a) (?:supervisor|manager|human|person)|human please|agent please|real person
		)\b`)
	machine = pattern.MustCompile(`\bare you (?:a |an )?(?:robot|bot|human|real|ai|machine|computer|person|real person)\b|\bwho (?:am i|are you)\b`)
	mayStop = pattern.MustCompile(politely + `(?:can|could|may) (?:i|we)\b|` + politely + `(?:is it|would it be) (?:ok|okay|fine|possible|all right)\b`)
	pausing = pattern.MustCompile(`
		\b(?:finish|continue|complete|do|resume) (?:this|it|the rest)? ?(?:later|tomorrow|another (?:time|day))|
		\bcome back (?:later|and finish|tomorrow)|\bsave (?:this|my (?:progress|answers))|\btake a break\b`)
)

// readCommand takes a message that is not about the business but about the conversation: a plea to explain, to repeat,
// to go back. It sets nothing, and its answer claims nothing.
func (r *reader) readCommand() bool {
	lower := strings.TrimSpace(r.text.Lower)
	if len(lower) > 120 || len(lower) == 0 ||
		slices.ContainsFunc(r.values, func(v found) bool { return v.kind != catalog.Count || len(lower) < 24 && v.number.Value > 1 }) {
		return false
	}
	if r.tellsToo() {
		return false
	}
	switch {
	case puzzled.MatchString(lower) && !(lower == "what" && len(r.turn.Asked) == 0):
		r.note(Question, r.explain())
	case again.MatchString(lower):
		r.note(Question, "Of course.")
	case undoing.MatchString(lower), takesBackAll.MatchString(lower), notRight.MatchString(lower):
		r.note(Question, "I have not changed anything yet. Tell me what is right, for example “"+r.exampleOf()+"”, or which answer to take out."+r.nearby())
	case startOver.MatchString(lower):
		r.note(Question, "I keep what you told me. To change an answer, tell me the new value; to take one out, say which.")
	case weary.MatchString(lower) && len(r.cues) == 0:
		r.note(Question, "I know this is a lot. Short answers are fine, and you can skip anything.")
	case helping.MatchString(lower):
		r.note(Question, "I take down the facts for the application. Answer in your own words, several at once if you like, and say “skip” for what you do not know. Any answer can be changed later.")
	case person.MatchString(lower):
		r.note(Question, "Your agent can help you in person. I only take down the application, and what you told me so far is kept.")
	case machine.MatchString(lower):
		r.note(Question, "I am the automated assistant that takes down the application with you. Your agent can answer what I cannot.")
	case mayStop.MatchString(lower) && pausing.MatchString(lower) && len(r.cues) == 0:
		r.note(Question, "Yes. What you told me is kept, and you can go on at any time.")
	case recap.MatchString(lower):
		r.note(Question, r.summary())
	default:
		return false
	}
	return true
}

// tellsToo says that a sentence behind the first gives a named answer: "Can you explain coinsurance? The limit is 900k."
func (r *reader) tellsToo() bool {
	for i, s := range r.sentences {
		if i > 0 && !s.question && len(r.valuesIn(s.start, s.end)) > 0 && len(r.cuesIn(s.start, s.end)) > 0 {
			return true
		}
	}
	return false
}

// explain tells what the field that is named, or the first question, is about.
func (r *reader) explain() string {
	named, longest := "", 0
	for _, c := range r.cues {
		if c.to-c.from > longest && !c.announces {
			named, longest = c.key, c.to-c.from
		}
	}
	switch {
	case named != "":
		f := r.field(named)
		return f.Label + ": " + f.Help
	case len(r.turn.Asked) > 0:
		f := r.turn.Asked[0]
		return f.Label + ": " + f.Help + " " + capitalize(wanted(f)) + " is what I need; say “skip” if you do not have it."
	}
	return "Everything has been asked. You can still change any answer by telling me the new value."
}

// exampleOf is how one would correct an answer that is there, or that may come.
func (r *reader) exampleOf() string {
	for _, f := range slices.Backward(r.before()) {
		if f.Kind == catalog.Money || f.Kind == catalog.Count || f.Kind == catalog.Date {
			return lowerLabel(f) + " is " + value.Format(f, r.turn.Values[f.Key])
		}
	}
	return "payroll is 250,000"
}

// nearby names the answers given last before the questions shown now.
func (r *reader) nearby() string {
	before := r.before()
	if len(before) == 0 {
		return ""
	}
	return " The answers before this are: " + r.facts(before[max(0, len(before)-4):]) + "."
}

// before are the answered fields that stand before the first question shown.
func (r *reader) before() (all []catalog.Field) {
	for _, f := range r.catalog.Fields {
		if len(r.turn.Asked) > 0 && f.Key == r.turn.Asked[0].Key {
			break
		}
		if r.turn.Values[f.Key] != nil {
			all = append(all, f)
		}
	}
	return all
}

// summary tells what is known so far.
func (r *reader) summary() string {
	var all []catalog.Field
	for _, f := range r.catalog.Fields {
		if r.turn.Values[f.Key] != nil {
			all = append(all, f)
		}
	}
	if len(all) == 0 {
		return "I have nothing down yet."
	}
	return "So far I have: " + r.facts(all) + "."
}

func (r *reader) facts(fields []catalog.Field) string {
	texts := make([]string, len(fields))
	for i, f := range fields {
		texts[i] = fact(f, r.turn.Values[f.Key])
	}
	return strings.Join(texts, "; ")
}
