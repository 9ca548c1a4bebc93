package selftest_test

import (
	"encoding/json"
	"slices"
)

// What is open in a session, and is not what its turns say.

// skippedBy counts one question fewer as pending with each such call on a session.
func skippedBy(such func(c *call) bool) layer {
	made := newMemory()
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		n, _ := made.snapshot()[id].(float64)
		if such(c) {
			made.put(id, n+1)
		}
		return c.op == "get" && c.ok() && n > 0 && c.edit(func(o obj) bool {
			open, _ := o["pending_count"].(float64)
			o["pending_count"] = max(0, open-n)
			return open > 0
		})
	}}
}

// skippedAmong has what was skipped at the end of what is asked, while others are open.
func skippedAmong() layer {
	asked, skipped := newMemory(), newMemory()
	return reply2("answer", func(c *call, o obj) bool {
		var in obj
		_ = json.Unmarshal(c.in, &in)
		id := sessionIn(c)
		before, _ := asked.snapshot()[id].([]any)
		asks, _ := o["asks"].([]any)
		asked.put(id, asks)
		named := skipOf.FindStringSubmatch(message(in))
		if at := slices.IndexFunc(before, func(q any) bool { return named != nil && text(asObject(q), "label") == named[1] }); at >= 0 {
			skipped.put(id, before[at])
		}
		q, is := skipped.snapshot()[id]
		if !is || len(asks) < 2 {
			return false
		}
		o["asks"] = append(slices.Clone(asks[:len(asks)-1]), q)
		return true
	})
}

// askingAgain asks the first question again with each turn after the one that was done.
func askingAgain() layer {
	first, done := newMemory(), newMemory()
	return reply2("answer", func(c *call, o obj) bool {
		id := sessionIn(c)
		if asks, _ := o["asks"].([]any); len(asks) > 0 {
			first.keep(id, func() any { return asks[0] })
		}
		q, asked := first.snapshot()[id]
		if o["done"] != true || !asked {
			return false
		}
		if done.snapshot()[id] == nil {
			done.put(id, true)
			return false
		}
		o["done"], o["asks"], o["pending_count"] = false, []any{q}, 1
		return true
	})
}
