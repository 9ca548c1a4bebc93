package checks

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/conformance/report"
)

// Checks sign in beside each other, and read with tokens of before. A server may let each new sign-in end the tokens of the one
// before: the text says nothing of it. What fails for a refused token there is judged again alone, with tokens of its own.

// What checks share of tokens.
const (
	sharedToken  = "token"
	foreignToken = "foreign token"
	tokenWalk    = "walk with a token"
	tokenSession = "session of a token"
	tokensBeside = "sign-ins beside each other"
)

// settled says that a verdict is not owed to a token that was refused.
func settled(one report.Result) bool {
	return one.Verdict == report.Pass || one.Verdict == report.Observed || one.Verdict == report.Blocked
}

// refusesToken says whether an exchange is the refusal of a token that the run was given.
func (r *run) refusesToken(x *exchange) bool {
	if bearer, is := strings.CutPrefix(x.req.header.Get("Authorization"), "Bearer "); is {
		return x.status == 401 && r.isToken(bearer)
	}
	if !x.req.spends || x.status/100 != 4 {
		return false
	}
	form, _ := url.ParseQuery(string(x.req.body))
	return r.isToken(form.Get("refresh_token"))
}

// supplants says whether further sign-ins of a workspace end the token of an earlier one, which worked until then. A server may let a few of
// them live beside each other.
func (r *run) supplants(ctx context.Context) (ends bool) {
	const further = 10
	r.clock.enter()
	defer r.clock.leave()
	c := &C{run: r, ctx: ctx, check: Check{ID: "sign-in"}}
	c.maybe(func() {
		ws := c.own()
		status := func(t *tokens) int { return c.get("/org/me", as(t.Access)).status }
		first := c.tokenOf(ws.OrgID)
		once, twice := status(first), status(first) // one that is good for a single call is another matter
		var last *tokens
		for range further {
			last = c.tokenOf(ws.OrgID)
		}
		ends = once == 200 && twice == 200 && status(first) == 401 && status(last) == 200
	})
	return ends
}

// alone judges checks one after the other, each with tokens that nobody signed in after.
func (r *run) alone(ctx context.Context, list []Check) (results []report.Result) {
	for _, one := range list {
		r.forgetTokens()
		again, _ := r.batch(ctx, []Check{one}, func(report.Result, marks) bool { return false }, nil)
		results = slices.Concat(results, again)
	}
	return results
}

// forgetTokens lets the tokens that checks share be got anew, and what was done with them be done once more.
func (r *run) forgetTokens() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, name := range []string{sharedToken, foreignToken, tokenWalk, tokenSession, tokensBeside} {
		delete(r.memos, name)
	}
}
