package checks_test

import (
	"net/http"
)

// plantedRefused are faults of good requests that are refused, for what came before them or for whose they are, and of what is there in
// one way only.
func plantedRefused() []plant {
	return []plant{
		{"AUTH-09", "the identity of a further key is called invalid", withKeys(further, invalidFor("me"))},
		{"API-CREATE-01", "creates of a free workspace with nothing but a name are called invalid", withKeys(free, invalidFor("create"))},
		{"API-LIST-01", "a list is refused once an answer was corrected", refusedOnce("answer", "list", 400)},
		{"API-LIST-01", "a list is called invalid once the risks were looked at", refusedOnce("risk", "list", 422)},
		{"API-GET-01", "the detail of a session is called invalid once a document is attached", refusedAfter("documents", "get", 422)},
		{"API-GET-01", "the detail of a session is refused once a file was read", refusedAfter("extract", "get", 400)},
		{"API-GET-01", "the detail of a session is in conflict once the risks were looked at", refusedAfter("risk", "get", 409)},
		{"API-ANSWER-01", "turns of a session with a state are called invalid", refusedWith("state", "answer", 422)},
		{"API-EXTRACT-01", "a file is called invalid where the session has a state", refusedWith("state", "extract", 422)},
		{"API-DOCS-01", "a document is refused where the session has a state", refusedWith("state", "documents", 400)},
		{"AUTH-05", "a further key opens the API in X-API-Key alone", withKeys(further, func(known func(key string) bool) func(c *call) bool {
			return unauthorised(func(c *call) bool { return known(bearer(c)) })
		})},
		{"AUTH-06", "a further key opens the API as a bearer token alone", withKeys(further, func(known func(key string) bool) func(c *call) bool {
			return unauthorised(func(c *call) bool { return known(c.r.Header.Get("X-Api-Key")) })
		})},
		{"LIM-02", "a key in X-API-Key has no cap", uncappedInHeader()},
		{"API-LIST-08", "tokens list the sessions of the first workspace", listingFirst()},
		{"API-LIST-09", "sessions that were submitted are not listed", unlistedAfter("submit")},
		{"API-LIST-09", "sessions whose intake is over are not listed", unlistedOnce(lastTurn)},
	}
}

func free(verb string, in obj) bool { return verb == "create-workspace" && text(in, "plan") == "free" }

// refusingCalls refuses some calls of an operation.
func refusingCalls(op string, status int, when func(c *call) bool) func(c *call) bool {
	return func(c *call) bool {
		did := c.op == op && when(c)
		if did {
			c.refuse(status)
		}
		return did
	}
}

// refusedWith refuses a call on sessions whose create had a member.
func refusedWith(member, op string, status int) layer {
	with := madeWith(member, true)
	return layer{request: refusingCalls(op, status, with), response: func(c *call) bool { with(c); return false }}
}

// invalidFor calls an operation invalid that comes with a known key.
func invalidFor(op string) func(known func(key string) bool) func(c *call) bool {
	return func(known func(key string) bool) func(c *call) bool {
		return refusingCalls(op, 422, func(c *call) bool { return known(bearer(c)) })
	}
}

// refusedOnce refuses a call of whoever has made another one.
func refusedOnce(first, then string, status int) layer {
	made := newMemory()
	return layer{request: refusingCalls(then, status, func(c *call) bool { return made.snapshot()[bearer(c)] != nil }), response: func(c *call) bool {
		if c.op == first && c.ok() {
			made.put(bearer(c), true)
		}
		return false
	}}
}

// unauthorised opens nothing to some requests.
func unauthorised(when func(c *call) bool) func(c *call) bool {
	return func(c *call) bool {
		did := when(c)
		if did {
			c.refuse(http.StatusUnauthorized)
		}
		return did
	}
}

// uncappedInHeader creates sessions beyond the cap for a key in X-API-Key.
func uncappedInHeader() layer {
	return layer{response: func(c *call) bool {
		did := c.op == "create" && inHeader(c) && c.status == http.StatusPaymentRequired
		if did {
			c.answer(200, obj{"session_id": "ses_more", "insured_name": "More", "status": "open", "form_keys": []string{}, "fields_filled": 0, "fields_total": 1})
		}
		return did
	}}
}

// listingFirst lists for every token what the key lists that was used first.
func listingFirst() layer {
	first := newMemory()
	return layer{request: func(c *call) bool {
		if withKey(c) && !inHeader(c) && c.op != "" {
			first.keep("key", func() any { return bearer(c) })
		}
		key, known := first.snapshot()["key"].(string)
		did := known && c.op == "list" && oauth(c)
		if did {
			c.r.Header.Set("Authorization", "Bearer "+key)
		}
		return did
	}}
}

// unlistedOnce leaves out of lists the sessions of which a turn said so.
func unlistedOnce(said func(o obj) bool) layer {
	return unlisted(func(c *call) (id string) {
		if c.op == "answer" {
			c.edit(func(o obj) bool {
				if said(o) {
					id = sessionIn(c)
				}
				return false
			})
		}
		return id
	})
}
