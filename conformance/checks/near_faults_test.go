package checks_test

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/checks"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// oneAtATime refuses a call that comes while another one on its path is under way.
func oneAtATime(op string, status int) layer {
	begin, end := overlapping(op, op)
	return layer{request: func(c *call) bool {
		second := begin(c)
		if second {
			c.refuse(status)
		}
		return second
	}, response: func(c *call) bool { end(c); return false }}
}

// oneFile takes one file for each session.
func oneFile() layer {
	taken := newMemory()
	return layer{request: func(c *call) bool {
		more := c.op == "extract" && taken.snapshot()[c.r.URL.Path] != nil
		if more {
			c.refuse(400)
		}
		return more
	}, response: func(c *call) bool {
		if c.op == "extract" && c.ok() {
			taken.put(c.r.URL.Path, true)
		}
		return false
	}}
}

// heldBack leaves a field out of the session that its result tells of, and says more of it there.
func heldBack(key string, say func(result obj)) layer {
	l := read(func(_, values obj, one string) bool {
		_, has := values[one]
		if one == key {
			delete(values, one)
		}
		return has && one == key
	})
	note := l.response
	l.response = func(c *call) bool {
		did := note(c)
		return c.op == "extract" && c.ok() && c.edit(func(o obj) bool { say(o); return true }) || did
	}
	return l
}

// wholeMessage takes a message with several answers as the answer to the first question of all.
func wholeMessage() layer {
	return layer{request: func(c *call) bool {
		return c.requested("answer", func(o obj) bool {
			label, value, is := strings.Cut(message(o), ": ")
			o["message"] = "DBA: " + strings.NewReplacer("\n", " ", ";", " ", ":", " ").Replace(value)
			return is && label != ""
		})
	}}
}

// labelObjects has a label in each language, and understands the first answer of a message that names things by their keys.
func labelObjects() layer {
	return layer{request: func(c *call) bool {
		return c.requested("answer", func(o obj) bool {
			first, _, two := strings.Cut(strings.NewReplacer("; ", "\n", ". ", "\n", ", and ", "\n").Replace(message(o)), "\n")
			if two {
				o["message"] = first
			}
			return two
		})
	}, response: func(c *call) bool {
		return c.op == "answer" && c.ok() && c.edit(func(o obj) bool {
			asks, _ := o["asks"].([]any)
			for _, one := range asks {
				q := one.(obj)
				q["label"] = obj{"en": q["label"]}
			}
			return len(asks) > 0
		})
	}}
}

// lateAppointments hands a request on when the platform is looked at the next time.
func lateAppointments() layer {
	seen := newMemory()
	return layer{verb: func(verb string, in, out obj) bool {
		list, _ := out["appointments"].([]any)
		org := text(in, "org_id")
		was, _ := seen.snapshot()[org].(int)
		seen.put(org, len(list))
		if verb != "list-submissions" || len(list) == was {
			return false
		}
		out["appointments"] = list[:was]
		return true
	}}
}

// firstAppointments hands one appointment request of each workspace on.
func firstAppointments() layer {
	return layer{verb: func(verb string, _, out obj) bool {
		list, _ := out["appointments"].([]any)
		if verb != "list-submissions" || len(list) < 2 {
			return false
		}
		out["appointments"] = list[:1]
		return true
	}}
}

// allFields shows every field that any session had so far, as null where this one has none.
func allFields() layer {
	known := newMemory()
	return change("get", func(o obj) {
		values, is := o["field_values"].(obj)
		for key := range values {
			known.add(key)
		}
		for _, key := range known.list() {
			if name, _ := key.(string); is && values[name] == nil {
				values[name] = nil
			}
		}
	})
}

// Servers that come near a fault, and within the text, are not accused of it.
func TestWhatIsNearAFaultIsNoFault(t *testing.T) {
	for i, f := range nearFaults() {
		if testing.Short() && i%4 != 0 {
			continue // the verdicts are those of the tests that are not short, and what races shows in a few
		}
		t.Run(f.id+" "+f.name, func(t *testing.T) {
			if !campaign() && (strings.HasPrefix(f.id, "HOOK") || strings.HasPrefix(f.id, "EVT")) {
				t.Skip("part of the long campaign: INTAKE_CONFORMANCE=long")
			}
			t.Parallel()
			b := newBed(t, f.layer)
			for n := 0; n < 3 && b.layer.touched.Load() == 0; n++ { // on a busy machine no two calls may meet
				results, err := checks.Run(t.Context(), b.target(), checks.Options{Seed: 1, Parallel: 1, RFC: true}, []checks.Check{checkOf(f.id)})
				require.NoError(t, err)
				require.Contains(t, []report.Verdict{report.Pass, report.Inconclusive}, results[0].Verdict, "expected %s, got %s", results[0].Expected, results[0].Got)
			}
			require.Positive(t, b.layer.touched.Load(), "the choice was not met")
		})
	}
}

// nearFaults are choices that look much like a fault of a requirement.
func nearFaults() []plant {
	var calls atomic.Int64
	return append(slices.Concat(
		nearApart(),
		nearBeside(),
		nearTogether(),
		nearPromptly(),
		nearBodies(),
		nearTold(),
		nearUnread(),
		nearUnanswered(),
		nearFailing(),
		nearRefused(),
		nearStrangers(),
		nearEndings(),
		nearPlaced(),
		nearHeaders(),
		nearSignIns(),
		nearEntries(),
		nearPauses(),
		nearFiner(),
		nearAttempts(),
		nearLasting(),
		nearCodes(),
		nearEndless(),
		nearWordings(),
		nearSeconds(),
		nearClient(),
		nearSiblings(),
		nearNames(),
	), []plant{
		{"API-APPT-03", "one request of each workspace is handed on", firstAppointments()},
		{"API-APPT-03", "requests are handed on later", lateAppointments()},
		{"API-APPT-04", "requests are handed on later", lateAppointments()},
		{"API-ANSWER-20", "one word alone skips, and any other is an answer", layer{request: func(c *call) bool {
			return c.requested("answer", func(o obj) bool {
				if message(o) == "Please skip this question." {
					o["message"] = "DBA: " + message(o)
				}
				return message(o) != "skip"
			})
		}}},
		{"API-CREATE-09", "names without white space around or twice", renamed(func(s string) string { return strings.Join(strings.Fields(s), " ") })},
		{"API-CREATE-09", "names in another form of Unicode", renamed(strings.NewReplacer("ä", "a\u0308", "ë", "e\u0308", "é", "e\u0301", "ö", "o\u0308", "ü", "u\u0308", "Ü", "U\u0308").Replace)},
		{"API-GET-12", "one turn of a session at a time", oneAtATime("answer", 409)},
		{"API-EXTRACT-01", "a session takes one file", oneFile()},
		{"API-EXTRACT-04", "a session takes one file, of 20,000,000 bytes at most", mixed(oneFile(), layer{request: func(c *call) bool {
			did := fileOver(20_000_700)(c)
			if did {
				c.refuse(422)
			}
			return did
		}})},
		{"API-EXTRACT-06", "a session takes one file", oneFile()},
		{"API-EXTRACT-06", "a field without a value is there, and null", allFields()},
		{"API-EXTRACT-06", "one upload of a session at a time", oneAtATime("extract", 409)},
		{"API-EXTRACT-06", "a field of little confidence is held back", heldBack("fein", func(o obj) { o["field_confidence"].(obj)["fein"] = 0.01 })},
		{"API-EXTRACT-06", "a field is held back, as the notes say", heldBack("fein", func(o obj) { o["notes"] = []any{"FEIN: the number is not one that is issued."} })},
		{"API-EXTRACT-06", "a field is kept under another key", read(func(_, values obj, key string) bool {
			v, has := values[key]
			if has && key == "fein" {
				delete(values, key)
				values["tax_number"] = fmt.Sprint("US ", v)
			}
			return has && key == "fein"
		})},
		{"API-EXTRACT-07", "keys of the session have their group before them", read(func(o, values obj, key string) bool {
			v, has := values[key]
			if has {
				delete(values, key)
				values["business."+key] = v
				list, _ := o["next_questions"].([]any)
				o["next_questions"] = append(list, obj{"key": key, "question": "And that of the other business?", "group": "Business"})
			}
			return has
		})},
		{"API-ANSWER-17", "a message is the answer to one question", wholeMessage()},
		{"API-ANSWER-17", "labels are objects, and keys are no words", labelObjects()},
		{"API-SUBMIT-03", "a refused submission leaves something open", leftOpen()},
		{"API-RISK-01", "flags are in other words each time", each("risk", "flags", func(o obj) { o["detail"] = fmt.Sprint("In other words, ", calls.Add(1)) })},
		{"LIM-04", "no appointment requests on the free plan", layer{response: func(c *call) bool {
			did := c.op == "appointment"
			if did {
				c.refuse(402)
			}
			return did
		}}},
		{"HOOK-13", "what happened is looked for every two seconds", deliver(func(s *shipment) bool {
			if s.n == 1 {
				pause(time.Until(time.Now().Truncate(2 * time.Second).Add(2 * time.Second)))
			}
			return s.n == 1
		})},
		{"OAUTH-TOKEN-05", "tokens only read", where(oauth, strict("create", 403, func(*call, obj) bool { return true }))},
	}...)
}

// leftOpen has each submission that was refused at the platform, open and without a file.
func leftOpen() layer {
	refused := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "submit" && !c.ok() {
			refused.add(splitPath(c.r.URL.Path)[2])
		}
		return false
	}, verb: func(verb string, _, out obj) bool {
		list, is := out["submissions"].([]any)
		if verb != "list-submissions" || !is {
			return false
		}
		for _, id := range refused.list() {
			list = append(list, obj{"submission_id": "sub_open", "session_id": id, "finalised": false, "files": []any{}})
		}
		out["submissions"] = list
		return len(refused.list()) > 0
	}}
}
