package checks_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime"
	"mime/multipart"
	"net/http"
	"slices"
)

// plantedRefused are faults of good requests that are refused, for what came before them or for whose they are.
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
		{"API-DOCS-03", "a document of the size of another one is dropped", droppingSizes()},
		{"API-ANSWER-21", "the last question is asked on and on, though the session has nothing open", askingLast(false)},
		{"API-GET-12", "a correction takes all other values away once the intake is over", wipedAtEnd(0)},
	}
}

// nearRefused are servers near them, which refuse what they may.
func nearRefused() []plant {
	return []plant{
		{"API-LIST-01", "a list is refused a few times", fewTimes(2, refusedOnce("answer", "list", 400))},
		{"API-GET-01", "the detail of a session is refused a few times", fewTimes(4, refusedAfter("extract", "get", 409))},
		{"API-ANSWER-01", "turns are refused once forms were filled", refusedAfter("fill", "answer", 422)},
		{"API-EXTRACT-01", "files are refused once forms were filled", refusedAfter("fill", "extract", 422)},
		{"API-DOCS-01", "documents are refused once forms were filled", refusedAfter("fill", "documents", 400)},
		{"API-CREATE-01", "a state and a line of business do not go together", layer{request: refusingCalls("create", 422, func(c *call) bool {
			var in obj
			_ = json.Unmarshal(c.in, &in)
			return in["state"] != nil && in["lobs"] != nil
		})}},
		{"API-ANSWER-21", "the last question is asked on and on, and is open on the session", askingLast(true)},
		{"API-GET-12", "a correction takes some values away once the intake is over", wipedAtEnd(2)},
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

// droppingSizes takes a document of a size that the session has, and forgets it.
func droppingSizes() layer {
	known := newMemory()
	at := func(c *call) string { return fmt.Sprint(sessionIn(c), " ", fileSize(c)) }
	return layer{request: func(c *call) bool {
		if c.op != "documents" {
			return false
		}
		was, is := known.snapshot()[at(c)].(*call)
		if is {
			c.status, c.header, c.out = was.status, was.header.Clone(), was.out
		}
		return is
	}, response: func(c *call) bool {
		if c.op == "documents" && c.ok() {
			known.keep(at(c), func() any { return &call{status: c.status, header: c.header.Clone(), out: slices.Clone(c.out)} })
		}
		return false
	}}
}

// fileSize is how many bytes the files of an upload have.
func fileSize(c *call) int64 {
	_, params, _ := mime.ParseMediaType(c.r.Header.Get("Content-Type"))
	form, err := multipart.NewReader(bytes.NewReader(c.in), params["boundary"]).ReadForm(32 << 20)
	if err != nil {
		return 0
	}
	var n int64
	for _, files := range form.File {
		for _, file := range files {
			n += file.Size
		}
	}
	return n
}

// askingLast asks the first question again where an intake is over, as often as it is answered. The session says that it is open,
// or that nothing is.
func askingLast(open bool) layer {
	asks, over := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		switch {
		case c.op == "answer" && c.ok():
			return c.edit(func(o obj) bool {
				list, _ := o["asks"].([]any)
				for _, one := range list {
					if q := asObject(one); text(q, "kind") != "boolean" && q["options"] == nil {
						asks.keep(id, func() any { return q })
					}
				}
				if !lastTurn(o) {
					return false
				}
				over.put(id, true)
				o["done"], o["pending_count"], o["asks"] = false, 1, []any{asks.snapshot()[id]}
				return true
			})
		case c.op == "get" && c.ok() && over.snapshot()[id] != nil && open:
			return c.edit(func(o obj) bool { o["pending_count"] = 1; return true })
		}
		return false
	}}
}

// wipedAtEnd shows, once an intake is over and a correction came, what that set and a few other values.
func wipedAtEnd(few int) layer {
	over, left := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		switch {
		case c.op == "answer" && c.ok():
			c.edit(func(o obj) bool {
				if over.snapshot()[id] != nil && bytes.Contains(c.in, []byte("Correction")) {
					left.put(id, o["set_fields"])
				}
				if lastTurn(o) {
					over.put(id, true)
				}
				return false
			})
		case c.op == "get" && c.ok() && left.snapshot()[id] != nil:
			return c.edit(func(o obj) bool {
				kept := few
				values := asObject(o["field_values"])
				for key := range values {
					if _, set := asObject(left.snapshot()[id])[key]; set {
						continue
					}
					if kept > 0 {
						kept--
						continue
					}
					delete(values, key)
				}
				return true
			})
		}
		return false
	}}
}
