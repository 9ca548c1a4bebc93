package selftest_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// Servers that have what was made last in mind, or what was there before.

// stateOfTheOneBefore gives each session the state that the one before it was sent.
func stateOfTheOneBefore() layer {
	var mu sync.Mutex
	var before any
	return layer{request: func(c *call) bool {
		return c.requested("create", func(o obj) bool {
			mu.Lock()
			defer mu.Unlock()
			was := before
			before = o["state"]
			if o["state"] = was; was == nil {
				delete(o, "state")
			}
			return was != before
		})
	}}
}

// unfiledByDocuments has no form of a session any more that a document is attached to.
func unfiledByDocuments() layer {
	attached := newMemory()
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		switch {
		case c.op == "documents" && c.ok():
			attached.put(id, true)
		case c.op == "fill" && c.ok():
			attached.put(id, nil)
		case c.op == "pdf" && c.ok() && attached.snapshot()[id] != nil:
			c.refuse(http.StatusNotFound)
			return true
		}
		return false
	}}
}

// skipForgets leaves out of the detail what the turn before a skip set.
func skipForgets() layer {
	set, lost := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		var o obj
		if c.op == "answer" && c.ok() && json.Unmarshal(c.out, &o) == nil {
			was := set.snapshot()[id]
			if asksForSkip(c) && was != nil {
				gone, _ := lost.snapshot()[id].([]string)
				lost.put(id, append(slices.Clone(gone), was.(string)))
			}
			set.put(id, nil)
			for key := range asObject(o["set_fields"]) {
				set.put(id, key)
			}
		}
		gone, _ := lost.snapshot()[id].([]string)
		return c.op == "get" && len(gone) > 0 && c.edit(func(o obj) bool {
			for _, key := range gone {
				delete(asObject(o["field_values"]), key)
			}
			return true
		})
	}}
}

// unfilled are forms in which no value but the insured's name stands.
func unfilled() layer {
	return shownAs(func(value string) string {
		if value == "Blue Heron Roofing LLC" || strings.HasPrefix(value, "Zq") {
			return value
		}
		return ""
	})
}

// blankBesideNewer gives forms without values of sessions after which another one was made.
func blankBesideNewer() layer {
	last, blank := newMemory(), shownAs(func(string) string { return "" })
	return layer{response: func(c *call) bool {
		var o obj
		if c.op == "create" && c.ok() && json.Unmarshal(c.out, &o) == nil {
			last.put(bearer(c), text(o, "session_id"))
		}
		id, _ := last.snapshot()[bearer(c)].(string)
		return c.op == "pdf" && id != "" && id != sessionIn(c) && blank.response(c)
	}}
}

// ofTheOther does an operation on the last session of a workspace that is not the one it is asked of.
func ofTheOther(op string) layer {
	made := newMemory()
	return layer{request: func(c *call) bool {
		ids, _ := made.snapshot()[bearer(c)].([]string)
		others := slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return id == sessionIn(c) })
		return c.op == op && len(others) > 0 && c.onto(others[len(others)-1])
	}, response: func(c *call) bool {
		var o obj
		if c.op == "create" && c.ok() && json.Unmarshal(c.out, &o) == nil {
			ids, _ := made.snapshot()[bearer(c)].([]string)
			made.put(bearer(c), append(slices.Clone(ids), text(o, "session_id")))
		}
		return false
	}}
}

// firstList gives the list that a workspace was given first, while it had one session or more.
func firstList() layer {
	lists := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "list" || !c.ok() || !strings.Contains(string(c.out), "session_id") || c.r.URL.RawQuery != "" {
			return false
		}
		first, had := lists.keep(bearer(c), func() any { return string(c.out) })
		did := had && first != string(c.out)
		if did {
			c.out = []byte(first.(string))
		}
		return did
	}}
}
