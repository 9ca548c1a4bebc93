package selftest_test

import (
	"maps"
	"slices"
)

// deciding adds to the values of each form what it says of every yes and no that its session has, as the session was last read.
func deciding(word func(yes bool) string) layer {
	known := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "get" && c.ok() {
			c.edit(func(o obj) bool { known.put(sessionIn(c), o["field_values"]); return false })
		}
		told, _ := known.snapshot()[sessionIn(c)].(obj)
		if c.op != "pdf" || !c.ok() || told == nil {
			return false
		}
		values, did := valuesIn(c.out), false
		for _, key := range slices.Sorted(maps.Keys(told)) {
			if yes, is := told[key].(bool); is {
				values, did = append(values, word(yes)), true
			}
		}
		c.out = fieldsOf(values)
		return did
	}}
}

// inWords is a yes and a no in forms.
func inWords(yes, no string) func(bool) string {
	return func(is bool) string {
		if is {
			return yes
		}
		return no
	}
}

// withOptions has yes and no as the options of questions of a kind.
func withOptions(kind string) layer {
	return each("answer", "asks", func(o obj) {
		if text(o, "kind") == kind {
			o["options"] = []any{"Yes", "No"}
		}
	})
}
