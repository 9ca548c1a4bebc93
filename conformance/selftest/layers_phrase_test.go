package selftest_test

import (
	"encoding/json"
	"slices"
	"strings"
)

// skippedByAnotherPhrase hears "Skip it." as a request to skip, and another phrase as a greeting.
func skippedByAnotherPhrase() layer {
	return layer{rank: 1, request: func(c *call) bool {
		return c.requested("answer", func(o obj) bool {
			label, named := strings.CutPrefix(strings.TrimSuffix(message(o), "."), "Skip ")
			switch {
			case skipOf.MatchString(message(o)):
				o["message"] = "Hello"
			case named:
				o["message"] = "Please skip the question: " + label
			}
			return named || skipOf.MatchString(message(o))
		})
	}}
}

// showing asks so many questions at one time.
func showing(most int) layer {
	return change("answer", func(o obj) {
		asks, _ := o["asks"].([]any)
		o["asks"] = asks[:min(most, len(asks))]
	})
}

// skipsInPairs skips the first question with the second, the third with the fourth and so on, and the other way round.
func skipsInPairs() layer {
	first := newMemory()
	return layer{response: func(c *call) bool {
		var in obj
		if c.op != "answer" || !c.ok() || json.Unmarshal(c.in, &in) != nil {
			return false
		}
		return c.edit(func(o obj) bool {
			asks, _ := o["asks"].([]any)
			known, _ := first.keep(sessionIn(c), func() any { return slices.Clone(asks) })
			before := known.([]any)
			named := skipOf.FindStringSubmatch(message(in))
			at := slices.IndexFunc(before, func(one any) bool { return named != nil && text(one.(obj), "label") == named[1] })
			if at < 0 || at^1 >= len(before) {
				return false
			}
			partner := text(before[at^1].(obj), "key")
			o["asks"] = slices.DeleteFunc(slices.Clone(asks), func(one any) bool { return text(one.(obj), "key") == partner })
			n, _ := o["pending_count"].(float64)
			o["pending_count"] = n - 1
			return true
		})
	}}
}

// revertedByNext has the turn after a correction bring back what was corrected.
func revertedByNext() layer {
	told, old, reverted := newMemory(), newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "answer" && c.ok() {
			id := sessionIn(c)
			for key := range old.snapshot() {
				if strings.HasPrefix(key, id+" ") {
					reverted.put(key, old.snapshot()[key])
				}
			}
			c.edit(func(o obj) bool {
				for key, v := range asObject(o["set_fields"]) {
					if was, known := told.keep(id+" "+key, func() any { return v }); known && was != v {
						old.put(id+" "+key, was)
					}
				}
				return false
			})
		}
		return c.op == "get" && c.ok() && c.edit(func(o obj) (did bool) {
			for key := range asObject(o["field_values"]) {
				if was, is := reverted.snapshot()[sessionIn(c)+" "+key]; is {
					asObject(o["field_values"])[key], did = was, true
				}
			}
			return did
		})
	}}
}
