package selftest_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
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
