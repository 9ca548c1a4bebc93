package checks

import (
	"net/http"
	"time"
)

// wantNoFurtherOnceDeleted warns where a delivery that an endpoint refused is tried there again long after the endpoint was deleted.
func (c *C) wantNoFurtherOnceDeleted() {
	ws := c.own()
	b := c.subscribe(ws, func(int) int { return http.StatusServiceUnavailable }, esignEvent)
	c.hook("complete-envelope", obj{"org_id": ws.OrgID, "session_id": c.newSession(as(ws.Key)), "envelope_id": "env_" + c.random(12)}, nil)
	_, came := c.awaits(b, arrivalTime, endedAttempts(1))
	c.needs(came, "an event at an endpoint", "none")
	c.hook("delete-endpoint", obj{"org_id": ws.OrgID, "endpoint_id": b.ID}, nil)
	deleted := c.run.clock.passed()
	const last = 2*time.Second + 5*time.Second + forgetting // by when every attempt is made
	c.wait(last)
	for _, a := range b.all() {
		late := a.start.Sub(deleted)
		c.aboutEvent()
		c.recommend(late < forgetting, "no attempt at an endpoint that was deleted", "one %.1f s later", late.Seconds())
	}
}
