package selftest_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// formLine is a line of a form: the label of a question, and the value that a session has for it.
type formLine struct{ key, label, value string }

// formPast is what came to a session before its forms are filled.
type formPast struct {
	values, before     obj    // when it was filled last, and the time before that
	form               string // whose lines are wanted
	labels             map[string]string
	completed          obj             // when it was first complete
	turn               map[string]bool // what the last turn set
	told               []string        // what turns set, in their order
	fills              int             // how many there were
	fillsBefore        map[string]int  // of them, before a turn set a value
	skipped, afterFill map[string]bool // what somebody wanted to skip, and what a file brought after a fill
}

// labelledForms has forms of lines, as a session was when it was filled. Some lines are left out of them or become others.
func labelledForms(as func(past *formPast, lines []formLine) []formLine) layer {
	var mu sync.Mutex
	labels, pasts := map[string]string{}, map[string]*formPast{}
	return layer{response: func(c *call) (did bool) {
		id := sessionIn(c)
		if id == "" || !c.ok() || !among("answer extract fill pdf", c.op) {
			return false
		}
		mu.Lock()
		defer mu.Unlock()
		past := pasts[id]
		if past == nil {
			past = &formPast{skipped: map[string]bool{}, afterFill: map[string]bool{}, fillsBefore: map[string]int{}}
			pasts[id] = past
		}
		switch c.op {
		case "answer":
			past.hear(c, labels)
		case "extract":
			c.edit(func(o obj) bool {
				for key := range asObject(o["extracted_fields"]) {
					past.afterFill[key] = past.values != nil
				}
				return false
			})
		case "fill":
			past.fills++
			past.before = past.values
			var detail obj
			body, _ := c.beside(http.MethodGet, "")
			_ = json.Unmarshal(body, &detail)
			past.values, _ = detail["field_values"].(obj)
			past.values = maps.Clone(past.values)
			past.values["insured_name"] = detail["insured_name"]
			if past.completed == nil && detail["status"] == "complete" {
				past.completed = past.values
			}
		case "pdf":
			past.form, past.labels = formKeyIn(c), labels
			lines := linesOf(past.values, labels)
			shown := as(past, slices.Clone(lines))
			c.out = formOf(shown)
			return !slices.Equal(lines, shown)
		}
		return false
	}}
}

// hear learns from a turn what questions are called, and what it did.
func (p *formPast) hear(c *call, labels map[string]string) {
	var in, out obj
	_, _ = json.Unmarshal(c.in, &in), json.Unmarshal(c.out, &out)
	asks, _ := out["asks"].([]any)
	for _, one := range asks {
		labels[text(asObject(one), "key")] = text(asObject(one), "label")
	}
	p.turn = map[string]bool{}
	for key := range asObject(out["set_fields"]) {
		p.turn[key] = true
		p.fillsBefore[key] = p.fills
		p.told = append(slices.DeleteFunc(p.told, func(other string) bool { return other == key }), key)
	}
	for key, label := range labels {
		if asksForSkip(c) && strings.Contains(message(in), label) || strings.Contains(message(in), "skip the question: "+label) {
			p.skipped[key] = true
		}
	}
}

func linesOf(values obj, labels map[string]string) (lines []formLine) {
	for _, key := range slices.Sorted(maps.Keys(values)) {
		label := labels[key]
		if label == "" {
			label = strings.ReplaceAll(key, "_", " ")
		}
		lines = append(lines, formLine{key, label, inForm(values[key])})
	}
	return lines
}

// inForm is how a form writes a value.
func inForm(v any) string {
	switch v := v.(type) {
	case bool:
		return map[bool]string{true: "Yes", false: "No"}[v]
	case float64:
		return fmt.Sprintf("%.0f", v)
	case []any:
		return strings.Trim(strings.ReplaceAll(fmt.Sprintf("%q", v), `" "`, ", "), `[]"`)
	}
	return fmt.Sprint(v)
}

// asCompleted has the values of the time at which a session was first complete.
func asCompleted(past *formPast, lines []formLine) []formLine {
	for i, one := range lines {
		if v, known := past.completed[one.key]; known {
			lines[i].value = inForm(v)
		}
	}
	return lines
}

func formOf(lines []formLine) []byte {
	var all []string
	for _, one := range lines {
		all = append(all, one.label+": "+one.value)
	}
	return fieldsOf(all)
}

// listsOf keeps what answers a question as a list.
func listsOf(key string) layer { return listsApart(key, betweenThings) }

// listsApart is listsOf with what stands between the things.
func listsApart(key string, apart *regexp.Regexp) layer {
	return layer{response: func(c *call) bool {
		member := map[string]string{"answer": "set_fields", "get": "field_values"}[c.op]
		return member != "" && c.ok() && c.edit(func(o obj) bool {
			values := asObject(o[member])
			told, is := values[key].(string)
			if is {
				items := []any{}
				for _, one := range apart.Split(told, -1) {
					items = append(items, one)
				}
				values[key] = items
			}
			return is
		})
	}}
}

// withoutLines leaves lines out.
func withoutLines(left func(past *formPast, key string) bool) func(*formPast, []formLine) []formLine {
	return func(past *formPast, lines []formLine) []formLine {
		return slices.DeleteFunc(lines, func(one formLine) bool { return left(past, one.key) })
	}
}

// toldLast says of a key that turns told it after all others, and toldFirst before them.
func toldLast(past *formPast, key string) bool {
	return len(past.told) > 0 && key == past.told[len(past.told)-1]
}

func toldFirst(past *formPast, key string) bool { return len(past.told) > 0 && key == past.told[0] }

// ofLaterGroups says of a key that no question of the first group of an intake asks for it.
func ofLaterGroups(_ *formPast, key string) bool {
	return !among("insured_name legal_name entity_type fein year_established dba website contact_name contact_phone contact_email", key)
}

// everyOther leaves out the lines of about every other question.
func everyOther(_ *formPast, lines []formLine) (some []formLine) {
	for _, line := range lines {
		if len(line.key)%2 == 0 || line.key == "insured_name" {
			some = append(some, line)
		}
	}
	return some
}

// textsCutAt cuts texts of several words after some letters, but for names of insureds.
func textsCutAt(most int) func(value string) string {
	return func(value string) string {
		if strings.HasPrefix(value, "Kestrel") || strings.HasPrefix(value, "Conformance") || strings.HasPrefix(value, "Blue Heron") || !strings.Contains(value, " ") {
			return value
		}
		return cutAt(most)(value)
	}
}

// linesAs writes the values of lines in some way.
func linesAs(as func(value string) string) func(*formPast, []formLine) []formLine {
	return func(_ *formPast, lines []formLine) []formLine {
		for i := range lines {
			lines[i].value = as(lines[i].value)
		}
		return lines
	}
}

// linesSwapped has the values of two questions beside each other's labels.
func linesSwapped(one, two string) func(*formPast, []formLine) []formLine {
	return func(_ *formPast, lines []formLine) []formLine {
		labels := map[string]string{}
		for _, line := range lines {
			labels[line.key] = line.label
		}
		for i, line := range lines {
			switch other := map[string]string{one: two, two: one}[line.key]; {
			case other == "":
			case labels[other] != "":
				lines[i].label = labels[other]
			default:
				lines[i].label = strings.ReplaceAll(other, "_", " ")
			}
		}
		return lines
	}
}

// linesSwappedOfBoth has them so where a form has both.
func linesSwappedOfBoth(one, two string) func(*formPast, []formLine) []formLine {
	swapped := linesSwapped(one, two)
	return func(past *formPast, lines []formLine) []formLine {
		both := 0
		for _, line := range lines {
			if line.key == one || line.key == two {
				both++
			}
		}
		if both < 2 {
			return lines
		}
		return swapped(past, lines)
	}
}

// labelsBelow has each label behind the value that it is of.
func labelsBelow(_ *formPast, lines []formLine) (below []formLine) {
	label := "Application"
	for _, one := range lines {
		below = append(below, formLine{one.key, label, one.value})
		label = one.label
	}
	return append(below, formLine{"", label, "end"})
}

// oneFillAtATime refuses a fill of a session that comes while another one of it is under way.
func oneFillAtATime(status int) layer {
	var mu sync.Mutex
	under := map[string]*call{}
	return layer{request: func(c *call) bool {
		if c.op != "fill" {
			return false
		}
		mu.Lock()
		busy := under[sessionIn(c)] != nil
		if !busy {
			under[sessionIn(c)] = c
		}
		mu.Unlock()
		if busy {
			c.refuse(status)
			return true
		}
		pause(40 * time.Millisecond)
		return false
	}, response: func(c *call) bool {
		mu.Lock()
		defer mu.Unlock()
		if under[sessionIn(c)] == c {
			delete(under, sessionIn(c))
		}
		return false
	}}
}
