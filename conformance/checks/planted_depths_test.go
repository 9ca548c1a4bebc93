package checks_test

import (
	"bytes"
)

// plantedDepths are faults that odd bodies show, and sessions that have more than others.
func plantedDepths() []plant {
	return []plant{
		{"ERR-06", "a body that is nested deeply breaks the server", breaksAt("create", func(in []byte) bool {
			return bytes.Contains(in, bytes.Repeat([]byte("["), 10001)) && bytes.HasSuffix(in, []byte("]}"))
		})},
		{"ERR-06", "a line of business that every object has breaks the server", breaksAt("create", func(in []byte) bool { return bytes.Contains(in, []byte(`["constructor"`)) })},
		{"ERR-06", "a percent sign in a name breaks the server", breaksAt("create", func(in []byte) bool { return bytes.Contains(in, []byte("% ")) })},
		{"LIM-14", "a spent rate of risk is one of the detail of filled sessions", detailOfFilled()},
	}
}

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

// detailOfFilled refuses to show a session that was filled while the rate of risk of its workspace is spent.
func detailOfFilled() layer {
	filled, spent := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		switch {
		case c.op == "fill" && c.ok():
			filled.put(parts[2], true)
		case c.op == "risk":
			spent.put(bearer(c), c.status == 429)
		}
		did := c.op == "get" && c.ok() && filled.snapshot()[parts[2]] != nil && spent.snapshot()[bearer(c)] == true
		if did {
			c.refuse(429)
			c.header.Set("Retry-After", "30")
		}
		return did
	}}
}
