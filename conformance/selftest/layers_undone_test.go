package selftest_test

import (
	"sync"
	"time"
)

// limitedAndDone limits an operation itself, once the server has done it.
func limitedAndDone(op string) layer {
	l := limiting(countsAll)
	refuses := l.request
	l.request = nil
	l.response = func(c *call) bool { return c.op == op && refuses(c) }
	return l
}

// shutFor refuses the first turn of all, and those after twenty for some time, and tells of a second to wait. What it refuses may be done.
func shutFor(rest time.Duration, done bool) layer {
	const most = 20
	var mu sync.Mutex
	var until time.Time
	met, served := false, 0
	refuses := func(c *call) bool {
		if c.op != "answer" {
			return false
		}
		mu.Lock()
		defer mu.Unlock()
		now := time.Now()
		if !now.Before(until) {
			if served++; met && served <= most {
				return false
			}
			met, served, until = true, 0, now.Add(rest)
		}
		c.refuse(429)
		c.header.Set("Retry-After", "1")
		return true
	}
	if done {
		return layer{response: refuses}
	}
	return layer{request: refuses}
}
