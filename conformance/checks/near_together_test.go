package checks_test

import (
	"net/http"
	"sync/atomic"
)

// nearTogether are choices that come near the faults of what two do at one time.
func nearTogether() []plant {
	return []plant{
		{"OAUTH-CODE-02", "a second sign-in of a person takes the place of the first", lastCode(func(client, org string) string { return client + " " + org })},
		{"OAUTH-CODE-04", "a second sign-in of a person takes the place of the first", lastCode(func(client, org string) string { return client + " " + org })},
		{"API-ANSWER-01", "one turn of a session at a time, others are 409", oneAtATime("answer", 409)},
		{"API-ANSWER-01", "one turn of a session at a time, others are 429", oneAtATime("answer", 429)},
		{"API-ANSWER-01", "one turn of a session at a time, others are 503", oneAtATime("answer", 503)},
		{"API-ANSWER-01", "two turns at one time break the server once", brokenOnce()},
		{"OAUTH-CODE-02", "a client is of the workspace that signed in to it first", ofFirstWorkspace()},
		{"OAUTH-CODE-02", "a connection that is kept breaks before the answer", brittle("token")},
		{"LIM-01", "a connection that is kept breaks before the answer", brittle("create")},
	}
}

// brittle does a call and breaks the connection before its answer, where it is to be kept for another one.
func brittle(op string) layer {
	return layer{write: func(_ http.ResponseWriter, c *call) bool {
		if c.op == op && !c.r.Close {
			panic(http.ErrAbortHandler)
		}
		return false
	}, response: func(c *call) bool { return c.op == op && !c.r.Close }}
}

// ofFirstWorkspace gives the code of another workspace than the first of a client no token.
func ofFirstWorkspace() layer {
	first, others := newMemory(), newMemory()
	return layer{verb: func(verb string, in, out obj) bool {
		if verb == "authorize" {
			org, _ := first.keep(asked(in).Get("client_id"), func() any { return text(in, "org_id") })
			if org != text(in, "org_id") {
				others.put(codeOf(out), true)
			}
		}
		return false
	}, request: func(c *call) bool {
		_, did := others.snapshot()[form(c).Get("code")]
		if did = did && c.op == "token"; did {
			c.noGrant()
		}
		return did
	}}
}

// brokenOnce breaks at the second of two turns at one time, once.
func brokenOnce() layer {
	l, once := oneAtATime("answer", 500), new(atomic.Bool)
	broken := l.request
	l.request = func(c *call) bool {
		did := broken(c)
		if did && once.Swap(true) {
			c.status, did = 0, false
		}
		return did
	}
	return l
}
