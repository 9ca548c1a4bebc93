package webhook

import "sync/atomic"

// Counts is what a Receiver has done since it was made.
type Counts struct {
	Accepted int64 // answered 2xx
	Refused  int64 // answered 4xx
	Failed   int64 // answered 5xx
	Handled  int64 // runs of functions that went well
	Panicked int64 // runs of functions that panicked
	Waited   int64 // times that a copy of a delivery waited for another copy
}

type counters struct {
	accepted, refused, failed, handled, panicked, waited atomic.Int64
}

func (c *counters) answered(status int) {
	switch status / 100 {
	case 2:
		c.accepted.Add(1)
	case 4:
		c.refused.Add(1)
	default:
		c.failed.Add(1)
	}
}

// Counts returns the counters, for metrics.
func (r *Receiver) Counts() Counts {
	c := &r.counts
	return Counts{Accepted: c.accepted.Load(), Refused: c.refused.Load(), Failed: c.failed.Load(), Handled: c.handled.Load(),
		Panicked: c.panicked.Load(), Waited: c.waited.Load()}
}
