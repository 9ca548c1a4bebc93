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
		text := fact(f, v)
		if prefix := prefixOf(f.Key); f.Key == prefix+"address" {
			text = lowerLabel(f) + " " + wholeAddress(prefix, turn, r)
		} else if _, whole := r.Set[prefix+"address"]; whole && strings.HasPrefix(f.Key,
			prefix) && turn.Values[prefix+"address"] != r.Set[prefix+"address"] && (turn.Values[prefix+"address"] == nil) == (turn.Values[f.Key] == nil) {
			continue // told with its street
		}
		if before := turn.Values[f.Key]; before != nil {
			changed = append(changed, text+" (was "+said(f, before)+")")
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
		return "That is what I have already: " + strings.Join(e.unchanged(r), "; ") + "."
	}
	return text
}

// wholeAddress is an address in one line: "12 Oak St, Dayton, OH 45402".
func wholeAddress(prefix string, turn Turn, r Reading) string {
	var parts []string
	for _, part := range addressParts {
		text, _ := r.Set[prefix+part].(string)
		if text == "" {
			text, _ = turn.Values[prefix+part].(string)
		}
		parts = append(parts, text)
	}
	line := strings.Join([]string{parts[0], parts[1], strings.TrimSpace(parts[2] + " " + parts[3])}, ", ")
	return strings.Trim(strings.ReplaceAll(line, ", , ", ", "), ", ")
}

// unchanged names what a message told again.
func (e *Engine) unchanged(r Reading) (all []string) {
	for _, f := range e.catalog.Fields {
		if v, ok := r.Set[f.Key]; ok {
			all = append(all, fact(f, v))
		}
	}
	return all
}

// fact is a field with its value, as in "annual payroll $350,000" and "alarm: no".
func fact(f catalog.Field, v any) string {
	if f.Kind == catalog.YesNo {
		return lowerLabel(f) + ": " + said(f, v)
	}
	return lowerLabel(f) + " " + said(f, v)
}

func said(f catalog.Field, v any) string {
	if f.Kind == catalog.YesNo {
		return strings.ToLower(value.Format(f, v))
	}
	return value.Format(f, v)
}

func lowerLabel(f catalog.Field) string {
	if acronym(f.Label) {
		return f.Label
	}
	return strings.ToLower(f.Label[:1]) + f.Label[1:]
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
	return e.list("Left open for now: ", rest, " You can come back to it at any time.")
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

// next asks the questions to answer now: one in the text, several as a numbered list, which can be answered by number.
func next(plan catalog.Plan) string {
	switch len(plan.Next) {
	case 0:
		return "That is everything I need. You can still change any answer."
	case 1:
		return plan.Next[0].Question
	}
	var list strings.Builder
	list.WriteString("Next, " + plan.Next[0].Group + ":")
	for i, f := range plan.Next {
		fmt.Fprintf(&list, "\n%d. %s", i+1, f.Question)
	}
	return list.String()
}
