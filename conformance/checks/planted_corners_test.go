package checks_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"sync"
)

// beyond says whether a request names an insured with a letter past a bound.
func beyond(last rune) func(*call, obj) bool {
	return func(_ *call, o obj) bool {
		return strings.IndexFunc(text(o, "insured_name"), func(r rune) bool { return r > last }) >= 0
	}
}

// renamed changes the name in the create reply and in the detail.
func renamed(change func(string) string) layer {
	return reply("create get", func(o obj) bool {
		was := text(o, "insured_name")
		o["insured_name"] = change(was)
		return o["insured_name"] != was
	})
}

// carried adds every document that was attached anywhere to every submission.
func carried() layer {
	var mu sync.Mutex
	seen := []any{}
	return layer{request: func(c *call) bool {
		if c.op == "documents" {
			if _, rest, found := bytes.Cut(c.in, []byte("\r\n\r\n")); found {
				if at := bytes.LastIndex(rest, []byte("\r\n--")); at > 0 {
					mu.Lock()
					defer mu.Unlock()
					seen = append(seen, obj{"name": "d", "kind": "document", "size": float64(at), "sha256": digestOf(rest[:at])})
				}
			}
		}
		return false
	}, verb: submissions(func(files []any) []any {
		mu.Lock()
		defer mu.Unlock()
		return append(files, seen...)
	})}
}

// plantedCorners are faults that show in one corner only: some letters, one kind of request, the second of two things.
func plantedCorners() []plant {
	return []plant{
		{"API-CREATE-01", "a create with lines of business is answered 201", where(inBody(`"lobs":["`), code("create", 200, 201))},
		{"API-CREATE-09", "letters beyond ASCII are dropped from the name", renamed(func(s string) string {
			return strings.Map(func(r rune) rune {
				if r > 127 {
					return -1
				}
				return r
			}, s)
		})},
		{"API-CREATE-09", "the name is cut at 100 bytes", renamed(func(s string) string { return s[:min(len(s), 100)] })},
		{"API-CREATE-16", "names beyond ASCII are refused", strict("create", 422, beyond(127))},
		{"API-CREATE-16", "names beyond Latin break the server", strict("create", 500, beyond(255))},
		{"API-CREATE-26", "an object in the body chooses the workspace", layer{request: chosenBy(`"id":"`)}},
		{"API-CREATE-27", "a session with letters beyond ASCII is lost", lostSessions()},
		{"API-DOCS-03", "documents of another session are sent, too", carried()},
	}
}

func inBody(part string) func(*call) bool {
	return func(c *call) bool { return bytes.Contains(c.in, []byte(part)) }
}

// lostSessions finds no session that was made with a letter beyond ASCII.
func lostSessions() layer {
	lost := newMemory()
	return layer{request: func(c *call) bool {
		_, gone := lost.snapshot()[c.r.URL.Path]
		if c.op == "get" && gone {
			c.refuse(404)
		}
		return c.op == "get" && gone
	}, response: func(c *call) bool {
		if c.op == "create" && c.ok() && bytes.ContainsFunc(c.in, func(r rune) bool { return r > 127 }) {
			c.edit(func(o obj) bool {
				lost.keep("/org/sessions/"+text(o, "session_id"), func() any { return true })
				return false
			})
		}
		return false
	}}
}

func digestOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
