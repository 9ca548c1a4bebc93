package selftest_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

// toldByAnybody keeps what is said to a session without a credential, and refuses it.
func toldByAnybody() layer {
	told := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "answer" && c.status == 401 && anonymous(c) {
			told.put(sessionIn(c), true)
		}
		return c.op == "get" && c.ok() && told.snapshot()[sessionIn(c)] != nil && c.edit(func(o obj) bool {
			o["field_values"].(obj)["dba"] = "Nobody"
			return true
		})
	}}
}

// opened answers a refusal of credentials as success.
func opened(when func(c *call) bool) layer {
	return layer{response: func(c *call) bool {
		if c.status != 401 || !when(c) {
			return false
		}
		c.answer(200, obj{"org_id": "x", "sessions": []any{}})
		return true
	}}
}

// otherPrefix gives out keys under another prefix.
func otherPrefix(by string) layer {
	return layer{verb: func(verb string, _, out obj) bool {
		if verb != by {
			return false
		}
		out["api_key"] = "key_" + strings.TrimPrefix(text(out, "api_key"), "bsk_")
		return true
	}, request: func(c *call) bool {
		if key, other := strings.CutPrefix(bearer(c), "key_"); other {
			c.r.Header.Set("Authorization", "Bearer bsk_"+key)
		}
		return false
	}}
}

// lapsing refuses keys once the clock was moved.
func lapsing() layer {
	moved := newMemory()
	return layer{verb: func(verb string, _, _ obj) bool {
		if verb == "advance-clock" {
			moved.add(true)
		}
		return false
	}, request: func(c *call) bool {
		if c.op != "me" || len(moved.list()) == 0 {
			return false
		}
		c.refuse(401)
		return true
	}}
}

// once refuses an operation of a path when it was answered before.
func once(op string) layer {
	done := newMemory()
	return layer{request: func(c *call) bool {
		if c.op != op || bearer(c) == "" {
			return false
		}
		_, again := done.keep(c.r.URL.Path, func() any { return true })
		if again {
			c.refuse(403)
		}
		return again
	}}
}

// eachOpen makes a fault of each operation that forgot to ask for something.
func eachOpen(id, name string, when func(*call) bool) []fault {
	var all []fault
	for _, op := range strings.Fields(everyCall) {
		if op == "pdf" || op == "submit" || op == "appointment" { // their success depends on more than the credential
			all = append(all, fault{id, name + ": " + op, layer{request: func(c *call) bool {
				if c.op != op || !when(c) {
					return false
				}
				c.answer(200, obj{"status": "requested", "submission_id": "sub_1"})
				return true
			}}})
			continue
		}
		all = append(all, fault{id, name + ": " + op, open(op, when)})
	}
	return all
}

// eachShut makes a fault of each operation that does not take a credential that it should take.
func eachShut(id, name, ops string, when func(*call) bool) []fault {
	var all []fault
	for _, op := range strings.Fields(ops) {
		all = append(all, fault{id, name + ": " + op, refusedWhen(401, func(c *call) bool { return c.op == op && when(c) })})
	}
	return all
}

func noCredential(c *call) bool { return anonymous(c) }

// soughtFirst answers 404 for sessions that were never made before it looks at the credential.
func soughtFirst(op string) layer {
	w := owners{newMemory()}
	return layer{response: func(c *call) bool {
		w.note(c)
		if c.op != op || c.status != 401 || !anonymous(c) {
			return false
		}
		if _, known := w.made.snapshot()[splitPath(c.r.URL.Path)[2]]; known {
			return false
		}
		c.refuse(404)
		return true
	}}
}

// nearKey takes keys that are like one that was given.
func nearKey(like func(key, real string) bool) layer {
	return layer{request: func(c *call) bool {
		key := bearer(c)
		if inHeader(c) || !stranger(c) && !strings.HasPrefix(strings.ToLower(key), "bsk_") {
			return false
		}
		for _, v := range keys.snapshot() {
			if real, _ := v.(string); real != key && real != "" && like(key, real) {
				c.r.Header.Set("Authorization", "Bearer "+real)
				return true
			}
		}
		return false
	}}
}

// nearToken takes tokens that are much like one that was issued.
func nearToken(like func(token, real string) bool) layer {
	issued := newMemory()
	return layer{verb: func(verb string, _, out obj) bool {
		if verb == "issue-token" {
			issued.keep(text(out, "access_token"), func() any { return true })
		}
		return false
	}, request: func(c *call) bool {
		token := bearer(c)
		all := issued.snapshot()
		if _, known := all[token]; known || !oauth(c) || len(token) < 20 {
			return false
		}
		for real := range all {
			if like(token, real) {
				c.r.Header.Set("Authorization", "Bearer "+real)
				return true
			}
		}
		return false
	}}
}

// firstInHeader takes every key in X-API-Key for the first that was seen there.
func firstInHeader() layer {
	seen := newMemory()
	return layer{request: func(c *call) bool {
		key := c.r.Header.Get("X-Api-Key")
		if !strings.HasPrefix(key, "bsk_") || stranger(c) {
			return false
		}
		first, _ := seen.keep("", func() any { return key })
		c.r.Header.Set("X-Api-Key", first.(string))
		return first != key
	}}
}

// withoutPrefix takes a key that lacks its first letters.
func withoutPrefix() layer {
	return layer{request: func(c *call) bool {
		for _, v := range keys.snapshot() {
			if real, _ := v.(string); bearer(c) != "" && real == "bsk_"+bearer(c) {
				c.r.Header.Set("Authorization", "Bearer "+real)
				return true
			}
		}
		return false
	}}
}

// headsOfKeys finds a key in X-API-Key by its beginning.
func headsOfKeys(letters int) layer {
	known := newMemory()
	return layer{verb: func(_ string, _, out obj) bool {
		if key := text(out, "api_key"); len(key) > letters {
			known.put(key[:letters], key)
		}
		return false
	}, request: func(c *call) bool {
		given := c.r.Header.Get("X-Api-Key")
		if len(given) < letters {
			return false
		}
		key, is := known.snapshot()[given[:letters]].(string)
		did := is && key != given
		if did {
			c.r.Header.Set("X-Api-Key", key)
		}
		return did
	}}
}

// furtherRefused refuses operations to keys that were made beside the first of a workspace.
func furtherRefused(status int, ops string) layer {
	further := newMemory()
	return layer{verb: func(verb string, _, out obj) bool {
		if verb == "create-key" {
			further.put(text(out, "api_key"), true)
		}
		return false
	}, request: func(c *call) bool {
		did := among(ops, c.op) && further.snapshot()[bearer(c)] != nil
		if did {
			c.refuse(status)
		}
		return did
	}}
}

func brokenForFurtherKeys(op string) layer { return brokenWithKeys(op, further) }

func further(verb string, _ obj) bool { return verb == "create-key" }

// listedUnderItsHeader hides in the lists of some calls what was made with the key in the other header.
func listedUnderItsHeader(hides func(*call) bool) layer {
	m := made{newMemory()}
	return layer{response: func(c *call) bool {
		m.note(c)
		return c.op == "list" && c.ok() && hides(c) && c.edit(func(o obj) bool {
			list, _ := o["sessions"].([]any)
			was := len(list)
			list = slices.DeleteFunc(list, func(one any) bool { return m.elsewhere(c, text(one.(obj), "session_id")) })
			o["sessions"] = list
			return len(list) < was
		})
	}}
}

// newestOnly lists three sessions, the newest.
func newestOnly() layer {
	return change("list", func(o obj) {
		list, _ := o["sessions"].([]any)
		o["sessions"] = list[:min(3, len(list))]
	})
}

// foundInHeader has an operation find sessions that were made under X-API-Key under that header alone.
func foundInHeader(op string) layer {
	m := made{newMemory()}
	return layer{request: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		did := c.op == op && len(parts) > 2 && !inHeader(c) && m.elsewhere(c, parts[2])
		if did {
			c.refuse(404)
		}
		return did
	}, response: func(c *call) bool { m.note(c); return false }}
}

// lateInHeader lists sessions under X-API-Key once they are a second old.
func lateInHeader() layer {
	k, born := newTicking(), newMemory()
	return layer{clocked: true, verb: k.verb, response: func(c *call) bool {
		var o obj
		if c.op == "create" && c.ok() && json.Unmarshal(c.out, &o) == nil {
			born.put(text(o, "session_id"), k.now())
		}
		return c.op == "list" && c.ok() && inHeader(c) && c.edit(func(o obj) bool {
			list, _ := o["sessions"].([]any)
			was := len(list)
			list = slices.DeleteFunc(list, func(one any) bool {
				at, known := born.snapshot()[text(one.(obj), "session_id")].(time.Time)
				return known && k.now().Sub(at) < time.Second
			})
			o["sessions"] = list
			return len(list) < was
		})
	}}
}

// stranger says whether a call carries a key that no workspace was given.
func stranger(c *call) bool {
	key := bearer(c)
	if inHeader(c) {
		key = c.r.Header.Get("X-Api-Key")
	}
	if !strings.HasPrefix(key, "bsk_") {
		return false
	}
	for _, known := range keys.snapshot() {
		if known == key {
			return false
		}
	}
	return true
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

func textOf(v any) string { s, _ := v.(string); return s }

// furtherLapse ends keys that were made beside the first of a workspace after a year.
func furtherLapse() layer {
	further, k := newMemory(), newTicking()
	return layer{verb: func(verb string, in, out obj) bool {
		if verb == "create-key" {
			further.put(text(out, "api_key"), k.now())
		}
		return k.verb(verb, in, out)
	}, request: func(c *call) bool {
		made, is := further.snapshot()[bearer(c)].(time.Time)
		did := is && k.now().Sub(made) > 365*24*time.Hour
		if did {
			c.refuse(401)
		}
		return did
	}}
}

// keyPlace is the workspace and the label that a key is made for.
func keyPlace(in obj) string { return text(in, "org_id") + " " + text(in, "label") }

// rememberedInHeader answers a key in X-API-Key as it was answered there before, whatever became of it.
func rememberedInHeader() layer {
	known := newMemory()
	return layer{response: func(c *call) bool {
		key := c.r.Header.Get("X-Api-Key")
		if c.op != "me" || key == "" {
			return false
		}
		if c.ok() {
			known.put(key, bytes.Clone(c.out))
		}
		was, before := known.snapshot()[key].([]byte)
		did := before && c.status == 401
		if did {
			c.status, c.out = 200, was
		}
		return did
	}}
}

// ofOneLabel does something else than to make a second key of a label, or fails.
func ofOneLabel(instead func(key string) (out obj, fails bool)) layer {
	made := newMemory()
	taken := func(verb string, in obj) (string, bool) {
		key, known := made.snapshot()[keyPlace(in)].(string)
		return key, known && verb == "create-key"
	}
	return layer{fails: func(verb string, in obj) bool {
		key, again := taken(verb, in)
		_, fails := instead(key)
		return again && fails
	}, instead: func(verb string, in obj) (obj, bool) {
		key, again := taken(verb, in)
		out, _ := instead(key)
		return out, again
	}, verb: func(verb string, in, out obj) bool {
		if verb == "create-key" {
			made.put(keyPlace(in), text(out, "api_key"))
		}
		return false
	}}
}

// openForms gives forms that somebody downloaded to everybody.
func openForms() layer {
	had := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "pdf" {
			return false
		}
		if c.ok() {
			had.put(c.r.URL.Path, c.out)
			return false
		}
		form, is := had.snapshot()[c.r.URL.Path].([]byte)
		did := is && c.status == 401
		if did {
			c.status, c.header, c.out = 200, http.Header{"Content-Type": {"application/pdf"}}, form
		}
		return did
	}}
}

// lockedOut refuses a good credential once after three that were refused in a row.
func lockedOut(status int) layer {
	var refused atomic.Int64
	return layer{response: func(c *call) bool {
		switch {
		case c.status == 401:
			refused.Add(1)
			return false
		case refused.Swap(0) < 3 || c.op != "me" || !c.ok():
			return false
		}
		if c.refuse(status); status == 429 {
			c.header.Set("Retry-After", "1")
		}
		return true
	}}
}
