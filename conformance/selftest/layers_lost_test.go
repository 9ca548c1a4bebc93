package selftest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// bareElsewhere takes an answer without a label for one to the question that any session was asked last.
func bareElsewhere() layer {
	last, own := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		var in obj
		if c.op != "answer" || !c.ok() || json.Unmarshal(c.in, &in) != nil {
			return false
		}
		asked, _ := last.snapshot()["key"].(string)
		mine, known := own.snapshot()[sessionIn(c)].(string)
		return c.edit(func(o obj) bool {
			if keys := keysOf(o); len(keys) > 0 {
				last.put("key", keys[0])
				own.put(sessionIn(c), keys[0])
			}
			sets := asObject(o["set_fields"])
			v, set := sets[mine]
			did := known && set && asked != mine && !strings.ContainsAny(message(in), ":?")
			if did {
				delete(sets, mine)
				sets[asked] = v
			}
			return did
		})
	}}
}

// asStored changes what sessions show of their values by what turns set, in the order of their turns.
func asStored(change func(values obj, turns []obj) bool) layer {
	told := newMemory()
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		turns, _ := told.snapshot()[id].([]obj)
		var o obj
		if c.op == "answer" && c.ok() && json.Unmarshal(c.out, &o) == nil && len(asObject(o["set_fields"])) > 0 {
			told.put(id, append(slices.Clone(turns), asObject(o["set_fields"])))
		}
		return c.op == "get" && c.ok() && c.edit(func(o obj) bool { return change(asObject(o["field_values"]), turns) })
	}}
}

// eachTakesOne takes with each turn of a session that knows a lot one of its earlier values away.
func eachTakesOne() layer {
	const enough = 5
	return asStored(func(values obj, turns []obj) bool {
		did := false
		for n := enough; n < len(turns); n++ {
			for key := range turns[n-enough] {
				delete(values, key)
				did = true
				break
			}
		}
		return did
	})
}

// numbersBehind puts a corrected number behind the one before.
func numbersBehind() layer {
	return asStored(func(values obj, turns []obj) (did bool) {
		for key, v := range values {
			said := []string{}
			for _, turn := range turns {
				if n, is := turn[key].(float64); is {
					said = append(said, fmt.Sprint(n))
				}
			}
			if _, is := v.(float64); is && len(said) > 1 {
				values[key], did = strings.Join(said, ", "), true
			}
		}
		return did
	})
}

// lastUnstored loses the last value of a turn that sets four or more.
func lastUnstored() layer {
	const many = 4
	return asStored(func(values obj, turns []obj) (did bool) {
		for _, turn := range turns {
			keys := make([]string, 0, len(turn))
			for key := range turn {
				keys = append(keys, key)
			}
			slices.Sort(keys)
			if len(keys) >= many {
				delete(values, keys[len(keys)-1])
				did = true
			}
		}
		return did
	})
}

// readOnce brings nothing of a file that was read before, whichever session it was for.
func readOnce() layer {
	seen, empty := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		if c.op == "extract" && c.ok() {
			_, file, _ := bytes.Cut(c.in, []byte("%PDF"))
			file, _, _ = bytes.Cut(file, []byte("%%EOF"))
			if _, known := seen.keep(string(file), func() any { return true }); !known {
				return false
			}
			empty.put(id, true)
			return c.edit(func(o obj) bool { o["extracted_count"], o["extracted_fields"] = 0, obj{}; return true })
		}
		return c.op == "get" && empty.snapshot()[id] == true && c.edit(func(o obj) bool { o["field_values"] = obj{}; return true })
	}}
}

// readUncounted does not count in fields_filled what a file brought.
func readUncounted() layer {
	read := newMemory()
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		n, _ := read.snapshot()[id].(float64)
		var o obj
		if c.op == "extract" && c.ok() && json.Unmarshal(c.out, &o) == nil && n == 0 {
			read.put(id, float64(len(asObject(o["extracted_fields"]))))
		}
		return c.op == "get" && n > 0 && c.edit(func(o obj) bool {
			filled, _ := o["fields_filled"].(float64)
			o["fields_filled"] = max(filled-n, 0)
			return true
		})
	}}
}

var manyDigits = regexp.MustCompile(`[\d,]{6,}`)

// lastDigitLost shows large numbers without their last digit.
func lastDigitLost() layer {
	return shownAs(func(value string) string {
		return manyDigits.ReplaceAllStringFunc(value, func(digits string) string { return digits[:len(digits)-1] })
	})
}

// lastOptionFirst sets the first option of a question where the last one was told.
func lastOptionFirst() layer {
	options := newMemory()
	return layer{response: func(c *call) bool {
		return c.op == "answer" && c.ok() && c.edit(func(o obj) (did bool) {
			asks, _ := o["asks"].([]any)
			for _, one := range asks {
				if list, _ := asObject(one)["options"].([]any); len(list) > 1 {
					options.put(text(asObject(one), "key"), list)
				}
			}
			sets := asObject(o["set_fields"])
			for key, v := range sets {
				list, _ := options.snapshot()[key].([]any)
				if n := len(list); n > 1 && v == asObject(list[n-1])["value"] {
					sets[key], did = asObject(list[0])["value"], true
				}
			}
			return did
		})
	}}
}
