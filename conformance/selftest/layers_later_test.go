package selftest_test

import (
	"encoding/json"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
)

// What a server makes of a message by what its session has been told, or has had done to it, before.

// rehears hears a message otherwise, by its session and the messages before it.
func rehears(as func(id, said string, before []string) string) layer {
	told := newMemory()
	return layer{request: func(c *call) bool {
		return c.requested("answer", func(o obj) bool {
			id, said := sessionIn(c), message(o)
			before, _ := told.snapshot()[id].([]string)
			o["message"] = as(id, said, before)
			told.put(id, append(slices.Clone(before), said))
			return o["message"] != said
		})
	}}
}

// retold says whether one of some messages told what a line tells under the same label.
func retold(line string, before []string) bool {
	label, _, is := strings.Cut(strings.TrimPrefix(line, "Correction: "), ": ")
	return is && slices.ContainsFunc(before, func(one string) bool { return strings.Contains("\n"+one, "\n"+label+": ") })
}

// deafOnceFilled drops the messages to a session whose forms were filled, of one line for a label, where it was told that or was not.
func deafOnceFilled(corrections bool) layer {
	filled := newMemory()
	l := rehears(func(id, said string, before []string) string {
		if filled.snapshot()[id] == true && !strings.Contains(said, "\n") && strings.Contains(said, ": ") && retold(said, before) == corrections {
			return otherwiseSaid
		}
		return said
	})
	l.response = func(c *call) bool {
		if c.op == "fill" && c.ok() {
			filled.put(sessionIn(c), true)
		}
		return false
	}
	return l
}

// correctionsAlone reads of a message that corrects an answer nothing but that.
func correctionsAlone() layer {
	return rehears(func(_, said string, before []string) string {
		lines := strings.Split(said, "\n")
		at := slices.IndexFunc(lines, func(line string) bool { return retold(line, before) })
		if len(lines) != 2 || at < 0 {
			return said
		}
		return lines[at]
	})
}

// skipsAlone reads of a message that asks to skip a question nothing but that.
func skipsAlone(said string) string {
	lines := strings.FieldsFunc(said, func(r rune) bool { return r == '\n' || r == '.' })
	if at := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(strings.ToLower(line), "skip") }); at >= 0 {
		return strings.TrimSpace(lines[at])
	}
	return said
}

// said is the message of a turn.
func said(c *call) string {
	var o obj
	_ = json.Unmarshal(c.in, &o)
	return message(o)
}

// forgetsAt has a session lose the values that it had before a message, but for those of it.
func forgetsAt(when func(said string) bool) layer {
	kept, had := newMemory(), newMemory()
	lost := func(c *call, o obj) bool {
		values, _ := o["field_values"].(obj)
		keeps, forgets := kept.snapshot()[sessionIn(c)].(obj)
		if !forgets {
			had.put(sessionIn(c), maps.Clone(values))
			return false
		}
		before, _ := had.snapshot()[sessionIn(c)].(obj)
		maps.DeleteFunc(values, func(key string, _ any) bool { return before[key] != nil && keeps[key] == nil })
		return true
	}
	return layer{response: func(c *call) bool {
		if c.op == "answer" && c.ok() && when(said(c)) {
			c.edit(func(o obj) bool {
				set, _ := o["set_fields"].(obj)
				kept.put(sessionIn(c), set)
				return false
			})
		}
		return c.op == "get" && c.ok() && c.edit(func(o obj) bool { return lost(c, o) })
	}}
}

// countedTwice counts what a file brought a session twice among its filled fields.
func countedTwice() layer {
	brought := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "extract" && c.ok() {
			return c.edit(func(o obj) bool { brought.put(sessionIn(c), o["extracted_count"]); return false })
		}
		n, is := brought.snapshot()[sessionIn(c)].(float64)
		return is && c.op == "get" && c.ok() && c.edit(func(o obj) bool {
			filled, _ := o["fields_filled"].(float64)
			o["fields_filled"] = filled + n
			return true
		})
	}}
}

// labelsOnly has the second form of a session show the labels of its questions and no answer.
func labelsOnly() layer {
	first, labels := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "answer" && c.ok() {
			return c.edit(func(o obj) bool {
				asks, _ := o["asks"].([]any)
				for _, one := range asks {
					labels.put(text(one.(obj), "label"), true)
				}
				return false
			})
		}
		if c.op != "pdf" || !c.ok() {
			return false
		}
		key, _ := first.keep(sessionIn(c), func() any { return splitPath(c.r.URL.Path)[4] })
		if key == splitPath(c.r.URL.Path)[4] {
			return false
		}
		c.out = fieldsOf(slices.Sorted(maps.Keys(labels.snapshot())))
		return true
	}}
}

// submittedForAll has the lists of all workspaces hold what any submitted.
func submittedForAll() layer {
	submitted := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "submit" && c.ok() {
			submitted.put(sessionIn(c), true)
		}
		return c.op == "list" && c.ok() && c.edit(func(o obj) bool {
			sessions, _ := o["sessions"].([]any)
			did := false
			for id := range submitted.snapshot() {
				if len(sessions) > 0 && !slices.ContainsFunc(sessions, func(one any) bool { return one.(obj)["session_id"] == id }) {
					another := maps.Clone(sessions[0].(obj))
					another["session_id"] = id
					sessions, did = append(sessions, another), true
				}
			}
			o["sessions"] = sessions
			return did
		})
	}}
}

// in32Bits is what a number is when it has no more than 32 bits.
func in32Bits(v any) any {
	if n, is := v.(float64); is && n > math.MaxInt32 {
		return float64(int32(int64(n)))
	}
	return v
}

// fillsOne makes forms for the first finished session of all that are filled, and none for others.
func fillsOne() layer {
	first, finished := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "answer" && c.ok() {
			c.edit(func(o obj) bool { finished.put(sessionIn(c), lastTurn(o)); return false })
		}
		if c.op != "fill" || !c.ok() {
			return false
		}
		if finished.snapshot()[sessionIn(c)] == true {
			id, _ := first.keep("", func() any { return sessionIn(c) })
			if id == sessionIn(c) {
				return false
			}
		}
		c.answer(200, obj{"forms": []any{}, "note": "Nothing to do."})
		return true
	}}
}

// oneNumber gives all numbers of a message the value of the last.
func oneNumber(said string) string {
	value := regexp.MustCompile(`(?m): \$?[\d,]+$`)
	all := value.FindAllString(said, -1)
	if len(all) == 0 {
		return said
	}
	return value.ReplaceAllLiteralString(said, all[len(all)-1])
}

// refusedOnceFilled refuses an operation on sessions that were filled while something was open.
func refusedOnceFilled(op string) layer {
	filled := newMemory()
	refuses := answering(op, 400, "The forms of this session are filled.", func(c *call) bool { return filled.snapshot()[sessionIn(c)] == true })
	return layer{request: refuses, response: func(c *call) bool {
		if filledOpen(c) {
			filled.put(sessionIn(c), true)
		}
		return false
	}}
}

// unheardAtFirst hears nothing in a long message that is the first one of its session.
func unheardAtFirst(long int) layer {
	return rehears(func(_, said string, before []string) string {
		if len(before) == 0 && len(said) > long {
			return otherwiseSaid
		}
		return said
	})
}
