package checks

import (
	"slices"
	"time"
)

// logEntry is a delivery in the log.
type logEntry struct {
	ID       string `json:"id"`
	Event    string `json:"event"`
	Status   string `json:"status"`
	Attempts []struct {
		Number         int    `json:"number"`
		ResponseStatus int    `json:"response_status"`
		Error          string `json:"error"`
	} `json:"attempts"`
}

// lastDelivery reads the log of an endpoint until its delivery is no longer pending.
func (c *C) lastDelivery(b *mailbox) logEntry {
	var list []logEntry
	for range 32 { // three attempts take seven seconds
		if list = c.logged(b); len(list) > 0 && list[0].Status != "pending" {
			return list[0]
		}
		c.wait(250 * time.Millisecond)
	}
	c.want(len(list) > 0, "the delivery in the log", "the log is empty")
	return list[0]
}

// logged reads the log of an endpoint, its test deliveries where there are any.
func (c *C) logged(b *mailbox) []logEntry {
	var out struct {
		Deliveries []logEntry `json:"deliveries"`
	}
	c.hook("list-deliveries", obj{"org_id": b.ws.OrgID, "endpoint_id": b.ID}, &out)
	tests := slices.DeleteFunc(slices.Clone(out.Deliveries), func(one logEntry) bool { return one.Event != "" && one.Event != testEvent })
	if len(tests) > 0 { // a workspace that is not the check's own has other events too
		return tests
	}
	return out.Deliveries
}
