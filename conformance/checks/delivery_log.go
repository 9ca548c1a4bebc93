package checks

import (
	"fmt"
	"slices"
	"time"
)

// logEntry is a delivery in the log.
type logEntry struct {
	ID       string       `json:"id"`
	Event    string       `json:"event"`
	Status   string       `json:"status"`
	Attempts []logAttempt `json:"attempts"`
}

type logAttempt struct {
	Number         int    `json:"number"`
	ResponseStatus int    `json:"response_status"`
	Error          string `json:"error"`
}

// lastDelivery reads the log of an endpoint until its delivery is no longer pending.
func (c *C) lastDelivery(b *mailbox) logEntry {
	list := c.settledLog(b, longLog)
	c.want(len(list) > 0, "the delivery in the log", "the log is empty")
	return list[0]
}

// longLog is how often a log is read until a delivery is settled: three attempts take seven seconds, and each of the last two may be
// late. A log that is empty is read as often as that where a failure is to show, and for two seconds where nothing needs to.
const (
	longLog  = 60
	emptyLog = 8
)

// settledLog is the log of an endpoint once its last delivery is not pending any more.
func (c *C) settledLog(b *mailbox, empty int) (list []logEntry) {
	for n := range longLog {
		list = c.logged(b)
		if len(list) > 0 && list[0].Status != "pending" || len(list) == 0 && n >= empty {
			break
		}
		c.wait(250 * time.Millisecond)
	}
	return list
}

// wantLogged wants two deliveries of an endpoint that answers one status, which failed, in its log, each with its own attempts.
func (c *C) wantLogged(b *mailbox, status int) {
	list := c.logged(b)
	failed := 0
	for _, entry := range list {
		c.want(len(entry.Attempts) <= 3, "three attempts of a delivery in the log, and no others", "%d of %s", len(entry.Attempts), entry.ID)
		if entry.Status != "failed" {
			continue
		}
		if failed++; len(entry.Attempts) > 0 {
			last := entry.Attempts[len(entry.Attempts)-1].ResponseStatus
			c.want(last == status, fmt.Sprintf("the response status %d in the log", status), "%d", last)
		}
	}
	c.want(len(list) > 1 || failed == 0, "each of two deliveries that failed in the log", "%d", failed)
}

// wantOwnEntries fails the check when a delivery that was taken at once has further attempts in the log: those of others.
func (c *C) wantOwnEntries() {
	b := c.subscribe(c.own(), nil)
	for range 4 {
		c.test(b)
	}
	_, ok := c.awaits(b, arrivalTime, endedAttempts(4))
	c.needs(ok, "four test deliveries", "%d", len(b.all()))
	for _, entry := range c.settledLog(b, emptyLog) {
		c.want(len(entry.Attempts) <= 1 || len(b.all()) > 4, "one attempt in the log of a delivery that was taken at once", "%d", len(entry.Attempts))
	}
}

// logged reads the log of an endpoint, its test deliveries where there are any.
func (c *C) logged(b *mailbox) []logEntry {
	var out struct {
		Deliveries []logEntry `json:"deliveries"`
	}
	c.hook("list-deliveries", obj{"org_id": b.ws.OrgID, "endpoint_id": b.ID}, &out)
	for _, one := range out.Deliveries {
		slices.SortStableFunc(one.Attempts, func(a, b logAttempt) int { return a.Number - b.Number })
	}
	tests := slices.DeleteFunc(slices.Clone(out.Deliveries), func(one logEntry) bool { return one.Event != "" && one.Event != testEvent })
	if len(tests) > 0 { // a workspace that is not the check's own has other events too
		return tests
	}
	return out.Deliveries
}
