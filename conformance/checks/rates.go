package checks

import (
	"slices"
	"time"
)

// oneRate fails the check when a rate that is spent with one credential is not spent with another of the same workspace.
// The first one is refused before and after each of two calls that are served: no room came meanwhile.
func (c *C) oneRate(index int) {
	op := heavy[index]
	c.maybe(func() {
		ws, id, x := c.burst(index, 30)
		c.needs(x != nil, "status 429 past a low rate of "+op.name, "none")
		named := map[string]option{"the key in X-API-Key": inHeader(ws.Key)}
		c.maybe(func() {
			var made Workspace
			c.hook("create-key", obj{"org_id": ws.OrgID, "label": "Second"}, &made)
			c.run.secret(made.Key, "INTAKE_API_KEY_SECOND")
			c.needs(made.Key != "", "a second key", "none")
			named["a second key"] = as(made.Key)
		})
		c.maybe(func() { named["a token"] = as(c.tokenOf(ws.OrgID).Access) })
		refused := func() bool { return op.call(c, id, as(ws.Key), impatient).status == 429 }
		for name, credential := range named {
			served := 0
			for range 2 {
				if before, x := refused(), op.call(c, id, credential, impatient); before && x.ok() && refused() {
					served++
				}
			}
			c.want(served < 2, "one rate of "+op.name+" for the whole workspace", "%s is served where the key is refused", name)
		}
	})
}

// spell is a heavy operation whose rate is spent, and what it asks for.
type spell struct {
	name  string
	call  func() *exchange
	until time.Time // on the clock of the run
}

// spentOthers spends the rates of the heavy operations beside answers. One that is not refused is left to others to judge.
func (c *C) spentOthers() []spell {
	var all []spell
	for i := 1; i < len(heavy); i++ {
		c.maybe(func() {
			ws, id, x := c.burst(i, burstWindow)
			c.needs(x != nil, "status 429 past a low rate", "none")
			call := func() *exchange { return heavy[i].call(c, id, as(ws.Key), impatient) }
			x, pause := insisted(x, call)
			if x.status == 429 && pause <= maxPause {
				all = append(all, spell{heavy[i].name, call, c.run.clock.passed().Add(pause + time.Second)})
			}
		})
	}
	return all
}

// wantServedAfter fails the check unless each operation is served once the pause that it asked for has passed, and a second.
func (c *C) wantServedAfter(all []spell) {
	slices.SortFunc(all, func(a, b spell) int { return a.until.Compare(b.until) })
	for _, one := range all {
		if left := one.until.Sub(c.run.clock.passed()); left > 0 {
			c.wait(left)
		}
		x := c.served(one.call)
		c.want(x.status != 429, "a call of "+one.name+" to go through after Retry-After and a second", "%s", x)
	}
}
