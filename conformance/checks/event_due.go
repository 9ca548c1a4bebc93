package checks

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// due is a delivery that something in the run brought about, for the check that says that it comes.
type due struct {
	id   string
	box  *mailbox
	came func([]arrival) bool
	what string
}

// owes notes that a delivery is due at an endpoint. That it comes is judged at the end of the run: a single one that is
// lost may be lost on any check.
func (c *C) owes(id string, b *mailbox, what string, came func([]arrival) bool) {
	c.run.mu.Lock()
	defer c.run.mu.Unlock()
	c.run.dues = append(c.run.dues, due{id, b, came, what})
}

func (r *run) duesOf(id string) []due {
	r.mu.Lock()
	defer r.mu.Unlock()
	var mine []due
	for _, one := range r.dues {
		if one.id == id {
			mine = append(mine, one)
		}
	}
	return mine
}

// awaits says whether anything that was due is not there.
func (r *run) awaits() bool {
	r.mu.Lock()
	all := slices.Clone(r.dues)
	r.mu.Unlock()
	return slices.ContainsFunc(all, func(one due) bool { return !one.came(one.box.all()) })
}

// wantDues fails the check when something that was due is not there, and does not come within the time of a first attempt.
func (c *C) wantDues() {
	start := time.Now()
	for _, one := range c.run.duesOf(c.check.ID) {
		c.aboutEvent()
		list, came := c.awaits(one.box, max(arrivalTime-time.Since(start), time.Millisecond), one.came)
		c.want(came, one.what, "%s", one.instead(list))
	}
}

// instead says what came in the place of what was due: nothing, or the last delivery of such an event, which is of something else or has
// other data.
func (d due) instead(list []arrival) string {
	for _, a := range slices.Backward(list) {
		if event, _ := a.object()["event"].(string); event != "" && strings.Contains(d.what, event) {
			return fmt.Sprintf("none of it among %d deliveries; the last of %s: %s", len(list), event, excerpt(a.body))
		}
	}
	return "it never came"
}

// completed completes an envelope, which endpoints that asked for signatures are to be told, and says when that was through.
func (c *C) completed(envelope obj, boxes ...*mailbox) time.Time {
	c.hook("complete-envelope", envelope, nil)
	done, id := c.run.clock.passed(), envelope["envelope_id"]
	for _, b := range boxes {
		c.owes("EVT-08", b, "esign.completed for each envelope that completes", func(list []arrival) bool {
			for _, a := range list {
				if equal(a.data()["envelope_id"], id) {
					return true
				}
			}
			return false
		})
	}
	return done
}
