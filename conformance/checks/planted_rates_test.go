package checks_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"strings"
)

// perSession keeps the rate of an operation for each session.
func perSession(op string) layer {
	pressed := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != op || c.status != 429 {
			return false
		}
		session := splitPath(c.r.URL.Path)[2]
		first, _ := pressed.keep(bearer(c), func() any { return session })
		if first == session {
			return false
		}
		c.answer(200, obj{"message": "Noted.", "flags": []any{}, "forms": []any{}})
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

// cappedAfter refuses creates of a key once more than some were taken.
func cappedAfter(upgrade int) layer {
	capped, more := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "create" {
			return false
		}
		if c.status == 402 {
			capped.keep(bearer(c), func() any { return true })
			return false
		}
		if _, was := capped.snapshot()[bearer(c)]; !was || !c.ok() {
			return false
		}
		n, _ := more.snapshot()[bearer(c)].(int)
		more.put(bearer(c), n+1)
		if n >= upgrade {
			c.refuse(402)
		}
		return n >= upgrade
	}}
}

// upgradeFirst refuses an operation to a key that met its cap, in words that do not name the plan.
func upgradeFirst(op string) layer {
	locked := newMemory()
	return layer{request: func(c *call) bool {
		if _, known := locked.snapshot()[bearer(c)]; !known || c.op != op {
			return false
		}
		c.refuse(400)
		return true
	}, response: func(c *call) bool {
		if c.status == 402 {
			locked.keep(bearer(c), func() any { return true })
		}
		return false
	}}
}

// anyLast reads ids without their last letter.
func anyLast() layer {
	made := newMemory()
	return layer{request: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		if c.op != "get" || len(parts) < 3 || len(parts[2]) < 2 {
			return false
		}
		real, known := made.snapshot()[parts[2][:len(parts[2])-1]].(string)
		if !known || real == parts[2] {
			return false
		}
		c.r.URL.Path = strings.Replace(c.r.URL.Path, parts[2], real, 1)
		return true
	}, response: func(c *call) bool {
		if c.op == "create" && c.ok() {
			c.edit(func(o obj) bool {
				if id := text(o, "session_id"); id != "" {
					made.put(id[:len(id)-1], id)
				}
				return false
			})
		}
		return false
	}}
}

func gzipped(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write([]byte(text))
	_ = w.Close()
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

// plantedRates are faults of rates beyond the first call, and of what works at the cap.
func plantedRates() []plant {
	all := []plant{
		{"LIM-05", "an upgrade brings two sessions more", cappedAfter(2)},
		{"API-GET-09", "the last letter of an id is not looked at", anyLast()},
		{"API-FILL-04", "a preview is a PDF that is compressed", change("fill", func(o obj) { o["preview"] = gzipped("%PDF-1.7\n" + strings.Repeat("0 obj endobj\n", 200)) })},
	}
	for _, op := range strings.Fields("fill extract risk") {
		all = append(all, plant{"LIM-04", "at the cap this is refused in other words: " + op, upgradeFirst(op)},
			plant{"LIM-13", "a rate counts all workspaces: " + op, rateForAll(op)})
	}
	for _, op := range strings.Fields("answer fill risk extract") {
		all = append(all, plant{"LIM-09", "a rate for each session: " + op, perSession(op)})
	}
	for _, op := range strings.Fields("fill risk") {
		ended := named("400 for " + op + " on an open session")
		all = append(all, plant{"LIM-09", "no rate, of finished intakes: " + op, mixed(ended.layer(), unset(op))},
			plant{"LIM-09", "the rate is answered 403, of finished intakes: " + op, mixed(recoded(429, 403, func(c *call) bool { return c.op == op }), ended.layer())})
	}
	for _, op := range strings.Fields("create documents pdf submit appointment") {
		all = append(all, plant{"LIM-14", "light calls share the rate: " + op, limitedForGood(op)})
	}
	for _, op := range strings.Fields("create pdf") {
		all = append(all, plant{"LIM-14", "ten light calls and no more: " + op, throttled(op)})
	}
	return all
}

// unset acknowledges a rate of an operation and does not set it.
func unset(op string) layer {
	return layer{instead: func(verb string, in obj) (obj, bool) {
		return obj{}, verb == "set-rate" && in["operation"] == op
	}}
}
