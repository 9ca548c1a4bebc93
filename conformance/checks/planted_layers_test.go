package checks_test

import (
	"encoding/json"
	"fmt"
	"strings"
)

// later_ says whether an operation succeeded before at the same path.
func later_(op string) func(*call) bool {
	seen := newMemory()
	return func(c *call) bool {
		if c.op != op || c.status == 0 || !c.ok() {
			return false
		}
		_, known := seen.keep(c.r.URL.Path, func() any { return true })
		return known
	}
}

func without(member string) func(*call) bool {
	return func(c *call) bool {
		var o obj
		_ = json.Unmarshal(c.in, &o)
		_, there := o[member]
		return !there
	}
}

// firstIdentity answers every identity as the first.
func firstIdentity() layer {
	first := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "me" || !c.ok() {
			return false
		}
		old, known := first.keep("me", func() any { return string(c.out) })
		c.out = []byte(old.(string))
		return known
	}}
}

// deduplicated answers a create of a name that is known with the session of that name.
func deduplicated() layer {
	first := newMemory()
	return reply("create", func(o obj) bool {
		old, known := first.keep(text(o, "insured_name"), func() any { return o["session_id"] })
		o["session_id"] = old
		return known
	})
}

// racingIDs gives creates of one moment one id, as ids made of the time do.
func racingIDs() layer {
	var gate = make(chan struct{}, 1)
	first := newMemory()
	return layer{request: func(c *call) bool {
		if c.op != "create" {
			return false
		}
		select {
		case gate <- struct{}{}:
			c.r.Header.Set("X-First", "1")
			return false
		default:
			return false
		}
	}, response: func(c *call) bool {
		if c.op != "create" || !c.ok() {
			return false
		}
		if c.r.Header.Get("X-First") != "" {
			pause(20e6)
			var o obj
			_ = json.Unmarshal(c.out, &o)
			first.byKey["id"] = o["session_id"]
			<-gate
			return false
		}
		return c.edit(func(o obj) bool { o["session_id"] = "ses_of_this_moment"; return true })
	}}
}

// chosenBy creates in the workspace that a member of the body names.
func chosenBy(member string) func(c *call) bool {
	return func(c *call) bool { return strings.Contains(string(c.in), member) && chosenByBody(c) }
}

func chosenByHeader(c *call) bool {
	for org, key := range keys.snapshot() {
		for name, values := range c.r.Header {
			if name != "Authorization" && len(values) == 1 && values[0] == org {
				c.r.Header.Set("Authorization", "Bearer "+key.(string))
				return true
			}
		}
	}
	return false
}

func chosenByQuery(c *call) bool {
	for org, key := range keys.snapshot() {
		if strings.Contains(c.r.URL.RawQuery, org) {
			c.r.Header.Set("Authorization", "Bearer "+key.(string))
			return true
		}
	}
	return false
}

// firstRead finds nothing at the first read of each session.
func firstRead() layer {
	seen := newMemory()
	return layer{request: func(c *call) bool {
		if c.op != "get" {
			return false
		}
		if _, known := seen.keep(c.r.URL.Path, func() any { return true }); known {
			return false
		}
		c.refuse(404)
		return true
	}}
}

// noLimit takes a limit out of the query; the empty text takes out any that is a number.
func noLimit(value string) layer {
	return layer{request: func(c *call) bool {
		q := c.r.URL.Query()
		got := q.Get("limit")
		if c.op != "list" || got == "" || value != "" && got != value || value == "" && strings.Trim(got, "0123456789") != "" {
			return false
		}
		q.Del("limit")
		u := *c.r.URL
		u.RawQuery = q.Encode()
		c.r = c.r.Clone(c.r.Context())
		c.r.URL = &u
		return true
	}}
}

func limitPlus(n int) layer {
	return layer{request: func(c *call) bool {
		q := c.r.URL.Query()
		var limit int
		if _, err := fmt.Sscan(q.Get("limit"), &limit); c.op != "list" || err != nil || limit > 5 {
			return false
		}
		q.Set("limit", fmt.Sprint(limit+n))
		u := *c.r.URL
		u.RawQuery = q.Encode()
		c.r = c.r.Clone(c.r.Context())
		c.r.URL = &u
		return true
	}}
}

// stale shows a member of each summary as it was at first.
func stale(member string) layer {
	first := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "create" && c.ok() {
			return c.edit(func(o obj) bool {
				first.keep(text(o, "session_id"), func() any { return o[member] })
				return false
			})
		}
		return c.op == "list" && c.ok() && c.edit(func(o obj) bool {
			list, _ := o["sessions"].([]any)
			did := false
			for _, one := range list {
				s := one.(obj)
				old, known := first.snapshot()[text(s, "session_id")]
				if known && old != s[member] {
					s[member], did = old, true
				}
			}
			return did
		})
	}}
}

// forgetful keeps the values of the last turn only.
func forgetful() layer {
	last := newMemory()
	return layer{response: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		if c.op == "answer" && c.ok() {
			return c.edit(func(o obj) bool {
				set, _ := o["set_fields"].(obj)
				last.mu.Lock()
				defer last.mu.Unlock()
				last.byKey[parts[2]] = set
				return false
			})
		}
		return c.op == "get" && c.ok() && c.edit(func(o obj) bool {
			set, known := last.snapshot()[parts[2]]
			if known {
				o["field_values"] = set
			}
			return known
		})
	}}
}
