package selftest_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// What forms show beside labels, and what they leave out by how it came to the session.

// labelledForms gives forms with the label of each value that its session has, as the session was last read, and something beside it.
func labelledForms(beside func(key string, told obj) any) layer {
	known, labels := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		switch {
		case c.op == "answer" && c.ok():
			c.edit(func(o obj) bool {
				asks, _ := o["asks"].([]any)
				for _, one := range asks {
					labels.put(text(one.(obj), "key"), text(one.(obj), "label"))
				}
				return false
			})
		case c.op == "get" && c.ok():
			c.edit(func(o obj) bool { known.put(sessionIn(c), o["field_values"]); return false })
		}
		told, _ := known.snapshot()[sessionIn(c)].(obj)
		if c.op != "pdf" || !c.ok() || told == nil {
			return false
		}
		lines, named := []string{}, labels.snapshot()
		for _, key := range slices.Sorted(maps.Keys(told)) {
			label, _ := named[key].(string)
			lines = append(lines, label+": "+shownOf(beside(key, told)))
		}
		c.out = fieldsOf(lines)
		return true
	}}
}

func shownOf(v any) string {
	switch v := v.(type) {
	case float64:
		return fmt.Sprintf("$%.0f", v)
	case bool:
		return inWords("Yes", "No")(v)
	}
	return fmt.Sprint(v)
}

// ownValue is what belongs beside a label.
func ownValue(key string, told obj) any { return told[key] }

// amountsCrossed has the first two large amounts of a session beside each other's label.
func amountsCrossed(key string, told obj) any {
	var large []string
	for _, name := range slices.Sorted(maps.Keys(told)) {
		if n, is := told[name].(float64); is && n > 10_000 {
			large = append(large, name)
		}
	}
	if at := slices.Index(large, key); len(large) > 1 && at >= 0 && at < 2 {
		return told[large[1-at]]
	}
	return told[key]
}

// alwaysYes has a yes beside whatever was decided.
func alwaysYes(key string, told obj) any {
	if told[key] == false {
		return true
	}
	return told[key]
}

// leftOut gives forms without some values of their session.
func leftOut(values *memory) func(c *call) bool {
	return func(c *call) bool {
		if c.op != "pdf" || !c.ok() {
			return false
		}
		out, _ := values.snapshot()[sessionIn(c)].([]string)
		all := valuesIn(c.out)
		for i, one := range all {
			if slices.Contains(out, one) {
				all[i] = ""
			}
		}
		c.out = fieldsOf(all)
		return len(out) > 0
	}
}

// withoutSkipped gives forms without the answers to questions that were skipped first.
func withoutSkipped() layer {
	values := newMemory()
	l := rehears(func(id, said string, before []string) string {
		label, value, is := strings.Cut(said, ": ")
		skipped := slices.ContainsFunc(before, func(one string) bool {
			return strings.Contains(strings.ToLower(one), "skip") && strings.Contains(one, label)
		})
		if is && skipped {
			out, _ := values.snapshot()[id].([]string)
			values.put(id, append(slices.Clone(out), value))
		}
		return said
	})
	l.response = leftOut(values)
	return l
}

// withoutLateFiles gives forms without what a file brought after a fill.
func withoutLateFiles() layer {
	filled, values := newMemory(), newMemory()
	form := leftOut(values)
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		switch {
		case c.op == "fill" && c.ok():
			filled.put(id, true)
		case c.op == "extract" && c.ok() && filled.snapshot()[id] == true:
			c.edit(func(o obj) bool {
				fields, _ := o["extracted_fields"].(obj)
				var late []string
				for _, v := range fields {
					late = append(late, fmt.Sprint(v))
				}
				values.put(id, late)
				return false
			})
		}
		return form(c)
	}}
}

// formsOfTheEnd keeps the bytes of the forms that are downloaded first once an intake is over, whatever fill says of them later.
func formsOfTheEnd() layer {
	first, finished := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "answer" && c.ok() {
			c.edit(func(o obj) bool {
				if lastTurn(o) {
					finished.put(sessionIn(c), true)
				}
				return false
			})
		}
		if c.op != "pdf" || !c.ok() || finished.snapshot()[sessionIn(c)] != true {
			return false
		}
		old, known := first.keep(c.r.URL.Path, func() any { return slices.Clone(c.out) })
		c.out = old.([]byte)
		return known
	}}
}
