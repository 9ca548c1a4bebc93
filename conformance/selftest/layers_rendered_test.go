package selftest_test

import (
	"net/http"
	"time"
)

// renderedLater has the forms of the first fill of a session to be listed and fetched some time after its answer.
func renderedLater(after time.Duration) layer {
	k, due := newTicking(), newMemory()
	waits := func(c *call) bool {
		at, filled := due.snapshot()[sessionIn(c)].(time.Time)
		return filled && k.now().Before(at)
	}
	return layer{clocked: true, verb: k.verb, response: func(c *call) bool {
		switch {
		case c.op == "fill" && c.ok():
			due.keep(sessionIn(c), func() any { return k.now().Add(after) })
		case c.op == "get" && c.ok() && waits(c):
			return c.edit(func(o obj) bool { o["filled_forms"] = []any{}; return true })
		case c.op == "pdf" && c.ok() && waits(c):
			c.refuse(http.StatusNotFound)
			return true
		}
		return false
	}}
}
