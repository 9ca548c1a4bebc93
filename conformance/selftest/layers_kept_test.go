package selftest_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Servers on which something stays that was of another call, or goes with a call that it is not of.

// foreignName says whether a call sends a file whose name has a letter beyond ASCII.
func foreignName(op string) func(c *call) bool {
	return func(c *call) bool {
		_, rest, _ := bytes.Cut(c.in[:min(len(c.in), 600)], []byte(`filename="`))
		name, _, named := bytes.Cut(rest, []byte(`"`))
		return c.op == op && named && bytes.ContainsFunc(name, func(r rune) bool { return r > unicode.MaxASCII })
	}
}

// exchanged reads one of two texts of a file, which are of one length, as the other one.
func exchanged(one, other string) layer {
	return layer{request: func(c *call) bool {
		if c.op != "extract" || !bytes.Contains(c.in, []byte(one)) || !bytes.Contains(c.in, []byte(other)) {
			return false
		}
		const between = "\x00"
		for _, to := range [][2]string{{one, between}, {other, one}, {between, other}} {
			c.in = bytes.ReplaceAll(c.in, []byte(to[0]), []byte(to[1]))
		}
		return true
	}}
}

// readFor reads texts of a file as others of the same length, each before what it is read as.
func readFor(texts ...string) layer {
	return layer{request: func(c *call) (did bool) {
		for i := 0; i < len(texts) && c.op == "extract"; i += 2 {
			did = did || bytes.Contains(c.in, []byte(texts[i]))
			c.in = bytes.ReplaceAll(c.in, []byte(texts[i]), []byte(texts[i+1]))
		}
		return did
	}}
}

// goneOnceRefused has no form of a session any more whose submission was refused; values says that its values are gone instead.
func goneOnceRefused(values bool) layer {
	refused := newMemory()
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		switch gone := refused.snapshot()[id] != nil; {
		case c.op == "submit" && c.status/100 == 4:
			refused.put(id, true)
		case c.op == "fill" && c.ok():
			refused.put(id, nil)
		case gone && values && c.op == "get" && c.ok():
			return c.edit(func(o obj) bool { o["field_values"] = obj{}; return true })
		case gone && !values && c.op == "pdf" && c.ok():
			c.refuse(http.StatusNotFound)
			return true
		}
		return false
	}}
}

// withoutPlace leaves one session out of lists of more than some, by its place from the one that was made last.
func withoutPlace(place int) layer {
	var mu sync.Mutex
	made := map[string][]string{} // by key, the last one first
	return layer{response: func(c *call) bool {
		mu.Lock()
		defer mu.Unlock()
		key := bearer(c)
		if c.op == "create" && c.ok() {
			c.edit(func(o obj) bool { made[key] = slices.Insert(made[key], 0, text(o, "session_id")); return false })
		}
		return c.op == "list" && c.ok() && len(made[key]) > 3 && c.edit(func(o obj) bool {
			all, _ := o["sessions"].([]any)
			left := slices.DeleteFunc(slices.Clone(all), func(one any) bool { return text(one.(obj), "session_id") == made[key][place] })
			o["sessions"] = left
			return len(left) < len(all)
		})
	}}
}

// saidInTheNext completes each appointment request of a workspace at the platform by the one before it.
func saidInTheNext() layer {
	return layer{verb: func(verb string, _, out obj) bool {
		all, _ := out["appointments"].([]any)
		did := false
		for i := 1; i < len(all); i++ {
			for name, v := range all[i-1].(obj) {
				if one := all[i].(obj); text(one, name) == "" && v != "" {
					one[name], did = v, true
				}
			}
		}
		return did && verb == "list-submissions"
	}}
}

// heardElsewhere hears a message as a greeting that another session of the workspace was told before.
func heardElsewhere() layer {
	told := newMemory()
	return layer{request: func(c *call) bool {
		return c.requested("answer", func(o obj) bool {
			said := bearer(c) + " " + message(o)
			before := told.snapshot()[said]
			told.put(said, sessionIn(c))
			if before == nil || before == sessionIn(c) {
				return false
			}
			o["message"] = otherwiseSaid
			return true
		})
	}}
}

// closedBy counts so many questions fewer as pending once there was such a call on a session.
func closedBy(count float64, such func(c *call) bool) layer {
	closed := newMemory()
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		if such(c) {
			closed.put(id, true)
		}
		return c.op == "get" && c.ok() && closed.snapshot()[id] != nil && c.edit(func(o obj) bool {
			open, _ := o["pending_count"].(float64)
			o["pending_count"] = max(0, open-count)
			return open > 0
		})
	}}
}

// loudForTokens tells the name of a session that a token made in capitals once it is read.
func loudForTokens() layer {
	made := newMemory()
	return layer{response: func(c *call) bool {
		var o obj
		if c.op == "create" && c.ok() && oauth(c) && json.Unmarshal(c.out, &o) == nil {
			made.put(text(o, "session_id"), true)
		}
		_, loud := made.snapshot()[sessionIn(c)]
		return c.op == "get" && c.ok() && loud && c.edit(func(o obj) bool {
			o["insured_name"] = strings.ToUpper(text(o, "insured_name"))
			return true
		})
	}}
}
