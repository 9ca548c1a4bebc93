package checks_test

import "strings"

// nearEntries are choices near the faults of the ways in.
func nearEntries() []plant {
	return []plant{
		{"OAUTH-CODE-01", "an address has no query", addressRefused("?")},
		{"OAUTH-CODE-02", "an address has no escapes", addressRefused("%")},
		{"OAUTH-CODE-06", "a state is needed, and short", layer{fails: func(verb string, in obj) bool {
			state := asked(in).Get("state")
			return verb == "authorize" && (state == "" || len(state) > 255)
		}}},
		{"OAUTH-CODE-07", "exchanges of a code at one time get the same tokens", spentLate("code", true)},
		{"OAUTH-DEV-16", "polls of a device_code at one time get the same tokens", spentLate("device_code", true)},
		{"AUTH-09", "a session is submitted once", once("submit")},
		{"AUTH-09", "an appointment is asked for once", once("appointment")},
		{"LIM-13", "calls on sessions that are not there count", countedWhereAsked()},
		{"LIM-09", "one turn of a session at a time", oneAtATime("answer", 409)},
	}
}

// addressRefused registers no address with some mark.
func addressRefused(mark string) layer {
	return layer{request: func(c *call) bool {
		did := c.op == "register" && strings.Contains(string(c.in), mark)
		if did {
			c.refuse(400)
		}
		return did
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

// countedWhereAsked refuses answers of a workspace with a rate once it has asked for two sessions that it does not see.
func countedWhereAsked() layer {
	missed, rated := newMemory(), newMemory()
	return layer{verb: notesRates(rated, ""), response: func(c *call) bool {
		n, _ := missed.snapshot()[bearer(c)].(int)
		if c.op == "answer" && c.status == 404 {
			missed.put(bearer(c), n+1)
		}
		did := c.op == "answer" && n >= 2
		if did && rated.snapshot()[bearer(c)] != nil {
			c.refuse(429)
			c.header.Set("Retry-After", "30")
		}
		return did
	}}
}
