package checks

import (
	"slices"
	"time"
)

// wantNewestListed fails the check when a list never has one of the sessions that were made last, three times in a row the one at the same place
// from the end, such as the last one or the one before it, and has it as soon as there is another. Nobody else is to make sessions meanwhile.
func (c *C) wantNewestListed() {
	const last, times = 4, 3
	var made []string
	missing := -1 // how many were made after the one that is in no list
	for n := range last + times {
		made = append(made, c.newSession())
		if n < last-1 {
			continue
		}
		recent := made[len(made)-last:]
		at := c.onlyMissing(recent)
		if at < 0 || missing >= 0 && at != missing {
			return
		}
		missing = at
	}
	c.fail("each of the sessions that were made last in the list", "that after which %d were made is in none, four times, and each is there once more were made", missing)
}

// onlyMissing looks for sessions in the lists of the home workspace, and gives the place from the end of the only one that is in none; -1 where that
// is none of them, or several: a list may have no room, and an index of sessions may be behind for a moment.
func (c *C) onlyMissing(ids []string) int {
	const looks = 3
	at := -1
	for n := range looks {
		if n > 0 {
			c.wait(1100 * time.Millisecond)
		}
		var missing []int
		listed := idsOf(c.list(""))
		for i, id := range ids {
			if !slices.Contains(listed, id) && c.pageWith(c.run.home, id) >= 0 {
				missing = append(missing, len(ids)-1-i)
			}
		}
		if len(missing) != 1 || at >= 0 && missing[0] != at {
			return -1
		}
		at = missing[0]
	}
	return at
}

// wantListedOnceMade fails the check when the list of a workspace in which nobody else makes sessions lacks one of two that were made, for seconds on
// end.
func (c *C) wantListedOnceMade(key option) {
	const patient = 4 * time.Second
	for range 2 {
		id := c.newSession(key)
		lists := func() (x *exchange, has bool) {
			x = c.list("", key)
			c.prepared(x, "a list of sessions")
			return x, slices.Contains(idsOf(x), id)
		}
		list, has := lists()
		for _, pause := range []time.Duration{time.Second, patient} {
			if !has { // an index of sessions may be behind for a moment
				c.wait(pause)
				list, has = lists()
			}
		}
		c.about(list)
		c.want(has, "a session in the list of its workspace, which has no more than two of its own", "%s is not there, %v after it was made", id, patient+time.Second)
	}
}
