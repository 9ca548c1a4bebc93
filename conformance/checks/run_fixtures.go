package checks

import (
	"fmt"
	"slices"
	"sync"

	"github.com/workspaceintake/intake-go/conformance/report"
)

// memo is a fixture that is made once in a run and then read by many checks.
type memo struct {
	once    sync.Once
	value   any
	ended   any // how the first maker left, when it did not finish
	by      report.Result
	traf    []*exchange
	steps   []*act
	waited  bool
	doubled bool
}

// forget lets fixtures that waited, and those that may have been done twice, be made anew.
func (r *run) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for name, m := range r.memos {
		if m.waited || m.doubled {
			delete(r.memos, name)
		}
	}
}

// shared makes a fixture once. A check that needs a fixture that could not be made ends as its maker did. Whoever waits
// for another check's making gives its place away meanwhile.
func shared[T any](c *C, name string, make func(*C) T) T {
	if c.afresh > 0 {
		name = fmt.Sprintf("%s, for %s, %d", name, c.check.ID, c.afresh)
	}
	c.run.mu.Lock()
	m := c.run.memos[name]
	if m == nil {
		m = &memo{}
		c.run.memos[name] = m
	}
	c.run.mu.Unlock()
	c.run.clock.leave()
	m.once.Do(func() {
		c.run.clock.enter()
		defer c.run.clock.leave()
		m.make(c, func(maker *C) any { return make(maker) })
	})
	c.run.clock.enter()
	c.waited, c.sentTwice = c.waited || m.waited, c.sentTwice || m.doubled
	c.traffic = append(c.traffic, m.traf...)
	c.adopt(m.steps)
	if m.ended != nil {
		by := m.by
		c.result = report.Of(c.check.ID, report.Inconclusive)
		if by.Verdict == report.Blocked {
			c.result.Verdict = report.Blocked
		}
		c.result.Expected, c.result.Got, c.result.Missing = by.Expected, by.Got, by.Missing
		panic(ended{})
	}
	return m.value.(T)
}

func (m *memo) make(c *C, value func(*C) any) {
	maker := &C{run: c.run, ctx: c.run.ctx, check: c.check, afresh: c.afresh}
	defer func() {
		m.traf, m.steps, m.waited, m.doubled = maker.traffic, maker.steps, maker.waited, maker.sentTwice
		if m.ended = recover(); m.ended != nil {
			maker.leaves(m.ended)
			m.by = maker.result
		}
	}()
	m.value = value(maker)
}

// adopt takes over the steps of a fixture, once.
func (c *C) adopt(steps []*act) {
	for _, s := range steps {
		if !slices.Contains(c.steps, s) {
			c.steps = append(c.steps, s)
		}
	}
}
