package selftest_test

import (
	"regexp"
	"strings"
)

// correctionsKept lets the first value of some kind of answers stay, whatever a later turn says of it.
func correctionsKept(such func(v any) bool) layer {
	return retoldAs(such, func(values []any) any { return values[0] }, true)
}

// correctionsAdded puts each correction of a text behind what was there.
func correctionsAdded() layer {
	return retoldAs(isText, func(values []any) any {
		all := ""
		for _, v := range values {
			if all != "" {
				all += "; "
			}
			all += v.(string)
		}
		return all
	}, false)
}

func allOf(values []any) any { return values }

func isText(v any) bool { _, is := v.(string); return is }

func isNumber(v any) bool { _, is := v.(float64); return is }

// retoldAs shows in the place of the values of a question that was answered again what something makes of all of them.
func retoldAs(such func(v any) bool, of func(values []any) any, silent bool) layer {
	told := newMemory()
	before := func(id, key string) []any { all, _ := told.snapshot()[id+" "+key].([]any); return all }
	return layer{response: func(c *call) bool {
		id, did := sessionIn(c), false
		switch {
		case !c.ok():
		case c.op == "answer":
			c.edit(func(o obj) bool {
				set := asObject(o["set_fields"])
				for key, v := range set {
					if !such(v) {
						continue
					}
					all := before(id, key)
					told.put(id+" "+key, append(all[:len(all):len(all)], v))
					if silent && len(all) > 0 {
						delete(set, key)
						did = true
					}
				}
				return did
			})
		case c.op == "get":
			c.edit(func(o obj) bool {
				values := asObject(o["field_values"])
				for key := range values {
					if all := before(id, key); len(all) > 1 {
						values[key], did = of(all), true
					}
				}
				return did
			})
		}
		return did
	}}
}

// unreadOnceAnswered reads nothing in a file that is sent to a session in which something was answered.
func unreadOnceAnswered() layer {
	answered := newMemory()
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		if c.op == "answer" && c.ok() {
			c.edit(func(o obj) bool {
				if len(asObject(o["set_fields"])) > 0 {
					answered.put(id, true)
				}
				return false
			})
		}
		if c.op != "extract" || !c.ok() || answered.snapshot()[id] == nil {
			return false
		}
		c.answer(200, obj{"extracted_count": 0, "fields": obj{}, "confidence": 0, "notes": []any{}})
		return true
	}}
}

// correctionsSilent takes corrections, and tells of none in set_fields.
func correctionsSilent() layer {
	told := newMemory()
	return layer{response: func(c *call) bool {
		return c.op == "answer" && c.ok() && c.edit(func(o obj) (did bool) {
			set := asObject(o["set_fields"])
			for key := range set {
				if _, again := told.keep(sessionIn(c)+" "+key, func() any { return true }); again {
					delete(set, key)
					did = true
				}
			}
			return did
		})
	}}
}

// corrects says whether a call is a turn that corrects something.
func corrects(c *call) bool { return c.op == "answer" && strings.HasPrefix(said(c), "Correction") }

// correctedForAll has an amount that corrects one in the place of every amount of its session.
func correctedForAll() layer {
	last := newMemory()
	amount := func(v any) bool { n, is := v.(float64); return is && n >= large }
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		switch {
		case c.op == "answer" && c.ok() && corrects(c):
			c.edit(func(o obj) bool {
				for _, v := range asObject(o["set_fields"]) {
					if amount(v) {
						last.put(id, v)
					}
				}
				return false
			})
		case c.op == "get" && c.ok():
			return c.edit(func(o obj) (did bool) {
				told, values := last.snapshot()[id], asObject(o["field_values"])
				for key, v := range values {
					if told != nil && amount(v) && v != told {
						values[key], did = told, true
					}
				}
				return did
			})
		}
		return false
	}}
}

// toZero is a correction of a number to a zero.
var toZero = regexp.MustCompile(`^Correction: .+ (?:is|to) 0\.?$`)

// hearsNoneToZero takes no correction to a zero.
func hearsNoneToZero(said string) string {
	if toZero.MatchString(said) {
		return otherwiseSaid
	}
	return said
}
