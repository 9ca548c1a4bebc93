package selftest_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"sync"
)

// idVariants are session ids and form keys of other shapes. The text says no more of them than that they are strings.
var idVariants = []variant{
	{"numbers as session ids", func() layer {
		return ofOtherName("session_id", func(n int, _ string) string { return strconv.Itoa(n) })
	}},
	{"large numbers as session ids", func() layer {
		return ofOtherName("session_id", func(n int, _ string) string { return strconv.Itoa(7_000_000_000_000_000_000 + 104_729*n) })
	}},
	{"UUIDs as session ids", func() layer {
		return ofOtherName("session_id", func(_ int, id string) string {
			h := hexOf(id)
			return h[:8] + "-" + h[8:12] + "-4" + h[13:16] + "-a" + h[17:20] + "-" + h[20:32]
		})
	}},
	{"session ids of 240 letters", func() layer {
		return ofOtherName("session_id", func(_ int, id string) string { return strings.Repeat(hexOf(id), 4)[:240] })
	}},
	{"session ids of signs", func() layer {
		return ofOtherName("session_id", func(_ int, id string) string { return "S~" + hexOf(id)[:12] + ":a.b_c-d=@" + hexOf(id)[20:24] })
	}},
	{"session ids with a slash, a space and a percent sign", func() layer {
		return ofOtherName("session_id", func(n int, _ string) string { return fmt.Sprintf("2026/%04d at 100%%", n) })
	}},
	{"session ids in capitals", func() layer {
		return ofOtherName("session_id", func(_ int, id string) string { return strings.ToUpper("01" + hexOf(id)[:24]) })
	}},
	{"form keys with spaces", func() layer {
		return ofOtherName("form_key", func(_ int, key string) string { return strings.ToUpper(strings.ReplaceAll(key, "_", " ")) + " (2016)" })
	}},
	{"form keys as numbers", func() layer {
		return ofOtherName("form_key", func(n int, _ string) string { return strconv.Itoa(100 + n) })
	}},
}

func hexOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// renaming gives ids other names, and knows them again.
type renaming struct {
	member   string // under which they stand in JSON
	name     func(n int, id string) string
	mu       sync.Mutex
	to, from map[string]string
}

func (r *renaming) out(id string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.to[id] == "" {
		r.to[id] = r.name(len(r.to)+1, id)
		r.from[r.to[id]] = id
	}
	return r.to[id]
}

// in is the id that a caller means; one that was never given out is none of ours.
func (r *renaming) in(named string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if id, known := r.from[named]; known {
		return id
	}
	return "none_" + hexOf(named)[:12]
}

// all gives every id in a JSON value its other name.
func (r *renaming) all(v any) {
	walk(v, func(o obj) {
		if id, ok := o[r.member].(string); ok {
			o[r.member] = r.out(id)
		}
		if keys, ok := o[r.member+"s"].([]any); ok {
			for i, key := range keys {
				keys[i] = r.out(fmt.Sprint(key))
			}
		}
	})
}

// ofOtherName gives ids that stand under a member other names, wherever they stand.
func ofOtherName(member string, name func(n int, id string) string) layer {
	r := &renaming{member: member, name: name, to: map[string]string{}, from: map[string]string{}}
	part := map[string]int{"session_id": 3, "form_key": 5}[member]
	return layer{rank: 1, request: func(c *call) bool {
		parts := strings.Split(c.r.URL.EscapedPath(), "/")
		if len(parts) <= part || parts[1] != "org" || parts[2] != "sessions" {
			return false
		}
		named, err := url.PathUnescape(parts[part])
		if err != nil {
			return false
		}
		parts[part] = r.in(named)
		u := *c.r.URL
		u.RawPath = strings.Join(parts, "/")
		u.Path, _ = url.PathUnescape(u.RawPath)
		c.r = c.r.Clone(c.r.Context())
		c.r.URL = &u
		return true
	}, delivery: func(s *shipment) bool {
		var o obj
		if json.Unmarshal(s.body, &o) != nil {
			return false
		}
		r.all(o)
		s.body, _ = json.Marshal(o)
		s.sign(s.secret, s.body)
		return true
	}, response: func(c *call) bool {
		return org(c) && rewritten(func(*call) bool { return true }, func(v any) any { r.all(v); return v }).response(c)
	}, into: func(_ string, in obj) bool {
		id, there := in[member].(string)
		if there {
			in[member] = r.in(id)
		}
		return there
	}, verb: func(_ string, _, out obj) bool {
		r.all(out)
		return false
	}}
}
