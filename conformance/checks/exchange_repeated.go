package checks

import "net/http"

// callsOfOne is how often a call of one session is made.
const callsOfOne = 4

// wantEachTime makes a call of a new session again and again, and of another one where that breaks the server: the same call of both
// breaks it where it counts.
func (c *C) wantEachTime(name string, call func(id string) *exchange) {
	brokenAt := func() int {
		id := c.fullSession()
		c.answer(id, "We have 12 employees.")
		for n := range callsOfOne {
			if call(id).status == http.StatusInternalServerError {
				return n + 1
			}
		}
		return 0
	}
	if first := brokenAt(); first > 0 {
		c.want(brokenAt() != first, "an answer to each "+name+" of a session", "500 to call number %d of two sessions", first)
	}
}
