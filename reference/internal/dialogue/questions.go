package dialogue

import (
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

var (
	howMany  = pattern.MustCompile(`\bhow (?:many|much)\b.*\b(?:questions?|left|more|remain\w*|to go)\b|\bhow (?:long|far)\b|\balmost done\b|\bare we done\b`)
	mustI    = pattern.MustCompile(`\b(?:do i|do we|must i|have to|need to|required|optional|mandatory|necessary)\b`)
	why      = pattern.MustCompile(`\bwhy\b|\bwhat (?:for|is (?:this|that|it) for)\b`)
	price    = pattern.MustCompile(`\b(?:price|cost|quote|rate|premium|how much|discount|cheaper|save)\b`)
	privacy  = pattern.MustCompile(`\b(?:secure|safe|private|privacy|share|sell my|confidential)\b`)
	changing = pattern.MustCompile(`\b(?:change|edit|fix|correct|go back|update)\b`)
	coverage = pattern.MustCompile(`\b(?:cover|covered|coverage|insure)\b`)
	greeting = pattern.MustCompile(`^\W*(?:hello|hi|hey|good (?:morning|afternoon|evening)|howdy|greetings)\b`)
	thanking = pattern.MustCompile(`\b(?:thanks|thank you|thx|appreciate)\b`)
)

// readQuestions answers what the person asks, from the help texts of the fields.
func (r *reader) readQuestions() {
	for _, s := range r.sentences {
		for j, g := range s.segments {
			if g.act != asks || s.question && r.answeredBelow(s.end) {
				continue
			}
			end := s.segments[len(s.segments)-1].end
			if r.answersItself(s) {
				break
			}
			r.note(Question, r.answerTo(r.text.Lower[s.segments[j].start:end], g.start, end))
			break
		}
	}
}

// answersItself says that a short question names what the message goes on to answer or to put off: "Premium? No idea."
func (r *reader) answersItself(s sentence) bool {
	named := r.cuesIn(s.start, s.end)
	return len(named) > 0 && len(r.words(s.start, s.end)) <= 4 && slices.ContainsFunc(named, func(c cue) bool { return r.has(c.key) || r.deferred[c.key] })
}

func (r *reader) answerTo(text string, start, end int) string {
	var named *catalog.Field
	longest := 0
	for _, c := range r.cuesIn(start, end) {
		if c.to-c.from > longest {
			f := r.field(c.key)
			named, longest = &f, c.to-c.from
		}
	}
	switch {
	case recap.MatchString(text):
		return r.summary()
	case person.MatchString(text):
		return "Your agent can help you in person. I only take down the application, and what you told me so far is kept."
	case machine.MatchString(text):
		return "I am the automated assistant that takes down the application with you. Your agent can answer what I cannot."
	case pausing.MatchString(text) && named == nil:
		return "Yes. What you told me is kept, and you can go on at any time."
	case howMany.MatchString(text) && (named == nil || strings.Contains(text, "question")):
		return progress
	case mustI.MatchString(text) && named != nil:
		return named.Label + ": " + named.Help + " You can skip it and come back later."
	case named != nil && !(price.MatchString(text) && !strings.Contains(text, "premium")):
		return named.Label + ": " + named.Help
	case privacy.MatchString(text):
		return "What you write here is used for this application and stays in your agency's workspace."
	case changing.MatchString(text):
		return "You can change any answer at any time: just tell me the new value."
	case price.MatchString(text):
		return "I collect the application; the price comes from the insurer once it is submitted."
	case coverage.MatchString(text):
		return "What is covered depends on the policy that the insurer offers; your agent can tell you. I will take down what you need."
	case (why.MatchString(text) || mustI.MatchString(text) || strings.Contains(text, "mean") || strings.Contains(text, "what")) && len(r.turn.Asked) > 0:
		return r.turn.Asked[0].Label + ": " + r.turn.Asked[0].Help
	}
	return "I cannot answer that one, but your agent can. I am here to take down the application."
}

const progress = "\x00progress" // replaced in the reply, where the plan is known

// notice says so when nothing of a message was understood, so that no answer is lost in silence.
func (r *reader) notice() {
	if len(r.out.Set)+len(r.out.Skip)+len(r.out.Clear)+len(r.out.Notes) > 0 {
		return
	}
	lower := r.text.Lower
	if greeting.MatchString(lower) || thanking.MatchString(lower) || strings.TrimSpace(lower) == "" {
		return
	}
	for _, s := range r.sentences {
		for _, g := range s.segments {
			if g.act == aside {
				r.note(Missed, "I took that as background and wrote nothing down.")
				return
			}
		}
	}
	if key := r.counted(0, len(lower)); key != "" && r.askedAt(key) < 0 {
		f := r.field(key)
		r.note(Missed, "I found no value for “"+f.Label+"” in that. "+capitalize(wanted(f))+" is what I need.")
		return
	}
	if len(r.turn.Asked) > 0 && len(strings.Fields(lower)) <= 8 {
		f := r.turn.Asked[0]
		r.note(Missed, "I could not match that to “"+f.Label+"”, so I left it open. "+capitalize(wanted(f))+" is what I need; say “skip” if you do not have it.")
		return
	}
	r.note(Missed, "I could not match that to a question, so I wrote nothing down. Please name what it answers, for example “payroll 250,000”.")
}

// wanted says in which form a field is answered.
func wanted(f catalog.Field) string {
	switch f.Kind {
	case catalog.Count:
		return "a whole number"
	case catalog.Money:
		return "an amount in dollars, such as 250,000,"
	case catalog.Percent:
		return "a share, such as 15%,"
	case catalog.Year:
		return "a year, such as 2012,"
	case catalog.Date:
		return "a calendar date, such as 07/01/2026,"
	case catalog.Phone:
		return "a phone number with its area code"
	case catalog.Email:
		return "an email address"
	case catalog.URL:
		return "a web address"
	case catalog.FEIN:
		return "a number of nine digits, such as 12-3456789,"
	case catalog.State:
		return "a state"
	case catalog.ZIP:
		return "a ZIP code of five digits"
	case catalog.Street:
		return "a street address or PO box"
	case catalog.NAICS:
		return "a code of six digits"
	case catalog.ClassCode:
		return "a code of four digits"
	case catalog.YesNo:
		return "a yes or no"
	case catalog.Choice:
		labels := make([]string, len(f.Options))
		for i, o := range f.Options {
			labels[i] = o.Label
		}
		return "one of " + strings.Join(labels, ", ")
	case catalog.LongText:
		return "a short description"
	}
	return "a name"
}

func capitalize(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
