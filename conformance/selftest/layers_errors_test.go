package selftest_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// requestedOnce takes one appointment request of a workspace, and looks at that before anything else.
func requestedOnce() layer {
	had := newMemory()
	return layer{request: func(c *call) bool {
		did := c.op == "appointment" && had.snapshot()[bearer(c)] != nil
		if did {
			c.refuse(409)
		}
		return did
	}, response: func(c *call) bool {
		did := c.op == "appointment" && c.ok()
		if did {
			had.put(bearer(c), true)
		}
		return did
	}}
}

// everyCall is the list of operations under /org.
const everyCall = "me create list get answer extract documents fill pdf risk submit appointment"

// refusedInWords answers an upload that is no PDF with a detail in words.
func refusedInWords(status int) layer {
	return layer{response: func(c *call) bool {
		did := c.op == "extract" && bytes.Contains(c.in, []byte("text/plain"))
		if did {
			c.answer(status, obj{"detail": "The file is no PDF."})
		}
		return did
	}}
}

// noUTF8 answers a turn whose body is no UTF-8.
func noUTF8(answer func(c *call)) layer {
	return layer{request: func(c *call) bool {
		did := c.op == "answer" && !utf8.Valid(c.in)
		if did {
			answer(c)
		}
		return did
	}}
}

// replaced puts the sign of what is no letter in the place of bytes that are no UTF-8.
func replaced(c *call) { c.in = bytes.ToValidUTF8(c.in, []byte("\ufffd")) }

// breaksAt answers some bodies of an operation as a server that broke does.
func breaksAt(op string, by func(in []byte) bool) layer {
	return layer{request: func(c *call) bool {
		did := c.op == op && by(c.in)
		if did {
			c.refuse(500)
		}
		return did
	}}
}

// inError changes the JSON of errors of one status, at some operations.
func inError(status int, ops string, body string) layer {
	return layer{response: func(c *call) bool {
		if c.status != status || !among(ops, c.op) || !org(c) {
			return false
		}
		c.out = []byte(body)
		return true
	}}
}

// inFault changes each fault of a 422.
func inFault(do func(f obj)) layer {
	return layer{response: func(c *call) bool {
		return c.status == 422 && org(c) && c.edit(func(o obj) bool {
			list, _ := o["detail"].([]any)
			for _, f := range list {
				do(f.(obj))
			}
			return len(list) > 0
		})
	}}
}

// badBody answers bodies that are not a JSON object in another way.
func badBody(match func(in string) bool, status int) layer {
	return layer{request: func(c *call) bool {
		if c.op != "create" && c.op != "answer" || !match(strings.TrimSpace(string(c.in))) {
			return false
		}
		if status == 200 {
			c.answer(200, obj{"session_id": "ses_x", "message": "x"})
		} else {
			c.refuse(status)
		}
		return true
	}}
}

// crash answers some input with an error of the server.
func crash(when func(c *call) bool) layer {
	return layer{request: func(c *call) bool {
		did := when(c)
		if did {
			c.answer(500, obj{"detail": "Internal error"})
		}
		return did
	}}
}

// unread answers bodies that are no JSON object with another status.
func unread(op string, status int) layer {
	return layer{response: func(c *call) bool {
		var o obj
		did := c.op == op && c.status/100 == 4 && (json.Unmarshal(c.in, &o) != nil || o == nil)
		if did {
			c.refuse(status)
		}
		return did
	}}
}

func beyondASCII(r rune) bool { return r > 127 }

// firstValue reads a body up to the end of its first JSON value.
func firstValue(op string) layer {
	return layer{request: func(c *call) bool {
		var first json.RawMessage
		did := c.op == op && !json.Valid(c.in) && json.NewDecoder(bytes.NewReader(c.in)).Decode(&first) == nil
		if did {
			c.in = first
		}
		return did
	}}
}

// quotedKey answers a request for a form whose key has a quote and that is not there.
func quotedKey(answer func(c *call, key string)) layer {
	return layer{response: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		did := c.op == "pdf" && c.status == 404 && strings.Contains(c.r.URL.Path, `"`)
		if did {
			answer(c, parts[4])
		}
		return did
	}}
}
