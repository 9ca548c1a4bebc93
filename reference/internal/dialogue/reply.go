package dialogue

import (
	"fmt"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

// Reply words the answer to a message after its reading was applied: what was asked, what was noted down, what could
// not be, and the next questions.
func (e *Engine) Reply(turn Turn, r Reading, plan catalog.Plan) string {
	var parts []string
	add := func(text string) {
		if text != "" {
			parts = append(parts, text)
		}
	}
	add(e.greet(turn))
	for _, n := range r.Notes {
		if n.Kind == Question {
			add(e.answerText(n.Text, plan))
		}
	}
	add(e.noted(turn, r))
	add(e.withdrawn(r))
	add(e.skipped(r))
	for _, n := range r.Notes {
		if n.Kind != Question {
			add(n.Text)
		}
	}
	add(next(plan))
	return strings.Join(parts, " ")
}

func (e *Engine) greet(turn Turn) string {
	lower := asciiLower(turn.Message)
	switch {
	case greeting.MatchString(lower):
		return "Hello!"
	case thanking.MatchString(lower):
		return "You are welcome."
	}
	return ""
}

func (e *Engine) answerText(text string, plan catalog.Plan) string {
	if text != progress {
		return text
	}
	if len(plan.Open) == 1 {
		return "One question is left."
	}
	return fmt.Sprintf("%d questions are left; %d of %d are answered.", len(plan.Open), plan.Answered, len(plan.Askable))
}

// noted names what was set, in the order of the application. What was changed is told apart from what is new.
func (e *Engine) noted(turn Turn, r Reading) string {
	var fresh, changed []string
	for _, f := range e.catalog.Fields {
		v, ok := r.Set[f.Key]
		if !ok || turn.Values[f.Key] == v {
			continue
		}
		text := strings.ToLower(f.Label[:1]) + f.Label[1:] + " " + value.Format(f, v)
		if acronym(f.Label) {
			text = f.Label + " " + value.Format(f, v)
		}
		if turn.Values[f.Key] != nil {
			changed = append(changed, text)
		} else {
			fresh = append(fresh, text)
		}
	}
	text := ""
	if len(fresh) > 0 {
		text = "Noted: " + strings.Join(fresh, "; ") + "."
	}
	if len(changed) > 0 {
		text = strings.TrimSpace(text + " Changed: " + strings.Join(changed, "; ") + ".")
	}
	if text == "" && len(r.Set) > 0 {
		return "That is what I have."
	}
	return text
}

func acronym(label string) bool {
	return len(label) > 1 && label[1] >= 'A' && label[1] <= 'Z'
}

func (e *Engine) withdrawn(r Reading) string { return e.list("Taken out: ", r.Clear, "") }

func (e *Engine) skipped(r Reading) string {
	var rest []string
	for _, key := range r.Skip {
		if !contains(r.Clear, key) {
			rest = append(rest, key)
		}
	}
	return e.list("Left open for now: ", rest, "")
}

func contains(all []string, key string) bool {
	for _, k := range all {
		if k == key {
			return true
		}
	}
	return false
}

func (e *Engine) list(before string, keys []string, after string) string {
	var labels []string
	for _, key := range keys {
		if f, ok := e.catalog.Field(key); ok {
			labels = append(labels, f.Label)
		}
	}
	if len(labels) == 0 {
		return ""
	}
	return before + strings.Join(labels, ", ") + "." + after
}

func next(plan catalog.Plan) string {
	if len(plan.Next) == 0 {
		return "That is everything I need. You can still change any answer."
	}
	questions := make([]string, len(plan.Next))
	for i, f := range plan.Next {
		questions[i] = f.Question
	}
	return strings.Join(questions, " ")
}
