package checks_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"time"
)

// plantedStays are faults of what should stay as it was: who asks, and what a session holds that is told nothing.
func plantedStays() []plant {
	return []plant{
		{"API-ME-03", "a key is taken for a token once a session of it was submitted", turned("submit", "me", put("auth_kind", "oauth"))},
		{"API-ME-03", "a key has another label once a document was attached with it", turned("documents", "me", put("key_label", "somebody else"))},
		{"API-ME-06", "a key opens another workspace once its sessions were listed", turned("list", "me", put("org_id", "org_first"))},
		{"API-ME-06", "a key opens another workspace from the second time on", turned("me", "me", put("org_id", "org_first"))},
		{"API-RISK-01", "a session is not found at the second look at its risk", refusedAfter("risk", "risk", 404)},
		{"API-RISK-01", "the risk of a session that was submitted is not found", refusedAfter("submit", "risk", 404)},
		{"API-DOCS-01", "a session takes no document once its intake is over, as one that there is not", unfoundOnceOver("documents")},
		{"API-GET-12", "the last value is gone once the risk was looked at", lastGoneAfter("risk")},
		{"API-GET-12", "the last value is gone once a document was attached", lastGoneAfter("documents")},
		{"API-RISK-03", "the risk of a session with no flag is not found", unflaggedMissing()},
		{"API-LIST-09", "the first session of a list stands at its end, too", firstAgain()},
		{"API-GET-12", "a skip takes all values away", wipedBySkip()},
		{"API-FILL-07", "letters beyond ASCII in a form are those of their bytes", shownAs(inLatin1)},
		{"AUTH-13", "an access token never ends whose refresh token was used", endlessOnceRefreshed()},
		{"AUTH-18", "a device_code opens the API once it was approved", openedByDevice()},
		{"OAUTH-DEV-12", "a refusal by the person is 403", forbiddenByPerson()},
		{"EVT-07", "sent_at is of the day before", data("submission.sent", earlier("sent_at", 24*time.Hour))},
		{"EVT-09", "completed_at of a signature is an hour early", data("esign.completed", earlier("completed_at", time.Hour))},
		{"HOOK-20", "an answer 410 counts as delivered", countsAs(200, 410)},
		{"API-GET-12", "the last value is gone once a form was downloaded", lastGoneAfter("pdf")},
	}
}

// turned changes the replies of an operation to whoever has made a call of another one.
func turned(first, then string, change func(o obj)) layer {
	made := newMemory()
	return layer{response: func(c *call) bool {
		did := c.op == then && c.ok() && bearer(c) != "" && withKey(c) && made.snapshot()[bearer(c)] != nil && c.edit(func(o obj) bool { change(o); return true })
		if c.op == first && c.ok() {
			made.put(bearer(c), true)
		}
		return did
	}}
}

// lastGoneAfter leaves out the last value of a session after a call on it.
func lastGoneAfter(op string) layer {
	over := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == op && c.ok() {
			over.put(sessionIn(c), true)
		}
		return c.op == "get" && c.ok() && over.snapshot()[sessionIn(c)] != nil && c.edit(func(o obj) bool {
			values := asObject(o["field_values"])
			keys := slices.Sorted(maps.Keys(values))
			if len(keys) > 0 {
				delete(values, keys[len(keys)-1])
			}
			return len(keys) > 0
		})
	}}
}

// unfoundOnceOver knows no session any more in a call whose intake is over.
func unfoundOnceOver(op string) layer {
	over := newMemory()
	return layer{request: refusingCalls(op, 404, func(c *call) bool { return over.snapshot()[sessionIn(c)] != nil }), response: func(c *call) bool {
		if c.op == "answer" && c.ok() {
			c.edit(func(o obj) bool {
				if lastTurn(o) {
					over.put(sessionIn(c), true)
				}
				return false
			})
		}
		return false
	}}
}

// unflaggedMissing finds no risk of a session that has no flag.
func unflaggedMissing() layer {
	return layer{response: func(c *call) bool {
		var o obj
		_ = json.Unmarshal(c.out, &o)
		list, is := o["flags"].([]any)
		did := c.op == "risk" && c.ok() && is && len(list) == 0
		if did {
			c.refuse(http.StatusNotFound)
		}
		return did
	}}
}

// firstAgain has the first of several sessions at the end of a list once more.
func firstAgain() layer {
	return reply("list", func(o obj) bool {
		all, _ := o["sessions"].([]any)
		if len(all) > 1 {
			o["sessions"] = append(all, all[0])
		}
		return len(all) > 1
	})
}

// wipedBySkip shows no value of a session in which a question was skipped.
func wipedBySkip() layer {
	skipped := newMemory()
	return layer{response: func(c *call) bool {
		if asksForSkip(c) && c.ok() {
			skipped.put(sessionIn(c), true)
		}
		return c.op == "get" && c.ok() && skipped.snapshot()[sessionIn(c)] != nil && c.edit(func(o obj) bool {
			had := len(asObject(o["field_values"])) > 0
			o["field_values"] = obj{}
			return had
		})
	}}
}

// inLatin1 is a text in UTF-8 that was read as Latin-1.
func inLatin1(value string) string {
	runes := make([]rune, len(value))
	for i := range len(value) {
		runes[i] = rune(value[i])
	}
	return string(runes)
}

// endlessOnceRefreshed goes on to take the access token of a pair whose refresh token was used.
func endlessOnceRefreshed() layer {
	pairs, endless := newMemory(), newMemory()
	learn := func(o obj) bool { pairs.put(text(o, "refresh_token"), text(o, "access_token")); return false }
	return layer{verb: func(verb string, _, out obj) bool { return verb == "issue-token" && learn(out) }, response: func(c *call) bool {
		if c.op == "token" && c.ok() {
			if old, known := pairs.snapshot()[form(c).Get("refresh_token")].(string); known {
				endless.put(old, true)
			}
			c.edit(learn)
		}
		did := c.op == "me" && c.status == http.StatusUnauthorized && endless.snapshot()[bearer(c)] != nil
		if did {
			c.answer(200, tokenIdentity)
		}
		return did
	}}
}

// tokenIdentity is who has a token, where nobody asks more closely.
var tokenIdentity = obj{"org_id": "org_1", "org_name": "Someone", "plan": "paid", "auth_kind": "oauth"}

// openedByDevice takes the code of a device for a token.
func openedByDevice() layer {
	codes := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "device" && c.ok() {
			c.edit(func(o obj) bool { codes.put(text(o, "device_code"), true); return false })
		}
		did := c.op == "me" && codes.snapshot()[bearer(c)] != nil
		if did {
			c.answer(200, tokenIdentity)
		}
		return did
	}}
}

// forbiddenByPerson answers 403 where a person refused.
func forbiddenByPerson() layer {
	return layer{response: func(c *call) bool {
		var o obj
		_ = json.Unmarshal(c.out, &o)
		did := c.op == "token" && o["error"] == "access_denied"
		if did {
			c.status = http.StatusForbidden
		}
		return did
	}}
}

// earlier moves a time back.
func earlier(member string, by time.Duration) func(o obj) {
	return func(o obj) {
		if at, err := time.Parse(time.RFC3339, text(o, member)); err == nil {
			o[member] = at.Add(-by).Format("2006-01-02T15:04:05.000Z07:00")
		}
	}
}
