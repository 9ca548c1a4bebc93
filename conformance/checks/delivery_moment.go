package checks

import (
	"net/http"
	"time"
)

// skew bounds how far created_at may be from the time that an event is at. The text bounds no drift of a server's clock; what
// differs by half an hour or more may be the time of another zone.
const skew = 29 * time.Minute

// leap is by how much the clock moves where what was under way before may arrive with a time of before.
const leap = 10 * time.Minute

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
	if own := c.ownClock(); own.Abs() > zones && at.Sub(a.start.Add(own)).Abs() <= skew {
		return
	}
	off := at.Sub(a.start.Add(ahead)).Round(time.Second)
	c.fail("created_at as the time of the event in UTC", "%s, which is off by %v", what(a.object(), "created_at"), off)
}

// firstOf says whether nothing with the same created_at came before.
func (b *mailbox) firstOf(a arrival) bool {
	for _, one := range b.all() {
		if equal(one.object()["created_at"], a.object()["created_at"]) {
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

// zones bounds what zones differ by, and farthest what a clock may be off by: what is more is the beginning of time, or seconds
// taken for milliseconds.
const (
	zones    = 15 * time.Hour
	farthest = 20 * 365 * 24 * time.Hour
)

// ownClock is how far a server's clock is ahead of the run's by the time of a session that it makes, or 0 where that is not told
// or can be no clock's: a server may live in another year.
func (c *C) ownClock() time.Duration {
	return shared(c, "own clock", func(c *C) (ahead time.Duration) {
		c.maybe(func() {
			told, _ := c.detail(c.newSession(impatient), impatient).object()["created_at"].(string)
			if at, err := time.Parse(time.RFC3339, told); err == nil {
				ahead = at.Sub(c.run.clock.passed())
			}
		})
		if ahead.Abs() > farthest {
			return 0
		}
		return ahead
	})
}
