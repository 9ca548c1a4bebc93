package peer

import "slices"

// Cases lists every case in the order of the catalogue.
func Cases() []Case {
	return slices.Concat(requestCases, decodeCases, flowCases, errorCases, deviceCases, tokenCases, browserCases, webhookCases, gapCases)
}

// gapCases record choices that the specification leaves open.
var gapCases = []Case{{"GAP-64", retries}}

// retries counts the requests of each operation when the server fails and when the connection breaks.
func retries(c *C) {
	choice := ""
	for _, op := range []operation{getOp, createOp, answerOp, submitOp} {
		for _, reply := range []Reply{problem(500, "failed"), {Cut: true}} {
			c.asked("a call", c.call(c.Serve(func(Request) Reply { return reply }), op))
			fault := "after a 500"
			if reply.Cut {
				fault = "after a lost connection"
			}
			choice += op.command + " " + fault + ": " + plural(len(c.Requests()), "request") + "; "
		}
	}
	c.Note("%s", choice)
}
