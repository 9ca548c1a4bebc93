package selftest_test

import (
	"encoding/json"
	"math"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
)

// codeForToken sends a code to whoever asks for a token in its place.
func codeForToken() layer {
	return layer{into: func(verb string, in obj) bool {
		address := text(in, "authorization_url")
		did := verb == "authorize" && strings.Contains(address, "response_type=token")
		in["authorization_url"] = strings.Replace(address, "response_type=token", "response_type=code", 1)
		return did
	}}
}

// spentInPeace refuses a code that was exchanged, and leaves its tokens alone.
func spentInPeace() layer {
	spent := newMemory()
	return layer{request: func(c *call) bool {
		_, known := spent.snapshot()[form(c).Get("code")]
		if known {
			c.answer(400, obj{"error": "invalid_grant", "detail": "The code was used."})
		}
		return known
	}, response: func(c *call) bool {
		if code := form(c).Get("code"); c.op == "token" && c.ok() && code != "" {
			spent.put(code, true)
		}
		return false
	}}
}

// shortened finds a session by its id without the last character.
func shortened() layer {
	ids := newMemory()
	return layer{request: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		if len(parts) != 3 {
			return false
		}
		id, known := ids.snapshot()[parts[2]].(string)
		if known {
			c.r.URL.Path = "/org/sessions/" + url.PathEscape(id)
		}
		return known
	}, response: func(c *call) bool {
		if c.op == "create" && c.ok() {
			c.edit(func(o obj) bool {
				id := text(o, "session_id")
				ids.put(id[:len(id)-1], id)
				return false
			})
		}
		return false
	}}
}

// goneOnceRead leaves out of a session what a call brought it, once a file was read after that which does not bring it again.
func goneOnceRead(of string) layer {
	brought, gone := newMemory(), newMemory()
	member := map[string]string{"answer": "set_fields", "extract": "extracted_fields"}
	return layer{response: func(c *call) (did bool) {
		if !c.ok() {
			return false
		}
		id := sessionIn(c)
		earlier, _ := brought.snapshot()[id].([]string)
		if c.op == "extract" {
			c.edit(func(o obj) bool {
				again := asObject(o[member["extract"]])
				gone.put(id, slices.DeleteFunc(slices.Clone(earlier), func(key string) bool { return again[key] != nil }))
				return false
			})
		}
		if c.op == of {
			c.edit(func(o obj) bool {
				for key := range asObject(o[member[of]]) {
					earlier = append(earlier, key)
				}
				brought.put(id, earlier)
				return false
			})
		}
		return c.op == "get" && c.edit(func(o obj) bool {
			keys, _ := gone.snapshot()[id].([]string)
			for _, key := range keys {
				delete(asObject(o["field_values"]), key)
			}
			return len(keys) > 0
		})
	}}
}

// stateOnce tells the state of a session without lines of business in the reply of its create alone.
func stateOnce() layer {
	bare := newMemory()
	return layer{response: func(c *call) bool {
		var in obj
		_ = json.Unmarshal(c.in, &in)
		lobs, _ := in["lobs"].([]any)
		if c.op == "create" && c.ok() && len(lobs) == 0 {
			c.edit(func(o obj) bool { bare.put(text(o, "session_id"), true); return false })
		}
		_, is := bare.snapshot()[sessionIn(c)]
		return c.op == "get" && c.ok() && is && c.edit(func(o obj) bool {
			did := o["state"] != nil
			o["state"] = nil
			return did
		})
	}}
}

// hiddenOnceSent hides a session that was submitted from tokens.
func hiddenOnceSent() layer {
	sent := newMemory()
	return layer{request: func(c *call) bool {
		_, is := sent.snapshot()[sessionIn(c)]
		did := is && c.op == "get" && oauth(c)
		if did {
			c.refuse(404)
		}
		return did
	}, response: func(c *call) bool {
		if c.op == "submit" && c.ok() {
			sent.put(sessionIn(c), true)
		}
		return false
	}}
}

// millionsLost keeps of a number what is left when its millions are gone.
func millionsLost() layer {
	return reply("get", func(o obj) (did bool) {
		values := asObject(o["field_values"])
		for key, v := range values {
			if n, is := v.(float64); is && n >= 1e6 {
				values[key], did = math.Mod(n, 1e6), true
			}
		}
		return did
	})
}

// readTillAnswered leaves out of a session what a file brought it, once a turn sets anything after that.
func readTillAnswered() layer {
	brought, gone := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		switch {
		case !c.ok():
		case c.op == "extract":
			c.edit(func(o obj) bool { brought.put(id, asObject(o["extracted_fields"])); return false })
		case c.op == "answer":
			c.edit(func(o obj) bool {
				if fields, _ := brought.snapshot()[id].(obj); len(asObject(o["set_fields"])) > 0 {
					gone.put(id, fields)
				}
				return false
			})
		case c.op == "get":
			fields, _ := gone.snapshot()[id].(obj)
			return len(fields) > 0 && c.edit(func(o obj) bool {
				for key := range fields {
					delete(asObject(o["field_values"]), key)
				}
				return true
			})
		}
		return false
	}}
}

// skippedTwice counts a question that is skipped twice as two.
func skippedTwice() layer {
	said, twice := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "answer" || !c.ok() {
			return false
		}
		var in obj
		_ = json.Unmarshal(c.in, &in)
		id := sessionIn(c)
		if key := id + " " + message(in); skipOf.MatchString(message(in)) {
			if _, before := said.snapshot()[key]; before {
				n, _ := twice.snapshot()[id].(float64)
				twice.put(id, n+1)
			}
			said.put(key, true)
		}
		less, _ := twice.snapshot()[id].(float64)
		return less > 0 && c.edit(func(o obj) bool {
			n, _ := o["pending_count"].(float64)
			o["pending_count"] = max(n-less, 0)
			return n > 0
		})
	}}
}

// fileOfLength takes an upload for the one before it where that came from another workspace and was as long.
func fileOfLength() layer {
	last := newMemory()
	return layer{request: func(c *call) bool {
		if c.op != "extract" || len(c.in) == 0 {
			return false
		}
		all := last.snapshot()
		who, _ := all["who"].(string)
		file, _ := all["file"].(string)
		kind, _ := all["kind"].(string)
		last.put("who", bearer(c))
		last.put("file", string(c.in))
		last.put("kind", c.r.Header.Get("Content-Type"))
		did := who != "" && who != bearer(c) && len(file) == len(c.in)
		if did {
			c.in = []byte(file)
			c.r.Header.Set("Content-Type", kind)
		}
		return did
	}}
}

// completedByEach completes a session by each of two fills that are made at one time.
func completedByEach() layer {
	var mu sync.Mutex
	busy, raced := map[string]int{}, map[string]bool{}
	fills := func(c *call, n int) bool {
		if c.op == "fill" {
			mu.Lock()
			defer mu.Unlock()
			busy[sessionIn(c)] += n
			raced[sessionIn(c)] = raced[sessionIn(c)] || busy[sessionIn(c)] > 1
		}
		return false
	}
	return layer{request: func(c *call) bool { return fills(c, 1) }, response: func(c *call) bool { return fills(c, -1) }, delivery: func(s *shipment) bool {
		var o struct{ Data obj }
		_ = json.Unmarshal(s.body, &o)
		mu.Lock()
		did := s.event() == "fill_session.completed" && raced[text(o.Data, "session_id")]
		mu.Unlock()
		if did {
			again := s.another()
			data("fill_session.completed", earlier("completed_at", time.Millisecond)).delivery(&again)
			go post(again)
		}
		return did
	}}
}
