package selftest_test

import (
	"encoding/json"
	"maps"
	"math"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"
)

// What a server makes of an intake where it loses count, place or part of what is told.

// lastThing is the end of a list of three.
var lastThing = regexp.MustCompile(`^(\w+, \w+) and \w+$`)

// lastThingLost keeps the first two of three things.
func lastThingLost(said string) string { return lastThing.ReplaceAllString(said, "$1") }

// anyIsYes hears yes where somebody speaks of any.
func anyIsYes(said string) string {
	if strings.Contains(said, " any.") {
		return "Yes"
	}
	return said
}

// lastLineLost reads all lines of a message but the last of several.
func lastLineLost(said string) string {
	lines := strings.Split(said, "\n")
	return strings.Join(lines[:max(1, len(lines)-1)], "\n")
}

// fiveLines reads no more than five lines of a message.
func fiveLines(said string) string {
	lines := strings.Split(said, "\n")
	return strings.Join(lines[:min(len(lines), 5)], "\n")
}

// upToReturn reads a message up to the first end of a line with a carriage return.
func upToReturn(said string) string {
	first, _, _ := strings.Cut(said, "\r\n")
	return first
}

// firstLetters reads some of the first letters of a message.
func firstLetters(n int) func(said string) string {
	return func(said string) string { return said[:min(len(said), n)] }
}

// eachValueOnce leaves out lines whose value stands in one before.
func eachValueOnce(said string) string {
	seen, lines := map[string]bool{}, []string{}
	for _, line := range strings.Split(said, "\n") {
		_, value, is := strings.Cut(line, ": ")
		if is && seen[value] {
			continue
		}
		seen[value] = true
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// questionsFirst reads the question of a message alone, where it has one on a line of its own.
func questionsFirst(said string) string {
	lines := strings.Split(said, "\n")
	at := slices.IndexFunc(lines, func(line string) bool { return strings.HasSuffix(line, "?") })
	if at < 0 || len(lines) == 1 {
		return said
	}
	return lines[at]
}

// thousandsLost reads a number up to its first comma.
func thousandsLost(value string) string {
	if strings.Trim(value, "$0123456789,.") != "" {
		return value
	}
	first, _, _ := strings.Cut(value, ",")
	return first
}

// otherwise said: a message that says nothing of the business, in the place of one that a server does not follow.
const otherwiseSaid = "Hello"

// unheard drops the messages of a session that say something for the n-th time or later about one label, or to which a rule applies.
func unheard(drops func(id, said string, before []string) bool) layer {
	told := newMemory()
	return layer{request: func(c *call) bool {
		return c.requested("answer", func(o obj) bool {
			id, said := sessionIn(c), message(o)
			before, _ := told.snapshot()[id].([]string)
			did := drops(id, said, before)
			if did {
				o["message"] = otherwiseSaid
			}
			told.put(id, append(slices.Clone(before), said))
			return did
		})
	}}
}

// ofLabel are those of some messages that begin with the label of another.
func ofLabel(said string, before []string) []string {
	label, _, is := strings.Cut(said, ": ")
	if !is || strings.Contains(said, "\n") {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(before), func(one string) bool { return !strings.HasPrefix(one, label+": ") })
}

// correctedOnly takes so many corrections of a value and no other.
func correctedOnly(times int) layer {
	return unheard(func(_, said string, before []string) bool { return len(ofLabel(said, before)) > times })
}

// neverBack takes no value that was told before another one.
func neverBack() layer {
	return unheard(func(_, said string, before []string) bool {
		same := ofLabel(said, before)
		return len(same) > 1 && same[len(same)-1] != said && slices.Contains(same, said)
	})
}

// deafOnceOver takes nothing when an intake has come to its end.
func deafOnceOver() layer {
	over := newMemory()
	return layer{request: func(c *call) bool {
		return over.snapshot()[sessionIn(c)] == true && c.requested("answer", func(o obj) bool { o["message"] = otherwiseSaid; return true })
	}, response: func(c *call) bool {
		if c.op == "answer" && c.ok() {
			c.edit(func(o obj) bool { over.put(sessionIn(c), lastTurn(o)); return false })
		}
		return false
	}}
}

// deafOnceRead takes no answer of a session that has a file.
func deafOnceRead() layer {
	read := newMemory()
	return layer{request: func(c *call) bool {
		return read.snapshot()[sessionIn(c)] == true && c.requested("answer", func(o obj) bool { o["message"] = otherwiseSaid; return true })
	}, response: func(c *call) bool {
		if c.op == "extract" && c.ok() {
			read.put(sessionIn(c), true)
		}
		return false
	}}
}

var skipOf = regexp.MustCompile(`^(?:Please skip the question(?::| about)|Skip) (.+?)\.?$`)

// skipsNext skips the question behind the one that is named.
func skipsNext() layer {
	asked := newMemory()
	return layer{request: func(c *call) bool {
		return c.requested("answer", func(o obj) bool {
			labels, _ := asked.snapshot()[sessionIn(c)].([]string)
			named := skipOf.FindStringSubmatch(message(o))
			if named == nil {
				return false
			}
			at := slices.Index(labels, named[1])
			if at < 0 || at+1 >= len(labels) {
				return false
			}
			o["message"] = "Please skip the question: " + labels[at+1]
			return true
		})
	}, response: func(c *call) bool {
		if c.op == "answer" && c.ok() {
			c.edit(func(o obj) bool { asked.put(sessionIn(c), labelsOf(o)); return false })
		}
		return false
	}}
}

func labelsOf(o obj) (all []string) {
	asks, _ := o["asks"].([]any)
	for _, one := range asks {
		all = append(all, text(one.(obj), "label"))
	}
	return all
}

// twoSkips skips two questions of a session and no more.
func twoSkips() layer {
	return unheard(func(_, said string, before []string) bool {
		count := 0
		for _, one := range before {
			if skipOf.MatchString(one) {
				count++
			}
		}
		return skipOf.MatchString(said) && count > 1
	})
}

// skippedForGood takes no answer to a question that was skipped.
func skippedForGood() layer {
	return unheard(func(_, said string, before []string) bool {
		label, _, is := strings.Cut(said, ": ")
		return is && !skipOf.MatchString(said) && slices.Contains(before, "Please skip the question: "+label)
	})
}

// inNumbers changes the numbers that turns set and that sessions have.
func inNumbers(as func(n float64) float64) layer {
	return inNumbersOf(func(string) bool { return true }, as)
}

// inNumbersOf changes the numbers of some questions.
func inNumbersOf(which func(key string) bool, as func(n float64) float64) layer {
	return layer{response: func(c *call) bool {
		member := map[string]string{"answer": "set_fields", "get": "field_values"}[c.op]
		return member != "" && c.ok() && c.edit(func(o obj) (did bool) {
			values := asObject(o[member])
			for key, v := range values {
				if n, is := v.(float64); is && which(key) && as(n) != n {
					values[key], did = as(n), true
				}
			}
			return did
		})
	}}
}

func in16Bits(n float64) float64 { return math.Mod(n, 1<<16) }

// ofCounts changes numbers that are none of money.
func ofCounts(as func(n float64) float64) func(n float64) float64 {
	return func(n float64) float64 {
		if n == math.Trunc(n) && n < 100_000 {
			return as(n)
		}
		return n
	}
}

// upTo127 is what a number is when it has one byte, and ends where that is full.
func upTo127(n float64) float64 { return min(n, math.MaxInt8) }

// inTexts changes the texts that turns set and that sessions have.
func inTexts(as func(s string) string) layer {
	return layer{response: func(c *call) bool {
		member := map[string]string{"answer": "set_fields", "get": "field_values"}[c.op]
		return member != "" && c.ok() && c.edit(func(o obj) (did bool) {
			values := asObject(o[member])
			for key, v := range values {
				if s, is := v.(string); is && as(s) != s {
					values[key], did = as(s), true
				}
			}
			return did
		})
	}}
}

// askedOnFor asks a question again that a value answered.
func askedOnFor(value any, times int) layer {
	known, asked := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		return c.op == "answer" && c.ok() && c.edit(func(o obj) (did bool) {
			asks, _ := o["asks"].([]any)
			for _, one := range asks {
				known.put(text(one.(obj), "key"), one)
			}
			for key, v := range asObject(o["set_fields"]) {
				n, _ := asked.snapshot()[sessionIn(c)].(int)
				if one := known.snapshot()[key]; v == value && one != nil && n < times {
					asked.put(sessionIn(c), n+1)
					o["asks"], did = append(asks, one), true
				}
			}
			return did
		})
	}}
}

// turnCounts lets the answered_count of a turn be of that alone.
func turnCounts() layer {
	return change("answer", func(o obj) { o["answered_count"] = len(asObject(o["set_fields"])) })
}

// correctionsCounted adds to what is answered each line about a label that was told before.
func correctionsCounted() layer {
	told := newMemory()
	return layer{response: func(c *call) bool {
		var in obj
		if c.op != "answer" || !c.ok() || json.Unmarshal(c.in, &in) != nil {
			return false
		}
		before, _ := told.snapshot()[sessionIn(c)].([]string)
		told.put(sessionIn(c), append(slices.Clone(before), message(in)))
		more := 0
		for i, one := range append(slices.Clone(before), message(in)) {
			if i <= len(before) && len(ofLabel(one, append(slices.Clone(before), message(in))[:i])) > 0 {
				more++
			}
		}
		return more > 0 && c.edit(func(o obj) bool {
			n, _ := o["answered_count"].(float64)
			o["answered_count"] = n + float64(more)
			return true
		})
	}}
}

// pendingOfBefore lets a session count as pending what was before its last turn.
func pendingOfBefore() layer {
	counts := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "answer" && c.ok() {
			c.edit(func(o obj) bool {
				last, _ := counts.snapshot()[sessionIn(c)].([2]any)
				counts.put(sessionIn(c), [2]any{last[1], o["pending_count"]})
				return false
			})
		}
		last, known := counts.snapshot()[sessionIn(c)].([2]any)
		return c.op == "get" && c.ok() && known && last[0] != nil && c.edit(func(o obj) bool { o["pending_count"] = last[0]; return true })
	}}
}

// bornAnew has the time of each look for that of the session's making.
func bornAnew() layer {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	looks := newMemory()
	return layer{response: func(c *call) bool {
		return c.op == "get" && c.ok() && c.edit(func(o obj) bool {
			looks.add(true)
			o["created_at"] = at.Add(time.Duration(len(looks.list())) * 5 * time.Second).Format(time.RFC3339)
			return true
		})
	}}
}

// firstCounts keeps for each form of a session what its first fill wrote.
func firstCounts() layer {
	first := newMemory()
	return layer{response: func(c *call) bool {
		var o obj
		if c.op == "fill" && c.ok() && json.Unmarshal(c.out, &o) == nil {
			forms, _ := o["forms"].([]any)
			for _, one := range forms {
				first.keep(sessionIn(c)+text(one.(obj), "form_key"), func() any { return one.(obj)["fields_written"] })
			}
		}
		return c.op == "get" && c.ok() && c.edit(func(o obj) (did bool) {
			forms, _ := o["filled_forms"].([]any)
			for _, one := range forms {
				form := one.(obj)
				if n := first.snapshot()[sessionIn(c)+text(form, "form_key")]; n != nil && n != form["fields_written"] {
					form["fields_written"], did = n, true
				}
			}
			return did
		})
	}}
}

// firstFormAlone fills the first form of a session.
func firstFormAlone() layer {
	only := func(member string) layer {
		return reply(map[string]string{"forms": "fill", "filled_forms": "get"}[member], func(o obj) bool {
			forms, _ := o[member].([]any)
			o[member] = forms[:min(len(forms), 1)]
			return len(forms) > 1
		})
	}
	fill, get := only("forms"), only("filled_forms")
	return layer{response: func(c *call) bool { return fill.response(c) || get.response(c) }}
}

// missesOne leaves out the second session of a list with a limit.
func missesOne() layer {
	return layer{request: func(c *call) bool {
		if limit := c.r.URL.Query().Get("limit"); c.op == "list" && limit == "3" {
			c.query("limit", "4")
		}
		return false
	}, response: func(c *call) bool {
		return c.op == "list" && c.ok() && c.asked["limit"] == "3" && c.edit(func(o obj) bool {
			all, _ := o["sessions"].([]any)
			if len(all) < 4 {
				return false
			}
			o["sessions"] = slices.Delete(slices.Clone(all), 1, 2)
			return true
		})
	}}
}

// sameSizeSameFile answers a file with what one of its size brought before, and puts that on the session.
func sameSizeSameFile() layer {
	had, of := newMemory(), newMemory()
	size := func(c *call) string { return http.StatusText(200) + string(rune(len(c.in))) }
	return layer{response: func(c *call) bool {
		if c.op == "extract" && c.ok() {
			var o obj
			_ = json.Unmarshal(c.out, &o)
			first, again := had.keep(size(c), func() any { return o })
			if again {
				of.put(sessionIn(c), first)
			}
			return again && c.edit(func(o obj) bool { maps.Copy(o, first.(obj)); return true })
		}
		return false
	}}
}

// readNothing brings nothing of some files.
func readNothing(some func(c *call) bool) layer {
	return layer{response: func(c *call) bool {
		return c.op == "extract" && c.ok() && some(c) && c.edit(func(o obj) bool { o["extracted_count"], o["fields"] = 0, obj{}; return true })
	}}
}

// invents puts a word for nothing in the place of a value once a file was read.
func invents(word string) layer {
	read := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "extract" && c.ok() {
			read.put(sessionIn(c), true)
		}
		return c.op == "get" && c.ok() && read.snapshot()[sessionIn(c)] == true && c.edit(func(o obj) bool {
			asObject(o["field_values"])["website_of_owner"] = word
			return true
		})
	}}
}

// formsExchanged gives the download of one form for another of its session.
func formsExchanged() layer {
	keys := newMemory()
	return layer{response: func(c *call) bool {
		if parts := splitPath(c.r.URL.Path); c.op == "pdf" && c.ok() {
			c.out = append(c.out, "\n% ("+parts[4]+")\n%%EOF\n"...) // the form's title
		}
		if c.op == "fill" && c.ok() {
			c.edit(func(o obj) bool {
				var all []string
				forms, _ := o["forms"].([]any)
				for _, one := range forms {
					all = append(all, text(one.(obj), "form_key"))
				}
				keys.put(sessionIn(c), all)
				return false
			})
		}
		return false
	}, request: func(c *call) bool {
		all, _ := keys.snapshot()[sessionIn(c)].([]string)
		parts := splitPath(c.r.URL.Path)
		if c.op != "pdf" || len(all) < 2 || !slices.Contains(all[:2], parts[4]) {
			return false
		}
		other := all[0]
		if parts[4] == all[0] {
			other = all[1]
		}
		c.r.URL.Path = strings.Replace(c.r.URL.Path, "/forms/"+parts[4]+"/", "/forms/"+other+"/", 1)
		return true
	}}
}

// flagsOfBefore answers a risk summary with that of the session before.
func flagsOfBefore() layer {
	last := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "risk" || !c.ok() {
			return false
		}
		own := slices.Clone(c.out)
		before, id := last.snapshot()["out"], last.snapshot()["id"]
		did := before != nil && id != sessionIn(c)
		if did {
			c.out = before.([]byte)
		}
		last.put("out", own)
		last.put("id", sessionIn(c))
		return did
	}}
}
