package dialogue

import (
	"regexp"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
)

var (
	howMany  = regexp.MustCompile(`\bhow (?:many|much)\b.*\b(?:questions?|left|more|remain\w*|to go)\b|\bhow (?:long|far)\b|\balmost done\b|\bare we done\b`)
	mustI    = regexp.MustCompile(`\b(?:do i|do we|must i|have to|need to|required|optional|mandatory|necessary)\b`)
	why      = regexp.MustCompile(`\bwhy\b|\bwhat (?:for|is (?:this|that|it) for)\b`)
	price    = regexp.MustCompile(`\b(?:price|cost|quote|rate|premium|how much|discount|cheaper|save)\b`)
	privacy  = regexp.MustCompile(`\b(?:secure|safe|private|privacy|share|sell my|confidential)\b`)
	changing = regexp.MustCompile(`\b(?:change|edit|fix|correct|go back|update)\b`)
	coverage = regexp.MustCompile(`\b(?:cover|covered|coverage|insure)\b`)
	greeting = regexp.MustCompile(`^\W*(?:hello|hi|hey|good (?:morning|afternoon|evening)|howdy|greetings)\b`)
	thanking = regexp.MustCompile(`\b(?:thanks|thank you|thx|appreciate)\b`)
)

// readQuestions answers what the person asks, from the help texts of the fields.
func (r *reader) readQuestions() {
	for _, s := range r.sentences {
		for j, g := range s.segments {
			if g.act != asks {
				continue
			}
			end := s.segments[len(s.segments)-1].end
			r.note(Question, r.answerTo(r.text.Lower[s.segments[j].start:end], g.start, end))
			break
		}
	}
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
	return "I cannot answer that one, but your agent can. I am here to fill in the application."
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
	r.note(Missed, "I could not match that to a question. Please name what it answers, for example “payroll 250,000”.")
}
