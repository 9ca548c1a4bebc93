package selftest_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
)

// flagsOfFirst gives the flags of the first session of a workspace that has any for each of its sessions.
func flagsOfFirst() layer {
	first := newMemory()
	return reply2("risk", func(c *call, o obj) bool {
		list, _ := o["flags"].([]any)
		if len(list) > 0 {
			first.keep(bearer(c), func() any { return list })
		}
		old, known := first.snapshot()[bearer(c)]
		if known {
			o["flags"] = old
		}
		return known && len(list) == 0
	})
}

// flagsStay gives a session each flag that it ever had.
func flagsStay() layer {
	raised := newMemory()
	return reply2("risk", func(c *call, o obj) (did bool) {
		list, _ := o["flags"].([]any)
		old, _ := raised.snapshot()[sessionIn(c)].([]any)
		for _, flag := range old {
			title := asObject(flag)["title"]
			if !slices.ContainsFunc(list, func(one any) bool { return asObject(one)["title"] == title }) {
				list, did = append(list, flag), true
			}
		}
		o["flags"] = list
		raised.put(sessionIn(c), slices.Clone(list))
		return did
	})
}

// flagsFoundLast gives the flags that were found last where a session has none.
func flagsFoundLast() layer {
	last := newMemory()
	return reply2("risk", func(_ *call, o obj) bool {
		if list, _ := o["flags"].([]any); len(list) > 0 {
			last.put("", list)
			return false
		}
		o["flags"] = last.snapshot()[""]
		if o["flags"] == nil {
			o["flags"] = []any{}
		}
		return true
	})
}

// moreFlags adds the flags of each look to those of all before.
func moreFlags() layer {
	seen := newMemory()
	return reply2("risk", func(_ *call, o obj) bool {
		list, _ := o["flags"].([]any)
		for _, flag := range list {
			seen.add(flag)
		}
		o["flags"] = seen.list()
		return len(seen.list()) > len(list)
	})
}

// beforeFill refuses an operation on sessions that were not filled.
func beforeFill(status int) layer {
	filled := newMemory()
	return layer{response: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		if len(parts) < 3 {
			return false
		}
		if c.op == "fill" && c.ok() {
			filled.keep(parts[2], func() any { return true })
		}
		if _, known := filled.snapshot()[parts[2]]; known || c.op != "risk" || !c.ok() {
			return false
		}
		c.refuse(status)
		return true
	}}
}

func cleanRisk(do func(c *call)) layer {
	return layer{response: func(c *call) bool {
		var o obj
		if c.op != "risk" || !c.ok() || json.Unmarshal(c.out, &o) != nil {
			return false
		}
		if list, _ := o["flags"].([]any); len(list) > 0 {
			return false
		}
		do(c)
		return true
	}}
}

// flagsByName gives the flags that a session of the name had first.
func flagsByName() layer {
	names, flags := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		name := nameOf(c, names)
		if c.op != "risk" || !c.ok() || strings.Contains(name, "API-RISK") {
			return false
		}
		first, known := flags.keep(name, func() any { return c.out })
		did := known && !bytes.Equal(c.out, first.([]byte))
		c.out = first.([]byte)
		return did
	}}
}

// brokenBy fails an operation on sessions that were told something.
func brokenBy(op, words string) layer {
	told := newMemory()
	return layer{request: func(c *call) bool {
		if c.op == "answer" && strings.Contains(string(c.in), words) {
			told.put(sessionIn(c), true)
		}
		did := c.op == op && told.snapshot()[sessionIn(c)] != nil
		if did {
			c.answer(500, obj{"detail": "It failed."})
		}
		return did
	}}
}

// nullFlags has null in the place of an empty list for sessions that are answered.
func nullFlags() layer {
	told := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "answer" && c.ok() {
			told.put(sessionIn(c), true)
		}
		return c.op == "risk" && c.ok() && told.snapshot()[sessionIn(c)] != nil && c.edit(func(o obj) bool {
			list, _ := o["flags"].([]any)
			if len(list) == 0 {
				o["flags"] = nil
			}
			return len(list) == 0
		})
	}}
}

// emptyRisk answers with a status where there is no flag.
func emptyRisk(status int) layer {
	return layer{response: func(c *call) bool {
		var o obj
		if c.op != "risk" || !c.ok() || json.Unmarshal(c.out, &o) != nil {
			return false
		}
		list, _ := o["flags"].([]any)
		if len(list) == 0 {
			c.refuse(status)
		}
		return len(list) == 0
	}}
}

// unflaggedMissing finds no risk of a session that has no flag.
func unflaggedMissing() layer {
	return layer{response: func(c *call) bool {
		var o obj
		_ = json.Unmarshal(c.out, &o)
		list, is := o["flags"].([]any)
		did := c.op == "risk" && c.ok() && is && len(list) == 0
		if did {
			c.refuse(http.StatusNotFound)
		}
		return did
	}}
}
