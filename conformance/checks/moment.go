package checks

import (
	"net/http"
	"time"
)

// skew bounds how far created_at may be from the time that an event is at: zones differ by more.
const skew = 10 * time.Minute

// wantMoment fails the check unless a time is that of an attempt, give or take, by the clock that the hook moves, by this
// machine's, or by the one that the server's answers are dated with.
func (c *C) wantMoment(a arrival, at time.Time) {
	ahead, dated := c.serverClock()
	nows := []time.Time{a.start.Add(ahead), a.came, a.came.Add(dated)}
	for _, earlier := range c.run.clock.before() {
		nows = append(nows, a.came.Add(earlier+ahead))
	}
	for _, now := range nows {
		if off := at.Sub(now).Abs(); off <= skew {
			return
		}
	}
	off := at.Sub(a.start.Add(ahead)).Round(time.Second)
	c.fail("created_at as the time of the event in UTC", "%s, which is off by %v", what(a.object(), "created_at"), off)
}

// firstOf says whether nothing with the same created_at came before.
func (b *mailbox) firstOf(a arrival) bool {
	for _, one := range b.all() {
		if one.object()["created_at"] == a.object()["created_at"] {
			return one.came.Equal(a.came)
		}
	}
	return true
}

// serverClock is how far the server's clock is ahead of the run's, as the hook tells it, and of this machine's, as the
// date of an answer does. Where neither is known it is taken for the same.
func (c *C) serverClock() (ahead, dated time.Duration) {
	both := shared(c, "server clock", func(c *C) [2]time.Duration {
		var both [2]time.Duration
		var out struct {
			Now time.Time `json:"now"`
		}
		if c.run.hooks.Call(c.ctx, "advance-clock", obj{"seconds": 0}, &out) == nil && !out.Now.IsZero() {
			both[0] = out.Now.Sub(c.run.clock.passed())
		}
		x := c.try(http.MethodGet, "/org/me", impatient)
		if date, err := http.ParseTime(x.header.Get("Date")); err == nil {
			both[1] = date.Sub(x.start)
		}
		return both
	})
	return both[0], both[1]
}
