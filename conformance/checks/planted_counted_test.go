package checks_test

import (
	"sync"
	"time"
)

// plantedCounted are faults of what is counted, compared or timed by the wrong measure.
func plantedCounted() []plant {
	return []plant{
		{"LIM-01", "creates that were refused count towards the cap", refusedCounted()},
		{"OAUTH-DEV-08", "expires_in of a request is in milliseconds", reply("device", func(o obj) bool {
			life, is := o["expires_in"].(float64)
			o["expires_in"] = life * float64(time.Second/time.Millisecond)
			return is
		})},
	}
}

// refusedCounted refuses creates in free workspaces once five were made, those counted that were refused.
func refusedCounted() layer {
	var mu sync.Mutex
	left := map[string]int{}
	of := func(c *call, by int) (n int, free bool) {
		mu.Lock()
		defer mu.Unlock()
		n, free = left[bearer(c)]
		if free {
			left[bearer(c)] = n - by
		}
		return n, free
	}
	return layer{request: func(c *call) bool {
		n, free := of(c, 0)
		did := c.op == "create" && free && n <= 0
		if did {
			c.answer(402, obj{"detail": "The free plan has five sessions a month."})
		}
		return did
	}, response: func(c *call) bool {
		if c.op == "create" && c.status != 402 {
			of(c, 1)
		}
		return false
	}, verb: func(verb string, in, out obj) bool {
		if verb == "create-workspace" && text(in, "plan") == "free" {
			mu.Lock()
			defer mu.Unlock()
			left[text(out, "api_key")] = 5
		}
		return false
	}}
}
