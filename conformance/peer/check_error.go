package peer

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// errorCases judge what a client does when a call does not succeed (spec section 7).
var errorCases = []Case{
	{"CLI-ERR-01", func(c *C) {
		for _, at := range []struct {
			status int
			op     operation
		}{{400, submitOp}, {401, meOp}, {402, createOp}, {404, getOp}, {429, meOp}, {500, createOp}} {
			text := "the reason for status " + strconv.Itoa(at.status)
			reply := problem(at.status, text)
			if at.status == 429 {
				reply = reply.With("Retry-After", "1")
			}
			out := c.call(c.Serve(func(Request) Reply { return reply }), at.op)
			if at.status == 429 && out.Broken != nil {
				continue // a client that waits for very long is the matter of CLI-ERR-05
			}
			c.wantFault(out, at.status)
			c.Want(strings.Contains(out.Fault.Detail, text), "the detail "+strconv.Quote(text), "%s", out)
		}
		for _, op := range twelve {
			out := c.call(c.Serve(func(Request) Reply { return problem(404, "no such session for "+op.command) }), op)
			c.wantFault(out, 404)
			c.Want(strings.Contains(out.Fault.Detail, op.command), "the detail \"no such session for "+op.command+"\"", "%s", out)
		}
	}},
	{"CLI-ERR-02", func(c *C) {
		faults := list{
			object{"loc": list{"body", "lobs", 1}, "msg": "Input should be a valid string", "type": "string_type"},
			object{"loc": list{"body", "insured_name"}, "msg": "Field required", "type": "missing"},
		}
		for _, op := range []operation{createOp, answerOp, appointOp} {
			out := c.call(c.Serve(func(Request) Reply { return JSON(422, object{"detail": faults}) }), op)
			c.wantFault(out, 422)
			got := list{}
			for _, f := range out.Fault.Fields {
				got = append(got, object{"loc": normal(f.Loc), "msg": f.Msg, "type": f.Type})
			}
			c.Want(same(got, faults), "every loc, msg and type: "+show(faults), "%s", show(got))
		}
	}},
	{"CLI-ERR-03", func(c *C) {
		reply := problem(402, "the plan's cap is reached")
		for _, reply := range []Reply{reply, reply.With("Retry-After", "1")} {
			out := c.call(c.Serve(func(Request) Reply { return reply }), createOp)
			n := len(c.To(createOp.method, createOp.path))
			c.Want(n == 1, "1 request", "%s", plural(n, "request"))
			c.wantFault(out, 402)
		}
	}},
	{"CLI-ERR-04", func(c *C) {
		c.refused(answerOp, 2*time.Second)
		for _, op := range []operation{extractOp, fillOp, riskOp} { // spec section 8: each of the heavy ones
			c.refused(op, time.Second)
		}
		c.refused(answerOp, time.Second, time.Second)
	}},
	{"CLI-ERR-05", func(c *C) {
		const plenty = 100
		asked := 0
		base := c.Serve(func(r Request) Reply {
			if asked++; asked > plenty { // the client has shown enough, and shall not hold up the run
				return ordinary(r)
			}
			return problem(429, "too many").With("Retry-After", "1")
		})
		out := c.call(base, meOp)
		c.Want(asked <= plenty && out.Broken == nil, "an error after a bounded number of tries", "after %s: %s", plural(asked, "request"), out)
		c.asked("an error", out)
		c.Want(out.Fault != nil, "an error", "%s", out)
	}},
	{"CLI-ERR-06", func(c *C) {
		for _, reply := range []Reply{Raw(502, "text/html", "<html><h1>Bad Gateway</h1></html>"), Raw(503, "text/plain", "")} {
			c.wantFault(c.call(c.Serve(func(Request) Reply { return reply }), createOp), reply.Status)
		}
	}},
	{"CLI-ERR-07", func(c *C) {
		out := c.call(c.Serve(func(Request) Reply { return problem(404, "the form was not filled yet") }), downloadOp)
		c.wantFault(out, 404)
	}},
	{"CLI-ERR-08", func(c *C) {
		out := c.call(c.Serve(func(Request) Reply { return problem(401, "the key is not known") }), meOp)
		c.wantFault(out, 401)
		n := len(c.To(meOp.method, meOp.path))
		c.Want(n <= 2, "one report and no loop", "%s", plural(n, "request"))
	}},
	{"CLI-ERR-09", secretsShow},
	{"CLI-ERR-10", redirected},
}

// wantFault wants an error that carries the status.
func (c *C) wantFault(out Outcome, status int) {
	c.asked("an error with status "+strconv.Itoa(status), out)
	c.Want(out.Broken == nil, "an error with status "+strconv.Itoa(status), "%s", out)
	c.Want(out.Fault != nil && out.Fault.Status == status, "an error with status "+strconv.Itoa(status), "%s", out)
}

// refused judges a call whose first requests are refused, each with a wait.
func (c *C) refused(op operation, waits ...time.Duration) {
	served := 0
	base := c.Serve(func(r Request) Reply {
		if !op.is(r) || served == len(waits) {
			return ordinary(r)
		}
		served++
		return problem(429, "too many").With("Retry-After", strconv.Itoa(int(waits[served-1].Seconds())))
	})
	out := c.call(base, op)
	all := c.To(op.method, op.path)
	for i, wait := range waits {
		c.Want(len(all) > i+1, "another request of "+op.command+" after "+wait.String(), "none came: %s", out)
		gap := all[i+1].At - all[i].At
		c.Want(gap >= wait-20*time.Millisecond, "the next request of "+op.command+" not before "+wait.String(), "it came after %v", gap.Round(time.Millisecond))
	}
	c.WantOK("success of "+op.command+" after the wait", out)
}

func secretsShow(c *C) {
	const access, refresh, signing = "at_3Xq8Zk1WvT7y", "rt_9Lm2Pc4RsD6u", "whsec_5Hn7Bd1GfJ3e"
	for _, reply := range []Reply{problem(401, "no"), problem(500, "no"), Raw(502, "text/html", "<p>no"), {Cut: true}} {
		base := c.Serve(func(Request) Reply { return reply })
		for _, op := range []operation{meOp, submitOp} {
			c.asked("no secret in any output", c.call(base, op))
		}
	}
	c.try(Command{Command: "verify_webhook", Params: map[string]any{
		"secret": signing, "headers": object{"X-Service-Signature": "sha256=00"}, "body_base64": "e30="}})
	a := newAuthServer()
	a.access, a.refresh = access, refresh
	base := c.Serve(a.plan)
	c.try(Command{Command: "sign_in_device", BaseURL: base, Account: "shown", Params: map[string]any{"client_id": "cli_1"}})
	said := c.driver.Said()
	for _, secret := range [][2]string{{"the API key", c.key}, {"the access token", access}, {"the refresh token", refresh}, {"the signing secret", signing}} {
		c.Want(!strings.Contains(said, secret[1]), "no secret in any output", "%s stands in what the driver wrote", secret[0])
	}
}

func redirected(c *C) {
	for _, status := range []int{302, 307, 308} {
		other := c.Serve(func(Request) Reply { return JSON(200, identity()) })
		elsewhere := c.servers[len(c.servers)-1]
		base := c.Serve(func(Request) Reply { return problem(status, "moved").With("Location", other+"/org/me") })
		for _, op := range []operation{meOp, answerOp} {
			c.asked("no credential at another origin", c.call(base, op))
		}
		for _, r := range elsewhere.seen() {
			leaked := strings.Contains(r.Header.Get("Authorization"), c.key) || slices.Contains(r.Header.Values("X-Api-Key"), c.key)
			c.Want(!leaked, "no credential at another origin", "after a %d the key arrived there", status)
		}
	}
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
