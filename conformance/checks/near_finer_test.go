package checks_test

import (
	"bytes"
	"strings"
)

// nearFiner are choices that come near the faults of unusual values and second sayings.
func nearFiner() []plant {
	readsOnly := func() layer { return where(oauth, strict("create", 403, func(*call, obj) bool { return true })) }
	return []plant{
		{"API-ME-02", "workspaces have names of the server's own", change("me", func(o obj) { o["org_name"] = "Agency 12 & Co." })},
		{"API-LIST-09", "tokens only read", readsOnly()},
		{"API-GET-12", "what was said before sets nothing", saidBefore(func(c *call, _ string) { c.in = restated("Hello") })},
		{"API-GET-12", "values stand beside the number of turns", besideTurns()},
		{"API-GET-12", "values stand in a group", inGroup("field_values", "set_fields")},
		{"API-GET-12", "values stand in a group on the session alone", inGroup("field_values")},
		{"API-LIST-10", "complete sessions are not listed", kept("list", "sessions", func(o obj) bool { return o["status"] != "complete" })},
		{"API-LIST-10", "submitted sessions are not listed", kept("list", "sessions", func(o obj) bool { return o["status"] != "submitted" })},
		{"API-GET-12", "zeros set nothing", layer{request: func(c *call) bool {
			return c.requested("answer", func(o obj) bool {
				zero := strings.HasSuffix(message(o), ": 0") || strings.HasSuffix(message(o), ": $0")
				if zero {
					o["message"] = "Hello"
				}
				return zero
			})
		}}},
		{"API-LIST-07", "three sessions to a page, and no more", pagesOf(3)},
		{"API-LIST-09", "five sessions to a page, and no more", pagesOf(5)},
		{"API-CREATE-09", "a percent sign in a name is refused", strict("create", 422, func(_ *call, o obj) bool { return strings.Contains(text(o, "insured_name"), "%") })},
		{"API-PDF-01", "names beyond Latin are refused", strict("create", 422, beyond("insured_name", 0xff))},
		{"API-ANSWER-17", "of several answers in a message the first is taken", lenient("answer", func(o obj) bool {
			at := nextFact.FindStringIndex(message(o))
			if at != nil {
				o["message"] = message(o)[:at[0]]
			}
			return at != nil
		})},
		{"API-ANSWER-17", "two values for one question are refused", strict("answer", 400, func(_ *call, o obj) bool { return twoOfOne(message(o)) })},
		{"API-PDF-01", "strings in letters", inLetters(func(text string) string { return "(" + escapedPDF.Replace(text) + ")" })},
		{"API-PDF-01", "strings with pairs of parentheses", inLetters(func(text string) string { return "((" + escapedPDF.Replace(text) + "))" })},
		{"API-PDF-01", "parentheses as numbers", inLetters(func(text string) string {
			return "(" + strings.NewReplacer(`\`, `\134`, "(", `\050`, ")", `\051`).Replace(text) + ")"
		})},
		{"API-PDF-01", "half a pair in a remark", respelled(func(object []byte) []byte {
			return bytes.Replace(object, []byte(" obj"), []byte(" obj\n% as of today (draft\n"), 1)
		})},
		{"API-SUBMIT-04", "no hook gives an account", layer{fails: func(verb string, _ obj) bool { return verb == "connect-market" }}},
	}
}

// pagesOf lists at most so many sessions, whatever limit is asked for.
func pagesOf(most int) layer {
	return reply("list", func(o obj) bool {
		list, _ := o["sessions"].([]any)
		o["sessions"] = list[:min(len(list), most)]
		return len(list) > most
	})
}

// besideTurns shows each value of a session in an object with the number of its turns.
func besideTurns() layer {
	turns := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "answer" && c.ok() {
			id := splitPath(c.r.URL.Path)[2]
			n, _ := turns.snapshot()[id].(int)
			turns.put(id, n+1)
		}
		return c.op == "get" && c.ok() && c.edit(func(o obj) bool {
			values, _ := o["field_values"].(obj)
			for key, v := range values {
				values[key] = obj{"value": v, "turns": turns.snapshot()[text(o, "session_id")]}
			}
			return len(values) > 0
		})
	}}
}

// inGroup has the values of a session, or those that a turn set, in a group.
func inGroup(members ...string) layer {
	return layer{response: func(c *call) bool {
		return c.ok() && c.edit(func(o obj) (did bool) {
			for _, name := range members {
				if values, _ := o[name].(obj); len(values) > 0 {
					o[name], did = obj{"Operations": values}, true
				}
			}
			return did
		})
	}}
}
