package dialogue

import (
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

// readOpening takes the first words of a message as the description that was asked for, where facts follow them:
// "breakfast and lunch diner, no alcohol".
func (r *reader) readOpening() {
	if len(r.turn.Asked) == 0 || r.turn.Asked[0].Key != operationsKey || r.has(operationsKey) || len(r.out.Set) == 0 ||
		len(r.sentences) == 0 || len(r.sentences[0].segments) < 2 {
		return
	}
	g := r.sentences[0].segments[0]
	text := strings.TrimSpace(r.in(g))
	if g.act != answers || r.sentences[0].question || corrects.MatchString(text) || len(r.cuesIn(g.start, g.end)) > 0 ||
		len(r.valuesIn(g.start, g.end)) > 0 || len(strings.Fields(text)) < 2 || !r.describes(text) {
		return
	}
	end := g.end
	for _, o := range r.sentences[0].segments[1:] {
		more := strings.TrimSpace(r.in(o))
		if _, said := value.Bool(more); said || o.act != answers || len(r.cuesIn(o.start, o.end)) > 0 ||
			len(r.valuesIn(o.start, o.end)) > 0 || opsNewThought.MatchString(more) || emptyWord.MatchString(more) ||
			len(strings.Fields(more)) > 4 {
			break
		}
		end = o.end // "drywall patches, decks, painting"
	}
	start, end := r.shave(g.start+leadIn(r.text.Lower[g.start:g.end]), end)
	r.set(operationsKey, r.text.Original(start, end), 4, start, end)
}

var noneNow = pattern.MustCompile(`^(?:none|no|zero) (?:owned|of our own|right now|currently|yet|at (?:all|present|this time|the moment))$`)

// readDenialFirst reads a message that opens by denying what was asked for and goes on about something else: "we don't have
// any but staff run to the lab", "no insurance before, no claims".
func (r *reader) readDenialFirst() {
	if len(r.turn.Asked) == 0 || len(r.sentences) == 0 || len(r.sentences[0].segments) == 0 || r.sentences[0].question {
		return
	}
	f, g := r.turn.Asked[0], r.sentences[0].segments[0]
	text := strings.Trim(r.in(g), " .,!")
	if g.act != answers || g.end == len(r.text.Lower) || r.has(f.Key) || r.deferred[f.Key] {
		return
	}
	switch {
	case f.Key == "current_carrier" && uninsured.MatchString(text):
		r.putOff(f, text)
	case numeric(f.Kind) && f.Key != "building_limit" && (hasNotIt.MatchString(text) || noneNow.MatchString(text)) && len(r.cuesIn(g.start, g.end)) == 0:
		r.answerNone(f, text)
	}
}

// readSubsDetail takes the sum of "only for the electrical, maybe 40k" when subcontractors were asked for.
func (r *reader) readSubsDetail() {
	if r.askedAt("subcontractors_used") != 0 || r.out.Set["subcontractors_used"] != true || r.has("subcontractor_cost") {
		return
	}
	for i := range r.values {
		v := &r.values[i]
		_, g := r.sentenceOf(v.start)
		if v.kind == catalog.Count && !v.used && !v.old && g != nil && g.act == answers &&
			(v.number.Money || v.number.Scaled || v.number.Grouped) && len(r.cuesIn(g.start, g.end)) == 0 && r.oddWords(*g) <= 2 {
			r.awardNumber("subcontractor_cost", v, 5)
			return
		}
	}
}
