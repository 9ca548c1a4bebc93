package selftest_test

import (
	"fmt"
	"sync"
	"time"
)

// sharedWith refuses a light operation where a heavy one was refused.
func sharedWith(heavy, light string) layer {
	spent := newMemory()
	return layer{request: func(c *call) bool {
		if _, is := spent.snapshot()[bearer(c)]; c.op != light || !is {
			return false
		}
		c.refuse(429)
		c.header.Set("Retry-After", "30")
		return true
	}, response: func(c *call) bool {
		if c.op == heavy && c.status == 429 {
			spent.put(bearer(c), true)
		}
		return false
	}}
}

// usedUp refuses a heavy operation of a workspace with a low rate that called a light one twice.
func usedUp(light, heavy string) layer {
	used, low := newMemory(), newMemory()
	who := &tenants{org: map[string]string{}}
	return layer{verb: func(verb string, in, out obj) bool {
		who.learn(in, out)
		if verb == "set-rate" {
			low.put(fmt.Sprint(in["org_id"]), true)
		}
		return false
	}, request: func(c *call) bool {
		org := who.of(c)
		if _, is := low.snapshot()[org]; !is {
			return false
		}
		n, _ := used.snapshot()[org].(int)
		if c.op == light {
			used.put(org, n+1)
		}
		if c.op != heavy || n < 2 {
			return false
		}
		c.refuse(429)
		c.header.Set("Retry-After", "30")
		return true
	}}
}

// detailOfFilled refuses to show a session that was filled while the rate of risk of its workspace is spent.
func detailOfFilled() layer {
	filled, spent := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		switch {
		case c.op == "fill" && c.ok():
			filled.put(parts[2], true)
		case c.op == "risk":
			spent.put(bearer(c), c.status == 429)
		}
		did := c.op == "get" && c.ok() && filled.snapshot()[parts[2]] != nil && spent.snapshot()[bearer(c)] == true
		if did {
			c.refuse(429)
			c.header.Set("Retry-After", "30")
		}
		return did
	}}
}

// crowdedList refuses the lists of a key past the fourth.
func crowdedList() layer {
	made := newMemory()
	return layer{request: func(c *call) bool {
		n, _ := made.snapshot()[bearer(c)].(int)
		if c.op == "list" {
			made.put(bearer(c), n+1)
		}
		if c.op != "list" || n < 4 {
			return false
		}
		c.refuse(429)
		c.header.Set("Retry-After", "1")
		return true
	}}
}

// throttled refuses a light operation past ten calls of a key, in a time that it does not tell.
func throttled(op string) layer {
	calls := newMemory()
	return layer{request: func(c *call) bool {
		if c.op != op {
			return false
		}
		n, _ := calls.snapshot()[bearer(c)].(int)
		calls.put(bearer(c), n+1)
		if n < 10 {
			return false
		}
		c.refuse(429)
		c.header.Set("Retry-After", "1")
		return true
	}}
}

// limitedRisk serves so many reads of the risk of a key, and tells those after them of a pause, which never ends.
func limitedRisk(most int, pause string) layer {
	calls := newMemory()
	return layer{request: func(c *call) bool {
		if c.op != "risk" {
			return false
		}
		n, _ := calls.snapshot()[bearer(c)].(int)
		calls.put(bearer(c), n+1)
		if n < most {
			return false
		}
		c.refuse(429)
		c.header.Del("Retry-After")
		if pause != "" {
			c.header.Set("Retry-After", pause)
		}
		return true
	}}
}

// busyOnceCalledOften says that it is busy once risk was called so often in a second, until the second is over: to who asks for that alone, or to all.
func busyOnceCalledOften(most int, alone bool) layer {
	var mu sync.Mutex
	var since time.Time
	served := 0
	return layer{request: func(c *call) bool {
		mu.Lock()
		defer mu.Unlock()
		if now := time.Now(); now.Sub(since) > time.Second {
			since, served = now, 0
		}
		if c.op == "risk" {
			served++
		}
		if served <= most || alone && c.op != "risk" {
			return false
		}
		c.refuse(503)
		c.header.Set("Retry-After", "1")
		return true
	}}
}
