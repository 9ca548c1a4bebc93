package checks_test

import (
	"maps"
	"slices"
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
