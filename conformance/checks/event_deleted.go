package checks

import (
	"net/http"
	"time"
)

// deleted is an endpoint that refused a delivery and was deleted right after, before the delivery comes again.
type deleted struct {
	box  *mailbox
	kept *mailbox // of the same workspace, which refused the event once
	at   time.Time
}

// deletedOnRefusal brings about a delivery that two endpoints refuse, and deletes the one.
func (c *C) deletedOnRefusal() *deleted {
	return shared(c, "an endpoint that is deleted on its refusal", func(c *C) *deleted {
		ws := c.own()
		b := c.subscribe(ws, func(int) int { return http.StatusServiceUnavailable }, esignEvent)
		kept := c.subscribe(ws, afterOne(http.StatusServiceUnavailable), esignEvent)
		c.hook("complete-envelope", obj{"org_id": ws.OrgID, "session_id": c.newSession(as(ws.Key)), "envelope_id": "env_" + c.random(12)}, nil)
		for _, one := range []*mailbox{b, kept} {
			_, came := c.awaits(one, arrivalTime, endedAttempts(1))
			c.needs(came, "an event at an endpoint", "none")
		}
		c.hook("delete-endpoint", obj{"org_id": ws.OrgID, "endpoint_id": b.ID}, nil)
		return &deleted{b, kept, c.run.clock.passed()}
	})
}

// wantOthersTried fails the check when a delivery is not tried again at an endpoint once another one of its workspace is deleted.
func (c *C) wantOthersTried() {
	d := c.deletedOnRefusal()
	_, again := c.until(d.kept, arrivalTime, endedAttempts(2))
	c.aboutEvent()
	c.want(again, "another attempt after a 503, also where another endpoint of the workspace was deleted meanwhile", "none within %v", arrivalTime)
}

// wantNoFurther warns where a delivery is tried at an endpoint again long after that was deleted.
func (c *C) wantNoFurther(d *deleted) {
	const last = 2*time.Second + 5*time.Second + quietTime // by when every attempt is made
	if rest := last - c.run.clock.passed().Sub(d.at); rest > 0 {
		c.wait(rest)
	}
	c.still(d.box, endedAttempts(3))
	c.aboutEvent()
	for _, a := range d.box.all() {
		late := a.start.Sub(d.at)
		c.recommend(late < forgetting, "no attempt at an endpoint that was deleted", "one %.1f s later", late.Seconds())
	}
}
