package selftest_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
)

// onForm has the lines of one form in some way.
func onForm(key string, as func(past *formPast, lines []formLine) []formLine) func(*formPast, []formLine) []formLine {
	return func(past *formPast, lines []formLine) []formLine {
		if past.form == key {
			return as(past, lines)
		}
		return lines
	}
}

// lineAs writes the value of one question in some way.
func lineAs(key string, as func(past *formPast, value string) string) func(*formPast, []formLine) []formLine {
	return func(past *formPast, lines []formLine) []formLine {
		for i := range lines {
			if lines[i].key == key {
				lines[i].value = as(past, lines[i].value)
			}
		}
		return lines
	}
}

// ofFillBefore has the values that a session had when it was filled the time before.
func ofFillBefore(past *formPast, lines []formLine) []formLine {
	for i, one := range lines {
		if v, known := past.before[one.key]; known {
			lines[i].value = inForm(v)
		}
	}
	return lines
}

// zeroOfSkipped has a zero for each question that was skipped.
func zeroOfSkipped(past *formPast, lines []formLine) []formLine {
	for _, key := range slices.Sorted(maps.Keys(past.skipped)) {
		if !slices.ContainsFunc(lines, func(one formLine) bool { return one.key == key }) {
			lines = append(lines, formLine{key, past.labels[key], "$0"})
		}
	}
	return lines
}

// besideFile says of a key that no file brought its value to a session that has a file.
func besideFile(past *formPast, key string) bool {
	_, brought := past.afterFill[key]
	return len(past.afterFill) > 0 && !brought && slices.Contains(past.told, key)
}

// countedLines has as many fields written in each form as its session has values.
func countedLines() layer {
	return layer{response: func(c *call) bool {
		if c.op != "fill" || !c.ok() {
			return false
		}
		var detail obj
		body, _ := c.beside(http.MethodGet, "")
		_ = json.Unmarshal(body, &detail)
		return c.edit(func(o obj) bool {
			forms, _ := o["forms"].([]any)
			for _, one := range forms {
				asObject(one)["fields_written"] = len(asObject(detail["field_values"]))
			}
			return len(forms) > 0
		})
	}}
}

// withoutLastForm makes all forms of a session but the last, where it has several.
func withoutLastForm(several int) layer {
	last := newMemory()
	return layer{response: func(c *call) bool {
		if !c.ok() || !among("create fill get pdf", c.op) {
			return false
		}
		if c.op == "create" {
			c.edit(func(o obj) bool {
				if keys, _ := o["form_keys"].([]any); len(keys) >= several {
					last.put(text(o, "session_id"), keys[len(keys)-1])
				}
				return false
			})
			return false
		}
		key, is := last.snapshot()[sessionIn(c)]
		switch {
		case !is:
			return false
		case c.op == "pdf":
			if formKeyIn(c) != key {
				return false
			}
			c.refuse(404)
			return true
		}
		return c.edit(func(o obj) bool {
			member := map[string]string{"fill": "forms", "get": "filled_forms"}[c.op]
			forms, _ := o[member].([]any)
			o[member] = slices.DeleteFunc(slices.Clone(forms), func(one any) bool { return asObject(one)["form_key"] == key })
			return len(forms) > len(o[member].([]any))
		})
	}}
}

// numberedByQuestion sets a zero for a question of an intake that a question of the caller names.
func numberedByQuestion() layer {
	keys := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "answer" || !c.ok() {
			return false
		}
		said := strings.ToLower(said(c))
		return c.edit(func(o obj) bool {
			asks, _ := o["asks"].([]any)
			for _, one := range asks {
				q := asObject(one)
				keys.put(strings.ToLower(text(q, "label")), text(q, "key"))
			}
			for label, key := range keys.snapshot() {
				if strings.HasSuffix(said, label+"?") {
					o["set_fields"] = obj{key.(string): 0}
					return true
				}
			}
			return false
		})
	}}
}

// withOptions has yes and no as the options of questions of a kind.
func withOptions(kind string) layer {
	return each("answer", "asks", func(o obj) {
		if text(o, "kind") == kind {
			o["options"] = []any{"Yes", "No"}
		}
	})
}

// corrects says whether a call is a turn that corrects something.
func corrects(c *call) bool {
	var in obj
	_ = json.Unmarshal(c.in, &in)
	return c.op == "answer" && strings.HasPrefix(message(in), "Correction")
}

// refusedOnceFilled refuses an operation on sessions that were filled while something was open.
func refusedOnceFilled(op string) layer {
	filled := newMemory()
	return layer{request: func(c *call) bool {
		return answering(op, 400, "The forms of this session are filled.", func(c *call) bool { return filled.snapshot()[sessionIn(c)] == true })(c)
	}, response: func(c *call) bool {
		if filledOpen(c) {
			filled.put(sessionIn(c), true)
		}
		return false
	}}
}

// nextAgainOnceFilled lists the questions that were the next ones of a new session among those of each session of which forms were filled.
func nextAgainOnceFilled() layer {
	first, filled := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		switch {
		case c.op == "fill" && c.ok():
			filled.put(sessionIn(c), true)
		case c.op == "get" && c.ok():
			return c.edit(func(o obj) bool {
				next, _ := o["next_questions"].([]any)
				if filled.snapshot()[sessionIn(c)] == nil {
					first.keep(sessionIn(c), func() any { return next })
					return false
				}
				was, _ := first.snapshot()[sessionIn(c)].([]any)
				o["next_questions"] = was
				return len(was) > len(next)
			})
		}
		return false
	}}
}
